//! How OpenClaw reads a `HOOK.md`: as YAML, line by line where that fails, with `metadata` as JSON5. A
//! value in braces that holds a colon on its line is taken as it is there, not as YAML has it.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::own;
use crate::config;
use crate::dialect::shipped::Unquoted;
use crate::manifest::shipped::Reading;
use crate::manifest::tree;
use crate::manifest::{Broken, Manifest};
use crate::truth::number_text;
use tacklebox_machine::cut::Cut;
use tacklebox_machine::words::js_trim;

/// The front matter, with line feeds only; none where it finds none.
fn front(text: &str) -> Option<Cow<'_, str>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text: Cow<'_, str> = match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n").into(),
        false => text.into(),
    };
    let mut at = 0;
    let mut from = None;
    for line in text.split_inclusive('\n') {
        let fence = line.strip_prefix("---").is_some_and(|rest| rest.trim().is_empty());
        match from {
            None if fence && line.ends_with('\n') => from = Some(line.len()),
            None => return None,
            Some(from) if fence => {
                let inside = text.get(from..at)?;
                return Some(inside.strip_suffix('\n').unwrap_or(inside).to_owned().into());
            }
            Some(_) => {}
        }
        at = at.saturating_add(line.len());
    }
    None
}

/// `key: value` of a line; the value may be empty.
fn pair(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    (!key.is_empty() && key.chars().all(word)).then(|| (key, js_trim(value)))
}

fn unquoted(value: &str) -> &str {
    let inside = |quote| value.strip_prefix(quote)?.strip_suffix(quote);
    inside('"').or_else(|| inside('\'')).unwrap_or(value)
}

/// Every field as a text, by lines alone.
fn lines(front: &str) -> Map<String, Value> {
    let all: Vec<&str> = front.split('\n').collect();
    let indented = |line: &str| line.starts_with([' ', '\t']);
    let mut fields = Map::new();
    let mut at = 0;
    while let Some(line) = all.get(at) {
        at = at.saturating_add(1);
        let Some((key, value)) = pair(line) else { continue };
        let mut value = unquoted(value).to_owned();
        if value.is_empty() && all.get(at).is_some_and(|next| indented(next)) {
            let more = all.cut(at..).iter().take_while(|line| line.is_empty() || indented(line));
            let more: Vec<&str> = more.copied().collect();
            at = at.saturating_add(more.len());
            js_trim(&more.join("\n")).clone_into(&mut value);
        }
        if !value.is_empty() {
            fields.insert(key.to_owned(), Value::String(value));
        }
    }
    fields
}

/// The fields that may hold any text; the description first.
const FREE: [&str; 3] = ["description", "read_when", "summary"];

/// Whether a text goes on on the lines below.
fn is_block(value: &str) -> bool {
    value.strip_prefix(['|', '>']).is_some_and(|more| {
        more.len() <= 2 && more.chars().all(|c| matches!(c, '+' | '-' | '1'..='9'))
    })
}

/// The front matter with a free text in quotes that YAML cannot read without; none where there is none.
fn quoted(front: &str, mistake: Option<usize>, unquoted_is: Unquoted) -> Option<String> {
    let mut all: Vec<Cow<'_, str>> = front.split('\n').map(Cow::Borrowed).collect();
    let at = match unquoted_is {
        Unquoted::None => None,
        Unquoted::Description => {
            all.iter().position(|line| pair(line).is_some_and(|(key, _)| key == FREE[0]))
        }
        Unquoted::AtMistake => mistake?.checked_sub(1),
    }?;
    let line = all.get_mut(at)?;
    let (key, value) = pair(line)?;
    let free = key == FREE[0] || (FREE.contains(&key) && value.contains(": "));
    if !free || value.is_empty() || is_block(value) {
        return None;
    }
    *line = format!("{key}: {}", Value::String(unquoted(value).to_owned())).into();
    Some(all.join("\n"))
}

/// As YAML has it, with free texts as this version takes them.
fn yaml(front: &str, unquoted_is: Unquoted) -> Option<Map<String, Value>> {
    let mut text = as_scripts_read(front);
    for _ in FREE {
        match tree::core_yaml(&text) {
            Ok(fields) => return Some(fields),
            Err(mistake) => match quoted(&text, mistake, unquoted_is)? {
                next if next == text => return None,
                next => text = next.into(),
            },
        }
    }
    tree::core_yaml(&text).ok()
}

/// Every field: a text, or what YAML makes of it where that has parts.
fn fields(front: &str, unquoted_is: Unquoted) -> Map<String, Value> {
    let by_line = lines(front);
    let Some(mut fields) = yaml(front, unquoted_is) else { return by_line };
    for (key, value) in &mut fields {
        let on_line = front.split('\n').filter_map(pair).find(|(name, _)| name == key);
        let colon = on_line.is_some_and(|(_, value)| value.contains(':'));
        if let Some(word) = on_line.and_then(|(_, written)| infinite(value, written)) {
            *value = word.into();
        }
        if colon
            && (value.is_object() || value.is_array())
            && let Some(text) = by_line.get(key)
        {
            *value = text.clone();
        }
    }
    for (key, value) in by_line {
        let field = fields.entry(key).or_insert(Value::Null);
        // `name: null` is nothing to YAML, and the word to the lines.
        if field.is_null() {
            *field = value;
        }
    }
    fields
}

/// What a script makes of a number that is infinite, where it is not in quotes.
fn infinite(value: &Value, written: &str) -> Option<&'static str> {
    match value.as_str().filter(|_| !written.starts_with(['"', '\'', '|', '>']))? {
        ".inf" => Some("Infinity"),
        "-.inf" => Some("-Infinity"),
        ".nan" => Some("NaN"),
        _ => None,
    }
}

/// A word that is a number to YAML here and a text to the YAML of scripts: `0b11`, `0X1F`, `-0x1F`.
fn is_number_here_alone(word: &str) -> bool {
    let digits = word.trim_start_matches(['+', '-']);
    digits.starts_with("0b")
        || digits.starts_with("0B")
        || digits.starts_with("0X")
        || digits.starts_with("0O")
        || (digits != word && (digits.starts_with("0x") || digits.starts_with("0o")))
}

/// The front matter with such words in quotes, where they are all that their line says.
fn as_scripts_read(front: &str) -> Cow<'_, str> {
    let cut = |line: &str| {
        let (line, _) = line.split_once(" #").unwrap_or((line, ""));
        let word = line.rsplit(' ').find(|word| !word.is_empty())?;
        let before = line.trim_end().strip_suffix(word)?.trim_end();
        let alone = before.ends_with(':') || before.trim_start() == "-";
        (alone && is_number_here_alone(word)).then(|| format!("{before} \"{word}\""))
    };
    if !front.lines().any(|line| cut(line).is_some()) {
        return front.into();
    }
    let lines = front.split('\n').map(|line| cut(line).map_or(line.into(), Cow::Owned));
    lines.collect::<Vec<Cow<'_, str>>>().join("\n").into()
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(js_trim(text).to_owned()),
        Value::Number(number) => number.as_f64().map(number_text),
        other => Some(other.to_string()),
    }
}

pub(super) fn read(
    keys: &[&str],
    folder: &str,
    bytes: &[u8],
    documented: Option<&Manifest>,
    unquoted_is: Unquoted,
) -> Option<Reading> {
    let read = String::from_utf8_lossy(bytes);
    let fields = front(&read).map(|front| fields(&front, unquoted_is)).unwrap_or_default();
    let field = |key: &str| fields.get(key).and_then(text).filter(|text| !text.is_empty());
    let mut manifest = Manifest {
        name: field("name").unwrap_or_else(|| folder.to_owned()),
        description: field("description").unwrap_or_default(),
        homepage: field("homepage"),
        shape: documented.map(|it| it.shape).unwrap_or_default(),
        foreign: documented.and_then(|it| it.foreign.clone()),
        ..Manifest::default()
    };
    let metadata = match fields.get("metadata") {
        Some(Value::String(text)) => {
            serde_json::from_str(text).ok().or_else(|| config::value(text).ok())
        }
        other => other.cloned(),
    };
    let own = keys.iter().find_map(|key| metadata.as_ref()?.get(key).filter(is_table));
    if let Some(own) = own {
        own::checked(own, &mut manifest);
    }
    let because = match documented {
        Some(it) if it.events != manifest.events => "openclaw-metadata",
        Some(_) => "openclaw-reads-otherwise",
        None => "reads-more",
    };
    Some(Reading { manifest: Ok::<_, Broken>(manifest), because, ends_loader: None })
}

fn is_table(value: &&Value) -> bool {
    value.is_object() || value.is_array()
}
