//! Which folders are watched, also where links are among them.

use std::os::unix::fs::symlink;

use super::*;

/// How many folders are watched for a folder of hooks in which `there` leads to a place with `folders`
/// folders in it, and with a manifest or not.
fn watched(folders: usize, manifest: bool, to: impl Fn(&Path) -> PathBuf) -> usize {
    let temp = tempfile::tempdir().unwrap();
    let at = temp.path().canonicalize().unwrap();
    fs::create_dir_all(at.join("home/hooks/own")).unwrap();
    for number in 0..folders {
        fs::create_dir_all(at.join(format!("big/{number}"))).unwrap();
    }
    if manifest {
        fs::File::create(at.join("big/HOOK.md")).unwrap();
        fs::File::create(at.join("HOOK.md")).unwrap();
    }
    symlink(to(&at), at.join("home/hooks/there")).unwrap();
    let watcher = notify::recommended_watcher(|_| ()).unwrap();
    let places = Places::new(watcher, &[Target::Hooks(at.join("home/hooks"))]).unwrap();
    places.armed.keys().filter(|path| path.starts_with(&at)).count()
}

#[test]
fn a_link_never_makes_the_watch_take_in_what_is_no_hook() {
    let none = watched(0, false, |at| at.join("nowhere"));
    let big = |at: &Path| at.join("big");
    assert!(watched(2000, false, big) <= none + 2, "no manifest");
    assert!(watched(2000, true, |at| at.to_owned()) <= none + 2, "the hooks are in it");
    let hook = watched(2000, true, big);
    assert!((1000..1010).contains(&hook), "a hook, but a large one: {hook}");
    assert_eq!(watched(20, true, big), none + 21, "a usual one is watched whole");
}

#[test]
fn a_linked_folder_that_becomes_a_hook_is_watched_whole() {
    let temp = tempfile::tempdir().unwrap();
    let at = temp.path().canonicalize().unwrap();
    fs::create_dir_all(at.join("home/hooks")).unwrap();
    fs::create_dir_all(at.join("big/lib/deep")).unwrap();
    symlink(at.join("big"), at.join("home/hooks/there")).unwrap();
    let watcher = notify::recommended_watcher(|_| ()).unwrap();
    let mut places = Places::new(watcher, &[Target::Hooks(at.join("home/hooks"))]).unwrap();
    let event = |path: &str| {
        notify::Event::new(EventKind::Create(notify::event::CreateKind::File))
            .add_path(at.join(path))
    };
    assert!(places.take_in(&event("big/other")).unwrap().paths.is_empty());
    assert!(!places.armed.contains_key(&at.join("big/lib")));
    fs::File::create(at.join("big/HOOK.md")).unwrap();
    let found = places.take_in(&event("big/HOOK.md")).unwrap();
    assert!(found.paths.contains(&at.join("home/hooks/there/HOOK.md")), "{found:?}");
    assert!(places.armed.contains_key(&at.join("big/lib/deep")));
}
