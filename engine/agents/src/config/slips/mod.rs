//! A slip of the pen in a config or a manifest, fixed where the parser stopped: a comma, a quote, a
//! bracket. Nothing of what a person wrote is dropped but a sign too many, and only a text that
//! parses is handed out.

mod json5;
mod toml;

use super::{Syntax, SyntaxError, edit};
use tacklebox_machine::cut::Cut;

/// More than these in one text, and nobody can say what was meant.
const ROUNDS: usize = 4;

/// A text that parses, and what was done for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    pub text: String,
    /// "Line 3: a closing ] was missing."
    pub says: Vec<String>,
}

/// One way to go on.
struct Attempt {
    text: String,
    /// Where, in the text before.
    at: usize,
    what: &'static str,
}

impl Attempt {
    fn put(text: &str, at: usize, sign: &str, what: &'static str) -> Self {
        Self::swap(text, at..at, sign, what)
    }

    fn swap(text: &str, place: std::ops::Range<usize>, sign: &str, what: &'static str) -> Self {
        let mut new = text.to_owned();
        let at = place.start;
        new.replace_range(place, sign);
        Self { text: new, at, what }
    }
}

/// The text with its slips fixed; none where that is not possible, or there are none.
pub fn repair(syntax: Syntax, text: &str) -> Option<Repaired> {
    let mut repaired = Repaired { text: text.to_owned(), says: Vec::new() };
    for _ in 0..ROUNDS {
        let Some(stuck) = stuck(syntax, &repaired.text) else { break };
        let attempts = match syntax {
            Syntax::Json5 => json5::attempts(&repaired.text, stuck),
            Syntax::Toml => toml::attempts(&repaired.text, stuck),
            Syntax::Yaml | Syntax::Json => return None,
        };
        let mut best: Option<(usize, Attempt)> = None;
        for attempt in attempts {
            let left = left(syntax, &repaired.text, stuck, &attempt);
            if best.as_ref().is_none_or(|(least, _)| left < *least) {
                best = Some((left, attempt));
            }
            if left == 0 {
                break;
            }
        }
        let (left, attempt) = best?;
        // The parser has to come further, or nothing was understood.
        if left >= doubled(&repaired.text, stuck) {
            return None;
        }
        let line = repaired.text.get(..attempt.at)?.matches('\n').count().saturating_add(1);
        repaired.says.push(format!("Line {line}: {}.", attempt.what));
        repaired.text = attempt.text;
    }
    let sound = stuck(syntax, &repaired.text).is_none() && !repaired.says.is_empty();
    sound.then_some(repaired)
}

/// How much of a text the parser does not come to after an attempt.
fn left(syntax: Syntax, before: &str, stuck_before: usize, attempt: &Attempt) -> usize {
    let Some(at) = stuck(syntax, &attempt.text) else { return 0 };
    let left = doubled(&attempt.text, at);
    // TOML's parser names slips in an order of its own: to be rid of the one that it named is a step.
    let line = |text: &str, at: usize| text.get(..at).map(|text| text.matches('\n').count());
    let lines = |text: &str| text.lines().count();
    let rid = syntax == Syntax::Toml
        && lines(&attempt.text) == lines(before)
        && line(&attempt.text, at) < line(before, stuck_before);
    if rid { doubled(before, stuck_before).saturating_sub(1) } else { left }
}

/// Twice what is left of a text, so that there is room for half a step. One that ends too early is stuck at
/// its end, and still not sound.
fn doubled(text: &str, stuck: usize) -> usize {
    (text.len().saturating_sub(stuck).max(1)).saturating_mul(2)
}

fn stuck(syntax: Syntax, text: &str) -> Option<usize> {
    edit::parse_or_empty(syntax, text).err().map(|error| offset(text, &error))
}

/// The byte at which an error is.
fn offset(text: &str, error: &SyntaxError) -> usize {
    let bom = text.len().saturating_sub(text.trim_start_matches(super::tree::BOM).len());
    let mut start = bom;
    for _ in 1..error.line {
        match text.cut(start..).find('\n') {
            Some(end) => start = start.saturating_add(end.saturating_add(1)),
            None => return text.len(),
        }
    }
    let line = text.cut(start..);
    start.saturating_add(
        line.char_indices().nth(error.column.saturating_sub(1)).map_or(line.len(), |(at, _)| at),
    )
}

/// Quotes as word processors set them, straight; none where there are none.
fn straight(text: &str) -> Option<Attempt> {
    let at = text.find(['“', '”', '„', '‘', '’'])?;
    let new = text.replace(['“', '”', '„'], "\"").replace(['‘', '’'], "'");
    Some(Attempt { text: new, at, what: "these quotes have to be straight ones" })
}

#[cfg(test)]
mod tests;
