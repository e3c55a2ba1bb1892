//! Where answers go: one JSON document, or text. Standard output is locked once and written in large
//! pieces; a reader that goes away ends the command quietly.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

use crate::failure::{Code, Failure};
use crate::print::is_control;

pub struct Output {
    pub json: bool,
    /// Whoever reads has gone away, as `head` does: nothing went wrong.
    pub closed: bool,
    to: BufWriter<io::StdoutLock<'static>>,
}

impl Output {
    pub fn stdout(json: bool) -> Self {
        Self { json, closed: false, to: BufWriter::with_capacity(64 * 1024, io::stdout().lock()) }
    }

    /// The one JSON document of a command.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn document(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(value);
        let mut text = text.map_err(|error| self.unwritten(&error.into()))?;
        escape(&mut text);
        text.push('\n');
        self.text(text)
    }

    /// Text for a person.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn text(&mut self, text: impl AsRef<[u8]>) -> Result<(), Failure> {
        self.to.write_all(text.as_ref()).map_err(|error| self.unwritten(&error))
    }

    pub fn finish(&mut self) -> Result<(), Failure> {
        self.to.flush().map_err(|error| self.unwritten(&error))
    }

    /// The failure where an answer cannot be written.
    pub fn unwritten(&mut self, error: &io::Error) -> Failure {
        self.closed = error.kind() == io::ErrorKind::BrokenPipe;
        Failure::new(Code::Output, format!("The answer could not be written: {error}."))
    }
}

/// What a terminal would obey or nobody could see, as JSON may write it too: the same text to whoever
/// parses it. All such characters can be in strings only.
fn escape(text: &mut String) {
    let hidden = |c: char| !c.is_ascii() && is_control(c);
    if !text.chars().any(hidden) {
        return;
    }
    let mut escaped = String::with_capacity(text.len().saturating_add(64));
    for c in text.chars() {
        if hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                escaped.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            escaped.push(c);
        }
    }
    *text = escaped;
}

/// Says on standard error what went wrong.
pub fn complain(failure: &Failure, json: bool) {
    #[derive(Serialize)]
    struct Document<'a> {
        error: &'a Failure,
    }
    let mut text = if json {
        let mut text = serde_json::to_string(&Document { error: failure }).unwrap_or_default();
        escape(&mut text);
        text
    } else {
        let hint = failure.hint.iter().map(|hint| format!("\nhint: {}", crate::print::clean(hint)));
        format!("error: {}{}", crate::print::clean(&failure.message), hint.collect::<String>())
    };
    text.push('\n');
    // With standard error gone as well there is nobody left to tell.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Says on standard error what is to be known before something happens.
pub fn remark(sentence: &str) {
    let _ = writeln!(io::stderr(), "note: {sentence}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_escaped_and_means_the_same() {
        for text in
            ["a\u{9b}2Jb", "x\u{202e}y", "z\u{200b}", "tag\u{e0041}", "plain ünï 👩\u{200d}💻"]
        {
            let mut json = serde_json::to_string(&[text]).unwrap();
            escape(&mut json);
            assert!(!json.chars().any(is_control), "{json}");
            assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), [text]);
        }
    }
}
