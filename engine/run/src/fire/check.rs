//! The agent's loader, with every module loaded.

use tokio_util::sync::CancellationToken;

use super::Runner;
use super::load::unloaded;
use crate::run::module::{Pool, Runtime, own, version};
use tacklebox_agents::hook::{Handler, Hook};
use tacklebox_inventory::check::{self, LoadedBy, ProblemSeverity, Report, ReportProblem};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// As [`check::check`], and imports every module that would be registered in its worker, without calling its
/// handler. What does not load counts as failed instead of registered, with the reason among the problems;
/// plugins are loaded too, and the hooks that they register counted. Modules of hooks are imported by the runtime
/// that the agent itself has them imported by, where it is on this computer, and as that does it; else by ours, and
/// the report says which. Plugins are always read by us, as agents read theirs. What a module does while it is
/// imported, it does with the user's rights. Needs a Tokio runtime with I/O and time.
pub async fn check_loading(
    runner: &Runner,
    machine: &Machine,
    inventory: &Inventory,
    cancel: &CancellationToken,
) -> Report {
    let mut hooks = Vec::new();
    let mut report = check::check_each(inventory, |candidate, hook| hooks.push((candidate, hook)));
    let is_module = |hook: &Hook| matches!(hook.handler, Some(Handler::Module { .. }));
    let (pool, loaded_by) = match hooks.iter().any(|(_, hook)| is_module(hook)) {
        true => pool(runner, machine, inventory).await,
        false => (runner.pool.clone(), None),
    };
    report.loaded_by = loaded_by;
    let (unloaded, more) = unloaded(runner, machine, inventory, (hooks, &pool), cancel).await;
    report.registered = report.registered.saturating_add(more);
    for it in unloaded {
        let (name, path) = match it.hook {
            Some((candidate, hook)) => {
                report.registered = report.registered.saturating_sub(1);
                (check::name_of(candidate, hook), candidate.manifest_path.clone())
            }
            None => (it.plugin.unwrap_or_default(), None),
        };
        report.failed.push(name);
        report.problems.push(ReportProblem {
            path: path.unwrap_or(it.file),
            message: it.why,
            severity: ProblemSeverity::Problem,
        });
        report.explained = report.explained.saturating_add(1);
    }
    report
}

/// Where modules of hooks are loaded, and by what; the second is none where this computer has nothing for it.
async fn pool(
    runner: &Runner,
    machine: &Machine,
    inventory: &Inventory,
) -> (Pool, Option<LoadedBy>) {
    let told = async |runtime: &Runtime, why| LoadedBy {
        name: runtime.kind.name(),
        program: runtime.program.clone(),
        version: version(machine, &runtime.program).await,
        own: runtime.alone,
        why,
    };
    let why = match own(machine, &inventory.agent().runtime).await {
        Some(Ok(runtime)) => {
            let told = told(&runtime, None).await;
            return (runner.pool.on(runtime), Some(told));
        }
        Some(Err(why)) => why,
        None => "its documentation does not say which it uses".to_owned(),
    };
    let loaded_by = match runner.pool.runtime().await {
        Ok(runtime) => Some(told(runtime, Some(why)).await),
        Err(_) => None,
    };
    (runner.pool.clone(), loaded_by)
}
