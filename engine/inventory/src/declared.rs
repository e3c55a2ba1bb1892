//! Hooks that have no folder: entries of a config, handlers that it registers directly, and what is
//! built into an agent.

mod legacy;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::discover::script::Script;
use crate::discover::{
    Candidate, CommandFile, Kind, Module, Trouble, command_file, file_name, handler, relative_file,
    seeded,
};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::shipped::Entries;
use tacklebox_agents::dialect::{Dialect, LegacyRoots};
use tacklebox_agents::hook::{Handler, Source};
use tacklebox_agents::in_force::ConfigState;
use tacklebox_agents::manifest::shipped::{EndsLoader, Reading};
use tacklebox_agents::manifest::{Action, Broken, Manifest, Misspelt, Requires, in_entries};
use tacklebox_agents::moment::{self, Keys};
use tacklebox_agents::note;
use tacklebox_machine::machine::Machine;

pub use legacy::{ModuleFile, module_file};

/// All of them, in the order in which the agent would register them.
pub fn all(machine: &Machine, agent: &Agent) -> Vec<Candidate> {
    let mut list = Vec::new();
    list.extend(agent.dialect.builtins.iter().map(|builtin| {
        let manifest = Manifest {
            name: builtin.name.to_owned(),
            heading: Some(builtin.title.to_owned()),
            description: builtin.description.to_owned(),
            emoji: Some(builtin.emoji.to_owned()),
            events: builtin.events.iter().map(|event| event.to_string()).collect(),
            priority: builtin.priority,
            ..Manifest::default()
        };
        Candidate {
            kind: Kind::Builtin,
            source: Source::Builtin,
            manifest_path: None,
            ..new(agent, Ok(manifest))
        }
    }));
    if agent.dialect.declares {
        list.extend(config_hooks(agent));
    }
    if let Some(roots) = &agent.dialect.legacy {
        for entry in array(agent.section.get("handlers")) {
            list.push(module_entry(machine, agent, entry, Kind::Legacy, roots));
        }
        if agent.dialect.gateway_handlers {
            for entry in array(agent.config.value.pointer("/hooks/handlers")) {
                list.push(module_entry(machine, agent, entry, Kind::Gateway, roots));
            }
        }
    }
    let mut seen = BTreeMap::new();
    for candidate in &mut list {
        let times: &mut u32 =
            seen.entry((candidate.source, candidate.dir_name.clone())).or_default();
        *times = times.saturating_add(1);
        if *times > 1 {
            candidate.tag = times.to_string();
        }
    }
    list
}

fn array(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn new(agent: &Agent, manifest: Result<Manifest, Broken>) -> Candidate {
    let name = match &manifest {
        Ok(manifest) => manifest.name.clone(),
        Err(broken) => broken.name.clone().unwrap_or_default(),
    };
    let manifest_path = Some(agent.config.path.clone());
    Candidate { manifest_path, ..Candidate::new(Source::Config, name, manifest) }
}

/// `[[hooks]]` as documented, and `[[hooks.hooks]]` as shipped (rule ).
fn config_hooks(agent: &Agent) -> Vec<Candidate> {
    let hooks = agent.config.value.get("hooks");
    let entries = array(hooks).iter().chain(array(hooks.and_then(|hooks| hooks.get("hooks"))));
    // Hooks that the environment brings are not in the text.
    let own = hooks.is_some() && hooks == agent.config.root.get("hooks");
    let text = agent.config.text.as_deref().filter(|_| own);
    let mut misspelt = text.map(in_entries).unwrap_or_default().into_iter();
    let entries = entries.map(|entry| (entry, misspelt.next().unwrap_or_default()));
    // What variables bring counts over a config that is refused, and nothing of that itself.
    let refused = agent.config_verdict.state == ConfigState::Refused;
    let brought = agent.config.refused_hooks().filter(|_| refused);
    let brought = brought.map(|entry| (entry, Vec::new())).enumerate();
    let all = brought.chain(entries.enumerate());
    all.map(|(index, (entry, misspelt))| config_hook(agent, index, entry, misspelt)).collect()
}

fn config_hook(agent: &Agent, index: usize, entry: &Value, misspelt: Vec<Misspelt>) -> Candidate {
    let base = agent.config.path.parent().unwrap_or(&agent.home);
    let bare = agent.dialect.rules.entries == Entries::Bare;
    let entry = &*by_fields(entry, bare);
    let text = |key: &str| entry.get(key).and_then(Value::as_str).map(str::to_owned);
    let place = format!("hook {}", index.saturating_add(1));
    let name = text("name").filter(|name| bare || !name.is_empty());
    let broken = |message: &str| {
        let name = name.clone().unwrap_or_else(|| place.clone());
        new(agent, Err(Broken { line: None, message: message.to_owned(), name: Some(name) }))
    };
    let Some(name) = name.clone() else { return broken("This entry of the config has no name.") };
    let needed = agent.dialect.rules.needs_command;
    let Some(command) = text("command").filter(|command| !needed || !command.trim().is_empty())
    else {
        return broken("This entry of the config has no command.");
    };
    let limit = entry.get("timeout").and_then(Value::as_u64);
    let limit = limit.map(|secs| u32::try_from(secs).unwrap_or(u32::MAX));
    let action =
        Action::Shell { command: command.clone(), timeout_secs: limit, workdir: None, line: 1 };
    let shown = handler(&action, agent.limit_secs());
    let requires = entry.get("requires");
    let list = |key: &str| strings(requires.and_then(|requires| requires.get(key)));
    // An event that the agent does not know is dropped from an entry, where it breaks a manifest.
    let (events, unknown_events) = strings(entry.get("events"))
        .into_iter()
        .partition(|event| moment::find(agent.dialect.family, event).is_some());
    let manifest = Manifest {
        name,
        description: text("description").unwrap_or_default(),
        events,
        unknown_events,
        misspelt,
        requires: Requires {
            os: list("os"),
            bins: list("bins"),
            any_bins: list("any_bins"),
            env: list("env"),
            config: list("config"),
        },
        priority: entry.get("priority").and_then(Value::as_i64).and_then(|p| i32::try_from(p).ok()),
        enabled: entry.get("enabled").and_then(Value::as_bool),
        env: table(entry.get("env")),
        draft: entry.get("draft") == Some(&Value::Bool(true)),
        action: Some(action),
        ..Manifest::default()
    };
    let script = Script::read(agent.dialect, &manifest, base);
    let reading = read_less(agent, &manifest).map(Box::new);
    let mut candidate = Candidate { handler: Some(shown), reading, ..new(agent, Ok(manifest)) };
    candidate.answers(script);
    if candidate.dir_name.is_empty() {
        candidate.dir_name = place;
    }
    // Started from another folder, it is not known which file that is.
    if bare {
        candidate.trouble = seeded::takes_name(agent, candidate.name());
        candidate.elsewhere = relative_file(&command);
        if candidate.elsewhere.is_none() {
            match command_file(&command, base).file {
                CommandFile::Absent(file) => candidate.absent = Some(file),
                CommandFile::Locked(file) => candidate.locked = Some(file),
                CommandFile::Fine | CommandFile::NotExecutable(_) => {}
            }
        }
        return candidate;
    }
    match command_file(&command, base).file {
        CommandFile::Fine => {}
        CommandFile::NotExecutable(file) => candidate.not_executable = Some(file),
        CommandFile::Locked(file) => candidate.locked = Some(file),
        CommandFile::Absent(file) => {
            candidate.trouble = Some(Trouble::Refused(format!(
                "The command starts {file}, and there is no such file{}.",
                match file.starts_with('/') {
                    true => String::new(),
                    false => format!(" beside {}", file_name(&agent.config.path)),
                }
            )));
        }
    }
    candidate
}

/// An entry as its fields. Their values alone, in a list, are one to types (rule ).
pub(crate) fn by_fields(entry: &Value, bare: bool) -> Cow<'_, Value> {
    match entry {
        Value::Array(values) if bare => {
            let fields = ["name", "command", "events", "timeout", "env"].map(str::to_owned);
            Cow::Owned(Value::Object(fields.into_iter().zip(values.iter().cloned()).collect()))
        }
        entry => Cow::Borrowed(entry),
    }
}

/// What the version in force takes of an entry, where that is less than it says.
fn read_less(agent: &Agent, manifest: &Manifest) -> Option<Reading> {
    let own = Manifest {
        requires: Requires::default(),
        priority: None,
        enabled: None,
        ..manifest.clone()
    };
    let less = agent.dialect.rules.entries == Entries::Bare && own != *manifest;
    less.then_some(Reading { manifest: Ok(own), because: note::ENTRY_KEYS, ends_loader: None })
}

fn strings(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(one)) => vec![one.clone()],
        Some(Value::Array(list)) => {
            list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

fn table(value: Option<&Value>) -> BTreeMap<String, String> {
    let pairs = value.and_then(Value::as_object).into_iter().flatten();
    pairs.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned()))).collect()
}

/// `{event, module, export, priority}`: a module that the config registers for one event.
fn module_entry(
    machine: &Machine,
    agent: &Agent,
    entry: &Value,
    kind: Kind,
    roots: &LegacyRoots,
) -> Candidate {
    let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default();
    let (event, module) = (text("event"), text("module"));
    let or = |text: String, none: &str| if text.is_empty() { none.to_owned() } else { text };
    let name = format!(
        "{} → {}",
        or(event.to_owned(), "no event"),
        or(file_name(Path::new(module)), "no module")
    );
    let broken = |message: String| Candidate {
        kind,
        ..new(agent, Err(Broken { line: None, message, name: Some(name.clone()) }))
    };
    if event.is_empty() || module.is_empty() {
        let mut broken = broken("This handler of the config needs an event and a module.".into());
        let ends = agent.dialect.rules.wrong_kind_ends
            && !entry.get("module").is_some_and(Value::is_string);
        broken.reading = ends.then(|| {
            Box::new(Reading {
                manifest: broken.manifest.clone(),
                because: "loader-ends",
                ends_loader: Some(EndsLoader::Always("it has no module.".to_owned())),
            })
        });
        return broken;
    }
    if entry.get("export").is_some_and(|it| it == "") {
        return broken("The export of this handler is an empty text. Name one, or leave it out: then it is default.".into());
    }
    if kind == Kind::Gateway && moment::find(Keys::Plugin, event).is_none() {
        return broken(no_event(agent.dialect, event, moment::keys(Keys::Plugin)));
    }
    let ModuleFile { path, trouble, doubt } = module_file(machine, agent, roots, module);
    let manifest = Manifest {
        name: name.clone(),
        events: vec![event.to_owned()],
        export: entry.get("export").and_then(Value::as_str).map(str::to_owned),
        priority: entry.get("priority").and_then(Value::as_i64).and_then(|p| i32::try_from(p).ok()),
        ..Manifest::default()
    };
    let export = manifest.export.clone().unwrap_or_else(|| "default".to_owned());
    let mut candidate = Candidate { kind, ..new(agent, Ok(manifest)) };
    candidate.trouble = trouble.map(Trouble::Refused);
    candidate.module = doubt.map_or(Module::NotRead, Module::Doubtful);
    candidate.handler = Some(Handler::Module { path, export });
    candidate
}

/// "Moltis has no event Comand. Did you mean Command?"
pub fn no_event<'a>(
    dialect: &Dialect,
    event: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    let hint = moment::nearest(event, known).map(|near| format!(" Did you mean {near}?"));
    format!("{} has no event {event}.{}", dialect.title, hint.unwrap_or_default())
}
