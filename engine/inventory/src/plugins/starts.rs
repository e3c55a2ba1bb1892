//! Whether the running agent starts a plugin that its config lets load. One that nothing starts is known to
//! the agent, and never called (rule ).

use serde_json::{Map, Value};

use tacklebox_agents::dialect::{PluginRules, StartRules};

/// Why the running agent does not start a plugin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// Nobody turned it on by name.
    Unnamed,
    /// Nothing in its manifest says when it starts.
    Unsaid,
    /// Its id has a capital letter.
    Capital,
}

impl Idle {
    /// In the agent's manner: it has no words for it.
    pub(super) const fn reason(self) -> &'static str {
        match self {
            Self::Unnamed => "not started: not enabled by name",
            Self::Unsaid => "not started: nothing in its manifest says when",
            Self::Capital => "not started: its id has a capital letter",
        }
    }

    /// For a person, with what decides.
    pub(super) const fn sentence(self) -> &'static str {
        match self {
            Self::Unnamed => {
                "The agent knows it and does not start it: nobody turned it on by its name (plugins.entries)"
            }
            Self::Unsaid => {
                "The agent knows it and does not start it: its manifest does not say when (activation.onStartup)"
            }
            Self::Capital => {
                "The agent knows it and does not start it: its id has a capital letter, and this version looks for it in small ones"
            }
        }
    }
}

/// What a manifest says of when its plugin starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Says {
    /// Something may start it once it is turned on by name.
    pub named: bool,
    /// Something may start it though nobody did that.
    pub unnamed: bool,
    /// The config has what it starts for: counts where no list of those that are allowed is without it.
    pub by_config: bool,
}

impl Says {
    pub fn of(rules: &StartRules, manifest: &Map<String, Value>, config: &Value) -> Self {
        let activation = |key: &str| manifest.get("activation").and_then(|it| it.get(key));
        let for_hooks = activation("onCapabilities").and_then(Value::as_array);
        let paths = activation("onConfigPaths").and_then(Value::as_array).into_iter().flatten();
        let mut paths = paths.filter_map(Value::as_str).filter(|path| !path.trim().is_empty());
        let unnamed = rules.unnamed.iter().any(|list| has(manifest, list));
        Self {
            named: unnamed
                || activation("onStartup") == Some(&Value::Bool(true))
                || for_hooks.is_some_and(|list| list.iter().any(|it| it == "hook"))
                || rules.named.iter().any(|list| has(manifest, list)),
            unnamed,
            by_config: rules.config_paths
                && paths.any(|path| is_set(config, &path.trim().split('.').collect::<Vec<_>>())),
        }
    }
}

impl Says {
    /// Whether the agent never starts a plugin with this id, as it looks for it in small letters.
    pub fn capital(self, rules: &PluginRules, id: &str) -> Option<Idle> {
        let small = rules.starts.as_ref().is_some_and(|it| it.small_ids);
        (small && !self.unnamed && id != id.to_lowercase()).then_some(Idle::Capital)
    }
}

/// Whether the config has something at a place, that is not turned off; a star is any name or item.
fn is_set(value: &Value, path: &[&str]) -> bool {
    let off = |value: &Value| *value == Value::Bool(false);
    match (path, value) {
        ([], _) => !off(value) && !value.get("enabled").is_some_and(off),
        (["*", rest @ ..], Value::Object(map)) => map.values().any(|it| is_set(it, rest)),
        (["*", rest @ ..], Value::Array(list)) => list.iter().any(|it| is_set(it, rest)),
        ([key, rest @ ..], Value::Object(map)) => map.get(*key).is_some_and(|it| is_set(it, rest)),
        ([key, rest @ ..], Value::Array(list)) => {
            let item = key.parse::<usize>().ok().and_then(|at| list.get(at));
            item.is_some_and(|it| is_set(it, rest))
        }
        _ => false,
    }
}

/// Whether a list of a manifest, named by a pointer, has something.
fn has(manifest: &Map<String, Value>, list: &str) -> bool {
    let mut keys = list.split('/').skip(1);
    let first = keys.next().and_then(|key| manifest.get(key));
    let found = keys.fold(first, |value, key| value.and_then(|value| value.get(key)));
    found.and_then(Value::as_array).is_some_and(|list| !list.is_empty())
}
