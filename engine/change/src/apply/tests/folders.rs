//! A folder appears only where there is none, and comes back only from where it is kept.

use super::*;

fn with(steps: Vec<Step>) -> (Home, Plan) {
    let (home, mut plan) = Home::new();
    plan.steps = steps;
    (home, plan)
}

fn placed(dir: PathBuf) -> Step {
    let bytes = b"new".to_vec();
    Step::Place { dir, files: vec![NewFile { path: "HOOK.md".into(), bytes, executable: false }] }
}

#[test]
fn a_folder_is_not_placed_over_one_that_is_there() {
    let (home, mut plan) = with(Vec::new());
    plan.steps = vec![placed(home.path("a/hooks/old"))];
    let error = apply(&home.machine, &plan).unwrap_err();
    assert!(
        matches!(&error, ApplyError::InTheWay(dir) if *dir == home.path("a/hooks/old")),
        "{error}"
    );
    assert_eq!(fs::read_to_string(home.path("a/hooks/old/HOOK.md")).unwrap(), "old");
    assert!(journal::all(&home.machine).is_empty(), "nothing is left of it");
    plan.steps = vec![placed(home.path("a/hooks/new"))];
    assert!(apply(&home.machine, &plan).unwrap().changed);
}

#[test]
fn a_folder_comes_back_where_nothing_is_and_from_where_it_is_kept() {
    let (home, mut plan) = with(Vec::new());
    let (dir, from) = (home.path("a/hooks/back"), home.path("kept/back"));
    let back = Step::Return { dir: dir.clone(), from: from.clone() };
    plan.steps = vec![back];
    let lost = apply(&home.machine, &plan).unwrap_err();
    assert!(matches!(&lost, ApplyError::Lost(path) if *path == from), "{lost}");
    assert!(!dir.exists());

    put(&from.join("HOOK.md"), "kept");
    put(&dir.join("HOOK.md"), "another");
    let in_the_way = apply(&home.machine, &plan).unwrap_err();
    assert!(matches!(&in_the_way, ApplyError::InTheWay(path) if *path == dir), "{in_the_way}");
    assert_eq!(fs::read_to_string(dir.join("HOOK.md")).unwrap(), "another");

    fs::remove_dir_all(&dir).unwrap();
    assert!(apply(&home.machine, &plan).unwrap().changed);
    assert_eq!(fs::read_to_string(dir.join("HOOK.md")).unwrap(), "kept");
    assert!(!from.exists(), "it was moved");
}

/// Its paths are whole ones: they lead to the home that it was made in.
#[test]
fn a_copy_of_a_home_takes_nothing_back_in_the_other() {
    let (home, plan) = Home::new();
    apply(&home.machine, &plan).unwrap();
    let made = home.agent();
    let copy = tempfile::tempdir().unwrap();
    let data = home.machine.data_dir();
    let below = data.strip_prefix(home.machine.home()).unwrap();
    let files = copied(data, &copy.path().join(below));
    assert!(files > 0);
    let machine = Machine::new(Platform::Linux, copy.path(), Default::default());
    let error = undo(&machine, None).unwrap_err().to_string();
    assert!(error.contains("is a copy"), "{error}");
    assert_eq!(home.agent(), made);
    undo(&home.machine, None).unwrap();
    assert_ne!(home.agent(), made);
}

/// Copies all that is in a folder; how many files that were.
fn copied(from: &Path, to: &Path) -> usize {
    fs::create_dir_all(to).unwrap();
    let all = fs::read_dir(from).unwrap().map(Result::unwrap);
    all.map(|entry| match entry.path() {
        path if path.is_dir() => copied(&path, &to.join(entry.file_name())),
        path => {
            fs::copy(path, to.join(entry.file_name())).unwrap();
            1
        }
    })
    .sum()
}
