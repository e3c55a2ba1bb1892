//! Files that an agent hands to the model (Moltis: `BOOT.md`, `TOOLS.md`, `AGENTS.md` of its data
//! folder; rules R-5): listed, read, saved.

use std::path::PathBuf;

use serde::Serialize;

use crate::ops::OpError;
use crate::plan::{Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::Syntax;
use tacklebox_agents::dialect;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::files::{self, FileError};
use tacklebox_machine::machine::Machine;

/// The largest context file that is read or saved, in bytes.
const MAX_BYTES: u64 = 256 * 1024;

/// One of an agent's context files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ContextFile {
    pub name: String,
    /// What it is for.
    pub purpose: String,
    /// With `~`.
    pub path: String,
    /// "2.1 kB", "Empty: not handed over", "Not there: nothing is handed over"
    pub status: String,
    /// It is handed to the model.
    pub used: bool,
}

/// The text of a context file, with the mark by which a later save sees whether it is still that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ContextText {
    pub name: String,
    pub purpose: String,
    pub path: String,
    pub text: String,
    pub stamp: String,
    /// A text to start from, as long as there is none.
    pub starter: Option<String>,
}

fn path(agent: &Agent, file: &dialect::ContextFile) -> PathBuf {
    agent.home.join(file.name)
}

pub(super) fn list(machine: &Machine, agent: &Agent) -> Vec<ContextFile> {
    let view = |file: &dialect::ContextFile| {
        let path = path(agent, file);
        let (status, used) = match files::read(&path, MAX_BYTES) {
            Ok((None, _)) => ("Missing, so nothing is handed over".to_owned(), false),
            Ok((Some(bytes), _)) if bytes.iter().all(u8::is_ascii_whitespace) => {
                ("Empty, so nothing is handed over".to_owned(), false)
            }
            Ok((Some(bytes), _)) => (size(bytes.len()), true),
            Err(FileError::TooLarge { .. }) => ("Too large to be edited here".to_owned(), true),
            Err(error) => (error.to_string(), false),
        };
        ContextFile {
            name: file.name.to_owned(),
            purpose: file.purpose.to_owned(),
            path: machine.show(&path),
            status,
            used,
        }
    };
    agent.dialect.context_files.iter().map(view).collect()
}

fn size(bytes: usize) -> String {
    match bytes {
        1 => "1 byte".to_owned(),
        0..=999 => format!("{bytes} bytes"),
        _ => format!("{}.{} kB", bytes / 1000, bytes % 1000 / 100),
    }
}

fn find<'a>(agent: &'a Agent, name: &str) -> Result<&'a dialect::ContextFile, OpError> {
    let found = agent.dialect.context_files.iter().find(|file| file.name == name);
    found.ok_or_else(|| {
        OpError::Refused(format!("{} has no context file of this name.", agent.dialect.title))
    })
}

/// Reads a context file; one that is not there is an empty text.
///
/// # Errors
/// [`OpError`] where the agent has no such file, or it cannot be read as text of at most 256 KiB.
pub fn read_context(
    machine: &Machine,
    inventory: &Inventory,
    name: &str,
) -> Result<ContextText, OpError> {
    let agent = inventory.agent();
    let file = find(agent, name)?;
    let path = path(agent, file);
    let (bytes, stamp) = files::read(&path, MAX_BYTES)?;
    let text = String::from_utf8(bytes.unwrap_or_default()).map_err(|_| OpError::Unreadable {
        path: path.clone(),
        message: "it is not UTF-8 text.".into(),
    })?;
    Ok(ContextText {
        name: file.name.to_owned(),
        purpose: file.purpose.to_owned(),
        path: machine.show(&path),
        starter: text.trim().is_empty().then(|| file.starter.to_owned()),
        text,
        stamp: stamp.to_string(),
    })
}

/// Saves a context file, if it is still what it was when it was read (`stamp`).
///
/// # Errors
/// [`OpError::File`] where another program wrote to it in the meantime; a text of more than 256 KiB.
pub fn save_context(
    inventory: &Inventory,
    name: &str,
    text: &str,
    stamp: &str,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let file = find(agent, name)?;
    let path = path(agent, file);
    if text.len() as u64 > MAX_BYTES {
        return Err(OpError::Refused(format!(
            "{name} can hold 256 KiB here, and this text is longer. Nothing was changed."
        )));
    }
    let (before, now) = files::read(&path, MAX_BYTES)?;
    if now.to_string() != stamp {
        return Err(FileError::Changed { path }.into());
    }
    let before = before.and_then(|bytes| String::from_utf8(bytes).ok());
    let title = agent.dialect.title;
    let mut plan = Plan::new(
        agent.id(),
        format!("Save {name} of {title}"),
        format!("{name} of {title} was saved."),
    );
    // The syntax is for diffs alone, and Markdown is told by its name there.
    plan.steps.push(Step::Edit {
        path,
        syntax: Syntax::Toml,
        stamp: now,
        before,
        after: text.to_owned(),
    });
    plan.steps.retain(Step::changes);
    Ok(plan)
}
