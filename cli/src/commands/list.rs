//! `hooks list`

use tacklebox_engine::agent::Agent;
use tacklebox_engine::hook::{AgentId, Hook, State};
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::plugins;

use crate::Outcome;
use crate::failure::Failure;
use crate::output::Output;
use crate::print::hooks;
use crate::resolve;
use crate::session::Session;

/// How many plugins an agent that is here has.
fn plugins_of(session: &Session, inventory: &Inventory) -> usize {
    let agent = inventory.agent();
    if agent.found { plugins::count(&session.machine, agent) } else { 0 }
}

/// Something else in place of its home has to go first.
fn takes_a_first_one(agent: &Agent) -> bool {
    let is_free = agent.home.is_dir() || agent.home.symlink_metadata().is_err();
    agent.dialect.rules.has_hooks && is_free
}

/// The hooks of the chosen agents, by agent, then name, the winner of a name first.
pub fn run(
    session: &Session,
    output: &mut Output,
    eligible: bool,
    state: Option<State>,
) -> Result<Outcome, Failure> {
    let inventories = session.with_projects();
    let wanted =
        |hook: &Hook| (!eligible || hook.eligible) && state.is_none_or(|state| hook.state == state);
    let groups: Vec<Vec<&Hook>> = inventories
        .iter()
        .map(|inventory| {
            resolve::listed(inventory).into_iter().filter(|hook| wanted(hook)).collect()
        })
        .collect();
    if output.json {
        let all: Vec<&Hook> = groups.into_iter().flatten().collect();
        output.document(&all)?;
        // The command ends here. To take all of them apart first is work that grows faster than they do.
        std::mem::forget(inventories);
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    if inventories.is_empty() {
        let usual = AgentId::DEFAULT;
        text.push_str(&format!(
            "No agent was found on this computer. `tacklebox hooks install workspace-backup --agent {usual}` sets hooks up for {} anyway; `tacklebox agents` says where each is looked for.\n",
            usual.dialect().title
        ));
    }
    let mut plugins = 0_usize;
    let filtered = eligible || state.is_some();
    for (inventory, group) in inventories.iter().zip(&groups) {
        if filtered && group.is_empty() {
            continue;
        }
        let agent = inventory.agent();
        let own = if filtered { 0 } else { plugins_of(session, inventory) };
        plugins = plugins.saturating_add(own);
        hooks::group(&mut text, session, agent, group, own);
    }
    let all = groups.concat();
    if !all.is_empty() {
        text.push_str(&hooks::summary(session.paint, &all));
    } else if filtered && !inventories.is_empty() {
        text.push_str("No hook matches. `tacklebox hooks list` shows all.\n");
    } else if plugins == 0 && inventories.iter().any(|it| takes_a_first_one(it.agent())) {
        text.push_str("`tacklebox hooks install roll-call` installs a first one.\n");
    }
    output.text(text)?;
    Ok(Outcome::Done)
}
