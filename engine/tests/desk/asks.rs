//! What is asked before a hook of a stranger is tried, and what is told where it could go wrong.

use super::real::{ended, real, wish};
use super::*;
use tacklebox_engine::desk::TryRequest;

/// A home with what strangers wrote, and its desk.
fn strangers(
    files: &[(&str, &str)],
) -> Result<(tempfile::TempDir, Arc<Desk>, Receiver<Event>), Error> {
    let home = tempfile::tempdir()?;
    for (path, text) in files {
        write(&home.path().join(path), text)?;
    }
    let runtimes =
        [(AgentId::Moltis, "documented".to_owned()), (AgentId::Openclaw, "2026.9.6".to_owned())];
    let options =
        tacklebox_engine::agent::Options { runtimes: runtimes.into(), ..Default::default() };
    let (desk, events) = real(&home, env!("PATH"), options);
    Ok((home, desk, events))
}

const STRANGER: [(&str, &str); 2] = [
    (
        ".moltis/hooks/own/HOOK.md",
        "+++\nname = \"own\"\nevents = [\"SessionStart\"]\ncommand = \"sh ./run.sh\"\n+++\n",
    ),
    (".moltis/hooks/own/run.sh", "echo one"),
];

/// Who agreed to a box has not agreed to run it for real, and who read one script not to another.
#[test]
fn a_yes_is_for_one_place_and_for_the_files_as_they_were() -> Result<(), Error> {
    use tacklebox_engine::desk::TryStart;
    let (home, desk, events) = strangers(&STRANGER)?;
    let is_asked = |wish: &TryRequest| -> Result<bool, Error> {
        Ok(match desk.try_it(wish.clone())? {
            TryStart::Confirm { .. } => true,
            TryStart::Started { .. } => ended(&events).map(|_| false)?,
        })
    };
    let real = wish(AgentId::Moltis, "SessionStart");
    let boxed = TryRequest { boxed: true, ..real.clone() };
    let network = TryRequest { network: true, ..boxed.clone() };
    let yes = |wish: &TryRequest| TryRequest { confirmed: true, ..wish.clone() };
    if tacklebox_testing::kernel::has_walls() {
        assert!(is_asked(&boxed)? && !is_asked(&yes(&boxed))? && !is_asked(&boxed)?);
        assert!(is_asked(&network)?, "a yes to a closed box was taken for the network");
        assert!(is_asked(&real)?, "a yes to a box was taken for all rights");
    }
    assert!(!is_asked(&yes(&real))? && !is_asked(&real)? && !is_asked(&network)?);
    let script = home.path().join(".moltis/hooks/own/run.sh");
    write(&script, "echo two")?;
    assert!(is_asked(&real)?, "a yes to one script was taken for another");
    write(&script, "echo three")?;
    assert!(is_asked(&yes(&real))?, "it changed while the person read");
    assert!(!is_asked(&yes(&real))?);
    // What it writes itself is not its code.
    write(&home.path().join(".moltis/hooks/own/state.json"), "{}")?;
    assert!(!is_asked(&real)?);
    Ok(())
}

/// What is typed over a stranger's hook is tried on a click. Nobody agrees by that to the hook as it is.
#[test]
fn a_hook_that_is_being_typed_agrees_to_nothing() -> Result<(), Error> {
    use tacklebox_engine::desk::TryStart;
    let (_home, desk, events) = strangers(&STRANGER)?;
    let form = desk.open_sentence(AgentId::Moltis, Some("moltis/managed/own"), None)?;
    let real = wish(AgentId::Moltis, "SessionStart");
    let typed = TryRequest { sentence: Some(form.sentence), confirmed: true, ..real.clone() };
    assert!(matches!(desk.try_it(typed)?, TryStart::Started { .. }));
    ended(&events)?;
    assert!(matches!(desk.try_it(real)?, TryStart::Confirm { .. }));
    Ok(())
}

/// The program is tried as it is typed, in a box; what is saved, and a yes for it, stay what they were.
#[test]
fn a_program_is_tried_as_it_is_typed() -> Result<(), Error> {
    use tacklebox_desk::TypedFile;
    use tacklebox_engine::desk::TryStart;
    let (home, desk, events) = strangers(&STRANGER)?;
    let id = "moltis/managed/own";
    let typed = |file: &str| TryRequest {
        hook: Some(id.to_owned()),
        boxed: true,
        file: Some(TypedFile { file: file.to_owned(), text: "echo typed".to_owned() }),
        ..wish(AgentId::Moltis, "SessionStart")
    };
    assert!(matches!(desk.try_it(typed("run.sh"))?, TryStart::Started { .. }));
    let state = ended(&events)?;
    assert_eq!((state.rows[0].stdout.as_str(), state.rows[0].hook.as_str()), ("typed\n", id));
    assert_eq!(std::fs::read_to_string(home.path().join(".moltis/hooks/own/run.sh"))?, "echo one");
    for other in ["absent.sh", "../own/run.sh", "/etc/passwd", ""] {
        let refused = desk.try_it(typed(other)).map_err(|failure| failure.code);
        assert_eq!(refused.err(), Some(tacklebox_engine::failure::Code::Refused), "{other}");
    }
    // Outside of the box it is asked as always.
    let real = TryRequest { boxed: false, ..typed("run.sh") };
    assert!(matches!(desk.try_it(real)?, TryStart::Confirm { .. }));
    Ok(())
}

/// An entry of a config has no folder: what is typed is in the config that is tried, and in no file.
#[test]
fn an_entry_of_a_config_is_tried_as_it_is_typed() -> Result<(), Error> {
    use tacklebox_engine::desk::TryStart;
    use tacklebox_engine::dispatch::Verdict;
    let config = "# Mine.\n[[hooks]]\nname = \"guard\"\ncommand = \"echo old\"\nevents = [\"BeforeToolCall\"]\n";
    let (home, desk, events) = strangers(&[
        (".moltis/moltis.toml", config),
        (".moltis/block.sh", "echo typed >&2\nexit 1\n"),
    ])?;
    let id = "moltis/config/guard";
    let form = desk.open_sentence(AgentId::Moltis, Some(id), None)?;
    let typed = tacklebox_engine::sentence::Sentence {
        // Beside the config, where the saved one would start it too.
        command: "sh ./block.sh".to_owned(),
        timeout: Some(3),
        ..form.sentence.clone()
    };
    let check = desk.check_sentence(&typed, "{}")?;
    assert_eq!(check.state, Some(State::Ready), "{check:?}");
    assert!(check.file.is_some_and(|file| file.diff.contains("+command = \"sh ./block.sh\"")));
    let absent = tacklebox_engine::sentence::Sentence {
        command: "./absent.sh".to_owned(),
        ..form.sentence.clone()
    };
    let check = desk.check_sentence(&absent, "{}")?;
    assert_eq!(check.state, Some(State::Broken), "what is typed is judged, and not what is saved");
    let run = |sentence| -> Result<_, Error> {
        let tried = TryRequest {
            sentence: Some(sentence),
            hook: Some(id.to_owned()),
            ..wish(AgentId::Moltis, "BeforeToolCall")
        };
        assert!(matches!(desk.try_it(tried)?, TryStart::Started { .. }));
        ended(&events)
    };
    let state = run(typed)?;
    assert_eq!(state.result.map(|it| it.outcome), Some(Verdict::Block));
    assert!(state.rows[0].sentence.contains("Typed"), "{:?}", state.rows);
    // As it is saved, where nothing was typed.
    let state = run(form.sentence)?;
    assert_eq!(state.result.map(|it| it.outcome), Some(Verdict::Continue));
    assert_eq!(std::fs::read_to_string(home.path().join(".moltis/moltis.toml"))?, config);
    Ok(())
}

/// A script beside a config that its entry starts, and the module of a plugin, are tried as they are typed: what is beside
/// them is there, and on the disk stays what was saved.
#[test]
fn a_script_of_an_entry_and_a_module_of_a_plugin_are_tried_as_they_are_typed() -> Result<(), Error>
{
    use tacklebox_desk::TypedFile;
    use tacklebox_engine::desk::TryStart;
    use tacklebox_engine::dispatch::Verdict;
    const MODULE: &str = "import { why } from './why.mjs';\nexport default { register(api) { api.on('before_tool_call', () => undefined); } };\n";
    let (home, desk, events) = strangers(&[
        (
            ".moltis/moltis.toml",
            "[[hooks]]\nname = \"guard\"\ncommand = \"sh ./bin/guard.sh\"\nevents = [\"BeforeToolCall\"]\n",
        ),
        (".moltis/bin/guard.sh", "exit 0\n"),
        (".moltis/bin/lib.sh", "why='not today'\n"),
        (".openclaw/openclaw.json", "{plugins: {entries: {guard: {enabled: false}}}}"),
        (
            ".openclaw/extensions/guard/openclaw.plugin.json",
            r#"{"id": "guard", "activation": {"onStartup": true}, "configSchema": {}}"#,
        ),
        (".openclaw/extensions/guard/index.mjs", MODULE),
        (".openclaw/extensions/guard/why.mjs", "export const why = 'not today';\n"),
    ])?;
    let run = |agent, key: &str, id: &str, file: &str, text: &str| -> Result<_, Error> {
        let wish = TryRequest {
            hook: Some(id.to_owned()),
            boxed: true,
            file: Some(TypedFile { file: file.to_owned(), text: text.to_owned() }),
            ..wish(agent, key)
        };
        assert!(matches!(desk.try_it(wish)?, TryStart::Started { .. }));
        ended(&events)
    };
    if !tacklebox_testing::kernel::has_walls() {
        return Ok(());
    }
    let script = ". ./bin/lib.sh\necho \"$why\" >&2\nexit 1\n";
    let state =
        run(AgentId::Moltis, "BeforeToolCall", "moltis/config/guard", "bin/guard.sh", script)?;
    assert_eq!(state.result.as_ref().map(|it| it.outcome), Some(Verdict::Block), "{state:?}");
    assert!(state.rows[0].sentence.contains("ot today"), "{:?}", state.rows);
    assert_eq!(std::fs::read_to_string(home.path().join(".moltis/bin/guard.sh"))?, "exit 0\n");

    let typed = MODULE.replace("undefined", "({ block: true, blockReason: why })");
    let id = "openclaw/plugin/guard";
    let state = run(AgentId::Openclaw, "before_tool_call", id, "index.mjs", &typed)?;
    assert_eq!(state.result.as_ref().map(|it| it.outcome), Some(Verdict::Block), "{state:?}");
    assert!(state.rows[0].sentence.contains("ot today"), "{:?}", state.rows);
    let module = home.path().join(".openclaw/extensions/guard/index.mjs");
    assert_eq!(std::fs::read_to_string(module)?, MODULE);
    Ok(())
}

/// Where a hook that fails stops what was about to happen, nothing "continues".
#[test]
fn a_hook_that_fails_where_that_stops_the_event_is_told_so() -> Result<(), Error> {
    use tacklebox_engine::dispatch::Verdict;
    let (_home, desk, events) = strangers(&[
        (".openclaw/openclaw.json", "{plugins: {entries: {guard: {enabled: true}}}}"),
        (
            ".openclaw/extensions/guard/openclaw.plugin.json",
            r#"{"id": "guard", "activation": {"onStartup": true}, "configSchema": {}}"#,
        ),
        (
            ".openclaw/extensions/guard/index.mjs",
            "export default { register(api) { api.on('before_tool_call', () => { throw new Error('torn'); }); } };",
        ),
    ])?;
    let mut wish = wish(AgentId::Openclaw, "before_tool_call");
    wish.confirmed = true;
    desk.try_it(wish)?;
    let state = ended(&events)?;
    let result = state.result.clone().ok_or("no result")?;
    assert_eq!(result.outcome, Verdict::Block, "{state:?}");
    assert!(result.sentence.starts_with("guard stopped it: "), "{result:?}");
    assert_eq!(state.rows[0].outcome, Some(Verdict::Failed));
    assert!(!state.rows[0].sentence.contains("continues"), "{state:?}");
    Ok(())
}

/// A box with the network lets things out: what it says must not say otherwise.
#[cfg(target_os = "linux")]
#[test]
fn a_box_that_has_the_network_is_told_as_one() -> Result<(), Error> {
    let (_home, desk, events) = strangers(&[(
        ".moltis/hooks/own/HOOK.md",
        "+++\nname = \"own\"\nevents = [\"SessionStart\"]\ncommand = \"getent hosts nobody.invalid; true\"\n+++\n",
    )])?;
    if !tacklebox_testing::kernel::has_walls() {
        return Ok(());
    }
    assert!(desk.try_box().closed);
    for network in [false, true] {
        let mut wish = wish(AgentId::Moltis, "SessionStart");
        (wish.confirmed, wish.boxed, wish.network) = (true, true, network);
        desk.try_it(wish)?;
        let state = ended(&events)?;
        let told = state.result.as_ref().and_then(|it| it.boxed.clone()).unwrap_or_default();
        assert_eq!(told.contains("has the network"), network, "{told}");
        assert!(!told.contains("your files"), "files that are not secret can be read: {told}");
        let hosts: Vec<_> =
            state.rows[0].deeds.iter().filter(|deed| deed.subject == "nobody.invalid").collect();
        assert!(hosts.iter().all(|deed| (deed.tag == "Refused") != network), "{hosts:?}");
        assert!(!hosts.is_empty(), "{state:?}");
    }
    Ok(())
}

/// A hook of a config gets another name once that was shown, and not before.
#[test]
fn an_entry_of_a_config_is_renamed_after_the_change_was_shown() -> Result<(), Error> {
    use tacklebox_engine::settings::{ConfigEntry, ListId};
    let config = "[[hooks]]\nname = \"guard\"\ncommand = \"true\"\nevents = [\"BeforeToolCall\"]\n";
    let (home, desk, _) = strangers(&[(".moltis/moltis.toml", config)])?;
    let lists = desk.settings(AgentId::Moltis)?.lists;
    let list = lists.into_iter().find(|it| it.id == ListId::ConfigHooks).ok_or("no list")?;
    let item = list.items.first().ok_or("no entry")?;
    let entry = ConfigEntry { name: "watch".to_owned(), ..item.entry.clone() };
    let save = |sure| desk.save_entry(AgentId::Moltis, list.id, Some(&item.id), &entry, sure);
    let text = || std::fs::read_to_string(home.path().join(".moltis/moltis.toml"));
    let Outcome::Confirm { plan } = save(false)? else { return Err("it was not shown".into()) };
    let diff = &plan.files.first().ok_or("no file")?.diff;
    assert!(diff.contains("-name = \"guard\"") && diff.contains("+name = \"watch\""), "{diff}");
    assert_eq!(text()?, config);
    assert!(matches!(save(true)?, Outcome::Done { .. }));
    assert_eq!(text()?, config.replace("guard", "watch"));
    Ok(())
}
