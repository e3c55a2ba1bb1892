//! Words of texts that have no tree, programs and comments: those that sound like a secret or look like one.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::secret_names::is_secret;
use super::secret_values::looks_secret;
use tacklebox_machine::cut::Cut;

/// What is shown instead of a secret.
pub const HIDDEN: &str = "••••••";
pub(super) const CHANGED: &str = "•••••• (changed)";

/// All that was found.
pub(super) fn whole<'t>(found: &Captures<'t>) -> &'t str {
    found.get(0).map(|all| all.as_str()).unwrap_or_default()
}

/// The part of this name.
pub(super) fn group<'t>(found: &Captures<'t>, name: &str) -> &'t str {
    found.name(name).map(|part| part.as_str()).unwrap_or_default()
}

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
pub(super) const AROUND: &str = "\"'`(),;=[]{}<>";

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

#[cfg(test)]
mod tests {
    use super::*;

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
