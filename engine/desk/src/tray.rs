//! What the icon in the desktop's tray says while no window is open: what needs a person, agent by agent, and the last
//! thing that came to need one.

use std::sync::PoisonError;

use super::{AgentId, Desk};
use tacklebox_inventory::overview;
use tacklebox_machine::words;

/// The icon and its menu, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tray {
    /// A line for each agent that is here.
    pub agents: Vec<TrayAgent>,
    /// None where nothing needs a person.
    pub problem: Option<TrayProblem>,
    /// Why the icon has its badge; how it is with the hooks where it has none.
    pub sentence: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrayAgent {
    pub agent: AgentId,
    /// "Milady: 2 need you".
    pub text: String,
}

/// Something that needs a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrayProblem {
    pub agent: AgentId,
    /// None where it is the agent's settings.
    pub hook: Option<String>,
    pub text: String,
}

/// Ids of what needs a person, the last one last.
#[derive(Debug, Default)]
pub(super) struct Needing(Vec<String>);

impl Needing {
    /// Those that still need somebody keep their order; new ones come after them.
    fn follow(&mut self, now: Vec<String>) -> Option<&str> {
        self.0.retain(|id| now.contains(id));
        for id in now {
            if !self.0.contains(&id) {
                self.0.push(id);
            }
        }
        self.0.last().map(String::as_str)
    }
}

impl Desk {
    /// What the tray shows now.
    pub fn tray(&self) -> Tray {
        let mut agents = Vec::new();
        let mut problems = Vec::new();
        let state = self.state();
        for inventory in state.inventories.iter().filter(|one| one.agent().found) {
            let (agent, name) = (inventory.agent().id(), inventory.agent().dialect.title);
            let (blocked, mut hooks) = overview::needing(inventory);
            // At the start all of them are new: what is alarming is named first.
            hooks.sort_by_key(|hook| hook.alarming);
            let text = match hooks.len().saturating_add(usize::from(blocked.is_some())) {
                0 => format!("{name}: nothing to do"),
                1 => format!("{name}: 1 needs you"),
                some => format!("{name}: {some} need you"),
            };
            agents.push(TrayAgent { agent, text });
            problems.extend(blocked.map(|_| {
                let text = format!("The settings of {name} cannot be used");
                (false, TrayProblem { agent, hook: None, text })
            }));
            problems.extend(hooks.into_iter().map(|hook| {
                let text = format!("{} ({name})", hook.title);
                (hook.alarming, TrayProblem { agent, hook: Some(hook.id.clone()), text })
            }));
        }
        drop(state);
        problems.sort_by_key(|(alarming, _)| *alarming);
        let all = problems.len();
        let id = |problem: &TrayProblem| {
            problem.hook.clone().unwrap_or_else(|| problem.agent.to_string())
        };
        let mut needing = self.needing.lock().unwrap_or_else(PoisonError::into_inner);
        let last = needing.follow(problems.iter().map(|(_, problem)| id(problem)).collect());
        let problem = problems.into_iter().map(|(_, it)| it).find(|it| last == Some(&id(it)));
        let sentence = match all {
            0 => "Nothing needs you.".to_owned(),
            1 => "1 thing needs you.".to_owned(),
            some => format!("{} need you.", words::count(some, "thing")),
        };
        Tray { agents, problem, sentence }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::io::Write as _;
    use std::path::Path;

    use super::*;
    use tacklebox_agents::agent::Options;
    use tacklebox_machine::machine::{Machine, Platform};

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    #[test]
    fn the_last_problem_is_the_one_that_came_last() {
        let mut needing = Needing::default();
        let all = |ids: &[&str]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(needing.follow(all(&["a", "b"])), Some("b"));
        assert_eq!(needing.follow(all(&["c", "a", "b"])), Some("c"), "new, wherever it is listed");
        assert_eq!(needing.follow(all(&["c", "a", "b"])), Some("c"), "and it stays the last one");
        assert_eq!(needing.follow(all(&["a", "b"])), Some("b"), "until it needs nobody");
        assert_eq!(needing.follow(Vec::new()), None);
    }

    #[test]
    fn the_tray_counts_what_the_sidebar_counts_and_follows_the_files() {
        let tmp = tempfile::tempdir().unwrap();
        let hooks = tmp.path().join(".milady/hooks");
        let config = "{ hooks: { internal: { enabled: true } } }\n";
        write(&tmp.path().join(".milady/milady.json"), config);
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        let desk = Desk::start_with(machine, Options::default(), |_| {});
        let line = |tray: &Tray| tray.agents.first().map(|one| one.text.clone()).unwrap();
        let calm = desk.tray();
        assert_eq!((line(&calm).as_str(), calm.agents.len()), ("Milady: nothing to do", 1));
        assert_eq!((calm.problem, calm.sentence.as_str()), (None, "Nothing needs you."));

        write(&hooks.join("torn/HOOK.md"), "---\nname: [\n---\n");
        desk.refresh();
        let one = desk.tray();
        assert_eq!(line(&one), "Milady: 1 needs you");
        assert_eq!(one.problem.unwrap().hook.as_deref(), Some("milady/managed/torn"));
        write(&hooks.join("alas/HOOK.md"), "---\nname: [\n---\n");
        desk.refresh();
        let two = desk.tray();
        let counted = desk.overview().agents.iter().map(|view| view.needs_you).sum::<u32>();
        assert_eq!((line(&two).as_str(), counted), ("Milady: 2 need you", 2));
        assert_eq!(two.problem.unwrap().hook.as_deref(), Some("milady/managed/alas"));
        assert_eq!(two.sentence, "2 things need you.");

        write(&tmp.path().join(".milady/milady.json"), "{ hooks: {{ }\n");
        desk.refresh();
        let blocked = desk.tray().problem.unwrap();
        assert_eq!(blocked.text, "The settings of Milady cannot be used");
        assert_eq!((blocked.agent, blocked.hook), (AgentId::Milady, None));
    }
}
