//! A config that may be shown: no key, no token, no value of an environment.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use toml_edit::{Item, TableLike};

use super::json5::{Token, Tokens};
use super::redact_neighbours::hide_unparsed;
use super::redact_words::{CHANGED, HIDDEN, group, hide_words, whole};
use super::secret_names::is_secret;
use super::secret_values::looks_secret;
use super::tree::{Kind, Node, splice};
use super::{Syntax, json5, toml, yaml};
use tacklebox_machine::cut::Cut;

/// `text` with every secret replaced. Of one that does not parse, only what a manifest tells everybody is shown.
pub fn redact(syntax: Syntax, text: &str) -> String {
    redact_beside(syntax, text, None)
}

/// A text with YAML front matter that may be shown; no tree of YAML knows its places here, so secrets are told by the looks
/// of a line: a name that sounds like one, and a lone value behind it.
pub(crate) fn redact_yaml(text: &str) -> String {
    match &*YAML_FIELD {
        Ok(field) => hide_words(&field.replace_all(text, |found: &Captures| {
            match is_secret(group(found, "key")) {
                true => format!("{}{HIDDEN}", group(found, "lead")),
                false if looks_secret(group(found, "value").trim_matches(['"', '\''])) => {
                    format!("{}{HIDDEN}", group(found, "lead"))
                }
                false => whole(found).to_owned(),
            }
        })),
        Err(_) => text.to_owned(),
    }
}

static YAML_FIELD: LazyLock<Result<Regex, regex::Error>> = LazyLock::new(|| {
    Regex::new(
        r#"(?x) (?<lead> ["']? (?<key>[\w-]+) ["']? [\ \t]* : [\ \t]* )
        (?<value> "(?:[^"\\\n]|\\.)*" | '(?:[^'\n]|'')*' | [^\s"'\[\]{},|>] [^\n,}\]]* )"#,
    )
});

/// A value that is not to be shown.
pub struct Secret {
    /// The keys that lead to it.
    pub path: Vec<String>,
    pub value: String,
    pub(super) place: Range<usize>,
}

/// The secrets of a text; none where it does not parse.
pub fn secrets(syntax: Syntax, text: &str) -> Vec<Secret> {
    find(syntax, text).unwrap_or_default()
}

pub(super) fn redact_beside(
    syntax: Syntax,
    text: &str,
    old: Option<&BTreeMap<Vec<String>, String>>,
) -> String {
    if text.trim().is_empty() {
        return text.to_owned();
    }
    if syntax == Syntax::Yaml {
        return yaml::secrets(text)
            .iter()
            .fold(redact_yaml(text), |text, secret| text.replace(secret.as_str(), HIDDEN));
    }
    let Some(found) = find(syntax, text) else {
        return hide_unparsed(text);
    };
    let changes = found.into_iter().map(|secret| {
        let was = old.and_then(|old| old.get(&secret.path));
        let changed = was.is_some_and(|was| was != text.cut(secret.place.clone()));
        (secret.place, format!("\"{}\"", if changed { CHANGED } else { HIDDEN }))
    });
    hide_comments(syntax, &splice(text, changes.collect()))
}

/// A setting that was commented out still holds its secret.
fn hide_comments(syntax: Syntax, text: &str) -> String {
    let mut lines = Vec::new();
    match syntax {
        Syntax::Json5 | Syntax::Json => {
            for (token, place) in Tokens::new(text, 0) {
                if matches!(token, Token::LineComment | Token::BlockComment) {
                    lines.extend(lines_in(text, place));
                }
            }
        }
        // A # in a text is taken for a comment too: that hides too much, never too little.
        Syntax::Toml | Syntax::Yaml => {
            for line in lines_in(text, 0..text.len()) {
                if let Some(mark) = text.cut(line.clone()).find('#') {
                    lines.push(line.start.saturating_add(mark)..line.end);
                }
            }
        }
    }
    let named = |line: Range<usize>| {
        let comment = text.cut(line.clone());
        let sign = comment.find([':', '='])?;
        let key = comment.cut(..sign).trim_end().trim_end_matches(['"', '\'']);
        let name = key.rsplit(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).next()?;
        is_secret(name).then(|| {
            (line.start.saturating_add(sign).saturating_add(1)..line.end, format!(" {HIDDEN}"))
        })
    };
    let secret = |line: Range<usize>| {
        let comment = text.cut(line.clone());
        let without = hide_words(comment);
        named(line.clone()).or_else(|| (without != comment).then_some((line, without)))
    };
    splice(text, lines.into_iter().filter_map(secret).collect())
}

/// The lines of a place, without their ends.
fn lines_in(text: &str, place: Range<usize>) -> Vec<Range<usize>> {
    let mut at = place.start;
    let line = |line: &str| {
        let start = at;
        at = at.saturating_add(line.len());
        start
            ..start.saturating_add(line.trim_end_matches(['\n', '\r']).trim_end_matches("*/").len())
    };
    text.cut(place).split_inclusive('\n').map(line).collect()
}

pub(super) fn find(syntax: Syntax, text: &str) -> Option<Vec<Secret>> {
    let mut found = Vec::new();
    match syntax {
        _ if text.trim().is_empty() => {}
        Syntax::Json5 | Syntax::Json => {
            in_node(&json5::parse(text).ok()?, &mut Vec::new(), false, &mut found);
        }
        // Its text alone is gone through.
        Syntax::Yaml => return None,
        Syntax::Toml => {
            in_table(toml::parse(text).ok()?.as_table(), &mut Vec::new(), false, &mut found);
        }
    }
    Some(found)
}

fn in_node(node: &Node, path: &mut Vec<String>, hide: bool, found: &mut Vec<Secret>) {
    match &node.kind {
        Kind::Scalar(serde_json::Value::Bool(_) | serde_json::Value::Null) => {}
        Kind::Scalar(value) if hide || value.as_str().is_some_and(looks_secret) => {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            found.push(Secret { path: path.clone(), value: text, place: node.span.clone() });
        }
        Kind::Scalar(_) => {}
        Kind::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                path.push(at.to_string());
                in_node(item, path, hide, found);
                path.pop();
            }
        }
        Kind::Object(entries) => {
            for entry in entries {
                let key = entry.key.trim_start_matches('\0');
                let hide = hide || key == "env" || is_secret(key) || of_plugin(path, key);
                path.push(entry.key.clone());
                in_node(&entry.value, path, hide, found);
                path.pop();
            }
        }
    }
}

/// What is set for a plugin: only its own manifest says which of it is secret, and a text does not have that.
fn of_plugin(path: &[String], key: &str) -> bool {
    key == "config"
        && matches!(path, [section, entries, _] if section == "plugins" && entries == "entries")
}

fn in_table(table: &dyn TableLike, path: &mut Vec<String>, hide: bool, found: &mut Vec<Secret>) {
    for (key, item) in table.iter() {
        let hide = hide || key == "env" || is_secret(key);
        path.push(key.to_owned());
        match item {
            Item::Table(table) => in_table(table, path, hide, found),
            Item::ArrayOfTables(tables) => {
                for (at, table) in tables.iter().enumerate() {
                    path.push(at.to_string());
                    in_table(table, path, hide, found);
                    path.pop();
                }
            }
            Item::Value(toml_edit::Value::InlineTable(table)) => in_table(table, path, hide, found),
            Item::Value(value) => {
                if let Some(node) = toml::node(value) {
                    in_node(&node, path, hide, found);
                }
            }
            Item::None => {}
        }
        path.pop();
    }
}
