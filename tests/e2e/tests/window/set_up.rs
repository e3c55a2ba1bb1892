//! A set-up is opened through the system's own dialog, looked at in every size, and carried out.

use anyhow::ensure;
use tacklebox_e2e::{App, Home, test};

use crate::axe;
use crate::full_house::{SET_UP, in_the_dark, with_milady};
use crate::screen_reader::as_read;

async fn opened(app: &App) -> anyhow::Result<()> {
    app.see("GitHub digest").await?;
    app.script("location.hash = '/get/milady'").await?;
    app.see("Export my set-up…").await?;
    // By its key: the pictures of the hooks above still move it while they are read.
    app.find("button", "Open a set-up…").await?.send_keys("\u{e007}").await?;
    app.pick_file(&app.home.path("team.toml")).await?;
    app.find("heading", "Open a set-up").await?;
    app.see("team.toml").await
}

async fn looked_at(app: &App, name: &str) -> anyhow::Result<()> {
    opened(app).await?;
    axe::load(app).await?;
    let found = axe::in_every_size(app, name).await?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

fn home() -> Home {
    with_milady(Home::new()).with("team.toml", SET_UP)
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
