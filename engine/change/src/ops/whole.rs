//! An agent that looks at its plugins before it takes its config refuses all of it where one does not fit: no edit of
//! ours may bring that about unsaid, and where it is so already there is a way out of it.

use crate::plan::{Also, OnOff};
use tacklebox_agents::config::strict::Fault;
use tacklebox_agents::dialect::PluginRules;
use tacklebox_inventory::plugins::{Plugin, PluginState, faults, settings};

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

/// Those of `all` that count and are switched where they are like this `then`.
pub(super) fn switched(
    all: &[Plugin],
    then: &[Plugin],
    counts: impl Fn(&Plugin) -> bool,
) -> Vec<Also> {
    let switched = all.iter().filter(|plugin| counts(plugin)).filter_map(|before| {
        let after = then.iter().find(|plugin| plugin.hook_id == before.hook_id)?;
        // One that cannot load is not on, whatever the config says of it.
        let on = |plugin: &Plugin| plugin.state() == PluginState::On;
        let (was, is) = (on(before), on(after));
        let change = if is { OnOff::On } else { OnOff::Off };
        (was != is).then(|| Also::new(&before.name, change))
    });
    switched.collect()
}
