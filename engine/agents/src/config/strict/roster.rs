//! The agents of a config, as newer versions of OpenClaw read them before they check it: a list becomes entries by id, and
//! names count in small letters.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::{Map, Value};
use tacklebox_machine::words::js_trim;

use super::Fault;
use super::code::{In, normal};
use crate::config::names::references;
use crate::config::path::{ConfigPath, Segment};

/// A config with its agents as they are read, and where each of them is in the config itself.
pub(crate) struct Read<'v> {
    pub config: Cow<'v, Value>,
    from: HashMap<String, ConfigPath>,
}

/// The config as this version checks it, and what is wrong with its list of agents.
pub(crate) fn read<'v>(version: &str, config: &'v Value) -> (Read<'v>, Option<Fault>) {
    let as_it_is = Read { config: Cow::Borrowed(config), from: HashMap::new() };
    let agents = config.get("agents").and_then(Value::as_object);
    let Some(agents) = agents.filter(|_| In::SinceEight.has(version)) else {
        return (as_it_is, None);
    };
    let (found, wrong) = match (agents.get("list"), agents.get("entries")) {
        (Some(Value::Array(list)), None) => match of_list(list) {
            Some(found) => found,
            None => return (as_it_is, None),
        },
        (list, Some(Value::Object(entries))) => {
            let list = list.filter(|it| it.is_array());
            match in_small(entries) {
                Ok(None) if list.is_none() => return (as_it_is, None),
                Ok(None) => (Found { entries: entries.clone(), from: HashMap::new() }, Some(BOTH)),
                Ok(Some(found)) => (found, list.map(|_| BOTH)),
                Err(fault) => return (as_it_is, Some(fault)),
            }
        }
        // What are not entries, the list takes the place of.
        (Some(Value::Array(list)), Some(_)) => match of_list(list) {
            Some((found, wrong)) => (found, wrong.or(Some(LIST))),
            None => return (as_it_is, None),
        },
        // What is not a list its schema refuses.
        _ => return (as_it_is, None),
    };
    let mut made = config.clone();
    if let Some(agents) = made.get_mut("agents").and_then(Value::as_object_mut) {
        if agents.get("list").is_some_and(Value::is_array) {
            agents.remove("list");
        }
        agents.insert("entries".to_owned(), Value::Object(found.entries));
    }
    let path = ConfigPath::of(["agents", "list"]);
    let wrong = wrong.map(|why| Fault { path, message: why.to_owned() });
    (Read { config: Cow::Owned(made), from: found.from }, wrong)
}

impl Read<'_> {
    /// A fault of what is checked, at its place in the config itself.
    pub(super) fn back(&self, fault: Fault) -> Fault {
        let ConfigPath(keys) = &fault.path;
        let [Segment::Key(agents), Segment::Key(entries), Segment::Key(id), below @ ..] = &keys[..]
        else {
            return fault;
        };
        let from = self.from.get(id).filter(|_| agents == "agents" && entries == "entries");
        match from.map(|from| ConfigPath([from.0.as_slice(), below].concat())) {
            Some(path) => Fault { path, ..fault },
            None => fault,
        }
    }
}

const LIST: &str = "It must be a list in which each agent has an id of its own, in small letters without blanks. Newer versions name agents under agents.entries.";
const BOTH: &str = "It may not be there beside agents.entries, and then nothing in it counts. Move its agents there.";
/// What not every version puts in order.
pub(super) const NOBODY: &str =
    "It must be a list of agents, of which each has an id that is a text.";

struct Found {
    entries: Map<String, Value>,
    from: HashMap<String, ConfigPath>,
}

/// A list as entries, by ids as they count, and whether that is what it says. None: what it says cannot be known.
fn of_list(list: &[Value]) -> Option<(Found, Option<&'static str>)> {
    let mut found = Found { entries: Map::new(), from: HashMap::new() };
    let (mut exact, mut has_texts) = (true, true);
    // The last number that each was given.
    let mut numbers = HashMap::new();
    for (at, agent) in list.iter().enumerate() {
        let Some(mut agent) = agent.as_object().cloned() else {
            exact = false;
            continue;
        };
        let said = agent.remove("id").unwrap_or_default();
        has_texts &= said.is_string() || said.is_null();
        let said = said.as_str().unwrap_or_default();
        if references(said).next().is_some() {
            return None;
        }
        let id = match js_trim(said) {
            "" => "agent".to_owned(),
            it if is_id(it) => it.to_owned(),
            it => normal(it),
        };
        exact &= id == said;
        let from = ConfigPath::of(["agents", "list"]).join(at.to_string());
        let number = numbers.entry(id.clone()).or_insert(1_u32);
        let mut name = id.clone();
        while found.entries.contains_key(&name) {
            exact = false;
            *number = number.saturating_add(1);
            name = format!("{id}-{number}");
        }
        found.from.insert(name.clone(), from);
        found.entries.insert(name, Value::Object(agent));
    }
    let has_some = list.is_empty() || !found.entries.is_empty();
    let wrong = if has_some && has_texts { LIST } else { NOBODY };
    Some((found, (!exact).then_some(wrong)))
}

fn is_id(id: &str) -> bool {
    let own = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_';
    id.starts_with(own) && id.len() <= 64 && id.chars().all(|it| own(it) || it == '-')
}

/// The same entries with their names in small letters; none where they are so already.
fn in_small(entries: &Map<String, Value>) -> Result<Option<Found>, Fault> {
    if entries.keys().all(|key| !key.contains(|it: char| it.is_ascii_uppercase())) {
        return Ok(None);
    }
    let mut found = Found { entries: Map::new(), from: HashMap::new() };
    for (key, agent) in entries {
        let path = ConfigPath::of(["agents", "entries", key]);
        let small = key.to_ascii_lowercase();
        if found.entries.insert(small.clone(), agent.clone()).is_some() {
            let message = "Another agent has the same name in other letters.".to_owned();
            return Err(Fault { path, message });
        }
        found.from.insert(small, path);
    }
    Ok(Some(found))
}
