//! Code, in each language that can start code of another: a command may hold a script, and a script commands.

#[cfg(feature = "javascript")]
pub(crate) mod js;
#[cfg(not(feature = "javascript"))]
#[path = "js_unread.rs"]
pub(crate) mod js;
pub(crate) mod py;
pub(crate) mod shell;
