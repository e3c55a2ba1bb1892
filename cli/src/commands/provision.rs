//! `provision`

use std::io::Write as _;

use serde::Serialize;
use tacklebox_engine::agent::Agent;
use tacklebox_engine::provision::{
    self, InstallOption, LIMIT, Line, Offer, Order, Outcome as Came, Step, Told,
};
use tacklebox_engine::setup::{self, Lacking};
use tokio_util::sync::CancellationToken;

use crate::Outcome;
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::clean;
use crate::resolve;
use crate::session::Session;
use crate::wait;

#[derive(Serialize)]
struct Document {
    installed: Vec<String>,
    steps: Vec<ProgramStep>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dry_run: bool,
}

/// A step, and which program it is for.
#[derive(Serialize)]
struct ProgramStep {
    program: String,
    #[serde(flatten)]
    step: Step,
}

impl Document {
    fn add(&mut self, program: &str, steps: Vec<Step>) {
        let program = program.to_owned();
        self.steps
            .extend(steps.into_iter().map(|step| ProgramStep { program: program.clone(), step }));
    }
}

/// Installs what the hook lacks, one program after the other; the first that fails ends it.
///
/// # Errors
/// `not-installable` where a program can only be installed by hand, `not-installed` where it was tried.
pub fn run(
    session: &Session,
    output: &mut Output,
    name: &str,
    with: Option<&str>,
    dry: bool,
) -> Result<Outcome, Failure> {
    let (inventory, hook) = resolve::hook(session, name)?;
    let mut document = Document { installed: Vec::new(), steps: Vec::new(), dry_run: dry };
    let mut said = String::new();
    for lacking in setup::lacking(&session.machine, &inventory, &hook.id)? {
        let offer = choose(&lacking, with)?;
        let program = &offer.option.program;
        // Nothing is run that was not shown before.
        match &offer.option.command {
            Some(command) => tell(&format!("$ {command}")),
            None => tell(&offer.option.shown().unwrap_or_default()),
        }
        if dry {
            document.add(program, provision::steps(&offer));
            said.push_str(&format!("{program} would be installed. Nothing was changed.\n"));
            continue;
        }
        let (steps, report) = carry_out(session, inventory.agent(), &offer)?;
        if report.outcome != Came::Installed {
            let mut failure = Failure::new(Code::NotInstalled, report.sentence);
            if let Some(hint) = report.hint {
                failure = failure.hint(hint);
            }
            return Err(failure);
        }
        document.add(program, steps);
        document.installed.push(program.clone());
        said.push_str(&format!("{}\n", clean(&report.sentence)));
    }
    if said.is_empty() {
        said = format!("{} has every program it needs.\n", clean(&hook.title));
    }
    if output.json {
        output.document(&document)?
    } else {
        output.text(said)?
    }
    Ok(Outcome::Done)
}

/// The way that was named, else the first that can be run from here.
fn choose(lacking: &Lacking, with: Option<&str>) -> Result<Offer, Failure> {
    let all = &lacking.offers;
    let wanted = |offer: &&Offer| with.is_none_or(|id| offer.option.id == id);
    if let Some(offer) = all.iter().filter(wanted).find(|offer| offer.option.runnable) {
        return Ok(offer.clone());
    }
    let programs = tacklebox_engine::words::any_of(lacking.names.iter().cloned());
    if let Some(id) = with.filter(|id| !all.iter().any(|offer| offer.option.id == *id)) {
        let message = format!("There is no way {} to install {programs} here.", clean(id));
        let ids: Vec<String> = all.iter().map(|offer| offer.option.id.clone()).collect();
        let failure = Failure::new(Code::NotFound, message);
        return Err(if ids.is_empty() {
            failure
        } else {
            failure.hint(format!("There is: {}.", ids.join(", ")))
        });
    }
    let by_hand = all.iter().filter(wanted).map(|offer| &offer.option).find_map(by_hand);
    Err(Failure::new(Code::NotInstallable, format!("{programs} cannot be installed from here."))
        .hint(by_hand.unwrap_or_else(|| {
            format!("Install {programs} with the tools of this system, then check again.")
        })))
}

fn by_hand(option: &InstallOption) -> Option<String> {
    match (&option.command, &option.note, &option.url) {
        (Some(command), Some(note), _) => Some(format!("{note} The command: `{command}`")),
        (Some(command), None, _) => Some(format!("Run it in a terminal: `{command}`")),
        // Why there is no command says more than where it would have come from.
        (None, Some(note), _) => Some(note.clone()),
        (None, None, Some(url)) => Some(format!("See {url}")),
        (None, None, None) => None,
    }
}

fn carry_out(
    session: &Session,
    agent: &Agent,
    offer: &Offer,
) -> Result<(Vec<Step>, provision::Report), Failure> {
    let machine = &session.machine;
    let order =
        Order { machine, home: &agent.home, agent: agent.dialect.title, offer, limit: LIMIT };
    let cancel = CancellationToken::new();
    let mut hear = |told: Told<'_>| {
        if let Told::Output(Line::Whole(line)) = told {
            tell(line);
        }
    };
    // The same folders, read again.
    let again = || machine.clone().with_path(machine.path_dirs().to_vec());
    let (steps, report) =
        wait::until_done(&cancel, provision::run(&order, &cancel, again, &mut hear))?;
    report.record(machine, agent.id(), offer);
    Ok((steps, report))
}

/// A line on standard error, where the output of installers goes.
fn tell(line: &str) {
    // Where nobody reads it, the installation goes on all the same.
    let _ = writeln!(std::io::stderr().lock(), "{}", clean(line));
}
