//! The module of a folder that is not where it will be: judged where nothing beside the folder has a say.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::built_in::is_built_in;
use super::needs::Packages;
use super::places::{self, Place};
use super::{Asked, Kept, verdicts};
use crate::discover::Module;
use tacklebox_agents::dialect::shipped::Modules;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

/// A folder, and where it will be.
pub(crate) struct Staged<'a> {
    pub(crate) dir: &'a Path,
    pub(crate) goes_to: &'a Path,
}

/// Whether the module would load in its place. Not known where it loads what is not in its own folder, as other folders are
/// above it there.
pub(crate) fn verdict(
    machine: &Machine,
    asked: Asked<'_>,
    staged: &Staged<'_>,
    by: Modules,
) -> Module {
    // What is read of a folder that goes again is not kept.
    let mut kept = Kept::open(machine);
    let Some(facts) = kept.one(asked.file) else { return Module::Unknown };
    let file = asked.file;
    let found = verdicts(&mut kept, &[asked], by).pop().unwrap_or(Module::Unknown);
    if facts.syntax.is_some() || staged.decides(&mut kept, file, by) {
        return found;
    }
    Module::Unknown
}

impl Staged<'_> {
    /// Whether all that a module loads is in the folder, or a part of the runtime.
    fn decides(&self, kept: &mut Kept, file: &Path, by: Modules) -> bool {
        let Ok(own) = file.strip_prefix(self.dir) else { return false };
        let mut packages = Packages::default();
        if packages.of(file, false) != packages.of(&self.goes_to.join(own), false) {
            return false;
        }
        let mut known = BTreeSet::from([file.to_owned()]);
        let mut left = vec![file.to_owned()];
        while let Some(file) = left.pop() {
            let Some(facts) = kept.one(&file) else { continue };
            let once = &facts.once;
            let named =
                [&once.requires, &once.awaits, &once.left, &once.may_require, &once.may_await];
            let named = named.into_iter().flatten().chain(&facts.all_of);
            for from in named.chain(facts.imports.iter().map(|it| &it.from)) {
                match self.leads(&file, from, by) {
                    None => return false,
                    Some(Some(next)) if known.insert(next.clone()) => left.push(next),
                    Some(_) => {}
                }
            }
        }
        true
    }

    /// The file of the folder that an import leads to, if it leads to one; none where it leads out of the folder.
    fn leads(&self, file: &Path, from: &str, by: Modules) -> Option<Option<PathBuf>> {
        if is_built_in(from)
            || from == "bun"
            || from.starts_with("bun:")
            || from.starts_with("node:")
        {
            return Some(None);
        }
        if places::names_a_package(from) || !from.starts_with('.') {
            return None;
        }
        files::plain(&file.parent()?.join(from)).starts_with(self.dir).then_some(())?;
        let own = file.strip_prefix(self.dir).ok()?;
        match places::of(file, from, by) {
            Ok(Place::File(next)) => Some(Some(next)),
            // What a person put beside an earlier version stays there.
            _ if places::of(&self.goes_to.join(own), from, by).is_ok() => None,
            _ => Some(None),
        }
    }
}
