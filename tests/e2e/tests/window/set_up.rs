//! A set-up is opened through the system's own dialog, looked at in every size, and carried out.

use anyhow::ensure;
use tacklebox_e2e::{App, Home, test};

use crate::axe;
use crate::full_house::{SET_UP, in_the_dark, with_milady};
use crate::screen_reader::as_read;

const ENTER: &str = "\u{e007}";
const TEAM: &str = "team.toml";

async fn at_set_ups(app: &App) -> anyhow::Result<()> {
    app.script("location.hash = '/get/milady'").await?;
    app.see("Export my set-up…").await
}

async fn opened(app: &App) -> anyhow::Result<()> {
    app.see("GitHub digest").await?;
    at_set_ups(app).await?;
    // By its key: the pictures of the hooks above still move it while they are read.
    app.find("button", "Open a set-up…").await?.send_keys(ENTER).await?;
    app.pick_file("Open File", &app.home.path(TEAM)).await?;
    app.find("heading", "Open a set-up").await?;
    app.see(TEAM).await
}

async fn looked_at(app: &App, name: &str) -> anyhow::Result<()> {
    opened(app).await?;
    axe::load(app).await?;
    let found = axe::in_every_size(app, name).await?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

fn home() -> Home {
    with_milady(Home::new()).with(TEAM, SET_UP)
}

#[test]
fn a_set_up_is_well_in_the_light() {
    test("set-up-light", home(), async |app| looked_at(app, "set-up").await);
}

#[test]
fn a_set_up_is_well_in_the_dark() {
    test("set-up-dark", in_the_dark(home()), async |app| looked_at(app, "set-up-dark").await);
}

#[test]
fn a_set_up_is_opened_by_a_person_and_carried_out() {
    test("set-up", home(), async |app| {
        opened(app).await?;
        app.see("Yesterday").await?;
        let other = as_read(app, "set-up").await?;
        ensure!(other.is_none(), "UPDATE=1 writes what is told now. {}", other.unwrap_or_default());
        ensure!(!app.home.path(".milady/hooks/yesterday").exists(), "nothing is done by looking");
        app.click("button", "Apply").await?;
        app.until("it is installed", |home| home.path(".milady/hooks/yesterday/HOOK.md").is_file())
            .await?;
        app.see("of the set-up").await?;
        app.picture("set-up-applied").await?;
        Ok(())
    });
}

/// What the window writes is opened by the window of another home, and after *Apply* nothing is left of the difference.
#[test]
fn a_set_up_is_carried_from_one_window_to_another() {
    const MINE: &str = "mine.toml";
    let mut carried = String::new();
    test("set-up-export", home(), async |app| {
        opened(app).await?;
        app.click("button", "Apply").await?;
        app.see("of the set-up").await?;
        at_set_ups(app).await?;
        app.find("button", "Export my set-up…").await?.send_keys(ENTER).await?;
        // The dialog keeps the ending of the name that it proposes.
        app.pick_file("Save File", &app.home.path("mine")).await?;
        app.see("mine.toml.").await?;
        app.script("[...document.querySelectorAll('button')].find((it) => it.textContent.startsWith('Export'))?.scrollIntoView({ block: 'center' })").await?;
        app.picture("set-up-exported").await?;
        carried = app.home.read(MINE)?;
        ensure!(carried.contains("name = \"yesterday\""), "{carried}");
        Ok(())
    });
    let empty = Home::new().with(".milady/milady.json", "{}\n").with(TEAM, &carried);
    test("set-up-carried", empty, async |app| {
        app.find("heading", "Milady").await?;
        at_set_ups(app).await?;
        app.find("button", "Open a set-up…").await?.send_keys(ENTER).await?;
        app.pick_file("Open File", &app.home.path(TEAM)).await?;
        app.find("heading", "Open a set-up").await?;
        app.picture("set-up-carried").await?;
        app.click("button", "Apply").await?;
        app.see("of the set-up").await?;
        app.until("it is installed", |home| home.path(".milady/hooks/yesterday/HOOK.md").is_file())
            .await?;
        Ok(())
    });
}
