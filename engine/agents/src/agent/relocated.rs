//! Where OpenClaw's gateway is in the end: its file of variables, and then its config, may name another place, and there
//! it begins again (rule ).

use std::borrow::Cow;

use super::variables::by_config;
use super::{Agent, Options};
use crate::hook::AgentId;
use crate::in_force::ConfigState;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words::js_trim;

/// What it keeps from one place to the next, of all that is set there.
const KEPT: [&str; 8] = [
    "OPENCLAW_CONFIG_PATH",
    "OPENCLAW_CONFIG_READONLY",
    "OPENCLAW_HOME",
    "OPENCLAW_INCLUDE_ROOTS",
    "OPENCLAW_NIX_MODE",
    "OPENCLAW_PROFILE",
    "OPENCLAW_STATE_DIR",
    "OPENCLAW_WORKSPACE_DIR",
];

impl Agent {
    /// The agent where it is in the end, and the computer as it finds it there, where that is another place than its
    /// environment alone says.
    pub(super) fn settled(
        machine: &Machine,
        id: AgentId,
        options: &Options,
    ) -> (Self, Option<Machine>) {
        let mut agent = Self::placed(machine, id, options);
        if agent.config.names.is_none() {
            return (agent, None);
        }
        // A text in place of the config is that of the last place.
        let files = options.config.is_some();
        let files = files.then(|| Options { config: None, ..options.clone() });
        let (mut moved, mut passed): (Option<Machine>, Vec<_>) = (None, Vec::new());
        // Each round sets one of them at least.
        for _ in KEPT {
            let at = moved.as_ref().unwrap_or(machine);
            let there = match &files {
                Some(files) => Cow::Owned(Self::placed(at, id, files)),
                None => Cow::Borrowed(&agent),
            };
            let Some(next) = there.names_another_place(at) else { break };
            passed.extend(there.env_files().into_iter().chain([there.config.path.clone()]));
            agent = Self::placed(&next, id, options);
            moved = Some(next);
        }
        if let Some(moved) = &moved {
            let kept = KEPT.iter().filter(|name| machine.env(name) != moved.env(name));
            let kept =
                kept.filter_map(|name| Some(((*name).to_owned(), moved.env(name)?.to_owned())));
            agent.env_file.extend(kept);
            agent.passed = passed;
        }
        (agent, moved)
    }

    /// The computer with what it kept on its way.
    pub(super) fn as_found<'m>(&self, machine: &'m Machine) -> Cow<'m, Machine> {
        let kept = KEPT.into_iter().filter(|name| machine.env(name).is_none());
        kept.fold(Cow::Borrowed(machine), |so_far, name| match self.env_file.get(name) {
            Some(value) => Cow::Owned(so_far.into_owned().with_variable(name, value)),
            None => so_far,
        })
    }

    /// The computer with what is set here and was not before; the config counts only where the file of variables sets none
    /// of them, and where it is taken.
    fn names_another_place(&self, at: &Machine) -> Option<Machine> {
        let blank = |value: &str| js_trim(value).is_empty();
        let unset: Vec<_> = KEPT.into_iter().filter(|it| at.env(it).is_none_or(blank)).collect();
        let file = |name| Some((name, self.env_file.get(name).map(String::as_str)?));
        let mut set: Vec<(&str, &str)> = unset.iter().copied().filter_map(file).collect();
        set.retain(|(_, value)| !blank(value));
        if set.is_empty() && self.config_verdict.state != ConfigState::Refused {
            let sources = self.dialect.rules.env;
            let config = |name| {
                let said = sources.iter().find_map(|it| by_config(it, &self.config, name));
                Some((name, said?))
            };
            set = unset.into_iter().filter_map(config).collect();
        }
        let with = |so_far: Machine, (name, value): (&str, &str)| so_far.with_variable(name, value);
        (!set.is_empty()).then(|| set.into_iter().fold(at.clone(), with))
    }
}
