//! Switches and needs, where each agent has a rule of its own.

use tacklebox_agents::hook::{AgentId, MissingKind, State};

use super::Home;

const MILADY_HOOK: &str =
    "{\"milady\":{\"events\":[\"gateway:startup\"],\"requires\":{\"env\":[\"A_KEY\"]}}}";

#[test]
fn a_hook_of_moltis_config_that_is_off_is_off() {
    for (enabled, state) in
        [("", State::Ready), ("enabled = true\n", State::Ready), ("enabled = false\n", State::Off)]
    {
        for table in ["[[hooks]]", "[[hooks.hooks]]"] {
            let home = Home::new();
            home.write(
                ".moltis/moltis.toml",
                &format!("{table}\nname = \"a\"\nevents = [\"AfterToolCall\"]\ncommand = \"true\"\n{enabled}"),
            );
            let hooks = home.scan(AgentId::Moltis).hooks();
            let hook = hooks.iter().find(|hook| hook.name == "a").unwrap();
            assert_eq!(
                (hook.state, hook.enabled),
                (state, state == State::Ready),
                "{table} {enabled}"
            );
        }
    }
}

#[test]
fn a_handler_that_the_config_registers_has_no_switch_of_its_own() {
    let home = Home::new();
    home.write(".milady/hooks/a.ts", "export default () => {}\n");
    home.write(
        ".milady/milady.json",
        r#"{ hooks: { internal: {
            handlers: [{ event: "gateway:startup", module: "hooks/a.ts" }],
            entries: { "gateway:startup → a.ts": { enabled: false } },
        } } }"#,
    );
    let hooks = home.scan(AgentId::Milady).hooks();
    let handler = hooks.iter().find(|hook| hook.name == "gateway:startup → a.ts").unwrap();
    assert!(handler.enabled, "an entry of that name is not a switch of it");
    assert_ne!(handler.state, State::Off);
}

#[test]
fn any_text_number_or_truth_value_sets_a_variable_and_nothing_else_does() {
    let values = [
        ("\"x\"", true),
        ("1", true),
        ("0", true),
        ("true", true),
        ("false", true),
        ("\"\"", false),
        ("null", false),
        ("[]", false),
        ("{}", false),
    ];
    for (value, is_set) in values {
        let places = [
            format!(
                "{{ hooks: {{ internal: {{ entries: {{ a: {{ env: {{ A_KEY: {value} }} }} }} }} }} }}"
            ),
            format!("{{ env: {{ A_KEY: {value} }} }}"),
            format!("{{ env: {{ vars: {{ A_KEY: {value} }} }} }}"),
        ];
        for config in places {
            let home = Home::new();
            home.milady(".milady/hooks/a", "a", MILADY_HOOK);
            home.write(".milady/milady.json", &config);
            let hook = home.hook(AgentId::Milady, "milady/managed/a");
            assert_eq!(hook.eligible, is_set, "{config}: {:?}", hook.missing);
        }
    }
}

#[test]
fn only_the_family_takes_variables_from_its_config() {
    let home = Home::new();
    home.moltis(
        ".moltis/hooks/a",
        "name = \"a\"\nevents = [\"AfterToolCall\"]\ncommand = \"true\"\n[requires]\nenv = [\"A_KEY\"]",
    );
    home.write(".moltis/moltis.toml", "[env]\nA_KEY = \"x\"\n[env.vars]\nA_KEY = \"x\"\n");
    let hook = home.hook(AgentId::Moltis, "moltis/managed/a");
    assert_eq!(hook.state, State::NeedsSetup);
    assert_eq!(
        hook.missing.iter().map(|missing| missing.kind).collect::<Vec<_>>(),
        [MissingKind::Env]
    );

    let home = Home::with_env(&[("A_KEY", "x")]);
    home.moltis(
        ".moltis/hooks/a",
        "name = \"a\"\nevents = [\"AfterToolCall\"]\ncommand = \"true\"\n[requires]\nenv = [\"A_KEY\"]",
    );
    assert_eq!(home.hook(AgentId::Moltis, "moltis/managed/a").state, State::Ready);
}

#[test]
fn the_name_of_a_system_is_compared_letter_by_letter() {
    for (os, runs) in [("linux", true), ("Linux", false), ("LINUX", false), ("darwin", false)] {
        let home = Home::new();
        let metadata =
            format!("{{\"milady\":{{\"events\":[\"gateway:startup\"],\"os\":[\"{os}\"]}}}}");
        home.milady(".milady/hooks/a", "a", &metadata);
        let state = home.hook(AgentId::Milady, "milady/managed/a").state;
        assert_eq!(state == State::CannotRunHere, !runs, "{os}: {state:?}");
    }
}

#[test]
fn a_command_in_the_users_home_is_the_shells_to_find() {
    for command in ["~/bin/run --quiet", "$HOME/bin/run", "run", "`which run`/x"] {
        let home = Home::new();
        home.moltis(
            ".moltis/hooks/a",
            &format!("name = \"a\"\nevents = [\"AfterToolCall\"]\ncommand = \"{command}\""),
        );
        let hook = home.hook(AgentId::Moltis, "moltis/managed/a");
        assert_eq!((hook.state, hook.error), (State::Ready, None), "{command}");
    }
    let home = Home::new();
    home.moltis(
        ".moltis/hooks/a",
        "name = \"a\"\nevents = [\"AfterToolCall\"]\ncommand = \"bin/run\"",
    );
    assert_eq!(home.hook(AgentId::Moltis, "moltis/managed/a").state, State::Broken);
}

#[test]
fn what_a_home_page_is_comes_from_the_agents_own_key_first() {
    for (front, own, page) in [
        (
            "homepage: https://front.example\n",
            ",\"homepage\":\"https://own.example\"",
            Some("https://own.example"),
        ),
        ("homepage: https://front.example\n", "", Some("https://front.example")),
        ("homepage: https://front.example\n", ",\"homepage\":\"\"", Some("https://front.example")),
        ("", ",\"homepage\":\"https://own.example\"", Some("https://own.example")),
        ("", "", None),
    ] {
        let home = Home::new();
        let metadata = format!("{{\"milady\":{{\"events\":[\"gateway:startup\"]{own}}}}}");
        home.write(".milady/hooks/a/handler.ts", "");
        home.write(
            ".milady/hooks/a/HOOK.md",
            &format!("---\nname: a\n{front}metadata: {metadata}\n---\n"),
        );
        assert_eq!(
            home.hook(AgentId::Milady, "milady/managed/a").homepage.as_deref(),
            page,
            "{front}{own}"
        );
    }
}

#[test]
fn a_thousand_included_files_are_read_and_not_one_more() {
    for (count, refused) in [(1_000, false), (1_001, true)] {
        let home = Home::new();
        home.write(".milady/part.json", "{ a: 1 }");
        let list = vec!["\"part.json\""; count].join(",");
        home.write(".milady/milady.json", &format!("{{ \"$include\": [{list}] }}"));
        let inventory = home.scan(AgentId::Milady);
        let problems: Vec<_> =
            inventory.problems().map(|problem| problem.message.clone()).collect();
        assert_eq!(
            problems.iter().any(|message| message.contains("too many")),
            refused,
            "{problems:?}"
        );
        assert_eq!(problems.is_empty(), !refused, "{problems:?}");
    }
}
