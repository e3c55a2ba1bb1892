//! Variables of the environment in a config, for versions that read it with them (rules R-8.58 and R-8.71).

use std::collections::BTreeMap;

use super::Agent;
use super::{env_file, starts};
use crate::config::names::{Names, references};
use crate::config::{Config, overrides, variables};
use crate::dialect::Dialect;
use crate::dialect::env_sources::{EnvAt, EnvRead, EnvSource};
use crate::dialect::gateway::READ_ONLY;
use crate::dialect::shipped::Reader;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words::js_trim;

/// The config as it counts on this computer. `file`: what the file of variables in the agent's home sets.
pub(super) fn in_config(
    dialect: &Dialect,
    config: Config,
    machine: &Machine,
    file: &BTreeMap<String, String>,
) -> Config {
    let rules = &dialect.rules;
    let mut config = match rules.reader {
        Reader::Toml => config.read_as_older_toml(),
        _ => config,
    };
    if let Some(variables) = rules.variables {
        return variables.fill(config, rules.types(), &machine.environment());
    }
    if let Some(types) = rules.types().filter(|_| !rules.overrides.is_empty()) {
        let env = |name: &str| machine.variable(name).map(str::to_owned);
        let config = overrides::overridden(config, types, rules.overrides, env);
        return match rules.sealed {
            Some(sealed) => sealed.opened(config, types),
            None => config,
        };
    }
    if rules.reads_own_variables() {
        let value = |name: &str| value_of(rules.env, &config, machine, file, name);
        let asked = rules.gateway.map(|it| starts::asked(&config.value, it)).unwrap_or_default();
        let also = asked.iter().map(String::as_str).chain(starts::GATEWAY_SECRETS);
        let also = also.chain(READ_ONLY);
        config.names = Some(Names::of(&config.value, also, value));
    }
    config
}

/// A variable by which the agent finds its folders: some of them it takes from its config and its file, too.
pub(super) fn of_place(
    dialect: &Dialect,
    config: &Config,
    machine: &Machine,
    file: &BTreeMap<String, String>,
    name: &str,
) -> Option<String> {
    match config.names {
        Some(_) => value_of(dialect.rules.env, config, machine, file, name),
        None => machine.env(name).map(str::to_owned),
    }
}

/// What a place of the config sets a variable to.
pub(super) fn by_config<'c>(source: &EnvSource, config: &'c Config, name: &str) -> Option<&'c str> {
    let env = || config.value.get("env");
    let value = match source.at {
        EnvAt::Env => env()?.get(name)?,
        EnvAt::Vars => env()?.get("vars")?.get(name)?,
        EnvAt::File(_) | EnvAt::Connectors(_) => return None,
    };
    // What names others is filled in only later.
    let plain = |text: &&str| !js_trim(text).is_empty() && references(text).next().is_none();
    value.as_str().filter(plain).filter(|_| !source.blocks(name))
}

/// What a variable stands for in a text of the config.
fn value_of(
    sources: &[EnvSource],
    config: &Config,
    machine: &Machine,
    file: &BTreeMap<String, String>,
    name: &str,
) -> Option<String> {
    let set = machine.env(name).filter(|value| !js_trim(value).is_empty());
    let of = |source: &EnvSource| match source.at {
        EnvAt::File(_) => file.get(name).map(String::as_str).filter(|it| !js_trim(it).is_empty()),
        _ => by_config(source, config, name),
    };
    set.or_else(|| sources.iter().find_map(of)).map(str::to_owned)
}

impl Agent {
    /// A variable by which it finds its folders.
    pub(super) fn variable(&self, machine: &Machine, name: &str) -> Option<String> {
        of_place(self.dialect, &self.config, machine, &self.env_file, name)
    }

    /// Whether a `.env` in the home of its person sets this variable for it, where it is started there.
    pub fn is_set_at_start(&self, machine: &Machine, name: &str) -> bool {
        let file = machine.home().join(".env");
        let own = |source: &&EnvSource| matches!(source.at, EnvAt::File(it) if it.read == EnvRead::Dotenv);
        let blocks = self.dialect.rules.env.iter().find(own).map(|source| source.blocks(name));
        let set = || {
            let set = env_file::read(&[(file.clone(), EnvRead::Dotenv)]);
            set.get(name).is_some_and(|value| !js_trim(value).is_empty())
        };
        let own = name.starts_with("OPENCLAW_");
        blocks == Some(false) && !own && !self.env_files().contains(&file) && set()
    }

    /// Fills the variables that they name into texts of its config, where it does that.
    pub fn fill_in<'t>(&self, machine: &Machine, texts: impl IntoIterator<Item = &'t mut String>) {
        if self.dialect.rules.variables.is_none() {
            return;
        }
        let env = machine.environment();
        // Its own are filled in from the environment alone, and come after it.
        let own = |name: &str| {
            let text = self.config.value.get("env")?.get(name)?.as_str()?;
            Some(variables::replaced(text, |name| env.get(name).cloned()))
        };
        for text in texts {
            *text = variables::replaced(text, |name| env.get(name).cloned().or_else(|| own(name)));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::agent::{Agent, Options};
    use crate::hook::AgentId;
    use tacklebox_machine::machine::{Machine, Platform};

    #[test]
    #[expect(clippy::disallowed_methods, reason = "plays the agent that writes its config")]
    fn what_a_config_names_counts_in_its_order_and_stays_in_what_is_shown() {
        let home = tempfile::tempdir().unwrap();
        let own = home.path().join(".openclaw");
        std::fs::create_dir(&own).unwrap();
        let text = r#"{"env": {"vars": {"A": "config", "B": "config", "C": "${A}"}},
            "agents": {"defaults": {"workspace": "/${A}/${B}/${C}/${D}"}}}"#;
        std::fs::write(own.join("openclaw.json"), text).unwrap();
        std::fs::write(own.join(".env"), "B=file\nD=file\n").unwrap();
        let env = [("A".to_owned(), "environment".to_owned())].into();
        let machine = Machine::new(Platform::Linux, home.path(), env);
        for (version, workspace) in [
            ("2026.9.6", "/environment/file/${C}/file"),
            ("2026.7.35", "/environment/file/${C}/file"),
            ("documented", "/${A}/${B}/${C}/${D}"),
        ] {
            let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
            let options = Options { runtimes, ..Options::default() };
            let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
            assert_eq!(agent.workspace.to_str(), Some(workspace), "{version}");
            let shown = agent.config.value.pointer("/agents/defaults/workspace");
            assert_eq!(shown, Some(&json!("/${A}/${B}/${C}/${D}")), "{version}");
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "plays a person who writes a file of variables")]
    fn hooks_and_plugins_are_beside_a_config_that_a_variable_names() {
        let home = tempfile::tempdir().unwrap();
        let located = |version: &str, names: &[&str]| {
            let value = |name: &str| match name {
                "OPENCLAW_CONFIG_PATH" => "~/c/my.json".to_owned(),
                _ => "~/st".to_owned(),
            };
            let env = names.iter().map(|name| ((*name).to_owned(), value(name))).collect();
            let machine = Machine::new(Platform::Linux, home.path(), env);
            let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
            Agent::locate(&machine, AgentId::Openclaw, &Options { runtimes, ..Options::default() })
        };
        let at = |agent: &Agent| {
            let below = agent.managed.strip_prefix(home.path()).unwrap().display().to_string();
            let work = agent.workspace.strip_prefix(home.path()).unwrap().display().to_string();
            (below, work)
        };
        let usual = (".openclaw/hooks".to_owned(), ".openclaw/workspace".to_owned());
        assert_eq!(at(&located("2026.9.6", &[])), usual);
        let path = ["OPENCLAW_CONFIG_PATH"];
        let beside = ("c/hooks".to_owned(), ".openclaw/workspace".to_owned());
        assert_eq!(at(&located("2026.9.6", &path)), beside);
        assert_eq!(at(&located("documented", &path)), usual);
        let both = located("2026.9.6", &["OPENCLAW_CONFIG_PATH", "OPENCLAW_STATE_DIR"]);
        assert_eq!(at(&both).0, "st/hooks");
        std::fs::create_dir(home.path().join("c")).unwrap();
        std::fs::write(home.path().join("c/.env"), "OPENCLAW_WORKSPACE_DIR=/ws\n").unwrap();
        assert_eq!(located("2026.9.6", &path).workspace.to_str(), Some("/ws"));
    }
}
