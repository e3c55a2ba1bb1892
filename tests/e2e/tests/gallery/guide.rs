//! The pictures of README and guide, a task each, light and dark: `npm run pictures` puts them into `docs/pictures`.

use std::fs::File;
use std::io::Write as _;
use std::process::Command;

use anyhow::{Context as _, ensure};
use tacklebox_e2e::{App, Home, Server, test};

use crate::full_house::{first_evening, in_the_dark, on_a_desktop};
use crate::pause;

const ENTER: &str = "\u{e007}";
const SPACE: char = '\u{e00d}';
const ESCAPE: &str = "\u{e00c}";
const CONTROL: char = '\u{e009}';
const SHIFT: char = '\u{e008}';
const RELEASE: char = '\u{e000}';
const DOWN: char = '\u{e015}';

/// The same steps in both colours; the names of the pictures tell them apart.
pub fn both(
    name: &str,
    home: impl Fn() -> Home,
    steps: impl AsyncFn(&App, &str) -> anyhow::Result<()>,
) {
    test(&format!("guide-{name}"), on_a_desktop(home()), async |app| steps(app, "").await);
    let dark = in_the_dark(on_a_desktop(home()));
    test(&format!("guide-{name}-dark"), dark, async |app| steps(app, "-dark").await);
}

/// Goes there, waits for these words.
pub async fn go(app: &App, address: &str, words: &str) -> anyhow::Result<()> {
    app.script(&format!("location.hash = '{address}'")).await?;
    app.see(words).await
}

/// Takes a picture, with nothing under the focus.
pub async fn take(app: &App, task: &str, colours: &str) -> anyhow::Result<()> {
    pause(500).await;
    app.picture(&format!("guide-{task}{colours}")).await?;
    Ok(())
}

/// A message of what was just done would be over the next picture.
pub async fn put_away(app: &App) -> anyhow::Result<()> {
    app.click("button", "Close").await?;
    pause(500).await;
    Ok(())
}

pub async fn rest(app: &App) -> anyhow::Result<()> {
    app.script("document.activeElement?.blur()").await.map(|_| ())
}

#[test]
fn guide_hooks() {
    both("hooks", first_evening, async |app, colours| {
        app.resize(1080, 720).await?;
        go(app, "/agent/milady", "Needs a GitHub token").await?;
        // Programs are looked up after the window is there.
        app.gone("Checking…").await?;
        take(app, "hooks", colours).await?;

        app.find("row", "Workspace backup").await?;
        app.script("document.querySelector('[role=row][data-key$=backup]').focus()").await?;
        app.press(&format!("{CONTROL}{SPACE}{RELEASE}")).await?;
        app.press(&format!("{SHIFT}{DOWN}{RELEASE}")).await?;
        app.see("hooks selected").await?;
        take(app, "several", colours).await?;
        app.press(ESCAPE).await?;

        go(app, "/get", "Included with Tacklebox").await?;
        rest(app).await?;
        take(app, "get", colours).await?;
        go(app, "/hook/milady%2Fmanaged%2Fgithub-digest/setup", "GITHUB_TOKEN").await?;
        take(app, "key", colours).await?;
        go(app, "/hook/milady%2Fmanaged%2Fvoice-notes/setup", "whisper-cli").await?;
        app.find("button", "Install").await?;
        take(app, "program", colours).await?;
        go(app, "/hook/milady%2Fmanaged%2Freading-list/problem", "What is wrong").await?;
        app.find("button", "Fix it").await?;
        take(app, "fix", colours).await?;
        go(app, "/file/milady%2Fmanaged%2Fyesterday/handler.ts", "export default").await?;
        take(app, "files", colours).await?;
        go(app, "/hook/milady%2Fmanaged%2Fworkspace-backup", "Ready").await?;
        app.click("button", "More").await?;
        app.click("menuitem", "Remove").await?;
        app.find("alertdialog", "Remove").await?;
        take(app, "remove", colours).await?;
        app.press(ESCAPE).await?;
        app.click("button", "More").await?;
        app.click("menuitem", "Copy to another agent…").await?;
        app.see("To which agent").await?;
        pause(500).await;
        take(app, "copy", colours).await?;
        app.press(ESCAPE).await?;
        go(app, "/agent/milady", "Needs a GitHub token").await?;
        app.press(&format!("{CONTROL}k{RELEASE}")).await?;
        app.find("dialog", "Search everything").await?;
        app.press("memory").await?;
        pause(500).await;
        take(app, "search", colours).await
    });
}

#[test]
fn guide_make() {
    both("make", first_evening, async |app, colours| {
        app.resize(1080, 720).await?;
        go(app, "/try/moltis/BeforeToolCall", "What the hooks did").await?;
        app.click("button", "Run").await?;
        app.find("alertdialog", "Run").await?;
        app.press("\u{e004}").await?;
        app.press(ENTER).await?;
        app.see("What Curious guard did").await?;
        rest(app).await?;
        app.script("document.querySelector('main').scrollTo(0, 100000)").await?;
        take(app, "try", colours).await?;

        go(app, "/agent/openclaw", "Its code names").await?;
        go(app, "/plugin/openclaw%2Fplugin%2Fcareful", "X-ray").await?;
        take(app, "plugin", colours).await?;
        go(app, "/new/zeroclaw/before_tool_call", "if the text matches").await?;
        app.type_into("Name", "Deploy post").await?;
        app.click("button", "What it does").await?;
        app.click("option", "send a request").await?;
        app.type_into("Address", "https://hooks.example.org/deploy").await?;
        app.type_into("Pattern", "deploy").await?;
        app.see("Who would pass").await?;
        rest(app).await?;
        take(app, "new", colours).await?;
        app.script("location.hash = '/agent/zeroclaw'").await?;
        go(app, "/agent/milady", "Needs a GitHub token").await?;
        app.click("switch", "Yesterday").await?;
        app.see("was turned off").await?;
        put_away(app).await?;
        go(app, "/activity", "was turned off").await?;
        take(app, "activity", colours).await?;
        go(app, "/settings/milady", "Extra folders").await?;
        take(app, "settings", colours).await?;
        go(app, "/settings/milady/config", "Earlier versions").await?;
        app.click("textbox", "Text of milady.json").await?;
        app.press(&format!("{CONTROL}\u{e011}{RELEASE}")).await?;
        app.press(&format!("{}\u{e010} enabld: 1,", String::from(DOWN).repeat(3))).await?;
        app.see("Problems · 1").await?;
        take(app, "config", colours).await
    });
}

/// An archive with one hook in it.
fn greeter() -> anyhow::Result<Vec<u8>> {
    let dir = tempfile::tempdir()?;
    let hook = dir.path().join("evening-report");
    std::fs::create_dir(&hook)?;
    let manifest = "---\nname: evening-report\ndescription: Sends what was done today to your own address\nlicense: MIT\nmetadata: {\"milady\":{\"emoji\":\"🌆\",\"events\":[\"gateway:startup\"],\"requires\":{\"env\":[\"REPORT_ADDRESS\"]}}}\n---\n\n# Evening report\n";
    let handler = "export default async (event) => {\n  await fetch(process.env.REPORT_ADDRESS, { method: 'POST', body: JSON.stringify(event) });\n};\n";
    for (name, text) in [("HOOK.md", manifest), ("handler.ts", handler)] {
        File::create(hook.join(name))?.write_all(text.as_bytes())?;
    }
    let mut tar = Command::new("tar");
    let made = tar.args(["-czf", "-", "-C"]).arg(dir.path()).arg("evening-report");
    let made = made.output().context("`tar` is missing")?;
    ensure!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    Ok(made.stdout)
}

#[test]
fn guide_elsewhere() -> anyhow::Result<()> {
    let server = Server::start(&[("evening-report.tgz", greeter()?)])?;
    let certificate = server.certificate().to_string_lossy().into_owned();
    let home = || first_evening().with_env("SSL_CERT_FILE", &certificate);
    both("elsewhere", home, async |app, colours| {
        app.resize(1080, 720).await?;
        go(app, "/get/milady", "From somewhere else").await?;
        app.type_into("npm name or address", &server.address("evening-report.tgz")).await?;
        app.click("button", "Look at it").await?;
        app.find("heading", "Install Evening report?").await?;
        take(app, "review", colours).await?;
        app.click("button", "Install").await?;
        app.see("It is off").await?;
        let handler = ".milady/hooks/evening-report/handler.ts";
        put_away(app).await?;
        app.home.write(handler, &format!("// mine\n{}", app.home.read(handler)?))?;
        go(app, "/hook/milady%2Fmanaged%2Fevening-report/changed", "Changed since").await?;
        app.script("document.querySelector('main').scrollTo(0, 360)").await?;
        take(app, "changed", colours).await
    });
    Ok(())
}
