//! Reads typed TOML, and says in plain words at which line it could not.

use serde::de::DeserializeOwned;

use super::Broken;
use super::front::{self, TOO_DEEP};

/// Lines of the error are those of `text`.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Broken> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| front::line_at(text, span.start));
        let here = line.and_then(|line| text.lines().nth(line.saturating_sub(1) as usize));
        Broken::new(line, words(error.message(), here.unwrap_or_default()))
            .named(front::guess_name(text, '='))
    })
}

fn words(message: &str, line: &str) -> String {
    let key = line.split('=').next().unwrap_or_default().trim();
    let subject = match key {
        key if line.contains('=') && !key.is_empty() => format!("`{key}`"),
        _ => "this".to_owned(),
    };
    let first = message.lines().next().unwrap_or_default();
    if first.contains("recursion limit") {
        return TOO_DEEP.to_owned();
    }
    if let Some((_, wanted)) = first.split_once(", expected ") {
        let wanted = match wanted {
            "a string" => "a text in quotes",
            "a sequence" => "a list",
            "a boolean" => "`true` or `false`",
            "a map" => "a table",
            "u32" => "a whole number, not below 0",
            "i32" => "a whole number",
            wanted if wanted.starts_with("struct ") => "a table",
            _ => return format!("{subject} is not valid TOML"),
        };
        // Only serde's messages are about a value; the parser's own `expected` is about syntax.
        if first.starts_with("invalid type") || first.starts_with("invalid value") {
            return format!("{subject} must be {wanted}");
        }
    }
    if let Some(rest) = first.strip_prefix("missing field `") {
        let field = rest.split('`').next().unwrap_or(rest);
        return format!("`{field}` is missing");
    }
    if first.contains("duplicate key") {
        return format!("{subject} is given twice");
    }
    if first.contains("unclosed array") {
        return "the list that begins here is never closed".to_owned();
    }
    if first.contains("unclosed inline table") {
        return "the table that begins here is never closed".to_owned();
    }
    if first.contains("invalid") && first.contains("string") {
        return "the quoted text on this line is not valid or never closed".to_owned();
    }
    "this line is not valid TOML".to_owned()
}
