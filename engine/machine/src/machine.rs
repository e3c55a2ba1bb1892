//! What this computer has: platform, programs, environment, clock. It is passed in everywhere and
//! never read from globals, so that every rule can be tested for a Mac or Windows from Linux.

mod bin;
mod container;
mod platform;
mod programs;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::owner;
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};
use time::OffsetDateTime;

pub use self::bin::Bin;
pub use self::platform::Platform;
use self::programs::Programs;
pub use self::programs::executable;

/// A program that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// The program and its arguments.
    pub args: Vec<String>,
    /// When it was started, in Unix seconds.
    pub started: i64,
}

type Clock = Arc<dyn Fn() -> OffsetDateTime + Send + Sync>;

/// One computer, real or made up for a test.
#[derive(Clone)]
pub struct Machine {
    platform: Platform,
    home: PathBuf,
    data_dir: PathBuf,
    env: BTreeMap<String, String>,
    programs: Arc<Programs>,
    clock: Clock,
    root: bool,
    user: Option<u32>,
    container: Option<bool>, // None: looked up when somebody asks.
    bin: Bin,
}

impl Machine {
    /// This computer. The only place that reads the process environment.
    ///
    /// `home` stands for the user's home; without it, `$HOME` (`%USERPROFILE%`) counts. A home that
    /// was named brings its own data folder, so that a trial never touches the real one.
    ///
    /// # Errors
    /// When neither `home` nor the environment says where the home is.
    pub fn real(home: Option<PathBuf>) -> Result<Self, NoHome> {
        #[expect(clippy::disallowed_methods, reason = "here the machine is read, once")]
        let env: BTreeMap<String, String> = std::env::vars_os()
            .filter_map(|(k, v)| Some((k.into_string().ok()?, v.to_string_lossy().into_owned())))
            .collect();
        // A path need not be text: what is only like it would be another folder.
        #[expect(clippy::disallowed_methods, reason = "here the machine is read, once")]
        let own_home = |var: &str| std::env::var_os(var).filter(|home| !home.is_empty());
        let platform = Platform::current();
        let named = home.is_some();
        let var = platform.home_variable();
        let home = home.or_else(|| own_home(var).map(PathBuf::from)).ok_or(NoHome { var })?;
        let home = std::path::absolute(&home).unwrap_or(home);
        let user = if named { owner::of(&home) } else { owner::own() };
        let machine = Self { container: None, ..Self::new(platform, home, env) };
        let machine = machine.with_root(owner::is_root()).with_user(user);
        Ok(if named { machine.elsewhere() } else { machine.with_bin(Bin::System) })
    }

    /// The same computer, where nothing of the environment leads back to the home of whoever runs this.
    fn elsewhere(mut self) -> Self {
        self.data_dir = data_dir(self.platform, &self.home, |_| None);
        self.env.retain(|name, _| !(name.starts_with("XDG_") && name.ends_with("_HOME")));
        self
    }

    /// A computer with this environment, whose PATH is taken from it.
    pub fn new(
        platform: Platform,
        home: impl Into<PathBuf>,
        env: BTreeMap<String, String>,
    ) -> Self {
        let home = home.into();
        let get = |name: &str| lookup(platform, &env, name).filter(|v| !v.is_empty());
        let dirs = split_path(platform, get("PATH").unwrap_or_default());
        let extensions = get("PATHEXT").map(str::to_owned);
        let data_dir = data_dir(platform, &home, |name| get(name).map(PathBuf::from));
        Self {
            platform,
            data_dir,
            home,
            programs: Arc::new(Programs::new(platform, dirs, extensions)),
            env,
            clock: Arc::new(OffsetDateTime::now_utc),
            root: false,
            user: None,
            container: Some(false),
            bin: Bin::None,
        }
    }

    /// The same computer with a bin.
    #[must_use]
    pub fn with_bin(mut self, bin: Bin) -> Self {
        self.bin = bin;
        self
    }

    /// Where goes what is not to be deleted.
    pub const fn bin(&self) -> &Bin {
        &self.bin
    }

    /// The same computer with this variable besides, which has nothing to do with where programs are.
    #[must_use]
    pub fn with_variable(mut self, name: &str, value: &str) -> Self {
        self.env.insert(name.to_owned(), value.to_owned());
        self
    }

    /// The same computer with other folders to look for programs in.
    #[must_use]
    pub fn with_path(mut self, dirs: Vec<PathBuf>) -> Self {
        let extensions = self.programs.extensions.clone();
        self.programs = Arc::new(Programs::new(self.platform, dirs, extensions));
        self
    }

    /// The same computer at a fixed time.
    #[must_use]
    pub fn with_clock(
        mut self,
        clock: impl Fn() -> OffsetDateTime + Send + Sync + 'static,
    ) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// The same computer, used by its administrator or not.
    #[must_use]
    pub const fn with_root(mut self, root: bool) -> Self {
        self.root = root;
        self
    }

    /// Whether everything on this computer may be changed without a password.
    pub const fn is_root(&self) -> bool {
        self.root
    }

    /// The same computer, used by the user of this number.
    #[must_use]
    pub const fn with_user(mut self, user: Option<u32>) -> Self {
        self.user = user;
        self
    }

    /// The number of who uses this computer: whose home it is, where one was named. None where users have none.
    pub const fn user(&self) -> Option<u32> {
        self.user
    }

    pub const fn platform(&self) -> Platform {
        self.platform
    }

    /// The user's home folder.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Our own data: undo, receipts. `$XDG_DATA_HOME/tacklebox`, Application Support, `%LOCALAPPDATA%`.
    pub fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    /// A variable of the environment; names fold case on Windows. An empty one counts as unset.
    pub fn env(&self, name: &str) -> Option<&str> {
        self.variable(name).filter(|value| !value.is_empty())
    }

    /// The environment of a program that is started here: ours, with the PATH on which programs are
    /// looked for, so that a hook finds what its check found, and with this computer's home, so that a
    /// trial in another home stays there.
    pub fn environment(&self) -> BTreeMap<String, String> {
        let mut env = self.env.clone();
        let mut set = |name: &str, value: String| {
            if self.platform == Platform::Win32 {
                env.retain(|known, _| !known.eq_ignore_ascii_case(name));
            }
            env.insert(name.to_owned(), value);
        };
        set(self.platform.home_variable(), self.home.to_string_lossy().into_owned());
        let dirs: Vec<_> = self.path_dirs().iter().map(|dir| dir.to_string_lossy()).collect();
        if !dirs.is_empty() {
            set("PATH", dirs.join(&self.platform.path_separator().to_string()));
        }
        env
    }

    /// The folders in which programs are looked for, in order.
    pub fn path_dirs(&self) -> &[PathBuf] {
        &self.programs.dirs
    }

    /// The program of this name on PATH. No process is started, and PATH is read only once.
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        self.programs.find(name)
    }

    /// Whether there is such a program.
    pub fn has_program(&self, name: &str) -> bool {
        self.programs.is_there(name)
    }

    /// A variable as it is set, if only to nothing.
    pub fn variable(&self, name: &str) -> Option<&str> {
        lookup(self.platform, &self.env, name)
    }

    /// Now, in UTC.
    pub fn now(&self) -> OffsetDateTime {
        (self.clock)()
    }

    /// The programs that run on this computer and may be looked at.
    pub fn processes(&self) -> Vec<Process> {
        let what = ProcessRefreshKind::nothing().with_cmd(UpdateKind::Always);
        let Ok(mut system) = System::new() else { return Vec::new() };
        system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
        let processes =
            system.processes().values().filter(|process| process.thread_kind().is_none());
        let text = |arg: &OsString| arg.to_string_lossy().into_owned();
        processes
            .map(|process| Process {
                args: process.cmd().iter().map(text).collect(),
                started: i64::try_from(process.start_time()).unwrap_or_default(),
            })
            .collect()
    }

    /// `~` and `~/…` stand for the home, as in every path that a config holds.
    pub fn expand(&self, path: &str) -> PathBuf {
        expand(&self.home, path)
    }

    /// The path with the home as `~`, as a person would write it.
    pub fn show(&self, path: &Path) -> String {
        match path.strip_prefix(&self.home) {
            Ok(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
            Ok(rest) => format!("~/{}", rest.to_string_lossy()),
            Err(_) => path.to_string_lossy().into_owned(),
        }
    }
}

/// The path where `~` and `~/…` stand for this home.
pub fn expand(home: &Path, path: &str) -> PathBuf {
    match path.strip_prefix('~') {
        Some("") => home.to_owned(),
        // Where it separates no folders it is a part of a name, and so of another path.
        Some(rest) if rest.starts_with('\\') && !cfg!(windows) => {
            [home.as_os_str(), rest.as_ref()].into_iter().collect::<OsString>().into()
        }
        Some(rest) if rest.starts_with(['/', '\\']) => {
            home.join(rest.trim_start_matches(['/', '\\']))
        }
        _ => PathBuf::from(path),
    }
}

/// Nothing says where the user's home is.
#[derive(Debug, thiserror::Error)]
#[error("{var} is not set, so the home folder is not known: name it with --home")]
pub struct NoHome {
    var: &'static str,
}

fn lookup<'a>(
    platform: Platform,
    env: &'a BTreeMap<String, String>,
    name: &str,
) -> Option<&'a str> {
    if let Some(value) = env.get(name) {
        return Some(value);
    }
    if platform != Platform::Win32 {
        return None;
    }
    env.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}

fn data_dir(platform: Platform, home: &Path, env: impl Fn(&str) -> Option<PathBuf>) -> PathBuf {
    let base = match platform {
        Platform::Darwin => home.join("Library/Application Support"),
        Platform::Win32 => {
            env("LOCALAPPDATA").unwrap_or_else(|| home.join("AppData").join("Local"))
        }
        Platform::Linux => env("XDG_DATA_HOME")
            .filter(|dir| dir.is_absolute())
            .unwrap_or_else(|| home.join(".local/share")),
    };
    base.join("tacklebox")
}

fn split_path(platform: Platform, path: &str) -> Vec<PathBuf> {
    path.split(platform.path_separator()).filter(|dir| !dir.is_empty()).map(PathBuf::from).collect()
}

#[cfg(test)]
mod tests;
