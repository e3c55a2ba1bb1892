//! What was done and tried here, and when: a list that stays across restarts, in our own data. It
//! holds sentences and names, never a value, a payload or an output, so no secret can be in it.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use time::format_description::well_known::Rfc3339;

use crate::discover::script;
use tacklebox_agents::hook::{AgentId, Handler, Hook};
use tacklebox_machine::cut::Cut;
use tacklebox_machine::data;
use tacklebox_machine::files::{self, Stamp};
use tacklebox_machine::machine::Machine;

/// How many entries are shown and kept. The file is cut back to this many once it holds twice as many.
const KEPT: usize = 1000;

/// The most of the file that is read, in bytes: far more than that many entries.
const MAX_BYTES: u64 = 8 * 1024 * 1024;

/// The longest sentence, in characters: errors may quote long paths.
const MAX_WORDS: usize = 400;

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Installed,
    Removed,
    Changed,
    TakenBack,
    /// A hook was run here.
    Tried,
    /// A missing program was installed.
    Program,
    /// The agent's own program was asked, and said something else.
    Asked,
}

/// One thing that was done or tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Entry {
    /// RFC 3339, UTC.
    pub at: String,
    pub kind: Kind,
    pub agent: AgentId,
    /// "Session memory was turned on."
    pub summary: String,
    pub failed: bool,
    /// One sentence each, where there is more to say.
    #[serde(default)]
    pub details: Vec<String>,
    /// Of a try: what it was tried on, in words.
    #[serde(default)]
    pub event: Option<String>,
    /// Of a try: what became of each hook that was called.
    #[serde(default)]
    pub tried: Vec<Tried>,
    /// The change that it tells of. `apply::activity` leaves out what can no longer be taken back.
    #[serde(default)]
    pub undo: Option<String>,
    /// How many entries are taken back with this one, itself counted; none where it is alone. Known when the list is asked
    /// for, and not written down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub together: Option<u32>,
}

/// What became of one hook in a try.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Tried {
    /// The hook's.
    pub id: String,
    /// "Let it pass"
    pub outcome: String,
    pub failed: bool,
    /// Where it answered: the hash of what it was when it was called, a plugin's of its files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<String>,
}

impl Entry {
    /// An entry of now.
    pub fn new(machine: &Machine, kind: Kind, agent: AgentId, summary: impl Into<String>) -> Self {
        Self {
            at: machine.now().format(&Rfc3339).unwrap_or_default(),
            kind,
            agent,
            summary: summary.into(),
            failed: false,
            details: Vec::new(),
            event: None,
            tried: Vec::new(),
            undo: None,
            together: None,
        }
    }
}

fn path(machine: &Machine) -> PathBuf {
    machine.data_dir().join("activity.jsonl")
}

/// Writes an entry down. That it cannot be written is not a reason for what it tells of to fail.
pub fn record(machine: &Machine, mut entry: Entry) {
    entry.summary = short(&entry.summary);
    entry.details.truncate(50);
    entry.tried.truncate(50);
    entry.details.iter_mut().for_each(|line| *line = short(line));
    let Ok(mut line) = serde_json::to_vec(&entry) else { return };
    line.push(b'\n');
    // Made with its mode by whatever is done first; a first try makes it itself.
    if data::make(machine).is_err() {
        return;
    }
    let mut options = File::options();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // One write of one line: two that write at once do not mix.
    if let Ok(mut file) = options.open(path(machine)) {
        let _ = file.write_all(&line);
    }
    cut(machine);
}

fn short(text: &str) -> String {
    let mut words: String = text.chars().take(MAX_WORDS).collect();
    if words.len() < text.len() {
        words.push('…');
    }
    words
}

/// A line is some 150 bytes: a file that small, in bytes, cannot hold too many.
const SMALL: u64 = 2 * KEPT as u64 * 100;

/// Lets the oldest entries go.
fn cut(machine: &Machine) {
    let path = path(machine);
    if fs::metadata(&path).is_ok_and(|meta| meta.len() < SMALL) {
        return;
    }
    let Ok((Some(bytes), stamp)) = files::read(&path, MAX_BYTES) else {
        // Larger than anything that was written here: started over rather than grown for ever.
        let _ = fs::remove_file(&path);
        return;
    };
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    if lines.len() > 2 * KEPT {
        let _ = files::save(
            &path,
            &lines.cut(lines.len().saturating_sub(KEPT)..).concat(),
            &stamp,
            0o600,
        );
    }
}

/// The entries as text: a line each with tabs between its time (RFC 3339, UTC), agent and sentence, and
/// what more there is to say indented below it.
pub fn text(entries: &[Entry]) -> String {
    let mut text = String::new();
    for entry in entries {
        let agent = entry.agent.dialect().title;
        text.push_str(&format!("{}\t{agent}\t{}\n", entry.at, entry.summary));
        entry.details.iter().for_each(|line| text.push_str(&format!("\t{line}\n")));
    }
    text
}

/// The entries, the newest first. A line that cannot be read is skipped.
pub fn list(machine: &Machine) -> Vec<Entry> {
    let Ok((Some(bytes), _)) = files::read(&path(machine), MAX_BYTES) else { return Vec::new() };
    let mut entries: Vec<Entry> = bytes
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    entries.reverse();
    entries.truncate(KEPT);
    entries
}

/// Whether a hook was tried here as it is now and answered, as far back as is known.
pub fn was_tried(machine: &Machine, hook: &Hook) -> bool {
    let now = Some(hash(hook));
    let mut tried = list(machine).into_iter().flat_map(|entry| entry.tried);
    tried.any(|tried| tried.id == hook.id && tried.files == now)
}

/// By what a hook is told from what it was: when it is called and for whom, what it does, and its program. Secrets
/// are masked in it.
pub fn hash(hook: &Hook) -> String {
    let says = (&hook.events, &hook.conditions, &hook.action, hook.timeout_secs);
    let mut all = serde_json::to_vec(&says).unwrap_or_default();
    let beside = hook.dir.as_deref().or_else(|| hook.manifest.as_deref()?.parent());
    let command = hook.action.as_ref().and_then(|action| action.command.as_deref());
    let programs = match (&hook.handler, command, beside) {
        (Some(Handler::Module { path, export }), ..) => {
            all.extend_from_slice(export.as_bytes());
            vec![path.clone()]
        }
        (_, Some(command), Some(dir)) => {
            script::files(command, dir).into_iter().map(|name| dir.join(name)).collect()
        }
        _ => Vec::new(),
    };
    for path in programs {
        let bytes = files::read(&path, MAX_BYTES).ok().and_then(|(bytes, _)| bytes);
        all.extend(bytes.unwrap_or_default());
    }
    Stamp::of(&all).to_string()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use tacklebox_machine::machine::Platform;

    fn machine(home: &std::path::Path) -> Machine {
        Machine::new(Platform::Linux, home, BTreeMap::new())
    }

    fn entry(machine: &Machine, summary: &str) -> Entry {
        Entry::new(machine, Kind::Changed, AgentId::Milady, summary)
    }

    #[test]
    fn the_newest_comes_first_also_after_a_restart() {
        let tmp = tempfile::tempdir().unwrap();
        record(&machine(tmp.path()), entry(&machine(tmp.path()), "first"));
        record(&machine(tmp.path()), entry(&machine(tmp.path()), "second"));
        let list = list(&machine(tmp.path()));
        assert_eq!(
            list.iter().map(|e| e.summary.as_str()).collect::<Vec<_>>(),
            ["second", "first"]
        );
    }

    #[test]
    fn it_never_holds_more_than_twice_what_is_kept() {
        let tmp = tempfile::tempdir().unwrap();
        let machine = machine(tmp.path());
        for number in 0..2 * KEPT + 20 {
            record(&machine, entry(&machine, &format!("a change of the hook, number {number}")));
        }
        let lines = fs::read_to_string(path(&machine)).unwrap().lines().count();
        assert!(lines < 2 * KEPT, "{lines}");
        let list = list(&machine);
        assert_eq!(list.len(), KEPT);
        assert!(list[0].summary.ends_with(&format!("number {}", 2 * KEPT + 19)));
    }

    #[test]
    fn a_line_that_is_none_hides_no_other() {
        let tmp = tempfile::tempdir().unwrap();
        let machine = machine(tmp.path());
        record(&machine, entry(&machine, "first"));
        let mut file = File::options().append(true).open(path(&machine)).unwrap();
        file.write_all(b"{\"half\": \n\xff\n").unwrap();
        record(&machine, entry(&machine, "second"));
        assert_eq!(list(&machine).len(), 2);
    }

    #[test]
    fn writers_at_once_lose_nothing_of_each_other() {
        let tmp = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let machine = machine(tmp.path());
                    (0..50).for_each(|_| record(&machine, entry(&machine, "mine")));
                });
            }
        });
        assert_eq!(list(&machine(tmp.path())).len(), 200);
    }

    #[test]
    fn a_folder_that_cannot_be_written_to_is_no_failure() {
        let tmp = tempfile::tempdir().unwrap();
        let file = tmp.path().join("home");
        File::create(&file).unwrap();
        let machine = machine(&file);
        record(&machine, entry(&machine, "first"));
        assert_eq!(list(&machine), []);
    }
}
