//! A home folder that a test fills and looks into. Nothing of the real one is seen.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tempfile::TempDir;

/// Which version of each agent is judged by, in our own data.
const CHOSEN: &str = ".local/share/tacklebox/runtimes.json";
const DOCUMENTED: &str = r#"{"milady": "documented", "eliza": "documented", "openclaw": "documented", "zeroclaw": "documented", "moltis": "documented"}"#;
/// What a person said about the window itself.
const WISHES: &str = ".local/share/tacklebox/window.json";
/// A place where the window looks for programs besides PATH.
const BUN: &str = ".bun/bin/bun";

/// The home of one window; removed with it.
pub struct Home {
    dir: TempDir,
    pub(crate) env: Vec<(String, String)>,
    pub(crate) args: Vec<String>,
}

impl Home {
    /// An empty home.
    ///
    /// # Panics
    /// Where no temporary folder can be made.
    #[must_use]
    #[expect(clippy::expect_used, reason = "without a folder there is no test")]
    pub fn new() -> Self {
        let dir = TempDir::with_prefix("tacklebox-home-").expect("a temporary folder");
        let home = Self { dir, env: Vec::new(), args: Vec::new() };
        // Hooks ask for a JavaScript runtime, and where Node is differs from computer to computer.
        home.write(BUN, "#!/bin/sh\n").expect("a program of the test");
        fs::set_permissions(home.path(BUN), fs::Permissions::from_mode(0o755))
            .expect("a program of the test");
        // What the texts say is the same on every computer; versions are found, or come and go.
        home.write(CHOSEN, DOCUMENTED).expect("a file of the test");
        // It is over every first screen, and has a test of its own.
        home.write(WISHES, "{\"tour_seen\": true}\n").expect("a file of the test");
        home
    }

    /// Puts a file there, with the folders it needs.
    ///
    /// # Panics
    /// Where it cannot be written.
    #[must_use]
    #[expect(clippy::expect_used, reason = "without its files there is no test")]
    pub fn with(self, path: &str, text: &str) -> Self {
        self.write(path, text).expect("a file of the test");
        self
    }

    /// The window is started for the first time: its tour was not seen.
    #[must_use]
    pub fn never_opened(self) -> Self {
        self.with(WISHES, "{}\n")
    }

    /// A variable in the environment of the window.
    #[must_use]
    pub fn with_env(mut self, key: &str, value: &str) -> Self {
        self.env.push((key.into(), value.into()));
        self
    }

    /// The window is started by this link.
    #[must_use]
    pub fn with_link(self, link: &str) -> Self {
        self.with_argument(link)
    }

    /// The window is started with this argument.
    pub(crate) fn with_argument(mut self, argument: &str) -> Self {
        self.args.push(argument.into());
        self
    }

    /// The full path of something in it.
    #[must_use]
    pub fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    pub(crate) fn root(&self) -> &Path {
        self.dir.path()
    }

    /// Writes a file as another program would, while the window is open.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(&self, path: &str, text: &str) -> anyhow::Result<()> {
        let path = self.path(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = fs::File::create(&path).with_context(|| path.display().to_string())?;
        Ok(file.write_all(text.as_bytes())?)
    }

    /// What is in a file.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn read(&self, path: &str) -> anyhow::Result<String> {
        let path = self.path(path);
        fs::read_to_string(&path).with_context(|| path.display().to_string())
    }
}

impl Default for Home {
    fn default() -> Self {
        Self::new()
    }
}
