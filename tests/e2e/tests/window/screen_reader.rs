//! What a screen reader is told of each screen, by the system's own interface for them (AT-SPI): roles, names, states and
//! order. `UPDATE=1` writes what is told now; a person reads the difference, as it would be read aloud.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::ensure;
use tacklebox_e2e::{App, Home, test};

use crate::full_house::full_house;

/// Screens that say the same on every computer, with the words by which one knows that they are there.
const SCREENS: [(&str, &str, &str); 20] = [
    ("list", "/agent/milady", "GitHub digest"),
    ("help", "/help", "See your hooks"),
    ("all", "/hooks", "old-logger"),
    ("removed", "/activity/removed", "No removed hook is kept"),
    ("list-refused", "/agent/zeroclaw", "Refused by the safety check"),
    ("list-blocked", "/agent/moltis", "could not be read in full"),
    ("get", "/get", "Command logger"),
    ("try", "/try/moltis/BeforeToolCall", "What the hooks did"),
    ("activity", "/activity", "Nothing was done yet"),
    ("settings", "/settings/milady", "Extra folders"),
    ("problem", "/hook/milady%2Fmanaged%2Fold-logger/problem", "What is wrong"),
    ("config", "/settings/milady/config", "Earlier versions"),
    ("new", "/new/zeroclaw/before_tool_call", "if the text matches"),
    ("timeline", "/timeline/zeroclaw", "All moments"),
    ("included", "/included/milady/notify", "What it does for Milady"),
    ("hook", "/hook/milady%2Fmanaged%2Fdaily-summary", "What Milady really does"),
    ("setup", "/hook/milady%2Fmanaged%2Fgithub-digest/setup", "GITHUB_TOKEN"),
    ("edit", "/edit/milady%2Fmanaged%2Fsession-memory", "run its module"),
    ("file", "/file/milady%2Fmanaged%2Fsession-memory/HOOK.md", "session-memory/HOOK.md"),
    ("settings-tacklebox", "/settings/tacklebox", "Appearance"),
];

/// Without the sidebar, which is the same on every screen: that of the list has it.
fn without_sidebar(told: &str) -> String {
    let mut inside = false;
    let kept = told.lines().filter(|line| {
        inside = line.starts_with("  navigation") || inside && line.starts_with("    ");
        !inside
    });
    kept.map(|line| format!("{line}\n")).collect()
}

/// Compares what is told with what a person has read.
pub async fn as_read(app: &App, screen: &str) -> anyhow::Result<Option<String>> {
    as_read_but_for(app, screen, &[]).await
}

/// The same, without what is another word on each computer or each day: each of these with what is written for it.
pub async fn as_read_but_for(
    app: &App,
    screen: &str,
    other: &[(&str, &str)],
) -> anyhow::Result<Option<String>> {
    let told = app.told().await?;
    let told = if screen == "list" { told } else { without_sidebar(&told) };
    // Of the guide its first parts: all others are more words in the same places.
    let told = match told.split_once("    region “Get hooks from elsewhere”") {
        Some((first, _)) if screen == "help" => first.to_owned(),
        _ => told,
    };
    let told = other.iter().fold(told, |told, (here, written)| told.replace(here, written));
    for line in told.lines().map(str::trim) {
        ensure!(line != "image", "{screen}: a picture without a name:\n{told}");
        let dot = line.ends_with('·') || line.contains("· BeforeToolCall");
        ensure!(!dot, "{screen}: a dot is read aloud: {line}");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window/told");
    let path = folder.join(format!("{screen}.txt"));
    if fs::read_to_string(&path).unwrap_or_default() == told {
        return Ok(None);
    }
    #[expect(clippy::disallowed_methods, reason = "a switch for whoever runs the tests")]
    let update = std::env::var_os("UPDATE").is_some();
    if update {
        fs::create_dir_all(&folder)?;
        fs::File::create(&path)?.write_all(told.as_bytes())?;
        return Ok(None);
    }
    Ok(Some(format!("{}:\n{told}", path.display())))
}

#[test]
fn each_screen_is_told_as_it_was_read() {
    test("told", full_house(), async |app| {
        // So tall that every row is drawn, whatever a line is high.
        app.resize(1080, 860).await?;
        app.see("GitHub digest").await?;
        let mut other = Vec::new();
        for (screen, address, words) in SCREENS {
            app.script(&format!("location.hash = '{address}'")).await?;
            app.see(words).await?;
            other.extend(as_read(app, screen).await?);
        }
        ensure!(other.is_empty(), "UPDATE=1 writes what is told now. {}", other.join("\n"));
        Ok(())
    });
}

#[test]
fn questions_and_results_are_told_as_they_were_read() {
    test("told-dialogs", full_house(), async |app| {
        // So tall that every row is drawn, whatever a line is high.
        app.resize(1080, 860).await?;
        app.see("GitHub digest").await?;
        app.click("row", "Session memory").await?;
        app.click("button", "More").await?;
        let mut other = Vec::new();
        other.extend(as_read(app, "menu").await?);
        app.click("menuitem", "Remove").await?;
        app.find("alertdialog", "Remove").await?;
        other.extend(as_read(app, "question").await?);
        app.click("button", "Remove").await?;
        app.see("was removed").await?;
        other.extend(as_read(app, "result").await?);
        ensure!(other.is_empty(), "UPDATE=1 writes what is told now. {}", other.join("\n"));
        Ok(())
    });
}

#[test]
fn the_first_run_is_told_as_it_was_read() {
    test("told-first-run", Home::new(), async |app| {
        app.find("heading", "Welcome to Tacklebox").await?;
        let other = as_read(app, "first-run").await?;
        ensure!(other.is_none(), "UPDATE=1 writes what is told now. {}", other.unwrap_or_default());
        Ok(())
    });
}
