//! The method of a request, where it is a slip of the pen.

use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::dialect::policy::Requests;
use tacklebox_agents::manifest::{Action, Manifest};
use tacklebox_agents::moment;

/// What nearly every server understands.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/// A method of a request that is not the one that was meant, and that.
pub fn meant_method<'a>(
    dialect: &Dialect,
    manifest: &'a Manifest,
) -> Option<(&'a str, &'static str)> {
    let Some(Action::Http { method, body, .. }) = &manifest.action else { return None };
    let as_written = requests_of(dialect, manifest) == Requests::AsWritten;
    let Some(written) = method else {
        return (as_written && body.is_some()).then_some(("GET", "POST"));
    };
    let spelled = written.trim().to_ascii_uppercase();
    match METHODS.into_iter().find(|known| *known == spelled) {
        Some(known) => (as_written && known != written).then_some((written, known)),
        None => Some((written, moment::slip(&spelled, METHODS)?)),
    }
}

/// How a version sends the request of a hook.
pub fn requests_of(dialect: &Dialect, manifest: &Manifest) -> Requests {
    let mut policies = manifest.events.iter().filter_map(|key| dialect.dispatch_of(key));
    policies.next().map_or(Requests::Usual, |(policy, _)| policy.requests)
}
