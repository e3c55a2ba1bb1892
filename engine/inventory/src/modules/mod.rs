//! Whether the module of a hook can be loaded, read with a real grammar and never run: its syntax, what it
//! exports, the packages that it needs. What a file says is kept by its size and time of change.

pub(crate) mod alone;
mod beside;
mod built_in;
mod commonjs;
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

pub(crate) use beside::MODULES;
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
    let real = (!asks_for_nothing(facts)).then(|| std::fs::canonicalize(file).ok()).flatten();
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
        Some(Fate::Waits) => return Module::Waits,
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
        Found::Kind(kind) if kind.is_function() => {
            let own = facts.stays.iter().find(|(name, _)| name == export);
            own.map_or(Module::Loads, |(_, stay)| Module::Stays(stay.clone()))
        }
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

/// Whether it imports nothing, as far as its text shows.
fn asks_for_nothing(facts: &Facts) -> bool {
    let once = &facts.once;
    let asks = [&once.requires, &once.awaits, &once.may_require, &once.may_await];
    facts.imports.is_empty() && asks.iter().all(|all| all.is_empty())
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

/// A verdict that holds for what is the same, but in another folder beside.
struct Same<'a> {
    facts: Arc<Facts>,
    asked: &'a Asked<'a>,
    /// What its folder is in, and its own name with what separates it.
    root: &'a [u8],
    name: &'a [u8],
    verdict: Module,
}

impl<'a> Same<'a> {
    fn of(facts: Arc<Facts>, asked: &'a Asked<'a>, verdict: Module) -> Option<Self> {
        let path = asked.file.as_os_str().as_encoded_bytes();
        let separates = |byte: &u8| std::path::is_separator(char::from(*byte));
        let (above, name) = path.split_at_checked(path.iter().rposition(separates)?)?;
        let root = above.get(..above.iter().rposition(separates)?)?;
        let same = Self { facts, asked, root, name, verdict };
        same.is_beside(asked).then_some(same)
    }

    fn holds(&self, facts: &Arc<Facts>, asked: &Asked<'_>, by: Modules) -> bool {
        let other = self.asked;
        // bun does not ask what the package says of its modules.
        let lone = asked.lone && other.lone || by == Modules::Whole;
        let alike = asked.of_config == other.of_config && asked.export == other.export;
        lone && alike && Arc::ptr_eq(&self.facts, facts) && self.is_beside(asked)
    }

    /// Whether nothing but the name of its own folder is another, of which no runtime makes anything else.
    fn is_beside(&self, asked: &Asked<'_>) -> bool {
        let path = asked.file.as_os_str().as_encoded_bytes();
        let dir = path.strip_prefix(self.root).and_then(|rest| rest.strip_suffix(self.name));
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        dir.and_then(|dir| dir.split_first())
            .is_some_and(|(first, dir)| self.name.first() == Some(first) && dir.iter().all(plain))
    }
}

/// The verdicts on these modules, in their order. Files that were not read before are read now, on several
/// cores where they are many.
pub(crate) fn verdicts(kept: &mut Kept, asked: &[Asked<'_>], by: Modules) -> Vec<Module> {
    let facts = kept.of(asked.iter().map(|one| (one.file, one.mark)));
    let mut packages = Packages::default();
    let mut of = |facts: &Arc<Facts>, one: &Asked<'_>, by| {
        verdict(facts, one, &mut Walk::new(kept, &mut packages, by, one.file))
    };
    // Most are alike in all that is asked of them, and in folders side by side.
    let mut last: Option<Same<'_>> = None;
    let pairs = asked.iter().zip(facts);
    pairs
        .map(|(one, facts)| {
            // A folder, nothing that may be read, or nobody here knows the grammar.
            let Some(facts) = facts else { return Module::NotRead };
            if let Some(last) = last.as_ref().filter(|last| last.holds(&facts, one, by)) {
                return last.verdict.clone();
            }
            let verdict = match by {
                Modules::Either => {
                    let whole = of(&facts, one, Modules::Whole);
                    match (of(&facts, one, Modules::TypesLeftOut), whole) {
                        (Module::Doubtful(why), _) | (_, Module::Doubtful(why)) => {
                            Module::Doubtful(why)
                        }
                        (left_out, whole) if left_out.loads() == whole.loads() => left_out,
                        _ => Module::Unknown,
                    }
                }
                by => of(&facts, one, by),
            };
            let alone = facts.given.is_empty() && facts.all_of.is_empty();
            // What cannot be read may be a link to what can.
            if alone && facts.syntax.is_none() && asks_for_nothing(&facts) {
                last = Same::of(facts, one, verdict.clone());
            }
            verdict
        })
        .collect()
}
