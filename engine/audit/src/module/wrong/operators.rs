//! Values with a sign before or between them, and what gets one.

use oxc::ast::ast::{AssignmentTarget, BinaryExpression, Expression, UnaryExpression};
use oxc::span::{GetSpan, Span};
use oxc::syntax::operator::{BinaryOperator, UnaryOperator};

use super::super::once::symbol;
use super::is::Is;
use super::{Wrong, built_in};

impl<'p, 'a> Wrong<'_, '_, 'p, 'a> {
    /// A value that is put into a text.
    pub(super) fn as_text(&mut self, is: Is<'p, 'a>, at: Span) {
        match is {
            Is::Symbol => self.may_fail(at),
            Is::Object(it) => {
                for name in ["toString", "valueOf"] {
                    if let is @ Is::Held(_) = self.of_object(it, name, at) {
                        self.called(is, at);
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn unary(&mut self, it: &'p UnaryExpression<'a>) -> Is<'p, 'a> {
        // Only what is there is taken away.
        if it.operator == UnaryOperator::Typeof {
            if !matches!(it.argument.get_inner_expression(), Expression::Identifier(_)) {
                self.value(&it.argument);
            }
            return Is::Text;
        }
        let is = self.value(&it.argument);
        match it.operator {
            UnaryOperator::Void => Is::Nothing,
            UnaryOperator::LogicalNot | UnaryOperator::Delete => {
                if it.operator == UnaryOperator::Delete {
                    self.changed(&it.argument);
                }
                Is::Truth
            }
            operator => {
                if operator == UnaryOperator::UnaryPlus && matches!(is, Is::Big) {
                    self.may_fail(it.span);
                }
                self.as_text(is, it.span);
                if matches!(is, Is::Number) { Is::Number } else { Is::Anything }
            }
        }
    }

    pub(super) fn binary(&mut self, it: &'p BinaryExpression<'a>) -> Is<'p, 'a> {
        let (left, right) = (self.value(&it.left), self.value(&it.right));
        let plain =
            matches!(right, Is::Nothing | Is::Text | Is::Number | Is::Truth | Is::Big | Is::Symbol);
        match it.operator {
            BinaryOperator::In if plain => self.may_fail(it.span),
            BinaryOperator::Instanceof
                if plain || matches!(right, Is::Object(_) | Is::List(_) | Is::Pattern) =>
            {
                self.may_fail(it.span);
            }
            operator if operator.is_arithmetic() => {
                let (big, number) = (
                    matches!(left, Is::Big) || matches!(right, Is::Big),
                    matches!(left, Is::Number) || matches!(right, Is::Number),
                );
                if big && number {
                    self.may_fail(it.span);
                }
                self.as_text(left, it.span);
                self.as_text(right, it.span);
                if matches!(left, Is::Text) || matches!(right, Is::Text) {
                    return Is::Text;
                }
            }
            _ => {}
        }
        Is::Anything
    }

    pub(super) fn target(&mut self, to: &'p AssignmentTarget<'a>) {
        match to {
            AssignmentTarget::StaticMemberExpression(it) => {
                let of = self.value(&it.object);
                self.asked(of, it.object.span());
                self.fixed(&it.object);
            }
            AssignmentTarget::ComputedMemberExpression(it) => {
                let of = self.value(&it.object);
                self.value(&it.expression);
                self.asked(of, it.object.span());
                self.fixed(&it.object);
            }
            _ => {}
        }
    }

    fn changed(&mut self, it: &'p Expression<'a>) {
        if let Expression::StaticMemberExpression(it) = it.get_inner_expression() {
            self.fixed(&it.object);
        }
    }

    /// Where something is put into what was frozen, or taken out of it.
    fn fixed(&mut self, of: &'p Expression<'a>) {
        let made = match of.get_inner_expression() {
            Expression::Identifier(name) => {
                symbol(self.scoping, name).is_some_and(|id| self.kept.is_frozen(&id))
            }
            it => built_in::freezes(it),
        };
        if made {
            self.may_fail(of.span());
        }
    }
}
