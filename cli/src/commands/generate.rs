//! `completions` and `man`: made from the same description of the commands that parses them.

use std::io;

use clap_complete::Shell;
use clap_mangen::roff::{Roff, bold, roman};

use crate::Outcome;
use crate::failure::Failure;
use crate::output::Output;
use crate::reference::leaves;

pub fn completions(output: &mut Output, shell: Shell) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut crate::command(), "tacklebox", &mut script);
    output.text(script)?;
    Ok(Outcome::Done)
}

/// One page for all commands: what a page for each would say fits on it.
pub fn man(output: &mut Output) -> Result<Outcome, Failure> {
    let page = page().map_err(|error| output.unwritten(&error))?;
    output.text(page)?;
    Ok(Outcome::Done)
}

fn page() -> io::Result<Vec<u8>> {
    let mut command = crate::command();
    command.build();
    let man = clap_mangen::Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_options_section(&mut page)?;
    let mut commands = Roff::new();
    commands.control("SH", ["COMMANDS"]);
    for leaf in leaves(&command, "tacklebox") {
        commands.control("TP", []);
        commands.text([bold(leaf.line())]);
        commands.text([roman(&leaf.about)]);
        for arg in leaf.args {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            commands.control("br", []);
            commands.text([bold(arg.to_string()), roman(format!("  {help}"))]);
        }
    }
    commands.to_writer(&mut page)?;
    man.render_version_section(&mut page)?;
    Ok(page)
}
