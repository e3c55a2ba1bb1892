//! What makes a hook run: its own entry, the switch of the whole, and entries that keep the others as they
//! are.

use serde_json::Value;

use super::{OpError, entry_path};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{self, ConfigPath, Edit, Syntax};
use tacklebox_agents::hook::{Hook, State};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::selection;

/// The edits of the config after which the hook is asked for.
///
/// # Errors
/// [`OpError`] where the config cannot be edited.
pub(super) fn edits(inventory: &Inventory, hook: &Hook) -> Result<Vec<Edit>, OpError> {
    let agent = inventory.agent();
    let dialect = agent.dialect;
    let entry = |key: &str| entry_path(agent, key).join("enabled");
    let set = |path: ConfigPath, on: bool| Edit::Set { path, value: on.into() };
    let whole = || agent.section_path(&["enabled"]);
    let mut edits = vec![set(entry(&hook.hook_key), true)];
    if !agent.hooks_on() {
        edits.push(set(whole(), true));
    }
    // Some versions look for the name where it is not the key, and some for the switch of the whole.
    for more in [entry(&hook.name), whole()] {
        if selection::loads(dialect, &section(agent, &edits)?)(hook.into()) {
            break;
        }
        edits.push(set(more, true));
    }
    if !agent.hooks_on() {
        // Nobody asked for the others.
        let after = section(agent, &edits)?;
        let may_load = selection::may_load(dialect, &after);
        let others = selection::named(inventory).into_iter();
        let others = others.filter(|other| other.key != hook.hook_key && may_load(*other));
        edits.extend(others.map(|other| set(entry(other.key), false)));
    }
    Ok(edits)
}

/// The hooks section as it would count after these edits.
fn section(agent: &Agent, edits: &[Edit]) -> Result<Value, OpError> {
    let failed = |source| OpError::Edit { path: agent.config.path.clone(), source };
    let text = agent.config.value.to_string();
    let text = config::edit(Syntax::Json5, &text, edits).map_err(failed)?;
    let value = config::parse(Syntax::Json5, &text).unwrap_or_default();
    Ok(agent.section_of(&value))
}

/// Why a hook that is on does nothing all the same; none where it does what it is there for.
pub(super) fn idle(hook: &Hook) -> Option<String> {
    let what = match hook.state {
        State::NotCalled if hook.runtime.may_load() => "is not called",
        _ if !hook.runtime.may_load() => "does not load",
        _ => return None,
    };
    let why = hook.reason.as_deref().unwrap_or("It is not ready").trim_end_matches('.');
    Some(format!("It is on, and {what}: {why}."))
}
