//! The picture that is there before the window itself: it shows what the window shows, at the same places.

use std::cell::Cell;

use anyhow::ensure;
use serde_json::Value;
use tacklebox_e2e::{App, test, test_then};

use crate::full_house::{a_thousand, full_house};

/// What can be seen of the list and the sidebar: each piece of text with its place, and each row with its height.
const SEEN: &str = "
    const walker = document.createTreeWalker(document.getElementById('root'), NodeFilter.SHOW_TEXT);
    const list = document.querySelector('[role=grid]')?.getBoundingClientRect().top ?? 0;
    const seen = [];
    while (walker.nextNode()) {
        const { parentElement: parent, data } = walker.currentNode;
        const inside = parent.closest('[role=row], nav, h1');
        if (!inside || !data.trim() || !parent.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const { x, y, width } = range.getBoundingClientRect();
        // Rows beyond the edge are drawn ahead, more or fewer of them.
        if (y > innerHeight) continue;
        // What is above the list may come later and push it.
        const from = inside.matches('[role=row]') ? list : 0;
        seen.push([data, ...[x, y - from, width].map(Math.round)].join(' | '));
    }
    return seen";

const KEPT: &str = ".local/share/tacklebox/first-picture.json";

/// How often a picture was drawn, and one from the last time was there.
const BEGAN: &str = "['first-picture', 'kept-picture'].map((name) => performance.getEntriesByName(name).length).join()";

/// Draws the first picture again, over the window, with what is known by now.
const AGAIN: &str = "return (async () => {
    const { invoke } = window.__TAURI_INTERNALS__;
    const [overview, hooks] = await Promise.all([invoke('overview'), invoke('hooks', { agent: null })]);
    globalThis.firstPage = { told: 0, overview, hooks };
    const { picture } = await import(document.querySelector('[data-window]').dataset.picture);
    const root = document.getElementById('root');
    root.inert = true;
    root.innerHTML = picture();
    return true;
})()";

/// What would be drawn of what was handed over.
const DRAWN: &str = "return import(document.querySelector('[data-window]').dataset.picture).then(({ picture }) => picture())";

/// Waits until it is known where programs are: the login shell is asked once the window is drawn.
const LOOKED: &str = "return (async () => {
    const { invoke } = window.__TAURI_INTERNALS__;
    while ((await invoke('overview')).machine.checking) await new Promise((done) => setTimeout(done, 20));
    return true;
})()";

async fn the_same_as_the_window(app: &App) -> anyhow::Result<()> {
    app.script(LOOKED).await?;
    app.holds("nothing is looked for", "!document.body.textContent.includes('Checking…')").await?;
    let drawn = "performance.getEntriesByName('first-picture').length";
    app.holds("the window began with a picture", &format!("{drawn} === 1")).await?;
    app.script("document.querySelector('main').scrollTo(0, 0)").await?;
    let window = app.script(SEEN).await?;
    app.script(AGAIN).await?;
    let picture = app.script(SEEN).await?;
    let (Value::Array(window), Value::Array(picture)) = (window, picture) else {
        anyhow::bail!("lists of texts")
    };
    ensure!(!picture.is_empty(), "a picture of nothing");
    for (one, other) in window.iter().zip(&picture) {
        ensure!(one == other, "the window has {one}, the picture {other}");
    }
    ensure!(window.len() == picture.len(), "{} and {} texts", window.len(), picture.len());
    Ok(())
}

#[test]
fn the_first_picture_is_what_the_window_then_shows() {
    test("first-picture", full_house(), async |app| {
        app.see("GitHub digest").await?;
        the_same_as_the_window(app).await
    });
}

#[test]
fn the_first_picture_of_a_thousand_hooks_has_its_rows_where_they_stay() {
    test("first-thousand", a_thousand(), async |app| {
        app.see("Hook 0000").await?;
        the_same_as_the_window(app).await
    });
}

#[test]
fn the_picture_of_the_last_time_is_there_until_something_changes() {
    let home = test_then("first-drawn", full_house(), async |app| {
        app.see("GitHub digest").await?;
        app.holds("it is drawn", &format!("{BEGAN} === '1,0'")).await?;
        app.until("it is kept", |home| home.path(KEPT).exists()).await
    });
    // Whether the login shell has answered before the window is closed is a matter of luck, and it is part of what is
    // shown the next time.
    let mut home = home;
    let kept = Cell::new(false);
    for _ in 0..4 {
        home = test_then("first-kept", home, async |app| {
            app.see("GitHub digest").await?;
            kept.set(app.script(&format!("return {BEGAN}")).await? == "0,1");
            let file: Value = serde_json::from_str(&app.home.read(KEPT)?)?;
            let drawn = app.script(DRAWN).await?;
            ensure!(!kept.get() || file["html"] == drawn, "kept: {file}\n\ndrawn: {drawn}");
            Ok(())
        });
        if kept.get() {
            break;
        }
    }
    assert!(kept.get(), "no window began with the picture of the last time");
    home.write(
        ".milady/hooks/github-digest/HOOK.md",
        "---\nname: github-digest\ndescription: Another text\nmetadata: { milady: { events: [session:start] } }\n---\n",
    )
    .unwrap();
    test("first-changed", home, async |app| {
        app.see("Another text").await?;
        app.holds("it is drawn again", &format!("{BEGAN} === '1,0'")).await
    });
}
