//! Which version of an agent is judged by: chosen by a person, found on this computer, or the newest one
//! that is known.

mod asked;
mod choice;
mod compare;
mod config;
mod found;
mod selection;
mod settled;
mod view;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::Path;

use crate::config::strict::Unless;
use crate::dialect::shipped::{Folders, Modules};
use crate::dialect::{DOCUMENTED, Dialect, Runtime};
use crate::hook::AgentId;
use tacklebox_machine::machine::Machine;

pub use crate::hook::{Basis, HookRuntime};
pub use asked::ask_by;
pub use choice::{choices, choose};
pub(crate) use compare::is_later_release;
pub use compare::order;
pub use config::config_verdict;
pub use found::{Found, packages};
pub(crate) use selection::INSTALLS;
pub use selection::Selected;
pub use view::{AgentRuntime, ConfigProblem, ConfigState, sends};

/// A version for some of the agents.
pub type Versions = BTreeMap<AgentId, String>;

/// The runtime in force for an agent.
#[derive(Clone, Debug)]
pub struct InForce {
    pub runtime: &'static Runtime,
    pub basis: Basis,
    /// What was found, whether or not it is what is judged by.
    pub found: Option<Found>,
}

impl InForce {
    /// Of what was chosen, what was found, and what is known, in this order. A choice that is not known
    /// counts as none.
    pub fn of(machine: &Machine, agent: AgentId, chosen: Option<&str>) -> Self {
        let found = found::found(machine, agent);
        let kept = || choices(machine).remove(&agent);
        let chosen = chosen.map(str::to_owned).or_else(kept);
        let chosen = chosen.and_then(|version| agent.runtime(&version));
        let (runtime, basis) = match chosen {
            Some(runtime) => (runtime, Basis::Chosen),
            None => mapped(agent, found.as_ref()),
        };
        Self { runtime, basis, found }
    }

    /// The rules in force.
    pub fn dialect(&self) -> &'static Dialect {
        &self.runtime.dialect
    }

    /// The version as it calls itself: the one that was found, where nobody chose another to judge by.
    pub fn number(&self) -> &str {
        let own = self.found.as_ref().and_then(|found| found.version.as_deref());
        own.filter(|_| self.basis != Basis::Chosen).unwrap_or(self.runtime.version)
    }

    /// "OpenClaw 2026.9.6 never sends", as sentences begin; of a version that was not found, only what is known of
    /// those that are.
    pub fn never_sends(&self) -> String {
        let (title, version) = (self.dialect().title, self.runtime.version);
        match self.basis {
            _ if version == DOCUMENTED => format!("By its documentation, {title} never sends"),
            Basis::Assumed => format!("No {title} known, up to {version}, sends"),
            Basis::Chosen | Basis::Installed => [title, " ", version, " never sends"].concat(),
        }
    }

    /// Whether it is this very version that is judged by: a person said so, or it was found.
    pub(crate) fn is_exact(&self) -> bool {
        match self.basis {
            Basis::Chosen => true,
            Basis::Installed => self.number() == self.runtime.version,
            Basis::Assumed => false,
        }
    }

    /// The version that is judged by, as it is told: what is assumed is told as assumed.
    pub fn named(&self) -> String {
        HookRuntime::unknown(self.runtime.version, self.basis).named(self.dialect().agent)
    }

    /// How it runs the modules of hooks: on what its own program is started by, where that says so, else as the
    /// version in force is known to.
    pub fn modules(&self) -> Modules {
        let found = self.found.as_ref().and_then(|found| found.started_by.as_ref());
        match (self.dialect().rules.modules, found.map(|by| &*by.name)) {
            (Modules::NotRead, _) => Modules::NotRead,
            (_, Some("node")) => Modules::TypesLeftOut,
            (_, Some("bun")) => Modules::Whole,
            (known, _) => known,
        }
    }

    /// Whether it takes folders of hooks as the disk lists them. Where what starts its program is not known, it is by name.
    pub fn takes_as_listed(&self) -> bool {
        match self.dialect().rules.folders {
            Folders::AsListed => true,
            Folders::ByName => false,
            Folders::ByRuntime => self.modules() == Modules::Whole,
        }
    }

    /// The program of this name that its own one is started by, where that names a file and leaves nothing to PATH.
    pub fn interpreter(&self, name: &str) -> Option<&Path> {
        let by = self.found.as_ref()?.started_by.as_ref()?;
        by.program.as_deref().filter(|_| by.name == name)
    }

    /// Which version, and why, in a line.
    pub fn sentence(&self, machine: &Machine) -> String {
        let (title, version) = (self.dialect().title, self.runtime.version);
        let judged = match version {
            DOCUMENTED => "judged by its documentation".to_owned(),
            _ => format!("judged as of {version}"),
        };
        let place = self.found.as_ref().map(|found| machine.show(&found.path));
        let own = self.found.as_ref().and_then(|found| found.version.as_deref());
        match (self.basis, place, own) {
            (Basis::Chosen, ..) => format!("{title}, {judged}, as you chose"),
            (Basis::Installed, Some(place), Some(own)) if own == version => {
                format!("{title} {own}, found in {place}")
            }
            (_, Some(place), Some(own)) => format!("{title} {own}, found in {place}: {judged}"),
            (Basis::Installed, Some(place), None) => {
                format!("{title}, found in {place}: {judged}")
            }
            (_, Some(place), None) => {
                format!("{title}, found in {place} and its version not known: {judged}")
            }
            (_, None, _) => format!("{title}, version not found: {judged}"),
        }
    }

    /// Two that judge alike and are told alike.
    pub fn same(&self, other: &Self) -> bool {
        self.runtime.version == other.runtime.version
            && self.basis == other.basis
            && self.found == other.found
    }
}

/// The known version that a found one stands for.
fn mapped(agent: AgentId, found: Option<&Found>) -> (&'static Runtime, Basis) {
    let all = agent.runtimes();
    let finding = &agent.dialect().finding;
    let place = if finding.text_without { 0 } else { all.len().saturating_sub(1) };
    #[expect(clippy::indexing_slicing, reason = "its text is known of every agent")]
    let assumed = (&all[place], Basis::Assumed);
    let Some(found) = found else { return assumed };
    match found.stands_for {
        Some(version) => agent.runtime(version).map_or(assumed, |it| (it, Basis::Installed)),
        None if finding.all_alike => (assumed.0, Basis::Installed),
        None => nearest(all, found.version.as_deref()).unwrap_or(assumed),
    }
}

/// The known version that one of this number stands for.
pub fn stands_for(agent: AgentId, version: &str) -> Option<&'static Runtime> {
    nearest(agent.runtimes(), Some(version)).map(|(runtime, _)| runtime)
}

/// The newest of the known ones that is not newer than this; the oldest, assumed, where all are.
fn nearest(all: &'static [Runtime], found: Option<&str>) -> Option<(&'static Runtime, Basis)> {
    let found = found?;
    let shipped = all.iter().filter(|runtime| runtime.version != DOCUMENTED);
    let compared: Vec<(&Runtime, Ordering)> = shipped
        .map(|runtime| Some((runtime, compare::versions(runtime.version, found)?)))
        .collect::<Option<_>>()?;
    let not_newer = compared.iter().rev().find(|(_, order)| *order != Ordering::Greater);
    match not_newer {
        Some((runtime, _)) => Some((runtime, Basis::Installed)),
        None => compared.first().map(|(runtime, _)| (*runtime, Basis::Assumed)),
    }
}

/// What was typed after `--runtime`: `VERSION`, or `AGENT=VERSION`.
///
/// # Errors
/// A sentence that names what is known.
pub fn parse(typed: &str) -> Result<Versions, String> {
    let all = AgentId::all().iter().copied();
    let known = |agents: &[AgentId]| {
        let mut list: Vec<&str> =
            agents.iter().flat_map(|agent| agent.runtimes()).map(|it| it.version).collect();
        list.sort_unstable();
        list.dedup();
        list.join(", ")
    };
    if let Some((name, version)) = typed.split_once('=') {
        let Some(agent) = AgentId::named(name) else {
            return Err(format!("There is no agent {name}."));
        };
        if agent.runtime(version).is_none() {
            let title = agent.dialect().title;
            return Err(format!("{title} {version} is not known. Known are: {}.", known(&[agent])));
        }
        return Ok(Versions::from([(agent, version.to_owned())]));
    }
    let versions: Versions = all
        .filter(|agent| agent.runtime(typed).is_some())
        .map(|agent| (agent, typed.to_owned()))
        .collect();
    match versions.is_empty() {
        true => Err(format!(
            "No agent is known in the version {typed}. Known are: {}.",
            known(AgentId::all())
        )),
        false => Ok(versions),
    }
}

/// What the version in force makes of a config as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigVerdict {
    pub state: ConfigState,
    pub problems: Vec<ConfigProblem>,
    /// Where it names plugins that have to be there: what it makes of it if they are. Whoever knows those says that.
    pub with_plugins: Option<ConfigState>,
    /// The same problems, where its gateway puts all of them in order itself when it is started and nothing else is wrong.
    pub settled: Vec<ConfigProblem>,
    /// What is wrong with it, unless a plugin brings what it names.
    pub parts: Vec<Unless<ConfigProblem>>,
}

impl ConfigVerdict {
    /// Whether its gateway goes on with a config for which its other commands refuse to.
    pub fn goes_on(&self) -> bool {
        self.state == ConfigState::Unknown && !self.problems.is_empty()
    }

    /// Whether its commands refuse to go on, its gateway among them or not.
    pub fn is_refused(&self) -> bool {
        self.state == ConfigState::Refused || self.goes_on()
    }
}

#[cfg(test)]
mod tests;
