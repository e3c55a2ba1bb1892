use super::*;

const MILADY: &str = "\u{feff}{\r\n  // mine\r\n  agents: { defaults: { workspace: '~/work', model: 'x' } }, // stays\r\n  'hooks': { internal: { enabled: false } },\r\n}\r\n";
const ZEROCLAW: &str =
    "# mine\n[hooks] # of mine\nenabled = true # on\nmax_hooks = 7\n\n[other]\na = 1\n";

#[test]
fn a_field_says_its_value_its_place_and_where_it_comes_from() {
    let home = Home::with(&[(".milady/milady.json", MILADY)]);
    let hooks = home.field(AgentId::Milady, FieldId::Hooks);
    assert_eq!(hooks.control, Control::Switch { on: false });
    assert_eq!(hooks.place.as_deref(), Some("milady.json · hooks.internal.enabled"));
    assert_eq!((hooks.origin, hooks.from.as_str()), (Origin::Config, "Set in milady.json"));
    let workspace = home.field(AgentId::Milady, FieldId::Workspace);
    assert_eq!(workspace.control.text(), "~/work");
    assert_eq!(workspace.place.as_deref(), Some("milady.json · agents.defaults.workspace"));
    assert_eq!(workspace.warning.as_deref(), Some("This folder is not there yet."));

    let home = Home::with(&[(".zeroclaw/config.toml", ZEROCLAW)]);
    let most = home.field(AgentId::Zeroclaw, FieldId::MaxHooks);
    assert_eq!(most.control, Control::Number { value: 7, default: 50 });
    let dir = home.field(AgentId::Zeroclaw, FieldId::HooksDir);
    assert_eq!(dir.control.text(), "~/.zeroclaw/workspace/hooks");
    assert_eq!((dir.origin, dir.from.as_str()), (Origin::Default, "Not set"));
}

#[test]
fn setting_changes_the_value_and_clearing_takes_it_out() {
    let home = Home::with(&[(".milady/milady.json", MILADY)]);
    home.apply(home.set(AgentId::Milady, FieldId::Workspace, " ~/elsewhere "));
    assert_eq!(home.read(".milady/milady.json"), MILADY.replace("'~/work'", "'~/elsewhere'"));
    assert_eq!(home.scan(AgentId::Milady).agent().workspace, home.path("elsewhere"));
    home.apply(home.clear(AgentId::Milady, FieldId::Workspace));
    assert_eq!(home.read(".milady/milady.json"), MILADY.replace("workspace: '~/work', ", ""));
    home.apply(home.set(AgentId::Milady, FieldId::Hooks, "true"));
    assert!(home.read(".milady/milady.json").contains("enabled: true"));
}

#[test]
fn the_options_of_zeroclaw_go_below_their_neighbours() {
    let home = Home::with(&[(".zeroclaw/config.toml", ZEROCLAW)]);
    home.apply(home.set(AgentId::Zeroclaw, FieldId::MaxHooks, "12"));
    home.apply(home.set(AgentId::Zeroclaw, FieldId::SkipAudit, "true"));
    home.apply(home.set(AgentId::Zeroclaw, FieldId::HooksDir, "~/hooks"));
    let expected =
        ZEROCLAW.replace("= 7\n", "= 12\nskip_security_audit = true\nhooks_dir = \"~/hooks\"\n");
    assert_eq!(home.read(".zeroclaw/config.toml"), expected);
    assert_eq!(home.scan(AgentId::Zeroclaw).agent().managed, home.path("hooks"));
    let skip = home.field(AgentId::Zeroclaw, FieldId::SkipAudit);
    assert!(skip.warning.unwrap().contains("safety check is off"));
    for id in [FieldId::SkipAudit, FieldId::HooksDir] {
        home.apply(home.clear(AgentId::Zeroclaw, id));
    }
    assert_eq!(home.read(".zeroclaw/config.toml"), ZEROCLAW.replace("= 7", "= 12"));
}

#[test]
fn a_new_config_is_made_for_the_first_setting() {
    let home = Home::with(&[]);
    home.apply(home.set(AgentId::Zeroclaw, FieldId::Hooks, "false"));
    let made = "default_temperature = 0.7\n\n[hooks]\nenabled = false\n";
    assert_eq!(home.read(".zeroclaw/config.toml"), made);
    for (before, after) in [("", made), ("\n", made), ("# mine\n", &format!("# mine\n{made}"))] {
        let home = Home::with(&[(".zeroclaw/config.toml", before)]);
        home.apply(home.set(AgentId::Zeroclaw, FieldId::Hooks, "false"));
        assert_eq!(home.read(".zeroclaw/config.toml"), after);
    }
    assert_eq!(
        home.field(AgentId::Zeroclaw, FieldId::Hooks).control,
        Control::Switch { on: false }
    );
}

#[test]
fn what_an_included_file_says_is_overridden_in_the_config_and_the_plan_says_so() {
    let home = Home::with(&[
        (".openclaw/openclaw.json", "{ $include: './base.json5' } // mine\n"),
        (
            ".openclaw/base.json5",
            "{ hooks: { internal: { enabled: false } }, agents: { defaults: { workspace: '~/a' } } }",
        ),
    ]);
    for (id, value) in [(FieldId::Workspace, "~/b"), (FieldId::Hooks, "true")] {
        let field = home.field(AgentId::Openclaw, id);
        assert_eq!((field.origin, field.clearable), (Origin::Included, false), "{id:?}");
        let plan = home.set(AgentId::Openclaw, id, value).unwrap();
        assert!(plan.stays[0].contains("included file, which stays as it is"), "{:?}", plan.stays);
        home.apply(Ok(plan));
        let field = home.field(AgentId::Openclaw, id);
        assert_eq!((field.origin, field.control.text().as_str()), (Origin::Config, value));
        assert!(field.clearable);
    }
    let text = home.read(".openclaw/openclaw.json");
    assert!(text.contains("$include: './base.json5'") && text.ends_with("// mine\n"), "{text}");
    let plan = home.clear(AgentId::Openclaw, FieldId::Workspace).unwrap();
    assert!(plan.stays[0].ends_with("what that says stays, and counts."), "{:?}", plan.stays);
    home.apply(Ok(plan));
    assert_eq!(home.field(AgentId::Openclaw, FieldId::Workspace).control.text(), "~/a");
}

#[test]
fn what_a_variable_decides_is_only_shown() {
    let home =
        Home::with(&[]).env("ZEROCLAW_WORKSPACE", "/srv/work").env("MILADY_STATE_DIR", "~/m");
    let workspace = home.field(AgentId::Zeroclaw, FieldId::Workspace);
    assert_eq!(workspace.control.text(), "/srv/work");
    assert_eq!((workspace.editable, workspace.origin), (false, Origin::Environment));
    assert_eq!(workspace.from, "Set by ZEROCLAW_WORKSPACE in your environment");
    refused(
        home.set(AgentId::Zeroclaw, FieldId::Workspace, "/x"),
        "ZEROCLAW_WORKSPACE decides this",
    );
    let milady = home.field(AgentId::Milady, FieldId::Home);
    assert_eq!((milady.control.text().as_str(), milady.editable), ("~/m", false));
    assert_eq!(milady.warning.as_deref(), Some("Installed hooks still stay in ~/.milady/hooks."));
    refused(home.clear(AgentId::Zeroclaw, FieldId::Home), "no setting");
    refused(home.set(AgentId::Moltis, FieldId::Hooks, "false"), "no such setting");
    let bundled = home.env("OPENCLAW_BUNDLED_HOOKS_DIR", "/opt/hooks");
    assert_eq!(bundled.field(AgentId::Openclaw, FieldId::Bundled).control.text(), "/opt/hooks");
}

#[test]
fn what_was_typed_is_checked() {
    let home = Home::with(&[("file", "")]);
    for bad in ["", "0", "-1", "many", "1.5", "99999999999"] {
        refused(home.set(AgentId::Zeroclaw, FieldId::MaxHooks, bad), "not a whole number");
    }
    refused(home.set(AgentId::Zeroclaw, FieldId::Hooks, "maybe"), "neither on nor off");
    refused(home.set(AgentId::Milady, FieldId::Workspace, "  "), "Name a folder");
    refused(home.set(AgentId::Milady, FieldId::Workspace, "a\nb"), "one line");
    refused(home.set(AgentId::Milady, FieldId::Workspace, "~ana/x"), "only ~/");
    refused(home.set(AgentId::Milady, FieldId::Workspace, "~/file"), "is a file");
}

#[test]
fn a_value_of_another_kind_is_named_and_counts_as_not_set() {
    let home =
        Home::with(&[(".zeroclaw/config.toml", "[hooks]\nenabled = \"no\"\nmax_hooks = -3\n")]);
    let hooks = home.field(AgentId::Zeroclaw, FieldId::Hooks);
    assert_eq!(hooks.control, Control::Switch { on: true });
    assert!(hooks.warning.unwrap().starts_with("config.toml says \"no\" here"));
    let most = home.field(AgentId::Zeroclaw, FieldId::MaxHooks);
    assert_eq!(most.control, Control::Number { value: 50, default: 50 });
    home.apply(home.set(AgentId::Zeroclaw, FieldId::MaxHooks, "3"));
    assert_eq!(home.read(".zeroclaw/config.toml"), "[hooks]\nenabled = \"no\"\nmax_hooks = 3\n");
}

#[test]
fn a_setting_is_changed_in_the_older_place_where_it_stands_there() {
    let home = Home::with(&[(".milady/milady.json", "{ hooks: { enabled: false } }")]);
    let hooks = home.field(AgentId::Milady, FieldId::Hooks);
    assert_eq!(hooks.place.as_deref(), Some("milady.json · hooks.enabled"));
    home.apply(home.set(AgentId::Milady, FieldId::Hooks, "true"));
    assert_eq!(home.read(".milady/milady.json"), "{ hooks: { enabled: true } }");
}

#[test]
fn a_workspace_that_nobody_knows_is_said_and_is_not_written() {
    let lost = r#"{"agents":{"defaults":{"workspace":"ws"}}}"#;
    let home = Home::with(&[(".openclaw/openclaw.json", lost), ("ws/.keep", "")]);
    let machine = home.machine();
    let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let inventory = Inventory::scan(&machine, AgentId::Openclaw, &options);
    let fields = view(&machine, &inventory).fields;
    let workspace = fields.iter().find(|field| field.id == FieldId::Workspace).unwrap();
    assert_eq!(
        workspace.warning.as_deref(),
        Some(
            "Not read: OpenClaw looks for it in the folder in which it is started: write the whole path."
        )
    );
    let set = |folder| set(&machine, &inventory, FieldId::Workspace, folder, Others::Keep);
    refused(set("other"), "OpenClaw would not read other: it looks for it");
    assert!(set("~/other").is_ok());
}
