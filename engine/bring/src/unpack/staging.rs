//! The folder that an archive is unpacked into: it counts, it knows every name that was used, and it
//! writes nowhere else.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tokio_util::sync::CancellationToken;

use super::names::{self, shown};
use super::{MAX_BYTES, MAX_ENTRIES, Options, Refusal, UnpackError, Unpacked};

/// How many links may lead on to another, as the system itself has it.
const MAX_HOPS: usize = 40;

/// The longest target of a link, in bytes.
pub(super) const MAX_TARGET: u64 = 4096;

/// What is at a path of the archive.
enum Node {
    /// `named` where an entry is that folder, and not only in it.
    Folder {
        named: bool,
    },
    File,
    Link {
        target: String,
    },
}

pub(super) struct Staging<'a> {
    root: &'a Path,
    options: Options,
    cancel: &'a CancellationToken,
    /// Every path by its folded name, as it was written; in an order, so that the same thing is refused each time.
    nodes: BTreeMap<String, (Vec<String>, Node)>,
    entries: usize,
    folders: usize,
    files: usize,
    bytes: u64,
}

impl<'a> Staging<'a> {
    pub fn new(root: &'a Path, options: Options, cancel: &'a CancellationToken) -> Self {
        let nodes = BTreeMap::new();
        Self { root, options, cancel, nodes, entries: 0, folders: 0, files: 0, bytes: 0 }
    }

    pub fn cancel(&self) -> &'a CancellationToken {
        self.cancel
    }

    pub fn folder(&mut self, name: &[u8]) -> Result<(), UnpackError> {
        let Some(parts) = self.enter(name)? else { return Ok(()) };
        self.parents(&parts)?;
        match self.known(&parts)? {
            Some(Node::Folder { named }) if !*named => *named = true,
            Some(Node::Folder { .. }) => return Err(Refusal::Twice(shown(&parts.join("/"))).into()),
            Some(_) => return Err(Refusal::FileAndFolder(shown(&parts.join("/"))).into()),
            None => self.make_folder(parts, true)?,
        }
        Ok(())
    }

    /// Writes a file of `size` bytes by its header. More or fewer is refused as well.
    pub fn file(
        &mut self,
        name: &[u8],
        executable: bool,
        size: u64,
        data: &mut dyn Read,
        failed: &dyn Fn(io::Error) -> UnpackError,
    ) -> Result<(), UnpackError> {
        let Some(parts) = self.enter(name)? else { return Ok(()) };
        if parts.is_empty() {
            return Err(Refusal::NoName(shown(&String::from_utf8_lossy(name))).into());
        }
        // What a header claims is believed only where it is too much.
        if size > MAX_BYTES.saturating_sub(self.bytes) {
            return Err(Refusal::TooLarge.into());
        }
        self.fresh(&parts)?;
        let path = self.path(&parts);
        let mut file = create(&path, executable).map_err(|source| match source.kind() {
            // The disk takes two names for one that differ for us.
            io::ErrorKind::AlreadyExists => Refusal::Twice(shown(&parts.join("/"))).into(),
            _ => UnpackError::Io { path: path.clone(), source },
        })?;
        let mut buffer = [0; 64 * 1024];
        let mut written: u64 = 0;
        loop {
            if self.cancel.is_cancelled() {
                return Err(UnpackError::Cancelled);
            }
            let read = match data.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(failed(e)),
            };
            written = written.saturating_add(read as u64);
            if written > MAX_BYTES.saturating_sub(self.bytes) {
                return Err(Refusal::TooLarge.into());
            }
            let chunk = buffer.get(..read).unwrap_or_default();
            file.write_all(chunk)
                .map_err(|source| UnpackError::Io { path: path.clone(), source })?;
        }
        if written < size {
            return Err(Refusal::Truncated.into());
        }
        if written > size {
            return Err(Refusal::Contradiction(shown(&parts.join("/"))).into());
        }
        self.bytes = self.bytes.saturating_add(written);
        self.files = self.files.saturating_add(1);
        self.note(parts, Node::File);
        Ok(())
    }

    /// Notes a symbolic link; it is made at the end, when it is known where it leads.
    pub fn link(&mut self, name: &[u8], target: &[u8]) -> Result<(), UnpackError> {
        let Some(parts) = self.enter(name)? else { return Ok(()) };
        let link = shown(&String::from_utf8_lossy(name));
        let Ok(target) = std::str::from_utf8(target) else {
            return Err(Refusal::NotText(link).into());
        };
        if parts.is_empty() || target.is_empty() || target.len() as u64 > MAX_TARGET {
            return Err(Refusal::LinkNowhere(link).into());
        }
        names::characters(target)?;
        if target.starts_with('/') || target.contains(['\\', ':']) {
            return Err(Refusal::LinkOutside(link).into());
        }
        if cfg!(not(unix)) {
            return Err(Refusal::LinkHere(link).into());
        }
        self.fresh(&parts)?;
        self.note(parts, Node::Link { target: target.to_owned() });
        Ok(())
    }

    /// Makes the links and says where the wanted part is.
    pub fn finish(mut self) -> Result<Unpacked, UnpackError> {
        if self.files == 0 {
            return Err(Refusal::Empty.into());
        }
        if let Some(folder) = self.bare_repository() {
            return Err(Refusal::Git(folder).into());
        }
        let mut root = self.root.to_owned();
        if let Some(top) = self.options.look_through.then(|| self.single_top()).flatten() {
            root.push(&top);
            // From here on the names are those below it, or a link could climb out by its name.
            self.nodes = (self.nodes.into_values())
                .filter(|(parts, _)| parts.len() > 1 && parts.first() == Some(&top))
                .map(|(parts, node)| (parts.into_iter().skip(1).collect::<Vec<_>>(), node))
                .map(|(parts, node)| (names::folded(&parts.join("/")), (parts, node)))
                .collect();
        }
        for (parts, node) in self.nodes.values() {
            let Node::Link { target } = node else { continue };
            self.follow(parts, target)?;
            let path = root.join(parts.join("/"));
            symlink(target, &path).map_err(|source| UnpackError::Io { path, source })?;
        }
        Ok(Unpacked { root, files: self.files, bytes: self.bytes })
    }

    /// A folder that git takes for a repository although none of it is called `.git`: with a `HEAD`, and
    /// with folders `objects` and `refs`. Its `config` can name programs that git then starts.
    fn bare_repository(&self) -> Option<String> {
        let beside = |folder: &[String], name: &str| {
            let mut parts: Vec<&str> = folder.iter().map(String::as_str).collect();
            parts.push(name);
            self.nodes.contains_key(&names::folded(&parts.join("/")))
        };
        let heads = self.nodes.values().map(|(parts, _)| parts).filter_map(|parts| {
            parts.split_last().filter(|(last, _)| last.eq_ignore_ascii_case("HEAD"))
        });
        let mut found =
            heads.filter(|(_, folder)| beside(folder, "objects") && beside(folder, "refs"));
        found.next().map(|(_, folder)| shown(&folder.join("/")))
    }

    /// The one folder that holds everything. What a Mac adds beside it does not count.
    fn single_top(&self) -> Option<String> {
        let tops: HashSet<&String> = (self.nodes.values())
            .filter_map(|(parts, _)| parts.first())
            .filter(|top| !matches!(top.as_str(), "__MACOSX" | ".DS_Store"))
            .collect();
        let mut tops = tops.into_iter();
        let (only, None) = (tops.next()?, tops.next()) else { return None };
        let folder = self.nodes.get(&names::folded(only));
        let holds = |(parts, node): &(Vec<String>, Node)| {
            parts.len() > 1 && parts.first() == Some(only) && matches!(node, Node::File)
        };
        let is_folder = matches!(folder, Some((_, Node::Folder { .. })));
        (is_folder && self.nodes.values().any(holds)).then(|| only.clone())
    }

    /// Where a link leads, by the names in the archive alone: it must end at a file or folder of it,
    /// and not at a folder that holds the link, which would be walked for ever.
    fn follow(&self, link: &[String], target: &str) -> Result<(), Refusal> {
        let name = shown(&link.join("/"));
        let mut here: Vec<&str> = link.iter().map(String::as_str).collect();
        here.pop();
        let above = here.clone();
        let mut ahead: VecDeque<&str> = target.split('/').collect();
        let mut hops: usize = 0;
        while let Some(part) = ahead.pop_front() {
            match part {
                "" | "." => continue,
                ".." if here.pop().is_none() => return Err(Refusal::LinkOutside(name)),
                ".." => continue,
                part => here.push(part),
            }
            let there = self.nodes.get(&names::folded(&here.join("/")));
            match there.filter(|(parts, _)| *parts == here) {
                Some((_, Node::Folder { .. })) => {}
                Some((_, Node::File)) if ahead.iter().all(|part| part.is_empty()) => {}
                Some((_, Node::Link { target })) if hops < MAX_HOPS => {
                    hops = hops.saturating_add(1);
                    here.pop();
                    target.rsplit('/').for_each(|part| ahead.push_front(part));
                }
                _ => return Err(Refusal::LinkNowhere(name)),
            }
        }
        if above.starts_with(&here) { Err(Refusal::LinkNowhere(name)) } else { Ok(()) }
    }

    /// Counts an entry and reads its name; nothing where all of it is stripped.
    fn enter(&mut self, name: &[u8]) -> Result<Option<Vec<String>>, UnpackError> {
        if self.cancel.is_cancelled() {
            return Err(UnpackError::Cancelled);
        }
        self.entries = self.entries.saturating_add(1);
        if self.entries > MAX_ENTRIES {
            return Err(Refusal::TooMany.into());
        }
        let parts = names::parts(name)?;
        let strip = self.options.strip_components as usize;
        if strip == 0 {
            return Ok(Some(parts));
        }
        Ok((parts.len() > strip).then(|| parts.into_iter().skip(strip).collect()))
    }

    /// A path where nothing is yet, with the folders above it.
    fn fresh(&mut self, parts: &[String]) -> Result<(), UnpackError> {
        self.parents(parts)?;
        match self.known(parts)? {
            None => Ok(()),
            Some(Node::Folder { .. }) => {
                Err(Refusal::FileAndFolder(shown(&parts.join("/"))).into())
            }
            Some(_) => Err(Refusal::Twice(shown(&parts.join("/"))).into()),
        }
    }

    fn parents(&mut self, parts: &[String]) -> Result<(), UnpackError> {
        for end in 1..parts.len() {
            let above = parts.get(..end).unwrap_or_default();
            match self.known(above)? {
                Some(Node::Folder { .. }) => {}
                Some(_) => return Err(Refusal::FileAndFolder(shown(&above.join("/"))).into()),
                None => self.make_folder(above.to_vec(), false)?,
            }
        }
        Ok(())
    }

    fn make_folder(&mut self, parts: Vec<String>, named: bool) -> Result<(), UnpackError> {
        // The archive's own top is there already.
        if parts.is_empty() {
            return Ok(());
        }
        self.folders = self.folders.saturating_add(1);
        if self.folders > MAX_ENTRIES {
            return Err(Refusal::TooMany.into());
        }
        let path = self.path(&parts);
        fs::create_dir(&path).map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => Refusal::Twice(shown(&parts.join("/"))).into(),
            _ => UnpackError::Io { path, source },
        })?;
        self.note(parts, Node::Folder { named });
        Ok(())
    }

    fn known(&mut self, parts: &[String]) -> Result<Option<&mut Node>, Refusal> {
        match self.nodes.get_mut(&names::folded(&parts.join("/"))) {
            Some((written, node)) if written == parts => Ok(Some(node)),
            Some((written, _)) => {
                Err(Refusal::CaseClash(shown(&written.join("/")), shown(&parts.join("/"))))
            }
            None => Ok(None),
        }
    }

    fn note(&mut self, parts: Vec<String>, node: Node) {
        self.nodes.insert(names::folded(&parts.join("/")), (parts, node));
    }

    fn path(&self, parts: &[String]) -> PathBuf {
        self.root.join(parts.join("/"))
    }
}

fn create(path: &Path, executable: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if executable { 0o755 } else { 0o644 });
    #[cfg(not(unix))]
    let _ = executable;
    options.open(path)
}

#[cfg(unix)]
fn symlink(target: &str, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, path)
}

#[cfg(not(unix))]
fn symlink(_: &str, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
