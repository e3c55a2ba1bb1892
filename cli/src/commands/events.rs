//! `events`

use tacklebox_engine::agent::Agent;
use tacklebox_engine::dialect::Dialect;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::moment::EventRow;

use crate::Outcome;
use crate::failure::Failure;
use crate::output::Output;
use crate::print::BOLD;
use crate::print::table::{Cell, Table};
use crate::session::Session;

/// The events of the agent that was named, else of all five, by the version in force: whether an agent is on this
/// computer does not matter.
pub fn run(session: &Session, output: &mut Output) -> Result<Outcome, Failure> {
    let agents = session.agent.map_or(AgentId::all().to_vec(), |agent| vec![agent]);
    let by = |agent| Agent::locate(&session.machine, agent, &session.options).dialect;
    let dialects = agents.into_iter().map(by);
    if output.json {
        let rows: Vec<EventRow> = dialects.flat_map(Dialect::events).collect();
        output.document(&rows)?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    for dialect in dialects {
        text.push_str(&format!("{}\n", session.paint.on(BOLD, dialect.title)));
        let mut table = Table::new(&["EVENT", "MOMENT", "MAY CHANGE", "WHEN"]);
        for row in dialect.events() {
            table.row(vec![
                Cell::new(row.key),
                Cell::new(row.moment.unwrap_or_default()),
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
