//! Code that nobody can come to, which bun leaves out before it looks at what is in it.

use oxc::ast::ast::{
    ConditionalExpression, Expression, ExpressionStatement, IfStatement, LogicalExpression, Program,
};
use oxc::ast_visit::{Visit, walk};
use oxc::span::{GetSpan, Span};

/// Whether bun may leave the code at this place out.
pub(super) fn has(program: &Program<'_>, at: u32) -> bool {
    let mut dropped = Dropped { at, found: false };
    dropped.visit_program(program);
    dropped.found
}

struct Dropped {
    at: u32,
    found: bool,
}

impl Dropped {
    fn within(&mut self, span: Span) {
        self.found |= span.start <= self.at && self.at < span.end;
    }
}

/// Decided without running anything.
fn is_fixed(test: &Expression<'_>) -> bool {
    test.is_literal() || matches!(test, Expression::UnaryExpression(_))
}

impl<'a> Visit<'a> for Dropped {
    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        if matches!(it.expression, Expression::RegExpLiteral(_) | Expression::UnaryExpression(_)) {
            self.within(it.span);
        }
        walk::walk_expression_statement(self, it);
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        if is_fixed(&it.test) {
            self.within(it.span);
        }
        walk::walk_if_statement(self, it);
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        if is_fixed(&it.test) {
            self.within(it.span());
        }
        walk::walk_conditional_expression(self, it);
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        if is_fixed(&it.left) {
            self.within(it.span());
        }
        walk::walk_logical_expression(self, it);
    }
}
