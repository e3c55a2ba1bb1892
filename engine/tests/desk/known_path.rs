//! The PATH of the login shell is known from the last time, and asked for again once the window is drawn.

#![cfg(unix)]

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

fn open(home: &Path) -> (Arc<Desk>, Receiver<Event>) {
    let shell = home.join("shell").display().to_string();
    let env = BTreeMap::from([
        ("PATH".to_owned(), "/usr/bin:/bin".to_owned()),
        ("SHELL".to_owned(), shell),
    ]);
    let machine = Machine::new(Platform::Linux, home, env);
    let (send, events) = channel();
    let desk = Desk::open(machine, Options::documented(), move |event| drop(send.send(event)));
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
    let (desk, events) = open(home.path());
    desk.follow();
    until_told(&events)?;

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
