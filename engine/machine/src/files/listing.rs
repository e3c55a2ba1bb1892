//! What is directly in a folder. Each hook's is looked into at every scan: on Linux without the 32 KiB that the system's
//! library takes and gives back for each, which costs more than the listing.

use std::ffi::OsString;
use std::io;
use std::path::Path;

/// What an entry is itself: where a link leads to is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    Folder,
    File,
    Link,
    Other,
}

/// The entries of a folder in the order of the disk, at most so many of them.
///
/// # Errors
/// A path that is not a folder, or one that may not be read. An entry that is gone by now is left out.
pub fn listing(dir: &Path, most: usize) -> io::Result<Vec<(OsString, EntryKind)>> {
    let mut found = Vec::new();
    each(dir, |name, kind| {
        found.push((name, kind));
        found.len() < most
    })?;
    found.truncate(most);
    Ok(found)
}

#[cfg(target_os = "linux")]
fn each(dir: &Path, mut take: impl FnMut(OsString, EntryKind) -> bool) -> io::Result<()> {
    use std::mem::MaybeUninit;
    use std::os::unix::ffi::OsStringExt as _;

    use rustix::fs::{FileType, Mode, OFlags, RawDir};

    /// Several names of the longest kind.
    const ROOM: usize = 4 * 1024;

    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let folder = rustix::fs::open(dir, flags, Mode::empty())?;
    let mut room = [MaybeUninit::uninit(); ROOM];
    let mut entries = RawDir::new(folder, &mut room);
    while let Some(entry) = entries.next() {
        let entry = match entry {
            // The folder is gone by now.
            Err(rustix::io::Errno::NOENT) => break,
            entry => entry?,
        };
        let name = entry.file_name().to_bytes();
        if matches!(name, b"." | b"..") {
            continue;
        }
        let name = OsString::from_vec(name.to_vec());
        let kind = match entry.file_type() {
            FileType::Directory => EntryKind::Folder,
            FileType::RegularFile => EntryKind::File,
            FileType::Symlink => EntryKind::Link,
            // Some disks do not say it.
            FileType::Unknown => match std::fs::symlink_metadata(dir.join(&name)) {
                Ok(meta) => kind(meta.file_type()),
                Err(_) => continue,
            },
            _ => EntryKind::Other,
        };
        if !take(name, kind) {
            break;
        }
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn each(dir: &Path, mut take: impl FnMut(OsString, EntryKind) -> bool) -> io::Result<()> {
    for entry in std::fs::read_dir(dir)?.flatten() {
        let Ok(is) = entry.file_type() else { continue };
        if !take(entry.file_name(), kind(is)) {
            break;
        }
    }
    Ok(())
}

fn kind(is: std::fs::FileType) -> EntryKind {
    match () {
        () if is.is_symlink() => EntryKind::Link,
        () if is.is_dir() => EntryKind::Folder,
        () if is.is_file() => EntryKind::File,
        () => EntryKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs::{File, create_dir};

    use super::{EntryKind, listing};

    #[test]
    fn a_folder_is_listed_with_what_each_entry_is() {
        let tmp = tempfile::tempdir().unwrap();
        let dir = tmp.path();
        create_dir(dir.join("folder")).unwrap();
        File::create(dir.join("file")).unwrap();
        let mut wanted = BTreeMap::from([
            ("folder".to_owned(), EntryKind::Folder),
            ("file".to_owned(), EntryKind::File),
        ]);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("folder", dir.join("link")).unwrap();
            std::os::unix::fs::symlink("nowhere", dir.join("broken")).unwrap();
            let made = std::process::Command::new("mkfifo").arg(dir.join("pipe")).status();
            assert!(made.unwrap().success());
            wanted.extend([
                ("link".to_owned(), EntryKind::Link),
                ("broken".to_owned(), EntryKind::Link),
                ("pipe".to_owned(), EntryKind::Other),
            ]);
        }
        let found = listing(dir, usize::MAX).unwrap();
        let found: BTreeMap<_, _> =
            found.into_iter().map(|(name, kind)| (name.into_string().unwrap(), kind)).collect();
        assert_eq!(found, wanted);
        assert_eq!(listing(dir, 1).unwrap().len(), 1);
        assert_eq!(listing(dir, 0).unwrap(), []);
        for not in ["file", "nowhere"] {
            listing(&dir.join(not), 1).unwrap_err();
        }
    }

    /// More than the room for one question holds.
    #[test]
    fn a_folder_of_a_thousand_long_names_is_listed_whole() {
        let tmp = tempfile::tempdir().unwrap();
        for at in 0..1_000 {
            File::create(tmp.path().join(format!("{at:0200}"))).unwrap();
        }
        let mut found = listing(tmp.path(), usize::MAX).unwrap();
        found.sort_by(|(a, _), (b, _)| a.cmp(b));
        found.dedup();
        assert_eq!(found.len(), 1_000);
        assert_eq!(listing(tmp.path(), 7).unwrap().len(), 7);
    }
}
