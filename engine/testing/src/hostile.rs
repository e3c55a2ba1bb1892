//! What is in `tests/hostile`, for every program that reads what strangers send.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A folder of it.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hostile").join(name)
}

/// Answers each file of this folder, in the order of their names, and compares with `answers.txt` in it, a line each.
/// `UPDATE=1` writes that file.
pub fn answered(name: &str, mut answer: impl FnMut(&Path) -> String) {
    let folder = folder(name);
    let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let list = folder.join("answers.txt");
    let mut files: Vec<PathBuf> = entries.filter(|file| *file != list).collect();
    files.sort();
    let mut answers = String::new();
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap();
        writeln!(answers, "{name}: {}", answer(&file)).unwrap();
    }
    if std::env::var_os("UPDATE").is_some() {
        File::create(&list).unwrap().write_all(answers.as_bytes()).unwrap();
    }
    assert_eq!(fs::read_to_string(list).unwrap(), answers);
}
