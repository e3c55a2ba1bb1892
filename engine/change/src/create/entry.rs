//! A new hook that is an entry of its agent's config (rule R-5), as a draft.

use serde_json::{Map, Value};

use super::{check_name, title_of};
use crate::amend::{self, Change, Key};
use crate::ops::{self, OpError};
use crate::plan::{Plan, Step};
use tacklebox_agents::config::Edit;
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::hook::{AgentId, Source};
use tacklebox_inventory::inventory::Inventory;

/// The id of a hook that is an entry of its agent's config.
pub fn id(agent: AgentId, name: &str) -> String {
    format!("{agent}/{}/{name}", Source::Config.as_str())
}

/// The plan of a new entry that says this. It starts as a draft: its name is on the agent's list of what is off.
///
/// # Errors
/// [`OpError`] where the name is none or is taken, the agent has no such list or would not take a value, or the
/// config cannot be edited.
pub fn plan(inventory: &Inventory, name: &str, changes: &[Change]) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let Switch::DisabledList(switches) = agent.dialect.switch else {
        return Err(OpError::Refused(format!("{} has no such list.", agent.dialect.title)));
    };
    check_name(inventory, name)?;
    let command = changes.iter().find(|change| change.key == Key::Command);
    let command = command.and_then(|change| change.value.as_ref()?.as_str()).unwrap_or_default();
    if command.trim().is_empty() {
        return Err(OpError::BadValue {
            message: "Its command is not filled in.".to_owned(),
            hint: Some("Without one an entry of the config is none.".to_owned()),
        });
    }
    let mut entry = Map::from_iter([("name".to_owned(), Value::from(name))]);
    entry.extend(amend::entry(agent, changes)?);
    entry.insert("draft".to_owned(), true.into());
    let title = title_of(name);
    let mut plan = Plan::new(
        agent.id(),
        format!("Create {title} for {}", agent.dialect.title),
        format!("{title} was created. It is a draft: it is off."),
    )
    .about(id(agent.id(), name));
    let add = Edit::Append { path: ops::config_hooks_path(agent), value: entry.into() };
    plan.steps.push(ops::edit_agents_config(agent, &[add])?);
    plan.steps.push(ops::switch_in_list(agent, switches, name, false)?);
    plan.steps.retain(Step::changes);
    ops::finish(agent, &mut plan)?;
    Ok(plan)
}
