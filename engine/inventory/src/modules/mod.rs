//! Whether the module of a hook can be loaded, read with a real grammar and never run: its syntax, what it
//! exports, the packages that it needs. What a file says is kept by its size and time of change.

mod beside;
mod built_in;
mod data;
mod endings;
mod kept;
mod met;
pub(crate) mod needs;
mod packages;
mod places;
mod required;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use crate::discover::{Mark, Module, Vain};
use tacklebox_agents::dialect::shipped::Modules;
use tacklebox_audit::module::{Facts, Fate, Kind};

use beside::{Found, Walk};
pub use kept::Kept;
pub(crate) use kept::LOCKED;
use needs::Packages;

/// Whether a module at `file` loads where modules are run in this way, and has this export.
fn verdict(facts: &Arc<Facts>, asked: &Asked<'_>, walk: &mut Walk<'_>) -> Module {
    let Asked { file, export, lone, .. } = *asked;
    if let Some(why) = places::not_addressed(file, asked.of_config, walk.by) {
        return Module::Fails(why.to_owned());
    }
    // Both runtimes look from the place that links lead to. Most modules import nothing beside them.
    let once = &facts.once;
    let asks = [&once.requires, &once.awaits, &once.may_require, &once.may_await];
    let quiet = facts.imports.is_empty() && asks.iter().all(|all| all.is_empty());
    let real = (!quiet).then(|| std::fs::canonicalize(file).ok()).flatten();
    let file = real.as_deref().unwrap_or(file);
    let by_its_own_ending = read_by_link(asked.file, facts, walk);
    let facts = by_its_own_ending.as_ref().unwrap_or(facts);
    if let Err(why) = walk.links(file, facts, lone && real.is_none()) {
        return Module::Fails(why);
    }
    match walk.fate(file, facts) {
        Some(Fate::Throws) => {
            let why = facts.fails.as_ref().map_or_else(String::new, |why| format!(": {why}"));
            return Module::Fails(format!("it throws an error when it is loaded{why}"));
        }
        Some(Fate::Exits) => return Module::Ends(None),
        Some(Fate::Later) => {
            let own = facts.fails.clone().filter(|_| facts.fate == Some(Fate::Later));
            walk.later = Some(own.unwrap_or_else(|| {
                "a file that it imports throws an error that nobody catches".to_owned()
            }));
        }
        None => {}
    }
    if let Err(why) = walk.runs(file, facts) {
        return Module::Fails(why);
    }
    match walk.later.take() {
        Some(why) if walk.on_node() => return Module::Ends(Some(why)),
        // What bun then does is up to the agent.
        Some(why) => walk.wonder(Some(format!("right after that {why}"))),
        None => {}
    }
    let found = match walk.export(file, facts, export) {
        Found::Kind(Kind::Class) => Module::InVain(Vain::Class),
        Found::Kind(Kind::Generator) => Module::InVain(Vain::Generator),
        Found::Kind(kind) if kind.is_function() => Module::Loads,
        Found::Kind(Kind::Unknown) | Found::Unknown => Module::Unknown,
        Found::Kind(_) => return Module::Fails(format!("its export {export} is not a function")),
        Found::None => return Module::Fails(format!("it has no export {export}")),
    };
    match (walk.doubt, walk.why.take()) {
        (true, Some(why)) => Module::Doubtful(why),
        (true, None) => Module::Unknown,
        (false, _) => found,
    }
}

/// The facts of what a link leads to, where Node reads it by another ending than the link's.
fn read_by_link(file: &Path, facts: &Facts, walk: &mut Walk<'_>) -> Option<Arc<Facts>> {
    if facts.syntax.is_none() || !walk.on_node() {
        return None;
    }
    let real = std::fs::canonicalize(file).ok().filter(|real| real.extension() != file.extension());
    walk.open(&real?).map(|(_, facts)| facts)
}

/// One module whose facts are asked for.
pub(crate) struct Asked<'a> {
    pub(crate) file: &'a Path,
    pub(crate) export: &'a str,
    /// Where it was looked up already.
    pub(crate) mark: Option<Mark>,
    /// No package is beside it.
    pub(crate) lone: bool,
    /// A handler of the config: it is imported by its path, what is in a folder by its address.
    pub(crate) of_config: bool,
}

/// The verdicts on these modules, in their order. Files that were not read before are read now, on several
/// cores where they are many.
pub(crate) fn verdicts(kept: &mut Kept, asked: &[Asked<'_>], by: Modules) -> Vec<Module> {
    let facts = kept.of(asked.iter().map(|one| (one.file, one.mark)));
    let mut packages = Packages::default();
    let mut of = |facts: &Arc<Facts>, one: &Asked<'_>, by| {
        verdict(facts, one, &mut Walk::new(kept, &mut packages, by, one.file))
    };
    let pairs = asked.iter().zip(facts);
    pairs
        .map(|(one, facts)| match (facts, by) {
            (Some(facts), Modules::Either) => {
                let whole = of(&facts, one, Modules::Whole);
                match (of(&facts, one, Modules::TypesLeftOut), whole) {
                    (Module::Doubtful(why), _) | (_, Module::Doubtful(why)) => {
                        Module::Doubtful(why)
                    }
                    (left_out, whole) if left_out.loads() == whole.loads() => left_out,
                    _ => Module::Unknown,
                }
            }
            (Some(facts), by) => of(&facts, one, by),
            // A folder, nothing that may be read, or nobody here knows the grammar.
            (None, _) => Module::NotRead,
        })
        .collect()
}
