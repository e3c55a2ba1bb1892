//! What is written is what the version in force reads.

use super::*;

#[test]
fn what_the_version_in_force_would_read_as_something_else_is_not_written() {
    let text = |comment: &str| {
        format!(
            "---\nname: a\ndescription: d\nmetadata:\n  {{\n    \"openclaw\": {{\n      \"events\": [\"command:new\"], {comment}\n    }},\n  }}\n---\n"
        )
    };
    for (comment, taken) in [("// the moment", false), ("# the moment", true), ("", true)] {
        let home = Home::new();
        home.write(".openclaw/hooks/a/HOOK.md", &text(comment));
        home.write(".openclaw/hooks/a/handler.ts", "export default () => {};\n");
        let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let inventory = Inventory::scan(&home.machine, AgentId::Openclaw, &options);
        let bins = Change { key: Key::Bins, value: Some(json!(["jq"])) };
        let made = plan(&home.machine, &inventory, "openclaw/managed/a", &[bins]);
        match (taken, made) {
            (true, made) => assert!(made.is_ok(), "{comment:?} {made:?}"),
            (false, made) => {
                let error = made.expect_err(comment);
                let said = "OpenClaw 2026.9.6 would read something else in it then.";
                assert_eq!(error.to_string(), said);
            }
        }
    }
}
