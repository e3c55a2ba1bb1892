//! What the desktop is told of while the window is behind, and that nothing is told unasked. The desktop is a stand-in on
//! the window's own session bus, which writes down what it is asked to show.

use std::process::Command;

use anyhow::ensure;
use tacklebox_e2e::{Home, test};

use crate::full_house::with_milady;
use crate::provision::{INSTALL, with_brew};

const DESKTOP: &str = include_str!("notifications.py");
const TOLD: &str = "told.jsonl";
const WISHES: &str = ".local/share/tacklebox/window.json";

fn hook(title: &str) -> String {
    format!(
        "---\nname: fresh\nmetadata: {{\"milady\":{{\"events\":[\"session:start\"]}}}}\n---\n\n# {title}\n"
    )
}

#[test]
fn the_desktop_is_told_of_a_changed_hook_once_somebody_agreed() {
    test("notices", with_milady(Home::new()), async |app| {
        app.see("GitHub digest").await?;
        let mut desktop = Command::new("/usr/bin/python3");
        desktop.args(["-c", DESKTOP]).arg(app.home.path(TOLD));
        let mut desktop = app.start_beside(desktop)?;
        app.until("the desktop is there", |home| home.path(TOLD).exists()).await?;
        let told = |home: &Home| home.read(TOLD).unwrap_or_default();

        app.script("location.hash = '/settings/tacklebox'").await?;
        app.switched("A hook changed", false).await?;
        app.switched("An installation ended", false).await?;
        app.switched("A try ended", false).await?;
        let fresh = ".milady/hooks/fresh";
        app.home.write(&format!("{fresh}/handler.ts"), "export default () => {}\n")?;
        app.home.write(&format!("{fresh}/HOOK.md"), &hook("Fresh"))?;
        app.script("location.hash = '/agent/milady'").await?;
        app.see("Fresh").await?;
        ensure!(told(&app.home).is_empty(), "told unasked: {}", told(&app.home));

        app.script("location.hash = '/settings/tacklebox'").await?;
        app.click("switch", "A hook changed").await?;
        app.switched("A hook changed", true).await?;
        app.picture("settings-notifications").await?;
        app.home.write(&format!("{fresh}/HOOK.md"), &hook("In view"))?;
        app.script("location.hash = '/agent/milady'").await?;
        app.see("In view").await?;
        ensure!(told(&app.home).is_empty(), "told of what is in view: {}", told(&app.home));

        let behind = "document.documentElement.hasAttribute('data-inactive')";
        app.home.write(&format!("{TOLD}.behind"), "")?;
        app.holds("another window is in front", behind).await?;
        app.home.write(&format!("{fresh}/HOOK.md"), &hook("Fresher"))?;
        let first =
            "[\"Tacklebox\", 0, \"Hooks changed\", \"Fresher (Milady)\", \"tacklebox-desktop\"]";
        app.until("the desktop is told", |home| told(home).contains(first)).await?;
        app.home.write(&format!("{fresh}/HOOK.md"), &hook("Freshest"))?;
        let second = "41, \"Hooks changed\", \"Freshest (Milady)\"";
        app.until("it takes the place of the one before", |home| told(home).contains(second))
            .await?;

        app.home.write(&format!("{TOLD}.click"), "")?;
        app.home.write(&format!("{fresh}/HOOK.md"), &hook("Clicked"))?;
        app.holds("a click brings the window forward", &format!("!{behind}")).await?;
        app.see("Clicked").await?;
        desktop.kill()?;
        desktop.wait()?;
        Ok(())
    });
}

#[test]
fn the_desktop_is_told_of_a_try_that_ended_while_the_window_was_behind() {
    const SLOW: &str = "+++\nname = \"slow\"\nevents = [\"BeforeToolCall\"]\ncommand = \"sh ./run.sh\"\n+++\n\n# Slow\n";
    let home = with_milady(Home::new())
        .with(WISHES, "{\"tour_seen\": true, \"notices\": {\"changed\": false, \"installed\": false, \"tried\": true}}\n")
        .with(".moltis/hooks/slow/HOOK.md", SLOW)
        .with(".moltis/hooks/slow/run.sh", "sleep 3\n");
    test("notices-try", home, async |app| {
        app.see("GitHub digest").await?;
        let mut desktop = Command::new("/usr/bin/python3");
        desktop.args(["-c", DESKTOP]).arg(app.home.path(TOLD));
        let mut desktop = app.start_beside(desktop)?;
        app.until("the desktop is there", |home| home.path(TOLD).exists()).await?;
        app.script("location.hash = '/try/moltis/BeforeToolCall'").await?;
        app.see("What the hooks did").await?;
        app.click("button", "Run").await?;
        app.find("alertdialog", "Run").await?;
        app.press("\u{e004}").await?;
        app.press("\u{e007}").await?;
        app.home.write(&format!("{TOLD}.behind"), "")?;
        let behind = "document.documentElement.hasAttribute('data-inactive')";
        app.holds("another window is in front", behind).await?;
        app.until("the desktop is told", |home| {
            home.read(TOLD).unwrap_or_default().contains("\"A try ended\"")
        })
        .await?;
        desktop.kill()?;
        desktop.wait()?;
        Ok(())
    });
}

#[test]
fn the_desktop_is_told_of_an_installation_that_ended_while_the_window_was_behind() {
    // It goes on when the test lets it.
    let script = "echo started\nwhile [ ! -e \"$HOME/go\" ]; do sleep 0.05; done\ncp \"$0\" \"$HOME/.local/bin/tacklebox-test-tool\"";
    let home = with_brew(script).with(WISHES, "{\"tour_seen\": true, \"notices\": {\"changed\": false, \"installed\": true, \"tried\": false}}\n");
    test("notices-install", home, async |app| {
        app.click("row", "Voice").await?;
        let mut desktop = Command::new("/usr/bin/python3");
        desktop.args(["-c", DESKTOP]).arg(app.home.path(TOLD));
        let mut desktop = app.start_beside(desktop)?;
        app.until("the desktop is there", |home| home.path(TOLD).exists()).await?;
        app.click("button", INSTALL).await?;
        app.see("started").await?;
        app.home.write(&format!("{TOLD}.behind"), "")?;
        let behind = "document.documentElement.hasAttribute('data-inactive')";
        app.holds("another window is in front", behind).await?;
        let told = |home: &Home| home.read(TOLD).unwrap_or_default();
        ensure!(told(&app.home).is_empty(), "told before its end: {}", told(&app.home));
        app.home.write("go", "")?;
        app.until("the desktop is told", |home| told(home).contains("\"An installation ended\""))
            .await?;
        let said = told(&app.home);
        ensure!(said.contains("tacklebox-test-tool was installed"), "{said}");
        desktop.kill()?;
        desktop.wait()?;
        Ok(())
    });
}
