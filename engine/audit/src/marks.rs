//! A word's text while it is worked out. What is not plain text (a value nobody knows before the
//! hook runs, the home folder, something downloaded) is one character of Unicode's private use
//! area. A mark so survives being joined, stored in a variable and handed to `sh -c`.

/// The home folder, however it was spelled.
pub(super) const HOME: char = '\u{E000}';
/// A value that is known only when the hook runs.
pub(super) const UNKNOWN: char = '\u{E001}';
/// What came from the network.
pub(super) const DOWNLOADED: char = '\u{E002}';
/// What came out of `base64 -d` and its like.
pub(super) const DECODED: char = '\u{E003}';
/// The script's own name.
pub(super) const ITSELF: char = '\u{E004}';
/// Where the shell splits one word into two.
pub(super) const SPLIT: char = '\u{E005}';
/// `{`, `,` and `}` that no quotes hold back, so that they mean brace expansion.
pub(super) const OPEN: char = '\u{E006}';
pub(super) const COMMA: char = '\u{E007}';
pub(super) const CLOSE: char = '\u{E008}';

/// So many words may come out of one, so that `{a,b}{a,b}{a,b}…` stays cheap.
const MOST_WORDS: usize = 64;
/// So many braces in one word are expanded; the rest stays as it is.
const MOST_BRACES: u32 = 12;

/// The words that the shell makes of one: split, and with braces expanded.
pub(super) fn fields(text: &str) -> Vec<String> {
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
pub(super) fn whole(text: &str) -> String {
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
pub(super) fn taint(text: &str) -> String {
    [DOWNLOADED, DECODED].into_iter().find(|mark| text.contains(*mark)).unwrap_or(UNKNOWN).into()
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
        expand(&format!("{before}{part}{after}"), braces - 1, words);
    }
}

/// The first `{a,b}` of a word, with what is around it. `{}` and `{a}` are plain text.
fn first_braces(text: &str) -> Option<(&str, Vec<&str>, &str)> {
    let open = text.find(OPEN)?;
    let inner = open + OPEN.len_utf8();
    let (mut depth, mut start, mut parts) = (1, inner, Vec::new());
    for (i, c) in text[inner..].char_indices().map(|(i, c)| (inner + i, c)) {
        match c {
            OPEN => depth += 1,
            COMMA if depth == 1 => {
                parts.push(&text[start..i]);
                start = i + c.len_utf8();
            }
            CLOSE => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            parts.push(&text[start..i]);
            let many = parts.len() > 1;
            return many.then(|| (&text[..open], parts, &text[i + c.len_utf8()..]));
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
