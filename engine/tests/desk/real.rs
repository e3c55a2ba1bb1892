//! Tries with programs that really run.

use super::*;
use tacklebox_engine::agent::Options;
use tacklebox_engine::desk::{TryRequest, TryState};

/// A desk over programs that really run, found in these folders.
pub fn real(
    home: &tempfile::TempDir,
    path: &str,
    options: Options,
) -> (Arc<Desk>, Receiver<Event>) {
    let env = BTreeMap::from([("PATH".to_owned(), path.to_owned())]);
    let machine = Machine::new(Platform::Linux, home.path(), env);
    let (send, events) = channel();
    (Desk::start_with(machine, options, move |event| drop(send.send(event))), events)
}

/// An event for all hooks that listen, of which nobody agreed to anything.
pub fn wish(agent: AgentId, key: &str) -> TryRequest {
    TryRequest {
        agent,
        key: key.to_owned(),
        hook: None,
        data: "{}".to_owned(),
        confirmed: false,
        scratch: false,
        boxed: false,
        network: false,
        sentence: None,
        file: None,
        plugin: None,
        beside: None,
    }
}

/// A try, once it has ended.
pub fn ended(events: &Receiver<Event>) -> Result<TryState, Error> {
    loop {
        if let Event::Try(state) = events.recv_timeout(PATIENCE)?
            && state.result.is_some()
        {
            return Ok(*state);
        }
    }
}
