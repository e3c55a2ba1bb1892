//! What a reader of a hook's code found.

use serde::{Deserialize, Serialize};

/// How bad a finding of the audit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Low,
    Medium,
    High,
}

/// One place in a hook's command or files that does something dangerous.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Finding {
    pub rule: String,
    pub severity: Severity,
    /// The file, relative to the hook's folder; the manifest for a command that is in it.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    pub excerpt: String,
    pub why: String,
    /// What it was read as: `shell`, `javascript`, `typescript`, `python`, `awk`, `prompt`, `http`. None for
    /// what was said of a file without reading it.
    pub language: Option<String>,
}

/// A file, or a part of a hook, that nobody has read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Unread {
    /// Relative to the hook's folder.
    pub file: String,
    pub why: String,
}

/// What was found, and what was not looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Reading {
    pub findings: Vec<Finding>,
    pub unread: Vec<Unread>,
}

/// Rules that say that something was not read.
const NOT_READ: [&str; 7] =
    ["not-read", "too-complex", "large-file", "unreadable", "nul-byte", "symlink", "packages"];

impl Reading {
    /// A reading whose findings say, too, what was not read.
    pub(crate) fn of(findings: Vec<Finding>, unread: Vec<Unread>) -> Self {
        let mut reading = Self { findings, unread };
        let mut more: Vec<Unread> = Vec::new();
        for finding in reading.findings.iter().filter(|f| NOT_READ.contains(&f.rule.as_str())) {
            let known = reading.unread.iter().chain(&more).any(|one| one.file == finding.file);
            if !known {
                more.push(Unread { file: finding.file.clone(), why: finding.why.clone() });
            }
        }
        reading.unread.extend(more);
        reading.unread.sort_by(|a, b| a.file.cmp(&b.file));
        reading
    }

    /// Takes in what another part of the same hook says.
    pub fn add(&mut self, other: Self) {
        self.findings.extend(other.findings);
        self.unread.extend(other.unread);
    }
}

/// A place at which a text stops being of its language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in characters.
    pub column: u32,
    pub message: String,
}

impl Slip {
    pub(crate) fn at(text: &str, offset: usize, message: String) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let (line, column) = (
            before.matches('\n').count().saturating_add(1),
            line.chars().count().saturating_add(1),
        );
        Self { line: number(line), column: number(column), message }
    }
}
