//! `tacklebox`: the hooks of five AI agents, from a terminal and from CI.

use std::process::ExitCode;

fn main() -> ExitCode {
    tacklebox_cli::run(std::env::args_os())
}
