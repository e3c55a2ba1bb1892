//! What is beside a change is there to find the place. Its values are nobody's business: no name and no looks
//! tell every secret.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::redact_words::{CHANGED, HIDDEN};
use tacklebox_machine::cut::Cut;

/// The diff of two configs or manifests (JSON5, TOML), without the values of lines that stay as they are, but for what a
/// manifest tells everybody.
pub(super) fn hide_neighbours(diff: &str) -> String {
    in_context(diff, |line| {
        let told = TOLD_LINE.as_ref().ok().and_then(|told| told.captures(line));
        let key = told.and_then(|found| found.get(1)).map(|key| key.as_str());
        match key.is_some_and(|key| TOLD.contains(&key) || TOLD_OF_A_HOOK.contains(&key)) {
            true => line.to_owned(),
            false => hide(&VALUE, line),
        }
    })
}

/// The same of texts with YAML front matter, where a value needs no quotes: but for what a manifest tells
/// everybody, all but the names of a list or a
/// map in one line, a lone word behind a name or a dash, a long one that has its line to itself. Other words
/// with blanks between them are a sentence, of which only what is in quotes goes.
pub(super) fn hide_neighbours_in_yaml(diff: &str) -> String {
    in_context(diff, |line| {
        let Ok(lead) = &*YAML_LEAD else { return String::new() };
        let start = lead.find(line).map_or(0, |found| found.end());
        let (lead, rest) = (line.cut(..start), line.cut(start..));
        let key = lead.trim().trim_start_matches('-').trim_start().trim_end_matches(':').trim_end();
        if TOLD.contains(&key.trim_matches(['"', '\''])) {
            return line.to_owned();
        }
        let named = lead.trim_end().ends_with([':', '-']);
        let alone = !rest.trim().contains(char::is_whitespace);
        let shown = match rest.starts_with(['[', '{']) || alone && (named || rest.len() > LONG) {
            true => hide(&YAML_WORD, rest),
            false => hide(&VALUE_IN_TEXT, rest),
        };
        format!("{lead}{shown}")
    })
}

/// What a manifest tells everybody.
const TOLD: [&str; 9] =
    ["name", "title", "description", "homepage", "license", "version", "author", "events", "os"];

/// What a manifest or an entry of a config says of when a hook runs.
const TOLD_OF_A_HOOK: [&str; 7] =
    ["event", "channels", "method", "position", "priority", "timeout", "timeout_secs"];

/// A line that is one name and its value, a plain one or a list of texts, with nothing behind it.
static TOLD_LINE: Pattern = LazyLock::new(|| {
    Regex::new(
        r#"^[ \t]*["']?([a-z_]+)["']?[ \t]*[:=][ \t]*(?:"[^"\\\n]*"|'[^'\\\n]*'|\d+|\[(?:[ \t]*"[^"\\\n]*"[ \t]*,?)*[ \t]*\])[ \t]*,?[ \t]*\r?\n?$"#,
    )
});

/// In bytes: a word that is longer than this is seldom one.
const LONG: usize = 16;

fn in_context(diff: &str, shown: impl Fn(&str) -> String) -> String {
    let lines = diff.split_inclusive('\n').map(|line| match line.strip_prefix(' ') {
        Some(context) => format!(" {}", shown(context)),
        None => line.to_owned(),
    });
    lines.collect()
}

type Pattern = LazyLock<Result<Regex, regex::Error>>;

/// The line with each value that the pattern finds (its only group) hidden; none of it without a pattern.
fn hide(values: &Pattern, line: &str) -> String {
    let Ok(values) = &**values else { return String::new() };
    let hidden = values.replace_all(line, |found: &Captures| {
        let all = found.get(0).map(|all| all.as_str()).unwrap_or_default();
        match found.get(1) {
            Some(value) if !is_plain(value.as_str()) => {
                // Nothing is behind the value in what was found.
                let before = all.len().saturating_sub(value.len());
                format!("{}\"{HIDDEN}\"", all.cut(..before))
            }
            _ => all.to_owned(),
        }
    });
    hidden.into_owned()
}

/// A text in quotes behind which no value follows, so that it is none of the names; a number of more
/// than three digits. First of all what begins as a comment or is a name, which stays.
static VALUE: Pattern = LazyLock::new(|| {
    Regex::new(
        r#"(?x) (?: "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' ) [\ \t]* [:=] | [A-Za-z_$][\w$.-]* [\ \t]* [:=]
        | ( "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | \b\d[\d_.]{3,}\b )"#,
    )
});

/// The indent, dashes and name before a value of YAML.
static YAML_LEAD: Pattern = LazyLock::new(|| {
    Regex::new(r#"^[ \t]*(?:-[ \t]+)*(?:(?:"[^"\n]*"|'[^'\n]*'|[\w.$-]+)[ \t]*:[ \t]+)?"#)
});

/// Each word of a list or map in one line that is not a name.
static YAML_WORD: Pattern = LazyLock::new(|| {
    Regex::new(
        r#"(?x) (?: "(?:[^"\\\n]|\\.)*" | '(?:[^'\n]|'')*' | [^\s"'\[\]{},:]+ ) [\ \t]* :(?:[\ \t\[{"']|\n|$)
        | ( "(?:[^"\\\n]|\\.)*" | '(?:[^'\n]|'')*' | [^\s"'\[\]{},]+ )"#,
    )
});

/// In a sentence: what is in quotes that do not begin inside a word, and long numbers.
static VALUE_IN_TEXT: Pattern = LazyLock::new(|| {
    Regex::new(
        r#"(?x) (?: "(?:[^"\\\n]|\\.)*" | '(?:[^'\n]|'')*' ) [\ \t]* :
        | \w'\w
        | ( "(?:[^"\\\n]|\\.)*" | '(?:[^'\n]|'')*' | \b\d[\d_.]{3,}\b )"#,
    )
});

/// What no secret looks like: nothing, or a switch.
fn is_plain(value: &str) -> bool {
    let inner = value.trim_matches(['"', '\'']);
    inner.is_empty()
        || matches!(inner, "on" | "off" | "yes" | "no" | "auto" | "default" | "none")
        || matches!(inner, "true" | "false" | "null" | "|" | ">" | "|-" | ">-" | "---")
        || inner.chars().all(|c| c.is_ascii_digit()) && inner.len() < 4
        || inner == HIDDEN
        || inner == CHANGED
}
