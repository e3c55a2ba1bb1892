//! What is broken, repaired by click in the real window.

use anyhow::ensure;
use tacklebox_e2e::{App, Home, test};

use crate::axe;
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
        // By the rules that were recorded of the versions in force all of them load, and what Moltis has built in.
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

#[test]
fn a_config_with_one_slip_is_repaired_in_two_clicks() {
    test("repair-config", one_slip(), async |app| {
        app.script("location.hash = '/agent/moltis'").await?;
        app.find("heading", "Moltis").await?;
        app.click("button", "Fix…").await?;
        app.find("heading", "Fix moltis.toml?").await?;
        app.picture("repair-config").await?;
        app.click("button", "Fix it").await?;
        let repaired = SLIP.replace("[[hooks]\n", "[[hooks]]\n");
        app.until("the bracket is there", |home| {
            home.read(".config/moltis/moltis.toml").is_ok_and(|text| text == repaired)
        })
        .await?;
        app.gone("Fix…").await
    });
}
