//! What a manifest says of its action and its conditions, as a person may read it.

use super::{Action, Conditions, Manifest, toml_front};
use crate::config::{self, Syntax};
use crate::hook::{ActionKind, HookAction, HookConditions};
use tacklebox_machine::cut::Cut;

/// A `HOOK.md` that may be shown: its front matter without secrets.
pub fn redact(text: &str) -> String {
    match toml_front(text) {
        Some((start, end)) => {
            let front = config::redact(Syntax::Toml, text.cut(start..end));
            format!("{}{front}{}", text.cut(..start), text.cut(end..))
        }
        None => config::redact_yaml(text),
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

impl Manifest {
    /// What is run, with what it sets for that.
    pub fn told(&self) -> Option<HookAction> {
        // Any of them may be a key that was saved here, whatever its name.
        let hidden = |(name, value): (&String, &String)| {
            let shown = if value.is_empty() { String::new() } else { config::HIDDEN.into() };
            (name.clone(), shown)
        };
        let env = self.env.iter().map(hidden).collect();
        let env = Some(env).filter(|_| !self.env.is_empty());
        self.action.as_ref().map(|action| HookAction { env, ..action.into() })
    }
}

fn masked((name, value): (&String, &String)) -> (String, String) {
    let secret = config::is_secret(name) || config::looks_secret(value);
    (name.clone(), if secret && !value.is_empty() { config::HIDDEN.into() } else { value.clone() })
}

impl Conditions {
    /// As a person may read them; `nobody` is whether an empty list of them counts at an event of the hook.
    pub fn told(&self, nobody: bool) -> HookConditions {
        let Self { channels, users, pattern, .. } = self.clone();
        HookConditions { channels, users, pattern, nobody }
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

    #[test]
    fn what_a_command_is_given_is_told_without_its_values() {
        let text = "+++\nname = \"a\"\nevents = [\"Command\"]\ncommand = \"true\"\n[env]\nA_TOKEN = \"abc\"\nCREDS = \"hunter2\"\nNONE = \"\"\n+++\n";
        let manifest = super::super::moltis::parse(text).unwrap();
        let env = manifest.told().unwrap().env.unwrap();
        assert_eq!(
            (&*env["A_TOKEN"], &*env["CREDS"], &*env["NONE"]),
            (config::HIDDEN, config::HIDDEN, "")
        );
        let text = text.split("[env]").next().unwrap().to_owned() + "+++\n";
        assert_eq!(super::super::moltis::parse(&text).unwrap().told().unwrap().env, None);
    }
}
