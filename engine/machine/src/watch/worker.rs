//! The thread that collects events, waits for quiet and hands changes over.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, Watcher};

use super::places::{Found, Places};
use super::polling::{self, Stamps, later};
use super::{Changes, Target, Watching};

/// A change is handed over after so much quiet: an editor's save is several events.
const QUIET: Duration = Duration::from_millis(50);
/// A change is held back no longer than this while others follow.
const LONGEST: Duration = Duration::from_millis(150);
/// Lost events mean that all is read again, which is itself work that may lose events.
const BETWEEN_LOSSES: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) enum Message {
    Saw(notify::Result<Event>),
    Targets(Vec<Target>),
    Stop,
}

enum Means {
    Live(Places),
    Polling { stamps: Stamps, next: Instant },
}

struct Pending {
    found: Found,
    first: Instant,
    last: Instant,
}

pub(super) struct Worker {
    targets: Vec<Target>,
    on_change: Box<dyn Fn(Changes) + Send>,
    /// Where watchers put what they see.
    outbox: Sender<Message>,
    watching: Arc<Mutex<Watching>>,
    means: Means,
    pending: Option<Pending>,
    /// When to set all watches again after a loss.
    renew_at: Option<Instant>,
    renewed: Option<Instant>,
}

impl Worker {
    pub fn new(
        targets: Vec<Target>,
        on_change: Box<dyn Fn(Changes) + Send>,
        outbox: Sender<Message>,
        watching: Arc<Mutex<Watching>>,
    ) -> Self {
        let mut worker = Self {
            targets,
            on_change,
            outbox,
            watching,
            means: Means::Polling { stamps: Stamps::new(), next: Instant::now() },
            pending: None,
            renew_at: None,
            renewed: None,
        };
        worker.set_watches();
        worker
    }

    pub fn run(mut self, inbox: &Receiver<Message>) {
        loop {
            self.do_what_is_due();
            let message = match self.next_deadline() {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => inbox.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            match message {
                Ok(Message::Saw(seen)) => self.see(seen),
                Ok(Message::Targets(targets)) if targets == self.targets => {}
                Ok(Message::Targets(targets)) => {
                    self.targets = targets;
                    self.set_watches();
                    self.hold(Found::everything());
                }
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn see(&mut self, seen: notify::Result<Event>) {
        let Means::Live(places) = &mut self.means else {
            return;
        };
        let event = match seen {
            Ok(event) if event.need_rescan() => return self.lost(),
            Ok(event) => event,
            Err(error) if matches!(error.kind, notify::ErrorKind::MaxFilesWatch) => {
                return self.poll(&error);
            }
            Err(_) => return self.lost(),
        };
        match places.take_in(&event) {
            Ok(found) => self.hold(found),
            Err(error) => self.poll(&error),
        }
    }

    /// A new folder may be among the lost events, so that its watch is missing, too.
    fn lost(&mut self) {
        let soonest = self.renewed.map(|at| later(at, BETWEEN_LOSSES));
        let now = Instant::now();
        self.renew_at.get_or_insert(soonest.map_or(now, |at| at.max(now)));
    }

    fn hold(&mut self, found: Found) {
        if found.paths.is_empty() && !found.everything {
            return;
        }
        let now = Instant::now();
        let pending = self.pending.get_or_insert_with(|| Pending {
            found: Found::default(),
            first: now,
            last: now,
        });
        pending.found.everything |= found.everything;
        pending.found.paths.extend(found.paths);
        pending.last = now;
    }

    fn next_deadline(&self) -> Option<Instant> {
        let look = match &self.means {
            Means::Live(_) => None,
            Means::Polling { next, .. } => Some(*next),
        };
        let hand_over = self.pending.as_ref().map(Pending::due);
        [look, hand_over, self.renew_at].into_iter().flatten().min()
    }

    fn do_what_is_due(&mut self) {
        let now = Instant::now();
        if self.renew_at.is_some_and(|at| at <= now) {
            self.set_watches();
            self.renewed = Some(Instant::now());
            self.hold(Found::everything());
        }
        if let Means::Polling { stamps, next } = &mut self.means
            && *next <= now
        {
            let seen = polling::stamps(&self.targets);
            let paths: BTreeSet<PathBuf> =
                polling::differences(stamps, &seen).into_iter().collect();
            *stamps = seen;
            *next = later(Instant::now(), polling::EVERY);
            self.hold(Found { paths, everything: false });
        }
        if let Some(pending) = self.pending.take_if(|pending| pending.due() <= now) {
            (self.on_change)(if pending.found.everything {
                Changes::Everything
            } else {
                Changes::Paths(pending.found.paths.into_iter().collect())
            });
        }
    }

    /// Sets all watches again with a watcher of their own: to take 10,000 watches back one by one
    /// would itself fill the queue of events.
    fn set_watches(&mut self) {
        self.renew_at = None;
        let outbox = self.outbox.clone();
        let watcher = RecommendedWatcher::new(
            move |seen: notify::Result<Event>| {
                if !seen.as_ref().is_ok_and(is_no_change) {
                    // Nobody listens any more once the watch is dropped.
                    let _ = outbox.send(Message::Saw(seen));
                }
            },
            notify::Config::default(),
        );
        match watcher.and_then(|watcher| Places::new(watcher, &self.targets)) {
            Ok(places) => {
                self.means = Means::Live(places);
                self.say(Watching::Live);
            }
            Err(error) => self.poll(&error),
        }
    }

    fn poll(&mut self, reason: &notify::Error) {
        self.means = Means::Polling {
            stamps: polling::stamps(&self.targets),
            next: later(Instant::now(), polling::EVERY),
        };
        self.renew_at = None;
        self.say(Watching::EveryTwoSeconds(match reason.kind {
            notify::ErrorKind::MaxFilesWatch => {
                "the system's limit of watched folders is reached (fs.inotify.max_user_watches)"
                    .to_owned()
            }
            _ => reason.to_string(),
        }));
        self.hold(Found::everything());
    }

    fn say(&self, watching: Watching) {
        *self.watching.lock().unwrap_or_else(PoisonError::into_inner) = watching;
    }
}

impl Found {
    fn everything() -> Self {
        Self { everything: true, ..Self::default() }
    }
}

impl Pending {
    fn due(&self) -> Instant {
        later(self.last, QUIET).min(later(self.first, LONGEST))
    }
}

/// Reading is not a change, or each scan would be followed by the next. A file that was open for
/// writing may have been changed through memory, which only its closing tells.
fn is_no_change(event: &Event) -> bool {
    match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
        EventKind::Access(_) => true,
        _ => false,
    }
}
