//! What is seen in a part of a function: what may leave it, and what may fail.

use oxc::ast::ast::{
    ArrowFunctionExpression, AwaitExpression, BreakStatement, CallExpression,
    ComputedMemberExpression, ContinueStatement, Expression, ForOfStatement, Function,
    IdentifierReference, NewExpression, ReturnStatement, Statement, StaticMemberExpression,
    ThrowStatement, TryStatement,
};
use oxc::ast_visit::{Visit, walk};
use oxc::syntax::scope::ScopeFlags;

use super::super::globals;
use super::super::whole::bare;
use super::Read;

/// What may fail of a loop: whatever is called or waited for, but for timers and what is printed.
pub(super) struct Round<'r, 's> {
    pub(super) read: &'r Read<'s>,
    /// An error is caught here.
    pub(super) caught: bool,
    pub(super) fails: bool,
    /// It waits for a timer.
    pub(super) yields: bool,
    /// It waits for anything at all.
    pub(super) waits: bool,
}

impl<'a> Visit<'a> for Round<'_, '_> {
    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        let before = self.caught;
        self.caught |= it.handler.is_some();
        self.visit_block_statement(&it.block);
        self.caught = before;
        it.handler.iter().for_each(|it| self.visit_catch_clause(it));
        it.finalizer.iter().for_each(|it| self.visit_block_statement(it));
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        let timer = self.read.is_timer(&it.argument);
        self.waits = true;
        self.yields |= timer && !self.caught;
        self.fails |= !timer && !self.caught;
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.waits |= it.r#await;
        self.fails |= !self.caught;
        walk::walk_for_of_statement(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let prints = matches!(bare(&it.callee), Expression::StaticMemberExpression(it) if matches!(bare(&it.object), Expression::Identifier(it) if it.name == "console"));
        self.fails |= !prints && !self.caught;
        walk::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, _: &NewExpression<'a>) {
        self.fails |= !self.caught;
    }

    /// What has a part may be nothing: a name is taken to hold something.
    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        let named = matches!(bare(&it.object), Expression::Identifier(_));
        self.fails |= !named && !it.optional && !self.caught;
        walk::walk_static_member_expression(self, it);
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        self.fails |= !self.caught;
        walk::walk_computed_member_expression(self, it);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

/// Whether it uses a name that nobody has.
pub(super) struct Unknown<'r, 's> {
    pub(super) read: &'r Read<'s>,
    pub(super) found: bool,
}

impl<'a> Visit<'a> for Unknown<'_, '_> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.found |= self.read.is_free(it) && globals::who_has(&it.name) != globals::Has::Both;
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

/// Whether a statement may leave the function by its own words.
pub(super) fn leaves(statement: &Statement<'_>) -> bool {
    let mut left = Leaves { breaks: false, found: false };
    left.visit_statement(statement);
    left.found
}

pub(super) struct Leaves {
    /// A `break` leaves it, too, or a `continue` with a name: of which loop is not asked.
    pub(super) breaks: bool,
    pub(super) found: bool,
}

impl<'a> Visit<'a> for Leaves {
    fn visit_return_statement(&mut self, _: &ReturnStatement<'a>) {
        self.found = true;
    }

    fn visit_throw_statement(&mut self, _: &ThrowStatement<'a>) {
        self.found = true;
    }

    fn visit_break_statement(&mut self, _: &BreakStatement<'a>) {
        self.found |= self.breaks;
    }

    fn visit_continue_statement(&mut self, it: &ContinueStatement<'a>) {
        self.found |= self.breaks && it.label.is_some();
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
