//! The folders in which an agent looks for hooks.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::places::bundled;
use super::{Agent, Options, Root};
use crate::hook::Source;
use crate::projects::short_hash;
use tacklebox_machine::machine::Machine;

impl Agent {
    /// All of them, the weakest first.
    pub(super) fn find_roots(&mut self, machine: &Machine, options: &Options) -> Vec<Root> {
        let mut roots: Vec<Root> = Vec::new();
        let mut extras = 0_usize;
        self.note_plugin_places(machine);
        for dir in self.extra_dirs(machine).into_iter().chain(options.extra.iter().cloned()) {
            extras = extras.saturating_add(1);
            let tag = if extras == 1 { String::new() } else { short_hash(&dir) };
            roots.push(Root { source: Source::Extra, dir, tag });
        }
        let brought = options.bundled.clone().or_else(|| bundled(machine, self));
        if let Some(dir) = brought {
            let at = if self.dialect.rules.extra_over_bundled { 0 } else { roots.len() };
            roots.insert(at, Root { source: Source::Bundled, dir, tag: String::new() });
        }
        roots.extend(self.managed_root(machine));
        let empty = self.dialect.rules.wrong_kind_ends
            && self.project.is_none()
            && self.config.value.pointer("/agents/defaults/workspace") == Some(&Value::from(""));
        self.note_lost_workspace(machine);
        let workspace = self.known_workspace().filter(|_| !empty);
        if let Some((workspace, hooks)) = workspace.zip(self.dialect.workspace_hooks) {
            let dir = workspace.join(hooks);
            let tag = self.project.as_ref().map(|project| project.id.clone()).unwrap_or_default();
            roots.push(Root { source: Source::Workspace, dir, tag });
        }
        // A folder named twice is read once, at its strongest place: that of a workspace is the weakest where its hooks
        // replace nothing and have to be asked for.
        let real = |root: &Root| fs::canonicalize(&root.dir).unwrap_or_else(|_| root.dir.clone());
        if self.dialect.rules.workspace_opt_in
            && let Some(last) = roots.pop_if(|root| root.source == Source::Workspace)
            && !roots.iter().any(|root| real(root) == real(&last))
        {
            roots.push(last);
        }
        let mut seen = BTreeSet::new();
        roots.reverse();
        roots.retain(|root| seen.insert(real(root)));
        roots.reverse();
        roots
    }
}
