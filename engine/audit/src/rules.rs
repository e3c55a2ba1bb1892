//! What the audit looks for. Ids and sentences are shown to people and are in JSON.

use crate::Severity;

/// One thing that a hook should not do.
pub(crate) struct Rule {
    pub id: &'static str,
    pub severity: Severity,
    pub why: &'static str,
}

const fn high(id: &'static str, why: &'static str) -> Rule {
    Rule { id, severity: Severity::High, why }
}

pub(crate) const FORK_BOMB: Rule = high(
    "fork-bomb",
    "It starts copies of itself without end, until the computer no longer responds.",
);
pub(crate) const REMOVE_ROOT: Rule = high(
    "remove-root",
    "It deletes the whole disk, a system folder or everything in your home folder.",
);
pub(crate) const REVERSE_SHELL: Rule = high(
    "reverse-shell",
    "It opens a raw network connection, like programs that let a stranger type commands on this computer.",
);
pub(crate) const PIPE_TO_SHELL: Rule = high(
    "pipe-to-shell",
    "It runs what it has just downloaded, which can be anything and can change at any time.",
);
pub(crate) const DECODE_TO_SHELL: Rule =
    high("decode-to-shell", "It runs commands that are encoded, so nobody can read them.");
pub(crate) const MAKE_FILESYSTEM: Rule =
    high("make-filesystem", "It formats a disk: everything on that disk is lost.");
pub(crate) const WRITE_DEVICE: Rule =
    high("write-device", "It writes directly to a disk or device, bypassing its files.");
pub(crate) const NUL_BYTE: Rule = Rule {
    id: "nul-byte",
    severity: Severity::Medium,
    why: "It is not plain text, so what it does cannot be read.",
};
pub(crate) const SYMLINK: Rule = Rule {
    id: "symlink",
    severity: Severity::Medium,
    why: "It is a link, so what runs can be outside the hook's folder and change without notice.",
};
pub(crate) const LARGE_FILE: Rule = Rule {
    id: "large-file",
    severity: Severity::Medium,
    why: "It is larger than 512 KiB, so it was not read.",
};
pub(crate) const UNREADABLE: Rule = Rule {
    id: "unreadable",
    severity: Severity::Medium,
    why: "It could not be opened, so what it does is not known.",
};
/// What was not looked at must not pass for clean.
pub(crate) const TOO_COMPLEX: Rule = Rule {
    id: "too-complex",
    severity: Severity::Medium,
    why: "It is too large or too deeply nested to be read completely.",
};
pub(crate) const PACKAGES: Rule = Rule {
    id: "packages",
    severity: Severity::Low,
    why: "It includes packages of other authors, whose code was not read.",
};
