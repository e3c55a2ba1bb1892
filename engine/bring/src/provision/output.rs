//! What an installer prints, as lines a person can read: bytes come cut anywhere, from two streams, with
//! colours and with lines that overwrite themselves.

use std::collections::VecDeque;

use tacklebox_machine::process::Stream;

/// How much is kept, in bytes. The end is what tells why something failed, so the beginning goes.
pub const KEPT: usize = 1024 * 1024;

/// A longer line is broken, in bytes: some programs print a bar without end.
const MAX_LINE: usize = 8 * 1024;

/// A line of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// It stays.
    Whole(String),
    /// The next one overwrites it, as with bars of progress.
    Passing(String),
}

/// Cuts the two streams into lines.
#[derive(Default)]
pub(super) struct Lines {
    out: Vec<u8>,
    err: Vec<u8>,
}

impl Lines {
    /// Every line that is complete with these bytes.
    pub(super) fn feed(&mut self, stream: Stream, bytes: &[u8], mut tell: impl FnMut(Line)) {
        let open = match stream {
            Stream::Out => &mut self.out,
            Stream::Err => &mut self.err,
        };
        for byte in bytes {
            match byte {
                // What was overwritten is told when it is: `\r\n` is an end of line like any other.
                _ if open.last() == Some(&b'\r') && *byte != b'\n' => {
                    let text = plain(open);
                    open.clear();
                    if !text.is_empty() {
                        tell(Line::Passing(text));
                    }
                    open.push(*byte);
                }
                b'\n' => {
                    tell(Line::Whole(plain(open)));
                    open.clear();
                }
                _ if open.len() >= MAX_LINE => {
                    tell(Line::Whole(plain(open)));
                    open.clear();
                    open.push(*byte);
                }
                _ => open.push(*byte),
            }
        }
        // A question or a bar has no end of line yet, and is worth seeing.
        if let text = plain(open)
            && !text.is_empty()
        {
            tell(Line::Passing(text));
        }
    }

    /// What was left without an end of line.
    pub(super) fn finish(&mut self, mut tell: impl FnMut(Line)) {
        for open in [&mut self.out, &mut self.err] {
            let text = plain(open);
            open.clear();
            if !text.is_empty() {
                tell(Line::Whole(text));
            }
        }
    }
}

/// The text without colours and other orders to a terminal.
fn plain(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut shown = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => match chars.next() {
                Some('[') => {
                    let _ = chars.find(|c| ('\u{40}'..='\u{7e}').contains(c));
                }
                // A title of the window, up to a bell or the two characters that end it.
                Some(']') => {
                    let _ = chars.find(|c| matches!(c, '\u{7}' | '\\'));
                }
                _ => {}
            },
            '\t' => shown.push(' '),
            c if c.is_control() => {}
            c => shown.push(c),
        }
    }
    shown.truncate(shown.trim_end().len());
    shown
}

/// The last lines of an output, at most [`KEPT`] bytes. Each byte has a number that stays its own, so that
/// who knows a part can ask for the rest.
#[derive(Clone, Debug, Default)]
pub struct Log {
    lines: VecDeque<String>,
    /// The number of the first byte that is still here.
    start: u64,
    bytes: usize,
}

impl Log {
    pub fn push(&mut self, line: &str) {
        self.bytes = self.bytes.saturating_add(line.len().saturating_add(1));
        self.lines.push_back(line.to_owned());
        while self.bytes > KEPT {
            let Some(first) = self.lines.pop_front() else { break };
            self.bytes = self.bytes.saturating_sub(first.len().saturating_add(1));
            self.start = self.start.saturating_add((first.len() as u64).saturating_add(1));
        }
    }

    pub const fn start(&self) -> u64 {
        self.start
    }

    /// The number that the next byte gets.
    pub const fn end(&self) -> u64 {
        self.start.saturating_add(self.bytes as u64)
    }

    /// All that is kept, each line with its end.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.bytes);
        for line in &self.lines {
            text.push_str(line);
            text.push('\n');
        }
        text
    }

    /// What came after that byte, its last whole lines where it is more than `most` bytes; with the number of
    /// its first byte.
    pub fn since(&self, byte: u64, most: usize) -> (u64, String) {
        let mut from = self.end();
        let mut lines = Vec::new();
        let mut bytes = 0_usize;
        for line in self.lines.iter().rev() {
            let length = line.len().saturating_add(1);
            if from <= byte || bytes.saturating_add(length) > most {
                break;
            }
            from = from.saturating_sub(length as u64);
            bytes = bytes.saturating_add(length);
            lines.push(line.as_str());
        }
        let mut text = String::with_capacity(bytes);
        for line in lines.into_iter().rev() {
            text.push_str(line);
            text.push('\n');
        }
        (from, text)
    }

    /// The last lines, for a report.
    pub fn tail(&self, lines: usize) -> String {
        let skip = self.lines.len().saturating_sub(lines);
        self.lines.iter().skip(skip).map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(parts: &[&[u8]]) -> Vec<Line> {
        let mut told = Vec::new();
        let mut lines = Lines::default();
        for part in parts {
            lines.feed(Stream::Out, part, |line| told.push(line));
        }
        lines.finish(|line| told.push(line));
        told
    }

    fn whole(told: Vec<Line>) -> Vec<String> {
        told.into_iter()
            .filter_map(|line| match line {
                Line::Whole(text) => Some(text),
                Line::Passing(_) => None,
            })
            .collect()
    }

    #[test]
    fn lines_come_whole_however_they_were_cut() {
        let text = "one\r\ntwö\n\nthree".as_bytes();
        for at in 0..text.len() {
            let told = lines(&[&text[..at], &text[at..]]);
            assert_eq!(whole(told), ["one", "twö", "", "three"], "cut at {at}");
        }
    }

    #[test]
    fn a_bar_that_is_written_over_leaves_its_last_state() {
        let told = lines(&[b"# 10%\r## 20%\r### 100%\ndone\n"]);
        assert_eq!(told[..2], [Line::Passing("# 10%".into()), Line::Passing("## 20%".into())]);
        assert_eq!(whole(told), ["### 100%", "done"]);
        assert_eq!(lines(&[b"Password: "])[0], Line::Passing("Password:".into()));
    }

    #[test]
    fn colours_and_orders_to_a_terminal_are_left_out() {
        let told = lines(&[b"\x1b[1;32m==>\x1b[0m ok\x1b]0;title\x07!\x07\n\x1b[", b"2K\n"]);
        assert_eq!(whole(told), ["==> ok!", ""]);
        assert_eq!(whole(lines(&[&[b'x'; 20_000]])).len(), 3);
    }

    #[test]
    fn the_end_of_a_long_output_is_kept_and_its_bytes_keep_their_numbers() {
        let mut log = Log::default();
        for n in 0..200_000 {
            log.push(&format!("line {n}"));
        }
        let text = log.text();
        assert!(text.len() <= KEPT && text.ends_with("line 199999\n"));
        assert_eq!(log.end() - log.start(), text.len() as u64);
        let (from, text) = log.since(log.end() - 24, 100);
        assert_eq!((from, &*text), (log.end() - 24, "line 199998\nline 199999\n"));
        let (from, text) = log.since(0, 15);
        assert_eq!((from, &*text), (log.end() - 12, "line 199999\n"));
        assert_eq!(log.since(log.end(), 100), (log.end(), String::new()));
        assert_eq!(log.tail(2), "line 199998\nline 199999");
    }
}
