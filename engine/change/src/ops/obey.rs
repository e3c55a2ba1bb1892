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
