//! Hooks are made and changed as a sentence in the real window: checked as typed, tried, turned on, edited,
//! taken back. Their order is changed by keys.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use anyhow::{Context as _, ensure};
use tacklebox_e2e::{App, Home, test};

use crate::keyboard::tab_to;

const ALT_LEFT: &str = "\u{e00a}\u{e012}\u{e000}";
const CTRL_Z: &str = "\u{e009}z\u{e000}";
const ENTER: &str = "\u{e007}";
const SPACE: &str = "\u{e00d}";

/// A server of this computer that answers whoever asks.
fn server() -> anyhow::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}/new", listener.local_addr()?);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream
                .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
        }
    });
    Ok(address)
}

async fn pick(app: &App, label: &str, option: &str) -> anyhow::Result<()> {
    app.click("button", label).await?;
    app.click("option", option).await
}

/// Tries what is typed, and turns it on as soon as that may be.
async fn try_and_turn_on(app: &App, title: &str) -> anyhow::Result<()> {
    app.see("Try it once first").await?;
    app.click("button", "Try it").await?;
    app.see("What it did").await?;
    app.gone("Try it once first").await?;
    app.click("button", "Turn on").await?;
    app.see(&format!("{title} was turned on")).await
}

const POST: &str = ".zeroclaw/workspace/hooks/deploy-post/HOOK.toml";

#[test]
fn a_request_with_a_condition_is_made_tried_turned_on_edited_and_undone() {
    let home = Home::new().with(".zeroclaw/config.toml", "");
    test("make-request", home, async |app| {
        let address = server()?;
        app.script("location.hash = '/new/zeroclaw/before_tool_call'").await?;
        app.type_into("Name", "Deploy post").await?;
        app.see("~/.zeroclaw/workspace/hooks/deploy-post").await?;
        pick(app, "What it does", "send a request").await?;
        app.see("Fill in the address first").await?;
        app.type_into("Address", "ftp://nowhere").await?;
        app.see("begins with http").await?;
        app.type_into("Address", &address).await?;
        pick(app, "Channel", "telegram").await?;
        app.type_into("Pattern", "deploy").await?;
        app.see("Who would pass").await?;
        app.see("skips a condition that it cannot compare").await?;
        app.see("Would send one request").await?;
        for (name, width, height) in [("make-request", 1080, 720), ("make-request-640", 640, 720)] {
            app.resize(width, height).await?;
            app.picture(name).await?;
        }
        app.resize(1080, 720).await?;
        app.click("button", "Show the file's change").await?;
        app.see("+channels = [").await?;
        app.click("button", "Hide the file's change").await?;
        ensure!(!app.home.path(POST).exists(), "it was written before it was saved");
        try_and_turn_on(app, "deploy-post").await?;
        let made = app.home.read(POST)?;
        ensure!(made.contains("enabled = true") && !made.contains("draft"), "{made}");
        ensure!(made.contains("channels = [\"telegram\"]") && made.contains(&address), "{made}");
        ensure!(app.home.path(".zeroclaw/workspace/.hooks-reload-stamp").is_file(), "not told");

        app.script("location.hash = '/hook/zeroclaw%2Fmanaged%2Fdeploy-post'").await?;
        app.see("Sends a request").await?;
        app.see(&address).await?;
        app.see("in telegram").await?;
        app.picture("make-does").await?;
        app.click("button", "Edit…").await?;
        app.find("heading", "Edit deploy-post").await?;
        pick(app, "Channel", "any channel").await?;
        app.click("button", "Save…").await?;
        app.find("alertdialog", "Change deploy-post?").await?;
        app.picture("make-diff").await?;
        app.click("button", "Save").await?;
        app.until("the condition is gone", |home| {
            home.read(POST).is_ok_and(|text| !text.contains("telegram"))
        })
        .await?;
        app.see("deploy-post was changed").await?;
        app.click("button", "Undo").await?;
        app.until("it is as it was", |home| home.read(POST).is_ok_and(|text| text == made))
            .await
            .context("undo")
    });
}

#[test]
fn a_guard_is_made_by_keys_alone() {
    let home = Home::new().with(".config/moltis/moltis.toml", "[server]\nport = 8080\n");
    test("make-guard", home, async |app| {
        app.script("location.hash = '/new/moltis/BeforeToolCall'").await?;
        app.find("textbox", "Name").await?;
        // The name has the focus.
        app.press("Stopper").await?;
        app.see("~/.moltis/hooks/stopper").await?;
        tab_to(app, "Command").await?;
        app.press("echo not today >&2; exit 1").await?;
        app.see("Try it once first").await?;
        app.press(&format!("\u{e009}{ENTER}\u{e000}")).await?;
        app.see("Stopped it").await?;
        app.see("not today").await?;
        app.picture("make-guard").await?;
        ensure!(
            !app.home.path(".moltis/hooks/stopper").exists(),
            "it was written before it was saved"
        );
        app.gone("Try it once first").await?;
        tab_to(app, "Turn on").await?;
        app.press(SPACE).await?;
        app.see("was turned on").await?;
        let made = app.home.read(".moltis/hooks/stopper/HOOK.md")?;
        ensure!(made.contains("exit 1") && !made.contains("draft"), "{made}");
        let off = app.home.read(".moltis/disabled_hooks.json").unwrap_or_default();
        ensure!(!off.contains("stopper"), "{off}");

        // Changed by keys, too, and taken back.
        app.script("location.hash = '/hook/moltis%2Fmanaged%2Fstopper'").await?;
        app.find("button", "Edit…").await?;
        tab_to(app, "Edit…").await?;
        app.press(ENTER).await?;
        app.find("heading", "Edit Stopper").await?;
        tab_to(app, "Command").await?;
        app.press("\u{e010} # never").await?;
        tab_to(app, "Save…").await?;
        app.press(ENTER).await?;
        app.find("alertdialog", "Change Stopper?").await?;
        app.see("exit 1 # never").await?;
        tab_to(app, "Save").await?;
        app.press(ENTER).await?;
        app.until("the command is another", |home| {
            home.read(".moltis/hooks/stopper/HOOK.md").is_ok_and(|text| text.contains("# never"))
        })
        .await?;
        app.see("Stopper was changed").await?;
        app.press(CTRL_Z).await?;
        app.until("it is as it was", |home| {
            home.read(".moltis/hooks/stopper/HOOK.md").is_ok_and(|text| text == made)
        })
        .await?;
        app.press(CTRL_Z).await?;
        app.until("it is a draft again", |home| {
            home.read(".moltis/hooks/stopper/HOOK.md")
                .is_ok_and(|text| text.contains("draft = true"))
        })
        .await
    });
}

#[test]
fn a_module_is_made_saved_as_a_draft_and_finished_later() {
    let home = Home::new().with(".milady/milady.json", "{}\n");
    // A module is really run here: by a real runtime.
    let _ = fs::remove_dir_all(home.path(".bun"));
    test("make-module", home, async |app| {
        app.script("location.hash = '/new/milady/command:new'").await?;
        app.type_into("Name", "Tidy up").await?;
        app.click("button", "Save draft").await?;
        app.find("heading", "Edit").await?;
        let manifest = app.home.read(".milady/hooks/tidy-up/HOOK.md")?;
        ensure!(manifest.contains("\"draft\":true"), "{manifest}");
        app.script("location.hash = '/agent/milady'").await?;
        app.click("row", "Tidy up").await?;
        app.see("Draft").await?;
        app.click("button", "Finish…").await?;
        app.click("button", "Or another moment…").await?;
        try_and_turn_on(app, "Tidy up").await?;
        let manifest = app.home.read(".milady/hooks/tidy-up/HOOK.md")?;
        ensure!(!manifest.contains("draft") && manifest.contains("command:new"), "{manifest}");
        app.script("location.hash = '/agent/milady'").await?;
        app.see("Ready").await?;

        app.click("row", "Tidy up").await?;
        app.click("button", "Edit…").await?;
        app.find("heading", "Edit Tidy up").await?;
        app.click("button", "More").await?;
        app.type_into("Description", "Sweeps the workspace").await?;
        app.click("button", "Save…").await?;
        app.find("alertdialog", "Change Tidy up?").await?;
        app.click("button", "Save").await?;
        app.until("the description is there", |home| {
            home.read(".milady/hooks/tidy-up/HOOK.md").is_ok_and(|text| text.contains("Sweeps"))
        })
        .await?;
        app.see("Tidy up was changed").await?;
        app.click("button", "Undo").await?;
        app.until("it is as it was", |home| {
            home.read(".milady/hooks/tidy-up/HOOK.md").is_ok_and(|text| text == manifest)
        })
        .await
    });
}

fn guard(home: Home, name: &str, priority: i32) -> Home {
    home.with(
        &format!(".zeroclaw/workspace/hooks/{name}/HOOK.toml"),
        &format!("[hook]\nname = \"{name}\"\nevent = \"before_tool_call\"\npriority = {priority} # mine\n\n[hook.action.shell]\ncommand = \"true\"\n\n[hook.conditions]\nchannels = [\"telegram\"]\n"),
    )
}

#[test]
fn the_order_of_a_moment_is_changed_by_keys_and_kept_in_the_manifests() {
    let home = Home::new().with(".zeroclaw/config.toml", "");
    let home = guard(guard(guard(home, "first", 9), "second", 5), "third", 0);
    test("timeline", home, async |app| {
        app.script("location.hash = '/agent/zeroclaw'").await?;
        app.click("button", "Timeline").await?;
        app.find("heading", "Tool is about to run").await?;
        app.picture("timeline").await?;
        tab_to(app, "third").await?;
        app.press(ALT_LEFT).await?;
        app.see("1 order changed").await?;
        app.press(ALT_LEFT).await?;
        app.see("was third").await?;
        app.click("button", "Show the files' changes").await?;
        app.see("+priority = 19 # mine").await?;
        app.picture("timeline-moved").await?;
        app.click("button", "Save order").await?;
        app.gone("1 order changed").await?;
        let third = app.home.read(".zeroclaw/workspace/hooks/third/HOOK.toml")?;
        ensure!(third.contains("priority = 19 # mine"), "{third}");
        let second = app.home.read(".zeroclaw/workspace/hooks/second/HOOK.toml")?;
        ensure!(second.contains("priority = 5 # mine"), "{second}");
        app.click("button", "Undo").await?;
        app.until("it is as it was", |home| {
            home.read(".zeroclaw/workspace/hooks/third/HOOK.toml")
                .is_ok_and(|text| text.contains("priority = 0 # mine"))
        })
        .await?;
        app.resize(640, 480).await?;
        app.see("drag, or Alt").await?;
        app.picture("timeline-640").await.map(|_| ())
    });
}

#[test]
fn the_order_of_a_moment_is_changed_by_dragging() {
    let home = Home::new().with(".zeroclaw/config.toml", "");
    let home = guard(guard(guard(home, "first", 9), "second", 5), "third", 0);
    test("timeline-drag", home, async |app| {
        app.script("location.hash = '/timeline/zeroclaw'").await?;
        app.find("heading", "Tool is about to run").await?;
        app.drag("[data-hook$='/third']", "[data-hook$='/first']").await?;
        app.see("1 order changed").await?;
        app.see("was third").await?;
        app.picture("timeline-dragged").await?;
        app.click("button", "Save order").await?;
        app.gone("1 order changed").await?;
        let third = app.home.read(".zeroclaw/workspace/hooks/third/HOOK.toml")?;
        ensure!(third.contains("priority = 19 # mine"), "{third}");
        for (name, kept) in [("first", "priority = 9 # mine"), ("second", "priority = 5 # mine")] {
            let text = app.home.read(&format!(".zeroclaw/workspace/hooks/{name}/HOOK.toml"))?;
            ensure!(text.contains(kept), "{text}");
        }
        Ok(())
    });
}

#[test]
fn a_hook_starts_from_something_that_works() {
    let home = Home::new().with(".config/moltis/moltis.toml", "[server]\nport = 8080\n");
    test("make-template", home, async |app| {
        app.script("location.hash = '/new/moltis'").await?;
        app.find("textbox", "Name").await?;
        pick(app, "Start from", "Block a tool by its name").await?;
        app.see("What it does is in its files").await?;
        for (name, width, height) in [("make-template", 1080, 720), ("make-template-640", 640, 720)]
        {
            app.resize(width, height).await?;
            app.picture(name).await?;
        }
        app.resize(1080, 720).await?;
        try_and_turn_on(app, "Block tool").await?;
        let made = app.home.read(".moltis/hooks/block-tool/handler.sh")?;
        ensure!(made.contains("tool='bash'"), "{made}");
        app.script("location.hash = '/hook/moltis%2Fmanaged%2Fblock-tool'").await?;
        app.find("heading", "Block tool").await?;
        app.click("button", "More").await?;
        app.click("menuitem", "Make my own copy").await?;
        app.find("heading", "Block tool, my copy").await?;
        app.picture("make-own-copy").await?;
        Ok(())
    });
}

#[test]
fn a_program_is_tried_beside_its_text_before_it_is_saved() {
    const SCRIPT: &str = "#!/bin/sh\ncat > /dev/null\n";
    let manifest = "+++\nname = \"stopper\"\nevents = [\"BeforeToolCall\", \"SessionEnd\"]\ncommand = \"sh ./handler.sh\"\ntimeout = 9\n+++\n";
    let home = Home::new()
        .with(".config/moltis/moltis.toml", "[server]\nport = 8080\n")
        .with(".moltis/hooks/stopper/HOOK.md", manifest)
        .with(".moltis/hooks/stopper/handler.sh", SCRIPT);
    test("program", home, async |app| {
        app.script("location.hash = '/file/moltis%2Fmanaged%2Fstopper/handler.sh'").await?;
        app.see("As it is on the disk").await?;
        app.find("heading", "Try it").await?;
        app.click("button", "All that the event carries").await?;
        app.script("document.querySelector('.cm-content').focus()").await?;
        app.press(&format!("echo not today >&2; exit 1{ENTER}")).await?;
        app.see("Not saved yet").await?;
        app.press(&format!("\u{e009}{ENTER}\u{e000}")).await?;
        app.see("Stopped it").await?;
        app.see("not today").await?;
        for (name, width, height) in [("program", 1080, 720), ("program-640", 640, 720)] {
            app.resize(width, height).await?;
            app.picture(name).await?;
        }
        ensure!(app.home.read(".moltis/hooks/stopper/handler.sh")? == SCRIPT, "it was saved");
        Ok(())
    });
}
