//! Manifests as authors write them.

/// A hook of the family for these metadata keys.
pub fn family(keys: &[&str], name: &str) -> String {
    let own: Vec<String> =
        keys.iter().map(|key| format!("\"{key}\":{{\"events\":[\"command:new\"]}}")).collect();
    let metadata = own.join(",");
    format!(
        "---\nname: {name}\ndescription: says hello\nmetadata: {{{metadata}}}\n---\n\n# {name}\n"
    )
}
