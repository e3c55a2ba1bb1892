//! What OpenClaw refuses its config for, of the settings of plugins that come with it: whether they are turned on or off.

use serde_json::Value;
use tacklebox_machine::words::js_trim;

use super::code::In;
use super::parts::{Part, Unless};
use super::{Fault, Schema, check};
use crate::config::path::ConfigPath;

impl Schema {
    /// What is wrong with these settings, unless another plugin of such an id is there.
    pub(super) fn plugin_faults(&self, config: &Value) -> Vec<Unless<Fault>> {
        let entries = config.pointer("/plugins/entries").and_then(Value::as_object);
        let mut found = Vec::new();
        for (name, entry) in entries.into_iter().flatten() {
            let key = js_trim(name);
            let small = In::SinceEight.has(self.version).then(|| key.to_lowercase());
            let id = small.as_deref().unwrap_or(key);
            let own = self.plugins.get(id).zip(entry.get("config").filter(|it| it.is_object()));
            let Some((schema, settings)) = own else { continue };
            let at = ConfigPath::of(["plugins", "entries", name, "config"]);
            found.extend(check::faults(schema, settings).into_iter().map(|fault| Unless {
                part: Part::Settings(id.to_owned()),
                gone: Vec::new(),
                of_absent: false,
                fault: Fault { path: ConfigPath([&at.0[..], &fault.path.0].concat()), ..fault },
            }));
        }
        found
    }
}
