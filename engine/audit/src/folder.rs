//! Every file of a hook's folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::awk;
use super::code::{js, py};
use super::kinds::{
    foreign, is_awk, is_live, is_makefile, is_media, is_python, is_script, is_shell, recipes,
};
use super::reach::{LIVE_FILE, RUNS_UNREAD};
use super::rules::{LARGE_FILE, NUL_BYTE, PACKAGES, Rule, SYMLINK, TOO_COMPLEX, UNREADABLE};
use super::started::{Language, is_outside, last, loaded_from_outside, started};
use super::{MOST_BYTES, Reading, Unread, command, command_advice, finding, in_language};
use crate::Finding;
use tacklebox_machine::cut::Cut;
use tacklebox_machine::files::{self, EntryKind};

const MOST_ENTRIES: usize = 10_000;
const DEEPEST_FOLDER: usize = 32;
/// So much code is read in one folder, all files together: a person waits for it.
const MOST_CODE_BYTES: usize = 4 * 1024 * 1024;

/// What the files of a hook would do: shell scripts are read as commands, all others are looked at
/// for NUL bytes. Links are reported and never followed; the folder itself may be one.
/// `known` are files of it that were read already, each with its name in the folder and its bytes.
#[must_use]
pub fn folder(dir: &Path, known: &[(&str, &[u8])]) -> Vec<Finding> {
    let mut walk = Walk::new(known, None);
    walk.folder(dir, "", 0);
    walk.found
}

/// The same, with its JavaScript, TypeScript and Python read too and with all that shell scripts do,
/// which takes longer and is advice in every case; and what was not read. `module` is the file that
/// runs, whatever its name; `declared` the variables that the hook says it needs; `started` are texts
/// that start files of it, as a manifest's command does, each with its file and line. What is in
/// `node_modules` is the code of others and is not read as code.
#[must_use]
pub fn advice(
    dir: &Path,
    module: Option<&str>,
    declared: &[String],
    started: &[(&str, u32, &str)],
) -> Reading {
    advice_of(dir, &[], module, declared, started)
}

/// The same for a folder of which some files were read already: `known`, as in [`folder`].
#[must_use]
pub fn advice_of(
    dir: &Path,
    known: &[(&str, &[u8])],
    module: Option<&str>,
    declared: &[String],
    started: &[(&str, u32, &str)],
) -> Reading {
    let mut walk = Walk::new(known, Some(Code { module, declared }));
    for (file, line, text) in started {
        walk.texts.push(((*file).to_owned(), *line, (*text).to_owned()));
    }
    walk.folder(dir, "", 0);
    walk.runs_what_is_called_otherwise(dir);
    walk.runs_what_was_not_read();
    walk.reading()
}

/// What one file of code would do, that is in no folder of its own.
#[must_use]
pub fn module_file(path: &Path, declared: &[String]) -> Reading {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut walk = Walk::new(&[], Some(Code { module: Some(&name), declared }));
    // A pipe or a device would block the reader.
    match path.is_file() {
        true => walk.unread(path, &name),
        false => walk.report(&UNREADABLE, &name),
    }
    walk.reading()
}

struct Walk<'a> {
    found: Vec<Finding>,
    entries: usize,
    known: &'a [(&'a str, &'a [u8])],
    code: Option<Code<'a>>,
    code_bytes: usize,
    not_read: Vec<Unread>,
    /// What was read as code, for finding out what it starts: file, line, text.
    texts: Vec<(String, u32, String)>,
    /// What is not code by its name, until something starts it: by the last part of its name, the file and where
    /// it is.
    plain: BTreeMap<String, Vec<(String, PathBuf)>>,
}

/// What is known where code is read.
#[derive(Clone, Copy)]
struct Code<'a> {
    module: Option<&'a str>,
    declared: &'a [String],
}

/// The folder into which package managers put the code of others.
const PACKAGES_FOLDER: &str = "node_modules";
/// The folder in which git keeps its own things.
const GIT_FOLDER: &str = ".git";

impl<'a> Walk<'a> {
    const fn new(known: &'a [(&'a str, &'a [u8])], code: Option<Code<'a>>) -> Self {
        Self {
            found: Vec::new(),
            entries: 0,
            known,
            code,
            code_bytes: 0,
            not_read: Vec::new(),
            texts: Vec::new(),
            plain: BTreeMap::new(),
        }
    }

    fn reading(self) -> Reading {
        Reading::of(self.found, self.not_read)
    }

    fn report(&mut self, rule: &Rule, file: &str) {
        self.found.push(finding(rule, file, 1, ""));
    }

    fn leaves_out(&mut self, file: &str, why: impl Into<String>) {
        self.not_read.push(Unread { file: file.to_owned(), why: why.into() });
    }

    /// A file is code in the language of the program that is to run it, whatever its name.
    fn runs_what_is_called_otherwise(&mut self, dir: &Path) {
        let mut at = 0;
        while let Some((file, _, text)) = self.texts.get(at) {
            let (mut run, mut apart) = (Vec::new(), BTreeSet::new());
            if is_script(Path::new(file), text.as_bytes()) {
                apart.extend(loaded_from_outside(file, text).into_iter().map(str::to_owned));
            }
            for (name, language) in started(text) {
                let files = self.plain.remove(last(name)).unwrap_or_default();
                run.extend(files.into_iter().map(|(file, path)| (language, file, path)));
                if is_outside(name) && !Path::new(name).starts_with(dir) {
                    apart.insert(name.to_owned());
                }
            }
            for file in apart {
                self.leaves_out(&file, "It is not in the folder of this hook.");
            }
            for (language, file, path) in run {
                match self.known.iter().find(|(known, _)| *known == file) {
                    Some((_, bytes)) => self.code_in(language, file, bytes),
                    None => match read(&path) {
                        Some(bytes) => self.code_in(language, file, &bytes),
                        None => self.report(&UNREADABLE, &file),
                    },
                }
            }
            at = at.saturating_add(1);
        }
    }

    fn code_in(&mut self, language: Language, file: String, bytes: &[u8]) {
        self.code_bytes = self.code_bytes.saturating_add(bytes.len());
        if self.code_bytes > MOST_CODE_BYTES {
            return self.report(&TOO_COMPLEX, &file);
        }
        let text = String::from_utf8_lossy(bytes).into_owned();
        let declared = self.code.map_or(&[][..], |code| code.declared);
        let found = match language {
            Language::Shell => in_language(command_advice(&text, &file, 1), "shell"),
            Language::Python => in_language(py::script(&text, &file, declared), "python"),
            Language::Script => {
                in_language(js::script(&text, &file, declared), js::language_name(&file))
            }
        };
        self.found.extend(found);
        self.texts.push((file, 1, text));
    }

    /// A file that is named where something is started, and that nobody has read.
    fn runs_what_was_not_read(&mut self) {
        let mut found = Vec::new();
        for unread in &self.not_read {
            let name = unread.file.rsplit('/').next().unwrap_or_default();
            let named = self.texts.iter().find_map(|(file, line, text)| {
                let at = whole_name(text, name)?;
                let row = text.get(..at)?.matches('\n').count();
                Some((
                    file,
                    line.saturating_add(u32::try_from(row).unwrap_or(0)),
                    text.lines().nth(row),
                ))
            });
            if let Some((file, line, excerpt)) = named {
                let why = format!("{} is run, and it was not read: {}", unread.file, unread.why);
                found.push(Finding {
                    why,
                    ..finding(&RUNS_UNREAD, file, line, excerpt.unwrap_or_default())
                });
            }
        }
        self.found.extend(found);
    }

    fn folder(&mut self, dir: &Path, inside: &str, depth: usize) {
        let here = if inside.is_empty() { "." } else { inside };
        if depth > DEEPEST_FOLDER {
            return self.report(&TOO_COMPLEX, here);
        }
        // One more than are looked at, so that the last folder tells that there were more.
        let room =
            MOST_ENTRIES.saturating_add(1).saturating_sub(self.entries.min(MOST_ENTRIES + 1));
        let Ok(mut entries) = files::listing(dir, room) else {
            return self.report(&UNREADABLE, here);
        };
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        for (entry, kind) in entries {
            self.entries = self.entries.saturating_add(1);
            if self.entries > MOST_ENTRIES {
                if self.entries == MOST_ENTRIES + 1 {
                    self.report(&TOO_COMPLEX, here);
                }
                return;
            }
            let name = entry.to_string_lossy();
            let name =
                if inside.is_empty() { name.into_owned() } else { format!("{inside}/{name}") };
            match kind {
                EntryKind::Link => self.report(&SYMLINK, &name),
                EntryKind::Folder => {
                    if self.code.is_some() && entry == GIT_FOLDER {
                        self.leaves_out(&name, "It is what git keeps of all versions.");
                        continue;
                    }
                    self.live(&name);
                    if self.code.is_some() && entry == PACKAGES_FOLDER {
                        self.report(&PACKAGES, &name);
                    }
                    self.folder(&dir.join(&entry), &name, depth.saturating_add(1));
                }
                EntryKind::File => {
                    self.live(&name);
                    self.file(&dir.join(&entry), &name);
                }
                // A pipe or a device would block the reader.
                EntryKind::Other => self.report(&UNREADABLE, &name),
            }
        }
    }

    fn file(&mut self, path: &Path, name: &str) {
        match self.known.iter().find(|(known, _)| *known == name) {
            Some((_, bytes)) => self.bytes(path, name, bytes),
            None => self.unread(path, name),
        }
    }

    fn unread(&mut self, path: &Path, name: &str) {
        match read(path) {
            Some(bytes) => self.bytes(path, name, &bytes),
            None => self.report(&UNREADABLE, name),
        }
    }

    /// `.envrc` and its like, in a hook that is only to be looked at.
    fn live(&mut self, name: &str) {
        if self.code.is_some() && is_live(name.rsplit('/').next().unwrap_or_default()) {
            self.report(&LIVE_FILE, name);
        }
    }

    fn bytes(&mut self, path: &Path, name: &str, bytes: &[u8]) {
        if is_media(path, bytes) {
            return;
        }
        if bytes.len() > MOST_BYTES {
            return self.report(&LARGE_FILE, name);
        }
        let Some(code) = self.code else {
            if is_shell(path, bytes) {
                self.found.extend(command(&String::from_utf8_lossy(bytes), name, 1));
            } else if bytes.contains(&0) {
                self.report(&NUL_BYTE, name);
            }
            return;
        };
        let of_others = name.split('/').any(|part| part == PACKAGES_FOLDER);
        let text = || String::from_utf8_lossy(bytes).into_owned();
        if is_shell(path, bytes)
            && foreign(path, bytes).is_none_or(|what| what == "another language")
        {
            let found = command_advice(&text(), name, 1);
            self.texts.push((name.to_owned(), 1, text()));
            return self.found.extend(in_language(found, "shell"));
        }
        if is_makefile(path) && !of_others {
            let recipes = recipes(&text());
            let found = command_advice(&recipes, name, 1);
            self.texts.push((name.to_owned(), 1, recipes));
            return self.found.extend(in_language(found, "shell"));
        }
        if bytes.contains(&0) {
            self.report(&NUL_BYTE, name);
        }
        if is_awk(path, bytes) && !of_others {
            let found = awk::script(&text(), name);
            return self.found.extend(in_language(found, "awk"));
        }
        let is_js = code.module == Some(name) && !is_python(path, bytes) || is_script(path, bytes);
        if of_others || !(is_js || is_python(path, bytes)) {
            match foreign(path, bytes).filter(|_| !of_others) {
                Some(what) => {
                    self.leaves_out(name, format!("It is {what}, which is not read here."));
                }
                None if of_others || bytes.contains(&0) => {}
                None => {
                    let last = name.rsplit('/').next().unwrap_or_default().to_owned();
                    let files = self.plain.entry(last).or_default();
                    files.push((name.to_owned(), path.to_owned()));
                }
            }
            return;
        }
        let language = if is_js { Language::Script } else { Language::Python };
        self.code_in(language, name.to_owned(), bytes);
    }
}

/// One byte more than is looked at, so that its length tells.
fn read(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = (MOST_BYTES as u64).saturating_add(1);
    File::open(path).ok()?.take(limit).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Where a name is in a text, not as a part of another.
fn whole_name(text: &str, name: &str) -> Option<usize> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    text.match_indices(name).map(|(at, _)| at).find(|at| {
        !text.cut(..*at).ends_with(part)
            && !text.cut(at.saturating_add(name.len())..).starts_with(part)
    })
}

#[cfg(test)]
mod tests;
