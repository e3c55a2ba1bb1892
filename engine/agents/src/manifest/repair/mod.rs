//! A manifest that cannot be used, fixed: each class of slip that the readers recognise has its way out.
//! A way is handed out only where the text reads well afterwards, by the version in force too; what is
//! outside of the slip stays byte for byte.

mod family;
mod fences;
mod place;
mod tables;
mod values;

use super::shipped;
use super::{Broken, front, front_range};
use crate::config::{self, Syntax};
use crate::dialect::{Dialect, Format};
use tacklebox_machine::cut::Cut;

/// More than these in one text, and nobody can say what was meant.
const ROUNDS: usize = 5;

/// No manifest has more keys that could be misspelt.
const MOST_KEYS: usize = 16;

/// What was done to a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The class of what was wrong, in kebab-case; part of the JSON contract.
    pub id: &'static str,
    /// What is done about it: "Put the description in quotes".
    pub title: String,
}

/// A text that reads well, and what was done for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    pub text: String,
    pub patches: Vec<Patch>,
}

/// A text that is not right yet.
struct Slip<'a> {
    dialect: &'a Dialect,
    folder: &'a str,
    text: &'a str,
    /// What a reader says of it; none where it reads well and names no event.
    broken: Option<Broken>,
}

/// One way to go on.
struct Attempt {
    id: &'static str,
    title: String,
    text: String,
}

impl Attempt {
    fn new(id: &'static str, title: impl Into<String>, text: String) -> Self {
        Self { id, title: title.into(), text }
    }
}

/// The manifest fixed; none where nothing is wrong with it, or no way is known. One that the version in force takes
/// and the documentation refuses is fixed for both.
pub fn repair(dialect: &Dialect, folder: &str, text: &str) -> Option<Repaired> {
    let mut repaired = Repaired { text: text.to_owned(), patches: Vec::new() };
    let in_force = judge(dialect, folder, text, false);
    let both = in_force.is_none();
    let mut now = in_force.or_else(|| judge(dialect, folder, text, true))?;
    let mut seen = vec![now.says.clone()];
    for _ in 0..ROUNDS {
        let slip = Slip { dialect, folder, text: &repaired.text, broken: now.broken };
        let mut next = None;
        for attempt in slip.attempts() {
            if attempt.text == repaired.text {
                continue;
            }
            match judge(dialect, folder, &attempt.text, both) {
                None => {
                    next = Some((None, attempt));
                    break;
                }
                // A way that leads to what was seen before leads nowhere.
                Some(wrong) if next.is_none() && !seen.contains(&wrong.says) => {
                    next = Some((Some(wrong), attempt));
                }
                Some(_) => {}
            }
        }
        let (wrong, attempt) = next?;
        repaired.patches.push(Patch { id: attempt.id, title: attempt.title });
        repaired.text = attempt.text;
        let Some(wrong) = wrong else { return Some(repaired) };
        seen.push(wrong.says.clone());
        now = wrong;
    }
    None
}

/// What is wrong with a text.
struct Wrong {
    /// In words, to know it again.
    says: String,
    /// What a reader says of it; none where it reads well and names no event.
    broken: Option<Broken>,
}

/// None where the version in force would take the text, and the documentation where that is asked too.
fn judge(dialect: &Dialect, folder: &str, text: &str, both: bool) -> Option<Wrong> {
    let documented = super::parse(dialect.format, dialect.metadata_keys, text.as_bytes());
    let reading = shipped::reading(dialect, folder, text.as_bytes(), &documented);
    let counts = reading.as_ref().map_or(documented.as_ref(), |it| it.manifest.as_ref());
    let meant = documented.as_ref().err().map(ToString::to_string).unwrap_or_default();
    let says = match counts {
        Err(broken) => format!("{broken}\n{meant}"),
        Ok(manifest) if manifest.events.is_empty() && dialect.rules.needs_events => {
            format!("no events\n{meant}")
        }
        Ok(_) if both && documented.is_err() => format!("documented\n{meant}"),
        Ok(_) => return None,
    };
    let counts = reading.and_then(|reading| reading.manifest.err());
    Some(Wrong { says, broken: documented.err().or(counts) })
}

impl Slip<'_> {
    fn attempts(&self) -> Vec<Attempt> {
        let mut all = Vec::new();
        self.fences(&mut all);
        match self.dialect.format {
            Format::Yaml => {
                self.family(&mut all);
                self.misspelt(&mut all);
                self.place(&mut all);
                self.one_line(&mut all);
            }
            Format::TomlFront | Format::HookToml => {
                self.slips(&mut all);
                self.tables(&mut all);
                self.values(&mut all);
                self.misspelt(&mut all);
            }
        }
        all
    }

    /// Where the settings are in the text, in bytes.
    fn range(&self) -> Option<(usize, usize)> {
        match self.dialect.format {
            Format::HookToml => Some((0, self.text.len())),
            format => front_range(format, self.text),
        }
    }

    /// The settings alone.
    fn inner(&self) -> Option<&str> {
        let (start, end) = self.range()?;
        self.text.get(start..end)
    }

    /// The text with other settings.
    fn with(&self, inner: &str) -> Option<String> {
        let (start, end) = self.range()?;
        Some(format!("{}{inner}{}", self.text.get(..start)?, self.text.get(end..)?))
    }

    /// The line that the reader names, as its place in the settings.
    fn line(&self) -> Option<(usize, &str)> {
        let (start, _) = self.range()?;
        let inner = self.inner()?;
        let wanted = self.broken.as_ref()?.line?;
        let first = front::line_at(self.text, start);
        let index = usize::try_from(wanted.checked_sub(first)?).ok()?;
        let mut at = 0;
        for (number, line) in inner.split_inclusive('\n').enumerate() {
            if number == index {
                return Some((at, line.trim_end_matches(['\n', '\r'])));
            }
            at = at.saturating_add(line.len());
        }
        None
    }

    /// The settings with one line as another.
    fn with_line(&self, at: usize, old: &str, new: &str) -> Option<String> {
        let mut inner = self.inner()?.to_owned();
        inner.replace_range(at..at.saturating_add(old.len()), new);
        self.with(&inner)
    }

    fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    fn says(&self, what: &str) -> bool {
        self.broken.as_ref().is_some_and(|broken| broken.message.contains(what))
    }

    /// A name for a hook that has none: that of its folder.
    fn named(&self) -> String {
        let name = plain_name(self.folder);
        if name.is_empty() { "hook".to_owned() } else { name }
    }

    fn misspelt(&self, all: &mut Vec<Attempt>) {
        let keys = self.dialect.metadata_keys;
        for slip in super::misspelt::find(self.dialect.format, keys, self.text) {
            if let Some(text) = slip.repaired(self.text) {
                all.push(Attempt::new("misspelt-key", spelt(&slip), text));
            }
        }
    }
}

/// A text as every agent takes it for a name; empty where nothing is left.
fn plain_name(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = text.chars().map(plain).take(64).collect();
    name.trim_matches('-').to_owned()
}

fn spelt(slip: &super::Misspelt) -> String {
    match slip.written == slip.meant {
        true => format!("Move {} to where it is read", slip.written),
        false => format!("Write {} instead of {}", slip.meant, slip.written),
    }
}

/// A manifest that reads well, with every key that nobody reads as it was probably meant.
pub fn keys(dialect: &Dialect, text: &str) -> Option<Repaired> {
    let find = |text: &str| super::misspelt::find(dialect.format, dialect.metadata_keys, text);
    let reads =
        |text: &str| super::parse(dialect.format, dialect.metadata_keys, text.as_bytes()).is_ok();
    keys_by(text, find, reads)
}

/// The same in a config, for one of the hooks that it holds.
pub fn entry_keys(text: &str, index: usize) -> Option<Repaired> {
    let find = |text: &str| {
        let found = super::in_entries(text).into_iter().nth(index);
        found.unwrap_or_default()
    };
    keys_by(text, find, |text| config::parse(Syntax::Toml, text).is_ok())
}

fn keys_by(
    text: &str,
    find: impl Fn(&str) -> Vec<super::Misspelt>,
    reads: impl Fn(&str) -> bool,
) -> Option<Repaired> {
    let mut repaired = Repaired { text: text.to_owned(), patches: Vec::new() };
    // What is below a key that was misspelt shows only when that one is right.
    for _ in 0..MOST_KEYS {
        // What only a person can move is left as it is.
        let better = find(&repaired.text).into_iter().find_map(|slip| {
            let text = slip.repaired(&repaired.text).filter(|text| *text != repaired.text)?;
            Some((slip, text))
        });
        let Some((slip, text)) = better else { break };
        if !reads(&text) {
            return None;
        }
        repaired.patches.push(Patch { id: "misspelt-key", title: spelt(&slip) });
        repaired.text = text;
    }
    (!repaired.patches.is_empty()).then_some(repaired)
}

/// A manifest that reads well, with another event in the place of one.
pub fn event(dialect: &Dialect, text: &str, written: &str, meant: &str) -> Option<Repaired> {
    let events = |text: &str| {
        let read = super::parse(dialect.format, dialect.metadata_keys, text.as_bytes());
        read.map(|manifest| manifest.events).ok()
    };
    let mut wished = events(text)?;
    let place = wished.iter().position(|event| event == written)?;
    *wished.get_mut(place)? = meant.to_owned();
    let (start, end) = front_range(dialect.format, text).unwrap_or((0, text.len()));
    let whole = |at: usize| {
        let word = |c: char| c.is_alphanumeric() || "_-:".contains(c);
        !text.cut(..at).ends_with(word)
            && !text.cut(at.saturating_add(written.len())..).starts_with(word)
    };
    let places =
        text.get(start..end)?.match_indices(written).map(|(at, _)| start.saturating_add(at));
    let text = places.filter(|at| whole(*at)).find_map(|at| {
        let mut new = text.to_owned();
        new.replace_range(at..at.saturating_add(written.len()), meant);
        (events(&new).as_ref() == Some(&wished)).then_some(new)
    })?;
    let title = format!("Listen to {meant} instead of {written}");
    Some(Repaired { text, patches: vec![Patch { id: "unknown-event", title }] })
}

#[cfg(test)]
mod tests;
