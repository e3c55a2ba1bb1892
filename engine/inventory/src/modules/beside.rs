//! The files that a module imports, each asked what the module itself is asked, and whether it has the names that are
//! wanted of it.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tacklebox_agents::dialect::shipped::Modules;
use tacklebox_audit::module::{Facts, Fate, Import, Kind};

use super::kept::Kept;
use super::needs::{self, Packages};
use super::places::{self, Place};

/// So many files are opened for one module; of more nothing is said.
const MOST_FILES: usize = 64;
/// So deep imports of imports are followed.
const DEPTH: usize = 24;
/// What each of both takes as a module.
const MODULES: [&str; 8] = ["ts", "mts", "cts", "js", "mjs", "cjs", "tsx", "jsx"];

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
    by: Modules,
    seen: HashSet<PathBuf>,
    depth: usize,
    /// The module by the links that lead to it: from there bun looks for packages, too.
    named: Option<PathBuf>,
    /// Something was found of which it is not known whether it keeps the module from loading.
    pub(super) doubt: bool,
}

impl<'k> Walk<'k> {
    pub(super) fn new(
        kept: &'k mut Kept,
        packages: &'k mut Packages,
        by: Modules,
        named: &Path,
    ) -> Self {
        let named = (by != Modules::TypesLeftOut).then(|| named.to_owned());
        Self { kept, packages, by, seen: HashSet::new(), depth: 0, named, doubt: false }
    }

    fn on_node(&self) -> bool {
        self.by == Modules::TypesLeftOut
    }

    /// Why a module cannot be linked: it, or a file that it imports. `lone`: no package is in its folder.
    pub(super) fn links(&mut self, file: &Path, facts: &Facts, lone: bool) -> Result<(), String> {
        self.seen.insert(file.to_owned());
        self.alone(file, facts, lone)?;
        for import in self.asked(file, facts) {
            let from = &import.from;
            let place = match self.place(file, from)? {
                Place::File(place) => place,
                Place::Elsewhere => continue,
                Place::Doubt => {
                    self.doubt = true;
                    continue;
                }
            };
            if let Some(why) = self.refused(&place, import) {
                return Err(why);
            }
            let Some(beside) = self.open(&place) else { continue };
            let (place, beside) = beside;
            if !self.seen.contains(&place) && self.depth < DEPTH {
                self.depth = self.depth.saturating_add(1);
                let below = self.links(&place, &beside, false);
                self.depth = self.depth.saturating_sub(1);
                below.map_err(|why| through(from, &why))?;
            }
            let wanted = if self.on_node() { &import.names } else { &import.values };
            let absent =
                wanted.iter().find(|name| self.export(&place, &beside, name) == Found::None);
            if let Some(name) = absent {
                return Err(format!("it imports {name} from {from}, which has no such export"));
            }
        }
        Ok(())
    }

    fn place(&self, file: &Path, from: &str) -> Result<Place, String> {
        let found = places::of(file, from, self.by);
        let beside = from.starts_with('.');
        let named = self.named.as_deref().filter(|_| found.is_err() && !beside);
        match named.map(|named| places::of(named, from, self.by)) {
            Some(Ok(place)) => Ok(place),
            _ => found,
        }
    }

    /// The imports that are left once types are left out.
    fn asked<'f>(&self, file: &Path, facts: &'f Facts) -> Vec<&'f Import> {
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
        if !self.on_node() {
            return Ok(());
        }
        if let Some(what) = &facts.beyond_types {
            return Err(format!(
                "it uses {what}, which Node does not take where it only leaves types out"
            ));
        }
        let typed = matches!(ending(file), "ts" | "mts" | "cts");
        if typed && file.components().any(|part| part.as_os_str() == "node_modules") {
            return Err(
                "it is TypeScript in a folder node_modules, where Node leaves no types out".into(),
            );
        }
        let package = self.packages.of(file, lone);
        match needs::refused(package, file, facts.linked, facts.commonjs) {
            Some(why) => Err(why),
            None => Ok(()),
        }
    }

    /// Why a file of this kind is not taken for this import.
    fn refused(&mut self, place: &Path, import: &Import) -> Option<String> {
        if !self.on_node() {
            return None;
        }
        let (from, kind) = (&import.from, import.kind.as_deref());
        match ending(place) {
            "json" if kind.is_none() => Some(format!(
                "it imports {from} without `with {{ type: \"json\" }}`, which Node asks for"
            )),
            "json" | "wasm" | "node" | "" => None,
            "tsx" | "jsx" => Some(format!("it imports {from}, and Node takes no such file")),
            ending if MODULES.contains(&ending) => None,
            // What a later Node may take by its type.
            _ if kind.is_some() => {
                self.doubt = true;
                None
            }
            _ => Some(format!("it imports {from}, and Node takes no such file")),
        }
    }

    /// A file beside it, links resolved, with its facts; none for what is not read as a module.
    fn open(&mut self, place: &Path) -> Option<(PathBuf, Arc<Facts>)> {
        let known = MODULES.contains(&ending(place)) || ending(place) == "json";
        if !known || self.seen.len() >= MOST_FILES {
            return None;
        }
        let place = fs::canonicalize(place).ok()?;
        let facts = self.kept.one(&place)?;
        Some((place, facts))
    }

    /// How loading it ends, or loading a file that it imports: that one is run first.
    pub(super) fn fate(&mut self, file: &Path, facts: &Facts) -> Option<Fate> {
        let mut seen = HashSet::new();
        self.fate_of(file, facts, &mut seen)
    }

    fn fate_of(&mut self, file: &Path, facts: &Facts, seen: &mut HashSet<PathBuf>) -> Option<Fate> {
        if !seen.insert(file.to_owned()) || seen.len() > MOST_FILES {
            return None;
        }
        for import in self.asked(file, facts) {
            let Ok(Place::File(place)) = places::of(file, &import.from, self.by) else { continue };
            let Some((place, beside)) = self.open(&place) else { continue };
            if let Some(fate) = self.fate_of(&place, &beside, seen) {
                return Some(fate);
            }
        }
        facts.fate
    }

    /// Why the module fails once it runs, as far as its text tells for certain.
    pub(super) fn runs(&mut self, file: &Path, facts: &Facts) -> Result<(), String> {
        let once = &facts.once;
        // bun gives a module all of them but one.
        let lacks = |word: &&String| facts.linked && (self.on_node() || *word == "exports");
        if let Some(word) = once.words.iter().find(lacks) {
            return Err(format!(
                "it uses {word}, which a module with import or export does not have"
            ));
        }
        for from in &once.awaits {
            self.place(file, from)?;
        }
        for from in &once.requires {
            // Where Node requires a file it may leave its ending out.
            let relative = from.starts_with(['.', '/', '#']) || from.contains(':');
            if !relative {
                let named =
                    self.named.as_deref().is_none_or(|it| needs::missing(it, from).is_some());
                needs::missing(file, from).filter(|_| named).map_or(Ok(()), Err)?;
            }
        }
        Ok(())
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
        if !seen.insert((file.to_owned(), name.to_owned())) || seen.len() > MOST_FILES {
            return Found::Unknown;
        }
        if ending(file) == "json" {
            // bun also makes an export of each of its keys.
            return match (name, self.on_node()) {
                ("default", _) => Found::Kind(Kind::Unknown),
                (_, true) => Found::None,
                (_, false) => Found::Unknown,
            };
        }
        if let Some(given) = facts.given.iter().find(|given| given.name == name) {
            return match self.export_at(file, &given.from, &given.of, seen) {
                // It cannot be linked then, which is told elsewhere.
                Found::None => Found::Unknown,
                found => found,
            };
        }
        if let Some((_, kind)) = facts.exports.iter().find(|(known, _)| known == name) {
            return Found::Kind(*kind);
        }
        if !facts.linked {
            return if facts.more_exports { Found::Unknown } else { self.empty(name) };
        }
        if name == "default" {
            return if facts.commonjs { Found::Unknown } else { Found::None };
        }
        let mut found = if facts.commonjs { Found::Unknown } else { Found::None };
        for from in &facts.all_of {
            match self.export_at(file, from, name, seen) {
                Found::None => {}
                Found::Unknown => found = Found::Unknown,
                kind @ Found::Kind(_) => return kind,
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
        match self.open(&place) {
            Some((place, beside)) => self.export_of(&place, &beside, name, seen),
            None => Found::Unknown,
        }
    }
}

fn ending(file: &Path) -> &str {
    file.extension().and_then(|it| it.to_str()).unwrap_or_default()
}

/// What is wrong with a file that is imported, said of the one that imports it.
fn through(from: &str, why: &str) -> String {
    match why.strip_prefix("it ") {
        Some(what) => format!("it imports {from}, which {what}"),
        None => format!("it imports {from}: {why}"),
    }
}
