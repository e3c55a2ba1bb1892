//! `config`: one agent's config, in place.

use insta::assert_snapshot;
use serde_json::json;

use super::context::TestContext;

fn context() -> TestContext {
    let context = TestContext::new();
    context.file(".milady/milady.json", "{\n  // Mine.\n  a: { \"b.c\": [1, 2] }, // one\n}\n");
    context
}

#[test]
fn get() {
    let context = context();
    assert_snapshot!("config_get", context.run(r#"config get a."b.c".1"#));
    assert_snapshot!("config_get_object", context.run("config get a"));
    assert_snapshot!("config_get_json", context.run("config get a --json"));
    assert_snapshot!("config_get_absent", context.run("config get a.x --json"));
}

#[test]
fn set_and_unset() {
    let context = context();
    let before = context.read(".milady/milady.json");
    assert_snapshot!("config_set_dry", context.run("config set a.d true --dry-run"));
    assert_snapshot!("config_set", context.run("config set a.d true"));
    assert_eq!(context.json("config get a.d")["value"], true);
    assert_snapshot!("config_unset", context.run("config unset a.d --json"));
    assert_eq!(context.read(".milady/milady.json"), before, "byte for byte");
    assert_eq!(context.json("config unset a.d")["changed"], false);
}

#[test]
fn toml_is_edited_in_place_too() {
    let context = TestContext::new();
    let before = "# Mine.\n[hooks]\nenabled = true # one\n";
    context.file(".zeroclaw/config.toml", before);
    context.run("config set hooks.max_hooks 7");
    assert_eq!(context.json("config get hooks.max_hooks")["value"], 7);
    assert!(context.read(".zeroclaw/config.toml").contains("enabled = true # one"));
    context.run("config unset hooks.max_hooks");
    assert_eq!(context.read(".zeroclaw/config.toml"), before, "byte for byte");
}

#[test]
fn file() {
    let context = context();
    assert_snapshot!("config_file", context.run("config file"));
    assert_snapshot!("config_file_json", context.run("config file --agent moltis --json"));
}

#[test]
fn a_config_that_does_not_parse_is_never_written_to() {
    let context = TestContext::new();
    context.hook_md("milady", ".milady/hooks/x", "x", r#""events":["command"]"#);
    context.file(".milady/milady.json", "{ a: ");
    for args in ["config set a 1", "config get a", "hooks disable x"] {
        let run = context.run(&format!("{args} --json"));
        assert_eq!(run.error()["code"], "unreadable-config", "{args}");
        assert_eq!(run.status, 1);
    }
    assert_eq!(context.read(".milady/milady.json"), "{ a: ");
    let list = context.run("hooks list").stdout;
    assert!(list.contains("milady.json: Not JSON5"), "rows are told without it: {list}");
}

#[test]
fn wants_one_agent() {
    let context = TestContext::with_agents();
    assert_eq!(context.run("config file --json").error()["code"], json!("needs-agent"));
    assert_snapshot!("config_needs_agent", context.run("config get a"));
    assert_snapshot!("config_no_agent", TestContext::new().run("config file"));
}

#[test]
fn backups_are_listed_and_brought_back() {
    let context = context();
    let before = context.read(".milady/milady.json");
    assert_snapshot!("config_backups_none", context.run("config backups"));
    context.run("config set a.d true");
    context.run("config set a.e 1");
    let list = context.json("config backups");
    let ids: Vec<&str> =
        list.as_array().unwrap().iter().filter_map(|one| one["id"].as_str()).collect();
    assert_eq!(ids.len(), 2, "the one before each change");
    let [_, first] = ids[..] else { panic!("two backups") };
    assert_snapshot!("config_backups", context.run("config backups"));
    assert_snapshot!("config_backups_json", context.run("config backups --json"));

    assert_snapshot!(
        "config_restore_dry",
        context.run(&format!("config restore {first} --dry-run"))
    );
    assert_snapshot!("config_restore", context.run(&format!("config restore {first} --json")));
    assert_eq!(context.read(".milady/milady.json"), before, "byte for byte");
    assert_eq!(context.json("config backups")[2]["current"], true);
    assert_eq!(context.json(&format!("config restore {first}"))["changed"], false);

    context.run("hooks undo");
    assert_eq!(context.json("config get a.e")["value"], 1, "a restore is undone like any change");
    assert_eq!(context.run("config restore nonsense --json").error()["code"], "not-found");
}

#[test]
fn data_of_a_newer_version_is_only_read() {
    let context = context();
    context.run("config set a.d true");
    let data = context.home.join(".local/share/tacklebox");
    let data = if data.exists() {
        data
    } else {
        context.home.join("Library/Application Support/Tacklebox")
    };
    let version = data.join("version").strip_prefix(&context.home).unwrap().to_owned();
    context.file(&version.to_string_lossy(), "2\n");
    let before = context.tree();
    assert_eq!(context.json("config backups").as_array().unwrap().len(), 1);
    for args in ["config set a.e 1", "hooks undo", "config unset a.d"] {
        assert_eq!(context.run(&format!("{args} --json")).error()["code"], "read-only", "{args}");
    }
    assert_snapshot!("config_newer_data", context.run("config set a.e 1"));
    assert_eq!(context.tree(), before);
}
