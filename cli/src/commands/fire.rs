//! `hooks fire`: an event at real hooks.

use std::io::Read;

use serde_json::Value;
use tacklebox_engine::dispatch::{FiredRun, Verdict};
use tacklebox_engine::fire::{self, Report, Request, Runner, Watch};
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::{plugins, words};
use tokio_util::sync::CancellationToken;

use super::boxed;
use crate::Outcome;
use crate::args::Fire;
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::table::{Cell, Table};
use crate::print::{BAD, CARE, DIM, GOOD, clean, clean_lines};
use crate::resolve;
use crate::session::Session;
use crate::wait;

pub fn run(session: &Session, output: &mut Output, args: Fire) -> Result<Outcome, Failure> {
    let (inventory, hook) = match &args.hook {
        Some(name) => {
            let (inventory, id) = hook_or_plugin(session, name)?;
            (inventory, Some(id))
        }
        None => (resolve::agent(session)?, None),
    };
    let request = Request {
        key: args.event,
        hook,
        data: args.data.as_deref().map(data).transpose()?,
        session: args.session,
        scratch: None,
        boxed: if args.dry_run { None } else { boxed::place(session, &inventory, &args.boxed)? },
    };
    let (machine, runner) = (&session.machine, Runner::new(&session.machine));
    let report = if args.dry_run {
        fire::would_fire(&runner, machine, &inventory, &request)?
    } else {
        let (watch, cancel) = (Watch::default(), CancellationToken::new());
        wait::until_done(&cancel, async {
            fire::fire(&runner, machine, &inventory, &request, &watch, &cancel).await
        })??
    };
    let kept = match (&args.keep, &request.boxed) {
        (Some(dir), Some(boxed)) => boxed::keep(boxed, &report, dir)?,
        _ => Vec::new(),
    };
    if output.json {
        output.document(&report)?;
    } else {
        output.text(text(session, &report))?;
        output.text(boxed::kept(&kept))?;
    }
    let failed = |run: &FiredRun| matches!(run.outcome, Verdict::Failed | Verdict::TimedOut);
    Ok(if report.fired.runs.iter().any(failed) { Outcome::Found } else { Outcome::Done })
}

/// The hook that is meant, else the plugin: those are in no list of hooks.
fn hook_or_plugin(session: &Session, name: &str) -> Result<(Inventory, String), Failure> {
    let failure = match resolve::hook(session, name) {
        Ok((inventory, hook)) => return Ok((inventory, hook.id)),
        Err(failure) if failure.code != Code::NotFound => return Err(failure),
        Err(failure) => failure,
    };
    let plugin = session.chosen().into_iter().find_map(|inventory| {
        let plugins = plugins::list(&session.machine, inventory.agent());
        let found = plugins.into_iter().find(|it| it.id == name || it.hook_id == name)?;
        Some((inventory, found.hook_id))
    });
    plugin.ok_or(failure)
}

/// JSON as it was typed, in a file after `@`, or from standard input for `-`.
fn data(typed: &str) -> Result<Value, Failure> {
    let unreadable = |what: &str, error: std::io::Error| {
        Failure::new(Code::BadData, format!("{what} could not be read: {error}."))
    };
    let text = if typed == "-" {
        let mut text = String::new();
        let read = std::io::stdin().read_to_string(&mut text);
        read.map_err(|error| unreadable("Standard input", error))?;
        text
    } else if let Some(file) = typed.strip_prefix('@') {
        std::fs::read_to_string(file).map_err(|error| unreadable(file, error))?
    } else {
        typed.to_owned()
    };
    serde_json::from_str(&text)
        .map_err(|error| Failure::new(Code::BadData, format!("The data is not JSON: {error}.")))
}

fn text(session: &Session, report: &Report) -> String {
    let paint = session.paint;
    let fired = &report.fired;
    if fired.runs.is_empty() {
        return format!("No hook that is ready listens to {}.\n", clean(&fired.event));
    }
    let mut table = Table::default();
    for run in &fired.runs {
        let style = match run.outcome {
            Verdict::Failed | Verdict::TimedOut => BAD,
            Verdict::Block => CARE,
            Verdict::Modify => GOOD,
            _ => DIM,
        };
        let took = match run.outcome {
            Verdict::Skipped | Verdict::WouldRun => String::new(),
            _ => format!("{:.0} ms", run.duration_ms),
        };
        table.row(vec![
            Cell::new(&run.hook),
            Cell::styled(fire::tag(run.outcome), style),
            Cell::styled(&took, DIM),
            Cell::new(run.reason.as_deref().unwrap_or_default()),
        ]);
        for line in run.stdout.lines().chain(run.stderr.lines()).take(20) {
            table.below(line);
        }
        for line in boxed::lines(session, run.effects.as_ref()) {
            table.below(&line);
        }
    }
    let mut text = String::new();
    table.write(&mut text, paint, "");
    for message in &fired.messages {
        text.push_str(&format!("says: {}\n", clean(message)));
    }
    if fired.outcome == Verdict::Modify {
        let data = serde_json::to_string_pretty(&fired.data).unwrap_or_default();
        text.push_str(&format!("It continues with:\n{}\n", clean_lines(&data)));
    }
    if let (Verdict::Block, Some(reason)) = (fired.outcome, &fired.reason) {
        text.push_str(&format!("Stopped: {}\n", clean(reason)));
    }
    if fired.outcome == Verdict::WouldRun {
        let called = fired.runs.iter().filter(|run| run.outcome == Verdict::WouldRun);
        text.push_str(&format!("{} would be called.\n", words::count(called.count(), "hook")));
    }
    text.push_str(&boxed::whole(report));
    text
}
