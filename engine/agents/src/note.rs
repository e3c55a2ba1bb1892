//! The notes on an agent's hooks by their ids, which are part of the JSON contract: which of them `fix` has a plan
//! for, and where each was seen.

/// Settings that are not JSON on the metadata line.
pub const JSON_METADATA: &str = "milady-json-metadata";
/// A single word where a list is wanted.
pub const LONE_WORDS: &str = "milady-scalars";
/// A manifest whose first lines are not read as YAML.
pub const FRONT_MATTER: &str = "milady-front-matter";
/// It needs the setting `workspace.dir`, which is not there.
pub const WORKSPACE_DIR: &str = "milady-workspace-dir";
/// Its settings are at an older place of the config.
pub const HOOKS_ROOT: &str = "milady-hooks-root";

/// Of several folders of one name the one counts that the disk lists last.
pub const DISK_ORDER: &str = "disk-order";
/// A workspace hook that nobody switched on by name.
pub const BY_NAME: &str = "openclaw-workspace";
/// The config asks for other hooks, or for none.
pub const NOT_ASKED: &str = "openclaw-selection";
/// A folder or a file of it is a link.
pub const LINKS: &str = "openclaw-links";
/// A package lists hooks.
pub const PACK: &str = "openclaw-pack";
/// A bundle of another agent brings it.
pub const OF_BUNDLE: &str = "openclaw-bundle";
/// A listed folder that is a hook itself.
pub const EXTRA_FOLDER: &str = "openclaw-extra-folder";
/// Its config is not one that its gateway starts with.
pub const NOT_STARTED: &str = "openclaw-not-started";
/// It puts a copy of an earlier config in place of this one.
pub const PUTS_BACK: &str = "openclaw-puts-back";
/// Its config is made elsewhere, and changed there.
pub const CONFIG_KEPT: &str = "openclaw-config-kept";
/// Its commands refuse its config, and its gateway puts that in order.
pub const SETTLES: &str = "openclaw-settles";
/// An event of plugins in a `HOOK.md`.
pub const TYPED_NAME: &str = "openclaw-typed-name";

/// What the audit found, and the agent does not look for.
pub const AUDIT_GAP: &str = "zeroclaw-audit-gap";
/// An empty list of channels or users.
pub const EMPTY_LIST: &str = "zeroclaw-empty-list";
/// A version without such hooks.
pub const NO_HOOKS: &str = "zeroclaw-no-hooks";

/// The table of the config that holds hooks has another name today.
pub const CONFIG_TABLE: &str = "moltis-config-table";
/// An entry of the config says what is not read there.
pub const ENTRY_KEYS: &str = "moltis-entry-keys";
/// The command of an entry starts a file that is looked for where the agent was started.
pub const ENTRY_PLACE: &str = "moltis-entry-place";
/// A variable for a place says none.
pub const EMPTY_PLACE: &str = "moltis-not-started";
/// A Mac by the name that is not known today.
pub const DARWIN: &str = "moltis-darwin";
/// No time limit, which is another one today.
pub const TIMEOUT: &str = "moltis-timeout";

/// Notes that `fix` has a plan for.
pub const FIXABLE: [&str; 16] = [
    "foreign-metadata",
    FRONT_MATTER,
    HOOKS_ROOT,
    JSON_METADATA,
    LONE_WORDS,
    WORKSPACE_DIR,
    "misspelt-key",
    CONFIG_TABLE,
    DARWIN,
    TIMEOUT,
    EMPTY_LIST,
    "no-folder",
    "no-time",
    TYPED_NAME,
    "unknown-event",
    "unknown-method",
];

/// Notes that were seen in other versions than the rest, or read in the code and not seen running.
const SEEN: [(&str, &str); 15] = [
    (EMPTY_PLACE, "Moltis of 2026-08-21, run in November 2026"),
    (ENTRY_KEYS, "Moltis of 2026-08-21, read in November 2026"),
    (ENTRY_PLACE, "Moltis of 2026-08-21, read in November 2026"),
    ("moltis-never", "Moltis of 2026-08-21, read in November 2026"),
    (DARWIN, "Moltis of 2026-08-21, read in November 2026"),
    ("no-time", "Moltis of 2026-08-21, read in November 2026"),
    ("openclaw-handlers-retired", "OpenClaw 2026.8.1 and 2026.9.6, run in November 2026"),
    ("openclaw-gateway-refused", "OpenClaw 2026.7.35, 2026.8.1 and 2026.9.6, run in November 2026"),
    (NOT_STARTED, "OpenClaw 2026.7.35, 2026.8.1 and 2026.9.6, run in November 2026"),
    (PUTS_BACK, "OpenClaw 2026.7.35, 2026.8.1 and 2026.9.6, run in November 2026"),
    (CONFIG_KEPT, "OpenClaw 2026.7.35, 2026.8.1 and 2026.9.6, run in November 2026"),
    (SETTLES, "OpenClaw 2026.8.1 and 2026.9.6, run in November 2026"),
    ("openclaw-shell-env", "OpenClaw 2026.7.35, 2026.8.1 and 2026.9.6, run in November 2026"),
    ("openclaw-start-env", "OpenClaw 2026.7.35 and 2026.9.6, run in November 2026"),
    ("openclaw-priority", "OpenClaw 2026.7.35, 2026.8.1 and 2026.9.6, read in November 2026"),
];

/// Where a note was seen, if not where the others of its agent were.
pub fn seen(id: &str) -> Option<&'static str> {
    SEEN.iter().find(|(of, _)| *of == id).map(|(_, seen)| *seen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_exception_names_a_version_and_how_and_when_it_was_seen() {
        for (id, seen) in SEEN {
            assert!(seen.contains(|c: char| c.is_ascii_digit()), "{id}: {seen}");
            assert!(!seen.contains("February"), "{id}: {seen}");
            assert!(seen.contains(", run in ") || seen.contains(", read in "), "{id}: {seen}");
        }
    }
}
