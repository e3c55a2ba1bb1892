//! What an agent brings itself, and plugins, are carried too; what is not is said.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::json;

use super::super::{Applied, Comparison, FileKind, NotCarried, SetupFile, What};
use crate::apply as changes;
use crate::install::source::Source;
use crate::install::tests::{Home, MOLTIS};
use crate::install::{foreign, included};
use crate::ops::{self, Others};
use crate::plan::Plan;
use crate::plugins::settings;
use tacklebox_agents::agent::Options;
use tacklebox_agents::config::{self, Syntax};
use tacklebox_agents::dialect::DOCUMENTED;
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::inventory::Inventory;

const AGENTS: [AgentId; 2] = [AgentId::Openclaw, AgentId::Moltis];

/// By the newest versions, as plugins are.
fn scan(home: &Home, agent: AgentId) -> Inventory {
    let (openclaw, moltis) = ("2026.9.6".to_owned(), DOCUMENTED.to_owned());
    let runtimes = [(AgentId::Openclaw, openclaw), (AgentId::Moltis, moltis)].into();
    Inventory::scan(&home.machine, agent, &Options { runtimes, ..Options::default() })
}

fn exported(home: &Home) -> SetupFile {
    let all: Vec<Inventory> = AGENTS.iter().map(|agent| scan(home, *agent)).collect();
    super::export(&home.machine, &all.iter().collect::<Vec<_>>(), &home.path("from")).unwrap()
}

fn compared(home: &Home, file: &SetupFile) -> Comparison {
    let all: Vec<Inventory> = AGENTS.iter().map(|agent| scan(home, *agent)).collect();
    super::compare(&home.machine, &all.iter().collect::<Vec<_>>(), file)
}

fn applied(home: &Home, file: &SetupFile, beside: &Path) -> Applied {
    let all: BTreeSet<String> =
        compared(home, file).differences.into_iter().map(|one| one.id).collect();
    let mut get = |source: &Source| super::fetched(home, source);
    super::apply(&home.machine, &|it| scan(home, it), file, beside, &all, false, &mut get)
}

fn carry_out(home: &Home, plan: &Plan) {
    changes::apply(&home.machine, plan).unwrap();
}

/// A home with a plugin of Tacklebox and a fetched one, both set up, and the switch of a hook that Moltis brings.
fn lived_in() -> Home {
    let home = Home::new();
    home.file("home/.openclaw/openclaw.json", "{}\n");
    let inventory = || scan(&home, AgentId::Openclaw);
    carry_out(
        &home,
        &included::plan_install(&home.machine, &inventory(), "sandbox-writes").unwrap(),
    );
    let folders = settings::set(
        &home.machine,
        &inventory(),
        "sandbox-writes",
        &[("folders", Some("~/work\n~/notes"))],
    );
    carry_out(&home, &folders.unwrap());
    let off =
        ops::set_plugin_enabled(&home.machine, &inventory(), "sandbox-writes", false, Others::Keep);
    carry_out(&home, &off.unwrap());

    let manifest = json!({
        "id": "shop", "name": "Shop", "version": "1.2.0",
        "activation": { "onStartup": true },
        "configSchema": { "type": "object", "required": ["region"], "properties": {
            "region": { "type": "string" }, "apiKey": { "type": "string" },
            "notes": { "type": "string" } } },
    });
    home.file("from/shop/openclaw.plugin.json", manifest.to_string());
    home.file("from/shop/index.js", "export default { id: 'shop', register() {} };\n");
    let package =
        json!({ "name": "shop", "version": "1.2.0", "openclaw": { "extensions": ["./index.js"] } });
    home.file("from/shop/package.json", package.to_string());
    let staged = home.stage("shop").unwrap();
    carry_out(&home, &foreign::plan_install(&home.machine, &inventory(), &staged).unwrap().plan);
    drop(staged);
    let notes = home.path("home/notes.txt");
    let set = settings::set(
        &home.machine,
        &inventory(),
        "shop",
        &[
            ("region", Some("eu")),
            ("apiKey", Some("sk-secret0123456789")),
            ("notes", notes.to_str()),
        ],
    );
    carry_out(&home, &set.unwrap());
    let on = ops::set_plugin_enabled(&home.machine, &inventory(), "shop", true, Others::Keep);
    carry_out(&home, &on.unwrap());

    home.file(
        "home/.openclaw/workspace/.openclaw/extensions/local/openclaw.plugin.json",
        r#"{"id": "local"}"#,
    );
    home.file(
        "home/.openclaw/workspace/.openclaw/extensions/local/index.js",
        "export default { register() {} };\n",
    );
    home.file("from/moltis/HOOK.md", MOLTIS);
    home.file("from/moltis/hello.sh", "#!/bin/sh\necho hello\n");
    home.install(AgentId::Moltis, "moltis");
    let moltis = scan(&home, AgentId::Moltis);
    let logger = ops::set_enabled(
        &home.machine,
        &moltis,
        "moltis/builtin/command-logger",
        false,
        Others::Keep,
    );
    carry_out(&home, &logger.unwrap());
    home
}

#[test]
fn plugins_and_switches_of_what_an_agent_brings_are_carried_and_are_the_same_there() {
    let home = lived_in();
    let from = home.path("from");
    let file = exported(&home);
    for kind in [FileKind::Toml, FileKind::Json] {
        let text = file.print(kind).unwrap();
        assert!(!text.contains("sk-secret"), "no key is in it:\n{text}");
        assert!(text.contains("apiKey"), "its name is:\n{text}");
        let home = home.path("").to_str().unwrap().to_owned();
        assert!(!text.contains(&home), "no path of this computer:\n{text}");
        assert_eq!(SetupFile::parse(kind, text.as_bytes()).unwrap(), file);
    }
    assert!(compared(&home, &file).same, "{:#?}", compared(&home, &file));

    let other = Home::new();
    let before = other.tree();
    let differ: Vec<(String, Vec<String>)> = compared(&other, &file)
        .differences
        .into_iter()
        .map(|one| (one.id, one.afterwards))
        .collect();
    let then = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        differ,
        [
            (
                "openclaw/plugin:sandbox-writes/missing".into(),
                then(&["off", "folders is [\"~/work\",\"~/notes\"]"])
            ),
            ("openclaw/plugin:shop/missing".into(), then(&["on", "region is eu"])),
            ("moltis/greeter/missing".into(), then(&["off"])),
            ("moltis/command-logger/switch".into(), Vec::new()),
        ]
    );
    let done = applied(&other, &file, &from);
    assert_eq!(done.not_done, [], "{done:#?}");
    let after = compared(&other, &file);
    assert!(after.same, "{after:#?}");
    let needed: Vec<(&str, &str)> =
        after.needed.iter().map(|one| (one.hook.as_str(), one.env.as_str())).collect();
    assert_eq!(needed, [("shop", "apiKey")]);
    let text = std::fs::read_to_string(other.path("home/.openclaw/openclaw.json")).unwrap();
    let config = config::parse(Syntax::Json5, &text).unwrap();
    assert_eq!(
        config["plugins"]["entries"],
        json!({
            "sandbox-writes": { "enabled": false, "config": { "folders": ["~/work", "~/notes"] } },
            "shop": { "enabled": true, "config": { "region": "eu" } },
        })
    );

    changes::undo(&other.machine, done.undo.as_deref()).unwrap();
    assert_eq!(other.tree(), before, "one undo takes all of it back");
}

#[test]
fn what_a_version_cannot_turn_off_is_said_and_stays() {
    let file = exported(&lived_in());
    let other = Home::new();
    let moltis = Inventory::scan(&other.machine, AgentId::Moltis, &Options::default());
    let all = super::compare(&other.machine, &[&moltis], &file);
    let of_built_in: Vec<(&str, &str)> = all
        .differences
        .iter()
        .filter(|one| one.id != "moltis/greeter/missing" && one.id.starts_with("moltis/"))
        .map(|one| (one.id.as_str(), one.blocked.as_deref().unwrap_or_default()))
        .collect();
    assert_eq!(
        of_built_in,
        [
            ("moltis/boot-md/missing", "Moltis brings it itself, and this version of it does not."),
            (
                "moltis/command-logger/switch",
                "Command logger has no switch. It is part of Moltis (taken to be 2026-08-21), and always on."
            ),
        ]
    );
}

#[test]
fn what_is_not_carried_is_said_in_the_file() {
    let home = lived_in();
    home.file(
        "home/.config/moltis/moltis.toml",
        "[[hooks.hooks]]\nname = \"mine\"\nevents = [\"SessionStart\"]\ncommand = \"/opt/mine.sh\"\n",
    );
    let said: Vec<NotCarried> = exported(&home).not_carried();
    let why = |name: &str| {
        let one = said.iter().find(|one| one.name == name);
        one.map(|one| one.why.as_str()).unwrap_or_else(|| panic!("{name}: {said:#?}"))
    };
    assert!(why("local").contains("workspace"));
    assert!(why("Shop: notes").contains("place on this computer"));
    assert!(why("mine").contains("In the agent's config"));
}

/// Somebody turned it off here; a plugin that is not in the file is left alone.
#[test]
fn a_plugin_that_was_switched_or_set_here_differs() {
    let home = lived_in();
    let file = exported(&home);
    let inventory = || scan(&home, AgentId::Openclaw);
    let off = ops::set_plugin_enabled(&home.machine, &inventory(), "shop", false, Others::Keep);
    carry_out(&home, &off.unwrap());
    let set = settings::set(&home.machine, &inventory(), "shop", &[("region", Some("us"))]);
    carry_out(&home, &set.unwrap());
    carry_out(&home, &included::plan_install(&home.machine, &inventory(), "tool-logger").unwrap());
    let differ: Vec<(String, What)> =
        compared(&home, &file).differences.into_iter().map(|one| (one.id, one.what)).collect();
    assert_eq!(
        differ,
        [
            ("openclaw/plugin:shop/setting".to_owned(), What::Setting),
            ("openclaw/plugin:shop/switch".to_owned(), What::Switch),
        ]
    );
}
