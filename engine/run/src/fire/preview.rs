//! What a hook would be given, before anything runs.

use serde::Serialize;

use super::{FireError, Request, SESSION, sample};
use crate::run::conditions::{Condition, Conditions};
use crate::run::http;
use crate::runtime::payload::Payload;
use crate::runtime::registry::Registry;
use tacklebox_agents::dialect::policy::Requests;
use tacklebox_agents::manifest::{Action, Manifest};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// A condition of a hook, and what one event says of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ConditionCheck {
    /// `channel`, `user` or `text`.
    pub field: String,
    pub wanted: String,
    pub met: bool,
    /// What the event says of it, as a sentence.
    pub why: String,
}

/// What would be done with one event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// Why the hook would not be called for it.
    pub unmet: Option<String>,
    /// Each of its conditions.
    pub conditions: Vec<ConditionCheck>,
    /// What would be sent: the first line is the request's.
    pub request: Option<String>,
}

/// What a hook with this manifest would do with an event. Nothing runs.
///
/// # Errors
/// [`FireError`] where the agent has no such event.
pub fn preview(
    machine: &Machine,
    inventory: &Inventory,
    manifest: &Manifest,
    request: &Request,
) -> Result<Preview, FireError> {
    let registry = Registry::by(machine, inventory.agent().dialect);
    let data = request.data.clone().unwrap_or_else(|| sample(inventory, &request.key));
    let conditions = manifest.conditions.as_ref().map(Conditions::new);
    let dialect = inventory.agent().dialect;
    let all = conditions.unwrap_or_default();
    let heeded = all.clone().heeded_by(dialect, &request.key);
    let unmet = heeded.unmet(&data);
    let heeded = heeded.each(&data);
    let check = |condition: Condition| {
        let heeded = heeded.iter().any(|it: &Condition| it.field == condition.field);
        checked(dialect.title, condition, heeded)
    };
    let conditions = all.each(&data).into_iter().map(check).collect();
    let event = registry.create_event(&request.key, SESSION.to_owned(), data)?;
    let sent = match &manifest.action {
        Some(action @ Action::Http { url, body, .. }) => {
            let rules = event.policy().requests;
            let method = http::spelled(action.method(), rules);
            let body = match body {
                Some(body) => body.clone(),
                None if method == "POST" && rules == Requests::Usual => {
                    Payload::new(&event, &manifest.name).handed()
                }
                None => String::new(),
            };
            Some(format!("{method} {url}\n{body}").trim_end().to_owned())
        }
        _ => None,
    };
    Ok(Preview { unmet, conditions, request: sent })
}

fn checked(agent: &str, condition: Condition, heeded: bool) -> ConditionCheck {
    let Condition { field, wanted, said, met, .. } = condition;
    let why = match said {
        _ if !heeded => format!("{agent} does not look at it at this moment"),
        None => format!("The sample has no {field}: {agent} skips the condition"),
        Some(said) => format!("The {field} is {}", shown(&said)),
    };
    ConditionCheck { field: field.to_owned(), wanted, met: met || !heeded, why }
}

/// The first line of a text, and of that so much.
fn shown(said: &str) -> String {
    const MOST: usize = 60;
    let line = said.lines().next().unwrap_or_default();
    let start: String = line.chars().take(MOST).collect();
    let more = if start.len() < said.len() { "…" } else { "" };
    format!("“{start}{more}”")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;
    use tacklebox_agents::agent::Options;
    use tacklebox_agents::hook::AgentId;
    use tacklebox_agents::manifest;
    use tacklebox_machine::machine::Platform;

    #[test]
    fn each_condition_is_told_with_what_the_event_says_of_it() {
        let home = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, home.path(), BTreeMap::new());
        let told = |version: &str| {
            let runtimes = [(AgentId::Zeroclaw, version.to_owned())].into();
            let options = Options { runtimes, ..Options::default() };
            let inventory = Inventory::scan(&machine, AgentId::Zeroclaw, &options);
            let conditions = manifest::Conditions {
                channels: vec!["telegram".into(), "slack".into()],
                users: vec!["admin".into()],
                pattern: Some("^deploy".into()),
                ..Default::default()
            };
            let manifest = Manifest { conditions: Some(conditions), ..Manifest::default() };
            let data =
                json!({"channel": "slack", "content": format!("please\n{}", "x".repeat(99))});
            let key = "on_message_received".to_owned();
            let request = Request { key, data: Some(data), ..Request::default() };
            let seen = preview(&machine, &inventory, &manifest, &request).unwrap();
            let sign = |met| if met { "+" } else { "-" };
            let line = |it: ConditionCheck| {
                format!("{} {} {}: {}", sign(it.met), it.field, it.wanted, it.why)
            };
            (seen.unmet, seen.conditions.into_iter().map(line).collect::<Vec<_>>())
        };
        let (unmet, each) = told("documented");
        assert_eq!(unmet.as_deref(), Some("it is only for texts that match ^deploy"));
        assert_eq!(
            each,
            [
                "+ channel telegram, slack: The channel is “slack”",
                "+ user admin: The sample has no user: ZeroClaw skips the condition",
                "- text ^deploy: The text is “please…”",
            ]
        );
    }

    #[test]
    fn a_method_is_shown_as_it_is_sent_and_brings_its_body() {
        let home = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, home.path(), BTreeMap::new());
        let inventory = Inventory::scan(&machine, AgentId::Zeroclaw, &Options::documented());
        let manifest = Manifest {
            name: "tell".into(),
            action: Some(Action::Http {
                url: "https://example.com/x".into(),
                method: Some(" post".into()),
                headers: BTreeMap::new(),
                body: None,
                timeout_secs: None,
            }),
            ..Manifest::default()
        };
        let request = Request { key: "on_session_start".into(), ..Request::default() };
        let sent = preview(&machine, &inventory, &manifest, &request).unwrap().request.unwrap();
        assert!(sent.starts_with("POST https://example.com/x\n{"), "{sent}");
    }
}
