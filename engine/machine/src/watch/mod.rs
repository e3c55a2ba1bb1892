//! File changes → what to read again.
//!
//! notify is used without its debouncer. That would be quick enough (with 50 ms a save by rename is
//! told after 53 ms), but it wakes up 80 times a second while nothing happens, passes writes that go
//! on and on through every 13 ms, takes an opened folder for an event like any other, and tells of a
//! new folder only after its delay, when its watch should be in place already. Here a thread sleeps until
//! something has changed, waits for 50 ms of quiet, and holds a change back for 150 ms at most.

mod kinds;
mod places;
mod polling;
#[cfg(test)]
mod tests;
mod trace;
mod worker;

use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use worker::{Message, Worker};

/// A place to watch. Paths are absolute; what is missing is picked up when it appears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A folder of hooks' folders, with everything in them.
    Hooks(PathBuf),
    /// One file: a config.
    File(PathBuf),
}

/// What has to be read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changes {
    /// These files or folders came, went or changed, in the spelling of their target: also where
    /// a symlink leads elsewhere. A folder stands for all that is in it.
    Paths(Vec<PathBuf>),
    /// Events were lost, or a folder of hooks came or went: nothing that was read before counts.
    Everything,
}

/// How changes are noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Watching {
    /// The system tells of each change.
    Live,
    /// The system gives no (more) watches, for the reason in these words: the files' stamps are
    /// compared every two seconds instead.
    EveryTwoSeconds(String),
}

/// Why nothing is watched.
#[derive(Debug, thiserror::Error)]
#[error(
    "cannot watch files for changes: {0}. Nothing is lost: what changes is shown after a reload"
)]
pub struct WatchError(#[from] io::Error);

/// Watches until it is dropped.
#[derive(Debug)]
pub struct Watch {
    messages: Sender<Message>,
    watching: Arc<Mutex<Watching>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Starts to watch. When this returns the watches are set: what is read from now on is not
    /// outdated unnoticed. `on_change` is called on the watch's own thread; changes that happen
    /// meanwhile are kept for the next call.
    ///
    /// # Errors
    /// When no thread can be started. A system that gives no watches is not an error: see
    /// [`Watch::watching`].
    pub fn start(
        targets: Vec<Target>,
        on_change: impl Fn(Changes) + Send + 'static,
    ) -> Result<Self, WatchError> {
        let (messages, inbox) = mpsc::channel();
        let watching = Arc::new(Mutex::new(Watching::Live));
        let (ready, is_ready) = mpsc::channel();
        let outbox = messages.clone();
        let state = Arc::clone(&watching);
        let thread = thread::Builder::new().name("watch".to_owned()).spawn(move || {
            let worker = Worker::new(targets, Box::new(on_change), outbox, state);
            // Whoever waits for this has gone if it cannot be sent.
            let _ = ready.send(());
            worker.run(&inbox);
        })?;
        let _ = is_ready.recv();
        Ok(Self { messages, watching, thread: Some(thread) })
    }

    /// Watches these from now on. If they are others than before, [`Changes::Everything`] follows
    /// once their watches are set.
    pub fn set_targets(&self, targets: Vec<Target>) {
        let _ = self.messages.send(Message::Targets(targets));
    }

    /// How changes are noticed at the moment. A switch is followed by [`Changes::Everything`].
    pub fn watching(&self) -> Watching {
        self.watching.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.messages.send(Message::Stop);
        if let Some(thread) = self.thread.take()
            // `on_change` itself may hold the last handle.
            && thread.thread().id() != thread::current().id()
        {
            let _ = thread.join();
        }
    }
}

/// Folders that no hook keeps its own files in and that hold tens of thousands.
fn is_skipped(name: &OsStr) -> bool {
    name == "node_modules" || name == ".git"
}
