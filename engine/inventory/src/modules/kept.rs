//! What was read of modules, kept in our own data by path, size and time of change.

use std::collections::HashMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use tacklebox_audit::module::{self, Facts};

use tacklebox_machine::data;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

const FILE: &str = "modules.json";
const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// What is read is kept for one way of reading only.
const EDITION: u32 = 2;
/// A longer module is not read.
const LENGTH: u64 = 1024 * 1024;
/// From so many on, files are read on several cores.
const MANY: usize = 16;

/// All that was read so far.
pub struct Kept {
    place: PathBuf,
    files: HashMap<PathBuf, Entry>,
    /// Something is to be written.
    new: bool,
}

#[derive(Clone, Serialize, Deserialize)]
struct Entry {
    size: u64,
    /// Nanoseconds since 1970.
    changed: u128,
    facts: Facts,
}

#[derive(Serialize, Deserialize)]
struct Whole {
    edition: u32,
    files: HashMap<PathBuf, Entry>,
}

impl Kept {
    /// What earlier readings left. What cannot be read counts as nothing.
    pub fn open(machine: &Machine) -> Self {
        let place = machine.data_dir().join(FILE);
        let bytes = fs::read(&place).unwrap_or_default();
        let whole: Option<Whole> = serde_json::from_slice(&bytes).ok();
        let files = whole.filter(|it| it.edition == EDITION).map(|it| it.files);
        Self { place, files: files.unwrap_or_default(), new: false }
    }

    /// The facts of each file; none for what cannot be read as a module.
    pub(super) fn of<'a>(&mut self, asked: impl Iterator<Item = &'a Path>) -> Vec<Option<Facts>> {
        let asked: Vec<(&Path, Option<(u64, u128)>)> =
            asked.map(|file| (file, mark(file))).collect();
        let unread: Vec<(&Path, (u64, u128))> = asked
            .iter()
            .filter_map(|(file, mark)| Some((*file, (*mark)?)))
            .filter(|(file, mark)| !self.knows(file, *mark))
            .collect();
        for ((file, (size, changed)), facts) in unread.iter().zip(read_each(&unread)) {
            if let Some(facts) = facts {
                self.files
                    .insert((*file).to_owned(), Entry { size: *size, changed: *changed, facts });
                self.new = true;
            }
        }
        let facts = |(file, mark): &(&Path, Option<(u64, u128)>)| {
            let entry = self.files.get(*file)?;
            (Some((entry.size, entry.changed)) == *mark).then(|| entry.facts.clone())
        };
        asked.iter().map(facts).collect()
    }

    fn knows(&self, file: &Path, mark: (u64, u128)) -> bool {
        self.files.get(file).is_some_and(|entry| (entry.size, entry.changed) == mark)
    }

    /// Writes down what is new. What cannot be written is read again the next time.
    pub fn save(mut self, machine: &Machine) {
        if !self.new || data::make(machine).is_err() {
            return;
        }
        self.files.retain(|file, _| file.exists());
        let Ok((_, stamp)) = files::read(&self.place, MAX_BYTES) else { return };
        let whole = Whole { edition: EDITION, files: self.files };
        if let Ok(text) = serde_json::to_vec(&whole) {
            let _ = files::save(&self.place, &text, &stamp, 0o600);
        }
    }
}

fn mark(file: &Path) -> Option<(u64, u128)> {
    let meta = fs::metadata(file).ok().filter(fs::Metadata::is_file)?;
    let changed = meta.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((meta.len(), changed.as_nanos()))
}

fn read_each(files: &[(&Path, (u64, u128))]) -> Vec<Option<Facts>> {
    let one = |(file, (size, _)): &(&Path, (u64, u128))| {
        if *size > LENGTH {
            return None;
        }
        let mut text = String::new();
        fs::File::open(file).ok()?.take(LENGTH + 1).read_to_string(&mut text).ok()?;
        module::facts(file, &text)
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if files.len() < MANY || cores == 1 {
        return files.iter().map(one).collect();
    }
    let share = files.len().div_ceil(cores);
    std::thread::scope(|scope| {
        let parts: Vec<_> = files
            .chunks(share)
            .map(|part| (part, scope.spawn(move || part.iter().map(one).collect::<Vec<_>>())))
            .collect();
        let join =
            |(part, thread): (&[_], std::thread::ScopedJoinHandle<'_, Vec<Option<Facts>>>)| {
                thread.join().unwrap_or_else(|_| vec![None; part.len()])
            };
        parts.into_iter().flat_map(join).collect()
    })
}
