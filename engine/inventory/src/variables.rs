//! Variables that hooks ask for: whether the agent finds one, and where.

use serde_json::Value;

use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::names::references;
use tacklebox_agents::config::path::is_inherited;
use tacklebox_agents::dialect::EnvPlace;
use tacklebox_agents::dialect::env_sources::{EnvAt, EnvOver, EnvSource, EnvTakes};
use tacklebox_agents::dialect::shipped::Inherited;
use tacklebox_agents::manifest::Manifest;
use tacklebox_agents::truth::truthy;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// Where a variable that a hook needs is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnvFrom {
    /// The environment in which Tacklebox (and, as far as one can know, the agent) runs.
    Environment,
    /// The hook's own `env`.
    Own,
    /// `env` or `env.vars` of the agent's config, or the file of its home for variables.
    Config,
}

/// Where a required variable is set; none where it is missing.
pub fn env_from(
    machine: &Machine,
    agent: &Agent,
    manifest: &Manifest,
    name: &str,
) -> Option<EnvFrom> {
    let rules = &agent.dialect.rules;
    let filled = |value: &str| !rules.trims_env || !words::js_trim(value).is_empty();
    let set = machine.variable(name);
    let by_environment =
        set.is_some_and(|value| rules.empty_env_counts || !value.is_empty() && filled(value));
    let inherited =
        || matches!(rules.inherited, Inherited::All | Inherited::Careful) && is_inherited(name);
    if by_environment || inherited() {
        return Some(EnvFrom::Environment);
    }
    let own = rules.own_env_counts
        && match agent.dialect.env_place {
            EnvPlace::Process => false,
            EnvPlace::Manifest => manifest.env.get(name).is_some_and(|value| !value.is_empty()),
            EnvPlace::ConfigEntry => {
                let key = manifest.hook_key.as_deref().unwrap_or(&manifest.name);
                let value = agent.entry(key).and_then(|entry| entry.get("env")?.get(name));
                let counts = match rules.env_by_truth {
                    true => value.is_some_and(truthy),
                    false => is_text(value),
                };
                counts && value.and_then(Value::as_str).is_none_or(filled)
            }
        };
    if own {
        return Some(EnvFrom::Own);
    }
    in_config_env(machine, agent, name).then_some(EnvFrom::Config)
}

/// The value that counts for a required variable, for a question that a person asked about it. It goes to whom
/// it is a key of, and nowhere else.
pub fn env_value(
    machine: &Machine,
    agent: &Agent,
    manifest: &Manifest,
    name: &str,
) -> Option<String> {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    match env_from(machine, agent, manifest, name)? {
        EnvFrom::Environment => machine.env(name).map(str::to_owned),
        EnvFrom::Own => match agent.dialect.env_place {
            EnvPlace::Manifest => manifest.env.get(name).cloned(),
            _ => {
                let key = manifest.hook_key.as_deref().unwrap_or(&manifest.name);
                text(agent.entry(key).and_then(|entry| entry.get("env")?.get(name)))
            }
        },
        // A reference to a vault is not a key itself.
        EnvFrom::Config => {
            sourced(machine, agent, name)?.filter(|value| !value.starts_with("vault://"))
        }
    }
}

/// Whether the config sets a variable for the agent as a whole.
pub(crate) fn in_config_env(machine: &Machine, agent: &Agent, name: &str) -> bool {
    sourced(machine, agent, name).is_some()
}

/// What the agent takes for a variable that its environment does not fill, from the place that counts of those that
/// set it: a text, or something else.
fn sourced(machine: &Machine, agent: &Agent, name: &str) -> Option<Option<String>> {
    if agent.dialect.env_place != EnvPlace::ConfigEntry {
        return None;
    }
    let env = agent.config.value.get("env");
    let vars = || env.and_then(|env| env.get("vars"));
    let mut sources = agent.dialect.rules.env.iter();
    let read = |source: &EnvSource| {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let taken = |value: &&Value| takes(machine, agent, source.takes, value);
        match source.at {
            EnvAt::Env => env.and_then(|env| env.get(name)).filter(taken).map(text),
            EnvAt::Vars => vars().and_then(|vars| vars.get(name)).filter(taken).map(text),
            EnvAt::File(_) => {
                let line = agent.env_file.get(name).map(|line| Value::from(line.as_str()));
                line.as_ref().filter(taken).map(text)
            }
            EnvAt::Connectors(rows) => {
                let config = &agent.config.value;
                let all = config.get("connectors").or_else(|| config.get("channels"))?;
                let rows = rows.iter().filter(|(_, _, sets)| *sets == name);
                let mut values = rows.filter_map(|(of, field, _)| all.get(of)?.get(field));
                values.find(taken).map(text)
            }
        }
    };
    // Mostly there is none: whether it would count is asked last.
    let counts = |source: &EnvSource| {
        !source.blocks(name) && (source.over != EnvOver::Unset || machine.variable(name).is_none())
    };
    sources.find_map(|source| read(source).filter(|_| counts(source)))
}

fn takes(machine: &Machine, agent: &Agent, takes: EnvTakes, value: &Value) -> bool {
    match (takes, value) {
        (EnvTakes::True, value) => truthy(value),
        (EnvTakes::Value, value) => is_text(Some(value)),
        (EnvTakes::Filled, Value::String(text)) => !text.is_empty(),
        (EnvTakes::Resolved, Value::String(text)) => {
            !words::js_trim(text).is_empty()
                && references(text).all(|name| is_given(machine, agent, name))
        }
        (_, Value::String(text)) => !words::js_trim(text).is_empty(),
        (EnvTakes::Scalar, Value::Array(list)) => !list.is_empty(),
        (EnvTakes::Scalar, value) => value.is_number() || value.is_boolean(),
        _ => false,
    }
}

/// Whether there is a value for a variable that a value of the config names.
fn is_given(machine: &Machine, agent: &Agent, name: &str) -> bool {
    let var = || agent.config.value.get("env")?.get("vars")?.get(name)?.as_str();
    let plain = |text: &str| !text.is_empty() && references(text).next().is_none();
    machine.env(name).is_some() || agent.env_file.contains_key(name) || var().is_some_and(plain)
}

fn is_text(value: Option<&Value>) -> bool {
    match value {
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Number(_) | Value::Bool(_)) => true,
        _ => false,
    }
}
