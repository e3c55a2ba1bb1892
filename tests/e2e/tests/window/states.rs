//! What a screen looks like in the middle of something has nothing that axe-core objects to either.

use anyhow::ensure;
use tacklebox_e2e::{App, Home, test};

use crate::axe;
use crate::by::By;
use crate::full_house::in_the_dark;
use crate::keyboard::tab_to;

const ALT_LEFT: &str = "\u{e00a}\u{e012}\u{e000}";
const ESCAPE: &str = "\u{e00c}";

const MENU: &str = "document.querySelector('[role=menuitem]') !== null || document.querySelector('[data-hook$=\"/third\"] [aria-haspopup=menu]').click()";
const NONE: &str = "document.querySelector('[role=alertdialog]') === null";

fn home() -> Home {
    let mut home = Home::new()
        .with(".config/moltis/moltis.toml", "[[hooks]]\nname = \"audit\"\nevents = [\"Command\"]\ncommand = \"true\"\n")
        .with(".zeroclaw/config.toml", "")
        .with(".milady/hooks/colon/HOOK.md", "---\nname: colon\ndescription: Says: hello\nmetadata: {\"milady\":{\"events\":[\"gateway:startup\"]}}\n---\n# colon\n")
        .with(".milady/hooks/colon/handler.ts", "export default () => {}\n")
        .with(".milady/hooks/quoted/HOOK.md", "---\nname: quoted\ndescription: Says hello\nmetadata: {\"milady\":{\"events\":[\"gateway:startup\"]}}\n---\n# quoted\n")
        .with(".milady/hooks/quoted/handler.ts", "export default () => {}\n")
        .with(".moltis/hooks/stopper/HOOK.md", "+++\nname = \"stopper\"\nevents = [\"BeforeToolCall\"]\ncommand = \"sh ./handler.sh\"\ntimeout = 9\n+++\n")
        .with(".moltis/hooks/stopper/handler.sh", "#!/bin/sh\ncat > /dev/null\necho not today >&2\nexit 1\n");
    for (name, priority) in [("first", 9), ("second", 5), ("third", 0)] {
        let path = format!(".zeroclaw/workspace/hooks/{name}/HOOK.toml");
        let text = format!(
            "[hook]\nname = \"{name}\"\nevent = \"before_tool_call\"\npriority = {priority}\n\n[hook.action.shell]\ncommand = \"true\"\n"
        );
        home = home.with(&path, &text);
    }
    home
}

/// How wide and how high a window is, and how large everything in it is drawn, in percent.
pub type Size = (u32, u32, u32);

pub async fn go(app: &App, address: &str) -> anyhow::Result<()> {
    app.script(&format!("location.hash = '{address}'")).await.map(|_| ())
}

/// Adds what is wrong with the screen as it is to `found`, with a picture of it.
pub async fn look(
    app: &App,
    name: &str,
    (width, _, percent): Size,
    state: &str,
    found: &mut Vec<String>,
) -> anyhow::Result<()> {
    app.picture(&format!("{name}-{state}-{width}-{percent}")).await?;
    for what in axe::complaints(app).await?.into_iter().chain(axe::cut(app).await?) {
        found.push(format!("{state} at {width}, {percent} %: {what}"));
    }
    Ok(())
}

/// Opens each state in a window of that size, drawn as large as that, and looks at it.
async fn every_state(app: &App, name: &str, size: Size) -> anyhow::Result<()> {
    let (width, height, percent) = size;
    let mut found = Vec::new();
    let mut look = async |state: &str| look(app, name, size, state, &mut found).await;
    app.see("colon").await?;
    axe::load(app).await?;
    app.resize(width, height).await?;
    axe::zoom(app, percent, width).await?;

    go(app, "/agent/zeroclaw").await?;
    app.find("row", "third").await?;
    // What opens menus comes after the first picture.
    app.holds("the menu is open", MENU).await?;
    app.find("menuitem", "Remove…").await?;
    look("row-menu").await?;
    app.press(ESCAPE).await?;

    go(app, "/hook/milady%2Fmanaged%2Fcolon/problem").await?;
    app.find("button", "Fix it").await?;
    look("fix-it").await?;

    go(app, "/hook/milady%2Fmanaged%2Fquoted").await?;
    app.see("Module").await?;
    look("module").await?;

    go(app, "/new-entry/moltis").await?;
    app.find("heading", "New hook for Moltis").await?;
    app.see("For example").await?;
    look("new-entry").await?;

    go(app, "/settings/moltis").await?;
    app.find("button", "Rename audit").await?;
    app.script("document.querySelector('[aria-label=\"Rename audit\"]').click()").await?;
    app.find("dialog", "Rename audit").await?;
    look("rename").await?;
    By::Keys.fill(app, "Name", "watch").await?;
    By::Keys.push(app, "Save").await?;
    app.find("alertdialog", "Change the hook watch").await?;
    app.see("+name = \"watch\"").await?;
    look("rename-shown").await?;
    By::Keys.push(app, "Cancel").await?;
    By::Keys.fill(app, "Name", "audit").await?;
    app.press(ESCAPE).await?;
    app.holds("the sheet is gone", "document.querySelector('[role=dialog]') === null").await?;
    look("entries").await?;

    go(app, "/edit/zeroclaw%2Fmanaged%2Fthird").await?;
    app.find("heading", "Edit third").await?;
    By::Keys.fill(app, "Pattern", "(").await?;
    app.see("is not a valid regular expression").await?;
    look("sentence-problem").await?;
    By::Keys.fill(app, "Pattern", "deploy").await?;
    app.gone("is not a valid regular expression").await?;
    By::Keys.push(app, "More").await?;
    app.script("document.activeElement.scrollIntoView()").await?;
    look("sentence-more").await?;
    app.script("document.activeElement.blur()").await?;
    app.press(ESCAPE).await?;
    app.find("alertdialog", "Leave without saving?").await?;
    look("leave").await?;
    app.press(ESCAPE).await?;
    app.holds("nothing is asked", NONE).await?;
    By::Keys.push(app, "Save…").await?;
    app.find("alertdialog", "Change third?").await?;
    look("save").await?;
    By::Keys.push(app, "Save").await?;
    app.find("button", "Undo").await?;
    look("saved").await?;

    go(app, "/hook/zeroclaw%2Fmanaged%2Fthird").await?;
    app.see("Runs after").await?;
    look("runs-after").await?;

    go(app, "/edit/moltis%2Fmanaged%2Fstopper").await?;
    app.find("heading", "Edit stopper").await?;
    By::Keys.try_it(app).await?;
    app.see("Stopped it").await?;
    look("tried").await?;

    go(app, "/timeline/zeroclaw").await?;
    app.find("heading", "Tool is about to run").await?;
    tab_to(app, "third").await?;
    app.press(ALT_LEFT).await?;
    app.see("1 order changed").await?;
    let show = "[...document.querySelectorAll('button')].find((it) => it.textContent === 'Show the files\\' changes').click()";
    app.script(show).await?;
    look("timeline-moved").await?;
    By::Keys.push(app, "Put back").await?;
    app.gone("1 order changed").await?;

    go(app, "/file/moltis%2Fmanaged%2Fstopper/handler.sh").await?;
    app.see("As it is on the disk").await?;
    app.find("heading", "Try it").await?;
    look("program").await?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

pub const WIDE: Size = (1080, 720, 100);
pub const NARROW: Size = (640, 480, 100);
pub const DOUBLE: Size = (1080, 720, 200);

fn light(name: &str, size: Size) {
    test(&format!("states-light-{name}"), home(), async |app| {
        every_state(app, "states-light", size).await
    });
}

fn dark(name: &str, size: Size) {
    test(&format!("states-dark-{name}"), in_the_dark(home()), async |app| {
        every_state(app, "states-dark", size).await
    });
}

#[test]
fn no_state_of_a_wide_window_has_a_violation_in_the_light() {
    light("wide", WIDE);
}

#[test]
fn no_state_of_a_narrow_window_has_a_violation_in_the_light() {
    light("narrow", NARROW);
}

#[test]
fn no_state_at_200_percent_has_a_violation_in_the_light() {
    light("double", DOUBLE);
}

#[test]
fn no_state_of_a_wide_window_has_a_violation_in_the_dark() {
    dark("wide", WIDE);
}

#[test]
fn no_state_of_a_narrow_window_has_a_violation_in_the_dark() {
    dark("narrow", NARROW);
}

#[test]
fn no_state_at_200_percent_has_a_violation_in_the_dark() {
    dark("double", DOUBLE);
}
