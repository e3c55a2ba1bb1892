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
        for key in self.rules.sends.unwrap_or_default() {
            if !rows.iter().any(|row| row.key == *key) {
                rows.push(EventRow {
                    moment: None,
                    agent: self.agent,
                    key,
                    modifying: self.may_change(key),
                    sentence: moment::trigger(self.agent, key).sentence,
                    sample: self.sample(key),
                });
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

    /// Whether it is known what an event of `HOOK.md` carries in this version.
    pub fn is_sent_as_known(&self, key: &str) -> bool {
        let policy = self.dispatch_of(key).map(|(policy, _)| policy);
        policy.is_some_and(|it| it.keys == Keys::Internal && !it.samples.is_empty())
    }

    /// The session of an event that belongs to none; none where it is a conversation's.
    pub fn session_of(&self, key: &str) -> Option<&'static str> {
        let all = self.dispatch.iter().flat_map(|policy| policy.sessions);
        all.into_iter().find(|(event, _)| *event == key).map(|(_, session)| *session)
    }

    /// The events that hooks in folders may listen to, in the same order.
    pub fn events_of_hooks(&self) -> impl Iterator<Item = EventRow> {
        let own = |row: &EventRow| {
            self.dispatch_of(row.key).is_some_and(|(policy, _)| policy.keys == self.family)
        };
        self.events().into_iter().filter(own)
    }

    /// What an event carries, for a try without data of a person's own. A kind of event stands for its actions.
    pub fn sample(&self, key: &str) -> Value {
        let own = || self.dispatch.iter().flat_map(|policy| policy.samples);
        let action = |event: &str| event.strip_prefix(key).is_some_and(|it| it.starts_with(':'));
        let own = own().find(|(event, _)| *event == key).or_else(|| own().find(|it| action(it.0)));
        if let Some((_, text)) = own {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hook::AgentId;

    #[test]
    fn what_a_version_sends_is_listed_with_words_of_its_own() {
        for agent in AgentId::ALL {
            for runtime in agent.runtimes() {
                let rows: Vec<EventRow> = runtime.dialect.events_of_hooks().collect();
                for key in runtime.dialect.rules.sends.into_iter().flatten() {
                    let row = rows.iter().find(|row| row.key == *key);
                    let row = row.unwrap_or_else(|| panic!("{key} of {}", runtime.version));
                    assert!(!row.sentence.contains(key), "{key}: {}", row.sentence);
                    assert_ne!(moment::trigger(agent, key).label, *key);
                }
            }
        }
    }
}
