//! `HOOK.md` written so that shipped Milady reads it: `metadata` as one line of strict JSON, plain
//! `name` and `description`, nothing before the three dashes (rules R-8). Every other byte
//! stays, and what comes out is read again and compared before anyone sees it.

use std::ops::Range;

use serde_json::{Map, Value};

use super::front::{self, Front};
use super::unclosed::{self, Flow};
use super::{Manifest, Shape, hook_md, shape, tree};
use tacklebox_machine::cut::Cut;

/// How a `HOOK.md` is to be rewritten.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// The agent's names in `metadata`, the current one first.
    pub own_keys: &'a [&'a str],
    /// The sister agent's key whose object the agent gets a copy of.
    pub copy_of: Option<&'a str>,
    /// For a reader that goes by lines: also name, description and the first characters of the file.
    pub by_lines: bool,
}

/// A `HOOK.md` as it would be, and what of it could not be changed, in sentences.
#[derive(Clone, Debug)]
pub struct Rewritten {
    pub text: String,
    pub stays: Vec<String>,
}

/// The text rewritten.
///
/// # Errors
/// A sentence: the text cannot be read, JSON cannot say what it says, or it would read differently.
pub fn rewrite(wish: Wish, text: &str) -> Result<Rewritten, String> {
    let own_keys = wish.copy_of.as_slice();
    let own_keys = if own_keys.is_empty() { wish.own_keys } else { own_keys };
    let read = |keys, text| hook_md::parse(keys, text).map_err(|broken| broken.to_string());
    let before = read(own_keys, text)?;
    let front = front::split(text, front::YAML).map_err(|broken| broken.to_string())?;
    let mut changes = Changes { text: front.text, list: Vec::new(), stays: Vec::new() };
    let metadata = wished_metadata(wish, &front)?;
    if let Some(metadata) = &metadata {
        changes.metadata(metadata)?;
    }
    if wish.by_lines {
        changes.plain("name", &before.name);
        changes.plain("description", &before.description);
    }
    let stays = std::mem::take(&mut changes.stays);
    let inner = changes.made();
    let start = (front.text.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let (head, tail) = (text.cut(..start), text.cut(start.saturating_add(front.text.len())..));
    let head = if wish.by_lines { from_dashes(head) } else { head };
    let text = format!("{head}{inner}{tail}");

    let after = read(wish.own_keys, &text)?;
    let same = said(after.clone()) == said(before)
        && rest(&inner)? == rest(front.text)?
        && tree::metadata(&inner)? == metadata;
    let readable = metadata.is_none() || (after.shape.json_metadata && !after.shape.lone_strings);
    if !same || !readable {
        return Err("it is written in a way that this change would harm".to_owned());
    }
    Ok(Rewritten { text, stays })
}

/// All of `metadata`; none where it says nothing.
pub fn metadata(text: &str) -> Result<Option<Map<String, Value>>, String> {
    let front = front::split(text, front::YAML).map_err(|broken| broken.to_string())?;
    tree::metadata(front.text)
}

/// A text that [`rewrite`] made, with other metadata. What it says then is for the caller to compare.
pub fn with_metadata(
    text: &str,
    edit: impl FnOnce(&mut Map<String, Value>),
) -> Result<String, String> {
    let mut metadata = metadata(text)?.ok_or("it has no metadata")?;
    edit(&mut metadata);
    let front = front::split(text, front::YAML).map_err(|broken| broken.to_string())?;
    let mut changes = Changes { text: front.text, list: Vec::new(), stays: Vec::new() };
    changes.metadata(&metadata)?;
    let inner = changes.made();
    let start = (front.text.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    Ok(format!(
        "{}{inner}{}",
        text.cut(..start),
        text.cut(start.saturating_add(front.text.len())..)
    ))
}

/// The file from its opening fence on: no byte order mark, no blank line.
fn from_dashes(head: &str) -> &str {
    head.find(front::YAML).map_or(head, |at| head.cut(at..))
}

fn wished_metadata(wish: Wish, front: &Front) -> Result<Option<Map<String, Value>>, String> {
    let Some(mut metadata) = tree::metadata(front.text)? else { return Ok(None) };
    if let (Some(from), Some(own)) = (wish.copy_of, wish.own_keys.first()) {
        let copy = metadata.get(from).cloned().unwrap_or_default();
        metadata.insert((*own).to_owned(), copy);
    }
    for (key, value) in &mut metadata {
        let known = |keys: &[&str]| keys.contains(&key.as_str());
        // What a lone text means to an agent that is not of the family, nobody knows.
        if let Value::Object(agent) = value
            && (known(wish.own_keys) || known(&crate::dialect::family_keys()))
        {
            tree::lists(agent);
        }
    }
    Ok(Some(metadata))
}

/// What a manifest says, but for how it is written.
fn said(manifest: Manifest) -> Manifest {
    let description = manifest.description.trim().to_owned();
    Manifest { description, shape: Shape::default(), foreign: None, ..manifest }
}

/// The front matter without `metadata`.
fn rest(text: &str) -> Result<Map<String, Value>, String> {
    let mut fields = tree::fields(text)?;
    fields.shift_remove("metadata");
    if let Some(Value::String(text)) = fields.get_mut("description") {
        // The line end of a folded text is not part of what it says.
        *text = text.trim().to_owned();
    }
    Ok(fields)
}

struct Changes<'a> {
    text: &'a str,
    list: Vec<(Range<usize>, String)>,
    stays: Vec<String>,
}

/// A field of the front matter, in bytes.
pub(super) struct Field {
    pub(super) start: usize,
    /// Behind its colon.
    pub(super) colon: usize,
    /// The end of its first line, before the line break.
    pub(super) line_end: usize,
}

impl Changes<'_> {
    fn metadata(&mut self, metadata: &Map<String, Value>) -> Result<(), String> {
        let line = format!("metadata: {}", one_line(metadata)?);
        let field = field(self.text, "metadata")
            .ok_or("its metadata does not begin on a line of its own")?;
        let value = self.text.cut(field.colon..).trim_start();
        let start = self.text.len().saturating_sub(value.len());
        let (end, comment) = match unclosed::flow(self.text, start) {
            Flow::Ends(end) if value.starts_with('{') => {
                let line_end =
                    end.saturating_add(self.text.cut(end..).find('\n').unwrap_or(value.len()));
                let behind = self.text.get(end..line_end).unwrap_or(self.text.cut(end..));
                match behind.trim() {
                    comment if comment.starts_with('#') => {
                        (end.saturating_add(behind.trim_end().len()), Some(comment))
                    }
                    _ => (end, None),
                }
            }
            _ => (block_end(self.text, &field), None),
        };
        if self.text.cut(field.start..end) == line {
            return Ok(());
        }
        let value = self.text.cut(field.colon..end);
        let value = value.strip_suffix(comment.unwrap_or_default()).unwrap_or(value);
        if has_comments(value, &line) {
            self.stays
                .push("Comments inside metadata do not stay: JSON has no comments.".to_owned());
        }
        let line = self.below(comment, &line);
        self.list.push((field.start..end, line));
        Ok(())
    }

    /// The line, with the comment that was behind it above it: the line alone has to be the value.
    fn below(&self, comment: Option<&str>, line: &str) -> String {
        let newline = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
        comment.map_or_else(|| line.to_owned(), |comment| format!("{comment}{newline}{line}"))
    }

    /// Makes a text field one plain line, where YAML reads the same then.
    fn plain(&mut self, key: &str, value: &str) {
        if !shape::dressed(self.text, key, value) {
            return;
        }
        let wanted = value.trim();
        let line = format!("{key}: {wanted}");
        let reads = |line: &str| tree::fields(line).ok()?.shift_remove(key);
        let field = field(self.text, key).filter(|_| shape::can_be_plain(key, value));
        let Some(field) = field else {
            self.stays.push(format!(
                "The {key} stays as it is written: on one line without quotes it would read differently."
            ));
            return;
        };
        let end = block_end(self.text, &field);
        let first = self.text.cut(field.colon..field.line_end).trim_end();
        let folded = first.trim_start().starts_with(['>', '|']);
        let comment =
            first.match_indices(" #").map(|(at, _)| first.split_at(at)).find(|(text, _)| {
                folded
                    || reads(&format!("{key}:{text}")).as_ref().and_then(Value::as_str)
                        == Some(value)
            });
        let line = self.below(comment.map(|(_, comment)| comment.trim_start()), &line);
        self.list.push((field.start..end, line));
    }

    fn made(mut self) -> String {
        self.list.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
        let mut text = self.text.to_owned();
        for (place, new) in self.list {
            text.replace_range(place, &new);
        }
        text
    }
}

pub(super) fn field(text: &str, key: &str) -> Option<Field> {
    let mut start = 0_usize;
    for line in text.split_inclusive('\n') {
        let rest = ["", "\"", "'"].iter().find_map(|quote| {
            let rest = line.strip_prefix(quote)?.strip_prefix(key)?.strip_prefix(quote)?;
            rest.trim_start_matches(' ').strip_prefix(':')
        });
        if let Some(rest) = rest {
            let colon = start.saturating_add(line.len()).saturating_sub(rest.len());
            let line_end = start.saturating_add(line.trim_end_matches(['\n', '\r']).len());
            return Some(Field { start, colon, line_end });
        }
        start = start.saturating_add(line.len());
    }
    None
}

/// Where the value of a field ends: behind its last indented line that holds more than a comment.
pub(super) fn block_end(text: &str, field: &Field) -> usize {
    let mut end =
        field.start.saturating_add(text.cut(field.start..field.line_end).trim_end().len());
    let mut at = field.start;
    for (number, line) in text.cut(field.start..).split_inclusive('\n').enumerate() {
        let content = line.trim();
        if number > 0 && !content.is_empty() && !content.starts_with('#') {
            if !line.starts_with([' ', '\t']) {
                break;
            }
            end = at.saturating_add(line.trim_end().len());
        }
        at = at.saturating_add(line.len());
    }
    end
}

/// Whether what looks like a comment is not part of what the metadata says.
fn has_comments(metadata: &str, json: &str) -> bool {
    metadata.lines().any(|line| {
        ["#", "//", "/*"].iter().any(|mark| {
            let spaced = format!(" {mark}");
            let at = match line.trim_start().starts_with(mark) {
                true => line.find(mark),
                false => line.find(&spaced).map(|at| at.saturating_add(1)),
            };
            let text =
                at.map(|at| line.cut(at..).trim_end_matches([',', '"', '\'', '}', ']', ' ']));
            text.is_some_and(|text| !json.contains(text))
        })
    })
}

/// JSON on one line, with nothing in it that YAML forbids or an editor takes for a line end.
pub fn one_line(metadata: &Map<String, Value>) -> Result<String, String> {
    serde_json::to_string(metadata)
        .map(|json| on_one_line(&json))
        .map_err(|error| error.to_string())
}

/// The same for any value.
pub(super) fn one_line_value(value: &Value) -> String {
    on_one_line(&value.to_string())
}

fn on_one_line(json: &str) -> String {
    let mut line = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '\u{7f}'..='\u{9f}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{feff}'
            | '\u{fffe}'
            | '\u{ffff}' => {
                line += &format!("\\u{:04x}", u32::from(c));
            }
            c => line.push(c),
        }
    }
    line
}

#[cfg(test)]
mod tests;
