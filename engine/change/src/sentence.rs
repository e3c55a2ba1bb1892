//! A hook as one sentence: "When a tool is about to run, in telegram, for admin, if the text matches deploy:
//! send it to https://…". What of it can be said for an agent, what a hook says now, and the change that
//! makes it say something else. New hooks and those that are there share it.

mod changes;
mod made;
mod says;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use self::changes::changes;
pub use self::made::{Made, blank_in_handler, file_change, made};
pub use self::says::{KindSays, Says, says};
use crate::amend::{self, About, Form, Key, Said};
use crate::create::{self, HandlerKind, New, template};
use crate::ops::OpError;
pub use crate::ops::Problem;
use crate::plan::Plan;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config;
use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::dialect::policy::Requests;
use tacklebox_agents::hook::{AgentId, Hook};
use tacklebox_agents::manifest::{Action, Manifest};
use tacklebox_inventory::discover::Candidate;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::notes;
use tacklebox_machine::machine::Machine;

/// Everything that a sentence says. What is empty is not said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Sentence {
    pub agent: AgentId,
    /// The id of the hook that is changed; none for a new one.
    pub hook: Option<String>,
    /// The name of a new one.
    pub name: String,
    /// A new one is an entry of the agent's config, and has no folder.
    pub entry: bool,
    /// The starting point of a new one.
    pub template: Option<String>,
    pub description: String,
    pub events: Vec<String>,
    pub kind: HandlerKind,
    pub command: String,
    pub url: String,
    /// Empty: POST with a text of its own, else GET.
    pub method: String,
    pub headers: Vec<Header>,
    /// Empty: the event, as JSON.
    pub body: String,
    pub content: String,
    /// `prepend` or `append`.
    pub position: String,
    pub channels: Vec<String>,
    pub users: Vec<String>,
    pub pattern: String,
    pub timeout: Option<i32>,
    pub priority: Option<i32>,
    /// The folder that its command runs in; empty: the agent's own.
    pub workdir: String,
    /// The variables that it sets for its command, with secret values as those of headers.
    pub env: Vec<Header>,
    pub emoji: String,
    pub homepage: String,
    pub bins: Vec<String>,
    /// Programs of which one is enough.
    pub any_bins: Vec<String>,
    /// The variables that it asks for, by name.
    pub needs_env: Vec<String>,
    /// The settings that it asks for, as paths in the agent's config.
    pub config: Vec<String>,
    pub os: Vec<String>,
    /// It runs without what it asks for.
    pub always: bool,
    /// The name of its entry in the agent's config; empty: its own name.
    pub hook_key: String,
    /// What of its module is called; empty: the usual one.
    pub export: String,
    pub version: String,
    /// What it says of the variables that it asks for.
    pub keys: Vec<KeySaid>,
}

/// What a person who fills in a variable is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct KeySaid {
    pub name: String,
    /// What it is for.
    pub purpose: String,
    /// Where one gets it; begins with https://.
    pub get: String,
    pub rights: String,
}

/// A header of a request, or a variable for a command. A saved value that is secret is never shown: it comes without, and stays if it
/// comes back so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Header {
    pub name: String,
    pub value: Option<String>,
}

/// How a new hook is written.
pub fn form_of_new(agent: &Agent, entry: bool) -> Form {
    match entry {
        true => Form::Entry,
        false => Form::of_format(agent.dialect.format),
    }
}

/// The hook that a sentence is about, where it is there.
pub fn find<'i>(
    inventory: &'i Inventory,
    sentence: &Sentence,
) -> Option<(&'i Hook, &'i Candidate)> {
    match &sentence.hook {
        Some(id) => inventory.find(id),
        None => inventory
            .find(&create::entry::id(sentence.agent, &sentence.name))
            .filter(|_| sentence.entry),
    }
}

/// The sentence of a new hook.
pub fn new(agent: &Agent, event: &str) -> Sentence {
    let kinds = agent.dialect.kinds;
    Sentence {
        agent: agent.id(),
        hook: None,
        name: String::new(),
        entry: false,
        template: None,
        description: String::new(),
        events: vec![event.to_owned()],
        kind: kinds.first().copied().unwrap_or(HandlerKind::Shell),
        command: String::new(),
        url: String::new(),
        method: "POST".to_owned(),
        headers: Vec::new(),
        body: String::new(),
        content: String::new(),
        position: "append".to_owned(),
        channels: Vec::new(),
        users: Vec::new(),
        pattern: String::new(),
        timeout: None,
        priority: None,
        workdir: String::new(),
        env: Vec::new(),
        emoji: String::new(),
        homepage: String::new(),
        bins: Vec::new(),
        any_bins: Vec::new(),
        needs_env: Vec::new(),
        config: Vec::new(),
        os: Vec::new(),
        always: false,
        hook_key: String::new(),
        export: String::new(),
        version: String::new(),
        keys: Vec::new(),
    }
}

/// The sentence that a hook is.
///
/// # Errors
/// Where it has none: it is built in, or its manifest cannot be read.
pub fn of(agent: &Agent, hook: &Hook, candidate: &Candidate) -> Result<(Sentence, Form), OpError> {
    let form = amend::form(agent, hook, candidate)?;
    let manifest = candidate.manifest.as_ref().map_err(|broken| OpError::Unreadable {
        path: hook.manifest.clone().unwrap_or_default(),
        message: broken.to_string(),
    })?;
    let mut sentence = told(agent, manifest);
    sentence.hook = Some(hook.id.clone());
    sentence.name.clone_from(&hook.name);
    Ok((sentence, form))
}

/// The sentence that a manifest is.
fn told(agent: &Agent, manifest: &Manifest) -> Sentence {
    let mut sentence = Sentence { method: String::new(), ..new(agent, "") };
    sentence.kind = match &manifest.action {
        Some(Action::Shell { .. }) => HandlerKind::Shell,
        Some(Action::Http { .. }) => HandlerKind::Http,
        Some(Action::Prompt { .. }) => HandlerKind::Prompt,
        None => HandlerKind::Module,
    };
    sentence.events.clear();
    for (key, value) in amend::said(manifest) {
        put(&mut sentence, &key, &value);
    }
    // What it needs is a key, whatever its name and its value look like.
    for pair in &mut sentence.env {
        pair.value = pair.value.take().filter(|_| !manifest.requires.env.contains(&pair.name));
    }
    sentence
}

fn put(sentence: &mut Sentence, key: &Key, value: &Value) {
    let text = || value.as_str().unwrap_or_default().to_owned();
    let list = || {
        let items = value.as_array().into_iter().flatten().filter_map(Value::as_str);
        items.map(str::to_owned).collect::<Vec<_>>()
    };
    match key {
        Key::Description => sentence.description = text(),
        Key::Events => sentence.events = list(),
        Key::Command => sentence.command = text(),
        Key::Url => sentence.url = text(),
        Key::Method => sentence.method = text(),
        Key::Body => sentence.body = text(),
        Key::Content => sentence.content = text(),
        Key::Position => sentence.position = text(),
        Key::Pattern => sentence.pattern = text(),
        Key::Channels => sentence.channels = list(),
        Key::Users => sentence.users = list(),
        Key::Workdir => sentence.workdir = text(),
        Key::Emoji => sentence.emoji = text(),
        Key::Homepage => sentence.homepage = text(),
        Key::Bins => sentence.bins = list(),
        Key::AnyBins => sentence.any_bins = list(),
        Key::NeedsEnv => sentence.needs_env = list(),
        Key::Config => sentence.config = list(),
        Key::Os => sentence.os = list(),
        Key::Always => sentence.always = value == &Value::Bool(true),
        Key::HookKey => sentence.hook_key = text(),
        Key::Export => sentence.export = text(),
        Key::Version => sentence.version = text(),
        Key::Note(name, about) => {
            if sentence.keys.last().is_none_or(|it| it.name != *name) {
                let (purpose, get, rights) = Default::default();
                sentence.keys.push(KeySaid { name: name.clone(), purpose, get, rights });
            }
            let Some(said) = sentence.keys.last_mut() else { return };
            match about {
                About::For => said.purpose = text(),
                About::Get => said.get = text(),
                About::Rights => said.rights = text(),
            }
        }
        Key::Timeout => {
            sentence.timeout = value.as_i64().and_then(|secs| i32::try_from(secs).ok());
        }
        Key::Priority => {
            sentence.priority = value.as_i64().and_then(|number| i32::try_from(number).ok());
        }
        Key::Header(name) | Key::Env(name) => {
            let secret = config::is_secret(name) || config::looks_secret(&text());
            let value = Some(text()).filter(|_| !secret);
            let pairs = match key {
                Key::Env(_) => &mut sentence.env,
                _ => &mut sentence.headers,
            };
            pairs.push(Header { name: name.clone(), value });
        }
    }
}

/// The plan that makes the hook say this. A new one is a draft.
///
/// # Errors
/// As [`create::plan`] and [`amend::plan`].
pub fn plan(
    machine: &Machine,
    inventory: &Inventory,
    sentence: &Sentence,
) -> Result<Plan, OpError> {
    match &sentence.hook {
        None if sentence.entry => {
            let changes = changes(Form::Entry, &Said::new(), sentence);
            create::entry::plan(inventory, &sentence.name, &changes)
        }
        None => create::plan(machine, inventory, &new_hook(machine, inventory.agent(), sentence)?),
        Some(id) => {
            let (hook, candidate) =
                inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.clone()))?;
            let (_, form) = of(inventory.agent(), hook, candidate)?;
            let changes = changes(form, &said(candidate), sentence);
            amend::plan(machine, inventory, id, &changes)
        }
    }
}

fn said(candidate: &Candidate) -> Said {
    candidate.manifest.as_ref().map(amend::said).unwrap_or_default()
}

/// How its request is sent at this agent, also where it names no method.
pub fn method(dialect: &Dialect, sentence: &Sentence) -> String {
    let said = |text: &String| (!text.trim().is_empty()).then(|| text.clone());
    let action = Action::Http {
        url: String::new(),
        method: said(&sentence.method),
        headers: BTreeMap::new(),
        body: said(&sentence.body),
        timeout_secs: None,
    };
    let manifest =
        Manifest { events: sentence.events.clone(), action: Some(action), ..Manifest::default() };
    let as_written = notes::requests_of(dialect, &manifest) == Requests::AsWritten;
    match &manifest.action {
        Some(Action::Http { method: None, .. }) if as_written => "GET".to_owned(),
        Some(action) => action.method().trim().to_ascii_uppercase(),
        None => String::new(),
    }
}

/// A sentence as what `hooks new` takes.
fn new_hook(machine: &Machine, agent: &Agent, sentence: &Sentence) -> Result<New, OpError> {
    let form = Form::of_format(agent.dialect.format);
    let mut changes = changes(form, &Said::new(), sentence);
    changes.retain(|change| change.key != Key::Events || sentence.events.len() > 1);
    // An empty command is the script that a new hook comes with.
    changes.retain(|change| change.key != Key::Command || !sentence.command.trim().is_empty());
    let find = |id: &String| template::find(machine, agent, id);
    let template = sentence.template.as_ref().map(find).transpose()?;
    Ok(New {
        name: sentence.name.clone(),
        event: sentence.events.first().cloned().unwrap_or_default(),
        kind: Some(sentence.kind),
        changes,
        // Another kind of hook was chosen since.
        template: template.filter(|(_, it)| it.kind == sentence.kind).map(|(template, _)| template),
        on: false,
    })
}

/// Everything that is wrong with a sentence, each with the blank that it is about.
pub fn problems(inventory: &Inventory, sentence: &Sentence) -> Vec<Problem> {
    let agent = inventory.agent();
    let mut found = Vec::new();
    let mut say = |field: &str, error: &OpError| {
        found.push(Problem {
            field: field.to_owned(),
            message: error.to_string(),
            hint: error.hint(),
        });
    };
    let (form, before) = match sentence.hook.as_deref().and_then(|id| inventory.find(id)) {
        Some((hook, candidate)) => match amend::form(agent, hook, candidate) {
            Ok(form) => (form, said(candidate)),
            Err(error) => {
                say("", &error);
                return found;
            }
        },
        None => {
            if let Err(error) = create::check_name(inventory, &sentence.name) {
                say("name", &error);
            }
            (form_of_new(agent, sentence.entry), Said::new())
        }
    };
    for change in changes(form, &before, sentence) {
        if let Err(error) = amend::check(agent, form, &change) {
            say(&change.key.name(), &error);
        }
    }
    found
}

#[cfg(test)]
mod tests;
