//! The file itself, as TOML or as JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use tacklebox_agents::hook::AgentId;
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::files::{self, Stamp};

/// What this version writes, and the newest that it reads.
const VERSION: u32 = 1;
/// A file that people read is far smaller.
const LONGEST: usize = 1024 * 1024;
/// Nothing says where another computer could get it: it was made there, put there by hand, or is from a folder of
/// that computer.
pub(super) const ONLY_HERE: &str = "this computer";
/// What was written for that before.
const BY_HAND: &str = "by hand";
/// What the agent brings or installed itself: only its switch and its settings are carried.
pub(super) const OF_THE_AGENT: &str = "the agent";

const ABOUT: &str = "# A set-up of Tacklebox: which hooks, from where, on or off, and what is set.
# Keys are named and never in it; `not_carried` says what else is not. `tacklebox setup check` compares it with a computer, `tacklebox setup apply` carries it out.
# What is `without_files` is named, and its files are only on the computer that wrote this. To carry the files of a folder, put a copy of it beside this file, and write ./ and its name there as the source.

";

/// A set-up, as it is in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupFile {
    /// The version of the format: what such a file begins with.
    pub tacklebox_setup: u32,
    #[serde(default)]
    pub agents: BTreeMap<AgentId, AgentSetup>,
}

/// One agent in a set-up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentSetup {
    /// By the names that the agent's settings have here; what is not in its config is not in it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, Value>,
    #[serde(default)]
    pub hooks: Vec<HookSetup>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plugins: Vec<PluginSetup>,
    /// What is on the computer that wrote this, and another one does not get from it. For people: nothing reads it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_carried: Vec<NotCarried>,
    /// What is named above, and another computer does not get the files of. For people, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_files: Vec<WithoutFiles>,
}

impl AgentSetup {
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What is true of many is said once.
    pub(super) fn lacks_files(&mut self, name: &str, why: &str) {
        WithoutFiles::add(&mut self.without_files, name, why);
    }
}

/// One plugin in a set-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PluginSetup {
    pub id: String,
    /// As that of a hook.
    pub source: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    pub on: bool,
    /// The settings with keys that it needs or has, by path: their values are never in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
    /// What is set, by the paths that its form has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, Value>,
    /// SHA-256 of each file that came with it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

/// Something that a set-up does not carry, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(deny_unknown_fields)]
pub struct NotCarried {
    pub name: String,
    /// A sentence.
    pub why: String,
}

/// What a set-up names and does not bring the files of, for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(deny_unknown_fields)]
pub struct WithoutFiles {
    pub names: Vec<String>,
    /// A sentence.
    pub why: String,
}

impl WithoutFiles {
    fn add(all: &mut Vec<Self>, name: &str, why: &str) {
        match all.iter_mut().find(|one| one.why == why) {
            Some(known) => known.names.push(name.to_owned()),
            None => all.push(Self { names: vec![name.to_owned()], why: why.to_owned() }),
        }
    }
}

/// What can be done about files that are not carried.
pub const TO_CARRY: &str = "To carry the files of a folder, put a copy of it beside the set-up, and write ./ and its name there as the source.";

/// One hook in a set-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HookSetup {
    pub name: String,
    /// `included`, what `hooks install` takes, a folder beside this file as `./…`, `this computer` or `the agent`.
    pub source: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    pub on: bool,
    /// Its order number, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<i32>,
    /// The variables that it needs, and those that are set for it, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
    /// What it needs of the agent's config, by path.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, Value>,
    /// SHA-256 of each file that came with it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

/// How such a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Toml,
    Json,
}

/// Why a file cannot be taken as a set-up.
#[derive(Debug, thiserror::Error)]
pub enum SetupFileError {
    #[error("{0} ends neither in .toml nor in .json, and a set-up does.")]
    Ending(String),
    #[error("This is not a set-up of Tacklebox: {0}. Nothing was changed.")]
    Unreadable(String),
    #[error(
        "This set-up was written by a newer Tacklebox (format {0}). Update Tacklebox, then open it again."
    )]
    Newer(u32),
    #[error("The set-up names {0} twice for one agent. Nothing was changed.")]
    Twice(String),
    #[error("The set-up could not be written: {0}.")]
    Unwritable(String),
    #[error("There is nothing at {}.", .0.display())]
    Nothing(PathBuf),
    #[error(
        "{} is there already and is not a set-up of Tacklebox, so it is left as it is. Choose another name.", .0.display()
    )]
    InTheWay(PathBuf),
}

impl SetupFileError {
    /// Its kind.
    pub const fn code(&self) -> Code {
        match self {
            Self::Unwritable(_) => Code::NotWritten,
            Self::Nothing(_) => Code::NotFound,
            Self::InTheWay(_) => Code::InTheWay,
            Self::Ending(_) | Self::Unreadable(_) | Self::Newer(_) | Self::Twice(_) => {
                Code::BadData
            }
        }
    }
}

impl From<SetupFileError> for Failure {
    fn from(error: SetupFileError) -> Self {
        let failure = Self::new(error.code(), error.to_string());
        match error {
            SetupFileError::Nothing(_) => failure.command("`tacklebox setup export` writes one."),
            _ => failure,
        }
    }
}

/// Whether this is a set-up, of whatever version and ending: one that may be overwritten.
fn is_setup(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let value: Option<Value> =
        toml::from_str(text).ok().or_else(|| serde_json::from_str(text).ok());
    value.is_some_and(|value| value.get("tacklebox_setup").is_some_and(Value::is_u64))
}

impl FileKind {
    /// By the ending of its name.
    ///
    /// # Errors
    /// Every ending but the two.
    pub fn of(path: &Path) -> Result<Self, SetupFileError> {
        match path.extension().map(|ending| ending.to_ascii_lowercase()) {
            Some(ending) if ending == "toml" => Ok(Self::Toml),
            Some(ending) if ending == "json" => Ok(Self::Json),
            _ => {
                let name = path.file_name().unwrap_or_default();
                Err(SetupFileError::Ending(name.to_string_lossy().into_owned()))
            }
        }
    }
}

impl Default for SetupFile {
    fn default() -> Self {
        Self { tacklebox_setup: VERSION, agents: BTreeMap::new() }
    }
}

impl SetupFile {
    /// Reads the set-up in a file.
    ///
    /// # Errors
    /// Where there is none, it cannot be read, or is one of a newer version.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let kind = FileKind::of(path)?;
        let (bytes, _) = files::read(path, LONGEST as u64)?;
        let bytes = bytes.ok_or_else(|| SetupFileError::Nothing(path.to_owned()))?;
        Ok(Self::parse(kind, &bytes)?)
    }

    /// Writes it to a file, as its ending says. Whoever names the file has agreed that an older one goes.
    ///
    /// # Errors
    /// Where the ending is none of the two, another file is there, or it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Failure> {
        let text = self.print(FileKind::of(path)?)?;
        let there = files::read(path, LONGEST as u64);
        let other = match &there {
            Ok((Some(bytes), _)) => !bytes.trim_ascii().is_empty() && !is_setup(bytes),
            Ok((None, _)) => false,
            Err(_) => fs::symlink_metadata(path).is_ok(),
        };
        if other {
            return Err(SetupFileError::InTheWay(path.to_owned()).into());
        }
        let stamp = there.map_or(Stamp::Absent, |(_, stamp)| stamp);
        Ok(files::save(path, text.as_bytes(), &stamp, 0o644)?)
    }

    /// Reads a set-up.
    ///
    /// # Errors
    /// Where it is none, or one of a newer version.
    pub fn parse(kind: FileKind, bytes: &[u8]) -> Result<Self, SetupFileError> {
        let unreadable = |why: String| SetupFileError::Unreadable(why.trim().replace('\n', " "));
        if bytes.len() > LONGEST {
            return Err(unreadable("it is larger than 1 MiB".to_owned()));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| unreadable(error.to_string()))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let value: Value = match kind {
            FileKind::Toml => {
                toml::from_str(text).map_err(|error| unreadable(error.message().to_owned()))?
            }
            FileKind::Json => {
                serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?
            }
        };
        // Looked at first: what a newer version has besides is not a mistake.
        if let Some(version) = value.get("tacklebox_setup").and_then(Value::as_u64)
            && version > u64::from(VERSION)
        {
            return Err(SetupFileError::Newer(u32::try_from(version).unwrap_or(u32::MAX)));
        }
        let mut file: Self =
            serde_json::from_value(value).map_err(|error| unreadable(error.to_string()))?;
        for setup in file.agents.values_mut() {
            let hooks = setup.hooks.iter_mut().map(|hook| &mut hook.source);
            let sources = hooks.chain(setup.plugins.iter_mut().map(|plugin| &mut plugin.source));
            for source in sources.filter(|source| *source == BY_HAND) {
                ONLY_HERE.clone_into(source);
            }
            let hooks = setup.hooks.iter().map(|hook| format!("the hook “{}”", hook.name));
            let plugins = setup.plugins.iter().map(|plugin| format!("the plugin “{}”", plugin.id));
            let mut seen = BTreeSet::new();
            if let Some(twice) = hooks.chain(plugins).find(|name| !seen.insert(name.clone())) {
                return Err(SetupFileError::Twice(twice));
            }
        }
        Ok(file)
    }

    /// The text of it.
    ///
    /// # Errors
    /// Where a value cannot be written so.
    pub fn print(&self, kind: FileKind) -> Result<String, SetupFileError> {
        let failed = |error: String| SetupFileError::Unwritable(error);
        match kind {
            FileKind::Toml => {
                let text =
                    toml::to_string_pretty(self).map_err(|error| failed(error.to_string()))?;
                Ok(format!("{ABOUT}{text}"))
            }
            FileKind::Json => {
                let text = serde_json::to_string_pretty(self)
                    .map_err(|error| failed(error.to_string()))?;
                Ok(format!("{text}\n"))
            }
        }
    }

    /// How many hooks it names.
    pub fn hooks(&self) -> usize {
        self.agents.values().map(|setup| setup.hooks.len()).sum()
    }

    /// How many plugins it names.
    pub fn plugins(&self) -> usize {
        self.agents.values().map(|setup| setup.plugins.len()).sum()
    }

    /// What it names without the files, of all agents.
    pub fn without_files(&self) -> Vec<WithoutFiles> {
        let mut all = Vec::new();
        for one in self.agents.values().flat_map(|setup| &setup.without_files) {
            for name in &one.names {
                WithoutFiles::add(&mut all, name, &one.why);
            }
        }
        all
    }

    /// Everything that it does not carry, and does not name.
    pub fn not_carried(&self) -> Vec<NotCarried> {
        self.agents.values().flat_map(|setup| setup.not_carried.iter().cloned()).collect()
    }
}
