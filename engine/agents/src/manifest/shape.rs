//! How a `HOOK.md` is written, as far as shipped readers trip over it (rules ).

use super::Shape;
use super::front::Front;
use super::shipped::lines;

/// What can be seen in the text; `has_metadata` and `lone_strings` are for the reader to fill in.
pub(super) fn of(front: &Front, name: &str, description: &str) -> Shape {
    Shape {
        bom: front.bom,
        blank_before: front.blank_before,
        json_metadata: lines::finds_metadata(front.text),
        dressed_scalars: dressed(front.text, "name", name)
            || dressed(front.text, "description", description),
        ..Shape::default()
    }
}

/// Whether a reader that takes the text behind `key:` as it is would read something else.
pub(super) fn dressed(text: &str, key: &str, value: &str) -> bool {
    if value.is_empty() {
        return false;
    }
    !text.lines().any(|line| {
        let plain = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(':'));
        plain.is_some_and(|plain| plain.trim() == value)
    })
}
