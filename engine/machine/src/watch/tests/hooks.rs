//! Changes of and in the hooks of one folder.

use super::*;

#[test]
fn a_written_file_is_told_by_its_path() {
    let scene = scene(one_hook);
    scene.write("hooks/a/HOOK.md", "2");
    scene.expect_only("hooks/a/HOOK.md");
}

#[test]
fn a_save_by_rename_is_told() {
    let scene = scene(one_hook);
    scene.save("hooks/a/HOOK.md", "2");
    scene.expect("hooks/a/HOOK.md");
    scene.save("hooks/a/HOOK.md", "3");
    scene.expect("hooks/a/HOOK.md");
}

#[test]
fn reading_is_no_change() {
    let scene = scene(one_hook);
    fs::read_dir(scene.at.join("hooks/a")).unwrap().count();
    fs::read(scene.at.join("hooks/a/HOOK.md")).unwrap();
    scene.write("hooks/a/handler.ts", "");
    scene.expect_only("hooks/a/handler.ts");
}

#[test]
fn installed_packages_and_git_are_no_change() {
    let scene = scene(|at| {
        let targets = one_hook(at);
        fs::create_dir_all(at.join("hooks/a/node_modules/x")).unwrap();
        fs::create_dir_all(at.join("hooks/a/.git")).unwrap();
        targets
    });
    scene.write("hooks/a/node_modules/x/index.js", "");
    scene.write("hooks/a/.git/index", "");
    scene.write("hooks/a/handler.ts", "");
    scene.expect_only("hooks/a/handler.ts");
}

#[test]
fn a_new_hook_and_what_is_made_in_it_later_is_told() {
    let scene = scene(one_hook);
    make_hook(&scene.at.join("hooks"), "b");
    scene.expect("hooks/b/HOOK.md");
    fs::create_dir_all(scene.at.join("hooks/b/src/deep")).unwrap();
    scene.expect("hooks/b/src");
    scene.write("hooks/b/src/deep/handler.ts", "");
    scene.expect("hooks/b/src/deep/handler.ts");
}

#[test]
fn a_hook_deleted_and_made_again_is_still_watched() {
    let scene = scene(one_hook);
    for _ in 0..3 {
        fs::remove_dir_all(scene.at.join("hooks/a")).unwrap();
        scene.expect("hooks/a");
        make_hook(&scene.at.join("hooks"), "a");
        scene.expect("hooks/a");
        scene.save("hooks/a/HOOK.md", "2");
        scene.expect("hooks/a/HOOK.md");
    }
}

#[test]
fn a_renamed_hook_is_told_by_both_names() {
    let scene = scene(one_hook);
    fs::rename(scene.at.join("hooks/a"), scene.at.join("hooks/b")).unwrap();
    let Changes::Paths(paths) = scene.next() else {
        panic!("one hook is not everything");
    };
    assert_eq!(paths, [scene.at.join("hooks/a"), scene.at.join("hooks/b")]);
    scene.write("hooks/b/HOOK.md", "2");
    scene.expect_only("hooks/b/HOOK.md");
}

#[test]
fn writing_without_a_pause_holds_nothing_back() {
    let scene = scene(one_hook);
    let deadline = Instant::now() + PATIENCE;
    let path = scene.at.join("hooks/a/log");
    let mut turns = 0;
    while scene.changes.try_recv().is_err() {
        assert!(Instant::now() < deadline, "held back for {turns} writes");
        fs::write(&path, turns.to_string()).unwrap();
        turns += 1;
    }
}
