//! Each agent of a config keeps what it knows in a folder of its own: OpenClaw refuses a config in which two share one
//! (rule ).

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;
use tacklebox_machine::files::plain;
use tacklebox_machine::machine::expand;
use tacklebox_machine::words::js_trim;

use super::places::real;
use crate::config::ConfigPath;
use crate::config::strict::{Fault, In, agents, normal, roster};

/// The agent that there is where the config has none.
const MAIN: &str = "main";

/// Of agents that share a folder, what is wrong. `home` is the folder of the program itself.
pub(super) fn shared(
    version: &str,
    config: &Value,
    home: &Path,
    user_home: &Path,
) -> Option<Fault> {
    let (read, _) = roster::read(version, config);
    let all = agents(&read.config);
    let bound = config.get("bindings").and_then(Value::as_array).into_iter().flatten();
    let bound = bound.filter_map(|binding| binding.get("agentId")?.as_str());
    let is_default =
        |(_, agent): &&(&str, &Value)| agent.get("default") == Some(&Value::Bool(true));
    let default = all.iter().find(is_default).or(all.first()).map_or(MAIN, |(id, _)| id);
    let default = In::Seven.has(version).then_some(default);
    let ids = default.into_iter().chain(all.iter().map(|(id, _)| *id)).chain(bound);
    let mut ids: Vec<_> = ids.filter(|id| !js_trim(id).is_empty()).map(normal).collect();
    let mut seen = BTreeSet::new();
    ids.retain(|id| seen.insert(id.clone()));
    // One alone shares nothing, and nothing is looked for.
    if ids.len() < 2 {
        return None;
    }
    let mut folders = BTreeSet::new();
    let is_twice = |id: &String| {
        // Of several of one id the first counts.
        let own = all.iter().find(|(own, _)| normal(own) == *id);
        let own = own.and_then(|(_, agent)| agent.get("agentDir")?.as_str()).map(js_trim);
        let own = own.filter(|dir| !dir.is_empty()).map(|dir| expand(user_home, dir));
        let folder = own.unwrap_or_else(|| home.join("agents").join(id).join("agent"));
        !folders.insert(told(version, folder))
    };
    ids.iter().any(is_twice).then(|| Fault {
        path: ConfigPath::of(["agents"]),
        message: "Two agents have one agentDir.".to_owned(),
    })
}

/// A folder as this version tells it from others. Where a path begins that is not absolute is not known.
fn told(version: &str, folder: PathBuf) -> PathBuf {
    match (folder.is_absolute(), In::Seven.has(version)) {
        (false, _) => folder.components().filter(|it| *it != Component::CurDir).collect(),
        (true, true) => plain(&folder),
        (true, false) => real(&folder),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::json;
    use tacklebox_machine::machine::{Machine, Platform};

    use super::*;
    use crate::agent::{Agent, Options};
    use crate::config::strict::versions;
    use crate::hook::AgentId;
    use crate::in_force::ConfigState;

    #[derive(Deserialize)]
    struct Recorded {
        config: Value,
        refused: BTreeMap<String, Value>,
        /// The versions whose gateway puts it in order itself.
        #[serde(default)]
        settled: Vec<String>,
    }

    fn located(home: &Path, version: &str, config: &Value) -> Agent {
        let machine = Machine::new(Platform::Linux, home, BTreeMap::new());
        let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
        let options = Options { runtimes, config: Some(config.to_string()), ..Options::default() };
        Agent::locate(&machine, AgentId::Openclaw, &options)
    }

    /// What the three said of configs whose agents have folders.
    #[test]
    fn two_agents_in_one_folder_are_refused_as_the_real_one_does() {
        let answers = include_str!("../config/strict/code-answers.json");
        let recorded: Vec<Recorded> = serde_json::from_str(answers).unwrap();
        let has_folder = |it: &&Recorded| it.config.to_string().contains("\"agentDir\"");
        let home = tempfile::tempdir().unwrap();
        let mut seen = 0;
        for Recorded { config, refused, settled } in recorded.iter().filter(has_folder) {
            for version in versions() {
                let agent = located(home.path(), version, config);
                let is_refused = agent.config_verdict.state == ConfigState::Refused;
                let ends = refused.contains_key(version) && !settled.iter().any(|it| it == version);
                assert_eq!(is_refused, ends, "{version} {config}");
                let wrong = agent.refuses(config);
                assert_eq!(wrong.is_empty(), !refused.contains_key(version), "{version} {config}");
                seen += 1;
            }
        }
        assert!(seen > 70, "{seen}");
    }

    /// Since 2026.8.1 it follows links.
    #[cfg(unix)]
    #[test]
    fn a_link_is_the_folder_that_it_leads_to_where_the_version_follows_it() {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join("x")).unwrap();
        std::os::unix::fs::symlink("x", home.path().join("y")).unwrap();
        let list = json!([{"id": "a", "default": true, "agentDir": "~/x/in"}, {"id": "b", "agentDir": "~/y/in"}]);
        let config = json!({"agents": {"list": list}});
        for (version, is_refused) in [("2026.7.35", false), ("2026.8.1", true), ("2026.9.6", true)]
        {
            let agent = located(home.path(), version, &config);
            assert_eq!(agent.refuses(&config).len(), usize::from(is_refused), "{version}");
        }
    }
}
