//! What JavaScript takes for true, and how it writes a number.

use serde_json::Value;

/// Absent, null, false, "", 0 and NaN are not; "false", [] and {} are.
pub fn truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64().is_some_and(|n| n != 0.0 && !n.is_nan()),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}

/// A number as a script writes it: 1.0 is `1`, 0.0000001 is `1e-7`.
pub(crate) fn number_text(number: f64) -> String {
    dragonbox_ecma::Buffer::new().format(number).to_owned()
}
