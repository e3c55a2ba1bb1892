//! ZeroClaw's `[hook.conditions]` (rule ): whether a hook is called for this
//! very event. A condition about something that the event does not say is not applied.

use regex::Regex;
use serde_json::Value;

use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::dialect::policy::{Asks, Policy};
use tacklebox_agents::manifest;

/// A hook's conditions, ready to be asked.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    channels: Vec<String>,
    users: Vec<String>,
    pattern: Option<Regex>,
    /// Lists that name nobody, and yet count.
    nobody: Vec<Asks>,
}

impl Conditions {
    /// A pattern that is not a regular expression is not looked at: who takes a manifest with one does the same.
    pub fn new(raw: &manifest::Conditions) -> Self {
        let pattern = raw.pattern.as_deref().and_then(|pattern| Regex::new(pattern).ok());
        let (channels, users) = (raw.channels.clone(), raw.users.clone());
        Self { channels, users, pattern, nobody: raw.nobody.clone() }
    }

    /// Those that the agent looks at for this event.
    #[must_use]
    pub(crate) fn heeded(self, policy: &Policy, key: &str) -> Self {
        let heeds = |asks: Asks| policy.heeds(key, asks);
        let list = |list: Vec<String>, asks: Asks| if heeds(asks) { list } else { Vec::new() };
        Self {
            channels: list(self.channels, Asks::Channel),
            users: list(self.users, Asks::User),
            pattern: self.pattern.filter(|_| heeds(Asks::Text)),
            nobody: self.nobody.into_iter().filter(|asks| heeds(*asks)).collect(),
        }
    }

    /// The same by the rules of a version, whose event it may not be.
    #[must_use]
    pub(crate) fn heeded_by(self, dialect: &Dialect, key: &str) -> Self {
        match dialect.dispatch_of(key) {
            Some((policy, _)) => self.heeded(policy, key),
            None => self,
        }
    }

    /// Whether one of its lists names nobody, and yet counts.
    pub(crate) const fn is_for_nobody(&self) -> bool {
        !self.nobody.is_empty()
    }

    /// Each condition, and what an event with these data says of it.
    pub(crate) fn each(&self, data: &Value) -> Vec<Condition> {
        let listed = |list: &[String], field, asks| {
            let said = text(data, field);
            let met = said.as_ref().is_none_or(|said| list.contains(said));
            let nobody = list.is_empty();
            let wanted = if nobody { "nobody".to_owned() } else { list.join(", ") };
            let is_asked = !nobody || self.nobody.contains(&asks);
            is_asked.then_some(Condition { field, wanted, nobody, said, met })
        };
        let pattern = self.pattern.as_ref().map(|pattern| {
            let said = text(data, "content").or_else(|| text(data, "prompt"));
            let met = said.as_ref().is_none_or(|said| pattern.is_match(said));
            Condition { field: "text", wanted: pattern.to_string(), nobody: false, said, met }
        });
        let lists = [
            listed(&self.channels, "channel", Asks::Channel),
            listed(&self.users, "user", Asks::User),
        ];
        lists.into_iter().chain([pattern]).flatten().collect()
    }

    /// Why the hook is not called for an event with these data; none where it is.
    pub fn unmet(&self, data: &Value) -> Option<String> {
        let Condition { field, wanted, nobody, said, .. } =
            self.each(data).into_iter().find(|it| !it.met)?;
        let said = said.unwrap_or_default();
        Some(match field {
            "text" => format!("it is only for texts that match {wanted}"),
            _ if nobody => format!("its list of {field}s is empty, so it is for nobody"),
            _ => format!("it is only for the {field} {wanted}, and this is {said}"),
        })
    }
}

/// One condition, and what an event says of it.
pub(crate) struct Condition {
    /// `channel`, `user` or `text`.
    pub(crate) field: &'static str,
    pub(crate) wanted: String,
    /// A list without an entry.
    pub(crate) nobody: bool,
    /// None where the event does not say it: then the condition is not applied.
    pub(crate) said: Option<String>,
    pub(crate) met: bool,
}

/// A field as text. Ids may be numbers.
fn text(data: &Value, field: &str) -> Option<String> {
    match data.get(field)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn met(channels: &[&str], users: &[&str], pattern: Option<&str>, data: Value) -> bool {
        let list = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect();
        let raw = manifest::Conditions {
            channels: list(channels),
            users: list(users),
            pattern: pattern.map(str::to_owned),
            ..Default::default()
        };
        Conditions::new(&raw).unmet(&data).is_none()
    }

    #[test]
    fn each_condition_holds_or_keeps_the_hook_out() {
        let telegram =
            json!({"channel": "telegram", "user": "admin", "content": "please deploy it"});
        assert!(met(&[], &[], None, telegram.clone()));
        assert!(met(&["telegram", "discord"], &["admin"], Some(".*deploy.*"), telegram.clone()));
        assert!(!met(&["discord"], &[], None, telegram.clone()));
        assert!(!met(&[], &["root"], None, telegram.clone()));
        assert!(!met(&[], &[], Some("^deploy"), telegram.clone()));
        assert!(!met(&["telegram"], &["root"], None, telegram), "all of them must hold");
        assert!(met(&[], &["12345"], None, json!({"user": 12345})));
    }

    #[test]
    fn the_pattern_looks_at_the_content_or_else_at_the_prompt() {
        assert!(met(&[], &[], Some("deploy"), json!({"prompt": "deploy"})));
        assert!(!met(&[], &[], Some("deploy"), json!({"content": "stop", "prompt": "deploy"})));
    }

    #[test]
    fn what_the_event_does_not_say_is_not_asked_about() {
        for data in [json!({}), json!({"channel": null, "user": [], "content": {}}), json!("text")]
        {
            assert!(met(&["telegram"], &["admin"], Some("deploy"), data));
        }
    }

    #[test]
    fn a_list_for_nobody_keeps_everybody_out_that_is_named() {
        let raw = manifest::Conditions { nobody: vec![Asks::Channel], ..Default::default() };
        let unmet = |data: Value| Conditions::new(&raw).unmet(&data);
        let why = "its list of channels is empty, so it is for nobody";
        assert_eq!(unmet(json!({"channel": "slack"})).as_deref(), Some(why));
        assert_eq!(unmet(json!({"user": "admin"})), None, "no channel is named");
        let named = manifest::Conditions { users: vec!["nobody".into()], ..Default::default() };
        let why = Conditions::new(&named).unmet(&json!({"user": "ana"})).unwrap();
        assert_eq!(why, "it is only for the user nobody, and this is ana");
    }

    #[test]
    fn a_pattern_that_cannot_be_read_is_not_looked_at() {
        assert!(met(&["slack"], &[], Some("("), json!({"channel": "slack", "content": "x"})));
        assert!(!met(&["slack"], &[], Some("("), json!({"channel": "irc", "content": "x"})));
    }

    #[test]
    fn it_says_which_condition_kept_it_out() {
        let raw = manifest::Conditions { channels: vec!["telegram".into()], ..Default::default() };
        let why = Conditions::new(&raw).unmet(&json!({"channel": "slack"}));
        assert_eq!(why.unwrap(), "it is only for the channel telegram, and this is slack");
    }
}
