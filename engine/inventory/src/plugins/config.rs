//! What an agent makes of a config that names plugins: one as its memory, and places where others are.

use std::path::Path;

use tacklebox_agents::agent::Agent;
use tacklebox_agents::in_force::{ConfigProblem, ConfigState, ConfigVerdict, packages};
use tacklebox_machine::machine::Machine;

use super::{found, places, rules};

/// Plugins that the agent brings, or names itself where it does not have them: it minds none of them.
const ITS_OWN: [&str; 4] = ["active-memory", "memory-core", "memory-lancedb", "memory-wiki"];
/// What a plugin of a single file ends with.
const ENDINGS: [&str; 6] = ["ts", "js", "mts", "cts", "mjs", "cjs"];

/// What the version in force makes of the config, now that its plugins are known.
pub(crate) fn verdict(machine: &Machine, agent: &Agent) -> ConfigVerdict {
    let Some(state) = agent.config_verdict.with_plugins else {
        return agent.config_verdict.clone();
    };
    let found = memory(machine, agent).into_iter().chain(paths(machine, agent));
    let problems: Vec<ConfigProblem> = found.collect();
    let state = if problems.is_empty() { state } else { ConfigState::Refused };
    ConfigVerdict { state, problems, with_plugins: None }
}

/// The plugin that is to be the memory has to be there, by its id as it is written.
fn memory(machine: &Machine, agent: &Agent) -> Option<ConfigProblem> {
    let rules = rules(agent)?;
    let section = agent.config.value.get(rules.section)?;
    let id = section.pointer("/slots/memory")?.as_str()?.trim();
    let none = id.is_empty() || id.eq_ignore_ascii_case("none") || ITS_OWN.contains(&id);
    let brought = || {
        let mut packages = packages(machine, &agent.dialect.finding);
        packages.any(|package| package.join(rules.bundled).join(id).is_dir())
    };
    let is_there = || found(machine, agent, rules).iter().any(|(plugin, _)| plugin.id == id);
    (!none && !brought() && !is_there()).then(|| ConfigProblem {
        path: format!("{}.slots.memory", rules.section),
        message: format!("There is no plugin {id}."),
    })
}

/// A place of plugins is a folder, or a module; for some versions one that is there.
fn paths(machine: &Machine, agent: &Agent) -> Option<ConfigProblem> {
    let rules = rules(agent)?;
    let is_module = |path: &Path| {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        ENDINGS.contains(&ending) && !path.to_string_lossy().ends_with(".d.ts")
    };
    let alone =
        |path: &Path| rules.module_needs_manifest && !path.with_file_name(rules.manifest).is_file();
    let wrong = |path: &Path| match path.exists() {
        true => path.is_file() && (!is_module(path) || alone(path)),
        false => rules.needs_places,
    };
    let paths = places::named(agent, agent.config.value.get(rules.section));
    let path = paths.into_iter().find(|path| wrong(path))?;
    let shown = machine.show(&path);
    Some(ConfigProblem {
        path: format!("{}.load.paths", rules.section),
        message: match path.exists() {
            true if is_module(&path) => {
                format!("There is no {} beside {shown}.", rules.manifest)
            }
            true => format!("{shown} is neither a folder nor a module."),
            false => format!("{shown} is not there."),
        },
    })
}
