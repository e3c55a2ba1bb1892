//! What people get wrong in JSON.

use std::ops::Range;

use super::super::json5::{Token, Tokens};
use super::super::tree::{indent_at, line_end, line_start};
use super::{Attempt, straight};
use tacklebox_machine::cut::Cut;

struct At<'t> {
    text: &'t str,
    /// Where the parser stopped.
    stuck: usize,
    /// Without comments.
    tokens: Vec<(Token, Range<usize>)>,
    /// The token at which it stopped, or the number of all.
    here: usize,
}

/// Every way to go on from where the parser stopped, the likeliest first.
pub(super) fn attempts(text: &str, stuck: usize) -> Vec<Attempt> {
    let tokens: Vec<_> = Tokens::new(text, 0)
        .filter(|(token, _)| !matches!(token, Token::LineComment | Token::BlockComment))
        .collect();
    let here = tokens.iter().position(|(_, place)| place.end > stuck).unwrap_or(tokens.len());
    let at = At { text, stuck, tokens, here };
    let mut all = Vec::new();
    all.extend(straight(text));
    at.wrong_sign(&mut all);
    at.missing_sign(&mut all);
    at.quotes(&mut all);
    at.brackets(&mut all);
    at.bare_text(&mut all);
    all
}

impl At<'_> {
    fn token(&self, index: usize) -> Option<(Token, Range<usize>)> {
        self.tokens.get(index).cloned()
    }

    fn before(&self) -> Option<(Token, Range<usize>)> {
        self.here.checked_sub(1).and_then(|index| self.token(index))
    }

    /// A wrong sign, or one too many.
    fn wrong_sign(&self, all: &mut Vec<Attempt>) {
        let near = [self.token(self.here), self.before()];
        for (token, place) in near.into_iter().flatten() {
            let word = self.text.cut(place.clone());
            let first = place.start
                ..place.start.saturating_add(word.chars().next().map_or(0, char::len_utf8));
            let swap = |place, sign, what| Attempt::swap(self.text, place, sign, what);
            match (token, word) {
                (Token::Word, "True") => all.push(swap(place, "true", "true is written small")),
                (Token::Word, "False") => all.push(swap(place, "false", "false is written small")),
                (Token::Word, "None" | "nil") => all.push(swap(place, "null", "the word is null")),
                (Token::Word, _) if word.starts_with('=') => {
                    all.push(swap(first, ":", "a colon belongs between a name and its value"));
                }
                (Token::Word, _) if word.starts_with(';') => {
                    all.push(swap(first.clone(), ",", "here a comma is right, not a semicolon"));
                    all.push(swap(first, "", "here is a semicolon too many"));
                }
                (Token::Word, _) if word.ends_with(';') => {
                    let last = place.end.saturating_sub(1)..place.end;
                    all.push(swap(last, ",", "here a comma is right, not a semicolon"));
                }
                (Token::Word, _) if word.starts_with('#') => {
                    all.push(swap(first, "//", "a remark begins with //"));
                }
                (Token::Comma, _) => all.push(swap(place, "", "here is a comma too many")),
                (Token::Colon, _) => all.push(swap(place, ",", "here a comma is right")),
                (Token::Close, _) => all.push(swap(place, "", "this bracket closes nothing")),
                _ => {}
            }
        }
        // A remark may be swallowed by the word before it.
        let line = line_start(self.text, self.stuck)..line_end(self.text, self.stuck);
        if let Some(mark) = self.text.cut(line.clone()).find('#') {
            let mark = line.start.saturating_add(mark);
            all.push(Attempt::swap(
                self.text,
                mark..mark.saturating_add(1),
                "//",
                "a remark begins with //",
            ));
        }
    }

    fn missing_sign(&self, all: &mut Vec<Attempt>) {
        let Some((_, place)) = self.before() else { return };
        all.push(Attempt::put(self.text, place.end, ",", "a comma was missing"));
        all.push(Attempt::put(self.text, place.end, ":", "a colon was missing"));
        // The parser may stop at the value, one token later.
        if let Some((Token::Word | Token::Text, place)) = self.token(self.here) {
            all.push(Attempt::put(self.text, place.end, ":", "a colon was missing"));
            all.push(Attempt::put(self.text, place.end, ",", "a comma was missing"));
        }
    }

    /// A text that is not closed on its line, or not opened.
    fn quotes(&self, all: &mut Vec<Attempt>) {
        const CLOSE: &str = "a closing quote was missing";
        const OPEN: &str = "an opening quote was missing";
        let mut lines = vec![self.stuck];
        lines.extend(self.before().map(|(_, place)| place.start));
        for at in lines {
            let (start, end) = (line_start(self.text, at), line_end(self.text, at));
            let line = self.text.cut(start..end);
            for quote in ['"', '\''] {
                if line.matches(quote).count() % 2 == 0 {
                    continue;
                }
                let sign = quote.to_string();
                let bare = line.trim_end();
                let mut ends = vec![bare.len()];
                let less = bare.trim_end_matches([',', ' ']);
                ends.push(less.len());
                ends.push(less.trim_end_matches([']', '}', ' ']).len());
                ends.extend(line.find(':'));
                ends.reverse();
                ends.dedup();
                for place in ends {
                    all.push(Attempt::put(self.text, start.saturating_add(place), &sign, CLOSE));
                }
                let first = line.len().saturating_sub(line.trim_start().len());
                all.push(Attempt::put(self.text, start.saturating_add(first), &sign, OPEN));
                if let Some(colon) = line.find(':') {
                    let value = line
                        .cut(colon.saturating_add(1)..)
                        .len()
                        .saturating_sub(line.cut(colon.saturating_add(1)..).trim_start().len());
                    all.push(Attempt::put(
                        self.text,
                        start.saturating_add(colon).saturating_add(1).saturating_add(value),
                        &sign,
                        OPEN,
                    ));
                }
            }
        }
    }

    fn brackets(&self, all: &mut Vec<Attempt>) {
        const MISSING: &str = "a closing bracket was missing";
        let mut open: Vec<(u8, usize)> = Vec::new();
        let mut by_indent = None;
        for (index, (token, place)) in self.tokens.iter().enumerate() {
            let start = line_start(self.text, place.start);
            let indent = place.start.saturating_sub(start);
            let first = self.text.cut(start..place.start).trim().is_empty();
            // Whoever indents says where a block ends.
            if let (true, Some((kind, from))) = (first, open.last())
                && line_end(self.text, *from) < place.start
            {
                let outer = indent_at(self.text, *from);
                let over = match token {
                    Token::Close => indent < outer.len(),
                    _ => indent <= outer.len(),
                };
                if over && by_indent.is_none() && index > 0 {
                    let close = closing(*kind);
                    let comma = if *token == Token::Close { "" } else { "," };
                    let newline = super::super::style::newline(self.text);
                    by_indent = Some((start, format!("{outer}{close}{comma}{newline}")));
                }
            }
            match token {
                Token::Open(kind) => open.push((*kind, place.start)),
                Token::Close => {
                    let closes = self.text.as_bytes().get(place.start).copied();
                    let fits =
                        open.last().is_none_or(|(kind, _)| Some(closing(*kind) as u8) == closes);
                    if fits {
                        open.pop();
                    } else if let Some((kind, _)) = open.last() {
                        let sign = closing(*kind).to_string();
                        all.push(Attempt::put(self.text, self.end_before(index), &sign, MISSING));
                        all.push(Attempt::swap(
                            self.text,
                            place.clone(),
                            &sign,
                            "this bracket is of the other kind",
                        ));
                        break;
                    }
                }
                _ => {}
            }
        }
        if let Some((at, line)) = by_indent {
            all.push(Attempt::put(self.text, at, &line, MISSING));
        }
        let end = self.text.trim_end().len();
        let lines = self.text.trim_end().contains('\n');
        let mut closers = String::new();
        for (kind, from) in open.iter().rev() {
            let whole = line_end(self.text, *from) < end && lines;
            if whole {
                closers.push_str(super::super::style::newline(self.text));
                closers.push_str(indent_at(self.text, *from));
            }
            closers.push(closing(*kind));
            all.push(Attempt::put(self.text, end, &closers, MISSING));
        }
    }

    fn end_before(&self, index: usize) -> usize {
        let before = index.checked_sub(1).and_then(|index| self.token(index));
        before.map_or(0, |(_, place)| place.end)
    }

    /// A text that nobody put in quotes: to the end of its line.
    fn bare_text(&self, all: &mut Vec<Attempt>) {
        let from = [self.token(self.here), self.before()];
        for (_, place) in from.into_iter().flatten().filter(|(token, _)| *token == Token::Word) {
            let end = line_end(self.text, place.start);
            let value = self.text.cut(place.start..end).trim_end().trim_end_matches([',', ' ']);
            if value.contains(['"', '\\', '{', '}', '[', ']']) {
                continue;
            }
            let quoted = format!("\"{value}\"");
            let place = place.start..place.start.saturating_add(value.len());
            all.push(Attempt::swap(self.text, place, &quoted, "a text has to be in quotes"));
        }
    }
}

const fn closing(open: u8) -> char {
    if open == b'[' { ']' } else { '}' }
}
