//! Whether an agent has an event, and which one was probably meant.

use super::OpError;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::EventKeys;
use tacklebox_agents::dialect::typed::typed_hook;
use tacklebox_agents::moment;
use tacklebox_machine::words;

/// # Errors
/// [`OpError::BadValue`] where the agent has no such event; the nearest one is in the hint.
pub(crate) fn check_event(agent: &Agent, event: &str) -> Result<(), OpError> {
    let known: Vec<&str> = agent.dialect.events_of_hooks().map(|row| row.key).collect();
    // Any action is legal where the events are open: `command:digest`.
    let open = match agent.dialect.keys {
        EventKeys::Open(types) => event.split_once(':').is_some_and(|(kind, action)| {
            types.contains(&kind)
                && !action.is_empty()
                && action.chars().all(|c| c.is_ascii_alphanumeric() || "-_:.".contains(c))
        }),
        EventKeys::Closed => false,
    };
    let near = moment::nearest(event, known.iter().copied());
    // An action one letter beside a known one is a slip of the pen, but for a command's own name.
    let slip = near.is_some_and(|near| near != event && !event.starts_with("command:"));
    if known.contains(&event) || (open && !slip) {
        return Ok(());
    }
    let shown: String = event.chars().filter(|c| !c.is_control()).take(60).collect();
    // The agent has it, and asks plugins alone.
    if agent.dialect.plugins.is_some() && typed_hook(&event.replace('-', "_")).is_some() {
        return Err(OpError::Refused(format!(
            "{} asks only plugins about {shown}: make one with `tacklebox plugins new NAME --event {}`.",
            agent.dialect.title,
            event.replace('-', "_")
        )));
    }
    let hint = match near {
        Some(near) => format!("Did you mean {near}?"),
        None => format!("There are {}.", words::all_of(known.iter().map(|k| (*k).to_owned()))),
    };
    Err(OpError::BadValue {
        message: format!("{} has no event {shown}.", agent.dialect.title),
        hint: Some(hint),
    })
}
