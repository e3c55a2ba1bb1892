//! What the global options mean: which computer, which agents, which colours.

use std::io::IsTerminal;

use tacklebox_engine::agent::{Agent, Options};
use tacklebox_engine::apply;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::in_force;
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::machine::Machine;

use crate::args::{Color, Global};
use crate::failure::Failure;
use crate::paint::Paint;

/// One run of the program.
pub struct Session {
    pub machine: Machine,
    pub options: Options,
    /// The agent that was named.
    pub agent: Option<AgentId>,
    pub paint: Paint,
    pub verbose: bool,
}

impl Session {
    /// # Errors
    /// Where nothing says which folder is the home.
    pub fn start(global: &Global) -> Result<Self, Failure> {
        let machine = Machine::real(global.home.clone())?;
        apply::recover(&machine);
        // Asked once: while the answer is kept, no program is started.
        in_force::ask(&machine);
        let workspace = global
            .workspace
            .as_ref()
            .map(|dir| std::path::absolute(dir).unwrap_or_else(|_| dir.clone()));
        let runtimes = global.runtime.iter().flatten();
        let runtimes = runtimes.map(|(agent, version)| (*agent, version.clone())).collect();
        let colours = match global.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                std::io::stdout().is_terminal()
                    && machine.env("NO_COLOR").is_none()
                    && machine.env("TERM") != Some("dumb")
            }
        };
        Ok(Self {
            machine,
            options: Options { workspace, runtimes, ..Options::default() },
            agent: global.agent,
            paint: Paint { colours },
            verbose: global.verbose,
        })
    }

    pub fn scan(&self, agent: AgentId) -> Inventory {
        Inventory::scan(&self.machine, agent, &self.options)
    }

    /// As [`Self::chosen`], each followed by the project folders that are listed for it; by none where one
    /// workspace is asked for.
    pub fn with_projects(&self) -> Vec<Inventory> {
        let mut all = Vec::new();
        for one in self.chosen() {
            let projects = match self.options.workspace {
                Some(_) => Vec::new(),
                None => one.projects(&self.machine),
            };
            all.push(one);
            all.extend(projects);
        }
        all
    }

    /// All five, whether they are here or not.
    pub fn all(&self) -> Vec<Inventory> {
        AgentId::all().iter().map(|agent| self.scan(*agent)).collect()
    }

    /// As [`Self::chosen`], without their hooks: nothing of those is read.
    pub fn located(&self) -> Vec<Agent> {
        let at = |id| Agent::locate(&self.machine, id, &self.options);
        match self.agent {
            Some(agent) => vec![at(agent)],
            None => AgentId::all().iter().copied().map(at).filter(|one| one.found).collect(),
        }
    }

    /// The agents that a command is about: the one that was named, else all that are found.
    pub fn chosen(&self) -> Vec<Inventory> {
        match self.agent {
            Some(agent) => vec![self.scan(agent)],
            None => self.all().into_iter().filter(|one| one.agent().found).collect(),
        }
    }
}
