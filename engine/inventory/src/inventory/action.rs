//! What a hook does, as its manifest says it.

use crate::discover::{Candidate, Kind};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::{ActionKind, Handler, HookAction};
use tacklebox_agents::manifest::{Action, Manifest};

/// What it says: as the version in force takes it, else as its author meant it.
pub(super) fn said(candidate: &Candidate) -> Option<&Manifest> {
    candidate.effective().ok().or_else(|| candidate.shown())
}

pub(super) fn of(candidate: &Candidate) -> Option<HookAction> {
    if candidate.kind == Kind::Builtin {
        return Some(HookAction::of(ActionKind::Builtin));
    }
    if let Some(Handler::Module { .. }) = &candidate.handler {
        return Some(HookAction::of(ActionKind::Module));
    }
    said(candidate).and_then(Manifest::told)
}

/// The time limit of its action: its own, else the agent's.
pub(super) fn timeout_secs(agent: &Agent, candidate: &Candidate) -> Option<u32> {
    let action = said(candidate)?.action.as_ref()?;
    let limited = !matches!(action, Action::Prompt { .. });
    limited.then(|| action.timeout_secs().unwrap_or(agent.limit_secs()))
}
