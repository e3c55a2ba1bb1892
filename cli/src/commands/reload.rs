//! `hooks reload`

use serde::Serialize;
use tacklebox_engine::reload::{self, Told};

use crate::Outcome;
use crate::args::DryRun;
use crate::failure::Failure;
use crate::output::Output;
use crate::print::clean;
use crate::session::Session;

#[derive(Serialize)]
struct Reloaded {
    #[serde(flatten)]
    told: Told,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dry_run: bool,
}

pub fn run(session: &Session, output: &mut Output, dry: DryRun) -> Result<Outcome, Failure> {
    let dry_run = dry.dry_run;
    let mut all: Vec<Reloaded> = Vec::new();
    let mut text = String::new();
    for agent in session.located() {
        let told = match dry_run {
            true => reload::look(&session.machine, &agent),
            false => reload::tell(&session.machine, &agent)?,
        };
        let title = agent.dialect.title;
        text.push_str(&match &told.file {
            Some(file) if dry_run => {
                format!("{title} would be told through {}.\n", clean(&session.machine.show(file)))
            }
            _ => format!("{}\n", clean(&told.sentence())),
        });
        all.push(Reloaded { told, dry_run });
    }
    if output.json {
        output.document(&all)?;
    } else if all.is_empty() {
        output.text("No agent was found on this computer: there is nobody to tell.\n")?;
    } else {
        if dry_run {
            text.push_str("Nothing was changed: this was a dry run.\n");
        }
        output.text(text)?;
    }
    Ok(Outcome::Done)
}
