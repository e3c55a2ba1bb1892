//! TEMPORARY: stands in for `tacklebox_engine::desk` until it is there, with the same names, so that
//! the window can be built and tried. Deleted together with the `use` lines that name it.

#![expect(dead_code, reason = "the real desk takes its place")]

use std::path::PathBuf;

use serde::Serialize;
use specta::Type;
use tacklebox_engine::hook::{AgentId, Finding, Hook, MissingKind, Note};

#[derive(Clone, Debug, Serialize, Type)]
pub struct AppError {
    pub code: String,
    pub message: String,
    pub hint: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct Counts {
    pub ready: u32,
    pub needs_setup: u32,
    pub off: u32,
    pub cannot_run_here: u32,
    pub broken: u32,
    pub replaced: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct Problem {
    pub path: String,
    pub message: String,
    pub line: Option<u32>,
    pub column: Option<u32>,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct AgentView {
    pub agent: AgentId,
    pub name: String,
    pub found: bool,
    pub home: String,
    pub config: String,
    pub config_exists: bool,
    pub workspace: String,
    pub hooks: u32,
    pub needs_attention: u32,
    pub notes: Vec<Note>,
    pub hooks_on: bool,
    pub counts: Counts,
    pub managed_dir: String,
    pub problems: Vec<Problem>,
    pub pending: Vec<String>,
    pub restart_hint: String,
}

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    Darwin,
    Linux,
    Win32,
}

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "kebab-case")]
pub enum PathSource {
    LoginShell,
    Process,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct MachineView {
    pub platform: Platform,
    pub path_dirs: Vec<String>,
    pub path_source: PathSource,
    pub checking: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct Overview {
    pub agents: Vec<AgentView>,
    pub machine: MachineView,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct InstallOption {
    pub label: String,
    pub command: Option<String>,
    pub url: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct SetupItem {
    pub kind: MissingKind,
    pub names: Vec<String>,
    pub title: String,
    pub met: bool,
    pub sentence: String,
    pub detail: Option<String>,
    pub editable: bool,
    pub secret: bool,
    pub clearable: bool,
    pub install: Vec<InstallOption>,
    pub note: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct Trigger {
    pub key: String,
    pub label: String,
    pub sentence: String,
    pub moment: Option<String>,
    pub modifying: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct FileEntry {
    pub path: String,
    pub bytes: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct ReceiptFile {
    pub path: String,
    pub sha256: String,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct Receipt {
    pub source: String,
    pub version: String,
    pub installed_at: String,
    pub files: Vec<ReceiptFile>,
    pub changed: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct HookDetail {
    pub hook: Hook,
    pub body: String,
    pub files: Vec<FileEntry>,
    pub install: Vec<InstallOption>,
    pub receipt: Option<Receipt>,
    pub findings: Vec<Finding>,
    pub setup: Vec<SetupItem>,
    pub triggers: Vec<Trigger>,
    pub switch_blocked: Option<String>,
    pub remove_blocked: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    On,
    Off,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct Also {
    pub name: String,
    pub change: Switch,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct FileDiff {
    pub path: String,
    pub diff: String,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct PlanView {
    pub title: String,
    pub steps: Vec<String>,
    pub files: Vec<FileDiff>,
    pub also: Vec<Also>,
    pub stays: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct Change {
    pub changed: bool,
    pub summary: String,
    pub agent: AgentId,
    pub also: Vec<Also>,
    pub undo: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Outcome {
    Done { change: Change },
    Confirm { plan: PlanView },
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum InstallOutcome {
    Done { id: String, change: Change },
    Confirm { plan: PlanView },
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct IncludedFor {
    pub agent: AgentId,
    pub installed: Option<String>,
    pub needs: String,
    pub update: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct Included {
    pub name: String,
    pub title: String,
    pub emoji: String,
    pub description: String,
    pub when: String,
    pub agents: Vec<IncludedFor>,
}

#[derive(Clone, Debug, Serialize, Type)]
pub struct InventoryChanged {
    pub agent: AgentView,
    pub full: bool,
    pub upserted: Vec<Hook>,
    pub removed: Vec<String>,
}

type Answer<T> = Result<T, AppError>;

/// What the shell asks of the engine.
pub struct Desk;

impl Desk {
    pub fn open() -> Self {
        Self
    }

    pub fn overview(&self) -> Answer<Overview> {
        let machine = MachineView {
            platform: Platform::Linux,
            path_dirs: Vec::new(),
            path_source: PathSource::Process,
            checking: false,
        };
        Ok(Overview { agents: Vec::new(), machine })
    }

    pub fn hooks(&self, _agent: Option<AgentId>) -> Answer<Vec<Hook>> {
        Ok(Vec::new())
    }

    pub fn included(&self) -> Answer<Vec<Included>> {
        Ok(Vec::new())
    }

    pub fn refresh(&self) -> Answer<Overview> {
        self.overview()
    }

    pub fn hook(&self, _id: &str) -> Answer<HookDetail> {
        not_yet()
    }

    pub fn set_enabled(&self, _id: &str, _on: bool, _confirmed: bool) -> Answer<Outcome> {
        not_yet()
    }

    pub fn set_hooks_on(&self, _agent: AgentId, _on: bool) -> Answer<Change> {
        not_yet()
    }

    pub fn set_env(&self, _id: &str, _key: &str, _value: &str) -> Answer<Change> {
        not_yet()
    }

    pub fn clear_env(&self, _id: &str, _key: &str) -> Answer<Change> {
        not_yet()
    }

    pub fn set_setting(&self, _id: &str, _path: &str, _value: &str) -> Answer<Change> {
        not_yet()
    }

    pub fn clear_setting(&self, _id: &str, _path: &str) -> Answer<Change> {
        not_yet()
    }

    pub fn make_executable(&self, _id: &str) -> Answer<Change> {
        not_yet()
    }

    pub fn fix_note(&self, _id: &str, _note: &str, _confirmed: bool) -> Answer<Outcome> {
        not_yet()
    }

    pub fn install_included(
        &self,
        _name: &str,
        _agent: AgentId,
        _confirmed: bool,
    ) -> Answer<InstallOutcome> {
        not_yet()
    }

    pub fn plan_remove(&self, _id: &str) -> Answer<PlanView> {
        not_yet()
    }

    pub fn remove(&self, _id: &str) -> Answer<Change> {
        not_yet()
    }

    pub fn undo(&self, _id: &str) -> Answer<Change> {
        not_yet()
    }

    /// The hook's folder, checked to be one that was found.
    pub fn folder(&self, _id: &str) -> Answer<PathBuf> {
        not_yet()
    }

    /// The folder in which the agent's config stands or would stand.
    pub fn config_folder(&self, _agent: AgentId) -> Answer<PathBuf> {
        not_yet()
    }

    /// The address, checked to be one for a browser: http or https.
    pub fn link(&self, _url: &str) -> Answer<String> {
        not_yet()
    }

    pub fn dismiss_pending(&self, _agent: AgentId) -> Answer<()> {
        not_yet()
    }
}

fn not_yet<T>() -> Answer<T> {
    Err(AppError { code: "not-yet".into(), message: "This is not there yet.".into(), hint: None })
}
