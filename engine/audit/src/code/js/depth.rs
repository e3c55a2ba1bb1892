//! How deeply a program is nested, told before it is parsed: the parser calls itself once a level, and a text made to
//! break it would use up its stack. The count may be too high and must not be too low. Every sign that can hold one
//! expression inside another counts; a comma, a semicolon or the next statement starts again.

mod words;

use tacklebox_machine::cut::Cut;
use words::{BEFORE_VALUE, GOES_ON};

/// Levels beyond this are not read. The stack of the reader's thread holds many more
/// (`super::STACK_BYTES`); programs that people write, and bundles of them, stay far below.
const DEEPEST: usize = 5_000;

/// Whether the text is nested too deeply to be parsed, or in a way that cannot be told.
pub(crate) fn too_deep(text: &str, jsx: bool) -> bool {
    deeper_than(DEEPEST, text, jsx)
}

/// The same of fewer levels.
pub(crate) fn deeper_than(most: usize, text: &str, jsx: bool) -> bool {
    let bytes = text.as_bytes();
    let start = if bytes.starts_with(b"#!") { end_of_line(bytes, 0) } else { 0 };
    Reader {
        most,
        bytes,
        at: start,
        levels: vec![Level::default()],
        total: 0,
        before: Before::Sign,
        line: false,
        jsx,
    }
    .read()
    .is_none()
}

/// How many groups and classes of a regular expression may be inside one another, which its grammar goes down, too.
fn groups(expression: &[u8]) -> usize {
    expression.iter().filter(|byte| matches!(byte, b'(' | b'[')).count()
}

/// What is inside one pair of brackets, up to here.
#[derive(Default)]
struct Level {
    signs: usize,
    /// `<` of types, which commas do not end.
    angles: usize,
    /// `if (…)`: a slash behind it begins a regular expression.
    header: bool,
    /// `${…}`: behind it the text of the template goes on.
    template: bool,
    /// A statement may have ended: the next word tells.
    ended: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// A value: a slash divides it.
    Value,
    /// `}`: nobody knows without parsing.
    Brace,
    Sign,
    /// `if`, `while`, `for`, `with`.
    Header,
    /// A word after which a value comes.
    Keyword,
    Dot,
}

struct Reader<'t> {
    most: usize,
    bytes: &'t [u8],
    at: usize,
    levels: Vec<Level>,
    total: usize,
    before: Before,
    /// A line ended since.
    line: bool,
    jsx: bool,
}

impl Reader<'_> {
    /// None where it is too deep.
    fn read(mut self) -> Option<()> {
        while let Some(byte) = self.bytes.get(self.at).copied() {
            match byte {
                b' ' | b'\t' | b'\r' => self.at = self.at.saturating_add(1),
                b'\n' => {
                    self.line = true;
                    self.at = self.at.saturating_add(1);
                    continue;
                }
                b'"' | b'\'' => self.string(byte),
                b'`' => {
                    self.at = self.at.saturating_add(1);
                    self.template()?;
                }
                b'/' => self.slash()?,
                b'(' | b'[' | b'{' => self.open(byte, false)?,
                b')' | b']' | b'}' => self.close(byte)?,
                b';' | b',' => self.separator(byte),
                b'0'..=b'9'
                | b'a'..=b'z'
                | b'A'..=b'Z'
                | b'_'
                | b'$'
                | b'#'
                | b'@'
                | b'\\'
                | 0x80.. => {
                    self.word()?;
                }
                _ => self.sign(byte)?,
            }
            self.line &= matches!(byte, b' ' | b'\t' | b'\r' | b'/');
        }
        Some(())
    }

    fn level(&mut self) -> Option<&mut Level> {
        self.levels.last_mut()
    }

    fn count(&mut self) -> Option<()> {
        self.total = self.total.saturating_add(1);
        self.level()?.signs = self.level()?.signs.saturating_add(1);
        (self.total <= self.most).then_some(())
    }

    /// Forgets what the level holds: a new statement or item begins.
    fn anew(&mut self, angles_too: bool) {
        if self.jsx {
            return;
        }
        let Some(level) = self.levels.last_mut() else { return };
        let kept = if angles_too { 0 } else { level.angles.min(level.signs) };
        self.total = self.total.saturating_sub(level.signs.saturating_sub(kept));
        level.signs = kept;
        level.angles = kept;
        level.ended = false;
    }

    fn string(&mut self, quote: u8) {
        self.at = self.at.saturating_add(1);
        while let Some(byte) = self.bytes.get(self.at).copied() {
            self.at = self.at.saturating_add(1);
            match byte {
                b'\\' => self.at = self.at.saturating_add(1),
                b'\n' => break,
                byte if byte == quote => break,
                _ => {}
            }
        }
        self.before = Before::Value;
    }

    fn template(&mut self) -> Option<()> {
        while let Some(byte) = self.bytes.get(self.at).copied() {
            match byte {
                b'\\' => self.at = self.at.saturating_add(2),
                b'`' => {
                    self.at = self.at.saturating_add(1);
                    self.before = Before::Value;
                    return Some(());
                }
                b'$' if self.bytes.get(self.at.saturating_add(1)) == Some(&b'{') => {
                    self.at = self.at.saturating_add(1);
                    return self.open(b'{', true);
                }
                _ => self.at = self.at.saturating_add(1),
            }
        }
        Some(())
    }

    fn slash(&mut self) -> Option<()> {
        match self.bytes.get(self.at.saturating_add(1)) {
            Some(b'/') => self.at = end_of_line(self.bytes, self.at),
            Some(b'*') => {
                let inside = self.bytes.get(self.at.saturating_add(2)..).unwrap_or_default();
                let length = inside.windows(2).position(|pair| pair == b"*/");
                self.at = self.at.saturating_add(
                    length
                        .map_or(inside.len().saturating_add(2), |length| length.saturating_add(4)),
                );
            }
            _ if self.before == Before::Brace => return None,
            _ if self.before != Before::Value
                && let Some(end) = self.regex() =>
            {
                let inside = self.bytes.get(self.at..end).unwrap_or_default();
                if self.total.saturating_add(groups(inside)) > self.most {
                    return None;
                }
                self.at = end;
                self.before = Before::Value;
            }
            _ => return self.sign(b'/'),
        }
        Some(())
    }

    /// Where the regular expression ends that begins here; none where it is none.
    fn regex(&self) -> Option<usize> {
        let mut class = false;
        let mut at = self.at.saturating_add(1);
        loop {
            match self.bytes.get(at)? {
                b'\n' => return None,
                b'\\' => at = at.saturating_add(1),
                b'[' => class = true,
                b']' => class = false,
                b'/' if !class => return Some(at.saturating_add(1)),
                _ => {}
            }
            at = at.saturating_add(1);
        }
    }

    fn open(&mut self, byte: u8, template: bool) -> Option<()> {
        self.count()?;
        let header = byte == b'(' && self.before == Before::Header;
        self.levels.push(Level { header, template, ..Level::default() });
        self.before = Before::Sign;
        self.at = self.at.saturating_add(1);
        Some(())
    }

    fn close(&mut self, byte: u8) -> Option<()> {
        self.at = self.at.saturating_add(1);
        // One too many ends no program that runs.
        if self.levels.len() == 1 {
            return Some(());
        }
        let level = self.levels.pop()?;
        self.total = self.total.saturating_sub(level.signs);
        self.before = match byte {
            b')' if level.header => Before::Sign,
            b'}' => Before::Brace,
            _ => Before::Value,
        };
        if byte == b'}' && level.template {
            return self.template();
        }
        self.level()?.ended |= byte == b'}';
        Some(())
    }

    fn separator(&mut self, byte: u8) {
        self.at = self.at.saturating_add(1);
        self.before = Before::Sign;
        if byte == b',' {
            self.anew(false);
        } else if let Some(level) = self.levels.last_mut() {
            level.ended = true;
        }
    }

    fn word(&mut self) -> Option<()> {
        let start = self.at;
        let part = |byte: &u8| {
            byte.is_ascii_alphanumeric()
                || matches!(byte, b'_' | b'$' | b'#' | b'@' | b'\\' | 0x80..)
        };
        while self.bytes.get(self.at).is_some_and(part) {
            self.at = self.at.saturating_add(1);
        }
        let word = std::str::from_utf8(self.bytes.cut(start..self.at)).unwrap_or_default();
        let ended = std::mem::take(&mut self.level()?.ended);
        // No sign between a value and the word on the next line: a statement ended without a semicolon.
        let ended = ended || (self.line && self.before == Before::Value);
        if ended && !GOES_ON.contains(&word) {
            self.anew(true);
        }
        // A word behind another holds it: `typeof typeof x`, `else if`.
        self.count()?;
        self.before = match word {
            _ if self.before == Before::Dot => Before::Value,
            "if" | "while" | "for" | "with" => Before::Header,
            word if BEFORE_VALUE.contains(&word) => Before::Keyword,
            _ => Before::Value,
        };
        Some(())
    }

    fn sign(&mut self, byte: u8) -> Option<()> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        // A comment in old scripts, signs in modules.
        if rest.starts_with(b"<!--") {
            return None;
        }
        self.count()?;
        match byte {
            b'<' => self.level()?.angles = self.level()?.angles.saturating_add(1),
            b'>' if self.bytes.get(self.at.wrapping_sub(1)) != Some(&b'=') => {
                let level = self.level()?;
                level.angles = level.angles.saturating_sub(1);
            }
            _ => {}
        }
        // What goes on behind a brace does so with a sign.
        self.level()?.ended = false;
        let twice = rest.starts_with(b"++") || rest.starts_with(b"--");
        self.at = self.at.saturating_add(if twice { 2 } else { 1 });
        let value = matches!(self.before, Before::Value | Before::Brace);
        self.before = match byte {
            b'.' => Before::Dot,
            _ if twice && value => Before::Value,
            _ => Before::Sign,
        };
        Some(())
    }
}

fn end_of_line(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from.saturating_add(rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()))
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, too_deep};

    fn nested(open: &str, close: &str) -> String {
        format!("{}x{}", open.repeat(DEEPEST + 1), close.repeat(DEEPEST + 1))
    }

    #[test]
    fn everything_that_holds_another_counts() {
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("{", "}"),
            ("!", ""),
            ("- ", ""),
            ("typeof ", ""),
            ("a=", ""),
            ("a=>", ""),
            ("a?b:", ""),
            ("if(a)", ""),
            ("if(a)b;else ", ""),
            ("if(a){}else ", ""),
            ("a:", ""),
            ("`${", "}`"),
            ("f(/[\"]/,", ")"),
            ("if(a)/'/.test(", ")"),
            ("(\")\",", ")"),
            ("a.b", ""),
            ("a()", ""),
            ("new ", ""),
            ("a**", ""),
            ("var x:A<B,", ""),
        ] {
            assert!(too_deep(&nested(open, close), false), "{open}");
        }
        assert!(too_deep(&nested("<a>,", "</a>"), true));
    }

    #[test]
    fn what_stands_side_by_side_does_not() {
        for part in [
            "a(b);",
            "a(b),",
            "a.b(c)\nconst d = e ? f : g\nawait h()\n",
            "f(x)\n;",
            "if (a) { b(c) } else { d }\n",
            "const a = [1, 2, { b: 3 }];\n",
            "function f(a, b) { return a / b + (a + b) / 2; }\n",
            "class A { b() { return /[(]/.test('(') } c() {} }\n",
            "x = `(${a}(`; // (\n",
            "/* ( */ y = a < b;",
        ] {
            assert!(!too_deep(&part.repeat(20_000), false), "{part}");
        }
    }
}
