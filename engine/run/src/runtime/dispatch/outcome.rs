//! What an event led to: the whole of it, and each run (`docs/CLI.md`, `hooks fire`).

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::runtime::effects::Effects;
use crate::runtime::event::Event;
use crate::runtime::outcome::{Run, Seen, Verdict};
use crate::runtime::registry::{Listeners, Registered};
use tacklebox_machine::walls::Kind;

/// What an event led to.
pub struct Outcome {
    /// The event as its handlers left it, with their messages in order.
    pub event: Arc<Event>,
    pub outcome: Verdict,
    listeners: Listeners,
    /// Of the runs, those of which there is more to tell than that they went well; by their place.
    told: Vec<Told>,
}

/// What there is to tell of one run. Most have nothing to tell, and then nothing is kept of them.
#[derive(Default)]
pub(super) struct Told {
    pub(super) place: usize,
    pub(super) outcome: Verdict,
    pub(super) reason: Option<String>,
    pub(super) duration: Duration,
    pub(super) seen: Option<Box<Seen>>,
}

impl Told {
    /// A run that was not: it was left out, or only asked about.
    pub(super) fn instead(place: usize, outcome: Verdict, reason: Option<String>) -> Self {
        Self { place, outcome, reason, ..Self::default() }
    }

    const fn is_nothing(&self) -> bool {
        matches!(self.outcome, Verdict::Continue)
            && self.reason.is_none()
            && self.seen.is_none()
            && self.duration.is_zero()
    }
}

impl Outcome {
    /// Nobody was called yet.
    pub(super) const fn new(event: Arc<Event>, listeners: Listeners) -> Self {
        Self { event, outcome: Verdict::Continue, listeners, told: Vec::new() }
    }

    pub(super) const fn listeners(&self) -> &Listeners {
        &self.listeners
    }

    #[inline]
    pub(super) fn tell(&mut self, told: Told) {
        if !told.is_nothing() {
            self.told.push(told);
        }
    }

    /// Handlers that ran together do not end in order.
    pub(super) fn sort(&mut self) {
        if self.told.len() > 1 {
            self.told.sort_by_key(|told| told.place);
        }
    }

    /// Why the event was blocked, where it was.
    pub fn reason(&self) -> Option<&str> {
        let is = |of: Verdict| self.told.iter().find(move |told| told.outcome == of);
        // One that failed where that stops the event, too.
        let failed = || is(Verdict::Failed).or_else(|| is(Verdict::TimedOut));
        let blocker = is(Verdict::Block)
            .or_else(|| (self.outcome == Verdict::Block).then(failed).flatten())?;
        blocker.reason.as_deref()
    }

    /// The event's data after all changes.
    pub fn data(&self) -> &Value {
        &self.event.data
    }

    /// What the handlers have to say to the user.
    pub fn messages(&self) -> &[String] {
        &self.event.messages
    }

    /// Each handler's part, in the order in which they were called.
    pub fn runs(&self) -> impl Iterator<Item = Run<'_>> {
        let mut told = self.told.iter().peekable();
        self.listeners.iter().enumerate().map(move |(place, of)| {
            told.next_if(|told| told.place == place)
                .map_or_else(|| Run::well(of), |told| Run::of(of, told))
        })
    }

    /// As `hooks fire --json` prints it.
    pub fn into_fired(self) -> Fired {
        let runs = self.runs().map(FiredRun::of).collect();
        let reason = self.reason().map(str::to_owned);
        let event = Arc::unwrap_or_clone(self.event);
        Fired {
            event: event.key().to_owned(),
            outcome: self.outcome,
            reason,
            runs,
            messages: event.messages,
            data: event.data,
        }
    }
}

impl<'a> Run<'a> {
    fn well(of: &'a Registered) -> Self {
        Self {
            hook: &of.hook.name,
            key: &of.key,
            outcome: Verdict::Continue,
            reason: None,
            duration: Duration::ZERO,
            seen: None,
        }
    }

    pub(super) fn of(of: &'a Registered, told: &'a Told) -> Self {
        Self {
            outcome: told.outcome,
            reason: told.reason.as_deref(),
            duration: told.duration,
            seen: told.seen.as_deref(),
            ..Self::well(of)
        }
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
    /// False where the version in force never sends this event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<bool>,
    /// What it did; null where it did not run, or not in a box.
    pub effects: Option<Effects>,
    /// What it was run in; null where it did not run.
    #[serde(rename = "box")]
    pub boxed: Option<Kind>,
    /// It failed outside of its call, where nothing in an agent catches that.
    #[serde(skip)]
    pub uncaught: bool,
}

impl FiredRun {
    fn of(run: Run<'_>) -> Self {
        let seen = run.seen.cloned().unwrap_or_default();
        Self {
            hook: run.hook.to_owned(),
            key: run.key.to_owned(),
            outcome: run.outcome,
            reason: run.reason.map(str::to_owned),
            duration_ms: (run.duration.as_secs_f64() * 1e6).round() / 1e3,
            exit_code: seen.exit_code,
            status: seen.status,
            stdout: seen.stdout,
            stderr: seen.stderr,
            sent: None,
            effects: seen.effects,
            boxed: seen.boxed,
            uncaught: seen.uncaught,
        }
    }
}
