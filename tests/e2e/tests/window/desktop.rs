//! What a window of the desktop does: nothing typed is lost when it closes or its page ends, its menus are
//! its own, it is read larger, and its keys lead somewhere.

use anyhow::ensure;
use tacklebox_e2e::{App, Hands, Home, test};

use crate::full_house::with_milady;

pub const CONFIG: &str = ".milady/milady.json";
pub const TEXT: &str = "{\n  // mine\n}\n";
pub const KEPT: &str = ".local/share/tacklebox/typed.json";
const HOME_KEY: char = '\u{e011}';
const CONTROL: char = '\u{e009}';
const RELEASE: char = '\u{e000}';
const ALT: char = '\u{e00a}';
const LEFT: char = '\u{e012}';
const ESCAPE: char = '\u{e00c}';

/// What belongs to the whole window (keys, menus, messages) is loaded after its first picture.
pub async fn whole(app: &App) -> anyhow::Result<()> {
    let there = "document.querySelector('[aria-label=\"Results of what you did\"]') !== null";
    app.holds("the window is whole", there).await
}

async fn type_into_the_config(app: &App) -> anyhow::Result<()> {
    app.find("heading", "Milady").await?;
    app.script("location.hash = '/settings/milady/config'").await?;
    app.find("heading", "Config of Milady").await?;
    app.click("textbox", "Text of milady.json").await?;
    app.press(&format!("{CONTROL}{HOME_KEY}{RELEASE}")).await?;
    // By itself: to the driver a modifier is held until the end of what it is given.
    app.press("// typed and not saved").await?;
    app.see("Not saved yet").await
}

#[test]
fn what_is_typed_is_asked_for_before_the_window_closes() {
    test("unsaved-close", Home::new().with(CONFIG, TEXT), async |app| {
        type_into_the_config(app).await?;
        // As its own button does.
        app.press(&format!("{CONTROL}w{RELEASE}")).await?;
        app.find("dialog", "Close without saving?").await?;
        app.see("the config of Milady").await?;
        app.picture("unsaved-close").await?;
        app.click("button", "Cancel").await?;
        app.see("typed and not saved").await?;
        ensure!(app.home.read(CONFIG)? == TEXT, "nothing was written");
        Ok(())
    });
}

/// In the middle of the editor, in a window of the usual size.
const IN_THE_EDITOR: (u32, u32) = (640, 300);

/// Nothing drives this window: a driver ends with the page. What is on the disk in the end says what was on the screen.
#[test]
fn a_page_that_ends_is_started_again_at_the_same_place_with_what_was_typed() -> anyhow::Result<()> {
    let hands = Hands::open(Home::new().with(CONFIG, TEXT))?;
    type_with_hands(&hands)?;
    hands.picture("page-before")?;

    hands.kill_page()?;
    hands.is_told("What you typed is there again.")?;
    hands.picture("page-after")?;
    ensure!(hands.home.read(CONFIG)? == TEXT, "nothing was written so far");

    // Only the same screen with the same text can save it.
    save_with_hands(&hands)
}

pub fn pause() {
    std::thread::sleep(std::time::Duration::from_secs(2));
}

fn open_the_config(hands: &Hands) -> anyhow::Result<()> {
    pause();
    hands.press("ctrl+k")?;
    pause();
    hands.types("config")?;
    pause();
    hands.press("Return")?;
    pause();
    hands.click(IN_THE_EDITOR.0, IN_THE_EDITOR.1)
}

pub fn type_with_hands(hands: &Hands) -> anyhow::Result<()> {
    open_the_config(hands)?;
    hands.press("ctrl+Home")?;
    hands.types("// typed and not saved")?;
    hands.press("Return")?;
    pause();
    Ok(())
}

fn save_with_hands(hands: &Hands) -> anyhow::Result<()> {
    hands.click(IN_THE_EDITOR.0, IN_THE_EDITOR.1)?;
    hands.press("ctrl+s")?;
    pause();
    hands.press("Tab")?;
    hands.press("Return")?;
    hands.until("what was typed before is saved", |hands| {
        hands.home.read(CONFIG).is_ok_and(|text| text == format!("// typed and not saved\n{TEXT}"))
    })
}

#[test]
fn what_was_typed_is_there_again_when_all_of_it_ended() -> anyhow::Result<()> {
    let hands = Hands::open(Home::new().with(CONFIG, TEXT))?;
    type_with_hands(&hands)?;
    hands.until("it is on the disk", |hands| hands.home.read(KEPT).is_ok())?;
    let hands = Hands::open(hands.kill()?)?;
    pause();
    // At the screen where it was typed.
    pause();
    hands.picture("typed-again")?;
    ensure!(hands.home.read(CONFIG)? == TEXT, "nothing was written so far");
    save_with_hands(&hands)?;
    hands.until("it is not kept any longer", |hands| hands.home.read(KEPT).is_err())
}

/// The real keys: a page that is driven never sees them.
#[test]
fn the_menu_of_a_row_opens_by_the_menu_key_and_by_shift_f10() -> anyhow::Result<()> {
    const OFF: &str = "enabled: false";
    let manifest = "---\nname: one\nmetadata: {\"milady\":{\"events\":[\"session:start\"]}}\n---\n";
    let home = Home::new()
        .with(CONFIG, "{ hooks: { internal: { enabled: true } } }\n")
        .with(".milady/hooks/one/HOOK.md", manifest)
        .with(".milady/hooks/one/handler.ts", "export default () => {};\n");
    let hands = Hands::open(home)?;
    pause();
    hands.press("slash")?;
    hands.press("Down")?;
    for (key, off) in [("Menu", true), ("shift+F10", false)] {
        pause();
        hands.press(key)?;
        pause();
        hands.picture(&format!("menu-by-{}", key.replace('+', "-").to_lowercase()))?;
        // The choice that begins with this.
        hands.types("turn")?;
        hands.press("Return")?;
        hands
            .until(&format!("{key}: the hook is {}", if off { "off" } else { "on" }), |hands| {
                hands.home.read(CONFIG).is_ok_and(|text| text.contains(OFF) == off)
            })?;
    }
    Ok(())
}

/// A right click on what this expression finds; the browser's own menu is kept back.
async fn right_click(app: &App, what: &str) -> anyhow::Result<()> {
    app.holds(&format!("{what} is there"), &format!("({what}) != null")).await?;
    let shown = app
        .script(&format!(
            "const at = {what};
             const box = at.getBoundingClientRect();
             const event = new MouseEvent('contextmenu', {{ bubbles: true, cancelable: true, button: 2,
                 clientX: box.left + 90, clientY: box.top + 20 }});
             return at.dispatchEvent(event)",
        ))
        .await?;
    ensure!(shown == false, "the browser's own menu is kept back at {what}");
    Ok(())
}

/// The words of the menu that is open, and closes it.
async fn menu(app: &App, of: &str) -> anyhow::Result<String> {
    // It is open at once with what the row knows, and whole a moment later.
    let open = "document.querySelector('[role=menuitem]') !== null && document.querySelector('[data-waits]') === null";
    app.holds(&format!("the menu of {of} is open"), open).await?;
    let items = "return [...document.querySelectorAll('[role=menuitem]')].map((it) => it.innerText.trim()).join(', ')";
    let words = app.script(items).await?.as_str().unwrap_or_default().to_owned();
    app.press(&ESCAPE.to_string()).await?;
    app.holds("the menu is closed", "document.querySelector('[role=menu]') === null").await?;
    Ok(words)
}

#[test]
fn the_menus_are_its_own() {
    test("menus", with_milady(Home::new()), async |app| {
        app.see("GitHub digest").await?;
        // What comes with a later part of the page hears what bubbles up to the document; this does not.
        let shown = "return dispatchEvent(new MouseEvent('contextmenu', { cancelable: true }))";
        ensure!(app.script(shown).await? == false, "the browser's menu before ours are loaded");
        whole(app).await?;
        right_click(app, "document.querySelector('[data-hook] [role=gridcell]')").await?;
        app.find("menuitem", "Open folder").await?;
        app.picture("menu-of-a-row").await?;
        menu(app, "a row").await?;

        app.script("location.hash = '/hook/milady%2Fmanaged%2Fgithub-digest'").await?;
        app.find("heading", "When it runs").await?;
        // Its name has the focus once all of it is there.
        app.holds("the page is at rest", "document.activeElement?.tagName === 'H1'").await?;
        right_click(app, "document.querySelector('main [data-url]')").await?;
        ensure!(menu(app, "a link").await? == "Open page…, Copy address", "of a link");
        right_click(app, "document.querySelector('main code')").await?;
        ensure!(menu(app, "a path").await? == "Copy", "of a path");
        // Where nothing can be done there is none at all: what names the page cannot be selected.
        right_click(app, "document.querySelector('h1')").await?;
        let none = app.script("return document.querySelector('[role=menu]') === null").await?;
        ensure!(none == true, "a menu with nothing in it");
        Ok(())
    });
}

/// What is offered on a hook's page is in the menu of its row: by ⋯ and by the other button of the pointer.
#[test]
fn the_menu_of_a_row_has_what_its_page_has() {
    test("menu-row", with_milady(Home::new()), async |app| {
        app.see("GitHub digest").await?;
        whole(app).await?;
        app.click_right("row", "GitHub digest").await?;
        let by_pointer = menu(app, "a row, by the pointer").await?;
        let more = "[data-hook$=github-digest] [aria-haspopup=menu]";
        app.script(&format!("document.querySelector('{more}').click()")).await?;
        let by_dots = menu(app, "a row, by its dots").await?;
        ensure!(by_pointer == by_dots, "{by_pointer} is not {by_dots}");
        app.click("row", "GitHub digest").await?;
        app.find("heading", "When it runs").await?;
        app.click("button", "More").await?;
        let page = menu(app, "its page").await?;
        for item in page.split(", ") {
            let item = item.lines().next().unwrap_or_default();
            ensure!(by_dots.contains(item), "{item} of {page} is not in {by_dots}");
        }
        Ok(())
    });
}

#[test]
fn it_is_read_larger_and_stays_so() {
    test("zoom", with_milady(Home::new()), async |app| {
        app.see("GitHub digest").await?;
        whole(app).await?;
        let before = app.script("return innerWidth").await?.as_f64().unwrap_or_default();
        app.press(&format!("{CONTROL}+{RELEASE}")).await?;
        app.holds(
            "the page is drawn larger",
            &format!("Math.abs({before} / innerWidth - 1.1) < 0.02"),
        )
        .await?;
        ensure!(app.script("return localStorage.getItem('zoom')").await? == "110", "it is kept");
        app.picture("zoom-110").await?;
        app.press(&format!("{CONTROL}0{RELEASE}")).await?;
        app.holds("the page is drawn as before", &format!("innerWidth === {before}")).await
    });
}

#[test]
fn its_keys_lead_to_everything_and_back() {
    test("keys", with_milady(Home::new()), async |app| {
        app.see("GitHub digest").await?;
        whole(app).await?;
        app.press(&format!("{CONTROL}2{RELEASE}")).await?;
        app.find("heading", "All hooks").await?;
        app.press(&format!("{CONTROL}k{RELEASE}")).await?;
        app.find("combobox", "Search everything").await?;
        app.press("github dig").await?;
        app.find("option", "GitHub digest").await?;
        app.picture("search-everything").await?;
        app.press("\u{e007}").await?;
        app.find("heading", "When it runs").await?;
        app.press(&format!("{ALT}{LEFT}{RELEASE}")).await?;
        app.find("heading", "All hooks").await?;
        app.press("?").await?;
        app.find("dialog", "Keys").await?;
        app.picture("keys").await?;
        Ok(())
    });
}

/// The search is loaded when it is first opened: what is typed in the meantime is meant for it. On the row behind it, a
/// space would put a switch over and a slash would go to another field.
#[test]
fn what_is_typed_right_after_its_key_goes_to_the_search() {
    test("keys-burst", with_milady(Home::new()), async |app| {
        app.see("Session memory").await?;
        whole(app).await?;
        app.script("document.querySelector('[role=row][data-key$=session-memory]').focus()")
            .await?;
        let before = app.home.read(".milady/milady.json")?;
        app.types_at_once("ctrl+k", "session memory / x")?;
        app.find("combobox", "Search everything").await?;
        let typed = "document.querySelector('[role=combobox][aria-autocomplete]')?.value === 'session memory / x'";
        app.holds("all of it is in the field", typed).await?;
        app.picture("keys-burst").await?;
        ensure!(app.home.read(".milady/milady.json")? == before, "a switch was put over");
        app.press("\u{e00c}").await?;
        // The second time its code is there.
        app.types_at_once("ctrl+k", "voice")?;
        app.find("option", "Voice notes").await?;
        Ok(())
    });
}

/// What the window sets for its own web view is nothing to the programs that are opened from it.
#[test]
fn a_link_is_opened_with_the_chosen_program_which_hears_nothing_of_what_is_set_for_the_window() {
    let browser = "[Desktop Entry]\nType=Application\nName=Browser\nMimeType=x-scheme-handler/https;\n\
        Exec=sh -c 'env > \"$HOME/env.txt\"; echo \"$0\" > \"$HOME/opened.txt\"' %u\n";
    let chosen = "[Default Applications]\nx-scheme-handler/https=browser.desktop\n";
    let home = with_milady(Home::new())
        .with(".local/share/applications/browser.desktop", browser)
        .with(".config/mimeapps.list", chosen);
    test("link", home, async |app| {
        app.see("Session memory").await?;
        let open = "return window.__TAURI_INTERNALS__.invoke('open_link', { url: 'https://example.org/a?b=c' }).then(() => true)";
        app.script(open).await?;
        app.until("it is opened", |home| {
            home.read("opened.txt").is_ok_and(|it| it.trim() == "https://example.org/a?b=c")
        })
        .await?;
        let given = app.home.read("env.txt")?;
        let set = ["JSC_useDFGJIT=", "GDK_GL="];
        ensure!(!given.lines().any(|line| set.iter().any(|it| line.starts_with(it))), "{given}");
        Ok(())
    });
}
