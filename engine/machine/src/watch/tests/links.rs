//! Symlinks: of the folder, of a hook, of a file, of a config.

use std::os::unix::fs::symlink;

use super::*;

fn link(from: PathBuf, to: PathBuf) {
    symlink(to, from).unwrap();
}

#[test]
fn a_linked_folder_of_hooks_is_told_in_the_callers_spelling() {
    let scene = scene(|at| {
        make_hook(&at.join("one"), "a");
        make_hook(&at.join("two"), "a");
        link(at.join("hooks"), at.join("one"));
        vec![Target::Hooks(at.join("hooks"))]
    });
    scene.write("one/a/HOOK.md", "2");
    scene.expect_only("hooks/a/HOOK.md");

    link(scene.at.join("next"), scene.at.join("two"));
    fs::rename(scene.at.join("next"), scene.at.join("hooks")).unwrap();
    scene.expect_everything();
    scene.write("one/a/HOOK.md", "3");
    scene.write("two/a/HOOK.md", "3");
    scene.expect_only("hooks/a/HOOK.md");
}

#[test]
fn a_linked_hook_is_told_by_its_name_among_the_hooks() {
    let scene = scene(|at| {
        make_hook(&at.join("elsewhere"), "mine");
        let targets = one_hook(at);
        link(at.join("hooks/b"), at.join("elsewhere/mine"));
        targets
    });
    scene.save("elsewhere/mine/HOOK.md", "2");
    scene.expect("hooks/b/HOOK.md");

    // What it leads to goes and comes back, as with another branch checked out.
    fs::remove_dir_all(scene.at.join("elsewhere")).unwrap();
    scene.expect("hooks/b");
    make_hook(&scene.at.join("elsewhere"), "mine");
    scene.expect("hooks/b");
    scene.save("elsewhere/mine/HOOK.md", "3");
    scene.expect("hooks/b/HOOK.md");
}

#[test]
fn a_hook_that_is_linked_later_is_watched_until_it_is_unlinked() {
    let scene = scene(|at| {
        make_hook(&at.join("elsewhere"), "mine");
        one_hook(at)
    });
    link(scene.at.join("hooks/b"), scene.at.join("elsewhere/mine"));
    scene.expect("hooks/b");
    scene.write("elsewhere/mine/HOOK.md", "2");
    scene.expect("hooks/b/HOOK.md");
    fs::remove_file(scene.at.join("hooks/b")).unwrap();
    scene.expect("hooks/b");
    scene.write("elsewhere/mine/HOOK.md", "3");
    scene.write("hooks/a/HOOK.md", "3");
    scene.expect_only("hooks/a/HOOK.md");
}

#[test]
fn a_linked_file_in_a_hook_is_told() {
    let scene = scene(|at| {
        fs::create_dir(at.join("dotfiles")).unwrap();
        fs::write(at.join("dotfiles/HOOK.md"), "1").unwrap();
        fs::create_dir_all(at.join("hooks/a")).unwrap();
        link(at.join("hooks/a/HOOK.md"), at.join("dotfiles/HOOK.md"));
        vec![Target::Hooks(at.join("hooks"))]
    });
    scene.save("dotfiles/HOOK.md", "2");
    scene.expect("hooks/a/HOOK.md");
}

#[test]
fn a_hook_that_links_to_the_folder_it_is_in_does_no_harm() {
    let scene = scene(|at| {
        let targets = one_hook(at);
        link(at.join("hooks/again"), at.join("hooks"));
        targets
    });
    scene.write("hooks/a/HOOK.md", "2");
    scene.expect("hooks/a/HOOK.md");
}

#[test]
fn a_linked_config_is_told_when_the_link_or_the_file_changes() {
    let scene = scene(|at| {
        for folder in ["home", "one", "two"] {
            fs::create_dir(at.join(folder)).unwrap();
            fs::write(at.join(folder).join("milady.json"), "{}").unwrap();
        }
        fs::remove_file(at.join("home/milady.json")).unwrap();
        link(at.join("home/milady.json"), at.join("one/milady.json"));
        vec![Target::File(at.join("home/milady.json"))]
    });
    scene.write("one/milady.json", "{1}");
    scene.expect_only("home/milady.json");
    scene.save("one/milady.json", "{2}");
    scene.expect_only("home/milady.json");

    link(scene.at.join("home/next"), scene.at.join("two/milady.json"));
    fs::rename(scene.at.join("home/next"), scene.at.join("home/milady.json")).unwrap();
    scene.expect_only("home/milady.json");
    scene.write("two/milady.json", "{3}");
    scene.expect_only("home/milady.json");
}
