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

/// A window that is being drawn needs the processor.
#[test]
fn no_program_is_started_until_the_desk_asks_around_and_then_once() -> Result<(), Error> {
    use std::os::unix::fs::PermissionsExt as _;
    let home = tempfile::tempdir()?;
    let (shell, asked) = (home.path().join("shell"), home.path().join("asked"));
    write(&shell, &format!("#!/bin/sh\necho asked >> {}\nexec /bin/sh \"$@\"\n", asked.display()))?;
    fs::set_permissions(&shell, fs::Permissions::from_mode(0o755))?;
    let env = [("PATH", "/usr/bin:/bin"), ("SHELL", shell.to_str().ok_or("a path as text")?)];
    let env = env.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let machine = Machine::new(Platform::Linux, home.path(), env.into());
    let (send, events) = channel();
    let options = Options::documented();
    let desk = Desk::open(machine, options, move |event| drop(send.send(event)));
    assert!(desk.overview().machine.checking);
    std::thread::sleep(Duration::from_millis(300));
    assert!(!asked.exists(), "a login shell was started");

    desk.ask_around();
    desk.ask_around();
    while !matches!(events.recv_timeout(PATIENCE)?, Event::Machine(_)) {}
    assert!(!desk.overview().machine.checking);
    assert_eq!(fs::read_to_string(&asked)?, "asked\n");
    Ok(())
}
