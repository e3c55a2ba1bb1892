//! Included hooks that come, are changed by hand, and go.

use super::*;
use tacklebox_engine::failure::Code;
use tacklebox_engine::plugins::PluginState;

#[test]
fn an_included_hook_installs_where_nothing_was_before() {
    let home = Home::new();
    let change = home.install(AgentId::Milady, "session-memory");
    assert_eq!(change.summary, "Session memory was installed.");
    assert!(home.path(".milady/hooks/session-memory/HOOK.md").is_file());
    let hook = home.hook(AgentId::Milady, "session-memory");
    assert_eq!((hook.id.as_str(), hook.state), ("milady/managed/session-memory", State::Ready));
    assert!(hook.notes.iter().all(|note| !note.id.starts_with("milady-")), "{:?}", hook.notes);
    let receipt = receipt::read(&home.machine, hook.dir.as_deref().unwrap()).unwrap();
    assert_eq!((receipt.source.as_str(), receipt.changed.as_slice()), ("included", [].as_slice()));
}

#[test]
fn every_included_hook_is_found_and_whole_for_every_agent_that_has_it() {
    let home = Home::new();
    let inventories: Vec<_> = AgentId::ALL.map(|id| home.scan(id)).into();
    let list = included::list(&home.machine, &inventories.iter().collect::<Vec<_>>());
    assert!(list.len() >= 5, "{list:?}");
    for card in &list {
        for row in &card.agents {
            home.install(row.agent, &card.name);
            if let Some(plugin) = home.plugin(row.agent, &card.name) {
                assert_eq!(plugin.state(), PluginState::On, "{}", plugin.id);
                assert_eq!(plugin.reason(), None, "{}", plugin.id);
                continue;
            }
            let hook = home.hook(row.agent, &card.name);
            assert_eq!(hook.error, None, "{}", hook.id);
            assert_eq!(hook.findings, 0, "{}", hook.id);
            assert!(hook.emoji.is_some() || row.agent == AgentId::Zeroclaw, "{}", hook.id);
        }
    }
}

#[test]
fn an_install_is_taken_back_whole_also_its_switch() {
    let home = Home::new();
    home.write(
        ".milady/milady.json",
        "{ hooks: { internal: { entries: { welcome: { enabled: false } } } } } // mine\n",
    );
    let before = home.tree();
    let change = home.install(AgentId::Milady, "welcome");
    assert!(home.read(".milady/milady.json").contains("enabled: true"));
    apply::undo(&home.machine, change.undo.as_deref()).unwrap();
    assert_eq!(home.tree(), before);
    let again = apply::undo(&home.machine, None).unwrap_err();
    assert!(matches!(again, ApplyError::NothingToUndo(_)), "{again}");
}

#[test]
fn what_tacklebox_did_not_install_is_left_alone() {
    let home = Home::new();
    home.milady_hook("welcome");
    let error =
        included::plan_install(&home.machine, &home.scan(AgentId::Milady), "welcome").unwrap_err();
    assert!(matches!(error, OpError::Refused(_)), "{error}");
    assert!(error.to_string().contains("left as it is"), "{error}");
}

#[test]
fn a_hook_changed_by_hand_is_not_overwritten() {
    let home = Home::new();
    home.install(AgentId::Milady, "welcome");
    home.write(".milady/hooks/welcome/handler.ts", "// mine\n");
    let error =
        included::plan_install(&home.machine, &home.scan(AgentId::Milady), "welcome").unwrap_err();
    assert!(error.to_string().contains("handler.ts"), "{error}");
}

#[test]
#[cfg(unix)]
fn what_was_put_in_the_place_of_a_file_is_a_change_and_is_not_looked_into() {
    let home = Home::new();
    home.install(AgentId::Milady, "welcome");
    let dir = home.path(".milady/hooks/welcome");
    fs::remove_file(dir.join("handler.ts")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(dir.join("handler.ts")).status();
    assert!(made.unwrap().success());
    fs::remove_file(dir.join("HOOK.md")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", dir.join("HOOK.md")).unwrap();
    let receipt = receipt::read(&home.machine, &dir).unwrap();
    assert_eq!(receipt.changed, ["HOOK.md", "handler.ts"]);
}

#[test]
fn a_file_where_a_folder_is_wanted_is_named() {
    let home = Home::new();
    home.write(".milady/hooks", "a file");
    let plan =
        included::plan_install(&home.machine, &home.scan(AgentId::Milady), "welcome").unwrap();
    match apply::apply(&home.machine, &plan).unwrap_err() {
        ApplyError::InTheWay(file) => assert_eq!(file, home.path(".milady/hooks")),
        error => panic!("{error}"),
    }
}

#[test]
fn removing_keeps_the_folder_for_undo_and_says_what_stays() {
    let home = Home::new();
    home.install(AgentId::Milady, "welcome");
    home.write(
        ".milady/milady.json",
        "{ hooks: { internal: { entries: { welcome: { env: { A: 'b' } } } } } }",
    );
    let before = home.tree();
    let inventory = home.scan(AgentId::Milady);
    let plan = remove::plan(&home.machine, &inventory, "milady/managed/welcome", false).unwrap();
    assert!(plan.stays[0].contains("~/.milady/milady.json"), "{:?}", plan.stays);
    let change = home.apply(&plan);
    assert!(!home.path(".milady/hooks/welcome").exists());
    apply::undo(&home.machine, change.undo.as_deref()).unwrap();
    assert_eq!(home.tree(), before);
}

#[test]
fn a_switch_in_an_installed_manifest_is_no_change_by_hand() {
    let home = Home::new();
    home.install(AgentId::Zeroclaw, "session-memory");
    let id = "zeroclaw/managed/session-memory";
    home.apply(&home.switch(AgentId::Zeroclaw, id, false, Others::Switch));
    let dir = home.path(".zeroclaw/workspace/hooks/session-memory");
    assert_eq!(receipt::read(&home.machine, &dir).unwrap().changed, [""; 0]);
    home.write(".zeroclaw/workspace/hooks/session-memory/run.sh", "#!/bin/sh\n");
    assert_eq!(receipt::read(&home.machine, &dir).unwrap().changed, ["run.sh"]);
}

#[test]
fn an_install_names_the_hook_where_openclaw_would_not_load_it_unnamed() {
    let home = Home::new();
    home.install(AgentId::Openclaw, "welcome");
    let written: serde_json::Value =
        json5::from_str(&home.read(".openclaw/openclaw.json")).unwrap();
    assert_eq!(written["hooks"]["internal"]["entries"]["welcome"]["enabled"], true);

    let home = Home::new();
    let all = "{ hooks: { internal: { enabled: true } } }";
    home.write(".openclaw/openclaw.json", all);
    home.install(AgentId::Openclaw, "welcome");
    assert_eq!(home.read(".openclaw/openclaw.json"), all, "an entry would shut all others out");
}

#[test]
fn a_name_that_is_a_path_leads_nowhere() {
    let home = Home::new();
    for name in ["../../etc", "..", "/etc/passwd", "session-memory/module", ""] {
        let error =
            included::plan_install(&home.machine, &home.scan(AgentId::Milady), name).unwrap_err();
        assert_eq!(error.code(), Code::NotFound, "{name}");
    }
}
