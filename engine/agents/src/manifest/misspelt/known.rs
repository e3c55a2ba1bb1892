//! The keys that are read, and words for them.

/// What is read in one table: its path, and its keys.
pub(super) type Table = (&'static str, &'static [&'static str]);

/// In an entry of Moltis' config; the last two are in no `HOOK.md`.
pub(super) const ENTRY_KEYS: &[&str] = &[
    "name",
    "description",
    "version",
    "emoji",
    "homepage",
    "events",
    "command",
    "timeout",
    "priority",
    "env",
    "requires",
    "keys",
    "enabled",
    "draft",
];

pub(super) const NEEDS: Table = ("requires", &["os", "bins", "any_bins", "env", "config"]);

pub(super) const ENTRY: &[Table] = &[("", ENTRY_KEYS), NEEDS];

pub(super) const MOLTIS: &[Table] = &[("", ENTRY_KEYS.split_at(12).0), NEEDS];

pub(super) const ZEROCLAW: &[Table] = &[
    ("", &["hook"]),
    (
        "hook",
        &[
            "name",
            "description",
            "version",
            "event",
            "priority",
            "enabled",
            "skip_security_audit",
            "action",
            "conditions",
        ],
    ),
    ("hook.action", &["shell", "http", "prompt_inject"]),
    ("hook.action.shell", &["command", "timeout_secs", "workdir"]),
    ("hook.action.http", &["url", "method", "headers", "body", "timeout_secs"]),
    ("hook.action.prompt_inject", &["content", "position"]),
    ("hook.conditions", &["channels", "users", "pattern"]),
];

/// Below the agent's own key in `metadata`.
pub(super) const OWN: &[&str] = &[
    "always", "hookKey", "emoji", "homepage", "events", "export", "os", "requires", "install",
    "keys",
];

pub(super) const REQUIRES: &[&str] = &["bins", "anyBins", "env", "config"];

/// Words before a colon in nearly every manifest, of which none was meant to be another: to find that out for each
/// of 10,000 took as long as to read them.
pub(super) const USUAL: &[&str] = &[
    "name",
    "description",
    "metadata",
    "version",
    "author",
    "license",
    "command",
    "session",
    "message",
    "gateway",
    "agent",
    "https",
    "http",
    "id",
    "kind",
    "label",
    "package",
    "formula",
];

/// Other words for one of ours.
pub(super) const ALIASES: &[(&str, &str)] = &[
    ("event", "events"),
    ("events", "event"),
    ("on", "events"),
    ("trigger", "events"),
    ("triggers", "events"),
    ("cmd", "command"),
    ("script", "command"),
    ("timeout_secs", "timeout"),
    ("timeout_seconds", "timeout"),
    ("timeout", "timeout_secs"),
    ("require", "requires"),
    ("requirements", "requires"),
    ("binaries", "bins"),
    ("bin", "bins"),
    ("when", "conditions"),
    ("condition", "conditions"),
    ("channel", "channels"),
    ("user", "users"),
    ("regex", "pattern"),
    ("text", "content"),
    ("prompt", "content"),
    ("environment", "env"),
    ("cwd", "workdir"),
];
