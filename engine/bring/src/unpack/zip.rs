//! Zip archives, read one entry of the table of contents at a time. What is in the file without
//! being in that table is not unpacked.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use zip::read::{Config, ZipFile};
use zip::result::ZipError;
use zip::unstable::read::ZipIterable;
use zip::{CompressionMethod, ZipReadOptions};

use super::names::shown;
use super::staging::{MAX_TARGET, Staging};
use super::{MAX_ENTRIES, Refusal, UnpackError};

const KIND: u32 = 0o170_000;

pub(super) fn read(archive: &Path, staging: &mut Staging) -> Result<(), UnpackError> {
    let open = || match File::open(archive) {
        Ok(file) => Ok(BufReader::new(file)),
        Err(source) => Err(UnpackError::Unreadable { path: archive.to_owned(), source }),
    };
    let whole = |error| failed(error, "");
    let mut archive = ZipIterable::try_new(open()?, Config::default()).map_err(whole)?;
    if archive.len() > MAX_ENTRIES {
        return Err(Refusal::TooMany.into());
    }
    archive = archive.enforce_header_consistency(true);
    let mut files = archive.files_with_reader(open()?, ZipReadOptions::new()).map_err(whole)?;
    // The bytes that each entry takes in the archive.
    let mut taken = Vec::new();
    while let Some(file) = files.next() {
        let mut file = file.map_err(whole)?;
        let start = file.data_start().unwrap_or(file.header_start());
        taken.push((file.header_start(), start.saturating_add(file.compressed_size())));
        entry(&mut file, staging)?;
    }
    // A small archive becomes a huge one by describing the same bytes again and again.
    taken.sort_unstable();
    if taken.windows(2).any(|pair| matches!(pair, [(_, end), (start, _)] if end > start)) {
        return Err(Refusal::Corrupt("its entries overlap".to_owned()).into());
    }
    Ok(())
}

fn entry<R: Read>(file: &mut ZipFile<'_, R>, staging: &mut Staging) -> Result<(), UnpackError> {
    let raw = file.name_raw().to_vec();
    let name = shown(&String::from_utf8_lossy(&raw));
    // Who wrote it does not matter: some unpackers read these bits whoever that was.
    let mode = file.external_attributes() >> 16;
    if mode & 0o4000 != 0 || (mode & 0o2000 != 0 && !file.is_dir()) {
        return Err(Refusal::SetId(name).into());
    }
    if !matches!(file.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
        return Err(Refusal::Method(name).into());
    }
    let failed = |e: io::Error| self::failed(ZipError::Io(e), &name);
    match mode & KIND {
        0 | 0o040_000 if file.is_dir() && file.size() == 0 => staging.folder(&raw),
        0 | 0o100_000 if !file.is_dir() => {
            let size = file.size();
            staging.file(&raw, mode & 0o111 != 0, size, file, &failed)
        }
        0o120_000 if !file.is_dir() => {
            let mut target = Vec::new();
            file.take(MAX_TARGET + 1).read_to_end(&mut target).map_err(failed)?;
            staging.link(&raw, &target)
        }
        0 | 0o040_000 | 0o100_000 | 0o120_000 => Err(Refusal::Contradiction(name).into()),
        0o020_000 | 0o060_000 => Err(Refusal::Device(name).into()),
        0o010_000 | 0o140_000 => Err(Refusal::Pipe(name).into()),
        _ => Err(Refusal::Kind(name).into()),
    }
}

fn failed(error: ZipError, name: &str) -> UnpackError {
    let name = if name.is_empty() { "an entry".to_owned() } else { name.to_owned() };
    match error {
        ZipError::Io(e) if e.kind() == io::ErrorKind::UnexpectedEof => Refusal::Truncated,
        ZipError::Io(e) => Refusal::Corrupt(e.to_string()),
        ZipError::InvalidArchive(why) if why.starts_with("header inconsistency") => {
            Refusal::Contradiction(name)
        }
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => Refusal::Encrypted(name),
        ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_) => {
            Refusal::Method(name)
        }
        other => Refusal::Corrupt(other.to_string()),
    }
    .into()
}
