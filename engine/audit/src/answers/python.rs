//! The answers of a Python script. There is no grammar for it here: texts and comments are put aside,
//! and the few words that matter are looked for in the rest.

use std::sync::LazyLock;

use regex::Regex;

use crate::answer::{Answers, changes_tool};
use tacklebox_machine::cut::Cut;

static EXIT: LazyLock<Result<Regex, regex::Error>> = LazyLock::new(|| {
    Regex::new(r"(?:^|[^\w.])(?:sys\.exit|os\._exit|exit|quit|SystemExit)\s*\(\s*([0-9]{1,3})\s*\)")
});

pub(super) fn answers(text: &str) -> Answers {
    let exits = match &*EXIT {
        Ok(exit) => exit
            .captures_iter(&without(text, true))
            .filter_map(|found| found.get(1)?.as_str().parse().ok())
            .collect(),
        Err(_) => Vec::new(),
    };
    let code = without(text, false);
    let prints = code.contains("print(") || code.contains("stdout");
    Answers { exits, changes_tool: prints && changes_tool(&code) }
}

/// The text without comments and long texts (which document), and on a wish without short ones.
fn without(text: &str, short_too: bool) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' | '\'' => {
                let quote = rest.cut(..1);
                let long = quote.repeat(3);
                if rest.starts_with(&long) {
                    rest.cut(3..).find(&long).map_or(rest.len(), |end| end.saturating_add(6))
                } else {
                    let end = end_of_text(rest, c);
                    if !short_too {
                        kept.push_str(rest.cut(..end));
                    }
                    end
                }
            }
            c => {
                kept.push(c);
                c.len_utf8()
            }
        };
        rest = rest.cut(length..);
    }
    kept
}

fn end_of_text(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at.saturating_add(1),
            _ => {}
        }
    }
    text.len()
}
