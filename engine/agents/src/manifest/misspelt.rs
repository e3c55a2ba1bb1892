//! Keys that no agent reads, where one that is read was probably meant. Runtimes drop them without a word:
//! a hook with `condition` for `conditions` runs for everybody.

mod known;
mod places;

use std::ops::Range;

use self::known::{ALIASES, ENTRY, MOLTIS, OWN, REQUIRES, Table, USUAL, ZEROCLAW};
use super::{front, front_range, tree};
use crate::config::{self, KeyPlace, Syntax};
use crate::dialect::Format;
use tacklebox_machine::cut::Cut;

/// A key that is not read, and the one that was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misspelt {
    pub written: String,
    pub meant: &'static str,
    /// Counted from 1, in the file.
    pub line: u32,
    /// What follows from it, as a sentence.
    pub harm: &'static str,
    /// The place of the key in the file, in bytes.
    place: Range<usize>,
    /// What is there then.
    new: String,
}

impl Misspelt {
    /// What an agent of this title makes of it, and what follows from that.
    pub fn says(&self, title: &str) -> String {
        let Self { written, meant, line, harm, .. } = self;
        match written == meant {
            true => format!("{title} does not read {written} where it is (line {line}). {harm}"),
            false => format!(
                "{title} does not read {written} (line {line}): {meant} was probably meant. {harm}"
            ),
        }
    }

    /// Whether [`Self::repaired`] has a text.
    pub fn is_fixable(&self) -> bool {
        !self.new.is_empty()
    }

    /// The text with the key as it was meant; no other byte changes. None where only a person can move it.
    pub fn repaired(&self, text: &str) -> Option<String> {
        text.get(self.place.clone()).filter(|_| self.is_fixable())?;
        let mut new = text.to_owned();
        new.replace_range(self.place.clone(), &self.new);
        Some(new)
    }
}

/// The keys of a manifest that reads well otherwise.
pub(super) fn find(format: Format, own_keys: &[&str], text: &str) -> Vec<Misspelt> {
    let place = match format {
        Format::HookToml => Some((0, text.len())),
        format => front_range(format, text),
    };
    place.map(|place| find_in(format, own_keys, text, place)).unwrap_or_default()
}

/// The same where it is known between which bytes its settings are.
pub(super) fn find_in(
    format: Format,
    own_keys: &[&str],
    text: &str,
    (start, end): (usize, usize),
) -> Vec<Misspelt> {
    match format {
        Format::Yaml => family(own_keys, text, start, end),
        Format::TomlFront => toml(MOLTIS, text, start, end),
        Format::HookToml => toml(ZEROCLAW, text, start, end),
    }
}

fn toml(tables: &'static [Table], text: &str, start: usize, end: usize) -> Vec<Misspelt> {
    let Some(inner) = text.get(start..end) else { return Vec::new() };
    // Most manifests hold none, and reading one again takes as long as reading it did.
    if !inner.lines().any(|line| suspicious(tables, line)) && !places::may_be(tables, inner) {
        return Vec::new();
    }
    let Ok(keys) = config::keys(Syntax::Toml, inner) else { return Vec::new() };
    slips(tables, text, &keys, start)
}

/// The same for the hooks that a config holds, in the order of its list.
pub fn in_entries(text: &str) -> Vec<Vec<Misspelt>> {
    let lists: [&[&str]; 2] = [&["hooks"], &["hooks", "hooks"]];
    let items =
        lists.iter().filter_map(|list| config::keys_of_items(Syntax::Toml, text, list).ok());
    items.flatten().map(|keys| slips(ENTRY, text, &keys, 0)).collect()
}

/// `keys` have their places from `start` on.
fn slips(tables: &'static [Table], text: &str, keys: &[KeyPlace], start: usize) -> Vec<Misspelt> {
    let there = |path: &str| keys.iter().any(|key| key.path.join(".") == path);
    let mut found = Vec::new();
    for key in keys {
        let Some((last, above)) = key.path.split_last() else { continue };
        let above = above.join(".");
        let at = start.saturating_add(key.place.start)..start.saturating_add(key.place.end);
        if let Some(found_there) = places::misplaced(tables, text, (&above, last), at, &there) {
            found.push(found_there);
            continue;
        }
        let Some((_, known)) = tables.iter().find(|(table, _)| *table == above) else { continue };
        if known.contains(&last.as_str()) {
            continue;
        }
        let place = start.saturating_add(key.place.start)..start.saturating_add(key.place.end);
        // A table of `hook` beside it.
        let inside = (above.is_empty()
            && tables.first().is_some_and(|(_, keys)| *keys == ["hook"]))
        .then(|| tables.get(1)?.1.iter().find(|known| *known == last))
        .flatten();
        if let Some(meant) = inside {
            let heading =
                text.cut(..place.start).ends_with(['[', '.', ' ']) && is_heading(text, &place);
            if heading && !there(&format!("hook.{meant}")) {
                found.push(slip(text, last, (&above, meant), place, format!("hook.{meant}")));
            }
            continue;
        }
        if let Some(meant) = meant(last, known).filter(|meant| {
            let path =
                if above.is_empty() { (*meant).to_owned() } else { format!("{above}.{meant}") };
            !there(&path)
        }) {
            found.push(slip(text, last, (&above, meant), place, meant.to_owned()));
        }
    }
    found
}

fn is_heading(text: &str, place: &Range<usize>) -> bool {
    let start = text.cut(..place.start).rfind('\n').map_or(0, |at| at.saturating_add(1));
    text.cut(start..).trim_start().starts_with('[')
}

fn slip(
    text: &str,
    written: &str,
    (table, meant): (&str, &'static str),
    place: Range<usize>,
    new: String,
) -> Misspelt {
    let line = front::line_at(text, place.start);
    // In quotes it stays in quotes.
    let (mut place, mut new) = (place, new);
    if text.cut(place.clone()).starts_with(['"', '\'']) {
        place = place.start.saturating_add(1)..place.end.saturating_sub(1);
    }
    if text.cut(place.clone()) != written {
        new = meant.to_owned();
    }
    Misspelt { written: written.to_owned(), meant, line, harm: harm(table, meant), place, new }
}

/// Whether a line holds a word in the place of a key that nobody knows.
fn suspicious(tables: &[Table], line: &str) -> bool {
    let line = line.trim_start();
    if line.starts_with('[') {
        let name = line.trim_start_matches('[').split(']').next().unwrap_or_default().trim();
        return !tables.iter().any(|(table, _)| *table == name) && name != "env";
    }
    let known = |word: &str| tables.iter().any(|(_, keys)| keys.contains(&word));
    before_sign(line, b'=', |byte| byte.is_ascii_whitespace())
        .any(|(word, _)| word.len() > 1 && !known(word))
}

/// The key that was probably meant.
fn meant(written: &str, known: &'static [&'static str]) -> Option<&'static str> {
    let wanted: String = plain(written).collect();
    if let Some(same) = known.iter().find(|key| plain(key).eq(wanted.chars())) {
        return Some(same);
    }
    let alias = |word: &str| {
        let mut of = ALIASES.iter().filter(|(alias, _)| *alias == word);
        of.find_map(|(_, meant)| known.iter().find(|key| *key == meant)).copied()
    };
    if let Some(key) = alias(&wanted).or_else(|| alias(written)) {
        return Some(key);
    }
    let (length, letters) = (wanted.chars().count(), letters(wanted.chars()));
    let distance = |key: &&'static str| {
        let most = usize::from(key.len() > 3).saturating_add(usize::from(key.len() > 7));
        // Most words of a manifest are told apart by their lengths and letters alone, which costs nothing:
        // one change brings one letter at most, and takes one.
        if most == 0 || plain(key).count().abs_diff(length) > most {
            return None;
        }
        let own = self::letters(plain(key));
        let differ = |one: u128, other: u128| (one & !other).count_ones() as usize > most;
        if differ(letters, own) || differ(own, letters) {
            return None;
        }
        let distance = strsim::damerau_levenshtein(&wanted, &plain(key).collect::<String>());
        (distance <= most).then_some((distance, *key))
    };
    known.iter().filter_map(distance).min_by_key(|(distance, _)| *distance).map(|(_, key)| key)
}

/// Which letters are in a word, each of those that no key has as one.
fn letters(word: impl Iterator<Item = char>) -> u128 {
    word.fold(0, |all, c| all | 1 << u32::from(c).min(127))
}

/// A key as it is compared: in small letters, and however its words are put together.
fn plain(key: &str) -> impl Iterator<Item = char> + '_ {
    key.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).flat_map(char::to_lowercase)
}

fn harm(table: &str, meant: &str) -> &'static str {
    match meant {
        _ if table == "requires" => "Until then it is not checked.",
        "conditions" | "channels" | "users" | "pattern" => {
            "Until then the hook runs for everybody."
        }
        "requires" | "os" => "Until then it is not checked.",
        "timeout" | "timeout_secs" => "Until then the usual time limit holds.",
        "priority" => "Until then its place in the order is the usual one.",
        "enabled" => "Until then this switch does nothing.",
        "events" | "event" => "Until then the hook never runs.",
        "env" => "Until then the variables are not set.",
        _ => "Until then it is not read.",
    }
}

/// `metadata` of the family: what is below the agent's own key.
fn family(own_keys: &[&str], text: &str, start: usize, end: usize) -> Vec<Misspelt> {
    let Some(inner) = text.get(start..end) else { return Vec::new() };
    if !words(inner).any(|(word, _)| {
        let tables = [OWN, REQUIRES];
        !USUAL.contains(&word)
            && !own_keys.contains(&word)
            && !tables.iter().any(|keys| keys.contains(&word))
            && tables.iter().any(|keys| meant(word, keys).is_some())
    }) {
        return Vec::new();
    }
    let Ok(Some(metadata)) = tree::metadata(inner) else { return Vec::new() };
    let Some(own) = own_keys.iter().find_map(|key| metadata.get(*key)?.as_object()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let requires = own.get("requires").and_then(serde_json::Value::as_object);
    for (object, known, table) in [(Some(own), OWN, ""), (requires, REQUIRES, "requires")] {
        let Some(object) = object else { continue };
        for written in object.keys().filter(|key| !known.contains(&key.as_str())) {
            let Some(meant) = meant(written, known).filter(|key| !object.contains_key(*key)) else {
                continue;
            };
            // The word whose change makes the wished key, and nothing else.
            let place = words(inner).filter(|(word, _)| word == written).find_map(|(_, at)| {
                let mut new = inner.to_owned();
                new.replace_range(at.clone(), meant);
                let after = tree::metadata(&new).ok()??;
                let own = own_keys.iter().find_map(|key| after.get(*key)?.as_object())?;
                let object = if table.is_empty() { own } else { own.get(table)?.as_object()? };
                (object.contains_key(meant) && !object.contains_key(written)).then_some(at)
            });
            let Some(place) = place else { continue };
            let place = start.saturating_add(place.start)..start.saturating_add(place.end);
            found.push(slip(text, written, (table, meant), place, meant.to_owned()));
        }
    }
    found
}

/// The words before a colon, with their places.
fn words(text: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    before_sign(text, b':', |byte| matches!(byte, b' ' | b'"' | b'\''))
}

/// The words before a sign, with their places. What is in `between` may be between both.
fn before_sign(
    text: &str,
    sign: u8,
    between: fn(u8) -> bool,
) -> impl Iterator<Item = (&str, Range<usize>)> {
    let bytes = text.as_bytes();
    let signs = bytes.iter().enumerate().filter(move |(_, byte)| **byte == sign);
    signs.filter_map(move |(sign, _)| {
        // All of these are one byte long, so that letters need not be looked at one by one.
        let back = |from: usize, is: fn(u8) -> bool| {
            let before = bytes.get(..from).unwrap_or_default();
            before.iter().rposition(|byte| !is(*byte)).map_or(0, |at| at.saturating_add(1))
        };
        let end = back(sign, between);
        let start = back(end, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        (start < end).then(|| (text.cut(start..end), start..end))
    })
}

#[cfg(test)]
mod tests;
