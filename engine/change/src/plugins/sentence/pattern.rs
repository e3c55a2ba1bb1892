//! Patterns that mean the same to a person who reads them here and to JavaScript, which runs them.

use regex::Regex;

/// Why a pattern may mean something else to JavaScript, which runs it, than it seems; none where it does not.
pub(super) fn not_both(pattern: &str) -> Option<String> {
    if let Err(error) = Regex::new(pattern) {
        let error = error.to_string();
        let last = error.lines().last().unwrap_or_default();
        let why = last.strip_prefix("error: ").unwrap_or(last);
        return Some(format!("The pattern is not a valid regular expression: {why}."));
    }
    (!reads_alike(pattern)).then(|| {
        "The pattern has something that JavaScript reads differently. Use letters, ., *, +, ?, |, [ ], ( ), \\d, \\w, \\s and \\b."
            .to_owned()
    })
}

/// What a sign such as `*` would repeat.
#[derive(PartialEq)]
enum Before {
    Nothing,
    Part,
    /// Repeated already: only `?` may follow.
    Repeated,
}

/// Whether JavaScript reads a valid pattern as it is read here.
fn reads_alike(pattern: &str) -> bool {
    let mut rest = pattern.chars().peekable();
    let (mut class, mut before) = (false, Before::Nothing);
    while let Some(letter) = rest.next() {
        let next = rest.peek().copied();
        before = match letter {
            // It is two letters there.
            '\u{10000}'.. => return false,
            '\\' => {
                rest.next();
                match next {
                    Some('b' | 'B') if !class => Before::Nothing,
                    // These two are the edges of words here.
                    Some('<' | '>') => return false,
                    Some(it) if "dDwWsSnrtfv".contains(it) || it.is_ascii_punctuation() => {
                        Before::Part
                    }
                    _ => return false,
                }
            }
            ']' if class => {
                class = false;
                Before::Part
            }
            // A class in a class, and what is taken out of one.
            '[' if class => return false,
            '&' | '~' | '-' if class && next == Some(letter) => return false,
            _ if class => Before::Part,
            '[' => {
                class = true;
                let next = if next == Some('^') {
                    rest.next();
                    rest.peek().copied()
                } else {
                    next
                };
                if next == Some(']') {
                    return false;
                }
                Before::Nothing
            }
            '(' => {
                if next == Some('?') {
                    rest.next();
                    if rest.next() != Some(':') {
                        return false;
                    }
                }
                Before::Nothing
            }
            '|' | '^' | '$' => Before::Nothing,
            '?' if before == Before::Repeated => Before::Nothing,
            '*' | '+' | '?' | '{' if before == Before::Part => {
                // With a blank in it, it is a text there and a number here.
                let inside = |it: &char| *it != '}';
                let count = |it: char| it.is_ascii_digit() || it == ',';
                if letter == '{' && !rest.by_ref().take_while(inside).all(count) {
                    return false;
                }
                Before::Repeated
            }
            '*' | '+' | '?' | '{' => return false,
            _ => Before::Part,
        };
    }
    true
}
