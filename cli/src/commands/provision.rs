//! `provision`

use std::io::Write as _;

use serde::Serialize;
use tacklebox_engine::agent::Agent;
use tacklebox_engine::provision::{self, LIMIT, Line, Offer, Order, Outcome as Came, Step, Told};
use tacklebox_engine::setup;
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
        let offer = setup::choose(&lacking, with)?;
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
