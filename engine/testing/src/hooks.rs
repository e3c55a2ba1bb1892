//! Manifests as authors write them.

use std::path::Path;

/// A hook of the family for these metadata keys.
pub fn family(keys: &[&str], name: &str) -> String {
    let own: Vec<String> =
        keys.iter().map(|key| format!("\"{key}\":{{\"events\":[\"command:new\"]}}")).collect();
    let metadata = own.join(",");
    format!(
        "---\nname: {name}\ndescription: says hello\nmetadata: {{{metadata}}}\n---\n\n# {name}\n"
    )
}

/// Makes two folders, and says in which order the disk lists them: that is another one on each disk.
pub fn as_listed<'a>(parent: &Path, names: [&'a str; 2]) -> [&'a str; 2] {
    for name in names {
        std::fs::create_dir_all(parent.join(name)).expect("a folder is made");
    }
    let mut listed = std::fs::read_dir(parent).expect("a folder is listed");
    let first = listed.find_map(|entry| {
        let name = entry.expect("a folder is listed").file_name();
        names.into_iter().find(|known| name == **known)
    });
    let [one, other] = names;
    if first == Some(one) { [one, other] } else { [other, one] }
}
