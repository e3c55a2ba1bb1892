use super::*;
use std::path::PathBuf;

fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/sqlite").join(name)
}

#[track_caller]
fn is(name: &str, key: &str, expected: Option<&str>) {
    assert_eq!(value(&kept(name), "state", key).unwrap().as_deref(), expected, "{name} {key}");
}

#[test]
fn a_value_is_found_on_one_page_of_many() {
    for at in [0, 7, 29] {
        is("plain.sqlite", &format!("key.{at}"), Some(&format!("value {at}")));
    }
    is("plain.sqlite", "key.30", None);
}

#[test]
fn a_long_value_is_put_together_from_its_pages() {
    is("plain.sqlite", "long", Some(&format!("{}end", "x".repeat(3000))));
}

#[test]
fn what_was_written_last_is_in_the_log() {
    is("logged.sqlite", "changed", Some("new"));
    is("logged.sqlite", "key.7", None);
    is("logged.sqlite", "key.8", Some("value 8"));
}

#[test]
fn without_a_file_a_table_or_a_row_there_is_no_value() {
    is("absent.sqlite", "key.1", None);
    assert_eq!(value(&kept("plain.sqlite"), "absent", "key.1"), Ok(None));
    let dir = tempfile::tempdir().unwrap();
    let empty = dir.path().join("empty");
    std::fs::File::create(&empty).unwrap();
    assert_eq!(value(&empty, "state", "key.1"), Ok(None));
    assert_eq!(value(dir.path(), "state", "key.1"), Err(Unreadable), "a folder");
}

#[test]
fn what_is_surely_not_a_database_is_known() {
    let dir = tempfile::tempdir().unwrap();
    assert!(is_something_else(dir.path()), "a folder");
    assert!(!is_something_else(&dir.path().join("absent")));
    assert!(!is_something_else(&kept("plain.sqlite")));
    let file = dir.path().join("state");
    let write = |path: &Path, bytes: &[u8]| {
        use std::io::Write;
        std::fs::File::create(path).unwrap().write_all(bytes).unwrap();
    };
    for (bytes, other) in [
        (b"".as_slice(), false),
        (b"g", false),
        (b"garbage", true),
        (b"SQLite format 3", true),
        (b"SQLite format 3\0", false),
    ] {
        write(&file, bytes);
        assert_eq!(is_something_else(&file), other, "{bytes:?}");
    }
    write(&file, b"garbage");
    write(&dir.path().join("state-wal"), b"x");
    assert!(!is_something_else(&file), "its beginning may be in the log");
}

/// What is torn or of another kind is told as that, and ends nothing.
#[test]
fn a_torn_file_cannot_be_read() {
    let dir = tempfile::tempdir().unwrap();
    let torn = dir.path().join("torn");
    let whole = std::fs::read(kept("plain.sqlite")).unwrap();
    let write = |bytes: &[u8]| {
        use std::io::Write;
        std::fs::File::create(&torn).unwrap().write_all(bytes).unwrap();
        value(&torn, "state", "long")
    };
    assert!(write(&whole).is_ok());
    for end in [2, 99, 100, 600, whole.len() / 2] {
        assert_eq!(write(&whole[..end]), Err(Unreadable), "{end}");
    }
    for at in 0..whole.len() {
        let mut other = whole.clone();
        other[at] = !other[at];
        // Any answer, and an end.
        let _ = write(&other);
    }
}
