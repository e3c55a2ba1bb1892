//! An agent that holds the settings of its plugins against their schemas refuses its whole config where one
//! does not fit: no edit of ours may bring that about unsaid.

use serde_json::Value;

use tacklebox_agents::config::strict::{self, Fault};
use tacklebox_agents::dialect::PluginRules;
use tacklebox_inventory::plugins::{Off, Plugin};

/// What is wrong with the settings of a plugin after an edit and was not before it, for which the agent refuses its
/// whole config: whose settings, and what is wrong with them.
pub(crate) fn brought<'a>(
    rules: &PluginRules,
    before: &[Plugin],
    after: &'a [Plugin],
) -> Vec<(&'a Plugin, Fault)> {
    let found = after.iter().flat_map(|plugin| {
        let was = before.iter().find(|it| it.hook_id == plugin.hook_id);
        let known = was.map(|it| faults(rules, it)).unwrap_or_default();
        let new = faults(rules, plugin).into_iter().filter(move |fault| !known.contains(fault));
        new.map(move |fault| (plugin, fault))
    });
    found.collect()
}

/// What the agent refuses in the settings of a plugin: of one that may load, and of one that has some.
fn faults(rules: &PluginRules, plugin: &Plugin) -> Vec<Fault> {
    let may_load = matches!(plugin.left_out, None | Some(Off::Idle(_)));
    match &plugin.config_schema {
        Some(schema) if rules.needs_manifest && (may_load || plugin.configured) => {
            let mut config = plugin.config.clone();
            fill(schema, &mut config);
            strict::faults(schema, &config)
        }
        _ => Vec::new(),
    }
}

/// Puts in what counts where nothing is said, as the agent does before it looks.
fn fill(schema: &Value, value: &mut Value) {
    let properties = schema.get("properties").and_then(Value::as_object);
    let (Some(properties), Some(value)) = (properties, value.as_object_mut()) else { return };
    for (key, schema) in properties {
        if let Some(default) = schema.get("default").filter(|_| !value.contains_key(key)) {
            value.insert(key.clone(), default.clone());
        }
        if let Some(own) = value.get_mut(key) {
            fill(schema, own);
        }
    }
}
