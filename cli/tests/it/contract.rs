//! The fields that scripts rely on: they may become more, and none is ever renamed or dropped.

use std::collections::BTreeSet;

use serde_json::Value;

use super::context::TestContext;

const HOOK: &str = "id agent name hook_key workspace description emoji homepage source dir manifest \
    handler events priority enabled eligible state missing notes findings replaced_by error";

fn has(value: &Value, fields: &str) {
    assert!(value.is_object(), "{value}");
    let object = value.as_object().unwrap();
    let there: BTreeSet<&str> = object.keys().map(String::as_str).collect();
    let wanted: BTreeSet<&str> = fields.split_whitespace().collect();
    let missing: Vec<_> = wanted.difference(&there).collect();
    assert!(missing.is_empty(), "{missing:?} not in {value}");
}

#[test]
fn a_hook_has_every_field_in_every_state() {
    let hooks = TestContext::with_agents().json("hooks list");
    let mut states = BTreeSet::new();
    for hook in hooks.as_array().unwrap() {
        has(hook, HOOK);
        states.insert(hook["state"].as_str().unwrap().to_owned());
        for missing in hook["missing"].as_array().unwrap() {
            has(missing, "kind names message");
        }
        for note in hook["notes"].as_array().unwrap() {
            has(note, "id sentence fixable");
        }
    }
    let all = ["broken", "cannot-run-here", "needs-setup", "off", "ready", "replaced"];
    assert_eq!(states.into_iter().collect::<Vec<_>>(), all);
}

#[test]
fn handlers_say_what_they_are() {
    let context = TestContext::with_agents();
    context.file(
        ".zeroclaw/workspace/hooks/web/HOOK.toml",
        "[hook]\nname = \"web\"\nevent = \"on_llm_input\"\n\n[hook.action.http]\nurl = \"https://example.com\"\n",
    );
    context.file(
        ".zeroclaw/workspace/hooks/say/HOOK.toml",
        "[hook]\nname = \"say\"\nevent = \"before_prompt_build\"\n\n[hook.action.prompt_inject]\ncontent = \"Hi\"\n",
    );
    for (name, fields) in [
        ("digest", "kind path export"),
        ("pulse", "kind command timeout_secs"),
        ("web", "kind method url"),
        ("say", "kind position"),
    ] {
        has(&context.json(&format!("hooks info {name}"))["handler"], fields);
    }
}

#[test]
fn every_document_has_its_fields() {
    let context = TestContext::with_agents();
    has(
        &context.json("agents")[0],
        "agent name found home config config_exists workspace hooks needs_attention needs_you alarming notes",
    );
    has(&context.json("events")[0], "moment agent key modifying sentence sample");
    let info = context.json("hooks info digest");
    has(&info, HOOK);
    has(&info, "body files install receipt setup triggers stopped_by unordered");
    has(&info["files"][0], "path bytes");
    has(
        &info["install"][0],
        "id kind label bins os formula package module url archive extract stripComponents targetDir sha256",
    );
    assert_eq!(info["install"].as_array().unwrap().len(), 1, "only what fits this system");
    has(
        &context.json("hooks check")[0],
        "agent discovered eligible registered skipped failed problems",
    );
    has(&context.json("hooks check --agent milady")[0]["problems"][0], "path message");
    has(&context.json("hooks audit guard")["findings"][0], "rule severity file line excerpt why");
    has(&context.json("hooks disable quiet"), "changed file diff also");
    has(&context.json("hooks unset quiet --env A"), "changed file also");
    has(&context.json("hooks disable a")["also"][0], "name change");
    let install = context.json("hooks install welcome --agent eliza");
    has(&install, "installed receipt also");
    has(&install["receipt"], "source version installed_at files changed");
    has(&install["receipt"]["files"][0], "path sha256");
    has(&context.json("hooks remove welcome --agent eliza"), "removed also");
    has(&context.json("config get hooks --agent milady"), "path value file");
}

#[test]
fn who_may_stop_a_hook_before_its_turn_and_who_runs_beside_it_is_told() {
    let context = TestContext::new();
    for (name, priority) in [("first", 5), ("second", 3), ("third", 1)] {
        context.file(
            &format!(".moltis/hooks/{name}/HOOK.md"),
            &format!("+++\nname = \"{name}\"\nevents = [\"BeforeToolCall\"]\ncommand = \"true\"\npriority = {priority}\n+++\n"),
        );
    }
    context.file(
        ".moltis/hooks/ends/HOOK.md",
        "+++\nname = \"ends\"\nevents = [\"SessionEnd\"]\ncommand = \"true\"\n+++\n",
    );
    context.file(
        ".moltis/hooks/also/HOOK.md",
        "+++\nname = \"also\"\nevents = [\"SessionEnd\"]\ncommand = \"true\"\n+++\n",
    );
    let of = |name: &str| {
        let info = context.json(&format!("hooks info {name} --agent moltis"));
        let names = |field: &str| -> Vec<String> {
            let all = info[field].as_array().unwrap().iter();
            all.map(|one| one["id"].as_str().unwrap().rsplit('/').next().unwrap().to_owned())
                .collect()
        };
        (names("stopped_by"), names("unordered"))
    };
    let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(of("third"), (list(&["first", "second"]), list(&[])));
    assert_eq!(of("first"), (list(&[]), list(&[])));
    assert_eq!(of("ends"), (list(&[]), list(&["also"])));
    let card = context.run("hooks info third --agent moltis").stdout;
    assert!(
        card.contains(
            "first and second before it may stop what happens: then this hook is not called."
        ),
        "{card}"
    );
    let card = context.run("hooks info ends --agent moltis").stdout;
    assert!(card.contains("At the same time: also. Nothing says which is first."), "{card}");
}

#[test]
fn a_workspace_that_is_named_counts() {
    let context = TestContext::with_agents();
    context.hook_md("milady", "project/hooks/mine", "mine", r#""events":["command"]"#);
    let hook = context.json("hooks info mine --agent milady --workspace project");
    assert_eq!(hook["id"], "milady/workspace/mine");
    assert_eq!(hook["workspace"], context.home.join("project").to_string_lossy().as_ref());
}

#[test]
fn another_home_can_be_named() {
    let context = TestContext::with_agents();
    let other = TestContext::new();
    other.hook_md("milady", ".milady/hooks/there", "there", r#""events":["command"]"#);
    let list = context.json(&format!("hooks list --home {}", other.home.display()));
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert_eq!(list[0]["name"], "there");
}
