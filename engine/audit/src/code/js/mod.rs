//! What a JavaScript or TypeScript file would do: read with a real parser, never run, as advice.
//!
//! Names are followed through imports, `require`, destructuring and variables within the file, texts
//! through constants, templates and path joins. What is known only while the hook runs stays unknown.
//! Most findings are low: they tell what a hook reaches (programs, network, environment, files), which
//! hooks do. What no hook has to do is medium or high.

mod answers;
mod code;
mod decode;
mod deep;
pub(crate) mod depth;
mod env;
mod files;
mod functions;
mod lists;
mod modules;
mod names;
mod network;
mod places;
mod programs;
mod registers;
mod report;
mod said;
mod texts;
mod tricks;
mod values;
mod walk;

use oxc::allocator::Allocator;
use oxc::parser::{ParseOptions, Parser, ParserReturn};
use oxc::semantic::{Semantic, SemanticBuilder};
use oxc::span::SourceType;

pub use files::module_reads;
pub use registers::registrations;

use crate::Finding;
use crate::answer::Answers;
use crate::finding;
use crate::inline::with_room;
use crate::reach as rules;
use report::Report;

/// Lines this long on average are not written by hand.
const LONG_LINES: usize = 500;
/// A text shorter than this may be one long line.
const SMALL: usize = 4 * 1024;

/// The findings of one file. `name` is its path in the hook's folder and tells the language;
/// `declared` are the variables that the hook says it needs.
pub(crate) fn script(text: &str, name: &str, declared: &[String]) -> Vec<Finding> {
    let read = || {
        let mut report = Report::new(text, name);
        if is_minified(text) {
            report.whole_file(&rules::MINIFIED);
        }
        let whole = with_program(text, name, |semantic| {
            walk::Walk::new(semantic, &mut report, declared).walk();
        });
        if whole.is_none_or(|(whole, ())| !whole) {
            report.whole_file(&rules::NOT_READ);
        }
        report.findings()
    };
    // No thread, or a mistake of the parser's: either way nobody has read it.
    with_room(read).unwrap_or_else(|| vec![finding(&rules::NOT_READ, name, 1, "")])
}

/// How the script answers the agent that runs it.
pub(crate) fn answers(text: &str, name: &str) -> Answers {
    let read = || with_program(text, name, |semantic| values::Reader::new(semantic).answers());
    with_room(read).flatten().map(|(_, answers)| answers).unwrap_or_default()
}

/// Where it is not JavaScript, or not TypeScript.
pub(crate) fn slips(text: &str, name: &str) -> Vec<crate::Slip> {
    let read = || {
        let source_type = language(name);
        if depth::too_deep(text, source_type.is_jsx()) {
            return Vec::new();
        }
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, text, source_type).parse();
        let all = parsed.diagnostics.iter().map(|error| {
            let label = error.labels.first();
            let offset = label.and_then(|label| usize::try_from(label.offset()).ok());
            crate::Slip::at(text, offset.unwrap_or(0), error.message.to_string())
        });
        all.collect()
    };
    with_room(read).unwrap_or_default()
}

/// Parses the text and hands over what it means; with whether all of it could be parsed. None where it
/// is nested too deeply.
fn with_program<T>(
    text: &str,
    name: &str,
    read: impl FnOnce(&Semantic<'_>) -> T,
) -> Option<(bool, T)> {
    let source_type = language(name);
    if depth::too_deep(text, source_type.is_jsx()) {
        return None;
    }
    let allocator = Allocator::default();
    let parse = |source_type| {
        let options =
            ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
        Parser::new(&allocator, text, source_type).with_options(options).parse()
    };
    let is_whole = |parsed: &ParserReturn| !parsed.panicked && !parsed.diagnostics.has_errors();
    let mut parsed = parse(source_type);
    // A file that is not a module may be a script, and one without an ending may be TypeScript.
    for other in [source_type.with_commonjs(true), source_type.with_typescript(true)] {
        if is_whole(&parsed) {
            break;
        }
        let again = parse(other);
        if is_whole(&again) || (parsed.panicked && !again.panicked) {
            parsed = again;
        }
    }
    let whole = is_whole(&parsed);
    let program = allocator.alloc(parsed.program);
    let semantic = SemanticBuilder::new().with_build_nodes(true).build(program).semantic;
    Some((whole, read(&semantic)))
}

fn language(name: &str) -> SourceType {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending.to_ascii_lowercase().as_str() {
        "ts" | "mts" | "cts" => SourceType::ts(),
        "tsx" => SourceType::tsx(),
        "jsx" => SourceType::jsx(),
        "cjs" => SourceType::cjs(),
        _ => SourceType::mjs(),
    }
}

/// The language of a file, as it is shown.
pub(crate) fn language_name(name: &str) -> &'static str {
    if language(name).is_typescript() { "typescript" } else { "javascript" }
}

fn is_minified(text: &str) -> bool {
    let of_a_line = text.len().checked_div(text.lines().count());
    text.len() > SMALL && of_a_line.is_some_and(|bytes| bytes > LONG_LINES)
}

#[cfg(test)]
mod tests;
