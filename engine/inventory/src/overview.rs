//! One agent in a line: what `agents --json` and the sidebar show.

use std::fs;
use std::path::PathBuf;

use serde::Serialize;

use crate::acts::{is_serious, was_changed};
use crate::discover::Kind;
use crate::inventory::Inventory;
use crate::notes;
use crate::pending;
use crate::plugins;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::ProblemWith;
use tacklebox_agents::hook::{Hook, Note, Row, Source, State};
use tacklebox_agents::in_force::{AgentRuntime, ConfigProblem, ConfigState};
use tacklebox_agents::note;
use tacklebox_agents::projects::{self, Project};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// One agent, with what its hooks amount to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct AgentView {
    pub agent: tacklebox_agents::hook::AgentId,
    pub name: String,
    pub found: bool,
    #[serde(serialize_with = "tacklebox_agents::hook::lossy")]
    #[cfg_attr(feature = "specta", specta(type = String))]
    pub home: PathBuf,
    #[serde(serialize_with = "tacklebox_agents::hook::lossy")]
    #[cfg_attr(feature = "specta", specta(type = String))]
    pub config: PathBuf,
    pub config_exists: bool,
    #[serde(serialize_with = "tacklebox_agents::hook::lossy")]
    #[cfg_attr(feature = "specta", specta(type = String))]
    pub workspace: PathBuf,
    /// The project folders that a person listed; none for an agent that none brings hooks to.
    pub projects: Option<Vec<ProjectView>>,
    pub hooks: u32,
    /// Its plugins, which are counted apart: which hooks they have is known once they ran. None for an
    /// agent without plugins.
    pub plugins: Option<u32>,
    /// Plugins that the agent's own package brings: not among `plugins`, and not listed.
    pub bundled_plugins: u32,
    /// Hooks that need setup, are broken, or were changed since they were installed.
    pub needs_attention: u32,
    /// What a person has to see to, as the sidebar counts it: hooks that need setup, are broken or are alarming.
    /// Settings that cannot be used are one thing, not one for each hook that waits for them.
    pub needs_you: u32,
    /// How many hooks are alarming.
    pub alarming: u32,
    /// How many of those do something serious, or did until they were turned off. The others only changed.
    pub serious: u32,
    /// Hooks of which something that may act was changed since they were installed.
    pub changed: u32,
    pub notes: Vec<Note>,
    /// Hooks as a whole are on.
    pub hooks_on: bool,
    pub counts: Counts,
    /// Where installed hooks go, with `~`.
    pub managed_dir: String,
    pub problems: Vec<ProblemView>,
    /// What was changed since the agent was last told: "Session memory was turned on."
    pub pending: Vec<String>,
    /// The ids of the hooks that this is about.
    pub pending_hooks: Vec<String>,
    /// "Restart Milady"; empty where a running agent can be told, and nothing waits for a restart.
    pub restart_hint: String,
    /// Which version of it is judged by.
    pub runtime: AgentRuntime,
    /// Why its settings cannot be used, so that all of its hooks wait for that; none where they can.
    pub blocked: Option<ConfigBlock>,
}

/// A project folder as it is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ProjectView {
    pub id: String,
    /// With `~`.
    pub folder: String,
    /// Why it brings no hooks; none where it does.
    pub problem: Option<String>,
}

/// What keeps an agent's settings from being used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ConfigBlock {
    /// As a sentence.
    pub message: String,
    /// Counted from 1.
    pub line: Option<u32>,
    pub column: Option<u32>,
    /// Whether hooks in folders run all the same: only those in the settings wait.
    pub folders_run: bool,
    /// Whether it is in another file than the config, which the editor of that does not show.
    pub elsewhere: bool,
}

fn blocked(agent: &Agent) -> Option<ConfigBlock> {
    let folders_run = agent.dialect.rules.without_config;
    if let Some(problem) = agent.config.problems.first().filter(|_| agent.config.unparsable) {
        let (message, line, column) = (problem.message.clone(), problem.line, problem.column);
        return Some(ConfigBlock { message, line, column, folders_run, elsewhere: false });
    }
    if let Some(path) = &agent.torn_state {
        let problem = agent.problems.iter().find(|problem| problem.path == *path)?;
        let message = problem.message.clone();
        let (line, column) = (None, None);
        return Some(ConfigBlock { message, line, column, folders_run, elsewhere: false });
    }
    let problem = agent.config_verdict.problems.first();
    let problem = problem.filter(|_| !agent.config_verdict.goes_on())?;
    let named = agent.runtime.named();
    let message = format!("{named} refuses all of it for {}: {}", problem.path, problem.message);
    let path = problem.path.parse().ok();
    let elsewhere = path.as_ref().is_some_and(|path| agent.config.include_of(path).is_some());
    let (line, column) = path.and_then(|path| agent.config.place_of(&path)).unzip();
    Some(ConfigBlock { message, line, column, folders_run, elsewhere })
}

/// How many hooks are in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Counts {
    pub ready: u32,
    pub not_called: u32,
    pub needs_setup: u32,
    pub off: u32,
    pub cannot_run_here: u32,
    pub broken: u32,
    pub replaced: u32,
}

/// What of the agent's own cannot be used as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ProblemView {
    pub with: ProblemWith,
    pub path: String,
    pub message: String,
    /// Counted from 1.
    pub line: Option<u32>,
    pub column: Option<u32>,
}

impl Counts {
    /// Counts the states of a list of hooks.
    pub fn of<'a>(hooks: impl Iterator<Item = &'a Hook>) -> Self {
        let mut counts = Self::default();
        for hook in hooks {
            let count = match hook.state {
                State::Ready => &mut counts.ready,
                State::NotCalled => &mut counts.not_called,
                State::NeedsSetup => &mut counts.needs_setup,
                State::Off => &mut counts.off,
                State::CannotRunHere => &mut counts.cannot_run_here,
                State::Broken => &mut counts.broken,
                State::Replaced => &mut counts.replaced,
            };
            *count = count.saturating_add(1);
        }
        counts
    }

    const fn total(&self) -> u32 {
        self.ready
            .saturating_add(self.not_called)
            .saturating_add(self.needs_setup)
            .saturating_add(self.off)
            .saturating_add(self.cannot_run_here)
            .saturating_add(self.broken)
            .saturating_add(self.replaced)
    }
}

/// How many hooks are so.
fn count(inventory: &Inventory, counts: impl Fn(&Hook) -> bool) -> u32 {
    let hooks = inventory.candidates().map(|(_, hook)| hook).filter(|hook| counts(hook));
    u32::try_from(hooks.count()).unwrap_or(u32::MAX)
}

/// The folders that are listed for an agent, as they are shown; none for an agent that no folder brings
/// hooks to.
pub fn project_folders(machine: &Machine, agent: &Agent) -> Option<Vec<ProjectView>> {
    agent.dialect.projects?;
    let hooks = agent.dialect.workspace_hooks?;
    let title = agent.dialect.title;
    let view = |folder: PathBuf| {
        let project = Project::of(machine, agent.dialect, &agent.config.value, &folder);
        let dir = folder.join(hooks);
        let own = format!("It is the workspace of {title}: its hooks are among the others.");
        let absent = match (fs::metadata(&folder), dir.is_dir()) {
            _ if folder == agent.workspace => Some(own),
            (Err(_), _) => Some("This folder is not there any more.".to_owned()),
            (Ok(_), false) => {
                Some(format!("It has no hooks: {} is not there.", machine.show(&dir)))
            }
            (Ok(_), true) => None,
        };
        ProjectView {
            id: project.id,
            folder: machine.show(&folder),
            problem: absent.or_else(|| project.unread.map(|why| why + ".")),
        }
    };
    Some(projects::list(machine, agent.id()).into_iter().map(view).collect())
}

/// Whether a restart brings one of the changes of these sentences to the agent.
pub fn waits(machine: &Machine, inventory: &Inventory, summaries: &[String]) -> bool {
    // With a config that it refuses it does not start.
    if inventory.agent().config_verdict.state == ConfigState::Refused {
        return false;
    }
    let unseen = pending::of(machine, inventory.agent().id());
    let mut asked = unseen.iter().filter(|change| summaries.contains(&change.summary));
    asked.any(|change| brings(inventory, change))
}

/// To a hook that is not called, nor would be if it were on, nor was, a restart brings nothing; nor of a draft.
fn brings(inventory: &Inventory, change: &pending::Unseen) -> bool {
    if !inventory.agent().dialect.rules.has_hooks {
        return false;
    }
    let sent = |key: &String| inventory.heard().is_sent(inventory.agent(), key);
    let Some((hook, candidate)) = change.hook.as_deref().and_then(|id| inventory.find(id)) else {
        return change.moments.is_empty() || change.moments.iter().any(sent);
    };
    match hook.state {
        State::NotCalled => false,
        _ if hook.row == Row::NoEffect => false,
        State::Off if hook.draft => false,
        State::Off => candidate.kind == Kind::Gateway || hook.events.iter().any(sent),
        _ => true,
    }
}

/// Whether a person has to see to this hook. What waits for settings that cannot be used needs none of its own.
fn needs_somebody(agent: &Agent, blocked: Option<&ConfigBlock>, hook: &Hook) -> bool {
    let asks = match hook.state {
        State::NeedsSetup => {
            let without = agent.dialect.rules.without_config && hook.source != Source::Config;
            blocked.is_none() || without
        }
        state => state == State::Broken,
    };
    agent.found && (hook.alarming || asks)
}

/// What a person has to see to, as the sidebar counts it: what keeps the settings from being used, and the hooks.
pub fn needing(inventory: &Inventory) -> (Option<ConfigBlock>, Vec<&Hook>) {
    let agent = inventory.agent();
    let blocked = blocked(agent);
    let hooks = inventory.candidates().map(|(_, hook)| hook);
    let hooks = hooks.filter(|hook| needs_somebody(agent, blocked.as_ref(), hook)).collect();
    (blocked, hooks)
}

/// What holds for every hook of the agent. What was heard on this computer is not said to be never sent.
fn notes_of(machine: &Machine, inventory: &Inventory) -> Vec<Note> {
    let dialect = inventory.agent().dialect;
    let more = inventory.heard().keys().any(|key| !dialect.ever_sends(key));
    let mut notes = notes::of_agent(dialect);
    notes.retain(|note| !more || note.id != dialect.rules.never);
    let not_started = inventory.not_started();
    let id = if dialect.rules.gateway.is_some() { note::NOT_STARTED } else { note::EMPTY_PLACE };
    let not_started = not_started.map(|why| notes::note(dialect, id, why));
    let settles = settles(inventory.agent()).filter(|_| not_started.is_none());
    let settles = settles.map(|why| notes::note(dialect, note::SETTLES, why));
    let puts_back = inventory.agent().replaces_config(machine);
    let puts_back = puts_back.map(|why| notes::note(dialect, note::PUTS_BACK, why));
    let kept = inventory.agent().config_kept();
    let kept = kept.map(|why| notes::note(dialect, note::CONFIG_KEPT, why));
    puts_back.into_iter().chain(not_started).chain(kept).chain(settles).chain(notes).collect()
}

/// Of so many settings each is named; of more the first few.
const NAMED: usize = 5;

/// That its commands do not take its config, where its gateway does all the same.
fn settles(agent: &Agent) -> Option<String> {
    let settled = &agent.config_verdict.settled;
    let file = agent.config.path.file_name()?.to_string_lossy();
    (!settled.is_empty()).then(|| {
        let shown = if settled.len() > NAMED { NAMED - 1 } else { settled.len() };
        let others = settled.len().saturating_sub(shown);
        let others = (others > 0).then(|| format!("{others} others"));
        let which = settled.iter().take(shown).map(|it| it.path.clone()).chain(others);
        let (which, of) = (words::all_of(which), agent.runtime.named());
        format!(
            "The commands of {of} refuse all of {file} for {which}. Its gateway puts that in order itself when it is started, and calls its hooks."
        )
    })
}

/// One agent in a line.
pub fn view(machine: &Machine, inventory: &Inventory) -> AgentView {
    let agent = inventory.agent();
    // What is built into an agent that is not here does not make it have hooks.
    let counts = Counts::of(inventory.candidates().map(|(_, hook)| hook).filter(|_| agent.found));
    let blocked = blocked(agent);
    let needs_you = u32::from(blocked.is_some())
        .saturating_add(count(inventory, |hook| needs_somebody(agent, blocked.as_ref(), hook)));
    let mut unseen = pending::of(machine, agent.id());
    unseen.retain(|change| brings(inventory, change));
    let mut runtime = AgentRuntime::of(machine, &agent.runtime, &agent.config_verdict);
    if let Some(why) = blocked.as_ref().filter(|_| agent.torn_state.is_some()) {
        // It calls its config invalid for that, whatever is in it.
        runtime.config = ConfigState::Refused;
        let problem = ConfigProblem { path: "<root>".to_owned(), message: why.message.clone() };
        runtime.config_problems = vec![problem];
    }
    for key in inventory.heard().keys() {
        if !runtime.sends.iter().any(|sent| sent == key) {
            runtime.sends.push(key.to_owned());
        }
    }
    AgentView {
        agent: agent.id(),
        name: agent.dialect.title.to_owned(),
        found: agent.found,
        home: agent.home.clone(),
        config: agent.config.path.clone(),
        config_exists: agent.config.text.is_some(),
        workspace: agent.named_workspace(),
        projects: project_folders(machine, agent),
        hooks: counts.total(),
        plugins: agent.dialect.plugins.is_some().then(|| match agent.found {
            true => u32::try_from(plugins::count(machine, agent)).unwrap_or(u32::MAX),
            false => 0,
        }),
        bundled_plugins: u32::try_from(plugins::bundled(machine, agent)).unwrap_or(u32::MAX),
        needs_attention: counts
            .needs_setup
            .saturating_add(counts.broken)
            .saturating_add(count(inventory, |hook| {
                was_changed(hook) && !matches!(hook.state, State::NeedsSetup | State::Broken)
            })),
        needs_you,
        alarming: count(inventory, |hook| hook.alarming),
        serious: count(inventory, is_serious),
        changed: count(inventory, was_changed),
        notes: notes_of(machine, inventory),
        hooks_on: agent.hooks_on(),
        counts,
        managed_dir: machine.show(&agent.managed),
        problems: inventory
            .problems()
            .map(|problem| ProblemView {
                with: problem.with,
                path: machine.show(&problem.path),
                message: problem.message.clone(),
                line: problem.line,
                column: problem.column,
            })
            .collect(),
        pending_hooks: unseen.iter().filter_map(|change| change.hook.clone()).collect(),
        restart_hint: match agent.dialect.stamp() {
            Some(_) if unseen.is_empty() => String::new(),
            _ => agent.dialect.restart_hint(),
        },
        pending: unseen.into_iter().map(|change| change.summary).collect(),
        blocked,
        runtime,
    }
}
