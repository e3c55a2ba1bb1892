//! What a hook's shell commands and script files would do (rules R-6): advice for
//! most agents, a verdict for ZeroClaw.
//!
//! Nothing is run. The text is parsed as Bash and then followed in the order in which a shell
//! would take it: variables, quotes, pipes, `sh -c`, `eval`, heredocs, files that it writes and
//! then runs. What a reader could not know either (an argument, the contents of a file elsewhere)
//! stays unknown and is not a finding. Text that is only quoted, printed or searched for is none.

mod answers;
mod dangers;
mod finding;
mod folder;
mod forks;
#[cfg(feature = "javascript")]
mod js;
#[cfg(not(feature = "javascript"))]
#[path = "js_unread.rs"]
mod js;
mod marks;
mod output;
mod parse;
mod programs;
mod python;
mod quiet;
mod redirects;
mod rules;
mod scan;
mod statements;
mod words;
mod wrappers;

pub use answers::{Answers, answers, command_answers};
pub use finding::{Finding, Severity};
pub use folder::{advice, folder, module_file};
use rules::Rule;

/// Files and commands beyond this are not read; that is itself a finding.
const MOST_BYTES: usize = 512 * 1024;
/// So much of a line is shown.
const LONGEST_EXCERPT: usize = 160;

/// What one shell command would do, as it is in a manifest. `file` is the manifest's name and
/// `first_line` the line, counted from 1, on which the command starts.
#[must_use]
pub fn command(text: &str, file: &str, first_line: u32) -> Vec<Finding> {
    if text.len() > MOST_BYTES {
        return vec![finding(&rules::LARGE_FILE, file, first_line, "")];
    }
    if quiet::is_log_line(text) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    if let Some(at) = text.find('\0') {
        let row = u32::try_from(text[..at].matches('\n').count()).unwrap_or(u32::MAX);
        findings.push(finding(&rules::NUL_BYTE, file, first_line.saturating_add(row), ""));
    }
    // A shell drops NUL bytes; and the line ends of Windows would stick to the last word.
    let text = text.replace('\0', "").replace("\r\n", "\n");
    findings.extend(scan::Scan::findings(&text, file, first_line));
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
    }
}

#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod tests;
