//! `completions` and `man`: made from the same description of the commands that parses them.

use clap_complete::Shell;

use crate::Outcome;
use crate::failure::Failure;
use crate::output::Output;

pub fn completions(output: &mut Output, shell: Shell) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut crate::command(), "tacklebox", &mut script);
    output.text(script)?;
    Ok(Outcome::Done)
}

pub fn man(output: &mut Output) -> Result<Outcome, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(crate::command()).render(&mut page)?;
    output.text(page)?;
    Ok(Outcome::Done)
}
