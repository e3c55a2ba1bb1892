//! Asks an agent's own program about its hooks, its plugins and its config, and holds its answer beside ours. Only
//! when a person wants it: nothing of a scan starts a program.

mod compare;
mod said;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use time::format_description::well_known::Rfc3339;
use tokio_util::sync::CancellationToken;

use self::compare::Ours;
use self::said::{ConfigSaid, HookSaid};
use tacklebox_agents::dialect::OwnProgram;
use tacklebox_agents::hook::AgentId;
use tacklebox_agents::in_force::{self, ConfigState, ConfigVerdict};
use tacklebox_inventory::activity::{self, Entry};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins;
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::process::{How, Program};

/// How long each question may take.
const LIMIT: Duration = Duration::from_secs(60);

/// The most of an answer that is read, in bytes.
const CAP: usize = 16 * 1024 * 1024;

/// What the agent's own program said, beside what is said here. A contract (`docs/CLI.md`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Answer {
    pub agent: AgentId,
    /// As the program calls itself; none where it does not say.
    pub version: Option<String>,
    /// RFC 3339, UTC.
    pub asked_at: String,
    pub agrees: bool,
    pub differences: Vec<Difference>,
    /// What it says of its config; none where it has no command for that.
    pub config: Option<ConfigAnswer>,
}

/// A hook, a plugin, or the config, of which the two say something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
// Another type of the window has the shorter name.
#[serde(rename = "AskDifference")]
pub struct Difference {
    /// The hook's name, or a plugin's id; none where it is about the config.
    pub hook: Option<String>,
    pub ours: String,
    pub theirs: String,
}

/// What the agent's program says of its config.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ConfigAnswer {
    pub valid: bool,
    pub issues: Vec<Issue>,
}

/// What is wrong with a config, in the words of the agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Issue {
    /// Dotted; empty for the config as a whole.
    pub path: String,
    pub message: String,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    #[error("{title}'s own program has no command that tells about its hooks.")]
    CannotTell { title: &'static str },
    #[error("{title}'s own program, {program}, is not on this computer, or not on its PATH.")]
    NotHere { title: &'static str, program: &'static str },
    #[error("{program} was stopped: it did not answer within a minute.")]
    TooSlow { program: &'static str },
    #[error("{program} was stopped before it answered.")]
    Cancelled { program: &'static str },
    #[error("{program} answered something that is not understood here: {said}")]
    NotUnderstood { program: &'static str, said: String },
    #[error("{0}.")]
    NotStarted(String),
    #[error("{title} is not asked, as it would change its config then: nothing was changed. {why}")]
    WouldChange { title: &'static str, why: String },
    #[error("{0} is not a hook that this agent finds.")]
    NoSuchHook(String),
}

impl AskError {
    /// The kind of failure.
    pub const fn code(&self) -> Code {
        match self {
            Self::CannotTell { .. } => Code::CannotTell,
            Self::NotHere { .. } => Code::AgentNotHere,
            Self::TooSlow { .. } => Code::TimedOut,
            Self::Cancelled { .. } => Code::Cancelled,
            Self::NotUnderstood { .. } => Code::NotUnderstood,
            Self::NotStarted(_) => Code::NotStarted,
            Self::NoSuchHook(_) => Code::NotFound,
            Self::WouldChange { .. } => Code::Refused,
        }
    }

    /// What a person can do.
    fn hint(&self) -> Option<String> {
        match self {
            Self::NotHere { program, .. } => {
                Some(format!("Install it, or start Tacklebox where `{program}` can be found."))
            }
            Self::TooSlow { program } | Self::NotUnderstood { program, .. } => {
                Some(format!("Try `{program} hooks list --json` in a terminal."))
            }
            Self::CannotTell { .. } => Some(who_can_be_asked()),
            Self::Cancelled { .. }
            | Self::NotStarted(_)
            | Self::WouldChange { .. }
            | Self::NoSuchHook(_) => None,
        }
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        let failure = Self::new(error.code(), error.to_string());
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

/// The agents whose own program tells about its hooks, in a sentence.
pub fn who_can_be_asked() -> String {
    format!("{} can be asked.", AgentId::titled(|agent| agent.own_program().is_some()))
}

/// Whether the agent's program is here and can be asked.
pub fn can_ask(machine: &Machine, agent: AgentId) -> bool {
    program(machine, agent).is_ok()
}

/// Where the agent's program is.
///
/// # Errors
/// [`AskError`] where it is not here, or has no command that tells about hooks.
pub fn program(machine: &Machine, agent: AgentId) -> Result<PathBuf, AskError> {
    let title = agent.dialect().title;
    let own = agent.own_program().ok_or(AskError::CannotTell { title })?;
    machine.program(own.name).ok_or(AskError::NotHere { title, program: own.name })
}

/// Asks the agent's program about all of its hooks and plugins, or the hook of this name, and about its config. What
/// differs is kept in the activity list. Needs a Tokio runtime with I/O and time.
///
/// # Errors
/// [`AskError`] where there is no answer: nothing was changed then either.
pub async fn ask(
    machine: &Machine,
    inventory: &Inventory,
    name: Option<&str>,
    cancel: &CancellationToken,
) -> Result<Answer, AskError> {
    let agent = inventory.agent();
    let title = agent.dialect.title;
    let own = agent.id().own_program().ok_or(AskError::CannotTell { title })?;
    let at = program(machine, agent.id())?;
    if let Some(why) = agent.replaces_config(machine) {
        return Err(AskError::WouldChange { title, why });
    }
    let question = Question { machine, own, program: Program::new(at), cancel };
    let version = question.text(own.version).await.ok().and_then(|text| said::version(&text));
    let config = match own.config {
        Some(args) => {
            Some(said::config(&question.text(args).await?).map_err(|said| question.odd(said))?)
        }
        None => None,
    };
    let mut answer = Answer {
        agent: agent.id(),
        version,
        asked_at: machine.now().format(&Rfc3339).unwrap_or_default(),
        agrees: true,
        differences: Vec::new(),
        config: None,
    };
    // A config that is refused is all that it would say of its hooks.
    if config.as_ref().is_none_or(|config| config.valid || !config.exists) {
        let text = question.text(own.hooks).await?;
        let theirs = said::hooks(own.tells, &text).map_err(|said| question.odd(said))?;
        answer.differences = differences(inventory, own, name, &theirs)?;
        // Who asks about one hook is not kept waiting for that. A version without this command has nothing to compare.
        if let Some(args) =
            own.plugins.filter(|_| name.is_none() && agent.dialect.plugins.is_some())
            && let Some(theirs) = said::plugins(&question.text(args).await?)
        {
            let ours = plugins::list(machine, agent);
            answer.differences.extend(compare::plugins(&ours, &theirs));
        }
    }
    if let Some(said) = config {
        answer.differences.extend(about_config(inventory, answer.version.as_deref(), &said));
        answer.config =
            Some(ConfigAnswer { valid: said.valid || !said.exists, issues: said.issues });
    }
    answer.agrees = answer.differences.is_empty();
    keep(machine, inventory, &answer);
    Ok(answer)
}

struct Question<'a> {
    machine: &'a Machine,
    own: &'static OwnProgram,
    program: Program<'a>,
    cancel: &'a CancellationToken,
}

impl Question<'_> {
    /// What it prints for these arguments, whatever its exit status: a refusal is an answer too.
    async fn text(&self, args: &[&str]) -> Result<String, AskError> {
        let program = self.own.name;
        let run = self.program.clone().args(args.iter().copied()).env(self.machine.environment());
        let run = run.env([("NO_COLOR", "1")]).dir(self.machine.home()).limit(LIMIT).cap(CAP);
        let ended = run.run(self.cancel).await;
        let ended = ended.map_err(|error| AskError::NotStarted(error.to_string()))?;
        match ended.how {
            How::TimedOut => Err(AskError::TooSlow { program }),
            How::Cancelled => Err(AskError::Cancelled { program }),
            How::Exited(_) | How::Signal(_) => {
                let out = ended.stdout.text();
                match out.trim().is_empty() {
                    true => Err(self.odd(ended.stderr.text())),
                    false => Ok(out),
                }
            }
        }
    }

    fn odd(&self, said: String) -> AskError {
        let said = said.trim();
        let short: String = said.lines().next().unwrap_or("nothing").chars().take(200).collect();
        AskError::NotUnderstood { program: self.own.name, said: short }
    }
}

fn differences(
    inventory: &Inventory,
    own: &OwnProgram,
    name: Option<&str>,
    theirs: &[HookSaid],
) -> Result<Vec<Difference>, AskError> {
    let ours: Vec<Ours> = Ours::all(inventory);
    if let Some(name) = name
        && !ours.iter().any(|hook| hook.name == name)
        && !theirs.iter().any(|hook| hook.name == name)
    {
        return Err(AskError::NoSuchHook(name.to_owned()));
    }
    let mut found = compare::hooks(own.tells, &ours, theirs);
    found.retain(|it| name.is_none() || it.hook.as_deref() == name);
    Ok(found)
}

/// What is said here of the config, judged by the version that answered.
fn verdict_of(inventory: &Inventory, version: Option<&str>) -> ConfigVerdict {
    let agent = inventory.agent();
    let asked = version.and_then(|version| in_force::stands_for(agent.id(), version));
    match asked.filter(|asked| asked.version != agent.runtime.runtime.version) {
        Some(asked) => agent.verdict_by(&asked.dialect, asked.version),
        None => agent.config_verdict.clone(),
    }
}

/// Whether it takes its config, and whether that is what is said here.
fn about_config(
    inventory: &Inventory,
    version: Option<&str>,
    said: &ConfigSaid,
) -> Option<Difference> {
    let config = &inventory.agent().config;
    let verdict = verdict_of(inventory, version);
    let fault = (verdict.state == ConfigState::Refused).then(|| {
        let first = verdict.problems.first();
        let said = first.map(|problem| format!("{}: {}", problem.path, problem.message));
        said.or_else(|| Some(config.problems.first()?.to_string())).unwrap_or_default()
    });
    let file = tacklebox_inventory::discover::file_name(&config.path);
    let refused = |why: String| format!("{file} is refused: {why}");
    let taken = || format!("{file} is taken");
    // What is asked is not the gateway, which goes on without what is wrong.
    match (fault, said.valid || !said.exists) {
        (None, false) if verdict.goes_on() => None,
        (None, true) | (Some(_), false) => None,
        (Some(fault), true) => {
            Some(Difference { hook: None, ours: refused(fault), theirs: taken() })
        }
        (None, false) => {
            let first = said.issues.first();
            let why = first.map(|issue| format!("{}: {}", issue.path, issue.message));
            let theirs = refused(why.unwrap_or_else(|| "it does not say why".to_owned()));
            Some(Difference { hook: None, ours: taken(), theirs })
        }
    }
}

/// A difference is kept, so that it can be told later; that both say the same is not news.
fn keep(machine: &Machine, inventory: &Inventory, answer: &Answer) {
    if answer.agrees {
        return;
    }
    let title = inventory.agent().dialect.title;
    let version = answer.version.as_deref().map_or_else(String::new, |it| format!(" {it}"));
    let count = tacklebox_machine::words::count(answer.differences.len(), "difference");
    let mut entry = Entry::new(
        machine,
        activity::Kind::Asked,
        answer.agent,
        format!("{title}{version} was asked: {count}."),
    );
    entry.failed = true;
    entry.details = answer.differences.iter().map(ToString::to_string).collect();
    activity::record(machine, entry);
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(hook) = &self.hook {
            write!(f, "{hook}: ")?;
        }
        write!(f, "here “{}”, there “{}”", self.ours, self.theirs)
    }
}
