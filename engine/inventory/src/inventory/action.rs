//! What a hook does, as its manifest says it.

use crate::discover::{Candidate, Kind};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::{ActionKind, Handler, HookAction};
use tacklebox_agents::manifest::{Action, Manifest};

fn own(candidate: &Candidate) -> Option<&Action> {
    candidate.shown().and_then(|manifest| manifest.action.as_ref())
}

pub(super) fn of(candidate: &Candidate) -> Option<HookAction> {
    if candidate.kind == Kind::Builtin {
        return Some(HookAction::of(ActionKind::Builtin));
    }
    if let Some(Handler::Module { .. }) = &candidate.handler {
        return Some(HookAction::of(ActionKind::Module));
    }
    candidate.shown().and_then(Manifest::told)
}

/// The time limit of its action: its own, else the agent's.
pub(super) fn timeout_secs(agent: &Agent, candidate: &Candidate) -> Option<u32> {
    let action = own(candidate)?;
    let limited = !matches!(action, Action::Prompt { .. });
    limited.then(|| action.timeout_secs().unwrap_or(agent.dialect.default_timeout_secs))
}
