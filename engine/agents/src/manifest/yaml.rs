//! Front matter in YAML 1.2, whose `metadata` may also be JSON5; and its errors in plain words.

use serde::de::DeserializeSeed;
use serde_saphyr::options::DuplicateKeyPolicy;
use serde_saphyr::{Error, Options};

use super::Broken;
use super::front::{self, TOO_DEEP};
use super::raw::{Front, FrontSeed, MetadataSeed, json5};
use super::unclosed::{self, Flow, MAX_DEPTH};
use crate::config;

/// The slow way: any YAML. Lines of the error are those of `text`.
pub(super) fn read(own_keys: &[&str], text: &str) -> Result<Front, Broken> {
    // In braces, JSON5 comes first: to YAML its comments are part of a key.
    if let Some(cut) = metadata_object(text)
        && let Ok(metadata) = json5(MetadataSeed(own_keys), cut.object)
    {
        return yaml(own_keys, &cut.rest)
            .map(|front| Front { metadata, ..front })
            .map_err(|error| words(text, &error));
    }
    yaml(own_keys, text).map_err(|error| words(text, &error))
}

pub(super) fn yaml(own_keys: &[&str], text: &str) -> Result<Front, Error> {
    serde_saphyr::with_deserializer_from_str_with_options(text, options(), |source| {
        FrontSeed(own_keys).deserialize(source)
    })
}

pub(super) fn options() -> Options {
    // Known fields refuse repetition themselves, in JSON as in YAML. One more level than the brackets of a JSON value: the
    // front matter itself is a map.
    config::yaml_options(DuplicateKeyPolicy::PassThrough, MAX_DEPTH + 1, MAX_DEPTH)
}

pub(super) struct Cut<'a> {
    /// The value of `metadata`, in braces.
    pub(super) object: &'a str,
    /// The front matter with null in its place, each line where it was.
    pub(super) rest: String,
}

pub(super) fn metadata_object(text: &str) -> Option<Cut<'_>> {
    let key_end = metadata_value(text)?;
    let value = text.get(key_end..)?;
    let start = key_end.saturating_add(value.len().saturating_sub(value.trim_start().len()));
    let Flow::Ends(end) = unclosed::flow(text, start) else {
        return None;
    };
    let object = text.get(start..end).filter(|text| text.starts_with('{'))?;
    let lines = text.get(key_end..end)?.matches('\n').count();
    let (before, after) = (text.get(..key_end)?, text.get(end..)?);
    let rest = format!("{before} ~{}{after}", "\n".repeat(lines));
    Some(Cut { object, rest })
}

/// Where the text behind `metadata:` begins.
pub(super) fn metadata_value(text: &str) -> Option<usize> {
    const KEY: &str = "metadata:";
    if text.starts_with(KEY) {
        return Some(KEY.len());
    }
    text.find("\nmetadata:").map(|at| at.saturating_add(1).saturating_add(KEY.len()))
}

/// A parser's error as one short sentence about a line.
fn words(text: &str, error: &Error) -> Broken {
    let error = error.without_snippet();
    let line = error
        .location()
        .and_then(|location| u32::try_from(location.line()).ok())
        .filter(|line| *line > 0);
    let message = match error {
        Error::AliasError { error, .. } => return Broken { line, ..words(text, error) },
        Error::Message { msg, .. } => {
            let message = told(msg);
            let line = line.or_else(|| second(text, &message));
            return Broken::new(line, message);
        }
        Error::SerdeInvalidType { unexpected, expected, .. } => {
            wrong_type(expected, Some(unexpected))
        }
        Error::SerdeInvalidValue { expected, .. } => wrong_type(expected, None),
        Error::Unexpected { expected, .. } => wrong_type(expected, None),
        Error::InvalidScalar { ty, .. } => wrong_type(ty, None),
        Error::InvalidBooleanStrict { .. } => wrong_type("bool", None),
        Error::NullIntoString { .. } => wrong_type("string", None),
        Error::Budget { breach, .. } if format!("{breach:?}").contains("epth") => {
            TOO_DEEP.to_owned()
        }
        Error::Budget { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => {
            "aliases repeat more than can be read".to_owned()
        }
        Error::UnknownAnchor { .. } => "this alias (`*`) names no anchor (`&`)".to_owned(),
        Error::MultipleDocuments { .. } => "a second document begins here".to_owned(),
        _ => return syntax(text, line),
    };
    Broken::new(line, message)
}

fn told(msg: &str) -> String {
    // serde's own words for derived fields: "duplicate field `events`".
    match msg.strip_prefix("duplicate field ") {
        Some(field) => {
            format!("{} is given twice", field.split_whitespace().next().unwrap_or(field))
        }
        None => msg.to_owned(),
    }
}

/// The line on which a field of the front matter stands for the second time.
fn second(text: &str, message: &str) -> Option<u32> {
    let key = message.strip_prefix('`')?.strip_suffix("` is given twice")?;
    let again = |line: &&str| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':'));
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| again(line));
    lines.nth(1).map(|(number, _)| number)
}

fn wrong_type(expected: &str, found: Option<&str>) -> String {
    let wanted = match expected {
        "a string" | "string" | "string scalar" => "a text",
        "a boolean" | "bool" | "boolean" => "`true` or `false`",
        "u32" | "integer" => "a whole number",
        "a sequence" | "sequence start" => "a list",
        "mapping start" => "an object with fields",
        other if other.starts_with("struct ") => "an object with fields",
        other => other,
    };
    let found = found.map_or("", |found| match found.split_whitespace().next() {
        Some("integer" | "floating") => ", not a number",
        Some("boolean") => ", not `true` or `false`",
        Some("sequence") => ", not a list",
        Some("map") => ", not an object",
        Some("string") => ", not a text",
        _ => "",
    });
    format!("this must be {wanted}{found}")
}

/// What is wrong with text that is not YAML, found by looking for the usual slips.
fn syntax(text: &str, line: Option<u32>) -> Broken {
    match unclosed::first(text, ':') {
        Some(Flow::Open(at, what)) => {
            return Broken::new(
                front::line_at(text, at),
                format!("the {what} that begins here is never closed"),
            );
        }
        Some(Flow::TooDeep(at)) => return Broken::new(front::line_at(text, at), TOO_DEEP),
        _ => {}
    }
    let index = line.map_or(0, |line| line.saturating_sub(1) as usize);
    let here = text.lines().nth(index).unwrap_or_default();
    let indent = here.len().saturating_sub(here.trim_start().len());
    let message = if here.get(..indent).is_some_and(|blank| blank.contains('\t')) {
        "tabs cannot indent YAML; use spaces"
    } else if here.matches(": ").count() > 1 {
        "a text that contains `: ` must be in quotes"
    } else {
        "this line is not valid YAML"
    };
    Broken::new(line, message)
}
