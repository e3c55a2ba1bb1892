//! An agent that looks at its plugins before it takes its config refuses all of it where one does not fit: no edit of
//! ours may bring that about unsaid.

use tacklebox_agents::config::strict::Fault;
use tacklebox_agents::dialect::PluginRules;
use tacklebox_inventory::plugins::{Plugin, faults, settings};

/// What is wrong with a plugin after an edit and was not before it, for which the agent refuses its whole config:
/// whose, and what is wrong.
pub(crate) fn brought<'a>(
    rules: &PluginRules,
    before: &[Plugin],
    after: &'a [Plugin],
) -> Vec<(&'a Plugin, Fault)> {
    let found = after.iter().flat_map(|plugin| {
        let was = before.iter().find(|it| it.hook_id == plugin.hook_id);
        let known = was.map(|it| faults(rules, it)).unwrap_or_default();
        let new = faults(rules, plugin).into_iter().filter(move |fault| !known.contains(fault));
        // Settings are told as their plugin calls them.
        let at = settings(rules, plugin).0;
        new.map(move |mut fault| {
            if fault.path.0.starts_with(&at) {
                fault.path.0.drain(..at.len());
            }
            (plugin, fault)
        })
    });
    found.collect()
}
