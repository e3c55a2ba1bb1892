//! Targets that come, go and are replaced.

use super::*;

fn missing(at: &Path) -> Vec<Target> {
    vec![Target::Hooks(at.join("home/.milady/hooks"))]
}

#[test]
fn a_folder_that_appears_level_by_level_is_picked_up() {
    let scene = scene(missing);
    fs::create_dir(scene.at.join("home")).unwrap();
    fs::create_dir(scene.at.join("home/.milady")).unwrap();
    make_hook(&scene.at.join("home/.milady/hooks"), "a");
    scene.expect_everything();
    scene.save("home/.milady/hooks/a/HOOK.md", "2");
    scene.expect("home/.milady/hooks/a/HOOK.md");
}

#[test]
fn a_whole_tree_that_is_moved_into_place_is_picked_up() {
    let scene = scene(|at| {
        make_hook(&at.join("ready/.milady/hooks"), "a");
        missing(at)
    });
    fs::rename(scene.at.join("ready"), scene.at.join("home")).unwrap();
    scene.expect_everything();
    scene.write("home/.milady/hooks/a/HOOK.md", "2");
    scene.expect("home/.milady/hooks/a/HOOK.md");
}

#[test]
fn a_folder_deleted_with_its_parents_and_made_again_is_picked_up() {
    let scene = scene(|at| {
        make_hook(&at.join("home/.milady/hooks"), "a");
        missing(at)
    });
    for _ in 0..3 {
        fs::remove_dir_all(scene.at.join("home")).unwrap();
        scene.expect_everything();
        make_hook(&scene.at.join("home/.milady/hooks"), "a");
        scene.expect_everything();
        scene.save("home/.milady/hooks/a/HOOK.md", "2");
        scene.expect("home/.milady/hooks/a/HOOK.md");
    }
}

/// Elsewhere only the folder that holds the target tells of its own renaming.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_swapped_for_another_in_one_go_is_picked_up() {
    let scene = scene(|at| {
        make_hook(&at.join("home/.milady/hooks"), "a");
        make_hook(&at.join("other/.milady/hooks"), "b");
        missing(at)
    });
    fs::rename(scene.at.join("home"), scene.at.join("old")).unwrap();
    fs::rename(scene.at.join("other"), scene.at.join("home")).unwrap();
    scene.expect_everything();
    scene.write("old/.milady/hooks/a/HOOK.md", "2");
    scene.write("home/.milady/hooks/b/HOOK.md", "2");
    scene.expect_only("home/.milady/hooks/b/HOOK.md");
}

#[test]
fn other_files_beside_the_targets_are_nobodys_business() {
    let scene = scene(|at| {
        let targets = one_hook(at);
        fs::create_dir(at.join("models")).unwrap();
        targets
    });
    scene.write("models/huge.bin", "");
    scene.write("note.txt", "");
    scene.write("hooks/a/HOOK.md", "2");
    scene.expect_only("hooks/a/HOOK.md");
}

#[test]
fn other_targets_take_the_place_of_the_first_ones() {
    let scene = scene(one_hook);
    make_hook(&scene.at.join("more"), "b");
    scene.watch.set_targets(vec![Target::Hooks(scene.at.join("more"))]);
    scene.expect_everything();
    scene.write("hooks/a/HOOK.md", "2");
    scene.write("more/b/HOOK.md", "2");
    scene.expect_only("more/b/HOOK.md");
}
