//! The same step with the pointer, or with keys alone: every key goes to whatever has the focus.

use anyhow::bail;
use tacklebox_e2e::App;

use crate::keyboard::ring;

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";
const DOWN: &str = "\u{e015}";
const HOME: &str = "\u{e011}";
const CTRL_A: &str = "\u{e009}a\u{e000}";
const CTRL_Z: &str = "\u{e009}z\u{e000}";
const CTRL_ENTER: &str = "\u{e009}\u{e007}\u{e000}";
const CAN_TRY: &str = "document.querySelector('main [aria-keyshortcuts^=\"Control+Enter\"], [role=dialog] [aria-keyshortcuts^=\"Control+Enter\"]')?.ariaDisabled !== 'true'";
const TRIED: &str = "document.querySelector('main [aria-keyshortcuts^=\"Control+Enter\"], [role=dialog] [aria-keyshortcuts^=\"Control+Enter\"]')?.textContent === 'Try it' && document.querySelector('[class*=did] [role=status]')?.textContent !== ''";
const NAV: &str = "return document.activeElement.closest('nav') !== null";
const ROW: &str = "return document.activeElement.closest('[role=row]') !== null";

/// What a person uses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum By {
    Mouse,
    Keys,
}

/// Tab, until exactly this has the focus.
pub async fn tab_onto(app: &App, role: &str, name: &str) -> anyhow::Result<()> {
    app.find(role, name).await?;
    for _ in 0..60 {
        if app.has_focus(role, name).await? {
            return ring(app, name).await;
        }
        app.press(TAB).await?;
    }
    bail!("Tab never comes to the {role} “{name}”")
}

/// Tab, until `inside` is so, where Tab stops once alone; from the first of them down to this one, and Enter.
async fn walk(app: &App, role: &str, name: &str, inside: &str) -> anyhow::Result<()> {
    app.find(role, name).await?;
    let mut from_the_top = false;
    for _ in 0..60 {
        if app.has_focus(role, name).await? {
            ring(app, name).await?;
            return app.press(ENTER).await;
        }
        let inside = app.script(inside).await? == true;
        app.press(match inside {
            false => TAB,
            true if from_the_top => DOWN,
            true => HOME,
        })
        .await?;
        from_the_top |= inside;
    }
    bail!("no key comes to the {role} “{name}”")
}

impl By {
    /// Presses a button.
    pub async fn push(self, app: &App, name: &str) -> anyhow::Result<()> {
        if self == Self::Mouse {
            return app.click("button", name).await;
        }
        tab_onto(app, "button", name).await?;
        app.press(ENTER).await
    }

    /// Goes where a link of the sidebar leads.
    pub async fn go(self, app: &App, link: &str) -> anyhow::Result<()> {
        if self == Self::Mouse {
            return app.click("link", link).await;
        }
        walk(app, "link", link, NAV).await
    }

    /// Puts a switch over.
    pub async fn switch(self, app: &App, name: &str) -> anyhow::Result<()> {
        if self == Self::Mouse {
            return app.click("switch", name).await;
        }
        tab_onto(app, "switch", name).await?;
        app.press(" ").await
    }

    /// Puts this into a field in the place of what is there.
    pub async fn fill(self, app: &App, name: &str, text: &str) -> anyhow::Result<()> {
        if self == Self::Mouse {
            return app.type_into(name, text).await;
        }
        tab_onto(app, "textbox", name).await?;
        app.press(CTRL_A).await?;
        app.press(text).await
    }

    /// Chooses one of a list: by keys with the first letters of it.
    pub async fn pick(self, app: &App, list: &str, option: &str) -> anyhow::Result<()> {
        self.push(app, list).await?;
        if self == Self::Mouse {
            return app.click("option", option).await;
        }
        app.find("option", option).await?;
        let open = "document.activeElement.closest('[role=option], [role=listbox], input[type=search]') !== null";
        app.holds("the list has the focus", open).await?;
        let search = app.script("return document.activeElement.type === 'search'").await? == true;
        app.press(option).await?;
        if !search {
            let there = "document.activeElement.getAttribute('role') === 'option'";
            app.holds("a letter goes to an option", there).await?;
        }
        app.press(ENTER).await
    }

    /// Opens a row of a list of hooks.
    pub async fn open(self, app: &App, row: &str) -> anyhow::Result<()> {
        if self == Self::Mouse {
            return app.click("row", row).await;
        }
        walk(app, "row", row, ROW).await
    }

    /// Leaves a screen by the way that it has for that.
    pub async fn leave(self, app: &App, back: &str) -> anyhow::Result<()> {
        if self == Self::Mouse {
            return app.click("button", back).await;
        }
        app.press(ESCAPE).await
    }

    /// Runs what is typed.
    pub async fn try_it(self, app: &App) -> anyhow::Result<()> {
        // What was typed last was looked at.
        app.holds("it can be tried", CAN_TRY).await?;
        match self {
            Self::Mouse => app.click("shortcut", "Try it").await?,
            Self::Keys => app.press(CTRL_ENTER).await?,
        }
        app.see("What it did").await?;
        // What came of it moves what is below.
        app.holds("the try is over", TRIED).await
    }

    /// Takes the last change back; `said` is what was said of it.
    pub async fn undo(self, app: &App, said: &str) -> anyhow::Result<()> {
        // In the message itself: a name is elsewhere on the screen, too, and the message before has an *Undo* of its own.
        let told = format!(
            "document.querySelector('[aria-label=\"Results of what you did\"]')?.innerText.includes({said:?})"
        );
        app.holds("what was done is told", &told).await?;
        match self {
            Self::Mouse => app.click("button", "Undo").await?,
            Self::Keys => app.press(CTRL_Z).await?,
        }
        app.see(&format!("Taken back: {said}")).await
    }

    /// Takes one back that was made before: in the list of what was done, or by the same keys again.
    pub async fn undo_earlier(self, app: &App, said: &str) -> anyhow::Result<()> {
        if self == Self::Keys {
            app.press(CTRL_Z).await?;
            return app.see(&format!("Taken back: {said}")).await;
        }
        app.click("link", "Activity").await?;
        let first = "document.querySelector('main li')?.innerText.includes('Taken back')";
        app.holds("what was taken back before is in the list", first).await?;
        app.click("button", &format!("Undo: {said}")).await?;
        let gone = format!("document.querySelector('[aria-label^=\"Undo: {said}\"]') === null");
        app.holds("the list says that it was taken back", &gone).await
    }
}
