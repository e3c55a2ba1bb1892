//! What a set-up says of a computer, and what it keeps to itself.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::{applied, compared, exported, lived_in};
use crate::apply as changes;
use crate::create::{self, New};
use crate::install::included;
use crate::install::tests::Home;
use crate::ops::{self, Others};
use crate::setup_file::{FileKind, SetupFile, What, whence};
use tacklebox_agents::hook::AgentId;
use tacklebox_agents::moment::trigger;

/// A hook that needs these settings, each of which is set.
fn set_to(home: &Home, values: &[(&str, &str)]) -> SetupFile {
    let team: serde_json::Map<String, Value> =
        values.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    home.file("home/.milady/milady.json", json!({ "team": team }).to_string());
    let paths: Vec<String> = values.iter().map(|(name, _)| format!("team.{name}")).collect();
    let metadata = json!({ "milady": { "events": ["command"], "requires": { "config": paths } } });
    home.file(
        "home/.milady/hooks/byhand/HOOK.md",
        format!("---\nname: byhand\ndescription: x\nmetadata: {metadata}\n---\n"),
    );
    home.file("home/.milady/hooks/byhand/handler.ts", "export default async () => {};\n");
    exported(home, &home.path("from"))
}

#[test]
fn an_address_that_is_a_key_is_not_carried_and_an_ordinary_one_is() {
    let home = Home::new();
    let inside = home.path("home/secret/tulip");
    let file = set_to(
        &home,
        &[
            ("slack", "https://hooks.slack.com/services/T01/B02/tulip"),
            ("discord", "https://discord.com/api/webhooks/123/tulip"),
            ("ifttt", "https://maker.ifttt.com/trigger/x/with/key/tulip"),
            ("office", "https://acme.webhook.office.com/webhookb2/tulip"),
            ("random", "https://example.com/in/kJ8x2Lq9Zp4Tn7Wv1tulip5Yc3M"),
            ("folder", "/srv/tulip"),
            ("inside", &format!("--to={}", inside.display())),
            ("plain", "https://example.com/hooks/deploy"),
            ("own", "~/notes"),
        ],
    );
    let text = file.print(FileKind::Toml).unwrap();
    assert!(!text.contains("tulip"), "{text}");
    let hook = &file.agents[&AgentId::Milady].hooks[0];
    let carried = [
        ("team.own".to_owned(), json!("~/notes")),
        ("team.plain".to_owned(), json!("https://example.com/hooks/deploy")),
    ];
    assert_eq!(hook.settings, BTreeMap::from(carried));
    let said = file.not_carried();
    let why = |name: &str| said.iter().find(|one| one.name.ends_with(name)).unwrap().why.clone();
    assert!(why("team.slack").contains("may be a key"));
    assert!(why("team.folder").contains("a place on this computer"));
    assert!(why("team.inside").contains("a place on this computer"));
}

/// Somebody wrote it into the file: it does not differ for not being exported.
#[test]
fn what_is_set_as_the_set_up_says_is_no_difference() {
    let home = Home::new();
    let mut file = set_to(&home, &[("folder", "/srv/tulip")]);
    let hook = &mut file.agents.get_mut(&AgentId::Milady).unwrap().hooks[0];
    hook.settings.insert("team.folder".to_owned(), json!("/srv/tulip"));
    assert!(compared(&home, &file).same, "{:#?}", compared(&home, &file));
    let hook = &mut file.agents.get_mut(&AgentId::Milady).unwrap().hooks[0];
    hook.settings.insert("team.folder".to_owned(), json!("/srv/other"));
    let differences = compared(&home, &file).differences;
    assert_eq!(differences[0].here.as_deref(), Some("another value"), "{differences:#?}");
}

#[test]
fn why_files_are_not_carried_is_true_of_each_and_the_hint_works() {
    let home = lived_in();
    let new = New { name: "tidy-up".to_owned(), event: "command".to_owned(), ..New::default() };
    let plan = create::plan(&home.machine, &home.scan(AgentId::Milady), &new).unwrap();
    changes::apply(&home.machine, &plan).unwrap();
    // What is beside the folders that were installed from is from elsewhere.
    let beside = home.path("team");
    let mut file = exported(&home, &beside);
    let said = file.without_files();
    let why = |name: &str| {
        let one = said.iter().find(|one| one.names.iter().any(|it| it == name));
        one.map(|one| one.why.clone()).unwrap_or_else(|| panic!("{name}: {said:#?}"))
    };
    assert_eq!(why("tidy-up"), "Made on this computer or put there by hand.");
    assert_eq!(why("greeter"), "Installed from a folder of this computer.");
    let text = file.print(FileKind::Toml).unwrap();
    assert!(text.contains("write ./ and its name"), "what can be done is in the file: {text}");

    let hooks = &mut file.agents.get_mut(&AgentId::Milady).unwrap().hooks;
    let hook = hooks.iter_mut().find(|hook| hook.name == "tidy-up").unwrap();
    assert_eq!(hook.source, "this computer");
    "./tidy-up".clone_into(&mut hook.source);
    for (path, bytes) in home.tree() {
        if let Ok(inside) = path.strip_prefix(home.path("home/.milady/hooks/tidy-up")) {
            home.file(&format!("team/tidy-up/{}", inside.display()), bytes);
        }
    }
    let other = Home::new();
    let done = applied(&other, &file, &beside, false);
    let mut refused: Vec<&str> = done.not_done.iter().map(|one| one.id.as_str()).collect();
    refused.sort_unstable();
    assert_eq!(refused, ["moltis/greeter/missing", "zeroclaw/greeter/missing"], "{done:#?}");
    assert!(done.not_done[0].why.contains("does not say where its files come from"), "{done:#?}");
    assert!(other.scan(AgentId::Milady).hooks().iter().any(|hook| hook.name == "tidy-up"));
}

/// It is in the file: it is named there, with its switch and the hashes of its files. A reason that is true of many is
/// there once, and what is not in the file at all is not among them.
#[test]
fn what_is_named_without_its_files_is_not_said_to_be_left_out() {
    let home = Home::new();
    for name in ["tidy-up", "sort-out"] {
        let new = New { name: name.to_owned(), event: "command".to_owned(), ..New::default() };
        let plan = create::plan(&home.machine, &home.scan(AgentId::Milady), &new).unwrap();
        changes::apply(&home.machine, &plan).unwrap();
    }
    let file = exported(&home, &home.path("team"));
    assert_eq!(file.hooks(), 2);
    assert_eq!(file.not_carried(), []);
    let said = file.without_files();
    assert_eq!(said.len(), 1, "{said:#?}");
    assert_eq!(said[0].names, ["sort-out", "tidy-up"]);
    let text = file.print(FileKind::Toml).unwrap();
    assert_eq!(text.matches("put there by hand").count(), 1, "{text}");
    for kind in [FileKind::Toml, FileKind::Json] {
        let text = file.print(kind).unwrap();
        assert_eq!(SetupFile::parse(kind, text.as_bytes()).unwrap(), file);
    }
}

/// Before, what is named without its files was among what is not carried.
#[test]
fn what_was_written_with_one_list_is_read() {
    let text = "tacklebox_setup = 1\n[[agents.milady.hooks]]\nname = \"a\"\nsource = \"this computer\"\non = true\n[[agents.milady.not_carried]]\nname = \"a\"\nwhy = \"Without its files: made on this computer.\"\n";
    let file = SetupFile::parse(FileKind::Toml, text.as_bytes()).unwrap();
    assert_eq!((file.hooks(), file.not_carried().len()), (1, 1));
}

#[test]
fn where_something_is_that_is_not_here_is_true_on_the_other_computer() {
    let said = |source| whence(AgentId::Milady, source);
    assert_eq!(said("included"), "included with Tacklebox");
    assert_eq!(said("this computer"), "its files are only on the computer of the set-up");
    assert_eq!(said("the agent"), "Milady brings it itself");
    assert_eq!(said("./mine"), "from ./mine beside the set-up");
    assert_eq!(said("npm:tidy"), "from npm:tidy");
}

#[test]
fn what_was_written_with_the_older_word_is_read() {
    let text = "tacklebox_setup = 1\n[[agents.milady.hooks]]\nname = \"a\"\nsource = \"by hand\"\non = true\n";
    let file = SetupFile::parse(FileKind::Toml, text.as_bytes()).unwrap();
    assert_eq!(file.agents[&AgentId::Milady].hooks[0].source, "this computer");
}

/// What a person sees is who comes first, not which number somebody wrote.
#[test]
fn another_order_is_told_by_the_place_among_the_hooks_of_the_moment() {
    let home = Home::new();
    let hook = |name: &str, event: &str, priority: i32| {
        let text = format!(
            "[hook]\nname = \"{name}\"\nevent = \"{event}\"\nenabled = true\npriority = {priority}\n\n[hook.action.shell]\ncommand = \"true\"\n"
        );
        home.file(&format!("home/.zeroclaw/workspace/hooks/{name}/HOOK.toml"), text);
    };
    hook("guard", "before_tool_call", 10);
    hook("post", "before_tool_call", 5);
    hook("alone", "before_prompt_build", 5);
    let file = exported(&home, &home.path("from"));
    hook("post", "before_tool_call", 20);
    hook("alone", "before_prompt_build", 7);
    let orders: Vec<_> = compared(&home, &file)
        .differences
        .into_iter()
        .filter(|one| one.what == What::Order)
        .map(|one| (one.title, one.detail, one.here, one.there))
        .collect();
    let some = |text: &str| Some(text.to_owned());
    let moment = trigger(AgentId::Zeroclaw, "before_tool_call").label;
    assert_eq!(
        orders,
        [
            ("alone".to_owned(), None, some("with order 7"), some("with order 5")),
            ("post".to_owned(), Some(moment), some("first"), some("second")),
        ]
    );
}

#[test]
fn a_variable_that_is_set_and_not_needed_is_named_too() {
    let home = Home::new();
    let (agent, id) = (AgentId::Milady, "milady/managed/workspace-backup");
    let plan =
        included::plan_install(&home.machine, &home.scan(agent), "workspace-backup").unwrap();
    changes::apply(&home.machine, &plan).unwrap();
    let name = "WORKSPACE_BACKUP_KEEP";
    let set = ops::set_env(&home.machine, &home.scan(agent), id, name, Some("3011"), Others::Keep);
    changes::apply(&home.machine, &set.unwrap()).unwrap();
    let file = exported(&home, Path::new("/nowhere"));
    assert_eq!(file.agents[&agent].hooks[0].keys, [name]);
    assert!(!file.print(FileKind::Toml).unwrap().contains("3011"));
    assert!(compared(&home, &file).same);
    let other = Home::new();
    let needed = compared(&other, &file).needed;
    assert_eq!(needed.iter().map(|it| it.env.as_str()).collect::<Vec<_>>(), [name]);
    applied(&other, &file, Path::new("/nowhere"), true);
    let again = compared(&other, &file);
    assert_eq!(again.needed.len(), 1, "it is still to be set: {again:?}");
}
