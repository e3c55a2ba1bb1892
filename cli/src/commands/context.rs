//! `context list|get|set`: the files that an agent hands to its model.

use serde::Serialize;
use tacklebox_engine::agent::Agent;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::settings;

use super::change::{self, Diff};
use crate::Outcome;
use crate::args::Context;
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::DIM;
use crate::print::table::{Cell, Table};
use crate::session::Session;

/// A row of `context list --json`.
#[derive(Serialize)]
struct Row {
    agent: AgentId,
    name: String,
    path: String,
    exists: bool,
    bytes: u64,
    purpose: String,
}

#[derive(Serialize)]
struct Text {
    name: String,
    text: String,
}

pub fn run(session: &Session, output: &mut Output, context: Context) -> Result<Outcome, Failure> {
    match context {
        Context::List => list(session, output),
        Context::Get { name } => {
            let text = settings::read_context(&session.machine, &agent(session, &name)?, &name)?;
            if output.json {
                output.document(&Text { name: text.name, text: text.text })?;
            } else {
                output.text(text.text)?;
            }
            Ok(Outcome::Done)
        }
        Context::Set { name, dry } => {
            let inventory = agent(session, &name)?;
            let bad = |why: &str| Failure::new(Code::BadValue, format!("The text {why}."));
            let text = change::stdin_text(bad)?;
            let file = inventory.agent().home.join(&name);
            let machine = &session.machine;
            change::edit(session, output, &inventory, &file, Diff::Shown, dry.into(), |inventory| {
                let now = settings::read_context(machine, inventory, &name)?;
                settings::save_context(inventory, &name, &text, &now.stamp)
            })
        }
    }
}

/// The agent that has such files: the chosen one, else the first that knows this name.
fn agent(session: &Session, name: &str) -> Result<Inventory, Failure> {
    let knows = |id: &AgentId| id.dialect().context_files.iter().any(|file| file.name == name);
    let found = agents(session).find(knows);
    found.map(|id| session.scan(id)).ok_or_else(|| {
        let who = session.agent.map_or("No agent".to_owned(), |id| id.dialect().title.to_owned());
        let no = if session.agent.is_some() { "no" } else { "a" };
        Failure::new(Code::NotFound, format!("{who} has {no} context file named {name}."))
            .hint("`tacklebox context list` names them.")
    })
}

/// The agent that was named, else all.
fn agents(session: &Session) -> impl Iterator<Item = AgentId> {
    let named = session.agent;
    AgentId::all().iter().copied().filter(move |id| named.is_none_or(|named| named == *id))
}

fn list(session: &Session, output: &mut Output) -> Result<Outcome, Failure> {
    let mut rows = Vec::new();
    let mut table = Table::new(&["NAME", "AGENT", "BYTES", "WHAT IT IS FOR"]);
    for id in agents(session).filter(|id| !id.dialect().context_files.is_empty()) {
        let agent = Agent::locate(&session.machine, id, &session.options);
        for file in agent.dialect.context_files {
            let path = agent.home.join(file.name);
            let meta = std::fs::metadata(&path).ok();
            let bytes = meta.as_ref().map_or(0, std::fs::Metadata::len);
            table.row(vec![
                Cell::new(file.name),
                Cell::new(agent.dialect.title),
                Cell::new(&meta.as_ref().map_or("absent".to_owned(), |_| bytes.to_string())),
                Cell::styled(file.purpose, DIM),
            ]);
            rows.push(Row {
                agent: agent.id(),
                name: file.name.to_owned(),
                path: path.to_string_lossy().into_owned(),
                exists: meta.is_some(),
                bytes,
                purpose: file.purpose.to_owned(),
            });
        }
    }
    if output.json {
        output.document(&rows)?;
        return Ok(Outcome::Done);
    }
    output.text(table.text(session.paint, "This agent has no such files.\n"))?;
    Ok(Outcome::Done)
}
