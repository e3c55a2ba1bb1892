//! A copy of a hook for its own agent, under another name and as a draft: what came from elsewhere is changed
//! there, and the next update of the original leaves it alone.

use super::origin::Origin;
use super::{Folder, place};
use crate::names::check_plain_name;
use crate::ops::{self, OpError, draft};
use crate::plan::{NewFile, Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::Edit;
use tacklebox_agents::dialect::Format;
use tacklebox_agents::hook;
use tacklebox_agents::manifest::revise::{self, Place};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// The most numbers that are tried behind a name.
const MOST: usize = 100;

/// A name for a copy that nothing has yet: `guard-mine`, `guard-mine-2`.
///
/// # Errors
/// [`OpError::NoSuchHook`].
pub fn free_name(machine: &Machine, inventory: &Inventory, id: &str) -> Result<String, OpError> {
    let (hook, candidate) = inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
    let origin = Origin::read(machine, inventory, hook, candidate).map_err(OpError::Refused)?;
    let first: String = origin.folder().chars().take(50).collect();
    let names = (1..=MOST).map(|number| match number {
        1 => format!("{first}-mine"),
        number => format!("{first}-mine-{number}"),
    });
    let mut free = names.filter(|name| {
        check_plain_name(name).is_ok() && place::taken(machine, inventory, &folder(name)).is_none()
    });
    free.next().ok_or_else(|| OpError::Refused("Say a name for the copy.".to_owned()))
}

/// The plan that makes the copy.
///
/// # Errors
/// [`OpError`] where the hook has no folder of its own or its manifest cannot be edited, or where the name is
/// none or is taken.
pub fn plan(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    name: &str,
) -> Result<Plan, OpError> {
    let (hook, candidate) = inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
    check_plain_name(name)?;
    let agent = inventory.agent();
    let origin = Origin::read(machine, inventory, hook, candidate).map_err(OpError::Refused)?;
    if hook.dir.is_none() {
        return Err(OpError::Refused(format!(
            "{} is an entry of the config and has no files to copy. Edit it there.",
            hook.title
        )));
    }
    let own = folder(name);
    if let Some(why) = place::taken(machine, inventory, &own) {
        return Err(OpError::Refused(why));
    }
    let text = headed(&renamed(agent, &origin.text, name)?, &hook.title);
    let text = draft::marked(agent, &text)?;
    let mut files = origin.files;
    files.push(NewFile {
        path: agent.dialect.manifest_file().to_owned(),
        bytes: text.into_bytes(),
        executable: false,
    });
    let title = &hook.title;
    let done = format!("{title} was copied as {name}. The copy is a draft: it is off.");
    let mut plan = Plan::new(agent.id(), format!("Make a copy of {title}"), done)
        .about(hook::managed_id(agent.id(), name));
    plan.steps.push(Step::Place { dir: agent.managed.join(name), files });
    place::switch_off(inventory, &mut plan, &[own])?;
    plan.stays.extend(origin.left);
    let sets: Vec<String> = origin.manifest.env.keys().cloned().collect();
    if !sets.is_empty() {
        let values = if sets.len() == 1 { "that value" } else { "those values" };
        plan.stays.push(format!(
            "It sets {}, and the copy has {values} too: a key is in two files then.",
            words::all_of(sets)
        ));
    }
    ops::finish(agent, &mut plan)?;
    Ok(plan)
}

fn folder(name: &str) -> Folder {
    Folder {
        name: name.to_owned(),
        hook: name.to_owned(),
        key: name.to_owned(),
        version: String::new(),
        files: Vec::new(),
        written: Vec::new(),
    }
}

/// A manifest under another name, and without a key that it would share with the original.
fn renamed(agent: &Agent, text: &str, name: &str) -> Result<String, OpError> {
    let set = |keys: &[&str]| Edit::Set { path: ops::path_of(keys), value: name.into() };
    match agent.dialect.format {
        Format::Yaml => {
            let places =
                [(Place::Field("name"), Some(name.into())), (Place::Own(&["hookKey"]), None)];
            revise::revise(agent.dialect.metadata_keys, text, &places).map_err(draft::left)
        }
        Format::TomlFront => draft::edited(agent, text, &[set(&["name"])]),
        Format::HookToml => draft::edited(agent, text, &[set(&["hook", "name"])]),
    }
}

/// The same with another heading, by which people tell the two apart.
fn headed(text: &str, title: &str) -> String {
    let heading = format!("\n# {title}\n");
    text.replacen(&heading, &format!("\n# {title}, my copy\n"), 1)
}
