//! The short way through front matter as most people write it: one-line texts, and `metadata` in braces
//! as JSON or JSON5. What it accepts, the slow way reads the same (a property test holds them side by
//! side); anything else it leaves to YAML.

use super::raw::{self, Front, FrontSeed, MetadataSeed};
use super::unclosed::{self, Flow};

/// The front matter, if it is of that kind; and its `metadata` as it is written, where that is strict JSON on one
/// line, and nothing else looks like a part of it.
pub(super) fn read<'a>(seed: FrontSeed<'_>, text: &'a str) -> Option<(Front, Option<&'a str>)> {
    if !is_ordinary(text) {
        return None;
    }
    let mut front = Front::default();
    let mut has_metadata = false;
    let mut plain = None;
    let mut rest = text;
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        if line.trim_end().is_empty() {
            rest = after;
            continue;
        }
        let (key, value) = line.split_once(':')?;
        if !is_key(key) {
            return None;
        }
        if key == "metadata" {
            if std::mem::replace(&mut has_metadata, true) {
                return None;
            }
            let value = rest.get(key.len().saturating_add(1)..)?;
            let object = value.trim_start();
            // On a line of its own it must be indented, or it is not a value of `metadata`.
            let indent = value.len().saturating_sub(object.len());
            if !value.get(..indent)?.ends_with(' ') {
                return None;
            }
            if !object.starts_with('{') {
                return None;
            }
            let Flow::Ends(end) = unclosed::flow(object, 0) else {
                return None;
            };
            let behind = object.get(end..)?.split('\n').next()?;
            if !behind.trim().is_empty() {
                return None;
            }
            let (seed, json) = (MetadataSeed(seed.0), object.get(..end)?);
            front.metadata = match raw::strict(seed, json) {
                Some(metadata) => {
                    let alone = text.matches("metadata:").count() == 1
                        && !object.get(end..)?.contains('}')
                        && !value.get(..indent.saturating_add(end))?.contains('\n');
                    plain = alone.then_some(json);
                    metadata
                }
                None => raw::json5(seed, json).ok()?,
            };
            rest = object.get(end..)?.split_once('\n').map_or("", |cut| cut.1);
            continue;
        }
        let value = scalar(value)?;
        let field = match key {
            "name" => Some(&mut front.name),
            "description" => Some(&mut front.description),
            "homepage" => Some(&mut front.homepage),
            "emoji" => Some(&mut front.emoji),
            "version" => Some(&mut front.version),
            _ => None,
        };
        if let Some(field) = field {
            if field.is_some() {
                return None;
            }
            *field = Some(value.to_owned());
        }
        rest = after;
    }
    Some((front, plain))
}

/// Whether all of a text means the same to JSON and YAML.
pub(super) fn is_ordinary(text: &str) -> bool {
    // Most texts are plain ASCII.
    text.bytes().all(|byte| matches!(byte, b'\n' | b'\r' | b' '..=b'~'))
        || text.chars().all(ordinary)
}

/// Characters that mean the same to JSON and YAML, wherever they are.
fn ordinary(c: char) -> bool {
    match c {
        '\n' | '\r' | ' '..='~' => true,
        '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => false,
        c => c >= '\u{a0}',
    }
}

pub(super) fn is_key(key: &str) -> bool {
    // YAML ends its search for a `:` after 1,024 characters.
    key.len() <= 64
        && key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// The text of a one-line value, in quotes or not, where YAML has nothing to interpret in it.
pub(super) fn scalar(value: &str) -> Option<&str> {
    let text = value.strip_prefix(' ')?.trim_matches([' ', '\r']);
    let quoted = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    // What reads line by line takes off a quote that nothing is behind, also where none is before.
    let blank_behind = value.strip_suffix('\r').unwrap_or(value).ends_with([' ', '\r']);
    if text.ends_with(['"', '\'']) && (blank_behind || !text.starts_with(['"', '\''])) {
        return None;
    }
    if let Some(inside) = quoted('"') {
        return (!inside.contains(['"', '\\', '\r'])).then_some(inside);
    }
    if let Some(inside) = quoted('\'') {
        return (!inside.contains(['\'', '\r'])).then_some(inside);
    }
    let plain = text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.contains('\r')
        && !text.ends_with(':')
        && !text.eq_ignore_ascii_case("null");
    plain.then_some(text)
}
