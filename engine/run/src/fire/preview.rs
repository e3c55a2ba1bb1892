//! What a hook would be given, before anything runs.

use super::{FireError, Request, SESSION, sample};
use crate::run::conditions::Conditions;
use crate::run::http;
use crate::runtime::payload::Payload;
use crate::runtime::registry::Registry;
use tacklebox_agents::manifest::{Action, Manifest};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// What would be done with one event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// Why the hook would not be called for it.
    pub unmet: Option<String>,
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
    let conditions = manifest.conditions.as_ref().and_then(|raw| Conditions::new(raw).ok());
    let dialect = inventory.agent().dialect;
    let heeded = conditions.map(|conditions| conditions.heeded_by(dialect, &request.key));
    let unmet = heeded.and_then(|conditions| conditions.unmet(&data));
    let event = registry.create_event(&request.key, SESSION.to_owned(), data)?;
    let sent = match &manifest.action {
        Some(action @ Action::Http { url, body, .. }) => {
            let method = http::spelled(action.method());
            let body = match body {
                Some(body) => body.clone(),
                None if method == "POST" => Payload::new(&event, &manifest.name).handed(),
                None => String::new(),
            };
            Some(format!("{method} {url}\n{body}").trim_end().to_owned())
        }
        _ => None,
    };
    Ok(Preview { unmet, request: sent })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use tacklebox_agents::agent::Options;
    use tacklebox_agents::hook::AgentId;
    use tacklebox_machine::machine::Platform;

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
