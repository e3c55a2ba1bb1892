//! What a worker's line says, and the sentences for a worker that said nothing.

use std::process::ExitStatus;

use serde::Deserialize;
use serde_json::Value;

use super::worker::{Fault, LINE};
use super::{HookForm, Other, PluginHook};
use crate::runtime::outcome::{Answer, Ran, Seen};

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

#[derive(Debug, Deserialize)]
pub(super) struct Registered {
    event: String,
    priority: f64,
    #[serde(default)]
    form: HookForm,
}

#[derive(Debug, Deserialize)]
pub(super) struct Done {
    messages: Vec<String>,
    /// Present where it was changed; null is a value too.
    #[serde(default, deserialize_with = "present")]
    context: Option<Value>,
    block: Option<String>,
    /// All hooks of a plugin, where it registered further ones since it told of them last.
    pub hooks: Option<Vec<Registered>>,
}

/// An error as JavaScript has it.
#[derive(Debug, Deserialize)]
pub(super) struct Thrown {
    name: String,
    message: String,
    stack: String,
    /// It came up outside of the call, and the worker has ended over it.
    what: Option<String>,
    /// As those of [`Done`].
    pub hooks: Option<Vec<Registered>>,
}

fn present<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

pub(super) fn listed(hooks: Vec<Registered>) -> Vec<PluginHook> {
    let number = |(handle, Registered { event, priority, form })| PluginHook {
        event,
        priority,
        handle,
        form,
    };
    hooks.into_iter().enumerate().map(number).collect()
}

impl Said {
    /// # Errors
    /// A sentence, for what no worker of ours says.
    pub fn read(line: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(line)
            .map_err(|error| format!("The worker's answer could not be read: {error}"))
    }
}

impl Done {
    pub fn ran(self, seen: Seen) -> Ran {
        let answer = match (self.block, self.context) {
            (Some(reason), _) if reason.trim().is_empty() => {
                Answer::Block("The hook blocked it and gave no reason.".to_owned())
            }
            (Some(reason), _) => Answer::Block(reason),
            (None, Some(context)) => Answer::Modify(context),
            (None, None) => Answer::Continue,
        };
        Ran { answer, messages: self.messages, seen: Some(Box::new(seen)) }
    }
}

impl Thrown {
    /// It crashed its worker.
    pub const fn is_fatal(&self) -> bool {
        self.what.is_some()
    }

    /// "TypeError: x is not a function (handler.ts:3:5)", with the whole stack in the output, where an
    /// agent's log would have it. The stack is cut where our own part begins.
    pub fn ran(self, mut seen: Seen) -> Ran {
        let Self { name, message, stack, what, .. } = self;
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
        Ran { seen: Some(Box::new(seen)), ..Ran::failed(reason) }
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
pub(super) fn without(fault: &Fault, limit: std::time::Duration, mut seen: Seen) -> Ran {
    let answer = match fault {
        Fault::TimedOut => Answer::TimedOut(limit),
        Fault::Ended(status) => {
            seen.exit_code = status.and_then(|status| status.code());
            Answer::Failed(ending(*status))
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_users_own_line() {
        let thrown = Thrown {
            name: "TypeError".into(),
            message: "x is not a function".into(),
            stack: "TypeError: x is not a function\n    at node:internal/x:1:1\n    at go (/h/a b/handler.ts:3:5)\n    at handle (file:///t/worker.mjs:9:9)".into(),
            what: None,
            hooks: None,
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
            let thrown = Thrown { name, message, stack, what: None, hooks: None };
            assert!(matches!(thrown.ran(Seen::default()).answer, Answer::Failed(_)));
        }
    }
}
