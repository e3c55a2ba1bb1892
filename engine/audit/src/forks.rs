//! Fork bombs: a function or a script that starts itself more than once, side by side.

use tree_sitter::Node;

use super::parse::{self, Source};
use tacklebox_machine::cut::Cut;

/// A tree deeper than this is not followed; `statements` says so.
const DEEPEST: u32 = 150;

#[derive(Default)]
struct Calls {
    all: u32,
    side_by_side: u32,
    in_loop: bool,
}

/// The row of a function that starts itself over and over: `f() { f | f & }`.
pub(super) fn function_bomb(source: Source, name: &str, body: Node) -> bool {
    let mut calls = Calls::default();
    count(source, body, &|command| command == name, (false, false), 0, &mut calls);
    calls.is_bomb()
}

/// The row of the first statement, if the script starts itself over and over: `$0 | $0 &`.
pub(super) fn script_bomb(source: Source, root: Node) -> Option<usize> {
    let at = source.text.find("$0").or_else(|| source.text.find("${0}"))?;
    let mut calls = Calls::default();
    let itself = |command: &str| matches!(command, "$0" | "${0}" | "./$0");
    count(source, root, &itself, (false, false), 0, &mut calls);
    let row = source.text.cut(..at).matches('\n').count();
    calls.is_bomb().then(|| source.rows.at(row))
}

/// An endless loop that does nothing but start programs in the background.
pub(super) fn endless_loop(source: Source, condition: &str, body: Node) -> bool {
    let condition = condition.trim().trim_end_matches(';').trim();
    let endless =
        matches!(condition, "true" | ":" | "[ 1 ]" | "[[ 1 ]]" | "((1))" | "(( 1 ))" | "");
    let mut background = false;
    let harmless = ["echo", "printf", ":", "true"];
    for (child, in_background) in statements(body) {
        if in_background {
            background = true;
        } else if !command_name(source, child).is_some_and(|name| harmless.contains(&name)) {
            return false;
        }
    }
    endless && background
}

impl Calls {
    const fn is_bomb(&self) -> bool {
        self.side_by_side > 0 && (self.all > 1 || self.in_loop)
    }
}

fn count(
    source: Source,
    node: Node,
    is_self: &dyn Fn(&str) -> bool,
    (aside, looping): (bool, bool),
    depth: u32,
    calls: &mut Calls,
) {
    if depth > DEEPEST {
        return;
    }
    if command_name(source, node).is_some_and(is_self) {
        calls.all = calls.all.saturating_add(1);
        calls.side_by_side = calls.side_by_side.saturating_add(u32::from(aside));
        calls.in_loop |= looping && aside;
    }
    let aside = aside || node.kind() == "pipeline";
    let looping = looping || matches!(node.kind(), "while_statement" | "c_style_for_statement");
    for (child, in_background) in statements(node) {
        let child_aside = aside || in_background;
        count(source, child, is_self, (child_aside, looping), depth.saturating_add(1), calls);
    }
}

/// What is right below a node, and whether `&` follows it.
fn statements(node: Node<'_>) -> Vec<(Node<'_>, bool)> {
    let mut found: Vec<(Node, bool)> = Vec::new();
    for child in parse::children(node) {
        match found.last_mut() {
            Some((_, in_background)) if child.kind() == "&" => *in_background = true,
            _ if child.is_named() => found.push((child, false)),
            _ => {}
        }
    }
    found
}

/// The program of a simple command; for `bash "$0"` it is the script.
fn command_name<'t>(source: Source<'t>, node: Node) -> Option<&'t str> {
    if node.kind() != "command" {
        return None;
    }
    let text = |node: Node| source.text.get(node.byte_range()).map(|t| t.trim_matches('"'));
    let name = text(node.child_by_field_name("name")?)?;
    if matches!(name, "bash" | "sh" | "zsh" | "exec" | "nohup" | "setsid") {
        return node.child_by_field_name("argument").and_then(text).or(Some(name));
    }
    Some(name)
}
