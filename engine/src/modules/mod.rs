//! Whether the module of a hook can be loaded, read with a real grammar and never run: its syntax, what it
//! exports, the packages that it needs. What a file says is kept by its size and time of change.

mod kept;
mod needs;
mod read;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::dialect::shipped::Modules;
use crate::discover::Module;

pub use kept::Kept;

/// What a module's text says of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// Why it is not JavaScript or TypeScript.
    syntax: Option<String>,
    /// It throws, or ends the program, whenever it is loaded.
    fate: Option<Fate>,
    /// What is exported, by name.
    exports: Vec<(String, Kind)>,
    /// There may be more exports than these.
    more_exports: bool,
    imports: Vec<Import>,
    /// Something that has to be made JavaScript, not only left out.
    beyond_types: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Fate {
    Throws,
    Exits,
}

/// What an exported name holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Kind {
    Function,
    Other,
    Unknown,
}

/// What a module imports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Import {
    from: String,
    /// Something of it is used as a value, or it is there for what it does.
    used: bool,
}

impl Facts {
    /// Whether a module at `file` loads where modules are run in this way, and has this export.
    pub(crate) fn verdict(&self, file: &Path, export: &str, by: Modules) -> Module {
        if let Some(why) = &self.syntax {
            return Module::Fails(format!("it cannot be read ({why})"));
        }
        if by == Modules::TypesLeftOut
            && let Some(what) = &self.beyond_types
        {
            return Module::Fails(format!(
                "it uses {what}, which Node does not take where it only leaves types out"
            ));
        }
        let missing =
            self.imports.iter().filter(|import| import.used || by == Modules::TypesLeftOut);
        let mut missing = missing.filter_map(|import| needs::missing(file, &import.from, by));
        if let Some(why) = missing.next() {
            return Module::Fails(why);
        }
        match self.fate {
            Some(Fate::Throws) => {
                return Module::Fails("it throws an error when it is loaded".into());
            }
            Some(Fate::Exits) => return Module::Ends,
            None => {}
        }
        let found = self.exports.iter().find(|(name, _)| name == export).map(|(_, kind)| *kind);
        match found {
            Some(Kind::Function) => Module::Loads,
            Some(Kind::Unknown) => Module::Unknown,
            None if self.more_exports => Module::Unknown,
            Some(Kind::Other) => Module::Fails(format!("its export {export} is not a function")),
            None => Module::Fails(format!("it has no export {export}")),
        }
    }
}

/// One module whose facts are asked for.
pub(crate) struct Asked {
    pub(crate) file: PathBuf,
    pub(crate) export: String,
}

/// The verdicts on these modules, in their order. Files that were not read before are read now, on several
/// cores where they are many.
pub(crate) fn verdicts(kept: &mut Kept, asked: &[Asked], by: Modules) -> Vec<Module> {
    let facts = kept.of(asked.iter().map(|one| one.file.as_path()));
    let pairs = asked.iter().zip(facts);
    pairs
        .map(|(one, facts)| match facts {
            Some(facts) => facts.verdict(&one.file, &one.export, by),
            // A handler that is a folder, or that nobody may read, or too long to be read.
            None => Module::Unknown,
        })
        .collect()
}
