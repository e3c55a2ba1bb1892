//! Hook × machine × config → what is missing (rules R-3).

use serde_json::Value;

use crate::discover::Candidate;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::ConfigPath;
use tacklebox_agents::dialect::EnvPlace;
use tacklebox_agents::hook::{InstallSpec, Missing, MissingKind};
use tacklebox_agents::manifest::Manifest;
use tacklebox_machine::machine::{Machine, Platform};
use tacklebox_machine::words;

/// Where a variable that a hook needs is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnvFrom {
    /// The environment in which Tacklebox (and, as far as one can know, the agent) runs.
    Environment,
    /// The hook's own `env`.
    Own,
    /// `env` or `env.vars` of the agent's config.
    Config,
}

/// Everything that the hook lacks here, in the order in which an agent checks.
pub fn missing(machine: &Machine, agent: &Agent, candidate: &Candidate) -> Vec<Missing> {
    let Ok(manifest) = &candidate.manifest else { return Vec::new() };
    let requires = &manifest.requires;
    let mut missing = Vec::new();
    let platform = machine.platform();
    if !runs_on(&requires.os, platform) {
        missing.push(Missing {
            kind: MissingKind::Os,
            names: requires.os.clone(),
            message: format!(
                "OS: requires {}, current: {}",
                requires.os.join("|"),
                platform.as_str()
            ),
            sentence: format!(
                "Runs on {} only",
                words::any_of(requires.os.iter().map(|os| words::os(os)))
            ),
        });
    }
    if !manifest.always {
        for name in requires.bins.iter().filter(|name| machine.program(name).is_none()) {
            missing.push(Missing {
                kind: MissingKind::Bin,
                names: vec![name.clone()],
                message: format!("Binary missing: {name}"),
                sentence: format!("Needs the program {name}"),
            });
        }
        let any = &requires.any_bins;
        if !any.is_empty() && !any.iter().any(|name| machine.program(name).is_some()) {
            missing.push(Missing {
                kind: MissingKind::AnyBins,
                names: any.clone(),
                message: format!("None of: {}", any.join(", ")),
                sentence: format!("Needs the program {}", words::any_of(any.iter().cloned())),
            });
        }
        for name in &requires.env {
            if env_from(machine, agent, manifest, name).is_none() {
                missing.push(Missing {
                    kind: MissingKind::Env,
                    names: vec![name.clone()],
                    message: format!("Env missing: {name}"),
                    sentence: format!("Needs {}", words::with_article(&words::variable(name))),
                });
            }
        }
        if agent.dialect.checks_config {
            for path in requires.config.iter().filter(|path| !config_is_set(agent, path)) {
                missing.push(Missing {
                    kind: MissingKind::Config,
                    names: vec![path.clone()],
                    message: format!("Config missing: {path}"),
                    sentence: format!("Needs the setting {path}"),
                });
            }
        }
    }
    if let Some(file) = &candidate.not_executable {
        missing.push(Missing {
            kind: MissingKind::NotExecutable,
            names: vec![file.clone()],
            message: format!("Not executable: {file}"),
            sentence: format!("{file} may not be run yet"),
        });
    }
    missing
}

/// Whether an `os` list admits a platform; an empty one admits all.
pub fn runs_on(os: &[String], platform: Platform) -> bool {
    os.is_empty() || os.iter().any(|name| name == platform.as_str())
}

/// Where a required variable is set; none where it is missing.
pub fn env_from(
    machine: &Machine,
    agent: &Agent,
    manifest: &Manifest,
    name: &str,
) -> Option<EnvFrom> {
    if machine.env(name).is_some() {
        return Some(EnvFrom::Environment);
    }
    let own = match agent.dialect.env_place {
        EnvPlace::Process => false,
        EnvPlace::Manifest => manifest.env.get(name).is_some_and(|value| !value.is_empty()),
        EnvPlace::ConfigEntry => {
            let key = manifest.hook_key.as_deref().unwrap_or(&manifest.name);
            agent
                .entry(key)
                .is_some_and(|entry| is_text(entry.get("env").and_then(|env| env.get(name))))
        }
    };
    if own {
        return Some(EnvFrom::Own);
    }
    in_config_env(agent, name).then_some(EnvFrom::Config)
}

/// Whether the config sets a variable for the agent as a whole.
pub(crate) fn in_config_env(agent: &Agent, name: &str) -> bool {
    let Some(env) = agent.config.value.get("env") else { return false };
    agent.dialect.env_place == EnvPlace::ConfigEntry
        && (is_text(env.get(name)) || is_text(env.get("vars").and_then(|vars| vars.get(name))))
}

fn is_text(value: Option<&Value>) -> bool {
    match value {
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Number(_) | Value::Bool(_)) => true,
        _ => false,
    }
}

/// Whether a config path is truthy as JavaScript has it. `hooks.entries.X` also finds
/// `hooks.internal.entries.X`.
pub fn config_is_set(agent: &Agent, path: &str) -> bool {
    // The agents cut such a path at its dots and know no quotes.
    let get = |path: &str| ConfigPath::of(path.split('.')).get(&agent.config.value).map(truthy);
    let moved = path.strip_prefix("hooks.entries.");
    let moved = moved.and_then(|rest| get(&format!("hooks.internal.entries.{rest}")));
    match (get(path), moved) {
        (None, None) => agent.dialect.default_true.contains(&path),
        (here, moved) => here == Some(true) || moved == Some(true),
    }
}

/// Truth as JavaScript has it: absent, null, false, "", 0 and NaN are not; "false", [] and {} are.
fn truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64().is_some_and(|n| n != 0.0 && !n.is_nan()),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}

/// The install specs that count on this platform.
pub fn install_specs(machine: &Machine, candidate: &Candidate) -> Vec<InstallSpec> {
    let Ok(manifest) = &candidate.manifest else { return Vec::new() };
    let fits = |spec: &&InstallSpec| runs_on(&spec.os, machine.platform());
    manifest.install.iter().filter(fits).cloned().collect()
}
