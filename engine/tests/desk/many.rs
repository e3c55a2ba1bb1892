//! Several hooks at once, as the window asks for it: one plan, one change, one taking back.

use super::*;
use tacklebox_agents::config::unified;
use tacklebox_agents::hook::OnOff;
use tacklebox_engine::desk::ManyDeed;

const IDS: [&str; 2] = ["openclaw/managed/a", "openclaw/managed/b"];

/// Two hooks of OpenClaw and one of Milady, which are on, and a third of OpenClaw beside them.
fn three() -> Result<Window, Error> {
    let hook = |name: &str, agent: &str| {
        format!(
            "---\nname: {name}\nmetadata: {{\"{agent}\":{{\"events\":[\"command:new\"]}}}}\n---\n"
        )
    };
    let on = "{ hooks: { internal: { enabled: true } } } // mine\n";
    Window::open(&[
        (".openclaw/openclaw.json", on),
        (".openclaw/hooks/a/HOOK.md", &hook("a", "openclaw")),
        (".openclaw/hooks/a/handler.ts", "export default () => {};"),
        (".openclaw/hooks/b/HOOK.md", &hook("b", "openclaw")),
        (".openclaw/hooks/b/handler.ts", "export default () => {};"),
        (".openclaw/hooks/c/HOOK.md", &hook("c", "openclaw")),
        (".openclaw/hooks/c/handler.ts", "export default () => {};"),
        (".milady/milady.json", on),
        (".milady/hooks/m/HOOK.md", &hook("m", "milady")),
        (".milady/hooks/m/handler.ts", "export default () => {};"),
    ])
}

fn ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

/// Every file of both agents.
fn files(window: &Window) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut open = vec![window.home.path().join(".openclaw"), window.home.path().join(".milady")];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => open.push(path),
                false => {
                    let text = fs::read_to_string(&path).unwrap_or_default();
                    all.insert(path.to_string_lossy().into_owned(), text);
                }
            }
        }
    }
    all
}

#[test]
fn several_are_switched_as_one_plan_and_taken_back_as_one_also_by_another_program()
-> Result<(), Error> {
    let window = three()?;
    let before = files(&window);
    let picked = ids(&[IDS[0], IDS[1], "milady/managed/m"]);
    let Outcome::Confirm { plan } = window.desk.change_many(&picked, ManyDeed::Off, false)? else {
        return Err("not asked".into());
    };
    assert_eq!(plan.title, "Turn 3 hooks off?");
    assert_eq!(plan.steps, ["Turn off a", "Turn off b", "Turn off m"]);
    let paths: Vec<_> = plan.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["~/.openclaw/openclaw.json", "~/.milady/milady.json"]);
    let diff = plan.files[0].diff.clone();
    let also: Vec<_> = plan.also.iter().map(|also| (also.name.as_str(), also.change)).collect();
    assert_eq!(also[0], ("c", OnOff::Off), "of what was picked it is not said");
    // The five that OpenClaw brings, whose folder is not found here.
    assert_eq!((also.len(), also[1]), (6, ("boot-md", OnOff::Off)));
    assert_eq!(files(&window), before, "it was only shown");

    let Outcome::Done { change } = window.desk.change_many(&picked, ManyDeed::Off, true)? else {
        return Err("asked twice".into());
    };
    assert_eq!(change.summary, "3 hooks were turned off.");
    let path = ".openclaw/openclaw.json";
    let after = fs::read_to_string(window.home.path().join(path))?;
    let text = before.iter().find(|(name, _)| name.ends_with(path)).map(|(_, text)| text.as_str());
    assert_eq!(diff, unified(text.unwrap_or_default(), &after), "what was shown is what was done");
    assert!(picked.iter().all(|id| window.state(id) == Some(State::Off)));
    assert_eq!(window.state("openclaw/managed/c"), Some(State::Ready), "c stays as it is");
    let told = window.desk.activity();
    assert_eq!(told.len(), 1, "{told:?}");

    // Another program, which remembers nothing of this window.
    let again = window.again();
    let back = again.undo(&again.activity()[0].undo.clone().ok_or("not to be taken back")?)?;
    assert_eq!(back.summary, "Taken back: 3 hooks were turned off.");
    assert_eq!(files(&window), before);
    Ok(())
}

#[test]
fn several_are_removed_or_copied_whole_or_not_at_all() -> Result<(), Error> {
    let window = three()?;
    let before = files(&window);
    let picked = ids(&IDS);
    for deed in [ManyDeed::Remove, ManyDeed::Copy { to: AgentId::Milady }] {
        let Outcome::Confirm { plan } = window.desk.change_many(&picked, deed, false)? else {
            return Err("not asked".into());
        };
        if let ManyDeed::Copy { to } = deed {
            let alone = window.desk.plan_port(&picked[0], to)?;
            let said = |line: &String| plan.stays.contains(line);
            assert!(alone.lost.iter().chain(&alone.changed).all(said), "{:?}", plan.stays);
            assert!(alone.blocked.is_none(), "{alone:?}");
        }
        let Outcome::Done { change } = window.desk.change_many(&picked, deed, true)? else {
            return Err("asked twice".into());
        };
        assert_ne!(files(&window), before);
        match deed {
            ManyDeed::Remove => assert_eq!(change.summary, "2 hooks were removed."),
            _ => {
                assert_eq!(change.summary, "2 hooks were copied to Milady.");
                assert_eq!(window.state("milady/managed/b"), Some(State::Off));
            }
        }
        window.desk.undo(&change.undo.ok_or("not to be taken back")?)?;
        assert_eq!(files(&window), before);
    }
    // What a copy cannot be is said before it is made.
    let to = AgentId::Moltis;
    let alone = window.desk.plan_port(&picked[0], to)?;
    assert!(!alone.lost.is_empty(), "{alone:?}");
    let copy = ManyDeed::Copy { to };
    let Outcome::Confirm { plan } = window.desk.change_many(&picked, copy, false)? else {
        return Err("not asked".into());
    };
    assert!(alone.lost.iter().all(|line| plan.stays.contains(line)), "{:?}", plan.stays);
    // Another Tacklebox took the second one away: the first one comes back.
    fs::remove_dir_all(window.home.path().join(".openclaw/hooks/b"))?;
    window.desk.refresh();
    let before = files(&window);
    let failed = window.desk.change_many(&picked, ManyDeed::Remove, true);
    assert_eq!(failed.err().map(|error| error.code), Some(Code::NotFound));
    assert_eq!(files(&window), before);
    assert_eq!(window.state(IDS[0]), Some(State::Ready));
    Ok(())
}

/// Moltis keeps what is off in one list, ZeroClaw in a file of each hook.
#[test]
fn what_is_shown_is_what_is_done_in_a_list_and_in_files_of_their_own() -> Result<(), Error> {
    let moltis = "+++\nname = \"NAME\"\nevents = [\"SessionStart\"]\ncommand = \"true\"\n+++\n";
    let zeroclaw = "[hook]\nname = \"NAME\"\nevent = \"on_session_start\"\nenabled = true\n\n[hook.action.shell]\ncommand = \"true\"\n";
    let (a, b) = ("NAME", "NAME");
    let window = Window::open(&[
        (".moltis/hooks/a/HOOK.md", &moltis.replace(a, "a")),
        (".moltis/hooks/b/HOOK.md", &moltis.replace(b, "b")),
        (".config/moltis/moltis.toml", "[server]\n"),
        (".zeroclaw/config.toml", ""),
        (".zeroclaw/workspace/hooks/c/HOOK.toml", &zeroclaw.replace(a, "c")),
        (".zeroclaw/workspace/hooks/d/HOOK.toml", &zeroclaw.replace(b, "d")),
    ])?;
    let hooks = window.desk.hooks(None);
    let picked: Vec<String> = hooks
        .iter()
        .filter(|hook| ["a", "b", "c", "d"].contains(&hook.name.as_str()))
        .map(|hook| hook.id.clone())
        .collect();
    assert_eq!(picked.len(), 4, "{hooks:?}");
    let Outcome::Confirm { plan } = window.desk.change_many(&picked, ManyDeed::Off, false)? else {
        return Err("not asked".into());
    };
    assert_eq!(plan.files.len(), 3, "a list, and two files: {:?}", plan.files);
    let list = plan.files.iter().find(|file| file.diff.contains("+  \"a\",")).ok_or("no list")?;
    assert!(list.diff.contains("+  \"b\""), "{}", list.diff);
    window.desk.change_many(&picked, ManyDeed::Off, true)?;
    for id in &picked {
        let detail = window.desk.hook(id)?;
        let text = fs::read_to_string(detail.hook.manifest.clone().unwrap_or_default());
        assert!(!detail.hook.enabled, "{id}: {text:?} {:?}", detail.hook);
    }
    Ok(())
}

/// What turns hooks on as a whole writes more than one switch.
#[test]
fn several_are_turned_on_where_hooks_are_off_as_a_whole() -> Result<(), Error> {
    let window = three()?;
    let path = window.home.path().join(".openclaw/openclaw.json");
    let text = "{ hooks: { internal: { enabled: false } } }\n";
    write(&path, text)?;
    window.desk.refresh();
    let picked = ids(&IDS);
    let Outcome::Confirm { plan } = window.desk.change_many(&picked, ManyDeed::On, false)? else {
        return Err("not asked".into());
    };
    window.desk.change_many(&picked, ManyDeed::On, true)?;
    assert!(picked.iter().all(|id| window.state(id) == Some(State::Ready)));
    assert_eq!(plan.files[0].diff, unified(text, &fs::read_to_string(path)?));
    Ok(())
}

/// Two windows over one home: where one is quicker, the other makes its edit in what that wrote.
#[test]
fn two_windows_that_change_one_config_refuse_each_other_nothing() -> Result<(), Error> {
    let hook = |name: &str| HOOK.replace("name: a", &format!("name: {name}"));
    let window = Window::open(&[
        (".milady/hooks/a/HOOK.md", HOOK),
        (".milady/hooks/a/handler.ts", ""),
        (".milady/hooks/b/HOOK.md", &hook("b")),
        (".milady/hooks/b/handler.ts", ""),
        (".milady/milady.json", "{\n  // Mine.\n}\n"),
    ])?;
    let other = window.again();
    std::thread::scope(|scope| {
        let all = [(&window.desk, A), (&other, "milady/managed/b")].map(|(desk, id)| {
            scope.spawn(move || {
                for turn in 0..20 {
                    desk.set_enabled(id, turn % 2 == 1, false).map_err(|error| error.message)?;
                }
                desk.set_enabled(id, false, false).map_err(|error| error.message)
            })
        });
        for one in all {
            let done = one.join().map_err(|_| "a window ended")??;
            assert!(matches!(done, Outcome::Done { .. }));
        }
        Ok::<(), Error>(())
    })?;
    let config = fs::read_to_string(window.home.path().join(".milady/milady.json"))?;
    assert_eq!(config.matches("\"enabled\": false").count(), 2, "{config}");
    Ok(())
}
