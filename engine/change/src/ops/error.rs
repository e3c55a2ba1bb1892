//! Why a change is not made.

use std::path::PathBuf;

use serde::Serialize;

use crate::blank;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{EditError, SyntaxError};
use tacklebox_agents::hook::{Hook, Source};
use tacklebox_agents::note::NOT_ASKED;
use tacklebox_inventory::discover::{Candidate, Kind};
use tacklebox_inventory::inventory::fixed;
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::files::FileError;

/// A change that cannot be planned, and the way out.
#[derive(Debug, thiserror::Error)]
pub enum OpError {
    #[error("There is no hook {0}.")]
    NoSuchHook(String),
    #[error("There is no plugin {0}.")]
    NoSuchPlugin(String),
    #[error("There is no included hook {name} for {agent}.")]
    NoSuchIncluded { name: String, agent: &'static str },
    #[error("{0} has no switch of its own: it runs as long as it is in the config.")]
    NoSwitch(String),
    #[error(
        "{agent} gives its hooks only its own environment: set {name} where {agent} is started."
    )]
    NoPlaceForEnv { agent: &'static str, name: String },
    #[error(
        "{0} is not a valid variable name. Use letters, digits and _, and do not start with a digit."
    )]
    BadVariable(String),
    #[error(
        "{0} is not a valid hook name. Use at most 64 letters, digits and -, and do not start with -."
    )]
    BadHookName(String),
    #[error("{0} is not a setting path. Write names separated by dots.")]
    BadPath(String),
    #[error("{hook} does not ask for the setting {path}.")]
    NotAsked { hook: String, path: String },
    #[error(
        "{0} is set in an included file, and only the main file is edited: give it another value, or change that file."
    )]
    OnlyIncluded(String),
    #[error("There is no backup {id} of {agent}'s config any more.")]
    NoSuchBackup { id: String, agent: &'static str },
    #[error("No removed hook {0} is kept.")]
    NoSuchRemoved(String),
    #[error("There is nothing to fix by the name {0}.")]
    NoSuchRepair(String),
    #[error("{} cannot be read as it is, so it is not changed: {message}", path.display())]
    Unreadable { path: PathBuf, message: String },
    #[error(
        "It was not saved, as {agent} could not read it. Line {}, column {}: {}", error.line, error.column, error.message
    )]
    DoesNotParse { agent: &'static str, error: SyntaxError },
    #[error("{} could not be changed: {source}", path.display())]
    Edit { path: PathBuf, source: EditError },
    #[error("{0} is not in the list any more: it was changed in the meantime. Look at it again.")]
    NoSuchEntry(String),
    #[error("A hook written like this one has no {key}. It has {known}.")]
    UnknownKey { key: String, known: String },
    #[error("The {blank} of {title} is not filled in: it stays off.")]
    NotFilledIn { title: String, name: String, blank: &'static str, file: Option<String> },
    #[error("{message}")]
    BadValue { message: String, hint: Option<String> },
    #[error("{0} Nothing was changed.")]
    NotTaken(String),
    #[error(
        "{agent} brings a hook named {name} itself, and this one would take its place: nothing was installed."
    )]
    AgentsOwn { name: String, agent: &'static str },
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    File(#[from] FileError),
}

impl OpError {
    /// Why a hook is never switched; none where it can be.
    pub(crate) fn of_switch(agent: &Agent, hook: &Hook, candidate: &Candidate) -> Option<Self> {
        let title = &hook.title;
        if let Some(fixed) = fixed(agent, candidate) {
            let why = fixed.sentence(&agent.runtime.named());
            return Some(Self::Refused(format!("{title} has no switch. {why}")));
        }
        match candidate.kind {
            Kind::Legacy | Kind::Gateway => Some(Self::NoSwitch(title.clone())),
            Kind::Hook | Kind::Builtin => (hook.source == Source::Plugin).then(|| {
                let way = unnamed(agent, hook);
                let way = way.unwrap_or_else(|| ": turn the plugin on or off.".to_owned());
                Self::Refused(format!("{title} comes with a plugin{way}"))
            }),
        }
    }

    /// That a hook does not ask for this setting; none where it does.
    pub(crate) fn not_asked(hook: &Hook, candidate: &Candidate, path: &str) -> Option<Self> {
        let asked = candidate.manifest.as_ref().map(|manifest| manifest.requires.config.as_slice());
        let asks = asked.unwrap_or_default().iter().any(|one| one == path);
        (!asks).then(|| Self::NotAsked { hook: hook.title.clone(), path: path.to_owned() })
    }

    /// That something new cannot be on as it is.
    pub(crate) fn not_filled(blank: &str) -> Self {
        Self::BadValue {
            message: format!("Its {blank} is not filled in, so it cannot be on."),
            hint: Some("Fill it in, or leave it a draft: without --on.".to_owned()),
        }
    }

    /// The kind of failure.
    pub const fn code(&self) -> Code {
        match self {
            Self::NoSuchHook(_)
            | Self::NoSuchPlugin(_)
            | Self::NoSuchIncluded { .. }
            | Self::NoSuchEntry(_)
            | Self::NoSuchRemoved(_)
            | Self::NoSuchRepair(_)
            | Self::NoSuchBackup { .. } => Code::NotFound,
            Self::NoSwitch(_) => Code::NoSwitch,
            Self::NoPlaceForEnv { .. } => Code::NoPlaceForEnv,
            Self::UnknownKey { .. } => Code::Usage,
            Self::BadValue { .. } | Self::NotFilledIn { .. } => Code::BadValue,
            Self::BadVariable(_)
            | Self::BadPath(_)
            | Self::NotAsked { .. }
            | Self::BadHookName(_) => Code::BadName,
            Self::Unreadable { .. } => Code::UnreadableConfig,
            Self::DoesNotParse { .. } => Code::DoesNotParse,
            Self::Edit { .. } => Code::NotEditable,
            Self::Refused(_)
            | Self::OnlyIncluded(_)
            | Self::NotTaken(_)
            | Self::AgentsOwn { .. } => Code::Refused,
            Self::File(error) => error.code(),
        }
    }
}

impl OpError {
    /// What a person can do, where the sentence does not say it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::BadValue { hint, .. } => hint.clone(),
            Self::NotFilledIn { blank: blank::PROGRAM, file: Some(file), .. } => Some(format!(
                "Write what it does into {file}, in place of the line with TODO (*Edit program*), then turn it on."
            )),
            Self::NotFilledIn { blank, file: Some(file), .. } => {
                Some(format!("Write the {blank} into {file}, then turn it on."))
            }
            Self::NotTaken(_) => Some(
                "Nothing was changed. Where you want it in the file all the same, write it with *Edit as text* in Settings."
                    .to_owned(),
            ),
            Self::NoSuchRemoved(_) => Some(
                "Nothing was changed. Hooks that you made yourself may be in the system's bin."
                    .to_owned(),
            ),
            _ => None,
        }
    }

    /// What a person can do in a terminal, where the sentence does not say it.
    fn command(&self) -> Option<String> {
        let command = match self {
            Self::NotTaken(_) => {
                "`tacklebox agents` says which version is meant. If another one runs here, name it with --runtime. To have it in the file all the same, edit the file yourself."
            }
            Self::AgentsOwn { .. } => {
                "The agent's own stays as it is. `--replace` installs this one in its place."
            }
            Self::Unreadable { .. } => {
                "Correct the file at that place, or bring an earlier version back: `tacklebox config backups`."
            }
            Self::NotAsked { .. } => {
                "`tacklebox hooks info` says what it asks for; `tacklebox config set` sets any path."
            }
            Self::NoSuchRemoved(_) => "`tacklebox hooks removed` lists those that are.",
            Self::NoSuchBackup { .. } => "`tacklebox config backups` lists those that are kept.",
            Self::NoSuchRepair(_) => "`tacklebox hooks fix` lists what there is.",
            Self::NotFilledIn { blank: blank::PROGRAM, file: Some(file), .. } => {
                return Some(format!(
                    "Write what it does into {file}, in place of the line with TODO, then turn it on."
                ));
            }
            Self::NotFilledIn { name, blank, file: None, .. } => {
                return Some(format!("`tacklebox hooks edit {name} --set {blank}=…` fills it in."));
            }
            _ => return None,
        };
        Some(command.to_owned())
    }
}

impl From<OpError> for Failure {
    fn from(error: OpError) -> Self {
        let mut failure = Self::new(error.code(), error.to_string());
        failure.hint = error.hint();
        match error.command() {
            Some(command) => failure.command(command),
            None => failure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_reads_has_a_way_out_in_the_window_and_in_a_terminal() {
        let failure = Failure::from(OpError::NotTaken("Nobody reads that.".to_owned()));
        assert!(failure.hint.unwrap().contains("*Edit as text*"));
    }
}

/// What is wrong with one blank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Problem {
    /// The key of `hooks edit`, or `name`; empty for the whole.
    pub field: String,
    pub message: String,
    pub hint: Option<String>,
}

/// How a hook of a plugin that is on comes to be loaded, where its agent loads those alone that its config names.
pub(crate) fn unnamed(agent: &Agent, hook: &Hook) -> Option<String> {
    let is_left_out = hook.runtime.because.contains(&NOT_ASKED);
    is_left_out.then(|| {
        let entry = agent.section_path(&["entries", &hook.hook_key, "enabled"]);
        format!(
            " that is on, and {} loads only hooks that its config names. Set {entry} to true.",
            agent.dialect.title
        )
    })
}
