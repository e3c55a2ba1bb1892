//! A plugin as screens and JSON show it: what its files say, whether it loads, and what it listens to, in
//! three grades. Nothing is run for it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde::Serialize;
use serde_json::Value;

use super::heard::{By, ignored, is_heard, is_meant};
use super::sources::Sources;
use super::xray::{self, Touch};
use super::{Names, Plugin, PluginState, Registers, Seen, seen};
use crate::activity;
use crate::installed::receipt_name;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::typed::{TypedHook, typed_hook};
use tacklebox_agents::hook::{AgentId, Note};
use tacklebox_agents::in_force::ConfigState;
use tacklebox_agents::moment::{self, Keys};
use tacklebox_audit::{Finding, Registration, Severity, registrations};
use tacklebox_machine::machine::Machine;

/// How much is known of what a plugin listens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Grade {
    /// Nothing in its files says so.
    Unknown,
    /// Its code names it, which is not to say that it does it.
    Named,
    /// It registered it when it was loaded here, and its files are the same since.
    Seen,
}

/// One thing that a plugin listens to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ListenKey {
    pub key: String,
    /// Known only once it was loaded.
    pub priority: Option<f64>,
    /// When that is, for a person.
    pub when: Option<String>,
    /// The agent does not call the plugin for it: nobody allowed that it sees whole conversations, somebody
    /// forbade that it adds to prompts, or hooks are off as a whole.
    pub not_allowed: bool,
    /// The key by which *Try it* knows it; none where it cannot be tried.
    pub moment: Option<String>,
}

/// What a plugin listens to, as far as it is known.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Listens {
    pub grade: Grade,
    pub keys: Vec<ListenKey>,
    /// When it was seen, RFC 3339.
    pub at: Option<String>,
}

/// A plugin as it is listed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PluginView {
    pub id: String,
    /// What tells it from all hooks and plugins of this computer.
    pub hook_id: String,
    pub agent: AgentId,
    pub name: String,
    pub version: Option<String>,
    pub description: Option<String>,
    #[serde(serialize_with = "tacklebox_agents::hook::lossy")]
    #[cfg_attr(feature = "specta", specta(type = String))]
    pub dir: PathBuf,
    #[serde(serialize_with = "tacklebox_agents::hook::lossy_option")]
    #[cfg_attr(feature = "specta", specta(type = Option<String>))]
    pub manifest: Option<PathBuf>,
    pub enabled: bool,
    /// It was made here, is off, can be tried, and never answered with the files that it has now: it is tried before it
    /// is turned on.
    pub untried: bool,
    /// It is turned on or off where it is listed: it loads, and does not wait to be tried.
    pub switchable: bool,
    /// It can be loaded here, to find out what it listens to.
    pub loadable: bool,
    /// The moment at which it can be tried; none where it cannot.
    pub try_at: Option<String>,
    /// Why it is not loaded, in the agent's words; `says` is the same for a person.
    pub reason: Option<String>,
    pub says: Option<String>,
    pub state: PluginState,
    /// The agent whose bundle it is: such a one has no module, and none of it is run.
    pub bundle: Option<String>,
    /// Not for the page: a form is made of it.
    #[cfg_attr(feature = "specta", specta(skip))]
    pub config_schema: Option<Value>,
    pub listens: Listens,
    /// What it registered when it was loaded here, else what its code names.
    pub registers: Registers,
    /// What its code names, whether it was loaded or not.
    pub names: Names,
    /// What its files reach: programs, network, files, variables.
    pub touches: Vec<Touch>,
    pub findings: Vec<Finding>,
    pub notes: Vec<Note>,
    /// The worst that was found, where it loads and that is serious.
    pub danger: Option<String>,
}

/// What the files of a plugin name, and why the version in force ignores some of that.
fn named_in(agent: &Agent, sources: &Sources) -> (Names, BTreeSet<String>) {
    let found: Vec<Registration> = sources
        .texts()
        .filter_map(|(name, text)| registrations(&text, name.rsplit('/').next().unwrap_or(name)))
        .flatten()
        .collect();
    // Of the rest nobody knows whether it is meant for the agent: many things have an `on`.
    let hooks = found.iter().filter_map(|it| Some((By::of(&it.call)?, it.name.as_str())));
    let meant = hooks.filter(|(_, name)| is_meant(agent, name));
    let (heard, others): (Vec<_>, Vec<_>) =
        meant.partition(|(by, name)| is_heard(agent, *by, name));
    let heard: BTreeSet<&str> = heard.into_iter().map(|(_, name)| name).collect();
    let others = others.into_iter().map(|(by, name)| ignored(agent, by, name));
    let registers = Registers::of(found.iter().map(|it| (it.call.as_str(), it.name.as_str())));
    let hooks = heard.into_iter().map(str::to_owned).collect();
    (Names { hooks, registers }, others.collect())
}

/// How plugins listen to an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listening {
    /// It is one of theirs: which of them do is known once they ran.
    Own,
    /// It is one of `HOOK.md`, for which some register hooks too.
    Internal,
}

/// How plugins listen to an event; none where they cannot.
pub fn listening(agent: &Agent, key: &str) -> Option<Listening> {
    let dialect = agent.dialect;
    let shipped = dialect.plugins.is_some() && dialect.rules.typed.is_shipped();
    match dialect.dispatch_of(key)?.0.keys {
        Keys::Plugin => Some(Listening::Own),
        keys => (shipped && keys == Keys::of(dialect.agent)).then_some(Listening::Internal),
    }
}

/// Whether a plugin may have hooks for events of `HOOK.md`: its code has the call, or it made it when it was loaded.
pub fn registers_hooks(machine: &Machine) -> impl Fn(&Plugin) -> bool {
    let machine = machine.clone();
    let seen = LazyLock::new(move || seen::all(&machine));
    move |plugin| {
        let sources = Sources::read(plugin);
        sources.texts().any(|(_, text)| text.contains("registerHook"))
            || seen
                .get(&plugin.hook_id)
                .is_some_and(|seen| seen.hash == sources.hash() && !seen.internal.is_empty())
    }
}

/// Ids of plugins, each with the hash of its files then.
type Answered = BTreeSet<(String, String)>;

/// What was done here with plugins, read once for all of them.
struct Done {
    seen: BTreeMap<String, Seen>,
    /// Those that were tried and answered; read only where it counts.
    answered: LazyLock<Answered, Box<dyn FnOnce() -> Answered>>,
    machine: Machine,
}

impl Done {
    fn read(machine: &Machine) -> Self {
        let own = machine.clone();
        let answered = move || {
            let tried = activity::list(&own).into_iter().flat_map(|entry| entry.tried);
            tried.filter_map(|tried| Some((tried.id, tried.files?))).collect()
        };
        Self {
            seen: seen::all(machine),
            answered: LazyLock::new(Box::new(answered)),
            machine: machine.clone(),
        }
    }

    /// Whether it was made here, is off, and never answered as its files are now.
    fn untried(&self, plugin: &Plugin, sources: &Sources) -> bool {
        plugin.left_out.is_some()
            && made_here(&self.machine, &plugin.dir).is_file()
            && !self.answered.contains(&(plugin.hook_id.clone(), sources.hash().to_owned()))
    }
}

/// The record of ours that says of a plugin's folder that it was made here.
pub fn made_here(machine: &Machine, dir: &Path) -> PathBuf {
    machine.data_dir().join("made").join(receipt_name(dir))
}

/// The view of one plugin: its files are read, each once.
pub fn view(machine: &Machine, agent: &Agent, plugin: &Plugin) -> PluginView {
    made(agent, plugin, &mut Done::read(machine))
}

/// The views of several.
pub fn views(machine: &Machine, agent: &Agent, plugins: &[Plugin]) -> Vec<PluginView> {
    let mut done = Done::read(machine);
    plugins.iter().map(|plugin| made(agent, plugin, &mut done)).collect()
}

fn made(agent: &Agent, plugin: &Plugin, done: &mut Done) -> PluginView {
    let sources = Sources::read(plugin);
    let (names, mut ignored) = named_in(agent, &sources);
    let shipped = agent.dialect.rules.typed.is_shipped();
    let key = |key: String, priority: Option<f64>| {
        let typed = agent.dialect.rules.typed.named(&key);
        ListenKey {
            when: when(agent, &key),
            moment: tried_as(agent, &key).filter(|_| plugin.bundle.is_none()),
            not_allowed: match typed {
                Some(hook) => plugin.barred(hook).is_some(),
                None => shipped && !plugin.hooks_on,
            },
            key,
            priority,
        }
    };
    let seen = done.seen.remove(&plugin.hook_id).filter(|seen| seen.hash == sources.hash());
    let (reading, touches) = xray::read(plugin, &sources);
    let mut findings = reading.findings;
    let (grade, keys, at, registers) = match seen {
        Some(mut seen) => {
            // What was really registered says it better than the code.
            ignored = seen.without_ignored(agent);
            findings.extend(xray::differences(plugin, &names, &seen));
            let keys = seen.hooks.into_iter().map(|(name, priority)| key(name, Some(priority)));
            (Grade::Seen, keys.collect(), Some(seen.at), seen.registers)
        }
        None => {
            let keys: Vec<_> = names.hooks.iter().map(|name| key(name.clone(), None)).collect();
            let grade = if keys.is_empty() { Grade::Unknown } else { Grade::Named };
            (grade, keys, None, names.registers.clone())
        }
    };
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    let (state, refused) = match plugin.state() {
        PluginState::On if refuses_config(agent) => (PluginState::Idle, true),
        state => (state, false),
    };
    // What cannot be tried does not wait for that.
    let works = state != PluginState::Broken;
    let try_at = keys.iter().find_map(|key| key.moment.clone()).filter(|_| works);
    let untried = try_at.is_some() && done.untried(plugin, &sources);
    let serious = findings.first().filter(|finding| finding.severity == Severity::High);
    PluginView {
        id: plugin.id.clone(),
        hook_id: plugin.hook_id.clone(),
        agent: agent.id(),
        name: plugin.name.clone(),
        version: plugin.version.clone(),
        description: plugin.description.clone(),
        dir: plugin.dir.clone(),
        manifest: plugin.manifest.clone(),
        enabled: plugin.left_out.is_none(),
        untried,
        switchable: works && !untried,
        loadable: works && plugin.bundle.is_none(),
        try_at,
        reason: plugin
            .reason()
            .or_else(|| refused.then(|| "not started: config refused".to_owned())),
        says: match (&plugin.left_out, state) {
            _ if refused => {
                Some(format!("{} refuses its config, so it starts no plugin", agent.dialect.title))
            }
            (Some(off), PluginState::Off | PluginState::Idle) => Some(off.sentence()),
            _ => plugin.broken().map(str::to_owned),
        },
        state,
        bundle: plugin.bundle.map(str::to_owned),
        config_schema: plugin.config_schema.clone(),
        listens: Listens { grade, keys, at },
        registers,
        names,
        touches,
        danger: serious.filter(|_| state == PluginState::On).map(|finding| finding.why.clone()),
        findings,
        notes: {
            let unread = reading.unread.iter();
            let unread = unread.map(|it| format!("{} was not read: {}", it.file, it.why));
            let ignored = ignored.into_iter().map(|sentence| note("ignored-name", sentence));
            ignored.chain(unread.map(|sentence| note("not-read", sentence))).collect()
        },
    }
}

/// Whether none of its config counts, so that it does not start.
fn refuses_config(agent: &Agent) -> bool {
    let verdict = &agent.config_verdict;
    verdict.state == ConfigState::Refused && !verdict.goes_on()
}

fn note(id: &str, sentence: String) -> Note {
    Note { id: id.into(), sentence, fixable: false, seen: "read here".into() }
}

/// The typed hook of a name, in the version in force, else in any.
fn hook_of(agent: &Agent, key: &str) -> Option<&'static TypedHook> {
    agent.dialect.rules.typed.named(key).or_else(|| typed_hook(key))
}

/// When a hook of this key is called, for a person.
fn when(agent: &Agent, key: &str) -> Option<String> {
    if let Some(hook) = hook_of(agent, key) {
        return Some(hook.when.to_owned());
    }
    agent.dialect.dispatch_of(key)?;
    let when = moment::when(agent.id(), &[key.to_owned()]);
    (!when.is_empty()).then_some(when)
}

/// The event by which a hook of this key is tried.
pub fn tried_as(agent: &Agent, key: &str) -> Option<String> {
    let typed = hook_of(agent, key).map(|hook| hook.name.replace('_', "-"));
    typed.into_iter().chain([key.to_owned()]).find(|key| listening(agent, key).is_some())
}
