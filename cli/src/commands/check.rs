//! `hooks check`

use tacklebox_engine::check::{self, LoadedBy, ProblemSeverity, Report};
use tacklebox_engine::fire::{self, Runner};
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::words;
use tokio_util::sync::CancellationToken;

use crate::Outcome;
use crate::failure::Failure;
use crate::output::Output;
use crate::print::{BAD, BOLD, CARE, DIM, GOOD, clean};
use crate::session::Session;
use crate::wait;

/// What each agent's own loader would report; with `load`, after every module was imported.
pub fn run(session: &Session, output: &mut Output, load: bool) -> Result<Outcome, Failure> {
    let inventories = session.chosen();
    let reports = if load {
        loading(session, &inventories)?
    } else {
        inventories.iter().map(check::check).collect()
    };
    if output.json {
        output.document(&reports)?;
    } else if reports.is_empty() {
        output.text("No agent was found on this computer: there is nothing to check. `tacklebox agents` says where each is looked for.\n")?;
    } else {
        let mut text = String::new();
        for (inventory, report) in inventories.iter().zip(&reports) {
            one(&mut text, session, inventory, report);
        }
        output.text(text)?;
    }
    let clean = reports.iter().all(Report::is_clean);
    Ok(if clean { Outcome::Done } else { Outcome::Found })
}

fn loading(session: &Session, inventories: &[Inventory]) -> Result<Vec<Report>, Failure> {
    let (machine, cancel) = (&session.machine, CancellationToken::new());
    let runner = Runner::new(machine);
    wait::until_done(&cancel, async {
        let mut reports = Vec::new();
        for inventory in inventories {
            reports.push(fire::check_loading(&runner, machine, inventory, &cancel).await);
        }
        reports
    })
}

fn one(to: &mut String, session: &Session, inventory: &Inventory, report: &Report) {
    let paint = session.paint;
    let agent = inventory.agent();
    let off = if agent.hooks_on() { "" } else { " (all hooks are off)" };
    let unsure = match report.unsure {
        0 => String::new(),
        unsure => format!(", {unsure} not known"),
    };
    to.push_str(&format!(
        "{}: {} discovered, {} eligible, {} registered{unsure}{off}\n",
        paint.on(BOLD, agent.dialect.title),
        report.discovered,
        report.eligible,
        report.registered,
    ));
    if let Some(plugins) = &report.plugins {
        let (loaded, failed) = (plugins.loaded, plugins.failed.len());
        if loaded.saturating_add(failed) > 0 {
            let loaded = words::count(loaded, "plugin");
            to.push_str(&format!("  {loaded} loaded, {failed} failed\n"));
        }
    }
    if let Some(by) = &report.loaded_by {
        to.push_str(&format!("  {}\n", paint.on(DIM, &clean(&loaded_by(session, inventory, by)))));
    }
    for skipped in &report.skipped {
        to.push_str(&format!("  {} {}\n", paint.on(CARE, "skipped"), clean(skipped)));
    }
    for failed in &report.failed {
        let error = inventory
            .candidates()
            .find(|(_, hook)| hook.name == *failed && hook.error.is_some())
            .and_then(|(_, hook)| hook.error.clone());
        let why = error.map(|error| format!(": {error}")).unwrap_or_default();
        to.push_str(&format!("  {}  {}{}\n", paint.on(BAD, "failed"), clean(failed), clean(&why)));
    }
    for failed in report.plugins.iter().flat_map(|plugins| &plugins.failed) {
        to.push_str(&format!("  {}  the plugin {}\n", paint.on(BAD, "failed"), clean(failed)));
    }
    for problem in &report.problems {
        let path = session.machine.show(&problem.path);
        to.push_str(&format!(
            "  {} {}\n          {}\n",
            match problem.severity {
                ProblemSeverity::Problem => paint.on(BAD, "problem"),
                ProblemSeverity::Note => paint.on(DIM, "note   "),
            },
            clean(&path),
            paint.on(DIM, &clean(&problem.message)),
        ));
    }
    let wrong = report.wrong();
    if wrong == 0 && !report.problems.is_empty() {
        let notes = words::count(report.problems.len(), "note");
        to.push_str(&format!("  {}\n", paint.on(GOOD, &format!("No problem, {notes}."))));
    } else if wrong == 0 {
        to.push_str(&format!("  {}\n", paint.on(GOOD, "Nothing is wrong.")));
    } else {
        to.push_str(&format!(
            "  {}\n",
            paint.on(BAD, &format!("{} found.", words::count(wrong, "problem")))
        ));
    }
}

/// Which runtime imported the modules, and whether the agent would have it do so.
fn loaded_by(session: &Session, inventory: &Inventory, by: &LoadedBy) -> String {
    let title = inventory.agent().dialect.title;
    let version = by.version.as_deref().map(|version| format!(" {version}")).unwrap_or_default();
    let program = session.machine.show(&by.program);
    let runtime = format!("Modules of hooks loaded by {}{version} ({program})", by.name);
    match &by.why {
        None => format!("{runtime}, as {title} does."),
        Some(why) => format!("{runtime}, not by {title}'s own runtime: {why}."),
    }
}
