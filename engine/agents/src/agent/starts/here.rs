//! What of the computer decides whether the gateway of OpenClaw starts, beside its config.

use std::fs::{self, Metadata};
use std::path::PathBuf;

use serde_json::Value;

/// From where a provider of secrets takes them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A file that holds them.
    File,
    /// A program that tells them.
    Program,
}

impl Place {
    pub(super) fn of(provider: &Value) -> Option<Self> {
        Self::at(provider).map(|(place, _)| place)
    }

    fn at(provider: &Value) -> Option<(Self, &str)> {
        let text = |key: &str| provider.get(key)?.as_str();
        text("path").map(|it| (Self::File, it)).or(text("command").map(|it| (Self::Program, it)))
    }
}

/// Whether a provider can be asked: its file or program is there, is not a link and belongs to its user, and neither its group
/// nor anybody else may read the file, or change the program. `at`: where a path leads. What is relative depends on where the
/// agent is started.
pub(super) fn gives(provider: &Value, at: impl Fn(&str) -> PathBuf) -> bool {
    let Some((place, path)) = Place::at(provider) else { return true };
    let path = at(path);
    if path.is_relative() {
        return true;
    }
    let is = |key: &str| provider.get(key) == Some(&Value::Bool(true));
    // What an older version may be told to take all the same.
    let follows = place == Place::Program && is("allowSymlinkCommand");
    let real = follows.then(|| fs::canonicalize(&path).ok()).flatten();
    let path = real.unwrap_or(path);
    let found = fs::symlink_metadata(&path);
    let user = fs::metadata(at("~")).map(|it| owner(&it));
    let others = if place == Place::File { 0o066 } else { 0o022 };
    let trusted = provider.get("trustedDirs").and_then(Value::as_array);
    let mut trusted = trusted.into_iter().flatten().filter_map(Value::as_str).peekable();
    found.is_ok_and(|it| {
        it.is_file()
            && (is("allowInsecurePath")
                || mode(&it) & others == 0 && user.is_ok_and(|user| user == owner(&it)))
            && (place == Place::File || !cfg!(unix) || mode(&it) & 0o100 != 0)
            && (trusted.peek().is_none() || trusted.any(|dir| path.starts_with(at(dir))))
    })
}

#[cfg(unix)]
fn mode(of: &Metadata) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&of.permissions())
}

/// Elsewhere it goes by lists of who may do what, and those are not read here.
#[cfg(not(unix))]
const fn mode(_: &Metadata) -> u32 {
    0
}

#[cfg(unix)]
fn owner(of: &Metadata) -> u32 {
    std::os::unix::fs::MetadataExt::uid(of)
}

#[cfg(not(unix))]
const fn owner(_: &Metadata) -> u32 {
    0
}

pub(super) struct Here<'h, V> {
    /// What a variable of the environment holds. A service may be started with another one: where that decides, it is told,
    /// and the config is written all the same.
    pub(super) variable: V,
    /// Whether Tailscale is installed: seldom asked.
    pub(super) tailscale: &'h dyn Fn() -> bool,
    /// Whether this provider of secrets can be asked.
    pub(super) gives: &'h dyn Fn(&Value) -> bool,
}

impl<V> Here<'_, V> {
    /// Where all is there but for variables.
    pub(super) const fn with_all(variable: V) -> Self {
        Self { variable, tailscale: &|| true, gives: &|_| true }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::PathBuf;

    use serde_json::json;

    use super::gives;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "plays its user, who puts it there")]
    fn a_file_or_a_program_gives_secrets_where_nobody_else_may_read_or_change_it() {
        let dir = tempfile::tempdir().unwrap();
        let at = |path: &str| dir.path().join(path.trim_start_matches('~'));
        for (name, mode) in [("own", 0o600), ("read", 0o644), ("run", 0o755), ("shared", 0o775)] {
            fs::write(at(name), "").unwrap();
            fs::set_permissions(at(name), fs::Permissions::from_mode(mode)).unwrap();
        }
        symlink(at("run"), at("link")).unwrap();
        let file = |path: &str| json!({"source": "file", "path": path});
        let program = |path: &str| json!({"source": "exec", "command": path});
        let trusts = |dir: &str| json!({"source": "exec", "command": "run", "trustedDirs": [dir]});
        for (provider, is) in [
            (file("own"), true),
            (file("read"), false),
            (json!({"source": "file", "path": "read", "allowInsecurePath": true}), true),
            (file("absent"), false),
            (file(""), false),
            (program("run"), true),
            (program("read"), false),
            (program("shared"), false),
            (program("absent"), false),
            (program("link"), false),
            (json!({"source": "exec", "command": "link", "allowSymlinkCommand": true}), true),
            (trusts(""), true),
            (trusts("elsewhere"), false),
            (json!({"source": "env"}), true),
        ] {
            assert_eq!(gives(&provider, at), is, "{provider}");
        }
        assert!(
            gives(&file("absent"), |path| PathBuf::from(path)),
            "where it is started is not known"
        );
    }
}
