//! Hooks tried out.

use super::real::{ended, real, wish};
use super::*;
use tacklebox_engine::agent::Options;
use tacklebox_engine::desk::TryRequest;
use tacklebox_testing::hooks::as_listed;

#[test]
fn a_try_asks_first_then_is_followed_to_its_end() -> Result<(), Error> {
    use tacklebox_desk::Sign;
    use tacklebox_engine::desk::TryStart;
    let manifest = "+++\nname = \"flag\"\nevents = [\"BeforeToolCall\"]\ncommand = \"sh ./run.sh\"\n+++\n\n# Add safety flag\n";
    let script = r#"test -e ../../wait && exec sleep 300
echo '{"action":"modify","data":{"command":"set -e; ls -la"}}'"#;
    let home = tempfile::tempdir()?;
    write(&home.path().join(".moltis/hooks/flag/HOOK.md"), manifest)?;
    write(&home.path().join(".moltis/hooks/flag/run.sh"), script)?;
    let (desk, events) = real(&home, "/usr/bin:/bin", Options::documented());

    let moments = desk.try_moments(AgentId::Moltis)?;
    let moment = moments.iter().find(|moment| moment.key == "BeforeToolCall").ok_or("no moment")?;
    assert_eq!(moment.hooks[0].title, "Add safety flag");
    let mut wish = TryRequest { data: "{".to_owned(), ..wish(AgentId::Moltis, &moment.key) };
    assert_eq!(desk.try_it(wish.clone()).map_err(|error| error.code), Err(Code::BadData));
    wish.data = moment.sample.clone();
    let TryStart::Confirm { sentences, .. } = desk.try_it(wish.clone())? else {
        return Err("a stranger's hook ran at once".into());
    };
    assert!(sentences[0].starts_with("Add safety flag was not installed"));
    wish.confirmed = true;
    let TryStart::Started { run } = desk.try_it(wish.clone())? else {
        return Err("asks twice".into());
    };
    let mut tags = Vec::new();
    let done = loop {
        if let Event::Try(state) = events.recv_timeout(PATIENCE)? {
            assert_eq!(state.run, run);
            tags.push(state.rows[0].tag.clone());
            if let Some(result) = state.result.clone() {
                break (state, result);
            }
        }
    };
    assert_eq!(tags, ["Waiting", "Running", "Done", "Changed it"]);
    let (state, result) = done;
    assert_eq!(state.rows[0].sentence, "arguments.command");
    assert!(
        result.diff.iter().any(|line| line.sign == Sign::Added && line.text.contains("set -e"))
    );
    assert!(desk.activity()[0].summary.starts_with("Tried Add safety flag"));
    // What was read once is not asked again. A window that is closed meanwhile asks, and ends it.
    write(&home.path().join(".moltis/wait"), "")?;
    wish.confirmed = false;
    assert!(matches!(desk.try_it(wish)?, TryStart::Started { .. }));
    assert_eq!(desk.work_in_progress(), ["Trying a hook"]);
    desk.stop_jobs();
    assert!(desk.work_in_progress().is_empty());
    Ok(())
}

#[test]
fn a_try_of_a_plugin_event_asks_every_plugin_and_shows_what_each_does() -> Result<(), Error> {
    use tacklebox_engine::desk::TryStart;
    let home = tempfile::tempdir()?;
    let plugin = |id: &str, body: &str| {
        let file = home.path().join(format!(".openclaw/extensions/{id}/index.ts"));
        write(&file, &format!("export default (api) => {{ {body} }};\n"))
    };
    plugin("asked", "api.registerHook({ event: 'session-end', handler: () => {} });")?;
    plugin("off", "throw new Error('it ran');")?;
    plugin(
        "two",
        "for (const priority of [5, -5]) api.registerHook({ event: 'session-start', priority, handler: () => console.log('place', priority) });",
    )?;
    write(&home.path().join(".openclaw/extensions/torn/readme.md"), "")?;
    let config = "{plugins: {entries: {off: {enabled: false}, torn: {enabled: false}}}}";
    write(&home.path().join(".openclaw/openclaw.json"), config)?;
    let (desk, events) = real(&home, env!("PATH"), Options::documented());

    let moments = desk.try_moments(AgentId::Openclaw)?;
    let hooks = |key: &str| moments.iter().find(|it| it.key == key).map(|it| it.hooks.clone());
    assert_eq!(hooks("command:new"), Some(Vec::new()));
    let hooks = hooks("session-start").ok_or("no moment")?;
    let told: Vec<_> = hooks
        .iter()
        .map(|hook| (&*hook.id, &*hook.title, hook.left_out.is_some(), hook.blocked.is_some()))
        .collect();
    assert_eq!(
        told,
        [
            ("openclaw/plugin/asked", "asked", false, false),
            ("openclaw/plugin/off", "off", true, false),
            ("openclaw/plugin/torn", "torn", true, true),
            ("openclaw/plugin/two", "two", false, false),
        ]
    );
    let mut wish = TryRequest {
        hook: Some("openclaw/plugin/off".to_owned()),
        ..wish(AgentId::Openclaw, "session-start")
    };
    let TryStart::Confirm { title, sentences } = desk.try_it(wish.clone())? else {
        return Err("a stranger's plugin ran at once".into());
    };
    assert_eq!(title, "Run off?");
    assert!(sentences[0].starts_with("off was not installed"), "{sentences:?}");
    assert_eq!(
        sentences[1],
        "OpenClaw itself does not load off (disabled in config). Trying loads it this once and leaves it off."
    );
    wish.hook = None;
    wish.confirmed = true;
    desk.try_it(wish)?;
    let state = ended(&events)?;
    let rows: Vec<_> =
        state.rows.iter().map(|row| (&*row.title, &*row.tag, &*row.sentence)).collect();
    assert_eq!(
        rows,
        [
            ("two", "Ran", "place -5"),
            ("two", "Ran", "place 5"),
            ("asked", "Not called", "It does not listen to this event."),
        ]
    );
    // It has no hook for this event, and nobody else was asked for: refused, and no row waits.
    let mut wish = super::real::wish(AgentId::Openclaw, "session-start");
    wish.hook = Some("openclaw/plugin/asked".to_owned());
    wish.confirmed = true;
    desk.try_it(wish)?;
    let state = loop {
        if let Event::Try(state) = events.recv_timeout(PATIENCE)?
            && state.error.is_some()
        {
            break state;
        }
    };
    assert!(state.rows.is_empty(), "{:?}", state.rows);
    Ok(())
}

#[test]
fn a_try_says_what_todays_moltis_makes_of_the_answer() -> Result<(), Error> {
    let home = tempfile::tempdir()?;
    let answer = r#"{"action":"modify","data":{"tool":"bash","arguments":{"command":"pwd"}}}"#;
    let manifest = format!(
        "+++\nname = \"whole\"\nevents = [\"BeforeToolCall\"]\ncommand = \"\"\"echo '{answer}'\"\"\"\n+++\n"
    );
    write(&home.path().join(".moltis/hooks/whole/HOOK.md"), &manifest)?;
    let said = |version: &str| -> Result<String, Error> {
        let runtimes = [(AgentId::Moltis, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let (desk, events) = real(&home, "/usr/bin:/bin", options);
        let data = r#"{"tool": "bash", "arguments": {"command": "ls"}}"#.to_owned();
        let wish = wish(AgentId::Moltis, "BeforeToolCall");
        desk.try_it(TryRequest { data, confirmed: true, ..wish })?;
        let rows = ended(&events)?.rows;
        Ok(rows.last().ok_or("nobody was called")?.sentence.clone())
    };
    let sentence = said("2026-08-21")?;
    let changed =
        "arguments.command, arguments.tool, arguments.arguments. It answers with the tool";
    assert!(sentence.starts_with(changed), "{sentence}");
    // Its documentation wants the answer so.
    assert_eq!(said("documented")?, "arguments.command");
    Ok(())
}

/// In a box, what a hook writes is there to be looked at and kept, and gone when the box is emptied.
#[cfg(target_os = "linux")]
#[test]
fn what_is_written_in_the_box_is_shown_and_kept() -> Result<(), Error> {
    use tacklebox_desk::DeedKind;
    if !tacklebox_testing::kernel::has_walls() {
        return Ok(());
    }
    let home = tempfile::tempdir()?;
    let manifest = "+++\nname = \"writer\"\nevents = [\"SessionStart\"]\ncommand = \"echo kept > $MOLTIS_DATA_DIR/note.md; echo no > ~/left\"\n+++\n";
    write(&home.path().join(".moltis/hooks/writer/HOOK.md"), manifest)?;
    let (desk, events) = real(&home, "/usr/bin:/bin", Options::documented());
    assert!(desk.try_box().closed);
    desk.try_it(TryRequest {
        confirmed: true,
        boxed: true,
        ..wish(AgentId::Moltis, "SessionStart")
    })?;
    let state = ended(&events)?;
    let yours = state.result.as_ref().map(|result| result.yours.as_str());
    assert_eq!(yours, Some("Nothing of yours was changed."), "{state:?}");
    assert!(!home.path().join("left").exists() && !home.path().join(".moltis/note.md").exists());
    let deeds = &state.rows[0].deeds;
    let at = deeds.iter().position(|it| it.kind == DeedKind::Wrote).ok_or("nothing written")?;
    assert_eq!(deeds[at].subject, "~/.moltis/note.md");
    assert!(deeds.iter().any(|it| it.kind == DeedKind::RefusedFile && it.subject == "~/left"));
    let at = u32::try_from(at)?;
    assert_eq!(desk.try_show(state.run, 0, at)?, "kept\n");
    let to = tempfile::tempdir()?;
    let kept = desk.try_keep(state.run, 0, at, to.path())?;
    assert_eq!(std::fs::read_to_string(kept)?, "kept\n");
    desk.try_clear();
    assert!(desk.try_show(state.run, 0, at).is_err());
    Ok(())
}

#[cfg(target_os = "linux")]
#[test]
fn a_try_shows_beside_it_what_another_version_makes_of_it() -> Result<(), Error> {
    use tacklebox_engine::desk::TryStart;
    use tacklebox_engine::fire::DiffersIn;
    let home = tempfile::tempdir()?;
    let hook = |name: &str, priority: u32| {
        let text = format!(
            "+++\nname = \"{name}\"\nevents = [\"BeforeToolCall\"]\ncommand = \"true\"\npriority = {priority}\n+++\n"
        );
        write(&home.path().join(format!(".moltis/hooks/{name}/HOOK.md")), &text)
    };
    let [one, other] =
        as_listed(&home.path().join(".moltis/hooks"), ["first-letter", "second-letter"]);
    hook(one, 1)?;
    hook(other, 2)?;
    let (desk, events) = real(&home, "/usr/bin:/bin", Options::documented());
    let wish = TryRequest {
        confirmed: true,
        boxed: true,
        beside: Some("2026-08-21".to_owned()),
        ..wish(AgentId::Moltis, "BeforeToolCall")
    };
    for (other, code) in [
        (TryRequest { beside: Some("0.1".to_owned()), ..wish.clone() }, Code::Usage),
        (TryRequest { network: true, ..wish.clone() }, Code::CannotRun),
        (TryRequest { boxed: false, ..wish.clone() }, Code::CannotRun),
    ] {
        assert_eq!(desk.try_it(other).map_err(|error| error.code), Err(code));
    }
    if !tacklebox_testing::kernel::has_walls() {
        return Ok(());
    }
    assert!(matches!(desk.try_it(wish)?, TryStart::Started { .. }));
    let state = ended(&events)?;
    let beside = state.beside.ok_or("nothing is beside it")?;
    assert_eq!((&*beside.version, beside.error), ("2026-08-21", None));
    let order: Vec<_> = beside.rows.iter().map(|row| &*row.title).collect();
    assert_eq!(order, ["Checkpoints", one, other]);
    let told = beside.differences.iter().find(|one| one.what == DiffersIn::Order);
    let told = told.ok_or("the order is the same")?;
    assert_eq!(told.here, format!("{other} and {one}"));
    let tried = desk.activity();
    assert_eq!(tried.len(), 1, "the one beside it has no entry of its own");
    Ok(())
}

#[test]
fn what_the_person_ends_did_not_fail() -> Result<(), Error> {
    use tacklebox_engine::desk::TryStart;
    let manifest = "+++\nname = \"slow\"\nevents = [\"BeforeToolCall\"]\ncommand = \"sleep 300\"\ntimeout = 400\n+++\n";
    let home = tempfile::tempdir()?;
    write(&home.path().join(".moltis/hooks/slow/HOOK.md"), manifest)?;
    let (desk, events) = real(&home, "/usr/bin:/bin", Options::documented());
    let wish = wish(AgentId::Moltis, "BeforeToolCall");
    desk.try_it(wish.clone())?;
    let TryStart::Started { run } = desk.try_it(TryRequest { confirmed: true, ..wish })? else {
        return Err("asks twice".into());
    };
    let done = loop {
        if let Event::Try(state) = events.recv_timeout(PATIENCE)? {
            if state.rows[0].tag == "Running" {
                desk.cancel_try(run);
            }
            if state.result.is_some() {
                break state;
            }
        }
    };
    let row = &done.rows[0];
    assert_eq!((row.tag.as_str(), row.sentence.as_str()), ("Cancelled", "You ended it."));
    assert!(row.cancelled);
    let result = done.result.ok_or("no result")?;
    assert_eq!(result.sentence, "You ended it before it was done.");
    Ok(())
}

/// What came with Tacklebox runs without a question; what somebody changed of it does not.
#[test]
fn an_included_hook_that_was_changed_is_asked_about_as_changed() -> Result<(), Error> {
    use tacklebox_engine::desk::TryStart;
    let home = tempfile::tempdir()?;
    write(
        &home.path().join(".milady/milady.json"),
        "{ hooks: { internal: { enabled: true } } }\n",
    )?;
    let (desk, _events) = real(&home, "/usr/bin:/bin", Options::documented());
    let names = ["session-memory", "command-logger"];
    for name in names {
        desk.install_included(name, AgentId::Milady)?;
    }
    let asked = || -> Result<Vec<String>, Error> {
        match desk.try_it(wish(AgentId::Milady, "command:new"))? {
            TryStart::Confirm { sentences, .. } => Ok(sentences),
            TryStart::Started { .. } => Err("what was changed ran at once".into()),
        }
    };
    for (name, words) in names.into_iter().zip([
        "Session memory was changed after its installation. It runs as changed, ",
        "Session memory and Command logger were changed after their installation. They run as changed, ",
    ]) {
        let file = home.path().join(format!(".milady/hooks/{name}/handler.ts"));
        let text = fs::read_to_string(&file)?;
        write(&file, &format!("{text}// mine\n"))?;
        desk.refresh();
        let sentences = asked()?;
        assert!(sentences[0].starts_with(words), "{sentences:?}");
    }
    Ok(())
}
