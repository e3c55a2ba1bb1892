//! What the hooks and runs of a plugin are told by.

use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::Source;

/// The id that a plugin's hooks and runs bear: `openclaw/plugin/<id>`.
pub fn hook_id(agent: &Agent, id: &str) -> String {
    format!("{}{id}", prefix(agent))
}

/// The id of the plugin that an id of a hook means.
pub fn id_in<'a>(agent: &Agent, hook_id: &'a str) -> Option<&'a str> {
    agent.dialect.plugins.as_ref()?;
    let id = hook_id.strip_prefix(&prefix(agent))?;
    // A hook in a folder that a plugin brings has its plugin's name behind its own.
    let brought = |tag: &str| {
        let mut roots = agent.roots.iter().filter(|root| root.source == Source::Plugin);
        roots.any(|root| tag.starts_with(&root.tag))
    };
    (!id.rsplit_once('@').is_some_and(|(_, tag)| brought(tag))).then_some(id)
}

fn prefix(agent: &Agent) -> String {
    format!("{}/{}/", agent.id(), Source::Plugin.as_str())
}
