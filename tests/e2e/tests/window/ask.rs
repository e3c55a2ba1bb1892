//! The agent's own program is asked from the window, after the question that programs of others get; its answer is
//! put beside ours. A small program stands for OpenClaw: `npm run test:agents` asks the real one.

use anyhow::ensure;
use tacklebox_e2e::{Home, test};

/// What OpenClaw 2026.9.6 prints, with one hook of which it says something else.
const PROGRAM: &str = r#"#!/bin/sh
echo "$*" >> "$HOME/asked"
case "$*" in
  *version*) echo 'OpenClaw 2026.9.6 (eb377ac)' ;;
  *plugins*) echo '{"plugins": []}' ;;
  *config*) cat "$HOME/config.json" ;;
  *) cat "$HOME/answer.json" ;;
esac
"#;

fn hook(home: Home, name: &str) -> Home {
    let manifest = format!(
        "---\nname: {name}\ndescription: A hook of the test\nmetadata: {{\"openclaw\":{{\"events\":[\"command:new\"]}}}}\n---\n\n# {name}\n"
    );
    home.with(&format!(".openclaw/hooks/{name}/HOOK.md"), &manifest)
        .with(&format!(".openclaw/hooks/{name}/handler.ts"), "export default () => {}\n")
}

fn said(name: &str, disabled: bool) -> String {
    format!(
        r#"{{"name": "{name}", "events": ["command:new"], "disabled": {disabled}, "eligible": true, "missing": {{"bins": [], "anyBins": [], "env": [], "config": [], "os": []}}}}"#
    )
}

fn answer(other_disabled: bool) -> String {
    format!(r#"{{"hooks": [{}, {}]}}"#, said("same", false), said("other", other_disabled))
}

fn home() -> anyhow::Result<Home> {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::new()
        .with(".local/share/tacklebox/runtimes.json", r#"{"openclaw": "2026.9.6"}"#)
        .with(
            ".openclaw/openclaw.json",
            r#"{"hooks": {"internal": {"enabled": true, "entries": {"same": {"enabled": true}, "other": {"enabled": true}}}}}"#,
        )
        .with(".local/bin/openclaw", PROGRAM)
        .with("config.json", r#"{"valid": true, "issues": []}"#)
        .with("answer.json", &answer(true));
    let path = home.path(".local/bin/openclaw");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))?;
    Ok(hook(hook(home, "same"), "other"))
}

#[test]
fn openclaw_is_asked_after_the_question_and_a_difference_is_said() -> anyhow::Result<()> {
    test("ask", home()?, async |app| {
        app.script("location.hash = '/agent/openclaw'").await?;
        app.click("button", "Ask OpenClaw").await?;
        app.find("dialog", "Ask OpenClaw?").await?;
        app.see("~/.local/bin/openclaw").await?;
        app.picture("ask-question").await?;
        app.click("button", "Cancel").await?;
        app.gone("Ask OpenClaw?").await?;
        ensure!(app.home.read("asked").is_err(), "it was started without a yes");
        app.click("button", "Ask OpenClaw").await?;
        app.click("button", "Start it").await?;
        app.see("OpenClaw 2026.9.6 says something else.").await?;
        ensure!(app.home.read("asked")?.contains("hooks"), "it was asked about its hooks");
        let words = app.words().await?;
        let about =
            |name: &str| words.lines().any(|line| line.starts_with(&format!("{name}: Tacklebox")));
        ensure!(about("other") && !about("same"), "only the one that differs is named: {words}");
        app.picture("ask-differs").await?;
        app.resize(640, 480).await?;
        app.picture("ask-differs-640").await?;
        app.resize(1080, 720).await?;

        // On a hook's own page it is asked about that one.
        app.script("location.hash = '/hook/openclaw%2Fmanaged%2Fsame'").await?;
        app.find("heading", "When it runs").await?;
        app.click("button", "Ask OpenClaw").await?;
        app.click("button", "Start it").await?;
        app.see("OpenClaw 2026.9.6 says the same of the switch, the events and the needs of same.")
            .await?;
        app.picture("ask-one").await?;

        app.home.write("answer.json", &answer(false))?;
        app.script("location.hash = '/agent/openclaw'").await?;
        app.click("button", "Ask OpenClaw again").await?;
        app.click("button", "Start it").await?;
        app.see("says the same of the switches, events and needs of all these.").await?;

        // After a change it is offered, and where it does not take that, Undo is the first button.
        let refused = r#"{"valid": false, "issues": [{"path": "hooks", "message": "not so"}]}"#;
        app.home.write("config.json", refused)?;
        let before = app.home.read(".openclaw/openclaw.json")?;
        app.click("switch", "same").await?;
        app.see("same was turned off.").await?;
        app.gone("says the same of the switches").await?;
        app.picture("ask-after-change").await?;
        app.click("button", "Ask OpenClaw").await?;
        app.click("button", "Start it").await?;
        app.see("OpenClaw refuses its config:").await?;
        app.picture("ask-undo-first").await?;
        app.resize(640, 480).await?;
        app.picture("ask-undo-first-640").await?;
        app.resize(1080, 720).await?;
        app.click("button", "Undo: same was turned off.").await?;
        app.until("the config is as it was", |home| {
            home.read(".openclaw/openclaw.json").is_ok_and(|text| text == before)
        })
        .await
    });
    Ok(())
}
