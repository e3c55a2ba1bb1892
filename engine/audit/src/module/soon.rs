//! Names that a module uses for certain, as soon as it is loaded, before they have a value; and jumps to a label of an
//! outer function.

use oxc::ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, AssignmentTarget, BreakStatement,
    ChainExpression, Class, ConditionalExpression, ContinueStatement, Declaration,
    ExportDefaultDeclarationKind, Expression, ForStatementInit, Function, IdentifierReference,
    LabelIdentifier, LabeledStatement, LogicalExpression, Program, ReturnStatement,
    SequenceExpression, Statement, StaticBlock, TSType, UnaryExpression, VariableDeclaration,
};
use oxc::ast_visit::{Visit, walk};
use oxc::semantic::{Scoping, SymbolId};
use oxc::span::{GetSpan, Span};
use oxc::syntax::operator::UnaryOperator;
use oxc::syntax::scope::ScopeFlags;
use oxc::syntax::symbol::SymbolFlags;

use super::early::By;
use super::once;

/// Where the runtimes stop for that, and why. Asked of bun and Node: bun puts classes first, and leaves out an expression
/// of which nothing comes, so only places are looked at where it does not.
pub(super) fn found(program: &Program<'_>, scoping: &Scoping) -> Vec<(By, Span, String)> {
    let mut soon = Soon { scoping, pending: None, found: Vec::new() };
    for statement in &program.body {
        if is_end(statement) {
            break;
        }
        soon.statement(statement);
    }
    let mut labels = Labels { known: Vec::new(), found: Vec::new() };
    labels.visit_program(program);
    soon.found.into_iter().chain(labels.found).collect()
}

struct Soon<'s> {
    scoping: &'s Scoping,
    /// Where the declaration begins whose value is being made: what it names has none yet.
    pending: Option<u32>,
    found: Vec<(By, Span, String)>,
}

impl Soon<'_> {
    fn statement(&mut self, statement: &Statement<'_>) {
        match statement {
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
            Statement::ExpressionStatement(it) if is_kept(&it.expression) => {
                self.visit_expression(&it.expression);
            }
            Statement::ForStatement(it) => {
                if let Some(ForStatementInit::VariableDeclaration(it)) = &it.init {
                    self.variables(it);
                }
            }
            Statement::ForOfStatement(it) => self.visit_expression(&it.right),
            Statement::WhileStatement(it) => self.visit_expression(&it.test),
            Statement::SwitchStatement(it) => self.visit_expression(&it.discriminant),
            _ => {}
        }
    }

    fn variables(&mut self, it: &VariableDeclaration<'_>) {
        if it.declare {
            return;
        }
        for one in &it.declarations {
            if let Some(init) = &one.init {
                self.pending = Some(one.span.start);
                self.visit_expression(init);
                self.pending = None;
            }
        }
    }

    fn class(&mut self, it: &Class<'_>) {
        let own = it.id.as_ref().and_then(|id| id.symbol_id.get());
        if !it.declare
            && let Some(heritage) = &it.heritage
            && let Expression::Identifier(parent) = &heritage.expression
            && own.is_some()
            && self.symbol(parent) == own
        {
            self.say(By::Both, parent);
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
        let from = self.pending.unwrap_or(it.span.end);
        // What is only said to be there comes from elsewhere.
        let real = !flags.contains(SymbolFlags::Ambient);
        if top && real && flags.intersects(of_block) && at.start >= from {
            let class = flags.intersects(SymbolFlags::Class);
            self.say(if class { By::Node } else { By::Both }, it);
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

impl<'a> Visit<'a> for Soon<'_> {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
    fn visit_class(&mut self, _: &Class<'a>) {}
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

    fn visit_assignment_target(&mut self, it: &AssignmentTarget<'a>) {
        // A pattern may have values of its own for what is not there.
        if it.is_simple_assignment_target() {
            walk::walk_assignment_target(self, it);
        }
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.used(it);
    }
}

/// Each function begins again: a label around it is not one in it.
struct Labels {
    known: Vec<String>,
    found: Vec<(By, Span, String)>,
}

impl Labels {
    fn apart(&mut self, walk: impl FnOnce(&mut Self)) {
        let outer = std::mem::take(&mut self.known);
        walk(self);
        self.known = outer;
    }

    fn goes_to(&mut self, label: Option<&LabelIdentifier<'_>>) {
        let Some(label) = label else { return };
        if !self.known.iter().any(|known| known == label.name.as_str()) {
            let why = format!("there is no label {} here", label.name);
            self.found.push((By::Both, label.span(), why));
        }
    }
}

impl<'a> Visit<'a> for Labels {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.apart(|own| walk::walk_function(own, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.apart(|own| walk::walk_arrow_function_expression(own, it));
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.apart(|own| walk::walk_static_block(own, it));
    }

    fn visit_labeled_statement(&mut self, it: &LabeledStatement<'a>) {
        self.known.push(it.label.name.to_string());
        walk::walk_labeled_statement(self, it);
        self.known.pop();
    }

    fn visit_break_statement(&mut self, it: &BreakStatement<'a>) {
        self.goes_to(it.label.as_ref());
    }

    fn visit_continue_statement(&mut self, it: &ContinueStatement<'a>) {
        self.goes_to(it.label.as_ref());
    }
}
