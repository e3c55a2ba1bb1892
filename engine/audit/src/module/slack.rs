//! Texts whose grammar is wrong for Node and for the reader here, and which bun takes: it skips types without reading
//! them closely, reads JSX in `.js`, and types and JSX in a file without an ending. They are read again as bun would take them.

use std::path::Path;

use oxc::span::SourceType;

use super::{Facts, read};

/// So many places of a text are read past.
const MOST: usize = 16;

/// What bun takes in the place of a type, and what of the same length is read in its stead.
const IN_TYPES: [(&str, &str); 4] = [("is ", "|  "), ("this", "that"), ("#", "_"), ("-->", "//>")];

/// The facts of a module with this name and text.
pub(super) fn facts(file: &Path, text: &str) -> Facts {
    let extension = file.extension().and_then(|it| it.to_str()).unwrap_or_default();
    // The mark of an editor; the reader takes it only where no line for a shell follows.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let kind = read::kind(extension);
    let found = read::of(extension, text, kind);
    match found.syntax {
        Some(_) => read_again(extension, text, kind).unwrap_or(found),
        None => found,
    }
}

/// The facts of a text that bun may take; none where it does not either.
fn read_again(extension: &str, text: &str, kind: SourceType) -> Option<Facts> {
    let mut facts = match extension {
        "js" => read::of(extension, text, kind.with_jsx(true)),
        // A file called `handler` or `index`.
        "" => read::of(extension, text, SourceType::tsx()),
        "ts" | "mts" | "cts" => past_types(extension, text, kind)?,
        _ => return None,
    };
    if facts.syntax.is_some() {
        return None;
    }
    // Whether bun does is not asked any closer.
    facts.early.doubt = true;
    facts.early.node = read::of(extension, text, kind).syntax;
    Some(facts)
}

fn past_types(extension: &str, text: &str, kind: SourceType) -> Option<Facts> {
    let mut text = text.to_owned();
    for _ in 0..MOST {
        let at = read::torn_at(&text, kind)?;
        let behind = text.get(at..)?;
        let begins = at.saturating_add(behind.len().saturating_sub(behind.trim_start().len()));
        let (_, other) = IN_TYPES
            .iter()
            .find(|(word, _)| text.get(begins..).is_some_and(|rest| rest.starts_with(word)))?;
        let end = begins.saturating_add(other.len());
        text.replace_range(begins..end, other);
        let facts = read::of(extension, &text, kind);
        if facts.syntax.is_none() {
            return Some(facts);
        }
    }
    None
}
