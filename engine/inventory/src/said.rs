//! What both shells say in the same words, where it comes with no value that carries its sentence, and what both offer
//! for a hook.

use std::collections::BTreeMap;

use tacklebox_agents::hook::{Hook, HookAction, Note, Row, Source, State};
use tacklebox_agents::note::TIMEOUT;

/// Of a folder that is kept: a new version has its place.
pub const REPLACED: &str = "an earlier version, which an update replaced";
/// Of files that came with a hook.
pub const CHANGED: &str = "Changed since it was installed";
/// Of an audit without a finding.
pub const NO_FINDINGS: &str = "Nothing stands out in its files";
/// The same, where a part of the files could not be read.
pub const NO_FINDINGS_READ: &str = "Nothing stands out in what was read";

/// The id of the note on a hook that is called and of which nothing comes.
pub(crate) const DOES_NOTHING: &str = "does-nothing";
/// Those on a hook that is called, and fails each time or does none of what it says.
const FAILS: [&str; 3] = ["command-fails", "request-fails", "called-in-vain"];

/// Why nothing comes of a hook that is loaded and called, where that is sure.
pub fn fails(hook: &Hook) -> Option<&Note> {
    hook.notes.iter().find(|note| hook.state == State::Ready && FAILS.contains(&&*note.id))
}

/// What of a hook that loads is to be fixed, if anything is.
pub fn to_fix(hook: &Hook) -> Option<&Note> {
    // Without a time limit it runs in each version, with another one.
    hook.notes.iter().find(|note| note.fixable && note.id != TIMEOUT)
}

/// What a row says, as it is called on every screen.
pub const fn row(row: Row) -> &'static str {
    match row {
        Row::Draft => "Draft",
        Row::NeedsFix => "Needs a fix",
        Row::NoEffect => "No effect",
        Row::Ready => "Ready",
        Row::NotCalled => "Not called",
        Row::NeedsSetup => "Needs setup",
        Row::Off => "Off",
        Row::CannotRunHere => "Can't run here",
        Row::Broken => "Broken",
        Row::Replaced => "Replaced",
    }
}

/// The same of all there are, for a page to have at hand.
pub fn rows() -> BTreeMap<Row, &'static str> {
    use Row::{
        Broken, CannotRunHere, Draft, NeedsFix, NeedsSetup, NoEffect, NotCalled, Off, Ready,
        Replaced,
    };
    let all = [
        Draft,
        NeedsFix,
        NoEffect,
        Broken,
        Replaced,
        CannotRunHere,
        Off,
        NeedsSetup,
        NotCalled,
        Ready,
    ];
    all.into_iter().map(|one| (one, row(one))).collect()
}

/// Why a hook cannot even be tried alone; none where it can.
pub fn blocked(hook: &Hook) -> Option<String> {
    if let Some(blank) = hook.action.as_ref().and_then(HookAction::blank) {
        return Some(format!("its {blank} is not filled in yet."));
    }
    match hook.state {
        State::Broken => Some(hook.reason.clone().unwrap_or_else(|| "it is broken.".to_owned())),
        State::CannotRunHere => {
            Some(hook.reason.clone().unwrap_or_else(|| "it is for another system.".to_owned()))
        }
        _ if hook.handler.is_none() && hook.source != Source::Builtin => {
            Some("it has nothing that could be run.".to_owned())
        }
        _ => None,
    }
}

/// What its row says and what is offered there, once all else is known of a hook.
pub fn settle(hook: &mut Hook) {
    // Turning the others on or off would change nothing that happens.
    hook.switchable = !matches!(hook.state, State::Broken | State::Replaced | State::CannotRunHere);
    hook.row = match hook.state {
        _ if hook.draft && hook.switchable => Row::Draft,
        // A fix of something else would not change that.
        State::Ready if hook.notes.iter().any(|note| note.id == DOES_NOTHING) => Row::NoEffect,
        State::Ready if fails(hook).is_some() => Row::NoEffect,
        State::Ready if to_fix(hook).is_some() => Row::NeedsFix,
        other => other.into(),
    };
    hook.can_try = !hook.events.is_empty() && blocked(hook).is_none();
}

#[cfg(test)]
mod tests {
    use tacklebox_agents::agent::Options;
    use tacklebox_agents::hook::AgentId;
    use tacklebox_machine::machine::{Machine, Platform};

    use super::*;

    #[expect(clippy::disallowed_methods, reason = "plays a person who writes a hook")]
    fn ready() -> Hook {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join(".moltis/hooks/a");
        std::fs::create_dir_all(&dir).unwrap();
        let text = "+++\nname = \"a\"\nevents = [\"SessionStart\"]\ncommand = \"true\"\ntimeout = 5\n+++\n";
        std::fs::write(dir.join("HOOK.md"), text).unwrap();
        let machine = Machine::new(Platform::Linux, home.path(), Default::default());
        let all =
            crate::inventory::Inventory::scan(&machine, AgentId::Moltis, &Options::documented());
        let hook = all.hooks().remove(0);
        assert_eq!((hook.state, &*hook.notes), (State::Ready, &[][..]));
        hook
    }

    #[test]
    fn a_row_says_what_matters_most_and_offers_what_changes_something() {
        let note = |fixable| Note {
            id: "x".to_owned(),
            sentence: "It differs.".to_owned(),
            fixable,
            seen: String::new(),
        };
        let of =
            |state, draft, fixable| Hook { state, draft, notes: vec![note(fixable)], ..ready() };
        let idle = |state| {
            let of_nothing = Note { id: DOES_NOTHING.to_owned(), ..note(false) };
            Hook { state, notes: vec![note(true), of_nothing], ..ready() }
        };
        let failing = |state, id: &str| {
            let fails = Note { id: id.to_owned(), ..note(false) };
            Hook { state, notes: vec![fails], ..ready() }
        };
        for (hook, row, switchable, can_try) in [
            (ready(), Row::Ready, true, true),
            (idle(State::Ready), Row::NoEffect, true, true),
            (idle(State::Off), Row::Off, true, true),
            (failing(State::Ready, "command-fails"), Row::NoEffect, true, true),
            (failing(State::Ready, "called-in-vain"), Row::NoEffect, true, true),
            (failing(State::Ready, "program-absent"), Row::Ready, true, true),
            (failing(State::Off, "command-fails"), Row::Off, true, true),
            (idle(State::NotCalled), Row::NotCalled, true, true),
            (of(State::Ready, false, false), Row::Ready, true, true),
            (of(State::Ready, false, true), Row::NeedsFix, true, true),
            (of(State::Off, false, true), Row::Off, true, true),
            (of(State::Off, true, true), Row::Draft, true, true),
            (of(State::NeedsSetup, true, false), Row::Draft, true, true),
            (of(State::NotCalled, false, true), Row::NotCalled, true, true),
            (of(State::Replaced, true, true), Row::Replaced, false, true),
            (of(State::CannotRunHere, true, false), Row::CannotRunHere, false, false),
            (of(State::Broken, true, true), Row::Broken, false, false),
            (Hook { events: Vec::new(), ..ready() }, Row::Ready, true, false),
            (Hook { handler: None, ..ready() }, Row::Ready, true, false),
            (Hook { handler: None, source: Source::Builtin, ..ready() }, Row::Ready, true, true),
        ] {
            let mut settled = hook.clone();
            settle(&mut settled);
            let found = (settled.row, settled.switchable, settled.can_try);
            assert_eq!(found, (row, switchable, can_try), "{hook:?}");
        }
    }
}
