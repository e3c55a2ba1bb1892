//! Hooks are tried in the real window: real commands run, what they did is shown, and what runs too long
//! is ended. What was tried is told afterwards, without what was in it.

use std::path::Path;

use anyhow::ensure;
use tacklebox_e2e::{App, Home, test};

use crate::axe;
use crate::full_house::in_the_dark;

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";

/// Puts a safer command in the place of the one that was asked for.
const FLAG: &str = r#"cat > /dev/null; echo '{"action":"modify","data":{"tool":"bash","arguments":{"command":"set -e; ls -la"}}}'"#;
const GUARD: &str = "cat > /dev/null; echo looked at it; echo not in this folder >&2; exit 1";
const SLOW: &str = "echo $$ > pid; exec sleep 300";

fn hook(home: Home, name: &str, event: &str, priority: i32, script: &str) -> Home {
    home.with(
        &format!(".moltis/hooks/{name}/HOOK.md"),
        &format!("+++\nname = \"{name}\"\ndescription = \"A hook of the test\"\nemoji = \"🧯\"\nevents = [\"{event}\"]\ncommand = \"sh ./handler.sh\"\npriority = {priority}\ntimeout = 600\n+++\n"),
    )
    .with(&format!(".moltis/hooks/{name}/handler.sh"), &format!("{script}\n"))
}

fn home() -> Home {
    let home = Home::new().with(".config/moltis/moltis.toml", "[server]\nport = 8080\n");
    let home = hook(home, "safety-flag", "BeforeToolCall", 20, FLAG);
    let home = hook(home, "guard", "BeforeToolCall", 10, GUARD);
    hook(home, "slow", "SessionStart", 0, SLOW)
}

/// Presses Run, and says yes where the hooks of strangers are asked about: by keys alone.
async fn run(app: &App) -> anyhow::Result<()> {
    app.click("button", "Run").await?;
    app.find("alertdialog", "Run").await?;
    app.see("not installed from the hooks that come with Tacklebox").await?;
    app.press(TAB).await?;
    app.press(ENTER).await
}

#[test]
fn a_hook_is_tried_from_its_own_screen_and_all_that_listen_after_it() {
    test("try-it", home(), async |app| {
        app.click("row", "safety-flag").await?;
        app.click("button", "Try it").await?;
        app.see("Runs on this computer, outside your agent").await?;
        app.find("button", "safety-flag Hooks").await?;
        run(app).await?;
        app.see("Changed it").await?;
        app.see("It continues, changed.").await?;
        let after = app
            .script("return document.querySelector('[aria-label=\"After all hooks\"]').innerText")
            .await?;
        ensure!(after.as_str().is_some_and(|text| text.contains("set -e; ls -la")), "{after}");
        app.picture("try-one").await?;

        app.click("button", "Hooks").await?;
        app.click("option", "All that listen (2)").await?;
        run(app).await?;
        app.see("guard stopped it: not in this folder").await?;
        app.see("Stopped it").await?;
        app.click("button", "Details of guard").await?;
        app.see("looked at it").await?;
        app.picture("try-all").await?;

        app.click("link", "Activity").await?;
        app.see("Tried").await?;
        app.picture("activity").await?;
        let list = app.home.read(".local/share/tacklebox/activity.jsonl")?;
        ensure!(list.lines().count() == 2, "{list}");
        for payload in ["ls -la", "looked at it", "not in this folder"] {
            ensure!(!list.contains(payload), "the list of what was done holds “{payload}”");
        }
        Ok(())
    });
}

/// Two hooks whose numbers say the opposite of how the disk lists them: that is the order of the version that people run.
fn against_the_disk() -> Home {
    let put = |home: Home, [low, high]: [(&str, &str); 2]| {
        let home = hook(home, low.0, "BeforeToolCall", 10, low.1);
        hook(home, high.0, "BeforeToolCall", 20, high.1)
    };
    let both = [("safety-flag", FLAG), ("look", "cat > /dev/null")];
    let home = put(Home::new(), both);
    let [one, other] = both;
    if first_listed(&home) == one.0 { home } else { put(home, [other, one]) }
}

fn first_listed(home: &Home) -> String {
    let listed = std::fs::read_dir(home.path(".moltis/hooks")).into_iter().flatten().flatten();
    listed.map(|entry| entry.file_name().to_string_lossy().into_owned()).next().unwrap_or_default()
}

async fn beside(app: &App, name: &str) -> anyhow::Result<()> {
    app.script("location.hash = '/try/moltis/BeforeToolCall'").await?;
    app.click("button", "Nothing Beside it").await?;
    app.click("option", "Version 2026-08-21").await?;
    run(app).await?;
    app.find("heading", "Beside it · Version 2026-08-21").await?;
    app.see("The order").await?;
    let first = first_listed(&app.home);
    let other = if first == "look" { "safety-flag" } else { "look" };
    app.see(&format!("{other} and {first}")).await?;
    axe::load(app).await?;
    for (width, height) in [(1080, 720), (640, 720)] {
        app.resize(width, height).await?;
        app.picture(&format!("{name}-{width}-top")).await?;
        app.script("document.querySelector('table').scrollIntoView({ block: 'center' })").await?;
        app.picture(&format!("{name}-{width}")).await?;
        let complaints = axe::complaints(app).await?;
        ensure!(complaints.is_empty(), "at {width}: {complaints:?}");
    }
    let list = app.home.read(".local/share/tacklebox/activity.jsonl")?;
    ensure!(list.lines().count() == 1, "{list}");
    Ok(())
}

#[test]
fn another_version_is_tried_beside_the_one_in_force() {
    test("try-beside", against_the_disk(), async |app| beside(app, "try-beside").await);
}

#[test]
fn another_version_is_tried_beside_it_in_the_dark() {
    test("try-beside-dark", in_the_dark(against_the_disk()), async |app| {
        beside(app, "try-beside-dark").await
    });
}

#[test]
fn what_runs_too_long_can_be_ended_with_all_that_it_started() {
    test("try-cancel", home(), async |app| {
        app.script("location.hash = '/try/moltis/SessionStart'").await?;
        run(app).await?;
        app.see("Running").await?;
        app.until("the command runs", |home| home.read(".moltis/hooks/slow/pid").is_ok()).await?;
        // It goes on while something else is looked at.
        app.click("link", "Activity").await?;
        app.find("heading", "Activity").await?;
        app.click("link", "Try it").await?;
        app.click("button", "Cancel").await?;
        app.see("You ended it.").await?;
        app.see("Cancelled").await?;
        app.picture("try-cancelled").await?;
        let pid = app.home.read(".moltis/hooks/slow/pid")?;
        let process = Path::new("/proc").join(pid.trim());
        app.until("the command is gone", move |_| !process.exists()).await?;
        app.find("button", "Run").await?;
        Ok(())
    });
}
