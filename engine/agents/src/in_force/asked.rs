//! What only an agent's program can say of itself. It is asked once, like the login shell, never by a
//! scan; the answer is kept by the file's place, size and time of change.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use crate::dialect::finding::{Asks, Tells};
use crate::hook::AgentId;
use tacklebox_machine::data;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

const FILE: &str = "programs.json";
const MAX_BYTES: u64 = 64 * 1024;

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
pub(crate) fn to_ask(machine: &Machine) -> Vec<AgentId> {
    let unasked = |agent: &AgentId| {
        let finding = &agent.dialect().finding;
        let program = finding.programs.iter().find_map(|name| machine.program(name));
        finding.asks.is_some() && program.is_some_and(|program| kept(machine, &program).is_none())
    };
    AgentId::all().iter().copied().filter(unasked).collect()
}

/// Has the programs asked that were not asked yet, and keeps what they say. `run` starts a program with
/// arguments and gives what it prints; none where it fails. Says for which agents something was learnt.
pub fn ask_by(
    machine: &Machine,
    run: impl Fn(&Path, &'static [&'static str]) -> Option<String>,
) -> Vec<AgentId> {
    let mut learnt = Vec::new();
    for agent in to_ask(machine) {
        let finding = &agent.dialect().finding;
        let program = finding.programs.iter().find_map(|name| machine.program(name));
        if let (Some(program), Some(asks)) = (program, &finding.asks)
            && let Some(mark) = mark(&program)
        {
            let says = run(&program, asks.args);
            let answer = says.map(|text| answer(&text, asks)).unwrap_or_default();
            keep(machine, &program, Kept { size: mark.0, changed: mark.1, answer });
            learnt.push(agent);
        }
    }
    learnt
}

fn answer(text: &str, asks: &Asks) -> Answer {
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
    if data::make(machine).and_then(|()| data::claim(machine)).is_err() {
        return;
    }
    let Ok((_, stamp)) = files::read(&file(machine), MAX_BYTES) else { return };
    let mut all = all(machine);
    all.retain(|path, _| path.exists());
    all.insert(program.to_owned(), kept);
    if let Ok(text) = serde_json::to_vec(&all) {
        let _ = files::save(&file(machine), &text, &stamp, 0o600);
    }
}
