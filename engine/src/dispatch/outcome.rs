//! What an event led to: the whole of it, and each run (`cli.md`, `hooks fire`).

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::event::Event;
use crate::outcome::Seen;
use crate::registry::Registered;

/// What one run, or a whole event, came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    #[default]
    Continue,
    /// The event's data was changed.
    Modify,
    /// The action is not to happen; ZeroClaw calls it cancel.
    Block,
    Failed,
    TimedOut,
    /// It was not called: another handler had stopped the event, or it is switched off for a while.
    Skipped,
    /// Nobody was called, it was only asked who would be.
    WouldRun,
}

/// What an event led to.
pub struct Outcome {
    /// The event as its handlers left it, with their messages in order.
    pub event: Arc<Event>,
    pub outcome: Verdict,
    /// Why it was blocked.
    pub reason: Option<String>,
    /// In the order in which the handlers were called.
    pub runs: Vec<RunRecord>,
}

impl Outcome {
    pub(super) fn new(event: Arc<Event>, runs: usize) -> Self {
        let runs = Vec::with_capacity(runs);
        Self { event, outcome: Verdict::Continue, reason: None, runs }
    }

    /// The event's data after all changes.
    pub fn data(&self) -> &Value {
        &self.event.data
    }

    /// What the handlers have to say to the user.
    pub fn messages(&self) -> &[String] {
        &self.event.messages
    }

    /// As `hooks fire --json` prints it.
    pub fn into_fired(self) -> Fired {
        let event = Arc::unwrap_or_clone(self.event);
        Fired {
            event: event.key().to_owned(),
            outcome: self.outcome,
            reason: self.reason,
            runs: self.runs.into_iter().map(FiredRun::of).collect(),
            messages: event.messages,
            data: event.data,
        }
    }
}

/// One handler's part in an event.
pub struct RunRecord {
    of: Arc<Registered>,
    pub outcome: Verdict,
    /// Why it blocked, failed or was left out; or what it asked for that this event does not allow.
    pub reason: Option<String>,
    /// How long it took. Zero for a closure that answered at once: to read the clock would take longer
    /// than to call it.
    pub duration: Duration,
    pub seen: Option<Box<Seen>>,
}

impl RunRecord {
    pub(super) fn new(of: &Arc<Registered>, outcome: Verdict, reason: Option<String>) -> Self {
        Self { of: Arc::clone(of), outcome, reason, duration: Duration::ZERO, seen: None }
    }

    /// The hook's name.
    pub fn hook(&self) -> &str {
        &self.of.hook.name
    }

    /// The event key under which it was registered: `command` or `command:new`.
    pub fn key(&self) -> &str {
        &self.of.key
    }

    pub(super) const fn of(&self) -> &Arc<Registered> {
        &self.of
    }
}

impl std::fmt::Debug for RunRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunRecord")
            .field("hook", &self.hook())
            .field("key", &self.key())
            .field("outcome", &self.outcome)
            .field("reason", &self.reason)
            .finish_non_exhaustive()
    }
}

/// An outcome as `hooks fire --json` prints it. A contract: fields may be added, never renamed or dropped.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fired {
    pub event: String,
    pub outcome: Verdict,
    pub data: Value,
    pub reason: Option<String>,
    pub messages: Vec<String>,
    pub runs: Vec<FiredRun>,
}

/// A run in [`Fired`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FiredRun {
    pub hook: String,
    pub key: String,
    pub outcome: Verdict,
    pub reason: Option<String>,
    /// In milliseconds, to the microsecond.
    pub duration_ms: f64,
    pub exit_code: Option<i32>,
    /// The status of an HTTP answer.
    pub status: Option<u16>,
    pub stdout: String,
    pub stderr: String,
}

impl FiredRun {
    fn of(run: RunRecord) -> Self {
        let (hook, key) = (run.hook().to_owned(), run.key().to_owned());
        let seen = run.seen.map(|seen| *seen).unwrap_or_default();
        Self {
            hook,
            key,
            outcome: run.outcome,
            reason: run.reason,
            duration_ms: (run.duration.as_secs_f64() * 1e6).round() / 1e3,
            exit_code: seen.exit_code,
            status: seen.status,
            stdout: seen.stdout,
            stderr: seen.stderr,
        }
    }
}
