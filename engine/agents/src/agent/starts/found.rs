//! Parts of a config, as they are looked at for secrets.

use serde_json::Value;

use crate::config::strict;

pub(super) type Object = serde_json::Map<String, Value>;
/// Values of a config, each with where it is.
pub(super) type Found<'v> = Vec<(Vec<String>, &'v Value)>;

/// Each agent of a config, with where it is.
pub(super) fn agents(config: &Value) -> Found<'_> {
    let mut all = Vec::new();
    for at in [["agents", "list", "*"], ["agents", "entries", "*"]] {
        strict::each(config, &at, &mut |path, agent| all.push((path.to_vec(), agent)));
    }
    all
}

/// Whether what has a key is turned off: then it is not asked for.
pub(super) fn is_off(it: &Object) -> bool {
    it.get("enabled") == Some(&Value::Bool(false))
}
