//! Reads typed TOML, and says in plain words at which line it could not.

use serde::de::DeserializeOwned;

use super::front::{self, TOO_DEEP};
use super::plain_toml;
use super::unclosed::{self, Flow};
use super::{Broken, Manifest};

/// What `make` finds in a manifest. Where it refuses one, it is read by the grammar, which knows all places.
pub(super) fn manifest<T: DeserializeOwned>(
    text: &str,
    make: impl Fn(T) -> Result<Manifest, Broken>,
) -> Result<Manifest, Broken> {
    match plain_toml::read(text).map(&make) {
        Some(Ok(manifest)) => Ok(manifest),
        _ => make(read(text)?),
    }
}

/// Lines of the error are those of `text`.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Broken> {
    toml::from_str(text).map_err(|error| {
        let name = front::guess_name(text, '=');
        if let Some(broken) = left_open(text, error.message()) {
            return broken.named(name);
        }
        let line = error.span().map(|span| front::line_at(text, span.start));
        let here = line.and_then(|line| text.lines().nth(line.saturating_sub(1) as usize));
        Broken::new(line, words(error.message(), here.unwrap_or_default())).named(name)
    })
}

fn words(message: &str, line: &str) -> String {
    let key = line.split('=').next().unwrap_or_default().trim();
    let subject = match key {
        key if line.contains('=') && !key.is_empty() => format!("`{key}`"),
        _ => "this".to_owned(),
    };
    let first = message.lines().next().unwrap_or_default();
    if first.contains("recurs") {
        return TOO_DEEP.to_owned();
    }
    // Only serde's messages are about a value; the parser's own `expected` is about syntax.
    if let Some((_, wanted)) = first.split_once(", expected ")
        && (first.starts_with("invalid type") || first.starts_with("invalid value"))
    {
        let wanted = match wanted {
            "a string" => "a text in quotes",
            "a sequence" => "a list",
            "a boolean" => "`true` or `false`",
            "u32" | "u64" => "a whole number, not below 0",
            "i32" => "a whole number",
            _ => "a table",
        };
        return format!("{subject} must be {wanted}");
    }
    if let Some(rest) = first.strip_prefix("missing field `") {
        let field = rest.split('`').next().unwrap_or(rest);
        return format!("`{field}` is missing");
    }
    if first.contains("duplicate key") {
        return format!("{subject} is given twice");
    }
    "this line is not valid TOML".to_owned()
}

/// The parser notices an open bracket or quote only where it needed the end: name the beginning.
fn left_open(text: &str, message: &str) -> Option<Broken> {
    let syntax = ["unclosed", "missing", "invalid basic", "invalid literal"];
    if !syntax.iter().any(|start| message.starts_with(start))
        || message.starts_with("missing field")
    {
        return None;
    }
    match unclosed::first(text, '=')? {
        Flow::Open(at, what) => Some(Broken::new(
            front::line_at(text, at),
            format!("the {what} that begins here is never closed"),
        )),
        _ => None,
    }
}
