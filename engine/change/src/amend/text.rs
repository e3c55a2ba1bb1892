//! The text of a manifest with other values, and what it says now.

use serde_json::{Map, Value};

use super::keys::{About, Form, Key, PROMPT};
use super::values::{Change, bad, check};
use crate::ops::OpError;
use crate::ops::draft::{edited, front, left};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{self, ConfigPath, Edit, Syntax};
use tacklebox_agents::manifest::revise::{self, Place};
use tacklebox_agents::manifest::{self, Action, Manifest};
use tacklebox_machine::words;

/// What a hook says, by key.
pub type Said = Vec<(Key, Value)>;

const ACTIONS: [&str; 3] = ["shell", "http", PROMPT];

pub(super) fn revised(
    agent: &Agent,
    form: Form,
    before: &str,
    changes: &[Change],
) -> Result<String, OpError> {
    let after = match form {
        Form::Yaml => {
            changes.iter().try_for_each(|change| check(agent, form, change))?;
            let notes: Vec<_> = changes.iter().map(|change| note(&change.key)).collect();
            let all = changes.iter().zip(&notes);
            let places: Vec<_> = all.filter_map(|(it, note)| yaml_place(it, note)).collect();
            revise::revise(agent.dialect.metadata_keys, before, &places).map_err(left)?
        }
        Form::TomlFront | Form::HookToml | Form::Entry => {
            let root = match form {
                Form::HookToml => ConfigPath::of(["hook"]),
                _ => ConfigPath::default(),
            };
            let now = config::parse(Syntax::Toml, front(agent, before)).ok();
            let edits = toml_edits(agent, form, &root, now.as_ref(), changes)?;
            edited(agent, before, &edits)?
        }
    };
    // Nothing is saved that the agent could not read, or would read as something else.
    let dialect = agent.dialect;
    let read = manifest::parse(dialect.format, dialect.metadata_keys, after.as_bytes());
    let manifest = read.map_err(|broken| OpError::BadValue {
        message: format!("{} could not read it then: {broken}.", dialect.title),
        hint: Some("Nothing was changed.".to_owned()),
    })?;
    if form == Form::Yaml && reads(agent, before) && !reads(agent, &after) {
        return Err(OpError::BadValue {
            message: format!("{} would read something else in it then.", agent.runtime.named()),
            hint: Some(match before.contains("//") {
                true => "It takes a comment that begins with // for text. Take that out of the manifest, or begin it with #, then try again. Nothing was changed.".to_owned(),
                false => "Nothing was changed. Edit the manifest as text.".to_owned(),
            }),
        });
    }
    let now = said(&manifest);
    for Change { key, value } in changes {
        let read = now.iter().find(|(known, _)| known == key).map(|(_, value)| value);
        let nothing = |value: Option<&Value>| match value {
            None => true,
            Some(Value::Array(list)) => list.is_empty(),
            Some(Value::String(text)) => text.is_empty(),
            Some(Value::Bool(on)) => !on,
            Some(_) => false,
        };
        if read != value.as_ref() && !(nothing(read) && nothing(value.as_ref())) {
            // The format has a value of its own where it names none.
            let default = value.is_none() && matches!(key, Key::Position | Key::Method);
            if !default {
                return Err(bad(key, "cannot be written so that it is read back the same", None));
            }
        }
    }
    if let Some(Action::Prompt { .. }) = &manifest.action {
        prompt_works(agent, &manifest.events)?;
    }
    Ok(after)
}

/// Whether the version in force reads a manifest as it is written.
fn reads(agent: &Agent, text: &str) -> bool {
    let dialect = agent.dialect;
    let written = manifest::parse(dialect.format, dialect.metadata_keys, text.as_bytes());
    manifest::shipped::reading(dialect, "", text.as_bytes(), &written).is_none()
}

/// A text for the prompt is only added at some moments.
pub(crate) fn prompt_works(agent: &Agent, events: &[String]) -> Result<(), OpError> {
    let works = agent.answers().adds_at;
    match events.iter().find(|event| !works.contains(&event.as_str())) {
        None => Ok(()),
        Some(event) => Err(OpError::BadValue {
            message: format!("A text for the prompt does nothing at {event}."),
            hint: Some(format!(
                "It works at {}.",
                words::any_of(works.iter().map(|event| (*event).to_owned()))
            )),
        }),
    }
}

pub(super) fn entry(agent: &Agent, changes: &[Change]) -> Result<Map<String, Value>, OpError> {
    let edits = toml_edits(agent, Form::Entry, &ConfigPath::default(), None, changes)?;
    let text = edited(agent, "", &edits)?;
    match config::parse(Syntax::Toml, &text) {
        Ok(Value::Object(entry)) => Ok(entry),
        _ => Err(OpError::Refused("It cannot be written as an entry of the config.".to_owned())),
    }
}

/// What leads to what is said of a variable.
fn note(key: &Key) -> [&str; 3] {
    match key {
        Key::Note(name, about) => ["keys", name, about.as_str()],
        _ => [""; 3],
    }
}

fn yaml_place<'a>(
    change: &'a Change,
    note: &'a [&'a str; 3],
) -> Option<(Place<'a>, Option<Value>)> {
    let value = change.value.clone();
    let emptied = |value: Option<Value>| {
        value.filter(|value| value.as_array().is_none_or(|list| !list.is_empty()))
    };
    Some(match &change.key {
        Key::Description => (Place::Field("description"), value),
        Key::Emoji => (Place::Either("emoji"), value),
        Key::Homepage => (Place::Either("homepage"), value),
        Key::Events => (Place::Own(&["events"]), value),
        Key::Bins => (Place::Own(&["requires", "bins"]), emptied(value)),
        Key::AnyBins => (Place::Own(&["requires", "anyBins"]), emptied(value)),
        Key::NeedsEnv => (Place::Own(&["requires", "env"]), emptied(value)),
        Key::Config => (Place::Own(&["requires", "config"]), emptied(value)),
        Key::Os => (Place::Own(&["os"]), emptied(value)),
        Key::Always => (Place::Own(&["always"]), value.filter(|value| *value == Value::Bool(true))),
        Key::HookKey => (Place::Own(&["hookKey"]), value),
        Key::Export => (Place::Own(&["export"]), value),
        Key::Version => (Place::Field("version"), value),
        Key::Note(..) => (Place::Own(note), value),
        _ => return None,
    })
}

/// The edits of a TOML text, below `root`. `now`: what all of it says.
pub(super) fn toml_edits(
    agent: &Agent,
    form: Form,
    root: &ConfigPath,
    now: Option<&Value>,
    changes: &[Change],
) -> Result<Vec<Edit>, OpError> {
    changes.iter().try_for_each(|change| check(agent, form, change))?;
    let action = match form {
        Form::HookToml => Some(Acts::new(root, now, changes)?),
        _ => None,
    };
    let mut edits = action.as_ref().map(Acts::moved).unwrap_or_default();
    for change in changes {
        let kind = action.as_ref().map(|acts| acts.kind);
        let keys: Vec<&str> = match &change.key {
            Key::Description => vec!["description"],
            Key::Events if form == Form::HookToml => vec!["event"],
            Key::Events => vec!["events"],
            Key::Priority => vec!["priority"],
            Key::Timeout => match kind {
                None => vec!["timeout"],
                Some(kind) if !change.key.fits(Some(kind)) => {
                    return Err(bad(
                        &change.key,
                        "is nothing that a text for the prompt has",
                        None,
                    ));
                }
                Some(kind) => vec!["action", kind, "timeout_secs"],
            },
            Key::Command if kind.is_none() => vec!["command"],
            Key::Command => vec!["action", "shell", "command"],
            Key::Workdir => vec!["action", "shell", "workdir"],
            Key::Url => vec!["action", "http", "url"],
            Key::Method => vec!["action", "http", "method"],
            Key::Header(name) => vec!["action", "http", "headers", name],
            Key::Body => vec!["action", "http", "body"],
            Key::Content => vec!["action", PROMPT, "content"],
            Key::Position => vec!["action", PROMPT, "position"],
            Key::Channels => vec!["conditions", "channels"],
            Key::Users => vec!["conditions", "users"],
            Key::Pattern => vec!["conditions", "pattern"],
            Key::Env(name) => vec!["env", name],
            Key::Emoji => vec!["emoji"],
            Key::Homepage => vec!["homepage"],
            Key::Bins => vec!["requires", "bins"],
            Key::AnyBins => vec!["requires", "any_bins"],
            Key::NeedsEnv => vec!["requires", "env"],
            Key::Config => vec!["requires", "config"],
            Key::Os => vec!["requires", "os"],
            Key::Version => vec!["version"],
            Key::Note(..) => note(&change.key).to_vec(),
            // No agent with TOML reads them, so `check` refused them.
            Key::Always | Key::HookKey | Key::Export => continue,
        };
        let path = keys.iter().fold(root.clone(), |path, key| path.join(*key));
        let value = match (&change.key, &change.value) {
            (Key::Events, Some(Value::Array(list))) if form == Form::HookToml => {
                list.first().cloned()
            }
            (key, Some(Value::Array(list))) if list.is_empty() && *key != Key::Events => None,
            (_, value) => value.clone(),
        };
        // What belongs to an action that is gone went with it.
        let gone = value.is_none() && change.key.action().is_some_and(|of| kind != Some(of));
        match value {
            _ if gone => {}
            Some(value) => edits.push(Edit::Set { path, value }),
            None => edits.push(Edit::Unset { path }),
        }
    }
    Ok(edits)
}

/// The action of a `HOOK.toml`, before and after.
struct Acts {
    root: ConfigPath,
    before: Option<(&'static str, Value)>,
    kind: &'static str,
    keeps_limit: bool,
}

impl Acts {
    fn new(root: &ConfigPath, now: Option<&Value>, changes: &[Change]) -> Result<Self, OpError> {
        let table = now.and_then(|now| root.join("action").get(now)).and_then(Value::as_object);
        let there = |name: &&&str| table.is_some_and(|table| table.contains_key(**name));
        let before = ACTIONS.iter().find(there).map(|name| {
            (*name, table.and_then(|table| table.get(*name)).cloned().unwrap_or_default())
        });
        let mut kind = None;
        for change in changes.iter().filter(|change| change.value.is_some()) {
            let Some(of) = change.key.action() else { continue };
            if kind.is_some_and(|kind| kind != of) {
                return Err(OpError::BadValue {
                    message:
                        "A hook has one action: a command, a request or a text for the prompt."
                            .to_owned(),
                    hint: Some("Set the values of one of them.".to_owned()),
                });
            }
            kind = Some(of);
        }
        let kind = kind.or(before.as_ref().map(|(kind, _)| *kind)).unwrap_or("shell");
        let keeps_limit = Key::Timeout.fits(Some(kind))
            && !changes.iter().any(|change| change.key == Key::Timeout);
        Ok(Self { root: root.clone(), before, kind, keeps_limit })
    }

    /// An action of another kind replaces the one that is there; its time limit stays.
    fn moved(&self) -> Vec<Edit> {
        let Some((before, table)) = self.before.as_ref().filter(|(kind, _)| *kind != self.kind)
        else {
            return Vec::new();
        };
        let action = self.root.join("action");
        // All that the other one has comes with its own values.
        let mut made = Map::new();
        if let Some(limit) = table.get("timeout_secs").filter(|_| self.keeps_limit) {
            made.insert("timeout_secs".to_owned(), limit.clone());
        }
        let mut edits = vec![Edit::Unset { path: action.join(*before) }];
        if !made.is_empty() {
            edits.push(Edit::Set { path: action.join(self.kind), value: Value::Object(made) });
        }
        edits
    }
}

/// What a manifest says, by key; what it does not say is absent.
pub fn said(manifest: &Manifest) -> Said {
    let mut said = Said::new();
    let mut put = |key: Key, value: Option<Value>| {
        if let Some(value) = value {
            said.push((key, value));
        }
    };
    let list = |items: &[String]| {
        (!items.is_empty()).then(|| items.iter().map(|item| Value::from(item.as_str())).collect())
    };
    let text = |text: &str| (!text.is_empty()).then(|| Value::from(text));
    put(Key::Description, text(&manifest.description));
    put(Key::Events, list(&manifest.events));
    put(Key::Priority, manifest.priority.map(Value::from));
    put(Key::Emoji, manifest.emoji.as_deref().map(Value::from));
    put(Key::Homepage, manifest.homepage.as_deref().map(Value::from));
    put(Key::Always, manifest.always.then(|| Value::Bool(true)));
    put(Key::HookKey, manifest.hook_key.as_deref().map(Value::from));
    put(Key::Export, manifest.export.as_deref().map(Value::from));
    put(Key::Version, manifest.version.as_deref().map(Value::from));
    for (name, it) in &manifest.keys {
        let parts = [(About::For, &it.purpose), (About::Get, &it.get), (About::Rights, &it.rights)];
        parts.into_iter().for_each(|(about, it)| put(Key::Note(name.clone(), about), text(it)));
    }
    put(Key::Bins, list(&manifest.requires.bins));
    put(Key::AnyBins, list(&manifest.requires.any_bins));
    put(Key::NeedsEnv, list(&manifest.requires.env));
    put(Key::Config, list(&manifest.requires.config));
    put(Key::Os, list(&manifest.requires.os));
    put(Key::Timeout, manifest.action.as_ref().and_then(Action::timeout_secs).map(Value::from));
    match &manifest.action {
        Some(Action::Shell { command, workdir, .. }) => {
            put(Key::Command, Some(command.as_str().into()));
            put(Key::Workdir, workdir.as_deref().map(Value::from));
        }
        Some(Action::Http { url, method, headers, body, .. }) => {
            put(Key::Url, Some(url.as_str().into()));
            put(Key::Method, method.as_deref().map(Value::from));
            for (name, value) in headers {
                put(Key::Header(name.clone()), Some(value.as_str().into()));
            }
            put(Key::Body, body.as_deref().map(Value::from));
        }
        Some(Action::Prompt { content, prepend }) => {
            put(Key::Content, Some(content.as_str().into()));
            put(Key::Position, Some(if *prepend { "prepend" } else { "append" }.into()));
        }
        None => {}
    }
    if let Some(conditions) = &manifest.conditions {
        put(Key::Channels, list(&conditions.channels));
        put(Key::Users, list(&conditions.users));
        put(Key::Pattern, conditions.pattern.as_deref().map(Value::from));
    }
    for (name, value) in &manifest.env {
        put(Key::Env(name.clone()), Some(value.as_str().into()));
    }
    said
}
