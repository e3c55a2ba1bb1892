//! Installing the programs that a hook lacks: which ways fit this computer ([`offers`]), and carrying one
//! of them out with its output, a way to stop it, and a look at the end whether the program is there now.
//!
//! Nothing runs that was not shown before: whoever asks names a hook, a program and a way by its id, and the
//! ways are worked out again. A command is a list of words and never goes through a shell, and each name in
//! it follows the rules of its package manager.

mod failure;
mod fetched;
mod judge;
mod landing;
mod manager;
mod methods;
mod names;
mod output;
mod progress;
mod run;
mod table;

pub use methods::{InstallOption, Method, Offer, offers};
pub use output::{Line, Log};
pub use progress::Progress;
pub use run::{LIMIT, Order, Outcome, Report, Step, StepState, Told, not_started, run, steps};

#[cfg(test)]
#[cfg(unix)]
mod methods_tests;
#[cfg(test)]
#[cfg(unix)]
mod run_tests;
