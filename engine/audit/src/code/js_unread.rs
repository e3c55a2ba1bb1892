//! JavaScript where this library was built without a reader for it: said, and not passed for clean.

use crate::answer::Answers;
use crate::rules::Rule;
use crate::{Finding, Registration, Severity, finding};

const NOT_READ: Rule = Rule {
    id: "not-read",
    severity: Severity::Low,
    why: "JavaScript and TypeScript are not read here, so what it does is not known.",
};

pub(crate) fn script(_text: &str, name: &str, _declared: &[String]) -> Vec<Finding> {
    vec![finding(&NOT_READ, name, 1, "")]
}

pub(crate) fn answers(_text: &str, _name: &str) -> Answers {
    Answers::default()
}

/// Nobody has read it: see the reader's own.
#[must_use]
pub const fn registrations(_text: &str, _name: &str) -> Option<Vec<Registration>> {
    None
}

/// Nobody has read it: see the reader's own.
#[must_use]
pub const fn module_reads(_text: &str, _name: &str) -> Vec<String> {
    Vec::new()
}

/// Nobody has read it: see the reader's own.
pub(crate) const fn slips(_text: &str, _name: &str) -> Vec<crate::Slip> {
    Vec::new()
}

/// The language of a file, as it is shown.
pub(crate) fn language_name(name: &str) -> &'static str {
    let typed = [".ts", ".mts", ".cts", ".tsx"].iter().any(|ending| name.ends_with(ending));
    if typed { "typescript" } else { "javascript" }
}
