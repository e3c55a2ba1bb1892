//! What a manifest says of its action and its conditions, as a person may read it.

use super::{Action, Conditions};
use crate::config;
use crate::hook::{ActionKind, HookAction, HookConditions};

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

impl From<&Conditions> for HookConditions {
    fn from(conditions: &Conditions) -> Self {
        let Conditions { channels, users, pattern } = conditions.clone();
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
