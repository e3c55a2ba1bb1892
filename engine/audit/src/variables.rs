//! Variables of the environment that are nobody's secret.

/// Variables that hold nothing of one's own: reading them is not news.
const PLAIN: [&str; 24] = [
    "HOME",
    "USERPROFILE",
    "PATH",
    "NODE_ENV",
    "TZ",
    "LANG",
    "LC_ALL",
    "DEBUG",
    "CI",
    "USER",
    "LOGNAME",
    "SHELL",
    "TERM",
    "TMPDIR",
    "TEMP",
    "TMP",
    "PWD",
    "APPDATA",
    "LOCALAPPDATA",
    "HOSTNAME",
    "EDITOR",
    "NO_COLOR",
    "FORCE_COLOR",
    "VERBOSE",
];
/// The agents' own, and those of the desktop.
const PLAIN_BEGINS: [&str; 8] =
    ["OPENCLAW_", "CLAWDBOT_", "MOLTBOT_", "MILADY_", "ELIZA_", "ZEROCLAW_", "MOLTIS_", "XDG_"];
/// Where an agent's own folder and config are.
const PLAIN_ENDS: [&str; 2] = ["_STATE_DIR", "_CONFIG_PATH"];

/// Whether a variable holds nothing of one's own.
pub(crate) fn is_plain(name: &str) -> bool {
    PLAIN.contains(&name)
        || PLAIN_BEGINS.iter().any(|begin| name.starts_with(begin))
        || PLAIN_ENDS.iter().any(|end| name.ends_with(end))
        || name.starts_with("npm_")
}
