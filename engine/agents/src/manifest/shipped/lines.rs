//! How Milady and Eliza read a `HOOK.md`: line by line, with `metadata` as strict JSON between the first
//! brace behind the word and the last one of the front matter, else on its line alone.

use std::borrow::Cow;

use serde_json::Value;

use super::own;
use crate::config;
use crate::dialect::Dialect;
use crate::manifest::shipped::Reading;
use crate::manifest::{Broken, Manifest};
use crate::truth::truthy;
use tacklebox_machine::words::{is_js_space, js_trim};

/// The front matter, as this loader cuts it out; none where it finds none.
fn front(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("---")?;
    let blanks = rest.len().saturating_sub(rest.trim_start_matches(is_js_space).len());
    let from = rest.get(..blanks)?.rfind('\n')?.saturating_add(1);
    let inside = rest.get(from..)?;
    inside.get(..inside.find("\n---")?)
}

/// `key: value` of one line, without what does not count.
fn pair(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if key.is_empty() || !key.chars().all(word) {
        return None;
    }
    let line_end = |c: char| matches!(c, '\r' | '\u{2028}' | '\u{2029}');
    // Something has to be there, if only a blank.
    if value.chars().all(line_end) {
        return None;
    }
    let value = value.trim_start_matches(is_js_space).split(line_end).next()?;
    let value = value.strip_prefix(['"', '\'']).unwrap_or(value);
    Some((key, js_trim(value.strip_suffix(['"', '\'']).unwrap_or(value))))
}

/// What it takes for `metadata`, given the value of that line.
fn metadata(front: &str, value: &str) -> Option<Value> {
    let json = |text: &str| serde_json::from_str(&config::whole_letters(text)).ok();
    let rest = front.split_once("metadata:").map_or("", |(_, rest)| rest);
    match (rest.find('{'), rest.rfind('}')) {
        (Some(start), Some(end)) if start < end => {
            rest.get(start..=end).and_then(json).or_else(|| json(value))
        }
        _ => None,
    }
}

/// Whether strict JSON would be found where this loader looks for it.
pub(in crate::manifest) fn finds_metadata(front: &str) -> bool {
    let line = front.split('\n').filter_map(pair).rfind(|(key, _)| *key == "metadata");
    line.is_some_and(|(_, value)| metadata(front, value).is_some())
}

pub(super) fn read(
    dialect: &Dialect,
    bytes: &[u8],
    documented: Option<&Manifest>,
) -> Option<Reading> {
    let text: Cow<'_, str> = String::from_utf8_lossy(bytes);
    let unread = |message: &str| Reading {
        manifest: Err(Broken::new(
            None,
            format!("{} does not read this HOOK.md: {message}", dialect.title),
        )
        .named(documented.map(|manifest| manifest.name.as_str()))),
        because: "milady-front-matter",
        ends_loader: None,
    };
    let Some(front) = front(&text) else {
        return Some(unread(
            "it wants its first characters to be three dashes, and three more to close.",
        ));
    };
    let mut manifest = Manifest {
        shape: documented.map(|it| it.shape).unwrap_or_default(),
        ..Manifest::default()
    };
    let mut metadata_value = None;
    for (key, value) in front.split('\n').filter_map(pair) {
        match key {
            "name" => value.clone_into(&mut manifest.name),
            "description" => value.clone_into(&mut manifest.description),
            "homepage" => manifest.homepage = Some(value.to_owned()),
            // A line that cannot be read leaves what an earlier one said.
            "metadata" => metadata_value = metadata(front, value).or(metadata_value),
            _ => {}
        }
    }
    if manifest.name.is_empty() {
        return Some(unread("it has no name."));
    }
    let own = metadata_value.as_ref().and_then(|it| it.get(dialect.metadata_keys.first()?));
    let own = own.filter(|own| truthy(own));
    let ends_loader = own.and_then(|own| own::unchecked(own, &mut manifest));
    let because = match documented {
        _ if metadata_value.is_none() => "milady-json-metadata",
        Some(it) if it.shape.lone_strings => "milady-scalars",
        Some(_) => "milady-front-matter",
        None => "reads-more",
    };
    Some(Reading { manifest: Ok(manifest), because, ends_loader })
}
