//! The hooks that ship, each installed as a person does it and run through the engine on the events of its
//! agent: `sh` and `awk`, a JavaScript runtime and a local server are real.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

#[path = "included_hooks/commands.rs"]
mod commands;
#[path = "included_hooks/home.rs"]
mod home;
#[path = "included_hooks/hostile.rs"]
mod hostile;
#[path = "included_hooks/notices.rs"]
mod notices;
#[path = "included_hooks/records.rs"]
mod records;
#[path = "included_hooks/roll_call.rs"]
mod roll_call;
#[path = "included_hooks/secrets.rs"]
mod secrets;
#[path = "included_hooks/templates.rs"]
mod templates;
#[path = "included_hooks/today.rs"]
mod today;
#[path = "included_hooks/whole.rs"]
mod whole;
#[path = "included_hooks/writes.rs"]
mod writes;
