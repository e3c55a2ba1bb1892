//! Every file of a hook's folder.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use super::rules::{LARGE_FILE, NUL_BYTE, PACKAGES, Rule, SYMLINK, TOO_COMPLEX, UNREADABLE};
use super::{MOST_BYTES, command, finding, js};
use crate::Finding;

const MOST_ENTRIES: usize = 10_000;
const DEEPEST_FOLDER: usize = 32;
/// So much JavaScript is read in one folder, all files together: a person waits for it.
const MOST_CODE_BYTES: usize = 4 * 1024 * 1024;

/// What the files of a hook would do: shell scripts are read as commands, all others are looked at
/// for NUL bytes. Links are reported and never followed; the folder itself may be one.
/// `known` is a file right in it that was read already, with its bytes.
#[must_use]
pub fn folder(dir: &Path, known: Option<(&str, &[u8])>) -> Vec<Finding> {
    let mut walk = Walk { found: Vec::new(), entries: 0, known, code: None, code_bytes: 0 };
    walk.folder(dir, "", 0);
    walk.found
}

/// The same, with its JavaScript and TypeScript read too, which takes longer and is advice in every
/// case. `module` is the file that runs, whatever its name; `declared` the variables that the hook
/// says it needs. What is in `node_modules` is the code of others and is not read as code.
#[must_use]
pub fn advice(dir: &Path, module: Option<&str>, declared: &[String]) -> Vec<Finding> {
    let code = Some(Code { module, declared });
    let mut walk = Walk { found: Vec::new(), entries: 0, known: None, code, code_bytes: 0 };
    walk.folder(dir, "", 0);
    walk.found
}

/// What one JavaScript or TypeScript file would do, that is in no folder of its own.
#[must_use]
pub fn module_file(path: &Path, declared: &[String]) -> Vec<Finding> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let code = Some(Code { module: Some(&name), declared });
    let mut walk = Walk { found: Vec::new(), entries: 0, known: None, code, code_bytes: 0 };
    walk.unread(path, &name);
    walk.found
}

struct Walk<'a> {
    found: Vec<Finding>,
    entries: usize,
    known: Option<(&'a str, &'a [u8])>,
    code: Option<Code<'a>>,
    code_bytes: usize,
}

/// What is known where JavaScript is read.
#[derive(Clone, Copy)]
struct Code<'a> {
    module: Option<&'a str>,
    declared: &'a [String],
}

/// The folder into which package managers put the code of others.
const PACKAGES_FOLDER: &str = "node_modules";

impl Walk<'_> {
    fn report(&mut self, rule: &Rule, file: &str) {
        self.found.push(finding(rule, file, 1, ""));
    }

    fn folder(&mut self, dir: &Path, inside: &str, depth: usize) {
        let here = if inside.is_empty() { "." } else { inside };
        if depth > DEEPEST_FOLDER {
            return self.report(&TOO_COMPLEX, here);
        }
        let Ok(entries) = fs::read_dir(dir) else { return self.report(&UNREADABLE, here) };
        // One more than are looked at, so that the last folder tells that there were more.
        let room = MOST_ENTRIES + 1 - self.entries.min(MOST_ENTRIES + 1);
        let mut entries: Vec<_> = entries.take(room).flatten().collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            self.entries += 1;
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
                    if self.code.is_some() && entry.file_name() == PACKAGES_FOLDER {
                        self.report(&PACKAGES, &name);
                    }
                    self.folder(&entry.path(), &name, depth + 1);
                }
                Ok(kind) if kind.is_file() => self.file(&entry.path(), &name),
                // A pipe or a device would block the reader.
                _ => self.report(&UNREADABLE, &name),
            }
        }
    }

    fn file(&mut self, path: &Path, name: &str) {
        match self.known {
            Some((known, bytes)) if known == name => self.bytes(path, name, bytes),
            _ => self.unread(path, name),
        }
    }

    fn unread(&mut self, path: &Path, name: &str) {
        let mut bytes = Vec::new();
        let limit = MOST_BYTES as u64 + 1;
        let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
        if read.is_err() {
            return self.report(&UNREADABLE, name);
        }
        self.bytes(path, name, &bytes);
    }

    fn bytes(&mut self, path: &Path, name: &str, bytes: &[u8]) {
        if is_media(path, bytes) {
            return;
        }
        if bytes.len() > MOST_BYTES {
            return self.report(&LARGE_FILE, name);
        }
        if is_shell(path, bytes) {
            self.found.extend(command(&String::from_utf8_lossy(bytes), name, 1));
            return;
        }
        if bytes.contains(&0) {
            self.report(&NUL_BYTE, name);
        }
        if let Some(code) = self.code
            && (code.module == Some(name) || is_script(path, bytes))
            && !name.split('/').any(|part| part == PACKAGES_FOLDER)
        {
            self.code_bytes += bytes.len();
            if self.code_bytes > MOST_CODE_BYTES {
                return self.report(&TOO_COMPLEX, name);
            }
            self.found.extend(js::script(&String::from_utf8_lossy(bytes), name, code.declared));
        }
    }
}

fn extension(path: &Path) -> String {
    path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// By its name, by its first line, or because it could be started and says nothing else.
fn is_shell(path: &Path, bytes: &[u8]) -> bool {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if let Some(line) = first.strip_prefix(b"#!") {
        let line = String::from_utf8_lossy(line);
        let shell = |word: &str| {
            matches!(
                word.rsplit('/').next().unwrap_or_default(),
                "sh" | "bash" | "dash" | "zsh" | "ksh" | "ash" | "mksh"
            )
        };
        if line.split_whitespace().any(shell) {
            return true;
        }
        return matches!(extension(path).as_str(), "sh" | "bash" | "zsh" | "ksh");
    }
    match extension(path).as_str() {
        "sh" | "bash" | "zsh" | "ksh" | "command" => true,
        "" => is_executable(path),
        _ => false,
    }
}

/// JavaScript or TypeScript, by its name or its first line.
fn is_script(path: &Path, bytes: &[u8]) -> bool {
    let runtime = |word: &str| {
        matches!(
            word.rsplit('/').next().unwrap_or_default(),
            "node" | "bun" | "deno" | "tsx" | "ts-node"
        )
    };
    match extension(path).as_str() {
        "js" | "mjs" | "cjs" | "jsx" | "ts" | "mts" | "cts" | "tsx" => true,
        "" => bytes
            .split(|byte| *byte == b'\n')
            .next()
            .unwrap_or_default()
            .strip_prefix(b"#!")
            .is_some_and(|line| String::from_utf8_lossy(line).split_whitespace().any(runtime)),
        _ => false,
    }
}

/// A program without a first line `#!…` is run by the shell, if it is not a binary.
#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    false
}

/// Pictures, sounds and fonts are full of NUL bytes and run nowhere. Both the name and the first
/// bytes must say so.
fn is_media(path: &Path, bytes: &[u8]) -> bool {
    let magic: &[&[u8]] = match extension(path).as_str() {
        "png" => &[b"\x89PNG\r\n\x1a\n"],
        "jpg" | "jpeg" => &[b"\xff\xd8\xff"],
        "gif" => &[b"GIF8"],
        "webp" | "wav" => &[b"RIFF"],
        "ico" => &[b"\0\0\x01\0"],
        "icns" => &[b"icns"],
        "mp3" => &[b"ID3", b"\xff\xfb", b"\xff\xf3"],
        "ogg" => &[b"OggS"],
        "woff2" => &[b"wOF2"],
        "pdf" => &[b"%PDF-"],
        _ => &[],
    };
    magic.iter().any(|magic| bytes.starts_with(magic))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(dir: &Path) -> Vec<(String, String, u32)> {
        folder(dir, None).into_iter().map(|f| (f.file, f.rule, f.line)).collect()
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
