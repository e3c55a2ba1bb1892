//! What the version in force does with one hook: whether it loads, for which keys it is registered, and
//! which of them are ever sent.

use std::borrow::Cow;

use super::otherwise::Otherwise;
use crate::discover::{Candidate, Kind, Trouble};
use crate::notes;
use crate::seen::Heard;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::policy::Asks;
use tacklebox_agents::dialect::shipped::{Entries, Folders};
use tacklebox_agents::hook::{Hook, Note, Source, State};
use tacklebox_agents::in_force::{self, InForce};
use tacklebox_agents::{moment, note};
use tacklebox_machine::words;

impl Candidate {
    /// The events that a hook is registered for, as the version in force reads its manifest.
    pub fn events<'a>(&'a self, hook: &'a Hook) -> &'a [String] {
        self.effective().map_or(&hook.events, |manifest| &manifest.events)
    }

    /// Whether the version in force reads and lists it, and has nothing to start.
    pub(crate) fn starts_nothing(&self, agent: &Agent) -> bool {
        let shell = self.kind == Kind::Hook && !agent.dialect.rules.needs_command;
        shell && self.effective().is_ok_and(|manifest| manifest.action.is_none())
    }

    /// The list of its conditions in which there is nobody for whom it could be called at this event.
    pub(crate) fn for_nobody(&self, agent: &Agent, key: &str) -> Option<&'static str> {
        let conditions = self.effective().ok()?.conditions.as_ref()?;
        let (policy, _) = agent.dialect.dispatch_of(key)?;
        let asks = conditions.nobody.iter().find(|asks| policy.heeds(key, **asks))?;
        Some(match asks {
            Asks::User => "users",
            Asks::Channel | Asks::Text => "channels",
        })
    }
}

impl super::Inventory {
    /// The number that has a say in the order, as the version in force reads it.
    pub fn priority(&self, candidate: &Candidate, hook: &Hook) -> i32 {
        // What is built in brings its own.
        if !self.agent.dialect.rules.orders && candidate.kind != Kind::Builtin {
            return 0;
        }
        candidate.effective().map_or(hook.priority, |manifest| manifest.priority.unwrap_or(0))
    }
}

/// The config does not ask for a hook, and this version loads only what it is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeftOut {
    pub(super) id: &'static str,
    what: &'static str,
}

impl LeftOut {
    pub(super) fn sentence(self, runtime: &InForce) -> String {
        format!("{} {}", runtime.named(), self.what)
    }
}

/// Whether the switches of the config leave a hook out that nobody switched off.
pub(super) fn left_out(agent: &Agent, candidate: &Candidate) -> Option<LeftOut> {
    let rules = &agent.dialect.rules;
    // Of a config that is refused as a whole, no switch counts.
    let refused = agent.config_verdict.state == in_force::ConfigState::Refused;
    if candidate.kind != Kind::Hook || !agent.hooks_on() || refused {
        return None;
    }
    let name = candidate.name();
    let key = candidate.effective().ok().and_then(|manifest| manifest.hook_key.as_deref());
    let key = key.unwrap_or(name);
    let on = |key: &str| agent.entry(key).and_then(|entry| entry.get("enabled")).cloned();
    if !super::settings::enabled(agent, candidate) {
        return None;
    }
    if rules.workspace_opt_in
        && candidate.source == Source::Workspace
        && on(key) != Some(serde_json::Value::Bool(true))
    {
        return Some(LeftOut {
            id: note::BY_NAME,
            what: "loads a workspace hook only when it is switched on by name",
        });
    }
    let says = |key: &str| {
        let group = agent.section.get(key).and_then(|it| it.as_object());
        group.is_some_and(|group| !group.is_empty())
    };
    (!agent.selected.has(name, key) && !agent.installs_unread).then(|| LeftOut {
        id: note::NOT_ASKED,
        what: if says("installs") {
            "loads only the hooks that its config names and those of packs that it installed itself, and this is none of them"
        } else if says("entries") {
            "loads only the hooks that its config names, and this one is not named"
        } else {
            "loads no hooks until its config asks for them"
        },
    })
}

/// Fills in what the version does, and the state that only shows then.
pub(super) fn settle(agent: &Agent, candidate: &Candidate, heard: &Heard, hook: &mut Hook) {
    let rules = &agent.dialect.rules;
    // Nothing in them is wrong to a version that does not read any.
    if !rules.has_hooks {
        (hook.state, hook.error) = (State::NotCalled, None);
        hook.missing.clear();
        return;
    }
    if hook.state != State::Ready {
        return;
    }
    if unread(agent, candidate.source).is_some() || candidate.starts_nothing(agent) {
        (hook.state, hook.runtime.loads) = (State::NotCalled, Some(false));
        return;
    }
    hook.runtime.loads = candidate.module.loads().filter(|_| !agent.installs_unread);
    hook.runtime.registered =
        candidate.effective().map_or_else(|_| Vec::new(), |manifest| manifest.events.clone());
    // Plugin events are another matter: what is known to be sent are the keys of folders' hooks.
    let sent = |key: &&String| {
        candidate.kind == Kind::Gateway
            || heard.is_sent(agent, key)
                && !notes::is_for_plugins(agent.dialect, key)
                && candidate.for_nobody(agent, key).is_none()
    };
    hook.runtime.called = hook.runtime.registered.iter().filter(sent).cloned().collect();
    if hook.runtime.called.is_empty() {
        hook.state = State::NotCalled;
    }
    if hook.runtime.registered.is_empty()
        && candidate.source == Source::Config
        && rules.entries == Entries::Bare
    {
        hook.runtime.loads = Some(false);
    }
    // Nothing of a command is run that is never called; a module is loaded all the same.
    let runs = hook.state == State::Ready || candidate.module_path().is_some();
    let grave = candidate.grave().filter(|_| runs && hook.runtime.may_load());
    hook.danger = grave.map(str::to_owned);
}

/// Why the agent does not look into the project folder that brings a hook.
pub(super) fn unread(agent: &Agent, source: Source) -> Option<&str> {
    let project = agent.project.as_ref().filter(|_| source == Source::Workspace)?;
    project.unread.as_deref()
}

/// Facts that are nowhere else.
pub(super) struct At<'a> {
    pub(super) left_out: Option<&'static str>,
    pub(super) stopped: bool,
    /// Another hook keeps it from being called.
    pub(super) held: bool,
    /// Its folder below its root.
    pub(super) below: &'a [u8],
    /// Of those of its name, another one counts than by the text.
    pub(super) other_wins: bool,
    /// What of its setup or its switch is another by the text.
    pub(super) otherwise: &'a [Otherwise],
}

/// The ids of all effects at work.
pub(super) fn because(
    agent: &Agent,
    candidate: &Candidate,
    hook: &Hook,
    at: &At<'_>,
) -> Vec<&'static str> {
    let rules = &agent.dialect.rules;
    let mut ids = Vec::new();
    let keys = candidate.effective().map_or(&[][..], |manifest| &manifest.events);
    let nobody = keys.iter().any(|key| candidate.for_nobody(agent, key).is_some());
    let reading = candidate.reading.as_ref().map(|reading| reading.because);
    ids.extend(reading.filter(|id| *id != note::EMPTY_LIST || nobody));
    ids.extend(candidate.by_link);
    if at.stopped {
        ids.push("loader-ends");
    }
    ids.extend(at.left_out);
    if super::settings::refused_config(agent, candidate).is_some() && !agent.config.unparsable {
        ids.push("config-refused");
    }
    if candidate.module.loads() != Some(true) {
        ids.push("module");
    }
    if agent.torn_state.is_some() {
        ids.push("state-torn");
    } else if agent.installs_unread {
        ids.push("installs-unread");
    }
    ids.extend(of_place(agent, candidate, at));
    ids.extend(at.otherwise.iter().map(|it| it.id));
    let named = matches!(candidate.trouble, Some(Trouble::Refused(_)));
    if rules.audits_names_only && (named || !candidate.findings.is_empty()) {
        ids.push(note::AUDIT_GAP);
    }
    if candidate.absent.is_some() && !rules.checks_command {
        ids.push("command-unchecked");
    }
    let no_events = candidate.effective().is_ok_and(|manifest| manifest.events.is_empty());
    if no_events && !rules.needs_events {
        ids.push("no-events");
    }
    if !rules.has_hooks {
        ids.push(note::NO_HOOKS);
    } else if at.held {
        ids.push("held-up");
    } else if hook.runtime.called.len() < hook.runtime.registered.len() && !at.stopped && !nobody {
        ids.push(if rules.never.is_empty() { note::TYPED_NAME } else { rules.never });
    }
    ids
}

/// A line for each effect at work that nothing else on the hook tells.
pub(super) fn effects(agent: &Agent, hook: &Hook) -> Vec<Note> {
    let named = || agent.runtime.named();
    let unsent = || {
        let called = &hook.runtime.called;
        let keys = hook.runtime.registered.iter().filter(|key| !called.contains(key));
        let keys: Vec<_> = keys.cloned().collect();
        (!called.is_empty() && !keys.is_empty()).then(|| never_sends(agent, &keys) + ".")
    };
    let sentence = |id: &str| match id {
        note::PACK => Some(format!(
            "{} finds it by the package.json of its package, which lists the hooks there.",
            named()
        )),
        note::EXTRA_FOLDER => {
            Some(named() + " takes a listed folder with a HOOK.md of its own for a hook.")
        }
        note::OF_BUNDLE => Some(named() + " loads it together with the plugin that brings it."),
        note::DISK_ORDER => Some(format!(
            "Several folders hold a hook of this name: for {} that one counts which the disk lists last.",
            named()
        )),
        id if id == agent.dialect.rules.never => unsent(),
        _ => None,
    };
    let untold =
        hook.runtime.because.iter().filter(|id| !hook.notes.iter().any(|it| it.id == **id));
    let told = |id: &&'static str| Some(notes::note(agent.dialect, id, sentence(id)?));
    untold.filter_map(told).collect()
}

/// What decides by the place of a hook's folder.
fn of_place(agent: &Agent, candidate: &Candidate, at: &At<'_>) -> Option<&'static str> {
    let rules = &agent.dialect.rules;
    if candidate.source == Source::Plugin {
        return Some(note::OF_BUNDLE);
    }
    if at.other_wins {
        let by_disk = rules.folders == Folders::ByRuntime;
        return Some(if by_disk { note::DISK_ORDER } else { note::BY_NAME });
    }
    candidate.dir.as_ref()?;
    if rules.packs && at.below.contains(&b'/') {
        return Some(note::PACK);
    }
    (rules.extra_is_hook && at.below.is_empty()).then_some(note::EXTRA_FOLDER)
}

/// Why a hook names no event, where its author named some.
pub(super) fn lost_events(agent: &Agent, candidate: &Candidate) -> Option<String> {
    let meant = candidate.manifest.as_ref().ok().filter(|manifest| !manifest.events.is_empty())?;
    let read = candidate.reading.as_ref()?;
    let named = agent.runtime.named();
    Some(match read.because {
        note::LONE_WORDS => {
            format!("{named} wants a list for events, and here it is a single word: it sees none")
        }
        _ => format!(
            "{named} cannot read its settings as they are written here: it sees none of its {}",
            words::count(meant.events.len(), "event")
        ),
    })
}

/// That none of its moments is ever sent.
pub(super) fn never(agent: &Agent, candidate: &Candidate, hook: &Hook) -> String {
    let (title, named) = (agent.dialect.title, agent.runtime.named());
    if !agent.dialect.rules.has_hooks {
        return format!("{named} has no hooks of this kind");
    }
    if candidate.starts_nothing(agent) {
        return format!("It does not say what to start, so {named} starts nothing for it");
    }
    if hook.runtime.registered.is_empty() {
        return match hook.events.is_empty() {
            true => format!("It names no event that {title} has"),
            false => format!("{named} cannot read which events it names"),
        };
    }
    not_for(agent, candidate, &hook.runtime.registered)
}

/// Why it is called at none of these.
fn not_for(agent: &Agent, candidate: &Candidate, keys: &[String]) -> String {
    let named = agent.runtime.named();
    match keys.iter().find_map(|key| candidate.for_nobody(agent, key)) {
        Some(list) => format!("Its list of {list} is empty, so {named} never calls it"),
        None => never_sends(agent, keys),
    }
}

/// What has to be known before anybody sets it up: that it would not be called even then.
pub(super) fn not_even_then(
    agent: &Agent,
    candidate: &Candidate,
    heard: &Heard,
    hook: &Hook,
) -> Option<String> {
    if hook.state != State::NeedsSetup || candidate.kind == Kind::Gateway {
        return None;
    }
    let events = &candidate.effective().ok()?.events;
    let told = |why: String| "Even then it is not called: ".to_owned() + &why;
    if !agent.dialect.rules.has_hooks {
        return Some(told(never(agent, candidate, hook)));
    }
    let called =
        |key: &&String| heard.is_sent(agent, key) && candidate.for_nobody(agent, key).is_none();
    let is_called = events.is_empty() || events.iter().any(|key| called(&key));
    (!is_called).then(|| told(not_for(agent, candidate, events)))
}

fn never_sends(agent: &Agent, registered: &[String]) -> String {
    let title = agent.dialect.title;
    let of_plugins = |key: &String| notes::is_for_plugins(agent.dialect, key);
    if !agent.dialect.rules.typed.is_shipped() && registered.iter().all(of_plugins) {
        let keys = words::any_of(registered.iter().cloned());
        return format!("Only plugins of {title} are called for {keys}");
    }
    let mut keys: Vec<Cow<'_, str>> = Vec::new();
    for key in registered {
        let word = match moment::command(key) {
            Some(command) => Cow::Owned("/".to_owned() + command),
            None => Cow::Borrowed(key.as_str()),
        };
        if !keys.contains(&word) {
            keys.push(word);
        }
    }
    let more = keys.len().saturating_sub(3);
    keys.truncate(3);
    let mut said = agent.runtime.never_sends();
    said.push(' ');
    said.push_str(&words::any_of(keys));
    if more > 0 {
        said.push_str(&format!(" and {more} more"));
    }
    said
}
