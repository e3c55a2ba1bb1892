//! Why a command could not be done: for a person, and as `{"error": {code, message, hint}}`.

use std::io;

use clap::error::ErrorKind;
use serde::Serialize;
use tacklebox_engine::apply::ApplyError;
use tacklebox_engine::files::FileError;
use tacklebox_engine::install::foreign::InstallError;
use tacklebox_engine::install::source::SourceError;
use tacklebox_engine::install::stage::StageError;
use tacklebox_engine::machine::NoHome;
use tacklebox_engine::ops::OpError;

/// An error with its code, and the way out where there is one.
#[derive(Debug, Serialize)]
pub struct Failure {
    /// Kebab-case; part of the JSON contract.
    pub code: &'static str,
    pub message: String,
    pub hint: Option<String>,
    #[serde(skip)]
    pub exit: u8,
}

const CLOSED_PIPE: &str = "closed-pipe";

impl Failure {
    /// Refused or failed: exit status 1.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None, exit: 1 }
    }

    /// The same, with what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// What clap has to say: exit status 2.
    pub fn usage(error: &clap::Error) -> Self {
        // Without a command clap's whole help would be the message.
        if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            let hint = Some("`tacklebox --help` lists the commands.".to_owned());
            return Self { code: "usage", message: "A command is missing.".into(), hint, exit: 2 };
        }
        let text = error.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        // The first paragraph says what is wrong, the rest how it is used.
        let (message, rest) = text.split_once("\n\n").unwrap_or((text, ""));
        let hint = (!rest.trim().is_empty()).then(|| rest.trim().to_owned());
        Self { code: "usage", message: message.trim().to_owned(), hint, exit: 2 }
    }

    pub fn is_closed_pipe(&self) -> bool {
        self.code == CLOSED_PIPE
    }
}

impl From<OpError> for Failure {
    fn from(error: OpError) -> Self {
        let mut failure = Self::new(error.code(), error.to_string());
        if matches!(error, OpError::UnknownKey { .. }) {
            failure.exit = 2;
        }
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<StageError> for Failure {
    fn from(error: StageError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<InstallError> for Failure {
    fn from(error: InstallError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<ApplyError> for Failure {
    fn from(error: ApplyError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        ApplyError::from(error).into()
    }
}

impl From<NoHome> for Failure {
    fn from(error: NoHome) -> Self {
        Self::new("no-home", error.to_string())
    }
}

/// Printing failed.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let code = if error.kind() == io::ErrorKind::BrokenPipe { CLOSED_PIPE } else { "output" };
        Self::new(code, format!("The answer could not be written: {error}."))
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}
