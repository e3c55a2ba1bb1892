//! Four hooks for four agents, each made from a sentence, tried, turned on, edited and undone to the last step:
//! with the pointer, and once more with keys alone. After each step it is looked at what the files say.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use tacklebox_e2e::{App, Home, test};

use crate::by::{By, tab_onto};
use crate::plugins;

/// A server of this computer that answers whoever asks, and tells what it was asked.
fn server() -> anyhow::Result<(String, Receiver<String>)> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}/new", listener.local_addr()?);
    let (tell, asked) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let mut bytes = [0; 4096];
            let read = stream.read(&mut bytes).unwrap_or_default();
            let _ =
                tell.send(String::from_utf8_lossy(bytes.get(..read).unwrap_or_default()).into());
            let _ = stream
                .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
        }
    });
    Ok((address, asked))
}

/// Why it cannot be turned on yet.
const FIRST: &str = "Try it once first";
const UNANSWERED: &str = "It did not answer: try it again first";

/// A hook on its way: the file that says what it does, and who does it.
struct Way<'a> {
    app: &'a App,
    by: By,
    title: &'a str,
    /// As it is called where it is made.
    typed: &'a str,
    file: &'a str,
}

impl Way<'_> {
    /// What its file says once this is in it.
    async fn says(&self, words: &str) -> anyhow::Result<String> {
        let has = |home: &Home| home.read(self.file).is_ok_and(|text| text.contains(words));
        self.app.until(&format!("{} says {words}", self.file), has).await?;
        self.app.home.read(self.file)
    }

    async fn is(&self, text: &str) -> anyhow::Result<()> {
        let what = format!("{} is as it was", self.file);
        self.app.until(&what, |home| home.read(self.file).is_ok_and(|now| now == text)).await
    }

    async fn is_gone(&self) -> anyhow::Result<()> {
        let what = format!("{} is gone", self.file);
        self.app.until(&what, |home| !home.path(self.file).exists()).await
    }

    /// Tries what is typed, which writes nothing.
    async fn tried(&self) -> anyhow::Result<()> {
        let before = self.app.home.read(self.file).ok();
        self.by.try_it(self.app).await?;
        ensure!(self.app.home.read(self.file).ok() == before, "it was written before it was saved");
        Ok(())
    }

    /// Tries what is typed with a sample of which it is not called: that turns nothing on.
    async fn not_called(&self, field: &str, other: &str, right: &str) -> anyhow::Result<()> {
        self.app.see(FIRST).await?;
        self.by.fill(self.app, field, other).await?;
        self.app.see("It would not run").await?;
        self.tried().await?;
        self.app.see("Not called").await?;
        self.app.see(UNANSWERED).await?;
        let off = "[...document.querySelectorAll('main button')].find((it) => it.textContent === 'Turn on')?.ariaDisabled === 'true'";
        self.app.holds("it cannot be turned on", off).await?;
        self.by.fill(self.app, field, right).await
    }

    /// Tries what is typed, and turns it on as soon as that may be. Its file then.
    async fn tried_and_turned_on(&self, waits: &str, says: &str) -> anyhow::Result<String> {
        self.app.see(waits).await?;
        self.tried().await?;
        self.app.gone(waits).await?;
        // It is looked at once more whether it answered, as it is written now.
        let can = "[...document.querySelectorAll('button')].some((it) => it.textContent === 'Turn on' && !it.ariaDisabled)";
        self.app.holds("it can be turned on", can).await?;
        self.by.push(self.app, "Turn on").await?;
        self.app.see(&format!("{} was turned on", self.title)).await?;
        let made = self.says(says).await?;
        ensure!(!made.contains("draft"), "{made}");
        Ok(made)
    }

    /// From the list to its page, which says what it does, and to the editor.
    async fn edit(&self, row: &str, does: &[&str]) -> anyhow::Result<()> {
        self.by.open(self.app, row).await?;
        for words in does {
            self.app.see(words).await?;
        }
        self.by.push(self.app, "Edit…").await?;
        self.app.find("heading", &format!("Edit {}", self.title)).await.map(|_| ())
    }

    /// Saves a change after a look at it.
    async fn save(&self, shown: &str) -> anyhow::Result<()> {
        self.by.push(self.app, "Save…").await?;
        self.app.find("alertdialog", &format!("Change {}", self.title)).await?;
        self.app.see(shown).await?;
        self.by.push(self.app, "Save").await?;
        let gone = "document.querySelector('[role=alertdialog]') === null";
        self.app.holds("the question is answered", gone).await
    }

    /// Takes back the change, and those before it: it is a draft, then it was never made.
    async fn all_undone(&self, made: &str, draft: &str) -> anyhow::Result<()> {
        let title = self.title;
        self.by.undo(self.app, &format!("{title} was changed")).await?;
        self.is(made).await?;
        self.by.undo_earlier(self.app, &format!("{title} was turned on")).await?;
        self.says(draft).await?;
        self.by.undo_earlier(self.app, &format!("{} was created", self.typed)).await?;
        self.is_gone().await
    }
}

const STAMP: &str = ".zeroclaw/workspace/.hooks-reload-stamp";

/// Its request goes out once it is sent for real, and not before.
async fn sent(app: &App, asked: &Receiver<String>) -> anyhow::Result<()> {
    let by = By::Mouse;
    by.open(app, "deploy-post").await?;
    by.push(app, "Try it").await?;
    app.find("heading", "Try it").await?;
    by.push(app, "Run").await?;
    app.find("alertdialog", "Run deploy-post?").await?;
    by.push(app, "Run").await?;
    app.find("button", "Send for real…").await?;
    ensure!(asked.try_recv().is_err(), "it was sent while it was tried in a box");
    by.push(app, "Send for real…").await?;
    app.find("alertdialog", "Send this request to 127.0.0.1").await?;
    by.push(app, "Run").await?;
    let sent = asked.recv_timeout(Duration::from_secs(10)).context("nothing was sent")?;
    ensure!(sent.starts_with("POST /new HTTP/1.1"), "{sent}");
    by.go(app, "ZeroClaw").await
}

/// A request with a condition.
async fn request(app: &App, by: By) -> anyhow::Result<()> {
    let file = ".zeroclaw/workspace/hooks/deploy-post/HOOK.toml";
    let way = Way { app, by, title: "deploy-post", typed: "Deploy post", file };
    let (address, asked) = server()?;
    by.push(app, "New hook…").await?;
    app.find("heading", "New hook for ZeroClaw").await?;
    by.fill(app, "Name", "Deploy post").await?;
    app.see("~/.zeroclaw/workspace/hooks/deploy-post").await?;
    by.pick(app, "Moment", "Tool is about to run").await?;
    by.pick(app, "What it does", "send a request").await?;
    app.see("Fill in the address first").await?;
    by.fill(app, "Address", "ftp://nowhere").await?;
    app.see("begins with http").await?;
    by.fill(app, "Address", &address).await?;
    by.pick(app, "Channel", "telegram").await?;
    by.fill(app, "Pattern", "deploy").await?;
    app.see("Who would pass").await?;
    app.see("skips a condition that it cannot compare").await?;
    app.see("Would send one request").await?;
    by.push(app, "Show the file's change").await?;
    app.see("+channels = [").await?;
    by.push(app, "Hide the file's change").await?;
    way.not_called("Channel", "discord", "telegram").await?;
    let made = way.tried_and_turned_on(UNANSWERED, "enabled = true").await?;
    ensure!(made.contains("channels = [\"telegram\"]") && made.contains(&address), "{made}");
    ensure!(app.home.path(STAMP).is_file(), "ZeroClaw was not told");

    if by == By::Mouse {
        sent(app, &asked).await?;
    }
    way.edit("deploy-post", &["Sends a request", &address, "in telegram"]).await?;
    by.pick(app, "Channel", "any channel").await?;
    way.save("-channels = [\"telegram\"]").await?;
    app.until("the condition is gone", |home| {
        home.read(file).is_ok_and(|text| !text.contains("telegram") && text.contains("deploy"))
    })
    .await?;
    way.all_undone(&made, "draft").await
}

fn zeroclaw() -> Home {
    Home::new().with(".zeroclaw/config.toml", "")
}

#[test]
fn a_request_with_a_condition_is_made_tried_turned_on_edited_and_undone_by_mouse() {
    test("request-mouse", zeroclaw(), async |app| request(app, By::Mouse).await);
}

#[test]
fn a_request_with_a_condition_is_made_tried_turned_on_edited_and_undone_by_keys_alone() {
    test("request-keys", zeroclaw(), async |app| request(app, By::Keys).await);
}

const OFF: &str = ".moltis/disabled_hooks.json";

/// A command that stops a tool.
async fn guard(app: &App, by: By) -> anyhow::Result<()> {
    let way =
        Way { app, by, title: "Stopper", typed: "Stopper", file: ".moltis/hooks/stopper/HOOK.md" };
    by.push(app, "New hook…").await?;
    app.find("heading", "New hook for Moltis").await?;
    by.fill(app, "Name", "Stopper").await?;
    app.see("~/.moltis/hooks/stopper").await?;
    by.pick(app, "Moment", "Tool is about to run").await?;
    by.fill(app, "Command", "echo not today >&2; exit 1").await?;
    let made = way.tried_and_turned_on(FIRST, "exit 1").await?;
    ensure!(made.contains("\"BeforeToolCall\""), "{made}");
    let off = app.home.read(OFF).unwrap_or_default();
    ensure!(!off.contains("stopper"), "{off}");

    way.edit("Stopper", &["echo not today"]).await?;
    by.fill(app, "Command", "echo never >&2; exit 1").await?;
    way.tried().await?;
    app.see("Stopped it").await?;
    way.save("echo never").await?;
    way.says("echo never").await?;
    app.see("Stopper was changed").await?;
    by.go(app, "Moltis").await?;
    app.see("Restart Moltis to apply").await?;
    way.all_undone(&made, "draft = true").await
}

fn moltis() -> Home {
    Home::new().with(".config/moltis/moltis.toml", "[server]\nport = 8080\n")
}

#[test]
fn a_guard_is_made_tried_turned_on_edited_and_undone_by_mouse() {
    test("guard-mouse", moltis(), async |app| guard(app, By::Mouse).await);
}

#[test]
fn a_guard_is_made_tried_turned_on_edited_and_undone_by_keys_alone() {
    test("guard-keys", moltis(), async |app| guard(app, By::Keys).await);
}

const UNFILLED: &str = "Fill in its program first";
const PROGRAM: &str = "export default async () => {};";

/// Types a program in place of the one that is there, and saves it.
async fn written(app: &App, by: By, text: &str) -> anyhow::Result<()> {
    app.see("As it is on the disk").await?;
    let (role, name) = ("textbox", "Text of handler.ts");
    match by {
        By::Mouse => app.click(role, name).await?,
        By::Keys => tab_onto(app, role, name).await?,
    }
    app.press("\u{e009}a\u{e000}").await?;
    app.press(text).await?;
    app.see("Not saved yet").await?;
    app.press("\u{e009}s\u{e000}").await?;
    app.find("alertdialog", "Save handler.ts").await?;
    by.push(app, "Save").await?;
    app.see("As it is on the disk").await
}

/// A module: saved as a draft first, and finished later.
async fn module(app: &App, by: By) -> anyhow::Result<()> {
    let way =
        Way { app, by, title: "Tidy up", typed: "Tidy up", file: ".milady/hooks/tidy-up/HOOK.md" };
    by.push(app, "New hook…").await?;
    app.find("heading", "New hook for Milady").await?;
    by.fill(app, "Name", "Tidy up").await?;
    by.pick(app, "Moment", "You type /new").await?;
    by.push(app, "Save draft").await?;
    let draft = way.says("\"draft\":true").await?;
    ensure!(draft.contains("command:new") && !draft.contains("gateway:startup"), "{draft}");
    app.find("heading", "Edit Tidy up").await?;
    app.see(UNFILLED).await?;
    by.leave(app, "Tidy up").await?;

    by.open(app, "Tidy up, Draft").await?;
    by.push(app, "Finish…").await?;
    app.find("heading", "Edit Tidy up").await?;
    app.see(UNFILLED).await?;
    by.push(app, "Edit program").await?;
    written(app, by, PROGRAM).await?;
    let saved = |home: &Home| {
        home.read(".milady/hooks/tidy-up/handler.ts").is_ok_and(|text| text.trim() == PROGRAM)
    };
    app.until("the program is saved", saved).await?;
    by.push(app, "Back").await?;
    app.find("heading", "Edit Tidy up").await?;
    by.push(app, "Or another moment…").await?;
    let made = way.tried_and_turned_on(FIRST, "gateway:startup").await?;
    // Back where it was finished: on its page.
    by.push(app, "Edit…").await?;
    app.find("heading", "Edit Tidy up").await?;
    by.push(app, "More").await?;
    by.fill(app, "Description", "Sweeps the workspace").await?;
    way.save("Sweeps").await?;
    way.says("Sweeps").await?;
    by.undo(app, "Tidy up was changed").await?;
    way.is(&made).await?;
    by.undo_earlier(app, "Tidy up was turned on").await?;
    way.says("\"draft\":true").await?;
    by.undo_earlier(app, "Tidy up was changed").await?;
    way.is(&draft).await?;
    by.undo_earlier(app, "handler.ts of Tidy up was saved").await?;
    by.undo_earlier(app, "Tidy up was created").await?;
    way.is_gone().await
}

fn milady() -> Home {
    let home = Home::new().with(".milady/milady.json", "{}\n");
    // A module is really run here: by a real runtime.
    let _ = fs::remove_dir_all(home.path(".bun"));
    home
}

#[test]
fn a_module_is_made_tried_turned_on_edited_and_undone_by_mouse() {
    test("module-mouse", milady(), async |app| module(app, By::Mouse).await);
}

#[test]
fn a_module_is_made_tried_turned_on_edited_and_undone_by_keys_alone() {
    test("module-keys", milady(), async |app| module(app, By::Keys).await);
}

/// A plugin that stops a tool.
async fn plugin(app: &App, by: By) -> anyhow::Result<()> {
    let file = ".openclaw/extensions/no-tools/sentence.json";
    let way = Way { app, by, title: "No tools", typed: "The plugin No tools", file };
    let config = ".openclaw/openclaw.json";
    let before = app.home.read(config)?;
    by.push(app, "New plugin…").await?;
    app.find("dialog", "New plugin for OpenClaw").await?;
    by.fill(app, "Name", "No tools").await?;
    by.pick(app, "When", "Before a tool runs").await?;
    by.fill(app, "With the reason", "Not here").await?;
    way.tried().await?;
    app.see("Stopped it").await?;
    ensure!(!app.home.path(file).exists(), "it was made before it was created");
    by.push(app, "Create").await?;
    app.see("Before a tool runs: block it with “Not here”").await?;
    let made = way.says("Not here").await?;
    let off = app.home.read(config)?;
    ensure!(off.contains("no-tools") && off.contains("false"), "it starts off: {off}");
    by.switch(app, "Turn No tools on or off").await?;
    app.see("No tools was turned on.").await?;
    let on = |home: &Home| home.read(config).is_ok_and(|text| !text.contains("false"));
    app.until("the config lets it load", on).await?;
    // The page is a moment behind the file, and what is below moves once more.
    app.switched("Turn No tools on or off", true).await?;

    by.push(app, "Change").await?;
    by.fill(app, "With the reason", "Ask first").await?;
    way.tried().await?;
    way.save("Ask first").await?;
    way.says("Ask first").await?;
    app.see("block it with “Ask first”").await?;
    by.undo(app, "No tools was changed").await?;
    way.is(&made).await?;
    by.undo_earlier(app, "No tools was turned on").await?;
    let config_is = async |text: &str| {
        app.until("the config is as it was", |home| home.read(config).is_ok_and(|now| now == text))
            .await
    };
    config_is(&off).await?;
    by.undo_earlier(app, "The plugin No tools was created").await?;
    config_is(&before).await?;
    way.is_gone().await
}

#[test]
fn a_plugin_is_made_tried_turned_on_edited_and_undone_by_mouse() {
    test("plugin-mouse", plugins::home(), async |app| plugin(app, By::Mouse).await);
}

#[test]
fn a_plugin_is_made_tried_turned_on_edited_and_undone_by_keys_alone() {
    test("plugin-keys", plugins::home(), async |app| plugin(app, By::Keys).await);
}
