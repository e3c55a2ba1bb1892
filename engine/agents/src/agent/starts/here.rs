//! What of the computer decides whether the gateway of OpenClaw starts, beside its config.

use std::fs::{self, Metadata};
use std::path::PathBuf;

use serde_json::Value;
use tacklebox_machine::words::js_trim;

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
pub(super) fn gives(provider: &Value, lenient: bool, at: impl Fn(&str) -> PathBuf) -> bool {
    let Some((place, path)) = Place::at(provider) else { return true };
    let path = at(path);
    if path.is_relative() {
        return true;
    }
    // What an older version may be told to take all the same; a newer one takes such a setting out first.
    let is = |key: &str| lenient && provider.get(key) == Some(&Value::Bool(true));
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

/// How much of such a file is read where its provider does not say.
const MAX_BYTES: f64 = 1_048_576.0;

/// What is not read here of JSON.
const UNREAD: [&str; 3] = ["number out of range", "hex escape", "recursion limit"];

/// Whether a file that can be read holds a text that is not empty at an id: all of it, or what a pointer leads to in JSON.
pub(super) fn holds(provider: &Value, id: &str, at: impl Fn(&str) -> PathBuf) -> bool {
    let Some((Place::File, path)) = Place::at(provider) else { return true };
    let path = at(path);
    if path.is_relative() {
        return true;
    }
    let most = provider.get("maxBytes").and_then(Value::as_f64).unwrap_or(MAX_BYTES);
    let fits = fs::metadata(&path).is_ok_and(|it| Value::from(it.len()).as_f64() <= Some(most));
    let Some(text) = fits.then(|| fs::read(&path).ok()).flatten() else { return false };
    let text = String::from_utf8_lossy(&text);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let is_text = |text: &str| !js_trim(text).is_empty();
    if provider.get("mode").and_then(Value::as_str) == Some("singleValue") {
        return id == "value" && is_text(text);
    }
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(why) => {
            // JavaScript reads these all the same.
            let why = why.to_string();
            return UNREAD.iter().any(|it| why.contains(it));
        }
    };
    value.is_object() && value.pointer(id).and_then(Value::as_str).is_some_and(is_text)
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
    /// Whether the file of this provider holds a secret by this id.
    pub(super) holds: &'h dyn Fn(&Value, &str) -> bool,
    /// Whether it is a container: others are let in there where nothing is said of it.
    pub(super) container: &'h dyn Fn() -> bool,
}

impl<V> Here<'_, V> {
    /// Where all is there but for variables.
    pub(super) const fn with_all(variable: V) -> Self {
        Self {
            variable,
            tailscale: &|| true,
            gives: &|_| true,
            holds: &|_, _| true,
            container: &|| false,
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::PathBuf;

    use serde_json::json;

    use super::{gives, holds};

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
            assert_eq!(gives(&provider, true, at), is, "{provider}");
        }
        let lets = json!({"source": "file", "path": "read", "allowInsecurePath": true});
        assert!(!gives(&lets, false, at));
        assert!(
            gives(&file("absent"), true, |path| PathBuf::from(path)),
            "where it is started is not known"
        );
    }

    /// Asked of its gateways (`secrets.test.mjs`).
    #[test]
    #[expect(clippy::disallowed_methods, reason = "plays its user, who puts it there")]
    fn a_file_holds_a_text_where_its_pointer_leads() {
        let dir = tempfile::tempdir().unwrap();
        let at = |path: &str| dir.path().join(path);
        let json = r#"{"a": "secret", "n": 5, "e": " ", "o": {"b": "c"}, "l": ["x"], "x/y": "z"}"#;
        for (name, text) in [
            ("s", json),
            ("bom", "\u{feff}{\"a\": \"x\"}"),
            ("l", r#"["a"]"#),
            ("huge", r#"{"a": "x", "n": 1e400}"#),
            ("half", r#"{"a": "x", "h": "\ud800"}"#),
        ] {
            fs::write(at(name), text).unwrap();
        }
        for (name, text) in [("plain", "secret\n"), ("blank", " \n")] {
            fs::write(at(name), text).unwrap();
        }
        let of = |path: &str| json!({"source": "file", "path": path, "mode": "json"});
        let single = |path: &str| json!({"source": "file", "path": path, "mode": "singleValue"});
        for (provider, id, is) in [
            (of("s"), "/a", true),
            (of("s"), "/o/b", true),
            (of("s"), "/l/0", true),
            (of("s"), "/x~1y", true),
            (of("s"), "/b", false),
            (of("s"), "/n", false),
            (of("s"), "/e", false),
            (of("s"), "/o", false),
            (of("bom"), "/a", true),
            (of("l"), "/0", false),
            (of("plain"), "/a", false),
            (json!({"source": "file", "path": "s"}), "/a", true),
            (json!({"source": "file", "path": "s", "maxBytes": 5}), "/a", false),
            (json!({"source": "file", "path": "s", "maxBytes": 5e6}), "/a", true),
            (of("huge"), "/a", true),
            (of("half"), "/a", true),
            (single("plain"), "value", true),
            (single("plain"), "other", false),
            (single("blank"), "value", false),
            (json!({"source": "env"}), "X", true),
        ] {
            assert_eq!(holds(&provider, id, at), is, "{provider} {id}");
        }
    }
}
