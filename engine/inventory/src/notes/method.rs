//! The method of a request, where it is a slip of the pen.

use tacklebox_agents::manifest::{Action, Manifest};
use tacklebox_agents::moment;

/// What nearly every server understands.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/// A method of a request that is a slip of the pen, and the one that was meant.
pub fn meant_method(manifest: &Manifest) -> Option<(&str, &'static str)> {
    let Some(Action::Http { method: Some(written), .. }) = &manifest.action else { return None };
    let spelled = written.trim().to_ascii_uppercase();
    if METHODS.contains(&spelled.as_str()) {
        return None;
    }
    Some((written, moment::slip(&spelled, METHODS)?))
}
