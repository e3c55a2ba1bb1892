//! The files that a module imports, each asked what the module itself is asked, and whether it has the names that are
//! wanted of it.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tacklebox_agents::dialect::shipped::Modules;
use tacklebox_audit::module::{Facts, Fate, Import, Kind};

use super::data;
use super::kept::Kept;
use super::needs::{self, Packages};
use super::places::{self, Place};

/// So many files are opened for one module; of more nothing is said.
const MOST_FILES: usize = 64;
/// So deep imports of imports are followed.
const DEPTH: usize = 24;
/// What each of both takes as a module.
pub(crate) const MODULES: [&str; 8] = ["ts", "mts", "cts", "js", "mjs", "cjs", "tsx", "jsx"];

/// What a module exports under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Kind(Kind),
    None,
    Unknown,
}

/// One module with all that is beside it.
pub(super) struct Walk<'k> {
    kept: &'k mut Kept,
    packages: &'k mut Packages,
    pub(super) by: Modules,
    pub(super) seen: HashSet<PathBuf>,
    depth: usize,
    /// The files that import each other down to the one that is looked at.
    above: Vec<PathBuf>,
    /// The module by the links that lead to it: from there bun looks for packages, too.
    pub(super) named: Option<&'k Path>,
    /// Something was found of which it is not known whether it keeps the module from loading.
    pub(super) doubt: bool,
    /// What that is, where it can be said.
    pub(super) why: Option<String>,
    /// What comes once it is loaded, and ends Node.
    pub(super) later: Option<String>,
}

impl<'k> Walk<'k> {
    pub(super) fn new(
        kept: &'k mut Kept,
        packages: &'k mut Packages,
        by: Modules,
        named: &'k Path,
    ) -> Self {
        let named = (by != Modules::TypesLeftOut).then_some(named);
        Self {
            kept,
            packages,
            by,
            seen: HashSet::new(),
            depth: 0,
            above: Vec::new(),
            named,
            doubt: false,
            why: None,
            later: None,
        }
    }

    pub(super) fn on_node(&self) -> bool {
        self.by == Modules::TypesLeftOut
    }

    /// Whether a module is one of import and export: one that has them for types alone may be written for `require`.
    pub(super) fn linked(&self, facts: &Facts) -> bool {
        let bare = if self.on_node() { facts.bare.node } else { facts.bare.bun };
        facts.linked && !(bare && facts.commonjs)
    }

    pub(super) fn is_deep(&self) -> bool {
        self.depth >= DEPTH
    }

    pub(super) fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.depth = self.depth.saturating_add(1);
        let done = work(self);
        self.depth = self.depth.saturating_sub(1);
        done
    }

    /// What may keep the module from loading.
    pub(super) fn wonder(&mut self, why: Option<String>) {
        self.doubt |= why.is_some();
        self.why = self.why.take().or(why);
    }

    /// Why a module cannot be linked: it, or a file that it imports. `lone`: no package is in its folder.
    pub(super) fn links(&mut self, file: &Path, facts: &Facts, lone: bool) -> Result<(), String> {
        self.alone(file, facts, lone)?;
        // Most import nothing. What is imported is counted in any case.
        if self.depth > 0 || !facts.imports.is_empty() {
            self.seen.insert(file.to_owned());
        }
        for import in self.asked(file, facts) {
            let from = &import.from;
            let wanted = if self.on_node() { &import.names } else { &import.values };
            let Some(place) = self.met(file, from, wanted)? else { continue };
            if let Some(why) = self.refused(&place, import) {
                return Err(why);
            }
            if !self.is_by_ending(&place, import) {
                continue;
            }
            let Some(beside) = self.open(&place) else { continue };
            let (place, beside) = beside;
            // It runs before what it imports there: whether it asks for that at once only running it tells.
            if import.soon && (self.above.contains(&place) || place == *file) {
                self.wonder(Some(format!("it imports {from}, which imports it in turn")));
            }
            if !self.seen.contains(&place) && !self.is_deep() {
                let known = self.why.take();
                self.above.push(file.to_owned());
                let below = self.deeper(|walk| walk.links(&place, &beside, false));
                self.above.pop();
                let why = self.why.take().map(|why| through(from, &why));
                self.why = known.or(why);
                below.map_err(|why| through(from, &why))?;
            }
            self.has(&place, &beside, from, wanted)?;
        }
        Ok(())
    }

    /// The imports that are left once types are left out.
    fn asked<'f>(&self, file: &Path, facts: &'f Facts) -> Vec<&'f Import> {
        if facts.imports.is_empty() {
            return Vec::new();
        }
        let typed = ending(file).ends_with("ts") || ending(file) == "tsx";
        let kept = |import: &&Import| import.used || self.on_node() || !typed;
        facts.imports.iter().filter(kept).collect()
    }

    /// Why the text of a module does not load, whatever is beside it.
    fn alone(&mut self, file: &Path, facts: &Facts, lone: bool) -> Result<(), String> {
        if let Some(why) = &facts.syntax {
            // Its words begin with the line, by which [`crate::plain::TORN`] knows them.
            return Err(format!("it cannot be read ({why})"));
        }
        let early = if self.on_node() { &facts.early.node } else { &facts.early.bun };
        if let Some(why) = early {
            return Err(format!("it breaks a rule of its language ({why})"));
        }
        self.doubt |= facts.early.doubt;
        let (lacks, who) = match self.on_node() {
            true => (&facts.early.lacks.node, "Node"),
            false => (&facts.early.lacks.bun, "bun"),
        };
        self.wonder(lacks.as_ref().map(|name| {
            format!("it uses {name} as soon as it is loaded, which {who} does not have")
        }));
        if self.on_node() && facts.early.lacks.takes_bun {
            return Err("it uses Bun as soon as it is loaded, which Node does not have".to_owned());
        }
        self.wonder(facts.depends.clone());
        if !self.on_node() {
            return Ok(());
        }
        if let Some(what) = &facts.beyond_types {
            return Err(format!(
                "it uses {what}, which Node does not take where it only leaves types out"
            ));
        }
        let typed = || matches!(ending(file), "ts" | "mts" | "cts");
        if in_packages(file) && typed() {
            return Err(
                "it is TypeScript in a folder node_modules, where Node leaves no types out".into(),
            );
        }
        let package = self.packages.of(file, lone);
        match needs::refused(package, file, self.linked(facts), facts.commonjs) {
            Some(why) => Err(why),
            None => Ok(()),
        }
    }

    /// Why a file of this kind is not taken for this import.
    fn refused(&mut self, place: &Path, import: &Import) -> Option<String> {
        let (from, kind) = (&import.from, import.kind.as_deref());
        let ending = ending(place);
        if !self.on_node() && ending != "node" {
            return None;
        }
        match ending {
            "json" if kind.is_none() => Some(format!(
                "it imports {from} without `with {{ type: \"json\" }}`, which Node asks for"
            )),
            "json" if kind == Some("json") => None,
            "wasm" | "node" => {
                // Whether it then takes what is one is up to its version.
                self.doubt = true;
                let why = data::not_of_its_kind(place, ending)?;
                Some(format!("it imports {from}, which {why}"))
            }
            "" => None,
            "tsx" | "jsx" => Some(format!("it imports {from}, and Node takes no such file")),
            ending if MODULES.contains(&ending) && kind.is_none() => None,
            // What a later Node may take by its type.
            _ if kind.is_some() => {
                self.doubt = true;
                None
            }
            _ => Some(format!("it imports {from}, and Node takes no such file")),
        }
    }

    /// Whether a file is read as its ending says; bun reads it as the import says.
    fn is_by_ending(&mut self, place: &Path, import: &Import) -> bool {
        let Some(kind) = import.kind.as_deref() else { return true };
        if self.on_node() {
            return kind == "json" || MODULES.contains(&ending(place));
        }
        let own = kind == ending(place);
        // Another kind of the same file may be torn, or lack a name.
        self.doubt |= !own && (kind != "text" || import.values.iter().any(|it| it != "default"));
        own
    }

    /// A file beside it, links resolved, with its facts; none for what is not read as a module.
    pub(super) fn open(&mut self, place: &Path) -> Option<(PathBuf, Arc<Facts>)> {
        let ending = ending(place);
        let data = if self.on_node() { ending == "json" } else { data::is_data(ending) };
        let known = MODULES.contains(&ending) || data || ending.is_empty();
        if !known || self.seen.len() >= MOST_FILES {
            return None;
        }
        let place = fs::canonicalize(place).ok()?;
        let facts = self.kept.one(&place)?;
        // By which grammar bun reads it is not known.
        if ending.is_empty() && !self.on_node() && facts.syntax.is_some() {
            self.doubt = true;
            return None;
        }
        Some((place, facts))
    }

    /// How loading it ends, or loading a file that it imports: that one is run first.
    pub(super) fn fate(&mut self, file: &Path, facts: &Facts) -> Option<Fate> {
        let mut seen = HashSet::new();
        self.fate_of(file, facts, &mut seen)
    }

    fn fate_of(&mut self, file: &Path, facts: &Facts, seen: &mut HashSet<PathBuf>) -> Option<Fate> {
        if facts.imports.is_empty() {
            return facts.fate;
        }
        if !seen.insert(file.to_owned()) || seen.len() > MOST_FILES {
            return None;
        }
        let mut later = None;
        for import in self.asked(file, facts) {
            let Ok(Place::File(place)) = places::of(file, &import.from, self.by) else { continue };
            let Some((place, beside)) = self.open(&place) else { continue };
            match self.fate_of(&place, &beside, seen) {
                // What comes after it may still keep it from loading.
                Some(Fate::Later) => later = Some(Fate::Later),
                Some(fate) => return Some(fate),
                None => {}
            }
        }
        facts.fate.or(later)
    }

    /// What a module exports under a name.
    pub(super) fn export(&mut self, file: &Path, facts: &Facts, name: &str) -> Found {
        self.export_of(file, facts, name, &mut HashSet::new())
    }

    fn export_of(
        &mut self,
        file: &Path,
        facts: &Facts,
        name: &str,
        seen: &mut HashSet<(PathBuf, String)>,
    ) -> Found {
        if data::is_data(ending(file)) {
            // bun also makes an export of each of its keys.
            let own = !self.on_node() && facts.exports.iter().any(|(known, _)| known == name);
            return match name {
                // Data is never a function.
                _ if own || name == "default" => Found::Kind(Kind::Other),
                _ if facts.more_exports && !self.on_node() => Found::Unknown,
                _ => Found::None,
            };
        }
        if let Some(given) = facts.given.iter().find(|given| given.name == name) {
            return match self.export_at(file, &given.from, &given.of, seen) {
                // It cannot be linked then, which is told elsewhere.
                Found::None => Found::Unknown,
                found => found,
            };
        }
        // bun takes the one that is called so, if there is one.
        if facts.adds && name == "default" && self.on_node() && !self.linked(facts) {
            return Found::Kind(Kind::Object);
        }
        if let Some((_, kind)) = facts.exports.iter().find(|(known, _)| known == name) {
            return Found::Kind(*kind);
        }
        if !self.linked(facts) {
            return if facts.more_exports { Found::Unknown } else { self.empty(name) };
        }
        if name == "default" {
            return if facts.commonjs { Found::Unknown } else { Found::None };
        }
        let mut found = if facts.commonjs { Found::Unknown } else { Found::None };
        for from in &facts.all_of {
            match (self.export_at(file, from, name, seen), found) {
                (Found::None, _) => {}
                // Nobody gets what two give, if it is not the same.
                (Found::Kind(_), Found::Kind(_)) => {
                    self.doubt = true;
                    return found;
                }
                (Found::Unknown, Found::Kind(_)) => {}
                (other, _) => found = other,
            }
        }
        found
    }

    /// Of a text that exports nothing in either way, bun and Node make different modules.
    fn empty(&self, name: &str) -> Found {
        if name == "default" { Found::None } else { Found::Unknown }
    }

    fn export_at(
        &mut self,
        file: &Path,
        from: &str,
        name: &str,
        seen: &mut HashSet<(PathBuf, String)>,
    ) -> Found {
        let Ok(Place::File(place)) = places::of(file, from, self.by) else { return Found::Unknown };
        let Some((place, beside)) = self.open(&place) else { return Found::Unknown };
        if !seen.insert((place.clone(), name.to_owned())) || seen.len() > MOST_FILES {
            return Found::Unknown;
        }
        self.export_of(&place, &beside, name, seen)
    }
}

/// Whether a file is in a folder of installed packages. Mostly its path has no such letters at all.
fn in_packages(file: &Path) -> bool {
    const NAME: &str = "node_modules";
    file.to_str().is_none_or(|path| path.contains(NAME))
        && file.components().any(|part| part.as_os_str() == NAME)
}

pub(super) fn ending(file: &Path) -> &str {
    file.extension().and_then(|it| it.to_str()).unwrap_or_default()
}

/// What is wrong with a file that is imported, said of the one that imports it.
pub(super) fn through(from: &str, why: &str) -> String {
    match why.strip_prefix("it ") {
        Some(what) => format!("it imports {from}, which {what}"),
        None => format!("it imports {from}: {why}"),
    }
}
