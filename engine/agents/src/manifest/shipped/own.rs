//! What is under an agent's own key in `metadata`, as JavaScript handles it: nothing is checked, and
//! what is of the wrong kind shows only where it is used.

use serde_json::Value;

use crate::manifest::shipped::EndsLoader;
use crate::manifest::{Manifest, Requires};
use crate::truth::{number_text, truthy};
use tacklebox_machine::machine::Platform;
use tacklebox_machine::words::js_trim;

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// What a value is where a text is wanted, as for the name of a property.
fn as_text(value: &Value) -> String {
    match value {
        Value::Array(list) => {
            let texts =
                list.iter().map(|one| if one.is_null() { String::new() } else { as_text(one) });
            texts.collect::<Vec<_>>().join(",")
        }
        Value::Object(_) => "[object Object]".to_owned(),
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), number_text),
        other => text(other),
    }
}

fn texts(list: &[Value]) -> Vec<String> {
    list.iter().map(text).collect()
}

/// An object that a loader takes for a list, until it asks what is in it.
fn has_length(value: &Value) -> bool {
    let length = value.get("length").and_then(Value::as_f64);
    value.is_object() && length.is_some_and(|length| length > 0.0)
}

/// What JavaScript makes no text of: its own `toString` cannot be called.
fn without_text(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().any(without_text),
        Value::Object(fields) => fields.contains_key("toString"),
        _ => false,
    }
}

/// Puts what Milady's and Eliza's loader takes from `own` into the manifest, and says whether it ends there.
pub(super) fn unchecked(own: &Value, manifest: &mut Manifest) -> Option<EndsLoader> {
    let before = before_it_registers(own, manifest);
    // Both are in the line that it writes of a hook that is registered.
    let unsaid = [("emoji", "its emoji"), ("events", "one of its events")]
        .into_iter()
        .find(|(key, _)| own.get(key).is_some_and(without_text));
    match (before, unsaid) {
        (Some(EndsLoader::Always(why)), _) => Some(EndsLoader::Always(why)),
        (before, Some((_, what))) => Some(EndsLoader::Registered(
            before.map(Box::new),
            format!("{what} has a toString of its own, and no text can be made of it."),
        )),
        (before, None) => before,
    }
}

fn before_it_registers(own: &Value, manifest: &mut Manifest) -> Option<EndsLoader> {
    let field = |key: &str| own.get(key).filter(|value| !value.is_null());
    manifest.events = match field("events") {
        Some(Value::Array(list)) => texts(list),
        _ => Vec::new(),
    };
    manifest.hook_key = field("hookKey").map(as_text);
    manifest.export = field("export").map(as_text);
    manifest.always = field("always").is_some_and(truthy);
    manifest.emoji = manifest.emoji.take().or_else(|| field("emoji").map(text));
    manifest.requires = Requires::default();
    let mut ends = None;
    match field("os") {
        Some(Value::Array(list)) => manifest.requires.os = texts(list),
        // A text is asked if the platform is a part of it, and cannot be put into a sentence where not.
        Some(Value::String(os)) if !os.is_empty() => {
            let all = [Platform::Darwin, Platform::Linux, Platform::Win32];
            let parts = all.into_iter().map(Platform::as_str).filter(|name| os.contains(name));
            manifest.requires.os = parts.map(str::to_owned).collect();
            ends = Some(EndsLoader::Elsewhere("its os is a text, not a list.".to_owned()));
        }
        Some(os) if has_length(os) => {
            ends = Some(EndsLoader::Always("its os is not a list.".to_owned()));
        }
        _ => {}
    }
    if manifest.always {
        return ends;
    }
    let requires = field("requires");
    let list = |key: &str| requires.and_then(|it| it.get(key)).filter(|value| truthy(value));
    let mut each = |key: &str| match list(key) {
        None => Vec::new(),
        Some(Value::Array(list)) => {
            if key == "env" {
                return list.iter().map(as_text).collect();
            }
            if !list.iter().all(Value::is_string) {
                ends = Some(EndsLoader::Always(format!("one of its {key} is not a text.")));
            }
            texts(list)
        }
        // Letter by letter.
        Some(Value::String(text)) => text.chars().map(String::from).collect(),
        Some(_) => {
            ends = Some(EndsLoader::Always(format!("its {key} is not a list.")));
            Vec::new()
        }
    };
    let (bins, env, config) = (each("bins"), each("env"), each("config"));
    let any_bins = match list("anyBins") {
        Some(Value::Array(list)) => {
            // It looks for one after the other, until one is there.
            let before =
                list.iter().position(|name| !name.is_string()).map(|at| list.split_at(at).0);
            if let Some(before) = before.filter(|_| !matches!(ends, Some(EndsLoader::Always(_)))) {
                let why = "one of its anyBins is not a text.".to_owned();
                ends = Some(match before {
                    [] => EndsLoader::Always(why),
                    before => EndsLoader::Without(texts(before), why),
                });
            }
            texts(list)
        }
        Some(Value::String(_)) => {
            ends = Some(EndsLoader::Always("its anyBins is a text, not a list.".to_owned()));
            Vec::new()
        }
        Some(any) if has_length(any) => {
            ends = Some(EndsLoader::Always("its anyBins is not a list.".to_owned()));
            Vec::new()
        }
        _ => Vec::new(),
    };
    manifest.requires = Requires { bins, any_bins, env, config, ..manifest.requires.clone() };
    ends
}

/// A list as OpenClaw takes it: a list of anything, or a text with commas.
fn loose(value: Option<&Value>) -> Vec<String> {
    let texts = match value {
        Some(Value::Array(list)) => list.iter().map(as_text).collect(),
        Some(Value::String(text)) => text.split(',').map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let trimmed = texts.into_iter().map(|text| js_trim(&text).to_owned());
    trimmed.filter(|text| !text.is_empty()).collect()
}

/// Puts what OpenClaw takes from `own` into the manifest.
pub(super) fn checked(own: &Value, manifest: &mut Manifest) {
    let field = |key: &str| own.get(key).and_then(Value::as_str).map(str::to_owned);
    manifest.events = loose(own.get("events"));
    manifest.hook_key = field("hookKey");
    let export = field("export").map(|export| js_trim(&export).to_owned());
    manifest.export = export.filter(|export| !export.is_empty());
    manifest.always = own.get("always") == Some(&Value::Bool(true));
    manifest.emoji = field("emoji");
    let requires = own.get("requires").filter(|it| it.is_object() || it.is_array());
    let list = |key: &str| loose(requires.and_then(|it| it.get(key)));
    manifest.requires = Requires {
        os: loose(own.get("os")),
        bins: list("bins"),
        any_bins: list("anyBins"),
        env: list("env"),
        config: list("config"),
    };
}
