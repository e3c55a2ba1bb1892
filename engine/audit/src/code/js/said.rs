//! The text of a message in what a hook is handed: `event.context.content`, `({ prompt }) => …`.

use oxc::ast::AstKind;
use oxc::ast::ast::{Expression, MemberExpression};
use oxc::semantic::{NodeId, SymbolId};
use oxc::span::GetSpan;

use super::registers::called;
use super::values::{Origin, Reader, path_in};
use crate::marks::{SAID, UNKNOWN};

/// Parts of an event in which is what a person or an agent said.
const TEXTS: [&str; 9] = [
    "content",
    "body",
    "bodyForAgent",
    "text",
    "transcript",
    "prompt",
    "messages",
    "responseText",
    "assistantTexts",
];

/// What is known of such a text.
pub(super) fn text() -> String {
    format!("{UNKNOWN}{SAID}")
}

impl<'a> Reader<'_, 'a> {
    /// Whether a part of a value is such a text.
    pub(super) fn is_said(&self, member: &'a MemberExpression<'a>, depth: u32) -> bool {
        member.static_property_name().is_some_and(|key| TEXTS.contains(&key))
            && self.is_of_event(member.object(), depth)
    }

    /// The same where a name was taken out of the value.
    pub(super) fn is_said_under(
        &self,
        whole: &'a Expression<'a>,
        path: &[String],
        depth: u32,
    ) -> bool {
        path.last().is_some_and(|key| TEXTS.contains(&key.as_str()))
            && self.is_of_event(whole, depth)
    }

    /// The same for `({ content }) => …`.
    pub(super) fn is_said_name(&self, symbol: SymbolId) -> bool {
        let declared = self.semantic.scoping().symbol_declaration(symbol);
        let AstKind::FormalParameter(parameter) = self.kind(declared) else { return false };
        let mut path = Vec::new();
        path_in(&parameter.pattern, symbol, &mut path);
        path.last().is_some_and(|key| TEXTS.contains(&key.as_str())) && self.is_handed(symbol)
    }

    /// Whether an expression is what a hook is handed, or a part of it.
    fn is_of_event(&self, expr: &'a Expression<'a>, depth: u32) -> bool {
        if !self.step(depth) {
            return false;
        }
        let next = depth.saturating_add(1);
        match expr.get_inner_expression() {
            Expression::Identifier(name) => {
                let Some(symbol) = self.symbol(name) else { return false };
                self.is_handed(symbol)
                    || self.origins(symbol).into_iter().any(|origin| match origin {
                        Origin::Part(whole, _) => self.is_of_event(whole, next),
                        _ => false,
                    })
            }
            Expression::LogicalExpression(it) => {
                self.is_of_event(&it.left, next) || self.is_of_event(&it.right, next)
            }
            Expression::ChainExpression(it) => it
                .expression
                .as_member_expression()
                .is_some_and(|member| self.is_of_event(member.object(), next)),
            other => other
                .as_member_expression()
                .is_some_and(|member| self.is_of_event(member.object(), next)),
        }
    }

    /// Whether a name is the first parameter of a function that the agent calls.
    fn is_handed(&self, symbol: SymbolId) -> bool {
        let declared = self.semantic.scoping().symbol_declaration(symbol);
        let AstKind::FormalParameter(parameter) = self.kind(declared) else { return false };
        let (list, AstKind::FormalParameters(all)) = self.parent(declared) else { return false };
        all.items.first().is_some_and(|first| first.span() == parameter.span())
            && self.is_called_by_agent(self.parent(list).0)
    }

    fn is_called_by_agent(&self, function: NodeId) -> bool {
        let named = match self.kind(function) {
            AstKind::Function(it) => it.id.as_ref().and_then(|id| id.symbol_id.get()),
            _ => None,
        };
        let named = named.or_else(|| match self.parent(function).1 {
            AstKind::VariableDeclarator(it) => {
                it.id.get_binding_identifier().and_then(|id| id.symbol_id.get())
            }
            _ => None,
        });
        self.is_given_out(function)
            || named.is_some_and(|symbol| {
                let mut places = self.semantic.scoping().get_resolved_references(symbol);
                self.semantic.scoping().symbol_name(symbol) == "handler"
                    || places.any(|place| self.is_given_out(place.node_id()))
            })
    }

    /// Whether something is exported, or registered with who loads this module.
    fn is_given_out(&self, node: NodeId) -> bool {
        match self.parent(node).1 {
            AstKind::ExportDefaultDeclaration(_) | AstKind::ExportSpecifier(_) => true,
            AstKind::AssignmentExpression(it) => it.left.as_member_expression().is_some_and(|to| {
                let object = to.object().get_inner_expression();
                let name = |it: &Expression<'a>| match it {
                    Expression::Identifier(it) => it.name.as_str().to_owned(),
                    _ => String::new(),
                };
                matches!(name(object).as_str(), "module" | "exports")
                    || object
                        .as_member_expression()
                        .is_some_and(|whole| name(whole.object()) == "module")
            }),
            AstKind::CallExpression(call) => called(call).is_some(),
            _ => false,
        }
    }
}
