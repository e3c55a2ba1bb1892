//! A missing program, installed from its row: the command is seen first, its steps and output are
//! followed, it can be stopped, and it says why it failed. A Homebrew of the test's own, real processes.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use anyhow::ensure;
use tacklebox_e2e::{Home, test};

const HOOK: &str = "---\nname: voice\ndescription: Turns voice messages into text\nmetadata: {\"milady\":{\"emoji\":\"🎧\",\"events\":[\"session:start\"],\"requires\":{\"bins\":[\"tacklebox-test-tool\"]},\"install\":[{\"id\":\"brew\",\"kind\":\"brew\",\"formula\":\"test-tool\",\"bins\":[\"tacklebox-test-tool\"]}]}}\n---\n\n# Voice\n";
pub const INSTALL: &str = "Install test-tool with Homebrew";

/// A home with a hook that lacks a program, and this for `brew`.
pub fn with_brew(script: &str) -> Home {
    let brew = ".local/bin/brew";
    let home = Home::new()
        .with(".milady/milady.json", "{}\n")
        .with(".milady/hooks/voice/HOOK.md", HOOK)
        .with(".milady/hooks/voice/handler.ts", "export default async () => {}\n")
        .with(brew, &format!("#!/bin/sh\n{script}\n"));
    let mode = fs::Permissions::from_mode(0o755);
    assert!(fs::set_permissions(home.path(brew), mode).is_ok(), "{brew} cannot be made runnable");
    home
}

#[test]
fn a_click_installs_a_program_and_the_hook_becomes_ready() {
    // It goes on when the test lets it.
    let script = "echo '==> Downloading 1 of 2 packages'\necho \"$*\" > \"$HOME/args\"\nwhile [ ! -e \"$HOME/go\" ]; do sleep 0.05; done\ncp \"$0\" \"$HOME/.local/bin/tacklebox-test-tool\"\necho '==> Poured'";
    test("provision", with_brew(script), async |app| {
        app.click("row", "Voice").await?;
        app.see("brew install test-tool").await?;
        ensure!(!app.home.path("args").exists(), "something ran before the click");
        app.picture("provision-ways").await?;
        app.click("button", INSTALL).await?;
        app.see("Downloading 1 of 2 packages").await?;
        let args = app.home.read("args")?;
        ensure!(args == "install test-tool\n", "brew was told: {args}");

        // The screen is left and opened again: it is still there.
        app.click("button", "Milady").await?;
        app.click("row", "Voice").await?;
        app.see("Downloading 1 of 2 packages").await?;
        app.picture("provision-running").await?;

        app.home.write("go", "")?;
        app.see("tacklebox-test-tool was installed in ~/.local/bin.").await?;
        app.see("Ready").await?;
        app.click("button", "Show details").await?;
        app.see("==> Poured").await?;
        app.picture("provision-done").await?;
        app.click("button", "Close").await?;
        app.gone("Look for Homebrew").await?;
        Ok(())
    });
}

#[test]
fn an_installation_can_be_stopped_with_all_that_it_started() {
    let script = "sleep 300 &\necho $! > \"$HOME/child\"\necho waiting for nothing\nwait";
    test("provision-cancel", with_brew(script), async |app| {
        app.click("row", "Voice").await?;
        app.click("button", INSTALL).await?;
        app.see("waiting for nothing").await?;
        app.click("button", "Cancel").await?;
        app.see("was not installed: you stopped it").await?;
        app.until("the installer's child is gone", |home| {
            let id = home.read("child").unwrap_or_default();
            let stat = fs::read_to_string(format!("/proc/{}/stat", id.trim())).unwrap_or_default();
            !id.is_empty() && (stat.is_empty() || stat.contains(") Z "))
        })
        .await?;
        Ok(())
    });
}

#[test]
fn a_failed_installation_says_why_and_shows_what_was_printed() {
    let script = "echo '==> Fetching test-tool'\necho 'Error: No available formula with the name \"test-tool\".' >&2\nexit 1";
    test("provision-failed", with_brew(script), async |app| {
        app.click("row", "Voice").await?;
        app.click("button", INSTALL).await?;
        app.see(
            "Homebrew could not install tacklebox-test-tool: it knows no package of that name.",
        )
        .await?;
        app.see("Choose another way to install it").await?;
        app.click("button", "Show details").await?;
        app.see("No available formula").await?;
        app.picture("provision-failed").await?;
        app.see("Needs setup").await?;
        Ok(())
    });
}
