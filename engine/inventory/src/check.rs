//! What the agent's own loader would report: the counts of `hooks check` (rule ).

use std::path::PathBuf;

use crate::discover::{Candidate, Kind, Trouble};
use crate::inventory::{self, Inventory};
use serde::Serialize;
use tacklebox_agents::hook::{AgentId, Handler, Hook, State};
use tacklebox_machine::words;

/// One line of `hooks check --json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    pub agent: Option<AgentId>,
    pub discovered: usize,
    pub eligible: usize,
    /// Those that load: see [`Self::unsure`].
    pub registered: usize,
    /// So many more may be: only running their modules tells.
    #[serde(skip)]
    pub unsure: usize,
    /// "name: reason, reason"
    pub skipped: Vec<String>,
    /// Hook names; the module's path for a legacy handler.
    pub failed: Vec<String>,
    pub problems: Vec<ReportProblem>,
    /// What the modules of hooks were loaded by, where they were.
    pub loaded_by: Option<LoadedBy>,
    /// The agent's plugins, where they were loaded: they are in none of the counts above.
    pub plugins: Option<PluginsLoaded>,
    /// So many of `problems` say why one of `failed` did.
    #[serde(skip)]
    pub explained: usize,
}

/// Which plugins load.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PluginsLoaded {
    pub loaded: usize,
    /// Their ids. Why is among the problems.
    pub failed: Vec<String>,
}

/// The JavaScript runtime that modules of hooks were loaded by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LoadedBy {
    /// `bun`, `node` or `deno`.
    pub name: &'static str,
    #[serde(serialize_with = "tacklebox_agents::hook::lossy")]
    pub program: PathBuf,
    /// As it says itself.
    pub version: Option<String>,
    /// It is the one that the agent itself uses, left alone with the modules as in the agent.
    pub own: bool,
    /// Why it is not the agent's own, in a clause.
    pub why: Option<String>,
}

/// A file that could not be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportProblem {
    #[serde(serialize_with = "tacklebox_agents::hook::lossy")]
    pub path: PathBuf,
    pub message: String,
    /// A note changes no exit status.
    pub severity: ProblemSeverity,
}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProblemSeverity {
    #[default]
    Problem,
    Note,
}

impl Report {
    /// Nothing failed and nothing is in the way.
    pub fn is_clean(&self) -> bool {
        self.wrong() == 0
    }

    /// Where a hook that may load is counted.
    fn count_of(&mut self, hook: &Hook) -> &mut usize {
        match hook.runtime.loads {
            Some(_) => &mut self.registered,
            None => &mut self.unsure,
        }
    }

    /// One more that is registered, as far as that is sure.
    fn count(&mut self, hook: &Hook) {
        let count = self.count_of(hook);
        *count = count.saturating_add(1);
    }

    /// One less, as its module does not load.
    pub fn fails(&mut self, candidate: &Candidate, hook: &Hook) {
        let count = self.count_of(hook);
        *count = count.saturating_sub(1);
        self.failed.push(name_of(candidate, hook));
    }

    /// Every module was run: what did not fail is registered.
    pub fn all_run(&mut self) {
        self.registered = self.registered.saturating_add(std::mem::take(&mut self.unsure));
    }

    /// How many things are wrong.
    pub fn wrong(&self) -> usize {
        let problems = self.problems.iter().filter(|it| it.severity == ProblemSeverity::Problem);
        self.failed.len().saturating_add(problems.count()).saturating_sub(self.explained)
    }
}

/// Counts as the agent's loader would, without running anything.
pub fn check(inventory: &Inventory) -> Report {
    check_each(inventory, |_, _| {})
}

/// What a hook is called among those that failed: its name, or where it has no folder its module.
pub fn name_of(candidate: &Candidate, hook: &Hook) -> String {
    match (&hook.handler, candidate.kind) {
        (Some(Handler::Module { path, .. }), Kind::Legacy | Kind::Gateway) => {
            path.to_string_lossy().into_owned()
        }
        _ => hook.name.clone(),
    }
}

/// As [`check`], and hands over each hook that the loader would register, in its order. What is built
/// into the agent is handed over too, and is in no count.
pub fn check_each<'a>(
    inventory: &'a Inventory,
    mut registers: impl FnMut(&'a Candidate, &'a Hook),
) -> Report {
    let agent = inventory.agent();
    let mut report = Report { agent: Some(agent.id()), ..Report::default() };
    report.problems.extend(inventory.problems().map(|problem| ReportProblem {
        path: problem.path.clone(),
        message: problem.to_string(),
        severity: ProblemSeverity::Problem,
    }));
    report.problems.extend(inventory.not_started().map(|why| ReportProblem {
        path: agent.config.path.clone(),
        message: why.to_owned(),
        severity: ProblemSeverity::Note,
    }));
    let verdict = &agent.config_verdict;
    report.problems.extend(verdict.problems.iter().map(|problem| ReportProblem {
        path: agent.config.path.clone(),
        message: format!("{}: {}", problem.path, problem.message),
        severity: ProblemSeverity::Problem,
    }));
    // Of a config that is refused as a whole, nothing counts.
    let taken = (verdict.problems.is_empty() || verdict.goes_on()) && agent.torn_state.is_none();
    let unreadable = inventory::unreadable_config(agent);
    for (candidate, hook) in inventory.in_order_of_names() {
        let without = inventory::does_without(agent, candidate);
        let on = agent.hooks_on() && (taken || without);
        let problem = || ReportProblem {
            path: candidate.manifest_path.clone().unwrap_or_default(),
            message: hook.error.clone().unwrap_or_default(),
            severity: ProblemSeverity::Problem,
        };
        // What a person accepted is only told.
        let danger = match candidate.skips_audit(agent) {
            true => ProblemSeverity::Note,
            false => ProblemSeverity::Problem,
        };
        for (said, severity) in [(&hook.danger, danger), (&hook.warning, ProblemSeverity::Note)] {
            report.problems.extend(said.as_ref().map(|said| ReportProblem {
                path: candidate.manifest_path.clone().unwrap_or_default(),
                message: format!("{}: {said}", candidate.dir_name),
                severity,
            }));
        }
        if hook.state == State::NotCalled {
            report.problems.push(ReportProblem {
                path: candidate.manifest_path.clone().unwrap_or_default(),
                message: format!("{}: {}.", hook.name, hook.reason.clone().unwrap_or_default()),
                severity: ProblemSeverity::Note,
            });
            if hook.runtime.loads == Some(false) && !candidate.starts_nothing(agent) {
                continue;
            }
        }
        if matches!(candidate.kind, Kind::Legacy | Kind::Gateway) {
            match &hook.error {
                _ if !on => {}
                None if !hook.runtime.may_load() => {}
                None => {
                    report.count(hook);
                    registers(candidate, hook);
                }
                Some(_) => report.failed.push(name_of(candidate, hook)),
            }
            continue;
        }
        // What is built in is not discovered by any loader.
        if candidate.kind == Kind::Builtin {
            if on && matches!(hook.state, State::Ready | State::NotCalled) {
                registers(candidate, hook);
            }
            continue;
        }
        if !candidate.is_discovered() {
            report.problems.push(problem());
            continue;
        }
        if !on || hook.state == State::Replaced {
            continue;
        }
        report.discovered = report.discovered.saturating_add(1);
        report.eligible = report.eligible.saturating_add(usize::from(hook.eligible));
        // A config that cannot be read is a problem of its own, above.
        let of_hook = hook.missing.iter().filter(|missing| Some(*missing) != unreadable.as_ref());
        let mut reasons: Vec<String> = of_hook.map(|missing| missing.message.clone()).collect();
        if !hook.enabled {
            reasons.push("disabled in config".into());
        }
        let refused = matches!(candidate.trouble, Some(Trouble::Refused(_)))
            || inventory::refused(agent, candidate);
        let no_events = candidate.effective().is_ok_and(|manifest| manifest.events.is_empty());
        if no_events && agent.dialect.rules.needs_events {
            reasons.push("no events".into());
        }
        if !reasons.is_empty() {
            report.skipped.push(format!("{}: {}", words::short(&hook.name), reasons.join(", ")));
        } else if refused || hook.error.is_some() {
            report.failed.push(hook.name.clone());
        } else if hook.runtime.may_load() {
            report.count(hook);
            registers(candidate, hook);
        }
    }
    report
}
