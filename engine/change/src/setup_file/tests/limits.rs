//! What a set-up may not do, and what is not taken for what is on.

use super::*;

fn hook(home: &Home, agent: &str, folder: &str, name: &str, fields: &str) {
    let dir = format!("home/.{agent}/hooks/{folder}");
    let metadata = format!("{{\"{agent}\":{{\"events\":[\"gateway:startup\"]{fields}}}}}");
    let manifest = format!("---\nname: {name}\ndescription: d\nmetadata: {metadata}\n---\n");
    home.file(&format!("{dir}/HOOK.md"), &manifest);
    home.file(&format!("{dir}/handler.ts"), "export default () => {};\n");
}

/// A file from somebody else could name any place of the config, and open the agent to the network by that.
#[test]
fn a_setting_that_the_hook_does_not_ask_for_is_not_written() {
    let home = Home::new();
    home.file("home/.milady/milady.json", "{}\n");
    hook(&home, "milady", "plain", "plain", ",\"requires\":{\"config\":[\"plain.region\"]}");
    let file = "tacklebox_setup = 1\n[[agents.milady.hooks]]\nname = \"plain\"\nsource = \"only-here\"\non = true\nsettings = { \"plain.region\" = \"eu\", \"gateway.auth.mode\" = \"none\", \"hooks\" = 5 }\n";
    let file = SetupFile::parse(FileKind::Toml, file.as_bytes()).unwrap();
    let done = applied(&home, &file, &home.path("from"), true);
    let refused: Vec<&str> = done.not_done.iter().map(|one| one.why.as_str()).collect();
    assert_eq!(refused.len(), 2, "{done:#?}");
    assert!(refused.iter().all(|why| why.contains("does not ask for the setting")), "{done:#?}");
    let text = std::fs::read_to_string(home.path("home/.milady/milady.json")).unwrap();
    assert!(text.contains("region") && !text.contains("auth") && !text.contains('5'), "{text}");
}

/// All hooks are on where no config can be read: that is not what a person wants on the next computer.
#[test]
fn nothing_is_exported_as_long_as_it_is_not_known_what_is_on() {
    for (path, text) in [
        (".milady/milady.json", "{ what"),
        (".moltis/disabled_hooks.json", "[broken"),
        (".zeroclaw/config.toml", "[hooks"),
    ] {
        let home = lived_in();
        home.file(&format!("home/{path}"), text);
        let all: Vec<Inventory> = AGENTS.iter().map(|agent| home.scan(*agent)).collect();
        let all: Vec<&Inventory> = all.iter().collect();
        let refused = export(&home.machine, &all, &home.path("from")).unwrap_err();
        assert!(matches!(refused, crate::ops::OpError::Unreadable { .. }), "{path}: {refused}");
        assert!(super::super::readable(all).is_err(), "{path}");
    }
}

/// One key switches both: the set-up would be as before after the next run, and never come to an end.
#[test]
fn what_the_set_up_has_on_is_not_turned_off_with_another() {
    let home = Home::new();
    home.file("home/.milady/milady.json", "{}\n");
    for name in ["two", "three"] {
        hook(&home, "milady", name, name, ",\"hookKey\":\"k\"");
    }
    let mut file = exported(&home, &home.path("from"));
    file.agents.get_mut(&AgentId::Milady).unwrap().hooks.retain(|hook| hook.name == "two");
    let other: BTreeSet<String> =
        compared(&home, &file).also_here.into_iter().map(|one| one.id).collect();
    assert_eq!(other.len(), 1, "{other:?}");
    let mut get = |source: &Source| fetched(&home, source);
    let scan = |agent| home.scan(agent);
    let done = apply(&home.machine, &scan, &file, &home.path("from"), &other, false, &mut get);
    assert!(done.not_done[0].why.contains("the set-up has two on"), "{done:#?}");
    assert!(home.scan(AgentId::Milady).hooks().iter().all(|hook| hook.enabled));
}

#[test]
fn of_two_hooks_of_one_name_the_one_that_can_be_read_is_carried_and_the_other_is_told() {
    let home = Home::new();
    home.file("home/.milady/milady.json", "{}\n");
    hook(&home, "milady", "d", "c", "");
    home.file("home/.milady/hooks/c/HOOK.md", "no front matter\n");
    home.file("home/.milady/hooks/c/handler.ts", "");
    let file = exported(&home, &home.path("from"));
    let setup = &file.agents[&AgentId::Milady];
    let [one] = &setup.hooks[..] else { panic!("{setup:#?}") };
    let manifest = std::fs::read(home.path("home/.milady/hooks/d/HOOK.md")).unwrap();
    let hash = tacklebox_machine::files::Stamp::of(&manifest).to_string();
    assert!(one.files.values().any(|it| it.ends_with(&hash)), "{one:#?} {hash}");
    let told = setup.not_carried.iter().any(|it| it.why.contains("of the same name"));
    assert!(told, "{setup:#?}");
}
