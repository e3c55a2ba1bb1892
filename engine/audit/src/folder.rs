//! Every file of a hook's folder.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use super::awk;
use super::code::{js, py};
use super::kinds::{foreign, is_awk, is_live, is_media, is_python, is_script, is_shell};
use super::reach::{LIVE_FILE, RUNS_UNREAD};
use super::rules::{LARGE_FILE, NUL_BYTE, PACKAGES, Rule, SYMLINK, TOO_COMPLEX, UNREADABLE};
use super::{MOST_BYTES, Reading, Unread, command, command_advice, finding, in_language};
use crate::Finding;
use crate::cut::Cut;

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
        let Ok(entries) = fs::read_dir(dir) else { return self.report(&UNREADABLE, here) };
        // One more than are looked at, so that the last folder tells that there were more.
        let room =
            MOST_ENTRIES.saturating_add(1).saturating_sub(self.entries.min(MOST_ENTRIES + 1));
        let mut entries: Vec<_> = entries.take(room).flatten().collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            self.entries = self.entries.saturating_add(1);
            if self.entries > MOST_ENTRIES {
                if self.entries == MOST_ENTRIES + 1 {
                    self.report(&TOO_COMPLEX, here);
                }
                return;
            }
            let name = entry.file_name().to_string_lossy().into_owned();
            let name = if inside.is_empty() { name } else { format!("{inside}/{name}") };
            match entry.file_type() {
                Ok(kind) if kind.is_symlink() => self.report(&SYMLINK, &name),
                Ok(kind) if kind.is_dir() => {
                    if self.code.is_some() && entry.file_name() == GIT_FOLDER {
                        self.leaves_out(&name, "It is what git keeps of all versions.");
                        continue;
                    }
                    self.live(&name);
                    if self.code.is_some() && entry.file_name() == PACKAGES_FOLDER {
                        self.report(&PACKAGES, &name);
                    }
                    self.folder(&entry.path(), &name, depth.saturating_add(1));
                }
                Ok(kind) if kind.is_file() => {
                    self.live(&name);
                    self.file(&entry.path(), &name);
                }
                // A pipe or a device would block the reader.
                _ => self.report(&UNREADABLE, &name),
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
        let mut bytes = Vec::new();
        let limit = (MOST_BYTES as u64).saturating_add(1);
        let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
        if read.is_err() {
            return self.report(&UNREADABLE, name);
        }
        self.bytes(path, name, &bytes);
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
        if bytes.contains(&0) {
            self.report(&NUL_BYTE, name);
        }
        if is_awk(path, bytes) && !of_others {
            let found = awk::script(&text(), name);
            return self.found.extend(in_language(found, "awk"));
        }
        let is_js = code.module == Some(name) && !is_python(path, bytes) || is_script(path, bytes);
        if of_others || !(is_js || is_python(path, bytes)) {
            if let Some(what) = foreign(path, bytes).filter(|_| !of_others) {
                self.leaves_out(name, format!("It is {what}, which is not read here."));
            }
            return;
        }
        self.code_bytes = self.code_bytes.saturating_add(bytes.len());
        if self.code_bytes > MOST_CODE_BYTES {
            return self.report(&TOO_COMPLEX, name);
        }
        let text = text();
        let found = match is_js {
            true => in_language(js::script(&text, name, code.declared), js::language_name(name)),
            false => in_language(py::script(&text, name, code.declared), "python"),
        };
        self.texts.push((name.to_owned(), 1, text));
        self.found.extend(found);
    }
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
mod tests {
    use super::*;

    fn rules(dir: &Path) -> Vec<(String, String, u32)> {
        folder(dir, &[]).into_iter().map(|f| (f.file, f.rule, f.line)).collect()
    }

    fn put(dir: &Path, name: &str, bytes: impl AsRef<[u8]>) {
        use std::io::Write;
        let path = dir.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        File::create(path).unwrap().write_all(bytes.as_ref()).unwrap();
    }

    #[test]
    fn scripts_are_known_by_name_or_first_line() {
        let dir = tempfile::tempdir().unwrap();
        let bad = "\n\nrm -rf /\n";
        put(dir.path(), "a.sh", bad);
        put(dir.path(), "bin/run", format!("#!/usr/bin/env -S bash -e{bad}"));
        put(dir.path(), "README.md", bad);
        put(dir.path(), "run.py", format!("#!/usr/bin/env python3{bad}"));
        assert_eq!(
            rules(dir.path()),
            [
                ("a.sh".to_owned(), "remove-root".to_owned(), 3),
                ("bin/run".to_owned(), "remove-root".to_owned(), 3),
            ]
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_found_but_pictures_pass() {
        let dir = tempfile::tempdir().unwrap();
        put(dir.path(), "icon.png", b"\x89PNG\r\n\x1a\n\0\0");
        put(dir.path(), "not.png", b"rm\0");
        put(dir.path(), "tool.sh", b"ech\0o\nr\0m -rf /");
        put(dir.path(), "big.txt", vec![b'a'; MOST_BYTES + 1]);
        put(dir.path(), "fits.txt", vec![b'a'; MOST_BYTES]);
        let found: Vec<_> =
            rules(dir.path()).into_iter().map(|(f, r, l)| format!("{f} {r} {l}")).collect();
        assert_eq!(
            found,
            [
                "big.txt large-file 1",
                "not.png nul-byte 1",
                "tool.sh nul-byte 1",
                "tool.sh remove-root 2"
            ]
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_are_reported_and_not_followed() {
        let dir = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/", dir.path().join("all")).unwrap();
        std::os::unix::fs::symlink("gone", dir.path().join("gone.sh")).unwrap();
        let found: Vec<_> = rules(dir.path()).into_iter().map(|(f, r, _)| (f, r)).collect();
        assert_eq!(found, [("all".into(), "symlink".into()), ("gone.sh".into(), "symlink".into())]);
    }

    #[test]
    fn a_folder_that_is_not_there_is_no_clean_folder() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(rules(&dir.path().join("no"))[0].1, "unreadable");
    }

    #[test]
    fn deep_folders_and_many_files_end() {
        let dir = tempfile::tempdir().unwrap();
        put(dir.path(), &format!("{}f", "d/".repeat(DEEPEST_FOLDER + 2)), "");
        for i in 0..=MOST_ENTRIES {
            put(dir.path(), &format!("x{i}"), "");
        }
        let found = rules(dir.path());
        assert!(
            found.len() == 2 && found.iter().all(|(_, rule, _)| rule == "too-complex"),
            "{found:?}"
        );
    }
}
