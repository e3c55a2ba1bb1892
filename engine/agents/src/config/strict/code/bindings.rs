//! Conversations that a config binds to agents of another kind, by ACP: each names its conversation, and none
//! is in a channel any more.

use serde_json::{Map, Value};
use tacklebox_machine::words::js_trim;

use super::Fault;
use super::rule::{self, In, Rule};
use crate::config::ConfigPath;

const RULES: [Rule; 1] = [Rule::object(
    In::All,
    &["bindings", "*"],
    names_conversation,
    "It must name its conversation by match.peer.id, as its type is acp.",
)];

pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    let mut found = rule::faults(&RULES, version, config);
    if let Some(channels) = config.get("channels") {
        below(channels, &ConfigPath::of(["channels"]), &mut found);
    }
    found
}

fn names_conversation(binding: &Map<String, Value>) -> bool {
    let id = binding.get("match").and_then(|it| it.get("peer")?.get("id")?.as_str());
    binding.get("type").and_then(Value::as_str) != Some("acp")
        || id.is_some_and(|id| !js_trim(id).is_empty())
}

fn below(value: &Value, path: &ConfigPath, found: &mut Vec<Fault>) {
    match value {
        Value::Object(fields) => {
            let acp = fields.get("bindings").and_then(|it| it.as_object()?.get("acp"));
            if acp.is_some_and(|acp| acp.is_object() || acp.is_array()) {
                let message = "It must not be in a channel. Move it to bindings at the top.";
                let path = path.join("bindings").join("acp");
                found.push(Fault { path, message: message.to_owned() });
            }
            fields.iter().for_each(|(key, value)| below(value, &path.join(key), found));
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                below(item, &path.join(at.to_string()), found);
            }
        }
        _ => {}
    }
}
