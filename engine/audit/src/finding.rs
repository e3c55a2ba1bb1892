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
}
