//! Where answers go: one JSON document, or text. Standard output is locked once and written in large
//! pieces; a reader that goes away ends the command quietly.

use std::io::{self, BufWriter, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

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
        let shown = Shown(PrettyFormatter::new());
        let written = value.serialize(&mut Serializer::with_formatter(&mut self.to, shown));
        written.map_err(|error| self.unwritten(&error.into()))?;
        self.text("\n")
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

/// JSON in which what a terminal would obey or nobody could see is written as JSON may write it, too: the same text to
/// whoever parses it. All such characters can be in strings only.
struct Shown<F>(F);

macro_rules! as_it_is {
    ($($name:ident($($more:ident: $kind:ty)?)),* $(,)?) => {
        $(fn $name<W: ?Sized + Write>(&mut self, to: &mut W $(, $more: $kind)?) -> io::Result<()> {
            self.0.$name(to $(, $more)?)
        })*
    };
}

impl<F: Formatter> Formatter for Shown<F> {
    as_it_is!(
        begin_array(),
        end_array(),
        begin_array_value(first: bool),
        end_array_value(),
        begin_object(),
        end_object(),
        begin_object_key(first: bool),
        end_object_key(),
        begin_object_value(),
        end_object_value(),
    );

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        to: &mut W,
        text: &str,
    ) -> io::Result<()> {
        if text.is_ascii() {
            return to.write_all(text.as_bytes());
        }
        let mut rest = text;
        while let Some((at, hidden)) =
            rest.char_indices().find(|(_, c)| !c.is_ascii() && is_control(*c))
        {
            let (before, after) = rest.split_at(at);
            to.write_all(before.as_bytes())?;
            for unit in hidden.encode_utf16(&mut [0; 2]) {
                write!(to, "\\u{unit:04x}")?;
            }
            rest = after.strip_prefix(hidden).unwrap_or_default();
        }
        to.write_all(rest.as_bytes())
    }
}

/// On one line.
fn shown(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    let mut to = Serializer::with_formatter(&mut text, Shown(CompactFormatter));
    // Nothing that is told has a key that is not a text.
    let _ = value.serialize(&mut to);
    String::from_utf8(text).unwrap_or_default()
}

/// Says on standard error what went wrong.
pub fn complain(failure: &Failure, json: bool) {
    #[derive(Serialize)]
    struct Document<'a> {
        error: &'a Failure,
    }
    let mut text = if json {
        shown(&Document { error: failure })
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
            let json = shown(&[text]);
            assert!(!json.chars().any(is_control), "{json}");
            assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), [text]);
        }
    }
}
