//! What a hook's handler does when it is called (rules R-5), one file a kind. Each gives
//! a [`Ran`](crate::runtime::outcome::Ran) and never an error: a handler that fails is an answer too.

pub mod builtin;
pub mod conditions;
pub mod http;
pub mod module;
pub mod prompt;
pub mod shell;

/// The variable by which a hook can tell a trial in Tacklebox from a call of its agent.
pub fn trial() -> (String, String) {
    ("TACKLEBOX_RUN".to_owned(), "1".to_owned())
}
