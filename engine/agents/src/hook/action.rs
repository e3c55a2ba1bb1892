//! What a hook does when it is called, and for whom: all of it, as a person may read it.

use std::collections::BTreeMap;

use serde::Serialize;

/// What runs when a hook is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum ActionKind {
    Module,
    Shell,
    Http,
    Prompt,
    /// Part of the agent itself.
    Builtin,
}

/// What runs when a hook is called, in full. What does not apply to its kind is null.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct HookAction {
    pub kind: ActionKind,
    pub command: Option<String>,
    /// The folder that the command is started in, where it is not the hook's own.
    pub workdir: Option<String>,
    /// The variables that its manifest sets for the command, their values masked; none where it sets none.
    pub env: Option<BTreeMap<String, String>>,
    pub url: Option<String>,
    pub method: Option<String>,
    /// Values that are secret by their name or their looks are masked.
    pub headers: Option<BTreeMap<String, String>>,
    /// What is sent; none: the event, as JSON.
    pub body: Option<String>,
    /// The text that is added to the prompt.
    pub content: Option<String>,
    /// `prepend` or `append`.
    pub position: Option<String>,
}

/// For whom a hook is called: all of them must hold, as far as the event says anything about them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct HookConditions {
    pub channels: Vec<String>,
    pub users: Vec<String>,
    /// A regular expression.
    pub pattern: Option<String>,
    /// One of the lists is empty, and the version in force takes that for nobody.
    pub nobody: bool,
}

impl HookAction {
    /// One of which nothing but its kind is known.
    pub const fn of(kind: ActionKind) -> Self {
        Self {
            kind,
            command: None,
            workdir: None,
            env: None,
            url: None,
            method: None,
            headers: None,
            body: None,
            content: None,
            position: None,
        }
    }

    /// What of it is not filled in yet, by its name in `hooks edit`.
    pub fn blank(&self) -> Option<&'static str> {
        let values = [("command", &self.command), ("url", &self.url), ("content", &self.content)];
        let empty = |value: &Option<String>| value.as_ref().is_some_and(|it| it.trim().is_empty());
        values.into_iter().find(|(_, value)| empty(value)).map(|(name, _)| name)
    }
}
