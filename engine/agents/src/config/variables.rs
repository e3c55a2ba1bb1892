//! Variables of the environment in a config (rule R-8.58): those that its text names as `${NAME}`, and those that
//! override a setting.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::path::{ConfigPath, Segment};
use super::strict::Fault;
use super::typed::Types;
use super::{Config, Syntax, as_typed, edit, is_secret, looks_secret};
use crate::moment::{self, Keys};

/// What a version makes of variables.
#[derive(Debug, PartialEq, Eq)]
pub struct Variables {
    /// What names a setting begin with, written as `PREFIX_TABLE__KEY`.
    pub prefix: &'static str,
    /// Those that begin so and name none.
    pub others: &'static [&'static str],
    /// Those that name a place: it does not start where one of them is there without a text.
    pub places: &'static [&'static str],
    /// Texts that count here, and that may be such a name as a whole.
    pub texts: &'static [&'static [&'static str]],
    /// The tables that are looked at here. What else is overridden stays as the file has it, so that no key comes from
    /// the environment into what is shown.
    pub tables: &'static [&'static str],
}

/// As Moltis of 2026-08-21 has it.
pub static MOLTIS: Variables = Variables {
    prefix: "MOLTIS_",
    others: &[
        "MOLTIS_CONFIG_DIR",
        "MOLTIS_DATA_DIR",
        "MOLTIS_SHARE_DIR",
        "MOLTIS_ASSETS_DIR",
        "MOLTIS_TOKEN",
        "MOLTIS_PASSWORD",
        "MOLTIS_TAILSCALE",
        "MOLTIS_WEBAUTHN_RP_ID",
        "MOLTIS_WEBAUTHN_ORIGIN",
        "MOLTIS_EXTERNAL_URL",
    ],
    places: &["MOLTIS_CONFIG_DIR", "MOLTIS_DATA_DIR", "MOLTIS_SHARE_DIR"],
    texts: &[&["memory", "session_export"]],
    tables: &["hooks", "memory"],
};

impl Variables {
    /// The config as it counts with these variables. Its text stays as it is.
    pub(crate) fn fill(
        &self,
        mut config: Config,
        types: Option<&Types>,
        env: &BTreeMap<String, String>,
    ) -> Config {
        let yaml = types.filter(|_| config.syntax == Syntax::Yaml);
        if let (Some(types), Some(text)) = (yaml, &config.text) {
            types.of_yaml(&mut config.value, text);
        }
        let overrides: Vec<_> = env
            .iter()
            .filter(|(name, _)| !self.others.contains(&name.as_str()))
            .filter_map(|(name, value)| Some((self.path(name)?, json_of(value))))
            .collect();
        let named = config.text.as_deref().filter(|text| text.contains("${"));
        // Mostly there is neither, and nothing has to be looked at.
        if named.is_none() && overrides.is_empty() {
            return config;
        }
        if let Some(text) = named.filter(|_| config.unparsable) {
            // Numbers and switches: a text belongs into quotes, and then the file can be read as it is.
            let plain = |name: &str| env.get(name).filter(|value| is_plain(value)).cloned();
            if let Ok(value) = edit::parse_or_empty(config.syntax, &replaced(text, plain)) {
                (config.root, config.value) = (value.clone(), value);
                config.unparsable = false;
                config.problems.clear();
            }
        }
        let faults = |value: &Value, syntax| {
            types.map(|types| types.faults(value, syntax)).unwrap_or_default()
        };
        // One of them that is of the wrong kind takes the others with it.
        let over = |value: &mut Value| {
            if overrides.is_empty() {
                return;
            }
            let mut whole = value.clone();
            overrides.iter().for_each(|(path, own)| set(&mut whole, path, own.clone()));
            let read = |path: &[String]| {
                path.first().is_some_and(|first| self.tables.contains(&first.as_str()))
            };
            // They are put together as JSON.
            if faults(&whole, Syntax::Json).is_empty() {
                let read = overrides.iter().filter(|(path, _)| read(path));
                read.for_each(|(path, own)| set(value, path, own.clone()));
            }
        };
        // What is filled in never leaves this function: it may be secret.
        let found = match named.filter(|_| !config.unparsable) {
            Some(text) => {
                let read = |mut value: Value| {
                    yaml.into_iter().for_each(|types| types.of_yaml(&mut value, text));
                    faults(&value, config.syntax)
                };
                filled_in(&config, text, env).map_or_else(|it| vec![it], read)
            }
            None => faults(&config.as_typed(), config.syntax),
        };
        let refused = config.unparsable || !found.is_empty();
        config.filled = Some(found);
        // A file that is refused as it is does not get right by what overrides it: the agent goes by what it has by
        // default, and by that.
        if refused {
            over(&mut config.refused);
            return config;
        }
        for path in self.texts {
            let place = format!("/{}", path.join("/"));
            if let Some(Value::String(text)) = config.value.pointer_mut(&place) {
                *text = replaced(text, |name| env.get(name).cloned());
            }
        }
        hooks_of(&mut config, env);
        over(&mut config.value);
        config
    }

    fn path(&self, name: &str) -> Option<Vec<String>> {
        let path = name.strip_prefix(self.prefix)?;
        Some(path.split("__").map(str::to_lowercase).collect())
    }

    /// The variable that overrides the setting at this path.
    pub fn name_of(&self, path: &[&str]) -> String {
        format!("{}{}", self.prefix, path.join("__").to_uppercase())
    }
}

/// Fills in what its hooks are called, by which they are turned off, and what they listen to. All else stays as it is
/// written, and so does a name with something in it that may be secret.
fn hooks_of(config: &mut Config, env: &BTreeMap<String, String>) {
    let own = config.value.get("env").cloned().unwrap_or_default();
    let not_secret = |name: &str, text: &String| !is_secret(name) && !looks_secret(text);
    let env_shown = |name: &str| env.get(name).filter(|text| not_secret(name, text)).cloned();
    let shown = |name: &str| {
        let hidden = env.contains_key(name) && env_shown(name).is_none();
        known_by(&own, env_shown, name).filter(|text| !hidden && not_secret(name, text))
    };
    let known = |name: &str| known(&own, env, name);
    let hooks = config.value.pointer_mut("/hooks/hooks").and_then(Value::as_array_mut);
    for hook in hooks.into_iter().flatten() {
        if let Some(Value::String(text)) = hook.get_mut("name") {
            *text = replaced(text, shown);
        }
        let events = hook.get_mut("events").and_then(Value::as_array_mut);
        for event in events.into_iter().flatten() {
            let Value::String(text) = event else { continue };
            let named = replaced(text, known);
            if moment::find(Keys::Moltis, &named).is_some() {
                *text = named;
            }
        }
    }
}

/// What a variable is: of the environment, then of the config's own, in which the former are filled in.
fn known(own: &Value, env: &BTreeMap<String, String>, name: &str) -> Option<String> {
    known_by(own, |name| env.get(name).cloned(), name)
}

fn known_by(own: &Value, env: impl Fn(&str) -> Option<String>, name: &str) -> Option<String> {
    let own = || Some(replaced(own.get(name)?.as_str()?, &env));
    env(name).or_else(own)
}

/// The config with the variables of the environment, and then also those of its own `[env]`, in its text, as it is read.
///
/// # Errors
/// What is filled in breaks the file where it is named. Its text is not in the message.
fn filled_in(config: &Config, text: &str, env: &BTreeMap<String, String>) -> Result<Value, Fault> {
    let own = config.value.get("env").unwrap_or(&Value::Null);
    let known = |name: &str| known(own, env, name);
    let parsed = |text: &str| edit::parse_or_empty(config.syntax, text);
    let whole = replaced(text, known);
    if let Ok(value) = parsed(&whole) {
        return Ok(as_typed(config.syntax, &whole, &value).into_owned());
    }
    let alone = |name: &str| {
        let only = |other: &str| known(other).filter(|_| name == other);
        parsed(&replaced(text, only)).is_err()
    };
    let names: Vec<_> = text.split("${").skip(1).filter_map(|rest| rest.split_once('}')).collect();
    let names = || names.iter().map(|(name, _)| *name);
    let name = names().find(|name| alone(name)).or_else(|| names().next()).unwrap_or_default();
    let named = format!("${{{name}}}");
    let mut path = ConfigPath::default();
    place_of(&config.value, &named, &mut path);
    let message = format!(
        "{named} is filled in before the file is read, and its text has a quote, a backslash or a line break that breaks the file here. Write what is around it between ''' and '''."
    );
    Err(Fault { path, message })
}

/// Walks to the first text that has this in it.
fn place_of(value: &Value, named: &str, path: &mut ConfigPath) -> bool {
    let mut below = |key: &str, value: &Value| {
        path.0.push(Segment::Key(key.to_owned()));
        let found = place_of(value, named, path);
        if !found {
            path.0.pop();
        }
        found
    };
    match value {
        Value::String(text) => text.contains(named),
        Value::Object(map) => map.iter().any(|(key, value)| below(key, value)),
        Value::Array(items) => {
            items.iter().enumerate().any(|(at, value)| below(&at.to_string(), value))
        }
        _ => false,
    }
}

/// A text with what stands for `${NAME}` in it; what is not known stays.
pub fn replaced(text: &str, lookup: impl Fn(&str) -> Option<String>) -> String {
    let (mut made, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once("${") {
        made.push_str(before);
        let Some((name, behind)) = after.split_once('}') else {
            made.push_str("${");
            rest = after;
            break;
        };
        match lookup(name).filter(|_| !name.is_empty()) {
            Some(value) => made.push_str(&value),
            // Without a name the brace is gone, too.
            None if name.is_empty() => made.push_str("${"),
            None => made.extend(["${", name, "}"]),
        }
        rest = behind;
    }
    made.push_str(rest);
    made
}

fn is_plain(value: &str) -> bool {
    matches!(value, "true" | "false") || value.parse::<f64>().is_ok()
}

/// A variable's text as a value: a switch, a number, a list or a table where it reads like one.
fn json_of(text: &str) -> Value {
    let (low, trimmed) = (text.to_ascii_lowercase(), text.trim());
    let grouped = trimmed.starts_with(['[', '{']).then(|| serde_json::from_str(trimmed).ok());
    let number = || {
        let whole = text.parse::<i64>().ok().map(Value::from);
        whole.or_else(|| Some(Value::Number(serde_json::Number::from_f64(text.parse().ok()?)?)))
    };
    match low.as_str() {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => grouped.flatten().or_else(number).unwrap_or_else(|| Value::from(text)),
    }
}

/// Puts a value at a path. What is not a table on the way there becomes one.
pub(super) fn set(root: &mut Value, path: &[String], value: Value) {
    let Some((last, above)) = path.split_last() else { return };
    let mut at = root;
    for key in above {
        let Some(map) = at.as_object_mut() else { return };
        let next = map.entry(key.clone()).or_insert_with(|| Value::Object(Map::new()));
        if !next.is_object() {
            *next = Value::Object(Map::new());
        }
        at = next;
    }
    if let Some(map) = at.as_object_mut() {
        map.insert(last.clone(), value);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::{Syntax, of_text, typed};
    use super::*;

    fn filled(text: &str, env: &[(&str, &str)]) -> Config {
        let config =
            of_text(Path::new("/home/moltis.toml"), Syntax::Toml, Path::new("/home"), text);
        let env = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        MOLTIS.fill(config, Some(&typed::MOLTIS), &env.collect())
    }

    #[test]
    fn a_placeholder_of_a_number_or_a_switch_is_filled_in_before_the_file_is_read() {
        let text = "[server]\nport = ${PORT}\n";
        let config = filled(text, &[("PORT", "8080")]);
        assert!(!config.unparsable);
        assert_eq!(config.value["server"]["port"], 8080);
        assert_eq!(config.text.as_deref(), Some(text), "it is saved as it is written");
        assert!(filled(text, &[]).unparsable);
        assert!(filled(text, &[("PORT", "secret")]).unparsable);
    }

    #[test]
    fn a_variable_overrides_a_setting_unless_one_of_them_is_of_the_wrong_kind() {
        let off = ("MOLTIS_MEMORY__SESSION_EXPORT", "off");
        let said = |env: &[(&str, &str)]| {
            let config = filled("[memory]\nsession_export = \"on-new-or-reset\"\n", env);
            config.value["memory"]["session_export"].as_str().map(str::to_owned)
        };
        assert_eq!(said(&[off]).as_deref(), Some("off"));
        assert_eq!(said(&[off, ("MOLTIS_TOKEN", "x")]).as_deref(), Some("off"));
        let wrong = ("MOLTIS_SERVER__PORT", "many");
        assert_eq!(said(&[off, wrong]).as_deref(), Some("on-new-or-reset"));
        let hooks = r#"[{"name":"a","command":"true","events":["Command"]}]"#;
        let config = filled("", &[("MOLTIS_HOOKS__HOOKS", hooks)]);
        assert_eq!(config.value["hooks"]["hooks"][0]["name"], "a");
        assert_eq!(config.root, serde_json::json!({}));
    }

    #[test]
    fn a_file_that_is_refused_stays_refused_whatever_overrides_it() {
        let off = ("MOLTIS_MEMORY__SESSION_EXPORT", "off");
        let config = filled("[memory]\nsession_export = 5\n", &[off]);
        assert_eq!(config.value["memory"]["session_export"], 5);
        assert_eq!(
            config.refused["memory"]["session_export"], "off",
            "over what it has by default"
        );
        let named = filled("[memory]\nsession_export = \"${SE}\"\n", &[("SE", "off")]);
        assert_eq!(named.value["memory"]["session_export"], "off");
    }

    #[test]
    fn what_a_hook_listens_to_may_be_a_variable() {
        let text =
            "[[hooks.hooks]]\nname = \"a\"\ncommand = \"true\"\nevents = [\"${AT}\", \"${KEY}\"]\n";
        let config = filled(text, &[("AT", "BeforeToolCall"), ("KEY", "sk-0123456789")]);
        let events = &config.value["hooks"]["hooks"][0]["events"];
        assert_eq!(*events, serde_json::json!(["BeforeToolCall", "${KEY}"]));
    }

    #[test]
    fn what_a_hook_is_called_may_be_a_variable() {
        let text = "[env]\nWHO = \"me-${DAY}\"\n[[hooks.hooks]]\nname = \"${WHO}\"\ncommand = \"true\"\nevents = [\"Command\"]\n";
        let name = |text: &str, env: &[(&str, &str)]| {
            filled(text, env).value["hooks"]["hooks"][0]["name"].as_str().map(str::to_owned)
        };
        assert_eq!(name(text, &[]).as_deref(), Some("me-${DAY}"));
        assert_eq!(name(text, &[("DAY", "monday")]).as_deref(), Some("me-monday"));
        assert_eq!(name(text, &[("WHO", "you")]).as_deref(), Some("you"));
        let secret = text.replace("${WHO}", "${API_KEY}");
        assert_eq!(name(&secret, &[("API_KEY", "abcd1234")]).as_deref(), Some("${API_KEY}"));
        let behind = text.replace("${DAY}", "${API_KEY}");
        assert_eq!(name(&behind, &[("API_KEY", "abcd1234")]).as_deref(), Some("me-${API_KEY}"));
    }

    /// A folder of Windows, or a key with a quote in it, is read as a part of the file.
    #[test]
    fn what_is_filled_in_can_break_the_file_and_is_not_told() {
        let text = "[[hooks.hooks]]\nname = \"a\"\ncommand = \"run ${A} ${DIR}\"\nevents = []\n";
        let told = |text: &str, env: &[(&str, &str)]| {
            let faults = filled(text, env).filled.unwrap();
            faults.into_iter().map(|it| (it.path.to_string(), it.message)).collect::<Vec<_>>()
        };
        let a = ("A", "plain");
        assert_eq!(told(text, &[a]), []);
        for bad in ["C:\\Users\\me", "se\"cret", "two\nlines"] {
            let found = told(text, &[a, ("DIR", bad)]);
            let [(path, message)] = found.as_slice() else { panic!("{bad}: {found:?}") };
            assert_eq!(path, "hooks.hooks.0.command");
            assert!(message.starts_with("${DIR} is filled in before"), "{message}");
            assert!(!message.contains(bad), "{message}");
        }
        let literal = text.replace("\"run ${A} ${DIR}\"", "'''run ${A} ${DIR}'''");
        assert_eq!(told(&literal, &[a, ("DIR", "C:\\Users\\me")]), []);
        // Its own variables are filled in the same way, once the file was read without them.
        let own = format!("[env]\nDIR = 'C:\\Users'\n{text}");
        assert_eq!(told(&own, &[a]).len(), 1);
        // What the types want of a text counts with what is filled in.
        let zone = "[user]\ntimezone = \"${TZ}\"\n";
        assert_eq!(told(zone, &[("TZ", "Europe/Berlin")]), []);
        assert_eq!(told(zone, &[("TZ", "Berlin")])[0].0, "user.timezone");
    }

    #[test]
    fn what_is_not_known_or_not_closed_stays_in_a_text() {
        let known = |name: &str| (name == "A").then(|| "1".to_owned());
        for (text, made) in
            [("x${A}y${B}", "x1y${B}"), ("${A", "${A"), ("a${}b}", "a${b}"), ("$A", "$A")]
        {
            assert_eq!(replaced(text, known), made);
        }
    }
}
