//! The text below the front matter.

const HEADING_MAX: usize = 60;

/// The first `# heading`, fit to be shown on one line: without what could reorder or hide other text.
pub(super) fn heading(body: &str) -> Option<String> {
    let mut fence = None;
    for line in body.lines() {
        // `# comment` in a code block is not a heading.
        let mark = ["```", "~~~"].into_iter().find(|mark| line.trim_start().starts_with(mark));
        match (fence, mark) {
            (None, Some(_)) => fence = mark,
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) => {
                if let Some(text) = line.strip_prefix("# ") {
                    let text = clean(text);
                    if !text.is_empty() {
                        return Some(text);
                    }
                }
            }
            _ => {}
        }
    }
    None
}

fn clean(text: &str) -> String {
    let shown: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !is_bidi(*c))
        .collect();
    let shown = shown.trim();
    let bare = shown.trim_end_matches('#');
    // As in CommonMark, closing #s count only after a space: "About C#" stays.
    let shown = if bare.is_empty() || bare.ends_with(' ') { bare.trim_end() } else { shown };
    if shown.chars().count() <= HEADING_MAX {
        return shown.to_owned();
    }
    let cut: String = shown.chars().take(HEADING_MAX - 1).collect();
    format!("{}…", cut.trim_end())
}

fn is_bidi(c: char) -> bool {
    matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_heading_of_the_page() {
        for (body, expected) in [
            ("\n# My Hook\n\n# Other\n", Some("My Hook")),
            ("# My Hook ##\r\n", Some("My Hook")),
            ("# About C#\n", Some("About C#")),
            ("## Small\ntext\n", None),
            ("#hashtag\n", None),
            ("# \n# Real\n", Some("Real")),
            ("# ###\n# Real\n", Some("Real")),
            ("```sh\n# comment\n```\n# Real\n", Some("Real")),
            ("~~~\n```\n# comment\n~~~\n# Real\n", Some("Real")),
            ("# a\u{202e}b\u{0007}c\td\n", Some("abc d")),
            ("", None),
        ] {
            assert_eq!(heading(body).as_deref(), expected, "{body:?}");
        }
    }

    #[test]
    fn a_long_heading_is_cut() {
        let heading = heading(&format!("# {}", "é".repeat(100))).unwrap();
        assert_eq!(heading.chars().count(), 60);
        assert!(heading.ends_with('…'));
    }
}
