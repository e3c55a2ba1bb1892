//! The agents of a config, as newer versions of OpenClaw read them before they check it: a list becomes entries by id, and
//! names count in small letters.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Fault;
use super::code::ANY_ROSTER;
use crate::config::path::{ConfigPath, Segment};

/// A config with its agents as they are read, and where each of them is in the config itself.
pub(super) struct Read<'v> {
    pub config: Cow<'v, Value>,
    from: Vec<(String, ConfigPath)>,
}

/// The config as this version checks it, or what is wrong with its list of agents.
pub(super) fn read<'v>(version: &str, config: &'v Value) -> (Read<'v>, Option<Fault>) {
    let as_it_is = Read { config: Cow::Borrowed(config), from: Vec::new() };
    let agents = config.get("agents").and_then(Value::as_object);
    let Some(agents) = agents.filter(|_| version != ANY_ROSTER) else { return (as_it_is, None) };
    let found = match (agents.get("list"), agents.get("entries")) {
        (Some(list), None) => match of_list(list) {
            Some(found) => found,
            None => return (as_it_is, Some(not_taken(LIST))),
        },
        (Some(_), Some(_)) => return (as_it_is, Some(not_taken(BOTH))),
        (None, Some(Value::Object(entries))) => match in_small(entries) {
            Ok(Some(found)) => found,
            Ok(None) => return (as_it_is, None),
            Err(fault) => return (as_it_is, Some(fault)),
        },
        _ => return (as_it_is, None),
    };
    let mut made = config.clone();
    if let Some(agents) = made.get_mut("agents").and_then(Value::as_object_mut) {
        agents.remove("list");
        agents.insert("entries".to_owned(), Value::Object(found.entries));
    }
    (Read { config: Cow::Owned(made), from: found.from }, None)
}

impl Read<'_> {
    /// A fault of what is checked, at its place in the config itself.
    pub(super) fn back(&self, fault: Fault) -> Fault {
        let ConfigPath(keys) = &fault.path;
        let Some((Segment::Key(id), below)) = keys.get(2..).and_then(<[_]>::split_first) else {
            return fault;
        };
        if !fault.path.to_string().starts_with("agents.entries.") {
            return fault;
        }
        match self.from.iter().find(|(key, _)| key == id) {
            Some((_, from)) => {
                let path = ConfigPath([from.0.as_slice(), below].concat());
                Fault { path, ..fault }
            }
            None => fault,
        }
    }
}

const LIST: &str = "It must be a list in which each agent has an id of its own, in small letters without blanks. Newer versions name agents under agents.entries.";
const BOTH: &str = "Only one of this and agents.entries may be there. Move its agents to that.";

fn not_taken(why: &str) -> Fault {
    Fault { path: ConfigPath::of(["agents", "list"]), message: why.to_owned() }
}

struct Found {
    entries: Map<String, Value>,
    from: Vec<(String, ConfigPath)>,
}

fn of_list(list: &Value) -> Option<Found> {
    let mut found = Found { entries: Map::new(), from: Vec::new() };
    for (at, agent) in list.as_array()?.iter().enumerate() {
        let mut agent = agent.as_object()?.clone();
        let Some(Value::String(id)) = agent.remove("id").filter(is_id) else { return None };
        let from = ConfigPath::of(["agents", "list"]).join(at.to_string());
        found.from.push((id.clone(), from));
        if found.entries.insert(id, Value::Object(agent)).is_some() {
            return None;
        }
    }
    Some(found)
}

fn is_id(id: &Value) -> bool {
    let own = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_';
    id.as_str().is_some_and(|id| {
        id.starts_with(own) && id.len() <= 64 && id.chars().all(|it| own(it) || it == '-')
    })
}

/// The same entries with their names in small letters; none where they are so already.
fn in_small(entries: &Map<String, Value>) -> Result<Option<Found>, Fault> {
    if entries.keys().all(|key| !key.contains(|it: char| it.is_ascii_uppercase())) {
        return Ok(None);
    }
    let mut found = Found { entries: Map::new(), from: Vec::new() };
    for (key, agent) in entries {
        let path = ConfigPath::of(["agents", "entries", key]);
        let small = key.to_ascii_lowercase();
        if found.entries.insert(small.clone(), agent.clone()).is_some() {
            let message = "Another agent has the same name in other letters.".to_owned();
            return Err(Fault { path, message });
        }
        found.from.push((small, path));
    }
    Ok(Some(found))
}
