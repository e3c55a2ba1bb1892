//! Carries one way of installing a program out, in steps that have names, and looks at the end whether the
//! program is there.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio_util::sync::CancellationToken;

use super::failure;
use super::landing;
use super::methods::{Method, Offer};
use super::output::{Line, Lines, Log};
use crate::machine::Machine;
use crate::process::{Ended, How, NotRun, Program};
use crate::words;

/// How long an installation may take.
pub const LIMIT: Duration = Duration::from_secs(30 * 60);

/// How much of the output is read for the reason of a failure, and shown with it, in lines.
const TAIL: usize = 40;

/// How many folders of PATH a sentence names.
const NAMED_FOLDERS: usize = 4;

/// What makes managers ask nothing and print nothing that is no result.
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
    let step = |title: String, command: Option<String>| Step {
        title,
        state: StepState::Waiting,
        text: None,
        command,
        millis: None,
    };
    let Method::Command { manager, .. } = &offer.method else { return Vec::new() };
    vec![
        step(format!("Look for {manager}"), None),
        step(format!("Install {}", offer.option.program), offer.option.command.clone()),
        step("Check again".to_owned(), None),
    ]
}

/// Installs. `look_again` gives the computer as it is afterwards, with PATH read anew; it may wait. The
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

struct Run<'a, 'b> {
    order: &'a Order<'a>,
    steps: Vec<Step>,
    tell: &'b mut (dyn FnMut(Told<'_>) + Send),
    began: Instant,
}

impl Run<'_, '_> {
    async fn through(
        &mut self,
        cancel: &CancellationToken,
        look_again: impl FnOnce() -> Machine,
    ) -> Report {
        let Order { machine, offer, .. } = self.order;
        let Method::Command { argv, manager } = &offer.method else {
            return failed("This is nothing that can be run from here.".into(), None);
        };
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

    /// What the end of the command means; none where it was content.
    fn judge(&self, ended: Result<Ended, NotRun>, tail: &str) -> Option<Report> {
        let option = &self.order.offer.option;
        let (how, manager) = (ended.as_ref().map(|ended| ended.how), self.manager());
        let minutes = self.order.limit.as_secs() / 60;
        let (sentence, hint, status) = match how {
            Ok(How::Exited(0)) => return None,
            Ok(How::Cancelled) => {
                let sentence = format!("{} was not installed: you stopped it.", option.program);
                let hint = "What was downloaded so far may stay. You can start again at any time.";
                return Some(Report {
                    outcome: Outcome::Cancelled,
                    sentence,
                    hint: Some(hint.to_owned()),
                    technical: None,
                });
            }
            Ok(How::TimedOut) => (
                format!("{manager} had not ended after {minutes} minutes, so it was stopped."),
                "It may have waited for an answer. Copy the command into a terminal to see what it asks.",
                "stopped at its time limit".to_owned(),
            ),
            Ok(How::Exited(status)) => {
                let reason = self.reason(status, tail);
                (
                    match &reason {
                        Some(reason) => format!(
                            "{manager} could not install {}: {}.",
                            option.program, reason.why
                        ),
                        None => format!("{manager} could not install {}.", option.program),
                    },
                    reason.map_or(
                        "The details say what it printed. Choose another way, or copy the command into a terminal.",
                        |reason| reason.hint,
                    ),
                    format!("exit status {status}"),
                )
            }
            Ok(How::Signal(signal)) => (
                format!("{manager} ended before it was done."),
                "Try again. If it happens once more, copy the command into a terminal.",
                format!("ended by signal {signal}"),
            ),
            Err(error) => (
                format!("{manager} could not be started."),
                "Nothing was changed. Choose another way to install it.",
                error.to_string(),
            ),
        };
        let mut report = failed(sentence, Some(hint));
        report.technical = Some(format!("{status}\n{tail}").trim_end().to_owned());
        Some(report)
    }

    fn reason(&self, status: i32, tail: &str) -> Option<failure::Reason> {
        // What pkexec itself answers, in whatever language it speaks.
        let asked = matches!(&self.order.offer.method, Method::Command { argv, .. }
            if argv.first().is_some_and(|word| word == "pkexec"));
        if asked && matches!(status, 126 | 127) {
            return failure::reason("not authorized");
        }
        failure::reason(tail)
    }

    fn check(&mut self, machine: &Machine, trouble: Option<Report>) -> Report {
        let program = &self.order.offer.option.program;
        let dir = |path: PathBuf| path.parent().map(|dir| machine.show(dir)).unwrap_or_default();
        if let Some(place) = machine.program(program).map(dir) {
            let sentence = format!("{program} was installed in {place}.");
            self.end(2, StepState::Done, Some(format!("Found in {place}")));
            return Report {
                outcome: Outcome::Installed,
                sentence,
                hint: None,
                technical: trouble.and_then(|report| report.technical),
            };
        }
        self.end(2, StepState::Failed, Some(format!("{program} is still not found")));
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

    fn manager(&self) -> &'static str {
        match &self.order.offer.method {
            Method::Command { manager, .. } => manager,
            Method::Fetch(_) | Method::Shown => "The installation",
        }
    }

    fn begin(&mut self, at: usize) {
        self.began = Instant::now();
        self.set(at, |step| step.state = StepState::Running);
    }

    fn end(&mut self, at: usize, state: StepState, text: Option<String>) {
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

fn failed(sentence: String, hint: Option<&str>) -> Report {
    Report { outcome: Outcome::Failed, sentence, hint: hint.map(str::to_owned), technical: None }
}

/// The folders of PATH, the first of them by name.
fn folders(machine: &Machine) -> String {
    let dirs = machine.path_dirs();
    let mut names: Vec<String> =
        dirs.iter().take(NAMED_FOLDERS).map(|dir| machine.show(dir)).collect();
    if dirs.len() > NAMED_FOLDERS {
        names.push(format!("{} more", dirs.len() - NAMED_FOLDERS));
    }
    words::all_of(names)
}
