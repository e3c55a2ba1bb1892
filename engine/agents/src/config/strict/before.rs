//! What OpenClaw does to settings of a config before it checks them: some are moved, left out, or taken without the blanks
//! around them.

use std::borrow::Cow;

use serde_json::{Map, Value};
use tacklebox_machine::words::js_trim;

use super::code::{AGENTS, In, each};

/// What a provider could say of all its models. Each of these says it itself now.
const OF_MODELS: [&str; 2] = ["contextTokens", "contextWindow"];
/// Texts that count without the blanks around them.
const TRIMMED: [(In, &[&str]); 7] = [
    (In::SinceNine, &["agents", "defaults", "decisionModel"]),
    (In::SinceNine, &["agents", "entries", "*", "decisionModel"]),
    (In::SinceNine, &["agents", "defaults", "models", "*", "pickerRuntimes", "*"]),
    (In::SinceNine, &["agents", "entries", "*", "models", "*", "pickerRuntimes", "*"]),
    (In::SinceEight, &["gateway", "controlUi", "environment", "label"]),
    (In::All, &["mcp", "servers", "*", "codex", "agents", "*"]),
    (In::SinceEight, &["nodeHost", "mcp", "servers", "*", "codex", "agents", "*"]),
];
/// Where the keys count without the blanks around them.
const NAMES: &[&str] = &["gateway", "roles", "definitions"];

/// The config that a version holds against its schema.
pub(super) fn as_checked<'c>(version: &str, config: &'c Value) -> Cow<'c, Value> {
    let mut made = Cow::Borrowed(config);
    for (_, at) in TRIMMED.iter().filter(|(of, _)| of.has(version)) {
        for (path, text) in places(config, at) {
            let trimmed = text.as_str().map(js_trim);
            if let Some(trimmed) = trimmed.filter(|it| text.as_str() != Some(it))
                && let Some(place) = at_mut(made.to_mut(), &path)
            {
                *place = trimmed.into();
            }
        }
    }
    if !In::SinceEight.has(version) {
        for (path, _) in places(config, &["commands", "modelsWrite"]) {
            take(&mut made, &path);
        }
        return made;
    }
    for (path, names) in places(config, NAMES) {
        let blank = names.as_object().into_iter().flat_map(Map::keys);
        for name in blank.filter(|name| js_trim(name) != name.as_str()) {
            if let Some(names) = at_mut(made.to_mut(), &path).and_then(Value::as_object_mut)
                && !names.contains_key(js_trim(name))
                && let Some(said) = names.remove(name)
            {
                names.insert(js_trim(name).to_owned(), said);
            }
        }
    }
    for agent in AGENTS {
        for (path, _) in places(config, &[agent, &["contextTokens"]].concat()) {
            take(&mut made, &path);
        }
    }
    for key in OF_MODELS {
        for (path, said) in places(config, &["models", "providers", "*", key]) {
            let provider = path.split_last().map_or(path.as_slice(), |(_, provider)| provider);
            take(&mut made, &path);
            let provider = at_mut(made.to_mut(), provider);
            let models = provider.and_then(|it| it.get_mut("models")?.as_array_mut());
            for model in models.into_iter().flatten().filter_map(Value::as_object_mut) {
                model.entry(key).or_insert_with(|| said.clone());
            }
        }
    }
    made
}

type Place<'c> = (Vec<String>, &'c Value);

fn places<'c>(config: &'c Value, at: &[&str]) -> Vec<Place<'c>> {
    let mut all = Vec::new();
    each(config, at, &mut |path, value| all.push((path.to_vec(), value)));
    all
}

fn take(config: &mut Cow<'_, Value>, path: &[String]) {
    let Some((key, above)) = path.split_last() else { return };
    if let Some(fields) = at_mut(config.to_mut(), above).and_then(Value::as_object_mut) {
        fields.remove(key);
    }
}

fn at_mut<'v>(config: &'v mut Value, path: &[String]) -> Option<&'v mut Value> {
    path.iter().try_fold(config, |value, key| match value {
        Value::Object(fields) => fields.get_mut(key),
        Value::Array(items) => items.get_mut(key.parse::<usize>().ok()?),
        _ => None,
    })
}
