//! `tacklebox`: the hooks of five AI agents, from a terminal and from CI.

// No input ends the program, also where a place in it was worked out wrongly.
#![cfg_attr(
    not(test),
    deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)
)]

use std::process::ExitCode;

fn main() -> ExitCode {
    tacklebox_cli::run(std::env::args_os())
}
