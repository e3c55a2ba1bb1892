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
