//! Values of a `HOOK.md` with YAML front matter, changed in place: no comment, no order and no line end of
//! anything else. What comes out is read again and held against the wish before anyone sees it.

mod block;

use serde_json::{Map, Value};

use super::front::{self, Front, next_line};
use super::rewrite::{Field, block_end, field, one_line, one_line_value};
use super::unclosed::{self, Flow};
use super::{Manifest, Shape, hook_md, tree, yaml};
use crate::config::{self, ConfigPath, Edit, Syntax};
use tacklebox_machine::cut::Cut;

/// What is changed in the front matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'a> {
    /// A text field beside `metadata`.
    Field(&'a str),
    /// A value below the agent's own key in `metadata`.
    Own(&'a [&'a str]),
    /// A text below the agent's own key, or beside `metadata` where it is there alone.
    Either(&'a str),
}

const HARM: &str = "it is written in a way that this change would harm";

/// The text with these values; none takes one away.
///
/// # Errors
/// A sentence: the text cannot be read, or the change would read differently.
pub fn revise(
    own_keys: &[&str],
    text: &str,
    changes: &[(Place, Option<Value>)],
) -> Result<String, String> {
    changes.iter().try_fold(text.to_owned(), |text, (place, value)| {
        let value = value.as_ref();
        let Place::Either(key) = place else { return one(own_keys, &text, *place, value) };
        let (own, field) = (Place::Own(std::slice::from_ref(key)), Place::Field(key));
        if value.is_none() {
            return one(own_keys, &one(own_keys, &text, own, None)?, field, None);
        }
        let front = front::split(&text, front::YAML).map_err(|broken| broken.to_string())?;
        let beside = tree::fields(front.text)?.contains_key(*key);
        let within = Wish::new(own_keys, &text, &front, own, None)?.is_there(front.text)?;
        one(own_keys, &text, if beside && !within { field } else { own }, value)
    })
}

fn one(
    own_keys: &[&str],
    text: &str,
    place: Place,
    value: Option<&Value>,
) -> Result<String, String> {
    let front = front::split(text, front::YAML).map_err(|broken| broken.to_string())?;
    let wish = Wish::new(own_keys, text, &front, place, value)?;
    let there = match place {
        Place::Field(key) => tree::fields(front.text)?.contains_key(key),
        Place::Own(_) | Place::Either(_) => wish.is_there(front.text)?,
    };
    if value.is_none() && !there {
        return Ok(text.to_owned());
    }
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let made = match place {
        Place::Field(key) => vec![text_field(front.text, key, value, newline)],
        Place::Own(_) | Place::Either(_) => vec![
            in_place(front.text, &wish.keys, value, newline),
            // As a whole: what YAML alone can say is then said in JSON.
            Some(whole(front.text, wish.metadata.as_ref(), newline)?),
        ],
    };
    for inner in made.into_iter().flatten() {
        let start = (front.text.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        let after = format!(
            "{}{inner}{}",
            text.cut(..start),
            text.cut(start.saturating_add(front.text.len())..)
        );
        if wish.holds(&after) {
            return Ok(after);
        }
    }
    Err(HARM.to_owned())
}

/// What the text is to say afterwards.
struct Wish<'a> {
    own_keys: &'a [&'a str],
    /// What leads to the value in `metadata`.
    keys: Vec<&'a str>,
    fields: Map<String, Value>,
    metadata: Option<Map<String, Value>>,
    said: Manifest,
    place: Place<'a>,
}

impl<'a> Wish<'a> {
    fn new(
        own_keys: &'a [&'a str],
        text: &str,
        front: &Front,
        place: Place<'a>,
        value: Option<&Value>,
    ) -> Result<Self, String> {
        let said = hook_md::parse(own_keys, text).map_err(|broken| broken.to_string())?;
        let mut metadata = tree::metadata(front.text)?;
        let there = |key: &&&str| metadata.as_ref().is_some_and(|map| map.contains_key(**key));
        let own_key = own_keys.iter().find(there).or(own_keys.first()).copied();
        let mut keys = vec![own_key.unwrap_or_default()];
        let mut fields = rest(front.text)?;
        match (place, value) {
            (Place::Field(key), Some(value)) => {
                fields.insert(key.to_owned(), value.clone());
            }
            (Place::Field(key), None) => {
                fields.shift_remove(key);
            }
            (Place::Own(path), value) => {
                keys.extend(path);
                put(&mut metadata, &keys, value);
            }
            (Place::Either(key), value) => {
                keys.push(key);
                put(&mut metadata, &keys, value);
            }
        }
        Ok(Self { own_keys, keys, fields, metadata, said, place })
    }

    /// Whether the value is in `metadata` as it is.
    fn is_there(&self, front: &str) -> Result<bool, String> {
        let keys = ConfigPath::of(self.keys.iter().copied());
        let all = tree::metadata(front)?.map(Value::Object).unwrap_or_default();
        Ok(keys.get(&all).is_some())
    }

    fn holds(&self, after: &str) -> bool {
        let Ok(front) = front::split(after, front::YAML) else { return false };
        let (Ok(said), Ok(fields)) = (hook_md::parse(self.own_keys, after), rest(front.text))
        else {
            return false;
        };
        let metadata = tree::metadata(front.text);
        fields == self.fields
            && metadata.is_ok_and(|metadata| same(metadata.as_ref(), self.metadata.as_ref()))
            && match self.place {
                Place::Field("description") => {
                    plain(Manifest { description: String::new(), ..said })
                        == plain(Manifest { description: String::new(), ..self.said.clone() })
                }
                Place::Field("name") => {
                    plain(Manifest { name: String::new(), ..said })
                        == plain(Manifest { name: String::new(), ..self.said.clone() })
                }
                Place::Field(_) | Place::Own(_) | Place::Either(_) => said.name == self.said.name,
            }
    }
}

/// Nothing at all, and an object with nothing in it, say the same.
fn same(a: Option<&Map<String, Value>>, b: Option<&Map<String, Value>>) -> bool {
    let filled = |map: Option<&Map<String, Value>>| {
        let mut map = map.cloned().unwrap_or_default();
        prune(&mut map);
        map
    };
    filled(a) == filled(b)
}

fn prune(map: &mut Map<String, Value>) {
    map.values_mut().filter_map(Value::as_object_mut).for_each(prune);
    map.retain(|_, value| {
        !value.is_null() && value.as_object().is_none_or(|inner| !inner.is_empty())
    });
}

fn plain(manifest: Manifest) -> Manifest {
    Manifest { shape: Shape::default(), ..manifest }
}

fn put(metadata: &mut Option<Map<String, Value>>, keys: &[&str], value: Option<&Value>) {
    let Some((last, parents)) = keys.split_last() else { return };
    if value.is_none() && metadata.is_none() {
        return;
    }
    let mut at = metadata.get_or_insert_default();
    for key in parents {
        let inner = at.entry(*key).or_insert_with(|| Value::Object(Map::new()));
        if !inner.is_object() {
            *inner = Value::Object(Map::new());
        }
        let Value::Object(map) = inner else { return };
        at = map;
    }
    match value {
        Some(value) => {
            at.insert((*last).to_owned(), value.clone());
        }
        None => {
            at.shift_remove(*last);
        }
    }
}

/// The front matter without `metadata`.
fn rest(text: &str) -> Result<Map<String, Value>, String> {
    let mut fields = tree::fields(text)?;
    fields.shift_remove("metadata");
    Ok(fields)
}

fn text_field(text: &str, key: &str, value: Option<&Value>, newline: &str) -> Option<String> {
    let there = field(text, key);
    let Some(value) = value else {
        let Some(field) = there else { return Some(text.to_owned()) };
        let end = block_end(text, &field);
        let end = next_line(text, end);
        return Some(format!("{}{}", text.cut(..field.start), text.cut(end..)));
    };
    let line = format!("{key}: {}", scalar(key, value.as_str()?)?);
    match there {
        Some(field) => {
            let end = block_end(text, &field);
            let comment = comment_behind(text, key, &field);
            Some(format!("{}{line}{comment}{}", text.cut(..field.start), text.cut(end..)))
        }
        None => {
            let at = field(text, "name").map_or(0, |name| next_line(text, block_end(text, &name)));
            Some(format!("{}{line}{newline}{}", text.cut(..at), text.cut(at..)))
        }
    }
}

/// The comment behind a value on the field's own line, with the blank before it.
fn comment_behind<'t>(text: &'t str, key: &str, field: &Field) -> &'t str {
    let first = text.cut(field.start..field.line_end);
    let reads = |line: &str| tree::fields(line).ok().and_then(|mut map| map.shift_remove(key));
    let whole = reads(first);
    let mut marks = first.match_indices(" #").map(|(at, _)| at);
    marks
        .find(|at| whole.is_some() && reads(first.cut(..*at)) == whole)
        .map_or("", |at| first.cut(at..).trim_end())
}

/// A text as YAML: as it is where that reads the same, else in quotes.
fn scalar(key: &str, value: &str) -> Option<String> {
    let reads = |written: &String| {
        let fields = tree::fields(&format!("{key}: {written}")).unwrap_or_default();
        fields.len() == 1 && fields.get(key) == Some(&Value::from(value))
    };
    let plain = !value.is_empty() && value.trim() == value && !value.contains(char::is_control);
    let dressed =
        value.starts_with(['"', '\'', '{', '[', '&', '*', '!', '|', '>', '%', '@', '`', '#']);
    let quoted = one_line_value(&Value::from(value));
    let plain = (plain && !dressed).then(|| value.to_owned()).filter(reads);
    plain.or_else(|| Some(quoted).filter(reads))
}

/// The value changed where it is, in braces or in lines.
fn in_place(text: &str, keys: &[&str], value: Option<&Value>, newline: &str) -> Option<String> {
    let start = yaml::metadata_value(text)?;
    let trimmed = text.cut(start..).trim_start();
    let at = text.len().saturating_sub(trimmed.len());
    if trimmed.starts_with('{') {
        return in_braces(text, at, keys, value);
    }
    block::change(text, keys, value, newline)
}

/// The same for an object in braces, which may be JSON5.
fn in_braces(text: &str, at: usize, keys: &[&str], value: Option<&Value>) -> Option<String> {
    let Flow::Ends(end) = unclosed::flow(text, at) else { return None };
    let object = text.get(at..end)?;
    let path = ConfigPath::of(keys.iter().copied());
    let edit = match value {
        Some(value) => Edit::Set { path, value: value.clone() },
        None => Edit::Unset { path },
    };
    let mut made = config::edit(Syntax::Json5, object, &[edit]).ok()?;
    // What is on one line stays there: a reader that goes by lines looks no further. Within JSON, a
    // line break is never part of a text.
    if !object.contains('\n') && made.contains('\n') {
        let lines: Vec<&str> = made.lines().map(str::trim).collect();
        made = lines.join(" ");
    }
    Some(format!("{}{made}{}", text.cut(..at), text.cut(end..)))
}

/// All of `metadata` as one line of JSON.
fn whole(
    text: &str,
    metadata: Option<&Map<String, Value>>,
    newline: &str,
) -> Result<String, String> {
    let line = format!("metadata: {}", one_line(&metadata.cloned().unwrap_or_default())?);
    let Some(field) = field(text, "metadata") else {
        let gap = if text.is_empty() || text.ends_with('\n') { "" } else { newline };
        return Ok(format!("{text}{gap}{line}{newline}"));
    };
    let value = text.cut(field.colon..).trim_start();
    let start = text.len().saturating_sub(value.len());
    let end = match unclosed::flow(text, start) {
        Flow::Ends(end) if value.starts_with('{') => end,
        _ => block_end(text, &field),
    };
    Ok(format!("{}{line}{}", text.cut(..field.start), text.cut(end..)))
}

#[cfg(test)]
mod tests;
