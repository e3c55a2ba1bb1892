use std::process::Command;

use super::*;

const STEPS: [Step; 8] = [
    Step::CreateFolder,
    Step::CreateTemp,
    Step::Write,
    Step::KeepMode,
    Step::SyncFile,
    Step::Compare,
    Step::Rename,
    Step::SyncFolder,
];

#[expect(clippy::disallowed_methods, reason = "plays the other program, which takes no care")]
fn put(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_failure_at_any_step_leaves_the_old_file_or_the_new_one_and_nothing_else() {
    for kind in [io::ErrorKind::StorageFull, io::ErrorKind::PermissionDenied, io::ErrorKind::Other]
    {
        for step in STEPS {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("c.json");
            put(&path, "old");
            let result = save_with(&path, b"new", &Stamp::of(b"old"), 0o600, &|at| {
                if at == step { Err(kind.into()) } else { Ok(()) }
            });
            let now = fs::read_to_string(&path).unwrap();
            assert_eq!(now, if result.is_ok() { "new" } else { "old" }, "{step:?}");
            assert_eq!(result.is_ok(), step == Step::SyncFolder, "{step:?}");
            assert_eq!(names(folder.path()), ["c.json"], "{step:?}");
        }
    }
}

const FOLDER: &str = "TACKLEBOX_TEST_FOLDER";
const STEP: &str = "TACKLEBOX_TEST_STEP";

/// The process that dies: the test below starts it once for each step. For itself it has nothing to do.
#[test]
#[expect(clippy::disallowed_methods, reason = "how a test tells its own child what to do")]
fn dies() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let last: usize = std::env::var(STEP).unwrap().parse().unwrap();
    let _ = save_with(&folder.join("c.json"), b"new", &Stamp::of(b"old"), 0o600, &|at| {
        if at == STEPS[last] { std::process::abort() } else { Ok(()) }
    });
}

#[test]
fn a_process_killed_at_any_step_leaves_a_whole_file_and_the_next_save_tidies_up() {
    for (at, step) in STEPS.into_iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.json");
        put(&path, "old");
        let status = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "files::save::tests::dies", "--nocapture"])
            .env(FOLDER, folder.path())
            .env(STEP, at.to_string())
            .output()
            .unwrap()
            .status;
        assert!(!status.success(), "{step:?}");
        let now = fs::read_to_string(&path).unwrap();
        assert_eq!(now, if step == Step::SyncFolder { "new" } else { "old" }, "{step:?}");

        let an_hour_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3_600);
        for name in names(folder.path()) {
            let file = File::options().write(true).open(folder.path().join(name)).unwrap();
            file.set_modified(an_hour_ago).unwrap();
        }
        save(&path, b"next", &Stamp::of(now.as_bytes()), 0o600).unwrap();
        assert_eq!(names(folder.path()), ["c.json"], "{step:?}");
    }
}

#[test]
fn another_program_that_wrote_in_between_wins_and_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.json");
    put(&path, "old");
    let (_, stamp) = super::super::read(&path, 100).unwrap();
    let other = |at| {
        if at == Step::Compare {
            put(&path, "theirs");
        }
        Ok(())
    };
    let error = save_with(&path, b"mine", &stamp, 0o600, &other).unwrap_err();
    assert!(matches!(&error, FileError::Changed { .. }), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    assert_eq!(names(folder.path()), ["c.json"]);

    assert!(matches!(save(&path, b"x", &Stamp::Absent, 0o600), Err(FileError::Changed { .. })));
    fs::remove_file(&path).unwrap();
    assert!(matches!(save(&path, b"x", &stamp, 0o600), Err(FileError::Changed { .. })));
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn reads_up_to_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.json");
    assert!(matches!(super::super::read(&path, 3), Ok((None, Stamp::Absent))));
    put(&path, "abc");
    assert_eq!(super::super::read(&path, 3).unwrap().0.as_deref(), Some(&b"abc"[..]));
    assert!(matches!(super::super::read(&path, 2), Err(FileError::TooLarge { limit: 2, .. })));
    assert!(matches!(super::super::read(folder.path(), 2), Err(FileError::IsFolder { .. })));
    assert!(matches!(
        save(folder.path(), b"x", &Stamp::Absent, 0o600),
        Err(FileError::IsFolder { .. })
    ));
}

#[test]
fn what_another_save_is_writing_now_is_not_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.json");
    put(&path, "old");
    let at_work = format!("{}other.tmp", temp_prefix(&path));
    for (seconds, stays) in [(0, true), (30, true), (120, false)] {
        put(&folder.path().join(&at_work), "half");
        let file = File::options().write(true).open(folder.path().join(&at_work)).unwrap();
        let then = std::time::SystemTime::now() - std::time::Duration::from_secs(seconds);
        file.set_modified(then).unwrap();
        let (_, stamp) = super::super::read(&path, 100).unwrap();
        save(&path, b"new", &stamp, 0o600).unwrap();
        assert_eq!(folder.path().join(&at_work).exists(), stays, "{seconds} s old");
    }
    put(&folder.path().join(&at_work), "half");
    tidy(&path);
    assert!(!folder.path().join(&at_work).exists(), "nobody else is at work, says the caller");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o7777
    }

    #[test]
    fn mode_stays_and_new_files_and_folders_are_private() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.json");
        put(&path, "old");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        save(&path, b"new", &Stamp::of(b"old"), 0o600).unwrap();
        assert_eq!(mode(&path), 0o640);

        let new = folder.path().join("home/deep/c.json");
        save(&new, b"new", &Stamp::Absent, 0o600).unwrap();
        assert_eq!(mode(&new), 0o600);
        assert_eq!(mode(&folder.path().join("home")), 0o700);
        assert_eq!(mode(&folder.path().join("home/deep")), 0o700);
    }

    #[test]
    fn a_file_that_is_marked_as_read_only_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.json");
        put(&path, "old");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        let error = save(&path, b"new", &Stamp::of(b"old"), 0o600).unwrap_err();
        assert!(matches!(error, FileError::Protected { .. }), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().join("dots/real.json");
        fs::create_dir(folder.path().join("dots")).unwrap();
        put(&real, "old");
        let link = folder.path().join("c.json");
        symlink("dots/real.json", &link).unwrap();
        save(&link, b"new", &Stamp::of(b"old"), 0o600).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&real).unwrap(), "new");

        fs::remove_file(&real).unwrap();
        assert!(matches!(
            save(&link, b"x", &Stamp::Absent, 0o600),
            Err(FileError::Dangling { .. })
        ));
        assert!(matches!(super::super::super::read(&link, 9), Err(FileError::Dangling { .. })));
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn a_folder_that_may_not_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.json");
        put(&path, "old");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o500)).unwrap();
        let result = save(&path, b"new", &Stamp::of(b"old"), 0o600);
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
        // Root may write anywhere.
        match result {
            Ok(()) => assert_eq!(fs::metadata(&path).unwrap().uid(), 0),
            Err(error) => {
                assert!(matches!(error, FileError::ReadOnly { .. }), "{error}");
                assert_eq!(fs::read_to_string(&path).unwrap(), "old");
            }
        }
    }

    #[test]
    fn a_pipe_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        if Command::new("mkfifo").arg(&path).status().is_ok_and(|status| status.success()) {
            assert!(matches!(super::super::super::read(&path, 9), Err(FileError::NotAFile { .. })));
        }
    }
}

/// Placing many new files looks at no other: what a save would sweep stays, and one step is made for each.
#[test]
fn a_file_in_a_fresh_folder_costs_the_same_however_many_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let left = folder.path().join(".a0.tacklebox-left.tmp");
    put(&left, "");
    let old = std::time::SystemTime::now() - STALE * 2;
    File::options().write(true).open(&left).unwrap().set_modified(old).unwrap();
    let place = |names: std::ops::Range<u32>| {
        let ((), steps) = faults::during(
            |_| Ok(()),
            || {
                for name in names {
                    create(&folder.path().join(format!("a{name}")), b"", 0o600).unwrap();
                }
            },
        );
        steps
    };
    let few = place(0..10);
    assert_eq!(place(10..110), few * 10);
    assert!(left.exists(), "nobody looked through the folder");
}
