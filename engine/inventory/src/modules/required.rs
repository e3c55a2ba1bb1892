//! What a module asks for as soon as it runs: files by `require`, and modules by `await import(…)`.

use std::path::{Path, PathBuf};

use tacklebox_audit::module::{Facts, Fate};

use super::beside::{Walk, through};
use super::{built_in, endings, needs, packages, places};

/// What Node leaves out at the end of what is required.
const LEFT_OUT: [&str; 3] = ["js", "json", "node"];

impl Walk<'_> {
    /// Why the module fails once it runs, as far as its text tells for certain.
    pub(super) fn runs(&mut self, file: &Path, facts: &Facts) -> Result<(), String> {
        let once = &facts.once;
        // bun gives a module some of them.
        let lacks = |word: &&String| {
            self.linked(facts) && (self.on_node() || matches!(word.as_str(), "exports" | "module"))
        };
        if let Some(word) = once.words.iter().find(lacks) {
            return Err(format!(
                "it uses {word}, which a module with import or export does not have"
            ));
        }
        for from in &once.awaits {
            if let Some(place) = self.met(file, from, &[])? {
                self.loaded(&place, from)?;
            }
        }
        for from in &once.requires {
            if let Some(place) = self.required(file, from)? {
                self.waits(&place, from)?;
                self.loaded(&place, from)?;
            }
        }
        for from in &once.left {
            let gone = match self.met(file, from, &[]) {
                Ok(Some(place)) => self.loaded(&place, from).err(),
                Ok(None) => None,
                Err(why) => Some(why),
            };
            self.later =
                self.later.take().or(gone.map(|why| format!("{why}, and nobody catches that")));
        }
        for (from, name) in &once.read {
            self.wonder(built_in::has_not(from, name, self.on_node()));
        }
        for from in &once.may_await {
            let why = self.met(file, from, &[]).err();
            self.wonder(why);
        }
        for from in &once.may_require {
            let why = self.required(file, from).err();
            self.wonder(why);
        }
        Ok(())
    }

    /// Why a module with import and export is not required: it waits for something before it is there.
    fn waits(&mut self, place: &Path, from: &str) -> Result<(), String> {
        match self.open(place) {
            Some((_, facts)) if facts.waits && self.linked(&facts) => {
                Err(format!("it requires {from}, which waits for something while it is loaded"))
            }
            _ => Ok(()),
        }
    }

    /// Where what is required is, if it is a file; why it is nowhere.
    fn required(&mut self, file: &Path, from: &str) -> Result<Option<PathBuf>, String> {
        let absent = || Err(format!("it requires {from}, and there is no such file"));
        if from.starts_with("./") || from.starts_with("../") || matches!(from, "." | "..") {
            let Some(dir) = file.parent() else { return Ok(None) };
            let path = dir.join(from);
            if path.is_file() {
                return Ok(Some(path));
            }
            let found = match self.on_node() {
                true => ended(&path),
                // What is behind a question mark is not a part of the name for it.
                false if from.contains(['?', '#']) => {
                    self.doubt = true;
                    return Ok(None);
                }
                false => endings::whole(&path),
            };
            return match found.as_slice() {
                [one] => Ok(Some(one.clone())),
                [] if path.join("package.json").is_file() => Ok(None),
                [] => absent(),
                // Which of them comes first is not asked.
                _ => Ok(None),
            };
        }
        if from.starts_with("node:") {
            self.wonder(built_in::lacks(from, &[], self.on_node()));
        } else if !from.starts_with(['/', '#']) && !from.contains(':') {
            self.needed(file, from)?;
        }
        Ok(None)
    }

    /// Why a package that is required is not there.
    fn needed(&mut self, file: &Path, from: &str) -> Result<(), String> {
        let by_name = self.named.is_none_or(|it| needs::missing(it, from).is_some());
        match needs::missing(file, from).filter(|_| by_name) {
            Some(why) if self.fetches(file) => {
                self.wonder(Some(places::fetched(&why)));
                Ok(())
            }
            Some(_) if self.on_node() && is_kept_elsewhere(file, from) => Ok(()),
            Some(why) => Err(why),
            None => Ok(()),
        }
    }

    /// Why a file that is there cannot be loaded.
    fn loaded(&mut self, place: &Path, from: &str) -> Result<(), String> {
        let Some((place, facts)) = self.open(place) else { return Ok(()) };
        if !self.seen.insert(place.clone()) || self.is_deep() {
            return Ok(());
        }
        self.links(&place, &facts, false).map_err(|why| through(from, &why))?;
        if self.fate(&place, &facts) == Some(Fate::Throws) {
            return Err(through(from, "it throws an error when it is loaded"));
        }
        self.deeper(|walk| walk.runs(&place, &facts)).map_err(|why| through(from, &why))
    }
}

/// The files that a path may be where Node requires it without its ending.
fn ended(path: &Path) -> Vec<PathBuf> {
    let text = path.to_string_lossy();
    let beside = LEFT_OUT.iter().map(|ending| PathBuf::from(format!("{text}.{ending}")));
    let within = LEFT_OUT.iter().map(|ending| path.join(format!("index.{ending}")));
    let found = beside.chain(within).find(|path| path.is_file());
    found.into_iter().collect()
}

/// Whether a package is where Node looks for all that a person requires.
fn is_kept_elsewhere(file: &Path, from: &str) -> bool {
    let (package, _) = packages::parts(from);
    file.ancestors().any(|dir| {
        [".node_modules", ".node_libraries"]
            .iter()
            .any(|kept| dir.join(kept).join(&package).exists())
    })
}
