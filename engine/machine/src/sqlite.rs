//! One value out of a database of SQLite, read without its library and without a mark on it: an agent may be using
//! it. What was written last is in a log beside the file (`-wal`), so that is looked into first.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::cut::Cut;

/// More pages than this are not looked at for one value.
const MOST_PAGES: usize = 4096;
/// Nor are more bytes of rows.
const MOST: usize = 64 << 20;

/// The file cannot be read, or is not such a database.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable;

/// The second column of the row of `table` whose first column is `key`, both texts. None where there is no such file,
/// table or row.
///
/// # Errors
/// The file is there and cannot be read.
pub fn value(path: &Path, table: &str, key: &str) -> Result<Option<String>, Unreadable> {
    cell(path, table, key, 1)
}

/// The same of another column, counted from 0. None where nothing is in it, too.
///
/// # Errors
/// As [`value`].
pub fn cell(
    path: &Path,
    table: &str,
    key: &str,
    column: usize,
) -> Result<Option<String>, Unreadable> {
    let Ok(meta) = std::fs::metadata(path) else { return Ok(None) };
    if meta.is_file() && meta.len() <= EMPTY {
        return Ok(None);
    }
    let found = meta.is_file().then(|| Pages::open(path)).flatten().and_then(|mut pages| {
        let named = |row: &[Vec<u8>]| {
            let is = row.first()? == b"table" && row.get(1)? == table.as_bytes();
            is.then(|| row.get(3).map(|root| number(root)))?
        };
        let Some(root) = pages.find(1, named)? else { return Some(None) };
        let own =
            |row: &[Vec<u8>]| (row.first()? == key.as_bytes()).then(|| row.get(column).cloned())?;
        pages.find(root, own)
    });
    let Some(bytes) = found.ok_or(Unreadable)? else { return Ok(None) };
    String::from_utf8(bytes).map(Some).map_err(|_| Unreadable)
}

/// Whether what is there is surely not such a database: a folder, or a file that begins otherwise. An empty file is one
/// in which nothing is yet, and where there is a log the beginning may be in that.
pub fn is_something_else(path: &Path) -> bool {
    let Ok(meta) = std::fs::metadata(path) else { return false };
    if meta.is_dir() {
        return true;
    }
    if !meta.is_file() || meta.len() <= EMPTY || has_log(path) {
        return false;
    }
    let mut head = Vec::new();
    let file = File::open(path);
    let read = file.and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut head));
    read.is_ok() && head != MAGIC
}

/// A file of a single byte counts as an empty one, too.
const EMPTY: u64 = 1;

/// How each of them begins.
const MAGIC: &[u8] = b"SQLite format 3\0";

fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

fn has_log(path: &Path) -> bool {
    std::fs::metadata(log_of(path)).is_ok_and(|it| it.is_file() && it.len() > 0)
}

struct Pages {
    file: File,
    /// The bytes of a page, and those of them that hold something.
    size: u64,
    used: usize,
    log: Option<File>,
    /// Page → where it begins in the log.
    newer: HashMap<u64, u64>,
    /// How many bytes of rows are still looked at.
    left: usize,
}

impl Pages {
    fn open(path: &Path) -> Option<Self> {
        let mut file = File::open(path).ok()?;
        let head = read(&mut file, 0, 100)?;
        let size = match number(head.get(16..18)?) {
            1 => 65_536,
            size => size,
        };
        // Only UTF-8 is read.
        if !head.starts_with(MAGIC) || size < 512 || number(head.cut(56..60)) > 1 {
            return None;
        }
        let used = usize::try_from(size).ok()?.checked_sub(usize::from(*head.get(20)?))?;
        let mut pages = Self { file, size, used, log: None, newer: HashMap::new(), left: MOST };
        if has_log(path) {
            let mut log = File::open(log_of(path)).ok()?;
            pages.newer = newer(&mut log, size)?;
            pages.log = Some(log);
        }
        Some(pages)
    }

    fn page(&mut self, page: u64) -> Option<Vec<u8>> {
        let length = usize::try_from(self.size).ok()?;
        match self.newer.get(&page) {
            Some(place) => read(self.log.as_mut()?, *place, length),
            None => {
                let place = page.checked_sub(1)?.checked_mul(self.size)?;
                read(&mut self.file, place, length)
            }
        }
    }

    /// What `pick` makes of the first row of the table with this root that it makes something of. None: it cannot be
    /// read.
    fn find<T>(&mut self, root: u64, pick: impl Fn(&[Vec<u8>]) -> Option<T>) -> Option<Option<T>> {
        let (mut open, mut seen) = (vec![root], 0_usize);
        while let Some(at) = open.pop() {
            seen = seen.checked_add(1).filter(|seen| *seen <= MOST_PAGES)?;
            let page = self.page(at)?;
            let head: usize = if at == 1 { 100 } else { 0 };
            let field = |from: usize, length: usize| {
                let from = head.checked_add(from)?;
                Some(number(page.get(from..from.checked_add(length)?)?))
            };
            let (kind, cells) = (field(0, 1)?, usize::try_from(field(3, 2)?).ok()?);
            let first: usize = match kind {
                0x05 => 12,
                0x0d => 8,
                _ => return None,
            };
            if kind == 0x05 {
                open.push(field(8, 4)?);
            }
            for cell in 0..cells {
                let cell = field(cell.checked_mul(2)?.checked_add(first)?, 2)?;
                let bytes = page.get(usize::try_from(cell).ok()?..)?;
                if kind == 0x05 {
                    open.push(number(bytes.get(..4)?));
                } else if let Some(found) = pick(&columns(&self.row(bytes)?)?) {
                    return Some(Some(found));
                }
            }
        }
        Some(None)
    }

    /// The bytes of a row, with those on pages of their own.
    fn row(&mut self, cell: &[u8]) -> Option<Vec<u8>> {
        let (length, rest) = varint(cell)?;
        let (_, rest) = varint(rest)?;
        let length = usize::try_from(length).ok()?;
        // A row without a column counts too.
        self.left = self.left.checked_sub(length.checked_add(16)?)?;
        let most = self.used.checked_sub(35)?;
        if length <= most {
            return Some(rest.get(..length)?.to_vec());
        }
        let least =
            self.used.checked_sub(12)?.checked_mul(32)?.checked_div(255)?.checked_sub(23)?;
        let further = self.used.checked_sub(4)?;
        let here = least.checked_add(length.checked_sub(least)?.checked_rem(further)?)?;
        let here = if here <= most { here } else { least };
        let mut row = rest.get(..here)?.to_vec();
        let mut next = number(rest.get(here..here.checked_add(4)?)?);
        while row.len() < length {
            let page = self.page(next)?;
            next = number(page.get(..4)?);
            let part = length.checked_sub(row.len())?.min(further);
            row.extend_from_slice(page.get(4..part.checked_add(4)?)?);
        }
        Some(row)
    }
}

/// The pages in the log, as far as it was written to its end.
fn newer(log: &mut File, size: u64) -> Option<HashMap<u64, u64>> {
    let head = read(log, 0, 32)?;
    if number(head.get(..4)?) & !1 != 0x377f_0682 || number(head.get(8..12)?) != size {
        return None;
    }
    let (mut all, mut open, mut at) = (HashMap::new(), Vec::new(), 32_u64);
    // What is left of an earlier log has another mark.
    while let Some(frame) = read(log, at, 24).filter(|it| it.get(8..16) == head.get(16..24)) {
        let page = at.checked_add(24)?;
        open.push((number(frame.get(..4)?), page));
        if number(frame.get(4..8)?) > 0 {
            all.extend(open.drain(..));
        }
        at = page.checked_add(size)?;
    }
    Some(all)
}

fn read(file: &mut File, at: u64, length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length];
    file.seek(SeekFrom::Start(at)).ok()?;
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

/// Of up to eight bytes, the highest first.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut number = 0_u64;
    for (at, byte) in bytes.iter().take(9).enumerate() {
        let rest = bytes.cut(at.checked_add(1)?..);
        if at == 8 {
            return Some((number << 8 | u64::from(*byte), rest));
        }
        number = number << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((number, rest));
        }
    }
    None
}

/// The columns of a row: texts and numbers as their bytes.
fn columns(row: &[u8]) -> Option<Vec<Vec<u8>>> {
    let (head, mut kinds) = varint(row)?;
    let head = usize::try_from(head).ok()?;
    let before = row.len().checked_sub(kinds.len())?;
    kinds = kinds.get(..head.checked_sub(before)?)?;
    let mut values = row.get(head..)?;
    let mut all = Vec::new();
    while !kinds.is_empty() {
        let (kind, rest) = varint(kinds)?;
        kinds = rest;
        let length = match kind {
            0 | 8 | 9 => 0,
            1..=4 => usize::try_from(kind).ok()?,
            5 => 6,
            6 | 7 => 8,
            kind => usize::try_from(kind.checked_sub(12)?.checked_div(2)?).ok()?,
        };
        all.push(match kind {
            9 => vec![1],
            _ => values.get(..length)?.to_vec(),
        });
        values = values.get(length..)?;
    }
    Some(all)
}

#[cfg(test)]
mod tests;
