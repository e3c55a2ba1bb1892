//! The keys that a change takes away for good.

use std::path::Path;

use super::{Plan, Step};
use tacklebox_agents::config::{self, Secret, Syntax};
use tacklebox_agents::manifest;
use tacklebox_machine::cut::Cut;

/// What a plan takes away for good: the secrets of its files that are nowhere in them afterwards.
pub(crate) fn cleared(plan: &Plan) -> Vec<Secret> {
    let of = |step: &Step| match step {
        Step::Edit { path, before: Some(before), after, .. } => between(path, before, after),
        _ => Vec::new(),
    };
    plan.steps.iter().flat_map(of).collect()
}

/// The secrets of one text that are nowhere in the next.
pub fn between(path: &Path, before: &str, after: &str) -> Vec<Secret> {
    let now = secrets(path, after);
    let mut gone = secrets(path, before);
    // A commit in an agent's own record of what it installed only looks like one.
    gone.retain(|old| !old.path.iter().any(|key| key == "installs"));
    gone.retain(|old| !now.iter().any(|new| new.path == old.path || new.value == old.value));
    gone
}

pub fn secrets(path: &Path, text: &str) -> Vec<Secret> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let (syntax, text) = match extension {
        Some("md") => match manifest::toml_front(text) {
            Some((start, end)) => (Syntax::Toml, text.cut(start..end)),
            None => return Vec::new(),
        },
        Some("toml") => (Syntax::Toml, text),
        _ => (Syntax::Json5, text),
    };
    config::secrets(syntax, text)
}
