//! What of a hook's setup or switch is another by the version in force than by the agent's documentation, each with its
//! sentence.

use std::collections::BTreeSet;

use crate::discover::Candidate;
use crate::eligibility::{self, Lack, Lacks};
use crate::notes;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::{MissingKind, Note, Source};
use tacklebox_agents::in_force::ConfigState;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// One of them.
pub(super) struct Otherwise {
    pub(super) id: &'static str,
    /// None where the hook's page says it anyway.
    sentence: Option<String>,
}

/// The agent by its text.
#[derive(Clone)]
pub(super) struct Text {
    agent: Box<Agent>,
    /// No switch in a config is another than by the version in force.
    same_switches: bool,
}

impl Text {
    pub(super) fn of(in_force: &Agent, agent: Box<Agent>) -> Self {
        let all = |agent: &Agent| (agent.dialect.whole_switch, agent.dialect.rules.builtins_fixed);
        let read =
            [in_force, &*agent].iter().all(|it| it.config_verdict.state != ConfigState::Refused);
        let same_switches = read
            && all(in_force) == all(&agent)
            && in_force.dialect.switch == agent.dialect.switch
            && in_force.section == agent.section
            && in_force.disabled == agent.disabled;
        Self { agent, same_switches }
    }
}

/// What a hook asks for, with the id of what decides where a version looks it up in its own way.
const ASKS: [(MissingKind, &str); 6] = [
    (MissingKind::Os, "os-names"),
    (MissingKind::Bin, "programs"),
    (MissingKind::AnyBins, "any-bins"),
    (MissingKind::Env, "variables"),
    (MissingKind::Config, "settings"),
    (MissingKind::NotExecutable, "command-unchecked"),
];

impl super::Inventory {
    /// Whether another hook of this name counts than the last one.
    pub(super) fn other_wins(&self, name: &str) -> bool {
        let last = self.names.get(name).and_then(|places| places.last());
        self.agent.dialect.shadows && last != self.strongest(name)
    }

    /// What of a hook's setup or switch is another than by the agent's text.
    /// `here`: what it lacks by the version in force.
    pub(super) fn otherwise(
        &self,
        machine: &Machine,
        candidate: &Candidate,
        here: &Lacks<'_>,
    ) -> Vec<Otherwise> {
        let Some(Text { agent: text, same_switches }) = &self.text else { return Vec::new() };
        let mut all = Vec::new();
        let mut say = |id, sentence: String| all.push(Otherwise { id, sentence: Some(sentence) });
        let named = || self.agent.runtime.named();
        if !here.by_none {
            let (here, there) = (&here.all, eligibility::lacks(machine, text, candidate).all);
            for (kind, id) in ASKS.iter().filter(|_| *here != there) {
                if let Some((text, own)) = differs(here, &there, *kind) {
                    say(id, format!("By its documentation {text}. For {} {own}.", named()));
                }
            }
        }
        if candidate.source == Source::Workspace && self.agent.workspace != text.workspace {
            let of = |agent: &Agent| machine.show(&agent.named_workspace());
            let (own, other) = (of(&self.agent), of(text));
            say(
                "agent-workspace",
                format!(
                    "By its documentation the workspace is {other}. For {} it is {own}.",
                    named()
                ),
            );
        }
        let on = |agent: &Agent| (agent.hooks_on(), super::settings::enabled(agent, candidate));
        let unread = |agent: &Agent| super::settings::unreadable_for(agent, candidate).is_some();
        if super::fixed(&self.agent, candidate).is_some() {
            all.push(Otherwise { id: "built-in", sentence: None });
        } else if *same_switches {
            return all;
        } else if on(&self.agent) != on(text) || unread(&self.agent) != unread(text) {
            let is_on = |agent: &Agent| on(agent) == (true, true);
            let word = |agent: &Agent| if is_on(agent) { "on" } else { "off" };
            let sentence = match is_on(&self.agent) == is_on(text) {
                true => format!(
                    "{} reads the config in another way than its documentation says.",
                    named()
                ),
                false => format!(
                    "By its documentation the config has it {}. {} has it {}.",
                    word(text),
                    named(),
                    word(&self.agent)
                ),
            };
            say("config-reading", sentence);
        }
        all
    }

    /// The lines of them on the page of a hook, beside those that say more of the same.
    pub(super) fn told(&self, all: Vec<Otherwise>, notes: &mut Vec<Note>) {
        let more = |id: &str| match id {
            "variables" => notes.iter().any(|note| note.id == "env-not-exported"),
            // It fails all the same.
            "command-unchecked" => notes.iter().any(|note| note.id == "command-fails"),
            _ => false,
        };
        let told: Vec<_> = all.into_iter().filter(|it| !more(it.id)).collect();
        let line = |it: Otherwise| Some(notes::note(self.agent.dialect, it.id, it.sentence?));
        notes.extend(told.into_iter().filter_map(line));
    }
}

/// What the documentation makes of what a hook asks for, and what the version in force does.
fn differs(here: &[Lack<'_>], there: &[Lack<'_>], kind: MissingKind) -> Option<(String, String)> {
    let of = |list: &[Lack<'_>]| -> BTreeSet<String> {
        list.iter().filter(|it| it.kind == kind).flat_map(|it| it.names).cloned().collect()
    };
    let (here, there) = (of(here), of(there));
    let more = there.difference(&here).next().is_some();
    let names: Vec<_> = match more {
        true => there.difference(&here).cloned().collect(),
        false => here.difference(&there).cloned().collect(),
    };
    let (is, it) = if names.len() == 1 { ("is", "it is") } else { ("are", "they are") };
    let (no, yes) = match kind {
        _ if names.is_empty() => return None,
        MissingKind::Os => ("does not run", "runs"),
        MissingKind::NotExecutable => ("has to be marked as a program", "does not have to be"),
        _ => ("missing", "there"),
    };
    let (text, own) = if more { (no, yes) } else { (yes, no) };
    let names = words::all_of(names);
    Some(match kind {
        MissingKind::Os => (format!("it {text} on this system"), format!("it {own}")),
        MissingKind::NotExecutable => (format!("{names} {text}"), format!("it {own}")),
        _ => (format!("{names} {is} {text}"), format!("{it} {own}")),
    })
}
