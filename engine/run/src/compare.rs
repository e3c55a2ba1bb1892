//! A copy beside its original: both run on the sample of the same moment, each in a box of its own unless
//! a person says otherwise. What they answer is compared, and what they did in their boxes.

mod deeds;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use self::deeds::{Deeds, Places};
use crate::boxed::{Boxed, Effects, Kind};
use crate::fire::{self, FireError, Report, Request, Runner, Watch};
use crate::runtime::dispatch::Verdict;
use tacklebox_agents::config::{self, Syntax};
use tacklebox_agents::hook::AgentId;
use tacklebox_agents::moment;
use tacklebox_inventory::counterparts;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins;
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// What stands for each workspace in what is compared.
const WORKSPACE: &str = "/workspace";

/// Where both run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// Each in a box of its own, with the best walls of this computer.
    Box { network: bool },
    /// For real, each with a folder for its workspace that is thrown away.
    Nothing,
}

/// Two runs, side by side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CompareView {
    /// Outcome, messages and changes are the same, and so is what they did where they ran in boxes.
    pub same: bool,
    pub sentence: String,
    pub before: RunView,
    pub after: RunView,
}

/// One of the two runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct RunView {
    pub agent: AgentId,
    /// The hook's id.
    pub hook: String,
    pub title: String,
    /// The event that it was called for.
    pub key: String,
    pub outcome: Verdict,
    /// "Let it pass"
    pub tag: String,
    pub reason: Option<String>,
    pub messages: Vec<String>,
    /// What it changed of the event's data, as a diff; empty where nothing.
    pub diff: String,
    pub exit_code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    pub duration_ms: u32,
    /// What it did; null where it did not run, or not in a box that tells.
    pub effects: Option<Effects>,
    /// What it was run in; null where it did not run.
    #[serde(rename = "box")]
    pub boxed: Option<Kind>,
}

/// Why two hooks were not compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    #[error(transparent)]
    Fire(#[from] FireError),
    #[error("{0} and {1} have no event in common, so there is nothing to compare.")]
    NoEvent(String, String),
    #[error("{}", .0.message)]
    NoFolder(#[from] Failure),
}

impl CompareError {
    /// The kind of failure.
    pub const fn code(&self) -> Code {
        match self {
            Self::Fire(error) => error.code(),
            Self::NoEvent(..) => Code::NoCommonEvent,
            Self::NoFolder(failure) => failure.code,
        }
    }
}

impl From<CompareError> for Failure {
    fn from(error: CompareError) -> Self {
        match error {
            CompareError::NoFolder(failure) => failure,
            error => Self::new(error.code(), error.to_string()),
        }
    }
}

/// A hook and where it is listed.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    pub inventory: &'a Inventory,
    pub id: &'a str,
}

/// Who is compared: a hook, or a plugin with the hooks that its code names.
struct Asked {
    id: String,
    title: String,
    events: Vec<String>,
    plugin: bool,
    /// The folders that are its own, the inner ones first.
    own: Vec<PathBuf>,
}

impl Side<'_> {
    fn asked(&self, machine: &Machine) -> Result<Asked, FireError> {
        let agent = self.inventory.agent();
        if let Some((hook, _)) = self.inventory.find(self.id) {
            let (id, title) = (hook.id.clone(), hook.title.clone());
            let own = hook.dir.iter().cloned().collect();
            return Ok(Asked { id, title, events: hook.events.clone(), plugin: false, own });
        }
        let plugin = plugins::list(machine, agent).into_iter().find(|it| it.hook_id == self.id);
        let plugin = plugin.ok_or_else(|| FireError::NoSuchHook(self.id.to_owned()))?;
        let view = plugins::view(machine, agent, &plugin);
        let events = view.listens.keys.into_iter().filter_map(|key| key.moment).collect();
        // What a copy brings of its original is in a folder of the plugin.
        let own = vec![plugin.dir.join("hook"), plugin.dir];
        Ok(Asked { id: plugin.hook_id, title: plugin.name, events, plugin: true, own })
    }
}

/// Runs both hooks on the first event that they have in common and compares what came of it. Needs a
/// Tokio runtime with I/O and time, the one that `runner` is used on.
///
/// # Errors
/// [`CompareError`]; then at most the first of them ran.
pub async fn compare(
    runner: &Runner,
    machine: &Machine,
    original: Side<'_>,
    copy: Side<'_>,
    inside: Inside,
    cancel: &CancellationToken,
) -> Result<CompareView, CompareError> {
    let (first, second) = (original.asked(machine)?, copy.asked(machine)?);
    let (from, to) = (original.inventory.agent().dialect, copy.inventory.agent().dialect);
    let pairs = match second.plugin {
        true => counterparts::plugin_pairs(from, &first.events),
        false => counterparts::pairs(from, to, &first.events),
    };
    let pair = pairs
        .into_iter()
        .find(|pair| second.events.contains(&pair.to))
        .ok_or_else(|| CompareError::NoEvent(named(original, &first), named(copy, &second)))?;
    // The same data for both: what the two samples would differ in is not a difference of the hooks.
    let data = fire::sample(original.inventory, &pair.from);
    let both = Both { runner, machine, data: &data, inside, cancel };
    let before = both.run(original, &first, &pair.from).await?;
    let after = both.run(copy, &second, &pair.to).await?;
    let label = moment::trigger(from.agent, &pair.from).label;
    let differences = differences(&before, &after);
    let sentence = if differences.is_empty() {
        same(&label, &before, &after)
    } else {
        format!("On the sample of “{label}” they differ: {}.", differences.join("; "))
    };
    Ok(CompareView {
        same: differences.is_empty(),
        sentence,
        before: before.view,
        after: after.view,
    })
}

/// "Guard of Moltis"
fn named(side: Side<'_>, hook: &Asked) -> String {
    format!("{} of {}", hook.title, side.inventory.agent().dialect.title)
}

struct Run {
    view: RunView,
    /// The event's data afterwards, without the workspace's name.
    data: Value,
    deeds: Option<Deeds>,
}

/// What is the same for both runs.
struct Both<'a> {
    runner: &'a Runner,
    machine: &'a Machine,
    data: &'a Value,
    inside: Inside,
    cancel: &'a CancellationToken,
}

impl Both<'_> {
    async fn run(&self, side: Side<'_>, hook: &Asked, key: &str) -> Result<Run, CompareError> {
        let agent = side.inventory.agent();
        let mut request = Request {
            key: key.to_owned(),
            hook: Some(side.id.to_owned()),
            data: Some(self.data.clone()),
            ..Request::default()
        };
        let (mut scratch, mut boxed) = (None, None);
        match self.inside {
            Inside::Box { network } => {
                boxed = Some(Boxed::new(self.machine, agent, network)?);
            }
            Inside::Nothing => {
                scratch = Some(fire::scratch(self.machine)?);
            }
        }
        request.boxed = boxed.as_ref().map(Arc::clone);
        request.scratch = scratch.as_ref().map(|dir| dir.path().to_owned());
        let (runner, watch) = (self.runner, Watch::default());
        let fired = fire::fire(runner, self.machine, side.inventory, &request, &watch, self.cancel);
        let report = fired.await?;
        // Each has another folder for its workspace: it is not a difference.
        let folder = scratch.as_ref().map_or(&*agent.workspace, |dir| dir.path());
        let folder = folder.to_string_lossy().into_owned();
        let plain = |text: &str| text.replace(&folder, WORKSPACE);
        let after = serde_json::to_string(&report.fired.data).unwrap_or_default();
        let after: Value = serde_json::from_str(&plain(&after)).unwrap_or_default();
        let mut before = self.data.clone();
        if let (Some(data), true) = (before.as_object_mut(), scratch.is_some()) {
            data.insert("workspaceDir".into(), WORKSPACE.into());
        }
        let view = view(side, hook, key, &report, &before, &after, plain);
        let places = Places {
            own: hook.own.clone(),
            workspace: agent.workspace.clone(),
            home: agent.home.clone(),
        };
        let deeds = boxed.zip(view.effects.as_ref().filter(|effects| effects.is_whole()));
        let deeds = deeds.map(|(boxed, effects)| Deeds::of(self.machine, &places, &boxed, effects));
        Ok(Run { view, data: after, deeds })
    }
}

/// What was done in all runs of an event; none where one of them does not tell.
fn all_effects(report: &Report) -> Option<Effects> {
    let mut all: Option<Effects> = None;
    for run in report.fired.runs.iter().filter(|run| run.boxed.is_some()) {
        let effects = run.effects.clone()?;
        match &mut all {
            Some(all) => all.add(effects),
            None => all = Some(effects),
        }
    }
    all
}

fn view(
    side: Side<'_>,
    hook: &Asked,
    key: &str,
    report: &Report,
    before: &Value,
    after: &Value,
    plain: impl Fn(&str) -> String,
) -> RunView {
    let fired = &report.fired;
    let run = fired.runs.first();
    // A hook on a category and on one event of it runs twice: what the event came to is what counts.
    let bad = fired.runs.iter().map(|run| run.outcome);
    let bad = bad.into_iter().find(|it| matches!(it, Verdict::Failed | Verdict::TimedOut));
    let outcome = bad.unwrap_or(match run {
        Some(only) if fired.runs.len() == 1 => only.outcome,
        _ => fired.outcome,
    });
    let text = |value: &Value| serde_json::to_string_pretty(value).unwrap_or_default() + "\n";
    RunView {
        agent: side.inventory.agent().id(),
        hook: hook.id.clone(),
        title: hook.title.clone(),
        key: key.to_owned(),
        outcome,
        tag: report.tag(outcome).to_owned(),
        reason: fired.runs.iter().find_map(|run| run.reason.as_deref()).map(&plain),
        messages: fired.messages.iter().map(|message| plain(message)).collect(),
        // What a stop leaves in the data is how it stopped, and no change of them.
        diff: if before == after || outcome == Verdict::Block {
            String::new()
        } else {
            config::diff(Syntax::Json5, &text(before), &text(after))
        },
        exit_code: run.and_then(|run| run.exit_code),
        stdout: run.map(|run| plain(&run.stdout)).unwrap_or_default(),
        stderr: run.map(|run| plain(&run.stderr)).unwrap_or_default(),
        duration_ms: run
            .map_or(0, |run| run.duration_ms.round().clamp(0.0, f64::from(u32::MAX)) as u32),
        effects: all_effects(report),
        boxed: fired.runs.iter().find_map(|run| run.boxed),
    }
}

/// What is not the same, in parts of a sentence.
fn differences(before: &Run, after: &Run) -> Vec<String> {
    let (one, other) = (&before.view, &after.view);
    let mut list = Vec::new();
    if one.outcome != other.outcome {
        let said = |run: &RunView| match &run.reason {
            Some(reason) => {
                format!("{} ({})", does(run.outcome), reason.trim().trim_end_matches('.'))
            }
            None => does(run.outcome).to_owned(),
        };
        list.push(format!("the original {}, the copy {}", said(one), said(other)));
    } else if one.outcome == Verdict::Block && one.reason != other.reason {
        list.push("they stop it for different reasons".to_owned());
    }
    if one.messages != other.messages {
        let count = |run: &RunView| match run.messages.len() {
            0 => "nothing".to_owned(),
            number => words::count(number, "message"),
        };
        list.push(match one.messages.len() == other.messages.len() {
            true => "they say different things".to_owned(),
            false => format!("the original says {}, the copy {}", count(one), count(other)),
        });
    }
    let stopped = one.outcome == Verdict::Block && other.outcome == Verdict::Block;
    if !stopped && before.data != after.data {
        list.push(match (one.diff.is_empty(), other.diff.is_empty()) {
            (true, _) => "only the copy changes the data".to_owned(),
            (_, true) => "only the original changes the data".to_owned(),
            _ => "they change the data differently".to_owned(),
        });
    }
    if let (Some(original), Some(copy)) = (&before.deeds, &after.deeds) {
        list.extend(original.differences(copy));
    }
    list
}

/// That all is the same, and what it is.
fn same(label: &str, before: &Run, after: &Run) -> String {
    let run = &before.view;
    let said = match run.messages.len() {
        0 => "said nothing".to_owned(),
        number => format!("said the same {}", words::count(number, "message")),
    };
    let changed = if run.diff.is_empty() { "changed nothing" } else { "changed the same" };
    let did = match run.outcome {
        Verdict::Failed | Verdict::TimedOut => format!("; both {}", does(run.outcome)),
        _ => String::new(),
    };
    let deeds = before.deeds.as_ref().and_then(Deeds::said);
    let deeds = deeds.map(|said| format!("; both {said}")).unwrap_or_default();
    let stopped = if run.outcome == Verdict::Block { "stopped it, " } else { "" };
    let printed = match run.stdout == after.view.stdout {
        true => "",
        false => "; what they print differs",
    };
    format!(
        "On the sample of “{label}” both did the same: they {stopped}{said} and {changed}{deeds}{did}{printed}."
    )
}

const fn does(outcome: Verdict) -> &'static str {
    match outcome {
        Verdict::Continue => "lets it pass",
        Verdict::Modify => "changes it",
        Verdict::Block => "stops it",
        Verdict::Failed => "fails",
        Verdict::TimedOut => "takes too long",
        Verdict::Skipped | Verdict::WouldRun => "is not called",
    }
}
