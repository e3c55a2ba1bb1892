//! A hook copied to another agent, as the window does it: who can have it, what it would be, and whether
//! it does the same there.

use serde::Serialize;
use tokio_util::sync::CancellationToken;

use super::views::TryDeed;
use super::{Code, Desk, Failure, Installed};
use tacklebox_agents::hook::AgentId;
use tacklebox_change::apply::Change;
use tacklebox_change::ops::OpError;
use tacklebox_change::port::{self, PortChoice, PortView};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;
use tacklebox_run::boxed::{Kind, told};
use tacklebox_run::compare::{self, CompareView, Inside, RunView, Side};

/// A hook was copied.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Ported {
    /// The ids of the copies.
    pub ids: Vec<String>,
    pub change: Change,
}

/// A hook and its copy ran.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Compared {
    pub view: CompareView,
    /// What the original did, where it ran in a box that tells.
    pub before: Vec<TryDeed>,
    /// What the copy did.
    pub after: Vec<TryDeed>,
    /// "Tried in a box: secret places and the network were out of reach."
    pub place: Option<String>,
}

/// A hook and its copy ran, or there is something to read first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Comparing {
    Confirm { title: String, sentences: Vec<String> },
    Done { compared: Box<Compared> },
}

/// What has to be read before both run.
fn question(title: &str, network: bool) -> (String, Vec<String>) {
    let (title, sentences): (_, &[&str]) = match (Kind::here().is_closed(), network) {
        (true, true) => (
            "Run both with the network?".to_owned(),
            &[
                "Each runs once more in a box of its own that has the network: it can read files that are not secret and send them. Messages may really be sent, twice.",
            ],
        ),
        (true, false) => (
            format!("Run {title} and its copy?"),
            &[
                "Each runs once, in a box of its own, on a sample of what they listen to: it can read files that are not secret and change only its own folder, and it sends nothing.",
                "What they answer is compared, and what they did. Neither is turned on or off by it.",
            ],
        ),
        (false, _) => (
            format!("Run {title} and its copy?"),
            &[
                "Both run once, for real, on a sample of what they listen to: this computer has no box. They may send or write as they would for their agents.",
                "Neither is turned on or off by it.",
            ],
        ),
    };
    (title, sentences.iter().map(|&sentence| sentence.to_owned()).collect())
}

impl Desk {
    /// The other agents, and why one of them cannot have a hook.
    ///
    /// # Errors
    /// Where there is no hook of this id any more.
    pub fn port_choices(&self, id: &str) -> Result<Vec<PortChoice>, Failure> {
        let (machine, all, from) = {
            let state = self.state();
            let from = state.inventory_of(id)?.clone();
            (state.machine.clone(), state.inventories.clone(), from)
        };
        Ok(port::choices(&machine, &from, id, &all)?)
    }

    /// What a copy to another agent would be, and what is lost on the way. Nothing is written.
    ///
    /// # Errors
    /// Where there is no hook of this id any more, or the other agent's config cannot be edited.
    pub fn plan_port(&self, id: &str, to: AgentId) -> Result<PortView, Failure> {
        let (machine, from, to) = self.sides(id, to)?;
        Ok(port::plan(&machine, &from, id, &to)?.view)
    }

    /// Copies a hook to another agent, switched off.
    ///
    /// # Errors
    /// As [`Self::plan_port`], and where it is blocked or cannot be written.
    pub fn port(&self, id: &str, to: AgentId) -> Result<Ported, Failure> {
        let (machine, from, to) = self.sides(id, to)?;
        let made = port::plan(&machine, &from, id, &to)?;
        let change = self.apply(made.plan()?)?;
        Ok(Ported { ids: made.ids, change })
    }

    /// Copies a hook for its own agent, under a name that is free, as a draft: there it can be changed.
    ///
    /// # Errors
    /// Where it has no folder, or its manifest cannot be edited.
    pub fn own_copy(&self, id: &str) -> Result<Installed, Failure> {
        let (agent, plan, dir) = {
            let state = self.state();
            let inventory = state.inventory_of(id)?;
            let name = port::own::free_name(&state.machine, inventory, id)?;
            let plan = port::own::plan(&state.machine, inventory, id, &name)?;
            let agent = inventory.agent();
            (agent.id(), plan, agent.managed.join(name))
        };
        self.install(agent, &plan, &dir)
    }

    /// Runs a hook and its copy, both on the same sample and each in a box as far as this computer has one, and
    /// waits until both are done. Nothing runs before its person has read what that means.
    ///
    /// # Errors
    /// Where one of them is not there or cannot be run, or they have no event in common.
    pub fn compare_port(
        &self,
        id: &str,
        ported: &str,
        network: bool,
        confirmed: bool,
    ) -> Result<Comparing, Failure> {
        let (machine, from, to) = {
            let state = self.state();
            let (from, to) = (state.inventory_of(id)?.clone(), state.inventory_of(ported)?.clone());
            (state.machine.clone(), from, to)
        };
        let hook = from.find(id).map(|(hook, _)| &hook.title);
        let title = hook.ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
        to.find(ported).ok_or_else(|| OpError::NoSuchHook(ported.to_owned()))?;
        let (title, sentences) = question(title, network);
        let first = Comparing::Confirm { title, sentences };
        if let Some(question) = self.asked.first(confirmed, first) {
            return Ok(question);
        }
        let runner = self.tries.runner(&machine);
        let there = machine.clone();
        let (id, ported) = (id.to_owned(), ported.to_owned());
        let answer = self.tries.wait(async move {
            let original = Side { inventory: &from, id: &id };
            let copy = Side { inventory: &to, id: &ported };
            let cancel = CancellationToken::new();
            let inside = Inside::Box { network };
            compare::compare(&runner, &machine, original, copy, inside, &cancel).await
        })?;
        let gone = || {
            Failure::new(Code::NotStarted, "The two runs were cut off.")
                .hint("Nothing was changed. Try again.")
        };
        let view = answer.ok_or_else(gone)??;
        let told = |run: &RunView| {
            run.effects.as_ref().map(|it| told::told(&there, it)).unwrap_or_default()
        };
        let (before, after) = (told(&view.before), told(&view.after));
        let place = [&view.before, &view.after].into_iter().find_map(|run| run.boxed);
        let place = place.map(|kind| told::place(kind, network));
        Ok(Comparing::Done { compared: Box::new(Compared { before, after, place, view }) })
    }

    fn sides(&self, id: &str, to: AgentId) -> Result<(Machine, Inventory, Inventory), Failure> {
        let state = self.state();
        let (from, to) = (state.inventory_of(id)?.clone(), state.inventory(to)?.clone());
        Ok((state.machine.clone(), from, to))
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use tacklebox_agents::hook::State;
    use tacklebox_machine::machine::Platform;

    fn desk(home: &std::path::Path) -> Arc<Desk> {
        let manifest = "+++\nname = \"guard\"\nevents = [\"BeforeToolCall\"]\ncommand = \"echo no >&2; exit 1\"\n+++\n";
        let path = home.join(".moltis/hooks/guard/HOOK.md");
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        tacklebox_machine::files::save(
            &path,
            manifest.as_bytes(),
            &tacklebox_machine::files::Stamp::Absent,
            0o644,
        )
        .unwrap();
        let env = BTreeMap::from([("PATH".to_owned(), "/usr/bin:/bin".to_owned())]);
        Desk::start_with(
            Machine::new(Platform::Linux, home, env),
            tacklebox_agents::agent::Options::documented(),
            |_| {},
        )
    }

    #[test]
    fn from_the_choice_to_the_comparison_and_back() {
        let home = tempfile::tempdir().unwrap();
        let desk = desk(home.path());
        let id = "moltis/managed/guard";
        let choices = desk.port_choices(id).unwrap();
        let possible: Vec<_> =
            choices.iter().filter(|one| one.possible).map(|one| one.agent).collect();
        assert_eq!(possible, [AgentId::Openclaw, AgentId::Zeroclaw], "{choices:?}");
        let view = desk.plan_port(id, AgentId::Zeroclaw).unwrap();
        assert!(view.blocked.is_none() && !view.lost.is_empty(), "{view:?}");
        let made = desk.port(id, AgentId::Zeroclaw).unwrap();
        assert_eq!(made.ids, ["zeroclaw/managed/guard"]);
        assert_eq!(desk.hook(&made.ids[0]).unwrap().hook.state, State::Off);
        let asked = desk.compare_port(id, &made.ids[0], false, false).unwrap();
        assert!(matches!(asked, Comparing::Confirm { .. }), "nothing ran: {asked:?}");
        let seen = desk.compare_port(id, &made.ids[0], false, true).unwrap();
        let Comparing::Done { compared: seen } = seen else { panic!("{seen:?}") };
        assert!(seen.view.same, "{seen:?}");
        assert!(seen.place.is_some(), "it ran in a box, or it is said that there is none");
        assert_eq!(desk.port(id, AgentId::Zeroclaw).unwrap_err().code, Code::Refused);
        desk.undo(&made.change.undo.unwrap()).unwrap();
        assert!(desk.hook(&made.ids[0]).is_err());
    }

    #[test]
    fn what_is_not_there_cannot_be_copied_or_compared() {
        let home = tempfile::tempdir().unwrap();
        let desk = desk(home.path());
        assert_eq!(desk.port_choices("moltis/managed/no").unwrap_err().code, Code::NotFound);
        assert_eq!(
            desk.plan_port("nobody/managed/no", AgentId::Eliza).unwrap_err().code,
            Code::NotFound
        );
        let error = desk
            .compare_port("moltis/managed/guard", "zeroclaw/managed/no", false, true)
            .unwrap_err();
        assert_eq!(error.code, Code::NotFound);
    }
}
