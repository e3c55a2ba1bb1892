//! What was read of modules, kept in our own data by path, size and time of change.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tacklebox_audit::module::{self, Facts};

use super::data;
use crate::discover::{Mark, mark};
use crate::lines::Lines;
use crate::spread::spread;

use tacklebox_machine::data as own_data;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

const FILE: &str = "modules.txt";
const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// What is read is kept for one way of reading only. A test fails where that changes and this does not.
pub(super) const EDITION: u32 = 20;
/// A longer module is not read: only running it tells.
const LENGTH: u64 = 1024 * 1024;
/// Why a file is not read that is there.
pub(crate) const LOCKED: &str = "you have no right to read it";

/// All that was read so far.
pub struct Kept {
    place: PathBuf,
    /// What earlier readings left, as it is in the file.
    bytes: Vec<u8>,
    /// What was read now. A file whose path is not text, or has more lines than one, is read each time.
    new: Vec<(String, Mark, Arc<Facts>)>,
}

/// What the first line of the file says. Most modules are alike in what is asked of them, so the same facts are written
/// once.
#[derive(Serialize, Deserialize)]
struct Head<F> {
    edition: u32,
    facts: Vec<F>,
}

/// What earlier readings left: after the first line one of each file, in the order of their paths, which is read when
/// somebody asks for that file.
#[derive(Default)]
struct Earlier<'a> {
    facts: Vec<Arc<Facts>>,
    lines: Lines<'a>,
}

/// What a line says of its file before the path.
struct Line {
    mark: Mark,
    place: usize,
}

impl Line {
    /// With the path, and all that follows.
    fn of(text: &str) -> Option<(Self, &str)> {
        let (size, text) = number(text)?;
        let (changed, text) = number(text)?;
        let (place, text) = number(text)?;
        Some((Self { mark: (size, changed), place: usize::try_from(place).ok()? }, text))
    }
}

/// The number that a text begins with, and what is behind the blank after it. One that is too long is another one, which
/// nothing is found by.
fn number(text: &str) -> Option<(u64, &str)> {
    let mut number: u64 = 0;
    for (at, byte) in text.bytes().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            let rest = text.get(at.wrapping_add(1)..).filter(|_| byte == b' ');
            return rest.map(|rest| (number, rest));
        }
        number = number.wrapping_mul(10).wrapping_add(digit.into());
    }
    None
}

impl<'a> Earlier<'a> {
    /// What cannot be read counts as nothing.
    fn of(bytes: &'a [u8]) -> Self {
        let parts = || {
            let (head, lines) = std::str::from_utf8(bytes).ok()?.split_once('\n')?;
            let head: Head<Facts> = serde_json::from_str(head).ok()?;
            let facts = || head.facts.into_iter().map(Arc::new).collect();
            (head.edition == EDITION).then(|| Self { facts: facts(), lines: Lines::of(lines) })
        };
        parts().unwrap_or_default()
    }

    /// The line of a file.
    fn find(&mut self, path: &str) -> Option<Line> {
        let line = self.lines.find(|line| Some(Line::of(line)?.1.cmp(path)))?;
        Line::of(line).map(|(line, _)| line)
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
    pub(crate) fn of<'a>(
        &mut self,
        asked: impl Iterator<Item = (&'a Path, Option<Mark>)>,
    ) -> Vec<Option<Arc<Facts>>> {
        let mut earlier = Earlier::of(&self.bytes);
        let mut unread = Vec::new();
        let mut all: Vec<_> = Vec::new();
        for (file, known) in asked {
            let mark = known.or_else(|| mark(&fs::metadata(file).ok()?));
            let path = file.to_str();
            let kept = path.and_then(|path| earlier.find(path));
            let kept = kept.filter(|line| Some(line.mark) == mark);
            let known = kept.and_then(|line| earlier.facts.get(line.place));
            if let (None, Some(mark)) = (known, mark) {
                unread.push((all.len(), file, mark));
            }
            all.push(known.cloned());
        }
        let files: Vec<_> = unread.iter().map(|(_, file, mark)| (*file, *mark)).collect();
        for ((place, file, mark), facts) in unread.iter().zip(read_each(&files)) {
            let Some(facts) = facts.map(Arc::new) else { continue };
            if let Some(path) = file.to_str().filter(|path| !path.contains('\n')) {
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
        let before = Earlier::of(&self.bytes);
        let lines = before.lines.all().filter_map(Line::of);
        let known =
            lines.filter_map(|(it, path)| Some((path, (it.mark, &**before.facts.get(it.place)?))));
        let mut files: BTreeMap<&str, (Mark, &Facts)> = known.collect();
        files.extend(self.new.iter().map(|(path, mark, facts)| (&**path, (*mark, &**facts))));
        files.retain(|file, _| Path::new(file).exists());
        let Ok((_, stamp)) = files::read(&self.place, MAX_BYTES) else { return };
        let mut places = HashMap::new();
        let mut head = Head { edition: EDITION, facts: Vec::new() };
        let mut lines = String::new();
        for (path, ((size, changed), facts)) in files {
            let Ok(text) = serde_json::to_string(facts) else { continue };
            let place = *places.entry(text).or_insert_with(|| {
                let next = head.facts.len();
                head.facts.push(facts);
                next
            });
            lines.push_str(&format!("{size} {changed} {place} {path}\n"));
        }
        if let Ok(text) = serde_json::to_string(&head) {
            let _ = files::save(&self.place, format!("{text}\n{lines}").as_bytes(), &stamp, 0o600);
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
    spread(files, one).into_iter().map(Option::flatten).collect()
}
