//! What is broken, repaired by click in the real window.

use anyhow::ensure;
use tacklebox_e2e::{App, Home, test};

use crate::axe;
use crate::by::By;
use crate::full_house::in_the_dark;

const META: &str = "metadata: {\"milady\":{\"events\":[\"gateway:startup\"]}}\n";

fn milady(home: Home, name: &str, front: &str) -> Home {
    let dir = format!(".milady/hooks/{name}");
    home.with(&format!("{dir}/HOOK.md"), &format!("---\n{front}---\n# {name}\n"))
        .with(&format!("{dir}/handler.ts"), "export default () => {}\n")
}

fn zeroclaw(home: Home, name: &str, text: &str) -> Home {
    home.with(&format!(".zeroclaw/workspace/hooks/{name}/HOOK.toml"), text)
}

fn moltis(home: Home, name: &str, front: &str) -> Home {
    home.with(&format!(".moltis/hooks/{name}/HOOK.md"), &format!("+++\n{front}+++\n# {name}\n"))
}

/// Twelve hooks, each broken in its own way.
fn twelve() -> Home {
    const TOML: &str = "event = \"on_session_start\"\n[hook.action.shell]\ncommand = \"cat\"\n";
    const MOLTIS: &str = "events = [\"SessionEnd\"]\ntimeout = 9\n";
    let mut home = Home::new();
    home = milady(home, "colon", &format!("name: colon\ndescription: Says: hello\n{META}"));
    home = milady(home, "no-name", META);
    home = milady(home, "top", "name: top\nevents: [gateway:startup]\n");
    home = milady(home, "bracket", &format!("name: bracket\n{}", META.replace("}}", "}")));
    home = milady(
        home,
        "list",
        "name: list\nmetadata:\n  - milady:\n      events: [gateway:startup]\n",
    );
    home = home
        .with(".milady/hooks/no-handler/HOOK.md", &format!("---\nname: no-handler\n{META}---\n"));
    home = zeroclaw(
        home,
        "event",
        &format!("[hook]\nname = \"event\"\n{}", TOML.replace("on_session", "session")),
    );
    home = zeroclaw(home, "quote", &format!("[hook]\nname = \"quote\n{TOML}"));
    home =
        zeroclaw(home, "no-time", &format!("[hook]\nname = \"no-time\"\n{TOML}timeout_secs = 0\n"));
    home = zeroclaw(
        home,
        "place",
        &format!("name = \"place\"\n{}", TOML.replace("hook.action", "action")),
    );
    home = moltis(
        home,
        "word",
        &format!(
            "name = \"word\"\n{}command = \"cat\"\n",
            MOLTIS.replace("SessionEnd", "session_end")
        ),
    );
    home = moltis(
        home,
        "command",
        &format!("name = \"command\"\n{MOLTIS}command = \"./absent.sh\"\n"),
    );
    home.with(".moltis/hooks/command/run.sh", "#!/bin/sh\ncat\n")
}

const ALL: [&str; 12] = [
    "milady/managed/colon",
    "milady/managed/no-name",
    "milady/managed/top",
    "milady/managed/bracket",
    "milady/managed/list",
    "milady/managed/no-handler",
    "zeroclaw/managed/event",
    "zeroclaw/managed/quote",
    "zeroclaw/managed/no-time",
    "zeroclaw/managed/place",
    "moltis/managed/word",
    "moltis/managed/command",
];

#[test]
fn twelve_broken_hooks_are_repaired_with_one_click_each() {
    test("repair", twelve(), async |app| {
        app.find("heading", "Milady").await?;
        for id in ALL {
            let place = id.replace('/', "%2F");
            app.script(&format!("location.hash = '/hook/{place}/problem'")).await?;
            app.find("heading", "What is wrong").await?;
            app.find("button", "Fix it").await?;
            if ["milady/managed/colon", "zeroclaw/managed/quote"].contains(&id) {
                app.picture(&format!("repair-{}", id.replace('/', "-"))).await?;
            }
            app.click("button", "Fix it").await?;
            app.gone("What is wrong").await?;
            // The note of the one before may still be there, with an Undo of its own.
            let name = id.rsplit('/').next().unwrap_or_default();
            app.see(&format!("{name} was repaired.")).await?;
            app.click("button", "Undo").await?;
            app.find("heading", "What is wrong").await?;
            app.click("button", "Fix it").await?;
            app.gone("What is wrong").await?;
        }
        // By the documented rules all of them load, and what Moltis has built in.
        app.script("location.hash = '/hooks'").await?;
        app.find("radio", "Ready 15").await?;
        let text = app.home.read(".milady/hooks/colon/HOOK.md")?;
        ensure!(
            text.contains("description: \"Says: hello\"\n") && text.ends_with("# colon\n"),
            "{text}"
        );
        Ok(())
    });
}

/// What only its author knows opens in the editor, at the line.
#[test]
fn what_cannot_be_repaired_is_opened_at_its_line() {
    let home = milady(Home::new(), "old-logger", "name: old-logger\nmetadata: [\n");
    test("repair-by-hand", home, async |app| {
        app.click("row", "old-logger").await?;
        app.find("heading", "What is wrong").await?;
        app.see("Only whoever wrote this hook knows what was meant.").await?;
        app.click("button", "Copy for its author").await?;
        app.find("button", "Copied").await?;
        app.picture("repair-by-hand").await?;
        app.click("button", "Open HOOK.md at line 3").await?;
        app.see("As it is on the disk").await?;
        let line = "document.querySelector('.cm-activeLine')?.textContent === 'metadata: ['";
        app.holds("the cursor is on the line", line).await?;
        let editor = "document.activeElement.classList.contains('cm-content')";
        app.holds("the text has the focus", editor).await
    });
}

/// Nine hooks that wait for a config with one slip.
fn one_slip() -> Home {
    let mut home = Home::new();
    for number in 0..9 {
        let name = format!("h{number}");
        let front = format!(
            "name = \"{name}\"\nevents = [\"SessionEnd\"]\ncommand = \"cat\"\ntimeout = 9\n"
        );
        home = moltis(home, &name, &front);
    }
    home.with(".config/moltis/moltis.toml", SLIP)
}

const SLIP: &str = "# mine\n[[hooks]\nname = \"x\"\nevents = [\"SessionEnd\"]\ncommand = \"cat\"\n";

async fn the_question(app: &App, name: &str) -> anyhow::Result<()> {
    app.script("location.hash = '/agent/moltis'").await?;
    app.find("heading", "Moltis").await?;
    axe::load(app).await?;
    app.click("button", "Fix…").await?;
    app.find("heading", "Fix moltis.toml?").await?;
    let found = axe::in_every_size(app, name).await?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[test]
fn the_question_before_a_config_is_repaired_has_no_violation_in_the_light() {
    test("repair-light", one_slip(), async |app| the_question(app, "repair-light").await);
}

#[test]
fn the_question_before_a_config_is_repaired_has_no_violation_in_the_dark() {
    test("repair-dark", in_the_dark(one_slip()), async |app| {
        the_question(app, "repair-dark").await
    });
}

/// From the sidebar, one press after the other; nine hooks wait for it, and none has a way out of its own.
async fn config(app: &App, by: By) -> anyhow::Result<()> {
    app.find("heading", "Moltis").await?;
    app.see("h8").await?;
    app.find("button", "Fix…").await?;
    let ways = "return [...document.querySelectorAll('main button')].filter((it) => it.textContent.startsWith('Fix')).map((it) => it.closest('[role=row]') !== null)";
    ensure!(app.script(ways).await? == serde_json::json!([false]), "one way out, above the rows");
    by.go(app, "Moltis").await?;
    by.push(app, "Fix…").await?;
    app.find("heading", "Fix moltis.toml?").await?;
    app.picture("repair-config").await?;
    by.push(app, "Fix it").await?;
    let repaired = SLIP.replace("[[hooks]\n", "[[hooks]]\n");
    app.until("the bracket is there", |home| {
        home.read(".config/moltis/moltis.toml").is_ok_and(|text| text == repaired)
    })
    .await?;
    app.gone("Fix…").await
}

#[test]
fn a_config_with_one_slip_is_repaired_in_three_clicks_from_the_sidebar() {
    test("repair-config-mouse", one_slip(), async |app| config(app, By::Mouse).await);
}

#[test]
fn a_config_with_one_slip_is_repaired_by_keys_alone() {
    test("repair-config-keys", one_slip(), async |app| config(app, By::Keys).await);
}
