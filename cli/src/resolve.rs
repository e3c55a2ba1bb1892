//! From what was typed to the one hook, or the one agent, that is meant.

use tacklebox_engine::agent::Agent;
use tacklebox_engine::hook::{AgentId, Hook, Source, State};
use tacklebox_engine::install::target::needs_agent;
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::plugins::Plugin;
use tacklebox_engine::{moment, plugins, words};

use crate::failure::{Code, Failure};
use crate::print::command;
use crate::session::Session;

/// The hooks of an agent as they are listed. What is built into an agent that is not on this
/// computer is not here either.
pub fn listed(inventory: &Inventory) -> Vec<&Hook> {
    let mut hooks = inventory.own_hooks();
    if !inventory.agent().found {
        hooks.retain(|hook| hook.source != Source::Builtin);
    }
    hooks
}

/// The hook of this id, else the one of this name that counts: one of a project folder only where its agent
/// has no other of this name.
///
/// # Errors
/// `not-found`, with the nearest name; `ambiguous`, with the way to say which.
pub fn hook(session: &Session, name: &str) -> Result<(Inventory, Hook), Failure> {
    let inventories = session.with_projects();
    let mut matches: Vec<(usize, Hook)> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for (index, inventory) in inventories.iter().enumerate() {
        for hook in listed(inventory) {
            if hook.id == name {
                matches = vec![(index, hook.clone())];
                return taken(inventories, matches, name);
            }
            if hook.name == name {
                matches.push((index, hook.clone()));
            } else {
                names.push(&hook.name);
            }
        }
    }
    if matches.is_empty() {
        return Err(not_found(session, &inventories, name, &names));
    }
    // The winner of a name counts; one that cannot even be read only where there is no other.
    keep(&mut matches, |hook| hook.state != State::Replaced);
    keep(&mut matches, |hook| hook.project.is_none());
    keep_in_each_agent(&mut matches);
    taken(inventories, matches, name)
}

/// A hook by its name, else a plugin by its id, with the agent that has it: the id that tells it from all others.
pub fn hook_or_plugin(session: &Session, name: &str) -> Result<(Inventory, String), Failure> {
    let unknown = match hook(session, name) {
        Ok((inventory, hook)) => return Ok((inventory, hook.id)),
        Err(failure) => failure,
    };
    let of = |inventory: Inventory| {
        let plugin = plugins::find(&session.machine, inventory.agent(), name).ok()?;
        Some((inventory, plugin.hook_id))
    };
    session.chosen().into_iter().find_map(of).ok_or(unknown)
}

fn keep(matches: &mut Vec<(usize, Hook)>, wanted: impl Fn(&Hook) -> bool) {
    if matches.iter().any(|(_, hook)| wanted(hook)) {
        matches.retain(|(_, hook)| wanted(hook));
    }
}

fn keep_in_each_agent(matches: &mut Vec<(usize, Hook)>) {
    let sound: Vec<usize> = matches
        .iter()
        .filter(|(_, hook)| hook.state != State::Broken)
        .map(|(index, _)| *index)
        .collect();
    matches.retain(|(index, hook)| hook.state != State::Broken || !sound.contains(index));
}

fn taken(
    mut inventories: Vec<Inventory>,
    mut matches: Vec<(usize, Hook)>,
    name: &str,
) -> Result<(Inventory, Hook), Failure> {
    if matches.len() > 1 {
        return Err(ambiguous(name, &matches));
    }
    match matches.pop() {
        Some((index, hook)) => Ok((inventories.swap_remove(index), hook)),
        None => Err(Failure::new(Code::NotFound, format!("There is no hook {name}."))),
    }
}

fn ambiguous(name: &str, matches: &[(usize, Hook)]) -> Failure {
    let ids = words::any_of(matches.iter().map(|(_, hook)| hook.id.clone()));
    let mut agents: Vec<AgentId> = matches.iter().map(|(_, hook)| hook.agent).collect();
    agents.dedup();
    if let [agent] = agents[..] {
        let message = format!("{} has several hooks named {name}.", agent.dialect().title);
        return Failure::new(Code::Ambiguous, message).hint(format!("Say which by its id: {ids}."));
    }
    let titles = words::all_of(agents.iter().map(|agent| agent.dialect().title.to_owned()));
    let flags = words::any_of(agents.iter().map(|agent| format!("--agent {agent}")));
    Failure::new(Code::Ambiguous, format!("{titles} each have a hook named {name}."))
        .hint(format!("Say which with {flags}, or by its id: {ids}."))
}

fn not_found(session: &Session, inventories: &[Inventory], name: &str, names: &[&str]) -> Failure {
    let place = match session.agent {
        Some(agent) => format!(" for {}", agent.dialect().title),
        None => String::new(),
    };
    let failure = Failure::new(Code::NotFound, format!("There is no hook {name}{place}."));
    let mut plugins = inventories.iter().flat_map(|it| plugins::list(&session.machine, it.agent()));
    if let Some(plugin) = plugins.find(|it| it.id == name || it.hook_id == name) {
        let words = ["plugins", "info", &plugin.id];
        let line = command::code(session.machine.platform(), &words);
        return failure.hint(match line {
            Some(line) => format!("It is a plugin: {line} shows it."),
            None => "It is a plugin: `tacklebox plugins list` has it.".to_owned(),
        });
    }
    match moment::nearest(name, names.iter().copied()) {
        Some(near) => failure.hint(format!("Did you mean {near}?")),
        None if inventories.is_empty() => {
            failure.hint("No agent was found here. `tacklebox agents` says where it looked.")
        }
        None => failure.hint("`tacklebox hooks list` shows the hooks that exist."),
    }
}

/// The one agent that a command is about: the one that was named, else the only one found.
///
/// # Errors
/// `needs-agent` where there are several, or none.
pub fn agent(session: &Session) -> Result<Inventory, Failure> {
    agent_that(session, "", |_| true)
}

/// The same among the agents that `takes` says yes to; `which` is what is said of those.
///
/// # Errors
/// `needs-agent` where there are several, or none.
pub fn agent_that(
    session: &Session,
    which: &str,
    takes: impl Fn(AgentId) -> bool,
) -> Result<Inventory, Failure> {
    if let Some(named) = session.agent {
        return Ok(session.scan(named));
    }
    let mut here: Vec<AgentId> = session.located().iter().map(Agent::id).collect();
    here.retain(|id| takes(*id));
    match *here {
        [only] => Ok(session.scan(only)),
        [] => {
            let all = AgentId::all().iter().copied().filter(|id| takes(*id));
            Err(needs_agent(&format!("No agent{which} is found"), all))
        }
        _ => Err(needs_agent(&format!("Several agents{which} are found"), here)),
    }
}

/// The agent that has plugins: the one that was named, else the first.
pub fn with_plugins(session: &Session) -> Result<Inventory, Failure> {
    let has = |agent: AgentId| agent.dialect().plugins.is_some();
    let agent = session.agent.or_else(|| AgentId::all().iter().copied().find(|it| has(*it)));
    match agent.filter(|it| has(*it)) {
        Some(agent) => Ok(session.scan(agent)),
        None => {
            let title = session.agent.map_or("This agent", |agent| agent.dialect().title);
            Err(Failure::new(Code::NoPlugins, format!("{title} has no plugins."))
                .hint(format!("Leave --agent out: plugins are known of {}.", AgentId::titled(has))))
        }
    }
}

pub fn plugin(session: &Session, inventory: &Inventory, id: &str) -> Result<Plugin, Failure> {
    plugins::find(&session.machine, inventory.agent(), id).map_err(|error| {
        let known = words::all_of(
            plugins::list(&session.machine, inventory.agent()).into_iter().map(|plugin| plugin.id),
        );
        let failure = Failure::from(error);
        failure.hint(match known.is_empty() {
            true => format!("{} has no plugins here.", inventory.agent().dialect.title),
            false => format!("There are {known}."),
        })
    })
}
