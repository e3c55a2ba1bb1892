//! A hook copied to another agent: its manifest written in the other dialect, its events through the
//! table of moments, and everything that the other agent cannot express named before a file is written
//! (`hooks port`, rules ). The original is only read.
//!
//! A copy always starts off: what it does for its new agent should be seen first.

mod events;
mod hints;
mod module;
mod origin;
pub mod own;
mod place;
mod plugin;
mod shell;
mod skeleton;
#[cfg(test)]
mod tests;
mod write;

use serde::Serialize;

use self::origin::Origin;
use crate::ops::OpError;
use crate::plan::{NewFile, Plan};
use tacklebox_agents::dialect::{Dialect, HandlerKind};
use tacklebox_agents::hook::{AgentId, Note};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// An agent that a hook might be copied to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PortChoice {
    pub agent: AgentId,
    pub possible: bool,
    /// Only a start can be written, to be finished by hand.
    pub skeleton: bool,
    /// Why it is not possible, as a sentence; none where it is.
    pub why: Option<String>,
}

/// A copy as it is shown before anything is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PortView {
    /// "Copy Guard to ZeroClaw"
    pub title: String,
    /// What the other agent cannot express, in sentences.
    pub lost: Vec<String>,
    /// What is written differently so that it means the same, or has to be known of the copy, in sentences.
    pub changed: Vec<String>,
    pub files: Vec<PortFile>,
    /// The folder that the files go to, as it is shown.
    pub goes_to: String,
    /// It is only a start: what the hook does has to be written by hand.
    pub skeleton: bool,
    /// Why it cannot be copied; none where it can.
    pub blocked: Option<String>,
    /// What the runtime that ships today will do with the copy.
    pub notes: Vec<Note>,
    /// What is written where, in sentences.
    pub steps: Vec<String>,
}

/// A file of a copy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PortFile {
    /// Relative to the folder that it goes to, with `/`.
    pub path: String,
    /// Its text, secrets masked; none for a file that is copied as it is.
    pub text: Option<String>,
}

/// A copy, ready to be written.
#[derive(Clone, Debug)]
pub struct Port {
    pub view: PortView,
    /// None where it is blocked.
    pub plan: Option<Plan>,
    /// The ids that the copies will have: one hook may become several, where a hook has one event.
    pub ids: Vec<String>,
}

impl Port {
    /// The plan.
    ///
    /// # Errors
    /// [`OpError::Refused`] with the reason where it is blocked.
    pub fn plan(&self) -> Result<&Plan, OpError> {
        let PortView { title, blocked, .. } = &self.view;
        let why = blocked.as_deref().unwrap_or_default();
        self.plan.as_ref().ok_or_else(|| OpError::Refused(format!("{title}: {why}")))
    }
}

/// What a hook becomes in another dialect.
#[derive(Debug, Default)]
struct Draft {
    folders: Vec<Folder>,
    lost: Vec<String>,
    changed: Vec<String>,
    skeleton: bool,
}

/// One folder of a copy.
#[derive(Debug)]
struct Folder {
    name: String,
    /// The name that the manifest gives.
    hook: String,
    /// The key of its entry in a config.
    key: String,
    version: String,
    files: Vec<NewFile>,
    /// Those of the files that are not as they were.
    written: Vec<String>,
}

/// The agents that a hook may be copied to. `all` are the inventories of this computer; the hook's own
/// agent is left out.
///
/// # Errors
/// [`OpError::NoSuchHook`].
pub fn choices(
    machine: &Machine,
    from: &Inventory,
    id: &str,
    all: &[Inventory],
) -> Result<Vec<PortChoice>, OpError> {
    let others = all.iter().filter(|to| to.agent().id() != from.agent().id());
    others
        .map(|to| {
            let view = plan(machine, from, id, to)?.view;
            Ok(PortChoice {
                agent: to.agent().id(),
                possible: view.blocked.is_none(),
                skeleton: view.skeleton,
                why: view.blocked,
            })
        })
        .collect()
}

/// What a copy of this hook to another agent would be. Nothing is written.
///
/// # Errors
/// [`OpError::NoSuchHook`], or where a config that a copy is switched off in cannot be edited. What
/// keeps this hook from being copied is in [`PortView::blocked`].
pub fn plan(
    machine: &Machine,
    from: &Inventory,
    id: &str,
    to: &Inventory,
) -> Result<Port, OpError> {
    let (hook, candidate) = from.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
    let dialect = to.agent().dialect;
    let title = format!("Copy {} to {}", hook.title, dialect.title);
    let draft = match Origin::read(machine, from, hook, candidate) {
        Ok(origin) => match plugin::of(&origin, dialect) {
            Some(Ok(made)) => return place::plugin(machine, hook, to, title, made),
            Some(Err(why)) => Err(why),
            None => draft(&origin, dialect),
        },
        Err(why) => Err(why),
    };
    match draft {
        Ok(draft) => place::port(machine, hook, to, title, draft),
        Err(why) => Ok(blocked(title, why, Draft::default())),
    }
}

/// A copy that is not to be, and why.
fn blocked(title: String, why: String, draft: Draft) -> Port {
    let view = PortView {
        title,
        lost: draft.lost,
        changed: Vec::new(),
        files: Vec::new(),
        goes_to: String::new(),
        skeleton: draft.skeleton,
        blocked: Some(why),
        notes: Vec::new(),
        steps: Vec::new(),
    };
    Port { view, plan: None, ids: Vec::new() }
}

/// The hook in the other dialect, or why there is none.
fn draft(origin: &Origin<'_>, to: &'static Dialect) -> Result<Draft, String> {
    let from = origin.dialect();
    if from.agent == to.agent {
        return Err(format!("It is a hook of {} already.", to.title));
    }
    let has_modules = |one: &Dialect| one.kinds.contains(&HandlerKind::Module);
    match (has_modules(from), has_modules(to)) {
        (true, true) => module::draft(origin, to),
        (true, false) | (false, true) => skeleton::draft(origin, to),
        _ if origin.command().is_some() => shell::draft(origin, to),
        _ => skeleton::draft(origin, to),
    }
}
