//! The main job without a mouse: every key is sent to whatever has the focus, as a keyboard does.

use anyhow::ensure;
use tacklebox_e2e::{App, Home, test};

use crate::full_house::with_milady;

const TAB: char = '\u{e004}';
const ENTER: char = '\u{e007}';
const ESCAPE: char = '\u{e00c}';
const DOWN: char = '\u{e015}';
const SPACE: char = '\u{e00d}';
const CONTROL: char = '\u{e009}';
const RELEASE: char = '\u{e000}';

/// What has the focus, as a screen reader would name it.
async fn focus(app: &App) -> anyhow::Result<String> {
    let name = app
        .script("const it = document.activeElement; return it === document.body ? 'nothing' : it.ariaLabel || it.textContent.trim()")
        .await?;
    Ok(name.as_str().unwrap_or_default().to_owned())
}

/// What has the focus shows it.
pub async fn ring(app: &App, name: &str) -> anyhow::Result<()> {
    let ring = app
        .script("const editor = document.activeElement.closest('.cm-editor')?.parentElement; return [document.activeElement, document.activeElement.firstElementChild, document.activeElement.parentElement, editor, editor?.parentElement].some((it) => it && parseFloat(getComputedStyle(it).outlineWidth) >= 2 && getComputedStyle(it).outlineStyle !== 'none')")
        .await?;
    ensure!(ring == true, "“{name}” has the focus, and nothing shows it");
    Ok(())
}

/// Tab, until something of that name has the focus, and its ring can be seen.
pub async fn tab_to(app: &App, name: &str) -> anyhow::Result<()> {
    for _ in 0..40 {
        if focus(app).await?.contains(name) {
            ring(app, name).await?;
            return Ok(());
        }
        app.press(&TAB.to_string()).await?;
    }
    anyhow::bail!("Tab never comes to “{name}”; it ended at “{}”", focus(app).await?)
}

#[test]
fn the_main_job_can_be_done_by_keyboard_alone() {
    let home = Home::new().with(".milady/milady.json", "{\n  // mine\n}\n");
    test("keyboard", home, async |app| {
        app.see("Milady has no hooks yet").await?;
        tab_to(app, "Get hooks").await?;
        app.press(&ENTER.to_string()).await?;
        app.see("GitHub digest").await?;

        tab_to(app, "Install GitHub digest").await?;
        app.picture("keyboard-install").await?;
        app.press(&ENTER.to_string()).await?;
        // Something is missing: the field for it has the focus already.
        app.see("Setup · 1 of 3 left").await?;
        tab_to(app, "GitHub token").await?;
        app.press(&format!("ghp_0123456789abcdef{ENTER}")).await?;
        app.until("the key is in the config", |home| {
            home.read(".milady/milady.json").is_ok_and(|text| text.contains("ghp_0123456789abcdef"))
        })
        .await?;
        app.see("Ready").await?;

        // Ctrl Z takes it back, wherever the focus is; then Esc leads back.
        app.press(&format!("{CONTROL}z{RELEASE}")).await?;
        app.until("the key is gone again", |home| {
            home.read(".milady/milady.json").is_ok_and(|text| !text.contains("ghp_"))
        })
        .await?;
        app.see("Needs setup").await?;
        app.script("document.activeElement.blur()").await?;
        app.press(&ESCAPE.to_string()).await?;
        app.find("heading", "Get hooks").await?;
        Ok(())
    });
}

#[test]
fn a_list_is_walked_with_arrows_and_switched_with_space() {
    test("keyboard-list", with_milady(Home::new()), async |app| {
        app.see("Session memory").await?;
        app.press("/").await?;
        ensure!(focus(app).await? == "Search hooks", "/ brings the focus to the search");
        app.press("memory").await?;
        app.gone("Command logger").await?;
        app.press(&ESCAPE.to_string()).await?;
        app.see("Command logger").await?;

        app.press(&DOWN.to_string()).await?;
        let first = focus(app).await?;
        ensure!(first.starts_with("GitHub digest, Needs setup"), "the first row: {first}");
        app.press("\u{e010}").await?;
        let last = focus(app).await?;
        ensure!(last.starts_with("Mac notes"), "End goes to the last row, not to {last}");
        app.press("\u{e011}").await?;
        for _ in 0..12 {
            if focus(app).await?.starts_with("Session memory") {
                break;
            }
            app.press(&DOWN.to_string()).await?;
        }
        app.picture("keyboard-row").await?;
        app.press(" ").await?;
        app.until("Session memory is off in the config", |home| {
            home.read(".milady/milady.json")
                .is_ok_and(|text| text.contains("\"session-memory\": {"))
                && home
                    .read(".milady/milady.json")
                    .is_ok_and(|text| text.matches("enabled: false").count() == 2)
        })
        .await?;
        app.see("Session memory was turned off").await?;
        let still = focus(app).await?;
        ensure!(still.starts_with("Session memory"), "the focus stays with its row, not {still}");

        app.press(&format!("{CONTROL}{SPACE}{RELEASE}")).await?;
        app.see("1 hook selected").await?;
        let differ = "const [one, other] = ['true', 'false'].map((is) => getComputedStyle(document.querySelector(`[aria-selected=${is}] > *`)).backgroundColor); return one !== other";
        ensure!(app.script(differ).await? == true, "nothing shows which row is picked");
        app.press(&ESCAPE.to_string()).await?;

        app.press(&ENTER.to_string()).await?;
        app.see("When it runs").await?;
        app.press(&ESCAPE.to_string()).await?;
        app.see("Needs you").await?;
        let back = focus(app).await?;
        ensure!(back.starts_with("Session memory"), "back on its row, not on {back}");
        Ok(())
    });
}
