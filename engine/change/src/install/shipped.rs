//! The files of the hooks that ship with Tacklebox.

use rust_embed::Embed;

use crate::plan::NewFile;
use tacklebox_agents::hook::AgentId;

/// `hooks-bundled/<name>/<module|moltis|zeroclaw>/…`, compiled in.
#[derive(Embed)]
#[folder = "../../hooks-bundled"]
pub(super) struct Shipped;

pub(super) fn names() -> Vec<String> {
    let mut names: Vec<String> =
        Shipped::iter().filter_map(|path| Some(path.split_once('/')?.0.to_owned())).collect();
    names.sort();
    names.dedup();
    names
}

/// Whether a hook of this name ships with Tacklebox.
pub(super) fn exists(name: &str) -> bool {
    Shipped::iter().any(|path| path.split_once('/').is_some_and(|(folder, _)| folder == name))
}

/// The files of an included hook for an agent; empty where there is none for it.
pub(super) fn files(name: &str, agent: AgentId) -> Vec<NewFile> {
    let prefix = format!("{name}/{}/", agent.dialect().part);
    placed(|path| path.strip_prefix(&prefix))
}

/// The files that have a place, by which of their paths.
pub(super) fn placed(place: impl Fn(&str) -> Option<&str>) -> Vec<NewFile> {
    let mut files: Vec<NewFile> = Shipped::iter()
        .filter_map(|path| {
            let relative = place(&path)?.to_owned();
            let bytes = Shipped::get(&path)?.data.into_owned();
            let executable = bytes.starts_with(b"#!");
            Some(NewFile { path: relative, bytes, executable })
        })
        .collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// Whether these files are those of the included hook of this name.
pub(super) fn is_one(name: &str, agent: AgentId, files: &[NewFile]) -> bool {
    let ours = self::files(name, agent);
    let is_ours =
        |file: &NewFile| ours.iter().any(|it| (&it.path, &it.bytes) == (&file.path, &file.bytes));
    !ours.is_empty() && files.iter().all(is_ours)
}
