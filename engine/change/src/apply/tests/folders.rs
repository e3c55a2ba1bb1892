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
