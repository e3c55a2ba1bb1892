//! What a worker's line says, and the sentences for a worker that said nothing.

use std::borrow::Cow;
use std::process::ExitStatus;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use super::worker::{Fault, LINE};
use super::{HookForm, Other, PluginHook};
use crate::runtime::outcome::{Answer, Left, Ran, Returned, Seen};

/// The line with the sign that stands for what is none in place of half a pair, as where a text was cut inside an emoji:
/// JavaScript keeps and writes these, and JSON as it is read here has none.
fn whole(line: &[u8]) -> Cow<'_, [u8]> {
    let mut line = Cow::Borrowed(line);
    let mut at = 0;
    while let Some(found) = line.get(at..).and_then(|rest| rest.iter().position(|it| *it == b'\\'))
    {
        let start = at.saturating_add(found);
        // Pairs are written as they are: what is escaped is half of one.
        let half = match line.get(start..start.saturating_add(4)) {
            Some([_, b'u', b'd' | b'D', third]) => b"89abcdefABCDEF".contains(third),
            _ => false,
        };
        let end = start.saturating_add(if half { 6 } else { 2 });
        if half && let Some(place) = line.to_mut().get_mut(start..end) {
            place.copy_from_slice(b"\\ufffd");
        }
        at = end;
    }
    line
}

/// One line of a worker.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Said {
    Loaded {
        hooks: Vec<Registered>,
        #[serde(default)]
        others: Vec<Other>,
    },
    Done(Done),
    Error(Thrown),
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Registered {
    event: String,
    priority: f64,
    #[serde(default)]
    form: HookForm,
    /// In milliseconds.
    timeout: Option<u64>,
    tools: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Done {
    messages: Vec<String>,
    /// Present where it was changed; null is a value too.
    #[serde(default, deserialize_with = "present")]
    context: Option<Value>,
    block: Option<String>,
    /// It changed what it was given, and returned nothing that counts.
    #[serde(default)]
    changed: bool,
    #[serde(flatten)]
    shared: Shared,
    returned: Option<Given>,
    /// All hooks of a plugin, where it registered further ones since it told of them last.
    pub hooks: Option<Vec<Registered>>,
}

/// What is said of a call however it went.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Shared {
    /// Which call it was, where several are under way.
    id: Option<u64>,
    /// How long the handler took, in milliseconds.
    took: Option<f64>,
    /// All messages of the event, where the handler did more than push some.
    all: Option<Vec<String>>,
}

impl Shared {
    fn took(&self) -> Option<Duration> {
        Duration::try_from_secs_f64(self.took? / 1000.0).ok()
    }
}

/// What the handler of a typed hook returned.
#[derive(Debug, Deserialize)]
pub(super) struct Given {
    #[serde(default, deserialize_with = "present")]
    value: Option<Value>,
    #[serde(default)]
    promise: bool,
    left: Option<Value>,
}

/// An error as JavaScript has it.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Thrown {
    name: String,
    message: String,
    stack: String,
    /// What it had pushed before.
    #[serde(default)]
    messages: Vec<String>,
    /// The event's context, where it had changed that before.
    #[serde(default, deserialize_with = "present")]
    context: Option<Value>,
    #[serde(flatten)]
    shared: Shared,
    /// It came up outside of the call, and the worker has ended over it.
    what: Option<String>,
    /// As those of [`Done`].
    pub hooks: Option<Vec<Registered>>,
}

fn present<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

pub(super) fn listed(hooks: Vec<Registered>) -> Vec<PluginHook> {
    let number = |(handle, it): (usize, Registered)| PluginHook {
        event: it.event,
        priority: it.priority,
        handle,
        form: it.form,
        limit: it.timeout.map(Duration::from_millis),
        tools: it.tools,
    };
    hooks.into_iter().enumerate().map(number).collect()
}

impl Said {
    /// # Errors
    /// A sentence, for what no worker of ours says.
    pub fn read(line: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(&whole(line))
            .map_err(|error| format!("The worker's answer could not be read: {error}"))
    }

    /// All hooks of a plugin, where they became more; none where the worker is of no use any more.
    pub(crate) fn take_hooks(&mut self) -> Option<Option<Vec<Registered>>> {
        match self {
            Self::Loaded { .. } => None,
            Self::Done(done) => Some(done.hooks.take()),
            Self::Error(thrown) if thrown.is_fatal() => None,
            Self::Error(thrown) => Some(thrown.hooks.take()),
        }
    }

    /// What it says of a call.
    pub fn ran(self, seen: Seen) -> Ran {
        match self {
            Self::Loaded { .. } => Ran::failed("The worker answered out of turn."),
            Self::Done(done) => done.ran(seen),
            Self::Error(thrown) => thrown.ran(seen),
        }
    }

    /// The call that it is about; none where it is about the worker as a whole.
    pub const fn id(&self) -> Option<u64> {
        match self {
            Self::Loaded { .. } => None,
            Self::Done(done) => done.shared.id,
            Self::Error(thrown) => thrown.shared.id,
        }
    }
}

/// By the text only what a handler returns counts.
const CHANGED: &str =
    "it changed its copy of the event, which nobody sees: only what it returns counts";

impl Done {
    pub fn ran(self, seen: Seen) -> Ran {
        let took = self.shared.took();
        let returned = self.returned.map(|Given { value, promise, left }| {
            Answer::Returned(Box::new(Returned { value, promise, left }))
        });
        let answer = match (self.block, self.context) {
            _ if returned.is_some() => returned.unwrap_or_default(),
            (Some(reason), _) if reason.trim().is_empty() => {
                Answer::Block("The hook blocked it and gave no reason.".to_owned())
            }
            (Some(reason), _) => Answer::Block(reason),
            (None, Some(context)) => Answer::Modify(context),
            (None, None) => Answer::Continue,
        };
        let left = self.shared.all.map(|all| Left { messages: Some(all), data: None });
        let left = left.map(Box::new);
        let aside = self.changed.then(|| CHANGED.to_owned());
        let seen = Some(Box::new(seen));
        Ran { messages: self.messages, aside, left, took, seen, ..Ran::of(answer) }
    }
}

impl Thrown {
    /// It crashed its worker.
    pub(crate) const fn is_fatal(&self) -> bool {
        self.what.is_some()
    }

    /// "TypeError: x is not a function (handler.ts:3:5)", with the whole stack in the output, where an
    /// agent's log would have it. The stack is cut where our own part begins.
    pub fn ran(self, mut seen: Seen) -> Ran {
        let took = self.shared.took();
        let changed = self.shared.all.is_some() || self.context.is_some();
        let left =
            changed.then(|| Box::new(Left { messages: self.shared.all, data: self.context }));
        let Self { name, message, stack, what, messages, .. } = self;
        seen.uncaught = what.is_some();
        let mut reason = what.map(|what| format!("{what}: ")).unwrap_or_default();
        if !name.is_empty() {
            reason += &name;
            reason += ": ";
        }
        reason += &message;
        let frames: Vec<&str> = own_frames(&stack).collect();
        if !name.is_empty()
            && let Some(place) = frames.first().and_then(|frame| place(frame))
            && !message.contains(place)
        {
            reason += &format!(" ({place})");
        }
        if !frames.is_empty() {
            if !seen.stderr.is_empty() && !seen.stderr.ends_with('\n') {
                seen.stderr.push('\n');
            }
            seen.stderr += &format!("{name}: {message}\n{}\n", frames.join("\n"));
        }
        Ran { messages, left, took, seen: Some(Box::new(seen)), ..Ran::failed(reason) }
    }
}

/// The lines of a stack that are the hook's: not those of the runtime and of the worker.
fn own_frames(stack: &str) -> impl Iterator<Item = &str> {
    let is_own = |line: &&str| {
        let inner = [
            "node:",
            "internal:",
            "ext:",
            "native:",
            "(native",
            "/worker.mjs",
            "(unknown",
            "/hooks.mjs",
        ];
        let line = line.trim_start();
        line.starts_with("at ") && !inner.iter().any(|part| line.contains(part))
    };
    stack.lines().filter(is_own)
}

/// "    at run (file:///h/handler.ts:3:5)" → "handler.ts:3:5"
fn place(frame: &str) -> Option<&str> {
    let place = frame.trim().rsplit(['/', '\\', ' ', '(']).next()?.trim_end_matches(')');
    place.contains(':').then_some(place)
}

/// The run whose worker gave no answer.
pub(super) fn without(fault: &Fault, limit: Duration, mut seen: Seen) -> Ran {
    let answer = match fault {
        Fault::TimedOut => Answer::TimedOut(limit),
        Fault::Ended(status) => {
            seen.exit_code = status.and_then(|status| status.code());
            Answer::Failed(ending(*status))
        }
        Fault::Unread(why) => Answer::Failed(why.clone()),
        Fault::TooLong => {
            Answer::Failed(format!("The handler's answer is too long: {LINE} bytes are allowed."))
        }
        Fault::Forged => Answer::Failed(
            "The handler answered in its worker's place, so it was ended and nothing that it said counts."
                .to_owned(),
        ),
        Fault::NotStarted(error) => Answer::Failed(format!(
            "The JavaScript runtime could not be started: {error}. Check that it runs in a terminal, then try again."
        )),
    };
    Ran { seen: Some(Box::new(seen)), ..Ran::of(answer) }
}

fn ending(status: Option<ExitStatus>) -> String {
    let Some(status) = status else {
        return "The handler cut the line to its worker before it answered.".to_owned();
    };
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("The handler's process was ended by signal {signal} before it answered.");
    }
    let code = status.code().unwrap_or(-1);
    format!("The handler ended its process with status {code} before it answered.")
}

/// What comes of an event that is too long for a worker; none where it is not.
pub(super) fn too_long(line: &str) -> Option<Ran> {
    let size = line.len();
    (size > LINE).then(|| {
        Ran::failed(format!(
            "The event is too long to be handed over: {size} bytes, and {LINE} are allowed."
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_users_own_line() {
        let thrown = Thrown {
            name: "TypeError".into(),
            message: "x is not a function".into(),
            stack: "TypeError: x is not a function\n    at node:internal/x:1:1\n    at go (/h/a b/handler.ts:3:5)\n    at handle (file:///t/worker.mjs:9:9)".into(),
            ..Thrown::default()
        };
        let ran = thrown.ran(Seen { stderr: "before".into(), ..Seen::default() });
        assert_eq!(
            ran.answer,
            Answer::Failed("TypeError: x is not a function (handler.ts:3:5)".into())
        );
        let stderr = ran.seen.unwrap().stderr;
        assert_eq!(
            stderr,
            "before\nTypeError: x is not a function\n    at go (/h/a b/handler.ts:3:5)\n"
        );
    }

    #[test]
    fn a_context_of_null_is_a_change() {
        let Said::Done(done) = Said::read(br#"{"done":{"messages":[],"context":null}}"#).unwrap()
        else {
            panic!()
        };
        assert_eq!(done.ran(Seen::default()).answer, Answer::Modify(Value::Null));
        assert!(Said::read(b"{\"done\"").is_err());
    }

    proptest::proptest! {
        #[test]
        fn no_line_of_a_worker_ends_the_program(line: Vec<u8>, name: String, message: String, stack: String) {
            let _ = Said::read(&line);
            let thrown = Thrown { name, message, stack, ..Thrown::default() };
            assert!(matches!(thrown.ran(Seen::default()).answer, Answer::Failed(_)));
        }
    }
}
