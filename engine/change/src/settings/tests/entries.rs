use super::*;
use crate::{editor, ops};
use tacklebox_agents::hook::State;

const MOLTIS: &str = "# mine\n[[hooks]]\nname = \"audit\" # why\ncommand = \"true\"\nevents = [\"BeforeToolCall\"]\nmode = \"x\" # of my own\n\n[[hooks]]\nname = \"other\"\ncommand = \"true\"\nevents = [\"SessionEnd\"]\nenv = { KEY = \"secret\" }\n\n[server]\nport = 1\n";
const PLACE: &str = ".config/moltis/moltis.toml";

fn hook(name: &str) -> ConfigEntry {
    ConfigEntry {
        name: name.into(),
        command: "true".into(),
        events: vec!["SessionStart".into()],
        ..ConfigEntry::default()
    }
}

fn variable(name: &str, value: Option<&str>) -> EntryVariable {
    EntryVariable { name: name.into(), value: value.map(str::to_owned) }
}

fn handler(event: &str, module: &str) -> ConfigEntry {
    ConfigEntry { event: event.into(), module: module.into(), ..ConfigEntry::default() }
}

fn moltis_items(home: &Home) -> Vec<EntryItem> {
    home.list(AgentId::Moltis, ListId::ConfigHooks).items
}

#[test]
fn a_hook_is_added_beside_the_others() {
    let home = Home::with(&[(PLACE, MOLTIS)]);
    let new =
        ConfigEntry { timeout: Some(3), env: vec![variable("TOKEN", Some("t"))], ..hook("new") };
    home.apply(home.save(AgentId::Moltis, ListId::ConfigHooks, None, &new));
    let text = home.read(PLACE);
    let added = "[[hooks]]\nname = \"new\"\ncommand = \"true\"\nevents = [\"SessionStart\"]\ntimeout = 3\ndraft = true\n\n[hooks.env]\nTOKEN = \"t\"\n";
    assert_eq!(text, MOLTIS.replace("\n[server]", &format!("\n{added}\n[server]")));
    assert!(home.scan(AgentId::Moltis).find("moltis/config/new").is_some());
    let items = moltis_items(&home);
    assert_eq!(items[2].entry.env, [variable("TOKEN", None)], "no value is shown");
    assert_eq!(items[2].sentence, "true · when a session starts");
}

#[test]
fn a_new_hook_is_a_draft_until_it_is_turned_on_and_one_undo_takes_both_back() {
    let home = Home::with(&[(PLACE, MOLTIS), (".moltis/disabled_hooks.json", "[\"old\"]\n")]);
    let off = || home.read(".moltis/disabled_hooks.json");
    let before = off();
    let plan = home.save(AgentId::Moltis, ListId::ConfigHooks, None, &hook("new")).unwrap();
    assert_eq!(plan.done, "The hook new was added. It is a draft: it is off.");
    home.apply(Ok(plan));
    assert_eq!(off(), "[\n  \"old\",\n  \"new\"\n]\n");
    let inventory = home.scan(AgentId::Moltis);
    let (made, _) = inventory.find("moltis/config/new").unwrap();
    assert!(made.draft && !made.enabled);
    let item = moltis_items(&home).remove(2);
    assert_eq!((item.hook.as_deref(), item.draft), (Some("moltis/config/new"), true));
    assert!(!moltis_items(&home)[0].draft);

    // Under another name it is as off as before, and no hook of another place is.
    let other = ConfigEntry { name: "newer".into(), ..item.entry };
    home.apply(home.save(AgentId::Moltis, ListId::ConfigHooks, Some(&item.id), &other));
    assert_eq!(off(), "[\n  \"old\",\n  \"newer\"\n]\n");
    assert!(home.scan(AgentId::Moltis).find("moltis/config/newer").unwrap().0.draft);

    let on = crate::ops::set_enabled(
        &home.machine(),
        &home.scan(AgentId::Moltis),
        "moltis/config/newer",
        true,
        Others::Keep,
    );
    home.apply(on);
    assert_eq!(off(), "[\n  \"old\"\n]\n");
    assert!(!home.read(PLACE).contains("draft"), "{}", home.read(PLACE));
    let inventory = home.scan(AgentId::Moltis);
    let (made, _) = inventory.find("moltis/config/newer").unwrap();
    assert!(made.enabled && !made.draft);

    for _ in 0..3 {
        apply::undo(&home.machine(), None).unwrap();
    }
    assert_eq!((home.read(PLACE), off()), (MOLTIS.to_owned(), before));
}

#[test]
fn a_draft_that_is_removed_leaves_nothing_on_the_list_and_no_name_is_taken_twice() {
    let home = Home::with(&[
        (PLACE, MOLTIS),
        (
            ".moltis/hooks/guard/HOOK.md",
            "+++\nname = \"guard\"\nevents = [\"Command\"]\ncommand = \"true\"\n+++\n",
        ),
    ]);
    // Its switch would be that of the folder.
    let save = |name| home.save(AgentId::Moltis, ListId::ConfigHooks, None, &hook(name));
    refused(save("guard"), "has a hook named guard already");
    home.apply(save("new"));
    let item = moltis_items(&home).remove(2);
    home.apply(home.remove(AgentId::Moltis, ListId::ConfigHooks, &item.id));
    assert_eq!(home.read(PLACE), MOLTIS);
    assert_eq!(home.read(".moltis/disabled_hooks.json"), "[]\n");
}

#[test]
fn changing_one_keeps_every_byte_of_the_others_and_keys_of_its_own() {
    let home = Home::with(&[(PLACE, MOLTIS)]);
    let item = moltis_items(&home).remove(0);
    let entry = ConfigEntry { command: "./audit.sh".into(), priority: Some(9), ..item.entry };
    home.apply(home.save(AgentId::Moltis, ListId::ConfigHooks, Some(&item.id), &entry));
    let expected = MOLTIS
        .replacen("command = \"true\"", "command = \"./audit.sh\"", 1)
        .replace("# of my own\n", "# of my own\npriority = 9\n");
    assert_eq!(home.read(PLACE), expected);
    assert!(moltis_items(&home)[0].problem.is_none());

    let item = moltis_items(&home).remove(0);
    let back = ConfigEntry { command: "true".into(), priority: None, ..item.entry };
    home.apply(home.save(AgentId::Moltis, ListId::ConfigHooks, Some(&item.id), &back));
    assert_eq!(home.read(PLACE), MOLTIS);
}

#[test]
fn a_saved_variable_stays_unless_it_is_typed_anew() {
    let home = Home::with(&[(PLACE, MOLTIS)]);
    let item = moltis_items(&home).remove(1);
    let mut entry = item.entry.clone();
    entry.env.push(variable("MORE", Some("m")));
    let plan = home.save(AgentId::Moltis, ListId::ConfigHooks, Some(&item.id), &entry).unwrap();
    let shown = plan.diff(&home.machine());
    assert!(!shown.contains("secret") && !shown.contains("\"m\""), "{shown}");
    home.apply(Ok(plan));
    assert_eq!(
        home.read(PLACE),
        MOLTIS.replace("{ KEY = \"secret\" }", "{ KEY = \"secret\", MORE = \"m\" }")
    );
    let item = moltis_items(&home).remove(1);
    let entry = ConfigEntry { env: Vec::new(), ..item.entry };
    home.apply(home.save(AgentId::Moltis, ListId::ConfigHooks, Some(&item.id), &entry));
    assert_eq!(home.read(PLACE), MOLTIS.replace("env = { KEY = \"secret\" }\n", ""));
}

#[test]
fn entries_go_one_by_one_and_the_last_takes_the_list_along() {
    let home = Home::with(&[(PLACE, MOLTIS)]);
    let first = moltis_items(&home).remove(0);
    home.apply(home.remove(AgentId::Moltis, ListId::ConfigHooks, &first.id));
    let text = home.read(PLACE);
    assert!(!text.contains("audit") && text.contains("name = \"other\""), "{text}");
    refused(
        home.remove(AgentId::Moltis, ListId::ConfigHooks, &first.id),
        "changed in the meantime",
    );
    let last = moltis_items(&home).remove(0);
    home.apply(home.remove(AgentId::Moltis, ListId::ConfigHooks, &last.id));
    let text = home.read(PLACE);
    assert!(!text.contains("hooks") && text.contains("[server]\nport = 1\n"), "{text}");
}

#[test]
fn the_first_hook_stands_where_todays_moltis_reads_it() {
    let home = Home::with(&[(PLACE, "# mine\n")]);
    home.apply(home.save(AgentId::Moltis, ListId::ConfigHooks, None, &hook("first")));
    let text = home.read(PLACE);
    assert!(
        text.starts_with("# mine\n") && text.contains("[[hooks.hooks]]\nname = \"first\"\n"),
        "{text}"
    );
    let id = moltis_items(&home).remove(0).id;
    home.apply(home.remove(AgentId::Moltis, ListId::ConfigHooks, &id));
    assert_eq!(home.read(PLACE).trim_end(), "# mine");
}

#[test]
fn inline_tables_are_a_list_too() {
    let text =
        "hooks = [\n  { name = \"a\", command = \"true\", events = [\"Command\"] }, # a\n]\n";
    let home = Home::with(&[(PLACE, text)]);
    let item = moltis_items(&home).remove(0);
    let entry = ConfigEntry { timeout: Some(2), ..item.entry };
    home.apply(home.save(AgentId::Moltis, ListId::ConfigHooks, Some(&item.id), &entry));
    assert_eq!(home.read(PLACE), text.replace("[\"Command\"] }", "[\"Command\"], timeout = 2 }"));
    home.apply(home.save(AgentId::Moltis, ListId::ConfigHooks, None, &hook("b")));
    assert_eq!(moltis_items(&home).len(), 2);
    assert!(home.read(PLACE).contains("}, # a\n"));
}

#[test]
fn an_entry_that_would_not_run_is_not_written() {
    let home = Home::with(&[(PLACE, MOLTIS)]);
    let save = |entry: &ConfigEntry| home.save(AgentId::Moltis, ListId::ConfigHooks, None, entry);
    refused(save(&hook(" ")), "Give it a name");
    refused(save(&hook("audit")), "a hook named audit");
    refused(save(&ConfigEntry { command: " ".into(), ..hook("x") }), "the command to run");
    refused(save(&ConfigEntry { events: vec![], ..hook("x") }), "at least one event");
    refused(
        save(&ConfigEntry { events: vec!["Comand".into()], ..hook("x") }),
        "Did you mean Command?",
    );
    refused(save(&ConfigEntry { timeout: Some(0), ..hook("x") }), "at least 1 second");
    refused(save(&ConfigEntry { timeout: Some(-5), ..hook("x") }), "at least 1 second");
    let env = |name: &str, value| ConfigEntry { env: vec![variable(name, value)], ..hook("x") };
    refused(save(&env("A B", Some("1"))), "not a valid variable name");
    refused(save(&env("AB", None)), "Give AB a value");
    refused(home.save(AgentId::Milady, ListId::ConfigHooks, None, &hook("x")), "no such list");
    assert_eq!(home.read(PLACE), MOLTIS);
}

const HANDLERS: &str = "{\n  hooks: {\n    internal: {\n      handlers: [\n        // keep\n        { event: 'command:new', module: '~/.milady/hooks/a.ts', \"export\": 'run' /* why */ },\n      ],\n    },\n  },\n}\n";

#[test]
fn a_legacy_handler_is_added_changed_and_removed_in_place() {
    let home = Home::with(&[
        (".milady/milady.json", HANDLERS),
        (".milady/hooks/a.ts", ""),
        (".milady/hooks/b.ts", ""),
    ]);
    let items = |home: &Home| home.list(AgentId::Milady, ListId::Handlers).items;
    let item = items(&home).remove(0);
    assert_eq!(
        (item.title.as_str(), item.sentence.as_str()),
        ("~/.milady/hooks/a.ts", "command:new")
    );
    assert_eq!(item.problem, None);
    let other = ConfigEntry { event: "session:start".into(), ..item.entry };
    home.apply(home.save(AgentId::Milady, ListId::Handlers, Some(&item.id), &other));
    let changed = HANDLERS.replace("command:new", "session:start");
    assert_eq!(home.read(".milady/milady.json"), changed);
    let added = handler("command:anything", "~/.milady/hooks/b.ts");
    home.apply(home.save(AgentId::Milady, ListId::Handlers, None, &added));
    assert_eq!(items(&home).len(), 2);
    let second = items(&home).remove(1);
    home.apply(home.remove(AgentId::Milady, ListId::Handlers, &second.id));
    assert_eq!(home.read(".milady/milady.json"), changed);
    assert!(home.path(".milady/hooks/b.ts").exists());
}

#[test]
fn a_handler_must_lie_where_the_agent_loads_from_and_hear_an_event_that_comes() {
    let home = Home::with(&[
        ("a.ts", ""),
        (".milady/a.ts", ""),
        (".milady/hooks/a.ts", ""),
        (".eliza/a.ts", ""),
        (".openclaw/hooks/a.ts", ""),
    ]);
    let save = |agent, list, event: &str, module: &str| {
        home.save(agent, list, None, &handler(event, module))
    };
    use ListId::{GatewayHandlers, Handlers};
    refused(
        save(AgentId::Milady, Handlers, "command:new", "~/.milady/a.ts"),
        "only from its hook folders",
    );
    refused(save(AgentId::Eliza, Handlers, "command:new", "~/a.ts"), "only from ~/.eliza");
    refused(save(AgentId::Milady, Handlers, "command:new", "~/.milady/hooks/b.ts"), "is not there");
    refused(
        save(AgentId::Milady, Handlers, "comand:new", "~/.milady/hooks/a.ts"),
        "Did you mean command:new?",
    );
    refused(save(AgentId::Milady, Handlers, "", "x"), "Choose the event");
    refused(save(AgentId::Milady, Handlers, "command", " "), "Name the module");
    refused(
        save(AgentId::Openclaw, GatewayHandlers, "before-tool-call", "~/.openclaw/hooks/a.ts"),
        "No OpenClaw that is known takes hooks.handlers",
    );
    home.apply(save(AgentId::Eliza, Handlers, "command:new", "~/.eliza/a.ts"));
    assert!(!home.path(".openclaw/openclaw.json").exists());
}

#[test]
fn lists_that_the_texts_name_take_new_entries() {
    let home = Home::with(&[]);
    for (agent, list) in
        [(AgentId::Milady, ListId::Handlers), (AgentId::Openclaw, ListId::Handlers)]
    {
        let list = home.list(agent, list);
        assert!(list.can_add && list.warning.is_none(), "{agent}");
    }
}

#[test]
fn entries_of_an_included_file_are_shown_and_stay() {
    let home = Home::with(&[
        (
            ".eliza/eliza.json",
            "{ $include: 'base.json', hooks: { internal: { handlers: [ { event: 'command', module: 'b.ts' } ] } } }",
        ),
        (
            ".eliza/base.json",
            "{ hooks: { internal: { handlers: [ { event: 'session', module: 'a.ts' } ] } } }",
        ),
        (".eliza/a.ts", ""),
        (".eliza/b.ts", ""),
    ]);
    let items = home.list(AgentId::Eliza, ListId::Handlers).items;
    assert_eq!(items.iter().map(|item| item.included).collect::<Vec<_>>(), [true, false]);
    refused(home.remove(AgentId::Eliza, ListId::Handlers, &items[0].id), "Change it there");
    home.apply(home.remove(AgentId::Eliza, ListId::Handlers, &items[1].id));
    assert_eq!(home.list(AgentId::Eliza, ListId::Handlers).items.len(), 1);
    assert!(home.read(".eliza/base.json").contains("a.ts"));
}

#[test]
fn what_is_no_list_is_left_to_the_text() {
    let home =
        Home::with(&[(".milady/milady.json", "{ hooks: { internal: { handlers: { a: 1 } } } }")]);
    let list = home.list(AgentId::Milady, ListId::Handlers);
    assert!(!list.editable && list.warning.unwrap().contains("Edit it as text"));
    refused(
        home.save(AgentId::Milady, ListId::Handlers, None, &handler("command", "x")),
        "Edit it as text",
    );
}

#[test]
fn equal_entries_are_two() {
    let text = "[[hooks]]\nname = \"a\"\ncommand = \"true\"\nevents = [\"Command\"]\n";
    let home = Home::with(&[(PLACE, &format!("{text}\n{text}"))]);
    let items = moltis_items(&home);
    assert_ne!(items[0].id, items[1].id);
    assert!(items[0].problem.as_ref().is_some_and(|problem| problem.contains("already")));
    home.apply(home.remove(AgentId::Moltis, ListId::ConfigHooks, &items[1].id));
    assert_eq!(home.read(PLACE), text);
}

#[test]
fn handlers_of_openclaw_are_a_list_only_in_versions_that_take_them() {
    for (version, takes) in
        [("documented", true), ("2026.7.35", true), ("2026.8.1", false), ("2026.9.6", false)]
    {
        // 2026.7 takes those alone that are in its workspace.
        let path = match version {
            "2026.7.35" => "x.ts",
            _ => "~/.openclaw/hooks/x.ts",
        };
        let places = [(".openclaw/hooks/x.ts", ""), (".openclaw/workspace/x.ts", "")];
        let home = Home::with(&[&[(".openclaw/openclaw.json", "{}\n")], &places[..]].concat());
        let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let inventory = Inventory::scan(&home.machine(), AgentId::Openclaw, &options);
        let lists = view(&home.machine(), &inventory).lists;
        assert_eq!(lists.iter().any(|list| list.id == ListId::Handlers), takes, "{version}");
        let new = handler("command:new", path);
        let list = ListId::Handlers;
        let plan = save_entry(&home.machine(), &inventory, list, None, &new, Others::Keep);
        assert_eq!(plan.is_ok(), takes, "{version}: {plan:?}");
        if !takes {
            refused(plan, "refuses its whole config");
        }
    }
}

#[test]
fn a_config_in_yaml_is_shown_and_changed_as_text_alone() {
    let text = "# mine\nserver: {port: 1}\nhooks:\n  hooks:\n    - {name: a, events: [Command], command: 'true'}\n";
    let home = Home::with(&[(".config/moltis/moltis.yaml", text)]);
    let options = Options {
        runtimes: [(AgentId::Moltis, "2026-08-21".to_owned())].into(),
        ..Options::default()
    };
    let scan = || Inventory::scan(&home.machine(), AgentId::Moltis, &options);
    let list = view(&home.machine(), &scan()).lists.remove(0);
    assert_eq!(list.items.len(), 1);
    assert!(!list.editable && list.warning.unwrap().contains("Edit it as text"));
    let entry =
        ConfigEntry { name: "b".into(), command: "true".into(), ..list.items[0].entry.clone() };
    refused(
        save_entry(&home.machine(), &scan(), ListId::ConfigHooks, None, &entry, Others::Keep),
        "does not write it",
    );
    refused(
        remove_entry(&scan(), ListId::ConfigHooks, &list.items[0].id, Others::Keep),
        "does not write it",
    );
    // Its own switch is in another file.
    let hook = scan().hooks().into_iter().find(|hook| hook.name == "a").unwrap();
    assert_eq!(hook.state, State::Ready);
    refused(
        ops::set_env(&home.machine(), &scan(), &hook.id, "A", Some("1"), Others::Keep),
        "does not write it",
    );
    home.apply(ops::set_enabled(&home.machine(), &scan(), &hook.id, false, Others::Keep));
    let now = scan().hooks().into_iter().find(|hook| hook.name == "a").unwrap();
    assert_eq!((now.state, home.read(".config/moltis/moltis.yaml").as_str()), (State::Off, text));
    let opened = editor::open(&home.machine(), scan().agent()).unwrap();
    assert_eq!((opened.file.as_str(), opened.problems.len()), ("~/.config/moltis/moltis.yaml", 0));
    let torn = format!("{text}  - [\n");
    let saved = editor::prepare(&home.machine(), &scan(), &opened.raw, &opened.stamp, &torn);
    assert!(matches!(saved, Err(OpError::DoesNotParse { .. })));
    let more = text.replace("Command]", "Command, SessionEnd]");
    let Ok(editor::Prepared::Plan(plan)) =
        editor::prepare(&home.machine(), &scan(), &opened.raw, &opened.stamp, &more)
    else {
        panic!("a text that is YAML is saved");
    };
    home.apply(Ok(*plan));
    assert_eq!(home.read(".config/moltis/moltis.yaml"), more);
}
