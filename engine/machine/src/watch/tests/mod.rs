//! Real files, real events. No test waits for a fixed time: each waits for what it expects.
#![allow(clippy::disallowed_methods, reason = "tests make the files that are watched")]

mod configs;
mod hooks;
mod limits;
#[cfg(unix)]
mod links;
mod roots;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use notify::event::Flag;
use notify::{Event, EventKind};

use super::worker::Message;
use super::{Changes, Target, Watch, Watching};

const PATIENCE: Duration = Duration::from_secs(5);

struct Scene {
    watch: Watch,
    changes: Receiver<Changes>,
    at: PathBuf,
    _temp: tempfile::TempDir,
}

/// A folder prepared by `prepare`, and a watch on the targets that it names.
fn scene(prepare: impl FnOnce(&Path) -> Vec<Target>) -> Scene {
    let temp = tempfile::tempdir().unwrap();
    let at = temp.path().to_path_buf();
    let targets = prepare(&at);
    let (sender, changes) = channel();
    let watch = Watch::start(targets, move |change| {
        let _ = sender.send(change);
    })
    .unwrap();
    Scene { watch, changes, at, _temp: temp }
}

impl Scene {
    fn next(&self) -> Changes {
        self.changes.recv_timeout(PATIENCE).expect("a change")
    }

    /// Waits until a change names this path or a folder above it; gives what was told before that.
    fn expect(&self, path: &str) -> Vec<Changes> {
        let path = self.at.join(path);
        let deadline = Instant::now() + PATIENCE;
        let mut seen = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.changes.recv_timeout(left) {
                Ok(Changes::Paths(paths)) if paths.iter().any(|at| path.starts_with(at)) => {
                    return seen;
                }
                Ok(other) => seen.push(other),
                Err(RecvTimeoutError::Timeout) => panic!("{path:?} is not in {seen:?}"),
                Err(RecvTimeoutError::Disconnected) => panic!("the watch has stopped"),
            }
        }
    }

    fn expect_everything(&self) {
        let deadline = Instant::now() + PATIENCE;
        while self
            .changes
            .recv_timeout(deadline.saturating_duration_since(Instant::now()))
            .expect("a change of everything")
            != Changes::Everything
        {}
    }

    /// The next change is about this file alone: nothing else was told.
    fn expect_only(&self, path: &str) {
        let mut next = self.next();
        // On a busy machine one change of a root may be told in two parts.
        while next == Changes::Everything {
            next = self.next();
        }
        assert_eq!(next, Changes::Paths(vec![self.at.join(path)]));
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.at.join(path), text).unwrap();
    }

    /// As editors save: beside the file, then over it.
    fn save(&self, path: &str, text: &str) {
        let path = self.at.join(path);
        let beside = path.with_extension("tmp");
        fs::write(&beside, text).unwrap();
        fs::rename(beside, path).unwrap();
    }
}

fn make_hook(hooks: &Path, name: &str) {
    fs::create_dir_all(hooks.join(name)).unwrap();
    fs::write(hooks.join(name).join("HOOK.md"), "1").unwrap();
}

fn one_hook(at: &Path) -> Vec<Target> {
    make_hook(&at.join("hooks"), "a");
    vec![Target::Hooks(at.join("hooks"))]
}
