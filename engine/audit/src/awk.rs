//! What an AWK program does beside text: the few places at which it starts a program or writes a file.
//! There is no grammar for it here; texts, patterns and comments are told apart by hand.

use super::deeds;
use super::reach::SHELL_TEXT;
use super::{Finding, command_advice, finding};
use tacklebox_machine::cut::Cut;

/// A piece of a program that matters here.
enum Piece<'t> {
    Text(&'t str),
    Word(&'t str),
    /// One sign; `||`, `&&` and their like are two.
    Sign(char),
}

/// The findings of one program.
pub(super) fn script(text: &str, file: &str) -> Vec<Finding> {
    let pieces = pieces(text);
    let mut found = Vec::new();
    let mut depth = 0_i32;
    let mut printing = false;
    for (at, (line, piece)) in pieces.iter().enumerate() {
        let next = |by: usize| pieces.get(at.saturating_add(by)).map(|(_, piece)| piece);
        let before = at.checked_sub(1).and_then(|at| pieces.get(at)).map(|(_, piece)| piece);
        let mut runs = |command: Option<&Piece>, line: u32| match command {
            Some(Piece::Text(command)) => found.extend(command_advice(command, file, line)),
            _ => found.push(finding(&SHELL_TEXT, file, line, excerpt(text, line))),
        };
        match piece {
            Piece::Word("system") if matches!(next(1), Some(Piece::Sign('('))) => {
                let whole = matches!(next(3), Some(Piece::Sign(')')));
                runs(next(2).filter(|_| whole), *line);
            }
            // `"date" | getline`, `print x | "mail"`
            Piece::Sign('|') => {
                let other = [before, next(1)].into_iter().flatten();
                if !other.clone().any(|piece| matches!(piece, Piece::Sign('|'))) {
                    let reads = matches!(next(1), Some(Piece::Word("getline")));
                    runs(if reads { before } else { next(1) }, *line);
                }
            }
            Piece::Word("print" | "printf") => (printing, depth) = (true, 0),
            Piece::Sign('(' | '[') => depth = depth.saturating_add(1),
            Piece::Sign(')' | ']') => depth = depth.saturating_sub(1),
            Piece::Sign(';' | '}' | '\n') => printing = false,
            Piece::Sign('>') if printing && depth == 0 => {
                if let Some(Piece::Text(path)) = next(1)
                    && let Some(deed) = deeds::writes(path, "writes to")
                {
                    let mut one = finding(deed.rule, file, *line, excerpt(text, *line));
                    one.why = deed.why.unwrap_or(one.why);
                    found.push(one);
                }
            }
            _ => {}
        }
    }
    found
}

fn excerpt(text: &str, line: u32) -> &str {
    text.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default()
}

fn pieces(text: &str) -> Vec<(u32, Piece<'_>)> {
    let mut pieces: Vec<(u32, Piece)> = Vec::new();
    let (mut at, mut line) = (0, 1_u32);
    while let Some(c) = text.cut(at..).chars().next() {
        let rest = text.cut(at..);
        let length = match c {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' => {
                let end = closing(rest, '"');
                pieces.push((line, Piece::Text(rest.cut(1..end).trim_end_matches('"'))));
                end
            }
            '/' if begins_pattern(pieces.last().map(|(_, piece)| piece)) => closing(rest, '/'),
            c if c.is_ascii_alphabetic() || c == '_' => {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                let word = rest.cut(..end.unwrap_or(rest.len()));
                pieces.push((line, Piece::Word(word)));
                word.len()
            }
            c => {
                line = line.saturating_add(u32::from(c == '\n'));
                if !matches!(c, ' ' | '\t' | '\r') {
                    pieces.push((line, Piece::Sign(c)));
                }
                c.len_utf8()
            }
        };
        at = at.saturating_add(length);
    }
    pieces
}

/// Where a text or pattern ends, behind its closing sign; at the end of its line where it has none.
fn closing(text: &str, close: char) -> usize {
    let (mut escaped, mut class) = (false, false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' if close == '/' => class = true,
            ']' if close == '/' => class = false,
            c if c == close && !class => return at.saturating_add(c.len_utf8()),
            _ => {}
        }
    }
    text.len()
}

/// A `/` behind a value divides; anywhere else it begins a pattern.
fn begins_pattern(before: Option<&Piece>) -> bool {
    match before {
        Some(Piece::Text(_) | Piece::Sign(')' | ']' | '$' | '0'..='9')) => false,
        Some(Piece::Word(word)) => matches!(*word, "return" | "in" | "print"),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Vec<String> {
        script(text, "x.awk").into_iter().map(|finding| finding.rule).collect()
    }

    #[test]
    fn what_it_starts_and_writes_is_seen_and_text_is_not() {
        assert_eq!(rules("BEGIN { system(\"rm -rf /\") }"), ["remove-root"]);
        assert_eq!(rules("{ system($0) }"), ["shell-text"]);
        assert_eq!(rules("{ \"cat ~/.ssh/id_rsa\" | getline key }"), ["secret-place"]);
        assert_eq!(rules("{ print $0 | \"sh\" }"), Vec::<String>::new());
        assert_eq!(rules("{ print $0 | cmd }"), ["shell-text"]);
        assert_eq!(rules("{ print $1 > \"/root/.bashrc\" }"), ["write-startup"]);
        for fine in [
            "# system(\"rm -rf /\")\n/a|b/ { n++ }",
            "{ if (a || b) print \"x | sh\", (a > 0 ? 1 : 2) }",
            "$1 ~ /^(curl|wget)[/]x|y$/ { s = n / 2 / 3 }",
            "{ split($0, a, /[|]/); while ((getline line) > 0) n++ }",
        ] {
            assert_eq!(rules(fine), Vec::<String>::new(), "{fine}");
        }
    }
}
