//! Hooks that are in a config and have no folder, called for real.

use super::*;

#[test]
fn a_legacy_handler_is_called_by_the_name_of_its_export() {
    let home = Home::new()
        .with(
            ".milady/milady.json",
            "{hooks: {internal: {handlers: [{event: 'command:new', module: '~/.milady/hooks/old.ts', export: 'onNew'}]}}}",
        )
        .with(
            ".milady/hooks/old.ts",
            "export function onNew(event: any) { event.messages.push(`${event.type} ${event.action}`); event.context.seen = 1; }",
        );
    let report = home.fire(AgentId::Milady, &request("command:new")).unwrap();
    assert_eq!(runs(&report), [("command:new → old.ts", Verdict::Modify)]);
    assert_eq!(report.fired.messages, ["command new"]);
    assert_eq!(report.fired.data["seen"], 1);
}

#[test]
fn a_hook_of_moltis_config_runs_in_the_folder_of_the_config_with_its_own_variables() {
    let home = Home::new().with(
        ".config/moltis/moltis.toml",
        r#"
[[hooks]]
name = "declared"
command = "cat > payload; echo $GREETING from $(basename $PWD); test \"$GREETING\" = hello || exit 1"
events = ["BeforeToolCall"]
timeout = 20
env = { GREETING = "hello" }
"#,
    );
    let report = home.fire(AgentId::Moltis, &request("BeforeToolCall")).unwrap();
    assert_eq!(runs(&report), [("declared", Verdict::Continue)]);
    assert_eq!(report.fired.runs[0].stdout, "hello from moltis\n");
    let payload = home.tmp.path().join(".config/moltis/payload");
    let payload: Value = serde_json::from_slice(&std::fs::read(payload).unwrap()).unwrap();
    assert_eq!(payload["event"], "BeforeToolCall");
}

/// Moltis of 2026-08-21 fills variables into its config before it reads it; `[env]` of the config counts after the
/// environment.
#[tokio::test]
async fn a_hook_of_a_shipped_moltis_config_gets_the_variables_that_stand_in_it() {
    let Home { tmp, .. } = Home::new().with(
        ".config/moltis/moltis.toml",
        "[[hooks.hooks]]\nname = \"a\"\nevents = [\"BeforeToolCall\"]\ncommand = \"echo '${A} ${B}' \\\"$C\\\"\"\nenv = { C = \"${A}, ${NONE}\" }\n[env]\nA = \"file\"\nB = \"own\"\n",
    );
    let env = [("PATH", env!("PATH")), ("A", "outside"), ("MOLTIS_MEMORY__SESSION_EXPORT", "off")];
    let env = env.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let machine = Machine::new(Platform::Linux, tmp.path(), env);
    let runtimes = [(AgentId::Moltis, "2026-08-21".to_owned())].into();
    let inventory =
        Inventory::scan(&machine, AgentId::Moltis, &Options { runtimes, ..Options::default() });
    let (watch, cancel, runner) =
        (Watch::default(), CancellationToken::new(), Runner::new(&machine));
    let asked = request("BeforeToolCall");
    let report = fire(&runner, &machine, &inventory, &asked, &watch, &cancel).await.unwrap();
    let own = report.fired.runs.iter().find(|run| run.hook == "a").unwrap();
    assert_eq!(own.stdout, "outside own outside, ${NONE}\n");
    let shown = inventory.find("moltis/config/a").unwrap().0;
    assert!(!format!("{shown:?}").contains("outside"), "it is shown as it is written");
    let (memory, _) = inventory.find("moltis/builtin/session-memory").unwrap();
    let why = "MOLTIS_MEMORY__SESSION_EXPORT in its environment leaves it out";
    assert_eq!(memory.reason.as_deref(), Some(why));
}
