//! What only an agent's program can say of itself. It is asked once, like the login shell, never by a
//! scan; the answer is kept by the file's place, size and time of change.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::apply;
use crate::dialect::finding::{Asks, Tells};
use crate::files;
use crate::hook::AgentId;
use crate::machine::Machine;
use crate::process::Program;

const FILE: &str = "programs.json";
const MAX_BYTES: u64 = 64 * 1024;
/// How long a program may take to answer.
const LIMIT: Duration = Duration::from_secs(10);

/// What a program said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Answer {
    pub(super) version: Option<String>,
    /// Whether it has the command that was asked for.
    pub(super) has: Option<bool>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Kept {
    size: u64,
    /// Nanoseconds since 1970.
    changed: u128,
    answer: Answer,
}

type All = BTreeMap<PathBuf, Kept>;

fn file(machine: &Machine) -> PathBuf {
    machine.data_dir().join(FILE)
}

fn all(machine: &Machine) -> All {
    let bytes = fs::read(file(machine)).unwrap_or_default();
    serde_json::from_slice(&bytes).unwrap_or_default()
}

fn mark(program: &Path) -> Option<(u64, u128)> {
    let meta = fs::metadata(program).ok()?;
    let changed = meta.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((meta.len(), changed.as_nanos()))
}

/// What this program said, while it is the same file.
pub(super) fn kept(machine: &Machine, program: &Path) -> Option<Answer> {
    let kept = all(machine).remove(program)?;
    (mark(program)? == (kept.size, kept.changed)).then_some(kept.answer)
}

/// The agents whose program is here and was not asked yet.
pub fn to_ask(machine: &Machine) -> Vec<AgentId> {
    let unasked = |agent: &AgentId| {
        let finding = &agent.dialect().finding;
        let program = finding.programs.iter().find_map(|name| machine.program(name));
        finding.asks.is_some() && program.is_some_and(|program| kept(machine, &program).is_none())
    };
    AgentId::ALL.into_iter().filter(unasked).collect()
}

/// Asks the programs that were not asked yet, and keeps what they say. Starts programs and waits for
/// them: not for the way to the first picture. Says for which agents something was learnt.
pub fn ask(machine: &Machine) -> Vec<AgentId> {
    let mut learnt = Vec::new();
    for agent in to_ask(machine) {
        let finding = &agent.dialect().finding;
        let program = finding.programs.iter().find_map(|name| machine.program(name));
        if let (Some(program), Some(asks)) = (program, &finding.asks)
            && let Some(mark) = mark(&program)
        {
            let answer = answer(machine, &program, asks);
            keep(machine, &program, Kept { size: mark.0, changed: mark.1, answer });
            learnt.push(agent);
        }
    }
    learnt
}

fn answer(machine: &Machine, program: &Path, asks: &Asks) -> Answer {
    let ended = Program::new(program)
        .args(asks.args)
        .env(machine.environment())
        .limit(LIMIT)
        .run_blocking();
    let Ok(ended) = ended else { return Answer::default() };
    if !ended.ok() {
        return Answer::default();
    }
    let text = ended.stdout.text();
    match asks.tells {
        Tells::Version => {
            let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
            let version = line.split_whitespace().last().map(str::to_owned);
            Answer { version: version.filter(|it| it.contains(char::is_numeric)), has: None }
        }
        Tells::Command { name, .. } => {
            let first = |line: &str| line.split_whitespace().next() == Some(name);
            Answer { version: None, has: Some(text.lines().any(first)) }
        }
    }
}

/// What cannot be kept is asked again.
fn keep(machine: &Machine, program: &Path, kept: Kept) {
    let _ = apply::alone(machine, || {
        let (_, stamp) = files::read(&file(machine), MAX_BYTES)?;
        let mut all = all(machine);
        all.retain(|path, _| path.exists());
        all.insert(program.to_owned(), kept);
        let text = serde_json::to_vec(&all).unwrap_or_default();
        files::save(&file(machine), &text, &stamp, 0o600)?;
        Ok(())
    });
}
