//! Shell text to a syntax tree, in bounded time.

use std::cell::RefCell;
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

/// The parser asks after every hundred steps whether to go on. A script of 512 KiB takes some
/// thousand of them; text made to confuse a parser takes more without end.
const MOST_CHECKS: u32 = 60_000;

thread_local! {
    // Making a parser costs more than parsing one line with it.
    static PARSER: RefCell<Option<Parser>> = RefCell::new(bash());
}

fn bash() -> Option<Parser> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into()).ok()?;
    Some(parser)
}

/// The tree, with error nodes where the text is no shell; none if it took too long.
pub(super) fn shell(text: &str) -> Option<Tree> {
    PARSER.with_borrow_mut(|parser| {
        let parser = parser.as_mut()?;
        let mut checks = 0;
        let mut go_on = |_: &ParseState| {
            checks += 1;
            if checks < MOST_CHECKS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let bytes = text.as_bytes();
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
    })
}
