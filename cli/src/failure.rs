//! Errors as a terminal sees them: what clap says of a command line, and exit statuses.

use clap::error::ErrorKind;

pub use tacklebox_engine::failure::{Code, Failure};

/// What clap has to say.
pub fn usage(error: &clap::Error) -> Failure {
    // Without a command clap's whole help would be the message.
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let failure = Failure::new(Code::Usage, "A command is missing.");
        return failure.hint("`tacklebox --help` lists the commands.");
    }
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    // The first paragraph says what is wrong, the rest how it is used.
    let (message, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    let failure = Failure::new(Code::Usage, message.trim());
    if rest.trim().is_empty() { failure } else { failure.hint(rest.trim()) }
}

/// The exit status: 2 where the command line was not understood, 1 where something was refused or failed.
pub fn exit_status(code: Code) -> u8 {
    if code == Code::Usage { 2 } else { 1 }
}
