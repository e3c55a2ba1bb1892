//! What an import of a module meets: a file beside it, a part of the runtime, a package, or nothing.

use std::path::{Path, PathBuf};

use tacklebox_agents::config::MAX_BYTES;
use tacklebox_audit::module::Facts;
use tacklebox_machine::files;

use super::beside::{Found, Walk, ending};
use super::places::{self, Place};
use super::{built_in, commonjs, data};

impl Walk<'_> {
    /// Why a module lacks a name that is wanted of it.
    pub(super) fn has(
        &mut self,
        place: &Path,
        facts: &Facts,
        from: &str,
        wanted: &[String],
    ) -> Result<(), String> {
        if !self.linked(facts) && !data::is_data(ending(place)) {
            self.is_given(place, facts, from, wanted)?;
        }
        match wanted.iter().find(|name| self.export(place, facts, name) == Found::None) {
            Some(name) => Err(format!("it imports {name} from {from}, which has no such export")),
            None => Ok(()),
        }
    }

    /// The file beside a module that an import leads to, if it is one; why it leads nowhere. `wanted`: the names that
    /// have to be there.
    pub(super) fn met(
        &mut self,
        file: &Path,
        from: &str,
        wanted: &[String],
    ) -> Result<Option<PathBuf>, String> {
        match self.place(file, from) {
            Ok(Place::File(place)) => return Ok(Some(place)),
            Ok(Place::BuiltIn) => self.wonder(built_in::lacks(from, wanted, self.on_node())),
            Ok(Place::Package(Some(place))) => self.of_package(&place, from, wanted)?,
            Ok(Place::Package(None) | Place::Elsewhere) => {}
            Ok(Place::Doubt) => self.doubt = true,
            Err(why) if places::names_a_package(from) && self.fetches(file) => {
                self.wonder(Some(places::fetched(&why)));
            }
            Err(why) => return Err(why),
        }
        Ok(None)
    }

    /// Whether a package that is not there is fetched when it is asked for.
    pub(super) fn fetches(&self, file: &Path) -> bool {
        let named = self.named.is_none_or(places::is_without_packages);
        !self.on_node() && named && places::is_without_packages(file)
    }

    /// Why a package lacks a name, where it is written with the words of modules.
    fn of_package(&mut self, place: &Path, from: &str, wanted: &[String]) -> Result<(), String> {
        let typed = matches!(ending(place), "ts" | "mts" | "cts");
        if typed && self.on_node() {
            return Err(format!(
                "it imports {from}, which is TypeScript in a folder node_modules, where Node leaves no types out"
            ));
        }
        // Node asks for the word that it is JSON.
        self.doubt |= self.on_node() && ending(place) == "json";
        if wanted.is_empty() || !matches!(ending(place), "js" | "cjs" | "mjs" | "ts" | "mts") {
            return Ok(());
        }
        match self.open(place) {
            Some((_, facts)) if facts.syntax.is_some() => Ok(()),
            Some((place, facts)) if facts.linked && !facts.commonjs => {
                self.has(&place, &facts, from, wanted)
            }
            // Which names it gives is found out by each runtime in its own way.
            Some((place, facts)) if !facts.linked => self.of_commonjs(&place, from, wanted),
            _ => Ok(()),
        }
    }

    /// Why a file for `require` lacks a name. bun takes each that is there once it has run.
    fn is_given(
        &mut self,
        place: &Path,
        facts: &Facts,
        from: &str,
        wanted: &[String],
    ) -> Result<(), String> {
        if self.on_node() {
            return self.of_commonjs(place, from, wanted);
        }
        let known = match &facts.members {
            Some(all) if facts.complete => Some(all.as_slice()),
            _ => (!facts.commonjs && !facts.more_exports).then_some(&[][..]),
        };
        let has = |name: &&String| match known {
            Some(all) => {
                facts.commonjs && *name == "default" || all.iter().any(|(own, _)| own == *name)
            }
            None => true,
        };
        if let Some(name) = wanted.iter().find(|name| !has(name)) {
            return Err(format!("it imports {name} from {from}, which has no such export"));
        }
        self.doubt |= known.is_none() && !may_give(place, wanted);
        Ok(())
    }

    /// Why a package for `require` lacks a name. Node reads its text for the names that it gives, and bun runs it.
    fn of_commonjs(&mut self, place: &Path, from: &str, wanted: &[String]) -> Result<(), String> {
        let mut named = wanted.iter().filter(|name| *name != "default").peekable();
        if named.peek().is_none() {
            return Ok(());
        }
        let Some(text) = text_of(place) else { return Ok(()) };
        if self.on_node()
            && let Some(name) = named.find(|name| !commonjs::may_name(&text, name, true))
        {
            return Err(format!(
                "it imports {name} from {from}, which gives no such name where Node looks for it"
            ));
        }
        self.doubt |= is_silent(&text, wanted);
        Ok(())
    }

    fn place(&self, file: &Path, from: &str) -> Result<Place, String> {
        let found = places::of(file, from, self.by);
        let beside = from.starts_with('.');
        let named = self.named.filter(|_| found.is_err() && !beside);
        match named.map(|named| places::of(named, from, self.by)) {
            Some(Ok(place)) => Ok(place),
            _ => found,
        }
    }
}

fn text_of(place: &Path) -> Option<String> {
    let (bytes, _) = files::read(place, MAX_BYTES).ok()?;
    Some(String::from_utf8_lossy(&bytes?).into_owned())
}

/// Whether a file writes each of these names in a way that gives it.
fn may_give(place: &Path, names: &[String]) -> bool {
    let mut named = names.iter().filter(|name| *name != "default").peekable();
    named.peek().is_none()
        || text_of(place)
            .is_none_or(|text| named.all(|name| commonjs::may_name(&text, name, false)))
}

/// Whether a package for `require` does not even write one of these names, and gives nothing that another one makes.
fn is_silent(text: &str, wanted: &[String]) -> bool {
    let unnamed = |name: &String| name != "default" && !text.contains(name.as_str());
    !text.contains("require") && wanted.iter().any(unnamed)
}
