//! Starting points for new plugins: those of the twelve for hooks that an agent obeys in plugins alone.
//!
//! The other seven OpenClaw does for a hook: see `create::template`.

use serde::Serialize;

use super::make;
use super::rules;
use super::sentence::{self, Act, PluginSentence};
use crate::ops::OpError;
use crate::plan::Plan;
use tacklebox_agents::agent::Agent;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// One starting point.
#[derive(Debug)]
pub struct Template {
    id: &'static str,
    title: &'static str,
    says: &'static str,
    event: &'static str,
    start: Start,
}

#[derive(Debug)]
enum Start {
    Sentence(Said),
    /// Its `index.js`.
    Program(&'static str),
}

#[derive(Debug)]
struct Said {
    tools: &'static [&'static str],
    pattern: &'static str,
    act: Act,
    with: &'static str,
}

impl Said {
    fn of(&self, event: &str) -> PluginSentence {
        PluginSentence {
            event: event.to_owned(),
            tools: self.tools.iter().map(|tool| (*tool).to_owned()).collect(),
            pattern: self.pattern.to_owned(),
            act: self.act,
            with: self.with.to_owned(),
            timeout: None,
            priority: None,
        }
    }
}

/// All of them, in the order in which they are offered.
pub const ALL: [Template; 5] = [
    Template {
        id: "block-tool",
        title: "Block a tool by its name",
        says: "The tool exec, or another one, is never run.",
        event: "before_tool_call",
        start: Start::Sentence(Said {
            tools: &["exec"],
            pattern: "",
            act: Act::Block,
            with: "This tool needs a person",
        }),
    },
    Template {
        id: "log-tools",
        title: "Append each use of a tool to a file",
        says: "One line a tool, with what it was given and what came of it, in tools.log in your home folder.",
        event: "after_tool_call",
        start: Start::Sentence(Said {
            tools: &[],
            pattern: "",
            act: Act::Run,
            with: "cat >> \"$HOME/tools.log\"",
        }),
    },
    Template {
        id: "block-words",
        title: "Do not send answers with certain words",
        says: "The words are in the sentence.",
        event: "message_sending",
        start: Start::Sentence(Said {
            tools: &[],
            pattern: "password|secret",
            act: Act::Block,
            with: "It has a word that does not go out",
        }),
    },
    Template {
        id: "limit-tools",
        title: "Stop after so many uses of tools in one hour",
        says: "60, or the number that you write into its file.",
        event: "before_tool_call",
        start: Start::Program(include_str!("template/limit-tools.js")),
    },
    Template {
        id: "quiet-hours",
        title: "Send no answers at night",
        says: "Between 22 and 7 o'clock, or the hours that you write into its file.",
        event: "message_sending",
        start: Start::Program(include_str!("template/quiet-hours.js")),
    },
];

/// A starting point as it is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PluginOffer {
    pub id: String,
    pub title: String,
    pub says: String,
    pub event: String,
    /// What it says; none where it is a program.
    pub sentence: Option<PluginSentence>,
}

/// What an agent can be offered: what its version in force calls.
pub fn offers(agent: &Agent) -> Vec<PluginOffer> {
    ALL.iter().filter(|it| it.fits(agent)).map(Template::offer).collect()
}

/// The one of this id.
///
/// # Errors
/// [`OpError::Refused`] with those that there are.
pub fn find(agent: &Agent, id: &str) -> Result<&'static Template, OpError> {
    ALL.iter().find(|it| it.id == id && it.fits(agent)).ok_or_else(|| {
        let known = words::all_of(offers(agent).into_iter().map(|offer| offer.id));
        OpError::Refused(format!("There is no template {id} for plugins; there is {known}."))
    })
}

/// The plan of a new plugin that begins with one. It starts off, unless `on`.
///
/// # Errors
/// As [`make::plan`].
pub fn plan(
    machine: &Machine,
    inventory: &Inventory,
    name: &str,
    template: &Template,
    on: bool,
) -> Result<Plan, OpError> {
    match &template.start {
        Start::Program(text) => make::with(machine, inventory, name, template.event, text, on),
        Start::Sentence(said) => {
            sentence::new(machine, inventory, name, &said.of(template.event), on)
        }
    }
}

impl Template {
    fn fits(&self, agent: &Agent) -> bool {
        let hook = rules(agent).and_then(|_| make::hook(agent.dialect.title, self.event));
        hook.is_ok_and(|hook| make::sent(agent, hook).is_ok())
    }

    fn offer(&self) -> PluginOffer {
        PluginOffer {
            id: self.id.to_owned(),
            title: self.title.to_owned(),
            says: self.says.to_owned(),
            event: self.event.to_owned(),
            sentence: match &self.start {
                Start::Sentence(said) => Some(said.of(self.event)),
                Start::Program(_) => None,
            },
        }
    }
}
