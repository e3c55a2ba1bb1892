//! The events of a version, and what they carry.

use serde_json::{Map, Value};

use super::Dialect;
use crate::moment::{self, EventRow, Keys};
use tacklebox_machine::words;

impl Dialect {
    /// All events of this version, in the order of the table. A version that ships spells the hooks of plugins in its
    /// own way, and has more of them and not all.
    pub fn events(&self) -> Vec<EventRow> {
        let typed = self.rules.typed;
        let mut rows = Vec::new();
        for row in moment::events(self.agent) {
            let of_plugins = typed.is_shipped() && moment::find(Keys::Plugin, row.key).is_some();
            match typed.find(row.key).filter(|_| of_plugins) {
                Some(hook) => {
                    let (key, modifying) = (hook.name, hook.modifying());
                    rows.push(EventRow { key, modifying, ..row });
                }
                None if of_plugins => {}
                None => {
                    let modifying = self.dispatch_of(row.key).is_some_and(|(_, it)| it);
                    rows.push(EventRow { modifying, sample: self.sample(row.key), ..row });
                }
            }
        }
        for hook in typed.hooks() {
            if !rows.iter().any(|row| row.key == hook.name) {
                rows.push(EventRow {
                    moment: None,
                    agent: self.agent,
                    key: hook.name,
                    modifying: hook.modifying(),
                    sentence: words::capital(hook.when),
                    sample: Value::Object(Map::new()),
                });
            }
        }
        rows
    }

    /// What an event carries, for a try without data of a person's own. A kind of event stands for its actions.
    pub fn sample(&self, key: &str) -> Value {
        let own = self.dispatch.iter().flat_map(|policy| policy.samples);
        if let Some((_, text)) = own.into_iter().find(|(event, _)| *event == key) {
            return serde_json::from_str(text).unwrap_or_default();
        }
        let kind = key.split_once(':').map_or(key, |(kind, _)| kind);
        let families = self.dispatch.iter().map(|policy| policy.keys);
        let found = families
            .flat_map(|family| [moment::find(family, key), moment::find(family, kind)])
            .flatten()
            .next();
        let sample = found.map(|(moment, key)| moment.sample_of(key.family));
        sample.unwrap_or_else(|| Value::Object(Map::new()))
    }
}
