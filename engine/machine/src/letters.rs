//! Letters that deceive. A hook is told from others by its name, in lists and by people: one that looks
//! like another tells nothing.

/// Whether a character takes no room, turns the direction of text, or is a control: two texts that differ
/// only in such look the same. What puts emoji together is not meant.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0e}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Each character, and whether it is such a one, or puts emoji together where there is none.
pub fn hidden(text: impl Iterator<Item = char>) -> impl Iterator<Item = (char, bool)> {
    let joins = |c: char| matches!(c, '\u{200d}' | '\u{fe0f}');
    let mut before = 'a';
    text.map(move |c| {
        let alone = joins(c) && before.is_ascii();
        before = c;
        (c, alone || is_hidden(c))
    })
}

/// Whether a name has such characters.
pub fn has_hidden(name: &str) -> bool {
    hidden(name.chars()).any(|(_, hidden)| hidden) || name.ends_with('\u{200d}')
}

/// Whether a name mixes the Latin letters with look-alikes of another alphabet: `аdmin` with a Cyrillic а.
pub(crate) fn is_look_alike(name: &str) -> bool {
    // Letters that cannot be told from Latin ones in most fonts.
    const TWINS: &str = "\u{430}\u{435}\u{43e}\u{440}\u{441}\u{443}\u{445}\u{455}\u{456}\u{458}\u{501}\u{51b}\u{51d}\u{4bb}\u{410}\u{412}\u{415}\u{41a}\u{41c}\u{41d}\u{41e}\u{420}\u{421}\u{422}\u{425}\u{3bf}\u{3b1}\u{3bd}\u{3c1}\u{3c4}\u{391}\u{392}\u{395}\u{396}\u{397}\u{399}\u{39a}\u{39c}\u{39d}\u{39f}\u{3a1}\u{3a4}\u{3a5}\u{3a7}";
    let wide = |c: char| matches!(c, '\u{ff01}'..='\u{ff5e}' | '\u{1d400}'..='\u{1d7ff}');
    let other = name.chars().any(|c| TWINS.contains(c));
    name.chars().any(wide) || other && name.chars().any(|c| c.is_ascii_alphabetic())
}

/// Why a stranger's hook may not come under a name; none where it may.
pub fn refusal(name: &str) -> Option<&'static str> {
    if has_hidden(name) {
        Some("its name has characters that cannot be seen, so that it could look like another one.")
    } else if is_look_alike(name) {
        Some(
            "its name mixes letters of two alphabets that look the same, so that it could look like another one.",
        )
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_could_be_taken_for_another_is_refused() {
        for name in [
            "session-memory\u{200b}",
            "session\u{2060}-memory",
            "session\u{ad}-memory",
            "session\u{200d}-memory",
            "session-memory\u{fe0f}",
            "x\u{202e}y",
            "s\u{435}ssion-memory",
            "\u{ff53}ession",
            "tag\u{e0061}",
        ] {
            assert!(refusal(name).is_some(), "{name:?}");
        }
    }

    #[test]
    fn names_of_any_one_alphabet_are_names() {
        for name in [
            "greeter",
            "über-uns",
            "приветствие",
            "挨拶",
            "χαιρετισμός",
            "a b",
            "mañana",
            "👩\u{200d}💻 dev",
            "☀\u{fe0f} sun",
        ] {
            assert_eq!(refusal(name), None, "{name}");
        }
    }
}
