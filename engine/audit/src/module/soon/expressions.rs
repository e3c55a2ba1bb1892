//! What of an expression is evaluated for certain, and what perhaps.

use oxc::ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, AssignmentPattern, AssignmentTarget,
    AssignmentTargetPropertyIdentifier, AssignmentTargetWithDefault, AwaitExpression,
    CallExpression, ChainExpression, Class, ConditionalExpression, Expression, Function,
    IdentifierReference, LogicalExpression, NewExpression, SequenceExpression, TSType,
    UnaryExpression,
};
use oxc::ast_visit::{Visit, walk};
use oxc::syntax::operator::UnaryOperator;
use oxc::syntax::scope::ScopeFlags;

use super::{Enters, Soon};
use crate::module::early::By;
use crate::module::runs::CALL_BACK;

/// The methods of a function that call it.
const PASSED_ON: [&str; 2] = ["apply", "call"];

impl<'a> Visit<'a> for Soon<'_, '_, 'a> {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
    fn visit_ts_type(&mut self, _: &TSType<'a>) {}

    fn visit_chain_expression(&mut self, it: &ChainExpression<'a>) {
        self.only(By::Doubt, |own| walk::walk_chain_expression(own, it));
    }

    fn visit_sequence_expression(&mut self, it: &SequenceExpression<'a>) {
        self.only(By::Doubt, |own| walk::walk_sequence_expression(own, it));
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.test(&it.test);
        self.only(By::Doubt, |own| {
            own.visit_expression(&it.consequent);
            own.visit_expression(&it.alternate);
        });
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        self.test(&it.left);
        self.only(By::Doubt, |own| own.visit_expression(&it.right));
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if !it.operator.is_logical() {
            return walk::walk_assignment_expression(self, it);
        }
        // It asks first (`??=`), and may not come to the value.
        match &it.left {
            AssignmentTarget::AssignmentTargetIdentifier(to) => {
                if !self.too_soon(to) {
                    self.only(By::Doubt, |own| own.set(to));
                }
            }
            to => self.visit_assignment_target(to),
        }
        self.only(By::Doubt, |own| own.visit_expression(&it.right));
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        let by = if it.operator == UnaryOperator::Void { By::Doubt } else { By::Both };
        self.only(by, |own| walk::walk_unary_expression(own, it));
    }

    // A pattern may have values of its own for what is not there.
    fn visit_assignment_pattern(&mut self, it: &AssignmentPattern<'a>) {
        self.visit_binding_pattern(&it.left);
        self.only(By::Doubt, |own| own.visit_expression(&it.right));
    }

    fn visit_assignment_target_with_default(&mut self, it: &AssignmentTargetWithDefault<'a>) {
        self.visit_assignment_target(&it.binding);
        self.only(By::Doubt, |own| own.visit_expression(&it.init));
    }

    fn visit_assignment_target_property_identifier(
        &mut self,
        it: &AssignmentTargetPropertyIdentifier<'a>,
    ) {
        self.visit_identifier_reference(&it.binding);
        if let Some(init) = &it.init {
            self.only(By::Doubt, |own| own.visit_expression(init));
        }
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.class(it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        walk::walk_call_expression(self, it);
        self.enter(&it.callee, it.span, Enters::Call);
        if let Expression::StaticMemberExpression(callee) = &it.callee {
            self.only(By::Doubt, |own| {
                if PASSED_ON.contains(&callee.property.name.as_str()) {
                    own.enter(&callee.object, it.span, Enters::Call);
                }
                if CALL_BACK.contains(&callee.property.name.as_str()) {
                    own.enter_all(&it.arguments, it.span);
                }
            });
        }
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        walk::walk_new_expression(self, it);
        self.only(By::NodeAtLeast, |own| own.enter(&it.callee, it.span, Enters::New));
        if matches!(&it.callee, Expression::Identifier(callee) if callee.name == "Promise") {
            // What is thrown in it reaches only who awaits it.
            self.only(By::Doubt, |own| own.enter_all(&it.arguments, it.span));
        }
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        walk::walk_await_expression(self, it);
        if let Expression::CallExpression(call) = it.argument.get_inner_expression() {
            self.enter(&call.callee, call.span, Enters::Await);
        }
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if !self.too_soon(it) {
            self.set(it);
        }
    }
}
