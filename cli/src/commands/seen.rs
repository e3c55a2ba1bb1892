//! `hooks seen`

use tacklebox_engine::seen::{self, Seen};

use crate::Outcome;
use crate::failure::Failure;
use crate::output::Output;
use crate::print::table::{Cell, Table};
use crate::session::Session;

/// The moments that Roll call heard, of the agent that was named or of all.
pub fn run(session: &Session, output: &mut Output) -> Result<Outcome, Failure> {
    let heard: Vec<Seen> = match session.agent {
        Some(agent) => seen::of(&session.machine, agent),
        None => seen::list(&session.machine),
    };
    if output.json {
        output.document(&heard)?;
        return Ok(Outcome::Done);
    }
    if heard.is_empty() {
        output.text(
            "Nothing was heard yet. `tacklebox hooks install roll-call` lets Tacklebox hear which moments an agent sends.\n",
        )?;
        return Ok(Outcome::Done);
    }
    let mut table = Table::new(&["AGENT", "MOMENT", "LAST", "TIMES", "CAME WITH IT"]);
    for seen in &heard {
        table.row(vec![
            Cell::new(seen.agent.dialect().title),
            Cell::new(&seen.key),
            Cell::new(&seen.last),
            Cell::new(&seen.count.to_string()),
            Cell::new(&seen.fields.join(", ")),
        ]);
    }
    let mut text = String::new();
    table.write(&mut text, session.paint, "");
    output.text(text)?;
    Ok(Outcome::Done)
}
