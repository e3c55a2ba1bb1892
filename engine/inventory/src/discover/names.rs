//! What ZeroClaw's fork refuses a hook for, beside what is large or a link: the name of a file, and texts in its manifest
//! that nobody runs.

use std::path::Path;

use tacklebox_agents::agent::Agent;
use tacklebox_agents::manifest;
use tacklebox_audit as audit;
use tacklebox_machine::files::{self, EntryKind};

use super::Trouble;

pub(super) fn refused(agent: &Agent, dir: &Path, bytes: &[u8]) -> Option<Trouble> {
    let who = agent.runtime.named();
    let way_out = || {
        let name = named_like_a_way_out(dir)?;
        Some(format!(
            "{who} takes the two dots in {name} for a way out of the folder, and refuses the hook."
        ))
    };
    let loose = || {
        let found = manifest::loose_commands(std::str::from_utf8(bytes).ok()?);
        let (key, _) = found.iter().find(|(_, text)| audit::refused_by_fork(text))?;
        Some(format!(
            "{who} refuses the hook for what `{key}` says outside of `[hook]`, which it takes for a dangerous command. It runs nothing of that: take it out."
        ))
    };
    way_out().or_else(loose).map(Trouble::Refused)
}

/// A file with two dots in its name: folders are not looked at.
fn named_like_a_way_out(dir: &Path) -> Option<String> {
    let entries = files::listing(dir, usize::MAX).ok()?;
    let files = entries.into_iter().filter(|(_, kind)| *kind != EntryKind::Folder);
    let mut names = files.map(|(name, _)| name.to_string_lossy().into_owned());
    names.find(|name| name.contains(".."))
}
