//! What a screen reader is told of what is over the screens, and of the screens that need a home of their own.

use anyhow::ensure;
use tacklebox_e2e::{App, Home, Server, test};

use crate::desktop::whole;
use crate::full_house::{full_house, with_milady};
use crate::incoming::{self, FIRST, archive, link};
use crate::plugins;
use crate::screen_reader::{as_read, as_read_but_for};

const CONTROL_K: &str = "\u{e009}k\u{e000}";
const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";
const F1: &str = "\u{e031}";
const RIGHT: &str = "\u{e014}";

/// Fails with all that is told otherwise than it was read.
fn all_read(other: &[String]) -> anyhow::Result<()> {
    ensure!(other.is_empty(), "UPDATE=1 writes what is told now. {}", other.join("\n"));
    Ok(())
}

#[test]
fn the_search_and_the_keys_are_told_as_they_were_read() {
    test("told-over", full_house(), async |app| {
        app.see("GitHub digest").await?;
        whole(app).await?;
        let mut other = Vec::new();
        app.press(CONTROL_K).await?;
        app.find("combobox", "Search everything").await?;
        app.press("digest").await?;
        app.find("option", "GitHub digest").await?;
        other.extend(as_read(app, "palette").await?);
        app.press("zzz").await?;
        app.see("Nothing matches").await?;
        other.extend(as_read(app, "palette-none").await?);
        app.press(ESCAPE).await?;
        app.press(F1).await?;
        app.find("dialog", "Keys").await?;
        other.extend(as_read(app, "keys").await?);
        all_read(&other)
    });
}

#[test]
fn the_diagnostics_are_told_as_they_were_read() {
    test("told-diagnostics", full_house(), async |app| {
        app.script("location.hash = '/settings/tacklebox'").await?;
        // By its key: what is read later moves it.
        app.see("Where things are").await?;
        app.find("button", "Copy diagnostics…").await?.send_keys(ENTER).await?;
        app.see("Last errors of this window (UTC):").await?;
        // The report itself is of this computer and this minute.
        let report = "return document.querySelector('[role=dialog] pre').textContent.replace(/\\s+/g, ' ').trim()";
        let report = app.script(report).await?;
        let other = [(report.as_str().unwrap_or_default(), "(the report)")];
        all_read(
            &as_read_but_for(app, "diagnostics", &other).await?.into_iter().collect::<Vec<_>>(),
        )
    });
}

#[test]
fn the_tour_is_told_as_it_was_read() {
    test("told-tour", with_milady(Home::new()).never_opened(), async |app| {
        let mut other = Vec::new();
        for (step, name) in [("Your agents", "tour"), ("Each hook says how it is", "tour-next")] {
            app.find("dialog", step).await?;
            other.extend(as_read(app, name).await?);
            app.press(RIGHT).await?;
        }
        all_read(&other)
    });
}

async fn is_there(app: &App, address: &str, words: &str) -> anyhow::Result<()> {
    app.script(&format!("location.hash = '{address}'")).await?;
    app.see(words).await
}

#[test]
fn plugins_are_told_as_they_were_read() {
    test("told-plugins", plugins::home(), async |app| {
        app.resize(1080, 860).await?;
        let mut other = Vec::new();
        is_there(app, plugins::LIST, "Memory router").await?;
        other.extend(as_read(app, "plugins").await?);
        is_there(app, plugins::PAGE, "X-ray").await?;
        other.extend(as_read(app, "plugin").await?);
        is_there(app, plugins::LIST, "Memory router").await?;
        app.click("button", "New plugin…").await?;
        app.find("dialog", "New plugin for OpenClaw").await?;
        other.extend(as_read(app, "new-plugin").await?);
        all_read(&other)
    });
}

#[test]
fn a_new_entry_of_a_config_is_told_as_it_was_read() {
    let home = Home::new()
        .with(".local/share/tacklebox/runtimes.json", r#"{"moltis": "documented"}"#)
        .with(".config/moltis/moltis.toml", "[server]\nport = 8080\n");
    test("told-new-entry", home, async |app| {
        is_there(app, "/new-entry/moltis", "For example").await?;
        all_read(&as_read(app, "new-entry").await?.into_iter().collect::<Vec<_>>())
    });
}

#[test]
fn a_review_is_told_as_it_was_read() -> anyhow::Result<()> {
    let server = Server::start(&[("greeter.tgz", archive(FIRST, &[])?)])?;
    let home = incoming::home(&server).with_link(&link(&server, "greeter.tgz"));
    let address = server.address("greeter.tgz");
    let host = address.split('/').nth(2).unwrap_or_default();
    test("told-review", home, async |app| {
        let but = [(host, "localhost:443")];
        let mut other = Vec::new();
        app.find("heading", "A web page asks Tacklebox to look at this").await?;
        other.extend(as_read_but_for(app, "proposed", &but).await?);
        app.click("button", "Look at it").await?;
        app.find("heading", "Install Greeter?").await?;
        app.see("Nothing stands out in its files.").await?;
        other.extend(as_read_but_for(app, "review", &but).await?);
        app.click("button", "Install").await?;
        app.see("It is off. None of it runs until you turn it on.").await?;
        other.extend(as_read_but_for(app, "installed", &but).await?);
        all_read(&other)
    });
    Ok(())
}
