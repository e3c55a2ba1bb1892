use super::*;
use crate::plan::OnOff;

const HOOK: &str = "---\nname: NAME\nmetadata: {\"openclaw\":{\"events\":[\"command:new\"]},\"milady\":{\"events\":[\"command:new\"]}}\n---\n";

fn folders(home: &Home, agent: AgentId) -> Vec<(String, Option<String>, bool)> {
    let items = home.view(agent).folders.unwrap().items;
    items.into_iter().map(|item| (item.folder, item.problem, item.included)).collect()
}

#[test]
fn an_added_folder_brings_its_hooks_and_goes_without_a_trace() {
    let before = "{\n  // mine\n  a: 1,\n}\n";
    let home = Home::with(&[
        (".milady/milady.json", before),
        (".milady/more/extra/HOOK.md", &HOOK.replace("NAME", "extra")),
        (".milady/more/extra/handler.ts", ""),
    ]);
    let limit = home.view(AgentId::Milady).folders.unwrap().limit;
    assert_eq!(limit.as_deref(), Some("Milady takes hooks only from folders under ~/.milady."));
    home.apply(home.add(AgentId::Milady, "~/.milady/more"));
    assert_eq!(folders(&home, AgentId::Milady), [("~/.milady/more".to_owned(), None, false)]);
    assert!(home.scan(AgentId::Milady).find("milady/extra/extra").is_some());
    refused(home.add(AgentId::Milady, "~/.milady/more/"), "in the list already");
    let plan = remove_folder(&home.scan(AgentId::Milady), "~/.milady/more", Others::Keep);
    assert_eq!(plan.as_ref().unwrap().stays, ["~/.milady/more itself, with all that is in it"]);
    home.apply(plan);
    assert_eq!(home.read(".milady/milady.json"), before);
}

#[test]
fn milady_takes_no_folder_outside_of_its_home() {
    let home = Home::with(&[("file", ""), (".milady/file", "")]);
    for outside in ["~/more", "/srv/hooks", "../more", "~/.milady/../more"] {
        refused(home.add(AgentId::Milady, outside), "only from folders under ~/.milady");
    }
    refused(home.add(AgentId::Milady, "~/.milady/file"), "is a file");
    refused(home.add(AgentId::Moltis, "~/x"), "takes no further folders");
    home.apply(home.add(AgentId::Openclaw, "/srv/hooks"));
    let problem = "This folder is not there yet.".to_owned();
    assert_eq!(
        folders(&home, AgentId::Openclaw),
        [("/srv/hooks".to_owned(), Some(problem), false)]
    );
}

#[test]
fn one_item_goes_and_the_comments_of_the_others_stay() {
    let text = "{ hooks: { internal: { load: { extraDirs: [\n  'a', // first\n  'b',\n  'c', // last\n] } } } }\n";
    let home = Home::with(&[(".openclaw/openclaw.json", text)]);
    home.apply(remove_folder(&home.scan(AgentId::Openclaw), "b", Others::Keep));
    assert_eq!(home.read(".openclaw/openclaw.json"), text.replace("  'b',\n", ""));
    refused(
        remove_folder(&home.scan(AgentId::Openclaw), "b", Others::Keep),
        "not in the list any more",
    );
    home.apply(home.add(AgentId::Openclaw, "d"));
    assert!(home.read(".openclaw/openclaw.json").contains("  'c', // last\n  'd',\n"));
}

#[test]
fn a_lone_folder_becomes_a_list_when_another_comes() {
    let home = Home::with(&[(".milady/milady.json", "{ hooks: { load: { extraDirs: 'x' } } }")]);
    assert_eq!(folders(&home, AgentId::Milady).len(), 1);
    home.apply(home.add(AgentId::Milady, "~/.milady/y"));
    let text = home.read(".milady/milady.json");
    assert_eq!(text, "{ hooks: { load: { extraDirs: ['x', '~/.milady/y'] } } }");
}

#[test]
fn a_folder_of_an_included_file_is_shown_and_stays() {
    let home = Home::with(&[
        (".eliza/eliza.json", "{ $include: 'base.json' }"),
        (".eliza/base.json", "{ hooks: { internal: { load: { extraDirs: ['one', 7] } } } }"),
        (".eliza/one/x", ""),
    ]);
    home.apply(home.add(AgentId::Eliza, "two"));
    let found = folders(&home, AgentId::Eliza);
    assert_eq!((found[0].0.as_str(), found[0].2), ("one", true));
    assert_eq!(found[1].1.as_deref(), Some("This is not a folder: it is skipped."));
    assert_eq!((found[2].0.as_str(), found[2].2), ("two", false));
    refused(remove_folder(&home.scan(AgentId::Eliza), "one", Others::Keep), "not in the list");
}

#[test]
fn a_first_extra_folder_would_switch_hooks_of_todays_openclaw() {
    let home = Home::with(&[
        (
            ".openclaw/openclaw.json",
            "{ hooks: { internal: { enabled: true, entries: { a: { enabled: true } } } } }",
        ),
        (".openclaw/hooks/a/HOOK.md", &HOOK.replace("NAME", "a")),
        (".openclaw/hooks/a/handler.ts", ""),
        (".openclaw/hooks/b/HOOK.md", &HOOK.replace("NAME", "b")),
        (".openclaw/hooks/b/handler.ts", ""),
    ]);
    let would = add_folder(&home.machine(), &home.scan(AgentId::Openclaw), "~/x", Others::Switch);
    let also = would.unwrap().also;
    // And the five that OpenClaw brings itself, of which nothing is on this computer.
    assert_eq!((also.len(), also[0].name.as_str(), also[0].change), (6, "b", OnOff::On));
    home.apply(home.add(AgentId::Openclaw, "~/x"));
    assert!(home.read(".openclaw/openclaw.json").contains("b: {"), "the entry that keeps b off");
}
