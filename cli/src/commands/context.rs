//! `context list|get|set`: the files that an agent hands to its model.

use std::io::Read;

use serde::Serialize;
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

/// Longer than any text that is saved.
const LONGEST: u64 = 1024 * 1024;

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
            let mut bytes = Vec::new();
            std::io::stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| {
                Failure::new(Code::BadValue, format!("The text could not be read: {error}."))
            })?;
            let text = String::from_utf8(bytes)
                .map_err(|_| Failure::new(Code::BadValue, "The text is not UTF-8."))?;
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
    let mut all = session.all().into_iter();
    let wanted = |inventory: &Inventory| {
        let agent = inventory.agent();
        session.agent.is_none_or(|id| id == agent.id())
            && agent.dialect.context_files.iter().any(|file| file.name == name)
    };
    all.find(wanted).ok_or_else(|| {
        Failure::new(Code::NotFound, format!("No agent has a context file named {name}."))
            .hint("`tacklebox context list` names them.")
    })
}

fn list(session: &Session, output: &mut Output) -> Result<Outcome, Failure> {
    let mut rows = Vec::new();
    let mut table = Table::new(&["NAME", "AGENT", "BYTES", "WHAT IT IS FOR"]);
    for inventory in session.all() {
        let agent = inventory.agent();
        if session.agent.is_some_and(|id| id != agent.id()) {
            continue;
        }
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
    let mut text = String::new();
    if rows.is_empty() {
        text.push_str("This agent has no such files.\n");
    } else {
        table.write(&mut text, session.paint, "");
    }
    output.text(text)?;
    Ok(Outcome::Done)
}
