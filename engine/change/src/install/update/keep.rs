//! What a person set in a hook's own manifest, carried over into the new one: ZeroClaw's switch, the
//! variables of a Moltis hook. All other switches and settings are outside of the folder.

use crate::ops::{self, OpError};
use crate::plan::NewFile;
use tacklebox_agents::config::{self, Edit, Syntax};
use tacklebox_agents::dialect::Format;
use tacklebox_agents::dialect::{EnvPlace, Switch};
use tacklebox_agents::hook::Hook;
use tacklebox_agents::manifest::{self, Manifest};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::cut::Cut;

/// Writes into the new manifest what was set in the old one.
///
/// # Errors
/// [`OpError`] where the new manifest is written in a way that cannot be edited.
pub(super) fn settings(
    inventory: &Inventory,
    hook: &Hook,
    new: &Manifest,
    files: &mut [NewFile],
) -> Result<(), OpError> {
    let dialect = inventory.agent().dialect;
    let old = inventory.find(&hook.id).and_then(|(_, old)| old.manifest.as_ref().ok());
    let mut edits = Vec::new();
    if dialect.switch == Switch::Manifest && new.enabled.unwrap_or(true) != hook.enabled {
        let path = ops::path_of(&["hook", "enabled"]);
        edits.push(Edit::Set { path, value: hook.enabled.into() });
    }
    if dialect.env_place == EnvPlace::Manifest {
        let set = old.into_iter().flat_map(|old| &old.env);
        for (name, value) in set.filter(|(name, value)| new.env.get(*name) != Some(value)) {
            let path = ops::path_of(&["env", name]);
            edits.push(Edit::Set { path, value: value.as_str().into() });
        }
    }
    let manifest = files.iter_mut().find(|file| file.path == dialect.manifest_file());
    let Some(file) = manifest.filter(|_| !edits.is_empty()) else { return Ok(()) };
    let text = String::from_utf8_lossy(&file.bytes).into_owned();
    let (start, end) = match dialect.format {
        Format::HookToml => (0, text.len()),
        format => manifest::front_range(format, &text).unwrap_or((0, text.len())),
    };
    let inner = config::edit(Syntax::Toml, text.cut(start..end), &edits)
        .map_err(|source| OpError::Edit { path: file.path.clone().into(), source })?;
    file.bytes = format!("{}{inner}{}", text.cut(..start), text.cut(end..)).into_bytes();
    Ok(())
}
