//! `hooks reload`

use tacklebox_engine::reload::{self, Told};

use crate::Outcome;
use crate::failure::Failure;
use crate::output::Output;
use crate::print::clean;
use crate::session::Session;

pub fn run(session: &Session, output: &mut Output) -> Result<Outcome, Failure> {
    let mut all: Vec<Told> = Vec::new();
    let mut text = String::new();
    for inventory in session.chosen() {
        let agent = inventory.agent();
        let told = reload::tell(&session.machine, agent)?;
        text.push_str(&match &told.hint {
            Some(hint) => format!("{}.\n", clean(hint)),
            None => {
                format!("{} was told: if it runs, it reads its hooks again.\n", agent.dialect.title)
            }
        });
        all.push(told);
    }
    if output.json {
        output.document(&all)?;
    } else if all.is_empty() {
        output.text("No agent was found on this computer: there is nobody to tell.\n")?;
    } else {
        output.text(text)?;
    }
    Ok(Outcome::Done)
}
