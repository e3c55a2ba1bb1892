//! For which agent something is installed where nobody said it: one answer for every shell.

use super::included::Included;
use super::pack::PackError;
use super::stage::Staged;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::AgentId;
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::words;

/// Why it has to be said for which agent.
#[derive(Debug)]
pub enum TargetError {
    /// An included hook that none of the agents that are here can have.
    NotFor {
        name: String,
        here: Vec<AgentId>,
        has: Vec<AgentId>,
    },
    /// Each of them can have it.
    Several {
        what: String,
        agents: Vec<AgentId>,
    },
    /// None can have it.
    Pack(PackError),
    Nobody,
}

impl TargetError {
    /// The one that is offered first, where a person can choose another before anything is written.
    pub fn offered(&self) -> Option<AgentId> {
        match self {
            Self::Several { agents, .. } => agents.first().copied(),
            _ => None,
        }
    }
}

impl From<TargetError> for Failure {
    fn from(error: TargetError) -> Self {
        let titles = |agents: &[AgentId]| -> Vec<String> {
            agents.iter().map(|agent| agent.dialect().title.to_owned()).collect()
        };
        match error {
            TargetError::NotFor { name, here, has } => {
                let here = words::any_of(titles(&here));
                Self::new(Code::NotFound, format!("There is no included hook {name} for {here}."))
                    .hint(format!("It is available for {}.", words::all_of(titles(&has))))
            }
            TargetError::Several { what, agents } => {
                needs_agent(&format!("Several agents that are found can have {what}"), agents)
            }
            TargetError::Pack(error) => Self::new(Code::Refused, error.to_string()),
            TargetError::Nobody => Self::new(Code::NeedsAgent, "No agent is known."),
        }
    }
}

/// The failure where it has to be said which agent is meant.
pub fn needs_agent(why: &str, agents: impl IntoIterator<Item = AgentId>) -> Failure {
    let flags = words::any_of(agents.into_iter().map(|agent| format!("--agent {agent}")));
    Failure::new(Code::NeedsAgent, format!("{why}, so say which one you mean."))
        .command(format!("Add {flags}."))
}

/// Whom something is for of which nothing is known yet: the first agent that is here, else the one of a
/// computer without any.
pub fn first<'a>(agents: impl IntoIterator<Item = &'a Agent>) -> AgentId {
    agents.into_iter().find(|agent| agent.found).map_or(AgentId::DEFAULT, Agent::id)
}

/// Whom an included hook is for: the only agent here that can have it.
///
/// # Errors
/// Where several can have it, or none.
pub fn of_included(card: &Included, here: &[AgentId]) -> Result<AgentId, TargetError> {
    let has: Vec<AgentId> = card.agents.iter().map(|one| one.agent).collect();
    let fit: Vec<AgentId> = here.iter().copied().filter(|agent| has.contains(agent)).collect();
    match fit[..] {
        [only] => Ok(only),
        // Nothing is here yet.
        [] if here.is_empty() => Ok(AgentId::DEFAULT),
        [] => Err(TargetError::NotFor { name: card.name.clone(), here: here.to_vec(), has }),
        _ => Err(TargetError::Several { what: card.name.clone(), agents: fit }),
    }
}

/// Whom fetched hooks are for: the only agent here that they are written for, else the only one that can
/// have them. Where no agent is here, the first that can.
///
/// # Errors
/// Where several can have them, or none.
pub fn of_staged(agents: &[&Agent], staged: &Staged) -> Result<AgentId, TargetError> {
    let any_here = agents.iter().any(|agent| agent.found);
    let mut can: Vec<(AgentId, bool)> = Vec::new();
    let mut why = None;
    for agent in agents.iter().filter(|agent| agent.found || !any_here) {
        match staged.hooks(agent) {
            Ok(hooks) => {
                can.push((agent.id(), hooks.iter().all(|hook| hook.manifest.foreign.is_none())));
            }
            Err(error) => {
                why.get_or_insert(error);
            }
        }
    }
    let written_for = can.iter().any(|(_, own)| *own);
    can.retain(|(_, own)| *own == written_for);
    match (can.as_slice(), why) {
        ([(only, _)], _) => Ok(*only),
        ([(first, _), ..], _) if !any_here => Ok(*first),
        ([], Some(error)) => Err(TargetError::Pack(error)),
        ([], None) => Err(TargetError::Nobody),
        (several, _) => Err(TargetError::Several {
            what: "it".to_owned(),
            agents: several.iter().map(|(agent, _)| *agent).collect(),
        }),
    }
}
