//! What a plugin registers when it is loaded: asked for by a person, kept with a hash of its files.

use std::sync::Arc;

use time::format_description::well_known::Rfc3339;
use tokio_util::sync::CancellationToken;

use super::handlers::Runner;
use super::load::lasting;
use super::plugins::reason;
use crate::boxed::Boxed;
use crate::run::module::HookForm;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{self, Plugin, Registers, Seen};
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::machine::Machine;

/// Whether a plugin can be loaded at all, to be asked before somebody has to agree to it.
///
/// # Errors
/// Where it cannot.
pub fn can_be_loaded(plugin: &Plugin) -> Result<(), Failure> {
    plugin.broken().map_or(Ok(()), |why| Err(not_loaded(plugin, why)))
}

fn not_loaded(plugin: &Plugin, why: &str) -> Failure {
    Failure::new(Code::CannotRun, format!("{} could not be loaded. {why}", plugin.name))
        .hint("Nothing was changed. What it listens to is not known better than before.")
}

/// Loads a plugin in a worker that is ended at once, in a box where one is given, calls none of its handlers, and keeps what it
/// registered. That it could not be kept is not a reason not to tell it.
///
/// # Errors
/// Where it cannot be loaded, with what it said.
pub async fn find_out(
    runner: &Runner,
    machine: &Machine,
    inventory: &Inventory,
    plugin: &Plugin,
    boxed: Option<Arc<Boxed>>,
    cancel: &CancellationToken,
) -> Result<Seen, Failure> {
    can_be_loaded(plugin)?;
    let workspace = boxed.as_ref().map(|boxed| boxed.workspace());
    let mut maker = lasting(runner, machine, inventory, cancel);
    maker.boxed = boxed.as_ref();
    maker.scratch = workspace.as_deref();
    let hash = plugins::hash(plugin);
    let (caller, hooks) =
        maker.loaded_apart(plugin).await.map_err(|ran| not_loaded(plugin, &reason(ran)))?;
    let registered = caller.seat.registered(caller.limit).await;
    let others = registered.map_err(|ran| not_loaded(plugin, &reason(*ran)))?.1;
    caller.seat.release();
    let seen = Seen {
        hash,
        at: machine.now().format(&Rfc3339).unwrap_or_default(),
        internal: hooks
            .iter()
            .filter(|hook| hook.form == HookForm::Internal)
            .map(|hook| hook.event.clone())
            .collect(),
        hooks: hooks.into_iter().map(|hook| (hook.event, hook.priority)).collect(),
        registers: Registers::of(
            others.iter().map(|other| (other.call.as_str(), other.name.as_str())),
        ),
    };
    let _ = plugins::keep(machine, plugin, seen.clone());
    Ok(seen)
}
