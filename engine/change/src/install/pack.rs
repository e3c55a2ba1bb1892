//! What is to be installed, as it is in its staging folder: one hook, a pack whose `package.json`
//! lists its hooks, or a folder of hooks. It is taken whole or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::package::Package;
use crate::ops::OpError;
use crate::plan::NewFile;
use tacklebox_agents::agent::{Agent, Root};
use tacklebox_agents::dialect::Format;
use tacklebox_agents::hook::{AgentId, Handler, Source};
use tacklebox_agents::manifest::Manifest;
use tacklebox_bring::unpack::{self, shown};
use tacklebox_inventory::discover::{self, Candidate};
use tacklebox_machine::letters;
use tacklebox_machine::words;

/// Why there is nothing to install. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    #[error("Its package.json cannot be used: {0}. Ask its author for a correct one.")]
    Listing(String),
    #[error("Its package.json lists “{0}”, which is outside of it. All of it is refused.")]
    Leaves(String),
    #[error(
        "Its package.json lists “{0}”, and there is no hook in that place. All of it is refused."
    )]
    Missing(String),
    #[error("Its package.json lists “{0}”, which is a link. All of it is refused.")]
    Link(String),
    #[error("The hook {hook} in it cannot be used: {why} All of it is refused.")]
    Broken { hook: String, why: String },
    #[error("The plugin {plugin} cannot be used: {why} All of it is refused.")]
    BrokenPlugin { plugin: String, why: String },
    #[error("It is a plugin of {of}, and {agent} has no plugins.")]
    OtherPlugin { of: String, agent: &'static str },
    #[error("Two hooks in it are named {0}. All of it is refused.")]
    Twice(String),
    #[error("“{0}” is a link to a folder, which is not installed. All of it is refused.")]
    FolderLink(String),
    #[error(
        "There is no hook and no plugin in it: no HOOK.md or HOOK.toml, and no package.json that lists hooks."
    )]
    Nothing,
    #[error("It is written for {written_for}: {agent} reads its hooks from other files.")]
    Other { written_for: String, agent: &'static str },
}

/// One hook as it was fetched.
#[derive(Clone, Debug)]
pub struct StagedHook {
    /// The folder that it gets among the agent's own.
    pub folder: String,
    /// Where it is until then.
    pub dir: PathBuf,
    /// As the agent's own loader would read it.
    pub candidate: Candidate,
    pub manifest: Manifest,
    /// By name.
    pub files: Vec<StagedFile>,
}

impl StagedHook {
    /// What was read of it, as if it were in this folder already.
    pub(super) fn placed(&self, dir: &Path) -> Candidate {
        let mut candidate = self.candidate.clone();
        candidate.dir_name.clone_from(&self.folder);
        move_to(&mut candidate, &self.dir, dir);
        candidate
    }

    /// The key of its entry in a config.
    pub fn key(&self) -> &str {
        self.manifest.hook_key.as_deref().unwrap_or(&self.manifest.name)
    }

    /// What it is called, for a sentence.
    pub fn title(&self) -> String {
        shown(self.manifest.heading.as_deref().unwrap_or(&self.manifest.name))
    }
}

/// A file of a hook that was fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedFile {
    /// Relative to the hook, with `/`.
    pub path: String,
    pub bytes: u64,
    pub executable: bool,
}

/// What is in a staging folder.
#[derive(Debug)]
pub(super) struct Pack {
    root: PathBuf,
    package: Option<Package>,
}

impl Pack {
    pub fn read(root: &Path) -> Result<Self, PackError> {
        let package = Package::read(root).map_err(PackError::Listing)?;
        Ok(Self { root: root.to_owned(), package })
    }

    pub fn package(&self) -> Option<&Package> {
        self.package.as_ref()
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The hooks in it for this agent. Of a folder of hooks, those in another agent's format are left
    /// out; a pack's list is one promise.
    pub fn hooks(&self, agent: &Agent) -> Result<Vec<StagedHook>, PackError> {
        let listed = self.package.as_ref().map(|package| package.listed(agent.dialect));
        let listed = listed.transpose().map_err(PackError::Listing)?.flatten();
        let is_listed = listed.is_some();
        let folders = match listed {
            Some(listed) => self.resolve(&listed)?,
            None if !formats(&self.root).is_empty() => vec![self.root.clone()],
            None => children(&self.root),
        };
        let format = agent.dialect.format;
        let (own, other): (Vec<_>, Vec<_>) =
            folders.into_iter().partition(|dir| formats(dir).contains(&format));
        if own.is_empty() && other.is_empty() {
            return Err(PackError::Nothing);
        }
        if own.is_empty() || is_listed && !other.is_empty() {
            let formats = other.iter().flat_map(|dir| formats(dir));
            return Err(PackError::Other {
                written_for: written_for(formats),
                agent: agent.dialect.title,
            });
        }
        let mut hooks = Vec::new();
        let mut names = BTreeSet::new();
        for dir in own {
            let hook = self.hook(agent, &dir)?;
            let again = !names.insert(hook.folder.to_lowercase());
            let same = |other: &StagedHook| {
                other.manifest.name == hook.manifest.name || other.key() == hook.key()
            };
            if again || hooks.iter().any(same) {
                return Err(PackError::Twice(shown(&hook.manifest.name)));
            }
            hooks.push(hook);
        }
        Ok(hooks)
    }

    /// The folders of a pack's list.
    fn resolve(&self, listed: &[String]) -> Result<Vec<PathBuf>, PackError> {
        let mut folders: Vec<PathBuf> = Vec::new();
        for entry in listed {
            let parts = match unpack::parts(entry.as_bytes()) {
                Ok(parts) => parts,
                Err(_) => return Err(PackError::Leaves(shown(entry))),
            };
            let mut dir = self.root.clone();
            for part in parts {
                dir.push(part);
                if fs::symlink_metadata(&dir).is_ok_and(|meta| meta.is_symlink()) {
                    return Err(PackError::Link(shown(entry)));
                }
            }
            if !dir.is_dir() || formats(&dir).is_empty() {
                return Err(PackError::Missing(shown(entry)));
            }
            if folders.contains(&dir) {
                return Err(PackError::Twice(shown(entry)));
            }
            folders.push(dir);
        }
        Ok(folders)
    }

    fn hook(&self, agent: &Agent, dir: &Path) -> Result<StagedHook, PackError> {
        let own_name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let named = (dir != self.root).then_some(own_name.as_str());
        let broken = |why: &str| PackError::Broken {
            hook: shown(named.unwrap_or("at its top")),
            why: why.to_owned(),
        };
        let parent = dir.parent().unwrap_or(dir).to_owned();
        let root = Root { source: Source::Managed, dir: parent, tag: String::new() };
        let candidate = discover::read(agent, &root, dir, false)
            .ok_or_else(|| broken("its manifest is not there."))?;
        let mut manifest = match &candidate.manifest {
            Ok(manifest) => manifest.clone(),
            Err(reason) => {
                let why = words::capital(reason.to_string().trim_end_matches('.'));
                return Err(broken(&format!("{why}.")));
            }
        };
        // Its switch is found by what the version in force takes for its name and key.
        if let Ok(read) = candidate.effective() {
            manifest.name.clone_from(&read.name);
            manifest.hook_key.clone_from(&read.hook_key);
        }
        if let Some(trouble) = &candidate.trouble {
            return Err(broken(trouble.message()));
        }
        let key = manifest.hook_key.as_deref();
        if key.is_some_and(|key| key.trim().is_empty()) {
            return Err(broken("Its hookKey is empty, so it would have no switch."));
        }
        if let Some(why) =
            [manifest.name.as_str()].into_iter().chain(key).find_map(letters::refusal)
        {
            return Err(broken(why));
        }
        if manifest.events.is_empty() && manifest.foreign.is_none() {
            return Err(broken("It names no event, so it would never run."));
        }
        let folder = folder_name(&manifest.name, named);
        Ok(StagedHook { folder, files: files(dir)?, dir: dir.to_owned(), candidate, manifest })
    }
}

/// Folders with a manifest right below, in byte order.
fn children(root: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(root) else { return Vec::new() };
    let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let mut dirs: Vec<PathBuf> =
        entries.flatten().filter(is_folder).map(|entry| entry.path()).collect();
    dirs.retain(|dir| !formats(dir).is_empty());
    dirs.sort();
    dirs
}

/// The formats of the manifests in a folder. A `HOOK.md` of neither kind is the family's, and broken.
fn formats(dir: &Path) -> Vec<Format> {
    let is_there = |format: Format| fs::symlink_metadata(dir.join(format.file())).is_ok();
    let mut formats = Vec::new();
    if is_there(Format::HookToml) {
        formats.push(Format::HookToml);
    }
    if is_there(Format::Yaml) {
        let mut head = Vec::new();
        let file = fs::File::open(dir.join(Format::Yaml.file()));
        let _ = file.and_then(|file| file.take(4096).read_to_end(&mut head));
        let text = String::from_utf8_lossy(&head);
        let is_toml = text.trim_start_matches('\u{feff}').trim_start().starts_with("+++");
        formats.push(if is_toml { Format::TomlFront } else { Format::Yaml });
    }
    formats
}

/// "Milady, Eliza or OpenClaw"
fn written_for(formats: impl Iterator<Item = Format>) -> String {
    let formats: Vec<Format> = formats.collect();
    let agents = AgentId::all().iter().map(|id| id.dialect());
    let agents = agents.filter(|dialect| formats.contains(&dialect.format));
    words::any_of(agents.map(|dialect| dialect.title.to_owned()))
}

/// A hook's folder is named like the hook, where every file system and shell takes that for a name.
pub(super) fn folder_name(name: &str, own: Option<&str>) -> String {
    let plain = |name: &&str| {
        let one = unpack::parts(name.as_bytes()).is_ok_and(|parts| parts == [*name]);
        let letters = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        // A system opens `Notes.app` as a program, whatever is in it: an ending is a version or nothing.
        let ends = |ending: &str| ending.chars().all(|c| c.is_ascii_digit());
        let ending = name.rsplit_once('.').is_none_or(|(_, ending)| ends(ending));
        one && ending
            && name.len() <= 64
            && name.chars().all(letters)
            && !name.starts_with(['.', '-'])
    };
    if let Some(name) = Some(name).filter(plain).or_else(|| own.filter(plain)) {
        return name.to_owned();
    }
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let slug: String = name.chars().take(64).map(letter).collect();
    let words: Vec<&str> = slug.split('-').filter(|word| !word.is_empty()).collect();
    let slug = words.join("-");
    if plain(&slug.as_str()) { slug } else { "hook".to_owned() }
}

/// The files of a hook. Links to files were made files when it was staged.
pub(super) fn files(dir: &Path) -> Result<Vec<StagedFile>, PackError> {
    let mut files = Vec::new();
    let mut open = vec![(dir.to_owned(), String::new())];
    while let Some((folder, prefix)) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let Ok(meta) = fs::symlink_metadata(entry.path()) else { continue };
            if meta.is_dir() {
                open.push((entry.path(), format!("{name}/")));
            } else if meta.is_file() {
                let executable = tacklebox_machine::machine::executable(&meta);
                files.push(StagedFile { path: name, bytes: meta.len(), executable });
            } else {
                return Err(PackError::FolderLink(shown(&name)));
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// The files of a staged hook, to be placed.
///
/// # Errors
/// Where the staging folder cannot be read any more.
pub(crate) fn read_files(hook: &StagedHook) -> Result<Vec<NewFile>, OpError> {
    read(&hook.dir, &hook.files)
}

/// The files of a staging folder, to be placed.
///
/// # Errors
/// Where it cannot be read any more.
pub(super) fn read(dir: &Path, files: &[StagedFile]) -> Result<Vec<NewFile>, OpError> {
    let read = |file: &StagedFile| {
        let path = dir.join(&file.path);
        let bytes = fs::read(&path).map_err(|error| {
            OpError::Refused(format!(
                "What was fetched cannot be read any more ({error}): nothing was changed. Get it again."
            ))
        })?;
        Ok(NewFile { path: file.path.clone(), bytes, executable: file.executable })
    };
    files.iter().map(read).collect()
}

/// What was read of a folder, as if it were in another place.
pub(super) fn move_to(candidate: &mut Candidate, from: &Path, to: &Path) {
    let moved = |path: &Path| match path.strip_prefix(from) {
        Ok(rest) => to.join(rest),
        Err(_) => path.to_owned(),
    };
    candidate.dir = Some(to.to_owned());
    candidate.manifest_path = candidate.manifest_path.as_deref().map(moved);
    if let Some(Handler::Module { path, .. }) = &mut candidate.handler {
        *path = moved(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_folder_is_named_like_a_program() {
        for (name, folder) in [
            ("Notes.app", "notes-app"),
            ("x.BUNDLE", "x-bundle"),
            ("run.command", "run-command"),
            ("greeter-1.2", "greeter-1.2"),
            ("a.b-1", "a-b-1"),
            ("greeter", "greeter"),
        ] {
            assert_eq!(folder_name(name, None), folder);
            assert_eq!(folder_name("über uns", Some(name)) == name, folder == name, "{name}");
        }
    }
}
