//! The middle way through front matter: `metadata` as nested lines of YAML. Plain lines are told apart without a
//! grammar ([`block`]); others by the same parser as the slow way, without what they never need: anchors, tags,
//! places of errors. What it accepts, the slow way reads the same (a property test holds them side by side); anything
//! else it leaves to it.

use granit_parser::{Event, Parser, ScalarStyle, StrInput, StructureStyle};
use serde::de::value::Error;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor,
    value::CowStrDeserializer,
};

use super::block;
use super::raw::{Front, FrontSeed};

/// Far below where the limits of the slow way begin.
const MOST_BYTES: usize = 16 * 1024;
const MOST_DEPTH: usize = 16;

/// The front matter, if it is of that kind.
pub(super) fn read(seed: FrontSeed, text: &str) -> Option<Front> {
    if text.len() > MOST_BYTES {
        return None;
    }
    let source = match block::events(text) {
        Some(events) => Source::Lines(events.into_iter()),
        None => Source::Grammar(Box::new(Parser::new_from_str(text))),
    };
    let mut events = Events { source, peeked: None, depth: 0 };
    for opening in [Event::StreamStart, Event::DocumentStart(false, None)] {
        if events.next().ok()? != opening {
            return None;
        }
    }
    let front = seed.deserialize(&mut events).ok()?;
    let ends = events.next().ok()? == Event::DocumentEnd && events.next().ok()? == Event::StreamEnd;
    ends.then_some(front)
}

/// Where the events come from.
enum Source<'t> {
    Lines(std::vec::IntoIter<Event<'t>>),
    Grammar(Box<Parser<'t, StrInput<'t>>>),
}

struct Events<'t> {
    source: Source<'t>,
    peeked: Option<Event<'t>>,
    depth: usize,
}

/// It is for the slow way to say what is wrong, if anything is.
fn leave() -> Error {
    Error::custom("not of this kind")
}

impl<'t> Events<'t> {
    fn next(&mut self) -> Result<Event<'t>, Error> {
        if let Some(event) = self.peeked.take() {
            return Ok(event);
        }
        let event = match &mut self.source {
            Source::Lines(events) => events.next(),
            Source::Grammar(parser) => parser.next_event().and_then(Result::ok).map(|(it, _)| it),
        };
        event.ok_or_else(leave)
    }

    fn peek(&mut self) -> Result<&Event<'t>, Error> {
        let event = self.next()?;
        Ok(self.peeked.insert(event))
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        self.depth = self.depth.saturating_add(1);
        if self.depth > MOST_DEPTH {
            return Err(leave());
        }
        let value = read(self)?;
        self.depth = self.depth.saturating_sub(1);
        Ok(value)
    }
}

/// Whether a plain scalar is a text whatever is expected of it.
fn is_word(text: &str) -> bool {
    const OTHER: [&str; 11] =
        ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan"];
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && !OTHER.iter().any(|other| text.eq_ignore_ascii_case(other))
}

impl<'de> Deserializer<'de> for &mut Events<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.next()? {
            Event::Scalar(text, ScalarStyle::Plain, 0, None) if is_word(&text) => {
                visitor.visit_str(&text)
            }
            Event::Scalar(text, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted, 0, None)
                if !text.is_empty() =>
            {
                visitor.visit_str(&text)
            }
            Event::SequenceStart(_, 0, None) => self.deeper(|events| {
                let value = visitor.visit_seq(&mut *events)?;
                (events.next()? == Event::SequenceEnd).then_some(value).ok_or_else(leave)
            }),
            // In braces, the slow way tries JSON5 first.
            Event::MappingStart(StructureStyle::Block, 0, None) => self.deeper(|events| {
                let value = visitor.visit_map(&mut *events)?;
                (events.next()? == Event::MappingEnd).then_some(value).ok_or_else(leave)
            }),
            _ => Err(leave()),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.next()? {
            Event::Scalar(text, ScalarStyle::Plain, 0, None) => match &*text {
                "true" => visitor.visit_bool(true),
                "false" => visitor.visit_bool(false),
                _ => Err(leave()),
            },
            _ => Err(leave()),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.peek()? {
            Event::MappingStart(..) => self.deserialize_any(visitor),
            _ => Err(leave()),
        }
    }

    /// Its visitor would also take a list.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct enum identifier ignored_any
    }
}

impl<'de> SeqAccess<'de> for &mut Events<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if *self.peek()? == Event::SequenceEnd {
            return Ok(None);
        }
        seed.deserialize(&mut **self).map(Some)
    }
}

impl<'de> MapAccess<'de> for &mut Events<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        if *self.peek()? == Event::MappingEnd {
            return Ok(None);
        }
        match self.next()? {
            Event::Scalar(text, ScalarStyle::Plain, 0, None) if is_word(&text) => {
                seed.deserialize(CowStrDeserializer::new(text)).map(Some)
            }
            _ => Err(leave()),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(&mut **self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_lines_are_read_and_what_could_mean_more_is_left() {
        let read = |metadata: &str| {
            let text = format!("name: a\nmetadata:\n  milady:\n    {metadata}\n");
            read(FrontSeed(&["milady"]), &text)?.metadata?.own
        };
        let own =
            read("emoji: \"🧠\"\n    events:\n      - command:new\n    always: true").unwrap();
        assert_eq!((own.events.items, own.always), (vec!["command:new".to_owned()], Some(true)));
        assert_eq!(own.emoji.as_deref(), Some("🧠"));
        for left in [
            "emoji: ~",
            "emoji: no",
            "events: *a",
            "events: !x y",
            "emoji: 1",
            "emoji: |\n      x",
            "requires: [git]",
        ] {
            assert!(read(left).is_none(), "{left}");
        }
    }
}
