//! The command line of Tacklebox. It parses arguments, calls the engine and prints; what is printed
//! was decided in the engine. The JSON is a contract: `docs/CLI.md`.

// No input ends the program, also where a place in it was worked out wrongly.
#![cfg_attr(
    not(test),
    deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)
)]

mod args;
mod commands;
mod failure;
mod output;
mod paint;
mod print;
pub mod reference;
mod resolve;
mod session;
mod wait;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::Cli;
use failure::{Failure, exit_status};
use output::Output;

/// What a command that did its work has to say to a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Done,
    /// `check`, `audit` and `ask` found something, or something is left to do: exit status 1.
    Found,
}

/// Every command and option, as clap knows them.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs one command line and gives the exit status: 0 done, 1 refused, failed or found, 2 usage.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    // Asked before anything is parsed: a usage error too is JSON where JSON was asked for.
    let json = args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "--json");
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) if json && error.use_stderr() => return fail(failure::usage(&error), true),
        Err(error) => {
            // A closed pipe is not a reason to complain about a usage text.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let mut output = Output::stdout(cli.global.json);
    let result = commands::run(&cli.global, &mut output, cli.command).and_then(|outcome| {
        output.finish()?;
        Ok(outcome)
    });
    match result {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Found) => ExitCode::from(1),
        Err(_) if output.closed => ExitCode::SUCCESS,
        Err(failure) => fail(failure, json),
    }
}

fn fail(failure: Failure, json: bool) -> ExitCode {
    let failure = failure.in_terminal();
    output::complain(&failure, json);
    ExitCode::from(exit_status(failure.code))
}
