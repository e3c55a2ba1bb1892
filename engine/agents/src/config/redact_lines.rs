//! Diffs of texts of which no tree can be had: a config with a slip beside the one without it, and programs.

use similar::{DiffTag, TextDiff};

use super::redact::{hide_neighbours, redact, redact_yaml};
use super::secret_values::looks_secret;
use super::{Syntax, edit};

const HIDDEN: &str = "••••••";

fn unified(before: &str, after: &str) -> String {
    TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(3)
        .header("before", "after")
        .to_string()
}

/// The diff of a text with a slip and the one without it. What is secret is known from the one that parses; a
/// line of the other is shown only where the line in its place has no secret. None where neither parses, or
/// the first one does.
pub(super) fn of_slip(syntax: Syntax, before: &str, after: &str) -> Option<String> {
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

/// The diff of two programs: a line with something that looks like a key is hidden as a whole.
pub fn diff_program(before: &str, after: &str) -> String {
    let hide = |text: &str| -> String {
        let line = |line: &str| match holds_secret(line) {
            true => format!("{HIDDEN}\n"),
            false => line.to_owned(),
        };
        text.split_inclusive('\n').map(line).collect()
    };
    unified(&hide(before), &hide(after))
}

fn holds_secret(line: &str) -> bool {
    line.split(|c: char| c.is_whitespace() || "\"'`(),;=[]{}<>".contains(c)).any(looks_secret)
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

    #[test]
    fn a_line_of_a_program_with_a_key_is_hidden() {
        let key = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
        let diff = diff_program("a();\n", &format!("a();\nlet b = \"{key}\";\n"));
        assert!(!diff.contains("ghp_") && diff.contains("+••••••\n"), "{diff}");
        assert!(diff_program("", "export default () => {};\n").contains("+export default"));
    }
}
