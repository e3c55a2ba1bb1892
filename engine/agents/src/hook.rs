//! A hook, as every screen and the command line show it. The JSON of [`Hook`] is a contract:
//! fields may be added, never renamed or dropped (`docs/CLI.md`).

mod action;
#[cfg(feature = "invented")]
pub mod invented;
mod runtime;
mod state;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize, Serializer};
use tacklebox_machine::words;

pub use self::action::{ActionKind, HookAction, HookConditions};
pub use self::runtime::{Basis, DOCUMENTED, HookRuntime};
pub use self::state::{Row, State};

/// One of the five systems whose hooks we know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum AgentId {
    Milady,
    Eliza,
    Openclaw,
    Zeroclaw,
    Moltis,
    /// Of tests alone.
    #[cfg(feature = "invented")]
    #[cfg_attr(feature = "specta", specta(skip))]
    Invented,
}

impl AgentId {
    /// The five that there are.
    pub const ALL: [Self; 5] =
        [Self::Milady, Self::Eliza, Self::Openclaw, Self::Zeroclaw, Self::Moltis];

    /// All that this program knows, in the order in which they are listed everywhere.
    pub fn all() -> &'static [Self] {
        #[cfg(feature = "invented")]
        if invented::is_known() {
            return &invented::SIX;
        }
        &Self::ALL
    }

    /// The titles of those for which this holds, as a sentence lists them: "OpenClaw and Moltis".
    pub fn titled(which: impl Fn(Self) -> bool) -> String {
        let all = Self::all().iter().copied().filter(|agent| which(*agent));
        words::all_of(all.map(|agent| agent.dialect().title.to_owned()))
    }

    /// The agent of this id.
    pub fn named(id: &str) -> Option<Self> {
        Self::all().iter().copied().find(|agent| agent.as_str() == id)
    }

    /// The agent of a computer on which none was found.
    pub const DEFAULT: Self = Self::Milady;

    /// The id as it is in JSON, in hook ids and after `--agent`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Milady => "milady",
            Self::Eliza => "eliza",
            Self::Openclaw => "openclaw",
            Self::Zeroclaw => "zeroclaw",
            Self::Moltis => "moltis",
            #[cfg(feature = "invented")]
            Self::Invented => "invented",
        }
    }
}

impl std::fmt::Display for AgentId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Where a hook was found. The order is that of precedence: a later source replaces an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum Source {
    Config,
    Builtin,
    Plugin,
    Extra,
    Bundled,
    Managed,
    Workspace,
}

impl Source {
    /// The word in JSON and in hook ids.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Config => "config",
            Self::Builtin => "builtin",
            Self::Plugin => "plugin",
            Self::Extra => "extra",
            Self::Bundled => "bundled",
            Self::Managed => "managed",
            Self::Workspace => "workspace",
        }
    }
}

/// What runs when the hook is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Handler {
    Module {
        #[serde(serialize_with = "lossy")]
        #[cfg_attr(feature = "specta", specta(type = String))]
        path: PathBuf,
        export: String,
    },
    Shell {
        command: String,
        timeout_secs: u32,
    },
    Http {
        method: String,
        url: String,
    },
    Prompt {
        position: String,
    },
}

/// The kind of a thing that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "kebab-case")]
pub enum MissingKind {
    Os,
    Bin,
    AnyBins,
    Env,
    Config,
    NotExecutable,
}

/// One thing that a hook lacks, in the agent's words and in ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Missing {
    pub kind: MissingKind,
    pub names: Vec<String>,
    /// As the agent's own log would put it: `Binary missing: git`.
    pub message: String,
    /// As a person would put it: "Needs the program git".
    pub sentence: String,
}

/// What the runtime that ships today will do with this very hook, where that differs from its reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Note {
    pub id: String,
    pub sentence: String,
    /// Whether `fix` has a plan for it.
    pub fixable: bool,
    /// The version it was seen in, and whether the code was run or only read.
    pub seen: String,
}

/// One way to install a program that a hook needs, as its author wrote it (rule ).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct InstallSpec {
    pub id: Option<String>,
    pub kind: String,
    pub label: Option<String>,
    pub bins: Vec<String>,
    pub os: Vec<String>,
    pub formula: Option<String>,
    pub package: Option<String>,
    pub module: Option<String>,
    pub url: Option<String>,
    pub archive: Option<String>,
    pub extract: Option<bool>,
    #[serde(rename = "stripComponents")]
    pub strip_components: Option<u32>,
    #[serde(rename = "targetDir")]
    pub target_dir: Option<String>,
    /// What a download must be, in hexadecimal.
    pub sha256: Option<String>,
}

/// One hook: the row of `hooks list --json`, and of the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Hook {
    /// Stable and unique on this computer: `milady/managed/greeter`.
    pub id: String,
    pub agent: AgentId,
    pub name: String,
    /// What the hook's own page calls it, else its name.
    pub title: String,
    pub hook_key: String,
    #[serde(serialize_with = "lossy_option")]
    #[cfg_attr(feature = "specta", specta(type = Option<String>))]
    pub workspace: Option<PathBuf>,
    /// The project folder that brings it; none where it is the agent's wherever that is started.
    pub project: Option<HookProject>,
    pub description: String,
    pub emoji: Option<String>,
    pub homepage: Option<String>,
    pub source: Source,
    /// The hook's folder; none for a hook that is in a config.
    #[serde(serialize_with = "lossy_option")]
    #[cfg_attr(feature = "specta", specta(type = Option<String>))]
    pub dir: Option<PathBuf>,
    /// The manifest, or the config in which the hook is; none for a built-in hook.
    #[serde(serialize_with = "lossy_option")]
    #[cfg_attr(feature = "specta", specta(type = Option<String>))]
    pub manifest: Option<PathBuf>,
    pub handler: Option<Handler>,
    /// What it does when it is called; none where nothing would be called.
    pub action: Option<HookAction>,
    /// For whom it is called; none: for everybody.
    pub conditions: Option<HookConditions>,
    /// How long it may take, in seconds; none where its agent's manifests have no such limit.
    pub timeout_secs: Option<u32>,
    pub events: Vec<String>,
    /// When it runs, in a few words: "when a session starts".
    pub when: String,
    pub priority: i32,
    /// Its own switch. Hooks as a whole may be off all the same.
    pub enabled: bool,
    /// It was never turned on since it was made, and need not be complete.
    pub draft: bool,
    pub eligible: bool,
    pub state: State,
    /// What its row says.
    pub row: Row,
    /// Turning it on or off changes what happens.
    pub switchable: bool,
    /// It can be tried alone, at the first of its events.
    pub can_try: bool,
    /// Why it does not run, in one short sentence; none where it is ready.
    pub reason: Option<String>,
    pub missing: Vec<Missing>,
    pub notes: Vec<Note>,
    pub findings: u32,
    pub replaced_by: Option<Source>,
    /// The id of the hook that takes its place.
    pub replaced_by_id: Option<String>,
    pub error: Option<String>,
    /// Tacklebox installed it; else somebody made it or put it there.
    pub installed: bool,
    /// Files added, edited or deleted since Tacklebox installed it; none where nobody installed it so.
    pub changed: Vec<String>,
    /// What is dangerous in it, in one sentence, where the version in force runs it.
    pub danger: Option<String>,
    /// What has to be known of it beside its state, where that alone would promise too much.
    pub warning: Option<String>,
    /// Why Tacklebox turned it off, as long as nobody has turned it on or put its files back since.
    pub turned_off: Option<String>,
    /// What the check found that is serious in the files that changed, where it was left on.
    pub serious_change: Option<String>,
    /// Somebody has to look at it before all else: it is dangerous, or was changed behind somebody's back, and it
    /// runs, or ran until Tacklebox turned it off.
    pub alarming: bool,
    /// What the version in force does with it.
    pub runtime: HookRuntime,
    /// What Roll call tells of it; none where that is not known.
    pub called_for_real: Option<CalledForReal>,
}

/// Whether the agent on this computer really sent what a hook waits for, while it was loaded as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CalledForReal {
    /// When it was sent last, in UTC; none: not since.
    pub last: Option<String>,
    /// When the agent was last started, in UTC: since then nothing of the hook was changed.
    pub since: String,
}

/// The project folder that brings a hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct HookProject {
    /// As in the list of projects.
    pub id: String,
    #[serde(serialize_with = "lossy")]
    #[cfg_attr(feature = "specta", specta(type = String))]
    pub folder: PathBuf,
    /// The folder with `~`.
    pub title: String,
    /// When it runs, and which hook it then replaces.
    pub sentence: String,
}

/// Another hook that an edit would switch in the shipped runtime.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Also {
    pub name: String,
    pub change: OnOff,
    /// "The agent would also turn off b."
    pub would: String,
    /// Whether an entry of the config can keep it as it is. The others are switched whatever is written.
    pub keepable: bool,
}

impl Also {
    pub fn new(name: &str, change: OnOff) -> Self {
        let would = format!("The agent would also turn {} {name}.", change.as_str());
        Self { name: name.to_owned(), change, would, keepable: true }
    }

    /// One that nothing keeps as it is.
    pub fn fixed(name: &str, change: OnOff) -> Self {
        Self { keepable: false, ..Self::new(name, change) }
    }

    /// Once the edit is made: "The agent also turns off b."
    pub fn does(&self) -> String {
        format!("The agent also turns {} {}.", self.change.as_str(), self.name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum OnOff {
    On,
    Off,
}

impl OnOff {
    const fn as_str(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

/// The id of a hook in the agent's own folder.
pub fn managed_id(agent: AgentId, folder: &str) -> String {
    id_in(agent, Source::Managed, folder)
}

/// The id of a hook in a folder of this source.
pub fn id_in(agent: AgentId, source: Source, folder: &str) -> String {
    format!("{agent}/{}/{folder}", source.as_str())
}

/// A path as text. Bytes that are not text are shown as U+FFFD: better a path that looks odd than no list.
pub fn lossy<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&path.to_string_lossy())
}

pub fn lossy_option<S: Serializer>(path: &Option<PathBuf>, to: S) -> Result<S::Ok, S::Error> {
    match path {
        Some(path) => lossy(path, to),
        None => to.serialize_none(),
    }
}
