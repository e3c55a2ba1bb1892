//! A config edited as text in the real window: what is wrong with it, saving it, other programs, and
//! its earlier versions.

use anyhow::ensure;
use tacklebox_e2e::{App, Home, test};

const CONFIG: &str = ".milady/milady.json";
const TEXT: &str = "{\n  // my own settings\n  agents: {},\n  hooks: {\n    internal: {\n      enabled: true,\n    },\n  },\n}\n";
/// To the very beginning of the text.
const TOP: &str = "\u{e009}\u{e011}\u{e000}";
const END_OF_LINE: &str = "\u{e010}";
const TYPED: &str = "// typed\u{e007}";
const DOWN: &str = "\u{e015}";

fn with_milady() -> Home {
    Home::new().with(CONFIG, TEXT)
}

async fn open(app: &App) -> anyhow::Result<()> {
    app.find("heading", "Milady").await?;
    app.script("location.hash = '/settings/milady/config'").await?;
    app.find("heading", "Config of Milady").await?;
    app.click("textbox", "Text of milady.json").await?;
    app.press(TOP).await
}

#[test]
fn what_is_wrong_shows_while_it_is_typed() {
    test("config-problems", with_milady(), async |app| {
        open(app).await?;
        app.see("No problems found").await?;
        app.picture("config-editor").await?;
        // A setting that Milady does not know.
        app.press(&format!("{}{END_OF_LINE} enabld: 1,", DOWN.repeat(5))).await?;
        app.see("Milady knows no setting hooks.internal.enabld.").await?;
        app.see("Problems · 1 warning").await?;
        app.picture("config-editor-warning").await?;
        // And a text that is not JSON5.
        app.press("}").await?;
        app.see("Problems · 1 error").await?;
        app.picture("config-editor-error").await?;
        app.click("button", "Save…").await?;
        app.see("It was not saved, as Milady could not read it.").await?;
        ensure!(app.home.read(CONFIG)? == TEXT, "nothing was written");
        app.click("button", "Go to line").await?;
        let inside = app.script("return document.activeElement.getAttribute('role')").await?;
        ensure!(inside == "textbox", "the text has the focus: {inside}");
        // Its marks have their colours: the policy of the page lets the editor bring its own styles.
        let colour = "return getComputedStyle(document.querySelector('.cm-lint-marker-error')).backgroundColor";
        ensure!(app.script(colour).await? != "rgba(0, 0, 0, 0)", "the editor has no styles");
        Ok(())
    });
}

#[test]
fn a_text_is_saved_after_its_diff_was_shown_and_undo_takes_it_back() {
    test("config-save", with_milady(), async |app| {
        open(app).await?;
        app.press(TYPED).await?;
        app.see("Not saved yet").await?;
        // By keyboard.
        app.press("\u{e009}s\u{e000}").await?;
        app.find("heading", "Save the config of Milady").await?;
        app.see("// typed").await?;
        app.picture("config-editor-diff").await?;
        app.click("button", "Save").await?;
        app.until("it is on the disk", |home| {
            home.read(CONFIG).is_ok_and(|text| text == format!("// typed\n{TEXT}"))
        })
        .await?;
        app.see("The config of Milady was edited.").await?;
        app.see("As it is on the disk").await?;
        app.click("button", "Undo").await?;
        app.until("it is as it was", |home| home.read(CONFIG).is_ok_and(|text| text == TEXT))
            .await?;
        // The editor follows.
        app.gone("// typed").await
    });
}

#[test]
fn another_programs_text_is_never_written_over_unseen() {
    test("config-conflict", with_milady(), async |app| {
        open(app).await?;
        app.press("// mine\u{e007}").await?;
        app.see("Not saved yet").await?;
        let theirs = TEXT.replace("enabled: true", "enabled: false");
        app.home.write(CONFIG, &theirs)?;
        app.see("Another program changed this file while you were editing.").await?;
        app.click("button", "Show the differences").await?;
        app.see("What the other program changed").await?;
        app.picture("config-editor-conflict").await?;
        ensure!(app.home.read(CONFIG)? == theirs, "theirs is kept");

        app.click("button", "Merge both").await?;
        app.gone("Another program changed").await?;
        app.click("button", "Save…").await?;
        app.find("heading", "Save the config of Milady").await?;
        app.click("button", "Save").await?;
        app.until("both are on the disk", |home| {
            home.read(CONFIG).is_ok_and(|text| text == format!("// mine\n{theirs}"))
        })
        .await?;

        // While nothing is typed, the editor follows the file.
        app.home.write(CONFIG, "{ all: 'new' }\n")?;
        app.see("all: 'new'").await
    });
}

#[test]
fn an_earlier_version_is_looked_at_and_restored() {
    test("config-restore", with_milady(), async |app| {
        open(app).await?;
        app.press(TYPED).await?;
        app.click("button", "Save…").await?;
        app.find("heading", "Save the config of Milady").await?;
        app.click("button", "Save").await?;
        app.see("Before: The config of Milady was edited.").await?;
        app.click("button", "Preview the version of").await?;
        app.see("Changes in ~/.milady/milady.json").await?;
        app.picture("config-editor-backups").await?;
        app.click("button", "Restore the version of").await?;
        app.until("it is as it was", |home| home.read(CONFIG).is_ok_and(|text| text == TEXT))
            .await?;
        app.see("An earlier version of ~/.milady/milady.json was brought back.").await?;
        app.resize(640, 480).await?;
        app.picture("config-editor-640").await?;
        Ok(())
    });
}

#[test]
fn text_that_is_not_saved_is_not_left_behind_unasked() {
    test("config-leave", with_milady(), async |app| {
        open(app).await?;
        app.press(TYPED).await?;
        app.click("link", "Get hooks").await?;
        app.find("heading", "Leave without saving?").await?;
        app.picture("config-editor-leave").await?;
        app.click("button", "Cancel").await?;
        app.see("// typed").await?;
        app.click("link", "Get hooks").await?;
        app.find("heading", "Leave without saving?").await?;
        app.click("button", "Discard and leave").await?;
        app.find("heading", "Get hooks").await?;
        ensure!(app.home.read(CONFIG)? == TEXT, "nothing was written");
        Ok(())
    });
}
