//! What OpenClaw refuses its config for, of the channels that it names: one that there is not, or a wrong setting of one.

use serde_json::Value;

use super::{Fault, Schema, check};
use crate::config::path::{ConfigPath, Segment};

/// What is said of all channels is among them.
const COMMON: [&str; 2] = ["defaults", "modelByChannel"];

/// What is wrong with one of the channels of a config, unless a plugin brings it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChannelFault {
    pub channel: String,
    /// OpenClaw has no such channel.
    pub unknown: bool,
    pub fault: Fault,
}

impl Schema {
    /// What is wrong with the channels of a config.
    pub(crate) fn channel_faults(&self, config: &Value) -> Vec<ChannelFault> {
        let named = config.get("channels").and_then(Value::as_object).into_iter().flatten();
        // Its name is looked up without blanks around it, and what it says by that.
        let named = named.map(|(key, _)| key.trim());
        let mut found = Vec::new();
        for channel in named.filter(|key| !key.is_empty() && !COMMON.contains(key)) {
            let at = ConfigPath::of(["channels", channel]);
            let fault =
                |unknown, fault| ChannelFault { channel: channel.to_owned(), unknown, fault };
            let Some(schema) = self.channels.get("properties").and_then(|all| all.get(channel))
            else {
                let message = format!("It has no channel {channel}.");
                found.push(fault(true, Fault { path: at, message }));
                continue;
            };
            let value = config.pointer(&format!("/channels/{channel}")).unwrap_or(&Value::Null);
            let below = |path: ConfigPath| -> Vec<Segment> { [at.0.clone(), path.0].concat() };
            let faults = check::faults_of(self.channels, schema, value).into_iter();
            found.extend(faults.map(|Fault { path, message }| {
                fault(false, Fault { path: ConfigPath(below(path)), message })
            }));
        }
        found
    }
}
