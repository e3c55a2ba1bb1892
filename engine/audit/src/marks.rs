//! A word's text while it is worked out. What is not plain text (a value nobody knows before the
//! hook runs, the home folder, something downloaded) is one character of Unicode's private use
//! area. A mark so survives being joined, stored in a variable and handed to `sh -c`.

use tacklebox_machine::cut::Cut;

/// The home folder, however it was spelled.
pub(crate) const HOME: char = '\u{E000}';
/// A value that is known only when the hook runs.
pub(crate) const UNKNOWN: char = '\u{E001}';
/// What came from the network.
pub(crate) const DOWNLOADED: char = '\u{E002}';
/// What came out of `base64 -d` and its like.
pub(crate) const DECODED: char = '\u{E003}';
/// The script's own name.
pub(crate) const ITSELF: char = '\u{E004}';
/// Where the shell splits one word into two.
pub(crate) const SPLIT: char = '\u{E005}';
/// `{`, `,` and `}` that no quotes hold back, so that they mean brace expansion.
pub(crate) const OPEN: char = '\u{E006}';
pub(crate) const COMMA: char = '\u{E007}';
pub(crate) const CLOSE: char = '\u{E008}';

/// The hook's own folder.
pub(crate) const HERE: char = '\u{E010}';
/// What was read in a place where keys and passwords are kept, or is the whole environment.
pub(crate) const SECRET: char = '\u{E011}';
/// What was read of a person's own files, screen or clipboard.
pub(crate) const YOURS: char = '\u{E013}';
/// The text of an agent's config, as a whole.
pub(crate) const CONFIG: char = '\u{E014}';
/// What was said to an agent or by it: its sessions, its memory, the text of a message.
pub(crate) const SAID: char = '\u{E015}';
/// Marks that stay with a text whatever it goes through, the worst first.
const LASTING: [char; 6] = [DOWNLOADED, DECODED, SECRET, YOURS, CONFIG, SAID];

/// So many words may come out of one, so that `{a,b}{a,b}{a,b}…` stays cheap.
const MOST_WORDS: usize = 64;
/// So many braces in one word are expanded; the rest stays as it is.
const MOST_BRACES: u32 = 12;

/// The words that the shell makes of one: split, and with braces expanded.
pub(crate) fn fields(text: &str) -> Vec<String> {
    if !text.contains(is_syntax) {
        return vec![text.to_owned()];
    }
    let mut words = Vec::new();
    for field in text.split(SPLIT).filter(|field| !field.is_empty()) {
        expand(field, MOST_BRACES, &mut words);
    }
    words
}

/// The same text where the shell does not split: in an assignment, between quotes.
pub(crate) fn whole(text: &str) -> String {
    if !text.contains(is_syntax) {
        return text.to_owned();
    }
    text.chars()
        .map(|c| match c {
            SPLIT => ' ',
            OPEN => '{',
            COMMA => ',',
            CLOSE => '}',
            other => other,
        })
        .collect()
}

/// What is left of the marks when text has gone through a program nobody models.
pub(crate) fn taint(text: &str) -> String {
    let left: String = LASTING.into_iter().filter(|mark| text.contains(*mark)).collect();
    if left.is_empty() { UNKNOWN.into() } else { left }
}

/// Whether a text holds a mark that a program must not lose.
pub(crate) fn is_tainted(text: &str) -> bool {
    text.contains(LASTING)
}

/// Whether this stands for what is known only while the code runs.
pub(crate) const fn is_mark(c: char) -> bool {
    matches!(c, '\u{E000}'..='\u{F8FF}')
}

const fn is_syntax(c: char) -> bool {
    matches!(c, SPLIT | OPEN | COMMA | CLOSE)
}

fn expand(text: &str, braces: u32, words: &mut Vec<String>) {
    if words.len() >= MOST_WORDS {
        return;
    }
    let Some((before, parts, after)) = first_braces(text).filter(|_| braces > 0) else {
        words.push(whole(text));
        return;
    };
    for part in parts {
        expand(&format!("{before}{part}{after}"), braces.saturating_sub(1), words);
    }
}

/// The first `{a,b}` of a word, with what is around it. `{}` and `{a}` are plain text.
fn first_braces(text: &str) -> Option<(&str, Vec<&str>, &str)> {
    let open = text.find(OPEN)?;
    let inner = open.saturating_add(OPEN.len_utf8());
    let (mut depth, mut start, mut parts) = (1_i32, inner, Vec::new());
    for (i, c) in text.cut(inner..).char_indices().map(|(i, c)| (inner.saturating_add(i), c)) {
        match c {
            OPEN => depth = depth.saturating_add(1),
            COMMA if depth == 1 => {
                parts.push(text.cut(start..i));
                start = i.saturating_add(c.len_utf8());
            }
            CLOSE => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            parts.push(text.cut(start..i));
            let many = parts.len() > 1;
            return many
                .then(|| (text.cut(..open), parts, text.cut(i.saturating_add(c.len_utf8())..)));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn braces(text: &str) -> String {
        text.chars()
            .map(|c| match c {
                '{' => OPEN,
                ',' => COMMA,
                '}' => CLOSE,
                ' ' => SPLIT,
                c => c,
            })
            .collect()
    }

    #[test]
    fn braces_and_spaces_become_words() {
        assert_eq!(fields(&braces("/{bin,etc}")), ["/bin", "/etc"]);
        assert_eq!(fields(&braces("a{b,c{d,e}}f  g")), ["abf", "acdf", "acef", "g"]);
        assert_eq!(fields(&braces("{}")), ["{}"]);
        assert_eq!(fields(&braces("{a")), ["{a"]);
        assert_eq!(fields(""), [""]);
    }

    #[test]
    fn many_braces_stay_few_words() {
        assert_eq!(fields(&braces(&"{a,b}".repeat(1000))).len(), MOST_WORDS);
    }
}
