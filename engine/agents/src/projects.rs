//! Project folders that a person listed: folders that an agent is started in, and that bring hooks of their
//! own (rule ). Which ones are listed is Tacklebox's own data; no agent knows of the list.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::dialect::Dialect;
use crate::hook::AgentId;
use tacklebox_machine::files::{self, Stamp};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// The list in our own data.
pub const FILE: &str = "projects.json";
/// Each is read in full, with all hooks of its agent.
pub const MOST: usize = 20;
const MAX_BYTES: u64 = 256 * 1024;

/// A project folder, and whether its agent takes it for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// Stable: part of the ids of its hooks, and never a path.
    pub id: String,
    pub folder: PathBuf,
    /// Why no hook of it is ever loaded; none where they are.
    pub unread: Option<String>,
}

/// Where the list is kept.
pub fn file(machine: &Machine) -> PathBuf {
    machine.data_dir().join(FILE)
}

fn all(machine: &Machine) -> BTreeMap<String, Vec<PathBuf>> {
    let Ok((Some(bytes), _)) = files::read(&file(machine), MAX_BYTES) else {
        return BTreeMap::new();
    };
    serde_json::from_slice(&bytes).unwrap_or_default()
}

/// The folders that are listed for an agent. What cannot be read counts as none.
pub fn list(machine: &Machine, agent: AgentId) -> Vec<PathBuf> {
    if agent.dialect().projects.is_none() {
        return Vec::new();
    }
    let mut folders = all(machine).remove(agent.as_str()).unwrap_or_default();
    folders.retain(|folder| folder.is_absolute());
    folders.truncate(MOST);
    folders
}

/// What the list holds once an agent has these folders; none where nothing is left of it.
pub fn text(machine: &Machine, agent: AgentId, folders: &[PathBuf]) -> Option<String> {
    let mut all = all(machine);
    all.insert(agent.as_str().to_owned(), folders.to_vec());
    all.retain(|_, folders| !folders.is_empty());
    (!all.is_empty()).then(|| serde_json::to_string_pretty(&all).ok()).flatten()
}

impl Project {
    /// What an agent makes of a folder that it is started in.
    pub fn of(machine: &Machine, dialect: &Dialect, config: &Value, folder: &Path) -> Self {
        Self {
            id: short_hash(folder),
            folder: folder.to_owned(),
            unread: unread(machine, dialect, config, folder),
        }
    }

    /// The files whose coming or going decides whether the folder is taken for a project.
    pub fn marks(&self, dialect: &Dialect) -> impl Iterator<Item = PathBuf> {
        let marks = dialect.projects.map_or(&[][..], |rule| rule.marks);
        marks.iter().map(|mark| self.folder.join(mark))
    }

    /// Whether a hook of this id is one of its own.
    pub fn brings(&self, id: &str) -> bool {
        let mut parts = id.splitn(3, '/').skip(1);
        let tag = id.rsplit_once('@').map(|(_, tag)| tag);
        parts.next() == Some("workspace") && tag.is_some_and(|tag| tag.starts_with(&self.id))
    }
}

fn unread(machine: &Machine, dialect: &Dialect, config: &Value, folder: &Path) -> Option<String> {
    let rule = dialect.projects?;
    let title = dialect.title;
    if !rule.read {
        return Some(format!(
            "Today's {title} does not look for hooks in the folder that it is started in"
        ));
    }
    if let Some(name) = rule.unless_set.iter().find(|name| machine.env(name).is_some()) {
        return Some(format!(
            "{title} does not look in the folder that it is started in while {name} is set"
        ));
    }
    let named = config.pointer("/agents/defaults/workspace").and_then(Value::as_str);
    if let Some(named) = named.filter(|_| rule.config_first) {
        return Some(format!(
            "{title} works in {named}, as its config says, wherever it is started"
        ));
    }
    if rule.marks.is_empty() || rule.marks.iter().any(|mark| folder.join(mark).exists()) {
        return None;
    }
    let marks = words::any_of(rule.marks.iter().map(|mark| (*mark).to_owned()));
    Some(format!("{title} takes a folder for a project only where it holds {marks}"))
}

/// What tells a folder from others in an id.
pub fn short_hash(path: &Path) -> String {
    Stamp::of(path.as_os_str().as_encoded_bytes()).to_string().chars().take(6).collect()
}
