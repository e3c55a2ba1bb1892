//! The program without its window: behind an icon in the tray, and by the login. The tray is a stand-in on the window's
//! own session bus, which writes down what the icon says and chooses lines of its menu.

use std::process::{Command, Stdio};

use anyhow::ensure;
use tacklebox_e2e::{App, Hands, Home, test};

const TRAY: &str = include_str!("tray.py");
const TOLD: &str = "tray.jsonl";
const WISHES: &str = ".local/share/tacklebox/window.json";
const AT_LOGIN: &str = ".config/autostart/tacklebox-desktop.desktop";
const TORN: &str = ".milady/hooks/torn/HOOK.md";
const WHOLE: &str =
    "---\nname: torn\nmetadata: {\"milady\":{\"events\":[\"session:start\"]}}\n---\n\n# Torn\n";
const CONFIG: &str = "{ hooks: { internal: { enabled: true } } }\n";
const KEEP: &str = "Keep running in the background";
const CLOSE: &str = "\u{e009}w\u{e000}";
const ON_SCREEN: [&str; 4] = ["search", "--onlyvisible", "--name", "^Tacklebox$"];

fn one_hook() -> Home {
    Home::new()
        .with(".milady/milady.json", CONFIG)
        .with(".milady/hooks/torn/handler.ts", "export default () => {};\n")
        .with(TORN, WHOLE)
}

fn tray(home: &Home) -> Command {
    let mut tray = Command::new("/usr/bin/python3");
    tray.args(["-c", TRAY]).arg(home.path(TOLD));
    tray
}

/// What the icon said last.
fn says(home: &Home) -> String {
    home.read(TOLD).unwrap_or_default().lines().last().unwrap_or_default().to_owned()
}

async fn shows(app: &App, words: &str) -> anyhow::Result<()> {
    app.until(&format!("the icon says {words}"), |home| says(home).contains(words)).await
}

fn choose(home: &Home, line: &str) -> anyhow::Result<()> {
    home.write(&format!("{TOLD}.choose"), line)
}

async fn is_on_screen(app: &App, wanted: bool) -> anyhow::Result<()> {
    let what = if wanted { "the window is there" } else { "the window is hidden" };
    app.until(what, |_| {
        let mut look = Command::new("xdotool");
        look.args(ON_SCREEN).stdout(Stdio::null());
        let done = app.start_beside(look).and_then(|mut look| Ok(look.wait()?));
        done.is_ok_and(|done| done.success() == wanted)
    })
    .await
}

async fn keep_running(app: &App) -> anyhow::Result<()> {
    app.start_beside(tray(&app.home))?;
    app.until("the desktop has a tray", |home| home.path(TOLD).exists()).await?;
    app.script("location.hash = '/settings/tacklebox'").await?;
    app.switched(KEEP, false).await?;
    app.click("switch", KEEP).await?;
    app.switched(KEEP, true).await
}

#[test]
fn without_a_tray_the_window_is_not_hidden() {
    test("no-tray", one_hook(), async |app| {
        app.script("location.hash = '/settings/tacklebox'").await?;
        app.switched(KEEP, false).await?;
        app.click("switch", KEEP).await?;
        app.find("alertdialog", "The setting was not changed").await?;
        app.see("Closing the window still ends Tacklebox.").await?;
        app.picture("no-tray").await?;
        app.press("\u{e00c}").await?;
        app.gone("Closing the window still ends Tacklebox.").await?;
        app.switched(KEEP, false).await?;
        ensure!(!app.home.read(WISHES)?.contains("\"background\": true"), "it is not wished");
        Ok(())
    });
}

#[test]
fn the_icon_in_the_tray_follows_the_hooks() {
    test("tray", one_hook(), async |app| {
        app.see("Torn").await?;
        keep_running(app).await?;
        let calm = "\"status\": \"Active\", \"menu\": [\"Milady: nothing to do\", \"-\", \"Open Tacklebox\", \"Quit\"], \"tip\": \"Nothing needs you.\", \"size\": [";
        shows(app, calm).await?;
        let in_view = "document.activeElement.scrollIntoView({ block: 'center' })";
        for (width, height) in [(1080, 720), (640, 480)] {
            app.resize(width, height).await?;
            app.script(in_view).await?;
            app.picture(&format!("settings-background-{width}")).await?;
        }
        app.resize(1080, 720).await?;
        let picture =
            |home: &Home| says(home).split_once("\"picture\": ").map(|it| it.1.to_owned());
        let before = picture(&app.home);
        app.home.write(TORN, "---\nname: [\n---\n")?;
        let alarm = "\"status\": \"NeedsAttention\", \"menu\": [\"Milady: 1 needs you\", \"-\", \"Last problem: torn (Milady)\", \"-\", \"Open Tacklebox\", \"Quit\"], \"tip\": \"1 thing needs you.\"";
        shows(app, alarm).await?;
        ensure!(picture(&app.home) != before, "it has a badge");
        app.home.write(TORN, WHOLE)?;
        shows(app, calm).await?;
        ensure!(picture(&app.home) == before, "it has none any more");
        app.script("location.hash = '/settings/tacklebox'").await?;
        app.click("switch", KEEP).await?;
        app.switched(KEEP, false).await?;
        shows(app, "\"gone\": true").await
    });
}

#[test]
fn a_closed_window_comes_back_with_all_that_was_in_it() {
    test("background", one_hook(), async |app| {
        app.see("Torn").await?;
        app.home.write(TORN, "---\nname: [\n---\n")?;
        keep_running(app).await?;
        shows(app, "Last problem: torn (Milady)").await?;
        app.press(CLOSE).await?;
        is_on_screen(app, false).await?;
        app.start_again("--background")?;
        is_on_screen(app, false).await?;
        choose(&app.home, "Last problem")?;
        is_on_screen(app, true).await?;
        app.holds(
            "the page of the hook is open",
            "location.hash === '#/hook/milady%2Fmanaged%2Ftorn'",
        )
        .await?;

        app.script("location.hash = '/settings/milady/config'").await?;
        app.find("heading", "Config of Milady").await?;
        app.click("textbox", "Text of milady.json").await?;
        app.press("// typed and not saved").await?;
        app.see("Not saved yet").await?;
        app.press(CLOSE).await?;
        is_on_screen(app, false).await?;
        choose(&app.home, "Quit")?;
        is_on_screen(app, true).await?;
        app.find("dialog", "Close without saving?").await?;
        app.click("button", "Cancel").await?;
        app.see("typed and not saved").await?;
        ensure!(app.home.read(".milady/milady.json")? == CONFIG, "nothing was written");
        Ok(())
    });
}

#[test]
fn it_starts_with_the_login_where_somebody_wants_that() {
    test("at-login", one_hook(), async |app| {
        const SWITCH: &str = "Start when I log in";
        app.script("location.hash = '/settings/tacklebox'").await?;
        app.switched(SWITCH, false).await?;
        ensure!(app.home.read(AT_LOGIN).is_err(), "not unasked");
        app.click("switch", SWITCH).await?;
        app.switched(SWITCH, true).await?;
        let text = app.home.read(AT_LOGIN)?;
        ensure!(text.contains("tacklebox-desktop\" --background\n"), "{text}");
        app.click("switch", SWITCH).await?;
        app.switched(SWITCH, false).await?;
        ensure!(app.home.read(AT_LOGIN).is_err(), "it is gone");
        Ok(())
    });
}

/// Nothing drives it: a driver would wait for a page.
#[test]
fn by_the_login_it_starts_without_a_page_and_opens_one_when_somebody_asks() -> anyhow::Result<()> {
    let home = one_hook().with(WISHES, "{\"tour_seen\": true, \"background\": true}\n");
    let hands = Hands::by_the_login(home)?;
    // The desktop is only starting.
    hands.start_beside(tray(&hands.home))?;
    hands
        .until("the icon is there", |hands| says(&hands.home).contains("Milady: nothing to do"))?;
    ensure!(hands.pages().is_empty(), "no page was made");
    choose(&hands.home, "Milady")?;
    hands.until("the window is there", Hands::is_on_screen)?;
    ensure!(!hands.pages().is_empty(), "its page is drawn by a process");
    choose(&hands.home, "Quit")?;
    hands.until("the icon is gone", |hands| says(&hands.home).contains("\"gone\": true"))?;
    hands.until("the program has ended", |hands| !hands.runs())
}
