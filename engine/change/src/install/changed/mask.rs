//! Diffs of any file of a hook without what sounds like a secret.

use std::path::Path;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use similar::TextDiff;

use tacklebox_agents::config::{self, Syntax};
use tacklebox_agents::dialect::Format;
use tacklebox_agents::manifest;

const HIDDEN: &str = "••••••";

/// A name and a lone value behind `:` or `=`: a text in quotes, or a bare word as in a shell's
/// `TOKEN=abc`. What is called or looked up (`process.env.TOKEN`, `$TOKEN`, `token()`) tells nothing.
static ASSIGNED: LazyLock<Result<Regex, regex::Error>> = LazyLock::new(|| {
    Regex::new(
        r#"(?x) (?<lead> ["']? (?<key>[A-Za-z_][\w-]*) ["']? [\ \t]* [:=] [\ \t]* )
        (?<value> "(?:[^"\\\n]|\\.)+" | '(?:[^'\\\n]|\\.)+' | `[^`$\n]+` | [A-Za-z0-9_+/=-]{8,} (?:\s|$) )"#,
    )
});

/// Texts in which a key is told by its own looks, wherever it is.
static KEYS: LazyLock<Result<Regex, regex::Error>> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:sk-[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|xox[abprs]-[A-Za-z0-9-]{10,}|AKIA[A-Z0-9]{16}|npm_[A-Za-z0-9]{20,})",
    )
});

/// The unified diff of two versions of a file.
///
/// # Errors
/// Why there is none to be shown.
pub(super) fn diff(path: &str, before: &str, after: &str) -> Result<String, &'static str> {
    let (old, new) = (hide(path, before), hide(path, after));
    if old == new && before != after {
        return Err("Only what may be a secret differs, which is not shown.");
    }
    let diff = TextDiff::from_lines(&old, &new);
    Ok(diff.unified_diff().context_radius(3).header("before", "after").to_string())
}

fn hide(path: &str, text: &str) -> String {
    let syntax = match Path::new(path).extension().and_then(|ending| ending.to_str()) {
        Some("json" | "json5") => Some(Syntax::Json5),
        Some("toml") => Some(Syntax::Toml),
        _ => None,
    };
    let parses = |syntax: &Syntax| config::parse(*syntax, text).is_ok();
    let text = match (syntax.filter(parses), manifest::front_range(Format::TomlFront, text)) {
        (Some(syntax), _) => config::redact(syntax, text),
        (None, Some((start, end))) if parses_toml(&text[start..end]) => {
            let front = config::redact(Syntax::Toml, &text[start..end]);
            format!("{}{front}{}", &text[..start], &text[end..])
        }
        _ => text.to_owned(),
    };
    let text = match &*ASSIGNED {
        Ok(assigned) => assigned.replace_all(&text, assigned_hidden).into_owned(),
        Err(_) => text,
    };
    match &*KEYS {
        Ok(keys) => keys.replace_all(&text, HIDDEN).into_owned(),
        Err(_) => text,
    }
}

fn parses_toml(text: &str) -> bool {
    config::parse(Syntax::Toml, text).is_ok()
}

fn assigned_hidden(found: &Captures<'_>) -> String {
    let value = &found["value"];
    let inner = value.trim().trim_matches(['"', '\'', '`']);
    if !config::is_secret(&found["key"]) && !config::looks_secret(inner) {
        return found[0].to_owned();
    }
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'));
    match quote {
        Some(quote) => format!("{}{quote}{HIDDEN}{quote}", &found["lead"]),
        // The line's end belongs to the match and stays.
        None => {
            let end = &value[value.trim_end().len()..];
            format!("{}{HIDDEN}{end}", &found["lead"])
        }
    }
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
            assert!(diff.contains(HIDDEN), "{path}: {diff}");
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
