//! What else both shells can be asked for: each call of the desk beside its command, in two equal homes. The table of
//! them all is docs/SHELLS.md, which `npm run architecture` holds against these tests.

use serde_json::{Value, json};
use tacklebox_engine::agent::Options;
use tacklebox_engine::desk::{ManyDeed, NewPluginWish, Outcome};
use tacklebox_engine::hook::AgentId::{Milady, Moltis, Openclaw, Zeroclaw};

use super::both_shells::{Click, Pair, done, masked};
use super::context::TestContext;

const MISSPELT: &str =
    "+++\nname = \"slow\"\nevents = [\"BeforeToolCal\"]\ncommand = \"true\"\n+++\n";

/// Whether both have the same words for it.
#[derive(Clone, Copy, PartialEq)]
enum Words {
    Same,
    /// A path and a value are typed there, and here a switch is clicked.
    Own,
}
use Words::{Own, Same};

fn context() -> TestContext {
    let context = TestContext::with_agents();
    context.file("code/site/.moltis/hooks/only/HOOK.md", &MISSPELT.replace("Cal", "Call"));
    context.file(".moltis/hooks/slow/HOOK.md", MISSPELT);
    context
}

/// Types each, clicks the same, and looks whether both left the same files.
#[track_caller]
fn alike(pair: &Pair, changes: &[(Words, &str, &str, Click<'_>)]) {
    for (words, args, typed, click) in changes {
        let run = pair.typed.run_with(args, typed);
        assert_eq!(run.status, 0, "{args}: {}", run.stderr);
        let said = click().unwrap();
        let output = run.stdout.replace('\n', " ");
        if *words == Same {
            assert!(output.contains(&said), "{args}: the window says “{said}”, and here: {output}");
        }
        pair.same_files();
    }
}

#[test]
fn hooks_are_changed_alike() {
    let pair = Pair::of(context);
    let desk = &pair.desk;
    let backup = "milady/managed/workspace-backup";
    alike(
        &pair,
        &[
            (Same, "hooks install workspace-backup --agent milady", "", &|| {
                Ok(desk.install_included("workspace-backup", Milady)?.change.summary)
            }),
            (Same, "hooks remove milady/managed/greeter", "", &|| {
                Ok(desk.remove("milady/managed/greeter", false)?.summary)
            }),
            (Same, "hooks restore greeter --agent milady", "", &|| {
                let list = desk.removed_hooks();
                Ok(desk.restore_removed(&list[0].id, &list[0].name)?.summary)
            }),
            (Same, "hooks copy milady/managed/digest", "", &|| {
                Ok(desk.own_copy("milady/managed/digest")?.change.summary)
            }),
            (Same, "hooks reload --agent zeroclaw", "", &|| desk.tell_agent(Zeroclaw)),
            (Own, "hooks disable openclaw/managed/a --keep-others", "", &|| {
                let all = ["openclaw/managed/a".to_owned()];
                desk.change_many(&all, ManyDeed::Off, false)?;
                desk.change_many(&all, ManyDeed::Off, true).map(done)
            }),
            (Own, "config set hooks.internal.enabled false --agent milady", "", &|| {
                Ok(desk.set_hooks_on(Milady, false)?.summary)
            }),
            (Own, "config set hooks.max_hooks 7 --agent zeroclaw", "", &|| {
                let field = serde_json::from_value(json!("max-hooks")).unwrap();
                desk.set_field(Zeroclaw, field, Some("7"), true).map(done)
            }),
            (Same, "hooks projects add code/site --agent moltis", "", &|| {
                let folder = pair.shown.home.join("code/site");
                Ok(desk.add_project(Moltis, &folder.to_string_lossy())?.summary)
            }),
            (Same, "hooks projects remove code/site", "", &|| {
                let view = json!(desk.overview());
                let agents = view["agents"].as_array().unwrap().iter();
                let id = agents.filter_map(|one| one["projects"][0]["id"].as_str()).next().unwrap();
                Ok(desk.remove_project(Moltis, id)?.summary)
            }),
            (Same, "hooks fix moltis/managed/slow --id unknown-event", "", &|| {
                let ways = desk.repairing("moltis/managed/slow")?;
                let id = json!(ways)["repairs"][0]["id"].as_str().unwrap().to_owned();
                Ok(desk.repair("moltis/managed/slow", &id)?.summary)
            }),
        ],
    );
    for home in [&pair.typed, &pair.shown] {
        home.file(".milady/hooks/workspace-backup/handler.ts", "export default () => {};\n");
    }
    desk.refresh();
    let changes = desk.changed_files(backup).unwrap();
    let dry = pair.typed.json("hooks approve workspace-backup --agent milady --dry-run");
    assert_eq!(masked(&pair.typed, dry["changes"].clone()), masked(&pair.shown, json!(changes)));
    alike(
        &pair,
        &[(Same, "hooks approve workspace-backup --agent milady", "", &|| {
            Ok(desk.approve_changes(backup)?.summary)
        })],
    );
}

#[test]
fn configs_keys_and_wishes_are_changed_alike() {
    let pair = Pair::of(context);
    let desk = &pair.desk;
    alike(
        &pair,
        &[
            (Same, "hooks set milady/managed/digest --env NEWS_TOKEN", "abc\n", &|| {
                desk.set_env("milady/managed/digest", "NEWS_TOKEN", Some("abc"), true).map(done)
            }),
            (Same, "hooks unset milady/managed/digest --env NEWS_TOKEN --forget", "", &|| {
                let outcome = desk.set_env("milady/managed/digest", "NEWS_TOKEN", None, true)?;
                let Outcome::Done { change } = outcome else { panic!("{outcome:?}") };
                let cleared = change.undo.unwrap();
                desk.purge_copies(&cleared, false)?;
                desk.purge_copies(&cleared, true)?;
                Ok(change.summary)
            }),
        ],
    );
    let backups = desk.config_backups(Milady).unwrap();
    let typed = pair.typed.json("config backups --agent milady");
    let typed = typed.as_array().unwrap();
    assert_eq!(typed.len(), backups.len());
    // The newest of each home: what it is called has the moment in it.
    let restore = format!("config restore {} --agent milady", typed[0]["id"].as_str().unwrap());
    alike(
        &pair,
        &[
            (Same, &restore, "", &|| {
                Ok(desk.restore_config(Milady, &backups[0].id, false)?.summary)
            }),
            (Same, "context set BOOT.md --agent moltis", "Good morning.\n", &|| {
                let stamp = desk.context_file(Moltis, "BOOT.md")?.stamp;
                Ok(desk.save_context_file(Moltis, "BOOT.md", "Good morning.\n", &stamp)?.summary)
            }),
        ],
    );
    let config = desk.open_config(Milady).unwrap();
    assert_eq!(pair.typed.read(".milady/milady.json"), config.raw);

    let on = |wanted: bool| {
        let word = if wanted { "on" } else { "off" };
        let typed = pair.typed.json(&format!("hooks guard --set {word}"));
        let shown = json!(desk.set_guard(wanted).unwrap());
        assert_eq!(typed["on"], wanted);
        assert_eq!(shown["guard"], wanted, "{shown}");
    };
    on(false);
    on(true);
    pair.typed.json("updates --set https://example.org/tacklebox.json");
    desk.set_updates_from("https://example.org/tacklebox.json").unwrap();
    let typed = pair.refused("updates --set http://example.org");
    let shown = desk.set_updates_from("http://example.org").unwrap_err();
    assert_eq!(typed["message"], json!(shown)["message"]);
}

#[test]
fn sentences_make_the_same_hooks() {
    let pair = Pair::of(context);
    let desk = &pair.desk;
    alike(
        &pair,
        &[
            (
                Same,
                "hooks new deploy --agent zeroclaw --event before_tool_call --command true --when channel=telegram",
                "",
                &|| {
                    let form = desk.open_sentence(Zeroclaw, None, Some("before_tool_call"))?;
                    let mut sentence = form.sentence;
                    (sentence.name, sentence.command) = ("deploy".into(), "true".into());
                    sentence.channels = vec!["telegram".into()];
                    Ok(desk.save_sentence(&sentence)?.change.summary)
                },
            ),
            (Same, "hooks edit zeroclaw/managed/deploy --set pattern=rm", "", &|| {
                let id = "zeroclaw/managed/deploy";
                let mut sentence = desk.open_sentence(Zeroclaw, Some(id), None)?.sentence;
                sentence.pattern = "rm".into();
                Ok(desk.save_sentence(&sentence)?.change.summary)
            }),
            (Own, "hooks edit zeroclaw/managed/pulse --set priority=1", "", &|| {
                let id = "zeroclaw/managed/pulse";
                let mut sentence = desk.open_sentence(Zeroclaw, Some(id), None)?.sentence;
                sentence.priority = Some(1);
                Ok(desk.save_sentence(&sentence)?.change.summary)
            }),
        ],
    );
}

#[test]
fn plugins_are_made_and_set_alike() {
    const SCHEMA: &str = r#"{"id": "own", "name": "Own", "activation": {"onStartup": true}, "configSchema": {
        "type": "object", "properties": {"mode": {"type": "string"}}}}"#;
    let pair = Pair::by(Options::documented(), || {
        let context = TestContext::new();
        context.file(".openclaw/openclaw.json", "{}\n");
        context.file(".openclaw/extensions/own/openclaw.plugin.json", SCHEMA);
        let code = "export default { register() {} };\n";
        context.file(".openclaw/extensions/own/index.js", code);
        context
    });
    let desk = &pair.desk;
    let blocking = |pattern: &str| {
        let said = json!({ "event": "before_tool_call", "tools": [], "pattern": pattern, "act": "block", "with": "No.", "timeout": null, "priority": null });
        serde_json::from_value(said).unwrap()
    };
    let id = "openclaw/plugin/own";
    alike(
        &pair,
        &[
            (Same, "plugins set own mode quick", "", &|| {
                let mode = ("mode".to_owned(), Some("quick".to_owned()));
                desk.set_plugin_settings(id, std::slice::from_ref(&mode), false)?;
                desk.set_plugin_settings(id, &[mode], true).map(done)
            }),
            (Same, "plugins copy own", "", &|| Ok(desk.own_copy(id)?.change.summary)),
            (Same, "plugins new no-rm --event before_tool_call --block No. --if rm", "", &|| {
                let (name, event) = ("no-rm".to_owned(), "before_tool_call".to_owned());
                let sentence = Some(blocking("rm"));
                let wish = NewPluginWish { name, event, template: None, sentence };
                Ok(desk.create_plugin(Openclaw, &wish)?.change.summary)
            }),
            (Same, "plugins edit no-rm --if sudo", "", &|| {
                let sentence = blocking("sudo");
                let id = "openclaw/plugin/no-rm";
                desk.change_plugin_sentence(id, &sentence, false)?;
                desk.change_plugin_sentence(id, &sentence, true).map(done)
            }),
        ],
    );
}

#[test]
fn lists_are_the_same_lists() {
    let pair = Pair::of(|| {
        let context = context();
        context.file(".openclaw/extensions/own/index.js", "export default { register() {} };\n");
        context
    });
    let desk = &pair.desk;
    let same = |args: &str, shown: Value| {
        // A script is told whole paths, a person short ones.
        let short =
            |value: Value| value.to_string().replace("[HOME]", "~").parse::<Value>().unwrap();
        let typed = short(masked(&pair.typed, pair.typed.json(args)));
        let shown = short(masked(&pair.shown, shown));
        for (typed, shown) in typed.as_array().unwrap().iter().zip(shown.as_array().unwrap()) {
            let both = typed.as_object().unwrap().iter().filter(|(key, _)| !shown[*key].is_null());
            let both: Vec<_> = both.collect();
            assert!(!both.is_empty(), "{args}: {typed} {shown}");
            // A removal is named by when it was.
            for (key, value) in
                both.into_iter().filter(|(key, _)| *key != "id" || args != "hooks removed")
            {
                assert_eq!(*value, shown[key], "{key} of {args}");
            }
        }
        assert_eq!(typed.as_array().unwrap().len(), shown.as_array().unwrap().len(), "{args}");
        assert!(!typed.as_array().unwrap().is_empty(), "{args}");
    };
    same("agents", json!(desk.overview())["agents"].clone());
    let moments = pair.typed.json("events");
    for one in json!(desk.try_moments(Moltis).unwrap()).as_array().unwrap() {
        let own = |typed: &&Value| typed["agent"] == "moltis" && typed["key"] == one["key"];
        let typed = moments.as_array().unwrap().iter().find(own).unwrap();
        for key in ["modifying", "sentence", "moment"] {
            assert_eq!(typed[key], one[key], "{key} of {one}");
        }
    }
    same("plugins list --agent openclaw", json!(desk.plugins(Openclaw).unwrap()));
    same("plugins templates", json!(desk.plugin_templates(Openclaw).unwrap()));
    same(
        "context list --agent moltis",
        json!(desk.settings(Moltis).unwrap())["context_files"].clone(),
    );
    desk.remove("milady/managed/greeter", false).unwrap();
    pair.typed.json("hooks remove milady/managed/greeter");
    same("hooks removed", json!(desk.removed_hooks()));
    let shown = masked(&pair.shown, json!(desk.plugin("openclaw/plugin/own").unwrap()));
    let typed = masked(&pair.typed, pair.typed.json("plugins info own"));
    for (key, value) in typed.as_object().unwrap() {
        let at = if shown[key].is_null() { &shown["plugin"][key] } else { &shown[key] };
        assert!(at.is_null() || at == value, "{key}: {value} {at}");
    }
    assert!(pair.typed.json("hooks seen").as_array().unwrap().is_empty());
    assert!(desk.heard().is_empty());
}

#[test]
fn the_order_of_a_moment_is_the_order_in_which_hooks_are_called() {
    let pair = Pair::of(|| {
        let context = TestContext::new();
        context.script("bash", "exec /bin/bash \"$@\"\n");
        for (name, priority) in [("a", 1), ("b", 5), ("c", 3)] {
            let manifest = format!(
                "+++\nname = \"{name}\"\nevents = [\"BeforeToolCall\"]\ncommand = \"true\"\npriority = {priority}\n+++\n"
            );
            context.file(&format!(".moltis/hooks/{name}/HOOK.md"), &manifest);
        }
        context
    });
    let moments = pair.desk.timeline(Moltis).unwrap();
    let moment = moments.iter().find(|moment| moment.key == "BeforeToolCall").unwrap();
    let shown: Vec<_> = moment.hooks.iter().map(|hook| hook.id.as_str()).collect();
    let fired = pair.typed.json("hooks fire BeforeToolCall --agent moltis --no-box");
    let runs = fired["runs"].as_array().unwrap().iter();
    let typed: Vec<_> = runs.map(|run| run["hook"].as_str().unwrap()).collect();
    assert_eq!(shown, ["moltis/managed/b", "moltis/managed/c", "moltis/managed/a"]);
    assert_eq!(typed, ["b", "c", "a"]);
}

#[test]
fn an_agent_that_cannot_be_asked_is_refused_alike() {
    let pair = Pair::of(context);
    assert!(!pair.desk.askable().contains(&Milady));
    let refusal = pair.desk.ask_agent(Milady, None, true).unwrap_err();
    pair.refuses_both("agents ask milady", refusal);
}

#[test]
fn what_looks_wrong_about_a_key_is_said_by_both_and_it_is_saved() {
    let pair = Pair::of(context);
    let digest = "milady/managed/digest";
    for (name, value, says) in [
        (
            "GITHUB_TOKEN",
            "abc",
            Some("A key of GitHub begins with ghp_, github_pat_, gho_ or ghs_."),
        ),
        ("NEWS_TOKEN", "Bearer abc", Some("Leave out the first word: only the key itself.")),
        ("NEWS_TOKEN", "abc", None),
    ] {
        let desk = &pair.desk;
        assert_eq!(desk.odd_key(name, value).as_deref(), says);
        let args = format!("hooks set {digest} --env {name}");
        let dry = pair.typed.run_with(&format!("{args} --dry-run --json"), value);
        let dry: Value = serde_json::from_str(&dry.stdout).unwrap();
        assert_eq!(dry.get("warning").and_then(Value::as_str), says);
        let run = pair.typed.run_with(&args, value);
        let note = says.map(|says| format!("note: {says}\n")).unwrap_or_default();
        assert_eq!((run.status, run.stderr), (0, note));
        desk.set_env(digest, name, Some(value), true).map(done).unwrap();
        pair.same_files();
    }
}
