//! Diffs of any file of a hook without what sounds like a secret.

use std::path::Path;

use tacklebox_agents::config::{self, Syntax};
use tacklebox_agents::manifest;
use tacklebox_machine::cut::Cut;

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
    let syntax = match Path::new(path).extension().and_then(|ending| ending.to_str()) {
        Some("json" | "json5") => Some(Syntax::Json5),
        Some("toml") => Some(Syntax::Toml),
        _ => None,
    };
    let parses = |syntax: &Syntax| config::parse(*syntax, text).is_ok();
    let text = match (syntax.filter(parses), manifest::toml_front(text)) {
        (Some(syntax), _) => config::redact(syntax, text),
        (None, Some((start, end))) if parses_toml(text.cut(start..end)) => {
            let front = config::redact(Syntax::Toml, text.cut(start..end));
            format!("{}{front}{}", text.cut(..start), text.cut(end..))
        }
        _ => text.to_owned(),
    };
    config::redact_program(&text)
}

fn parses_toml(text: &str) -> bool {
    config::parse(Syntax::Toml, text).is_ok()
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
        ] {
            let diff = diff(path, "", text).unwrap();
            assert!(!diff.contains("hunter22"), "{path}: {diff}");
            assert!(diff.contains(config::HIDDEN), "{path}: {diff}");
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
