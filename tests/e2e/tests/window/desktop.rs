//! What a window of the desktop does: nothing typed is lost when it closes or its page ends, its menus are
//! its own, it is read larger, and its keys lead somewhere.

use std::fs;

use anyhow::{Context as _, ensure};
use tacklebox_e2e::{App, Home, test};

use crate::full_house::with_milady;

const CONFIG: &str = ".milady/milady.json";
const TEXT: &str = "{\n  // mine\n}\n";
const CONTROL: char = '\u{e009}';
const RELEASE: char = '\u{e000}';
const HOME_KEY: char = '\u{e011}';
const ALT: char = '\u{e00a}';
const LEFT: char = '\u{e012}';
const ESCAPE: char = '\u{e00c}';

async fn type_into_the_config(app: &App) -> anyhow::Result<()> {
    app.find("heading", "Milady").await?;
    app.script("location.hash = '/settings/milady/config'").await?;
    app.find("heading", "Config of Milady").await?;
    app.click("textbox", "Text of milady.json").await?;
    app.press(&format!("{CONTROL}{HOME_KEY}{RELEASE}// typed and not saved")).await?;
    app.see("Not saved yet").await
}

#[test]
fn what_is_typed_is_asked_for_before_the_window_closes() {
    test("unsaved-close", Home::new().with(CONFIG, TEXT), async |app| {
        type_into_the_config(app).await?;
        // As its own button does.
        app.press(&format!("{CONTROL}w{RELEASE}")).await?;
        app.find("dialog", "Close without saving?").await?;
        app.see("the config of Milady").await?;
        app.picture("unsaved-close").await?;
        app.click("button", "Cancel").await?;
        app.see("typed and not saved").await?;
        ensure!(app.home.read(CONFIG)? == TEXT, "nothing was written");
        Ok(())
    });
}

/// The processes that draw the pages of the window over this home.
fn pages(home: &Home) -> Vec<u32> {
    let mine = format!("HOME={}", home.path("").display());
    let mine = mine.trim_end_matches('/');
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
            let command = fs::read_to_string(entry.path().join("comm")).ok()?;
            let environment = fs::read(entry.path().join("environ")).ok()?;
            let environment = String::from_utf8_lossy(&environment).into_owned();
            let is_mine = environment.split('\0').any(|line| line.trim_end_matches('/') == mine);
            (command.starts_with("WebKitWebProces") && is_mine).then_some(pid)
        })
        .collect()
}

#[test]
fn a_page_that_ends_is_started_again_at_the_same_place_with_what_was_typed() {
    test("page-ends", Home::new().with(CONFIG, TEXT), async |app| {
        type_into_the_config(app).await?;
        let before = pages(&app.home);
        let page = before.first().context("the page has a process")?;
        let killed = std::process::Command::new("kill").args(["-9", &page.to_string()]).status()?;
        ensure!(killed.success(), "the page's process could not be ended");
        app.until("another process draws the page", |home| {
            let now = pages(home);
            !now.is_empty() && now.iter().all(|pid| !before.contains(pid))
        })
        .await?;
        app.find("heading", "Config of Milady").await?;
        app.see("typed and not saved").await?;
        app.see("Not saved yet").await?;
        app.see("The page had stopped and was started again.").await?;
        app.picture("page-ends").await?;
        Ok(())
    });
}

#[test]
fn the_menus_are_its_own() {
    test("menus", with_milady(Home::new()), async |app| {
        app.see("GitHub digest").await?;
        let shown = app
            .script(
                "const row = document.querySelector('[data-hook] [role=gridcell]');
                 const box = row.getBoundingClientRect();
                 const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2,
                     clientX: box.left + 90, clientY: box.top + 20 });
                 return row.dispatchEvent(event)",
            )
            .await?;
        ensure!(shown == false, "the browser's own menu is kept back");
        app.find("menuitem", "Open folder").await?;
        app.picture("menu-of-a-row").await?;
        app.press(&ESCAPE.to_string()).await?;
        app.gone("Open folder").await
    });
}

#[test]
fn it_is_read_larger_and_stays_so() {
    test("zoom", with_milady(Home::new()), async |app| {
        app.see("GitHub digest").await?;
        let before = app.script("return innerWidth").await?.as_f64().unwrap_or_default();
        app.press(&format!("{CONTROL}+{RELEASE}{CONTROL}+{RELEASE}")).await?;
        app.until("the page is drawn larger", |_| true).await?;
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        let after = app.script("return innerWidth").await?.as_f64().unwrap_or_default();
        ensure!((before / after - 1.25).abs() < 0.02, "{before} became {after}");
        ensure!(app.script("return localStorage.getItem('zoom')").await? == "125", "it is kept");
        app.picture("zoom-125").await?;
        app.press(&format!("{CONTROL}0{RELEASE}")).await?;
        Ok(())
    });
}

#[test]
fn its_keys_lead_to_everything_and_back() {
    test("keys", with_milady(Home::new()), async |app| {
        app.see("GitHub digest").await?;
        app.press(&format!("{CONTROL}2{RELEASE}")).await?;
        app.find("heading", "All hooks").await?;
        app.press(&format!("{CONTROL}k{RELEASE}")).await?;
        app.find("combobox", "Search everything").await?;
        app.press("github dig").await?;
        app.find("option", "GitHub digest").await?;
        app.picture("search-everything").await?;
        app.press("\u{e007}").await?;
        app.find("heading", "When it runs").await?;
        app.press(&format!("{ALT}{LEFT}{RELEASE}")).await?;
        app.find("heading", "All hooks").await?;
        app.press("?").await?;
        app.find("dialog", "Keys").await?;
        app.picture("keys").await?;
        Ok(())
    });
}
