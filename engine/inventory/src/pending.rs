//! What was changed since an agent was last started, so that "Restart Milady" stays until it was: kept
//! in our own data, since a change may be made in one run of Tacklebox and told in the next.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::hook::AgentId;
use tacklebox_machine::data;
use tacklebox_machine::files;
use tacklebox_machine::machine::{Machine, Process};

/// How long an agent has to be running before it counts as started, in seconds: a command of its own
/// program that only prints something is over by then.
const SETTLED: i64 = 10;

/// The most sentences that are kept of one agent.
const KEPT: usize = 50;

const MAX_BYTES: u64 = 1024 * 1024;

/// A change that an agent has not seen yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unseen {
    /// "Session memory was turned on."
    pub summary: String,
    /// The id of the hook that it is about.
    pub hook: Option<String>,
    /// The moments of that hook, to be told from once it is gone; none where nobody knows them.
    #[serde(default)]
    pub moments: Vec<String>,
    /// How many changes with this very sentence came before it, and wait as well.
    #[serde(default)]
    pub before: u32,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Waiting {
    changes: Vec<Unseen>,
    /// When the last of them was made, in Unix seconds.
    since: i64,
    /// When the agent was last told to read its hooks again, in Unix seconds. What it is told by is gone
    /// once it read them.
    #[serde(default)]
    told: i64,
}

type All = BTreeMap<AgentId, Waiting>;

fn path(machine: &Machine) -> PathBuf {
    machine.data_dir().join("pending.json")
}

fn read(machine: &Machine) -> (All, files::Stamp) {
    match files::read(&path(machine), MAX_BYTES) {
        Ok((bytes, stamp)) => {
            (serde_json::from_slice(&bytes.unwrap_or_default()).unwrap_or_default(), stamp)
        }
        Err(_) => (All::new(), files::Stamp::Absent),
    }
}

/// Changes the list. That it cannot be written is not a reason for the change it tells of to fail.
fn edit(machine: &Machine, agent: AgentId, edit: impl FnOnce(&mut Waiting)) {
    let (mut all, stamp) = read(machine);
    let waiting = all.entry(agent).or_default();
    edit(waiting);
    if waiting.changes.is_empty() && waiting.told == 0 {
        all.remove(&agent);
    }
    if let Ok(text) = serde_json::to_vec(&all)
        && data::make(machine).is_ok()
    {
        let _ = files::save(&path(machine), &text, &stamp, 0o600);
    }
}

/// Remembers a change that an agent has to be started again for, under the lock of whoever made it.
pub fn remember(machine: &Machine, agent: AgentId, mut unseen: Unseen) {
    edit(machine, agent, |waiting| {
        let same = waiting.changes.iter().find(|change| change.summary == unseen.summary);
        unseen.before = same.map_or(0, |change| change.before.saturating_add(1));
        waiting.changes.retain(|change| change.summary != unseen.summary);
        waiting.changes.push(unseen);
        let over = waiting.changes.len().saturating_sub(KEPT);
        waiting.changes.drain(..over);
        waiting.since = machine.now().unix_timestamp();
    });
}

/// Takes a change off the list that was taken back before the agent saw it; one that it has seen has to
/// be seen to be gone.
pub fn taken_back(machine: &Machine, agent: AgentId, summary: &str, taken_back: Unseen) {
    // It may have been started since, and nobody looked.
    seen(machine);
    let (all, _) = read(machine);
    let is = |change: &Unseen| change.summary == summary;
    if all.get(&agent).is_some_and(|waiting| waiting.changes.iter().any(is)) {
        edit(machine, agent, |waiting| {
            waiting.changes.retain_mut(|change| {
                let stays = !is(change) || change.before > 0;
                if is(change) {
                    change.before = change.before.saturating_sub(1);
                }
                stays
            });
        });
    } else {
        remember(machine, agent, taken_back);
    }
}

/// What an agent has not seen yet, the oldest first.
pub fn of(machine: &Machine, agent: AgentId) -> Vec<Unseen> {
    read(machine).0.remove(&agent).map(|waiting| waiting.changes).unwrap_or_default()
}

/// Forgets what an agent has not seen.
pub fn dismiss(machine: &Machine, agent: AgentId) {
    if !of(machine, agent).is_empty() {
        edit(machine, agent, |waiting| waiting.changes.clear());
    }
}

/// Remembers that an agent was told to read its hooks again.
pub fn told(machine: &Machine, agent: AgentId) {
    let now = machine.now().unix_timestamp();
    edit(machine, agent, |waiting| waiting.told = now);
}

/// When that was, in Unix seconds; 0 for never.
pub fn told_at(machine: &Machine, agent: AgentId) -> i64 {
    read(machine).0.get(&agent).map_or(0, |waiting| waiting.told)
}

/// The agents that were started since they were changed; what waited for that is forgotten.
pub fn seen(machine: &Machine) -> Vec<AgentId> {
    let (mut all, _) = read(machine);
    all.retain(|_, waiting| !waiting.changes.is_empty());
    if all.is_empty() {
        return Vec::new();
    }
    let processes = machine.processes();
    let now = machine.now().unix_timestamp();
    let started = all
        .iter()
        .filter(|(agent, waiting)| restarted(agent.dialect(), waiting.since, now, &processes));
    let started: Vec<AgentId> = started.map(|(agent, _)| *agent).collect();
    started.iter().for_each(|agent| dismiss(machine, *agent));
    started
}

/// Whether an agent runs that was started before a moment, in Unix seconds: it has not read its hooks since.
pub fn runs_since_before(machine: &Machine, agent: AgentId, moment: i64) -> bool {
    let processes = machine.processes();
    let mut own = processes.iter().filter(|process| is_agent(agent.dialect(), process));
    own.any(|process| process.started <= moment)
}

/// Whether the agent runs, and every process of it was started after the change: one that is left from
/// before still has the old hooks.
fn restarted(dialect: &Dialect, since: i64, now: i64, processes: &[Process]) -> bool {
    let mut own = processes.iter().filter(|process| is_agent(dialect, process)).peekable();
    own.peek().is_some()
        && own.all(|process| {
            process.started > since && now.saturating_sub(process.started) >= SETTLED
        })
}

/// Programs that run a script: what they run is their first argument that is not an option.
const INTERPRETERS: [&str; 8] = ["node", "bun", "deno", "tsx", "npx", "bunx", "sh", "bash"];

fn is_agent(dialect: &Dialect, process: &Process) -> bool {
    let own = |path: &str| {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let name = name.split_once('.').map_or(name, |(stem, _)| stem);
        let inside = dialect.packages.iter().any(|package| {
            path.contains(&format!("/node_modules/{package}/"))
                || path.contains(&format!("\\node_modules\\{package}\\"))
        });
        inside || name == dialect.agent.as_str() || dialect.packages.contains(&name)
    };
    let Some(program) = process.args.first() else { return false };
    if own(program) {
        return true;
    }
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let script = process.args.iter().skip(1).find(|arg| !arg.starts_with('-'));
    INTERPRETERS.contains(&name) && script.is_some_and(|script| own(script))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tacklebox_machine::machine::Platform;

    fn remember(machine: &Machine, agent: AgentId, summary: &str) {
        super::remember(machine, agent, unseen(summary));
    }

    fn unseen(summary: &str) -> Unseen {
        let (summary, hook) = (summary.to_owned(), Some("an/id".to_owned()));
        Unseen { summary, hook, moments: Vec::new(), before: 0 }
    }

    fn of(machine: &Machine, agent: AgentId) -> Vec<String> {
        super::of(machine, agent).into_iter().map(|change| change.summary).collect()
    }

    fn process(started: i64, args: &str) -> Process {
        Process { args: args.split(' ').map(str::to_owned).collect(), started }
    }

    #[test]
    fn an_agent_is_known_by_its_program_or_the_script_that_is_run() {
        let is = |agent: AgentId, args| is_agent(agent.dialect(), &process(0, args));
        assert!(is(AgentId::Moltis, "/usr/local/bin/moltis gateway"));
        assert!(is(AgentId::Moltis, "C:\\Programs\\moltis.exe"));
        assert!(is(
            AgentId::Milady,
            "node --no-warnings /usr/lib/node_modules/milady/cli.js start"
        ));
        assert!(is(AgentId::Openclaw, "/usr/bin/node /home/me/bin/openclaw gateway"));
        assert!(is(AgentId::Eliza, "bun elizaos.mjs"));
        assert!(!is(AgentId::Milady, "vim /home/me/.milady/milady.json"));
        assert!(!is(AgentId::Milady, "grep -r milady"));
        assert!(!is(AgentId::Milady, "node /home/me/.milady/hooks/x/handler.ts"));
        assert!(!is(AgentId::Milady, "openclaw gateway"));
    }

    #[test]
    fn a_restart_is_seen_when_nothing_is_left_from_before_and_it_stays_up() {
        let now = 1_000;
        let seen =
            |processes: &[Process]| restarted(AgentId::Moltis.dialect(), 900, now, processes);
        assert!(seen(&[process(950, "moltis")]));
        assert!(!seen(&[]), "not running: nobody knows");
        assert!(!seen(&[process(800, "moltis")]), "the old one");
        assert!(!seen(&[process(800, "moltis"), process(950, "moltis")]), "the old one is left");
        assert!(!seen(&[process(995, "moltis")]), "a command that may be over at once");
        assert!(!seen(&[process(950, "other")]));
        // To the second: in the second of the change nobody knows which was first.
        assert!(!seen(&[process(900, "moltis")]) && seen(&[process(901, "moltis")]));
        assert!(!seen(&[process(991, "moltis")]) && seen(&[process(990, "moltis")]));
    }

    #[test]
    fn the_last_fifty_changes_are_told_and_the_oldest_are_forgotten_first() {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        for number in 0..KEPT + 2 {
            remember(&machine, AgentId::Milady, &format!("{number}"));
        }
        let left = of(&machine, AgentId::Milady);
        assert_eq!((left.len(), left[0].as_str()), (KEPT, "2"));
        remember(&machine, AgentId::Eliza, "E");
        dismiss(&machine, AgentId::Milady);
        assert_eq!(of(&machine, AgentId::Eliza), ["E"], "each agent has a list of its own");
    }

    #[test]
    fn what_waits_is_there_after_a_restart_of_ours_and_until_it_is_dismissed() {
        let tmp = tempfile::tempdir().unwrap();
        let machine = || Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        remember(&machine(), AgentId::Milady, "A was turned on.");
        remember(&machine(), AgentId::Milady, "B was turned on.");
        remember(&machine(), AgentId::Milady, "A was turned on.");
        assert_eq!(of(&machine(), AgentId::Milady), ["B was turned on.", "A was turned on."]);
        // That an agent was told is kept, too, and is not a change.
        told(&machine(), AgentId::Zeroclaw);
        assert!(of(&machine(), AgentId::Zeroclaw).is_empty());
        assert!(told_at(&machine(), AgentId::Zeroclaw) > 0);
        assert_eq!(seen(&machine()), []);
        dismiss(&machine(), AgentId::Milady);
        assert!(of(&machine(), AgentId::Milady).is_empty());
    }

    #[test]
    fn a_change_that_is_taken_back_before_the_agent_saw_it_needs_no_restart() {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        remember(&machine, AgentId::Milady, "A was turned on.");
        let undo = || {
            let back = unseen("Taken back: A was turned on.");
            taken_back(&machine, AgentId::Milady, "A was turned on.", back)
        };
        undo();
        assert!(of(&machine, AgentId::Milady).is_empty());
        undo();
        assert_eq!(of(&machine, AgentId::Milady), ["Taken back: A was turned on."]);
        // Two of one sentence are two changes.
        dismiss(&machine, AgentId::Milady);
        remember(&machine, AgentId::Milady, "A was turned on.");
        remember(&machine, AgentId::Milady, "A was turned on.");
        undo();
        assert_eq!(of(&machine, AgentId::Milady), ["A was turned on."]);
        undo();
        assert!(of(&machine, AgentId::Milady).is_empty());
    }

    /// A real process, started after the change.
    #[cfg(unix)]
    #[test]
    fn a_real_restart_is_seen() {
        let tmp = tempfile::tempdir().unwrap();
        let script = tmp.path().join("moltis");
        files::save(&script, b"#!/bin/sh\nsleep 30 & wait\n", &files::Stamp::Absent, 0o755)
            .unwrap();
        let later = time::OffsetDateTime::now_utc() + time::Duration::seconds(SETTLED + 5);
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        let before = time::OffsetDateTime::now_utc() - time::Duration::seconds(5);
        remember(&machine.clone().with_clock(move || before), AgentId::Moltis, "A was turned on.");
        let machine = machine.with_clock(move || later);
        assert_eq!(seen(&machine), [], "it does not run");
        let mut child = std::process::Command::new(&script).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(200));
        let started = seen(&machine);
        let _ = child.kill();
        let _ = child.wait();
        assert_eq!(started, [AgentId::Moltis]);
        assert!(of(&machine, AgentId::Moltis).is_empty());
    }
}
