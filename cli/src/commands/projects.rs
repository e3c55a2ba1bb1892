//! `hooks projects`: the folders that an agent is started in and that bring hooks of their own.

use std::path::Path;

use serde::Serialize;
use tacklebox_engine::agent::Agent;
use tacklebox_engine::files;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::ops::OpError;
use tacklebox_engine::overview::{self, ProjectView};
use tacklebox_engine::plan::Plan;
use tacklebox_engine::projects;
use tacklebox_engine::settings;

use super::change::{self, Diff};
use crate::Outcome;
use crate::args::{DryRun, Projects};
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::table::{Cell, Table};
use crate::resolve;
use crate::session::Session;

/// A plan for one agent.
type Make<'a> = dyn Fn(&Inventory) -> Result<Plan, OpError> + 'a;

/// A row of `hooks projects list --json`.
#[derive(Serialize)]
struct Row {
    agent: AgentId,
    #[serde(flatten)]
    project: ProjectView,
}

pub fn run(session: &Session, output: &mut Output, projects: Projects) -> Result<Outcome, Failure> {
    let machine = &session.machine;
    let edit = |output: &mut Output, inventory: &Inventory, dry: DryRun, make: &Make<'_>| {
        let file = projects::file(machine);
        change::edit(session, output, inventory, &file, Diff::Hidden, dry.into(), make)
    };
    match projects {
        Projects::List => list(session, output),
        Projects::Add { folder, dry } => {
            // As every other path that is typed: a relative one begins where the command is typed.
            let typed = folder.to_string_lossy().into_owned();
            let whole = match typed.starts_with('~') {
                true => typed,
                false => whole(&folder),
            };
            let takes = |id: AgentId| id.dialect().projects.is_some();
            let inventory = resolve::agent_that(session, " with project folders", takes)?;
            edit(output, &inventory, dry, &|one| settings::add_project(machine, one, &whole))
        }
        Projects::Remove { folder, dry } => {
            let (inventory, id) = listed(session, &folder)?;
            edit(output, &inventory, dry, &|one| {
                settings::remove_project(machine, one.agent(), &id)
            })
        }
    }
}

fn whole(folder: &Path) -> String {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    files::plain(&whole).to_string_lossy().into_owned()
}

fn views(session: &Session) -> Vec<(Agent, Vec<ProjectView>)> {
    let of = |agent: Agent| {
        let views = overview::project_folders(&session.machine, &agent)?;
        Some((agent, views))
    };
    session.located().into_iter().filter_map(of).collect()
}

/// Which agent lists a folder, and by which id.
fn listed(session: &Session, folder: &str) -> Result<(Inventory, String), Failure> {
    let machine = &session.machine;
    let typed = machine.show(Path::new(&whole(&machine.expand(folder))));
    for (agent, views) in views(session) {
        if let Some(view) = views.iter().find(|view| view.id == folder || view.folder == typed) {
            return Ok((session.scan(agent.id()), view.id.clone()));
        }
    }
    Err(Failure::new(Code::NotFound, format!("{typed} is not in the list of project folders."))
        .hint("`tacklebox hooks projects list` shows them."))
}

fn list(session: &Session, output: &mut Output) -> Result<Outcome, Failure> {
    let mut rows = Vec::new();
    let mut table = Table::new(&["FOLDER", "AGENT"]);
    for (agent, views) in views(session) {
        for project in views {
            table.row(vec![Cell::name(&project.folder), Cell::new(agent.dialect.title)]);
            if let Some(problem) = &project.problem {
                table.below(problem);
            }
            rows.push(Row { agent: agent.id(), project });
        }
    }
    if output.json {
        output.document(&rows)?;
        return Ok(Outcome::Done);
    }
    let none = "No project folder is listed. `tacklebox hooks projects add FOLDER` lists one.\n";
    output.text(table.text(session.paint, none))?;
    Ok(Outcome::Done)
}
