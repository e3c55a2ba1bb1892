//! An agent's config: read it (JSON5 with `$include`, TOML, YAML), change it in place, show the change
//! without its secrets. The rules say what counts.

mod edit;
mod edit_json5;
mod edit_toml;
mod flow;
#[cfg(test)]
mod fuzz;
mod include;
mod json5;
mod load;
mod merge;
pub mod names;
pub(crate) mod older_toml;
mod outline;
pub mod overrides;
pub mod path;
mod redact;
mod redact_diff;
mod redact_neighbours;
mod redact_words;
mod refusal;
pub mod schema;
pub(crate) mod sealed;
mod secret_names;
mod secret_values;
pub mod slips;
pub mod strict;
mod style;
#[cfg(test)]
mod tests;
pub mod text;
mod toml;
mod toml_lines;
mod tree;
pub mod typed;
pub mod variables;
mod yaml;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

pub use self::edit::{Edit, EditError, edit};
pub(crate) use self::json5::whole_letters;
pub use self::load::{of_text, read};
pub(crate) use self::outline::keys_of_items;
pub use self::outline::{KeyPlace, keys};
pub use self::path::{ConfigPath, PathError, Segment};
pub(crate) use self::redact::redact_yaml;
pub use self::redact::{Secret, redact, secrets};
pub use self::redact_diff::{diff, diff_yaml, unified};
pub use self::redact_words::{HIDDEN, redact_program};
pub use self::refusal::Refusal;
pub use self::secret_names::is_secret;
pub use self::secret_names::may_be_secret;
pub use self::secret_values::looks_secret;
pub(crate) use self::yaml::options as yaml_options;
pub(crate) use include::includes;
use names::Names;
use tacklebox_machine::files::Stamp;

/// The largest config that is read, in bytes.
pub const MAX_BYTES: u64 = 8 * 1024 * 1024;

/// The deepest nesting of a JSON5 config that is read. (TOML's parser has a limit of its own.)
pub const MAX_DEPTH: usize = 128;

/// How a config is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// Milady, Eliza, OpenClaw.
    Json5,
    /// ZeroClaw, Moltis.
    Toml,
    /// Moltis, too: read, and never written.
    Yaml,
    Json,
}

impl Syntax {
    /// That of a config by its name.
    pub(crate) fn of(file: &Path, usual: Self) -> Self {
        match file.extension().and_then(|it| it.to_str()) {
            Some("yaml" | "yml") => Self::Yaml,
            Some("json") if usual == Self::Toml => Self::Json,
            _ => usual,
        }
    }

    /// Whether a value in it can be changed in place.
    pub const fn is_written(self) -> bool {
        matches!(self, Self::Json5 | Self::Toml)
    }
}

/// What is wrong with what an agent keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "kebab-case")]
pub enum ProblemWith {
    /// Its config, or a file that this includes, cannot be read or is not followed.
    Config,
    /// A folder or a file that its config names is not read. The config itself is read.
    Place,
    /// A folder of hooks cannot be read.
    Folder,
    /// Another file of the agent does not count, or cannot be read.
    File,
}

/// Something that cannot be read or is not followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub with: ProblemWith,
    /// The file that it is about: the config or one that it includes.
    pub path: PathBuf,
    pub message: String,
    /// Counted from 1.
    pub line: Option<u32>,
    /// Counted from 1, in characters.
    pub column: Option<u32>,
}

impl Problem {
    /// Without a place in the file.
    pub const fn new(with: ProblemWith, path: PathBuf, message: String) -> Self {
        Self { with, path, message, line: None, column: None }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => {
                write!(f, "Line {line}, column {column}: {}", self.message)
            }
            _ => f.write_str(&self.message),
        }
    }
}

/// A config as it was read. Reading never fails: what is wrong is in `problems`.
#[derive(Clone, Debug)]
pub struct Config {
    pub path: PathBuf,
    pub syntax: Syntax,
    /// `None`: the file does not exist, which is an empty config and no problem.
    pub text: Option<String>,
    /// What a save must find unchanged.
    pub stamp: Stamp,
    /// What the file itself says. Edits are about this.
    pub root: Value,
    /// What counts: the file merged with what it includes.
    pub value: Value,
    /// Every file that was included, with links followed, each once.
    pub includes: Vec<PathBuf>,
    pub problems: Vec<Problem>,
    /// The file cannot be read as a config: it must never be written to.
    pub unparsable: bool,
    /// It cannot, since there is a list at its top.
    pub is_list: bool,
    /// It cannot, since all of it is one text, number or the like.
    pub is_other: bool,
    /// What is wrong with the file and keeps no agent from reading it, but us from changing it.
    pub passed_over: Option<Problem>,
    /// What its types have against it, where variables of the environment were looked at for that (rule ).
    pub filled: Option<Vec<strict::Fault>>,
    /// What counts in place of `value` where its agent refuses the file: what variables say alone.
    pub refused: Value,
    /// What its texts name as variables; none where its agent fills in none.
    pub names: Option<Names>,
    /// Its agent reads TOML 1.0.
    pub older_toml: bool,
    /// The folders that what it includes has to be in: the first is its own.
    pub include_roots: Vec<PathBuf>,
}

impl Config {
    /// The value that counts at `path`.
    pub fn get(&self, path: &ConfigPath) -> Option<&Value> {
        path.get(&self.value)
    }

    /// A text of it as its agent reads it, which may be secret.
    pub fn fill<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.names.as_ref().map_or(Cow::Borrowed(text), |names| names.fill(text))
    }

    /// A part of it as its agent reads it, which may be secret.
    pub fn filled_in<'v>(&self, value: &'v Value) -> Cow<'v, Value> {
        self.names.as_ref().map_or(Cow::Borrowed(value), |names| names.filled(value))
    }

    /// The hooks that variables bring where its agent refuses the file.
    pub fn refused_hooks(&self) -> impl Iterator<Item = &Value> {
        let hooks = self.refused.pointer("/hooks/hooks").and_then(Value::as_array);
        hooks.into_iter().flatten()
    }

    /// What counts, as types read it.
    pub(crate) fn as_typed(&self) -> Cow<'_, Value> {
        let text = self.text.as_deref().filter(|_| self.value == self.root);
        as_typed(self.syntax, text.unwrap_or_default(), &self.value)
    }

    /// Whether it says NaN at `path`, which reads as nothing.
    pub fn is_nan(&self, path: &ConfigPath) -> bool {
        let Some(text) = self.text.as_deref().filter(|text| text.contains("NaN")) else {
            return false;
        };
        let root = (self.syntax == Syntax::Json5).then(|| json5::parse(text).ok()).flatten();
        let steps = || path.0.iter();
        let node =
            root.as_ref().and_then(|root| steps().try_fold(root, |node, step| node.child(step)));
        let said = node.and_then(|node| text.get(node.span.start..node.span.end));
        said.is_some_and(|said| said.trim_start_matches(['+', '-']) == "NaN")
    }

    /// The line and column of what is at this path, or of what it would be in; none where that is not in the file itself.
    pub fn place_of(&self, path: &ConfigPath) -> Option<(u32, u32)> {
        let text = self.text.as_deref().filter(|_| self.syntax.is_written())?;
        let outline = outline::of(self.syntax, text).ok()?;
        let error = SyntaxError::at(text, outline.nearest(path)?, String::new());
        Some((u32::try_from(error.line).ok()?, u32::try_from(error.column).ok()?))
    }

    /// The included file that says what counts at this path; none where the file itself says it, or none does.
    pub fn include_of(&self, path: &ConfigPath) -> Option<PathBuf> {
        if self.includes.is_empty() || path.get(&self.root).is_some() {
            return None;
        }
        include::source(&self.root, &self.path, &path.0, include::MAX_INCLUDES)
    }

    /// Whether single values in it can be changed: it can be read, and is of a syntax that is written.
    pub const fn is_editable(&self) -> bool {
        !self.unparsable && self.passed_over.is_none() && self.syntax.is_written()
    }

    /// The file is there, and nothing is in it.
    pub(crate) fn is_blank(&self) -> bool {
        let blank = |text: &str| text.trim_start_matches('\u{feff}').trim().is_empty();
        self.syntax == Syntax::Json5 && self.text.as_deref().is_some_and(blank)
    }

    /// This config as one counts that drops these names wherever they are. The file stays as it is
    /// (rule ).
    pub(crate) fn without(mut self, names: &[&str]) -> Self {
        let says = |text: &String| names.iter().any(|name| text.contains(name));
        // Mostly its text alone tells that there are none.
        if !self.includes.is_empty() || self.text.as_ref().is_some_and(says) {
            drop_keys(&mut self.value, names);
        }
        self
    }

    /// What would count if the file itself held this text; of one that does not parse, nothing.
    pub fn with_text(&self, text: &str) -> Self {
        self.with_root(parse(self.syntax, text).unwrap_or_default())
    }

    /// What would count if the file itself said this.
    pub fn with_root(&self, root: Value) -> Self {
        let config = Self { root, includes: Vec::new(), problems: Vec::new(), ..self.clone() };
        include::resolved(config)
    }

    /// With more folders that what it includes may be in.
    #[must_use]
    pub(crate) fn including_from(mut self, more: Vec<PathBuf>) -> Self {
        if more.is_empty() || self.unparsable {
            return self;
        }
        self.include_roots.extend(more);
        let of_file = |problem: &Problem| problem.with == ProblemWith::Config;
        self.problems.retain(|problem| !of_file(problem));
        self.includes.clear();
        include::resolved(self)
    }

    /// The text with `edits` made; the file is not touched.
    ///
    /// # Errors
    /// As [`edit`]. An unparsable config is never edited.
    pub fn edit(&self, edits: &[Edit]) -> Result<String, EditError> {
        if self.unparsable || self.passed_over.is_some() {
            let problem = self.passed_over.as_ref().or(self.problems.first());
            return Err(EditError::Unparsable(SyntaxError {
                message: problem.map(|problem| problem.message.clone()).unwrap_or_default(),
                line: problem.and_then(|problem| problem.line).unwrap_or(1) as usize,
                column: problem.and_then(|problem| problem.column).unwrap_or(1) as usize,
            }));
        }
        edit(self.syntax, self.text.as_deref().unwrap_or_default(), edits)
    }
}

/// Where and why a text is not what its syntax wants. Line and column are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    pub message: String,
    pub line: usize,
    pub column: usize,
}

impl SyntaxError {
    fn at(text: &str, offset: usize, message: String) -> Self {
        let before = text.get(..offset).unwrap_or(text).trim_start_matches(tree::BOM);
        let line = before.rsplit('\n').next().unwrap_or_default();
        Self {
            message,
            line: before.matches('\n').count().saturating_add(1),
            column: line.chars().count().saturating_add(1),
        }
    }
}

/// What one JSON5 value says, of any kind.
///
/// # Errors
/// A text that is not JSON5.
pub fn value(text: &str) -> Result<Value, SyntaxError> {
    Ok(json5::parse(text)?.to_value())
}

fn drop_keys(value: &mut Value, names: &[&str]) {
    match value {
        Value::Object(map) => {
            map.retain(|key, _| !names.contains(&key.as_str()));
            map.values_mut().for_each(|value| drop_keys(value, names));
        }
        Value::Array(list) => list.iter_mut().for_each(|value| drop_keys(value, names)),
        _ => {}
    }
}

/// The same as types read it: in TOML a date is not a text.
fn as_typed<'v>(syntax: Syntax, text: &str, value: &'v Value) -> Cow<'v, Value> {
    let dated = (syntax == Syntax::Toml).then(|| toml::with_dates(text)).flatten();
    dated.map_or(Cow::Borrowed(value), Cow::Owned)
}

/// What `text` says. The top of a config is an object.
///
/// # Errors
/// A text that is not of its syntax, or has no object at its top.
pub fn parse(syntax: Syntax, text: &str) -> Result<Value, SyntaxError> {
    match syntax {
        Syntax::Toml => toml::parse(text).map(|doc| toml::table_value(doc.as_table())),
        Syntax::Yaml => yaml::parse(text),
        Syntax::Json => yaml::parse_json(text),
        Syntax::Json5 => {
            let root = json5::parse(text)?;
            let value = root.to_value();
            if value.is_object() {
                return Ok(value);
            }
            let message = "A config has an object { … } at its top.".to_owned();
            Err(SyntaxError::at(text, root.span.start, message))
        }
    }
}

fn syntax_problem(path: &Path, error: SyntaxError) -> Problem {
    Problem {
        with: ProblemWith::Config,
        path: path.to_owned(),
        message: error.message,
        line: u32::try_from(error.line).ok(),
        column: u32::try_from(error.column).ok(),
    }
}
