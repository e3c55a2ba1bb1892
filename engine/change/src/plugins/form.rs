//! What a plugin's `configSchema` and `uiHints` make of a form: one field for each setting that a person
//! can type, in the order of the schema.

use serde::Serialize;
use serde_json::{Map, Value};

use tacklebox_agents::config::{self, ConfigPath, is_secret};
use tacklebox_inventory::plugins::Plugin;

/// Groups in groups are followed so deep; what is below is typed as JSON.
const DEEPEST: usize = 4;
/// A form is for people: of a schema with more settings than this the rest is edited as text.
const MOST: usize = 120;

/// How a setting is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum SettingKind {
    Text,
    Number,
    Switch,
    Choice,
    /// Several texts, one a line.
    List,
    Json,
}

/// One setting of a plugin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PluginSetting {
    /// Where it is below `plugins.entries.<id>.config`.
    pub path: String,
    pub label: String,
    pub help: Option<String>,
    pub kind: SettingKind,
    /// What can be chosen; empty where anything can be typed.
    pub choices: Vec<String>,
    pub placeholder: Option<String>,
    /// What counts as long as nothing is set.
    pub default: Option<String>,
    pub required: bool,
    /// Its value is never shown.
    pub secret: bool,
    pub advanced: bool,
    pub set: bool,
    /// As it would be typed; none where it is secret, or not set.
    pub value: Option<String>,
}

/// The form of a plugin; empty where it has no settings.
pub fn fields(plugin: &Plugin) -> Vec<PluginSetting> {
    let mut fields = Vec::new();
    if let Some(schema) = &plugin.config_schema {
        let form = Form { plugin, root: schema };
        form.group(schema, &ConfigPath::default(), true, &mut fields, 0);
    }
    // What most people never touch is last.
    fields.sort_by_key(|field| field.advanced);
    fields
}

struct Form<'a> {
    plugin: &'a Plugin,
    root: &'a Value,
}

impl<'a> Form<'a> {
    fn resolved(&self, schema: &'a Value) -> &'a Value {
        let name = schema.get("$ref").and_then(Value::as_str);
        name.and_then(|name| self.root.pointer(name.trim_start_matches('#'))).unwrap_or(schema)
    }

    fn group(
        &self,
        schema: &'a Value,
        path: &ConfigPath,
        needed: bool,
        fields: &mut Vec<PluginSetting>,
        depth: usize,
    ) {
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
        let required = schema.get("required").and_then(Value::as_array);
        for (key, schema) in properties {
            let (schema, path) = (self.resolved(schema), path.join(key));
            let is_group = schema.get("properties").is_some_and(Value::is_object);
            let asked = |list: &Vec<Value>| list.iter().any(|name| name == key.as_str());
            let asked = needed && required.is_some_and(asked);
            if is_group && depth < DEEPEST {
                // What a group asks for is asked for where the group is, or has to be.
                let there = asked || path.get(&self.plugin.config).is_some();
                self.group(schema, &path, there, fields, depth.saturating_add(1));
            } else if fields.len() < MOST {
                fields.push(self.field(schema, key, &path, asked));
            }
        }
    }

    fn field(&self, schema: &Value, key: &str, path: &ConfigPath, required: bool) -> PluginSetting {
        let place = path.to_string();
        let hints = self.plugin.ui_hints.as_ref().and_then(|hints| hints.get(&place));
        let hint = |name: &str| text(hints, name);
        let says = |name: &str| hints.and_then(|it| it.get(name)) == Some(&Value::Bool(true));
        let own = Some(schema);
        let secret = says("sensitive")
            || text(own, "format").as_deref() == Some("password")
            || schema.get("writeOnly") == Some(&Value::Bool(true))
            || is_secret(key);
        let (kind, choices) = kind(schema);
        let value = path.get(&self.plugin.config);
        PluginSetting {
            label: hint("label").or_else(|| text(own, "title")).unwrap_or_else(|| words_of(key)),
            help: hint("help").or_else(|| text(own, "description")),
            placeholder: hint("placeholder"),
            default: schema.get("default").map(typed),
            advanced: says("advanced"),
            set: value.is_some(),
            value: value.filter(|_| !secret).map(typed),
            path: place,
            kind,
            choices,
            required,
            secret,
        }
    }
}

fn text(object: Option<&Value>, key: &str) -> Option<String> {
    let text = object?.get(key)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn kind(schema: &Value) -> (SettingKind, Vec<String>) {
    let choices = choices(schema);
    if !choices.is_empty() {
        return (SettingKind::Choice, choices);
    }
    let kind = match kind_name(schema) {
        Some("string") => SettingKind::Text,
        Some("number" | "integer") => SettingKind::Number,
        Some("boolean") => SettingKind::Switch,
        Some("array") if schema.get("items").and_then(kind_name) == Some("string") => {
            SettingKind::List
        }
        _ => SettingKind::Json,
    };
    (kind, Vec::new())
}

/// The one kind of a value that may be set, `null` left out.
fn kind_name(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::String(kind) => Some(kind),
        Value::Array(kinds) => {
            let mut kinds = kinds.iter().filter_map(Value::as_str).filter(|kind| *kind != "null");
            kinds.next().filter(|_| kinds.next().is_none())
        }
        _ => None,
    }
}

/// What an `enum` has, or an `anyOf` of constants.
fn choices(schema: &Value) -> Vec<String> {
    if let Some(list) = schema.get("enum").and_then(Value::as_array) {
        return list.iter().filter(|it| !it.is_null()).map(typed).collect();
    }
    let any = ["anyOf", "oneOf"].iter().find_map(|key| schema.get(*key)?.as_array());
    let constants = any.map(|any| any.iter().map(|one| one.get("const").map(typed)));
    constants.and_then(Iterator::collect).unwrap_or_default()
}

/// A value as a person would type it.
pub(crate) fn typed(value: &Value) -> String {
    let texts = |list: &[Value]| -> Option<Vec<String>> {
        list.iter().map(|item| item.as_str().map(str::to_owned)).collect()
    };
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => match texts(list) {
            Some(texts) => texts.join("\n"),
            None => value.to_string(),
        },
        other => other.to_string(),
    }
}

/// `maxRetries`, `max_retries` → "Max retries"
fn words_of(key: &str) -> String {
    let mut words = String::new();
    for letter in key.chars() {
        if letter == '_' || letter == '-' {
            words.push(' ');
        } else if letter.is_uppercase() && words.ends_with(char::is_lowercase) {
            words.push(' ');
            words.extend(letter.to_lowercase());
        } else {
            words.push(letter);
        }
    }
    tacklebox_machine::words::capital(&words)
}

/// What was typed for a setting, as the value that is written.
pub(super) fn value_of(field: &PluginSetting, schema: &Value, text: &str) -> Result<Value, String> {
    let number = || {
        let text = text.trim();
        let whole = text.parse::<i64>().map(Value::from);
        whole.or_else(|_| {
            let number: f64 = text.parse().map_err(|_| "It must be a number.".to_owned())?;
            serde_json::Number::from_f64(number)
                .map(Value::Number)
                .ok_or_else(|| "It must be a number.".to_owned())
        })
    };
    match field.kind {
        SettingKind::Text => Ok(text.into()),
        SettingKind::Number => number(),
        SettingKind::Switch => match text.trim() {
            "true" | "on" | "yes" => Ok(true.into()),
            "false" | "off" | "no" => Ok(false.into()),
            _ => Err("It must be true or false.".into()),
        },
        SettingKind::Choice => chosen(field, schema, text),
        SettingKind::List => {
            let trimmed = text.trim();
            if trimmed.starts_with('[')
                && let Ok(list) = config::value(trimmed)
            {
                return Ok(list);
            }
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            Ok(lines.map(Value::from).collect())
        }
        SettingKind::Json => {
            config::value(text).map_err(|error| format!("It must be JSON: {}", error.message))
        }
    }
}

fn chosen(field: &PluginSetting, schema: &Value, text: &str) -> Result<Value, String> {
    let constant = |one: &Value| one.get("const").cloned();
    let all: Vec<Value> = match schema.get("enum").and_then(Value::as_array) {
        Some(list) => list.clone(),
        None => ["anyOf", "oneOf"]
            .iter()
            .filter_map(|key| schema.get(*key)?.as_array())
            .flatten()
            .filter_map(constant)
            .collect(),
    };
    let found = all.into_iter().find(|one| typed(one) == text.trim());
    found.ok_or_else(|| {
        format!("It must be {}.", tacklebox_machine::words::any_of(field.choices.iter().cloned()))
    })
}

/// The part of a schema that is about one setting.
pub(super) fn schema_at<'a>(root: &'a Value, path: &ConfigPath) -> Option<&'a Value> {
    use tacklebox_agents::config::Segment;
    path.0.iter().try_fold(root, |at, segment| {
        let Segment::Key(key) = segment else { return None };
        let inside = at
            .get("properties")
            .and_then(Value::as_object)
            .and_then(|it: &Map<_, _>| it.get(key))?;
        let name = inside.get("$ref").and_then(Value::as_str);
        name.map_or(Some(inside), |name| root.pointer(name.trim_start_matches('#')))
    })
}
