//! How a command is called, as all parts of the shell hand it on.

use crate::marks::UNKNOWN;
use crate::parse::Rows;

/// How a command is run.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    /// Where the command is.
    pub rows: Rows,
    /// Its input, if that is redirected; known as far as the text says.
    pub stdin: Option<&'a str>,
    /// Where the input is, if it is a heredoc.
    pub stdin_rows: Option<Rows>,
    /// Whether input or output is a descriptor that was opened before, as of a connection.
    pub descriptor: bool,
}

impl<'a> Call<'a> {
    pub(super) const fn new(rows: Rows, stdin: Option<&'a str>) -> Self {
        Self { rows, stdin, stdin_rows: None, descriptor: false }
    }
}

/// What a folder's listing prints, as paths: `~/Documents/…`.
pub(super) fn listed(roots: &[String]) -> String {
    roots.iter().map(|root| format!("{}/{UNKNOWN}\n", root.trim_end_matches('/'))).collect()
}
