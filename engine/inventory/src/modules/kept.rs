//! What was read of modules, kept in our own data by path, size and time of change.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::{Deserializer, Visitor};
use serde::{Deserialize, Serialize};
use tacklebox_audit::module::{self, Facts};

use super::data;
use crate::discover::{Mark, mark};

use tacklebox_machine::data as own_data;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

const FILE: &str = "modules.json";
const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// What is read is kept for one way of reading only. A test fails where that changes and this does not.
pub(super) const EDITION: u32 = 12;
/// A longer module is not read: only running it tells.
const LENGTH: u64 = 1024 * 1024;
/// Why a file is not read that is there.
pub(crate) const LOCKED: &str = "you have no right to read it";
/// From so many on, files are read on several cores.
const MANY: usize = 16;

/// All that was read so far.
pub struct Kept {
    place: PathBuf,
    /// What earlier readings left, as it is in the file.
    bytes: Vec<u8>,
    /// What was read now. A file whose path is not text is read each time.
    new: Vec<(String, Mark, Arc<Facts>)>,
}

/// Most modules are alike in what is asked of them, so the same facts are written once.
#[derive(Serialize, Deserialize)]
struct Whole<'a, F> {
    edition: u32,
    facts: Vec<F>,
    /// Path, size, time of change, place in `facts`; in the order of the paths.
    #[serde(borrow)]
    files: Vec<(Text<'a>, u64, u64, usize)>,
}

/// A text of the file that is not copied: a scan asks for thousands of paths.
#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Text<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct Lent;
        impl<'de> Visitor<'de> for Lent {
            type Value = Text<'de>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a text")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Borrowed(text)))
            }
            // With an escaped letter in it, it is not in the file as it is.
            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        source.deserialize_str(Lent)
    }
}

impl<'a, F: Deserialize<'a>> Whole<'a, F> {
    /// What cannot be read counts as nothing.
    fn of(bytes: &'a [u8]) -> Option<Self> {
        let whole: Option<Self> = serde_json::from_slice(bytes).ok();
        let mut whole = whole.filter(|it| it.edition == EDITION)?;
        if !whole.files.is_sorted() {
            whole.files.sort_unstable();
        }
        Some(whole)
    }

    /// Where a file is in the list. Files are asked for nearly in its order: the one at `next` is looked at first.
    fn find(&self, path: &str, next: &mut usize) -> Option<&(Text<'a>, u64, u64, usize)> {
        let is_next = self.files.get(*next).is_some_and(|(own, ..)| own.0 == path);
        let at = match is_next {
            true => *next,
            false => self.files.binary_search_by(|(own, ..)| (*own.0).cmp(path)).ok()?,
        };
        *next = at.saturating_add(1);
        self.files.get(at)
    }
}

impl Kept {
    /// What earlier readings left. What cannot be read counts as nothing.
    pub fn open(machine: &Machine) -> Self {
        let place = machine.data_dir().join(FILE);
        let bytes = fs::read(&place).unwrap_or_default();
        Self { place, bytes, new: Vec::new() }
    }

    /// The facts of each file; none for what cannot be read as a module. Where its mark is not known yet, it is looked
    /// up.
    pub(super) fn of<'a>(
        &mut self,
        asked: impl Iterator<Item = (&'a Path, Option<Mark>)>,
    ) -> Vec<Option<Arc<Facts>>> {
        let mut whole: Option<Whole<'_, Facts>> = Whole::of(&self.bytes);
        let facts = whole.as_mut().map(|it| std::mem::take(&mut it.facts)).unwrap_or_default();
        let facts: Vec<_> = facts.into_iter().map(Arc::new).collect();
        let mut next = 0;
        let mut unread = Vec::new();
        let mut all: Vec<_> = Vec::new();
        for (file, known) in asked {
            let mark = known.or_else(|| mark(&fs::metadata(file).ok()?));
            let path = file.to_str();
            let kept = path.zip(whole.as_ref()).and_then(|(path, it)| it.find(path, &mut next));
            let kept = kept.filter(|(_, size, changed, _)| Some((*size, *changed)) == mark);
            let known = kept.and_then(|(.., place)| facts.get(*place));
            if let (None, Some(mark)) = (known, mark) {
                unread.push((all.len(), file, mark));
            }
            all.push(known.cloned());
        }
        let files: Vec<_> = unread.iter().map(|(_, file, mark)| (*file, *mark)).collect();
        for ((place, file, mark), facts) in unread.iter().zip(read_each(&files)) {
            let Some(facts) = facts.map(Arc::new) else { continue };
            if let Some(path) = file.to_str() {
                self.new.push((path.to_owned(), *mark, Arc::clone(&facts)));
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
    pub fn save(self, machine: &Machine) {
        if self.new.is_empty() || own_data::make(machine).is_err() {
            return;
        }
        let before: Option<Whole<'_, Facts>> = Whole::of(&self.bytes);
        let mut files: BTreeMap<&str, (Mark, &Facts)> = BTreeMap::new();
        if let Some(Whole { facts, files: all, .. }) = &before {
            let all = all.iter().filter_map(|(path, size, changed, place)| {
                Some((&*path.0, ((*size, *changed), facts.get(*place)?)))
            });
            files.extend(all);
        }
        files.extend(self.new.iter().map(|(path, mark, facts)| (&**path, (*mark, &**facts))));
        files.retain(|file, _| Path::new(file).exists());
        let Ok((_, stamp)) = files::read(&self.place, MAX_BYTES) else { return };
        let mut places = HashMap::new();
        let mut whole = Whole { edition: EDITION, facts: Vec::new(), files: Vec::new() };
        for (path, ((size, changed), facts)) in files {
            let Ok(text) = serde_json::to_string(facts) else { continue };
            let place = *places.entry(text).or_insert_with(|| {
                let next = whole.facts.len();
                whole.facts.push(facts);
                next
            });
            whole.files.push((Text(Cow::Borrowed(path)), size, changed, place));
        }
        if let Ok(text) = serde_json::to_vec(&whole) {
            let _ = files::save(&self.place, &text, &stamp, 0o600);
        }
    }
}

fn read_each(files: &[(&Path, Mark)]) -> Vec<Option<Facts>> {
    let one = |(file, (size, _)): &(&Path, Mark)| {
        if *size > LENGTH {
            return Some(module::untold());
        }
        let mut bytes = Vec::new();
        match fs::File::open(file) {
            Ok(open) => open.take(LENGTH + 1).read_to_end(&mut bytes).ok()?,
            // The agent is started by the same person.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                return Some(Facts { syntax: Some(LOCKED.to_owned()), ..module::untold() });
            }
            Err(_) => return None,
        };
        // What a runtime makes of other letters is not known here.
        let Ok(text) = String::from_utf8(bytes) else { return Some(module::untold()) };
        let ending = file.extension().and_then(|it| it.to_str()).unwrap_or_default();
        data::facts(ending, &text).or_else(|| module::facts(file, &text))
    };
    if files.len() < MANY {
        return files.iter().map(one).collect();
    }
    // Asked only now: the system reads files of its own to answer that.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if cores == 1 {
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
