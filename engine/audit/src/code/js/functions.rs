//! What a function is called with, and what it returns.

use oxc::ast::AstKind;
use oxc::ast::ast::{
    ArrowFunctionBody, BindingPattern, CallExpression, Expression, FormalParameter, Statement,
};
use oxc::semantic::{NodeId, SymbolId};
use oxc::span::GetSpan;

use super::values::{MOST_VALUES, Origin, Reader};

/// Methods that hand each item of a list to a function.
const EACH: [&str; 7] = ["map", "forEach", "filter", "flatMap", "find", "some", "every"];

impl<'a> Reader<'_, 'a> {
    /// What callers hand over for a parameter, as far as they are in this file.
    pub(super) fn arguments(
        &self,
        node: NodeId,
        parameter: &'a FormalParameter<'a>,
        path: &[String],
    ) -> Vec<Origin<'a>> {
        let mut origins = Vec::new();
        if let Some(initial) = &parameter.initializer {
            origins.push(Origin::Part(initial, path.to_vec()));
        }
        let (list, AstKind::FormalParameters(all)) = self.parent(node) else { return origins };
        let place = all.items.iter().position(|item| item.span() == parameter.span());
        let (Some(place), (function, kind)) = (place, self.parent(list)) else { return origins };
        let (outer, around) = self.parent(function);
        if let AstKind::CallExpression(call) = around {
            origins.extend(self.as_callback(call, kind, place, path));
        }
        let symbol = match (kind, around) {
            (AstKind::Function(it), _) if it.id.is_some() => {
                it.id.as_ref().and_then(|id| id.symbol_id.get())
            }
            (_, AstKind::VariableDeclarator(it)) => named(&it.id),
            (_, AstKind::ParenthesizedExpression(it)) => {
                if let AstKind::CallExpression(call) = self.parent(outer).1
                    && call.callee.span() == it.span
                {
                    origins.extend(handed(call, place, path));
                }
                None
            }
            _ => None,
        };
        if let Some(symbol) = symbol {
            for call in self.calls(symbol) {
                origins.extend(handed(call, place, path));
            }
        }
        origins.truncate(MOST_VALUES * 2);
        origins
    }

    fn as_callback(
        &self,
        call: &'a CallExpression<'a>,
        function: AstKind<'a>,
        place: usize,
        path: &[String],
    ) -> Option<Origin<'a>> {
        if call.callee.span() == function.span() {
            return handed(call, place, path);
        }
        let Expression::StaticMemberExpression(method) = call.callee.get_inner_expression() else {
            return None;
        };
        match method.property.name.as_str() {
            "then" if place == 0 => Some(Origin::Part(&method.object, path.to_vec())),
            name if place == 0 && EACH.contains(&name) => {
                Some(Origin::Item(&method.object, path.to_vec()))
            }
            _ => None,
        }
    }

    /// The calls of a function by its name.
    fn calls(&self, symbol: SymbolId) -> Vec<&'a CallExpression<'a>> {
        let references = self.semantic.scoping().get_resolved_references(symbol);
        let calls = references.filter_map(|reference| {
            let at = self.kind(reference.node_id()).span();
            match self.parent(reference.node_id()).1 {
                AstKind::CallExpression(call) if call.callee.span() == at => Some(call),
                _ => None,
            }
        });
        calls.take(MOST_VALUES).collect()
    }

    /// What a call of one of the program's own functions may return.
    pub(super) fn returned(
        &self,
        callee: &'a Expression<'a>,
        depth: u32,
    ) -> Vec<&'a Expression<'a>> {
        let mut found = Vec::new();
        if let Expression::Identifier(name) = callee.get_inner_expression()
            && let Some(symbol) = self.symbol(name)
            && let AstKind::Function(function) =
                self.kind(self.semantic.scoping().symbol_declaration(symbol))
        {
            let body = function.body.as_ref().map(|body| body.statements.as_slice());
            returns(body.unwrap_or_default(), &mut found, 0);
            return found;
        }
        for function in self.held(callee, depth.saturating_add(1)) {
            returned_by(function, &mut found);
        }
        found.truncate(MOST_VALUES);
        found
    }
}

/// What a function that is written in place may return.
pub(super) fn returned_by<'a>(function: &'a Expression<'a>, found: &mut Vec<&'a Expression<'a>>) {
    match function.get_inner_expression() {
        Expression::FunctionExpression(it) => {
            let body = it.body.as_ref().map(|body| body.statements.as_slice());
            returns(body.unwrap_or_default(), found, 0);
        }
        Expression::ArrowFunctionExpression(it) => match &it.body {
            ArrowFunctionBody::FunctionBody(body) => returns(&body.statements, found, 0),
            body => found.extend(body.as_expression()),
        },
        _ => {}
    }
}

fn returns<'a>(statements: &'a [Statement<'a>], found: &mut Vec<&'a Expression<'a>>, depth: u32) {
    if depth > 8 {
        return;
    }
    for statement in statements {
        match statement {
            Statement::ReturnStatement(it) => found.extend(&it.argument),
            Statement::BlockStatement(it) => returns(&it.body, found, depth.saturating_add(1)),
            Statement::IfStatement(it) => {
                returns(std::slice::from_ref(&it.consequent), found, depth.saturating_add(1));
                if let Some(other) = &it.alternate {
                    returns(std::slice::from_ref(other), found, depth.saturating_add(1));
                }
            }
            Statement::TryStatement(it) => returns(&it.block.body, found, depth.saturating_add(1)),
            _ => {}
        }
    }
}

fn handed<'a>(call: &'a CallExpression<'a>, place: usize, path: &[String]) -> Option<Origin<'a>> {
    let before_it = call.arguments.get(..place)?;
    if before_it.iter().any(|argument| argument.is_spread()) {
        return None;
    }
    let value = call.arguments.get(place)?.as_expression()?;
    Some(Origin::Part(value, path.to_vec()))
}

fn named(pattern: &BindingPattern<'_>) -> Option<SymbolId> {
    match pattern {
        BindingPattern::BindingIdentifier(name) => name.symbol_id.get(),
        _ => None,
    }
}
