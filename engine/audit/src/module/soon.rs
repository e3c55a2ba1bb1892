//! Names that a module uses for certain, as soon as it is loaded, before they have a value: in the module itself, and in
//! functions that it calls.

use std::collections::HashMap;

use oxc::ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, AssignmentPattern,
    AssignmentTargetPropertyIdentifier, AssignmentTargetWithDefault, AwaitExpression,
    CallExpression, ChainExpression, Class, ClassElement, ConditionalExpression, Declaration,
    ExportDefaultDeclarationKind, Expression, ForStatementInit, Function, IdentifierReference,
    LogicalExpression, NewExpression, Program, ReturnStatement, SequenceExpression, Statement,
    TSType, UnaryExpression, VariableDeclaration,
};
use oxc::ast_visit::{Visit, walk};
use oxc::semantic::{Scoping, SymbolId};
use oxc::span::Span;
use oxc::syntax::operator::UnaryOperator;
use oxc::syntax::scope::ScopeFlags;
use oxc::syntax::symbol::SymbolFlags;

use super::early::By;
use super::once;
use super::runs::{Body, Does, declared};

/// Where the runtimes stop for that, and why. Asked of bun and Node: bun puts classes first, and leaves out an expression
/// of which nothing comes, so there Node alone is certain.
pub(super) fn found(program: &Program<'_>, scoping: &Scoping) -> Vec<(By, Span, String)> {
    let mut functions = HashMap::new();
    for statement in &program.body {
        for (id, body) in declared(statement) {
            let fixed =
                !scoping.symbol_is_mutated(id) && scoping.symbol_redeclarations(id).is_empty();
            functions.extend(fixed.then_some((id, body)));
        }
    }
    let mut soon = Soon {
        scoping,
        functions,
        called: Vec::new(),
        from: None,
        pending: None,
        left_out: false,
        found: Vec::new(),
    };
    soon.statements(&program.body);
    soon.found
}

/// By what it comes into a function.
#[derive(Clone, Copy)]
enum Enters {
    Call,
    Await,
    New,
}

struct Soon<'s, 'p, 'a> {
    scoping: &'s Scoping,
    functions: HashMap<SymbolId, Body<'p, 'a>>,
    /// The functions it is in.
    called: Vec<SymbolId>,
    /// Where the call ends by which it came into a function: what is declared below has no value.
    from: Option<u32>,
    /// Where the declaration begins whose value is being made: what it names has none yet.
    pending: Option<u32>,
    /// Whether bun may leave out what it looks at.
    left_out: bool,
    found: Vec<(By, Span, String)>,
}

impl<'a> Soon<'_, '_, 'a> {
    /// Whether nothing below them may be run.
    fn statements(&mut self, statements: &[Statement<'a>]) -> bool {
        statements.iter().any(|statement| {
            let ended = self.statement(statement);
            ended || is_end(statement)
        })
    }

    fn statement(&mut self, statement: &Statement<'a>) -> bool {
        match statement {
            Statement::BlockStatement(it) => return self.statements(&it.body),
            Statement::VariableDeclaration(it) => self.variables(it),
            Statement::ClassDeclaration(it) => self.class(it),
            Statement::ExportDeclaration(it) => match &it.declaration {
                Declaration::VariableDeclaration(it) => self.variables(it),
                Declaration::ClassDeclaration(it) => self.class(it),
                _ => {}
            },
            Statement::ExportDefaultDeclaration(it) => match &it.declaration {
                ExportDefaultDeclarationKind::ClassDeclaration(it) => self.class(it),
                other => {
                    if let Some(expression) = other.as_expression() {
                        self.visit_expression(expression);
                    }
                }
            },
            Statement::ExpressionStatement(it) => {
                self.may_be_left_out(!is_kept(&it.expression), |own| {
                    own.visit_expression(&it.expression);
                });
            }
            Statement::IfStatement(it) => {
                let does = |it: &Statement<'_>| !is_nothing(it);
                let kept = does(&it.consequent) || it.alternate.as_ref().is_some_and(does);
                self.may_be_left_out(!kept, |own| own.visit_expression(&it.test));
            }
            Statement::ReturnStatement(it) => {
                if let Some(value) = &it.argument {
                    self.visit_expression(value);
                }
            }
            Statement::ForStatement(it) => {
                match &it.init {
                    Some(ForStatementInit::VariableDeclaration(it)) => self.variables(it),
                    Some(init) => {
                        if let Some(expression) = init.as_expression() {
                            self.visit_expression(expression);
                        }
                    }
                    None => {}
                }
                if let Some(test) = &it.test {
                    self.visit_expression(test);
                }
            }
            Statement::ForInStatement(it) => self.visit_expression(&it.right),
            Statement::ForOfStatement(it) => self.visit_expression(&it.right),
            Statement::WhileStatement(it) => self.visit_expression(&it.test),
            Statement::SwitchStatement(it) => self.visit_expression(&it.discriminant),
            _ => {}
        }
        false
    }

    fn may_be_left_out(&mut self, may: bool, look: impl FnOnce(&mut Self)) {
        let outer = self.left_out;
        self.left_out |= may;
        look(self);
        self.left_out = outer;
    }

    /// What a call runs, where that is known for certain.
    fn enter(&mut self, callee: &Expression<'a>, call: Span, by: Enters) {
        let callee = callee.get_inner_expression();
        let id = match callee {
            Expression::Identifier(it) => self.symbol(it),
            _ => None,
        };
        let named = id.and_then(|id| self.functions.get(&id).copied());
        let Some(body) = named.or_else(|| Body::of_value(callee)) else { return };
        let is_class = matches!(body.does, Does::Makes(_));
        let enters = match by {
            Enters::Call => !body.is_async && !is_class,
            Enters::Await => !is_class,
            Enters::New => !body.is_async,
        };
        if !enters || id.is_some_and(|id| self.called.contains(&id)) {
            return;
        }
        let from = self.from.or(self.pending).unwrap_or(call.end);
        let outer = (self.from.replace(from), self.pending.take());
        self.called.extend(id);
        // bun puts what a small function gives back in the place of its call.
        match body.does {
            Does::Statements(all) => self.may_be_left_out(all.len() == 1, |own| {
                own.statements(all);
            }),
            Does::Gives(value) => self.may_be_left_out(true, |own| own.visit_expression(value)),
            Does::Makes(class) => self.may_be_left_out(true, |own| own.made(class)),
        }
        if id.is_some() {
            self.called.pop();
        }
        (self.from, self.pending) = outer;
    }

    fn variables(&mut self, it: &VariableDeclaration<'a>) {
        if it.declare {
            return;
        }
        for one in &it.declarations {
            if let Some(init) = &one.init {
                self.pending = Some(one.span.start);
                self.visit_expression(init);
                self.visit_binding_pattern(&one.id);
                self.pending = None;
            }
        }
    }

    fn class(&mut self, it: &Class<'a>) {
        if it.declare {
            return;
        }
        let own = it.id.as_ref().and_then(|id| id.symbol_id.get());
        match it.heritage.as_ref().map(|heritage| &heritage.expression) {
            Some(Expression::Identifier(parent)) if own.is_some() && self.symbol(parent) == own => {
                self.say(By::Both, parent);
            }
            Some(parent) => self.may_be_left_out(true, |own| own.visit_expression(parent)),
            None => {}
        }
        self.fields(it, true);
    }

    fn made(&mut self, it: &Class<'a>) {
        self.fields(it, false);
        let methods = it.body.body.iter().filter_map(|element| match element {
            ClassElement::MethodDefinition(it) if it.kind.is_constructor() => Some(it),
            _ => None,
        });
        for body in methods.filter_map(|it| it.value.body.as_deref()) {
            self.statements(&body.statements);
        }
    }

    /// What a class does once, or each time that one of it is made.
    fn fields(&mut self, it: &Class<'a>, once: bool) {
        for element in &it.body.body {
            match element {
                ClassElement::PropertyDefinition(it) if it.r#static == once => {
                    if let Some(value) = &it.value {
                        self.visit_expression(value);
                    }
                }
                ClassElement::StaticBlock(it) if once => {
                    self.statements(&it.body);
                }
                _ => {}
            }
        }
    }

    fn symbol(&self, it: &IdentifierReference<'_>) -> Option<SymbolId> {
        self.scoping.get_reference(it.reference_id.get()?).symbol_id()
    }

    fn used(&mut self, it: &IdentifierReference<'_>) {
        let Some(id) = self.symbol(it) else { return };
        let (flags, at) = (self.scoping.symbol_flags(id), self.scoping.symbol_span(id));
        let of_block = SymbolFlags::BlockScopedVariable | SymbolFlags::Class;
        let top = self.scoping.symbol_scope_id(id) == self.scoping.root_scope_id();
        let from = self.from.or(self.pending).unwrap_or(it.span.end);
        // What is only said to be there comes from elsewhere.
        let real = !flags.contains(SymbolFlags::Ambient);
        if top && real && flags.intersects(of_block) && at.start >= from {
            let by = match (flags.intersects(SymbolFlags::Class), self.left_out) {
                (true, _) => By::Node,
                (false, true) => By::NodeAtLeast,
                (false, false) => By::Both,
            };
            self.say(by, it);
        }
    }

    fn say(&mut self, by: By, it: &IdentifierReference<'_>) {
        self.found.push((by, it.span, format!("{} is used before it has a value", it.name)));
    }
}

/// Whether bun runs it as it is. An expression of which nothing comes, such as a name alone or a new set, it leaves out.
fn is_kept(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::CallExpression(it) => !it.pure,
        Expression::AwaitExpression(_)
        | Expression::AssignmentExpression(_)
        | Expression::UpdateExpression(_) => true,
        _ => false,
    }
}

/// Whether there is nothing in it.
fn is_nothing(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::EmptyStatement(_) => true,
        Statement::BlockStatement(it) => it.body.iter().all(is_nothing),
        _ => false,
    }
}

/// Whether nothing below it may be run: it throws, ends the program or, in a module for `require`, returns.
fn is_end(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::ThrowStatement(_) => true,
        Statement::ExpressionStatement(it) if once::is_exit(&it.expression) => true,
        statement => {
            let mut returns = Returns(false);
            returns.visit_statement(statement);
            returns.0
        }
    }
}

struct Returns(bool);

impl<'a> Visit<'a> for Returns {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
    fn visit_return_statement(&mut self, _: &ReturnStatement<'a>) {
        self.0 = true;
    }
}

impl<'a> Visit<'a> for Soon<'_, '_, 'a> {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
    fn visit_chain_expression(&mut self, _: &ChainExpression<'a>) {}
    fn visit_ts_type(&mut self, _: &TSType<'a>) {}
    fn visit_sequence_expression(&mut self, _: &SequenceExpression<'a>) {}

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.visit_expression(&it.test);
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        self.visit_expression(&it.left);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        // Where it asks first (`??=`), it may not come to the value.
        match it.operator.is_logical() {
            true => self.visit_assignment_target(&it.left),
            false => walk::walk_assignment_expression(self, it),
        }
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator != UnaryOperator::Void {
            walk::walk_unary_expression(self, it);
        }
    }

    // A pattern may have values of its own for what is not there.
    fn visit_assignment_pattern(&mut self, it: &AssignmentPattern<'a>) {
        self.visit_binding_pattern(&it.left);
    }

    fn visit_assignment_target_with_default(&mut self, it: &AssignmentTargetWithDefault<'a>) {
        self.visit_assignment_target(&it.binding);
    }

    fn visit_assignment_target_property_identifier(
        &mut self,
        it: &AssignmentTargetPropertyIdentifier<'a>,
    ) {
        self.visit_identifier_reference(&it.binding);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.class(it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        walk::walk_call_expression(self, it);
        self.enter(&it.callee, it.span, Enters::Call);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        walk::walk_new_expression(self, it);
        self.may_be_left_out(true, |own| own.enter(&it.callee, it.span, Enters::New));
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        walk::walk_await_expression(self, it);
        if let Expression::CallExpression(call) = it.argument.get_inner_expression() {
            self.enter(&call.callee, call.span, Enters::Await);
        }
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.used(it);
    }
}
