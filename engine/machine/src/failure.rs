//! Why something could not be done, as a person is told: one type for the window, for the command line and
//! for JSON.

use serde::Serialize;

use crate::data::DataError;
use crate::files::{FileError, FolderError};
use crate::machine::NoHome;

/// Makes the enum and the list of all its values from one row each.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What kind of failure it is. Its kebab-case name is part of the JSON contract: rows are added, and
        /// never renamed or dropped. The page's table of codes has a row for each, or does not compile.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        #[cfg_attr(feature = "specta", derive(specta::Type))]
        #[serde(rename_all = "kebab-case")]
        pub enum Code {
            $($(#[$doc])* $name,)*
        }

        impl Code {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];
        }
    };
}

codes! {
    /// The agent's own program is not on this computer.
    AgentNotHere,
    /// Several hooks have that name.
    Ambiguous,
    /// The data of an event cannot be read.
    BadData,
    /// Not a name of a hook or a variable, or not the path of a setting.
    BadName,
    /// A value that cannot be kept.
    BadValue,
    /// It was stopped; none of it is left.
    Cancelled,
    /// A hook or plugin that cannot be run.
    CannotRun,
    /// The agent's own program has no command that could be asked.
    CannotTell,
    /// Another program changed the file; nothing was written.
    ChangedMeanwhile,
    /// The text that was to be saved could not be read by the agent.
    DoesNotParse,
    /// Something else has the place.
    InTheWay,
    /// The check found something serious that nobody accepted, or code of a plugin would run that nobody agreed to.
    NeedsAcceptance,
    /// It has to be said for which agent.
    NeedsAgent,
    /// It comes from elsewhere, and nobody said yes.
    NeedsYes,
    /// A hook and its copy listen to nothing that is alike.
    NoCommonEvent,
    /// Nothing says which folder is the home.
    NoHome,
    /// The agent has no place for a variable of one hook.
    NoPlaceForEnv,
    /// The agent has no plugins.
    NoPlugins,
    /// The hook has no switch of its own.
    NoSwitch,
    /// The value is not allowed in that place.
    NotEditable,
    /// It could not be fetched or unpacked; none of it is left.
    NotFetched,
    /// There is no such thing (any more).
    NotFound,
    /// A missing program can only be installed by hand.
    NotInstallable,
    /// A missing program was not installed.
    NotInstalled,
    /// The hook does not listen to that event.
    NotListening,
    /// A folder or a link could not be opened.
    NotOpened,
    /// Something could not be started.
    NotStarted,
    /// The agent's own program answered something unknown.
    NotUnderstood,
    /// A file could not be written; nothing was changed.
    NotWritten,
    /// There is no change to take back.
    NothingToUndo,
    /// Something of that name belongs to another agent.
    OtherAgent,
    /// The answer could not be written.
    Output,
    /// A newer Tacklebox wrote the data that is needed for it.
    ReadOnly,
    /// It would harm what is there; the message says what.
    Refused,
    /// It took too long.
    TimedOut,
    /// Something in Tacklebox itself failed.
    Unexpected,
    /// The agent has no such event.
    UnknownEvent,
    /// The config cannot be read as it is, so it is not written to.
    UnreadableConfig,
    /// Not a place that hooks are fetched from.
    UnsupportedSource,
    /// The command line could not be understood.
    Usage,
}

/// Its name in JSON.
impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.serialize(f)
    }
}

/// An error as the window and the command line show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[error("{message}")]
pub struct Failure {
    pub code: Code,
    /// What happened, and what is unharmed.
    pub message: String,
    /// What to do, where the message does not say it.
    pub hint: Option<String>,
    /// What to do in a terminal instead: what to type there. The window has its own ways.
    #[serde(skip)]
    pub command: Option<String>,
}

impl Failure {
    /// What happened, and what is unharmed.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None, command: None }
    }

    /// The same, with what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same, with what to type in a terminal.
    #[must_use]
    pub fn command(mut self, command: impl Into<String>) -> Self {
        self.command = Some(command.into());
        self
    }

    /// As a terminal shows it.
    #[must_use]
    pub fn in_terminal(mut self) -> Self {
        if let Some(command) = self.command.take() {
            self.hint = Some(command);
        }
        self
    }
}

impl FileError {
    /// The kind of failure.
    pub const fn code(&self) -> Code {
        match self {
            Self::Changed { .. } => Code::ChangedMeanwhile,
            _ => Code::NotWritten,
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl DataError {
    /// The kind of failure.
    pub const fn code(&self) -> Code {
        match self {
            Self::Newer { .. } | Self::Unknown(_) => Code::ReadOnly,
            Self::Busy | Self::Lock { .. } => Code::NotWritten,
            Self::File(file) => file.code(),
            Self::Folder(FolderError::InTheWay(_)) => Code::InTheWay,
            Self::Folder(FolderError::Io { .. }) => Code::NotWritten,
        }
    }
}

impl From<DataError> for Failure {
    fn from(error: DataError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<NoHome> for Failure {
    fn from(error: NoHome) -> Self {
        Self::new(Code::NoHome, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_code_is_written_in_kebab_case_and_no_two_alike() {
        assert_eq!(Code::NoPlaceForEnv.to_string(), "no-place-for-env");
        assert_eq!(Code::Usage.to_string(), "usage");
        let names: BTreeSet<_> = Code::ALL.iter().map(ToString::to_string).collect();
        assert_eq!(names.len(), Code::ALL.len());
    }

    #[test]
    fn a_terminal_is_told_what_to_type_and_the_window_is_not() {
        let plain = Failure::new(Code::Refused, "No.").hint("Look at it first.");
        assert_eq!(plain.clone().in_terminal(), plain);
        let both = plain.command("Look at it with --dry-run.");
        assert_eq!(both.hint.as_deref(), Some("Look at it first."));
        let told = both.in_terminal();
        assert_eq!(told.hint.as_deref(), Some("Look at it with --dry-run."));
        assert_eq!(told.command, None);
    }
}
