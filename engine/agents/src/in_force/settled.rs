//! What is left of a config of OpenClaw once its gateway put it in order.

use serde_json::{Value, json};
use tacklebox_machine::words::js_trim;

use crate::config::strict::{self, Judged};
use crate::config::{ConfigPath, Segment};

/// As long as a config is, in bytes as it would write it, before its gateway minds that it gets shorter.
const MINDED: usize = 512;

/// Whether a config would be less than half as long once these settings were put in order: then its gateway does not write it, and
/// ends. `version` writes some on its own.
pub(super) fn shrinks<'p>(
    version: &str,
    config: &Value,
    retired: impl Iterator<Item = &'p Judged>,
) -> bool {
    let mut left = config.clone();
    let taken_out = retired.map(|it| &it.fault.path).filter(|path| strict::is_taken_out(path));
    for path in taken_out {
        let Some((Segment::Key(last), parents)) = path.0.split_last() else { continue };
        let parent = parents.iter().try_fold(&mut left, |at, segment| match (at, segment) {
            (Value::Array(list), Segment::Key(key)) => list.get_mut(key.parse::<usize>().ok()?),
            (at, Segment::Key(key)) => at.get_mut(key),
            (_, Segment::Where { .. }) => None,
        });
        if let Some(fields) = parent.and_then(Value::as_object_mut) {
            fields.remove(last);
        }
    }
    let mut before = config.clone();
    add(&mut before, json!({"meta": {"lastTouchedVersion": version}}));
    add(
        &mut left,
        json!({
            "agents": {"entries": {"main": {}}},
            "meta": {"migrations": {"modelPolicyAllowlist": true}, "lastTouchedVersion": version},
        }),
    );
    if strict::In::SinceNine.has(version) {
        add(&mut left, json!({"meta": {"migrations": {"utilityModelSeparation": true}}}));
    }
    let written = |value: &Value| format!("{value:#}").len();
    let length = written(&before);
    length >= MINDED && written(&left) < length / 2
}

/// Puts in what is not there.
fn add(into: &mut Value, more: Value) {
    match (into, more) {
        (Value::Object(own), Value::Object(more)) => {
            for (key, value) in more {
                add(own.entry(key).or_insert(Value::Null), value);
            }
        }
        (own, more) if own.is_null() => *own = more,
        _ => {}
    }
}

/// Whether hooks are off once its gateway put this in order: handlers that the config itself names take the switch of the
/// whole along, where it names no other hooks.
pub(super) fn switches_hooks(path: &ConfigPath, config: &Value) -> bool {
    let internal = |path: &str| config.pointer(&format!("/hooks/internal{path}"));
    let has_entries =
        internal("/entries").and_then(Value::as_object).is_some_and(|it| !it.is_empty());
    let extra = internal("/load/extraDirs").and_then(Value::as_array).into_iter().flatten();
    let mut extra = extra.filter_map(Value::as_str).filter(|dir| !js_trim(dir).is_empty());
    *path == ConfigPath::of(["hooks", "internal", "handlers"])
        && internal("/enabled") == Some(&Value::Bool(true))
        && !has_entries
        && extra.next().is_none()
}
