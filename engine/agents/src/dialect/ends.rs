//! What of the wrong kind in a config ends the loader of an agent that reads it unchecked (rule ).

use serde_json::Value;

use super::Dialect;
use crate::config::ConfigPath;
use crate::config::strict::Fault;

/// Why the loader ends before the first hook: its extra folders.
pub(crate) fn bad_extra_dir(dialect: &Dialect, section: &Value) -> Option<String> {
    let value = section.pointer("/load/extraDirs");
    match value.filter(|_| dialect.rules.wrong_kind_ends)? {
        Value::Null | Value::String(_) => None,
        Value::Array(listed) => {
            let bad = listed.iter().find(|dir| !dir.is_string())?;
            Some(format!("{bad} among its extra folders is not a text."))
        }
        value => Some(format!("its extra folders are {value}, not a list.")),
    }
}

/// Why it ends behind the last hook of a folder: what is there in place of the list of handlers that the config
/// registers directly.
pub(crate) fn bad_handlers(dialect: &Dialect, section: &Value) -> Option<String> {
    let value = section.get("handlers").filter(|_| dialect.rules.wrong_kind_ends)?;
    let ends = match value {
        Value::Null | Value::Array(_) => false,
        Value::Bool(it) => *it,
        Value::Number(it) => it.as_f64() != Some(0.0),
        Value::String(it) => !it.is_empty(),
        Value::Object(_) => true,
    };
    ends.then(|| "its hooks.internal.handlers is not a list.".to_owned())
}

/// Everything in a config for which its loader ends, or for which it does not start at all; each as a whole sentence.
pub(crate) fn faults(dialect: &Dialect, config: &Value) -> Vec<Fault> {
    if !dialect.rules.wrong_kind_ends {
        return Vec::new();
    }
    let (title, mut found) = (dialect.title, Vec::new());
    let mut say = |path: ConfigPath, message: String| found.push(Fault { path, message });
    if let Some((place, why)) = no_start(config) {
        let message = format!("Today's {title} does not start with this config: {place}: {why}");
        say(ConfigPath::of(place.split('.')), message);
    }
    let section = dialect.section.iter().try_fold(config, |at, key| at.get(*key));
    let Some(section) = section else { return found };
    let at = |keys: &[&str]| ConfigPath::of(dialect.section.iter().chain(keys).copied());
    if let Some(why) = bad_extra_dir(dialect, section) {
        let message = format!("Today's {title} loads no hook with this config: {why}");
        say(at(&["load", "extraDirs"]), message);
    }
    if let Some(Value::String(dir)) = section.pointer("/load/extraDirs") {
        let message = format!(
            "Today's {title} reads no extra folder from a text: it wants a list of folders, [\"{dir}\"]."
        );
        say(at(&["load", "extraDirs"]), message);
    }
    let stops = |why: &str| {
        format!("Today's {title} stops loading hooks with this config, and calls none: {why}")
    };
    if let Some(why) = bad_handlers(dialect, section) {
        say(at(&["handlers"]), stops(&why));
    }
    let handlers = section.get("handlers").and_then(Value::as_array);
    for (at_item, handler) in handlers.into_iter().flatten().enumerate() {
        if !handler.get("module").is_some_and(Value::is_string) {
            let path = at(&["handlers"]).join(at_item.to_string());
            say(path.clone(), stops(&format!("{path} has no module.")));
        }
    }
    found
}

/// What ends the start of the agent itself: it gives `logging` a level, and trims the name of its workspace.
pub(crate) fn no_start(config: &Value) -> Option<(&'static str, String)> {
    let logging = config.get("logging").filter(|it| {
        it.as_str().is_some_and(|text| !text.is_empty())
            || it.as_f64().is_some_and(|number| number != 0.0)
            || **it == Value::Bool(true)
    });
    if let Some(value) = logging {
        return Some(("logging", format!("It is {value}, and has to be an object.")));
    }
    let workspace = config.pointer("/agents/defaults/workspace");
    let value = workspace.filter(|it| !it.is_string() && !it.is_null())?;
    Some(("agents.defaults.workspace", format!("It is {value}, and has to be a text.")))
}
