//! What people get wrong in TOML, by its lines.

use super::super::tree::{line_end, line_start};
use super::{Attempt, straight};
use tacklebox_machine::cut::Cut;

/// Every way to go on from where the parser stopped, the likeliest first.
pub(super) fn attempts(text: &str, stuck: usize) -> Vec<Attempt> {
    let mut all = Vec::new();
    all.extend(straight(text));
    let first = line_start(text, stuck.min(text.len()));
    let mut starts = vec![first];
    // What was left open is noticed below.
    let above = text.cut(..first).trim_end();
    if !above.is_empty() {
        starts.push(line_start(text, above.len()));
    }
    if let Some(open) = opened(text, stuck) {
        starts.push(line_start(text, open));
    }
    starts.dedup();
    for start in starts {
        Line { text, start, end: line_end(text, start) }.attempts(&mut all);
    }
    all
}

/// Where the last value begins that is a list or table over several lines.
fn opened(text: &str, stuck: usize) -> Option<usize> {
    let mut at = 0_usize;
    let mut found = None;
    for line in text.get(..stuck)?.split_inclusive('\n') {
        let value = line.split_once('=').map_or("", |(_, value)| value.trim());
        if value.starts_with(['[', '{']) && !value.ends_with([']', '}']) {
            found = Some(at);
        }
        at = at.saturating_add(line.len());
    }
    found
}

struct Line<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

impl Line<'_> {
    fn line(&self) -> &str {
        self.text.cut(self.start..self.end)
    }

    fn whole(&self, all: &mut Vec<Attempt>, new: &str, what: &'static str) {
        let end = self.start.saturating_add(self.line().trim_end().len());
        if self.text.cut(self.start..end) != new {
            all.push(Attempt::swap(self.text, self.start..end, new, what));
        }
    }

    fn attempts(&self, all: &mut Vec<Attempt>) {
        let line = self.line().trim_end();
        if line.trim().is_empty() {
            return;
        }
        if let Some(mark) = line.find("//") {
            let place =
                self.start.saturating_add(mark)..self.start.saturating_add(mark).saturating_add(2);
            all.push(Attempt::swap(self.text, place, "#", "a remark begins with #"));
        }
        let bare = line.trim_end_matches([',', ';', ' ']);
        self.whole(all, bare, "a line ends without a sign here");
        match line.split_once('=') {
            Some((key, value)) => {
                self.value(all, key.trim_end_matches(':'), value);
                self.twice(all);
            }
            None if line.trim_start().starts_with('[') || line.ends_with(']') => {
                self.heading(all);
            }
            None => self.no_sign(all),
        }
        // Within a list of several lines.
        let end = self.start.saturating_add(line.len());
        all.push(Attempt::put(self.text, end, ",", "a comma was missing"));
        if let Some(at) = line.find("\" \"") {
            all.push(Attempt::put(
                self.text,
                self.start.saturating_add(at).saturating_add(1),
                ",",
                "a comma was missing",
            ));
        }
    }

    fn heading(&self, all: &mut Vec<Attempt>) {
        let line = self.line().trim();
        let (line, remark) = line.split_at(line.find(" #").unwrap_or(line.len()));
        let name = line.trim_matches(['[', ']', ' ']);
        let known = |c: char| c.is_ascii_alphanumeric() || "-_.\"'".contains(c);
        if name.is_empty() || !name.chars().all(known) {
            return;
        }
        let one = (format!("[{name}]{remark}"), "a heading is between [ and ]");
        let two = (format!("[[{name}]]{remark}"), "a heading of a list is between [[ and ]]");
        let double = line.starts_with("[[") || line.ends_with("]]") && !line.starts_with('[');
        for (new, what) in if double { [two, one] } else { [one, two] } {
            self.whole(all, &new, what);
        }
    }

    /// `key value` and `key: value`.
    fn no_sign(&self, all: &mut Vec<Attempt>) {
        let line = self.line().trim_end();
        let indent = line.len().saturating_sub(line.trim_start().len());
        let Some(gap) = line.cut(indent..).find([' ', ':', '\t']) else { return };
        let (key, value) = line.split_at(indent.saturating_add(gap));
        let value = value.trim_start_matches([' ', ':', '\t']);
        const WHAT: &str = "= belongs between a name and its value";
        self.whole(all, &format!("{key} = {value}"), WHAT);
        let quoted = serde_json::Value::from(value).to_string();
        self.whole(all, &format!("{key} = {quoted}"), WHAT);
    }

    fn value(&self, all: &mut Vec<Attempt>, key: &str, value: &str) {
        let lead = value.cut(..value.len().saturating_sub(value.trim_start().len()));
        let value = value.trim();
        let swap = |all: &mut Vec<Attempt>, new: String, what| {
            self.whole(all, &format!("{key}={lead}{new}"), what);
        };
        match value {
            "True" | "yes" | "Yes" | "on" => swap(all, "true".into(), "the word is true"),
            "False" | "no" | "No" | "off" => swap(all, "false".into(), "the word is false"),
            _ => {}
        }
        const QUOTE: &str = "a closing quote was missing";
        for quote in ['"', '\''] {
            if value.matches(quote).count() % 2 == 1 {
                let less = value.trim_end_matches([',', ' ']);
                let inner = less.trim_end_matches([']', '}', ' ']);
                if value.starts_with(quote) {
                    // One of the other kind at its end.
                    let other = value.strip_suffix(if quote == '"' { '\'' } else { '"' });
                    if let Some(short) = other.filter(|short| short.len() > 1) {
                        swap(all, format!("{short}{quote}"), "both quotes have to be alike");
                    }
                    swap(all, format!("{value}{quote}"), QUOTE);
                } else {
                    swap(all, format!("{inner}{quote}{}", value.cut(inner.len()..)), QUOTE);
                    if value.starts_with('[') && inner == value {
                        swap(all, format!("{value}{quote}]"), "a quote and a bracket were missing");
                    }
                    swap(all, format!("{quote}{value}"), "an opening quote was missing");
                }
            }
        }
        let quoted = value.len() >= 2 && value.starts_with('"') && value.ends_with('"');
        if quoted && value.contains('\\') && !value.contains('\'') {
            let inner = value.cut(1..value.len().saturating_sub(1));
            swap(all, format!("'{inner}'"), "a text with \\ has to be in single quotes");
        }
        const BRACKET: &str = "a closing bracket was missing";
        let opens = |c: char| value.matches(c).count();
        if opens('[') > opens(']') {
            swap(all, format!("{value}]"), BRACKET);
            self.below(all, "]", BRACKET);
        }
        if opens('{') > opens('}') {
            swap(all, format!("{value} }}"), BRACKET);
        }
        if !value.is_empty() && !value.starts_with(['"', '\'', '[', '{', '#']) {
            let (text, remark) = value.split_at(value.find(" #").unwrap_or(value.len()));
            let text = serde_json::Value::from(text.trim_end()).to_string();
            swap(all, format!("{text}{remark}"), "a text has to be in quotes");
        }
        let name = key.trim();
        if name.contains(' ') && !name.contains('"') {
            let new = format!("\"{name}\" ={lead}{value}");
            self.whole(all, &new, "a name with a space has to be in quotes");
        }
    }

    /// A closing bracket on a line of its own, below what belongs to the list.
    fn below(&self, all: &mut Vec<Attempt>, sign: &str, what: &'static str) {
        let mut at = self.end;
        let newline = super::super::style::newline(self.text);
        for line in self.text.cut(self.end..).split_inclusive('\n') {
            let plain = line.trim();
            let next =
                plain.starts_with('[') || plain.contains('=') && !plain.starts_with(['"', '\'']);
            if next {
                let line = format!("{sign}{newline}");
                all.push(Attempt::put(self.text, at, &line, what));
                return;
            }
            at = at.saturating_add(line.len());
        }
        let end = self.text.trim_end().len();
        all.push(Attempt::put(self.text, end, &format!("{newline}{sign}"), what));
    }

    /// The same line once more.
    fn twice(&self, all: &mut Vec<Attempt>) {
        let own = self.line().trim();
        if self.text.cut(..self.start).lines().any(|line| line.trim() == own) {
            let end =
                self.end.saturating_add(super::super::tree::line_break(self.text.cut(self.end..)));
            all.push(Attempt::swap(self.text, self.start..end, "", "this line was here twice"));
        }
    }
}
