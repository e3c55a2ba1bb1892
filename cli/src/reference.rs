//! `docs/CLI.md`: every command and option as clap knows them, then the JSON contract. A test writes
//! it and fails where it drifted.

use std::fmt::Write;

use clap::{Arg, Command};

/// What no list of options can say.
const CONTRACT: &str = include_str!("contract.md");

/// The whole page.
pub fn markdown() -> String {
    let mut command = crate::command();
    command.build();
    let mut page = String::from(
        "# The command line\n\n<!-- Written by `cargo test -p tacklebox-cli`; edit `cli/src/args.rs` and `cli/src/contract.md`. -->\n",
    );
    let _ = write!(page, "\n{}\n", about(&command));
    page.push_str("\n## Options of every command\n\n");
    options(&mut page, command.get_arguments().filter(|arg| arg.is_global_set()));
    page.push_str("\n## Commands\n");
    leaves(&mut page, &command, "tacklebox");
    let _ = write!(page, "\n{}", CONTRACT.trim_end());
    page.push('\n');
    page
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

fn leaves(page: &mut String, command: &Command, path: &str) {
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        let path = format!("{path} {}", sub.get_name());
        if sub.has_subcommands() {
            leaves(page, sub, &path);
            continue;
        }
        let own: Vec<&Arg> = sub
            .get_arguments()
            .filter(|arg| !arg.is_global_set() && arg.get_id() != "help")
            .collect();
        let places: String =
            own.iter().filter(|arg| arg.is_positional()).map(|arg| format!(" {arg}")).collect();
        let _ = write!(page, "\n### `{path}{places}`\n\n{}\n", about(sub));
        if !own.is_empty() {
            page.push('\n');
            options(page, own.into_iter());
        }
    }
}

fn options<'a>(page: &mut String, args: impl Iterator<Item = &'a Arg>) {
    for arg in args {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let short = arg.get_short().map(|short| format!("`-{short}`, ")).unwrap_or_default();
        let mut line = format!("- {short}`{arg}`: {help}");
        let values: Vec<String> = arg
            .get_possible_values()
            .iter()
            .filter(|_| arg.get_action().takes_values())
            .map(|value| format!("`{}`", value.get_name()))
            .collect();
        if !values.is_empty() {
            let _ = write!(line, " ({})", values.join(", "));
        }
        let _ = writeln!(page, "{}", line.trim_end_matches([':', ' ']));
    }
}
