//! A config as a person edits it: as text, with everything that is wrong or odd about it named by line.

use serde::Serialize;
use serde_json::Value;

use super::outline::{self, Outline, Shape};
use super::path::{ConfigPath, Segment};
use super::strict::Fault;
use super::{
    Config, MAX_BYTES, Problem, Syntax, SyntaxError, edit, include, merge, older_toml, schema,
};
use crate::hook::AgentId;

/// More than these help nobody.
const MOST: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum ProblemKind {
    /// The text is none of its syntax: it is not saved.
    Error,
    /// The agent will not understand it, or not all of it. It may be saved.
    Warning,
}

/// Something in a text that a person should look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TextProblem {
    pub kind: ProblemKind,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in characters.
    pub column: u32,
    pub message: String,
}

impl TextProblem {
    pub fn of(kind: ProblemKind, error: SyntaxError) -> Self {
        let number = |number| u32::try_from(number).unwrap_or(u32::MAX);
        Self {
            kind,
            line: number(error.line),
            column: number(error.column),
            message: error.message,
        }
    }

    fn warning(text: &str, at: usize, message: String) -> Self {
        Self::of(ProblemKind::Warning, SyntaxError::at(text, at, message))
    }
}

/// What an agent refuses a whole config for, as sentences: its rules are not known here.
pub type Refuses<'a> = &'a dyn Fn(&Value) -> Vec<Fault>;

/// Everything that is wrong or odd about `text` as this config of an agent, in the order of the text.
/// Where it does not parse, nothing else is known of it. Only files under `home` may be included.
pub fn check(
    agent: AgentId,
    config: &Config,
    text: &str,
    refuses: Refuses<'_>,
) -> Vec<TextProblem> {
    let syntax = config.syntax;
    let root = match parse(syntax, text) {
        Ok(root) => root,
        Err(error) => return vec![TextProblem::of(ProblemKind::Error, error)],
    };
    if let Some(error) = older_toml::refusal(text).filter(|_| config.older_toml) {
        return vec![TextProblem::of(ProblemKind::Error, error)];
    }
    // A blank text is an empty config and has no tree.
    let Ok(outline) = outline::of(syntax, text) else { return Vec::new() };
    let mut found: Vec<(usize, String)> = schema::warnings(agent, &outline)
        .into_iter()
        .map(|warning| (warning.place.start, warning.message))
        .collect();
    let at = include_place(&outline).unwrap_or_default();
    let read = config.with_root(root);
    for fault in refuses(&read.value) {
        let place = place_of(&outline, &fault.path).unwrap_or(at);
        // What is known in more words was said already.
        if !found.iter().any(|(other, _)| *other == place) {
            found.push((place, fault.message));
        }
    }
    for problem in read.problems {
        found.push((at, in_words(config, &problem)));
    }
    found.sort_by_key(|(at, _)| *at);
    found.truncate(MOST);
    found.into_iter().map(|(at, message)| TextProblem::warning(text, at, message)).collect()
}

/// What a text says, or where it breaks.
///
/// # Errors
/// A text that is not of its syntax, has no object at its top, or is too large to be read again.
pub fn parse(syntax: Syntax, text: &str) -> Result<Value, SyntaxError> {
    if text.len() as u64 > MAX_BYTES {
        let message =
            format!("The text is larger than {MAX_BYTES} bytes, which is too large for a config.");
        return Err(SyntaxError { message, line: 1, column: 1 });
    }
    edit::parse_or_empty(syntax, text)
}

/// `text` as an editor has it: no byte-order mark, `\n` at the end of every line.
pub fn as_edited(text: &str) -> String {
    merge::as_edited(text)
}

/// An edited text with the line ends and the byte-order mark that the file had.
pub fn written_like(before: &str, text: &str) -> String {
    merge::written_like(before, text)
}

/// One text with both changes of `base`, where they are about different lines and the result parses.
pub fn merged(syntax: Syntax, base: &str, mine: &str, theirs: &str) -> Option<String> {
    merge::three_way(base, mine, theirs).filter(|text| parse(syntax, text).is_ok())
}

fn in_words(config: &Config, problem: &Problem) -> String {
    if problem.path == config.path {
        return problem.message.clone();
    }
    let name = problem.path.file_name().unwrap_or_default().to_string_lossy();
    match problem.line {
        Some(line) => format!("In {name}, line {line}: {}", problem.message),
        None => format!("In {name}: {}", problem.message),
    }
}

/// Where a path begins; of what is missing, the group in which it should be. None for what an included
/// file says.
fn place_of(outline: &Outline, path: &ConfigPath) -> Option<usize> {
    let mut at = outline;
    let mut place = None;
    for segment in &path.0 {
        let Segment::Key(key) = segment else { break };
        let inner = match &at.shape {
            Shape::Scalar(_) => None,
            Shape::List(items) => {
                let item = key.parse().ok().and_then(|number: usize| items.get(number));
                item.map(|item| (item.place.start, item))
            }
            Shape::Table(fields) => {
                let field = fields.iter().rev().find(|field| field.key == *key);
                field.map(|field| (field.place.start, &field.value))
            }
        };
        let Some((start, next)) = inner else { break };
        place = Some(start);
        at = next;
    }
    place
}

/// Where the first include is.
fn include_place(outline: &Outline) -> Option<usize> {
    match &outline.shape {
        Shape::Scalar(_) => None,
        Shape::List(items) => items.iter().find_map(include_place),
        Shape::Table(fields) => fields.iter().find_map(|field| {
            if field.key == include::KEY {
                return Some(field.place.start);
            }
            include_place(&field.value)
        }),
    }
}
