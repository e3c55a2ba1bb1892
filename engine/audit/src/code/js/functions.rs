//! What a function is called with, and what it returns.

use oxc::ast::AstKind;
use oxc::ast::ast::{
    ArrowFunctionBody, BinaryOperator, BindingPattern, CallExpression, Expression, FormalParameter,
    Function, LogicalOperator, Statement, UnaryOperator,
};
use oxc::semantic::{NodeId, SymbolId};
use oxc::span::GetSpan;

use super::values::{MOST_VALUES, Origin, Reader};
use crate::marks;

/// Statements within statements, beyond which no `return` is looked for.
const DEEPEST_RETURN: u32 = 32;

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
        let current =
            self.calls.borrow().iter().rev().find(|(at, _)| *at == function).map(|it| it.1);
        if let Some(call) = current {
            origins.extend(handed(call, place, path));
            return origins;
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

    /// What `read` says of each value that a call of one of the program's own functions may return.
    /// While it reads, the function's parameters are what this call hands over.
    pub(super) fn returned<T>(
        &self,
        call: &'a CallExpression<'a>,
        depth: u32,
        read: impl Fn(&'a Expression<'a>) -> T,
    ) -> Vec<T> {
        let mut answers = Vec::new();
        for (function, body) in self.functions(&call.callee, depth) {
            self.calls.borrow_mut().push((function, call));
            let mut values = Vec::new();
            self.values_of(body, &mut values, depth);
            answers.extend(values.into_iter().take(MOST_VALUES).map(&read));
            self.calls.borrow_mut().pop();
        }
        answers.truncate(MOST_VALUES);
        answers
    }

    /// What a function gives for something that it is called with elsewhere.
    pub(super) fn given_back(
        &self,
        function: &'a Expression<'a>,
        depth: u32,
    ) -> Vec<&'a Expression<'a>> {
        let mut values = Vec::new();
        for (_, body) in self.functions(function, depth) {
            self.values_of(body, &mut values, depth);
        }
        values
    }

    fn values_of(&self, body: Body<'a>, values: &mut Vec<&'a Expression<'a>>, depth: u32) {
        match body {
            Body::Statements(body) => drop(self.returns(body, values, depth)),
            Body::Value(value) => values.push(value),
        }
    }

    /// The program's own functions that an expression may be.
    fn functions(&self, callee: &'a Expression<'a>, depth: u32) -> Vec<(NodeId, Body<'a>)> {
        if let Expression::Identifier(name) = callee.get_inner_expression()
            && let Some(symbol) = self.symbol(name)
        {
            let declared = self.semantic.scoping().symbol_declaration(symbol);
            if let AstKind::Function(it) = self.kind(declared) {
                return Vec::from_iter(body_of(it).map(|body| (declared, body)));
            }
        }
        let held = self.held(callee, depth.saturating_add(1)).into_iter();
        let functions = held.filter_map(|function| match function.get_inner_expression() {
            Expression::FunctionExpression(it) => Some((it.node_id.get(), body_of(it)?)),
            Expression::ArrowFunctionExpression(it) => {
                let body = match &it.body {
                    ArrowFunctionBody::FunctionBody(body) => Body::Statements(&body.statements),
                    body => Body::Value(body.as_expression()?),
                };
                Some((it.node_id.get(), body))
            }
            _ => None,
        });
        functions.take(MOST_VALUES).collect()
    }

    /// The values of `return`, in their order; whether nothing behind these statements is reached.
    fn returns(
        &self,
        statements: &'a [Statement<'a>],
        found: &mut Vec<&'a Expression<'a>>,
        depth: u32,
    ) -> bool {
        if depth > DEEPEST_RETURN {
            return false;
        }
        let next = depth.saturating_add(1);
        for statement in statements {
            let ended = match statement {
                Statement::ReturnStatement(it) => {
                    found.extend(&it.argument);
                    true
                }
                Statement::BlockStatement(it) => self.returns(&it.body, found, next),
                Statement::IfStatement(it) => {
                    let holds = self.holds(&it.test, depth);
                    let then = std::slice::from_ref(&it.consequent);
                    let then = holds != Some(false) && self.returns(then, found, next);
                    let other = it.alternate.as_ref().filter(|_| holds != Some(true));
                    let other =
                        other.is_some_and(|it| self.returns(std::slice::from_ref(it), found, next));
                    (then && holds == Some(true)) || (other && (then || holds == Some(false)))
                }
                Statement::TryStatement(it) => {
                    self.returns(&it.block.body, found, next);
                    false
                }
                _ => false,
            };
            if ended {
                return true;
            }
        }
        false
    }

    /// Whether a condition holds, where texts that are written here decide it:
    /// `path === "~"`, `path.startsWith("~/")`.
    pub(super) fn holds(&self, test: &'a Expression<'a>, depth: u32) -> Option<bool> {
        if !self.step(depth) {
            return None;
        }
        let next = depth.saturating_add(1);
        match test.get_inner_expression() {
            Expression::UnaryExpression(it) if it.operator == UnaryOperator::LogicalNot => {
                self.holds(&it.argument, next).map(|holds| !holds)
            }
            Expression::LogicalExpression(it) => {
                let (left, right) = (self.holds(&it.left, next), self.holds(&it.right, next));
                match it.operator {
                    LogicalOperator::And if left == Some(false) || right == Some(false) => {
                        Some(false)
                    }
                    LogicalOperator::Or if left == Some(true) || right == Some(true) => Some(true),
                    LogicalOperator::Coalesce => None,
                    _ => left.filter(|_| left == right),
                }
            }
            Expression::BinaryExpression(it) => {
                let Expression::StringLiteral(literal) = it.right.get_inner_expression() else {
                    return None;
                };
                let same = self.all_texts(&it.left, next, |text| {
                    let begins = begins(text, &literal.value)?;
                    if begins && text.contains(marks::is_mark) {
                        return None;
                    }
                    Some(begins && text == literal.value.as_str())
                });
                match it.operator {
                    BinaryOperator::StrictEquality | BinaryOperator::Equality => same,
                    BinaryOperator::StrictInequality | BinaryOperator::Inequality => {
                        same.map(|same| !same)
                    }
                    _ => None,
                }
            }
            Expression::CallExpression(it) => {
                let method = it.callee.as_member_expression()?;
                let literal = match it.arguments.first()?.as_expression()? {
                    Expression::StringLiteral(literal) => literal.value.as_str(),
                    _ => return None,
                };
                if method.static_property_name() != Some("startsWith") {
                    return None;
                }
                self.all_texts(method.object(), next, |text| begins(text, literal))
            }
            _ => None,
        }
    }

    /// What is true of each text that a name may be; none where that differs.
    fn all_texts(
        &self,
        name: &'a Expression<'a>,
        depth: u32,
        is: impl Fn(&str) -> Option<bool>,
    ) -> Option<bool> {
        if !matches!(name.get_inner_expression(), Expression::Identifier(_)) {
            return None;
        }
        let texts = self.texts_at(name, depth);
        let first = texts.first().and_then(|text| is(text))?;
        (texts.len() < MOST_VALUES && texts.iter().all(|text| is(text) == Some(first)))
            .then_some(first)
    }
}

/// What a function does: statements, or one value.
enum Body<'a> {
    Statements(&'a [Statement<'a>]),
    Value(&'a Expression<'a>),
}

fn body_of<'a>(function: &'a Function<'a>) -> Option<Body<'a>> {
    function.body.as_ref().map(|body| Body::Statements(&body.statements))
}

/// Whether a text begins with these letters, as far as it is known.
fn begins(text: &str, with: &str) -> Option<bool> {
    let known = text.split(marks::is_mark).next().unwrap_or_default();
    if known.starts_with(with) {
        return Some(true);
    }
    let absolute = text.starts_with([marks::HOME, marks::HERE]) && with.starts_with('~');
    (absolute || known == text || !with.starts_with(known)).then_some(false)
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
