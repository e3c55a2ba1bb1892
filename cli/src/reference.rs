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
    for leaf in leaves(&command, "tacklebox") {
        let _ = write!(page, "\n### `{}`\n\n{}\n", leaf.line(), leaf.about);
        if !leaf.args.is_empty() {
            page.push('\n');
            options(&mut page, leaf.args.into_iter());
        }
    }
    let _ = write!(page, "\n{}", CONTRACT.trim_end());
    page.push('\n');
    page
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

/// One command that does something, with its whole name.
pub(crate) struct Leaf<'a> {
    /// `tacklebox hooks list`
    pub path: String,
    pub about: String,
    /// Its own; those of every command are not repeated.
    pub args: Vec<&'a Arg>,
}

impl Leaf<'_> {
    /// `tacklebox hooks info <NAME>`
    pub fn line(&self) -> String {
        let places = self.args.iter().filter(|arg| arg.is_positional());
        places.fold(self.path.clone(), |line, arg| format!("{line} {arg}"))
    }
}

/// Every command that is shown, in order.
pub(crate) fn leaves<'a>(command: &'a Command, path: &str) -> Vec<Leaf<'a>> {
    let mut list = Vec::new();
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        let path = format!("{path} {}", sub.get_name());
        let alone = !sub.has_subcommands() || !sub.is_subcommand_required_set();
        if alone {
            let own = |arg: &&Arg| !arg.is_global_set() && arg.get_id() != "help";
            let args = sub.get_arguments().filter(own).collect();
            list.push(Leaf { path: path.clone(), about: about(sub), args });
        }
        list.extend(leaves(sub, &path));
    }
    list
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
