//! What keeps the hooks of an agent from being as they are shown is a banner above them, and a try says what it was
//! done with.

use anyhow::ensure;
use tacklebox_e2e::{Home, test};

use crate::full_house::in_the_dark;

fn config(more: &str) -> String {
    format!(
        r#"{{"hooks": {{"internal": {{"enabled": true, "entries": {{"same": {{"enabled": true}}}}}}}}{more}}}"#
    )
}

/// OpenClaw's config lost what its copy of an earlier one has.
fn home() -> Home {
    let gateway = r#", "gateway": {"mode": "local", "auth": {"mode": "token", "token": "abcdefabcdef"}}, "meta": {"lastTouchedVersion": "2026.9.6"}"#;
    let manifest = "---\nname: same\ndescription: A hook of the test\nmetadata: {\"openclaw\":{\"events\":[\"gateway:startup\",\"session:patch\"]}}\n---\n\n# same\n";
    Home::new()
        .with(".local/share/tacklebox/runtimes.json", r#"{"openclaw": "2026.9.6"}"#)
        .with(".openclaw/openclaw.json", &config(""))
        .with(".openclaw/openclaw.json.bak", &config(gateway))
        .with(".openclaw/hooks/same/HOOK.md", manifest)
        .with(
            ".openclaw/hooks/same/handler.ts",
            "export default (event) => { console.log(event.sessionKey); }\n",
        )
}

#[test]
fn what_keeps_hooks_from_being_as_they_are_shown_is_above_them() {
    test("grave", home(), async |app| {
        app.script("location.hash = '/agent/openclaw'").await?;
        app.see("OpenClaw thinks that ~/.openclaw/openclaw.json is damaged").await?;
        app.see("when the gateway starts and when a session's settings change").await?;
        for (name, width, height) in [("grave", 1080, 720), ("grave-640", 640, 480)] {
            app.resize(width, height).await?;
            app.picture(name).await?;
        }
        app.resize(1080, 720).await?;
        app.script("location.hash = '/'").await?;
        app.see("is damaged").await?;
        app.script("location.hash = '/agent/openclaw'").await?;
        app.click("button", "Edit as text").await?;
        let hash = app.script("return location.hash").await?;
        ensure!(hash == "#/settings/openclaw/config", "its config is opened: {hash}");

        app.script("location.hash = '/try/openclaw/gateway%3Astartup'").await?;
        app.find("heading", "Try it").await?;
        app.click("button", "Run").await?;
        app.find("heading", "Run same?").await?;
        app.click("button", "Run").await?;
        app.see("not with OpenClaw's own runtime").await?;
        app.see("gateway:startup").await?;
        for (name, width, height) in [("grave-try", 1080, 720), ("grave-try-640", 640, 480)] {
            app.resize(width, height).await?;
            app.script("document.querySelector('[role=status]').scrollIntoView({block: 'center'})")
                .await?;
            app.picture(name).await?;
        }
        Ok(())
    });
}

#[test]
fn the_banner_can_be_read_in_the_dark_too() {
    test("grave-dark", in_the_dark(home()), async |app| {
        app.script("location.hash = '/agent/openclaw'").await?;
        app.see("OpenClaw thinks that ~/.openclaw/openclaw.json is damaged").await?;
        for (name, width, height) in [("grave-dark", 1080, 720), ("grave-dark-640", 640, 480)] {
            app.resize(width, height).await?;
            app.picture(name).await?;
        }
        Ok(())
    });
}

/// A variable says that the config is made elsewhere: the list and the editor say so, and nothing is saved.
#[test]
fn a_config_that_is_made_elsewhere_can_only_be_read() {
    let home = home().with_env("OPENCLAW_NIX_MODE", "1");
    test("kept", home, async |app| {
        app.script("location.hash = '/agent/openclaw'").await?;
        app.see("is made elsewhere, as OPENCLAW_NIX_MODE says").await?;
        for (name, width, height) in [("kept", 1080, 720), ("kept-640", 640, 480)] {
            app.resize(width, height).await?;
            app.picture(name).await?;
        }
        app.resize(1080, 720).await?;
        app.script("location.hash = '/settings/openclaw/config'").await?;
        app.see("This can only be read here.").await?;
        app.see("is made elsewhere").await?;
        app.picture("kept-editor").await?;
        Ok(())
    });
}
