//! What is read in another table than the one in which it is.

use std::ops::Range;

use super::{Misspelt, Table, front, harm, is_heading};
use tacklebox_machine::cut::Cut;

/// Headings of ZeroClaw's tables in a place where nobody looks, and the place that is meant.
const HEADINGS: [(&str, &str); 3] = [
    ("hooks.conditions", "hook.conditions"),
    ("hook.action.conditions", "hook.conditions"),
    ("hooks.action", "hook.action"),
];

/// Keys of one table of ZeroClaw's that are often written one above, with that table: to move one is for a person.
const BELOW: [(&str, &str, &str); 8] = [
    ("hook", "channels", "hook.conditions.channels"),
    ("hook", "users", "hook.conditions.users"),
    ("hook", "pattern", "hook.conditions.pattern"),
    ("hook", "timeout", "timeout_secs"),
    ("hook", "timeout_secs", "timeout_secs"),
    ("", "enabled", "hook.enabled"),
    ("", "priority", "hook.priority"),
    ("", "skip_security_audit", "hook.skip_security_audit"),
];

/// A key that is read elsewhere: a table under another heading, which is moved by its heading, or a key that
/// belongs one table below, which is only said.
pub(super) fn misplaced(
    tables: &'static [Table],
    text: &str,
    (above, last): (&str, &str),
    at: Range<usize>,
    there: &impl Fn(&str) -> bool,
) -> Option<Misspelt> {
    if !tables.iter().any(|(table, _)| *table == "hook") {
        return None;
    }
    let line = front::line_at(text, at.start);
    let whole = format!("{above}.{last}");
    if let Some((_, meant)) = HEADINGS.iter().find(|(wrong, _)| *wrong == whole) {
        let place = at.end.checked_sub(whole.len())?..at.end;
        let is_whole = text.get(place.clone()) == Some(&whole);
        let fits = is_whole && is_heading(text, &place) && !there(meant) && there("hook");
        let harm = harm("", meant.rsplit('.').next().unwrap_or_default());
        let new = (*meant).to_owned();
        return fits.then_some(Misspelt { written: whole, meant, line, harm, place, new });
    }
    let (.., meant) = BELOW.iter().find(|(table, key, _)| above == *table && *key == last)?;
    if there(meant) {
        return None;
    }
    let harm = harm("", meant.rsplit('.').next().unwrap_or_default());
    let written = last.to_owned();
    Some(Misspelt { written, meant, line, harm, place: at, new: String::new() })
}

/// Whether a key of a table below may be in `[hook]` itself, or above it: asked of each manifest, so that it costs next
/// to nothing.
pub(super) fn may_be(tables: &[Table], text: &str) -> bool {
    if !tables.iter().any(|(table, _)| *table == "hook") {
        return false;
    }
    let mut inside = Some("");
    text.lines().map(str::trim_start).any(|line| {
        if line.starts_with('[') {
            inside = line.starts_with("[hook]").then_some("hook");
            return false;
        }
        let Some(inside) = inside else { return false };
        let end = line.bytes().position(|byte| matches!(byte, b'=' | b' ')).unwrap_or(line.len());
        let key = line.cut(..end);
        BELOW.iter().any(|(table, below, _)| *below == key && *table == inside)
    })
}
