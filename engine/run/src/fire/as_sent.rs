//! What the version in force tells hooks of an event, and where it has their modules loaded.

use serde_json::Value;

use super::{Request, Runner, SESSION, check, handlers, ready, sample};
use crate::run::module::Pool;
use tacklebox_agents::dialect::DOCUMENTED;
use tacklebox_agents::dialect::policy::Shape;
use tacklebox_agents::dialect::sent::FILLED;
use tacklebox_agents::hook::{Handler, Hook};
use tacklebox_inventory::check::LoadedBy;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// Where the modules of hooks are loaded that are called: by the runtime that the agent itself would use, where it is
/// on this computer; and by which they are where that is another one.
pub(super) async fn modules_of(
    runner: &Runner,
    machine: &Machine,
    inventory: &Inventory,
    request: &Request,
) -> (Pool, Option<LoadedBy>) {
    let known = inventory.agent().dialect.runs_modules()
        && inventory.agent().runtime.runtime.version != DOCUMENTED;
    let is_module = |hook: &Hook| matches!(hook.handler, Some(Handler::Module { .. }));
    // Of plugins nothing has to be known for that.
    let any = || match &request.hook {
        Some(id) => inventory.find(id).is_some_and(|(hook, _)| is_module(hook)),
        None => ready(inventory, &request.key).any(|(_, hook)| is_module(hook)),
    };
    if !known || !any() {
        return (runner.pool.clone(), None);
    }
    let (pool, by) = check::pool(runner, machine, inventory).await;
    (pool, by.filter(|by| !by.own))
}

/// The session of what is fired.
pub(super) fn session(inventory: &Inventory, request: &Request) -> String {
    let of_event = || inventory.agent().dialect.session_of(&request.key).unwrap_or(SESSION);
    request.session.clone().unwrap_or_else(|| of_event().to_owned())
}

/// What the event carries: as this version sends it where that is known; else a hook is told of the folder that
/// stands for the workspace.
pub(super) fn carried(
    maker: &handlers::Maker<'_>,
    inventory: &Inventory,
    request: &Request,
) -> Value {
    let dialect = inventory.agent().dialect;
    let given = request.data.as_ref();
    let mut data = given.cloned().unwrap_or_else(|| sample(inventory, &request.key));
    let known = dialect.is_sent_as_known(&request.key);
    let told = !known && dialect.payload() != Shape::Flat
        || given.is_some() && sample(inventory, &request.key).get(FILLED.1).is_some();
    if let (Some(dir), Some(data)) = (maker.scratch.filter(|_| told), data.as_object_mut()) {
        data.insert(FILLED.1.into(), dir.to_string_lossy().into());
    }
    if known {
        maker.facts().fill_event(&mut data);
    }
    data
}
