//! An event as the types of an agent read one: its name, or a table with that name and nothing in it.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use toml::Value;

pub(super) struct Event {
    pub(super) name: String,
    pub(super) as_table: bool,
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reads)
    }
}

struct Reads;

impl<'de> Visitor<'de> for Reads {
    type Value = Event;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a string")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Event, E> {
        Ok(Event { name: name.to_owned(), as_table: false })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Event, A::Error> {
        let mut entries = std::iter::from_fn(|| map.next_entry::<String, Value>().transpose());
        let (first, second) = (entries.next().transpose()?, entries.next().transpose()?);
        let is_empty = |value: &Value| match value {
            Value::Table(table) => table.is_empty(),
            Value::Array(items) => items.is_empty(),
            _ => false,
        };
        match (first, second) {
            (Some((name, value)), None) if is_empty(&value) => Ok(Event { name, as_table: true }),
            _ => Err(A::Error::custom("invalid type: map, expected a string")),
        }
    }
}
