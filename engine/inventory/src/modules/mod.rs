//! Whether the module of a hook can be loaded, read with a real grammar and never run: its syntax, what it
//! exports, the packages that it needs. What a file says is kept by its size and time of change.

mod kept;
pub(crate) mod needs;
#[cfg(test)]
mod tests;

use std::path::Path;

use crate::discover::{Mark, Module};
use tacklebox_agents::dialect::shipped::Modules;
use tacklebox_audit::module::{Facts, Fate, Kind};

pub use kept::Kept;
use needs::Packages;

/// Whether a module at `file` loads where modules are run in this way, and has this export.
fn verdict(facts: &Facts, asked: &Asked<'_>, by: Modules, packages: &mut Packages) -> Module {
    let Asked { file, export, .. } = *asked;
    if let Some(why) = &facts.syntax {
        // Its words begin with the line, by which [`crate::plain::TORN`] knows them.
        return Module::Fails(format!("it cannot be read ({why})"));
    }
    if by == Modules::TypesLeftOut
        && let Some(what) = &facts.beyond_types
    {
        return Module::Fails(format!(
            "it uses {what}, which Node does not take where it only leaves types out"
        ));
    }
    if by == Modules::TypesLeftOut
        && let Some(why) = needs::refused(packages.of(file, asked.lone), file, facts.linked)
    {
        return Module::Fails(why);
    }
    let missing = facts.imports.iter().filter(|import| import.used || by == Modules::TypesLeftOut);
    let mut missing = missing.filter_map(|import| needs::missing(file, &import.from, by));
    if let Some(why) = missing.next() {
        return Module::Fails(why);
    }
    match facts.fate {
        Some(Fate::Throws) => {
            return Module::Fails("it throws an error when it is loaded".into());
        }
        Some(Fate::Exits) => return Module::Ends,
        None => {}
    }
    let found = facts.exports.iter().find(|(name, _)| name == export).map(|(_, kind)| *kind);
    match found {
        Some(kind) if kind.is_function() => Module::Loads,
        Some(Kind::Unknown) => Module::Unknown,
        None if facts.more_exports => Module::Unknown,
        Some(_) => Module::Fails(format!("its export {export} is not a function")),
        None => Module::Fails(format!("it has no export {export}")),
    }
}

/// One module whose facts are asked for.
pub(crate) struct Asked<'a> {
    pub(crate) file: &'a Path,
    pub(crate) export: &'a str,
    /// Where it was looked up already.
    pub(crate) mark: Option<Mark>,
    /// No package is beside it.
    pub(crate) lone: bool,
}

/// The verdicts on these modules, in their order. Files that were not read before are read now, on several
/// cores where they are many.
pub(crate) fn verdicts(kept: &mut Kept, asked: &[Asked<'_>], by: Modules) -> Vec<Module> {
    let facts = kept.of(asked.iter().map(|one| (one.file, one.mark)));
    let mut packages = Packages::default();
    let pairs = asked.iter().zip(facts);
    pairs
        .map(|(one, facts)| match facts {
            Some(facts) => verdict(&facts, one, by, &mut packages),
            // Too long, a folder, nothing that may be read, or nobody here knows the grammar.
            None => Module::NotRead,
        })
        .collect()
}
