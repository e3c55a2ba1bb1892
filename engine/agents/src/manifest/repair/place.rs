//! `metadata` in the wrong shape or place: events at the top level, an agent's key without `metadata` above
//! it, a list or a text in the place of an object.

use serde_json::{Map, Value};

use super::family::reads;
use super::{Attempt, Slip};
use crate::dialect::family_keys;
use crate::manifest::front::next_line;
use crate::manifest::{rewrite, tree};
use tacklebox_machine::cut::Cut;

/// What is below an agent's key.
const OWN: [&str; 8] =
    ["events", "event", "os", "requires", "always", "hookKey", "export", "install"];

impl Slip<'_> {
    pub(super) fn place(&self, all: &mut Vec<Attempt>) {
        let Some(inner) = self.inner() else { return };
        let Ok(fields) = tree::fields(inner) else { return };
        let Some(own_key) = self.dialect.metadata_keys.first() else { return };
        let (metadata, moved) = placed(own_key, &fields);
        if metadata.is_empty() || Some(&Value::Object(metadata.clone())) == fields.get("metadata") {
            return;
        }
        let Ok(line) = rewrite::one_line(&metadata) else { return };
        let line = format!("metadata: {line}");
        if !reads(self.dialect.metadata_keys, &line) {
            return;
        }
        let Some(new) = with_metadata(inner, &line, &moved, self.newline()) else { return };
        let title = match moved.is_empty() {
            true => format!("Write its metadata so that {} reads it", self.dialect.title),
            false => format!("Move its events to where {} looks for them", self.dialect.title),
        };
        all.extend(self.with(&new).map(|text| Attempt::new("metadata-place", title, text)));
    }
}

/// The metadata as it was meant, and the fields beside it that belong into it.
fn placed(own_key: &str, fields: &Map<String, Value>) -> (Map<String, Value>, Vec<String>) {
    let family = family_keys();
    let mut metadata = match fields.get("metadata") {
        Some(value) => object(value).unwrap_or_default(),
        None => Map::new(),
    };
    let mut moved = Vec::new();
    // Agents' keys beside `metadata`, and names in capitals.
    for (key, value) in fields {
        let agent = key.to_ascii_lowercase();
        if family.contains(&agent.as_str()) && value.is_object() {
            metadata.entry(agent).or_insert_with(|| value.clone());
            moved.push(key.clone());
        }
    }
    for key in metadata.keys().cloned().collect::<Vec<_>>() {
        let small = key.to_ascii_lowercase();
        if small != key
            && family.contains(&small.as_str())
            && !metadata.contains_key(&small)
            && let Some(value) = metadata.shift_remove(&key)
        {
            metadata.insert(small, value);
        }
    }
    let mut own = match metadata.get(own_key) {
        Some(Value::Object(own)) => own.clone(),
        // A list of events in the place of the object.
        Some(events @ (Value::Array(_) | Value::String(_))) => {
            [("events".to_owned(), events.clone())].into_iter().collect()
        }
        _ => Map::new(),
    };
    // What is directly in `metadata`.
    let loose: Vec<String> =
        metadata.keys().filter(|key| OWN.contains(&key.as_str())).cloned().collect();
    for key in loose {
        if let Some(value) = metadata.shift_remove(&key) {
            own.entry(key).or_insert(value);
        }
    }
    for key in OWN {
        if let Some(value) = fields.get(key).filter(|_| !own.contains_key(key)) {
            own.insert(key.to_owned(), value.clone());
            moved.push(key.to_owned());
        }
    }
    if let Some(value) = own.shift_remove("event") {
        own.entry("events").or_insert(value);
    }
    tree::lists(&mut own);
    if !own.is_empty() {
        metadata.insert(own_key.to_owned(), Value::Object(own));
    }
    (metadata, moved)
}

/// What was meant by a text or a list in the place of an object.
fn object(value: &Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(map) => Some(map.clone()),
        Value::Array(items) => {
            let mut map = Map::new();
            for item in items {
                map.extend(item.as_object()?.clone());
            }
            Some(map)
        }
        Value::String(text) => match crate::config::value(text) {
            Ok(Value::Object(map)) => Some(map),
            _ => tree::yaml(text).ok(),
        },
        _ => None,
    }
}

/// The front matter with this line for `metadata`, and without the fields that went into it.
fn with_metadata(inner: &str, line: &str, moved: &[String], newline: &str) -> Option<String> {
    let mut places = Vec::new();
    let field = rewrite::field(inner, "metadata");
    let mut first = None;
    if let Some(field) = &field {
        let mut end = rewrite::block_end(inner, field);
        if let Some(cut) = crate::manifest::yaml::metadata_object(inner) {
            let start = (cut.object.as_ptr() as usize).saturating_sub(inner.as_ptr() as usize);
            end = end.max(start.saturating_add(cut.object.len()));
        }
        places.push((field.start..end, line.to_owned()));
    }
    for key in moved {
        let Some(found) = rewrite::field(inner, key) else { continue };
        let end = block(inner, &found);
        let end = next_line(inner, end);
        if field.is_none() && first.is_none() {
            first = Some(found.start);
            places.push((found.start..end, format!("{line}{newline}")));
        } else {
            places.push((found.start..end, String::new()));
        }
    }
    if places.is_empty() {
        return None;
    }
    places.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    let mut new = inner.to_owned();
    for (place, text) in places {
        new.get(place.clone())?;
        new.replace_range(place, &text);
    }
    Some(new)
}

/// Where a field ends: a list may be below it without being indented.
fn block(inner: &str, field: &rewrite::Field) -> usize {
    let mut end = rewrite::block_end(inner, field);
    let mut at = next_line(inner, end);
    if inner.cut(field.colon..field.line_end).trim().is_empty() {
        for line in inner.cut(at..).split_inclusive('\n') {
            if !line.starts_with("- ") {
                break;
            }
            end = at.saturating_add(line.trim_end().len());
            at = at.saturating_add(line.len());
        }
    }
    end
}
