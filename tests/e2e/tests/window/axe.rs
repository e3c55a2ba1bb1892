//! No screen has anything that axe-core objects to, light and dark, wide and narrow.

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;
use tacklebox_e2e::{App, Home, Server, test};

use crate::desktop::whole;
use crate::full_house::{full_house, in_the_dark};
use crate::incoming::{FIRST, archive, home, link};

const AXE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../node_modules/axe-core/axe.min.js"));
const START: &str = "
    window.axeSays = null;
    axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(
        ({ violations }) => { window.axeSays = violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html + ' ' + node.failureSummary)); },
        (error) => { window.axeSays = [String(error)]; });";

const CUT: &str = "
    const main = document.querySelector('[role=dialog]') ?? document.querySelector('main');
    const { left, right } = main.getBoundingClientRect();
    const wide = [document.documentElement, main].filter((it) => it.scrollWidth > it.clientWidth + 1);
    const hides = (it) => getComputedStyle(it).overflowX !== 'visible';
    const out = [...main.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, p, li, dt, dd, code')].filter((it) => {
        const box = it.getBoundingClientRect();
        if (box.width < 2 || (box.left >= left - 1 && box.right <= right + 1)) return false;
        for (let up = it.parentElement; up && up !== main; up = up.parentElement) if (hides(up)) return false;
        return true;
    });
    // What scrolls can be scrolled to its end; a bar that stays in view, and a dialog, has to fit.
    const scrolls = (it) => ['auto', 'scroll'].includes(getComputedStyle(it).overflowY);
    // What is around it and could move it: what is fixed to the window stays where it is.
    const around = (it) => {
        if (!it.parentElement || getComputedStyle(it).position === 'fixed') return [];
        const up = it.parentElement;
        return getComputedStyle(up).position === 'fixed' ? [] : [up, ...around(up)];
    };
    const low = [...document.querySelectorAll('a, button, input, select, textarea')].filter((it) => {
        const box = it.getBoundingClientRect();
        if (box.width < 2 || box.height < 2 || getComputedStyle(it).visibility === 'hidden') return false;
        for (const up of around(it)) {
            if (scrolls(up) && up.scrollHeight > up.clientHeight) return false;
            // A part of it is cut off by what hides it and does not scroll.
            const edge = up.getBoundingClientRect();
            if (getComputedStyle(up).overflowY === 'hidden' && box.bottom > edge.bottom + 1 && box.top < edge.bottom - 1) return true;
        }
        return box.top < innerHeight - 1 && box.bottom > innerHeight + 1;
    });
    const box = (it) => document.querySelector(it)?.getBoundingClientRect();
    const [toast, row] = ['section[role=status] > div', '[data-bar] > :last-child'].map(box);
    const over = toast && row && toast.bottom > row.top ? [document.querySelector('[data-bar]')] : [];
    return [...wide, ...out, ...low, ...over].map((it) => it.outerHTML.slice(0, 200));";

/// Every screen, with the words by which one knows that it is there.
pub const SCREENS: [(&str, &str); 32] = [
    ("/agent/milady", "GitHub digest"),
    ("/agent/openclaw", "Hooks are off for OpenClaw"),
    ("/agent/zeroclaw", "Refused by the safety check"),
    ("/agent/moltis", "could not be read in full"),
    ("/agent/eliza", "Eliza is not on this computer"),
    ("/hooks", "old-logger"),
    ("/get", "From somewhere else"),
    ("/included/milady/notify", "What it does for Milady"),
    ("/set-up", "No set-up is open"),
    ("/help", "See your hooks"),
    ("/try/moltis/BeforeToolCall", "What the hooks did"),
    ("/try/milady/gateway%3Astartup", "gateway:startup"),
    ("/activity", "Nothing was done yet"),
    ("/settings/milady", "Extra folders"),
    ("/settings/zeroclaw", "Skip the safety check"),
    ("/settings/moltis", "cannot be edited as it is"),
    ("/settings/tacklebox", "Appearance"),
    ("/hook/milady%2Fmanaged%2Fgithub-digest/setup", "GITHUB_TOKEN"),
    ("/hook/milady%2Fworkspace%2Fvoice-notes/setup", "whisper"),
    ("/hook/milady%2Fmanaged%2Fold-logger/problem", "What is wrong"),
    ("/hook/milady%2Fmanaged%2Fdaily-summary", "What Milady really does"),
    ("/hook/milady%2Fmanaged%2Fmac-notes", "another system"),
    ("/hook/zeroclaw%2Fmanaged%2Fupdater/problem", "example.com/update"),
    ("/hook/milady%2Fmanaged%2Fnowhere", "no longer there"),
    ("/settings/milady/config", "Earlier versions"),
    ("/new/zeroclaw/before_tool_call", "if the text matches"),
    ("/edit/milady%2Fmanaged%2Fsession-memory", "run its module"),
    ("/timeline/zeroclaw", "All moments"),
    ("/timeline/milady", "You type /new"),
    ("/timeline/moltis", "Tool watch"),
    ("/timeline/openclaw", "Hooks are off for OpenClaw"),
    ("/file/milady%2Fmanaged%2Fsession-memory/HOOK.md", "session-memory/HOOK.md"),
];

/// Puts axe-core into the page.
pub async fn load(app: &App) -> anyhow::Result<()> {
    // WebDriver's scripts are outside of the page's policy, and so is what they define.
    app.script(&format!("{AXE}; window.axe = axe;")).await.context("axe-core does not load")?;
    Ok(())
}

/// What it objects to on the screen as it is.
pub async fn complaints(app: &App) -> anyhow::Result<Vec<Value>> {
    app.script(START).await?;
    for _ in 0..500 {
        if let Value::Array(list) = app.script("return window.axeSays").await? {
            return Ok(list);
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    bail!("axe does not answer")
}

/// What is cut off at the side or at the lower edge, is under a message, or makes the page scroll sideways. What scrolls on
/// its own, or says with dots that it goes on, is not.
pub async fn cut(app: &App) -> anyhow::Result<Vec<Value>> {
    let Value::Array(list) = app.script(CUT).await? else { bail!("no list") };
    Ok(list)
}

/// Draws all as large as that, by keys.
pub async fn zoom(app: &App, percent: u32, width: u32) -> anyhow::Result<()> {
    let key = format!("\u{e009}{}\u{e000}", if percent == 100 { "0" } else { "+" });
    let known = "return Number(localStorage.getItem('zoom') ?? 100)";
    while app.script(known).await? != percent {
        app.press(&key).await?;
    }
    let wide = width * 100 / percent;
    app.holds("all is drawn that large", &format!("Math.abs(innerWidth - {wide}) < 2")).await
}

/// What is wrong with the screen as it is, wide, narrow, twice and three times as large; with a picture of each.
pub async fn in_every_size(app: &App, name: &str) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for (width, height, percent) in
        [(1080, 720, 100), (640, 480, 100), (1080, 720, 200), (1080, 720, 300)]
    {
        app.resize(width, height).await?;
        zoom(app, percent, width).await?;
        app.picture(&format!("{name}-{width}-{percent}")).await?;
        let said = complaints(app).await?.into_iter().chain(cut(app).await?);
        found.extend(said.map(|what| format!("{name} at {width}, {percent} %: {what}")));
        zoom(app, 100, width).await?;
    }
    app.resize(1080, 720).await?;
    Ok(found)
}

/// To a screen without a word of the first of [`SCREENS`].
pub async fn away(app: &App) -> anyhow::Result<()> {
    app.script("location.hash = '/activity'").await?;
    app.see("Nothing was done yet").await
}

/// Opens one of [`SCREENS`].
pub async fn open(app: &App, address: &str, words: &str) -> anyhow::Result<()> {
    // Else the screen before would be looked at once more.
    let before = app.words().await?;
    ensure!(!before.contains(words), "“{words}” is to be seen before {address} is open");
    app.script(&format!("location.hash = '{address}'")).await?;
    app.see(words).await
}

async fn every_screen(app: &App, width: u32, height: u32) -> anyhow::Result<()> {
    app.see("GitHub digest").await?;
    load(app).await?;
    let mut found = Vec::new();
    app.resize(width, height).await?;
    away(app).await?;
    for (address, words) in SCREENS {
        open(app, address, words).await?;
        for complaint in complaints(app).await? {
            found.push(format!("{address} at {width}: {complaint}"));
        }
        for cut in cut(app).await? {
            found.push(format!("{address} at {width}: cut or outside: {cut}"));
        }
    }
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

/// Every screen at 200 %, as Ctrl + draws it.
async fn every_screen_doubled(app: &App, name: &str) -> anyhow::Result<()> {
    app.see("GitHub digest").await?;
    app.resize(1080, 720).await?;
    zoom(app, 200, 1080).await?;
    load(app).await?;
    let mut found = Vec::new();
    let picked = ("/agent/milady", "1 hook selected");
    for (at, (address, words)) in SCREENS.into_iter().chain([picked]).enumerate() {
        app.script(&format!("location.hash = '{address}'")).await?;
        if words == picked.1 {
            app.find("heading", "Milady").await?;
            app.script("document.querySelector('main [role=row][tabindex=\"0\"]').focus()").await?;
            app.press("\u{e009} \u{e000}").await?;
        }
        app.see(words).await?;
        app.picture(&format!("{name}-{at:02}")).await?;
        for complaint in complaints(app).await? {
            found.push(format!("{address}: {complaint}"));
        }
        for cut in cut(app).await? {
            found.push(format!("{address}: cut or outside: {cut}"));
        }
    }
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[test]
fn no_screen_has_a_violation_at_200_percent_in_the_light() {
    test("axe-light-200", full_house(), async |app| {
        every_screen_doubled(app, "double-light").await
    });
}

#[test]
fn no_screen_has_a_violation_at_200_percent_in_the_dark() {
    test("axe-dark-200", in_the_dark(full_house()), async |app| {
        every_screen_doubled(app, "double-dark").await
    });
}

#[test]
fn no_wide_screen_has_a_violation_in_the_light() {
    test("axe-light-wide", full_house(), async |app| {
        ensure!(scheme(app).await? == "light", "the desktop is light");
        every_screen(app, 1080, 720).await
    });
}

#[test]
fn no_narrow_screen_has_a_violation_in_the_light() {
    test("axe-light-narrow", full_house(), async |app| {
        ensure!(scheme(app).await? == "light", "the desktop is light");
        every_screen(app, 640, 480).await
    });
}

#[test]
fn no_wide_screen_has_a_violation_in_the_dark() {
    test("axe-dark-wide", in_the_dark(full_house()), async |app| {
        ensure!(scheme(app).await? == "dark", "the desktop is dark");
        every_screen(app, 1080, 720).await
    });
}

#[test]
fn no_narrow_screen_has_a_violation_in_the_dark() {
    test("axe-dark-narrow", in_the_dark(full_house()), async |app| {
        ensure!(scheme(app).await? == "dark", "the desktop is dark");
        every_screen(app, 640, 480).await
    });
}

/// The first start, what is searched everywhere and a question: what is over or instead of the screens above.
async fn over_the_screens(app: &App, colours: &str) -> anyhow::Result<()> {
    app.see("GitHub digest").await?;
    load(app).await?;
    let mut found = Vec::new();
    whole(app).await?;
    app.press("\u{e009}k\u{e000}").await?;
    app.find("combobox", "Search everything").await?;
    app.press("digest").await?;
    app.find("option", "GitHub digest").await?;
    found.extend(in_every_size(app, &format!("palette{colours}")).await?);
    app.press("\u{e00c}").await?;
    app.script("location.hash = '/hook/milady%2Fmanaged%2Fsession-memory'").await?;
    app.click("button", "More").await?;
    app.click("menuitem", "Remove").await?;
    app.find("alertdialog", "Remove").await?;
    found.extend(in_every_size(app, &format!("question{colours}")).await?);
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[test]
fn the_search_and_a_question_have_no_violation_in_the_light() {
    test("axe-over-light", full_house(), async |app| over_the_screens(app, "").await);
}

#[test]
fn the_search_and_a_question_have_no_violation_in_the_dark() {
    let home = in_the_dark(full_house());
    test("axe-over-dark", home, async |app| over_the_screens(app, "-dark").await);
}

async fn first_run(app: &App, name: &str) -> anyhow::Result<()> {
    app.find("heading", "Welcome to Tacklebox").await?;
    load(app).await?;
    let found = in_every_size(app, name).await?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[test]
fn the_first_run_has_no_violation_in_the_light() {
    test("axe-first-run", Home::new(), async |app| first_run(app, "first-run-axe").await);
}

#[test]
fn the_first_run_has_no_violation_in_the_dark() {
    let home = in_the_dark(Home::new());
    test("axe-first-run-dark", home, async |app| first_run(app, "first-run-axe-dark").await);
}

/// From a web page's link to the copy for another agent.
async fn every_step(app: &App) -> anyhow::Result<()> {
    app.see("A web page asks Tacklebox to look at this").await?;
    app.script(&format!("{AXE}; window.axe = axe;")).await?;
    let mut found = Vec::new();
    for (button, then) in [
        ("", "Where it comes from"),
        ("Look at it", "Safety check"),
        ("Install", "None of it runs until you turn it on"),
        ("Leave it off", "Files and safety"),
        ("More", "Copy to another agent"),
    ] {
        if !button.is_empty() {
            app.click("button", button).await?;
        }
        app.see(then).await?;
        for (width, height) in [(640, 480), (1080, 720)] {
            app.resize(width, height).await?;
            for complaint in complaints(app).await? {
                found.push(format!("{then} at {width}: {complaint}"));
            }
        }
    }
    app.click("menuitem", "Copy to another agent…").await?;
    app.see("To which agent").await?;
    found.extend(complaints(app).await?.iter().map(|complaint| format!("copying: {complaint}")));
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

fn linked() -> anyhow::Result<(Server, Home)> {
    let server = Server::start(&[("greeter.tgz", archive(FIRST, &[])?)])?;
    let home = home(&server).with_link(&link(&server, "greeter.tgz"));
    Ok((server, home))
}

#[test]
fn nothing_on_the_way_of_a_hook_has_a_violation_in_the_light() -> anyhow::Result<()> {
    let (_server, home) = linked()?;
    test("axe-incoming-light", home, async |app| {
        ensure!(scheme(app).await? == "light", "the desktop is light");
        every_step(app).await
    });
    Ok(())
}

#[test]
fn nothing_on_the_way_of_a_hook_has_a_violation_in_the_dark() -> anyhow::Result<()> {
    let (_server, home) = linked()?;
    test("axe-incoming-dark", in_the_dark(home), async |app| {
        ensure!(scheme(app).await? == "dark", "the desktop is dark");
        every_step(app).await
    });
    Ok(())
}

async fn scheme(app: &App) -> anyhow::Result<Value> {
    app.script("return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'").await
}

/// What is asked of every screen finds what it is there for.
#[test]
fn what_is_cut_off_is_found() {
    const PLANTED: &str = "
        const it = document.createElement('button');
        it.textContent = 'cut';
        it.style.cssText = 'position:fixed;left:300px;bottom:-0.5rem';
        document.querySelector('main').append(it)";
    test("cut", full_house(), async |app| {
        app.see("GitHub digest").await?;
        ensure!(cut(app).await?.is_empty(), "before: {:?}", cut(app).await?);
        app.script(PLANTED).await?;
        ensure!(cut(app).await?.len() == 1, "{:?}", cut(app).await?);
        Ok(())
    });
}
