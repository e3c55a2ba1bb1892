//! What a JavaScript or TypeScript file would do: read with a real parser, never run, as advice.
//!
//! Names are followed through imports, `require`, destructuring and variables within the file, texts
//! through constants, templates and path joins. What is known only while the hook runs stays unknown.
//! Most findings are low: they tell what a hook reaches (programs, network, environment, files), which
//! hooks do. What no hook has to do is medium or high.

mod code;
mod depth;
mod env;
mod files;
mod functions;
mod names;
mod network;
mod places;
mod programs;
mod report;
mod rules;
mod texts;
mod values;
mod walk;

use std::thread;

use oxc::allocator::Allocator;
use oxc::parser::{ParseOptions, Parser};
use oxc::semantic::SemanticBuilder;
use oxc::span::SourceType;

use super::finding;
use crate::hook::Finding;
use report::Report;

/// The parser and what follows it call themselves once a level; only what is used of it takes memory.
const STACK_BYTES: usize = 256 * 1024 * 1024;
/// Lines this long on average are not written by hand.
const LONG_LINES: usize = 500;
/// A text shorter than this may be one long line.
const SMALL: usize = 4 * 1024;

/// The findings of one file. `name` is its path in the hook's folder and tells the language;
/// `declared` are the variables that the hook says it needs.
pub(super) fn script(text: &str, name: &str, declared: &[String]) -> Vec<Finding> {
    let read = thread::scope(|scope| {
        thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || read(text, name, declared))
            .map(|thread| thread.join().ok())
    });
    match read {
        Ok(Some(found)) => found,
        // No thread, or a mistake of the parser's: either way nobody has read it.
        _ => vec![finding(&rules::NOT_READ, name, 1, "")],
    }
}

fn read(text: &str, name: &str, declared: &[String]) -> Vec<Finding> {
    let mut report = Report::new(text, name);
    if is_minified(text) {
        report.whole_file(&rules::MINIFIED);
    }
    let source_type = language(name);
    if depth::too_deep(text, source_type.is_jsx()) {
        report.whole_file(&rules::NOT_READ);
        return report.findings();
    }
    let allocator = Allocator::default();
    // Node takes a file that is no module for a script, and the other way round.
    let tries = [source_type, source_type.with_commonjs(true), source_type.with_typescript(true)];
    let parse = |source_type| {
        let options =
            ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
        Parser::new(&allocator, text, source_type).with_options(options).parse()
    };
    let mut parsed = parse(source_type);
    for other in tries.into_iter().skip(1) {
        if !parsed.panicked && !parsed.diagnostics.has_errors() {
            break;
        }
        let again = parse(other);
        if !again.panicked && (parsed.panicked || !again.diagnostics.has_errors()) {
            parsed = again;
        }
    }
    if parsed.panicked || parsed.diagnostics.has_errors() {
        report.whole_file(&rules::NOT_READ);
    }
    let program = allocator.alloc(parsed.program);
    let semantic = SemanticBuilder::new().with_build_nodes(true).build(program).semantic;
    walk::Walk::new(&semantic, &mut report, declared).walk();
    report.findings()
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

fn is_minified(text: &str) -> bool {
    text.len() > SMALL && text.len() / text.lines().count().max(1) > LONG_LINES
}

#[cfg(test)]
mod tests;
