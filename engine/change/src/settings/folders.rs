//! Further folders of hooks, `load.extraDirs` (rules ).

use serde::Serialize;
use serde_json::{Value, json};

use super::change::{edit, folder_text, not_read};
use super::place_of;
use crate::ops::{OpError, Others};
use crate::plan::Plan;
use tacklebox_agents::agent::{Agent, NotRead};
use tacklebox_agents::config::{ConfigPath, Edit};
use tacklebox_agents::dialect::ExtraDirs;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// The list of further folders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Folders {
    pub title: String,
    /// What it really does.
    pub sentence: String,
    /// Which folders the agent takes, where it does not take all.
    pub limit: Option<String>,
    /// "milady.json · hooks.internal.load.extraDirs"
    pub place: String,
    pub editable: bool,
    /// What is there is not a list of folders.
    pub warning: Option<String>,
    pub items: Vec<FolderItem>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FolderItem {
    /// As it is in the config.
    pub folder: String,
    /// Why it brings no hooks.
    pub problem: Option<String>,
    /// It is in an included file, so it cannot be removed here.
    pub included: bool,
}

fn path(agent: &Agent) -> ConfigPath {
    agent.section_path(&["load", "extraDirs"])
}

/// A list, or the one folder that agents take for a list of one.
fn listed(value: Option<&Value>) -> Vec<&Value> {
    match value {
        Some(Value::Array(items)) => items.iter().collect(),
        Some(one @ Value::String(_)) => vec![one],
        _ => Vec::new(),
    }
}

pub(super) fn view(machine: &Machine, agent: &Agent) -> Option<Folders> {
    let dialect = agent.dialect;
    let title = dialect.title;
    let home = machine.show(&agent.home);
    let limit = match dialect.extra_dirs {
        ExtraDirs::None => return None,
        ExtraDirs::UnderHome => {
            Some(format!("{title} takes hooks only from folders under {home}."))
        }
        ExtraDirs::Anywhere => None,
    };
    let path = path(agent);
    let config = &agent.config;
    let (all, own) = (path.get(&config.value), path.get(&config.root));
    // Lists are joined, what is included first.
    let included = match all {
        Some(Value::Array(all)) => all.len().saturating_sub(listed(own).len()),
        _ => 0,
    };
    let is_list = matches!(all, None | Some(Value::Array(_) | Value::String(_)));
    let items = listed(all).into_iter().enumerate();
    let items = items.map(|(at, item)| FolderItem {
        folder: item.as_str().map_or_else(|| item.to_string(), str::to_owned),
        problem: problem(machine, agent, item),
        included: at < included,
    });
    Some(Folders {
        title: "Extra folders".into(),
        sentence: match agent.dialect.rules.workspace_opt_in {
            true => format!(
                "More folders in which {title} looks for hooks. An installed hook of the same name replaces theirs; one of the workspace does not."
            ),
            false => format!(
                "More folders in which {title} looks for hooks. They come first, so that a hook of the same name anywhere else replaces theirs."
            ),
        },
        limit,
        place: place_of(config, &path),
        editable: config.is_editable(),
        warning: (!is_list).then(|| {
            format!("{path} holds something other than a list of folders. Edit it as text.")
        }),
        items: items.collect(),
    })
}

fn problem(machine: &Machine, agent: &Agent, item: &Value) -> Option<String> {
    let Some(folder) = item.as_str().filter(|folder| !folder.trim().is_empty()) else {
        return Some("This is not a folder: it is skipped.".into());
    };
    let path = match agent.extra_dir(folder) {
        Ok(path) => path,
        Err(NotRead::Outside) => {
            return Some(format!("Not read: it is not under {}.", machine.show(&agent.home)));
        }
        Err(why @ NotRead::NotWhole) => {
            let title = agent.dialect.title;
            return Some(format!("Not read: {title} {}.", why.says(machine, agent)));
        }
    };
    if path.is_file() {
        return Some("This is a file, not a folder.".into());
    }
    (!path.is_dir()).then(|| "This folder is not there yet.".to_owned())
}

/// Adds a folder at the end of the list. Shipped OpenClaw loads every hook as soon as there is one:
/// the plan names them.
///
/// # Errors
/// [`OpError`] where the agent takes no such folder, or its config cannot be edited.
pub fn add_folder(
    machine: &Machine,
    inventory: &Inventory,
    folder: &str,
    others: Others,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let title = agent.dialect.title;
    let folder = folder_text(folder)?;
    if agent.dialect.extra_dirs == ExtraDirs::None {
        return Err(no_folders(agent));
    }
    let target = agent.extra_dir(folder).map_err(|why| not_read(machine, agent, folder, why))?;
    if target.is_file() {
        return Err(OpError::Refused(format!("{folder} is a file, not a folder.")));
    }
    let path = path(agent);
    let all = listed(path.get(&agent.config.value));
    let same = |item: &&Value| {
        item.as_str().is_some_and(|item| agent.extra_dir(item).as_ref() == Ok(&target))
    };
    if all.iter().any(same) {
        return Err(OpError::Refused(format!("{folder} is in the list already.")));
    }
    let add = match path.get(&agent.config.root) {
        Some(Value::String(one)) => Edit::Set { path, value: json!([one, folder]) },
        _ => Edit::Append { path, value: folder.into() },
    };
    let mut plan = Plan::new(
        agent.id(),
        format!("Read hooks from {folder} too"),
        format!("{title} reads hooks from {folder} too."),
    );
    edit(inventory, &mut plan, &[add], others)?;
    Ok(plan)
}

/// Takes a folder out of the list, as it is written there. The folder itself stays.
///
/// # Errors
/// [`OpError`] where it is not in the config itself, or that cannot be edited.
pub fn remove_folder(inventory: &Inventory, folder: &str, others: Others) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let title = agent.dialect.title;
    if agent.dialect.extra_dirs == ExtraDirs::None {
        return Err(no_folders(agent));
    }
    let path = path(agent);
    let item = Value::from(folder);
    let own = listed(path.get(&agent.config.root));
    if !own.contains(&&item) {
        return Err(OpError::NoSuchEntry(folder.to_owned()));
    }
    // With the last one goes the list, and what was there only to hold it.
    let remove = match own.iter().any(|other| **other != item) {
        true => Edit::RemoveItem { path, value: item },
        false => Edit::Unset { path },
    };
    let mut plan = Plan::new(
        agent.id(),
        format!("No longer read hooks from {folder}"),
        format!("{title} no longer reads hooks from {folder}."),
    );
    plan.stays.push(format!("{folder} itself, with all that is in it"));
    edit(inventory, &mut plan, &[remove], others)?;
    Ok(plan)
}

fn no_folders(agent: &Agent) -> OpError {
    OpError::Refused(format!("{} takes no further folders of hooks.", agent.dialect.title))
}
