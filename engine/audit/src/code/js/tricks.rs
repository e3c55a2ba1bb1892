//! What a program does to the program that runs it: functions of everybody exchanged, programs started
//! without end, every program ended, orders to an agent in its texts.

use oxc::ast::AstKind;
use oxc::ast::ast::{AssignmentTarget, Expression};
use oxc::span::Span;

use super::walk::{Use, Walk};
use crate::deeds::{Deed, shown};
use crate::orders;
use crate::reach::{ENDS_ALL, ORDERS, PATCHES, WATCHES, WEAKENS};
use crate::rules::FORK_BOMB;

/// Parts of the runtime that every hook in one program shares.
const SHARED: [&str; 11] = [
    "#fs",
    "#fs.promises",
    "#http",
    "#https",
    "#net",
    "#tls",
    "#dns",
    "#module",
    "#child_process",
    "#crypto",
    "JSON",
];
const SHARED_GLOBALS: [&str; 8] =
    ["fetch", "WebSocket", "XMLHttpRequest", "eval", "Function", "require", "Promise", "Buffer"];
/// Shorter texts order nobody around.
const SHORTEST_ORDER: usize = 40;

impl<'a> Walk<'_, 'a, '_, '_> {
    /// Assignments and texts of the whole program.
    pub(super) fn tricks(&mut self) {
        let nodes = self.reader.semantic.nodes();
        let mut said: Vec<(Deed, Span)> = Vec::new();
        for node in nodes.iter() {
            match node.kind() {
                AstKind::AssignmentExpression(it) => {
                    said.extend(self.patched(&it.left, &it.right).map(|deed| (deed, it.span)));
                }
                AstKind::StringLiteral(it) => {
                    said.extend(ordered(&it.value).map(|deed| (deed, it.span)));
                }
                AstKind::TemplateLiteral(it) => {
                    let text: String =
                        it.quasis.iter().map(|part| part.value.raw.as_str()).collect();
                    said.extend(ordered(&text).map(|deed| (deed, it.span)));
                }
                _ => {}
            }
        }
        for (deed, span) in said {
            self.report.deed(Some(deed), span);
        }
    }

    fn patched(&self, left: &'a AssignmentTarget<'a>, right: &'a Expression<'a>) -> Option<Deed> {
        let (object, key) = match left {
            AssignmentTarget::StaticMemberExpression(it) => {
                (&it.object, it.property.name.as_str().to_owned())
            }
            AssignmentTarget::ComputedMemberExpression(it) => {
                (&it.object, self.reader.texts(&it.expression).swap_remove(0))
            }
            _ => return None,
        };
        let name = self.reader.name(object)?;
        if name == "process.env" {
            let off = key == "NODE_TLS_REJECT_UNAUTHORIZED"
                && self.reader.texts(right).iter().any(|text| text == "0");
            return off.then(|| Deed::at(&WEAKENS, &key));
        }
        let global = matches!(name.as_str(), "globalThis" | "global" | "window" | "self");
        let shared = SHARED.contains(&name.as_str())
            || (global && SHARED_GLOBALS.contains(&key.as_str()))
            || (name.ends_with(".prototype") && !name.starts_with(['#', '?']) && is_builtin(&name));
        shared
            .then(|| Deed::at(&PATCHES, &format!("{}.{key}", shown(name.trim_start_matches('#')))))
    }

    /// A call that starts or ends more than it should.
    pub(super) fn endless(&mut self, one: &Use<'a>) {
        match one.name.as_str() {
            "process.kill" => {
                let all = one
                    .argument(0)
                    .is_some_and(|to| self.reader.texts(to).iter().any(|to| to == "-1"));
                self.report.deed(all.then(|| Deed::plain(&ENDS_ALL)), one.span);
            }
            "#child_process.fork" | "#child_process.spawn" | "#child_process.exec" => {
                let bomb = self
                    .loops
                    .iter()
                    .any(|around| around.start <= one.span.start && one.span.end <= around.end);
                self.report.deed(bomb.then(|| Deed::plain(&FORK_BOMB)), one.span);
            }
            "#clipboardy.read"
            | "#clipboardy.readSync"
            | "#screenshot-desktop"
            | "#node-global-key-listener.GlobalKeyboardListener"
            | "#iohook.start"
            | "#uiohook-napi.uIOhook.start"
            | "#robotjs.screen.capture"
            | "#node-record-lpcm16.record" => {
                self.report
                    .deed(Some(Deed::at(&WATCHES, one.name.trim_start_matches('#'))), one.span);
            }
            _ => {}
        }
    }

    /// Loops that nothing in them ends or waits in.
    pub(super) fn loops_without_end(&mut self) {
        let mut loops = Vec::new();
        for node in self.reader.semantic.nodes().iter() {
            let span = match node.kind() {
                AstKind::WhileStatement(it) if is_true(&it.test) => it.span,
                AstKind::ForStatement(it) if it.test.is_none() => it.span,
                AstKind::DoWhileStatement(it) if is_true(&it.test) => it.span,
                _ => continue,
            };
            let text = self.report.text_at(span);
            if !["await", "break", "return", "throw"].iter().any(|word| text.contains(word)) {
                loops.push(span);
            }
        }
        self.loops = loops;
    }
}

fn is_true(test: &Expression<'_>) -> bool {
    match test.get_inner_expression() {
        Expression::BooleanLiteral(it) => it.value,
        Expression::NumericLiteral(it) => it.value != 0.0,
        _ => false,
    }
}

fn is_builtin(name: &str) -> bool {
    let first = name.split('.').next().unwrap_or_default();
    matches!(
        first,
        "Object" | "Array" | "Function" | "String" | "Promise" | "Response" | "Request" | "Headers"
    )
}

/// Two kinds of orders in one text: one alone may be what a hook looks for.
fn ordered(text: &str) -> Option<Deed> {
    if text.len() < SHORTEST_ORDER {
        return None;
    }
    let found = orders::find(text);
    let why = found.first().filter(|_| found.len() > 1).map(|(_, why)| (*why).to_owned())?;
    Some(Deed { rule: &ORDERS, what: String::new(), why: Some(why) })
}
