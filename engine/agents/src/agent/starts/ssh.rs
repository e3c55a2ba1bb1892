//! Keys for the computer on which agents run their commands, over SSH.

use serde_json::Value;
use tacklebox_machine::words::js_trim;

use super::found::{Found, agents};
use crate::dialect::gateway::Gateway;

const DEFAULTS: [&str; 3] = ["agents", "defaults", "sandbox"];

/// Those that are asked for: of each agent that runs its commands there, and then those of all as well.
pub(super) fn keys<'v>(config: &'v Value, rules: &Gateway) -> Found<'v> {
    let defaults = config.pointer("/agents/defaults/sandbox");
    let says = |of: Option<&'v Value>, key: &str| of?.get(key)?.as_str().map(js_trim);
    let mut found = Vec::new();
    let mut put = |path: &[String], boxed: Option<&'v Value>| {
        let keys = boxed.and_then(|it| it.get("ssh")?.as_object()).into_iter().flatten();
        let at = |key: &String| [path, &["ssh".to_owned(), key.clone()]].concat();
        found.extend(keys.map(|(key, value)| (at(key), value)));
    };
    let mut by_all =
        says(defaults, "backend") == Some("ssh") && says(defaults, "mode") != Some("off");
    for (path, agent) in agents(config) {
        let own = agent.get("sandbox");
        let either = |key: &str| says(own, key).or_else(|| says(defaults, key));
        // Newer versions ask for it whether the box is on or off.
        let is_on = !rules.needs_every_secret || either("mode").is_some_and(|it| it != "off");
        if either("backend") == Some("ssh") && is_on {
            put(&[path, vec!["sandbox".to_owned()]].concat(), own);
            by_all = true;
        }
    }
    if by_all {
        put(&DEFAULTS.map(str::to_owned), defaults);
    }
    found
}
