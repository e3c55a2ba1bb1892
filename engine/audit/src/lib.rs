//! What a hook's shell commands and script files would do (rules R-6): advice for
//! most agents, a verdict for ZeroClaw.
//!
//! Nothing is run. The text is parsed as Bash and then followed in the order in which a shell
//! would take it: variables, quotes, pipes, `sh -c`, `eval`, heredocs, files that it writes and
//! then runs. What a reader could not know either (an argument, the contents of a file elsewhere)
//! stays unknown and is not a finding. Text that is only quoted, printed or searched for is none.

// No input ends the program, also where a place in it was worked out wrongly: see `cut`.
#![cfg_attr(
    not(test),
    deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)
)]

mod agents;
mod answer;
mod answers;
mod awk;
mod code;
mod dangers;
mod deeds;
mod finding;
mod folder;
mod forks;
mod habits;
mod hosts;
mod inline;
mod kinds;
mod marks;
pub mod module;
mod orders;
mod parse;
mod places;
mod protections;
mod quiet;
mod reach;
mod reads;
mod refused;
mod registration;
mod requests;
mod rules;
mod slips;
mod started;
mod table;
mod texts;
mod variables;
mod wrappers;

pub use answer::Answers;
pub use answers::{answers, command_answers};
pub use code::js::{module_reads, registrations};
use code::shell;
pub use finding::{Finding, Reading, Severity, Slip, Unread};
pub use folder::{advice, advice_of, folder, module_file};
pub use places::secret_places;
pub use reads::reads;
pub use refused::refused_by_fork;
pub use registration::Registration;
pub use requests::{Request, http, prompt};
use rules::Rule;
pub use slips::slips;
pub use started::starts;
use tacklebox_machine::cut::Cut;

/// Files and commands beyond this are not read; that is itself a finding.
const MOST_BYTES: usize = 512 * 1024;
/// So much of a line is shown.
const LONGEST_EXCERPT: usize = 160;

/// What one shell command would do that an agent refuses a hook for. `file` is the manifest's name
/// and `first_line` the line, counted from 1, on which the command starts.
#[must_use]
pub fn command(text: &str, file: &str, first_line: u32) -> Vec<Finding> {
    if quiet::is_log_line(text) {
        return Vec::new();
    }
    as_shell(text, file, first_line, |text, file, line| shell::Scan::findings(text, file, line))
}

/// All that a shell command would do, as advice: also what it opens, sends, writes and removes.
#[must_use]
pub fn command_advice(text: &str, file: &str, first_line: u32) -> Vec<Finding> {
    in_language(
        as_shell(text, file, first_line, |text, file, line| shell::Scan::advice(text, file, line)),
        "shell",
    )
}

fn as_shell(
    text: &str,
    file: &str,
    first_line: u32,
    read: impl Fn(&str, &str, u32) -> Vec<Finding>,
) -> Vec<Finding> {
    if text.len() > MOST_BYTES {
        return vec![finding(&rules::LARGE_FILE, file, first_line, "")];
    }
    let mut findings = Vec::new();
    if let Some(at) = text.find('\0') {
        let row = u32::try_from(text.cut(..at).matches('\n').count()).unwrap_or(u32::MAX);
        findings.push(finding(&rules::NUL_BYTE, file, first_line.saturating_add(row), ""));
    }
    // A shell drops NUL bytes; and the line ends of Windows would stick to the last word.
    let text = text.replace('\0', "").replace("\r\n", "\n");
    findings.extend(read(&text, file, first_line));
    findings
}

fn in_language(mut findings: Vec<Finding>, language: &str) -> Vec<Finding> {
    for finding in &mut findings {
        finding.language = Some(language.to_owned());
    }
    findings
}

fn finding(rule: &Rule, file: &str, line: u32, text: &str) -> Finding {
    let shown = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c });
    Finding {
        rule: rule.id.to_owned(),
        severity: rule.severity,
        file: file.to_owned(),
        line,
        excerpt: shown.take(LONGEST_EXCERPT).collect(),
        why: rule.why.to_owned(),
        language: None,
    }
}

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod tests;
