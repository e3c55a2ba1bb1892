//! The agent's loader, with every module loaded.

use tokio_util::sync::CancellationToken;

use super::Runner;
use super::load::unloaded;
use tacklebox_inventory::check::{self, ProblemSeverity, Report, ReportProblem};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// As [`check::check`], and imports every module that would be registered in its worker, without calling its
/// handler. What does not load counts as failed instead of registered, with the reason among the problems;
/// plugins are loaded too, and the hooks that they register counted. What a module does while it is
/// imported, it does with the user's rights. Needs a Tokio runtime with I/O and time.
pub async fn check_loading(
    runner: &Runner,
    machine: &Machine,
    inventory: &Inventory,
    cancel: &CancellationToken,
) -> Report {
    let mut hooks = Vec::new();
    let mut report = check::check_each(inventory, |candidate, hook| hooks.push((candidate, hook)));
    let (unloaded, more) = unloaded(runner, machine, inventory, hooks, cancel).await;
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
