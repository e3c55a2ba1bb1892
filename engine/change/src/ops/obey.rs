//! Nothing is written that the agent is known to refuse: a plan that would do so is not made.

use super::{OpError, tell};
use crate::plan::{Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::strict::{self, Fault};
use tacklebox_agents::config::{self, ConfigPath, Edit};

/// What belongs to every change of this agent: its config is one that the version in force takes, and an
/// agent that can be told is told.
///
/// # Errors
/// [`OpError::NotTaken`] where the plan would add to the config what the agent refuses all of it for. What
/// was wrong before is not held against an edit of something else.
pub fn finish(agent: &Agent, plan: &mut Plan) -> Result<(), OpError> {
    if let Some(fault) = refused(agent, plan).into_iter().next() {
        return Err(not_taken(agent, &fault));
    }
    tell(agent, plan);
    Ok(())
}

/// What this plan would add to the agent's config for which the agent refuses all of it.
pub fn refused(agent: &Agent, plan: &Plan) -> Vec<Fault> {
    let Some(schema) = agent.dialect.writes.schema() else { return Vec::new() };
    let edits = plan.steps.iter().filter_map(|step| match step {
        Step::Edit { path, before, after, .. } if *path == agent.config.path => {
            Some((before.as_deref().unwrap_or_default(), after))
        }
        _ => None,
    });
    let value = |text: &str| {
        let root = config::text::parse(agent.config.syntax, text).ok()?;
        Some(agent.config.with_root(root, &agent.home).value)
    };
    let mut found = Vec::new();
    for (before, after) in edits {
        // What does not parse is told by whoever writes it.
        let Some(after) = value(after) else { continue };
        found.extend(strict::brought(schema, &value(before).unwrap_or_default(), &after));
    }
    found
}

/// The same as a sentence for a plan that is carried out all the same: a person wrote it as text.
pub fn warning(agent: &Agent, plan: &Plan) -> Option<String> {
    let fault = refused(agent, plan).into_iter().next()?;
    Some(agent.dialect.why_refused(&fault))
}

fn not_taken(agent: &Agent, fault: &Fault) -> OpError {
    OpError::NotTaken(agent.dialect.why_refused(fault))
}

/// Whether the agent's config can hold something at this path at all. False: a hook that asks for it asks
/// for what can never be.
pub fn may_be_set(agent: &Agent, path: &ConfigPath) -> bool {
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
    use tacklebox_inventory::inventory::Inventory;
    use tacklebox_machine::failure::{Code, Failure};
    use tacklebox_machine::machine::{Machine, Platform};

    /// OpenClaw in this version, with this config.
    fn inventory(home: &std::path::Path, version: &str, config: &str) -> Inventory {
        let machine = Machine::new(Platform::Linux, home, std::collections::BTreeMap::new());
        let path = home.join(".openclaw/openclaw.json");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(&path).unwrap().write_all(config.as_bytes()).unwrap();
        let options = Options {
            runtimes: [(AgentId::Openclaw, version.to_owned())].into(),
            ..Options::default()
        };
        Inventory::scan(&machine, AgentId::Openclaw, &options)
    }

    fn set(version: &str, config: &str, path: &str, value: &str) -> Result<Plan, OpError> {
        let home = tempfile::tempdir().unwrap();
        ops::set_config(&inventory(home.path(), version, config), path, Some(value), Others::Switch)
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
        assert!(ops::set_config(&before, "hooks.internal.installs", None, Others::Switch).is_ok());
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
