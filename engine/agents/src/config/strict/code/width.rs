//! How wide something is, as the styles of a web page (CSS) say it.

use tacklebox_machine::words::js_trim;

const UNITS: [&str; 8] = ["ch", "em", "rem", "vh", "vmax", "vmin", "vw", "px"];
const WORDS: [&str; 3] = ["none", "min-content", "max-content"];
const CALLS: [&str; 5] = ["calc", "clamp", "fit-content", "max", "min"];

pub(super) fn is_width(text: &str) -> bool {
    // However many blanks there are in a row, they count as one.
    let blank = |it: char| js_trim(it.encode_utf8(&mut [0; 4])).is_empty();
    let words: Vec<&str> = text.split(blank).filter(|word| !word.is_empty()).collect();
    let text = words.join(" ").to_lowercase();
    if text.len() > 96 {
        return false;
    }
    WORDS.contains(&text.as_str()) || is_length(&text) || is_call(&text)
}

/// `.5rem`
fn is_length(text: &str) -> bool {
    let unit = text.trim_start_matches(|it: char| it.is_ascii_digit() || it == '.');
    let number = text.strip_suffix(unit).unwrap_or_default();
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |text: &str| text.chars().all(|it| it.is_ascii_digit());
    (unit == "%" || UNITS.contains(&unit))
        && !number.is_empty()
        && digits(whole)
        && !part.is_empty()
        && digits(part)
}

/// Something like `min(1280px, 82%)`. What is inside is not looked at closely.
fn is_call(text: &str) -> bool {
    let known = |it: char| it.is_ascii_alphanumeric() || ".%+-*/(), ".contains(it);
    let mut depth: usize = 0;
    let is_closed = text.chars().all(|it| match it {
        '(' => {
            depth = depth.saturating_add(1);
            true
        }
        ')' => depth.checked_sub(1).map(|less| depth = less).is_some(),
        _ => true,
    });
    let inside = text.split_once('(').filter(|(name, _)| CALLS.contains(name));
    let inside = inside.and_then(|(_, rest)| rest.strip_suffix(')'));
    text.chars().all(known)
        && is_closed
        && depth == 0
        && inside.is_some_and(|inside| !inside.is_empty())
        && names(text)
            .all(|name| CALLS.contains(&name) || WORDS.contains(&name) || UNITS.contains(&name))
}

/// A name begins with a letter, wherever that is: `1px-2px` holds `px-2px`.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_ascii_alphanumeric() && it != '-')
        .map(|part| part.trim_start_matches(|it: char| !it.is_ascii_alphabetic()))
        .filter(|name| !name.is_empty())
}
