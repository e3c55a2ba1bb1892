//! Nothing is written that the agent is known to refuse: a plan that would do so is not made.

use serde_json::Value;

use super::{OpError, tell};
use crate::plan::{Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::strict::Fault;
use tacklebox_agents::config::{self, ConfigPath, Edit};
use tacklebox_agents::dialect::env_sources::EnvAt;
use tacklebox_agents::in_force::ConfigProblem;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// What belongs to every change of this agent: its config is one that the version in force takes, and an
/// agent that can be told is told.
///
/// # Errors
/// [`OpError::NotTaken`] where the plan would add to the config what the agent refuses all of it for, or what it
/// does not read. What was wrong before is not held against an edit of something else.
pub fn finish(agent: &Agent, plan: &mut Plan) -> Result<(), OpError> {
    if let Some(fault) = refused(agent, plan).into_iter().next() {
        return Err(OpError::NotTaken(fault.message));
    }
    if let Some(why) = ignored(agent, plan) {
        return Err(OpError::NotTaken(why));
    }
    tell(agent, plan);
    Ok(())
}

/// What this plan would add to the agent's config for which the agent refuses all of it, or for which its loader
/// ends; as whole sentences.
pub fn refused(agent: &Agent, plan: &Plan) -> Vec<Fault> {
    let edits = configs(agent, plan, |root| agent.config.with_root(root, &agent.home).value);
    edits.flat_map(|(before, after)| agent.refuses_edit(&before, &after)).collect()
}

/// Whether its agent, with the plugins that it knows then, refuses the config that a plan makes.
///
/// # Errors
/// [`OpError::NotTaken`] with what it refuses that it did not before.
pub(super) fn known_plugins(
    machine: &Machine,
    inventory: &Inventory,
    plan: &Plan,
) -> Result<(), OpError> {
    let agent = inventory.agent();
    let text = plan.steps.iter().find_map(|step| match step {
        Step::Edit { path, after, .. } if *path == agent.config.path => Some(after),
        _ => None,
    });
    let Some(text) = text.filter(|_| agent.dialect.plugins.is_some()) else { return Ok(()) };
    let then = inventory.with_config(machine, text);
    let (before, after) = (&agent.config_verdict, &then.agent().config_verdict);
    let is_new =
        |it: &&ConfigProblem| !before.problems.contains(it) && !before.settled.contains(it);
    match after.problems.iter().find(is_new).filter(|_| after.is_refused()) {
        Some(problem) => Err(OpError::NotTaken(problem.message.clone())),
        None => Ok(()),
    }
}

/// The agent's config before and after each edit of it. What does not parse is told by whoever writes it.
fn configs(
    agent: &Agent,
    plan: &Plan,
    value: impl Fn(Value) -> Value,
) -> impl Iterator<Item = (Value, Value)> {
    plan.steps.iter().filter_map(move |step| {
        let Step::Edit { path, before, after, .. } = step else { return None };
        let read = |text: &str| {
            let root = config::text::parse(agent.config.syntax, text).ok()?;
            Some(value(root))
        };
        let after = read(after).filter(|_| *path == agent.config.path)?;
        Some((before.as_deref().and_then(read).unwrap_or_default(), after))
    })
}

/// Why something that this plan writes would change nothing: nobody reads it there.
fn ignored(agent: &Agent, plan: &Plan) -> Option<String> {
    let dialect = agent.dialect;
    let (rules, writes) = (&dialect.rules, &dialect.writes);
    let named = format!("{} {}", dialect.title, agent.runtime.runtime.version);
    configs(agent, plan, |root| root).find_map(|(before, after)| {
        let new =
            |path: &ConfigPath| path.get(&after).is_some() && path.get(&after) != path.get(&before);
        let at = |names: &[&str]| names_at(&after, names).into_iter().map(ConfigPath::of).find(new);
        let unread = writes.ignored.iter().find_map(|(names, instead)| {
            let path = at(names)?;
            Some(format!("{named} reads nothing at {path}: it looks at {instead}."))
        });
        let blocked = || {
            let env = [(EnvAt::Vars, ["env", "vars", "*"].as_slice()), (EnvAt::Env, &["env", "*"])];
            let all = env
                .into_iter()
                .flat_map(|(at, path)| names_at(&after, path).into_iter().map(move |it| (at, it)));
            all.filter(|(_, names)| new(&ConfigPath::of(names))).find_map(|(at, names)| {
                let name = names.into_iter().next_back();
                let name = name.filter(|name| rules.blocks_env(at, name))?;
                Some(format!(
                    "{named} takes no {name} from its config: set it where {} is started.",
                    dialect.title
                ))
            })
        };
        let lost = || {
            let all = called(&after, rules.lost_keys, &ConfigPath::default());
            let (_, name) = all.into_iter().find(|(path, _)| new(path))?;
            Some(format!(
                "{named} leaves out all that is called {name} in its config, so this would change nothing: another name is needed."
            ))
        };
        unread.or_else(blocked).or_else(lost)
    })
}

/// The places in a config that have one of these names.
fn called<'n>(value: &Value, names: &[&'n str], at: &ConfigPath) -> Vec<(ConfigPath, &'n str)> {
    let parts = value.as_object().into_iter().flatten().filter(|_| !names.is_empty());
    parts
        .flat_map(|(name, value)| {
            let path = at.join(name);
            match names.iter().find(|lost| *lost == name) {
                Some(lost) => vec![(path, *lost)],
                None => called(value, names, &path),
            }
        })
        .collect()
}

/// The places in a config that these names lead to; a star is for any name.
fn names_at(value: &Value, names: &[&str]) -> Vec<Vec<String>> {
    let Some((first, rest)) = names.split_first() else { return vec![Vec::new()] };
    let Some(object) = value.as_object() else { return Vec::new() };
    let found = object.iter().filter(|(name, _)| *first == "*" || name == first);
    found
        .flat_map(|(name, value)| {
            names_at(value, rest)
                .into_iter()
                .map(move |below| std::iter::once(name.clone()).chain(below).collect::<Vec<_>>())
        })
        .collect()
}

/// The same as a sentence for a plan that is carried out all the same: a person wrote it as text.
pub fn warning(agent: &Agent, plan: &Plan) -> Option<String> {
    match refused(agent, plan).into_iter().next() {
        Some(fault) => Some(fault.message),
        None => ignored(agent, plan),
    }
}

/// Whether the agent's config can hold something at this path at all. False: a hook that asks for it asks
/// for what can never be.
pub(crate) fn may_be_set(agent: &Agent, path: &ConfigPath) -> bool {
    let Some(schema) = agent.dialect.writes.schema() else { return true };
    let values = [true.into(), "x".into(), 1.into()];
    values.into_iter().any(|value| {
        let edit = Edit::Set { path: path.clone(), value };
        let Ok(text) = config::edit(agent.config.syntax, "{}", &[edit]) else { return false };
        config::parse(agent.config.syntax, &text).is_ok_and(|root| {
            let faults = schema.faults(&root);
            // What is missing beside it could be set too.
            faults.iter().all(|fault| !path.0.starts_with(&fault.path.0))
        })
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;

    use super::*;
    use crate::ops::{self, Others};
    use tacklebox_agents::agent::Options;
    use tacklebox_agents::hook::AgentId;
    use tacklebox_machine::failure::{Code, Failure};
    use tacklebox_machine::machine::Platform;

    /// OpenClaw in this version, with this config.
    fn inventory(home: &std::path::Path, version: &str, config: &str) -> Inventory {
        of(AgentId::Openclaw, home, version, config)
    }

    fn machine(home: &std::path::Path) -> Machine {
        Machine::new(Platform::Linux, home, std::collections::BTreeMap::new())
    }

    fn of(agent: AgentId, home: &std::path::Path, version: &str, config: &str) -> Inventory {
        let machine = machine(home);
        let path = home.join(match agent {
            AgentId::Moltis => ".config/moltis/moltis.toml".to_owned(),
            AgentId::Zeroclaw => ".zeroclaw/config.toml".to_owned(),
            _ => format!(".{agent}/{agent}.json"),
        });
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(&path).unwrap().write_all(config.as_bytes()).unwrap();
        let options =
            Options { runtimes: [(agent, version.to_owned())].into(), ..Options::default() };
        Inventory::scan(&machine, agent, &options)
    }

    fn set(version: &str, config: &str, path: &str, value: &str) -> Result<Plan, OpError> {
        let home = tempfile::tempdir().unwrap();
        ops::set_config(
            &machine(home.path()),
            &inventory(home.path(), version, config),
            path,
            Some(value),
            Others::Switch,
        )
    }

    #[test]
    fn what_an_agent_drops_by_its_name_is_not_written() {
        let cases = [
            (AgentId::Openclaw, "2026.9.6", "__proto__", false),
            (AgentId::Openclaw, "2026.9.6", "constructor", true),
            (AgentId::Milady, "2026-03-01", "constructor", false),
            (AgentId::Eliza, "2.0.0-beta.2", "prototype", false),
            (AgentId::Milady, "documented", "constructor", true),
        ];
        for (agent, version, name, taken) in cases {
            let home = tempfile::tempdir().unwrap();
            let inventory = of(agent, home.path(), version, "{}");
            let path = format!("hooks.internal.entries.{name}.enabled");
            let made = ops::set_config(
                &machine(home.path()),
                &inventory,
                &path,
                Some("false"),
                Others::Switch,
            );
            assert_eq!(made.is_ok(), taken, "{agent} {version}: {name}");
            let Err(error) = made else { continue };
            assert!(error.to_string().contains(&format!("called {name} in its config")), "{error}");
        }
    }

    #[test]
    fn an_edit_that_the_version_refuses_is_not_made() {
        let handlers = "[{event: 'command:new', module: 'x.ts'}]";
        for (path, value, taken) in [
            ("hooks.internal.installs.a", "{source: 'npm'}", ["2026.7.35"].as_slice()),
            ("hooks.internal.handlers", handlers, &["2026.7.35"]),
            ("hooks.handlers", "[{event: 'before-tool-call', module: 'x.ts'}]", &[]),
            ("hooks.entries.a.apiKey", "k", &[]),
            ("frobnicate", "1", &[]),
            ("hooks.internal.enabled", "sure", &[]),
            ("hooks.internal.enabled", "true", &["2026.7.35", "2026.8.1", "2026.9.6"]),
            ("plugins.slots.memory", "nobody", &[]),
            ("plugins.entries.telegram.config.x", "1", &[]),
            ("plugins.load.paths", "['/nobody']", &["2026.9.6"]),
        ] {
            for version in ["2026.7.35", "2026.8.1", "2026.9.6"] {
                let plan = set(version, "{}\n", path, value);
                assert_eq!(plan.is_ok(), taken.contains(&version), "{version} {path} {plan:?}");
                if let Err(error) = plan {
                    let failure = Failure::from(error);
                    assert_eq!(failure.code, Code::Refused);
                    assert!(failure.command.is_some());
                }
            }
            assert!(set("documented", "{}\n", path, value).is_ok(), "{path}");
        }
    }

    #[test]
    fn what_was_wrong_before_is_not_held_against_another_edit() {
        let broken = "{ frobnicate: 1, hooks: { internal: { installs: {} } } }\n";
        assert!(set("2026.9.6", broken, "hooks.internal.enabled", "true").is_ok());
        let home = tempfile::tempdir().unwrap();
        let before = inventory(home.path(), "2026.9.6", broken);
        assert!(
            ops::set_config(
                &machine(home.path()),
                &before,
                "hooks.internal.installs",
                None,
                Others::Switch
            )
            .is_ok()
        );
    }

    #[test]
    fn what_nobody_reads_is_not_written() {
        let entry = "hooks.entries.hk.enabled";
        for (agent, version, path, value, why) in [
            (AgentId::Milady, "2026-03-01", "hooks.enabled", "true", "hooks.internal.enabled"),
            (AgentId::Milady, "2026-03-01", entry, "true", "hooks.internal.entries"),
            (AgentId::Milady, "2026-03-01", "hooks.load.extraDirs", "['~/x']", "internal.load"),
            (AgentId::Milady, "2026-03-01", "env.vars.NODE_OPTIONS", "x", "no NODE_OPTIONS"),
            (AgentId::Eliza, "2.0.0-beta.2", entry, "true", "hooks.internal.entries"),
            (AgentId::Openclaw, "2026.9.6", "env.vars.NODE_OPTIONS", "x", "no NODE_OPTIONS"),
            // What a hook asks for is looked up at the very path that it names.
            (AgentId::Milady, "2026-03-01", "hooks.entries.hk.apiKey", "k", ""),
            (AgentId::Milady, "2026-03-01", "hooks.internal.enabled", "true", ""),
            (AgentId::Milady, "2026-03-01", "env.vars.TOKEN", "x", ""),
            (AgentId::Milady, "documented", entry, "true", ""),
        ] {
            let home = tempfile::tempdir().unwrap();
            let now = of(agent, home.path(), version, "{}\n");
            let plan =
                ops::set_config(&machine(home.path()), &now, path, Some(value), Others::Switch);
            let said = plan.as_ref().err().map(ToString::to_string).unwrap_or_default();
            assert_eq!(plan.is_ok(), why.is_empty(), "{agent} {path}: {plan:?}");
            assert!(said.contains(why), "{said}");
        }
        let home = tempfile::tempdir().unwrap();
        let old = of(AgentId::Milady, home.path(), "2026-03-01", "{ hooks: { enabled: true } }\n");
        for path in ["hooks.enabled", "hooks.load"] {
            let other = ops::set_config(
                &machine(home.path()),
                &old,
                "workspace.dir",
                Some("x"),
                Others::Switch,
            );
            assert!(other.is_ok(), "what was there before is not held against it");
            assert!(
                ops::set_config(&machine(home.path()), &old, path, None, Others::Switch).is_ok(),
                "{path}"
            );
        }
    }

    #[test]
    fn what_ends_a_loader_or_refuses_a_whole_config_is_not_written() {
        let entry = "[[hooks.hooks]]\nname = 'c'\nevents = ['BeforeToolCall']\ncommand = 'true'\n";
        let moltis = [
            ("hooks.hooks[name=c].timeout", Some("\"5\""), "c].timeout: It is a text"),
            ("hooks.hooks[name=c].timeout", Some("5"), ""),
            ("hooks.hooks[name=c].env.A", Some("5"), "c].env.A: It is 5, and has to be a text"),
            ("hooks.hooks[name=c].env.A", Some("\"5\""), ""),
            ("hooks.hooks[name=c].events", None, "c].events: It is missing"),
            (
                "hooks",
                Some("[{name: 'a', events: [], command: 'true'}]"),
                "[[hooks.hooks]] instead",
            ),
            ("server.port", Some("\"x\""), "server.port: It is a text"),
            ("server.port", Some("8080"), ""),
            ("identity.name", Some("5"), "identity.name: It is 5, and has to be a text"),
            ("identity.other", Some("5"), ""),
        ];
        for (path, value, why) in moltis {
            holds(AgentId::Moltis, "2026-08-21", entry, path, value, why);
            holds(AgentId::Moltis, "documented", entry, path, value, "");
        }
        let on = "[hooks]\nenabled = true\n";
        for (path, value, why) in [
            (
                "hooks.enabled",
                "\"true\"",
                "hooks.enabled: It is a text, and has to be true or false",
            ),
            ("hooks.max_hooks", "\"5\"", "hooks.max_hooks: It is a text"),
            ("hooks.max_hooks", "5", ""),
        ] {
            holds(AgentId::Zeroclaw, "0.1.6-hooks", on, path, Some(value), why);
        }
        let family = [
            ("hooks.internal.load.extraDirs", "[5]", "loads no hook with this config: 5 among"),
            ("hooks.internal.load.extraDirs", "5", "loads no hook with this config"),
            ("hooks.internal.load.extraDirs", "'x'", "it wants a list of folders"),
            ("hooks.internal.load.extraDirs", "['x']", ""),
            ("hooks.internal.handlers", "[null]", "hooks.internal.handlers.0 has no module"),
            ("hooks.internal.handlers", "5", "its hooks.internal.handlers is not a list"),
            ("agents.defaults.workspace", "5", "does not start with this config"),
            ("logging", "true", "does not start with this config: logging"),
            ("agents.defaults.workspace", "'~/w'", ""),
        ];
        for (path, value, why) in family {
            for (agent, version) in
                [(AgentId::Milady, "2026-03-01"), (AgentId::Eliza, "2.0.0-beta.2")]
            {
                holds(agent, version, "{}\n", path, Some(value), why);
                holds(agent, "documented", "{}\n", path, Some(value), "");
            }
        }
        // What is wrong already is not held against an edit of something else.
        let wrong = "{ hooks: { internal: { handlers: 5 } } }\n";
        let path = "hooks.internal.enabled";
        holds(AgentId::Milady, "2026-03-01", wrong, path, Some("true"), "");
    }

    /// The edit is made where `why` is empty, and else refused with that in its sentence.
    #[track_caller]
    fn holds(
        agent: AgentId,
        version: &str,
        config: &str,
        path: &str,
        value: Option<&str>,
        why: &str,
    ) {
        let home = tempfile::tempdir().unwrap();
        let now = of(agent, home.path(), version, config);
        let plan = ops::set_config(&machine(home.path()), &now, path, value, Others::Switch);
        let said = plan.as_ref().err().map(ToString::to_string).unwrap_or_default();
        assert_eq!(plan.is_ok(), why.is_empty(), "{agent} {version} {path} {value:?}: {plan:?}");
        assert!(said.contains(why), "{path} {value:?}: {said}");
    }

    #[test]
    fn a_config_that_would_hide_another_is_not_made_nor_that_one_changed() {
        let home = tempfile::tempdir().unwrap();
        let now = of(AgentId::Moltis, home.path(), "2026-08-21", "");
        fs::remove_file(&now.agent().config.path).unwrap();
        let other = now.agent().config.path.with_file_name("moltis.yaml");
        fs::File::create(other).unwrap().write_all(b"server: {}\n").unwrap();
        let machine = machine(home.path());
        for (version, refused) in [("2026-08-21", true), ("documented", false)] {
            let now = now.by_version(&machine, version);
            let plan = ops::set_config(&machine, &now, "server.port", Some("1"), Others::Switch);
            let said = plan.as_ref().err().map(ToString::to_string).unwrap_or_default();
            assert_eq!(plan.is_err(), refused, "{plan:?}");
            assert_eq!(said.contains("in YAML or JSON and does not write it"), refused, "{said}");
        }
    }

    #[test]
    fn a_setting_that_can_never_be_is_known() {
        let home = tempfile::tempdir().unwrap();
        let now = inventory(home.path(), "2026.9.6", "{}\n");
        let may = |path: &str| may_be_set(now.agent(), &path.parse().unwrap());
        assert!(may("browser.enabled") && may("hooks.internal.entries.a.apiKey"));
        assert!(may("env.vars.TOKEN") && may("gateway.port") && may("channels.telegram.botToken"));
        assert!(!may("hooks.entries.a.apiKey") && !may("frobnicate.x") && !may("workspace.dir"));
    }
}
