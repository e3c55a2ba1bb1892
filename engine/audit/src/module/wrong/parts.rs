//! Parts of a text that are looked for in all of it.

use oxc::ast::ast::{
    Declaration, Expression, Function, ImportDeclaration, Program, Statement, Super, ThrowStatement,
};
use oxc::ast_visit::{Visit, walk};
use oxc::syntax::scope::ScopeFlags;

pub(super) fn import<'p, 'a>(statement: &'p Statement<'a>) -> Option<&'p ImportDeclaration<'a>> {
    match statement {
        Statement::ImportDeclaration(it) if !it.import_kind.is_type() => Some(it),
        _ => None,
    }
}

pub(super) fn function<'p, 'a>(statement: &'p Statement<'a>) -> Option<&'p Function<'a>> {
    match statement {
        Statement::FunctionDeclaration(it) => Some(it),
        Statement::ExportDeclaration(it) => match &it.declaration {
            Declaration::FunctionDeclaration(it) => Some(it),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn is_true(test: &Expression<'_>) -> bool {
    match test.get_inner_expression() {
        Expression::BooleanLiteral(it) => it.value,
        Expression::NumericLiteral(it) => it.value != 0.0,
        _ => false,
    }
}

/// Whether something in a loop may leave it.
pub(super) fn leaves(body: &Statement<'_>) -> bool {
    struct Leaves(bool);
    impl<'a> Visit<'a> for Leaves {
        fn visit_statement(&mut self, it: &Statement<'a>) {
            self.0 |= matches!(
                it,
                Statement::BreakStatement(_)
                    | Statement::ReturnStatement(_)
                    | Statement::ThrowStatement(_)
            );
            walk::walk_statement(self, it);
        }
        fn visit_expression(&mut self, it: &Expression<'a>) {
            self.0 |= matches!(it, Expression::AwaitExpression(_) | Expression::YieldExpression(_));
            walk::walk_expression(self, it);
        }
    }
    let mut leaves = Leaves(false);
    leaves.visit_statement(body);
    leaves.0
}

/// Whether the constructor of a class calls that of the one it is made from.
pub(super) fn calls_parent(it: &Function<'_>) -> bool {
    struct Parent(bool);
    impl<'a> Visit<'a> for Parent {
        fn visit_super(&mut self, _: &Super) {
            self.0 = true;
        }
    }
    let mut parent = Parent(false);
    parent.visit_function(it, ScopeFlags::Constructor);
    parent.0
}

/// Whether anything in a module throws.
pub(super) fn throws_anywhere(program: &Program<'_>) -> bool {
    struct Throws(bool);
    impl<'a> Visit<'a> for Throws {
        fn visit_throw_statement(&mut self, _: &ThrowStatement<'a>) {
            self.0 = true;
        }
    }
    let mut throws = Throws(false);
    throws.visit_program(program);
    throws.0
}
