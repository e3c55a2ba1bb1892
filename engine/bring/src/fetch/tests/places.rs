//! Where a tool may go, on a real disk.

use std::fs;

use crate::fetch::FetchError;
use crate::fetch::place::{Mark, Place};

fn mark() -> Mark {
    Mark { source: "https://e.example/x".to_owned(), installed_at: String::new() }
}

/// Puts a folder with one file at `wanted`.
fn put(tools: &std::path::Path, wanted: &str, holds: &str) -> Result<(), FetchError> {
    let place = Place::check(tools, wanted.as_ref())?;
    let staging = place.staging()?;
    let new = staging.path().join("new");
    fs::create_dir(&new).unwrap();
    fs::File::create(new.join(holds)).unwrap();
    place.put(&new, &mark())
}

#[test]
fn a_path_below_tools_may_be_named_in_full() {
    let tmp = tempfile::tempdir().unwrap();
    let tools = fs::canonicalize(tmp.path()).unwrap().join("tools");
    for wanted in ["a/b", tools.join("c").to_str().unwrap()] {
        put(&tools, wanted, "x").unwrap();
    }
    assert!(tools.join("a/b/x").is_file() && tools.join("c/x").is_file());
}

#[test]
#[cfg(unix)]
fn links_do_not_lead_out() {
    use std::os::unix::fs::symlink;
    let tmp = tempfile::tempdir().unwrap();
    let (tools, outside) = (tmp.path().join("tools"), tmp.path().join("outside"));
    fs::create_dir(&tools).unwrap();
    fs::create_dir(&outside).unwrap();
    symlink(&outside, tools.join("out")).unwrap();
    symlink("nowhere", tools.join("gone")).unwrap();
    assert!(matches!(put(&tools, "out/x", "f"), Err(FetchError::LeadsOut { .. })));
    assert!(matches!(put(&tools, "out", "f"), Err(FetchError::InTheWay { .. })));
    assert!(matches!(put(&tools, "gone", "f"), Err(FetchError::InTheWay { .. })));
    assert!(matches!(put(&tools, "gone/x", "f"), Err(FetchError::InTheWay { .. })));
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
    // The folder of tools itself may be elsewhere: the person wanted that.
    let linked = tmp.path().join("linked");
    symlink(&tools, &linked).unwrap();
    put(&linked, "x", "f").unwrap();
    assert!(tools.join("x/f").is_file());
}

#[test]
fn one_tool_does_not_go_into_another() {
    let tmp = tempfile::tempdir().unwrap();
    let tools = tmp.path().join("tools");
    put(&tools, "a", "x").unwrap();
    assert!(matches!(put(&tools, "a/b", "y"), Err(FetchError::InTheWay { .. })));
    put(&tools, "c/d", "x").unwrap();
    assert!(matches!(put(&tools, "c", "y"), Err(FetchError::InTheWay { .. })));
    fs::File::create(tools.join("file")).unwrap();
    assert!(matches!(put(&tools, "file", "y"), Err(FetchError::InTheWay { .. })));
    assert!(matches!(put(&tools, "file/x", "y"), Err(FetchError::InTheWay { .. })));
    fs::create_dir(tools.join("empty")).unwrap();
    assert!(matches!(put(&tools, "empty", "y"), Err(FetchError::InTheWay { .. })));
}

#[test]
fn what_comes_there_meanwhile_stays() {
    let tmp = tempfile::tempdir().unwrap();
    let tools = tmp.path().join("tools");
    for ours_before in [false, true] {
        if ours_before {
            fs::remove_dir_all(&tools).unwrap();
            put(&tools, "a", "old").unwrap();
        }
        let place = Place::check(&tools, "a".as_ref()).unwrap();
        let staging = place.staging().unwrap();
        let new = staging.path().join("new");
        fs::create_dir(&new).unwrap();
        let _ = fs::remove_dir_all(tools.join("a"));
        fs::create_dir_all(tools.join("a")).unwrap();
        fs::File::create(tools.join("a/mine")).unwrap();
        assert!(matches!(place.put(&new, &mark()), Err(FetchError::InTheWay { .. })));
        drop(staging);
        assert!(tools.join("a/mine").is_file());
        assert_eq!(fs::read_dir(&tools).unwrap().count(), 1);
    }
}
