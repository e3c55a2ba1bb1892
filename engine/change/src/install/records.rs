//! Records of what was installed, in the configs of agents that keep some: `installs` in the hooks
//! section (Milady, Eliza, OpenClaw up to 2026.7), an object by hook. Our own receipt knows more; these are for the
//! agent and whoever reads its config.
//!
//! OpenClaw keeps them in its config up to 2026.7 only: later versions refuse the whole file for them. What
//! is written is what all have known since there are records. Git came later, so a repository is
//! a `path` with its address as `spec`; hashes and commits are in our receipt alone.

use std::path::Path;

use serde_json::{Map, Value};

use crate::ops::{self, OpError};
use crate::plan::Step;
use crate::receipt;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::schema::{Rule, Table};
use tacklebox_agents::config::{ConfigPath, Edit};

/// What a record says of one hook.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The hook's name, which is the record's key.
    pub name: &'a str,
    /// Where it came from, as the receipt has it: `npm:…`, `git+https://…`, `https://…`, or a path.
    pub source: &'a str,
    /// Empty where there is none.
    pub version: &'a str,
    /// Where it is put.
    pub dir: &'a Path,
    /// RFC 3339, UTC.
    pub installed_at: &'a str,
}

/// Whether the agent's config has a place for records, in the version that is in force.
pub(crate) fn kept_by(agent: &Agent) -> bool {
    if !agent.dialect.writes.records {
        return false;
    }
    let table = agent.dialect.section.iter().try_fold(agent.dialect.schema, |table, key| {
        match field(table, key)? {
            Rule::Table(inner) => Some(*inner),
            _ => None,
        }
    });
    table.is_some_and(|table| field(table, "installs").is_some())
}

fn field(table: &'static Table, key: &str) -> Option<&'static Rule> {
    table.fields.iter().find(|(name, _)| *name == key).map(|(_, rule)| rule)
}

/// The edits of the config that write a record; none where the agent keeps none. To be made together
/// with the other edits of that file: a plan edits each file once.
pub fn edits(agent: &Agent, record: &Record<'_>) -> Vec<Edit> {
    if !kept_by(agent) {
        return Vec::new();
    }
    let mut fields = Map::new();
    // What somebody else wrote of it stays.
    if let Some(Value::Object(known)) = place(agent, record.name).get(&agent.config.root) {
        fields = known.clone();
    }
    let source = receipt::without_secrets(record.source);
    fields.retain(|key, _| !matches!(key.as_str(), "spec" | "sourcePath" | "version"));
    let (kind, key, value) = origin(&source);
    let mut set = |key: &str, value: &str| fields.insert(key.to_owned(), value.into());
    set("source", kind);
    set(key, value);
    set("installPath", &record.dir.to_string_lossy());
    if !record.version.is_empty() {
        set("version", record.version);
    }
    set("installedAt", record.installed_at);
    fields.insert("hooks".to_owned(), vec![record.name].into());
    vec![Edit::Set { path: place(agent, record.name), value: Value::Object(fields) }]
}

/// The edit that takes a record away; none where there is none.
pub(crate) fn removal(agent: &Agent, name: &str) -> Option<Edit> {
    let path = place(agent, name);
    path.get(&agent.config.root).is_some().then_some(Edit::Unset { path })
}

/// The step that makes these edits in the agent's config; none where there are none.
///
/// # Errors
/// [`OpError`] where the config cannot be edited.
pub(crate) fn config_step(agent: &Agent, edits: &[Edit]) -> Result<Option<Step>, OpError> {
    if edits.is_empty() {
        return Ok(None);
    }
    let step = ops::edit_agents_config(agent, edits)?;
    Ok(Some(step).filter(Step::changes))
}

fn place(agent: &Agent, name: &str) -> ConfigPath {
    ConfigPath::of(agent.dialect.section.iter().copied()).join("installs").join(name)
}

/// The kind of a source, and the field that names it.
fn origin(source: &str) -> (&'static str, &'static str, &str) {
    const ARCHIVES: [&str; 4] = [".zip", ".tar", ".tar.gz", ".tgz"];
    if let Some(spec) = source.strip_prefix("npm:") {
        ("npm", "spec", spec)
    } else if source.starts_with("git+") {
        ("path", "spec", source)
    } else if source.starts_with("https://") {
        ("archive", "spec", source)
    } else if ARCHIVES.iter().any(|end| source.to_lowercase().ends_with(end)) {
        ("archive", "sourcePath", source)
    } else {
        ("path", "sourcePath", source)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::io::Write;

    use super::*;
    use tacklebox_agents::agent::Options;
    use tacklebox_agents::config;
    use tacklebox_agents::hook::AgentId;
    use tacklebox_machine::machine::{Machine, Platform};

    const CONFIG: &str = "{ hooks: { internal: { enabled: true } } } // mine\n";

    fn step(agent: &Agent, record: &Record<'_>) -> Result<Option<Step>, OpError> {
        config_step(agent, &edits(agent, record))
    }

    fn agent(home: &Path, id: AgentId, text: &str) -> Agent {
        let machine = Machine::new(Platform::Linux, home, BTreeMap::new());
        let at = Agent::locate(&machine, id, &Options::documented()).config.path;
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        fs::File::create(&at).unwrap().write_all(text.as_bytes()).unwrap();
        Agent::locate(&machine, id, &Options::documented())
    }

    fn record(source: &str) -> Record<'_> {
        Record {
            name: "greeter",
            source,
            version: "1.2.3",
            dir: Path::new("/h/hooks/greeter"),
            installed_at: "2026-01-02T03:04:05Z",
        }
    }

    fn after(agent: &Agent, step: Option<Step>) -> String {
        match step.unwrap() {
            Step::Edit { path, after, .. } => {
                assert_eq!(path, agent.config.path);
                after
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_record_is_where_two_agents_look_for_it_and_goes_without_a_trace() {
        for id in [AgentId::Milady, AgentId::Eliza] {
            let home = tempfile::tempdir().unwrap();
            let with = after(
                &agent(home.path(), id, CONFIG),
                step(&agent(home.path(), id, CONFIG), &record("npm:@me/greeter@^1")).unwrap(),
            );
            let value = config::parse(config::Syntax::Json5, &with).unwrap();
            assert_eq!(
                value["hooks"]["internal"]["installs"]["greeter"],
                serde_json::json!({
                    "source": "npm", "spec": "@me/greeter@^1", "version": "1.2.3",
                    "installPath": "/h/hooks/greeter", "installedAt": "2026-01-02T03:04:05Z",
                    "hooks": ["greeter"],
                })
            );
            let there = agent(home.path(), id, &with);
            let gone = config_step(&there, &[removal(&there, "greeter").unwrap()]).unwrap();
            assert_eq!(after(&there, gone), CONFIG);
            assert_eq!(removal(&agent(home.path(), id, CONFIG), "greeter"), None);
        }
    }

    #[test]
    fn agents_without_a_place_for_it_get_none() {
        // No text of OpenClaw names records.
        for id in [AgentId::Openclaw, AgentId::Zeroclaw, AgentId::Moltis] {
            let home = tempfile::tempdir().unwrap();
            let agent = agent(home.path(), id, "");
            assert!(!kept_by(&agent));
            assert_eq!(step(&agent, &record("npm:x")).unwrap(), None);
        }
    }

    #[test]
    fn only_kinds_that_the_first_schemas_know_and_never_a_password() {
        let home = tempfile::tempdir().unwrap();
        let agent = agent(home.path(), AgentId::Milady, CONFIG);
        for (source, kind, key, shown) in [
            ("npm:x@1", "npm", "spec", "x@1"),
            ("/a/b.TGZ", "archive", "sourcePath", "/a/b.TGZ"),
            ("/a/b", "path", "sourcePath", "/a/b"),
            ("git+https://me:pw@h/x.git#v1", "path", "spec", "git+https://h/x.git#v1"),
            ("https://h/x.zip?token=abc&v=1", "archive", "spec", "https://h/x.zip?v=1"),
        ] {
            let text = after(&agent, step(&agent, &record(source)).unwrap());
            let value = config::parse(config::Syntax::Json5, &text).unwrap();
            let found = &value["hooks"]["internal"]["installs"]["greeter"];
            assert_eq!((&found["source"], &found[key]), (&kind.into(), &shown.into()), "{source}");
        }
    }
}
