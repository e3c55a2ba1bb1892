//! `hooks fire`: an event at real hooks.

use std::io::Read;

use serde::Serialize;
use serde_json::Value;
use tacklebox_engine::boxed::Kind;
use tacklebox_engine::dialect::DOCUMENTED;
use tacklebox_engine::dispatch::{FiredRun, Verdict};
use tacklebox_engine::fire::{self, Differs, DiffersIn, Report, Request, Runner, Watch};
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::in_force::Versions;
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::plugins;
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
            if !args.yes && !args.dry_run {
                agreed(session, &inventory, &id)?;
            }
            (inventory, Some(id))
        }
        None => (resolve::agent(session)?, None),
    };
    let version = args.beside.as_ref().map(|asked| beside_of(&inventory, asked, args.dry_run));
    let version = version.transpose()?;
    let request = Request {
        key: args.event.clone(),
        hook,
        data: args.data.as_deref().map(data).transpose()?,
        session: args.session.clone(),
        scratch: None,
        boxed: if args.dry_run { None } else { boxed::place(session, &inventory, &args.boxed)? },
        beside: false,
    };
    let report = called(session, &inventory, &request, args.dry_run)?;
    let beside = match &version {
        Some(version) => Some(beside(session, (&inventory, version), &request, &args, &report)?),
        None => None,
    };
    let kept = match (&args.keep, &request.boxed) {
        (Some(dir), Some(boxed)) => boxed::keep(boxed, &report, dir)?,
        _ => Vec::new(),
    };
    if output.json {
        output.document(&Told { report: &report, beside: beside.as_ref() })?;
    } else {
        output.text(text(session, inventory.agent().id(), &report))?;
        output.text(beside.as_ref().map(|it| besides(session, it)).unwrap_or_default())?;
        output.text(boxed::kept(&kept))?;
    }
    let failed = |run: &FiredRun| matches!(run.outcome, Verdict::Failed | Verdict::TimedOut);
    Ok(if report.fired.runs.iter().any(failed) { Outcome::Found } else { Outcome::Done })
}

/// What the agent itself does not load is loaded only by a yes.
fn agreed(session: &Session, inventory: &Inventory, id: &str) -> Result<(), Failure> {
    let all = plugins::list(&session.machine, inventory.agent());
    let plugin = all.iter().find(|plugin| plugin.hook_id == id && plugin.broken().is_none());
    match plugin.and_then(|it| Some((it, plugins::forbidden(inventory.agent(), it, "Firing")?))) {
        None => Ok(()),
        Some((plugin, why)) => {
            Err(Failure::new(Code::NeedsAcceptance, format!("{why} Nothing was run.")).hint(
                format!("Look at it with `tacklebox plugins info {}`, then add --yes.", plugin.id),
            ))
        }
    }
}

/// The report, with what came of the same by other rules where that was asked.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    report: &'a Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    beside: Option<&'a Beside>,
}

#[derive(Serialize)]
struct Beside {
    /// The version in force.
    of: &'static str,
    /// The version beside it.
    runtime: &'static str,
    #[serde(flatten)]
    report: Option<Report>,
    differences: Vec<Differs>,
    /// Why there is nothing to hold beside the other.
    error: Option<String>,
}

fn called(
    session: &Session,
    inventory: &Inventory,
    request: &Request,
    dry: bool,
) -> Result<Report, Failure> {
    let (machine, runner) = (&session.machine, Runner::new(&session.machine));
    if dry {
        return Ok(fire::would_fire(&runner, machine, inventory, request)?);
    }
    let (watch, cancel) = (Watch::default(), CancellationToken::new());
    Ok(wait::until_done(&cancel, async {
        fire::fire(&runner, machine, inventory, request, &watch, &cancel).await
    })??)
}

/// The version that is fired beside the one in force.
fn beside_of(inventory: &Inventory, asked: &Versions, dry: bool) -> Result<String, Failure> {
    // One that is known of another agent alone is wished of this one, too.
    let wished = asked.get(&inventory.agent().id()).or_else(|| asked.values().next());
    let version =
        fire::beside(inventory, wished.map(String::as_str), dry || Kind::here().is_closed());
    let version = version.map_err(|failure| match failure.code {
        Code::CannotRun => {
            failure.hint("Nothing ran. Add --dry-run to see who would be called by each version.")
        }
        _ => failure,
    })?;
    Ok(version.to_owned())
}

/// The same event by the rules of another version, in a box of its own.
fn beside(
    session: &Session,
    (inventory, version): (&Inventory, &str),
    request: &Request,
    args: &Fire,
    report: &Report,
) -> Result<Beside, Failure> {
    let agent = inventory.agent();
    let other = inventory.by_version(&session.machine, version);
    let boxed = if args.dry_run { None } else { boxed::place(session, &other, &args.boxed)? };
    let again = Request { boxed, beside: true, ..request.clone() };
    let (there, error) = match called(session, &other, &again, args.dry_run) {
        Ok(there) => (Some(there), None),
        // What is not known of one version is an answer too; what was stopped is none.
        Err(failure) if failure.code == Code::Cancelled => return Err(failure),
        Err(failure) => (None, Some(failure.message)),
    };
    let differences = there.as_ref().map(|there| fire::differences(report, there));
    Ok(Beside {
        of: agent.runtime.runtime.version,
        runtime: other.agent().runtime.runtime.version,
        report: there,
        differences: differences.unwrap_or_default(),
        error,
    })
}

/// What came out in another way, in words.
fn besides(session: &Session, beside: &Beside) -> String {
    let by = |version: &str| match version {
        DOCUMENTED => "its documentation".to_owned(),
        version => format!("version {version}"),
    };
    let paint = session.paint;
    let mut text = format!("Beside it, by {}:\n", by(beside.runtime));
    if let Some(error) = &beside.error {
        text.push_str(&format!("  {}\n", clean(error)));
        return text;
    }
    if beside.differences.is_empty() {
        text.push_str("  The same.\n");
    }
    for it in &beside.differences {
        let what = match it.what {
            DiffersIn::Sent => "the event",
            DiffersIn::Hook => it.hook.as_deref().unwrap_or_default(),
            DiffersIn::Order => "the order",
            DiffersIn::Outcome => "in the end",
            DiffersIn::Data => "it goes on with",
            DiffersIn::Messages => "what they say",
        };
        text.push_str(&format!("  {}\n", paint.on(CARE, &clean(what))));
        for (version, said) in [(beside.of, &it.here), (beside.runtime, &it.there)] {
            let said = if said.is_empty() { "nothing" } else { said };
            let said = clean_lines(said).replace('\n', "\n      ");
            text.push_str(&format!("    {} {said}\n", paint.on(DIM, &format!("{}:", by(version)))));
        }
    }
    text
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
    fire::data(&text)
}

fn text(session: &Session, agent: AgentId, report: &Report) -> String {
    let paint = session.paint;
    let fired = &report.fired;
    let mut table = Table::default();
    for (place, said) in report.said.iter().enumerate() {
        let run = fired.runs.get(place);
        let style = match run.filter(|_| !said.cancelled).map(|run| run.outcome) {
            Some(Verdict::Failed | Verdict::TimedOut) => BAD,
            Some(Verdict::Block) => CARE,
            Some(Verdict::Modify) => GOOD,
            _ => DIM,
        };
        let called = run.filter(|run| !matches!(run.outcome, Verdict::Skipped | Verdict::WouldRun));
        let took = called.map(|run| format!("{:.0} ms", run.duration_ms)).unwrap_or_default();
        table.row(vec![
            Cell::new(run.map_or(&said.title, |run| &run.hook)),
            Cell::styled(said.tag, style),
            Cell::styled(&took, DIM),
            Cell::new(&said.sentence),
        ]);
        let Some(run) = run else { continue };
        let printed = run.stdout.lines().chain(run.stderr.lines());
        for line in printed.filter(|line| line.trim() != said.sentence).take(20) {
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
    if let Some(unread) = &report.unread {
        text.push_str(&format!("  {}\n", paint.on(CARE, &clean(unread))));
    }
    text.push_str(&format!("{}\n", clean(&report.end)));
    if let Some(said) = report.ran_elsewhere(&session.machine, agent) {
        text.push_str(&format!("{}\n", paint.on(DIM, &clean(&said))));
    }
    if fired.outcome == Verdict::Modify {
        let data = serde_json::to_string_pretty(&fired.data).unwrap_or_default();
        text.push_str(&format!("{}\n", clean_lines(&data)));
    }
    text.push_str(&boxed::whole(&fired.runs));
    text
}
