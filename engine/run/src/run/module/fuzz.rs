//! Lines of a worker changed at random: whatever a stranger's module makes its worker say, the program goes on.

use tacklebox_fuzz::{fuzz, signature};
use tacklebox_testing::hostile;

use super::answer::{Said, listed};
use crate::runtime::outcome::Seen;

const GIVEN: [&str; 6] = [
    r#"{"loaded":{"hooks":[{"event":"message-sent","priority":1}]}}"#,
    r#"{"done":{"messages":["hi"],"context":{"a":1},"block":null,"hooks":null}}"#,
    r#"{"done":{"messages":[],"block":"no"}}"#,
    r#"{"error":{"name":"TypeError","message":"x is not a function","stack":"TypeError: x\n    at default (file:///h/handler.ts:3:7)","what":null,"hooks":null}}"#,
    r#"{"error":{"name":"Error","message":"","stack":"","what":"unhandledRejection","hooks":[]}}"#,
    "null",
];

#[test]
fn fuzz_lines_of_a_worker() {
    let words = [
        "\"context\":null",
        "\"hooks\":[]",
        "\\n    at ",
        "file:///",
        ":1:1)",
        "1e400",
        "\\ud800",
        "\"done\"",
        "\"error\"",
    ];
    fuzz("worker-lines", GIVEN.map(|line| line.as_bytes().to_vec()).to_vec(), &words, |line| {
        let said = Said::read(line);
        let form = signature(&said);
        match said {
            Ok(Said::Loaded { hooks, .. }) => form ^ signature(&listed(hooks).len()),
            Ok(Said::Done(done)) => form ^ signature(&done.ran(Seen::default()).answer),
            Ok(Said::Error(thrown)) => form ^ signature(&thrown.ran(Seen::default()).answer),
            Err(_) => form,
        }
    });
}

#[test]
fn hostile_lines_of_a_worker_are_answered_with_these_words() {
    hostile::answered("answers/worker", |file| match Said::read(&std::fs::read(file).unwrap()) {
        Err(error) => error,
        Ok(Said::Loaded { hooks, .. }) => format!("{:?}", listed(hooks)),
        Ok(said) => {
            let ran = said.ran(Seen::default());
            format!("{:?}, messages {:?}", ran.answer, ran.messages)
        }
    });
}
