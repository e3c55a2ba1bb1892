//! What a handler is given, and what becomes of the data that it gives back (rules ).

#[cfg(test)]
mod tests;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::runtime::event::{Event, PluginContext};
use tacklebox_agents::dialect::policy::Shape;

/// An event in the shape that handlers of its family expect. It borrows all of it: serialize it
/// straight into a pipe.
///
/// | family | shape |
/// | --- | --- |
/// | Milady, Eliza, OpenClaw | `{type, action, sessionKey, timestamp, messages, context}` |
/// | OpenClaw plugin | the context of its event type, plus `event` and `data` |
/// | ZeroClaw | `{event, name, data, timestamp}` |
/// | Moltis | both published shapes: `{event, data, session_id, session_key, timestamp}` and the fields of `data` beside them |
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

/// Makes the data that a handler gave back the event's; for an event of [`Policy::arguments`] perhaps only
/// its arguments.
///
/// [`Policy::arguments`]: tacklebox_agents::dialect::policy::Policy::arguments
pub fn apply(event: &mut Event, returned: Value) {
    let arguments = event.policy().arguments.is_some_and(|it| it.are(event.key(), &returned));
    match event.data.as_object_mut() {
        Some(data) if arguments => {
            data.insert("arguments".to_owned(), returned);
        }
        _ => event.data = returned,
    }
}
