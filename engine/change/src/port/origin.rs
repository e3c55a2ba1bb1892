//! The hook that is copied: what its manifest says, and its files as they are.

use std::fs;
use std::path::Path;

use crate::plan::NewFile;
use crate::receipt;
use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::hook::{Handler, Hook, Source};
use tacklebox_agents::manifest::{self, Action, Manifest};
use tacklebox_inventory::discover::{Candidate, Kind};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::files;
use tacklebox_machine::machine::{self, Machine};
use tacklebox_machine::words;

/// The most that is copied of one hook, in bytes. Its files are held in memory until they are written.
const MOST_BYTES: u64 = 32 * 1024 * 1024;
const MOST_FILES: usize = 2_000;

/// The hook that is copied.
pub(super) struct Origin<'a> {
    pub machine: &'a Machine,
    pub inventory: &'a Inventory,
    pub hook: &'a Hook,
    pub manifest: &'a Manifest,
    /// The manifest's text; empty for a hook that is in a config.
    pub text: String,
    /// Its files without the manifest, by name.
    pub files: Vec<NewFile>,
    /// What of the folder is not copied, in sentences.
    pub left: Vec<String>,
}

impl<'a> Origin<'a> {
    /// Reads it.
    ///
    /// # Errors
    /// Why this hook cannot be copied, as a sentence.
    pub fn read(
        machine: &'a Machine,
        inventory: &'a Inventory,
        hook: &'a Hook,
        candidate: &'a Candidate,
    ) -> Result<Self, String> {
        let title = inventory.agent().dialect.title;
        match (candidate.kind, hook.source) {
            (Kind::Builtin, _) | (_, Source::Builtin) => {
                return Err(format!("It is part of {title} itself: there is nothing to copy."));
            }
            (Kind::Legacy | Kind::Gateway, _) => {
                return Err(
                    "It is a module that the config names, without a manifest that says what it needs."
                        .to_owned(),
                );
            }
            (_, Source::Plugin) => {
                return Err("It is part of a plugin, and cannot be copied without it.".to_owned());
            }
            _ => {}
        }
        let manifest = candidate.manifest.as_ref().map_err(|broken| {
            let why = broken.to_string();
            let why = why.trim_end_matches('.');
            format!("There is nothing to copy: {why}.")
        })?;
        let mut origin = Self {
            machine,
            inventory,
            hook,
            manifest,
            text: String::new(),
            files: Vec::new(),
            left: Vec::new(),
        };
        if let Some(dir) = &hook.dir {
            origin.read_manifest(&dir.join(inventory.agent().dialect.manifest_file()))?;
            origin.read_files(dir)?;
        }
        Ok(origin)
    }

    fn read_manifest(&mut self, path: &Path) -> Result<(), String> {
        let read = files::read(path, manifest::MAX_BYTES as u64);
        let (bytes, _) = read.map_err(|error| error.to_string())?;
        let text = String::from_utf8(bytes.unwrap_or_default());
        self.text = text.map_err(|_| "Its manifest is not UTF-8 text.".to_owned())?;
        Ok(())
    }

    fn read_files(&mut self, dir: &Path) -> Result<(), String> {
        let manifest = self.dialect().manifest_file();
        let (mut links, mut odd) = (Vec::new(), Vec::new());
        let mut left = MOST_BYTES;
        let list = receipt::files(dir).into_iter().map(|(path, _)| path);
        let list: Vec<String> =
            list.filter(|path| path != manifest && !path.starts_with(".git/")).collect();
        if list.len() > MOST_FILES {
            return Err(format!("It has more than {MOST_FILES} files, too many to be copied."));
        }
        for path in list {
            let full = dir.join(&path);
            let Ok(meta) = fs::symlink_metadata(&full) else { continue };
            if meta.is_symlink() {
                links.push(path);
                continue;
            }
            // A name that is not text would be another name in the copy.
            if !meta.is_file() || path.contains('\u{fffd}') {
                odd.push(path);
                continue;
            }
            let (bytes, _) = files::read(&full, left).map_err(|error| match error {
                files::FileError::TooLarge { .. } => format!(
                    "Its files are more than {} MiB, too much to copy.",
                    MOST_BYTES / 1024 / 1024
                ),
                error => error.to_string(),
            })?;
            let bytes = bytes.unwrap_or_default();
            left = left.saturating_sub(bytes.len() as u64);
            let executable = machine::executable(&meta) || bytes.starts_with(b"#!");
            self.files.push(NewFile { path, bytes, executable });
        }
        if !links.is_empty() {
            let (are, they) =
                if links.len() == 1 { ("is a link", "it") } else { ("are links", "they") };
            self.left.push(format!(
                "{} {are} to somewhere else, so {they} cannot be copied.",
                words::all_of(links)
            ));
        }
        if !odd.is_empty() {
            self.left.push(format!(
                "{} cannot be copied: only files with plain names are.",
                words::all_of(odd)
            ));
        }
        Ok(())
    }

    pub const fn dialect(&self) -> &'static Dialect {
        self.inventory.agent().dialect
    }

    /// The text below the front matter.
    pub fn body(&self) -> &str {
        let start = manifest::body_start(self.dialect().format, &self.text);
        self.text.get(start..).filter(|_| start > 0).unwrap_or_default()
    }

    /// The command that it runs, with its time limit in seconds and the folder that it names.
    pub fn command(&self) -> Option<(&str, Option<u32>, Option<&str>)> {
        match &self.manifest.action {
            Some(Action::Shell { command, timeout_secs, workdir, .. }) => {
                Some((command, *timeout_secs, workdir.as_deref()))
            }
            _ => None,
        }
    }

    /// The name of the module's file.
    pub fn module(&self) -> Option<String> {
        match &self.hook.handler {
            Some(Handler::Module { path, .. }) => {
                Some(tacklebox_inventory::discover::file_name(path))
            }
            _ => None,
        }
    }

    /// The folder's name, as every file system takes it.
    pub fn folder(&self) -> String {
        let dir = self.hook.dir.as_deref().and_then(Path::file_name);
        let name = dir
            .map_or_else(|| self.manifest.name.clone(), |name| name.to_string_lossy().into_owned());
        super::write::slug(&name)
    }
}
