//! Variables of the environment that are nobody's secret.

use crate::agents::AGENTS;

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
/// Where an agent's own folder and config are.
const PLAIN_ENDS: [&str; 2] = ["_STATE_DIR", "_CONFIG_PATH"];

/// Whether a variable holds nothing of one's own.
pub(crate) fn is_plain(name: &str) -> bool {
    PLAIN.contains(&name)
        || AGENTS.iter().flat_map(|agent| agent.variables).any(|begin| name.starts_with(begin))
        // Those of the desktop.
        || name.starts_with("XDG_")
        || PLAIN_ENDS.iter().any(|end| name.ends_with(end))
        || name.starts_with("npm_")
}
