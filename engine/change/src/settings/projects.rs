//! Project folders: which of them are listed (rule ). The list is our own; nothing in a folder, and
//! nothing of an agent, is touched.

use std::fs;
use std::path::{Path, PathBuf};

use super::change::folder_text;
use crate::ops::OpError;
use crate::plan::{Plan, Step};
use tacklebox_agents::agent::{Agent, Options, lies_under};
use tacklebox_agents::hook::AgentId;
use tacklebox_agents::projects::{self, MOST, Project};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

/// Lists the hooks of a folder that the agent is started in.
///
/// # Errors
/// [`OpError`] where no folder brings hooks to the agent, it is listed already, or it is not the folder of a
/// project.
pub fn add_project(
    machine: &Machine,
    inventory: &Inventory,
    folder: &str,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let path = checked(machine, agent, folder)?;
    let shown = machine.show(&path);
    let mut folders = projects::list(machine, agent.id());
    if folders.iter().any(|known| real(known) == real(&path)) {
        return Err(OpError::Refused(format!("{shown} is in the list already.")));
    }
    if folders.len() >= MOST {
        return Err(OpError::Refused(format!(
            "At most {MOST} folders are listed for {}. Remove one first.",
            agent.dialect.title
        )));
    }
    folders.push(path);
    let mut plan = Plan::new(
        agent.id(),
        format!("List the hooks of {shown}"),
        format!("The hooks of {shown} are listed."),
    );
    let says = format!("Remember {shown} as a project folder of {}", agent.dialect.title);
    plan.steps.push(record(machine, agent.id(), &folders, says));
    Ok(plan)
}

/// Takes a folder out of the list, by its id. Nothing in it is touched.
///
/// # Errors
/// [`OpError`] where it is not in the list.
pub fn remove_project(machine: &Machine, agent: &Agent, id: &str) -> Result<Plan, OpError> {
    let mut folders = projects::list(machine, agent.id());
    let is = |dir: &PathBuf| Project::of(machine, agent.dialect, &agent.config.value, dir).id == id;
    let at = folders.iter().position(is).ok_or_else(|| OpError::NoSuchEntry(id.to_owned()))?;
    let shown = machine.show(&folders.remove(at));
    let mut plan = Plan::new(
        agent.id(),
        format!("No longer list the hooks of {shown}"),
        format!("The hooks of {shown} are no longer listed."),
    );
    let says = format!("Forget {shown} as a project folder of {}", agent.dialect.title);
    plan.steps.push(record(machine, agent.id(), &folders, says));
    plan.stays.push(format!("{shown} itself, with all that is in it"));
    Ok(plan)
}

fn record(machine: &Machine, agent: AgentId, folders: &[PathBuf], says: String) -> Step {
    let after = projects::text(machine, agent, folders);
    Step::Record { path: projects::file(machine), after, says: Some(says) }
}

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn checked(machine: &Machine, agent: &Agent, folder: &str) -> Result<PathBuf, OpError> {
    let refused = |why: String| Err(OpError::Refused(why));
    let dialect = agent.dialect;
    let title = dialect.title;
    let (Some(_), Some(hooks)) = (dialect.projects, dialect.workspace_hooks) else {
        return refused(format!(
            "{title} takes no hooks from the folder that it is started in, so it has no project folders."
        ));
    };
    let path = machine.expand(folder_text(folder)?);
    if !path.is_absolute() {
        return refused(format!("{folder} is not a whole path: it begins with / or ~/."));
    }
    // As a person sees it: without a trailing slash, and without steps back.
    let path = files::plain(&path);
    let shown = machine.show(&path);
    match fs::metadata(&path) {
        Err(_) => return refused(format!("{shown} is not there.")),
        Ok(found) if !found.is_dir() => {
            return refused(format!("{shown} is a file, not a folder."));
        }
        Ok(_) => {}
    }
    if real(&path) == real(machine.home()) {
        return refused(format!(
            "{shown} is your home folder, and not a project. Choose a folder in it."
        ));
    }
    for id in AgentId::all() {
        let other = Agent::locate(machine, *id, &Options::default());
        if lies_under(&path, &other.home) {
            return refused(format!(
                "{shown} is a folder of {} itself, and not a project.",
                other.dialect.title
            ));
        }
    }
    let own = real(&path.join(hooks));
    if agent.roots.iter().any(|root| real(&root.dir) == own) {
        return refused(format!(
            "The hooks of {shown} are listed already: {title} reads them anyway."
        ));
    }
    Ok(path)
}
