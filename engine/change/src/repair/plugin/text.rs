//! The text of a plugin's manifest or package, with what a person probably meant. No other byte of it changes.

use serde_json::{Value, json};

use tacklebox_agents::config::{self, ConfigPath, Edit, Syntax, slips};
use tacklebox_agents::moment;
use tacklebox_machine::cut::Cut;

/// Keys that mean the id of a plugin, as people and other programs call it.
const IDS: [&str; 3] = ["id", "pluginid", "identifier"];
const SCHEMA: &str = "configSchema";
/// So many commas too many are taken out of one text.
const ROUNDS: usize = 8;

/// A text as it is repaired, and what was done, a sentence each without its full stop.
pub(super) struct Mended {
    pub text: String,
    pub done: Vec<String>,
}

impl Mended {
    /// The text as it reads, its slips fixed. `strict` is JSON without remarks, with every key in quotes.
    pub fn read(file: &str, text: &str, strict: bool) -> Option<Self> {
        let mut mended = Self { text: text.to_owned(), done: Vec::new() };
        if config::parse(Syntax::Json5, text).is_err() {
            mended.text = slips::repair(Syntax::Json5, text)?.text;
        }
        if strict {
            mended.text = without_commas(mended.text)?;
        }
        if mended.text != text {
            mended.done.push(format!("Fix {file}"));
        }
        Some(mended)
    }

    fn value(&self) -> Option<Value> {
        config::parse(Syntax::Json5, &self.text).ok()
    }

    /// Renames the key at the end of this path; what it holds stays.
    fn rename(&mut self, path: &[&str], meant: &str) -> Option<()> {
        let keys = config::keys(Syntax::Json5, &self.text).ok()?;
        let place = keys.into_iter().find(|key| key.path == path)?.place;
        let written = self.text.cut(place.clone());
        let quote = written.chars().next().filter(|first| ['"', '\''].contains(first));
        let quote = quote.map(String::from).unwrap_or_default();
        self.done.push(format!("Write {meant} for {}", path.last()?));
        self.text.replace_range(place, &format!("{quote}{meant}{quote}"));
        Some(())
    }

    pub fn set(&mut self, path: &[&str], value: Value, done: String) -> Option<()> {
        let path = ConfigPath::of(path.iter().copied());
        let edit = Edit::Set { path, value };
        self.text = config::edit(Syntax::Json5, &self.text, &[edit]).ok()?;
        self.done.push(done);
        Some(())
    }

    /// With an id and a schema of its settings, which each manifest needs.
    pub fn manifest(mut self, id: &str) -> Option<Self> {
        let value = self.value()?;
        let keys = || value.as_object().into_iter().flatten();
        let blank = |value: Option<&Value>| {
            value
                .is_none_or(|it| it.is_null() || it.as_str().is_some_and(|it| it.trim().is_empty()))
        };
        let fold = |key: &str| key.to_lowercase().replace(['-', '_', ' '], "");
        if blank(value.get("id")) {
            let is_id = |(key, value): &(&String, &Value)| {
                IDS.contains(&fold(key).as_str()) && !blank(Some(value)) && value.is_string()
            };
            match keys().find(is_id) {
                Some((key, _)) => self.rename(&[key], "id")?,
                None => self.set(&["id"], id.into(), format!("Give it the id {id}"))?,
            }
        }
        match value.get(SCHEMA) {
            Some(Value::Object(_)) => {}
            None | Some(Value::Null) => match near(&value, SCHEMA, Value::is_object) {
                Some(key) => self.rename(&[&key], SCHEMA)?,
                None => self.set(
                    &[SCHEMA],
                    no_settings(),
                    format!("Say that it has no settings ({SCHEMA})"),
                )?,
            },
            // What is meant by something else is known to its author alone.
            Some(_) => return None,
        }
        Some(self)
    }

    /// With the list of modules under its own name. `is_there` says of a module whether it is, `other` is one that is.
    pub fn package(
        mut self,
        key: &str,
        is_there: impl Fn(&str) -> bool,
        other: Option<&str>,
    ) -> Option<Self> {
        const LIST: &str = "extensions";
        let value = self.value()?;
        if value.get(key).is_none_or(Value::is_null)
            && let Some(written) = near(&value, key, Value::is_object)
        {
            self.rename(&[&written], key)?;
        }
        let value = self.value()?;
        if let Some(own) = value.get(key)
            && own.get(LIST).is_none_or(Value::is_null)
            && let Some(written) = near(own, LIST, Value::is_array)
        {
            self.rename(&[key, &written], LIST)?;
        }
        let value = self.value()?;
        let list = value.get(key).and_then(|own| own.get(LIST)).filter(|list| !list.is_null());
        let named = list.and_then(Value::as_array).filter(|list| !list.is_empty());
        match (list, named) {
            (Some(Value::String(one)), _) => {
                self.set(&[key, LIST], json!([one]), format!("Make a list of {LIST}"))?;
            }
            (_, None) => {
                let other = format!("./{}", other?);
                let done = format!("Name its module {other}");
                self.set(&[key, LIST], json!([other]), done)?;
            }
            (_, Some(named)) => {
                for (at, module) in named.iter().enumerate() {
                    let Some(module) = module.as_str().filter(|it| !is_there(it)) else { continue };
                    let other = format!("./{}", other?);
                    let done = match module.trim() {
                        "" => format!("Name its module {other}"),
                        module => format!("Name the module {other} instead of {module}"),
                    };
                    self.set(&[key, LIST, &at.to_string()], other.into(), done)?;
                }
            }
        }
        Some(self)
    }
}

/// A key that is nearly this one, and holds what it should.
fn near(value: &Value, meant: &str, holds: fn(&Value) -> bool) -> Option<String> {
    let near =
        |(key, value): &(&String, &Value)| holds(value) && moment::slip(key, [meant]).is_some();
    value.as_object()?.iter().find(near).map(|(key, _)| key.clone())
}

/// What a plugin says that takes no settings.
pub(super) fn no_settings() -> Value {
    json!({ "type": "object", "additionalProperties": false, "properties": {} })
}

/// The text without commas before a closing bracket; none where something else about it is not JSON.
fn without_commas(mut text: String) -> Option<String> {
    for _ in 0..ROUNDS {
        let Err(error) = serde_json::from_str::<Value>(&text) else { return Some(text) };
        if !error.to_string().starts_with("trailing comma") {
            return None;
        }
        let before = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let start: usize = before.map(str::len).sum();
        let comma = text.cut(..start.saturating_add(error.column())).rfind(',')?;
        text.remove(comma);
    }
    None
}

/// Where a text stops being JSON, and why, in the reader's words; none where it is.
pub(super) fn torn(text: &str, strict: bool) -> Option<(u32, String)> {
    let line = |line: usize| u32::try_from(line).unwrap_or(1).max(1);
    if let Err(error) = config::parse(Syntax::Json5, text) {
        return Some((line(error.line), error.message));
    }
    let error = serde_json::from_str::<Value>(text).err().filter(|_| strict)?;
    Some((line(error.line()), format!("{error}.")))
}

/// The line of a key.
pub(super) fn line_of(text: &str, path: &[&str]) -> Option<u32> {
    let keys = config::keys(Syntax::Json5, text).ok()?;
    let place = keys.into_iter().find(|key| key.path == path)?.place;
    u32::try_from(text.cut(..place.start).matches('\n').count().saturating_add(1)).ok()
}
