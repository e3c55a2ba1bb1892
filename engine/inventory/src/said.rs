//! What both shells say in the same words, where it comes with no value that carries its sentence.

use std::collections::BTreeMap;

use tacklebox_agents::hook::{Hook, State};

/// Of a folder that is kept: a new version has its place.
pub const REPLACED: &str = "an earlier version, which an update replaced";
/// Of files that came with a hook.
pub const CHANGED: &str = "Changed since it was installed";
/// Of an audit without a finding.
pub const NO_FINDINGS: &str = "Nothing stands out in its files";
/// The same, where a part of the files could not be read.
pub const NO_FINDINGS_READ: &str = "Nothing stands out in what was read";
/// Of a hook that was never on since it was made.
pub const DRAFT: &str = "Draft";
/// Of a hook that its rules call ready, and that today's agent would not run as it is.
pub const NEEDS_FIX: &str = "Needs a fix";

/// A state as it is called on every screen.
pub const fn state(state: State) -> &'static str {
    match state {
        State::Ready => "Ready",
        State::NotCalled => "Not called",
        State::NeedsSetup => "Needs setup",
        State::Off => "Off",
        State::CannotRunHere => "Can't run here",
        State::Broken => "Broken",
        State::Replaced => "Replaced",
    }
}

/// The same of all states, for a page to have at hand.
pub fn states() -> BTreeMap<State, &'static str> {
    use State::{Broken, CannotRunHere, NeedsSetup, NotCalled, Off, Ready, Replaced};
    let all = [Broken, Replaced, CannotRunHere, Off, NeedsSetup, NotCalled, Ready];
    all.into_iter().map(|one| (one, state(one))).collect()
}

/// What the row of a hook says: its state, or what matters more than that.
pub fn row(hook: &Hook) -> &'static str {
    match hook.state {
        State::Off | State::NeedsSetup | State::NotCalled | State::Ready if hook.draft => DRAFT,
        State::Ready if hook.notes.iter().any(|note| note.fixable) => NEEDS_FIX,
        other => state(other),
    }
}
