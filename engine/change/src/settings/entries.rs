//! The lists of a config whose entries are hooks themselves: legacy handlers, handlers of OpenClaw's
//! gateway, Moltis' own hooks (rules ). Shown, added to, changed and shortened in
//! place: an entry that nobody touched keeps every byte.

use serde::Serialize;
use serde_json::Value;

use super::entry::{ConfigEntry, ListId, PartKey};
use super::place_of;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::Refusal;
use tacklebox_agents::dialect::LegacyRoots;
use tacklebox_agents::hook::{Hook, Source};
use tacklebox_agents::moment;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::files::Stamp;
use tacklebox_machine::machine::Machine;

/// One list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct EntryList {
    pub id: ListId,
    pub title: String,
    /// What it really does.
    pub sentence: String,
    /// "openclaw.json · hooks.handlers"
    pub place: String,
    pub editable: bool,
    /// New entries are taken. Else the ones that are there can only be removed.
    pub can_add: bool,
    /// What the agent makes of it, or what is there instead of a list.
    pub warning: Option<String>,
    /// What the form for an entry asks for, in this order.
    pub parts: Vec<EntryPart>,
    /// The events that can be chosen.
    pub events: Vec<EntryEvent>,
    pub items: Vec<EntryItem>,
}

/// One question of the form for an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct EntryPart {
    pub key: PartKey,
    pub title: String,
    pub hint: Option<String>,
}

/// An event that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct EntryEvent {
    pub key: String,
    pub label: String,
}

/// One entry as it is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct EntryItem {
    /// Named by what it says: an entry that was changed meanwhile is another one.
    pub id: String,
    pub title: String,
    /// When it runs, and what.
    pub sentence: String,
    pub entry: ConfigEntry,
    /// Why the agent would not run it.
    pub problem: Option<String>,
    /// It is in an included file, so it is not changed here.
    pub included: bool,
    /// The hook that it is, where it is one by its own name.
    pub hook: Option<String>,
    /// A hook that was never turned on since it was added.
    pub draft: bool,
}

pub(super) fn all(machine: &Machine, inventory: &Inventory) -> Vec<EntryList> {
    let agent = inventory.agent();
    // What the version in force refuses is shown where it is there, so that it can be removed.
    let shown = |list: &ListId| {
        let there = || list.path(agent).get(&agent.config.value).is_some();
        list.is_of(agent.dialect) && (list.refusal(agent.dialect).is_none() || there())
    };
    let lists = ListId::ALL.into_iter().filter(shown);
    lists.map(|list| view(machine, inventory, list)).collect()
}

fn view(machine: &Machine, inventory: &Inventory, list: ListId) -> EntryList {
    let agent = inventory.agent();
    let title = agent.dialect.title;
    let config = &agent.config;
    let path = list.path(agent);
    let all = items(path.get(&config.value));
    let own = items(path.get(&config.root)).len();
    let ids = ids(all);
    let names: Vec<_> = all.iter().map(|item| ConfigEntry::of(item).name).collect();
    let view = |(at, item): (usize, &Value)| {
        let entry = ConfigEntry::of(item);
        let mut others = names.clone();
        others.remove(at);
        // Of two that have one name the first is meant.
        let before = names.get(..at).unwrap_or_default();
        let hook = (list == ListId::ConfigHooks && !before.contains(&entry.name))
            .then(|| hook_of(inventory, &entry.name))
            .flatten();
        EntryItem {
            hook: hook.map(|hook| hook.id.clone()),
            draft: hook.is_some_and(|hook| hook.draft),
            id: ids.get(at).cloned().unwrap_or_default(),
            title: title_of(&entry, list),
            sentence: sentence_of(agent, &entry, list),
            problem: entry.problem(machine, agent, list, &others),
            // Lists are joined, what is included first.
            included: at < all.len().saturating_sub(own),
            entry,
        }
    };
    let is_list = path.get(&config.value).is_none_or(Value::is_array);
    let (heading, sentence) = match list {
        ListId::Handlers => (
            "Handlers in the config",
            format!(
                "Modules that {title} registers for one event each, without a folder of their own. An older way; they have no switch."
            ),
        ),
        ListId::GatewayHandlers => (
            "Handlers of the gateway",
            format!(
                "Modules that {title}'s gateway registers for the events of plugins. They have no switch."
            ),
        ),
        ListId::ConfigHooks => (
            "Hooks in the config",
            format!(
                "Commands that {title} runs for the events they name. A hook folder of the same name replaces one."
            ),
        ),
    };
    EntryList {
        id: list,
        title: heading.to_owned(),
        sentence,
        place: place_of(config, &path),
        editable: config.is_editable() && is_list,
        can_add: config.is_editable() && is_list && list.refusal(agent.dialect).is_none(),
        warning: match (list, is_list) {
            (_, false) => {
                Some(format!("{path} holds something other than a list. Edit it as text."))
            }
            (_, true) if !config.syntax.is_written() => Some(Refusal::OnlyRead.to_string()),
            (_, true) => list.refusal(agent.dialect).map(str::to_owned),
        },
        parts: list.parts().iter().map(|key| part(agent, *key, list)).collect(),
        events: list.keys(agent).into_iter().map(|key| choice(agent, key)).collect(),
        items: all.iter().enumerate().map(view).collect(),
    }
}

fn hook_of<'a>(inventory: &'a Inventory, name: &str) -> Option<&'a Hook> {
    let mut hooks = inventory.candidates().map(|(_, hook)| hook);
    hooks.find(|hook| hook.source == Source::Config && hook.name == name)
}

fn choice(agent: &Agent, key: &str) -> EntryEvent {
    EntryEvent { key: key.to_owned(), label: moment::trigger_of(agent.id(), key).label }
}

pub(super) fn title_of(entry: &ConfigEntry, list: ListId) -> String {
    let named = match list {
        ListId::ConfigHooks => entry.name.as_str(),
        ListId::Handlers | ListId::GatewayHandlers => entry.module.as_str(),
    };
    if named.trim().is_empty() { format!("A {} without a name", list.noun()) } else { named.into() }
}

fn sentence_of(agent: &Agent, entry: &ConfigEntry, list: ListId) -> String {
    match list {
        ListId::ConfigHooks => {
            let when = moment::when(agent.id(), &entry.events);
            if when.is_empty() {
                entry.command.clone()
            } else {
                format!("{} · {when}", entry.command)
            }
        }
        ListId::Handlers | ListId::GatewayHandlers => entry.event.clone(),
    }
}

fn part(agent: &Agent, key: PartKey, list: ListId) -> EntryPart {
    let dialect = agent.dialect;
    let (title, hint) = match key {
        PartKey::Event | PartKey::Events => ("When", None),
        PartKey::Module => (
            "Module",
            Some(match dialect.legacy {
                Some(LegacyRoots::Home) => {
                    format!("A file under ~/{}.", dialect.home_dir)
                }
                Some(LegacyRoots::Workspace) => "A file in the workspace.".to_owned(),
                _ => "A file in one of the folders of hooks.".to_owned(),
            }),
        ),
        PartKey::Export => {
            ("Export", Some("The function that is called; default where empty.".into()))
        }
        PartKey::Name => ("Name", None),
        PartKey::Command => {
            ("Command", Some("Run by the shell, in the folder of the config.".to_owned()))
        }
        PartKey::Timeout => (
            "Time limit",
            Some(format!("In seconds; {} where empty.", dialect.default_timeout_secs)),
        ),
        PartKey::Priority if list == ListId::GatewayHandlers => {
            ("Priority", Some("Lower runs first; 0 where empty.".to_owned()))
        }
        PartKey::Priority => ("Priority", Some("Higher runs first; 0 where empty.".to_owned())),
        PartKey::Env => ("Variables", Some("Set for its command. Saved as plain text.".to_owned())),
    };
    EntryPart { key, title: title.to_owned(), hint }
}

pub(super) fn items(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Equal entries are told apart by a number.
pub(super) fn ids(items: &[Value]) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for item in items {
        let hash = Stamp::of(item.to_string().as_bytes()).to_string();
        let hash: String = hash.chars().take(16).collect();
        let before = seen.iter().filter(|id| id.starts_with(&hash)).count();
        seen.push(format!("{hash}-{before}"));
    }
    seen
}
