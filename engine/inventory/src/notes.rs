//! Compatibility notes: what the runtime that ships today does with this very hook, where that
//! differs from the agent's documentation (rules R-8).

use crate::discover::{Candidate, Kind, Module};
use crate::offer::Mine;
use crate::said::DOES_NOTHING;
use crate::variables::{self, EnvFrom};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::policy::Breaks;
use tacklebox_agents::dialect::shipped::Entries;
use tacklebox_agents::dialect::{self, Dialect, EventKeys};
use tacklebox_agents::hook::{Hook, Note, Source, State};
use tacklebox_agents::in_force::InForce;
use tacklebox_agents::manifest::{Action, Manifest, Misspelt};
use tacklebox_agents::moment::{self, Keys};
use tacklebox_agents::note;
use tacklebox_machine::machine::Machine;

mod fails;
mod meetings;
mod method;
mod shipped;

pub(crate) use fails::held_up;
use fails::{
    called_in_vain, command_fails, does_not_come_back, no_folder, reads_more, request_fails,
};
pub(crate) use meetings::Meetings;
pub use method::{meant_method, requests_of};
pub use shipped::modify_shape_seen;

/// What a note is about.
pub struct Subject<'a> {
    pub machine: &'a Machine,
    pub agent: &'a Agent,
    pub candidate: &'a Candidate,
    pub manifest: &'a Manifest,
    /// How many hooks have its name.
    pub others_of_name: usize,
    /// How the hooks of the agent meet on events.
    pub meetings: &'a Meetings,
    pub(crate) mine: Mine<'a>,
}

impl Subject<'_> {
    /// The first required variable that is met by the hook's own `env` alone.
    fn only_own_env(&self) -> Option<&str> {
        let own = |name: &&String| {
            variables::env_from(self.machine, self.agent, self.manifest, name) == Some(EnvFrom::Own)
                && !variables::in_config_env(self.machine, self.agent, name)
        };
        self.manifest.requires.env.iter().find(own).map(String::as_str)
    }
}

/// The notes on one hook.
pub fn of_hook(subject: &Subject<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    if let Some(key) = &subject.manifest.foreign {
        let dialect = subject.agent.dialect;
        notes.push(note(dialect, "foreign-metadata", foreign(dialect, key)));
    } else if subject.candidate.kind == Kind::Hook {
        notes.extend(unknown_events(subject));
    }
    notes.extend(misspelt(subject));
    let idle = subject
        .mine
        .does_nothing(subject.agent, subject.manifest)
        .or_else(|| runs_nothing(subject));
    if let Some(why) = idle {
        notes.push(note(
            subject.agent.dialect,
            DOES_NOTHING,
            format!("{why}: it does nothing here."),
        ));
    }
    notes.extend(reads_more(subject));
    notes.extend(runs_all_the_same(subject));
    notes.extend(command_fails(subject));
    notes.extend(request_fails(subject));
    notes.extend(no_folder(subject));
    notes.extend(called_in_vain(subject));
    notes.extend(does_not_come_back(subject));
    shipped::of_runtime(subject, &mut notes);
    notes
}

/// Of a command that is empty and run all the same.
fn runs_nothing(subject: &Subject<'_>) -> Option<String> {
    let blank = subject.manifest.action.as_ref().and_then(Action::blank)?;
    (!subject.agent.dialect.rules.needs_command).then(|| format!("Its {blank} is not filled in"))
}

/// What holds for every hook of an agent is said once.
pub fn of_agent(dialect: &Dialect) -> Vec<Note> {
    let told = |(id, sentence, seen): &(&str, &str, &str)| Note {
        id: (*id).to_owned(),
        sentence: (*sentence).to_owned(),
        fixable: false,
        seen: (*seen).to_owned(),
    };
    let breaker = breaks(dialect).map(|breaks| {
        let when = breaks.says(dialect.title);
        let sentence =
            format!("{when}, then tries it once more. A hook that blocks has not failed.");
        // What its documentation says was not seen in any version.
        if self::breaks(dialect.agent.dialect()) != Some(breaks) {
            return note(dialect, BREAKER, sentence);
        }
        let own = note(dialect, BREAKER, format!("{sentence} So says its documentation."));
        Note { seen: String::new(), ..own }
    });
    breaker.into_iter().chain(dialect.agent_notes.iter().map(told)).collect()
}

/// When this version leaves a hook out that keeps failing.
fn breaks(dialect: &Dialect) -> Option<Breaks> {
    dialect.dispatch.iter().find_map(|policy| policy.breaker)
}

/// The note on when a hook that keeps failing is left out.
const BREAKER: &str = "breaker";

/// Notes on a hook that is on, without which its state would promise too much: the worst first.
const IN_ROW: [&str; 15] = [
    "command-fails",
    "request-fails",
    "program-absent",
    "called-in-vain",
    "does-not-come-back",
    "held-up",
    note::ENTRY_PLACE,
    "no-folder",
    DOES_NOTHING,
    "no-time",
    "unknown-method",
    "reads-more",
    "links-followed",
    "no-events-needed",
    note::AUDIT_GAP,
];

/// What is said of a hook beside its state, wherever that is shown.
pub(crate) fn in_row(hook: &Hook, module: &Module) -> Option<String> {
    let on = matches!(hook.state, State::Ready | State::NotCalled);
    let named = |id: &&str| hook.notes.iter().find(|note| note.id == *id);
    let said = IN_ROW.iter().find_map(named).map(|note| note.sentence.clone());
    // *Ready* alone would be read as: it loads.
    let open = || {
        let title = hook.agent.dialect().title;
        let why = match module {
            Module::Unknown => String::new(),
            Module::Doubtful(why) => format!(": {why}"),
            _ => return None,
        };
        let called = hook.state == State::Ready;
        called.then(|| format!("Only running it tells whether {title} can load its program{why}."))
    };
    said.or_else(open).filter(|_| on)
}

pub(crate) fn note(dialect: &Dialect, id: &str, sentence: impl Into<String>) -> Note {
    Note {
        id: id.to_owned(),
        sentence: sentence.into(),
        fixable: note::FIXABLE.contains(&id),
        seen: note::seen(id).unwrap_or(dialect.seen).to_owned(),
    }
}

/// That a hook's settings are under another agent's key.
pub fn foreign(dialect: &Dialect, key: &str) -> String {
    let title = dialect.title;
    let sister = dialect::of_key(key).map_or(key, |sister| sister.title);
    if sister == title {
        let own = dialect.metadata_keys.first().copied().unwrap_or_default();
        return format!(
            "Its settings are under {key}: {title} reads {own} and will not see its events."
        );
    }
    format!("Written for {sister}: {title} will not see its events.")
}

/// Keys that no event will ever have, with the one that was probably meant.
fn unknown_events(subject: &Subject<'_>) -> Vec<Note> {
    let dialect = subject.agent.dialect;
    let never = |key: &&String| !may_fire(dialect, key) || slip(dialect, key).is_some();
    let unknown = subject.manifest.events.iter().filter(never);
    unknown
        .chain(&subject.manifest.unknown_events)
        .map(|key| {
            let hint = meant_event(dialect, key).map(|near| format!(" Did you mean {near}?"));
            let title = dialect.title;
            let typed = is_plugin(key) && moment::keys_of(dialect.agent).any(is_plugin);
            let id = if typed { note::TYPED_NAME } else { "unknown-event" };
            let what = if typed {
                format!("{key} is an event of {title} plugins and never fires for a HOOK.md.")
            } else if is_legal(dialect, key) {
                format!("{title} itself never sends {key}.")
            } else {
                format!("{title} has no event {key}, so it never fires.")
            };
            // Only what was probably meant can be put in its place.
            let fixable = hint.is_some();
            Note { fixable, ..note(dialect, id, what + &hint.unwrap_or_default()) }
        })
        .collect()
}

/// Keys that no version reads, where one that is read was probably meant.
fn misspelt(subject: &Subject<'_>) -> Vec<Note> {
    let dialect = subject.agent.dialect;
    let say = |slip: &Misspelt| {
        let id = if slip.is_fixable() { "misspelt-key" } else { "misplaced-key" };
        note(dialect, id, slip.says(dialect.title))
    };
    subject.manifest.misspelt.iter().map(say).collect()
}

/// The event that was probably meant by one that this agent will never send.
pub fn meant_event(dialect: &Dialect, key: &str) -> Option<&'static str> {
    if is_legal(dialect, key) {
        return slip(dialect, key);
    }
    let known = moment::keys_of(dialect.agent).filter(|key| !is_plugin(key));
    moment::nearest(key, known).filter(|near| *near != key)
}

/// Whether it is an action of a known kind where any action is legal.
fn is_legal(dialect: &Dialect, key: &str) -> bool {
    matches!(dialect.keys, EventKeys::Open(_)) && may_fire(dialect, key)
}

/// The event of the same kind that was probably meant by an action that nobody is known to send. Any action is
/// legal, and what a person types after `/` is anybody's.
fn slip(dialect: &Dialect, key: &str) -> Option<&'static str> {
    let (kind, action) = key.split_once(':')?;
    let sent = dialect.rules.sends.unwrap_or_default();
    if !matches!(dialect.keys, EventKeys::Open(_)) || kind == "command" || sent.contains(&key) {
        return None;
    }
    // Mostly it is one of the known keys, and no other has to be looked at.
    if action.is_empty() || moment::is_key_of(dialect.agent, key) {
        return None;
    }
    let known = moment::keys_of(dialect.agent).chain(sent.iter().copied());
    let known = known.filter(|known| known.split_once(':').is_some_and(|(of, _)| of == kind));
    moment::slip(key, known)
}

/// Whether an event could ever reach a hook of this agent, by the first part of its key.
pub fn may_fire(dialect: &Dialect, event: &str) -> bool {
    let kind = event.split(':').next().unwrap_or_default();
    match dialect.keys {
        EventKeys::Open(types) => types.contains(&kind),
        EventKeys::Closed => true,
    }
}

fn is_plugin(key: &str) -> bool {
    moment::find(Keys::Plugin, &key.replace('_', "-")).is_some()
}

/// Whether a key is one for the agent's plugins alone: no hook of a folder is called for it.
pub(crate) fn is_for_plugins(dialect: &Dialect, key: &str) -> bool {
    !may_fire(dialect, key) && dialect.policy(Keys::Plugin).is_some() && is_plugin(key)
}

/// Said on the hook at which a loader ends.
pub(crate) fn stops_here(runtime: &InForce, why: &str) -> String {
    let named = runtime.named();
    format!("{named} stops loading hooks at this one: {why}")
}

/// What the documents of the agent refuse in a hook that can be read, and the version in force registers.
fn runs_all_the_same(subject: &Subject<'_>) -> Option<Note> {
    let (candidate, agent) = (subject.candidate, subject.agent);
    let (title, named) = (agent.dialect.title, agent.runtime.named());
    if candidate.by_link == Some("links-followed") {
        let sentence = format!(
            "The documentation of {title} refuses a module behind a link that leads out of its folders. {named} follows it."
        );
        return Some(note(agent.dialect, "links-followed", sentence));
    }
    let no_events = candidate.effective().is_ok_and(|manifest| manifest.events.is_empty());
    // An entry of a config without one is not even registered.
    let entry = agent.dialect.rules.entries == Entries::Bare && candidate.source == Source::Config;
    (no_events && !agent.dialect.rules.needs_events && !entry).then(|| {
        let sentence = format!(
            "It names no event, which the documentation of {title} refuses. {named} takes it, and never calls it."
        );
        note(agent.dialect, "no-events-needed", sentence)
    })
}

/// `entries.<key>.env` satisfies a requirement and never reaches the handler.
fn env_not_exported(subject: &Subject<'_>, notes: &mut Vec<Note>) {
    if subject.mine.reads_its_entry() {
        return;
    }
    if let Some(name) = subject.only_own_env() {
        let title = subject.agent.dialect.title;
        notes.push(note(
            subject.agent.dialect,
            "env-not-exported",
            format!("{title} checks {name} in the hook's settings and does not hand it to the hook, which has to read it from the config itself. Where it reads its environment, set {name} where {title} is started."),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tacklebox_agents::hook::AgentId;

    #[test]
    fn what_holds_for_all_hooks_is_said_once() {
        let said = |agent: AgentId| {
            let notes = of_agent(agent.dialect());
            notes.into_iter().map(|note| note.id).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(said(AgentId::Milady), "milady-events no-time-limit");
        assert_eq!(said(AgentId::Eliza), "no-time-limit");
        assert_eq!(said(AgentId::Openclaw), "no-time-limit");
        assert_eq!(said(AgentId::Moltis), "breaker");
        for runtime in AgentId::Moltis.runtimes() {
            let breaks = breaks(&runtime.dialect).unwrap();
            let note = of_agent(&runtime.dialect).remove(0);
            let number = format!("After {} failures in a row, Moltis", breaks.failures);
            assert!(note.sentence.starts_with(&number), "{}: {}", runtime.version, note.sentence);
        }
        assert_eq!(said(AgentId::Zeroclaw), "zeroclaw-reload zeroclaw-no-hooks");
        let releases = AgentId::Zeroclaw.runtime("0.8.7").unwrap();
        let notes = of_agent(&releases.dialect);
        assert_eq!(
            notes.into_iter().map(|note| note.id).collect::<Vec<_>>(),
            ["zeroclaw-no-hooks"]
        );
    }

    #[test]
    fn a_note_says_whether_it_was_seen_running_or_read() {
        let moltis = AgentId::Moltis.dialect();
        assert!(note(moltis, "moltis-chain", "").seen.contains(", run in "));
        assert!(note(moltis, "moltis-never", "").seen.contains(", read in "));
    }

    #[test]
    fn every_note_names_the_version_in_which_it_was_seen() {
        for runtime in AgentId::ALL.into_iter().flat_map(AgentId::runtimes) {
            let dialect = &runtime.dialect;
            // What only its documentation says was not seen, and says so itself; nothing else is without a version.
            let (told, seen): (Vec<_>, Vec<_>) =
                of_agent(dialect).into_iter().partition(|note| note.seen.is_empty());
            for note in told {
                assert_eq!(note.id, BREAKER);
                assert_eq!(breaks(dialect), breaks(dialect.agent.dialect()));
                assert!(note.sentence.ends_with("So says its documentation."), "{}", note.sentence);
            }
            for seen in seen.into_iter().map(|note| note.seen).chain([dialect.seen.to_owned()]) {
                assert!(seen.contains(|c: char| c.is_ascii_digit()), "{seen}");
                assert!(!seen.contains("February"), "{seen}");
                assert!(seen.contains(", run in ") || seen.contains(", read in "), "{seen}");
            }
        }
        // 2026.7.35 takes handlers, so it has nothing to say of them.
        assert_eq!(AgentId::Openclaw.runtime("2026.7.35").unwrap().dialect.legacy_retired, None);
    }
}
