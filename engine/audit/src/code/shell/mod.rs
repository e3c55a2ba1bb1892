//! A shell script followed in the order in which a shell would take it. These parts call each other, as a
//! command may hold a script and a script has commands.

mod call;
mod commands;
mod oneliners;
mod output;
mod programs;
mod redirects;
mod scan;
mod statements;
mod words;

pub(crate) use scan::{Scan, Started};
