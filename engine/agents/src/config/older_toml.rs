//! TOML 1.0, for versions that read it with a parser of that time: what TOML 1.1 added, they refuse (rule ).

use super::{Config, Problem, Syntax, SyntaxError, syntax_problem, toml};

/// What is new in TOML 1.1.
pub(crate) const NEWER: &str = "This is TOML 1.1, and Moltis reads TOML 1.0. Write all of a group { … } in one line without a comma at its end, times with their seconds, and neither \\e nor \\x in a text.";

/// Why a text that is TOML 1.1 is not TOML 1.0.
pub(crate) fn refusal(text: &str) -> Option<SyntaxError> {
    // Groups, marks in texts and times.
    if !text.bytes().any(|byte| matches!(byte, b'{' | b'\\' | b':')) {
        return None;
    }
    // A text that is neither is reported by its reader.
    let error = toml_1_0::from_str::<toml_1_0::Table>(text).err()?;
    toml::parse(text).ok()?;
    let at = error.span().map_or(0, |span| span.start);
    Some(SyntaxError::at(text, at, NEWER.to_owned()))
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
            ("a = [1, 2,\n]\nb = { c = 1 }\nat = 07:30:00\nd = \"\\u001B\"\n", None),
            ("neither = [\n", None),
        ] {
            assert_eq!(refusal(text).map(|error| error.line), line, "{text}");
        }
    }
}
