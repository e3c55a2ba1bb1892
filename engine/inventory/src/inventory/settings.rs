//! What the config of an agent comes to for its hooks: whether it is read at all, and whether a hook is on.

use serde_json::Value;

use crate::declared::by_fields;
use crate::discover::{Candidate, Kind, file_name};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::dialect::shipped::Entries;
use tacklebox_agents::hook::{Missing, MissingKind, Source};
use tacklebox_agents::in_force::ConfigState;

/// Whether a hook loads all the same where its agent cannot read its config, or refuses it: it is not in that, and
/// the agent goes on without it.
pub(crate) fn does_without(agent: &Agent, candidate: &Candidate) -> bool {
    agent.dialect.rules.without_config
        && (candidate.source != Source::Config || is_brought(agent, candidate))
}

/// Whether a variable brings an entry, over a config that is refused. Those come before what that has itself.
fn is_brought(agent: &Agent, candidate: &Candidate) -> bool {
    let refused = agent.config_verdict.state == ConfigState::Refused && candidate.tag.is_empty();
    let mut brought = agent.config.refused_hooks().filter(|_| refused);
    let bare = agent.dialect.rules.entries == Entries::Bare;
    let is_it = |entry: &Value| entry.get("name").is_some_and(|name| name == candidate.name());
    brought.any(|entry| is_it(&by_fields(entry, bare)))
}

/// What every hook of an agent lacks whose config does not parse: a "ready" would be a guess.
pub(super) fn unreadable_for(agent: &Agent, candidate: &Candidate) -> Option<Missing> {
    unreadable_config(agent).filter(|_| !does_without(agent, candidate))
}

/// The same for an agent.
pub(crate) fn unreadable_config(agent: &Agent) -> Option<Missing> {
    let config = &agent.config;
    let refused = agent.config_verdict.state == ConfigState::Refused;
    let problem = config.problems.first().filter(|_| config.unparsable && refused)?;
    let file = file_name(&config.path);
    Some(Missing {
        kind: MissingKind::Config,
        message: format!("Config cannot be read: {file}"),
        sentence: match problem.line {
            Some(line) => format!("{file} cannot be read (line {line})"),
            None => format!("{file} cannot be read"),
        },
        names: vec![file],
    })
}

/// What every hook lacks of an agent that refuses its config as a whole.
pub(super) fn refused_config(agent: &Agent, candidate: &Candidate) -> Option<Missing> {
    let verdict = &agent.config_verdict;
    let refused = verdict.state == ConfigState::Refused && !does_without(agent, candidate);
    let problem = verdict.problems.first().filter(|_| refused)?;
    let file = file_name(&agent.config.path);
    Some(Missing {
        kind: MissingKind::Config,
        message: format!("Config refused: {}: {}", problem.path, problem.message),
        sentence: format!(
            "{} refuses {file}: {}: {}",
            agent.runtime.named(),
            problem.path,
            problem.message
        ),
        names: vec![file],
    })
}

/// What every hook lacks of an agent that fails with what is in the place of its state.
pub(super) fn torn_state(agent: &Agent) -> Option<Missing> {
    let file = file_name(agent.torn_state.as_deref()?);
    Some(Missing {
        kind: MissingKind::Config,
        message: format!("State cannot be read: {file}"),
        sentence: format!("{} fails: {file} is not a database", agent.runtime.named()),
        names: vec![file],
    })
}

/// What a hook is that is part of its agent, and that no switch reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// On, and left out where this setting of its config is `false`, if there is one.
    On(Option<String>),
    /// Left out, by this setting of its config.
    OffBy(String),
    /// Left out, by this variable of the environment.
    OffByVariable(String),
}

impl Fixed {
    /// Why there is no switch, as a sentence. `agent` is how the agent is called.
    pub fn sentence(&self, agent: &str) -> String {
        match self {
            Self::On(None) => format!("It is part of {agent}, and always on."),
            Self::On(Some(setting)) => {
                format!("It is part of {agent}. {setting} = false in its config leaves it out.")
            }
            Self::OffBy(setting) => format!("{setting} in the config of {agent} leaves it out."),
            Self::OffByVariable(name) => {
                format!("{name} in the environment of {agent} leaves it out.")
            }
        }
    }
}

/// What is fixed of a hook; none where it has a switch of its own.
pub fn fixed(agent: &Agent, candidate: &Candidate) -> Option<Fixed> {
    if candidate.kind != Kind::Builtin || !agent.dialect.rules.builtins_fixed {
        return None;
    }
    let mut own = agent.dialect.builtins.iter();
    let place = own.find(|builtin| builtin.name == candidate.name()).and_then(|it| it.off_at);
    let config = &agent.config;
    let refused = agent.config_verdict.state == ConfigState::Refused;
    let counts = if refused { &config.refused } else { &config.value };
    let off = |config: &serde_json::Value, place: &[&str]| {
        let said = config.pointer(&format!("/{}", place.join("/")));
        said.is_some_and(|value| value == "off" || value == &serde_json::Value::Bool(false))
    };
    let Some(place) = place.filter(|place| off(counts, place)) else {
        return Some(Fixed::On(place.map(|place| place.join("."))));
    };
    Some(match agent.dialect.rules.variables.filter(|_| refused || !off(&config.root, place)) {
        Some(variables) => Fixed::OffByVariable(variables.name_of(place)),
        None => Fixed::OffBy(place.join(".")),
    })
}

/// Its own switch is on.
pub(super) fn enabled(agent: &Agent, candidate: &Candidate) -> bool {
    if let Some(fixed) = fixed(agent, candidate) {
        return matches!(fixed, Fixed::On(_));
    }
    let (manifest, name) = (candidate.effective().ok(), candidate.name());
    match agent.dialect.switch {
        _ if matches!(candidate.kind, Kind::Legacy | Kind::Gateway) => true,
        // It is on with its plugin, whatever its entry says.
        _ if candidate.source == Source::Plugin => true,
        Switch::ConfigEntry => agent
            .entry(manifest.and_then(|m| m.hook_key.as_deref()).unwrap_or(name))
            .and_then(|entry| entry.get("enabled"))
            .is_none_or(|enabled| enabled != &serde_json::Value::Bool(false)),
        Switch::Manifest => manifest.is_none_or(|m| m.enabled != Some(false)),
        Switch::DisabledList(_) => {
            !agent.disabled.contains(name) && manifest.is_none_or(|m| m.enabled != Some(false))
        }
    }
}
