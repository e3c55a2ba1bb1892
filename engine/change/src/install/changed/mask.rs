//! Diffs of any file of a hook without what sounds like a secret.

use std::path::Path;

use tacklebox_agents::config::{self, Syntax};
use tacklebox_agents::manifest;

/// The unified diff of two versions of a file.
///
/// # Errors
/// Why there is none to be shown.
pub(super) fn diff(path: &str, before: &str, after: &str) -> Result<String, &'static str> {
    let (old, new) = (hide(path, before), hide(path, after));
    if old == new && before != after {
        return Err("Only what may be a secret differs, which is not shown.");
    }
    Ok(config::unified(&old, &new))
}

fn hide(path: &str, text: &str) -> String {
    let text = match Path::new(path).extension().and_then(|ending| ending.to_str()) {
        Some("json" | "json5") => &config::redact(Syntax::Json5, text),
        Some("toml") => &config::redact(Syntax::Toml, text),
        Some("md") => &manifest::redact(text),
        _ => text,
    };
    config::redact_program(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_hidden_where_its_name_or_its_looks_tell_a_secret() {
        for (path, text) in [
            ("handler.ts", "const apiKey = \"hunter22\";\n"),
            ("handler.ts", "headers: { Authorization: 'hunter22' }\n"),
            ("run.sh", "export GITHUB_TOKEN=hunter22\n"),
            ("run.sh", "curl -H 'x: ghp_hunter22hunter22hunter22'\n"),
            ("HOOK.md", "+++\nname = 'x'\n[env]\nX = 'hunter22'\n+++\nBody\n"),
            ("settings.json", "{\"env\":{\"X\":\"hunter22\"}}"),
            ("broken.json", "{\"token\": \"hunter22\""),
            ("HOOK.toml", "password = 'hunter22'\n"),
            ("broken.json", "{\"env\": {\"X\": \"hunter22\"}"),
            ("broken.json5", "{ headers: { X: 'hunter22' }, "),
            ("HOOK.toml", "[env\nX = 'hunter22'\n"),
            ("HOOK.md", "+++\nevents = ['Command'\n[env]\nX = 'hunter22'\n+++\nBody\n"),
            ("HOOK.md", "---\nname: x: y\ntoken: hunter22\nevents: [\n---\nBody\n"),
        ] {
            let diff = diff(path, "", text).unwrap();
            assert!(!diff.contains("hunter22"), "{path}: {diff}");
            assert!(diff.contains(config::HIDDEN), "{path}: {diff}");
        }
    }

    #[test]
    fn when_a_hook_runs_is_shown_also_where_its_manifest_does_not_parse() {
        for (path, text) in [
            ("package.json", "{\"events\": [\"command:new\"], \"token\": \"x\""),
            ("HOOK.toml", "events = [\"command:new\"\n[env]\nX = 'x'\n"),
            ("HOOK.md", "+++\nevents = [\"command:new\"\n+++\nBody\n"),
            ("HOOK.md", "---\nname: x: y\nmetadata: {\"events\":[\"command:new\"]}\n---\nBody\n"),
        ] {
            let diff = diff(path, "", text).unwrap();
            assert!(diff.contains("command:new"), "{path}: {diff}");
        }
    }

    #[test]
    fn what_only_names_one_is_shown() {
        for text in [
            "const token = process.env.GITHUB_TOKEN;\n",
            "echo \"$TOKEN\"\n",
            "const author = \"Ann Example\";\n",
            "const key = makeKey();\n",
        ] {
            assert!(diff("handler.ts", "", text).unwrap().contains(text.trim()), "{text}");
        }
    }

    #[test]
    fn a_change_of_nothing_but_a_secret_is_said_and_not_shown() {
        let why = diff("run.sh", "TOKEN='a1'\n", "TOKEN='b2'\n").unwrap_err();
        assert!(why.contains("secret"), "{why}");
    }
}
