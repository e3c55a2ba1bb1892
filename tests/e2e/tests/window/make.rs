//! Hooks begin with something that works, their programs are tried as they are typed, and their order is changed: by
//! keys and by dragging.

use anyhow::{Context as _, ensure};
use tacklebox_e2e::{App, Home, test};

use crate::keyboard::tab_to;

const ALT_LEFT: &str = "\u{e00a}\u{e012}\u{e000}";
const ENTER: &str = "\u{e007}";

async fn pick(app: &App, label: &str, option: &str) -> anyhow::Result<()> {
    app.click("button", label).await?;
    app.click("option", option).await
}

/// Tries what is typed, and turns it on as soon as that may be.
pub async fn try_and_turn_on(app: &App, title: &str) -> anyhow::Result<()> {
    app.see("Try it once first").await?;
    app.click("button", "Try it").await?;
    app.see("What it did").await?;
    app.gone("Try it once first").await?;
    app.click("button", "Turn on").await?;
    app.see(&format!("{title} was turned on")).await
}

fn guard(home: Home, name: &str, priority: i32) -> Home {
    home.with(
        &format!(".zeroclaw/workspace/hooks/{name}/HOOK.toml"),
        &format!("[hook]\nname = \"{name}\"\nevent = \"before_tool_call\"\npriority = {priority} # mine\n\n[hook.action.shell]\ncommand = \"true\"\n\n[hook.conditions]\nchannels = [\"telegram\"]\npattern = \"deploy\"\n"),
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
        app.see("telegram, “deploy”").await?;
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
        ensure!(made.contains("tool='exec'"), "{made}");
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
fn a_draft_that_was_tried_is_turned_on_later_until_one_byte_of_it_is_another() {
    const SCRIPT: &str = ".moltis/hooks/block-tool/handler.sh";
    const LATER: &str = "document.querySelector('[data-bar] [aria-describedby$=why]').getAttribute('aria-disabled')";
    let home = Home::new().with(".config/moltis/moltis.toml", "[server]\nport = 8080\n");
    test("make-later", home, async |app| {
        app.script("location.hash = '/new/moltis'").await?;
        app.find("textbox", "Name").await?;
        pick(app, "Start from", "Block a tool by its name").await?;
        app.see("Try it once first").await?;
        app.click("button", "Try it").await?;
        app.see("What it did").await?;
        app.gone("Try it once first").await?;
        app.click("button", "Save draft").await?;
        app.find("heading", "Edit Block tool").await?;
        app.click("button", "Block tool").await?;
        app.find("button", "Finish…").await?;
        app.script("window.before = true; location.reload()").await?;
        // What is clicked is of the page that comes, and not of the one that goes.
        app.holds("it is the page that comes", "window.before === undefined").await?;
        app.click("button", "Finish…").await?;
        app.find("heading", "Edit Block tool").await?;
        app.holds("it can be turned on", &format!("{LATER} === null")).await?;
        app.gone("Try it once first").await?;
        app.picture("make-later").await?;
        let text = app.home.read(SCRIPT)?;
        app.home.write(SCRIPT, &text.replace("tool='exec'", "tool='exeC'"))?;
        app.see("Try it once first").await?;
        app.holds("it cannot be turned on", &format!("{LATER} === 'true'")).await?;
        app.home.write(SCRIPT, &text)?;
        app.gone("Try it once first").await?;
        app.click("button", "Turn on").await?;
        app.see("Block tool was turned on").await
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
        let shape = "return JSON.parse(document.querySelector('[aria-labelledby=try-file] pre').textContent)";
        let carries = serde_json::json!({
            "tool": "exec", "arguments": { "command": "ls -la" }, "channel": "telegram", "user": "admin",
        });
        ensure!(app.script(shape).await? == carries, "{}", app.script(shape).await?);
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

#[test]
fn a_slip_in_a_program_is_seen_at_its_line_and_said_before_it_is_saved() {
    let guard = |name: &str, command: &str| {
        format!(
            "+++\nname = \"{name}\"\nevents = [\"BeforeToolCall\"]\ncommand = \"{command}\"\n+++\n"
        )
    };
    let note = "---\nname: note\ndescription: Notes\nmetadata: {\"milady\":{\"events\":[\"command:new\"]}}\n---\n";
    let home = Home::new()
        .with(".config/moltis/moltis.toml", "[server]\nport = 8080\n")
        .with(".moltis/hooks/sh/HOOK.md", &guard("sh", "sh ./handler.sh"))
        .with(".moltis/hooks/sh/handler.sh", "cat\n")
        .with(".moltis/hooks/py/HOOK.md", &guard("py", "python3 ./handler.py"))
        .with(".moltis/hooks/py/handler.py", "print(1)\n")
        .with(".milady/milady.json", "{}\n")
        .with(".milady/hooks/note/HOOK.md", note)
        .with(".milady/hooks/note/handler.ts", "export default () => {};\n");
    test("program-slips", home, async |app| {
        for (id, file, slip) in [
            ("milady%2Fmanaged%2Fnote", ".milady/hooks/note/handler.ts", "const = 1;"),
            ("moltis%2Fmanaged%2Fpy", ".moltis/hooks/py/handler.py", "def f(:"),
            ("moltis%2Fmanaged%2Fsh", ".moltis/hooks/sh/handler.sh", "if true; then"),
        ] {
            let name = file.rsplit('/').next().unwrap_or_default();
            app.script(&format!("location.hash = '/file/{id}/{name}'")).await?;
            app.find("heading", name).await?;
            app.see("As it is on the disk").await?;
            let before = app.home.read(file)?;
            app.script("document.querySelector('.cm-content').focus()").await?;
            // At its end: a line that was right stays before it.
            app.press("\u{e009}\u{e010}\u{e000}").await?;
            app.press(slip).await?;
            app.find("button", "Go to line 2").await.with_context(|| name.to_owned())?;
            app.see("It can be saved all the same, but it cannot run like this.").await?;
            let mark =
                "document.querySelector('.cm-lintRange-error, .cm-lint-marker-error') !== null";
            app.holds("the place is marked", mark).await?;
            app.picture(&format!("program-slip-{}", name.replace('.', "-"))).await?;
            ensure!(app.home.read(file)? == before, "it was saved");
            app.click("button", "Save…").await?;
            app.find("alertdialog", &format!("Save {name}")).await?;
            app.see("It has a mistake in line 2").await?;
            app.click("button", "Save").await?;
            app.until("it is saved", |home| home.read(file).is_ok_and(|text| text != before))
                .await?;
            app.see("As it is on the disk").await?;
        }
        Ok(())
    });
}

#[test]
fn of_an_installed_hook_only_the_copy_is_edited() {
    const FOLDER: &str = ".moltis/hooks/tool-logger";
    let home = Home::new().with(".config/moltis/moltis.toml", "[server]\nport = 8080\n");
    test("make-own-copy", home, async |app| {
        app.click("link", "Get hooks").await?;
        app.click("button", "Install Tool logger").await?;
        app.until("it is there", |home| home.path(&format!("{FOLDER}/handler.sh")).is_file())
            .await?;
        let files = |app: &App| -> anyhow::Result<Vec<String>> {
            ["HOOK.md", "handler.sh"]
                .map(|file| app.home.read(&format!("{FOLDER}/{file}")))
                .into_iter()
                .collect()
        };
        let before = files(app)?;
        app.click("link", "Moltis").await?;
        app.click("row", "Tool logger").await?;
        app.find("heading", "Tool logger").await?;
        app.click("button", "More").await?;
        app.click("menuitem", "Make my own copy").await?;
        app.find("heading", "Tool logger, my copy").await?;
        app.click("button", "Show").await?;
        app.click("button", "handler.sh").await?;
        app.see("As it is on the disk").await?;
        app.script("document.querySelector('.cm-content').focus()").await?;
        app.press("\u{e009}\u{e011}\u{e000}").await?;
        app.press(&format!("# mine{ENTER}")).await?;
        app.see("Not saved yet").await?;
        app.click("button", "Save…").await?;
        app.find("alertdialog", "Save handler.sh").await?;
        app.click("button", "Save").await?;
        app.until("the copy is changed", |home| {
            home.read(".moltis/hooks/tool-logger-mine/handler.sh")
                .is_ok_and(|text| text.starts_with("# mine\n"))
        })
        .await?;
        ensure!(files(app)? == before, "the original was changed");
        // It is on the disk, so nobody is asked.
        app.click("button", "Back").await?;
        app.find("heading", "Tool logger, my copy").await?;
        app.see("handler.sh of Tool logger, my copy was saved").await
    });
}
