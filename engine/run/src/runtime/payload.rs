//! What a handler is given, and what becomes of the data that it gives back (rules ).

#[cfg(test)]
mod tests;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::runtime::event::{Event, PluginContext};
use tacklebox_agents::dialect::policy::{Shape, Takes};

/// An event in the shape that handlers of its family expect. It borrows all of it: serialize it
/// straight into a pipe.
///
/// | family | shape |
/// | --- | --- |
/// | Milady, Eliza, OpenClaw | `{type, action, sessionKey, timestamp, messages, context}` |
/// | OpenClaw plugin | the context of its event type, plus `event` and `data` |
/// | ZeroClaw | `{event, name, data, timestamp}` |
/// | Moltis | both published shapes: `{event, data, session_id, session_key, timestamp}` and the fields of `data` beside them |
/// | Moltis that people run | `{event, session_key}` and the fields of the data |
#[derive(Clone, Copy, Debug)]
pub struct Payload<'a> {
    event: &'a Event,
    hook: &'a str,
}

impl<'a> Payload<'a> {
    /// What this hook is given of this event.
    pub const fn new(event: &'a Event, hook: &'a str) -> Self {
        Self { event, hook }
    }

    /// What a command or a request is handed of it; nothing where the agent hands them nothing.
    pub fn handed(&self) -> String {
        if self.event.policy().shell.told { self.to_json() } else { String::new() }
    }

    /// One line of JSON, without a line break in it or behind it.
    pub(crate) fn to_json(self) -> String {
        // Values and texts always are JSON; there is no map here whose keys are not text.
        serde_json::to_string(&self).unwrap_or_default()
    }
}

impl Serialize for Payload<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.event.policy().payload {
            Shape::Family => family(self.event).serialize(to),
            Shape::Plugin => plugin(self.event).serialize(to),
            Shape::Apart => apart(self.event, self.hook).serialize(to),
            Shape::Among => among(self.event, to),
            Shape::Flat => flat(self.event, to),
        }
    }
}

/// As JavaScript writes a date: to the millisecond, in UTC.
fn stamp(at: OffsetDateTime) -> String {
    let at = at.to_offset(time::UtcOffset::UTC);
    at.replace_millisecond(at.millisecond()).unwrap_or(at).format(&Rfc3339).unwrap_or_default()
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Family<'a> {
    r#type: &'a str,
    action: &'a str,
    session_key: &'a str,
    timestamp: String,
    messages: &'a [String],
    context: &'a Value,
}

fn family(event: &Event) -> Family<'_> {
    Family {
        r#type: event.kind(),
        action: event.action(),
        session_key: &event.session_key,
        timestamp: stamp(event.timestamp),
        messages: &event.messages,
        context: &event.data,
    }
}

#[derive(Serialize)]
struct Plugin<'a> {
    #[serde(flatten)]
    context: Option<PluginContext<'a>>,
    event: &'a str,
    data: &'a Value,
}

fn plugin(event: &Event) -> Plugin<'_> {
    Plugin { context: event.plugin_context(), event: event.key(), data: &event.data }
}

#[derive(Serialize)]
struct Apart<'a> {
    event: &'a str,
    name: &'a str,
    data: &'a Value,
    timestamp: String,
}

fn apart<'a>(event: &'a Event, hook: &'a str) -> Apart<'a> {
    Apart { event: event.key(), name: hook, data: &event.data, timestamp: stamp(event.timestamp) }
}

/// The fields of the event itself, which win over fields of the data.
const ENVELOPE: [&str; 5] = ["event", "data", "session_id", "session_key", "timestamp"];
/// The reference calls it `tool`, what ships `tool_name`.
const TOOL: [(&str, &str); 2] = [("tool", "tool_name"), ("tool_name", "tool")];

fn among<S: Serializer>(event: &Event, to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(None)?;
    map.serialize_entry("event", event.key())?;
    map.serialize_entry("data", &event.data)?;
    map.serialize_entry("session_id", &event.session_key)?;
    map.serialize_entry("session_key", &event.session_key)?;
    map.serialize_entry("timestamp", &stamp(event.timestamp))?;
    if let Some(data) = event.data.as_object() {
        for (key, value) in data.iter().filter(|(key, _)| !ENVELOPE.contains(&key.as_str())) {
            map.serialize_entry(key, value)?;
        }
        for (from, other) in TOOL {
            if let Some(tool) = data.get(from).filter(|_| !data.contains_key(other)) {
                map.serialize_entry(other, tool)?;
            }
        }
    }
    map.end()
}

/// Those happen in no session.
const OF_THE_GATEWAY: [&str; 2] = ["GatewayStart", "GatewayStop"];

fn flat<S: Serializer>(event: &Event, to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(None)?;
    map.serialize_entry("event", event.key())?;
    if !OF_THE_GATEWAY.contains(&event.key()) {
        map.serialize_entry("session_key", &event.session_key)?;
    }
    let Some(data) = event.data.as_object() else { return map.end() };
    let own = |key: &&String| ["event", "session_key"].contains(&key.as_str());
    for (key, value) in data.iter().filter(|(key, _)| !own(key)) {
        // As the reference has it, in data of a person's own.
        let key = if key == "tool" && !data.contains_key("tool_name") { "tool_name" } else { key };
        map.serialize_entry(key, value)?;
    }
    map.end()
}

/// Whether a message of this role is handed to a model.
fn is_role(role: &str) -> bool {
    matches!(role, "system" | "user" | "assistant" | "tool" | "tool_result")
}

/// Makes of the event's data what the agent makes of those that a handler gave back ([`Policy::takes`]). Where nothing
/// of them counts, says why.
///
/// [`Policy::takes`]: tacklebox_agents::dialect::policy::Policy::takes
pub fn apply(event: &mut Event, returned: Value) -> Result<(), String> {
    let field = match event.policy().takes(event.key()) {
        Takes::Data => None,
        Takes::Field(name) => Some((name, returned.clone())),
        Takes::ArgumentsOrData => {
            let whole =
                |it: &Map<String, Value>| it.contains_key("tool") || it.contains_key("arguments");
            let bare = returned.as_object().is_some_and(|it| !whole(it));
            bare.then(|| ("arguments", returned.clone()))
        }
        Takes::TextAt(name) => {
            let text = returned.get(name).filter(|it| it.is_string());
            let why = || format!("its answer has no text as {name}, so it changes nothing");
            Some((name, text.ok_or_else(why)?.clone()))
        }
        Takes::MessagesAt(name) => {
            let list = returned.get(name).and_then(Value::as_array);
            let why = || format!("its answer has no list as {name}, so it changes nothing");
            let list = list.or(returned.as_array()).ok_or_else(why)?;
            let role = |it: &&Value| it.get("role").and_then(Value::as_str).is_some_and(is_role);
            let known: Vec<Value> = list.iter().filter(role).cloned().collect();
            if known.is_empty() {
                return Err(format!(
                    "none of its {name} has a role that a model knows, so it changes nothing"
                ));
            }
            Some((name, known.into()))
        }
        Takes::Nothing => {
            return Err("it changed the data, and this event takes no change".to_owned());
        }
    };
    match (event.data.as_object_mut(), field) {
        (Some(data), Some((name, value))) => {
            data.insert(name.to_owned(), value);
        }
        _ => event.data = returned,
    }
    Ok(())
}
