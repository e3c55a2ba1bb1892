//! How a file is written, so that what is added looks like what is there.

use serde_json::Value;

use super::Syntax;
use super::refusal::Refusal;
use super::tree::{Kind, Node, comma_after, indent_at, line_start};
use tacklebox_machine::cut::Cut;

#[derive(Clone, Debug)]
pub(super) struct Style {
    pub syntax: Syntax,
    /// One step of indentation.
    pub unit: String,
    pub newline: &'static str,
    /// Keys are in quotes even where they need none.
    quoted_keys: bool,
    quote: char,
    /// The last item of a container of several lines is followed by a comma.
    pub trailing_comma: bool,
}

#[derive(Default)]
struct Votes {
    unquoted: isize,
    single: isize,
    trailing: isize,
}

impl Style {
    /// The style of `text`, if it can be read.
    pub fn of(text: &str, syntax: Syntax) -> Option<Self> {
        match syntax {
            Syntax::Toml => Some(Self::toml(text)),
            Syntax::Json5 => super::json5::parse(text).ok().map(|root| Self::json5(text, &root)),
            Syntax::Yaml | Syntax::Json => None,
        }
    }

    pub fn toml(text: &str) -> Self {
        Self {
            syntax: Syntax::Toml,
            unit: "  ".into(),
            newline: newline(text),
            quoted_keys: false,
            quote: '"',
            trailing_comma: false,
        }
    }

    /// The style of a JSON5 text; where it shows none, that of plain JSON with two spaces.
    pub fn json5(text: &str, root: &Node) -> Self {
        let mut votes = Votes::default();
        count(text, root, &mut votes);
        let unit = root.places().first().map(|first| indent_at(text, first.start).to_owned());
        Self {
            syntax: Syntax::Json5,
            unit: unit.filter(|unit| !unit.is_empty()).unwrap_or_else(|| "  ".into()),
            newline: newline(text),
            quoted_keys: votes.unquoted <= 0,
            quote: if votes.single > 0 { '\'' } else { '"' },
            trailing_comma: votes.trailing > 0,
        }
    }

    pub fn key(&self, key: &str) -> String {
        match self.syntax {
            Syntax::Toml => toml_edit::Key::new(key).to_string(),
            Syntax::Json5 if !self.quoted_keys && is_identifier(key) => key.to_owned(),
            Syntax::Json5 | Syntax::Yaml | Syntax::Json => self.text(key),
        }
    }

    /// Between a key and its value.
    pub const fn colon(&self) -> &'static str {
        match self.syntax {
            Syntax::Toml => " = ",
            Syntax::Json5 | Syntax::Yaml | Syntax::Json => ": ",
        }
    }

    /// # Errors
    /// A null in TOML, which has none, and a number out of its range.
    pub fn value(&self, value: &Value, indent: &str) -> Result<String, Refusal> {
        match self.syntax {
            Syntax::Toml => self.toml_value(value),
            Syntax::Json5 => Ok(self.json5_value(value, indent)),
            Syntax::Yaml | Syntax::Json => Err(Refusal::OnlyRead),
        }
    }

    fn toml_value(&self, value: &Value) -> Result<String, Refusal> {
        Ok(match value {
            Value::Null => return Err(Refusal::NoNull),
            Value::String(text) if self.breaks(text) => one_line(text),
            Value::String(text) => toml_edit::Value::from(text.as_str()).to_string(),
            Value::Number(number) if number.is_f64() => {
                toml_edit::Value::from(number.as_f64().unwrap_or_default()).to_string()
            }
            // TOML ends where a signed 64-bit number does.
            Value::Number(number) => number.as_i64().ok_or(Refusal::NumberTooLarge)?.to_string(),
            Value::Bool(_) => value.to_string(),
            Value::Array(items) => {
                let items: Vec<_> =
                    items.iter().map(|item| self.toml_value(item)).collect::<Result<_, _>>()?;
                format!("[{}]", items.join(", "))
            }
            Value::Object(map) if map.is_empty() => "{}".into(),
            Value::Object(map) => {
                let entries: Vec<_> = map
                    .iter()
                    .map(|(key, value)| {
                        let key = toml_edit::Key::new(key);
                        Ok(format!("{key} = {}", self.toml_value(value)?))
                    })
                    .collect::<Result<_, Refusal>>()?;
                format!("{{ {} }}", entries.join(", "))
            }
        })
    }

    /// Whether lines of this text would be more than its lines: the end of front matter, or other line ends
    /// than the file has.
    fn breaks(&self, text: &str) -> bool {
        text.contains('\n') && (self.newline != "\n" || text.contains("+++"))
    }

    fn text(&self, text: &str) -> String {
        let json = Value::from(text).to_string();
        if self.quote == '"' {
            return json;
        }
        let inner = json.cut(1..json.len().saturating_sub(1));
        format!("'{}'", inner.replace("\\\"", "\"").replace('\'', "\\'"))
    }

    fn json5_value(&self, value: &Value, indent: &str) -> String {
        let inner = format!("{indent}{}", self.unit);
        match value {
            Value::String(text) => self.text(text),
            Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
                let items = items.iter().map(|item| self.json5_value(item, &inner));
                self.lines('[', items.collect(), ']', indent)
            }
            Value::Array(items) => {
                let items: Vec<_> = items.iter().map(|item| self.json5_value(item, "")).collect();
                format!("[{}]", items.join(", "))
            }
            Value::Object(map) if map.is_empty() => "{}".into(),
            Value::Object(map) => {
                let entries = map
                    .iter()
                    .map(|(key, value)| self.key(key) + ": " + &self.json5_value(value, &inner));
                self.lines('{', entries.collect(), '}', indent)
            }
            _ => value.to_string(),
        }
    }

    fn lines(&self, open: char, items: Vec<String>, close: char, indent: &str) -> String {
        let (newline, unit) = (self.newline, &self.unit);
        let body = items.join(&format!(",{newline}{indent}{unit}"));
        let comma = if self.trailing_comma { "," } else { "" };
        format!("{open}{newline}{indent}{unit}{body}{comma}{newline}{indent}{close}")
    }
}

pub(super) fn newline(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text.cut(..at).ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// Only the names that need no look at Unicode tables; all others are quoted, which is never wrong.
fn is_identifier(key: &str) -> bool {
    !key.is_empty()
        && !key.starts_with(|c: char| c.is_ascii_digit())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
}

fn vote(yes: bool) -> isize {
    if yes { 1 } else { -1 }
}

fn count(text: &str, node: &Node, votes: &mut Votes) {
    if let Some(last) = node.places().last() {
        let inside = text.cut(node.span.start..last.start);
        if inside.contains('\n')
            && text.cut(line_start(text, last.start)..last.start).trim().is_empty()
        {
            votes.trailing = votes
                .trailing
                .saturating_add(vote(comma_after(text, last.end, Syntax::Json5).is_some()));
        }
    }
    match &node.kind {
        Kind::Scalar(Value::String(_)) => {
            votes.single =
                votes.single.saturating_add(vote(text.cut(node.span.clone()).starts_with('\'')));
        }
        Kind::Scalar(_) => {}
        Kind::Array(items) => items.iter().for_each(|item| count(text, item, votes)),
        Kind::Object(entries) => {
            for entry in entries {
                let key = text.cut(entry.span.start..entry.key_end);
                votes.unquoted = votes.unquoted.saturating_add(vote(!key.starts_with(['"', '\''])));
                if key.starts_with('\'') {
                    votes.single = votes.single.saturating_add(1);
                }
                count(text, &entry.value, votes);
            }
        }
    }
}

/// Text of several lines as one of TOML.
fn one_line(text: &str) -> String {
    // TOML's escapes are JSON's, and it wants one more.
    Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}
