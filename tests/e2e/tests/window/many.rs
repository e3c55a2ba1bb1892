//! Several hooks at once in the real window: each is one question, one change on the disk, and one Undo.

use anyhow::{Context as _, ensure};
use fantoccini::key::Key;
use tacklebox_e2e::{App, Home, test};

use crate::axe;
use crate::full_house::in_the_dark;

const CONTROL_A: &str = "\u{e009}a\u{e000}";
const CONTROL_Z: &str = "\u{e009}z\u{e000}";
const CONFIG: &str = ".milady/milady.json";
const ON: &str = "// mine\n{ hooks: { internal: { enabled: true } } }\n";
const NAMES: [&str; 3] = ["one", "two", "three"];

fn home() -> Home {
    let home = Home::new().with(CONFIG, ON).with(".openclaw/openclaw.json", "{}\n");
    NAMES.into_iter().fold(home, |home, name| {
        let manifest = format!(
            "---\nname: {name}\nmetadata: {{\"milady\":{{\"events\":[\"session:start\"]}}}}\n---\n"
        );
        home.with(&format!(".milady/hooks/{name}/HOOK.md"), &manifest)
            .with(&format!(".milady/hooks/{name}/handler.ts"), "export default () => {};\n")
    })
}

/// Picks all of them by keys.
async fn pick_all(app: &App) -> anyhow::Result<()> {
    app.find("row", "three").await?;
    app.script("document.querySelector('[role=row][data-hook]').focus()").await?;
    app.press(CONTROL_A).await?;
    app.see("3 hooks selected").await
}

/// Does this to all of them; the question is answered with the same word.
async fn all(app: &App, button: &str, question: &str, yes: &str) -> anyhow::Result<()> {
    pick_all(app).await?;
    app.click("button", button).await?;
    if button == "Copy to…" {
        app.click("menuitem", "OpenClaw").await?;
    }
    app.find("alertdialog", question).await?;
    app.picture(&format!("many-{}", yes.to_lowercase().replace(' ', "-"))).await?;
    app.click("button", yes).await
}

#[test]
fn several_are_switched_removed_and_copied_each_with_one_undo() {
    test("many", home(), async |app| {
        let hooks = |home: &Home, folder: &str| {
            NAMES
                .iter()
                .filter(|name| home.path(&format!("{folder}/{name}/HOOK.md")).exists())
                .count()
        };
        let off = |home: &Home| {
            home.read(CONFIG).is_ok_and(|text| text.matches("enabled: false").count() == 3)
        };
        app.see("three").await?;
        all(app, "Turn off", "Turn 3 hooks off?", "Turn off").await?;
        app.see("3 hooks were turned off.").await?;
        app.until("all three are off", off).await?;
        all(app, "Turn on", "Turn 3 hooks on?", "Turn on").await?;
        app.see("3 hooks were turned on.").await?;
        app.until("all three are on", |home| !off(home)).await?;
        app.click("button", "Undo").await?;
        app.see("Taken back: 3 hooks were turned on.").await?;
        app.until("all three are off again", off).await?;
        // The one before it too, by its key.
        app.press(CONTROL_Z).await?;
        app.until("the config is as it was", |home| home.read(CONFIG).is_ok_and(|text| text == ON))
            .await?;

        all(app, "Remove…", "Remove 3 hooks?", "Remove").await?;
        app.see("3 hooks were removed.").await?;
        app.until("their folders are gone", |home| hooks(home, ".milady/hooks") == 0).await?;
        app.click("button", "Undo").await?;
        app.until("they are there again", |home| hooks(home, ".milady/hooks") == 3).await?;

        app.see("three").await?;
        all(app, "Copy to…", "Copy 3 hooks to OpenClaw?", "Copy").await?;
        app.see("3 hooks were copied to OpenClaw.").await?;
        app.until("the copies are there", |home| hooks(home, ".openclaw/hooks") == 3).await?;
        // Of three changes there is one in the list, and it takes all of them back.
        app.script("location.hash = '/activity'").await?;
        app.see("3 hooks were copied to OpenClaw.").await?;
        app.click("button", "Undo").await?;
        app.until("the copies are gone", |home| hooks(home, ".openclaw/hooks") == 0)
            .await
            .context("undo in the activity")
    });
}

#[test]
fn rows_are_picked_with_the_pointer() {
    test("many-pointer", home(), async |app| {
        app.see("three").await?;
        app.click_holding(Key::Control, "row", "three").await?;
        app.see("1 hook selected").await?;
        app.click_holding(Key::Control, "row", "one").await?;
        app.see("2 hooks selected").await?;
        app.click_holding(Key::Control, "row", "one").await?;
        app.see("1 hook selected").await?;
        // From the one that was picked last to this one, with all between.
        app.click_holding(Key::Control, "row", "one").await?;
        app.click_holding(Key::Shift, "row", "two").await?;
        let picked = "document.querySelectorAll('[role=row][aria-selected=true]').length";
        app.holds("all three are picked", &format!("{picked} === 3")).await?;
        app.click("button", "Select none").await?;
        app.gone("selected").await?;
        app.click_holding(Key::Control, "row", "two").await?;
        app.click("button", "Select all").await?;
        app.see("3 hooks selected").await?;
        app.click("button", "Turn off").await?;
        app.find("alertdialog", "Turn 3 hooks off?").await?;
        app.click("button", "Turn off").await?;
        app.until("all three are off", |home| {
            home.read(CONFIG).is_ok_and(|text| text.matches("enabled: false").count() == 3)
        })
        .await
    });
}

async fn the_bar(app: &App, name: &str) -> anyhow::Result<()> {
    pick_all(app).await?;
    axe::load(app).await?;
    let found = axe::in_every_size(app, name).await?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

/// One of them is off, so that the bar offers both.
fn mixed() -> Home {
    let off = "{ hooks: { internal: { enabled: true, entries: { one: { enabled: false } } } } }\n";
    home().with(CONFIG, off)
}

#[test]
fn the_bar_of_selected_hooks_has_no_violation_in_the_light() {
    test("many-light", mixed(), async |app| the_bar(app, "many-light").await);
}

#[test]
fn the_bar_of_selected_hooks_has_no_violation_in_the_dark() {
    test("many-dark", in_the_dark(mixed()), async |app| the_bar(app, "many-dark").await);
}
