//! JSON5 text → [`Node`]. The `json5` crate judges what is JSON5 and what a text or number means;
//! the walk here only notes where each value is, in a text that was found good before.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::tree::{Entry, Kind, Node};
use super::{MAX_DEPTH, SyntaxError};
use tacklebox_machine::cut::Cut;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Open(u8),
    Close,
    Colon,
    Comma,
    Text,
    Word,
    LineComment,
    BlockComment,
}

/// Tokens with their places; white space is left out. Never fails: a bad text gives odd tokens.
pub(super) struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tokens<'t> {
    pub fn new(text: &'t str, at: usize) -> Self {
        Self { text, at }
    }
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || is_line_end(c) || c == '\u{feff}'
}

impl Iterator for Tokens<'_> {
    type Item = (Token, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.at..)?;
        let start = self.at.saturating_add(rest.find(|c| !is_space(c))?);
        let rest = self.text.cut(start..);
        let (token, length) = match *rest.as_bytes().first()? {
            open @ (b'{' | b'[') => (Token::Open(open), 1),
            b'}' | b']' => (Token::Close, 1),
            b':' => (Token::Colon, 1),
            b',' => (Token::Comma, 1),
            b'/' if rest.starts_with("//") => {
                (Token::LineComment, rest.find(is_line_end).unwrap_or(rest.len()))
            }
            b'/' if rest.starts_with("/*") => (
                Token::BlockComment,
                rest.cut(2..).find("*/").map_or(rest.len(), |at| at.saturating_add(4)),
            ),
            quote @ (b'"' | b'\'') => (Token::Text, text_length(rest, quote)),
            _ => {
                let ends = |c| is_space(c) || "{}[]:,/\"'".contains(c);
                (Token::Word, rest.find(ends).unwrap_or(rest.len()).max(1))
            }
        };
        self.at = start.saturating_add(length);
        Some((token, start..self.at))
    }
}

/// The text with the sign for an unknown letter where a half of one is escaped without the other: JavaScript keeps such a
/// half. Every place stays where it is.
pub(crate) fn whole_letters(text: &str) -> Cow<'_, str> {
    if !text.contains("\\u") {
        return Cow::Borrowed(text);
    }
    let mut whole = Cow::Borrowed(text);
    for (_, place) in Tokens::new(text, 0).filter(|(token, _)| *token == Token::Text) {
        let mut at = place.start;
        while let Some(next) = text.get(at..place.end).and_then(|rest| rest.find('\\')) {
            at = at.saturating_add(next);
            let unit = |at: usize| {
                let digits = text.get(at..at.saturating_add(6))?.strip_prefix("\\u")?;
                u16::from_str_radix(digits, 16).ok()
            };
            let (first, second) = (unit(at), unit(at.saturating_add(6)));
            let length = match (first, second) {
                (Some(0xd800..0xdc00), Some(0xdc00..0xe000)) => 12,
                (Some(0xd800..0xe000), _) => {
                    whole.to_mut().replace_range(at..at.saturating_add(6), "\\uFFFD");
                    6
                }
                // What is escaped, a backslash included, begins nothing.
                _ => {
                    let escaped = text.get(at.saturating_add(1)..).and_then(|it| it.chars().next());
                    escaped.map_or(1, char::len_utf8).saturating_add(1)
                }
            };
            at = at.saturating_add(length);
        }
    }
    whole
}

fn text_length(text: &str, quote: u8) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            _ if byte == quote => return at.saturating_add(1),
            _ => {}
        }
    }
    text.len()
}

/// # Errors
/// A text that is not JSON5, or nested too deep to be a config.
pub(super) fn parse(text: &str) -> Result<Node, SyntaxError> {
    let text = &*whole_letters(text);
    let mut depth = 0_usize;
    for (token, place) in Tokens::new(text, 0) {
        match token {
            Token::Open(_) => depth = depth.saturating_add(1),
            Token::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        // Parsers that go down by calling themselves would run out of stack.
        if depth > MAX_DEPTH {
            return Err(SyntaxError::at(
                text,
                place.start,
                format!("Nested more than {MAX_DEPTH} deep."),
            ));
        }
    }
    if let Err(error) = json5::from_str::<IgnoredAny>(text) {
        let code = error.code().map_or_else(|| error.to_string(), |code| code.to_string());
        let code = in_words(&code);
        let (line, column) = error
            .position()
            .map_or((1, 1), |place| (place.line.saturating_add(1), place.column.saturating_add(1)));
        return Err(SyntaxError { message: format!("Not JSON5: {code}."), line, column });
    }
    let mut walk = Walk {
        text,
        tokens: Tokens::new(text, 0)
            .filter(|(token, _)| !matches!(token, Token::LineComment | Token::BlockComment)),
    };
    let lost = || SyntaxError { message: "Not JSON5.".into(), line: 1, column: 1 };
    let first = walk.tokens.next().ok_or_else(lost)?;
    walk.value(first).ok_or_else(lost)
}

/// What the parser found, for people who do not write parsers.
fn in_words(code: &str) -> &str {
    match code {
        "expected comma" => "a comma is missing before this",
        "expected colon" => "a colon is missing after the key",
        "expected value" => "a value is missing here",
        "expected identifier" | "invalid key" => "this is not a key: put it in quotes",
        "line terminator in string" => "a text is not closed on its line",
        "trailing characters" => "something follows where the config should have ended",
        "leading zero" => "a number must not begin with 0",
        early if early.starts_with("EOF parsing") => "the text ends too early",
        code => code,
    }
}

struct Walk<'t, I> {
    text: &'t str,
    tokens: I,
}

impl<I: Iterator<Item = (Token, Range<usize>)>> Walk<'_, I> {
    fn value(&mut self, (token, place): (Token, Range<usize>)) -> Option<Node> {
        match token {
            Token::Open(b'{') => self.object(place.start),
            Token::Open(_) => self.array(place.start),
            Token::Text | Token::Word => {
                let kind = Kind::Scalar(scalar(self.text.cut(place.clone()))?);
                Some(Node { span: place, kind })
            }
            _ => None,
        }
    }

    fn object(&mut self, start: usize) -> Option<Node> {
        let mut entries = Vec::new();
        loop {
            let (token, key_place) = self.tokens.next()?;
            match token {
                Token::Close => {
                    let span = start..key_place.end;
                    return Some(Node { span, kind: Kind::Object(entries) });
                }
                Token::Comma => {}
                _ => {
                    let key = key(self.text.cut(key_place.clone()))?;
                    self.tokens.next()?;
                    let first = self.tokens.next()?;
                    let value = self.value(first)?;
                    let span = key_place.start..value.span.end;
                    entries.push(Entry { key, span, key_end: key_place.end, value });
                }
            }
        }
    }

    fn array(&mut self, start: usize) -> Option<Node> {
        let mut items = Vec::new();
        loop {
            let (token, place) = self.tokens.next()?;
            match token {
                Token::Close => {
                    return Some(Node { span: start..place.end, kind: Kind::Array(items) });
                }
                Token::Comma => {}
                _ => items.push(self.value((token, place))?),
            }
        }
    }
}

/// JSON has no infinity: the largest number stands for it, so that it stays a number and true.
fn scalar(text: &str) -> Option<Value> {
    match text.trim_start_matches(['+', '-']) {
        "Infinity" if text.starts_with('-') => Some(json!(f64::MIN)),
        "Infinity" => Some(json!(f64::MAX)),
        _ => json5::from_str(text).ok(),
    }
}

fn key(text: &str) -> Option<String> {
    if text.starts_with(['"', '\'']) {
        return json5::from_str(text).ok();
    }
    if !text.contains('\\') {
        return Some(text.to_owned());
    }
    let map: BTreeMap<String, IgnoredAny> = json5::from_str(&format!("{{{text}:0}}")).ok()?;
    map.into_keys().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Value {
        parse(text).unwrap().to_value()
    }

    #[test]
    fn reads_every_form_of_json5() {
        let text = "\u{feff}// top\n/* a */{ // b\n'a\\'b': 1, /*c*/ ünicode /*d*/ : /*e*/ +1 /*f*/ , $_x: .5, d: 5.,\
                    h: 0xFF, i: Infinity, n: -NaN, m: -Infinity, t: 'x\\\ny', x: '\\x41\\u0042\\a', \\u0061z: null,\
                    true: true, e: 1e3, l: [1, [], {}, ], } // end";
        let expected = json!({"a'b": 1, "ünicode": 1, "$_x": 0.5, "d": 5.0, "h": 255, "i": f64::MAX,
            "n": null, "m": f64::MIN, "t": "xy", "x": "AB\u{61}", "az": null, "true": true, "e": 1000.0,
            "l": [1, [], {}]});
        assert_eq!(read(text), expected);
    }

    #[test]
    fn a_half_of_a_letter_is_read_past_and_a_whole_one_is_kept() {
        let text = r#"{a: "\ud800", "\udc00": 'x\ud83d\ude00y', b: "\\ud800", c: "\ä\ud83dz"}"#;
        let value = parse(text).unwrap().to_value();
        assert_eq!(
            value,
            json!({"a": "\u{fffd}", "\u{fffd}": "x😀y", "b": "\\ud800", "c": "ä\u{fffd}z"})
        );
    }

    #[test]
    fn the_last_of_equal_keys_wins() {
        assert_eq!(read("{a: 1, b: 2, 'a': 3}"), json!({"a": 3, "b": 2}));
    }

    #[test]
    fn says_where_a_text_breaks() {
        let error = parse("{\n  // ünï\n  ñame: 'x' y: 1\n}").unwrap_err();
        assert_eq!((error.line, error.column), (3, 13), "{}", error.message);
        for bad in [
            "",
            "{",
            "{a:",
            "{a:1",
            "{a:1}}",
            "[1,,2]",
            "{a:'x\ny'}",
            "{1:2}",
            "{a-b:1}",
            "{a:1 b:2}",
            "/*",
        ] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn deep_nesting_is_an_error_on_a_small_stack() {
        let run = || {
            for (open, close) in [("[", "]"), ("{a:", "}")] {
                let text = open.repeat(10_000) + "1" + &close.repeat(10_000);
                assert!(parse(&text).unwrap_err().message.contains("deep"));
                let text = open.repeat(MAX_DEPTH) + "1" + &close.repeat(MAX_DEPTH);
                assert!(parse(&text).is_ok());
            }
        };
        std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
    }
}
