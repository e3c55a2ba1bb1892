//! Diffs of texts that have no tree: a config with a slip beside the one without it, and programs.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use similar::{DiffTag, TextDiff};

use super::redact::{HIDDEN, group, redact, redact_yaml, unified, whole};
use super::redact_neighbours::hide_neighbours;
use super::secret_names::is_secret;
use super::secret_values::looks_secret;
use super::{Syntax, edit};
use tacklebox_machine::cut::Cut;

/// A name and a lone value behind `:` or `=`: a text in quotes, or a bare word as in a shell's
/// `TOKEN=abc`. What is called or looked up (`process.env.TOKEN`, `$TOKEN`, `token()`) tells nothing.
static ASSIGNED: LazyLock<Result<Regex, regex::Error>> = LazyLock::new(|| {
    Regex::new(
        r#"(?x) (?<lead> ["']? [A-Za-z_][\w-]* ["']? [\ \t]*
        (?: \?? : [\ \t]* [A-Za-z] [\w.<>|\[\]\ ]* = | :?= | : ) [\ \t]* )
        (?<value> "(?:[^"\\\n]|\\.)+" | '(?:[^'\\\n]|\\.)+' | `[^`$\n]+` | [A-Za-z0-9_+/=-]{8,} (?:\s|$) )"#,
    )
});

/// An address up to where a program puts in more, and its beginning up to the host.
static ADDRESS: LazyLock<Result<Regex, regex::Error>> = LazyLock::new(|| {
    Regex::new(
        r#"(?x) (?<host> [A-Za-z][A-Za-z0-9+.-]* :// [^\s"'`<>(){}\[\]\\$/?\#]* )
        (?: [^\s"'`<>(){}\[\]\\$]* [^\s"'`<>(){}\[\]\\$,.;:!?] )?"#,
    )
});

/// What ends a word of a program.
const AROUND: &str = "\"'`(),;=[]{}<>";

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

/// A program, or any other text that have no tree, without what sounds like a secret or looks like one.
pub fn redact_program(text: &str) -> String {
    let text = match &*ASSIGNED {
        Ok(assigned) => assigned.replace_all(text, hidden).into_owned(),
        Err(_) => return HIDDEN.to_owned(),
    };
    hide_words(&text)
}

/// A text without the words that look like a secret. Of an address its host stays, which tells what is talked to.
pub(super) fn hide_words(text: &str) -> String {
    let Ok(address) = &*ADDRESS else { return HIDDEN.to_owned() };
    let text = address.replace_all(text, |found: &Captures| match looks_secret(whole(found)) {
        true if group(found, "host").contains('@') => HIDDEN.to_owned(),
        true => format!("{}/{HIDDEN}", group(found, "host")),
        false => whole(found).to_owned(),
    });
    let ends = |c: char| c.is_whitespace() || AROUND.contains(c);
    let word = |piece: &str| {
        let word = piece.trim_end_matches(ends);
        match looks_secret(word) {
            true => format!("{HIDDEN}{}", piece.cut(word.len()..)),
            false => piece.to_owned(),
        }
    };
    text.split_inclusive(ends).map(word).collect()
}

fn hidden(found: &Captures<'_>) -> String {
    let value = group(found, "value");
    let inner = value.trim().trim_matches(['"', '\'', '`']);
    let lead = group(found, "lead");
    // With a type between them, as in `apiKey: string =`, there are several names.
    let mut names = lead.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'));
    if !names.any(is_secret) && !looks_secret(inner) {
        return whole(found).to_owned();
    }
    match value.chars().next().filter(|c| matches!(c, '"' | '\'' | '`')) {
        Some(quote) => format!("{lead}{quote}{HIDDEN}{quote}"),
        // The line's end belongs to the match and stays.
        None => format!("{lead}{HIDDEN}{}", value.cut(value.trim_end().len()..)),
    }
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

    #[test]
    fn a_program_is_shown_without_its_keys() {
        let key = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
        for text in [
            "const apiKey = \"hunter22\";\n",
            "const apiKey: string | null = \"hunter22\";\n",
            "headers: { Authorization: 'hunter22' }\n",
            "export GITHUB_TOKEN=hunter22\n",
            "token := \"hunter22\"\n",
            "case 1: token = \"hunter22\";\n",
            "connect(\"postgres://me:hunter22@db/x\")\n",
            &format!("let b = \"{key}\";\n"),
            &format!("curl -H 'x: {key}'\n"),
        ] {
            let shown = redact_program(text);
            assert!(!shown.contains("hunter22") && !shown.contains("ghp_"), "{shown}");
            assert!(shown.contains(HIDDEN) && shown.ends_with('\n'), "{shown}");
        }
        assert_eq!(
            redact_program("post('https://hooks.slack.com/services/T1/B2/x', a)\n"),
            "post('https://hooks.slack.com/••••••', a)\n",
            "whom it talks to is told"
        );
        assert_eq!(redact_program("curl https://h/f?v=1&code=abcdef\n"), "curl https://h/••••••\n");
        let call = format!("send(\"{key}\"); done();\n");
        assert_eq!(redact_program(&call), "send(\"••••••\"); done();\n", "what is beside it stays");
        for text in [
            "const token = process.env.GITHUB_TOKEN;\n",
            "fetch(`https://api.example.com/v1/items?token=${token}`);\n",
            "curl https://example.com/hooks/deploy?limit=100\n",
            "echo \"$TOKEN\"\n",
            "const author = \"Ann Example\";\n",
            "const key = makeKey();\n",
            "export default () => {};\n",
            "if (typeof token === \"string\") return;\n",
        ] {
            assert_eq!(redact_program(text), text);
        }
    }
}
