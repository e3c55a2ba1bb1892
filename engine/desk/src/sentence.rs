//! A hook made and changed as one sentence: what can be said, what is wrong with it as it is typed, who
//! would pass, what it changes, and a try of it before it is saved.

use std::path::Path;

use serde::Serialize;

use super::{Desk, Installed};
use tacklebox_agents::agent::Root;
use tacklebox_agents::hook::{AgentId, Hook, Note, Source, State};
use tacklebox_agents::manifest::shipped;
use tacklebox_agents::moment;
use tacklebox_change::create::template::{self, TemplateOffer};
use tacklebox_change::detail;
use tacklebox_change::ops::{self, OpError};
use tacklebox_change::plan::{FileDiff, Plan, Step};
use tacklebox_change::sentence::{self, Problem, Says, Sentence};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::seen::Heard;
use tacklebox_inventory::{activity, discover};
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::files::{self, Stamp, Temporary};
use tacklebox_machine::machine::Machine;
use tacklebox_run::fire::{self, ConditionCheck, Request};
use tacklebox_run::passes::{self, Pass};

/// Everything that the editor of a sentence begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SentenceForm {
    pub sentence: Sentence,
    /// The hook's title; empty for a new one.
    pub title: String,
    pub emoji: Option<String>,
    pub says: Says,
    pub events: Vec<SentenceEvent>,
    /// Those that other hooks name, and usual ones.
    pub channels: Vec<String>,
    pub users: Vec<String>,
    pub draft: bool,
    pub enabled: bool,
    /// Where a new one will be put: "~/.zeroclaw/workspace/hooks", or the config that it will be in.
    pub folder: String,
    /// Where no limit is named.
    pub default_timeout: u32,
    /// The module among its files, or those that its command starts.
    pub starts: Vec<String>,
    /// What a new one can start from.
    pub templates: Vec<TemplateOffer>,
}

/// A moment that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SentenceEvent {
    pub key: String,
    /// "Tool is about to run"
    pub label: String,
    pub sentence: String,
    pub modifying: bool,
    pub sent: bool,
    /// What the event carries, as JSON to start from.
    pub sample: String,
}

/// A sentence as it is typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SentenceCheck {
    pub problems: Vec<Problem>,
    /// The one thing that is not filled in yet, by its key; none where all of it is.
    pub blank: Option<String>,
    /// The change of its file; none where it stays as it is.
    pub file: Option<FileDiff>,
    pub stays: Vec<String>,
    pub passes: Vec<Pass>,
    /// It was tried as it is typed, with the program that it has now, and answered.
    pub tried: bool,
    /// What it would be once it is on, and why.
    pub state: Option<State>,
    pub reason: Option<String>,
    pub notes: Vec<Note>,
    /// With the sample: why it would not be called; none where it would.
    pub unmet: Option<String>,
    /// With the sample: each condition.
    pub conditions: Vec<ConditionCheck>,
    /// How the request is sent, also where no method is named.
    pub method: String,
    /// With the sample: the request that would be sent.
    pub request: Option<String>,
}

/// What a sentence was tried on.
const SOME_CHANNELS: [&str; 4] = ["telegram", "discord", "slack", "whatsapp"];

impl Desk {
    /// The editor of a hook, or of a new one at `event`.
    ///
    /// # Errors
    /// Where the hook has no sentence: it is built in, or its manifest cannot be read.
    pub fn open_sentence(
        &self,
        agent: AgentId,
        id: Option<&str>,
        event: Option<&str>,
    ) -> Result<SentenceForm, Failure> {
        self.sentence_form(agent, id, event, false)
    }

    /// The editor of a new hook that is an entry of the agent's config.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn open_entry_sentence(&self, agent: AgentId) -> Result<SentenceForm, Failure> {
        self.sentence_form(agent, None, None, true)
    }

    fn sentence_form(
        &self,
        agent: AgentId,
        id: Option<&str>,
        event: Option<&str>,
        entry: bool,
    ) -> Result<SentenceForm, Failure> {
        let state = self.state();
        let inventory = state.inventory_of(id.unwrap_or(agent.as_str()))?;
        let located = inventory.agent();
        let events = events(&state.machine, inventory);
        let found = id.map(|id| inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.into())));
        let found = found.transpose()?;
        let (sentence, form) = match found {
            Some((hook, candidate)) => sentence::of(located, hook, candidate)?,
            None => {
                let known = event.filter(|key| events.iter().any(|it| it.key == **key));
                let first = events.first().map_or("", |event| event.key.as_str());
                let sentence = sentence::new(located, known.unwrap_or(first));
                (Sentence { entry, ..sentence }, sentence::form_of_new(located, entry))
            }
        };
        let named = |list: fn(&tacklebox_agents::hook::HookConditions) -> &Vec<String>| {
            let hooks = inventory.candidates().filter_map(|(_, hook)| hook.conditions.as_ref());
            hooks.flat_map(list).cloned().collect::<Vec<_>>()
        };
        let all = |more: Vec<String>, usual: &[&str]| {
            let mut all = more;
            all.extend(usual.iter().map(|name| (*name).to_owned()));
            let mut seen = std::collections::BTreeSet::new();
            all.retain(|name| seen.insert(name.clone()));
            all
        };
        let hook = found.map(|(hook, _)| hook);
        Ok(SentenceForm {
            title: hook.map(|hook| hook.title.clone()).unwrap_or_default(),
            emoji: hook.and_then(|hook| hook.emoji.clone()),
            says: sentence::says(located, form),
            channels: all(named(|it| &it.channels), &SOME_CHANNELS),
            users: all(named(|it| &it.users), &["admin"]),
            draft: hook.is_none_or(|hook| hook.draft),
            enabled: hook.is_some_and(|hook| hook.enabled),
            folder: state.machine.show(if entry { &located.config.path } else { &located.managed }),
            default_timeout: located.limit_secs(),
            templates: match (hook, entry) {
                (None, false) => template::offers(&state.machine, located),
                _ => Vec::new(),
            },
            starts: hook.map(detail::programs).unwrap_or_default(),
            sentence,
            events,
        })
    }

    /// What is wrong with a sentence as it is typed, what it would change, and who would pass. Nothing is
    /// written and nothing runs.
    ///
    /// # Errors
    /// Where the hook is gone.
    pub fn check_sentence(&self, typed: &Sentence, data: &str) -> Result<SentenceCheck, Failure> {
        let (machine, inventory) = self.copy_for(whom(typed))?;
        let mut check = SentenceCheck {
            problems: sentence::problems(&inventory, typed),
            method: sentence::method(inventory.agent().dialect, typed),
            ..SentenceCheck::default()
        };
        // An entry without a command is none; a new folder comes with a script.
        if typed.entry && typed.command.trim().is_empty() {
            check.blank = Some("command".to_owned());
            return Ok(check);
        }
        if !check.problems.is_empty() {
            return Ok(check);
        }
        let (made, plan) = match sentence::made(&machine, &inventory, typed) {
            Ok(made) => made,
            Err(error) => {
                let (message, hint) = (error.to_string(), error.hint());
                check.problems.push(Problem { field: String::new(), message, hint });
                return Ok(check);
            }
        };
        let action = made.manifest.action.as_ref();
        let there = typed.hook.as_deref().and_then(|id| inventory.find(id));
        let handler = sentence::blank_in_handler(&plan, there.map(|(hook, _)| hook));
        let own = action.and_then(tacklebox_agents::manifest::Action::blank);
        check.blank = own.or(handler).map(str::to_owned);
        check.file = sentence::file_change(&machine, &plan);
        check.stays.clone_from(&plan.stays);
        let key = typed.events.first().cloned().unwrap_or_default();
        // As the version in force reads it.
        let dialect = inventory.agent().dialect;
        let (said, text) = (Ok(made.manifest.clone()), made.after.as_bytes());
        let reading = shipped::reading(dialect, &made.manifest.name, text, &said);
        let read = reading.and_then(|reading| reading.manifest.ok());
        let manifest = read.as_ref().unwrap_or(&made.manifest);
        if let Some(conditions) = &manifest.conditions {
            check.passes = passes::examples(inventory.agent().dialect, &key, conditions);
        }
        // One that is there is judged where it is; of a new one there is no folder yet.
        let known = |hook: &Hook| (activity::was_tried(&machine, hook), hook.clone());
        let judged = || match there {
            Some((hook, _)) if hook.dir.is_some() => inventory
                .judged(&machine, &hook.id, &on(inventory.agent(), &made.after))
                .map(|hook| known(&hook)),
            _ => {
                let (then, id, _kept) = overlay(&machine, &inventory, typed, &made.after, &plan)?;
                then.find(&id).map(|(hook, _)| known(hook))
            }
        };
        if check.blank.is_none()
            && let Some((tried, hook)) = judged()
        {
            check.tried = tried;
            (check.state, check.reason, check.notes) = (Some(hook.state), hook.reason, hook.notes);
        }
        let data = serde_json::from_str(data).ok();
        let request = Request { key, data, ..Request::default() };
        if let Ok(preview) = fire::preview(&machine, &inventory, manifest, &request) {
            (check.unmet, check.request) = (preview.unmet, preview.request);
            check.conditions = preview.conditions;
        }
        Ok(check)
    }

    /// Saves a sentence: a new hook is a draft, one that is there stays as on as it is.
    ///
    /// # Errors
    /// Where the agent would not take it, or its file cannot be written.
    pub fn save_sentence(&self, typed: &Sentence) -> Result<Installed, Failure> {
        let (plan, dir) = {
            let state = self.state();
            let inventory = state.inventory_of(whom(typed))?;
            let plan = sentence::plan(&state.machine, inventory, typed)?;
            (plan, inventory.agent().managed.join(&typed.name))
        };
        match &typed.hook {
            None if typed.entry => {
                let id = plan.hook.clone().unwrap_or_default();
                Ok(Installed { id, change: self.apply(&plan)? })
            }
            None => self.install(typed.agent, &plan, &dir),
            Some(id) => Ok(Installed { id: id.clone(), change: self.apply(&plan)? }),
        }
    }

    /// The hooks of an agent with the sentence in place as it is typed, and its id. What it has in its folder
    /// is copied; the copy goes with the last value. An entry of a config has no folder and needs no copy.
    pub(super) fn with_sentence(
        &self,
        typed: &Sentence,
    ) -> Result<(Inventory, String, Option<Temporary>), Failure> {
        let (machine, inventory) = self.copy_for(whom(typed))?;
        let (made, plan) = sentence::made(&machine, &inventory, typed)?;
        overlay(&machine, &inventory, typed, &made.after, &plan)
            .ok_or_else(|| Failure::new(Code::NotStarted, "It cannot be tried before it is saved."))
    }
}

/// The hook that a sentence is about; the agent, where it is a new one.
fn whom(typed: &Sentence) -> &str {
    typed.hook.as_deref().unwrap_or(typed.agent.as_str())
}

fn events(machine: &Machine, inventory: &Inventory) -> Vec<SentenceEvent> {
    let agent = inventory.agent();
    let own = agent.dialect.events_of_hooks();
    let mut events: Vec<SentenceEvent> = own
        .map(|row| {
            let words = moment::trigger(agent.id(), row.key).by(agent.dialect);
            let sample = fire::sample(inventory, row.key);
            SentenceEvent {
                sample: serde_json::to_string_pretty(&sample).unwrap_or_default(),
                key: words.key,
                label: words.label,
                sentence: words.sentence,
                modifying: agent.dialect.dispatch_of(row.key).is_some_and(|(_, it)| it),
                sent: words.sent,
            }
        })
        .collect();
    // The first is what a new one begins with: what is never sent is not for that.
    let heard = Heard::read(machine, agent.id());
    events.sort_by_key(|event| !heard.is_sent(agent, &event.key));
    events
}

/// The most that is copied of a hook's folder for a try.
const MOST_FILES: usize = 500;
const MOST_BYTES: u64 = 32 * 1024 * 1024;

/// The inventory in which the hook is what the sentence says, and on.
fn overlay(
    machine: &Machine,
    inventory: &Inventory,
    typed: &Sentence,
    manifest: &str,
    plan: &Plan,
) -> Option<(Inventory, String, Option<Temporary>)> {
    let agent = inventory.agent();
    let found = typed.hook.as_deref().and_then(|id| inventory.find(id));
    let dir = match found {
        Some((Hook { dir: Some(dir), .. }, _)) => dir.clone(),
        None if !typed.entry => agent.managed.join(&typed.name),
        _ => {
            let then = ops::changed(machine, inventory, plan);
            let then = then.unwrap_or_else(|| inventory.clone());
            let id = sentence::find(&then, typed)?.0.id.clone();
            return Some((then, id, None));
        }
    };
    let kept = fire::scratch(machine).ok()?;
    let staged = kept.path().join(dir.file_name()?);
    if found.is_some() {
        copy(&dir, &staged)?;
    }
    for step in &plan.steps {
        let Step::Place { files, .. } = step else { continue };
        for file in files {
            let mode = if file.executable { 0o755 } else { 0o644 };
            put(&staged.join(&file.path), &file.bytes, mode)?;
        }
    }
    let text = on(agent, manifest);
    let path = staged.join(agent.dialect.manifest_file());
    if path.exists() {
        std::fs::remove_file(&path).ok()?;
    }
    put(&path, text.as_bytes(), 0o644)?;
    let root = Root {
        source: found.map_or(Source::Managed, |(hook, _)| hook.source),
        dir: kept.path().to_owned(),
        tag: found.map(|(_, candidate)| candidate.tag.clone()).unwrap_or_default(),
    };
    in_place_of(machine, inventory, &dir, &root, &staged).map(|(then, id)| (then, id, Some(kept)))
}

/// The inventory in which the hook of `dir` is what is in `staged`, and its id.
pub(super) fn in_place_of(
    machine: &Machine,
    inventory: &Inventory,
    dir: &Path,
    root: &Root,
    staged: &Path,
) -> Option<(Inventory, String)> {
    let mut candidate = discover::read(inventory.agent(), root, staged, false)?;
    candidate.module = inventory.module_of(machine, &candidate, dir);
    inventory.with(machine, dir, candidate)
}

/// As it would be once it is on.
fn on(agent: &tacklebox_agents::agent::Agent, manifest: &str) -> String {
    tacklebox_change::ops::draft::turned_on(agent, manifest).unwrap_or_else(|_| manifest.to_owned())
}

pub(super) fn put(path: &Path, bytes: &[u8], mode: u32) -> Option<()> {
    std::fs::create_dir_all(path.parent()?).ok()?;
    files::save(path, bytes, &Stamp::Absent, mode).ok()
}

/// Copies a hook's own files; none where they are too many.
pub(super) fn copy(from: &Path, to: &Path) -> Option<()> {
    let (mut count, mut bytes) = (0, 0);
    let mut left = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = left.pop() {
        std::fs::create_dir_all(&to).ok()?;
        for entry in std::fs::read_dir(&from).ok()?.flatten() {
            let meta = entry.metadata().ok()?;
            let target = to.join(entry.file_name());
            if meta.is_dir() {
                left.push((entry.path(), target));
            } else if meta.is_file() {
                count = usize::saturating_add(count, 1);
                bytes = u64::saturating_add(bytes, meta.len());
                if count > MOST_FILES || bytes > MOST_BYTES {
                    return None;
                }
                std::fs::copy(entry.path(), target).ok()?;
            }
        }
    }
    Some(())
}
