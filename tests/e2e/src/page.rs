//! What a test does in the window: find, click, type, read, take a picture. Each waits for its element.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use fantoccini::actions::{
    InputSource as _, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::elements::{Element, ElementRef};
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::Home;
use crate::session::Session;

mod by_screen;

/// How long an element may take to appear. Generous: machines that run tests are slow.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(20);
const SCRIPT: &str = include_str!("page.js");
/// Without the DMABUF renderer a picture waits for the next frame, and a page at rest paints none:
/// for two seconds one dot in the corner, which nobody sees, changes with every frame.
const NUDGE: &str = "
    const dot = document.createElement('div');
    dot.ariaHidden = 'true';
    dot.style.cssText = 'position:fixed;left:0;top:0;width:1px;height:1px;pointer-events:none';
    document.body.append(dot);
    const end = performance.now() + 2000;
    (function nudge(now) {
        dot.style.background = dot.style.background ? '' : 'rgb(0 0 0 / 1%)';
        if (now < end) requestAnimationFrame(nudge); else dot.remove();
    })(0);";
/// The name under which WebDriver hands an element over.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// One open window and the home it looks at.
pub struct App {
    client: Client,
    // Before the home: a window that still runs would write into it while it is removed.
    _session: Session,
    pub home: Home,
}

impl App {
    pub(crate) async fn open(home: Home) -> anyhow::Result<Self> {
        let program = Session::program()?;
        let session = Session::start(&home)?;
        let wanted =
            json!({ "webkitgtk:browserOptions": { "binary": program, "args": home.args } });
        let Value::Object(wanted) = wanted else { bail!("capabilities are an object") };
        let address = format!("http://127.0.0.1:{}", session.port);

        let start = Instant::now();
        let client = loop {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            match builder.capabilities(wanted.clone()).connect(&address).await {
                Ok(client) => break client,
                // The driver needs a moment before it listens.
                Err(_) if start.elapsed() < PATIENCE => tokio::time::sleep(PAUSE).await,
                Err(error) => return Err(error).context("WebKitWebDriver opens no window"),
            }
        };
        let app = Self { home, client, _session: session };
        // The session is there before the first paint, and a picture of a hidden window never comes. What is drawn
        // first is only a picture of the window.
        let live = "const root = document.getElementById('root');
            return document.visibilityState === 'visible' && root?.childElementCount > 0 && !root.inert";
        let shown =
            wait(async || (app.client.execute(live, Vec::new()).await.ok()? == true).then_some(()));
        shown.await.context("the window stays hidden, or a picture of itself")?;
        Ok(app)
    }

    /// Starts the program once more, as the system does for a link that was clicked.
    ///
    /// # Errors
    /// Where the window's own process is not found, or the second one does not end on its own.
    pub fn start_again(&self, link: &str) -> anyhow::Result<()> {
        Session::start_again(&self.home, link)
    }

    /// Starts a program beside the window, on its screen and its session bus. It ends with the bus.
    ///
    /// # Errors
    /// Where it cannot be started.
    pub fn start_beside(&self, program: Command) -> anyhow::Result<Child> {
        Ok(Session::beside(&self.home, program)?.spawn()?)
    }

    pub(crate) async fn close(self) -> Home {
        // The session's processes are ended in any case.
        let _ = tokio::time::timeout(PATIENCE, self.client.close()).await;
        self.home
    }

    /// The first visible element of that role whose name is, or else holds, `name`.
    ///
    /// # Errors
    /// Where none appears in ten seconds.
    pub async fn find(&self, role: &str, name: &str) -> anyhow::Result<Element> {
        let args = vec![json!("find"), json!(role), json!(name)];
        let found = wait(async || {
            let answer = self.client.execute(SCRIPT, args.clone()).await.ok()?;
            Some(answer.get(ELEMENT)?.as_str()?.to_owned())
        });
        let id = found.await.with_context(|| format!("no {role} “{name}”"))?;
        Ok(Element::from_element_id(self.client.clone(), ElementRef::from(id)))
    }

    /// Whether what [`Self::find`] would give has the focus.
    ///
    /// # Errors
    /// Where the page does not answer.
    pub async fn has_focus(&self, role: &str, name: &str) -> anyhow::Result<bool> {
        let args = vec![json!("focused"), json!(role), json!(name)];
        Ok(self.client.execute(SCRIPT, args).await? == true)
    }

    /// Clicks.
    ///
    /// # Errors
    /// Where there is no such element, or something is over it.
    pub async fn click(&self, role: &str, name: &str) -> anyhow::Result<()> {
        for _ in 0..3 {
            match self.find(role, name).await?.click().await {
                // It was drawn again between the two: the one that is there now is meant.
                Err(error) if error.to_string().contains("was not found") => {}
                done => return done.with_context(|| format!("clicking “{name}”")),
            }
        }
        bail!("“{name}” is drawn over and over")
    }

    /// Clicks with the pointer while a key is held: Shift, Control.
    ///
    /// # Errors
    /// Where there is no such element.
    pub async fn click_holding(&self, key: Key, role: &str, name: &str) -> anyhow::Result<()> {
        let at = self.find(role, name).await?;
        let (value, wait) = (char::from(key), KeyAction::Pause { duration: PAUSE });
        let keys = KeyActions::new("keys".to_owned()).then(KeyAction::Down { value });
        let keys = keys.then(wait.clone()).then(wait.clone()).then(wait);
        let still =
            MouseActions::new("pointer".to_owned()).then(PointerAction::Pause { duration: PAUSE });
        let pointer = Self::clicks(still, at, MOUSE_BUTTON_LEFT);
        let both =
            fantoccini::actions::Actions::from(keys.then(KeyAction::Up { value })).and(pointer);
        Ok(self.client.perform_actions(both).await?)
    }

    fn clicks(pointer: MouseActions, element: Element, button: u64) -> MouseActions {
        let (x, y, duration) = (0.0, 0.0, None);
        pointer
            .then(PointerAction::MoveToElement { element, duration, x, y })
            .then(PointerAction::Down { button })
            .then(PointerAction::Up { button })
    }

    /// Replaces what is in a field, key by key: a React field does not notice WebDriver's own clearing.
    ///
    /// # Errors
    /// Where there is no such field.
    pub async fn type_into(&self, name: &str, text: &str) -> anyhow::Result<()> {
        let field = self.find("textbox", name).await?;
        field.click().await?;
        field.send_keys(&format!("{}a{}", char::from(Key::Control), char::from(Key::Null))).await?;
        field.send_keys(&format!("{}{text}", char::from(Key::Delete))).await?;
        Ok(())
    }

    /// Sends keys to whatever has the focus.
    ///
    /// # Errors
    /// Where nothing has it.
    pub async fn press(&self, keys: &str) -> anyhow::Result<()> {
        for _ in 0..3 {
            match self.client.active_element().await?.send_keys(keys).await {
                // It was drawn again between the two: what has the focus now is meant.
                Err(error) if error.to_string().contains("was not found") => {}
                done => return Ok(done?),
            }
        }
        bail!("what has the focus is drawn over and over")
    }

    /// Waits until these words can be read in the window.
    ///
    /// # Errors
    /// Where they do not appear in ten seconds.
    pub async fn see(&self, words: &str) -> anyhow::Result<()> {
        let seen = wait(async || self.words().await.ok()?.contains(words).then_some(()));
        seen.await.with_context(|| format!("“{words}” is not in the window"))
    }

    /// Waits until these words are gone.
    ///
    /// # Errors
    /// Where they are still there after ten seconds.
    pub async fn gone(&self, words: &str) -> anyhow::Result<()> {
        let gone = wait(async || (!self.words().await.ok()?.contains(words)).then_some(()));
        gone.await.with_context(|| format!("“{words}” is still in the window"))
    }

    /// All visible words.
    ///
    /// # Errors
    /// Where the page does not answer.
    pub async fn words(&self) -> anyhow::Result<String> {
        let answer = self.client.execute(SCRIPT, vec![json!("words")]).await?;
        Ok(answer.as_str().unwrap_or_default().to_owned())
    }

    /// Runs a script in the page and gives its answer.
    ///
    /// # Errors
    /// Where it throws.
    pub async fn script(&self, body: &str) -> anyhow::Result<Value> {
        Ok(self.client.execute(body, Vec::new()).await?)
    }

    /// Waits until an expression of the page is true.
    ///
    /// # Errors
    /// Where it is not after ten seconds.
    pub async fn holds(&self, what: &str, expression: &str) -> anyhow::Result<()> {
        let script = format!("return ({expression}) === true");
        let so = wait(async || (self.script(&script).await.ok()? == true).then_some(()));
        so.await.with_context(|| format!("still not so: {what}"))
    }

    /// Waits until a switch shows that it is on, or off.
    ///
    /// # Errors
    /// Where it does not after ten seconds.
    pub async fn switched(&self, name: &str, on: bool) -> anyhow::Result<()> {
        let switch = format!("[role=switch][aria-label={}]", json!(name));
        let shown = format!(
            "document.querySelector({})?.getAttribute('aria-checked') === '{on}'",
            json!(switch)
        );
        self.holds(&format!("“{name}” is {}", if on { "on" } else { "off" }), &shown).await
    }

    /// Gives the window another size; the page is as large as the window's inside.
    ///
    /// # Errors
    /// Where the window does not take it in ten seconds.
    pub async fn resize(&self, width: u32, height: u32) -> anyhow::Result<()> {
        self.client.set_window_size(width, height).await?;
        let taken = wait(async || {
            let inside = self.script("return [innerWidth, innerHeight]").await.ok()?;
            (inside == json!([width, height])).then_some(())
        });
        taken.await.with_context(|| format!("the window does not become {width} × {height}"))
    }

    /// What a screen reader is told of the page: a line an element, by role, name, states and text. Read until it is
    /// the same twice, as the system hears of changes a moment later.
    ///
    /// # Errors
    /// Where the system's interface for screen readers is missing, or never comes to rest.
    pub async fn told(&self) -> anyhow::Result<String> {
        let mut before = String::new();
        for _ in 0..20 {
            let told = Session::told(&self.home)?;
            if told == before {
                return Ok(told);
            }
            before = told;
            tokio::time::sleep(10 * PAUSE).await;
        }
        bail!("what is told never comes to rest:\n{before}")
    }

    /// Waits for something on disk, or anywhere else outside the page.
    ///
    /// # Errors
    /// Where it is not so after ten seconds.
    pub async fn until(&self, what: &str, is_so: impl Fn(&Home) -> bool) -> anyhow::Result<()> {
        let so = wait(async || is_so(&self.home).then_some(()));
        so.await.with_context(|| format!("still not so: {what}"))
    }

    /// Keeps a picture of the page as `tests/pictures/<name>.png`.
    ///
    /// # Errors
    /// Where it cannot be taken or written.
    pub async fn picture(&self, name: &str) -> anyhow::Result<PathBuf> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../pictures");
        fs::create_dir_all(&folder)?;
        let path = folder.join(format!("{name}.png"));
        self.script(NUDGE).await?;
        let picture = tokio::time::timeout(PATIENCE, self.client.screenshot()).await;
        let picture = picture.context("no picture in ten seconds")??;
        fs::File::create(&path)?.write_all(&picture)?;
        Ok(path)
    }

    pub(crate) async fn explain(&self, test: &str, error: anyhow::Error) -> anyhow::Error {
        let picture = self.picture(&format!("failed-{test}")).await;
        let picture = picture.map_or_else(|error| error.to_string(), |it| it.display().to_string());
        let words = tokio::time::timeout(PATIENCE, self.words()).await;
        let words = words.unwrap_or(Ok(String::new())).unwrap_or_default();
        // What failed comes first: the words of a page are many, and the end of a long message is cut off where it is read.
        anyhow!("{error:#}\npicture: {picture}\nthe window said:\n{words}\n")
    }
}

async fn wait<T>(mut ask: impl AsyncFnMut() -> Option<T>) -> anyhow::Result<T> {
    let start = Instant::now();
    loop {
        if let Some(answer) = ask().await {
            return Ok(answer);
        }
        if start.elapsed() > PATIENCE {
            bail!("waited for {PATIENCE:?}");
        }
        tokio::time::sleep(PAUSE).await;
    }
}
