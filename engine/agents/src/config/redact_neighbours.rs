//! What is beside a change is there to find the place. Its values are nobody's business: no name and no looks
//! tell every secret.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::redact_words::{CHANGED, HIDDEN, redact_program};
use super::secret_names::is_secret;
use tacklebox_machine::cut::Cut;

/// The diff of two configs or manifests (JSON5, TOML), without the values of lines that stay as they are, but for what a
/// manifest tells everybody.
pub(super) fn hide_neighbours(diff: &str) -> String {
    in_context(diff, |line, told| hide(&VALUE, line, told))
}

/// The same of texts with YAML front matter, where a value needs no quotes: but for what a manifest tells
/// everybody, all but the names of a list or a
/// map in one line, a lone word behind a name or a dash, a long one that has its line to itself. Other words
/// with blanks between them are a sentence, of which only what is in quotes goes.
pub(super) fn hide_neighbours_in_yaml(diff: &str) -> String {
    let mut above = false;
    in_context(diff, |line, told| {
        let Ok(lead) = &*YAML_LEAD else { return String::new() };
        let start = lead.find(line).map_or(0, |found| found.end());
        let (lead, rest) = (line.cut(..start), line.cut(start..));
        let key = lead.trim().trim_start_matches('-').trim_start().trim_end_matches(':').trim_end();
        let listed = above && line.trim_start().starts_with("- ");
        above = listed || line.trim().strip_suffix(':').is_some_and(is_told);
        if listed || is_told(key.trim_matches(['"', '\''])) {
            return line.to_owned();
        }
        let named = lead.trim_end().ends_with([':', '-']);
        let alone = !rest.trim().contains(char::is_whitespace);
        let shown = match rest.starts_with(['[', '{']) || alone && (named || rest.len() > LONG) {
            true => hide(&YAML_WORD, rest, told),
            false => hide(&VALUE_IN_TEXT, rest, told),
        };
        format!("{lead}{shown}")
    })
}

/// A text (JSON5, TOML) that does not parse, without any value but for what a manifest tells everybody: where one ends is
/// not sure.
pub(super) fn hide_unparsed(text: &str) -> String {
    let mut told = Told::default();
    let lines = text.split_inclusive('\n').map(|line| {
        let inner = line.trim();
        let header = inner.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
        match header.map(|it| it.trim_matches(['[', ']'])) {
            // Of a table of TOML.
            Some(name)
                if !name.is_empty()
                    && name.chars().all(|c| c.is_alphanumeric() || "._-".contains(c)) =>
            {
                told = Told::default();
                name.split('.').for_each(|part| told.name(part));
                told.depth = 1;
                line.to_owned()
            }
            _ => hide(&WORD, line, &mut told),
        }
    });
    redact_program(&lines.collect::<String>())
}

/// What a manifest tells everybody, or an entry of a config: what it is, when it runs and what it needs.
const TOLD: [&str; 20] = [
    "name",
    "title",
    "description",
    "homepage",
    "license",
    "version",
    "author",
    "emoji",
    "events",
    "event",
    "os",
    "bins",
    "anyBins",
    "any_bins",
    "channels",
    "method",
    "position",
    "priority",
    "timeout",
    "timeout_secs",
];

fn is_told(name: &str) -> bool {
    TOLD.contains(&name)
}

/// Whether what comes next is told everybody, as a text is read from its beginning.
#[derive(Default)]
struct Told {
    now: bool,
    in_list: bool,
    depth: usize,
    /// Below this one all is secret, whatever it is called.
    secret: Option<usize>,
}

impl Told {
    fn between(&mut self, signs: &str) {
        for sign in signs.chars() {
            match sign {
                '[' | '{' => {
                    self.depth = self.depth.saturating_add(1);
                    self.in_list = sign == '[';
                }
                ']' | '}' => {
                    self.depth = self.depth.saturating_sub(1);
                    (self.now, self.in_list) = (false, false);
                    self.secret = self.secret.filter(|at| *at < self.depth);
                }
                _ => {}
            }
        }
    }

    fn name(&mut self, name: &str) {
        self.now = self.secret.is_none() && is_told(name);
        self.in_list = false;
        if name == "env" || name == "headers" || is_secret(name) {
            self.secret = self.secret.or(Some(self.depth));
        }
    }

    fn value(&mut self) -> bool {
        let told = self.now;
        self.now &= self.in_list;
        // It has a value of its own, and holds no others.
        self.secret = self.secret.filter(|at| *at < self.depth);
        told
    }

    /// A list that goes on in the next line is told there, too.
    fn next_line(&mut self) {
        if !(self.now && self.in_list) {
            *self = Self::default();
        }
    }
}

/// In bytes: a word that is longer than this is seldom one.
const LONG: usize = 16;

fn in_context(diff: &str, mut shown: impl FnMut(&str, &mut Told) -> String) -> String {
    let mut told = Told::default();
    let lines = diff.split_inclusive('\n').map(|line| match line.strip_prefix(' ') {
        Some(context) => {
            told.next_line();
            format!(" {}", shown(context, &mut told))
        }
        None => {
            told = Told::default();
            line.to_owned()
        }
    });
    lines.collect()
}

type Pattern = LazyLock<Result<Regex, regex::Error>>;

/// The line with each value that the pattern finds (its only group) hidden, but for what is told; none of it without a
/// pattern.
fn hide(values: &Pattern, line: &str, told: &mut Told) -> String {
    let Ok(values) = &**values else { return String::new() };
    let mut end = 0;
    let hidden = values.replace_all(line, |found: &Captures| {
        let Some(all) = found.get(0) else { return String::new() };
        told.between(line.cut(end..all.start()));
        end = all.end();
        let all = all.as_str();
        match found.get(1) {
            Some(value) if !told.value() && !is_plain(value.as_str()) => {
                // Nothing is behind the value in what was found.
                let before = all.len().saturating_sub(value.len());
                format!("{}\"{HIDDEN}\"", all.cut(..before))
            }
            Some(_) => all.to_owned(),
            None => {
                let sign = all.rfind([':', '=']).unwrap_or(all.len());
                told.name(all.cut(..sign).trim().trim_matches(['"', '\'']));
                told.between(all.cut(sign..));
                all.to_owned()
            }
        }
    });
    let hidden = hidden.into_owned();
    told.between(line.cut(end..));
    hidden
}

/// A text in quotes behind which no value follows, so that it is none of the names; a number of more
/// than three digits. First of all what begins as a comment or is a name, which stays.
static VALUE: Pattern = LazyLock::new(|| {
    Regex::new(
        r#"(?x) (?: "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' ) [\ \t]* [:=] | [A-Za-z_$][\w$.-]* [\ \t]* [:=]
        | ( "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | \b\d[\d_.]{3,}\b )"#,
    )
});

/// Each word of a text in no known form that is not a name.
static WORD: Pattern = LazyLock::new(|| {
    Regex::new(
        r#"(?x) (?: "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | [^\s"'\[\]{},:=]+ ) [\ \t]* [:=]
        | ( "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | [^\s"'\[\]{},:=]+ )"#,
    )
});

/// The indent, dashes and name before a value of YAML.
static YAML_LEAD: Pattern = LazyLock::new(|| {
    Regex::new(r#"^[ \t]*(?:-[ \t]+)*(?:(?:"[^"\n]*"|'[^'\n]*'|[\w.$-]+)[ \t]*:[ \t]+)?"#)
});

/// Each word of a list or map in one line that is not a name.
static YAML_WORD: Pattern = LazyLock::new(|| {
    Regex::new(
        r#"(?x) (?: "(?:[^"\\\n]|\\.)*" | '(?:[^'\n]|'')*' ) [\ \t]* : | [^\s"'\[\]{},:]+ [\ \t]* :(?:[\ \t\[{]|\n|$)
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
