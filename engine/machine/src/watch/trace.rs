//! Where a path leads, one name at a time, and what has to be watched to notice that it leads
//! elsewhere. A folder that a path goes through may be missing, may be a symlink, may be replaced.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

/// As many as Linux follows before it calls a path a loop.
const MOST_LINKS: usize = 40;

/// A path followed from the root of the file system to what it names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Trace {
    /// Every name that was looked up, without symlinks above it. When one of these is made,
    /// removed or renamed, the path may lead elsewhere.
    pub steps: Vec<PathBuf>,
    /// The folders in which those names are and that are worth a watch, outermost first.
    pub holders: Vec<PathBuf>,
    /// What the path names, without symlinks; nothing while a part of it is missing.
    pub real: Option<PathBuf>,
}

/// Follows `path`. Never fails: what cannot be looked at counts as missing.
pub(super) fn trace(path: &Path) -> Trace {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut names: VecDeque<OsString> = path.iter().map(OsString::from).collect();
    let mut here = PathBuf::new();
    let mut trace = Trace::default();
    let mut links = 0;
    while let Some(name) = names.pop_front() {
        match Path::new(&name).components().next() {
            Some(Component::Normal(_)) => {}
            Some(Component::ParentDir) => {
                here.pop();
                continue;
            }
            Some(Component::Prefix(_) | Component::RootDir) => {
                here.push(&name);
                continue;
            }
            Some(Component::CurDir) | None => continue,
        }
        let step = here.join(&name);
        let target = link_target(&step);
        // That a folder further up is renamed, Linux tells only in the folder that holds it, so all
        // of them are watched there. Elsewhere this goes unnoticed until the next change: a watch
        // on a home would bring every event from below it.
        let last = names.is_empty();
        let worth_a_watch = last
            || !matches!(target, Ok(None))
            || (cfg!(target_os = "linux") && here.parent().is_some());
        if worth_a_watch && !trace.holders.contains(&here) {
            trace.holders.push(here.clone());
        }
        if !trace.steps.contains(&step) {
            trace.steps.push(step.clone());
        }
        match target {
            Err(_) => return trace,
            Ok(None) => here = step,
            Ok(Some(target)) => {
                links = usize::saturating_add(links, 1);
                if links > MOST_LINKS {
                    return trace;
                }
                // An absolute target begins with the root, which replaces what was walked so far.
                for part in target.iter().rev() {
                    names.push_front(part.to_os_string());
                }
            }
        }
    }
    trace.real = Some(here);
    trace
}

fn link_target(path: &Path) -> io::Result<Option<PathBuf>> {
    if fs::symlink_metadata(path)?.is_symlink() { fs::read_link(path).map(Some) } else { Ok(None) }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn folder() -> (tempfile::TempDir, PathBuf) {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().canonicalize().unwrap();
        (temp, path)
    }

    #[test]
    fn a_path_without_links_leads_to_itself() {
        let (_temp, at) = folder();
        fs::create_dir(at.join("hooks")).unwrap();
        let trace = trace(&at.join("hooks"));
        assert_eq!(trace.real, Some(at.join("hooks")));
        assert_eq!(trace.holders.last(), Some(&at));
        assert!(trace.steps.contains(&at) && trace.steps.contains(&at.join("hooks")));
    }

    #[test]
    fn a_missing_path_is_held_by_the_nearest_folder_that_exists() {
        let (_temp, at) = folder();
        let trace = trace(&at.join("a/b/hooks"));
        assert_eq!(trace.real, None);
        assert_eq!(trace.holders.last(), Some(&at));
        assert_eq!(trace.steps.last(), Some(&at.join("a")));
    }

    #[test]
    fn every_link_on_the_way_is_watched_where_it_stands() {
        let (_temp, at) = folder();
        fs::create_dir_all(at.join("dotfiles/hooks")).unwrap();
        fs::create_dir(at.join("home")).unwrap();
        symlink(at.join("dotfiles"), at.join("second")).unwrap();
        symlink("../second", at.join("home/first")).unwrap();
        let trace = trace(&at.join("home/first/hooks"));
        assert_eq!(trace.real, Some(at.join("dotfiles/hooks")));
        for held in [at.join("home"), at.clone(), at.join("dotfiles")] {
            assert!(trace.holders.contains(&held), "{held:?} in {trace:?}");
        }
        for step in ["home/first", "second", "dotfiles", "dotfiles/hooks"] {
            assert!(trace.steps.contains(&at.join(step)), "{step} in {trace:?}");
        }
    }

    #[test]
    fn links_in_a_circle_and_links_to_nothing_count_as_missing() {
        let (_temp, at) = folder();
        symlink("b", at.join("a")).unwrap();
        symlink("a", at.join("b")).unwrap();
        symlink("nowhere", at.join("c")).unwrap();
        assert_eq!(trace(&at.join("a/hooks")).real, None);
        let lost = trace(&at.join("c"));
        assert_eq!(lost.real, None);
        assert_eq!(lost.steps.last(), Some(&at.join("nowhere")));
    }
}
