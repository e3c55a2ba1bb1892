//! How a `HOOK.md` is written, as far as shipped readers trip over it (rules ).

use serde::de::IgnoredAny;

use super::Shape;
use super::front::Front;
use super::yaml::metadata_value;

/// What can be seen in the text; `has_metadata` and `lone_strings` are for the reader to fill in.
pub(super) fn of(front: &Front, name: &str, description: &str) -> Shape {
    Shape {
        bom: front.bom,
        blank_before: front.blank_before,
        json_metadata: json_metadata(front.text),
        dressed_scalars: dressed(front.text, "name", name)
            || dressed(front.text, "description", description),
        ..Shape::default()
    }
}

/// Whether strict JSON begins on the `metadata:` line, with nothing behind it.
fn json_metadata(text: &str) -> bool {
    let value = metadata_value(text).and_then(|at| text.get(at..));
    let value = value.map(|value| value.trim_start_matches([' ', '\t']));
    value.is_some_and(|value| json_end(value).is_some())
}

/// Where the JSON object at the beginning of a text ends, if its last line holds nothing else.
fn json_end(value: &str) -> Option<usize> {
    if !value.starts_with('{') {
        return None;
    }
    let mut json = serde_json::Deserializer::from_str(value).into_iter::<IgnoredAny>();
    json.next()?.ok()?;
    let end = json.byte_offset();
    let rest = value.get(end..)?.split('\n').next()?;
    rest.trim().is_empty().then_some(end)
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
