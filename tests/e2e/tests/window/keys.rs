//! Every row of *Keys* does what it says: each key is pressed in the window, and one that is shown there and not pressed
//! here fails.

use std::collections::BTreeSet;

use anyhow::{Context as _, ensure};
use tacklebox_e2e::{App, test};

use crate::full_house::full_house;

const CONTROL: &str = "\u{e009}";
const SHIFT: &str = "\u{e008}";
const ALT: &str = "\u{e00a}";
const RELEASE: &str = "\u{e000}";
const ESCAPE: &str = "\u{e00c}";
const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";
const UP: &str = "\u{e013}";
const DOWN: &str = "\u{e015}";
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";

const MILADY: &str = ".milady/milady.json";
const LIST: &str = "/agent/milady";
/// A page by whose words one knows that it is there.
const PLACES: [(&str, &str); 7] = [
    (LIST, "GitHub digest"),
    ("/hooks", "All hooks"),
    ("/activity", "Activity"),
    ("/hook/milady%2Fmanaged%2Fgithub-digest", "When it runs"),
    ("/try/moltis/BeforeToolCall", "What happens"),
    ("/settings/milady/config", "Earlier versions"),
    ("/timeline/zeroclaw", "All moments"),
];

/// Presses a key of a table and notes it; the rest of a row is other keys.
struct Keys<'a> {
    app: &'a App,
    /// Where in *Keys* the next ones are.
    group: &'static str,
    pressed: BTreeSet<String>,
}

impl Keys<'_> {
    /// Goes to a page, with nothing over it and nothing that has the focus.
    async fn at(&self, address: &str) -> anyhow::Result<()> {
        let app = self.app;
        app.script("document.activeElement.blur()").await?;
        app.script(&format!("location.hash = '{address}'")).await?;
        let words = PLACES.iter().find(|(place, _)| *place == address).map(|(_, words)| *words);
        app.see(words.context("a place of this test")?).await
    }

    /// Presses what `shown` stands for; then `holds` is so.
    async fn press(&mut self, shown: &'static str, keys: &str, holds: &str) -> anyhow::Result<()> {
        self.pressed.insert(format!("{}: {shown}", self.group));
        self.app.press(keys).await?;
        self.app.holds(&format!("{shown}: {holds}"), holds).await
    }

    async fn with(
        &mut self,
        held: &str,
        shown: &'static str,
        key: &str,
        holds: &str,
    ) -> anyhow::Result<()> {
        self.press(shown, &format!("{held}{key}{RELEASE}"), holds).await
    }
}

/// What is open over the page closes again.
async fn closed(app: &App) -> anyhow::Result<()> {
    app.press(ESCAPE).await?;
    app.holds(
        "nothing is open",
        "document.querySelector('[role=dialog], [role=alertdialog]') === null",
    )
    .await
}

async fn everywhere(keys: &mut Keys<'_>) -> anyhow::Result<()> {
    let app = keys.app;
    const SHEET: &str = "document.querySelector('[role=dialog] kbd') !== null";
    keys.at(LIST).await?;
    keys.with(CONTROL, "Ctrl K", "k", "document.querySelector('[role=combobox]') !== null").await?;
    closed(app).await?;
    for (key, place) in
        [("3", "#/get"), ("2", "#/hooks"), ("4", "#/try"), ("6", "#/settings"), ("5", "#/activity")]
    {
        let there = format!("location.hash.startsWith('{place}')");
        keys.with(CONTROL, "Ctrl 1 … 6", key, &there).await?;
    }
    keys.with(CONTROL, "Ctrl 1 … 6", "1", "!location.hash.startsWith('#/activity')").await?;
    keys.at("/hooks").await?;
    keys.at("/activity").await?;
    keys.with(ALT, "Alt ←", LEFT, "location.hash === '#/hooks'").await?;
    keys.with(ALT, "Alt →", RIGHT, "location.hash === '#/activity'").await?;

    // The page is not loaded again: what was put into it stays, and the engine is asked.
    app.script(
        "const real = window.fetch; window.askedAgain = 0;
         window.fetch = (to, ...rest) => {
             if (/refresh/.test(String(to))) window.askedAgain += 1;
             return real(to, ...rest);
         }",
    )
    .await?;
    keys.with(CONTROL, "Ctrl R", "r", "window.askedAgain === 1").await?;
    keys.press("F5", "\u{e035}", "window.askedAgain === 2").await?;

    let usual = app.script("return innerWidth").await?;
    keys.with(CONTROL, "Ctrl +", "+", &format!("innerWidth < {usual}")).await?;
    keys.with(CONTROL, "Ctrl −", "-", &format!("innerWidth === {usual}")).await?;
    keys.with(CONTROL, "Ctrl −", "-", &format!("innerWidth > {usual}")).await?;
    keys.with(CONTROL, "Ctrl 0", "0", &format!("innerWidth === {usual}")).await?;
    keys.with(CONTROL, "Ctrl ,", ",", "location.hash.startsWith('#/settings')").await?;
    keys.at(LIST).await?;
    keys.press("F1", "\u{e031}", SHEET).await?;
    closed(app).await?;
    keys.press("?", "?", SHEET).await?;
    closed(app).await
}

async fn undo_and_redo(keys: &mut Keys<'_>) -> anyhow::Result<()> {
    let app = keys.app;
    let off = |text: &str| text.matches("enabled: false").count();
    let before = off(&app.home.read(MILADY)?);
    let now = async |what: &str, count: usize| {
        app.until(what, |home| home.read(MILADY).is_ok_and(|text| off(&text) == count)).await
    };
    keys.at(LIST).await?;
    app.press("/memory").await?;
    app.press(DOWN).await?;
    keys.group = "Lists";
    keys.press("Space", " ", "document.activeElement.matches('[role=row]')").await?;
    now("Space turns it off", before + 1).await?;
    keys.group = "Everywhere";
    app.see("was turned off").await?;
    keys.with(CONTROL, "Ctrl Z", "z", "true").await?;
    now("Ctrl Z takes it back", before).await?;
    keys.with(&format!("{CONTROL}{SHIFT}"), "Ctrl Shift Z", "z", "true").await?;
    now("Ctrl Shift Z makes it again", before + 1).await?;
    keys.with(CONTROL, "Ctrl Z", "z", "true").await?;
    now("Ctrl Z takes it back again", before).await?;
    keys.with(CONTROL, "Ctrl Y", "y", "true").await?;
    now("Ctrl Y makes it again", before + 1).await
}

async fn lists(keys: &mut Keys<'_>) -> anyhow::Result<()> {
    let app = keys.app;
    const SEARCH: &str = "document.activeElement.type === 'search'";
    const ROWS: &str = "[...document.querySelectorAll('[role=row][data-hook]')]";
    let on = |row: &str| format!("document.activeElement === {ROWS}.at({row})");
    let picked = |count: &str| {
        format!("{ROWS}.filter((row) => row.ariaSelected === 'true').length === {count}")
    };
    keys.group = "Lists";
    keys.at("/hooks").await?;
    keys.at(LIST).await?;
    keys.press("/", "/", SEARCH).await?;
    app.press("memory").await?;
    app.gone("Command logger").await?;
    keys.press("Esc", ESCAPE, "document.activeElement.value === ''").await?;
    app.script("document.activeElement.blur()").await?;
    keys.with(CONTROL, "Ctrl F", "f", SEARCH).await?;
    app.press(DOWN).await?;
    app.holds("the first row has the focus", &on("0")).await?;
    keys.press("↑ ↓", DOWN, &on("1")).await?;
    keys.press("↑ ↓", UP, &on("0")).await?;
    keys.press("Home End", END, &on("-1")).await?;
    keys.press("Home End", HOME, &on("0")).await?;
    keys.press("→ ←", RIGHT, "document.activeElement.matches('[role=row] *')").await?;
    keys.press("→ ←", LEFT, &on("0")).await?;
    keys.with(CONTROL, "Ctrl Space", " ", &picked("1")).await?;
    keys.with(SHIFT, "Shift ↑ ↓", DOWN, &picked("2")).await?;
    keys.with(SHIFT, "Shift ↑ ↓", UP, &picked("1")).await?;
    keys.with(CONTROL, "Ctrl A", "a", &picked(&format!("{ROWS}.length"))).await?;
    keys.press("Esc", ESCAPE, &picked("0")).await?;
    keys.press("Enter", ENTER, "location.hash.startsWith('#/hook/')").await?;
    app.see("When it runs").await?;
    app.script("document.activeElement.blur()").await?;
    keys.press("Esc", ESCAPE, "location.hash.startsWith('#/agent/milady')").await?;
    // Pressed on a real keyboard by `the_menu_of_a_row_opens_by_the_menu_key_and_by_shift_f10`: a page that is driven
    // never hears of them.
    keys.pressed.extend(["Lists: Menu".to_owned(), "Lists: Shift F10".to_owned()]);

    keys.group = "Sidebar";
    let stops = "[...document.querySelectorAll('[data-nav]')]";
    app.script(&format!("{stops}[1].focus()")).await?;
    keys.press("↑ ↓", DOWN, &format!("document.activeElement === {stops}[2]")).await?;
    keys.press("↑ ↓", UP, &format!("document.activeElement === {stops}[1]")).await
}

async fn screens(keys: &mut Keys<'_>) -> anyhow::Result<()> {
    let app = keys.app;
    keys.group = "Timeline";
    keys.at("/timeline/zeroclaw").await?;
    const CHIPS: &str = "[...document.querySelectorAll('[data-movable]')]";
    let first = app.script(&format!("{CHIPS}[0].focus(); return {CHIPS}[0].dataset.hook")).await?;
    keys.with(ALT, "Alt ← →", RIGHT, &format!("{CHIPS}[1].dataset.hook === {first}")).await?;
    app.see("1 order changed").await?;
    keys.with(ALT, "Alt ← →", LEFT, &format!("{CHIPS}[0].dataset.hook === {first}")).await?;
    app.gone("1 order changed").await?;

    keys.group = "Try it";
    keys.at("/try/moltis/BeforeToolCall").await?;
    let ran = "document.body.innerText.includes('What the hooks did')";
    keys.with(CONTROL, "Ctrl Enter", ENTER, ran).await?;

    keys.group = "A config or a file as text";
    keys.at("/settings/milady/config").await?;
    app.click("textbox", "Text of milady.json").await?;
    let text = "document.querySelector('.cm-line').textContent";
    let first = app.script(&format!("return {text}")).await?;
    app.press(&format!("{CONTROL}{HOME}{RELEASE}")).await?;
    keys.with(
        CONTROL,
        "Ctrl ]",
        "]",
        &format!("{text} !== {first} && {text}.trim() === {first}.trim()"),
    )
    .await?;
    keys.with(CONTROL, "Ctrl [", "[", &format!("{text} === {first}")).await?;
    keys.with(CONTROL, "Ctrl F", "f", "document.querySelector('.cm-search') !== null").await?;
    app.press(ESCAPE).await?;
    app.click("textbox", "Text of milady.json").await?;
    app.press(&format!("{CONTROL}{HOME}{RELEASE}")).await?;
    app.press("// typed").await?;
    app.see("Not saved yet").await?;
    const ASKED: &str = "document.querySelector('[role=dialog], [role=alertdialog]') !== null";
    keys.with(CONTROL, "Ctrl S", "s", ASKED).await?;
    closed(app).await?;
    app.click("textbox", "Text of milady.json").await?;
    keys.press("Tab", TAB, "!document.activeElement.matches('.cm-content')").await?;
    keys.group = "Everywhere";
    for (shown, key) in [("Ctrl W", "w"), ("Ctrl Q", "q")] {
        keys.with(CONTROL, shown, key, "document.body.innerText.includes('Close without saving?')")
            .await?;
        closed(app).await?;
    }
    Ok(())
}

#[test]
fn every_key_of_the_list_does_what_it_says() {
    test("keys-table", full_house(), async |app| {
        app.see("GitHub digest").await?;
        let whole = "document.querySelector('[aria-label=\"Results of what you did\"]') !== null";
        app.holds("the window is whole", whole).await?;
        let mut keys = Keys { app, group: "Everywhere", pressed: BTreeSet::new() };
        everywhere(&mut keys).await?;
        undo_and_redo(&mut keys).await?;
        lists(&mut keys).await?;
        screens(&mut keys).await?;
        keys.at(LIST).await?;
        app.press("?").await?;
        app.find("dialog", "Keys").await?;
        let all = "return [...document.querySelectorAll('[role=dialog] section')].flatMap((group) =>
            [...group.querySelectorAll('kbd')].map((key) => `${group.querySelector('h3').textContent}: ${key.textContent}`))";
        let shown: BTreeSet<String> = serde_json::from_value(app.script(all).await?)?;
        let other: Vec<&String> = shown.symmetric_difference(&keys.pressed).collect();
        ensure!(other.is_empty(), "shown and not pressed, or pressed and not shown: {other:?}");
        app.picture("keys-table").await.map(drop)
    });
}
