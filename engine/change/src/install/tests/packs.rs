//! What counts as a hook or a pack, for whom, and what is refused as a whole.

use super::*;
use crate::install::pack::PackError;
use tacklebox_testing::archives::{Tar, dir, file, gz, link, tar};

const ALL: [&str; 3] = ["milady", "eliza", "openclaw"];

fn names(home: &Home, agent: AgentId, source: &str) -> Result<Vec<String>, PackError> {
    let staged = home.stage(source).map_err(|error| match error {
        StageError::Pack(error) => error,
        other => panic!("{other}"),
    })?;
    let hooks = staged.hooks(&home.agent(agent))?;
    Ok(hooks.into_iter().map(|hook| hook.folder).collect())
}

fn milady(home: &Home, source: &str) -> Result<Vec<String>, PackError> {
    names(home, AgentId::Milady, source)
}

#[test]
fn one_hook_is_named_by_its_manifest() {
    let home = Home::new();
    home.hook("from/checkout-of-main", &ALL, "greeter");
    home.file("from/checkout-of-main/.git/config", "[core]");
    for agent in [AgentId::Milady, AgentId::Eliza, AgentId::Openclaw] {
        assert_eq!(names(&home, agent, "checkout-of-main").unwrap(), ["greeter"]);
    }
    let staged = home.stage("checkout-of-main").unwrap();
    let hooks = staged.hooks(&home.agent(AgentId::Milady)).unwrap();
    let files: Vec<&str> = hooks[0].files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(files, ["HOOK.md", "handler.ts"], "what git keeps stays behind");
}

#[test]
fn a_name_that_is_no_plain_name_never_becomes_a_path() {
    for (name, folder) in [
        ("\"../../evil\"", "hook-folder"),
        ("\"a/b\"", "hook-folder"),
        ("\"CON\"", "hook-folder"),
        ("\"Grüße an alle\"", "hook-folder"),
        ("\".hidden\"", "hook-folder"),
        ("\"a b\"", "hook-folder"),
    ] {
        let home = Home::new();
        home.file("from/p/package.json", r#"{"milady":{"hooks":["hook-folder"]}}"#);
        home.hook("from/p/hook-folder", &ALL, name);
        assert_eq!(milady(&home, "p").unwrap(), [folder], "{name}");
        // At the top there is no folder to take the name of.
        home.hook("from/one", &ALL, name);
        let [folder] = milady(&home, "one").unwrap().try_into().unwrap();
        let letters = |c: char| c.is_ascii_alphanumeric() || c == '-';
        assert!(folder.chars().all(letters) && !folder.starts_with('-'), "{folder}");
    }
}

#[test]
fn only_what_a_pack_lists_counts() {
    let home = Home::new();
    home.file(
        "from/p/package.json",
        r#"{"name":"p","version":"1.2.0","openclaw":{"hooks":["./hooks/a","hooks/b/"]},"milady":{"hooks":["m"]}}"#,
    );
    for (dir, name) in [("hooks/a", "a"), ("hooks/b", "b"), ("m", "m"), ("unlisted", "u")] {
        home.hook(&format!("from/p/{dir}"), &ALL, name);
    }
    assert_eq!(names(&home, AgentId::Openclaw, "p").unwrap(), ["a", "b"]);
    assert_eq!(milady(&home, "p").unwrap(), ["m"]);
    // No list of its own: that of a sister counts.
    assert_eq!(names(&home, AgentId::Eliza, "p").unwrap(), ["a", "b"]);
    assert_eq!(home.stage("p").unwrap().version.as_deref(), Some("1.2.0"));
}

#[test]
fn a_folder_of_hooks_is_taken_as_far_as_it_is_for_the_agent() {
    let home = Home::new();
    home.hook("from/f/b", &ALL, "b");
    home.hook("from/f/a", &ALL, "a");
    home.file("from/f/docs/readme.md", "no hook");
    home.file("from/f/moltis/HOOK.md", MOLTIS);
    home.file("from/f/moltis/hello.sh", "#!/bin/sh\n");
    home.file("from/f/zeroclaw/HOOK.toml", ZEROCLAW);
    assert_eq!(milady(&home, "f").unwrap(), ["a", "b"]);
    assert_eq!(names(&home, AgentId::Moltis, "f").unwrap(), ["greeter"]);
    assert_eq!(names(&home, AgentId::Zeroclaw, "f").unwrap(), ["greeter"]);
}

#[test]
fn an_archives_single_top_folder_is_looked_through() {
    let home = Home::new();
    let manifest = family(&ALL, "greeter");
    let entries = |top: &str| -> Vec<Tar> {
        vec![
            file(&format!("{top}HOOK.md"), &manifest),
            file(&format!("{top}handler.ts"), "export default () => {};"),
        ]
    };
    home.file("from/flat.tar", tar(&entries("")));
    home.file("from/one.tgz", gz(&tar(&[vec![dir("one-1.0/")], entries("one-1.0/")].concat())));
    home.file(
        "from/hooks.tar.gz",
        gz(&tar(&[entries("top/x/"), vec![file("top/README", "")]].concat())),
    );
    for name in ["flat.tar", "one.tgz", "hooks.tar.gz"] {
        assert_eq!(milady(&home, name).unwrap(), ["greeter"], "{name}");
    }
}

#[test]
fn a_listing_that_is_wrong_refuses_all_of_it() {
    let missing = |name: &str| PackError::Missing(name.to_owned());
    let leaves = |name: &str| PackError::Leaves(name.to_owned());
    for (listed, want) in [
        (r#"["good","nowhere"]"#, missing("nowhere")),
        (r#"["good","no-hook"]"#, missing("no-hook")),
        (r#"["good","../outside"]"#, leaves("../outside")),
        (r#"["good","/etc"]"#, leaves("/etc")),
        (r#"["good","..\\outside"]"#, leaves("..\\outside")),
        (r#"["good","C:\\x"]"#, leaves("C:\\x")),
        (r#"["good","good/"]"#, PackError::Twice("good/".to_owned())),
        (r#"["good","again"]"#, PackError::Twice("good".to_owned())),
        (r#"["good","link"]"#, PackError::Link("link".to_owned())),
        (r#"["good","link/../good"]"#, leaves("link/../good")),
    ] {
        let home = Home::new();
        home.file("from/p/package.json", format!(r#"{{"milady":{{"hooks":{listed}}}}}"#));
        home.hook("from/p/good", &ALL, "good");
        home.hook("from/p/again", &ALL, "good");
        home.hook("from/outside", &ALL, "outside");
        home.file("from/p/no-hook/handler.ts", "");
        #[cfg(unix)]
        std::os::unix::fs::symlink("good", home.path("from/p/link")).unwrap();
        assert_eq!(milady(&home, "p").unwrap_err(), want, "{listed}");
        assert!(home.nothing_staged());
    }
    for listed in [r#""good""#, "[]", "[7]", "{}"] {
        let home = Home::new();
        home.file("from/p/package.json", format!(r#"{{"milady":{{"hooks":{listed}}}}}"#));
        home.hook("from/p/good", &ALL, "good");
        assert!(matches!(milady(&home, "p"), Err(PackError::Listing(_))), "{listed}");
    }
}

#[test]
fn a_broken_hook_refuses_all_of_it() {
    for (what, file, text) in [
        ("front matter", "HOOK.md", "no front matter at all"),
        ("yaml", "HOOK.md", "---\nname: [\n---\n"),
        ("no event", "HOOK.md", "---\nname: x\nmetadata: {\"milady\":{\"events\":[]}}\n---\n"),
        ("no handler", "handler.ts", ""),
    ] {
        let home = Home::new();
        home.hook("from/f/good", &ALL, "good");
        home.hook("from/f/bad", &ALL, "bad");
        home.file(&format!("from/f/bad/{file}"), text);
        if what == "no handler" {
            fs::remove_file(home.path("from/f/bad/handler.ts")).unwrap();
        }
        let error = milady(&home, "f").unwrap_err();
        assert!(matches!(&error, PackError::Broken { hook, .. } if hook == "bad"), "{error}");
        let staged = home.stage("f").unwrap();
        assert!(home.plan(AgentId::Milady, &staged).is_err());
    }
}

#[test]
fn two_hooks_with_one_switch_are_two_of_one_name() {
    let home = Home::new();
    home.hook("from/f/a", &ALL, "Greeter");
    home.hook("from/f/b", &ALL, "greeter");
    assert_eq!(milady(&home, "f").unwrap_err(), PackError::Twice("greeter".to_owned()));
}

#[test]
fn what_is_no_hook_and_what_is_for_others_is_said() {
    let home = Home::new();
    home.file("from/e/readme.md", "hello");
    assert_eq!(milady(&home, "e").unwrap_err(), PackError::Nothing);
    home.file("from/z/HOOK.toml", ZEROCLAW);
    let error = milady(&home, "z").unwrap_err().to_string();
    assert_eq!(error, "It is written for ZeroClaw: Milady reads its hooks from other files.");
    home.hook("from/m", &ALL, "x");
    let error = names(&home, AgentId::Moltis, "m").unwrap_err().to_string();
    assert!(error.starts_with("It is written for Milady, Eliza or OpenClaw"), "{error}");
}

#[test]
#[cfg(unix)]
fn a_link_to_a_file_becomes_that_file_and_one_to_a_folder_is_refused() {
    let home = Home::new();
    let manifest = family(&ALL, "greeter");
    let hook = [file("h/HOOK.md", &manifest), file("lib.ts", "code")];
    let with = |more: Tar| gz(&tar(&[hook.to_vec(), vec![more]].concat()));
    home.file("from/file.tgz", with(link(b'2', "h/handler.ts", "../lib.ts")));
    let staged = home.stage("file.tgz").unwrap();
    let hooks = staged.hooks(&home.agent(AgentId::Milady)).unwrap();
    let handler = hooks[0].dir.join("handler.ts");
    assert!(fs::symlink_metadata(&handler).unwrap().is_file());
    assert_eq!(fs::read_to_string(handler).unwrap(), "code");
    let more = [file("h/handler.ts", ""), file("d/x", ""), link(b'2', "h/d", "../d")];
    home.file("from/folder.tgz", gz(&tar(&[hook.to_vec(), more.to_vec()].concat())));
    let error = milady(&home, "folder.tgz").unwrap_err();
    assert_eq!(error, PackError::FolderLink("d".to_owned()));
}

#[test]
fn a_hook_of_a_pack_that_the_agent_installed_is_not_removed_alone() {
    let home = Home::new();
    home.file("home/.openclaw/openclaw.json", "{hooks: {internal: {enabled: true}}}");
    home.file("home/.openclaw/hooks/pack/package.json", r#"{"openclaw":{"hooks":["./one"]}}"#);
    home.hook("home/.openclaw/hooks/pack/one", &ALL, "one");
    let options = tacklebox_agents::agent::Options {
        runtimes: [(AgentId::Openclaw, "2026.9.6".to_owned())].into(),
        ..Default::default()
    };
    let inventory = Inventory::scan(&home.machine, AgentId::Openclaw, &options);
    let id = inventory.hooks().into_iter().find(|hook| hook.name == "one").unwrap().id.clone();
    let error = crate::install::remove::plan(&home.machine, &inventory, &id, false).unwrap_err();
    assert!(error.to_string().contains("of a pack"), "{error}");

    // Linked, the folder of a person is the pack, and an extra folder.
    let linked = "{hooks: {internal: {enabled: true, load: {extraDirs: ['~/src/pack']}}}}";
    home.file("home/.openclaw/openclaw.json", linked);
    home.file("home/src/pack/package.json", r#"{"openclaw":{"hooks":["./two"]}}"#);
    home.hook("home/src/pack/two", &ALL, "two");
    let inventory = Inventory::scan(&home.machine, AgentId::Openclaw, &options);
    let id = inventory.hooks().into_iter().find(|hook| hook.name == "two").unwrap().id.clone();
    let error = crate::install::remove::plan(&home.machine, &inventory, &id, false).unwrap_err();
    assert!(error.to_string().contains("of a pack"), "{error}");
}
