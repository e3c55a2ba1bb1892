//! A window that nothing drives: keys and clicks come from the screen, as a person's do. For what ends a driver too.

use std::fs;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};

use crate::Home;
use crate::session::Session;

const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(100);

/// One open window, its keyboard and its pointer.
pub struct Hands {
    session: Session,
    pub home: Home,
}

impl Hands {
    /// Opens the window over this home and waits until it is to be seen.
    ///
    /// # Errors
    /// Where a program is missing, or no window appears.
    pub fn open(home: Home) -> anyhow::Result<Self> {
        let hands = Self { session: Session::undriven(&home)?, home };
        hands.until("the window is there", Self::is_on_screen)?;
        Ok(hands)
    }

    /// Starts the program as the login does, and waits until it runs; whether it has a window is its own matter.
    ///
    /// # Errors
    /// Where a program is missing, or it does not run.
    pub fn by_the_login(home: Home) -> anyhow::Result<Self> {
        let home = home.with_argument("--background");
        let hands = Self { session: Session::undriven(&home)?, home };
        hands.until("the program runs", Self::runs)?;
        Ok(hands)
    }

    /// Whether the program runs, with a window or without one.
    #[must_use]
    pub fn runs(&self) -> bool {
        Session::window_of(&self.home).is_ok()
    }

    /// Whether its window is to be seen.
    #[must_use]
    pub fn is_on_screen(&self) -> bool {
        self.does(&["search", "--onlyvisible", "--name", "^Tacklebox$"]).is_ok()
    }

    /// Starts a program beside it, on its screen and its session bus. It ends with the bus.
    ///
    /// # Errors
    /// Where it cannot be started.
    pub fn start_beside(&self, program: Command) -> anyhow::Result<Child> {
        Ok(Session::beside(&self.home, program)?.spawn()?)
    }

    fn does(&self, words: &[&str]) -> anyhow::Result<()> {
        let done = Command::new("xdotool")
            .args(words)
            .env("DISPLAY", &self.session.display)
            .output()
            .context("`xdotool` is missing: see `node scripts/setup.mjs`")?;
        ensure!(done.status.success(), "xdotool {words:?}: {:?}", done.status);
        Ok(())
    }

    /// Presses a key, such as `ctrl+Home`.
    ///
    /// # Errors
    /// Where the screen does not take it.
    pub fn press(&self, key: &str) -> anyhow::Result<()> {
        self.does(&["key", key])?;
        std::thread::sleep(PAUSE);
        Ok(())
    }

    /// Types this, letter by letter.
    ///
    /// # Errors
    /// Where the screen does not take it.
    pub fn types(&self, text: &str) -> anyhow::Result<()> {
        self.does(&["type", "--delay", "20", text])
    }

    /// Clicks there.
    ///
    /// # Errors
    /// Where the screen does not take it.
    pub fn click(&self, x: u32, y: u32) -> anyhow::Result<()> {
        self.does(&["mousemove", &x.to_string(), &y.to_string(), "click", "1"])
    }

    /// Turns the wheel away from the person, with this key held, in the middle of the window.
    ///
    /// # Errors
    /// Where the screen does not take it.
    pub fn wheel_up_with(&self, key: &str) -> anyhow::Result<()> {
        self.does(&["mousemove", "640", "360", "keydown", key, "click", "4", "keyup", key])?;
        // Out of the window, or what is under it would look as if it were pointed at.
        self.does(&["mousemove", "1270", "890"])
    }

    /// The home of a program that has ended.
    #[must_use]
    pub fn into_home(self) -> Home {
        self.home
    }

    /// Ends the program at once, as a power cut does; the home stays.
    ///
    /// # Errors
    /// Where the program has ended before.
    pub fn kill(self) -> anyhow::Result<Home> {
        let (pid, _) = Session::window_of(&self.home)?;
        let killed = Command::new("kill").args(["-9", &pid.to_string()]).status()?;
        ensure!(killed.success(), "the program could not be ended");
        Ok(self.home)
    }

    /// Waits for something that is to be seen from outside.
    ///
    /// # Errors
    /// Where it is not so in twenty seconds; a picture of the screen is kept.
    pub fn until(&self, what: &str, is_so: impl Fn(&Self) -> bool) -> anyhow::Result<()> {
        let start = Instant::now();
        while !is_so(self) {
            if start.elapsed() > PATIENCE {
                let picture = self.picture("failed-hands").unwrap_or_default();
                bail!("not so: {what}; the screen is in {picture}");
            }
            std::thread::sleep(PAUSE);
        }
        Ok(())
    }

    /// The processes that draw the page.
    pub fn pages(&self) -> Vec<u32> {
        let mine = format!("HOME={}", self.home.root().display());
        let is_page = |pid: &u32| {
            let read = |name: &str| fs::read(format!("/proc/{pid}/{name}")).unwrap_or_default();
            let environment = String::from_utf8_lossy(&read("environ")).into_owned();
            read("comm").starts_with(b"WebKitWebProces")
                && environment.split('\0').any(|line| line == mine)
        };
        let all = fs::read_dir("/proc").into_iter().flatten().flatten();
        all.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(is_page).collect()
    }

    /// Ends the process that draws the page, as a fault in it does.
    ///
    /// # Errors
    /// Where there is none.
    pub fn kill_page(&self) -> anyhow::Result<()> {
        self.until("a process draws the page", |hands| !hands.pages().is_empty())?;
        let page = self.pages().first().copied().context("the page has a process")?;
        let killed = Command::new("kill").args(["-9", &page.to_string()]).status()?;
        ensure!(killed.success(), "the page's process could not be ended");
        self.until("it is gone", |hands| !hands.pages().contains(&page))
    }

    /// Whether a window of this title is to be seen.
    #[must_use]
    pub fn sees(&self, title: &str) -> bool {
        self.does(&["search", "--onlyvisible", "--name", &format!("^{title}$")]).is_ok()
    }

    /// Waits for the window of this title and gives it the keys, as a desktop does that manages windows.
    ///
    /// # Errors
    /// Where it does not come.
    pub fn turn_to(&self, title: &str) -> anyhow::Result<()> {
        self.until(&format!("there is a window “{title}”"), |hands| hands.sees(title))?;
        self.does(&["search", "--onlyvisible", "--name", &format!("^{title}$"), "windowfocus"])?;
        std::thread::sleep(PAUSE);
        Ok(())
    }

    /// Waits until a screen reader is told this, and answers all that it is told.
    ///
    /// # Errors
    /// Where it is not told in twenty seconds.
    pub fn is_told(&self, words: &str) -> anyhow::Result<String> {
        let told = || Session::told(&self.home).unwrap_or_default();
        self.until(&format!("a screen reader is told “{words}”"), |_| told().contains(words))?;
        Ok(told())
    }

    /// A picture of the screen, in `tests/pictures`; its path.
    ///
    /// # Errors
    /// Where it cannot be taken.
    pub fn picture(&self, name: &str) -> anyhow::Result<String> {
        let path = format!("{}/../pictures/{name}.png", env!("CARGO_MANIFEST_DIR"));
        let done = Command::new("import")
            .args(["-window", "root", &path])
            .env("DISPLAY", &self.session.display)
            .status()
            .context("`import` is missing: see `node scripts/setup.mjs`")?;
        ensure!(done.success(), "no picture could be taken");
        Ok(path)
    }
}
