//! The way through one function, to where it does not come back.

use oxc::ast::ast::{BinaryOperator, Expression, IfStatement, LogicalOperator, Statement};
use oxc::ast_visit::Visit;
use oxc::semantic::SymbolId;

use super::super::whole::{Waits, bare};
use super::super::{Stay, StayHow, once};
use super::Read;
use super::seen::{Leaves, Round, Unknown, leaves};

/// Where a part of a function leads.
pub(super) enum Way {
    /// To what is behind it.
    On,
    /// Out of the function, or nobody knows.
    Away,
    Stays(Stay),
}

/// What has to be so of the event for what follows.
#[derive(Clone, Default)]
pub(super) struct Only {
    kind: Option<String>,
    action: Option<String>,
}

/// The way through one function.
pub(super) struct Path<'r, 's> {
    pub(super) read: &'r Read<'s>,
    /// What the function calls its event.
    pub(super) event: Option<SymbolId>,
    pub(super) only: Only,
}

impl Path<'_, '_> {
    pub(super) fn block(&mut self, statements: &[Statement<'_>]) -> Way {
        for (at, statement) in statements.iter().enumerate() {
            match self.statement(statement) {
                Way::On => {}
                // Nearly all come back: what is before is looked at where one does not.
                Way::Stays(stay) => return self.behind(statements.iter().take(at), stay),
                Way::Away => return Way::Away,
            }
        }
        Way::On
    }

    /// What does not come back, where it comes so far: behind these.
    fn behind<'s>(&self, before: impl Iterator<Item = &'s Statement<'s>>, mut stay: Stay) -> Way {
        let mut unknown = Unknown { read: self.read, found: false };
        let mut waits = Waits(false);
        for statement in before {
            unknown.visit_statement(statement);
            waits.visit_statement(statement);
        }
        stay.at_once &= !waits.0;
        if unknown.found { Way::Away } else { Way::Stays(stay) }
    }

    /// What is asked in a block is asked for what is in it alone.
    fn inner(&mut self, statements: &[Statement<'_>]) -> Way {
        let before = self.only.clone();
        let way = self.block(statements);
        self.only = before;
        way
    }

    fn statement(&mut self, statement: &Statement<'_>) -> Way {
        let how = match statement {
            Statement::ExpressionStatement(it) => self.read.does(&it.expression),
            Statement::ReturnStatement(it) => {
                match it.argument.as_ref().and_then(|it| self.read.answers(it)) {
                    None => return Way::Away,
                    how => how,
                }
            }
            Statement::WhileStatement(it) if is_true(&it.test) => self.goes_round(&it.body),
            Statement::ForStatement(it) if it.test.as_ref().is_none_or(is_true) => {
                self.goes_round(&it.body)
            }
            Statement::BlockStatement(it) => match self.inner(&it.body) {
                Way::On => None,
                way => return way,
            },
            // Whoever catches an error expects one.
            Statement::TryStatement(it) => match self.inner(&it.block.body) {
                Way::On => None,
                Way::Stays(_) if it.handler.is_some() || it.finalizer.is_some() => {
                    return Way::Away;
                }
                way => return way,
            },
            Statement::IfStatement(it) => return self.branch(it, statement),
            _ => None,
        };
        if let Some(how) = how {
            return self.stays(how);
        }
        if leaves(statement) { Way::Away } else { Way::On }
    }

    /// A loop without an end goes on, unless something in it leaves it or may fail. One that waits for nothing keeps the
    /// whole program from going on.
    fn goes_round(&self, body: &Statement<'_>) -> Option<StayHow> {
        let mut left = Leaves { breaks: true, found: false };
        left.visit_statement(body);
        let mut round =
            Round { read: self.read, caught: false, fails: false, yields: false, waits: false };
        round.visit_statement(body);
        let mut unknown = Unknown { read: self.read, found: false };
        unknown.visit_statement(body);
        round.fails |= unknown.found;
        let how = if round.waits { StayHow::Rounds } else { StayHow::Freezes };
        (!left.found && !round.fails && (round.yields || !round.waits)).then_some(how)
    }

    fn stays(&self, how: StayHow) -> Way {
        let Only { kind, action } = self.only.clone();
        Way::Stays(Stay { how, at_once: true, kind, action })
    }

    /// Of a condition only what it asks of the event is known.
    fn branch(&mut self, it: &IfStatement<'_>, whole: &Statement<'_>) -> Way {
        let out = match &it.consequent {
            Statement::ReturnStatement(it) => it.argument.is_none(),
            Statement::BlockStatement(it) => {
                matches!(&it.body[..], [Statement::ReturnStatement(it)] if it.argument.is_none())
            }
            _ => false,
        };
        if out && it.alternate.is_none() {
            return if self.asks(&it.test, false) { Way::On } else { Way::Away };
        }
        let before = self.only.clone();
        let way = if self.asks(&it.test, true) {
            self.block(std::slice::from_ref(&it.consequent))
        } else {
            Way::On
        };
        self.only = before;
        match way {
            Way::On if leaves(whole) => Way::Away,
            way => way,
        }
    }

    /// Takes up what a condition asks of the event: what it says where it holds, or with `holds` false, where it does not.
    fn asks(&mut self, test: &Expression<'_>, holds: bool) -> bool {
        match bare(test) {
            Expression::LogicalExpression(it) => {
                let joins = if holds { LogicalOperator::And } else { LogicalOperator::Or };
                it.operator == joins && self.asks(&it.left, holds) && self.asks(&it.right, holds)
            }
            Expression::BinaryExpression(it) => {
                use BinaryOperator::{Equality, Inequality, StrictEquality, StrictInequality};
                let same = match it.operator {
                    Equality | StrictEquality => holds,
                    Inequality | StrictInequality => !holds,
                    _ => false,
                };
                let Expression::StringLiteral(text) = bare(&it.right) else { return false };
                let Expression::StaticMemberExpression(part) = bare(&it.left) else { return false };
                let Expression::Identifier(of) = bare(&part.object) else { return false };
                let place = match part.property.name.as_str() {
                    "type" => &mut self.only.kind,
                    "action" => &mut self.only.action,
                    _ => return false,
                };
                let known = place.get_or_insert_with(|| text.value.to_string());
                let event = once::symbol(self.read.scoping, of);
                same && event.is_some() && event == self.event && *known == text.value.as_str()
            }
            _ => false,
        }
    }
}

fn is_true(test: &Expression<'_>) -> bool {
    match bare(test) {
        Expression::BooleanLiteral(it) => it.value,
        Expression::NumericLiteral(it) => it.value != 0.0,
        _ => false,
    }
}
