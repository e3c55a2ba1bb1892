//! A file of a hook as it is being typed: tried in a copy of the hook's folder, and nothing is saved.

use crate::sentence::{copy, in_place_of, put};
use crate::{Code, Failure};
use tacklebox_agents::agent::Root;
use tacklebox_change::ops::OpError;
use tacklebox_change::program;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;
use tacklebox_run::fire;

use crate::views::TypedFile;

/// The inventory in which a file of the hook holds what is typed; the copy of its folder goes with the last value.
///
/// # Errors
/// Where the hook has no folder or no such file, or it cannot be copied.
pub(super) fn with_file(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    typed: &TypedFile,
) -> Result<(Inventory, String, tempfile::TempDir), Failure> {
    // Whether the hook has such a file.
    program::open(machine, inventory, id, &typed.file)?;
    let gone = || OpError::NoSuchHook(id.to_owned());
    let (hook, candidate) = inventory.find(id).ok_or_else(gone)?;
    let dir = hook.dir.as_deref().ok_or_else(gone)?;
    let made = || {
        let kept = fire::scratch(machine).ok()?;
        let staged = kept.path().join(dir.file_name()?);
        copy(dir, &staged)?;
        let path = staged.join(&typed.file);
        let mode = if files::is_executable(&path) { 0o755 } else { 0o644 };
        // A file is only put where none is.
        std::fs::remove_file(&path).ok()?;
        put(&path, typed.text.as_bytes(), mode)?;
        let root =
            Root { source: hook.source, dir: kept.path().to_owned(), tag: candidate.tag.clone() };
        in_place_of(machine, inventory, dir, &root, &staged).map(|(then, id)| (then, id, kept))
    };
    made().ok_or_else(|| {
        Failure::new(Code::NotStarted, "It cannot be tried before it is saved.")
            .hint("Save it, then try the hook on its own screen.")
    })
}
