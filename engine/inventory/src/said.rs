//! What both shells say in the same words, where it comes with no value that carries its sentence.

/// Of a folder that is kept: a new version has its place.
pub const REPLACED: &str = "an earlier version, which an update replaced";
/// Of files that came with a hook.
pub const CHANGED: &str = "Changed since it was installed";
/// Of an audit without a finding.
pub const NO_FINDINGS: &str = "Nothing stands out in its files";
/// The same, where a part of the files could not be read.
pub const NO_FINDINGS_READ: &str = "Nothing stands out in what was read";
