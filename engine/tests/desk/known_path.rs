//! The PATH of the login shell is known from the last time, and asked for again once the window is drawn. What is installed
//! afterwards is looked for whenever somebody comes back.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt as _;

use super::*;

const TOOL: &str = "---\nname: a\nmetadata: {\"milady\":{\"events\":[\"command:new\"],\"requires\":{\"bins\":[\"a-tool\"]}}}\n---\n";

fn program(path: &Path, text: &str) -> Result<(), Error> {
    write(path, text)?;
    Ok(fs::set_permissions(path, fs::Permissions::from_mode(0o755))?)
}

/// A login shell that finds programs in this folder of the home too, besides what was there.
fn shell(home: &Path, folder: &str) -> Result<(), Error> {
    let dir = home.join(folder);
    let text = format!("#!/bin/sh\nPATH='{}':$PATH\nshift 3\neval \"$1\"\n", dir.display());
    program(&home.join("shell"), &text)
}

const GREETS: &str =
    "---\nname: NAME\nmetadata: {\"milady\":{\"events\":[\"gateway:startup\"]}}\n---\n";

fn open(home: &Path) -> (Arc<Desk>, Receiver<Event>) {
    open_by(home, Options::documented())
}

fn machine(home: &Path) -> Machine {
    let shell = home.join("shell").display().to_string();
    let env = BTreeMap::from([
        ("PATH".to_owned(), "/usr/bin:/bin".to_owned()),
        ("SHELL".to_owned(), shell),
    ]);
    Machine::new(Platform::Linux, home, env)
}

fn open_by(home: &Path, options: Options) -> (Arc<Desk>, Receiver<Event>) {
    let (send, events) = channel();
    let desk = Desk::open(machine(home), options, move |event| drop(send.send(event)));
    (desk, events)
}

/// Whether programs are still being looked for, and what is known of the hook in the meantime.
fn seen(desk: &Desk) -> Result<(bool, State), Error> {
    let hook = desk.hook("milady/managed/a").map_err(|failure| failure.message)?;
    Ok((desk.overview().machine.checking, hook.hook.state))
}

fn until_told(events: &Receiver<Event>) -> Result<(), Error> {
    while !matches!(events.recv_timeout(PATIENCE)?, Event::Machine(_)) {}
    Ok(())
}

#[test]
fn a_hook_whose_program_only_the_login_shell_finds_is_ready_at_once_the_next_time()
-> Result<(), Error> {
    let home = tempfile::tempdir()?;
    let home = home.path();
    write(&home.join(".milady/hooks/a/HOOK.md"), TOOL)?;
    write(&home.join(".milady/hooks/a/handler.ts"), "export default () => {}\n")?;
    program(&home.join("tools/a-tool"), "#!/bin/sh\n")?;
    shell(home, "tools")?;

    let (desk, events) = open(home);
    assert_eq!(seen(&desk)?, (true, State::NeedsSetup));
    desk.follow();
    until_told(&events)?;
    assert_eq!(seen(&desk)?, (false, State::Ready));
    assert_eq!(seen(&open(home).0)?, (false, State::Ready), "nothing is asked before it is known");

    // The program went: the folders are known, what is in them is looked up.
    fs::remove_file(home.join("tools/a-tool"))?;
    assert_eq!(seen(&open(home).0)?, (false, State::NeedsSetup));

    // The shell says another PATH today.
    program(&home.join("other/a-tool"), "#!/bin/sh\n")?;
    shell(home, "other")?;
    let (desk, events) = open(home);
    assert_eq!(seen(&desk)?, (false, State::NeedsSetup));
    desk.follow();
    until_told(&events)?;
    assert_eq!(seen(&desk)?, (false, State::Ready));
    Ok(())
}

#[test]
fn a_shell_that_says_what_is_known_tells_nothing_and_then_agents_are_asked() -> Result<(), Error> {
    let home = tempfile::tempdir()?;
    shell(home.path(), "tools")?;
    // Asked here, not by another desk: that one would ask the agent, too, as soon as it is there.
    assert!(tacklebox_machine::login_path::read(&machine(home.path())).is_some());

    // Found only where the login shell looks; it is asked after the shell.
    program(&home.path().join("tools/moltis"), "#!/bin/sh\necho moltis 20260311.01\n")?;
    let (desk, events) = open(home.path());
    desk.follow();
    loop {
        match events.recv_timeout(PATIENCE)? {
            Event::Inventory(changed) if changed.agent.runtime.found.is_some() => return Ok(()),
            Event::Machine(_) => return Err("the PATH was told again".into()),
            _ => {}
        }
    }
}

/// All that a start tells has come: PATH, and each agent as it was when files began to be watched.
fn until_watched(events: &Receiver<Event>) -> Result<(), Error> {
    let (mut path, mut agents) = (false, BTreeSet::new());
    while !path || agents.len() < AgentId::all().len() {
        match events.recv_timeout(PATIENCE)? {
            Event::Machine(_) => path = true,
            Event::Inventory(changed) => drop(agents.insert(changed.agent.agent)),
            _ => {}
        }
    }
    Ok(())
}

#[test]
fn what_was_installed_elsewhere_is_found_when_somebody_comes_back() -> Result<(), Error> {
    let home = tempfile::tempdir()?;
    let home = home.path();
    write(&home.join(".milady/hooks/a/HOOK.md"), TOOL)?;
    write(&home.join(".milady/hooks/a/handler.ts"), "export default () => {}\n")?;
    write(&home.join(".milady/hooks/b/HOOK.md"), &GREETS.replace("NAME", "b"))?;
    // Outside of every folder that is watched.
    write(&home.join(".milady/hooks/b/handler.ts"), "export { default } from '../../own/b.ts'\n")?;
    shell(home, "tools")?;
    let milady = [(AgentId::Milady, "2026-03-01".to_owned())];
    let options = Options { runtimes: milady.into(), ..Options::default() };
    let (desk, events) = open_by(home, options);
    desk.look_again();
    assert!(events.try_recv().is_err(), "nobody has come back yet");
    desk.follow();
    until_watched(&events)?;
    let states = || -> Result<_, Error> {
        let state = |id| desk.hook(id).map(|it| it.hook.state).map_err(|failure| failure.message);
        Ok((state("milady/managed/a")?, state("milady/managed/b")?))
    };
    assert_eq!(states()?, (State::NeedsSetup, State::Broken));

    program(&home.join("tools/a-tool"), "#!/bin/sh\n")?;
    write(&home.join(".milady/own/b.ts"), "export default () => {}\n")?;
    desk.look_again();
    assert_eq!(states()?, (State::NotCalled, State::Ready));
    let Event::Inventory(told) = events.try_recv()? else { return Err("not told".into()) };
    let told: BTreeSet<_> = told.upserted.iter().map(|hook| hook.name.as_str()).collect();
    assert_eq!(told, BTreeSet::from(["a", "b"]));
    assert!(events.try_recv().is_err(), "one agent changed");

    desk.look_again();
    assert!(events.try_recv().is_err(), "nothing changed");
    Ok(())
}
