//! `config`: one agent's config, edited in place.

use serde::Serialize;
use serde_json::Value;
use tacklebox_engine::backups;
use tacklebox_engine::config::ConfigPath;
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::ops::{self, OpError};

use super::change::{self, Diff};
use crate::Outcome;
use crate::args::Config;
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::{DIM, clean, clean_lines};
use crate::resolve;
use crate::session::Session;

#[derive(Serialize)]
struct Got<'a> {
    path: &'a str,
    value: &'a Value,
    file: String,
}

#[derive(Serialize)]
struct Place {
    file: String,
    exists: bool,
}

pub fn run(session: &Session, output: &mut Output, config: Config) -> Result<Outcome, Failure> {
    let inventory = resolve::agent(session)?;
    let file = inventory.agent().config.path.clone();
    match config {
        Config::Get { path } => get(session, output, &inventory, &path),
        Config::Set { path, value, how } => {
            change::edit(session, output, &inventory, &file, Diff::Shown, how.into(), |inventory| {
                ops::set_config(&session.machine, inventory, &path, Some(&value), how.others())
            })
        }
        Config::Unset { path, how } => {
            change::edit(session, output, &inventory, &file, Diff::Shown, how.into(), |inventory| {
                ops::set_config(&session.machine, inventory, &path, None, how.others())
            })
        }
        Config::File => {
            let place = Place {
                file: file.to_string_lossy().into_owned(),
                exists: inventory.agent().config.text.is_some(),
            };
            if output.json {
                output.document(&place)?;
            } else {
                output.text(format!("{}\n", place.file))?;
            }
            Ok(Outcome::Done)
        }
        Config::Backups => list(session, output, &inventory),
        Config::Restore { id, how } => {
            change::edit(session, output, &inventory, &file, Diff::Shown, how.into(), |inventory| {
                backups::plan_restore(&session.machine, inventory, &id, how.others())
            })
        }
    }
}

fn list(session: &Session, output: &mut Output, inventory: &Inventory) -> Result<Outcome, Failure> {
    let list = backups::list(&session.machine, inventory.agent());
    if output.json {
        output.document(&list)?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    for backup in &list {
        let now = if backup.current { " (as it is now)" } else { "" };
        text.push_str(&format!("{}  {}{now}\n", clean(&backup.id), clean(&backup.at)));
        let line = format!("  {}, before: {}", size(backup.bytes), clean(&backup.summary));
        text.push_str(&format!("{}\n", session.paint.on(DIM, &line)));
    }
    if list.is_empty() {
        let file = session.machine.show(&inventory.agent().config.path);
        text = format!("No earlier version of {} is kept yet.\n", clean(&file));
    }
    output.text(text)?;
    Ok(Outcome::Done)
}

fn size(bytes: u64) -> String {
    if bytes == 1 { "1 byte".into() } else { format!("{bytes} bytes") }
}

fn get(
    session: &Session,
    output: &mut Output,
    inventory: &Inventory,
    path: &str,
) -> Result<Outcome, Failure> {
    let config = &inventory.agent().config;
    if let Some(problem) = config.problems.first().filter(|_| config.unparsable) {
        let error = OpError::Unreadable { path: config.path.clone(), message: problem.to_string() };
        return Err(error.into());
    }
    let parsed: ConfigPath = path.parse().map_err(|_| OpError::BadPath(path.to_owned()))?;
    let file = config.path.to_string_lossy().into_owned();
    let Some(value) = parsed.get(&config.value) else {
        let file = session.machine.show(&config.path);
        return Err(Failure::new(Code::NotFound, format!("Nothing is set at {path} in {file}.")));
    };
    if output.json {
        output.document(&Got { path, value, file })?;
        return Ok(Outcome::Done);
    }
    let text = match value {
        Value::String(text) => clean_lines(text),
        // A value of JSON can always be written as one.
        other => clean_lines(&serde_json::to_string_pretty(other).unwrap_or_default()),
    };
    output.text(format!("{text}\n"))?;
    Ok(Outcome::Done)
}
