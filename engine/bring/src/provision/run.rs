//! Carries one way of installing a program out, in steps that have names, and looks at the end whether the
//! program is there.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio_util::sync::CancellationToken;

use super::landing;
use super::methods::{Method, Offer};
use super::output::{Line, Lines, Log};
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::activity::{self, Entry, Kind};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::process::Program;
use tacklebox_machine::words;

/// How long an installation may take.
pub const LIMIT: Duration = Duration::from_secs(30 * 60);

/// How much of the output is read for the reason of a failure, and shown with it, in lines.
const TAIL: usize = 40;

/// How many folders of PATH a sentence names.
const NAMED_FOLDERS: usize = 4;

/// What makes managers ask nothing and print nothing that is not a result.
const QUIET: [(&str, &str); 12] = [
    ("CARGO_TERM_COLOR", "never"),
    ("DEBIAN_FRONTEND", "noninteractive"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("HOMEBREW_NO_AUTO_UPDATE", "1"),
    ("HOMEBREW_NO_COLOR", "1"),
    ("HOMEBREW_NO_ENV_HINTS", "1"),
    ("NONINTERACTIVE", "1"),
    ("NO_COLOR", "1"),
    ("npm_config_audit", "false"),
    ("npm_config_fund", "false"),
    ("npm_config_update_notifier", "false"),
    ("npm_config_yes", "true"),
];

/// What is to be installed, where, and for whom.
pub struct Order<'a> {
    pub machine: &'a Machine,
    /// The agent's own folder, below which downloads go.
    pub home: &'a Path,
    /// Who needs the program: "Milady".
    pub agent: &'a str,
    pub offer: &'a Offer,
    /// [`LIMIT`], but in tests.
    pub limit: Duration,
}

/// One step, in a place of its own from the beginning on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename = "InstallStep")]
pub struct Step {
    /// "Install ffmpeg"
    pub title: String,
    pub state: StepState,
    /// What came of it, or what is done.
    pub text: Option<String>,
    /// The command that this step runs.
    pub command: Option<String>,
    /// It is the one that takes long: it has the progress and can be stopped.
    pub work: bool,
    /// How long it took, in milliseconds; none before its end.
    pub millis: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename = "InstallStepState", rename_all = "lowercase")]
pub enum StepState {
    Waiting,
    Running,
    Done,
    Failed,
    Cancelled,
}

/// What a run tells while it goes on.
pub enum Told<'a> {
    Steps(&'a [Step]),
    Output(&'a Line),
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename = "InstallReport")]
pub struct Report {
    pub outcome: Outcome,
    /// What happened, as a sentence.
    pub sentence: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// How the command ended and what it said last, for whoever helps; none where all went well.
    pub technical: Option<String>,
}

impl Report {
    /// Keeps in the activity list what was done for an agent's hook, however it ended.
    pub fn record(&self, machine: &Machine, agent: AgentId, offer: &Offer) {
        let mut entry = Entry::new(machine, Kind::Program, agent, self.sentence.clone());
        entry.failed = matches!(self.outcome, Outcome::Failed | Outcome::Missing);
        entry.details.extend(offer.option.shown());
        activity::record(machine, entry);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename = "InstallOutcome", rename_all = "lowercase")]
pub enum Outcome {
    Installed,
    /// The installer was content, and the program is not where the agent looks.
    Missing,
    Failed,
    Cancelled,
}

/// The steps of this offer before anything is done; none where there is nothing that can be run.
pub fn steps(offer: &Offer) -> Vec<Step> {
    let step = |title: String| Step {
        title,
        state: StepState::Waiting,
        text: None,
        command: None,
        work: false,
        millis: None,
    };
    let option = &offer.option;
    let install = Step {
        command: option.command.clone(),
        work: true,
        ..step(format!("Install {}", option.program))
    };
    let check = step("Check again".to_owned());
    match &offer.method {
        Method::Command { manager, .. } => {
            vec![step(format!("Look for {manager}")), install, check]
        }
        Method::Fetch(_) => vec![install, check],
        Method::Shown => Vec::new(),
    }
}

/// Installs. `look_again` gives the computer as it is afterwards, with PATH read again; it may wait. The
/// steps and how it ended are the answer. Needs a Tokio runtime with I/O and time.
pub async fn run(
    order: &Order<'_>,
    cancel: &CancellationToken,
    look_again: impl FnOnce() -> Machine,
    tell: &mut (dyn FnMut(Told<'_>) + Send),
) -> (Vec<Step>, Report) {
    let mut run = Run { order, steps: steps(order.offer), tell, began: Instant::now() };
    let report = run.through(cancel, look_again).await;
    (run.steps, report)
}

pub(super) struct Run<'a, 'b> {
    pub(super) order: &'a Order<'a>,
    steps: Vec<Step>,
    pub(super) tell: &'b mut (dyn FnMut(Told<'_>) + Send),
    began: Instant,
}

impl Run<'_, '_> {
    async fn through(
        &mut self,
        cancel: &CancellationToken,
        look_again: impl FnOnce() -> Machine,
    ) -> Report {
        match &self.order.offer.method {
            Method::Command { argv, manager } => {
                self.command(argv, manager, cancel, look_again).await
            }
            Method::Fetch(spec) => self.fetch(spec, cancel, look_again).await,
            Method::Shown => failed("This is nothing that can be run from here.".into(), None),
        }
    }

    async fn command(
        &mut self,
        argv: &[String],
        manager: &str,
        cancel: &CancellationToken,
        look_again: impl FnOnce() -> Machine,
    ) -> Report {
        let machine = self.order.machine;
        let Some((program, args)) = argv.split_first() else {
            return failed("There is no command to run.".into(), None);
        };
        self.begin(0);
        let Some(path) = machine.program(program) else {
            self.end(0, StepState::Failed, Some("Not found".into()));
            let hint = "It was there a moment ago. Check again, then choose another way.";
            return failed(format!("{manager} is no longer on this computer."), Some(hint));
        };
        self.end(0, StepState::Done, Some("Found".into()));

        self.begin(1);
        let command = Program::new(path)
            .args(args)
            .env(machine.environment())
            .env(QUIET)
            // A home that was named stands for the person's: nothing is to land in another one.
            .env([("HOME", machine.home())])
            .dir(machine.home())
            .limit(self.order.limit)
            .cap(0);
        let mut log = Log::default();
        let ended = {
            let tell = &mut *self.tell;
            let mut lines = Lines::default();
            let mut hear = |line: Line| {
                if let Line::Whole(text) = &line {
                    log.push(text);
                }
                tell(Told::Output(&line));
            };
            let ended = command
                .run_live(cancel, &mut |stream, bytes| lines.feed(stream, bytes, &mut hear))
                .await;
            lines.finish(&mut hear);
            ended
        };
        let trouble = self.judge(ended, &log.tail(TAIL));
        match &trouble {
            None => self.end(1, StepState::Done, None),
            Some(report) if report.outcome == Outcome::Cancelled => {
                self.end(1, StepState::Cancelled, None);
            }
            Some(_) => self.end(1, StepState::Failed, None),
        }
        if let Some(report) = trouble.as_ref().filter(|report| report.outcome == Outcome::Cancelled)
        {
            return report.clone();
        }

        // Also after a failure: some installers complain and have done it all the same.
        self.begin(2);
        let machine = look_again();
        self.check(&machine, trouble)
    }

    /// Ends the last step by whether the program is there now.
    pub(super) fn found(&mut self, step: usize, machine: &Machine) -> Option<Report> {
        let program = &self.order.offer.option.program;
        let dir = |path: PathBuf| path.parent().map(|dir| machine.show(dir)).unwrap_or_default();
        let Some(place) = machine.program(program).map(dir) else {
            self.end(step, StepState::Failed, Some(format!("{program} is still not found")));
            return None;
        };
        self.end(step, StepState::Done, Some(format!("Found in {place}")));
        Some(Report {
            outcome: Outcome::Installed,
            sentence: format!("{program} was installed in {place}."),
            hint: None,
            technical: None,
        })
    }

    fn check(&mut self, machine: &Machine, trouble: Option<Report>) -> Report {
        let program = &self.order.offer.option.program;
        if let Some(found) = self.found(2, machine) {
            let technical = trouble.and_then(|report| report.technical);
            return Report { technical, ..found };
        }
        if let Some(report) = trouble {
            return report;
        }
        let agent = self.order.agent;
        let (sentence, hint) = match landing::folder_of(machine, program) {
            Some(place) => {
                let place = machine.show(&place);
                (
                    format!("{program} was installed in {place}, where {agent} does not look."),
                    format!("Add {place} to the PATH in your shell's start file, then check again."),
                )
            }
            None => (
                format!(
                    "{} is done, and {program} is still not found in the folders that {agent} looks in: {}.",
                    self.manager(),
                    folders(machine)
                ),
                "The package may bring a program of another name, or put it into a folder that is not on your PATH."
                    .to_owned(),
            ),
        };
        Report { outcome: Outcome::Missing, sentence, hint: Some(hint), technical: None }
    }

    pub(super) fn begin(&mut self, at: usize) {
        self.began = Instant::now();
        self.set(at, |step| step.state = StepState::Running);
    }

    pub(super) fn end(&mut self, at: usize, state: StepState, text: Option<String>) {
        let millis = u32::try_from(self.began.elapsed().as_millis()).ok();
        self.set(at, |step| {
            step.state = state;
            step.millis = millis;
            step.text = text;
        });
    }

    fn set(&mut self, at: usize, change: impl FnOnce(&mut Step)) {
        self.steps.get_mut(at).map(change);
        (self.tell)(Told::Steps(&self.steps));
    }
}

/// The end of an installation for which there was not even a thread's worth of room.
pub fn not_started(error: &std::io::Error) -> Report {
    let mut report = failed(
        "The installation could not be started.".into(),
        Some("Nothing was changed. Try again."),
    );
    report.technical = Some(error.to_string());
    report
}

pub(super) fn failed(sentence: String, hint: Option<&str>) -> Report {
    Report { outcome: Outcome::Failed, sentence, hint: hint.map(str::to_owned), technical: None }
}

/// The folders of PATH, the first of them by name.
fn folders(machine: &Machine) -> String {
    let dirs = machine.path_dirs();
    let mut names: Vec<String> =
        dirs.iter().take(NAMED_FOLDERS).map(|dir| machine.show(dir)).collect();
    if dirs.len() > NAMED_FOLDERS {
        names.push(format!("{} more", dirs.len().saturating_sub(NAMED_FOLDERS)));
    }
    words::all_of(names)
}
