//! What a window of the desktop does: its menus are its own, it is read larger, and its keys lead somewhere.

use anyhow::ensure;
use tacklebox_e2e::{Home, test};

use crate::full_house::with_milady;

const CONTROL: char = '\u{e009}';
const RELEASE: char = '\u{e000}';
const ALT: char = '\u{e00a}';
const LEFT: char = '\u{e012}';
const ESCAPE: char = '\u{e00c}';

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
        app.press(&format!("{CONTROL}+{RELEASE}")).await?;
        app.until("the page is drawn larger", |_| true).await?;
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        let after = app.script("return innerWidth").await?.as_f64().unwrap_or_default();
        ensure!((before / after - 1.1).abs() < 0.02, "{before} became {after}");
        ensure!(app.script("return localStorage.getItem('zoom')").await? == "110", "it is kept");
        app.picture("zoom-110").await?;
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
