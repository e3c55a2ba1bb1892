//! Shell text to a syntax tree, in bounded time.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::ControlFlow;

use tree_sitter::{Node, ParseOptions, ParseState, Parser, Tree};

/// The parser asks after every hundred steps whether to go on. A script of 512 KiB takes some
/// thousand of them; text made to confuse a parser takes more without end.
const MOST_CHECKS: u32 = 20_000;

thread_local! {
    // Making a parser costs more than parsing one line with it.
    static PARSER: RefCell<Option<Parser>> = RefCell::new(bash());
}

fn bash() -> Option<Parser> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into()).ok()?;
    Some(parser)
}

/// A piece of shell text, and where it is in the file.
#[derive(Clone, Copy)]
pub(super) struct Source<'t> {
    pub text: &'t str,
    pub rows: Rows,
}

/// Counted from 0. The last one holds back text with more lines than the word it came from.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    pub first: usize,
    pub last: usize,
}

impl Rows {
    pub(super) fn at(self, row: usize) -> usize {
        (self.first.saturating_add(row)).min(self.last)
    }
}

/// The tree, with error nodes where the text is not shell; none if it took too long.
pub(super) fn shell(text: &str) -> Option<Tree> {
    PARSER.with_borrow_mut(|parser| tree(parser.as_mut()?, &digestible(text)))
}

/// The text as the grammar's reader survives it: behind a `{` it looks each letter up in a table of digits, however far
/// behind the end of that table it is. The parser is given as many letters `x` there, which no rule tells apart.
fn digestible(text: &str) -> Cow<'_, [u8]> {
    let mut bytes = Cow::Borrowed(text.as_bytes());
    let digits = |rest: &str| rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    for (brace, _) in text.match_indices('{') {
        let mut behind = text.get(brace.saturating_add(1)..).unwrap_or_default();
        // `{1`, and `{1..2`
        loop {
            behind = behind.get(behind.len().saturating_sub(digits(behind))..).unwrap_or_default();
            let Some(rest) = behind.strip_prefix("..") else { break };
            behind = rest;
        }
        let Some(letter) = behind.chars().next().filter(|letter| !letter.is_ascii()) else {
            continue;
        };
        let from = text.len().saturating_sub(behind.len());
        if let Some(place) = bytes.to_mut().get_mut(from..from.saturating_add(letter.len_utf8())) {
            place.fill(b'x');
        }
    }
    bytes
}

/// The same of a Python script.
pub(super) fn python(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_python::LANGUAGE.into()).ok()?;
    tree(&mut parser, text.as_bytes())
}

fn tree(parser: &mut Parser, bytes: &[u8]) -> Option<Tree> {
    let mut checks = 0_u32;
    let mut go_on = |_: &ParseState| {
        checks = checks.saturating_add(1);
        if checks < MOST_CHECKS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let tree = parser.parse_with_options(
        &mut |at, _| bytes.get(at..).unwrap_or_default(),
        None,
        Some(ParseOptions::new().progress_callback(&mut go_on)),
    );
    if tree.is_none() {
        // Else the next text would be read as the rest of this one.
        parser.reset();
    }
    tree
}

/// All parts of a node with their fields, but comments. Asking for them one by one by number
/// takes time with the square of their count.
pub(super) fn parts<'t>(node: Node<'t>) -> Vec<(Option<&'t str>, Node<'t>)> {
    let mut parts = Vec::new();
    let mut cursor = node.walk();
    let mut more = cursor.goto_first_child();
    while more {
        if cursor.node().kind() != "comment" {
            parts.push((cursor.field_name(), cursor.node()));
        }
        more = cursor.goto_next_sibling();
    }
    parts
}

/// The parts of a node, with the signs between them.
pub(super) fn children(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    parts(node).into_iter().map(|(_, child)| child)
}

/// The parts of a node that are more than a sign.
pub(super) fn named(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    children(node).filter(Node::is_named)
}
