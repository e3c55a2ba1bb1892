//! What a module says of itself, read with a real grammar and never run: its syntax, what it exports and
//! imports, and whether it ends at once.

#[cfg(feature = "javascript")]
mod depends;
#[cfg(feature = "javascript")]
mod dropped;
#[cfg(feature = "javascript")]
mod early;
#[cfg(feature = "javascript")]
mod globals;
#[cfg(feature = "javascript")]
mod misplaced;
#[cfg(feature = "javascript")]
mod once;
#[cfg(feature = "javascript")]
mod rare;
#[cfg(feature = "javascript")]
mod read;
#[cfg(feature = "javascript")]
mod runs;
#[cfg(feature = "javascript")]
mod slack;
#[cfg(feature = "javascript")]
mod soon;
#[cfg(feature = "javascript")]
mod stays;
#[cfg(all(test, feature = "javascript"))]
mod tests;
#[cfg(feature = "javascript")]
mod twice;
#[cfg(feature = "javascript")]
mod typed;
#[cfg(feature = "javascript")]
mod whole;
#[cfg(feature = "javascript")]
mod wrong;

use std::path::Path;

use serde::{Deserialize, Serialize};

/// What a module's text says of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Why it is not JavaScript or TypeScript.
    pub syntax: Option<String>,
    /// Why it is not valid, though its grammar is right.
    #[serde(default)]
    pub early: Early,
    /// What it does whenever it is loaded, where that is the end of it.
    pub fate: Option<Fate>,
    /// What it throws an error for, or what comes later, where that is known.
    #[serde(default)]
    pub fails: Option<String>,
    /// What it does as soon as it is loaded and may fail with, as only running it tells.
    #[serde(default)]
    pub depends: Option<String>,
    /// What is exported, by name.
    pub exports: Vec<(String, Kind)>,
    /// Which of them are what another module exports.
    #[serde(default)]
    pub given: Vec<Given>,
    /// The modules of which everything but the default is exported.
    #[serde(default)]
    pub all_of: Vec<String>,
    /// There may be more exports than these.
    pub more_exports: bool,
    /// What the default export holds, by name, where it is an object that is written out; `None` where it
    /// is none, or somebody else gets hold of it.
    pub members: Option<Vec<(String, Kind)>>,
    /// The `id` of the default export, where that is a text that is written out.
    #[serde(default)]
    pub id: Option<String>,
    /// Nobody but running it could add to what is named here: it exports this and nothing else.
    pub complete: bool,
    /// Which of them do not come back where they are called, by name.
    #[serde(default)]
    pub stays: Vec<(String, Stay)>,
    /// It waits for something while it is loaded.
    pub waits: bool,
    pub imports: Vec<Import>,
    /// What it does for certain as soon as it is loaded.
    #[serde(default)]
    pub once: Once,
    /// It imports or exports by the words of modules, so it is none for `require`.
    pub linked: bool,
    /// Who finds none of those words left, since they are for types alone.
    #[serde(default)]
    pub bare: Bare,
    /// It sets `module` or `exports`.
    #[serde(default)]
    pub commonjs: bool,
    /// It adds to `exports` alone: all of it is an object, which to Node is its default.
    #[serde(default)]
    pub adds: bool,
    /// Something that has to be made JavaScript, not only left out.
    pub beyond_types: Option<String>,
}

/// Rules of the language that a text breaks, each with its line. The runtimes do not hold all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Early {
    /// The first that keeps bun from loading it.
    pub bun: Option<String>,
    /// The first that keeps Node from loading it.
    pub node: Option<String>,
    /// One of which it is not known who holds it.
    pub doubt: bool,
    /// What everybody has but bun, or but Node, and the module uses as soon as it is loaded.
    #[serde(default)]
    pub lacks: Lacks,
}

/// Names that one of the runtimes does not have, as they are told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lacks {
    pub bun: Option<String>,
    pub node: Option<String>,
    /// It takes something of bun's own for certain.
    #[serde(default)]
    pub takes_bun: bool,
}

/// For whom a module whose import and export are for types alone is one for `require`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bare {
    /// bun takes each export for one, also that of a type.
    pub bun: bool,
    /// Node takes each import for one that does not say it is of types.
    pub node: bool,
}

/// What is done for certain as soon as a module is loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Once {
    /// What it asks for by `require`.
    pub requires: Vec<String>,
    /// What it waits for by `await import(…)`.
    pub awaits: Vec<String>,
    /// What it imports by `import(…)` and does not wait for: nobody hears that it is not there.
    #[serde(default)]
    pub left: Vec<String>,
    /// What it requires, or waits for, as soon as it is loaded, where that is in a part of the text that may not be run.
    #[serde(default)]
    pub may_require: Vec<String>,
    #[serde(default)]
    pub may_await: Vec<String>,
    /// Words of modules for `require`, where it is none.
    pub words: Vec<String>,
    /// What it reads of a whole module that it imports or requires: the module, and the name there.
    #[serde(default)]
    pub read: Vec<(String, String)>,
}

/// An export that another module makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    pub name: String,
    pub from: String,
    /// How it is called there.
    pub of: String,
}

/// How a module ends as soon as it is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    Throws,
    /// It ends the program that loads it.
    Exits,
    /// It is loaded, and then comes an error that nobody catches, which ends Node.
    Later,
    /// It waits for what never comes, and so does whoever loads it.
    Waits,
}

/// What a function does in place of coming back, where it is called for an event of this type and action. None: of any.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stay {
    pub how: StayHow,
    /// Nothing is waited for before.
    pub at_once: bool,
    pub kind: Option<String>,
    pub action: Option<String>,
}

impl Stay {
    /// Whether it is so of an event like this, or of some of a category.
    #[must_use]
    pub fn is_for(&self, event: &str) -> bool {
        let (kind, action) = event.split_once(':').unwrap_or((event, ""));
        self.kind.as_deref().is_none_or(|own| own == kind)
            && (action.is_empty() || self.action.as_deref().is_none_or(|own| own == action))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StayHow {
    /// It waits for what never comes.
    Waits,
    /// It goes round without an end, and waits in between.
    Rounds,
    /// It goes round without an end and waits for nothing: nothing else of the program goes on.
    Freezes,
    /// It ends the program that calls it.
    Exits,
}

/// What an exported name holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    Function,
    /// A function whose answer has to be waited for.
    Async,
    /// Calling it does not run any of it: it answers with what would.
    Generator,
    /// Only `new` calls it.
    Class,
    /// An object that is written out.
    Object,
    Other,
    Unknown,
}

impl Kind {
    /// Whether it is a function, as `typeof` says.
    #[must_use]
    pub const fn is_function(self) -> bool {
        matches!(self, Self::Function | Self::Async | Self::Generator | Self::Class)
    }
}

/// What a module imports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    pub from: String,
    /// What it asks for by name, `default` included.
    pub names: Vec<String>,
    /// Something of it is used as a value, or it is there for what it does.
    pub used: bool,
    /// Those of its names that are used as a value.
    #[serde(default)]
    pub values: Vec<String>,
    /// One of them may be read as soon as the module is loaded: outside of functions, or in one that may be called there.
    #[serde(default)]
    pub soon: bool,
    /// The `type` that it says the file is of.
    #[serde(default)]
    pub kind: Option<String>,
}

/// So many levels fit on the stack of any thread.
#[cfg(feature = "javascript")]
const SHALLOW: usize = 64;
#[cfg(feature = "javascript")]
const SHORT: usize = 4 * 1024;

/// What is known of a module that cannot be read here: only a run tells.
#[must_use]
pub fn untold() -> Facts {
    let early = Early { doubt: true, ..Early::default() };
    Facts { early, more_exports: true, ..Facts::default() }
}

/// Calls what reads a module with this name and text by a grammar, where the stack has room for how deeply it is nested:
/// a stranger's file must not end the program. None where it has none.
#[cfg(feature = "javascript")]
pub fn with_room<T: Send>(file: &Path, text: &str, read: impl FnOnce() -> T + Send) -> Option<T> {
    use crate::code::js::depth;
    let jsx = file.extension().is_some_and(|it| it == "js" || it == "jsx" || it == "tsx");
    if !depth::deeper_than(SHALLOW, text, jsx) {
        return Some(read());
    }
    // How deep it is cannot always be told; a short one has room in any case.
    let reads = text.len() <= SHORT || !depth::too_deep(text, jsx);
    reads.then(|| crate::inline::with_room(read)).flatten()
}

/// The facts of a module with this name and text; none where this program was built without a grammar. Of a
/// text that is nested too deeply to be read, only a run tells.
#[must_use]
pub fn facts(file: &Path, text: &str) -> Option<Facts> {
    #[cfg(feature = "javascript")]
    {
        Some(with_room(file, text, || slack::facts(file, text)).unwrap_or_else(untold))
    }
    #[cfg(not(feature = "javascript"))]
    {
        let _ = (file, text);
        None
    }
}
