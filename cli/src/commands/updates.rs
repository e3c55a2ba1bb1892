//! `updates`: whether there is a newer Tacklebox, from the address that a person set.

use serde::Serialize;
use tacklebox_engine::settings;
use tacklebox_engine::updates;
use tokio_util::sync::CancellationToken;

use crate::Outcome;
use crate::failure::Failure;
use crate::output::Output;
use crate::print::clean;
use crate::session::Session;
use crate::wait;

#[derive(Serialize)]
struct Set {
    from: Option<String>,
}

#[derive(Serialize)]
struct Told {
    from: String,
    newer: bool,
    version: String,
    url: String,
    notes: Option<String>,
}

pub fn run(session: &Session, output: &mut Output, set: Option<&str>) -> Result<Outcome, Failure> {
    match set {
        Some(address) => keep(session, output, address),
        None => look(session, output),
    }
}

fn keep(session: &Session, output: &mut Output, address: &str) -> Result<Outcome, Failure> {
    settings::set_updates_from(&session.machine, address)?;
    let from = settings::updates_from(&session.machine);
    if output.json {
        output.document(&Set { from })?;
        return Ok(Outcome::Done);
    }
    output.text(match from {
        Some(from) => format!("`tacklebox updates` asks {} from now on.\n", clean(&from)),
        None => "Nobody is asked from now on.\n".to_owned(),
    })?;
    Ok(Outcome::Done)
}

fn look(session: &Session, output: &mut Output) -> Result<Outcome, Failure> {
    let from = settings::updates_from(&session.machine).ok_or_else(|| {
        settings::nobody_to_ask().command("`tacklebox updates --set URL` sets one.")
    })?;
    let work = updates::newest(&session.machine, &from);
    let release = wait::until_done(&CancellationToken::new(), work)??;
    let (newer, sentence) = settings::is_newer(&release.version)?;
    if output.json {
        let (version, url, notes) = (release.version, release.url, release.notes);
        output.document(&Told { from, newer, version, url, notes })?;
        return Ok(Outcome::Done);
    }
    let mut text = format!("{}\n", clean(&sentence));
    if newer {
        for line in release.notes.iter().flat_map(|notes| notes.lines()) {
            text.push_str(&format!("  {}\n", clean(line)));
        }
        text.push_str(&format!("Get it at {}\n", clean(&release.url)));
    }
    output.text(text)?;
    Ok(Outcome::Done)
}
