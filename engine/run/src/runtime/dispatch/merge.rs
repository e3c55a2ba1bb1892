//! How the answers of a hook's handlers become one, where the agent's version has a rule for each hook
//! (`dialect/typed.rs`).

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::runtime::event::Event;
use crate::runtime::outcome::{Returned, Verdict};
use tacklebox_agents::dialect::typed::{Field, FieldRule, Merge, TypedHook};
use tacklebox_agents::truth::truthy;

/// The names under which a tool's parameters come: as shipped, and as texts have them.
const PARAMS: [&str; 3] = ["params", "args", "arguments"];

/// What the handlers so far made of an event.
pub(super) struct Merger {
    hook: &'static TypedHook,
    original: Value,
    result: Map<String, Value>,
}

/// The data as one answer alone would leave them; none where it changes nothing.
pub(crate) fn answered(
    hook: &'static TypedHook,
    data: &Value,
    returned: &Returned,
) -> Option<Value> {
    let mut merger = Merger::new(hook, data);
    let step = match (hook.merge, &returned.value) {
        (Merge::Sync { .. }, _) if returned.promise => return None,
        (Merge::Sync { block }, value) => merger.message(value.clone(), block, None),
        (_, Some(value)) => merger.put(value.clone(), None),
        (_, None) => return None,
    };
    (step.verdict == Verdict::Modify).then(|| merger.data()).filter(|after| after != data)
}

/// What one answer comes to.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Step {
    pub verdict: Verdict,
    pub reason: Option<String>,
    /// Nobody is called after it.
    pub stops: bool,
}

impl Step {
    fn changed(changed: bool) -> Self {
        let verdict = if changed { Verdict::Modify } else { Verdict::Continue };
        Self { verdict, ..Self::default() }
    }

    fn stopped(reason: impl Into<String>) -> Self {
        Self { verdict: Verdict::Block, reason: Some(reason.into()), stops: true }
    }

    fn nothing(why: impl Into<String>) -> Self {
        Self { reason: Some(why.into()), ..Self::default() }
    }
}

impl Merger {
    pub(super) fn new(hook: &'static TypedHook, original: &Value) -> Self {
        Self { hook, original: original.clone(), result: Map::new() }
    }

    pub(super) const fn hook(&self) -> &'static TypedHook {
        self.hook
    }

    /// The event's data with what the handlers made of it.
    pub(super) fn data(&self) -> Value {
        if self.result.is_empty() {
            return self.original.clone();
        }
        let mut data = match &self.original {
            Value::Object(data) => data.clone(),
            _ => Map::new(),
        };
        for (name, value) in &self.result {
            let known = PARAMS.iter().find(|known| data.contains_key(**known));
            let name = known.filter(|_| name == "params").map_or(name.as_str(), |known| known);
            data.insert(name.to_owned(), value.clone());
        }
        Value::Object(data)
    }

    /// Takes one answer in. `given` is what the next handler gets.
    pub(super) fn take(&mut self, returned: Returned, given: &mut Arc<Event>) -> Step {
        let Returned { value, promise, left } = returned;
        let mut step = match self.hook.merge {
            Merge::Observe | Merge::Collect => Step::default(),
            Merge::Sync { .. } if promise => {
                Step::nothing("it answered with a promise, and nobody waits for that here")
            }
            Merge::Sync { block } => self.message(value, block, Some(given)),
            Merge::Decide => decided(value),
            _ => match value {
                None | Some(Value::Null) => Step::default(),
                Some(value) => self.put(value, Some(given)),
            },
        };
        if let Some(left) = left {
            let why = if self.hook.isolated {
                "it changed its copy of the event, which nobody sees"
            } else {
                Arc::make_mut(given).data = left;
                "it changed the event itself, which only the handlers after it see"
            };
            step.reason.get_or_insert_with(|| why.to_owned());
        }
        step
    }

    fn put(&mut self, value: Value, given: Option<&mut Arc<Event>>) -> Step {
        let Value::Object(value) = value else {
            return Step::nothing("its answer is not an object, so it changes nothing");
        };
        match self.hook.merge {
            Merge::Modify(fields) => self.fields(fields, value),
            Merge::Chain(fields) => {
                let step = self.fields(fields, value);
                let name = fields.first().map_or("", |field| field.name);
                if let Some(next) = self.result.get(name) {
                    hand_on(given, name, next);
                }
                step
            }
            Merge::Assign => {
                let env = self.result.entry("env").or_insert_with(|| json!({}));
                if let Value::Object(env) = env {
                    env.extend(value);
                }
                Step::changed(true)
            }
            Merge::Address => {
                let first = self.result.get("origin").is_none_or(Value::is_null);
                if first {
                    self.result = value;
                }
                Step::changed(first)
            }
            Merge::Finish => self.finish(value),
            Merge::Claim => {
                if !value.get("handled").is_some_and(truthy) {
                    return Step::default();
                }
                self.result = value;
                Step::stopped("it took this over")
            }
            Merge::Observe | Merge::Collect | Merge::Decide | Merge::Sync { .. } => Step::default(),
        }
    }

    fn fields(&mut self, fields: &'static [Field], mut value: Map<String, Value>) -> Step {
        let (mut known, mut stops) = (false, false);
        let approval = self.result.contains_key("requireApproval");
        for Field { name, rule } in fields {
            let Some(new) = value.remove(*name).filter(|value| !value.is_null()) else { continue };
            known = true;
            let old = self.result.remove(*name);
            let merged = match (rule, old) {
                (FieldRule::First, Some(old)) => Some(old),
                (FieldRule::LastUnlessApproval, old) if approval => old,
                (FieldRule::Stop, old) => {
                    stops |= new == Value::Bool(true);
                    if stops { Some(Value::Bool(true)) } else { old }
                }
                (FieldRule::Text, Some(old)) => Some(joined(old, new)),
                (FieldRule::List, Some(Value::Array(mut old))) => {
                    old.extend(items(new));
                    Some(Value::Array(old))
                }
                (FieldRule::Common, old) => Some(common(old, new)),
                (_, _) => Some(new),
            };
            if let Some(merged) = merged {
                self.result.insert((*name).to_owned(), merged);
            }
        }
        if stops {
            let reasons = ["blockReason", "cancelReason", "reason"];
            let reason = reasons.iter().find_map(|name| self.result.get(*name)?.as_str());
            let reason = reason.map(str::trim).filter(|reason| !reason.is_empty());
            return Step::stopped(reason.unwrap_or("The hook blocked it and gave no reason."));
        }
        if !known && !value.is_empty() {
            let names: Vec<_> = fields.iter().map(|field| field.name).collect();
            return Step::nothing(format!("its answer has none of {}", names.join(", ")));
        }
        Step::changed(known)
    }

    fn finish(&mut self, value: Map<String, Value>) -> Step {
        let rank = |of: &Map<String, Value>| match of.get("action").and_then(Value::as_str) {
            Some("finalize") => 3,
            Some("revise") => 2,
            Some("continue") => 1,
            _ => 0,
        };
        let (old, new) = (rank(&self.result), rank(&value));
        if old == 2 && new == 2 {
            let reasons = (self.result.remove("reason"), value.get("reason").cloned());
            let reason = match reasons {
                (Some(old), Some(new)) => Some(joined(old, new)),
                (old, new) => new.or(old),
            };
            self.result.extend(reason.map(|reason| ("reason".to_owned(), reason)));
            return Step::changed(true);
        }
        let wins = new > old || self.result.is_empty() || (new == 1 && old < 2);
        if wins {
            self.result = value;
        }
        Step::changed(wins && new > 0)
    }

    fn message(
        &mut self,
        value: Option<Value>,
        block: bool,
        given: Option<&mut Arc<Event>>,
    ) -> Step {
        let Some(Value::Object(mut value)) = value else { return Step::default() };
        if block && value.get("block").is_some_and(truthy) {
            self.result.insert("block".to_owned(), Value::Bool(true));
            return Step::stopped("The hook blocked it and gave no reason.");
        }
        let Some(message) = value.remove("message").filter(truthy) else { return Step::default() };
        hand_on(given, "message", &message);
        self.result.insert("message".to_owned(), message);
        Step::changed(true)
    }
}

/// Puts what one handler made of a field where the next one finds it.
fn hand_on(given: Option<&mut Arc<Event>>, name: &str, value: &Value) {
    if let Some(data) = given.and_then(|given| Arc::make_mut(given).data.as_object_mut()) {
        data.insert(name.to_owned(), value.clone());
    }
}

/// What the answer to a question says: nothing at all passes, and what is not a decision does not.
fn decided(value: Option<Value>) -> Step {
    let Some(value) = value else { return Step::default() };
    let text = |name: &str| value.get(name).and_then(Value::as_str).map(str::trim);
    let is_text =
        |name: &str| value.get(name).is_none() || text(name).is_some_and(|it| !it.is_empty());
    let keys = ["outcome", "reason", "message", "category", "metadata"];
    let known = value.as_object().is_some_and(|it| it.keys().all(|key| keys.contains(&&**key)));
    match (text("outcome"), text("reason")) {
        (Some("pass"), _) if value.as_object().is_some_and(|it| it.len() == 1) => Step::default(),
        (Some("block"), Some(reason))
            if known
                && !reason.is_empty()
                && is_text("message")
                && is_text("category")
                && value.get("metadata").is_none_or(Value::is_object) =>
        {
            Step::stopped(reason)
        }
        _ => Step::stopped("its answer is not a decision, and that stops the run"),
    }
}

fn joined(old: Value, new: Value) -> Value {
    match (old.as_str(), new.as_str()) {
        (Some(old), Some(new)) if !old.is_empty() && !new.is_empty() => {
            Value::String(format!("{old}\n\n{new}"))
        }
        _ => new,
    }
}

fn items(value: Value) -> Vec<Value> {
    match value {
        Value::Array(items) => items,
        other => vec![other],
    }
}

/// The names that are in both lists; what is not a list of texts allows nothing.
fn common(old: Option<Value>, new: Value) -> Value {
    let names = |value: Value| -> Vec<Value> {
        let items = value.as_array().cloned().unwrap_or_default();
        if items.iter().all(Value::is_string) { items } else { Vec::new() }
    };
    let new = names(new);
    let Some(old) = old.map(names) else { return Value::Array(new) };
    let all = |list: &[Value]| list.iter().any(|name| name == "*");
    Value::Array(match (all(&old), all(&new)) {
        (true, _) => new,
        (_, true) => old,
        _ => old.into_iter().filter(|name| new.contains(name)).collect(),
    })
}
