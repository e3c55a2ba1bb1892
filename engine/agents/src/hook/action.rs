//! What a hook does when it is called, and for whom: all of it, as a person may read it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::config;
use crate::manifest::{self, Action};

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
}

impl HookAction {
    /// One of which nothing but its kind is known.
    pub const fn of(kind: ActionKind) -> Self {
        Self {
            kind,
            command: None,
            workdir: None,
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

impl From<&Action> for HookAction {
    fn from(action: &Action) -> Self {
        match action {
            Action::Shell { command, workdir, .. } => Self {
                command: Some(command.clone()),
                workdir: workdir.clone(),
                ..Self::of(ActionKind::Shell)
            },
            Action::Http { url, headers, body, .. } => Self {
                url: Some(url.clone()),
                method: Some(action.method().to_owned()),
                headers: Some(headers.iter().map(masked).collect()),
                body: body.clone(),
                ..Self::of(ActionKind::Http)
            },
            Action::Prompt { content, prepend } => Self {
                content: Some(content.clone()),
                position: Some(if *prepend { "prepend" } else { "append" }.to_owned()),
                ..Self::of(ActionKind::Prompt)
            },
        }
    }
}

fn masked((name, value): (&String, &String)) -> (String, String) {
    let secret = config::is_secret(name) || config::looks_secret(value);
    (name.clone(), if secret && !value.is_empty() { config::HIDDEN.into() } else { value.clone() })
}

impl From<&manifest::Conditions> for HookConditions {
    fn from(conditions: &manifest::Conditions) -> Self {
        let manifest::Conditions { channels, users, pattern } = conditions.clone();
        Self { channels, users, pattern }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_told_in_full_but_for_the_values_of_secret_headers() {
        let pairs = [("Authorization", "Bearer abc"), ("Accept", "text/plain"), ("X-Api-Key", "")];
        let headers = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let action = Action::Http {
            url: "https://example.com/x?y=1".into(),
            method: None,
            headers,
            body: Some("{}".into()),
            timeout_secs: None,
        };
        let told = HookAction::from(&action);
        assert_eq!(told.method.as_deref(), Some("POST"), "a request with a body");
        let headers = told.headers.unwrap();
        assert_eq!(headers["Authorization"], "••••••");
        assert_eq!((&*headers["Accept"], &*headers["X-Api-Key"]), ("text/plain", ""));
        assert_eq!(told.url.as_deref(), Some("https://example.com/x?y=1"));
    }
}
