//! Why the version in force would not take a config, on this computer: for whoever is about to write it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Agent, folders};
use crate::config::strict::Fault;
use crate::dialect::Dialect;
use crate::in_force::{self, ConfigVerdict};

impl Agent {
    /// Everything in a config for which the version in force refuses all of it, or for which its loader ends; as whole
    /// sentences. A plugin may bring what it names, so that counts where there are no plugins alone.
    pub fn refuses(&self, config: &Value) -> Vec<Fault> {
        let config = &*self.config.filled_in(config);
        let mut faults = self.dialect.refuses(config, self.config.syntax);
        if let Some(schema) = self.dialect.writes.schema() {
            let shared = folders::shared(schema.version, config, &self.home, &self.user_home);
            let parts = match self.may_have_plugins(config) {
                true => Vec::new(),
                false => schema.part_faults(config),
            };
            let on_disk = parts.into_iter().map(|it| it.fault).chain(shared);
            faults.extend(on_disk.map(|fault| self.dialect.told(fault)));
        }
        faults.extend(self.ends_gateway(config));
        faults
    }

    /// What a version makes of its config, as it is here.
    pub fn verdict_by(&self, dialect: &Dialect, version: &str) -> ConfigVerdict {
        in_force::config_verdict(dialect, version, &self.config, |config| {
            folders::shared(version, config, &self.home, &self.user_home)
        })
    }

    /// What an edit brings of that: an edit of something else is not refused for what was wrong already.
    pub fn refuses_edit(&self, before: &Value, after: &Value) -> Vec<Fault> {
        let mut found = self.refuses(after);
        if !found.is_empty() {
            let known = self.refuses(before);
            found.retain(|fault| !known.contains(fault));
        }
        found
    }

    fn may_have_plugins(&self, config: &Value) -> bool {
        let Some(rules) = &self.dialect.plugins else { return false };
        let holds = |dir: &Path| fs::read_dir(dir).is_ok_and(|mut all| all.next().is_some());
        let of_home =
            [Some(self.beside.join(rules.folder)), rules.projects.map(|it| self.home.join(it))];
        let of_workspace = rules.workspace_folder.map(|folder| self.workspace.join(folder));
        config.get(rules.section).is_some()
            || of_home.into_iter().flatten().any(|folder| holds(&folder))
            || of_workspace.is_some_and(|folder| holds(&folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Options;
    use crate::hook::AgentId;
    use tacklebox_machine::machine::{Machine, Platform};

    #[test]
    fn a_channel_that_is_refused_is_told_before_it_is_written_unless_a_plugin_may_bring_it() {
        let home = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, home.path(), Default::default());
        let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
        let told = |config: Value| -> Vec<String> {
            agent.refuses(&config).into_iter().map(|fault| fault.message).collect()
        };
        let unknown = serde_json::json!({ "channels": { "nope": {} } });
        let wrong = serde_json::json!({ "channels": { "telegram": { "nope": 1 } } });
        assert!(told(unknown.clone())[0].contains("has no channel nope"), "{:?}", told(unknown));
        assert!(told(wrong.clone())[0].contains("channels.telegram"), "{:?}", told(wrong));
        assert_eq!(told(serde_json::json!({ "channels": { "telegram": {} } })), [""; 0]);
        let with_plugins = serde_json::json!({ "channels": { "nope": {} }, "plugins": {} });
        assert_eq!(told(with_plugins), [""; 0]);
        // What was wrong before is not held against an edit of something else.
        assert_eq!(agent.refuses_edit(&unknown, &unknown), []);
        assert_eq!(agent.refuses_edit(&Value::Null, &unknown).len(), 1);
        tacklebox_machine::files::private_dir(&home.path().join(".openclaw/extensions/own"))
            .unwrap();
        assert_eq!(told(unknown), [""; 0]);
    }
}
