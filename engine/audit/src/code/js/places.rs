//! Places that have a name in JavaScript.

use crate::marks::{HERE, HOME, UNKNOWN};

/// A name whose value is a place that matters here.
pub(super) fn place(name: &str) -> Option<String> {
    Some(match name {
        "process.env.HOME" | "process.env.USERPROFILE" => HOME.into(),
        "process.env.TMPDIR" | "process.env.TEMP" | "process.env.TMP" => "/tmp".to_owned(),
        "__dirname" | "import.meta.dirname" | "import.meta.dir" => HERE.into(),
        "__filename" | "import.meta.url" | "import.meta.filename" | "import.meta.path" => {
            format!("{HERE}/handler")
        }
        "process.execPath" => "node".to_owned(),
        // A number, which cannot be a command.
        "process.pid" | "process.ppid" => "1000".to_owned(),
        name if name.starts_with("#child_process.") && name.ends_with("().pid") => {
            "1000".to_owned()
        }
        _ => return None,
    })
}

/// The folder in which a path is.
pub(super) fn folder_of(path: &str) -> String {
    match path.trim_end_matches('/').rsplit_once('/') {
        Some(("", _)) => "/".to_owned(),
        Some((folder, _)) => folder.to_owned(),
        None if path.starts_with(HERE) => format!("{HERE}/.."),
        None => UNKNOWN.into(),
    }
}
