//! Tar archives, plain or gzipped, read as a stream.
//!
//! The headers that only describe the next entry (long names, PAX) are read here and not by the
//! library, which would take one of any size into memory.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

use flate2::bufread::MultiGzDecoder;
use tar::{Archive, Entry, EntryType, PaxExtensions};
use tokio_util::sync::CancellationToken;

use super::names::shown;
use super::staging::Staging;
use super::{MAX_BYTES, MAX_ENTRIES, Refusal, UnpackError};

/// How much may be read besides the files themselves, in bytes: headers and padding of every entry.
const MAX_HEADERS: u64 = MAX_ENTRIES as u64 * 4096;

/// The longest description of one entry, in bytes.
const MAX_EXTENSION: u64 = 1024 * 1024;

pub(super) fn read(archive: &Path, gzip: bool, staging: &mut Staging) -> Result<(), UnpackError> {
    let file = File::open(archive)
        .map_err(|source| UnpackError::Unreadable { path: archive.to_owned(), source })?;
    let file = BufReader::new(file);
    let cancel = staging.cancel();
    if gzip {
        let (mut rest, state) = entries(MultiGzDecoder::new(file), cancel, staging)?;
        // The check sum of a gzip stream is behind its end.
        io::copy(&mut rest, &mut io::sink()).map_err(|e| failed(e, &state))?;
        return Ok(());
    }
    let (_, state) = entries(file, cancel, staging)?;
    // A plain tar has no check sum; where it lacks even its end mark, it is cut off.
    if state.get() == State::Ended { Err(Refusal::Truncated.into()) } else { Ok(()) }
}

/// What stopped a stream.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Reading,
    Ended,
    TooLarge,
    Cancelled,
}

/// A stream that ends where more comes out of it than an archive may hold.
struct Meter<'a, R> {
    inner: R,
    left: u64,
    cancel: &'a CancellationToken,
    state: Rc<Cell<State>>,
}

impl<R: Read> Read for Meter<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let stop = |state| {
            self.state.set(state);
            Err(io::ErrorKind::Other.into())
        };
        if self.cancel.is_cancelled() {
            return stop(State::Cancelled);
        }
        if self.left == 0 {
            return stop(State::TooLarge);
        }
        let room = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.inner.read(buffer.get_mut(..room).unwrap_or_default())?;
        if read == 0 && room > 0 {
            self.state.set(State::Ended);
        }
        self.left = self.left.saturating_sub(read as u64);
        Ok(read)
    }
}

fn failed(error: io::Error, state: &Cell<State>) -> UnpackError {
    match state.get() {
        State::TooLarge => Refusal::TooLarge.into(),
        State::Cancelled => UnpackError::Cancelled,
        State::Ended => Refusal::Truncated.into(),
        State::Reading if error.kind() == io::ErrorKind::UnexpectedEof => Refusal::Truncated.into(),
        State::Reading => Refusal::Corrupt(error.to_string()).into(),
    }
}

type Rest<'a, R> = (Meter<'a, R>, Rc<Cell<State>>);

fn entries<'a, R: Read>(
    stream: R,
    cancel: &'a CancellationToken,
    staging: &mut Staging,
) -> Result<Rest<'a, R>, UnpackError> {
    let state = Rc::new(Cell::new(State::Reading));
    let left = MAX_BYTES + MAX_HEADERS;
    let mut archive = Archive::new(Meter { inner: stream, left, cancel, state: state.clone() });
    let fail = |e| failed(e, &state);
    let mut about = About::default();
    for entry in archive.entries().map_err(fail)?.raw(true) {
        let mut entry = entry.map_err(fail)?;
        if !about.read(&mut entry, &fail)? {
            one(&mut entry, std::mem::take(&mut about), staging, &fail)?;
        }
    }
    if !about.is_empty() {
        return Err(Refusal::Truncated.into());
    }
    Ok((archive.into_inner(), state))
}

/// What the headers before an entry say of it.
#[derive(Default)]
struct About {
    /// GNU's long name and long link, then those of PAX, which count first.
    name: Option<Vec<u8>>,
    link: Option<Vec<u8>>,
    pax: Option<Vec<u8>>,
}

impl About {
    fn is_empty(&self) -> bool {
        self.name.is_none() && self.link.is_none() && self.pax.is_none()
    }

    /// Reads a header that describes the next entry; false where this one is an entry itself.
    fn read<R: Read>(
        &mut self,
        entry: &mut Entry<'_, R>,
        fail: &impl Fn(io::Error) -> UnpackError,
    ) -> Result<bool, UnpackError> {
        let place = match entry.header().entry_type() {
            EntryType::GNULongName => &mut self.name,
            EntryType::GNULongLink => &mut self.link,
            EntryType::XHeader => &mut self.pax,
            // Of all entries to come: git notes its commit there. Names in it would be a trap.
            EntryType::XGlobalHeader => {
                let text = extension(entry, fail)?;
                let pax = Pax::read(&text)?;
                let empty = pax.path.is_none() && pax.link.is_none() && pax.size.is_none();
                return if empty { Ok(true) } else { Err(twice()) };
            }
            _ => return Ok(false),
        };
        if place.is_some() {
            return Err(twice());
        }
        *place = Some(extension(entry, fail)?);
        Ok(true)
    }
}

fn twice() -> UnpackError {
    Refusal::Contradiction("an entry".to_owned()).into()
}

fn extension<R: Read>(
    entry: &mut Entry<'_, R>,
    fail: &impl Fn(io::Error) -> UnpackError,
) -> Result<Vec<u8>, UnpackError> {
    let size = entry.size();
    if size > MAX_EXTENSION {
        return Err(Refusal::Corrupt("a name or its description is too long".to_owned()).into());
    }
    let mut text = Vec::new();
    entry.read_to_end(&mut text).map_err(fail)?;
    if (text.len() as u64) < size {
        return Err(Refusal::Truncated.into());
    }
    Ok(text)
}

#[derive(Default)]
struct Pax<'t> {
    path: Option<&'t [u8]>,
    link: Option<&'t [u8]>,
    size: Option<&'t [u8]>,
    sparse: bool,
}

impl<'t> Pax<'t> {
    fn read(text: &'t [u8]) -> Result<Self, UnpackError> {
        let mut pax = Self::default();
        for record in PaxExtensions::new(text) {
            let record = record.map_err(|e| Refusal::Corrupt(e.to_string()))?;
            let place = match record.key_bytes() {
                b"path" => &mut pax.path,
                b"linkpath" => &mut pax.link,
                b"size" => &mut pax.size,
                key if key.starts_with(b"GNU.sparse") => {
                    pax.sparse = true;
                    continue;
                }
                _ => continue,
            };
            if place.replace(record.value_bytes()).is_some() {
                return Err(twice());
            }
        }
        Ok(pax)
    }
}

fn one<R: Read>(
    entry: &mut Entry<'_, R>,
    about: About,
    staging: &mut Staging,
    fail: &impl Fn(io::Error) -> UnpackError,
) -> Result<(), UnpackError> {
    let pax = Pax::read(about.pax.as_deref().unwrap_or_default())?;
    let until_nul = |bytes: &[u8]| bytes.split(|b| *b == 0).next().unwrap_or_default().to_vec();
    let raw = match (pax.path, &about.name) {
        (Some(path), _) => path.to_vec(),
        (None, Some(name)) => until_nul(name),
        (None, None) => entry.header().path_bytes().into_owned(),
    };
    let name = || shown(&String::from_utf8_lossy(&raw));
    let size = entry.size();
    // Unpackers disagree on which of two sizes counts, and so on what is in the archive.
    if pax.size.is_some_and(|said| said != size.to_string().as_bytes()) {
        return Err(Refusal::Contradiction(name()).into());
    }
    if pax.sparse {
        return Err(Refusal::Sparse(name()).into());
    }
    let mode = entry.header().mode().map_err(|e| Refusal::Corrupt(e.to_string()))?;
    let kind = entry.header().entry_type();
    let is_file = matches!(kind, EntryType::Regular | EntryType::Continuous);
    // Before there was a kind for folders, a slash said so.
    let is_folder = kind == EntryType::Directory || (is_file && raw.ends_with(b"/"));
    if mode & 0o4000 != 0 || (mode & 0o2000 != 0 && !is_folder) {
        return Err(Refusal::SetId(name()).into());
    }
    match kind {
        _ if is_folder => staging.folder(&raw),
        _ if is_file => staging.file(&raw, mode & 0o111 != 0, size, entry, fail),
        EntryType::Symlink => {
            let target = match (pax.link, &about.link) {
                (Some(link), _) => link.to_vec(),
                (None, Some(link)) => until_nul(link),
                (None, None) => entry.header().link_name_bytes().unwrap_or_default().into_owned(),
            };
            staging.link(&raw, &target)
        }
        EntryType::Link => Err(Refusal::HardLink(name()).into()),
        EntryType::Char | EntryType::Block => Err(Refusal::Device(name()).into()),
        EntryType::Fifo => Err(Refusal::Pipe(name()).into()),
        EntryType::GNUSparse => Err(Refusal::Sparse(name()).into()),
        _ => Err(Refusal::Kind(name()).into()),
    }
}
