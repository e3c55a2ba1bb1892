//! Programs that are in no folder of a hook, in the real window: of a person's own plugin, and the script beside a
//! config that one of its entries starts. And what few hooks say, under *More*.

use anyhow::ensure;
use tacklebox_e2e::{App, Home, test};

use crate::projects::BREAKER;

const ENTER: &str = "\u{e007}";

/// Tries what is typed from the text itself, and waits for what it said.
async fn tried(app: &App, said: &str) -> anyhow::Result<()> {
    app.find("heading", "Try it").await?;
    app.script("document.querySelector('.cm-content').focus()").await?;
    app.press(&format!("\u{e009}{ENTER}\u{e000}")).await?;
    app.see("What it did").await?;
    app.see(said).await?;
    app.script("document.querySelector('.cm-content').focus()").await.map(|_| ())
}

/// Saves what is typed, after its diff was read.
async fn save(app: &App, file: &str, title: &str) -> anyhow::Result<()> {
    app.see("Not saved yet").await?;
    app.click("button", "Save…").await?;
    app.find("alertdialog", &format!("Save {file}")).await?;
    app.click("button", "Save").await?;
    app.see(&format!("{file} of {title} was saved")).await?;
    app.see("As it is on the disk").await
}

#[test]
fn the_program_of_a_plugin_is_opened_from_its_page_saved_and_taken_back() {
    const PROGRAM: &str = "export default { id: \"guard\", register(api) { api.on(\"before_tool_call\", () => undefined); } };\n";
    const FILE: &str = ".openclaw/extensions/guard/index.js";
    let manifest = "{\"id\": \"guard\", \"name\": \"Guard\", \"activation\": {\"onStartup\": true}, \"configSchema\": {\"type\": \"object\"}}\n";
    let home = Home::new()
        .with(".openclaw/openclaw.json", "{}\n")
        .with(".openclaw/extensions/guard/openclaw.plugin.json", manifest)
        .with(".local/share/tacklebox/runtimes.json", r#"{"openclaw": "2026.9.6"}"#)
        .with(FILE, PROGRAM)
        .with_env("PATH", env!("PATH"));
    // The runtime of the other tests runs nothing: the computer's own does.
    let _ = std::fs::remove_file(home.path(".bun/bin/bun"));
    test("program-plugin", home, async |app| {
        app.script("location.hash = '/plugin/openclaw%2Fplugin%2Fguard'").await?;
        app.find("heading", "X-ray").await?;
        app.click("button", "2 files").await?;
        app.click("button", "index.js").await?;
        app.see("As it is on the disk").await?;
        app.script("document.querySelector('.cm-content').focus()").await?;
        // What is typed over it all: the editor closes no bracket twice.
        app.press("\u{e009}a\u{e000}").await?;
        app.press(
            &PROGRAM
                .trim_end()
                .replace("undefined", "({ block: true, blockReason: 'not ' + 'today' })"),
        )
        .await?;
        tried(app, "not today").await?;
        ensure!(app.home.read(FILE)? == PROGRAM, "it was saved");
        app.picture("program-plugin").await?;
        app.press("\u{e009}a\u{e000}").await?;
        app.press(&format!("// mine{ENTER}{}", PROGRAM.trim_end())).await?;
        save(app, "index.js", "Guard").await?;
        ensure!(app.home.read(FILE)?.starts_with("// mine\n"), "{}", app.home.read(FILE)?);
        app.click("button", "Undo").await?;
        app.until("it is as it was", |home| home.read(FILE).is_ok_and(|text| text == PROGRAM))
            .await?;

        app.click("button", "Back").await?;
        app.find("heading", "X-ray").await?;
        app.click("button", "More").await?;
        app.find("menuitem", "Make my own copy").await?;
        app.picture("plugin-menu").await?;
        app.click("menuitem", "Make my own copy").await?;
        app.find("heading", "Guard, my copy").await?;
        app.picture("plugin-own-copy").await?;
        let copy = app.home.read(".openclaw/extensions/guard-mine/index.js")?;
        ensure!(copy == PROGRAM.replace("\"guard\"", "\"guard-mine\""), "{copy}");
        app.click("button", "Undo").await?;
        app.until("the copy is gone", |home| {
            !home.path(".openclaw/extensions/guard-mine").exists()
                && home.read(".openclaw/openclaw.json").is_ok_and(|text| text == "{}\n")
        })
        .await
    });
}

#[test]
fn the_script_of_an_entry_is_opened_from_its_screen_saved_and_taken_back() {
    const SCRIPT: &str = "#!/bin/sh\ncat > /dev/null\n";
    const FILE: &str = ".moltis/x.sh";
    let entry =
        "[[hooks]]\nname = \"audit\"\nevents = [\"BeforeToolCall\"]\ncommand = \"sh ./x.sh\"\n";
    let home = Home::new().with(".moltis/moltis.toml", entry).with(FILE, SCRIPT);
    test("program-entry", home, async |app| {
        app.script("location.hash = '/hook/moltis%2Fconfig%2Faudit'").await?;
        app.find("heading", "audit").await?;
        app.click("button", "Show").await?;
        app.click("button", "x.sh").await?;
        app.see("As it is on the disk").await?;
        app.script("document.querySelector('.cm-content').focus()").await?;
        app.press(&format!("exit 7{ENTER}")).await?;
        tried(app, "It ended with exit code 7.").await?;
        app.see(BREAKER).await?;
        app.picture("program-entry-failed").await?;
        app.press("\u{e009}a\u{e000}").await?;
        app.press(&format!("# mine{ENTER}echo not $((40+2)) >&2; exit 1{ENTER}")).await?;
        tried(app, "not 42").await?;
        app.gone(BREAKER).await?;
        ensure!(app.home.read(FILE)? == SCRIPT, "it was saved");
        app.picture("program-entry").await?;
        save(app, "x.sh", "audit").await?;
        ensure!(app.home.read(FILE)?.starts_with("# mine\n"), "{}", app.home.read(FILE)?);
        app.click("button", "Undo").await?;
        app.until("it is as it was", |home| home.read(FILE).is_ok_and(|text| text == SCRIPT)).await
    });
}

#[test]
fn a_program_is_never_saved_over_what_somebody_else_wrote_meanwhile() {
    const FILE: &str = ".moltis/x.sh";
    const THEIRS: &str = "#!/bin/sh\n# theirs\n";
    let entry =
        "[[hooks]]\nname = \"audit\"\nevents = [\"BeforeToolCall\"]\ncommand = \"sh ./x.sh\"\n";
    let home =
        Home::new().with(".moltis/moltis.toml", entry).with(FILE, "#!/bin/sh\ncat > /dev/null\n");
    test("program-meanwhile", home, async |app| {
        app.click("row", "audit").await?;
        app.click("button", "Show").await?;
        app.click("button", "x.sh").await?;
        app.see("As it is on the disk").await?;
        app.script("document.querySelector('.cm-content').focus()").await?;
        app.press(&format!("# mine{ENTER}")).await?;
        app.see("Not saved yet").await?;
        app.home.write(FILE, THEIRS)?;
        app.click("button", "Save…").await?;
        app.find("button", "Take theirs").await?;
        app.see("Nothing was overwritten.").await?;
        app.picture("program-meanwhile").await?;
        ensure!(app.home.read(FILE)? == THEIRS, "it was overwritten");
        app.click("button", "Take theirs").await?;
        app.see("As it is on the disk").await?;
        app.see("# theirs").await?;
        app.gone("# mine").await?;

        app.click("textbox", "Text of x.sh").await?;
        app.press("\u{e009}\u{e011}\u{e000}").await?;
        app.press(&format!("# again{ENTER}")).await?;
        app.see("Not saved yet").await?;
        let second = THEIRS.replace("theirs", "theirs, twice");
        app.home.write(FILE, &second)?;
        app.click("button", "Save…").await?;
        app.click("button", "Keep mine").await?;
        app.see("# again").await?;
        ensure!(app.home.read(FILE)? == second, "it was overwritten");
        // Now it was read, and the difference is to theirs.
        app.click("button", "Save…").await?;
        app.find("alertdialog", "Save x.sh").await?;
        app.see("-# theirs, twice").await?;
        app.click("button", "Save").await?;
        app.see("x.sh of audit was saved").await?;
        ensure!(
            app.home.read(FILE)?.starts_with("# again\n#!/bin/sh\n# theirs\n"),
            "{}",
            app.home.read(FILE)?
        );
        app.click("button", "Undo").await?;
        app.until("theirs is back", |home| home.read(FILE).is_ok_and(|text| text == second))
            .await?;
        app.gone("# again").await?;
        app.see("# theirs, twice").await
    });
}

const MODULE: &str = ".milady/hooks/greeter/HOOK.md";

#[test]
fn what_a_module_needs_and_says_of_itself_is_changed_in_its_manifest() {
    let before = "---\nname: greeter # mine\ndescription: Greets\nmetadata: {\"milady\": {\"events\": [\"command:new\"]}}\n---\n\n# Greeter\n";
    let home = Home::new()
        .with(MODULE, before)
        .with(".milady/hooks/greeter/handler.ts", "export default () => {};\n");
    test("sentence-more", home, async |app| {
        app.script("location.hash = '/edit/milady%2Fmanaged%2Fgreeter'").await?;
        app.find("heading", "Edit Greeter").await?;
        app.click("button", "More").await?;
        app.type_into("Emoji", "★").await?;
        // Below is what saves: a field behind that cannot be clicked.
        app.script("document.querySelector('fieldset').scrollIntoView()").await?;
        app.type_into("One of these programs", "curl, wget").await?;
        app.type_into("Variables it needs", "A_TOKEN").await?;
        for (name, width) in [("sentence-more", 1080), ("sentence-more-640", 640)] {
            app.resize(width, 720).await?;
            app.script("document.querySelector('fieldset').scrollIntoView()").await?;
            app.picture(name).await?;
        }
        app.resize(1080, 720).await?;
        app.click("button", "Save…").await?;
        app.find("alertdialog", "Change Greeter?").await?;
        app.click("button", "Save").await?;
        app.until("it says all of it", |home| {
            let kept = ["name: greeter # mine", "\n---\n\n# Greeter\n"];
            let said = ["★", "anyBins", "\"curl\"", "\"wget\"", "A_TOKEN"];
            home.read(MODULE).is_ok_and(|text| kept.iter().chain(&said).all(|it| text.contains(it)))
        })
        .await?;
        app.see("Greeter was changed").await?;
        app.click("button", "Undo").await?;
        app.until("it is as it was", |home| home.read(MODULE).is_ok_and(|text| text == before))
            .await
    });
}
