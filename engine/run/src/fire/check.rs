//! The agent's loader, with every module loaded.

use tokio_util::sync::CancellationToken;

use super::Runner;
use super::load::{Looked, Unloaded, lasting, plugins_looked_at, unloaded};
use crate::run::module::{Pool, Runtime, nearest, own, version};
use tacklebox_agents::hook::{Handler, Hook};
use tacklebox_inventory::check::{
    self, LoadedBy, PluginsLoaded, ProblemSeverity, Report, ReportProblem,
};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// As [`check::check`], and imports every module that would be registered in its worker, without calling its
/// handler. What does not load counts as failed instead of registered, with the reason among the problems.
/// Plugins are loaded too, and counted apart: which hooks they have is none of these numbers. Modules of hooks are imported by the runtime
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
    let maker = lasting(runner, machine, inventory, cancel);
    for Unloaded { hook: (candidate, hook), file, why } in unloaded(&maker, hooks, &pool).await {
        report.fails(candidate, hook);
        report.problems.push(ReportProblem {
            path: candidate.manifest_path.clone().unwrap_or(file),
            message: why,
            severity: ProblemSeverity::Problem,
        });
        report.explained = report.explained.saturating_add(1);
    }
    report.all_run();
    if inventory.agent().dialect.plugins.is_some() {
        let looked = plugins_looked_at(&maker, inventory).await;
        report.plugins = Some(counted(looked, &mut report.problems));
    }
    report
}

/// How many plugins load, with what is to be said of them among the problems.
fn counted(looked: Vec<Looked>, problems: &mut Vec<ReportProblem>) -> PluginsLoaded {
    let mut counts = PluginsLoaded::default();
    for Looked { plugin, loaded, why } in looked {
        let path = plugin.entry.unwrap_or(plugin.dir);
        let severity = if loaded { ProblemSeverity::Note } else { ProblemSeverity::Problem };
        problems.extend(why.map(|message| ReportProblem { path, message, severity }));
        match loaded {
            true => counts.loaded = counts.loaded.saturating_add(1),
            false => counts.failed.push(plugin.id),
        }
    }
    counts
}

/// Where modules of hooks are loaded, and by what; the second is none where this computer has nothing for it.
pub(super) async fn pool(
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
    if let Some(runtime) = nearest(machine, &inventory.agent().runtime).await {
        let told = told(&runtime, Some(why)).await;
        return (runner.pool.on(runtime), Some(told));
    }
    let loaded_by = match runner.pool.runtime().await {
        Ok(runtime) => Some(told(runtime, Some(why)).await),
        Err(_) => None,
    };
    (runner.pool.clone(), loaded_by)
}
