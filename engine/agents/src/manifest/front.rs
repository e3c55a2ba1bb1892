//! Cuts a manifest into front matter and the text below it (rules ).

use super::{Broken, MAX_BYTES};
use tacklebox_machine::cut::Cut;

/// Opens and closes YAML front matter.
pub(super) const YAML: &str = "---";
/// Opens and closes TOML front matter.
pub(super) const TOML: &str = "+++";

/// What every parser says of text beyond its depth limit.
pub(super) const TOO_DEEP: &str = "this is nested too deeply to be read";

/// A manifest that has front matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Front<'a> {
    /// What is between the two fences, with its line ends.
    pub(super) text: &'a str,
    /// What is below the closing fence.
    pub(super) body: &'a str,
    /// The line, in the file, on which `text` begins.
    pub(super) first_line: u32,
    pub(super) bom: bool,
    pub(super) blank_before: bool,
}

/// The manifest as text, if it may be read at all.
pub(super) fn text(bytes: &[u8]) -> Result<&str, Broken> {
    if bytes.len() > MAX_BYTES {
        return Err(Broken::new(None, "the manifest is larger than 1 MiB, so it was not read"));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
        Broken::new(line_at_bytes(good), "this line is not UTF-8 text; save the file as UTF-8")
    })
}

/// Finds the front matter. A byte order mark, CRLF, blank lines before the opening fence and spaces
/// after a fence are accepted.
pub(super) fn split<'a>(text: &'a str, fence: &str) -> Result<Front<'a>, Broken> {
    let (bom, rest) = match text.strip_prefix('\u{feff}') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut at = 0_usize;
    for (line, opening) in (1..).zip(rest.split_inclusive('\n')) {
        at = at.saturating_add(opening.len());
        if is_fence(opening, fence) {
            return close(rest, at, line, fence).map(|front| Front { bom, ..front });
        }
        if !opening.trim().is_empty() {
            return Err(Broken::new(line, format!("the manifest does not begin with `{fence}`")));
        }
    }
    Err(Broken::new(None, "the manifest is empty"))
}

fn close<'a>(rest: &'a str, start: usize, opened: u32, fence: &str) -> Result<Front<'a>, Broken> {
    let inside = rest.get(start..).unwrap_or_default();
    let mut at = 0_usize;
    // Byte by byte: lines are short, and a search for each of their ends takes longer to begin than to end.
    for line in inside.as_bytes().split_inclusive(|byte| *byte == b'\n') {
        let end = at.saturating_add(line.len());
        if line.starts_with(fence.as_bytes()) && is_fence(inside.cut(at..end), fence) {
            return Ok(Front {
                text: inside.cut(..at),
                body: inside.cut(end..),
                first_line: opened.saturating_add(1),
                bom: false,
                blank_before: opened > 1,
            });
        }
        at = end;
    }
    Err(Broken::new(
        opened,
        format!("the front matter that begins here is never closed with `{fence}`"),
    ))
}

fn is_fence(line: &str, fence: &str) -> bool {
    line.strip_prefix(fence).is_some_and(|rest| rest.trim_end().is_empty())
}

/// The line of a byte offset, counted from 1. An offset beyond the text is its last line.
pub(super) fn line_at(text: &str, offset: usize) -> u32 {
    let bytes = text.as_bytes();
    line_at_bytes(bytes.get(..offset).unwrap_or(bytes))
}

fn line_at_bytes(before: &[u8]) -> u32 {
    let ends = before.iter().filter(|byte| **byte == b'\n').count();
    u32::try_from(ends).unwrap_or(u32::MAX).saturating_add(1)
}

/// The name that a manifest gives, by its looks alone: for one that cannot be parsed.
pub(super) fn guess_name(text: &str, separator: char) -> Option<&str> {
    text.lines().find_map(|line| {
        let value = line.strip_prefix("name")?.trim_start();
        let value = value.strip_prefix(separator)?.trim();
        let quoted = |quote| value.strip_prefix(quote)?.split(quote).next();
        let name = quoted('"')
            .or_else(|| quoted('\''))
            .unwrap_or_else(|| value.split_once(" #").map_or(value, |(name, _)| name.trim_end()));
        let plain = |c: char| !c.is_control() && !"{}[]|>&*".contains(c);
        (!name.is_empty() && name.chars().all(plain)).then_some(name)
    })
}

/// Where the line behind this place begins; the end of the text behind its last line.
pub(super) fn next_line(text: &str, at: usize) -> usize {
    text.cut(at..).find('\n').map_or(text.len(), |end| at.saturating_add(end).saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_matter_is_found_however_an_editor_saves_it() {
        for (text, inside, body, first_line) in [
            ("---\na: 1\n---\nbody", "a: 1\n", "body", 2),
            ("---\r\na: 1\r\n---\r\nbody", "a: 1\r\n", "body", 2),
            ("\u{feff}---\na: 1\n---\nbody", "a: 1\n", "body", 2),
            ("\n \n---\na: 1\n---\nbody", "a: 1\n", "body", 4),
            ("--- \na: 1\n---\t", "a: 1\n", "", 2),
            ("---\n---\n", "", "", 2),
            ("---\na: --- x\n ---\n---\n", "a: --- x\n ---\n", "", 2),
        ] {
            let front = split(text, YAML).unwrap();
            assert_eq!(
                (front.text, front.body, front.first_line),
                (inside, body, first_line),
                "{text:?}"
            );
        }
    }

    #[test]
    fn what_shipped_readers_trip_over_is_recorded() {
        let at = |text| {
            let front = split(text, YAML).unwrap();
            (front.bom, front.blank_before)
        };
        assert_eq!(at("---\n---"), (false, false));
        assert_eq!(at("\u{feff}---\n---"), (true, false));
        assert_eq!(at("\n---\n---"), (false, true));
    }

    #[test]
    fn a_manifest_without_whole_front_matter_is_broken_at_its_line() {
        for (text, line, message) in [
            ("", None, "the manifest is empty"),
            ("\n\n", None, "the manifest is empty"),
            ("# Hook\n", Some(1), "the manifest does not begin with `---`"),
            ("\n\nname: a\n", Some(3), "the manifest does not begin with `---`"),
            ("+++\n+++\n", Some(1), "the manifest does not begin with `---`"),
            (
                "\n---\nname: a\n",
                Some(2),
                "the front matter that begins here is never closed with `---`",
            ),
        ] {
            let broken = split(text, YAML).unwrap_err();
            assert_eq!((broken.line, broken.message.as_str()), (line, message));
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_broken_at_their_line() {
        assert_eq!(text(b"---\nna\xff").unwrap_err().line, Some(2));
        assert!(text(&vec![b'a'; MAX_BYTES]).is_ok());
        let large = text(&vec![b'a'; MAX_BYTES + 1]).unwrap_err();
        assert!(large.message.contains("larger than 1 MiB"));
    }

    #[test]
    fn a_name_is_guessed_from_a_line_that_can_be_understood() {
        for (text, name) in [
            ("a: [\nname: greeter\n", Some("greeter")),
            ("name: \"greeter\" # x\n", Some("greeter")),
            ("name:   greeter # x\n", Some("greeter")),
            ("name:\n", None),
            ("name: {a\n", None),
            ("names: x\n", None),
        ] {
            assert_eq!(guess_name(text, ':'), name, "{text:?}");
        }
        assert_eq!(guess_name("name = 'greeter'", '='), Some("greeter"));
    }
}
