//! How a `HOOK.md` is written, as far as shipped readers trip over it (rules ).

use serde_json::Value;

use super::front::Front;
use super::shipped::lines;
use super::{Shape, tree};

/// What can be seen in the text; `has_metadata` and `lone_strings` are for the reader to fill in.
/// Its `metadata` may be `known` to be strict JSON where such a reader finds it.
pub(super) fn of(front: &Front, name: &str, known: bool) -> Shape {
    // A description that is read with its quotes does no harm.
    let dressed = dressed(front.text, "name", name) && !quoted(front.text, "name", name);
    Shape {
        bom: front.bom,
        blank_before: front.blank_before,
        json_metadata: known || lines::finds_metadata(front.text),
        dressed_name: dressed,
        can_be_undressed: dressed && can_be_plain("name", name),
        ..Shape::default()
    }
}

/// Whether a reader that takes the text behind `key:` as it is would read something else.
pub(super) fn dressed(text: &str, key: &str, value: &str) -> bool {
    !value.is_empty() && !behind(text, key).any(|plain| plain == value)
}

/// Whether one that takes one pair of quotes off reads this.
fn quoted(text: &str, key: &str, value: &str) -> bool {
    let bare = |text: &str, quote: char| {
        text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote)) == Some(value)
    };
    behind(text, key).any(|plain| ['"', '\''].into_iter().any(|quote| bare(plain, quote)))
}

fn behind<'a>(text: &'a str, key: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines().filter_map(move |line| Some(line.strip_prefix(key)?.strip_prefix(':')?.trim()))
}

/// Whether it reads the same behind its key, on one line and without quotes.
pub(super) fn can_be_plain(key: &str, value: &str) -> bool {
    let wanted = value.trim();
    let read = || tree::fields(&format!("{key}: {wanted}")).ok()?.shift_remove(key);
    !wanted.contains(char::is_control) && read() == Some(Value::from(wanted))
}

/// Words that are something else than a text to a reader of YAML.
const WORDS: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];

/// Whether every reader that people run cuts out the same front matter, and finds the same name and the same
/// `metadata` in it: this one, in strict JSON.
pub(super) fn is_plain(front: &Front, name: &str, json: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let sound_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(word)
        && !WORDS.iter().any(|known| known.eq_ignore_ascii_case(name));
    // A list where a table belongs is read by its places; lists of texts have quotes in them.
    let lists_of_texts =
        json.split('[').skip(1).all(|rest| rest.trim_start().starts_with(['"', ']']));
    sound_name
        && lists_of_texts
        && !front.bom
        && !front.blank_before
        && !front.text.contains('\r')
        && !front.text.starts_with("---")
        && !front.text.contains("\n---")
}
