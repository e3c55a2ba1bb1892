//! `events`

use tacklebox_engine::hook::AgentId;
use tacklebox_engine::moment::{self, EventRow};

use crate::Outcome;
use crate::failure::Failure;
use crate::output::Output;
use crate::print::BOLD;
use crate::print::table::{Cell, Table};
use crate::session::Session;

/// The events of the agent that was named, else of all five: what they are does not depend on this
/// computer.
pub fn run(session: &Session, output: &mut Output) -> Result<Outcome, Failure> {
    let agents = session.agent.map_or(AgentId::all().to_vec(), |agent| vec![agent]);
    if output.json {
        let rows: Vec<EventRow> = agents.into_iter().flat_map(moment::events).collect();
        output.document(&rows)?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    for agent in agents {
        text.push_str(&format!("{}\n", session.paint.on(BOLD, agent.dialect().title)));
        let mut table = Table::new(&["EVENT", "MOMENT", "MAY CHANGE", "WHEN"]);
        for row in moment::events(agent) {
            table.row(vec![
                Cell::new(row.key),
                Cell::new(row.moment),
                Cell::new(if row.modifying { "yes" } else { "" }),
                Cell::new(&row.sentence),
            ]);
        }
        table.write(&mut text, session.paint, "  ");
        text.push('\n');
    }
    output.text(text)?;
    Ok(Outcome::Done)
}
