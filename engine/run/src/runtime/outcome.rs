//! What a handler answers to an event, and what was seen while it ran (rules ).

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::effects::Effects;
use tacklebox_machine::walls::Kind;

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

/// One handler's part in an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<'a> {
    /// The hook's name.
    pub hook: &'a str,
    /// The event key under which it was registered: `command` or `command:new`.
    pub key: &'a str,
    pub outcome: Verdict,
    /// Why it blocked, failed or was left out; or what it asked for that this event does not allow.
    pub reason: Option<&'a str>,
    /// How long it took. Zero for a closure that answered at once: to read the clock would take longer
    /// than to call it.
    pub duration: Duration,
    pub seen: Option<&'a Seen>,
}

/// What one handler answers to one event.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Answer {
    /// Nothing is changed.
    #[default]
    Continue,
    /// The event's data (Milady, Eliza, OpenClaw: its context) is to be this from now on.
    Modify(Value),
    /// The action is not to happen, for this reason. ZeroClaw calls it cancel.
    Block(String),
    /// The handler did not do its work, for this reason; the event goes on as if it were not there.
    Failed(String),
    /// The agent has no handler of it, for this reason: it is told, and none failed.
    Unregistered(String),
    /// It is not for this very event, for this reason: it was not called.
    Skipped(String),
    /// It did not answer in time.
    TimedOut(Duration),
    /// What it returned, where the hook's own rules say what that means.
    Returned(Box<Returned>),
}

/// What a plugin's handler returned, and what else it did with its event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Returned {
    /// None where it returned nothing at all.
    pub value: Option<Value>,
    /// It was a promise.
    pub promise: bool,
    /// The event's data as the handler left them, where it changed them in place.
    pub left: Option<Value>,
}

impl Returned {
    /// Takes keys out of an answer; one of which nothing is left counts as none.
    pub fn strip(&mut self, keys: &[&str]) {
        let Some(Value::Object(fields)) = &mut self.value else { return };
        if keys.is_empty() {
            return;
        }
        fields.retain(|key, _| !keys.contains(&key.as_str()));
        if fields.is_empty() {
            self.value = None;
        }
    }
}

/// What a handler left of an event that all of its handlers share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Left {
    /// All messages, where it did more than push some.
    pub messages: Option<Vec<String>>,
    /// The data, where the handler failed after it had changed them.
    pub data: Option<Value>,
}

/// What was seen of a handler that is a program, a module or a request; a closure has none of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub exit_code: Option<i32>,
    /// The status of an HTTP answer.
    pub status: Option<u16>,
    /// At most 1 MiB, and said so where more was written.
    pub stdout: String,
    pub stderr: String,
    /// It failed outside of its call, where nothing in an agent catches that.
    pub uncaught: bool,
    /// What it did; none where nobody looked.
    pub effects: Option<Effects>,
    /// What it was run in; none where it was not to be in a box.
    pub boxed: Option<Kind>,
}

/// Why a run failed that a person ended.
pub(crate) const CANCELLED: &str = "it was cancelled and ended";

/// One handler's answer, with everything that came along.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ran {
    pub answer: Answer,
    /// What it pushed to the event's messages, in order.
    pub messages: Vec<String>,
    /// Why something that it wrote had no effect, where that looks like an answer.
    pub aside: Option<String>,
    pub left: Option<Box<Left>>,
    /// How long the handler itself took, where that is known: without the start of its program.
    pub took: Option<Duration>,
    pub seen: Option<Box<Seen>>,
}

impl Ran {
    /// An answer without anything else.
    pub const fn of(answer: Answer) -> Self {
        Self { answer, messages: Vec::new(), aside: None, left: None, took: None, seen: None }
    }

    /// A run that failed before anything of it could be seen.
    pub fn failed(reason: impl Into<String>) -> Self {
        Self::of(Answer::Failed(reason.into()))
    }
}
