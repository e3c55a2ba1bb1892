//! Compatibility notes: what the runtime that ships today does with this very hook, where that
//! differs from the agent's reference (`agents.md` section 8).

use std::collections::HashMap;

use crate::agent::Agent;
use crate::dialect::{Dialect, EventKeys};
use crate::discover::{Candidate, Kind};
use crate::eligibility::{self, EnvFrom};
use crate::hook::Note;
use crate::machine::Machine;
use crate::manifest::Manifest;
use crate::moment::{self, Keys};

mod milady;
mod moltis;
mod openclaw;
mod zeroclaw;

pub(crate) use milady::{eliza_notes, milady_notes};
pub(crate) use moltis::moltis_notes;
pub(crate) use openclaw::openclaw_notes;
pub(crate) use zeroclaw::zeroclaw_notes;

/// What a note is about.
pub(crate) struct Subject<'a> {
    pub machine: &'a Machine,
    pub agent: &'a Agent,
    pub candidate: &'a Candidate,
    pub manifest: &'a Manifest,
    /// How many hooks bear its name.
    pub others_of_name: usize,
    /// How many hooks listen to each event that can be modified.
    pub modifiers: &'a HashMap<String, usize>,
}

impl Subject<'_> {
    /// The first required variable that is met by the hook's own `env` alone.
    fn only_own_env(&self) -> Option<&str> {
        let own = |name: &&String| {
            eligibility::env_from(self.machine, self.agent, self.manifest, name)
                == Some(EnvFrom::Own)
        };
        self.manifest.requires.env.iter().find(own).map(String::as_str)
    }
}

/// The notes on one hook.
pub(crate) fn of_hook(subject: &Subject<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    if let Some(key) = &subject.manifest.foreign {
        let (sister, agent) = (sister(key), subject.agent.dialect.title);
        notes.push(note(
            subject.agent.dialect,
            "foreign-metadata",
            format!("Written for {sister}: {agent} will not see its events."),
        ));
    } else if subject.candidate.kind == Kind::Hook {
        notes.extend(unknown_events(subject));
    }
    (subject.agent.dialect.notes)(subject, &mut notes);
    notes
}

/// What holds for every hook of an agent is said once.
pub fn of_agent(dialect: &Dialect) -> Vec<Note> {
    dialect
        .agent_notes
        .iter()
        .map(|(id, sentence, seen)| Note {
            id: (*id).to_owned(),
            sentence: (*sentence).to_owned(),
            fixable: false,
            seen: (*seen).to_owned(),
        })
        .collect()
}

/// Notes that [`crate::fix`] has a plan for.
pub(crate) const FIXABLE: [&str; 8] = [
    "foreign-metadata",
    "milady-front-matter",
    "milady-hooks-root",
    "milady-json-metadata",
    "milady-scalars",
    "milady-workspace-dir",
    "moltis-config-table",
    "moltis-darwin",
];

fn note(dialect: &Dialect, id: &str, sentence: impl Into<String>) -> Note {
    Note {
        id: id.to_owned(),
        sentence: sentence.into(),
        fixable: FIXABLE.contains(&id),
        seen: dialect.seen.to_owned(),
    }
}

/// The agent that a `metadata` key belongs to, by name.
pub(crate) fn sister(key: &str) -> String {
    match key {
        "openclaw" | "clawdbot" | "moltbot" => "OpenClaw".to_owned(),
        "milady" | "milaidy" => "Milady".to_owned(),
        "eliza" | "elizaos" => "Eliza".to_owned(),
        other => other.to_owned(),
    }
}

/// Keys that no event will ever have, with the one that was probably meant.
fn unknown_events(subject: &Subject<'_>) -> Vec<Note> {
    let dialect = subject.agent.dialect;
    let known = || moment::events(dialect.agent).map(|row| row.key).filter(|key| !is_plugin(key));
    let unknown = subject.manifest.events.iter().filter(|key| !may_fire(dialect, key));
    unknown
        .map(|key| {
            let id = if is_plugin(key) { "openclaw-typed-name" } else { "unknown-event" };
            let hint = moment::nearest(key, known()).map(|near| format!(" Did you mean {near}?"));
            let title = dialect.title;
            let what = if is_plugin(key) {
                format!("{key} is an event of {title} plugins and never fires for a HOOK.md.")
            } else {
                format!("{title} has no event {key}, so it never fires.")
            };
            note(dialect, id, what + &hint.unwrap_or_default())
        })
        .collect()
}

/// Whether an event could ever reach a hook of this agent, by the first part of its key.
pub(crate) fn may_fire(dialect: &Dialect, event: &str) -> bool {
    let kind = event.split(':').next().unwrap_or_default();
    match dialect.keys {
        EventKeys::Open(types) => types.contains(&kind),
        EventKeys::Closed => true,
    }
}

fn is_plugin(key: &str) -> bool {
    moment::find(Keys::Plugin, &key.replace('_', "-")).is_some()
}

/// `entries.<key>.env` satisfies a requirement and never reaches the handler.
fn env_not_exported(subject: &Subject<'_>, notes: &mut Vec<Note>) {
    if let Some(name) = subject.only_own_env() {
        let title = subject.agent.dialect.title;
        notes.push(note(
            subject.agent.dialect,
            "env-not-exported",
            format!("{title} checks {name} in the hook's settings and does not hand it to the hook: the hook has to read it from the config itself."),
        ));
    }
}
