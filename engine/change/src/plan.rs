//! Everything that changes the computer is a plan first: which files, what text, what moves. It is
//! shown, then applied; what was applied can be taken back (`undo`).

pub(crate) mod cleared;
pub mod merge;

use std::path::{Path, PathBuf};

use serde::Serialize;

use tacklebox_agents::config::{self, Syntax};
use tacklebox_agents::hook::AgentId;
pub use tacklebox_agents::hook::{Also, OnOff};
use tacklebox_agents::manifest;
use tacklebox_machine::cut::Cut;
use tacklebox_machine::files::Stamp;
use tacklebox_machine::machine::Machine;

/// Endings of files that are programs and no settings.
const PROGRAMS: [&str; 10] = ["ts", "mts", "cts", "js", "mjs", "cjs", "sh", "bash", "zsh", "py"];

/// What an action will change.
#[derive(Clone, Debug)]
pub struct Plan {
    pub agent: AgentId,
    /// The id of the hook that it is about; none where it is about the agent.
    pub hook: Option<String>,
    /// The moments of a hook that comes or goes with it.
    pub moments: Vec<String>,
    /// "Turn off Session memory"
    pub title: String,
    /// "Session memory was turned off."
    pub done: String,
    pub steps: Vec<Step>,
    /// Other hooks that the shipped runtime would switch along with it.
    pub also: Vec<Also>,
    /// What a removal leaves in place, in sentences.
    pub stays: Vec<String>,
    /// What is said where there is nothing to change, and that alone would promise too much.
    pub already: Option<String>,
    /// What is wrong about the value that it saves, or stays wrong: said to whoever typed it.
    pub odd: Option<String>,
    /// What it switches beside `also`, of which there is no list: shown with what stays.
    pub along: Vec<String>,
}

/// One step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A file's text changes: a config, a manifest, a list.
    Edit { path: PathBuf, syntax: Syntax, stamp: Stamp, before: Option<String>, after: String },
    /// A new folder appears, complete or not at all.
    Place { dir: PathBuf, files: Vec<NewFile> },
    /// A folder goes to the undo folder.
    Remove { dir: PathBuf },
    /// What no version brought stays in a folder that was replaced: all but what the old one `had`. The
    /// new one's own files (`brought`) are not touched. `own` is for whoever reads the plan.
    Carry { dir: PathBuf, had: Vec<String>, brought: Vec<String>, own: Vec<String> },
    /// A folder that was removed comes back from where it was kept.
    Return { dir: PathBuf, from: PathBuf },
    /// A file may be executed from now on.
    MakeExecutable { path: PathBuf },
    /// Our own record of a file of ours; shown only where it has something to say. None removes it.
    Record { path: PathBuf, after: Option<String>, says: Option<String> },
    /// A running agent is told to read its hooks again; never taken back.
    Reload { path: PathBuf },
}

/// A file that a plan places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// Relative to the folder that is placed, with `/`.
    pub path: String,
    pub bytes: Vec<u8>,
    pub executable: bool,
}

/// A plan as it is shown before it is applied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PlanView {
    pub title: String,
    pub steps: Vec<String>,
    pub files: Vec<FileDiff>,
    pub also: Vec<Also>,
    pub stays: Vec<String>,
    /// What is said where nothing would change. A window shows no such plan.
    #[cfg_attr(feature = "specta", specta(skip))]
    pub already: Option<String>,
}

/// The change of one file, secrets masked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FileDiff {
    pub path: String,
    pub diff: String,
}

impl Plan {
    /// A plan that changes nothing yet.
    pub fn new(agent: AgentId, title: impl Into<String>, done: impl Into<String>) -> Self {
        Self {
            agent,
            hook: None,
            moments: Vec::new(),
            title: title.into(),
            done: done.into(),
            steps: Vec::new(),
            also: Vec::new(),
            stays: Vec::new(),
            already: None,
            odd: None,
            along: Vec::new(),
        }
    }

    /// The same plan, about this hook.
    #[must_use]
    pub fn about(mut self, id: impl Into<String>) -> Self {
        self.hook = Some(id.into());
        self
    }

    /// Whether it puts a folder in this place.
    pub fn places(&self, dir: &Path) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Place { dir: new, .. } if new == dir))
    }

    /// Nothing would change: it is already so.
    pub fn is_empty(&self) -> bool {
        !self.steps.iter().any(Step::is_shown)
    }

    /// What is said where nothing would change.
    pub fn nothing(&self) -> String {
        let usual = || "Nothing to change: it is already like that.".to_owned();
        self.already.clone().unwrap_or_else(usual)
    }

    /// Whether an agent could notice it.
    pub fn touches_the_agent(&self) -> bool {
        self.steps.iter().any(Step::is_of_the_agent)
    }

    /// The first file or folder that changes.
    pub fn file(&self) -> Option<&Path> {
        self.steps.iter().filter(|step| step.is_shown()).map(Step::path).next()
    }

    /// The files that the plan puts into new folders.
    pub fn placed(&self) -> Vec<PathBuf> {
        let folders = self.steps.iter().filter_map(|step| match step {
            Step::Place { dir, files } => Some((dir, files)),
            _ => None,
        });
        folders
            .flat_map(|(dir, files)| files.iter().map(move |file| dir.join(&file.path)))
            .collect()
    }

    /// The text changes of all files, secrets masked.
    pub fn diff(&self, machine: &Machine) -> String {
        self.view(machine).files.into_iter().map(|file| file.diff).collect()
    }

    /// The plan as a person sees it.
    pub fn view(&self, machine: &Machine) -> PlanView {
        let shown = self.steps.iter().filter(|step| step.is_shown());
        PlanView {
            title: self.title.clone(),
            steps: shown.map(|step| step.sentence(machine)).collect(),
            files: self.steps.iter().filter_map(|step| step.diff(machine)).collect(),
            also: self.also.clone(),
            stays: self.along.iter().chain(&self.stays).cloned().collect(),
            already: self.is_empty().then(|| self.nothing()),
        }
    }
}

impl Step {
    /// The file or folder that the step is about.
    pub fn path(&self) -> &Path {
        match self {
            Self::Edit { path, .. }
            | Self::MakeExecutable { path }
            | Self::Record { path, .. }
            | Self::Reload { path } => path,
            Self::Place { dir, .. }
            | Self::Remove { dir }
            | Self::Carry { dir, .. }
            | Self::Return { dir, .. } => dir,
        }
    }

    /// The step that writes a record of ours and says nothing about it.
    pub const fn record(path: PathBuf, after: Option<String>) -> Self {
        Self::Record { path, after, says: None }
    }

    /// The same, with what is said of it where it is a record.
    pub(crate) fn saying(mut self, said: String) -> Self {
        if let Self::Record { says, .. } = &mut self {
            *says = Some(said);
        }
        self
    }

    /// Whether an agent could notice the step.
    pub(crate) const fn is_of_the_agent(&self) -> bool {
        !matches!(self, Self::Record { .. } | Self::Reload { .. })
    }

    const fn is_shown(&self) -> bool {
        self.is_of_the_agent() || matches!(self, Self::Record { says: Some(_), .. })
    }

    pub(crate) fn sentence(&self, machine: &Machine) -> String {
        let path = machine.show(self.path());
        match self {
            Self::Edit { before: None, .. } => format!("Write {path}"),
            Self::Edit { .. } => format!("Change {path}"),
            Self::Place { files, .. } => {
                format!("Put {} into {path}", tacklebox_machine::words::count(files.len(), "file"))
            }
            Self::Remove { .. } => format!("Remove {path}; Undo brings it back"),
            Self::Carry { own, .. } => {
                format!(
                    "Leave {} in {path} as it is",
                    tacklebox_machine::words::all_of(own.iter().cloned())
                )
            }
            Self::Return { .. } => format!("Bring {path} back"),
            Self::MakeExecutable { .. } => format!("Allow {path} to run"),
            Self::Record { says: Some(says), .. } => says.clone(),
            Self::Record { .. } | Self::Reload { .. } => path,
        }
    }

    fn diff(&self, machine: &Machine) -> Option<FileDiff> {
        let Self::Edit { path, syntax, before, after, .. } = self else { return None };
        let before = before.as_deref().unwrap_or_default();
        let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        if PROGRAMS.contains(&ending) {
            let hidden = config::redact_program;
            let diff = config::unified(&hidden(before), &hidden(after));
            return Some(FileDiff { path: machine.show(path), diff });
        }
        let is_md = path.extension().is_some_and(|ext| ext == "md");
        if is_md && manifest::toml_front(before).is_none() {
            let diff = config::diff_yaml(before, after);
            return Some(FileDiff { path: machine.show(path), diff });
        }
        // Of a HOOK.md only the front matter is edited, and only that is TOML to be masked.
        let part = |text| match manifest::toml_front(text) {
            Some((start, end)) if is_md => text.cut(start..end),
            _ => text,
        };
        let diff = config::diff(*syntax, part(before), part(after));
        Some(FileDiff { path: machine.show(path), diff })
    }
}
