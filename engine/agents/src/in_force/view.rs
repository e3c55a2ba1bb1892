//! The runtime in JSON: of one hook, and of an agent. A contract (`docs/CLI.md`).

use serde::Serialize;

use super::{Basis, InForce};
use crate::dialect::Dialect;
use crate::hook::AgentId;
use crate::moment::{self, Keys};
use tacklebox_machine::machine::Machine;

/// Which version of an agent is judged by, and what it does with the agent as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct AgentRuntime {
    /// The one that is judged by.
    pub version: String,
    /// The one on this computer, as it calls itself.
    pub found: Option<String>,
    pub basis: Basis,
    /// Where it was found, with `~`.
    pub path: Option<String>,
    pub known: Vec<String>,
    /// The one that is judged by, as sentences and titles name it: "OpenClaw (taken to be 2026.9.6)".
    pub named: String,
    /// The event keys that this version ever sends.
    pub sends: Vec<String>,
    /// How a sentence begins about another one: "OpenClaw 2026.9.6 never sends".
    pub never_sends: String,
    pub config: ConfigState,
    pub config_problems: Vec<ConfigProblem>,
}

/// What this version makes of the agent's config.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum ConfigState {
    Accepted,
    /// All of it is refused for what is wrong in it.
    Refused,
    #[default]
    Unknown,
}

/// A place in a config that a version refuses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ConfigProblem {
    /// Dotted: `hooks.internal.installs`.
    pub path: String,
    pub message: String,
}

impl AgentRuntime {
    pub fn of(machine: &Machine, in_force: &InForce, config: &super::ConfigVerdict) -> Self {
        let dialect = in_force.dialect();
        let found = in_force.found.as_ref();
        Self {
            version: in_force.runtime.version.to_owned(),
            found: found.and_then(|found| found.version.clone()),
            basis: in_force.basis,
            path: found.map(|found| machine.show(&found.path)),
            known: dialect.agent.runtimes().iter().map(|it| it.version.to_owned()).collect(),
            named: in_force.named(),
            sends: sends(dialect),
            never_sends: in_force.never_sends(),
            config: config.state,
            config_problems: config.problems.clone(),
        }
    }
}

/// The event keys that an agent of these rules ever sends to hooks in folders.
pub fn sends(dialect: &Dialect) -> Vec<String> {
    match dialect.rules.sends {
        Some(keys) => keys.iter().map(|key| (*key).to_owned()).collect(),
        None => documented(dialect.agent),
    }
}

fn documented(agent: AgentId) -> Vec<String> {
    let own = Keys::of(agent);
    let keys = moment::MOMENTS.iter().flat_map(|moment| moment.keys);
    keys.filter(|key| key.family == own && key.is_for(agent))
        .map(|key| key.key.to_owned())
        .collect()
}
