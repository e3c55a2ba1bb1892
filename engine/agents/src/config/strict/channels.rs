//! What OpenClaw refuses its config for, of the channels that it names: one that there is not, or a wrong setting of one.

use serde_json::Value;

use super::parts::{Part, Unless};
use super::{Fault, Schema, check};
use crate::config::path::{ConfigPath, Segment};

/// What is said of all channels is among them.
const COMMON: [&str; 2] = ["defaults", "modelByChannel"];
/// Channels that come with every version, without a plugin of their own.
const WITH_IT: [&str; 1] = ["telegram"];

impl Schema {
    /// What is wrong with the channels of a config.
    pub(super) fn channel_faults(&self, config: &Value) -> Vec<Unless<Fault>> {
        let named = config.get("channels").and_then(Value::as_object).into_iter().flatten();
        // Its name is looked up without blanks around it, and what it says by that.
        let named = named.map(|(key, _)| key.trim());
        let mut found = Vec::new();
        for channel in named.filter(|key| !key.is_empty() && !COMMON.contains(key)) {
            let at = ConfigPath::of(["channels", channel]);
            let value = config.pointer(&format!("/channels/{channel}")).unwrap_or(&Value::Null);
            let of_absent = !WITH_IT.contains(&channel) && value.is_object();
            let fault = |gone: &[&str], fault| Unless {
                part: Part::Channel(channel.to_owned()),
                gone: gone.iter().map(|id| id.to_lowercase()).collect(),
                of_absent: of_absent && gone.is_empty(),
                fault,
            };
            let Some(schema) = self.channels.get("properties").and_then(|all| all.get(channel))
            else {
                let message = format!("It has no channel {channel}.");
                found.push(fault(&[channel], Fault { path: at, message }));
                continue;
            };
            let below = |path: ConfigPath| -> Vec<Segment> { [at.0.clone(), path.0].concat() };
            let faults = check::faults_of(self.channels, schema, value).into_iter();
            found.extend(faults.map(|Fault { path, message }| {
                fault(&[], Fault { path: ConfigPath(below(path)), message })
            }));
        }
        found
    }
    /// Whether it has this channel, without any plugin that does not come with it.
    pub(super) fn has_channel(&self, id: &str) -> bool {
        self.channels.get("properties").is_some_and(|all| all.get(id).is_some())
    }
}
