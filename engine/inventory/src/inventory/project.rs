//! An inventory of a project folder: all hooks of the agent as they are when it is started there. Its own
//! are those that the folder brings; all others are listed with the agent.

use super::{Delta, Inventory};
use crate::discover::Candidate;
use tacklebox_agents::agent::Options;
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::hook::{Hook, HookProject, Source};
use tacklebox_agents::projects;
use tacklebox_machine::machine::Machine;

impl Inventory {
    /// One for each project folder that is listed for the agent. The hooks of its own workspace are among
    /// the others already.
    pub fn projects(&self, machine: &Machine) -> Vec<Self> {
        let (id, workspace) = (self.agent.id(), &self.agent.workspace);
        let folders = projects::list(machine, id).into_iter().filter(|dir| dir != workspace);
        let scan = |folder| {
            let options = Options { project: Some(folder), ..self.options.clone() };
            Self::scan(machine, id, &options)
        };
        folders.map(scan).collect()
    }

    /// The hooks of the same agent that are listed elsewhere: those of its project folders, and where this is of such
    /// a folder, the agent's own.
    pub fn elsewhere(&self, machine: &Machine) -> Vec<Hook> {
        let home = self.agent.project.as_ref().map(|_| {
            let options = Options { project: None, ..self.options.clone() };
            Self::scan(machine, self.agent.id(), &options)
        });
        let all = home.as_ref().unwrap_or(self).projects(machine);
        let own = self.agent.project.as_ref().map(|project| &project.id);
        let others = all.iter().filter(|it| it.agent.project.as_ref().map(|it| &it.id) != own);
        let hooks = home.iter().chain(others).flat_map(Self::own_hooks);
        hooks.cloned().collect()
    }

    /// Whether these are still the folders that are listed.
    pub fn has_projects(&self, machine: &Machine, known: &[&Self]) -> bool {
        let workspace = &self.agent.workspace;
        let listed = projects::list(machine, self.agent.id());
        let listed = listed.iter().filter(|dir| *dir != workspace);
        listed.eq(known.iter().filter_map(|one| Some(&one.agent.project.as_ref()?.folder)))
    }

    /// The hooks that its project folder brings; all, where it is of none.
    pub fn own_hooks(&self) -> Vec<&Hook> {
        let mut hooks = self.in_order();
        if self.agent.project.is_some() {
            hooks.retain(|hook| hook.project.is_some());
        }
        hooks
    }

    /// Of what changed, that which is not told of the agent anyway.
    #[must_use]
    pub fn own_part(&self, mut delta: Delta) -> Delta {
        if let Some(project) = &self.agent.project {
            delta.upserted.retain(|hook| hook.project.is_some());
            delta.removed.retain(|id| project.brings(id));
        }
        delta
    }

    pub(super) fn project_of(
        &self,
        machine: &Machine,
        candidate: &Candidate,
    ) -> Option<HookProject> {
        let project = self.agent.project.as_ref()?;
        if candidate.source != Source::Workspace {
            return None;
        }
        let title = self.agent.dialect.title;
        let folder = machine.show(&project.folder);
        let mut sentence = match &project.unread {
            Some(why) => format!("{why}."),
            None => format!("{title} runs it only when it is started in {folder}."),
        };
        let others = self.names.get(candidate.name()).into_iter().flatten();
        let mut others = others.filter_map(|place| Some(&self.slots.get(place)?.candidate));
        let other = others.find(|other| other.source != Source::Workspace);
        if let Some(other) = other {
            let place = other.dir.as_deref().and_then(std::path::Path::parent);
            let place = place.map_or_else(|| "the config".to_owned(), |dir| machine.show(dir));
            if project.unread.is_none() && self.agent.dialect.shadows {
                sentence.push_str(&format!(
                    " There it takes the place of the hook of this name in {place}."
                ));
            }
            if shares_switch(&self.agent.dialect.switch, candidate, other) {
                sentence.push_str(&format!(
                    " The hook of this name in {place} has the same switch: both are turned on and off together."
                ));
            }
        }
        let (id, path) = (project.id.clone(), project.folder.clone());
        Some(HookProject { id, folder: path, title: folder, sentence })
    }
}

fn shares_switch(switch: &Switch, one: &Candidate, other: &Candidate) -> bool {
    let key = |candidate: &Candidate| {
        let key = candidate.effective().ok().and_then(|manifest| manifest.hook_key.clone());
        key.unwrap_or_else(|| candidate.name().to_owned())
    };
    match switch {
        Switch::DisabledList(_) => one.name() == other.name(),
        Switch::ConfigEntry => key(one) == key(other),
        Switch::Manifest => false,
    }
}
