//! Diffs that may be shown: they are made of texts without secrets only, so that none gets into a window, a log or a
//! terminal.

use std::borrow::Cow;
use std::time::Duration;

use similar::{DiffTag, TextDiff};

use super::redact::{find, redact, redact_beside, redact_yaml};
use super::redact_neighbours::{hide_neighbours, hide_neighbours_in_yaml};
use super::redact_words::{AROUND, HIDDEN};
use super::secret_values::looks_secret;
use super::{Syntax, edit};
use tacklebox_machine::cut::Cut;

/// The unified diff of two texts, redacted; a changed secret still shows as a changed line.
pub fn diff(syntax: Syntax, before: &str, after: &str) -> String {
    if syntax == Syntax::Yaml {
        let shown = unified(&redact(syntax, before), &redact(syntax, after));
        return hide_neighbours_in_yaml(&shown);
    }
    if let Some(slip) = of_slip(syntax, before, after) {
        return slip;
    }
    let old = find(syntax, before).map(|found| {
        found.into_iter().map(|secret| (secret.path, before.cut(secret.place).to_owned())).collect()
    });
    let hidden_before = redact(syntax, before);
    let hidden_after = redact_beside(syntax, after, old.as_ref());
    hide_neighbours(&unified(&hidden_before, &hidden_after))
}

/// The unified diff of two texts that may be shown. That a last line has no end is told only where that is what
/// changes.
pub fn unified(before: &str, after: &str) -> String {
    let (before, after) = match before.lines().eq(after.lines()) {
        true => (Cow::Borrowed(before), Cow::Borrowed(after)),
        false => (ended(before), ended(after)),
    };
    TextDiff::configure()
        // Of two texts without a line in common, any difference will do.
        .timeout(Duration::from_millis(500))
        .diff_lines(&before, &after)
        .unified_diff()
        .context_radius(3)
        .header("before", "after")
        .to_string()
}

/// A text with an end to its last line.
fn ended(text: &str) -> Cow<'_, str> {
    match text.is_empty() || text.ends_with('\n') {
        true => text.into(),
        false => format!("{text}\n").into(),
    }
}

/// The unified diff of two texts with YAML front matter.
pub fn diff_yaml(before: &str, after: &str) -> String {
    hide_neighbours_in_yaml(&unified(&redact_yaml(before), &redact_yaml(after)))
}

/// The diff of a text with a slip and the one without it. What is secret is known from the one that parses; a
/// line of the other is shown only where the line in its place has no secret. None where neither parses, or
/// the first one does.
fn of_slip(syntax: Syntax, before: &str, after: &str) -> Option<String> {
    if edit::parse_or_empty(syntax, before).is_ok() || edit::parse_or_empty(syntax, after).is_err()
    {
        return None;
    }
    let hidden_after = redact(syntax, after);
    let hidden: Vec<&str> = hidden_after.split_inclusive('\n').collect();
    let raw: Vec<&str> = after.split_inclusive('\n').collect();
    if hidden.len() != raw.len() {
        return None;
    }
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let mut shown = String::new();
    let diff = TextDiff::from_lines(before, after);
    for op in diff.ops() {
        let (old_place, new_place) = (op.old_range(), op.new_range());
        if op.tag() == DiffTag::Equal {
            new_place.for_each(|at| shown.push_str(hidden.get(at).copied().unwrap_or_default()));
            continue;
        }
        let secret = new_place.clone().any(|at| hidden.get(at) != raw.get(at));
        for line in old.get(old_place).unwrap_or_default() {
            let as_yaml = line.replacen('=', ":", 1);
            if secret || redact_yaml(&as_yaml) != as_yaml || holds_secret(line) {
                shown.push_str(&format!("{HIDDEN}\n"));
            } else {
                shown.push_str(line);
            }
        }
    }
    Some(hide_neighbours(&unified(&shown, &hidden_after)))
}

fn holds_secret(line: &str) -> bool {
    line.split(|c: char| c.is_whitespace() || AROUND.contains(c)).any(looks_secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_shown_and_no_secret_beside_it() {
        let before = "# mine\ntoken = \"abc\"\n[[hooks]\nname = \"x\"\n";
        let after = before.replace("[[hooks]\n", "[[hooks]]\n");
        let diff = of_slip(Syntax::Toml, before, &after).unwrap();
        assert!(diff.contains("\n-[[hooks]\n+[[hooks]]\n"), "{diff}");
        assert!(!diff.contains("abc"), "{diff}");
        // The slip is in the secret itself.
        let diff =
            of_slip(Syntax::Toml, "a = 1\ntoken = \"abc\n", "a = 1\ntoken = \"abc\"\n").unwrap();
        assert!(!diff.contains("abc") && diff.contains("-••••••\n"), "{diff}");
        assert_eq!(of_slip(Syntax::Toml, "a = 1\n", "a = 2\n"), None);
    }
}
