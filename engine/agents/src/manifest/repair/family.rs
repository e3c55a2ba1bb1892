//! Slips in the YAML of a `HOOK.md`.

use super::{Attempt, Slip};
use crate::config::{Syntax, slips};
use crate::manifest::front::next_line;
use crate::manifest::rewrite::{self, Wish};
use crate::manifest::unclosed::{self, Flow};
use crate::manifest::{raw, yaml};
use tacklebox_machine::cut::Cut;

/// The fields whose value is one line of text.
const TEXTS: [&str; 5] = ["name", "description", "homepage", "emoji", "version"];

impl Slip<'_> {
    pub(super) fn family(&self, all: &mut Vec<Attempt>) {
        let Some(inner) = self.inner() else { return };
        self.name(all);
        self.quotes(all, inner);
        self.tabs(all, inner);
        self.metadata(all, inner);
        self.brackets(all, inner);
        self.twice(all, inner);
    }

    fn name(&self, all: &mut Vec<Attempt>) {
        let Some(inner) = self.inner().filter(|_| self.says("has no `name`")) else { return };
        let (name, newline) = (self.named(), self.newline());
        let line = format!("name: {name}");
        let at = rewrite::field(inner, "name").map(|field| (field.start, field.line_end));
        let mut new = inner.to_owned();
        match at {
            Some((start, end)) => new.replace_range(start..end, &line),
            None => new.insert_str(0, &format!("{line}{newline}")),
        }
        let text = self.with(&new);
        all.extend(text.map(|text| Attempt::new("missing-name", format!("Name it {name}"), text)));
    }

    /// A text with a colon in it, or one that begins with a sign of YAML's own.
    fn quotes(&self, all: &mut Vec<Attempt>, inner: &str) {
        let mut at = 0;
        for line in inner.split_inclusive('\n') {
            let bare = line.trim_end();
            let field = bare.split_once(':').filter(|(key, _)| TEXTS.contains(key));
            if let Some((key, value)) = field {
                let value = value.trim();
                let inside = value.trim_matches(['"', '\'']);
                let mut styles = vec![serde_json::Value::from(value).to_string()];
                if inside != value {
                    styles.insert(0, serde_json::Value::from(inside).to_string());
                }
                for quoted in styles {
                    let new = format!("{key}: {quoted}");
                    if !value.is_empty()
                        && new != bare
                        && let Some(text) = self.with_line(at, bare, &new)
                    {
                        let title = format!("Put the {key} in quotes");
                        all.push(Attempt::new("unquoted-text", title, text));
                    }
                }
            }
            at = at.saturating_add(line.len());
        }
    }

    fn tabs(&self, all: &mut Vec<Attempt>, inner: &str) {
        let indent = |line: &str| {
            let text = line.trim_start_matches([' ', '\t']);
            let lead = line.cut(..line.len().saturating_sub(text.len()));
            format!("{}{text}", lead.replace('\t', "  "))
        };
        let new: String = inner.split_inclusive('\n').map(indent).collect();
        if new != inner {
            let text = self.with(&new);
            let title = "Indent with spaces instead of tabs";
            all.extend(text.map(|text| Attempt::new("tabs", title, text)));
        }
    }

    /// `metadata` in braces: slips of JSON, each fixed where it is.
    fn metadata(&self, all: &mut Vec<Attempt>, inner: &str) {
        let Some(start) = yaml::metadata_value(inner) else { return };
        let value = inner.cut(start..);
        let lead = value.len().saturating_sub(value.trim_start().len());
        if !value.trim_start().starts_with('{') {
            return;
        }
        let end = next_field(inner, start);
        let (from, object) =
            (start.saturating_add(lead), inner.cut(start.saturating_add(lead)..end).trim_end());
        let Some(repaired) = slips::repair(Syntax::Json5, object) else { return };
        let mut new = inner.to_owned();
        new.replace_range(from..from.saturating_add(object.len()), &repaired.text);
        let title = "Fix the slip in its metadata";
        all.extend(self.with(&new).map(|text| Attempt::new("slip", title, text)));
    }

    /// A list or object that is not closed: at the end of its line, or of its block.
    fn brackets(&self, all: &mut Vec<Attempt>, inner: &str) {
        let Some(Flow::Open(at, what)) = unclosed::first(inner, ':') else { return };
        let sign = match what {
            "list" => "]",
            "object" => "}",
            "quoted text" => inner.cut(at..=at),
            _ => return,
        };
        let line_end = at.saturating_add(
            inner.cut(at..).find(['\n', '\r']).unwrap_or(inner.len().saturating_sub(at)),
        );
        let block = inner.cut(..next_field(inner, at)).trim_end().len();
        for place in [inner.cut(..line_end).trim_end().len(), block] {
            let mut new = inner.to_owned();
            new.insert_str(place, sign);
            let title = "Close the bracket or quote that was left open";
            all.extend(self.with(&new).map(|text| Attempt::new("slip", title, text)));
        }
    }

    /// The same line twice.
    fn twice(&self, all: &mut Vec<Attempt>, inner: &str) {
        let Some((at, line)) = self.line().filter(|_| self.says("is given twice")) else { return };
        if inner.cut(..at).lines().any(|other| other == line) {
            let mut new = inner.to_owned();
            new.replace_range(at..next_line(inner, at), "");
            let title = "Take the line out that is there twice";
            all.extend(self.with(&new).map(|text| Attempt::new("given-twice", title, text)));
        }
    }

    /// What a version that reads strict JSON alone does not see.
    pub(super) fn one_line(&self, all: &mut Vec<Attempt>) {
        let dialect = self.dialect;
        let wish =
            Wish { own_keys: dialect.metadata_keys, copy_of: None, by_lines: dialect.by_lines };
        if let Ok(rewritten) = rewrite::rewrite(wish, self.text) {
            let title = format!("Write it so that today's {} reads it", dialect.title);
            all.push(Attempt::new("milady-json-metadata", title, rewritten.text));
        }
    }
}

/// Where the next field of the front matter begins.
fn next_field(inner: &str, from: usize) -> usize {
    let mut at = next_line(inner, from);
    while at < inner.len() {
        let line = inner.cut(at..).split_inclusive('\n').next().unwrap_or_default();
        let name = line.split(':').next().unwrap_or_default();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if line.contains(':') && !name.is_empty() && name.chars().all(plain) {
            return at;
        }
        at = at.saturating_add(line.len());
    }
    inner.len()
}

/// Whether a reader takes this as the metadata of an agent.
pub(super) fn reads(own_keys: &[&str], line: &str) -> bool {
    let front = yaml::read(own_keys, line).ok();
    let own = front.and_then(|front: raw::Front| front.metadata).and_then(|metadata| metadata.own);
    own.is_some_and(|own| !own.events.items.is_empty())
}
