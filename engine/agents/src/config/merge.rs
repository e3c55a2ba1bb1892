//! Texts line by line: two changes of one text brought together, and line ends as they were.

use std::ops::Range;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices_deadline};

use super::tree::BOM;
use tacklebox_machine::cut::Cut;

/// One text that has both changes of `base`. None where both are about the same lines, or about lines
/// that touch: only a person can tell what was meant.
pub(super) fn three_way(base: &str, mine: &str, theirs: &str) -> Option<String> {
    let (base, mine, theirs) = (lines(base), lines(mine), lines(theirs));
    let mut hunks = hunks(&base, &mine);
    hunks.extend(self::hunks(&base, &theirs));
    hunks.sort_by_key(|hunk| (hunk.at.start, hunk.at.end));
    hunks.dedup();
    let mut merged = String::new();
    let mut at = 0;
    let mut before: Option<&Hunk<'_>> = None;
    for hunk in &hunks {
        if before.is_some_and(|before| before.at.end >= hunk.at.start) {
            return None;
        }
        base.cut(at..hunk.at.start).iter().for_each(|line| merged.push_str(line));
        hunk.new.iter().for_each(|line| merged.push_str(line));
        at = hunk.at.end;
        before = Some(hunk);
    }
    base.cut(at..).iter().for_each(|line| merged.push_str(line));
    Some(merged)
}

/// Lines of the old text, and what is there now.
#[derive(PartialEq)]
struct Hunk<'t> {
    at: Range<usize>,
    new: &'t [&'t str],
}

fn hunks<'t>(old: &[&'t str], new: &'t [&'t str]) -> Vec<Hunk<'t>> {
    let changed = differences(old, new).into_iter().filter(|op| op.tag() != DiffTag::Equal);
    changed.map(|op| Hunk { at: op.old_range(), new: new.cut(op.new_range()) }).collect()
}

/// How long the smallest difference is looked for; a larger one is as true.
const PATIENCE: Duration = Duration::from_millis(500);

fn differences(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let deadline = Instant::now().checked_add(PATIENCE);
    capture_diff_slices_deadline(Algorithm::Myers, old, new, deadline)
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// `text`, whose lines end in `\n` as an editor has them, with the line ends and the mark at its
/// beginning that `before` has: lines that stayed keep theirs, new ones end as the first line did.
pub(super) fn written_like(before: &str, text: &str) -> String {
    let mark = if before.starts_with(BOM) && !text.starts_with(BOM) { "\u{feff}" } else { "" };
    let old = ends(before.trim_start_matches(BOM));
    let main = old.iter().map(|(_, end)| *end).find(|end| !end.is_empty()).unwrap_or("\n");
    if old.iter().all(|(_, end)| matches!(*end, "\n" | "")) {
        return format!("{mark}{text}");
    }
    let new: Vec<&str> =
        text.split_inclusive('\n').map(|line| line.trim_end_matches('\n')).collect();
    let mut new_ends = vec![main; new.len()];
    let old_lines: Vec<&str> = old.iter().map(|(line, _)| *line).collect();
    for op in differences(&old_lines, &new) {
        if op.tag() == DiffTag::Equal {
            for (from, to) in op.old_range().zip(op.new_range()) {
                if let (Some((_, end)), Some(new)) = (old.get(from), new_ends.get_mut(to))
                    && !end.is_empty()
                {
                    *new = end;
                }
            }
        }
    }
    if !text.ends_with('\n')
        && let Some(last) = new_ends.last_mut()
    {
        *last = "";
    }
    let written: String = new.iter().zip(new_ends).flat_map(|(line, end)| [*line, end]).collect();
    format!("{mark}{written}")
}

/// `text` as an editor has it: no mark at its beginning, and `\n` at the end of every line.
pub(super) fn as_edited(text: &str) -> String {
    let lines = ends(text.trim_start_matches(BOM)).into_iter();
    lines.flat_map(|(line, end)| [line, if end.is_empty() { "" } else { "\n" }]).collect()
}

/// The lines, each with what ends it: `\n`, `\r\n`, a lone `\r`, or nothing at the end of the text.
fn ends(text: &str) -> Vec<(&str, &str)> {
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\n', '\r']) {
        let length = if rest.cut(at..).starts_with("\r\n") { 2 } else { 1 };
        lines.push((rest.cut(..at), rest.cut(at..at.saturating_add(length))));
        rest = rest.cut(at.saturating_add(length)..);
    }
    if !rest.is_empty() {
        lines.push((rest, ""));
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BASE: &str = "a\nb\nc\nd\ne\n";

    #[test]
    fn changes_of_different_lines_come_together() {
        let mine = "a\nB\nc\nd\ne\n";
        let theirs = "a\nb\nc\nd\nE\nf\n";
        assert_eq!(three_way(BASE, mine, theirs).unwrap(), "a\nB\nc\nd\nE\nf\n");
        assert_eq!(three_way(BASE, BASE, theirs).unwrap(), theirs);
        assert_eq!(three_way(BASE, mine, BASE).unwrap(), mine);
        assert_eq!(three_way(BASE, mine, mine).unwrap(), mine, "the same change twice is one");
    }

    #[test]
    fn changes_of_the_same_lines_and_of_neighbours_are_for_a_person() {
        for theirs in ["a\nX\nc\nd\ne\n", "a\nb\nX\nd\ne\n", "a\nc\nd\ne\n", ""] {
            assert_eq!(three_way(BASE, "a\nB\nc\nd\ne\n", theirs), None, "{theirs:?}");
        }
        assert_eq!(three_way(BASE, "a\nb\nm\nc\nd\ne\n", "a\nb\nt\nc\nd\ne\n"), None);
    }

    #[test]
    fn new_lines_end_as_the_first_one_does() {
        assert_eq!(written_like("a\r\nb\r\n", "a\nnew\nb\n"), "a\r\nnew\r\nb\r\n");
        assert_eq!(written_like("\u{feff}a\r\nb\n", "a\nnew\nb"), "\u{feff}a\r\nnew\r\nb");
        assert_eq!(written_like("", "a\n"), "a\n");
    }

    #[test]
    fn large_texts_with_nothing_in_common_take_no_longer() {
        let text = |word: &str| (0..60_000).map(|n| format!("{word}{n}\n")).collect::<String>();
        let start = Instant::now();
        assert_eq!(three_way(&text("a"), &text("b"), &text("c")), None);
        let crlf = text("a").replace('\n', "\r\n");
        assert_eq!(written_like(&crlf, &text("b")), text("b").replace('\n', "\r\n"));
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    }

    proptest! {
        #[test]
        fn what_was_not_changed_is_written_back_byte_for_byte(text in "\u{feff}?([ab{}]{0,3}(\n|\r\n|\r)){0,8}[ab]{0,2}") {
            prop_assert_eq!(written_like(&text, &as_edited(&text)), text);
        }

        #[test]
        fn what_one_side_left_alone_is_the_others(base in "([ab]\n){0,8}", other in "([abc]\n){0,8}") {
            prop_assert_eq!(three_way(&base, &base, &other), Some(other.clone()));
            prop_assert_eq!(three_way(&base, &other, &base), Some(other));
        }
    }
}
