//! A plugin that does not load for what its manifest or its package says: a slip in the JSON, a key that is missing or
//! misspelt, a module under another name. What is proposed was judged as the agent reads it.

#[cfg(test)]
#[cfg(unix)]
mod tests;
mod text;

use serde_json::json;

use self::text::Mended;
use super::files::other_module;
use super::plain::{self, About, Trouble};
use super::{Repair, name, refusing};
use crate::ops::{self, OpError};
use crate::plan::{Plan, Step};
use crate::plugins;
use crate::program;
use tacklebox_agents::config::Syntax;
use tacklebox_agents::dialect::PluginRules;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{Plugin, list, with_file};
use tacklebox_machine::machine::Machine;

/// The longest manifest or package that is repaired, in bytes.
const MOST: u64 = 1024 * 1024;
const PACKAGE: &str = "package.json";

/// A plugin that is broken, and its person's own.
struct Sick<'a> {
    inventory: &'a Inventory,
    plugin: &'a Plugin,
    rules: &'static PluginRules,
    why: &'a str,
}

/// Every way out for one plugin.
///
/// # Errors
/// [`OpError::NoSuchHook`].
pub(super) fn repairs(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
) -> Result<Vec<Repair>, OpError> {
    let plugin = plugins::find(machine, inventory.agent(), id);
    let plugin = plugin.map_err(|_| OpError::NoSuchHook(id.to_owned()))?;
    let own = of(machine, inventory, &plugin).into_iter();
    Ok(own.chain(refusing::of_plugin(machine, inventory, &plugin.hook_id)).collect())
}

/// Of all plugins of the agent; several in one folder have one cause.
pub(super) fn of_all(machine: &Machine, inventory: &Inventory) -> Vec<Repair> {
    let mut all = list(machine, inventory.agent());
    all.dedup_by(|one, other| one.dir == other.dir);
    all.iter().flat_map(|plugin| of(machine, inventory, plugin)).collect()
}

fn of(machine: &Machine, inventory: &Inventory, plugin: &Plugin) -> Vec<Repair> {
    let agent = inventory.agent();
    let (Some(why), Some(rules)) = (plugin.broken(), agent.dialect.plugins.as_ref()) else {
        return Vec::new();
    };
    let own = program::plugin_read_only(machine, agent, plugin).is_none();
    // What a module does wrong is not in these files.
    let by_module = plugin.entry.is_ok() || plugin.single.is_some();
    if !own || by_module || plugin.bundle.is_some() {
        return Vec::new();
    }
    let sick = Sick { inventory, plugin, rules, why };
    [sick.manifest(), sick.package()].into_iter().flatten().collect()
}

impl Sick<'_> {
    /// A manifest that does not read, or lacks what each has.
    fn manifest(&self) -> Option<Repair> {
        let file = self.rules.manifest;
        let id = self.plugin.id.split('/').next()?;
        match text_in(self.plugin, file) {
            Some(text) => {
                let mended = Mended::read(file, &text, false)?.manifest(id)?;
                self.repair("plugin-manifest", file, mended)
            }
            None if self.rules.needs_manifest => {
                // Without the last it is known, and not started.
                let said = json!({
                    "id": id,
                    "configSchema": text::no_settings(),
                    "activation": { "onStartup": true },
                });
                let mut text = serde_json::to_string_pretty(&said).ok()?;
                text.push('\n');
                let done = vec![format!("Write a {file}")];
                self.repair("plugin-manifest", file, Mended { text, done })
            }
            None => None,
        }
    }

    /// A package that does not read, or names a module that is not there.
    fn package(&self) -> Option<Repair> {
        let other = other_module(&self.plugin.dir);
        let text = text_in(self.plugin, PACKAGE).unwrap_or_else(|| "{}\n".to_owned());
        let is_there = |module: &str| self.plugin.dir.join(module).is_file();
        let mended = Mended::read(PACKAGE, &text, true)?;
        // One that names none at all may be as it should be.
        let whole = mended.text.clone();
        let done = mended.done.clone();
        let named = mended.package(self.rules.package_key, is_there, other.as_deref());
        let fixed = (!done.is_empty()).then_some(Mended { text: whole, done });
        let only_fixed = fixed.and_then(|mended| self.repair("plugin-package", PACKAGE, mended));
        match only_fixed {
            Some(repair) if repair.cures => Some(repair),
            other => named.and_then(|it| self.repair("plugin-package", PACKAGE, it)).or(other),
        }
    }

    /// None where it takes away nothing of what keeps the plugin from loading.
    fn repair(&self, id: &str, file: &str, mended: Mended) -> Option<Repair> {
        let Self { inventory, plugin, .. } = self;
        let then = with_file(inventory.agent(), plugin, file, &mended.text);
        let left = then.iter().find_map(Plugin::broken).map(str::to_owned);
        if mended.done.is_empty() || left.as_deref() == Some(self.why) {
            return None;
        }
        let path = plugin.dir.join(file);
        let (before, stamp) = ops::text_of(&path, MOST).ok()?;
        let done = format!("{} was repaired.", plugin.name);
        let title = mended.done.join(". ");
        let mut plan = Plan::new(inventory.agent().id(), title, done).about(&plugin.hook_id);
        let (syntax, after) = (Syntax::Json5, mended.text);
        plan.steps.push(Step::Edit { path, syntax, stamp, before, after });
        if let [then] = &then[..]
            && then.id != plugin.id
        {
            plan.stays.push(format!("Its id is {} from then on.", then.id));
        }
        ops::finish(inventory.agent(), &mut plan).ok()?;
        let repair = Repair {
            id: id.to_owned(),
            hook: Some(plugin.hook_id.clone()),
            hooks: vec![plugin.id.clone()],
            title: plan.title.clone(),
            says: self.why.to_owned(),
            cures: true,
            leaves: None,
            plan,
        };
        Some(match left {
            Some(left) => repair.leaving(left),
            None => repair,
        })
    }
}

/// What is wrong with a plugin, and where.
pub(super) fn trouble(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    ways: &[Repair],
) -> Option<Trouble> {
    let agent = inventory.agent();
    let rules = agent.dialect.plugins.as_ref()?;
    let plugin = plugins::find(machine, agent, id).ok()?;
    let says = plugin.broken().filter(|_| plugin.bundle.is_none())?;
    let mut about = About { name: &plugin.id, does: plain::LOADS_NOT, says, ..About::default() };
    let named = [rules.manifest, PACKAGE].into_iter().find(|file| says.contains(file));
    let named = named.filter(|_| plugin.single.is_none());
    if let Ok(module) = &plugin.entry {
        let inside = plugin.dir.canonicalize().ok();
        let inside = inside.and_then(|dir| Some(module.strip_prefix(dir).ok()?.to_owned()));
        about.file = inside.map(|file| file.to_string_lossy().into_owned());
        about.path = Some(module.clone());
        let text = ops::text_of(module, MOST).ok().and_then(|(text, _)| text).unwrap_or_default();
        about.line = tacklebox_audit::slips(&name(module), &text).first().map(|slip| slip.line);
    } else if let Some(file) = named.or(Some(PACKAGE))
        && let Some(text) = text_in(&plugin, file)
    {
        about.path = Some(plugin.dir.join(file));
        about.file = Some(file.to_owned());
        match text::torn(&text, file == PACKAGE) {
            Some((line, why)) => (about.line, about.technical) = (Some(line), Some(why)),
            None => {
                let keys: &[&[&str]] = match file {
                    PACKAGE => &[&[rules.package_key, "extensions"], &[rules.package_key]],
                    _ => &[&["configSchema"], &["id"]],
                };
                about.line = keys.iter().find_map(|path| text::line_of(&text, path));
            }
        }
    }
    Some(plain::told(machine, inventory, about, ways.iter().find(|way| way.helps())))
}

/// A file of the folder, where it is one that can be read.
fn text_in(plugin: &Plugin, file: &str) -> Option<String> {
    ops::text_of(&plugin.dir.join(file), MOST).ok()?.0
}
