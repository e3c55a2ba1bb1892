//! The window itself: it opens, and its page is locked in.

mod about;
mod ask;
mod axe;
mod background;
mod both_ways;
mod by;
mod config_editor;
mod desktop;
mod first_picture;
mod forced_colours;
#[allow(dead_code, reason = "the gallery uses more of it")]
mod full_house;
mod grave;
mod halfway;
mod held_up;
mod incoming;
mod keyboard;
mod keys;
mod leaving;
mod live;
mod main_job;
mod make;
mod many;
mod notices;
mod plugin_settings;
mod plugins;
mod preferences;
mod programs;
mod projects;
mod provision;
mod repair;
mod screen_reader;
mod set_up;
mod settings;
mod states;
mod told;
mod told_over;
mod tour;
mod try_it;
mod zoom;

use anyhow::ensure;
use tacklebox_e2e::{Home, test};

#[test]
fn the_window_opens_on_the_sidebar() {
    test("opens", Home::new(), async |app| {
        app.find("heading", "Tacklebox").await?;
        app.picture("opens").await?;
        Ok(())
    });
}

#[test]
fn the_page_cannot_leave_nor_open_another_window() {
    test("locked-in", Home::new(), async |app| {
        app.find("heading", "Tacklebox").await?;
        app.script("window.open('https://example.com/'); location.href = 'https://example.com/'")
            .await?;
        app.find("heading", "Tacklebox").await?;
        let here = app.script("return location.protocol").await?;
        ensure!(here == "tauri:", "the page is at {here}");
        Ok(())
    });
}

#[test]
fn the_page_has_only_the_rights_it_was_given() {
    test("rights", Home::new(), async |app| {
        app.find("heading", "Tacklebox").await?;
        let global = app.script("return typeof window.__TAURI__").await?;
        ensure!(global == "undefined", "the whole of Tauri is in the page");
        let frozen = app.script("return Object.isFrozen(Object.prototype)").await?;
        ensure!(frozen == true, "Object.prototype can be changed");
        let run =
            app.script("try { return eval('1') } catch (error) { return error.name }").await?;
        ensure!(run == "EvalError", "text can be run as script: {run}");
        Ok(())
    });
}
