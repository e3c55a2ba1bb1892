//! TOML 1.0, for versions that read it with a parser of that time: what TOML 1.1 added, they refuse (rule ).

use super::{Config, Problem, Syntax, SyntaxError, syntax_problem, toml};

/// What is new in TOML 1.1.
const NEWER: &str = "This is TOML 1.1, and Moltis reads TOML 1.0. Write all of a group { … } in one line without a comma at its end, times with their seconds, and neither \\e nor \\x in a text.";

/// What its reader has no place for, whatever the key is.
const TOO_LARGE: &str = "Moltis reads no whole number above 9223372036854775807 or below -9223372036854775808. Write it as a text in quotes.";

const TOO_DEEP: &str = "Moltis reads nothing that is nested so deeply.";

/// All for which it refuses a text that is TOML.
pub(crate) const REFUSALS: [&str; 3] = [NEWER, TOO_LARGE, TOO_DEEP];

/// So many brackets or dots may be deeper than its reader goes.
const DEEP: usize = 79;

/// Why a text that is TOML 1.1 is not TOML 1.0, or not one that its reader takes.
pub(crate) fn refusal(text: &str) -> Option<SyntaxError> {
    // Groups, marks in texts and times.
    let newer = || text.bytes().any(|byte| matches!(byte, b'{' | b'\\' | b':'));
    let deep = || text.bytes().filter(|byte| matches!(byte, b'[' | b'.')).count() >= DEEP;
    if !newer() && !has_long_number(text) && !deep() {
        return None;
    }
    let error = toml_1_0::from_str::<toml_1_0::Table>(text).err()?;
    let at = error.span().map_or(0, |span| span.start);
    let why = match error.message() {
        said if said.contains("number too") => TOO_LARGE,
        said if said.contains("recursion") => TOO_DEEP,
        // A text that is neither is reported by its reader.
        _ => toml::parse(text).ok().map(|_| NEWER)?,
    };
    Some(SyntaxError::at(text, at, why.to_owned()))
}

/// Whether something in it has as many digits as the smallest number that is too large.
fn has_long_number(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words = text.split(|c: char| !is_part(c));
    words.any(|word| word.len() >= 18 && word.starts_with(|c: char| c.is_ascii_digit()))
}

impl Config {
    /// As a version has it that reads TOML 1.0.
    #[must_use]
    pub(crate) fn read_as_older_toml(mut self) -> Self {
        self.older_toml = self.syntax == Syntax::Toml;
        let text = self.text.as_deref().filter(|_| self.older_toml && !self.unparsable);
        let Some(error) = text.and_then(refusal) else { return self };
        let problem: Problem = syntax_problem(&self.path, error);
        let problems = self.problems.into_iter().chain([problem]).collect();
        Self { root: toml::empty(), value: toml::empty(), unparsable: true, problems, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each was given to Moltis of 2026-08-21.
    #[test]
    fn what_came_with_toml_1_1_is_refused_with_its_line() {
        for (text, line) in [
            ("a = 1\nenv = { LEVEL = \"high\", }\n", Some(2)),
            ("env = {\n  LEVEL = \"high\"\n}\n", Some(1)),
            ("a = \"\\e[1m\"\n", Some(1)),
            ("a = \"\\x41\"\n", Some(1)),
            ("at = 07:30\n", Some(1)),
            ("a = 9223372036854775807\nb = 9223372036854775808\n", Some(2)),
            ("a = 0xFFFF_FFFF_FFFF_FFFF\n", Some(1)),
            (&format!("a = {}{}\n", "[".repeat(80), "]".repeat(80)), Some(1)),
            (&format!("a = {}{}\n", "[".repeat(79), "]".repeat(79)), None),
            (&format!("{} = 1\n", ["a"; 80].join(".")), Some(1)),
            ("a = '0123456789012345678901234567890'\n", None),
            ("a = [1, 2,\n]\nb = { c = 1 }\nat = 07:30:00\nd = \"\\u001B\"\n", None),
            ("neither = [\n", None),
        ] {
            assert_eq!(refusal(text).map(|error| error.line), line, "{text}");
        }
    }
}
