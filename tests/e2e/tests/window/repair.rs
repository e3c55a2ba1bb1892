//! What is broken, repaired by click in the real window.

use anyhow::{Context as _, ensure};
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

/// Hooks that have something wrong, each of another kind.
fn kinds() -> Home {
    const TOML: &str = "event = \"before_tool_call\"\n[hook.action.shell]\ncommand = \"cat\"\n";
    let mut home = Home::new().with(CHOSEN, RECORDED);
    home = milady(home, "unquoted", &format!("name: unquoted\ndescription: Says: hello\n{META}"));
    home = milady(home, "unnamed", META);
    home = milady(home, "loose", "name: loose\nevents: [gateway:startup]\n");
    home = milady(home, "unclosed", &format!("name: unclosed\n{}", META.replace("}}", "}")));
    home = milady(home, "doubled", &format!("name: doubled\nname: doubled\n{META}"));
    home = home
        .with(".milady/hooks/empty/HOOK.md", &format!("---\nname: empty\n{META}---\n# empty\n"));
    let toml = |name: &str, text: &str| format!("[hook]\nname = \"{name}\"\n{text}");
    home = zeroclaw(home, "nearly", &toml("nearly", &TOML.replace("tool_call", "toolcall")));
    home = zeroclaw(home, "hurried", &toml("hurried", &format!("{TOML}timeout_secs = 0\n")));
    home = zeroclaw(home, "elsewhere", &toml("elsewhere", TOML).replace("hook.action", "action"));
    let script = TOML.replace("cat", "./run.sh");
    home = zeroclaw(home, "barred", &toml("barred", &script))
        .with(".zeroclaw/workspace/hooks/barred/run.sh", "#!/bin/sh\ncat\n");
    let condition = "\n[hook.condition]\nchannels = [\"telegram\"]\n";
    home = zeroclaw(home, "everybody", &toml("everybody", &format!("{TOML}{condition}")));
    home = moltis(
        home,
        "lonely",
        "name = \"lonely\"\nevents = \"SessionEnd\"\ncommand = \"cat\"\ntimeout = 9\n",
    );
    home = moltis(
        home,
        "locked",
        "name = \"locked\"\nevents = [\"SessionEnd\"]\ncommand = \"./run.sh\"\ntimeout = 9\n",
    );
    home = home.with(".moltis/hooks/locked/run.sh", "#!/bin/sh\ncat\n");
    moltis(home, "endless", "name = \"endless\"\nevents = [\"SessionEnd\"]\ncommand = \"cat\"\n")
}

/// Which version of each agent is judged by.
const CHOSEN: &str = ".local/share/tacklebox/runtimes.json";
/// Versions of which was recorded what they really do with such hooks.
const RECORDED: &str =
    r#"{"milady": "2026-03-01", "zeroclaw": "0.1.6-hooks", "moltis": "2026-08-21"}"#;
/// Its button, and what is said once it was pressed.
const ALL: [(&str, &[(&str, &str, &str)]); 3] = [
    (
        "Milady",
        &[
            ("unquoted", "Fix…", ""),
            ("unnamed", "Fix it", "unnamed was repaired"),
            ("loose", "Fix it", "loose was repaired"),
            ("unclosed", "Fix it", "unclosed was repaired"),
            ("doubled", "Fix…", ""),
            ("empty", "Fix it", "empty was repaired"),
        ],
    ),
    (
        "ZeroClaw",
        &[
            ("nearly", "Fix it", "nearly was repaired"),
            ("hurried", "Fix it", "hurried was repaired"),
            ("elsewhere", "Fix it", "elsewhere was repaired"),
            ("everybody", "Fix…", ""),
            ("barred", "Make it runnable", ""),
        ],
    ),
    (
        "Moltis",
        &[
            ("lonely", "Fix it", "lonely was repaired"),
            ("locked", "Make it runnable", ""),
            ("endless", "Fix…", ""),
        ],
    ),
];

/// From the sidebar to the hook and its button; taken back, and pressed once more.
async fn mended(app: &App, by: By) -> anyhow::Result<()> {
    for (agent, hooks) in ALL {
        for (name, button, said) in hooks {
            let after = one(app, by, (agent, name, button, said)).await;
            after.with_context(|| format!("{name} of {agent}"))?;
        }
    }
    let read = |path: &str| app.home.read(path);
    let text = read(".milady/hooks/unquoted/HOOK.md")?;
    ensure!(
        text.contains("description: \"Says: hello\"\n") && text.ends_with("# unquoted\n"),
        "{text}"
    );
    let text = read(".zeroclaw/workspace/hooks/everybody/HOOK.toml")?;
    ensure!(text.ends_with("\n[hook.conditions]\nchannels = [\"telegram\"]\n"), "{text}");
    let text = read(".moltis/hooks/endless/HOOK.md")?;
    ensure!(text.contains("timeout = 10\n"), "{text}");
    // By what these versions were recorded to do, each of them loads.
    for (agent, hooks) in ALL {
        by.go(app, agent).await?;
        for (name, ..) in hooks {
            let row = app.find("row", name).await?;
            let label = row.attr("aria-label").await?.unwrap_or_default();
            ensure!(label.contains(", Ready"), "{label}");
        }
    }
    Ok(())
}

async fn one(
    app: &App,
    by: By,
    (agent, name, button, said): (&str, &str, &str, &str),
) -> anyhow::Result<()> {
    by.go(app, agent).await?;
    app.find("heading", agent).await?;
    by.open(app, name).await?;
    for again in [false, true] {
        // The ways out are longer than what is there before them: what is below them would move away from a click.
        app.find("button", button).await?;
        let found = "document.querySelector('main [aria-busy=true]') === null";
        app.holds("its ways out are found", found).await?;
        by.push(app, button).await?;
        if button == "Fix…" {
            app.find("alertdialog", "").await?;
            by.push(app, "Apply").await?;
        }
        let gone = format!(
            "![...document.querySelectorAll('main button')].some((it) => it.textContent === '{button}')"
        );
        app.holds("its button is gone", &gone).await?;
        if !again {
            let toast = if said.is_empty() { name } else { said };
            by.undo(app, toast).await?;
        }
    }
    Ok(())
}

#[test]
fn every_kind_is_repaired_from_the_sidebar_by_mouse() {
    test("repair-mouse", kinds(), async |app| mended(app, By::Mouse).await);
}

#[test]
fn every_kind_is_repaired_from_the_sidebar_by_keys_alone() {
    test("repair-keys", kinds(), async |app| mended(app, By::Keys).await);
}

/// What takes one fault away says what is still wrong then, and the way out of that is next.
async fn two_faults(app: &App, name: &str) -> anyhow::Result<()> {
    const LEFT: &str = "Then something else is still wrong: It has no handler";
    app.click("row", "greeter").await?;
    app.find("heading", "What is wrong").await?;
    app.see(LEFT).await?;
    axe::load(app).await?;
    let found = axe::in_every_size(app, name).await?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    app.click("button", "Fix it").await?;
    app.see("Write a handler.ts to begin with").await?;
    app.gone(LEFT).await?;
    app.click("button", "Fix it").await?;
    app.gone("What is wrong").await
}

fn with_two_faults() -> Home {
    let front = format!("name: greeter\ndescription: Greets: always\n{META}");
    Home::new()
        .with(CHOSEN, r#"{"milady": "documented"}"#)
        .with(".milady/hooks/greeter/HOOK.md", &format!("---\n{front}---\n# greeter\n"))
}

#[test]
fn a_way_out_says_what_is_still_wrong_in_the_light() {
    test("repair-two", with_two_faults(), async |app| two_faults(app, "repair-two").await);
}

#[test]
fn a_way_out_says_what_is_still_wrong_in_the_dark() {
    test("repair-two-dark", in_the_dark(with_two_faults()), async |app| {
        two_faults(app, "repair-two-dark").await
    });
}

/// A plugin as a person wrote it, with a slip in its manifest.
fn with_torn_plugin(manifest: &str) -> Home {
    Home::new()
        .with(CHOSEN, r#"{"openclaw": "2026.9.6"}"#)
        .with(".openclaw/openclaw.json", "{}\n")
        .with(".openclaw/extensions/guard/openclaw.plugin.json", manifest)
        .with(
            ".openclaw/extensions/guard/index.js",
            "export default { register(api) { api.on('before_tool_call', () => {}); } };\n",
        )
}

const TORN: &str = "{\n  \"id\": \"guard\"\n  \"configSchema\": {}\n}\n";

async fn plugin_mended(app: &App, name: &str) -> anyhow::Result<()> {
    const FILE: &str = ".openclaw/extensions/guard/openclaw.plugin.json";
    app.click("button", "Show problem").await?;
    app.find("heading", "What is wrong").await?;
    app.see("Its openclaw.plugin.json cannot be understood (line 3)").await?;
    app.see("+  \"id\": \"guard\",").await?;
    axe::load(app).await?;
    let found = axe::in_every_size(app, name).await?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    app.click("button", "Fix it").await?;
    app.gone("What is wrong").await?;
    ensure!(
        app.home.read(FILE)? == TORN.replace("\"guard\"", "\"guard\","),
        "{}",
        app.home.read(FILE)?
    );
    app.click("button", "Undo").await?;
    app.find("heading", "What is wrong").await?;
    app.until("it is as it was", |home| home.read(FILE).is_ok_and(|text| text == TORN)).await
}

#[test]
fn a_plugin_is_mended_like_a_hook_in_the_light() {
    test("repair-plugin", with_torn_plugin(TORN), async |app| {
        app.script("location.hash = '/agent/openclaw'").await?;
        plugin_mended(app, "repair-plugin").await
    });
}

#[test]
fn a_plugin_is_mended_like_a_hook_in_the_dark() {
    test("repair-plugin-dark", in_the_dark(with_torn_plugin(TORN)), async |app| {
        app.script("location.hash = '/agent/openclaw'").await?;
        plugin_mended(app, "repair-plugin-dark").await
    });
}

#[test]
fn a_plugin_that_cannot_be_mended_is_opened_at_its_line() {
    let manifest = "{\n  \"id\": \"guard\",\n  \"configSchema\": }{][\n}\n";
    test("repair-plugin-by-hand", with_torn_plugin(manifest), async |app| {
        app.script("location.hash = '/agent/openclaw'").await?;
        app.click("button", "Show problem").await?;
        app.see("Only whoever wrote it knows what was meant.").await?;
        app.find("button", "Copy for its author").await?;
        app.picture("repair-plugin-by-hand").await?;
        app.click("button", "Open openclaw.plugin.json at line 3").await?;
        app.see("As it is on the disk").await?;
        let line = "document.querySelector('.cm-activeLine')?.textContent.includes('}{][')";
        app.holds("the cursor is on the line", line).await
    });
}

/// Moltis registers it and calls it, so it is not broken; and it is not *Ready* either.
#[test]
fn what_fails_each_time_it_is_called_is_repaired_from_its_page() {
    let front =
        "name = \"gone\"\nevents = [\"SessionEnd\"]\ncommand = \"./gone.sh\"\ntimeout = 9\n";
    let home = Home::new().with(CHOSEN, r#"{"moltis": "2026-08-21"}"#);
    let home =
        moltis(home, "gone", front).with(".moltis/hooks/gone/handler.sh", "#!/bin/sh\ncat\n");
    test("repair-fails", in_the_dark(home), async |app| {
        app.click("link", "Moltis").await?;
        app.see("Its command starts gone.sh, and there is no such file").await?;
        app.picture("repair-fails-row").await?;
        app.script("location.hash = '/hook/moltis%2Fmanaged%2Fgone'").await?;
        app.find("heading", "What is wrong").await?;
        app.see("No effect").await?;
        app.holds("its switch is grey", "document.querySelector('main [data-idle]') !== null")
            .await?;
        app.find("button", "Fix it").await?;
        for (name, width) in [("repair-fails", 1080), ("repair-fails-640", 640)] {
            app.resize(width, 720).await?;
            app.picture(name).await?;
        }
        app.click("button", "Fix it").await?;
        app.see("gone was repaired").await?;
        app.see("Ready").await
    });
}

/// What only its author knows opens in the editor, at the line.
#[test]
fn what_cannot_be_repaired_is_opened_at_its_line() {
    let home = milady(Home::new(), "old-logger", "name: old-logger\nmetadata: [\n");
    test("repair-by-hand", home, async |app| {
        app.click("row", "old-logger").await?;
        app.find("heading", "What is wrong").await?;
        app.see("Only whoever wrote it knows what was meant.").await?;
        ensure!(!app.words().await?.contains("all the same"), "it does not load");
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
