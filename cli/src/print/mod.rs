//! Text for people: words, colours, tables and cards.

pub mod action;
pub mod card;
pub mod command;
pub mod hooks;
pub mod plan;
pub mod review;
pub mod table;

use std::borrow::Cow;

use anstyle::{AnsiColor, Style};
use tacklebox_engine::hook::{Hook, Note, Row, State};
use tacklebox_engine::letters::is_hidden;
use tacklebox_engine::said;

pub use crate::paint::Paint;

pub const BOLD: Style = Style::new().bold();
pub const DIM: Style = Style::new().dimmed();
pub const GOOD: Style = AnsiColor::Green.on_default();
pub const CARE: Style = AnsiColor::Yellow.on_default();
pub const BAD: Style = AnsiColor::Red.on_default();

/// Whether Roll call heard that it was called, in a line; none where that is not known.
pub fn called_for_real(hook: &Hook) -> Option<String> {
    let called = hook.called_for_real.as_ref()?;
    Some(match &called.last {
        Some(last) => format!("Called for real, last {last}"),
        None => format!(
            "Not called since {}, when {} was last started",
            called.since,
            hook.agent.dialect().title
        ),
    })
}

/// What is to be known of a hook or an agent, with the version in which it was seen.
pub fn note(note: &Note) -> String {
    match note.seen.as_str() {
        "" => note.sentence.clone(),
        seen => format!("{} (seen: {seen})", note.sentence),
    }
}

/// The word for a row. What is dangerous takes the place of the state, as in the window.
pub fn row_word(hook: &Hook) -> (&'static str, Style) {
    match hook.danger {
        Some(_) => ("Dangerous", BAD),
        None => (said::row(hook.row), row_style(hook)),
    }
}

/// Of a word for a row: what is ready by its rules and comes to nothing as it is looks like what needs somebody.
const fn row_style(hook: &Hook) -> Style {
    match hook.row {
        Row::NeedsFix | Row::NoEffect => CARE,
        _ => state_style(hook.state),
    }
}

pub const fn state_style(state: State) -> Style {
    match state {
        State::Ready => GOOD,
        State::NeedsSetup | State::NotCalled => CARE,
        State::Broken => BAD,
        State::Off | State::CannotRunHere | State::Replaced => DIM,
    }
}

/// Text of others on one line of a terminal: what would move the cursor, recolour the screen or
/// turn the direction of reading becomes U+FFFD, a line break a space.
pub fn clean(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_control) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().map(|c| match c {
        '\n' | '\t' => ' ',
        c if is_control(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    });
    Cow::Owned(shown.filter(|c| *c != '\r').collect())
}

/// The same for text of several lines, which keeps its lines.
pub fn clean_lines(text: &str) -> String {
    text.lines().map(clean).collect::<Vec<_>>().join("\n")
}

/// What a terminal would obey, or a person could not see.
pub fn is_control(c: char) -> bool {
    is_hidden(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_wrote_cannot_steer_the_terminal() {
        assert_eq!(clean("plain 🪝 text"), "plain 🪝 text");
        assert_eq!(clean("\u{1b}[2Jgone"), "\u{fffd}[2Jgone");
        assert_eq!(clean("a\u{202e}b"), "a\u{fffd}b");
        assert_eq!(clean("session-memory\u{200b}"), "session-memory\u{fffd}");
        assert_eq!(clean("👩\u{200d}💻 ☀\u{fe0f}"), "👩\u{200d}💻 ☀\u{fe0f}");
        assert_eq!(clean("two\nlines"), "two lines");
        assert_eq!(clean_lines("two\r\nli\u{7}nes"), "two\nli\u{fffd}nes");
    }
}
