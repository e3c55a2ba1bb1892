//! A screen, a session bus and a WebDriver of one window's own, so that tests run side by side and
//! no window of a developer's is touched.

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};

use crate::Home;

/// How long processes may take to be gone, once asked and once killed.
const PATIENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(20);
/// The variable that names which fonts there are.
const FONTS: &str = "FONTCONFIG_FILE";
const READER: &str = include_str!("screen_reader.py");

/// The processes behind one window; they end with it.
pub struct Session {
    screen: Child,
    /// What the window is a child of: the driver, or nothing but its session bus.
    driver: Child,
    pub port: u16,
    pub display: String,
}

impl Session {
    /// Starts a screen and a driver, which opens the window.
    ///
    /// # Errors
    /// Where a program is missing: the message says which, and `node scripts/setup.mjs` installs it.
    pub fn start(home: &Home) -> anyhow::Result<Self> {
        let port = free_port()?;
        let mut session = Self::with(home, |bus| {
            bus.arg("WebKitWebDriver").arg(format!("--port={port}"));
            // Without it a session request is never answered.
            bus.env("TAURI_WEBVIEW_AUTOMATION", "true");
        })?;
        session.port = port;
        Ok(session)
    }

    /// Starts a screen and the window, as a person does: nothing drives it.
    ///
    /// # Errors
    /// As [`Self::start`], and where the window was not built.
    pub fn undriven(home: &Home) -> anyhow::Result<Self> {
        let program = Self::program()?;
        Self::with(home, |bus| {
            bus.arg(program).args(&home.args);
        })
    }

    fn with(home: &Home, what: impl FnOnce(&mut Command)) -> anyhow::Result<Self> {
        let (screen, display) = screen()?;
        let runtime = home.path(".run");
        std::fs::create_dir_all(&runtime)?;

        let mut driver = Command::new("dbus-run-session");
        driver
            .arg("--")
            .env_clear()
            .env("HOME", home.root())
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("LANG", "C.UTF-8")
            .env("DISPLAY", &display)
            .env("XDG_RUNTIME_DIR", runtime)
            // Less memory and steadier where there is no graphics card. Tests only: on some desktops it blanks the window.
            .env("WEBKIT_DISABLE_DMABUF_RENDERER", "1")
            .envs(home.env.iter().map(|(key, value)| (key, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // A group of its own, so that all of it can be ended.
            .process_group(0);
        // For pictures in a font of their own.
        #[expect(clippy::disallowed_methods, reason = "said by the script that takes them")]
        driver.envs(std::env::var_os(FONTS).map(|file| (FONTS, file)));
        what(&mut driver);
        let driver = driver
            .spawn()
            .context("`dbus-run-session` is missing: see `node scripts/setup.mjs`")?;
        Ok(Self { screen, driver, port: 0, display })
    }

    /// Starts the program once more beside the window of this home, on the same session bus.
    ///
    /// # Errors
    /// Where the window's process is not found, or the second one fails.
    pub fn start_again(home: &Home, argument: &str) -> anyhow::Result<()> {
        let status = Self::beside(home, Command::new(Self::program()?))?
            .arg(argument)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        ensure!(status.success(), "the second start ended with {status}");
        Ok(())
    }

    /// A program in the environment of the window of this home: on its screen and its session bus.
    ///
    /// # Errors
    /// Where the window's process is not found.
    pub fn beside(home: &Home, mut command: Command) -> anyhow::Result<Command> {
        let (_, environment) = Self::window_of(home)?;
        let variables = environment.split('\0').filter_map(|line| line.split_once('='));
        command.env_clear().envs(variables);
        Ok(command)
    }

    /// What a screen reader is told of the page at this moment.
    ///
    /// # Errors
    /// Where the system's interface for screen readers is missing.
    pub fn told(home: &Home) -> anyhow::Result<String> {
        let read = || {
            let mut reader = Command::new("/usr/bin/python3");
            reader.args(["-c", READER]);
            anyhow::Ok(Self::beside(home, reader)?.output()?)
        };
        let mut done = read()?;
        // A part of the page that is drawn again while it is read is gone for whoever reads it.
        for _ in 0..2 {
            if String::from_utf8_lossy(&done.stderr).contains("no longer exists") {
                done = read()?;
            }
        }
        ensure!(
            done.status.success(),
            "no tree (see `node scripts/setup.mjs`): {}",
            String::from_utf8_lossy(&done.stderr)
        );
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    }

    /// The process of this home's window, and its environment as the system tells it.
    ///
    /// # Errors
    /// Where there is none.
    pub fn window_of(home: &Home) -> anyhow::Result<(u32, String)> {
        let program = Self::program()?;
        let mine = format!("HOME={}", home.root().display());
        let window = std::fs::read_dir("/proc")?.flatten().find_map(|entry| {
            let is_window =
                std::fs::read_link(entry.path().join("exe")).is_ok_and(|exe| exe == program);
            let text = std::fs::read(entry.path().join("environ")).ok()?;
            let text = String::from_utf8_lossy(&text).into_owned();
            let pid = entry.file_name().to_str()?.parse().ok()?;
            (is_window && text.split('\0').any(|line| line == mine)).then_some((pid, text))
        });
        window.context("the window's process is not found")
    }

    /// The program under test, beside the test's own: built by `npm test`.
    ///
    /// # Errors
    /// Where it has not been built.
    pub fn program() -> anyhow::Result<PathBuf> {
        let test = std::env::current_exe()?;
        let folder = test.parent().and_then(|deps| deps.parent()).context("no build folder")?;
        let program = folder.join("tacklebox-desktop");
        ensure!(program.exists(), "{} is missing: `npm test` builds it", program.display());
        Ok(program)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        for child in [&mut self.driver, &mut self.screen] {
            // The group: the driver's window and its helpers go with it.
            let group = format!("-{}", child.id());
            let kill = |signal: &str| {
                let mut kill = Command::new("kill");
                kill.args([signal, "--", &group]).stderr(Stdio::null()).status()
            };
            // Asked first: a desktop portal unmounts what it put into the home, and killed it cannot. What still
            // ran would write into a home that is removed.
            for signal in ["-TERM", "-KILL"] {
                let _ = kill(signal);
                let start = Instant::now();
                while start.elapsed() < PATIENCE
                    && child.try_wait().is_ok()
                    && kill("-0").is_ok_and(|status| status.success())
                {
                    std::thread::sleep(PAUSE);
                }
            }
            let _ = child.wait();
        }
    }
}

/// A screen on a number that Xvfb picks itself, so that no two tests meet.
fn screen() -> anyhow::Result<(Child, String)> {
    let mut child = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .context("`Xvfb` is missing: see `node scripts/setup.mjs`")?;
    let output = child.stdout.take().context("Xvfb says nothing")?;
    let mut number = String::new();
    BufReader::new(output).read_line(&mut number)?;
    ensure!(!number.trim().is_empty(), "Xvfb ended before it had a screen");
    Ok((child, format!(":{}", number.trim())))
}

fn free_port() -> anyhow::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
