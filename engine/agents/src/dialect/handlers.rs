//! What of a hook runs.

use serde::{Deserialize, Serialize};

/// What a manifest calls the action that adds a text to the prompt.
pub const PROMPT: &str = "prompt_inject";

/// What of a hook runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum HandlerKind {
    Module,
    Shell,
    Http,
    Prompt,
}

impl HandlerKind {
    pub const ALL: [Self; 4] = [Self::Module, Self::Shell, Self::Http, Self::Prompt];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Module => "module",
            Self::Shell => "shell",
            Self::Http => "http",
            Self::Prompt => "prompt",
        }
    }

    /// The action of a manifest that it is; none for a module.
    pub const fn action(self) -> Option<&'static str> {
        match self {
            Self::Module => None,
            Self::Shell => Some("shell"),
            Self::Http => Some("http"),
            Self::Prompt => Some(PROMPT),
        }
    }
}
