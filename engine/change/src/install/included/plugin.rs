//! Included hooks that an agent gets as a plugin: for what its hooks are never asked, such as tools and
//! answers. What they run with is the script that another agent's shape of the same hook has.

use serde_json::Value;

use super::{IncludedFor, SOURCE, Shipped, VERSION, is_older};
use crate::install::shipped::placed;
use crate::ops::OpError;
use crate::plan::{NewFile, Plan};
use crate::plugins::{self as placing, NewPlugin};
use crate::receipt;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::PluginRules;
use tacklebox_agents::dialect::typed::typed_hook;
use tacklebox_audit::registrations;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins;
use tacklebox_machine::machine::{Machine, Platform};

/// One that listens to more than this listens to all.
const MANY: usize = 20;

/// An included hook as a plugin.
pub(super) struct AsPlugin {
    pub title: String,
    pub description: String,
    /// The hooks that its module names.
    pub hooks: Vec<String>,
    pub files: Vec<NewFile>,
}

/// The plugin of this name; none where it does not ship as one, or the agent has no plugins.
pub(super) fn of(name: &str, agent: &Agent) -> Option<AsPlugin> {
    let rules = agent.dialect.plugins.as_ref()?;
    let files = files(name, rules);
    let bytes = |path: &str| Some(&files.iter().find(|file| file.path == path)?.bytes);
    let manifest: Value = serde_json::from_slice(bytes(rules.manifest)?).ok()?;
    let text = |key: &str| manifest.get(key).and_then(Value::as_str).map(str::to_owned);
    let module = String::from_utf8_lossy(bytes("index.js")?).into_owned();
    let named = registrations(&module, "index.js").unwrap_or_default();
    let hooks = named.into_iter().filter(|it| it.call == "on").map(|it| it.name).collect();
    Some(AsPlugin { title: text("name")?, description: text("description")?, hooks, files })
}

fn files(name: &str, rules: &PluginRules) -> Vec<NewFile> {
    let (own, scripts) = (format!("{name}/{}/", rules.part), format!("{name}/{}/", rules.scripts));
    if !Shipped::iter().any(|path| path.starts_with(&own)) {
        return Vec::new();
    }
    let is_script = |path: &str| path.ends_with(".sh") || path.ends_with(".awk");
    placed(|path| {
        let script = path.strip_prefix(&scripts).filter(|path| is_script(path));
        path.strip_prefix(&own).or(script)
    })
}

impl AsPlugin {
    /// When it runs, for a card: "before a tool runs".
    pub fn when(&self) -> String {
        if self.hooks.len() > MANY {
            return "at every moment that plugins can listen to".to_owned();
        }
        let mut when: Vec<String> = Vec::new();
        for hook in self.hooks.iter().filter_map(|key| typed_hook(key)) {
            if !when.iter().any(|known| known == hook.when) {
                when.push(hook.when.to_owned());
            }
        }
        tacklebox_machine::words::all_of(when)
    }

    /// The card's part for this agent.
    pub fn card(&self, machine: &Machine, agent: &Agent, name: &str) -> IncludedFor {
        let dir = placing::folder(agent, name).ok();
        let installed = dir.filter(|dir| dir.is_dir());
        let receipt = installed.as_deref().and_then(|dir| receipt::read(machine, dir));
        let scripts = self.files.iter().any(|file| file.path.ends_with(".sh"));
        IncludedFor {
            agent: agent.id(),
            installed: installed.map(|_| plugins::hook_id(agent, name)),
            needs: "Nothing to set up".to_owned(),
            waits: (scripts && machine.platform() == Platform::Win32)
                .then(|| "It runs scripts of a shell, which Windows does not have".to_owned()),
            update: receipt.is_some_and(|receipt| is_older(&receipt, &self.files)),
        }
    }
}

/// The plan that places the plugin, on; or that brings an installed one up to date, as it is switched.
///
/// # Errors
/// [`OpError`] where something else has its place, or the config cannot be edited.
pub(super) fn plan(
    machine: &Machine,
    inventory: &Inventory,
    name: &str,
    plugin: AsPlugin,
) -> Result<Plan, OpError> {
    let dir = placing::folder(inventory.agent(), name)?;
    let other = receipt::read(machine, &dir).is_some_and(|receipt| receipt.source != SOURCE);
    if other {
        return Err(OpError::Refused(format!(
            "{} is there already and is not the {} that comes with Tacklebox, so it is left as it is. Rename or remove it first.",
            machine.show(&dir),
            plugin.title
        )));
    }
    let new = NewPlugin {
        id: name,
        folder: name,
        title: &plugin.title,
        files: plugin.files,
        from: Some((SOURCE, VERSION)),
        on: true,
    };
    placing::install(machine, inventory, new)
}
