//! What was read of modules, kept in our own data by path, size and time of change.

use std::collections::HashMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tacklebox_audit::module::{self, Facts, Kind};

use crate::discover::{Mark, mark};

use tacklebox_machine::data;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

const FILE: &str = "modules.json";
const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// What is read is kept for one way of reading only.
const EDITION: u32 = 5;
/// A longer module is not read.
const LENGTH: u64 = 1024 * 1024;
/// From so many on, files are read on several cores.
const MANY: usize = 16;

/// All that was read so far.
pub struct Kept {
    place: PathBuf,
    /// By path. A file whose path is not text is read each time.
    files: HashMap<String, (Mark, Arc<Facts>)>,
    /// Something is to be written.
    new: bool,
}

/// Most modules are alike in what is asked of them, so the same facts are written once.
#[derive(Serialize, Deserialize)]
struct Whole<F> {
    edition: u32,
    facts: Vec<F>,
    /// Path, size, time of change, place in `facts`.
    files: Vec<(String, u64, u64, usize)>,
}

impl Kept {
    /// What earlier readings left. What cannot be read counts as nothing.
    pub fn open(machine: &Machine) -> Self {
        let place = machine.data_dir().join(FILE);
        let bytes = fs::read(&place).unwrap_or_default();
        let whole: Option<Whole<Facts>> = serde_json::from_slice(&bytes).ok();
        let mut files = HashMap::new();
        if let Some(whole) = whole.filter(|it| it.edition == EDITION) {
            files.reserve(whole.files.len());
            let facts: Vec<_> = whole.facts.into_iter().map(Arc::new).collect();
            let all = whole.files.into_iter().filter_map(|(path, size, changed, place)| {
                Some((path, ((size, changed), Arc::clone(facts.get(place)?))))
            });
            files.extend(all);
        }
        Self { place, files, new: false }
    }

    /// The facts of each file; none for what cannot be read as a module. Where its mark is not known yet, it is looked
    /// up.
    pub(super) fn of<'a>(
        &mut self,
        asked: impl Iterator<Item = (&'a Path, Option<Mark>)>,
    ) -> Vec<Option<Arc<Facts>>> {
        let mut unread = Vec::new();
        let mut all: Vec<_> = Vec::new();
        for (file, known) in asked {
            let mark = known.or_else(|| mark(&fs::metadata(file).ok()?));
            let kept = file.to_str().and_then(|path| self.files.get(path));
            let facts = kept.filter(|(own, _)| Some(*own) == mark).map(|(_, facts)| facts);
            if let (None, Some(mark)) = (facts, mark) {
                unread.push((all.len(), file, mark));
            }
            all.push(facts.cloned());
        }
        let files: Vec<_> = unread.iter().map(|(_, file, mark)| (*file, *mark)).collect();
        for ((place, file, mark), facts) in unread.iter().zip(read_each(&files)) {
            let Some(facts) = facts.map(Arc::new) else { continue };
            if let Some(path) = file.to_str() {
                self.files.insert(path.to_owned(), (*mark, Arc::clone(&facts)));
                self.new = true;
            }
            if let Some(known) = all.get_mut(*place) {
                *known = Some(facts);
            }
        }
        all
    }

    /// The facts of one file.
    pub(super) fn one(&mut self, file: &Path) -> Option<Arc<Facts>> {
        self.of(std::iter::once((file, None))).pop().flatten()
    }

    /// Writes down what is new. What cannot be written is read again the next time.
    pub fn save(mut self, machine: &Machine) {
        if !self.new || data::make(machine).is_err() {
            return;
        }
        self.files.retain(|file, _| Path::new(file).exists());
        let Ok((_, stamp)) = files::read(&self.place, MAX_BYTES) else { return };
        let mut places = HashMap::new();
        let mut whole = Whole { edition: EDITION, facts: Vec::new(), files: Vec::new() };
        for (path, ((size, changed), facts)) in &self.files {
            let Ok(text) = serde_json::to_string(&**facts) else { continue };
            let place = *places.entry(text).or_insert_with(|| {
                let next = whole.facts.len();
                whole.facts.push(&**facts);
                next
            });
            whole.files.push((path.clone(), *size, *changed, place));
        }
        if let Ok(text) = serde_json::to_vec(&whole) {
            let _ = files::save(&self.place, &text, &stamp, 0o600);
        }
    }
}

fn read_each(files: &[(&Path, Mark)]) -> Vec<Option<Facts>> {
    let one = |(file, (size, _)): &(&Path, Mark)| {
        if *size > LENGTH {
            return None;
        }
        let mut text = String::new();
        fs::File::open(file).ok()?.take(LENGTH + 1).read_to_string(&mut text).ok()?;
        match file.extension().and_then(|it| it.to_str()) {
            Some("json") => Some(data(&text)),
            _ => module::facts(file, &text),
        }
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

/// A file of JSON as a module: its default is what it holds. bun also takes it with comments.
fn data(text: &str) -> Facts {
    let exports = vec![("default".to_owned(), Kind::Other)];
    let mut facts = Facts { exports, more_exports: true, linked: true, ..Facts::default() };
    if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) {
        let why = format!("line {}: this is not JSON", error.line());
        match json5::from_str::<serde_json::Value>(text) {
            Ok(_) => {
                facts.early.doubt = true;
                facts.early.node = Some(why);
            }
            Err(_) => facts.syntax = Some(why),
        }
    }
    facts
}
