//! What one is in the middle of, where something is wrong or was just asked, has nothing that axe-core objects to: keys,
//! programs, where a hook starts from, when it runs, and what needs a fix.

use std::os::unix::fs::PermissionsExt as _;

use anyhow::ensure;
use tacklebox_e2e::{App, Home, Server, test};

use crate::axe;
use crate::by::By;
use crate::full_house::{in_the_dark, with_milady};
use crate::keys::{BOT, NEEDS_BOT};
use crate::states::{DOUBLE, NARROW, Size, WIDE, go, look};

const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";
const END: &str = "\u{e009}\u{e010}\u{e000}";
const FILE: &str = ".moltis/hooks/stopper/handler.sh";
const STOPPER: &str = "+++\nname = \"stopper\"\nevents = [\"BeforeToolCall\"]\ncommand = \"sh ./handler.sh\"\ntimeout = 9\n+++\n";
const TEXT: &str = "document.querySelector('.cm-content').focus()";

fn home(server: &Server) -> anyhow::Result<Home> {
    let zeroclaw = |name: &str, table: &str| {
        format!(
            "[hook]\nname = \"{name}\"\nevent = \"before_tool_call\"\n\n[hook.action.shell]\ncommand = \"true\"\n\n[hook.{table}]\nchannels = [\"telegram\", \"discord\"]\nusers = [\"admin\", \"operations\"]\npattern = '^(deploy|release|roll back)\\s+\\S+'\n"
        )
    };
    let home = with_milady(Home::new())
        .with(BOT, NEEDS_BOT)
        .with(".milady/hooks/bot/handler.ts", "export default () => {};\n")
        .with(".config/moltis/moltis.toml", "[server]\nport = 8080\n")
        .with(".moltis/hooks/stopper/HOOK.md", STOPPER)
        .with(FILE, "#!/bin/sh\ncat > /dev/null\n")
        .with(".local/share/tacklebox/runtimes.json", r#"{"zeroclaw": "0.1.6-hooks"}"#)
        .with(".zeroclaw/config.toml", "default_temperature = 0.7\n")
        .with(".zeroclaw/workspace/hooks/some/HOOK.toml", &zeroclaw("some", "conditions"))
        .with(".zeroclaw/workspace/hooks/everybody/HOOK.toml", &zeroclaw("everybody", "condition"))
        .with_env("SSL_CERT_FILE", &server.certificate().to_string_lossy())
        .with_env("HTTPS_PROXY", &server.proxy()?);
    // Others may read the file that a key is put into.
    let config = home.path(".milady/milady.json");
    std::fs::set_permissions(config, std::fs::Permissions::from_mode(0o644))?;
    Ok(home)
}

/// Opens each state in a window of that size, drawn as large as that, and looks at it.
async fn every_state(app: &App, name: &str, size: Size) -> anyhow::Result<()> {
    let mut found = Vec::new();
    app.see("GitHub digest").await?;
    axe::load(app).await?;
    app.resize(size.0, size.1).await?;
    axe::zoom(app, size.2, size.0).await?;
    of_keys(app, name, size, &mut found).await?;
    of_a_program(app, name, size, &mut found).await?;

    go(app, "/new/moltis").await?;
    app.find("textbox", "Name").await?;
    By::Keys.push(app, "Start from").await?;
    app.find("option", "Block a tool by its name").await?;
    look(app, name, size, "start-from", &mut found).await?;
    app.press(ESCAPE).await?;

    go(app, "/timeline/zeroclaw").await?;
    app.see("telegram or discord, admin or operations, “^(deploy|release|roll back)").await?;
    look(app, name, size, "timeline-conditions", &mut found).await?;

    go(app, "/hook/zeroclaw%2Fmanaged%2Feverybody").await?;
    app.find("heading", "everybody").await?;
    app.see("Needs a fix").await?;
    look(app, name, size, "needs-a-fix", &mut found).await?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

async fn of_keys(app: &App, name: &str, size: Size, found: &mut Vec<String>) -> anyhow::Result<()> {
    go(app, "/hook/milady%2Fmanaged%2Fgithub-digest/setup").await?;
    app.find("textbox", "GitHub token").await?;
    By::Keys.fill(app, "GitHub token", "sk-0123456789abcdef").await?;
    app.see("A key of GitHub begins with").await?;
    look(app, name, size, "key-shape", found).await?;
    By::Keys.fill(app, "GitHub token", "ghp_0123456789abcdef").await?;
    By::Keys.push(app, "Check it").await?;
    app.see("ana").await?;
    look(app, name, size, "key-checked", found).await?;

    go(app, "/hook/milady%2Fmanaged%2Fbot/setup").await?;
    By::Keys.fill(app, "Telegram bot token", "123456:AAbb_cc-dd").await?;
    app.see("Other users of this computer may read milady.json").await?;
    By::Keys.push(app, "Check it").await?;
    app.see("Telegram refused it (status 404).").await?;
    look(app, name, size, "key-refused", found).await
}

async fn of_a_program(
    app: &App,
    name: &str,
    size: Size,
    found: &mut Vec<String>,
) -> anyhow::Result<()> {
    go(app, "/file/moltis%2Fmanaged%2Fstopper/handler.sh").await?;
    app.see("As it is on the disk").await?;
    app.script(TEXT).await?;
    app.press(END).await?;
    app.press("if true; then").await?;
    app.find("button", "Go to line 3").await?;
    look(app, name, size, "program-slip", found).await?;
    By::Keys.push(app, "Save…").await?;
    app.find("alertdialog", "Save handler.sh").await?;
    app.see("It has a mistake in line 3").await?;
    look(app, name, size, "program-slip-saved", found).await?;
    By::Keys.push(app, "Save").await?;
    app.see("As it is on the disk").await?;

    app.script(TEXT).await?;
    app.press(END).await?;
    app.press(&format!("{ENTER}true; fi")).await?;
    app.see("Not saved yet").await?;
    app.home.write(FILE, "#!/bin/sh\n# theirs\n")?;
    By::Keys.push(app, "Save…").await?;
    app.find("button", "Take theirs").await?;
    look(app, name, size, "program-conflict", found).await?;
    By::Keys.push(app, "Take theirs").await?;
    app.see("As it is on the disk").await
}

fn light(name: &str, size: Size) -> anyhow::Result<()> {
    let server = Server::start(&[("user", br#"{"login": "ana"}"#.to_vec())])?;
    test(&format!("halfway-light-{name}"), home(&server)?, async |app| {
        every_state(app, "halfway-light", size).await
    });
    Ok(())
}

fn dark(name: &str, size: Size) -> anyhow::Result<()> {
    let server = Server::start(&[("user", br#"{"login": "ana"}"#.to_vec())])?;
    test(&format!("halfway-dark-{name}"), in_the_dark(home(&server)?), async |app| {
        every_state(app, "halfway-dark", size).await
    });
    Ok(())
}

#[test]
fn nothing_halfway_in_a_wide_window_has_a_violation_in_the_light() -> anyhow::Result<()> {
    light("wide", WIDE)
}

#[test]
fn nothing_halfway_in_a_narrow_window_has_a_violation_in_the_light() -> anyhow::Result<()> {
    light("narrow", NARROW)
}

#[test]
fn nothing_halfway_at_200_percent_has_a_violation_in_the_light() -> anyhow::Result<()> {
    light("double", DOUBLE)
}

#[test]
fn nothing_halfway_in_a_wide_window_has_a_violation_in_the_dark() -> anyhow::Result<()> {
    dark("wide", WIDE)
}

#[test]
fn nothing_halfway_in_a_narrow_window_has_a_violation_in_the_dark() -> anyhow::Result<()> {
    dark("narrow", NARROW)
}

#[test]
fn nothing_halfway_at_200_percent_has_a_violation_in_the_dark() -> anyhow::Result<()> {
    dark("double", DOUBLE)
}
