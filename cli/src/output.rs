//! Where answers go: one JSON document, or text. Standard output is locked once and written in large
//! pieces; a reader that goes away ends the command quietly.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

use crate::failure::Failure;

pub struct Output {
    pub json: bool,
    to: BufWriter<io::StdoutLock<'static>>,
}

impl Output {
    pub fn stdout(json: bool) -> Self {
        Self { json, to: BufWriter::with_capacity(64 * 1024, io::stdout().lock()) }
    }

    /// The one JSON document of a command.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn document(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer_pretty(&mut self.to, value)?;
        Ok(self.to.write_all(b"\n")?)
    }

    /// Text for a person.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn text(&mut self, text: impl AsRef<[u8]>) -> Result<(), Failure> {
        Ok(self.to.write_all(text.as_ref())?)
    }

    pub fn finish(&mut self) -> Result<(), Failure> {
        Ok(self.to.flush()?)
    }
}

/// Says on standard error what went wrong.
pub fn complain(failure: &Failure, json: bool) {
    #[derive(Serialize)]
    struct Document<'a> {
        error: &'a Failure,
    }
    let mut text = if json {
        serde_json::to_string(&Document { error: failure }).unwrap_or_default()
    } else {
        let hint = failure.hint.iter().map(|hint| format!("\nhint: {}", crate::print::clean(hint)));
        format!("error: {}{}", crate::print::clean(&failure.message), hint.collect::<String>())
    };
    text.push('\n');
    // With standard error gone as well there is nobody left to tell.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
