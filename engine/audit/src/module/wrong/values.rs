//! What is evaluated to get a value, and what that is then known to be.

use oxc::ast::ast::{
    Argument, ArrayExpression, ArrayExpressionElement, AssignmentTarget, Class, Expression,
    IdentifierReference, ObjectExpression, ObjectPropertyKind, PropertyKind,
    SimpleAssignmentTarget,
};
use oxc::span::{GetSpan, Span};
use oxc::syntax::operator::LogicalOperator;

use super::super::globals::{Has, who_has};
use super::super::once::symbol;
use super::super::runs::{Body, Does};
use super::is::{Is, has_computed};
use super::{Wrong, members};

impl<'p, 'a> Wrong<'_, '_, 'p, 'a> {
    /// Evaluates an expression.
    pub(super) fn value(&mut self, it: &'p Expression<'a>) -> Is<'p, 'a> {
        match it.get_inner_expression() {
            Expression::NullLiteral(_) => Is::Nothing,
            Expression::BooleanLiteral(_) => Is::Truth,
            Expression::NumericLiteral(_) => Is::Number,
            Expression::BigIntLiteral(_) => Is::Big,
            Expression::RegExpLiteral(_) => Is::Pattern,
            Expression::StringLiteral(_) => Is::Text,
            Expression::TemplateLiteral(it) => {
                for part in &it.expressions {
                    let is = self.value(part);
                    self.as_text(is, part.span());
                }
                Is::Text
            }
            Expression::Identifier(it) => {
                if it.name == "arguments" && self.within.is_empty() {
                    self.may_fail(it.span);
                }
                self.used_later(it);
                self.named(it)
            }
            Expression::ArrayExpression(it) => {
                for element in &it.elements {
                    match element {
                        ArrayExpressionElement::SpreadElement(it) => {
                            let is = self.value(&it.argument);
                            self.iterated(is, it.argument.span());
                        }
                        element => {
                            element.as_expression().map(|it| self.value(it));
                        }
                    }
                }
                Is::List(Some(it))
            }
            Expression::ObjectExpression(it) => {
                for property in &it.properties {
                    match property {
                        ObjectPropertyKind::ObjectProperty(it) => {
                            if it.computed {
                                it.key.as_expression().map(|key| self.value(key));
                            }
                            self.value(&it.value);
                        }
                        ObjectPropertyKind::SpreadProperty(it) => {
                            self.value(&it.argument);
                        }
                    }
                }
                Is::Object(it)
            }
            Expression::FunctionExpression(it) if it.generator => Is::Generator,
            it @ (Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_)) => {
                Body::of_value(it).map_or(Is::Anything, Is::Function)
            }
            Expression::ClassExpression(it) => {
                self.class(it);
                Is::Class(it)
            }
            Expression::ThisExpression(_) => self.this.map_or(Is::Anything, Is::Made),
            Expression::UnaryExpression(it) => self.unary(it),
            Expression::BinaryExpression(it) => self.binary(it),
            Expression::LogicalExpression(it) => {
                let left = self.value(&it.left);
                // Only what nothing says is not looked at is known.
                let skipped = it.operator == LogicalOperator::Coalesce
                    && !matches!(left, Is::Nothing | Is::Perhaps | Is::Anything);
                if !skipped {
                    self.perhaps(|own| {
                        own.value(&it.right);
                    });
                }
                Is::Anything
            }
            Expression::ConditionalExpression(it) => {
                self.value(&it.test);
                self.perhaps(|own| {
                    own.value(&it.consequent);
                    own.value(&it.alternate);
                });
                Is::Anything
            }
            Expression::SequenceExpression(it) => {
                let all = it.expressions.iter().map(|one| self.value(one));
                all.last().unwrap_or(Is::Anything)
            }
            Expression::AssignmentExpression(it) => {
                self.target(&it.left);
                if it.operator.is_logical() {
                    self.perhaps(|own| {
                        own.value(&it.right);
                    });
                    return Is::Anything;
                }
                let is = self.value(&it.right);
                if matches!(
                    it.left,
                    AssignmentTarget::ObjectAssignmentTarget(_)
                        | AssignmentTarget::ArrayAssignmentTarget(_)
                ) {
                    self.asked(is, it.right.span());
                }
                if it.operator.is_assign() { is } else { Is::Anything }
            }
            Expression::UpdateExpression(it) => {
                if let SimpleAssignmentTarget::StaticMemberExpression(it) = &it.argument {
                    let of = self.value(&it.object);
                    self.asked(of, it.object.span());
                }
                Is::Anything
            }
            Expression::StaticMemberExpression(it) => {
                let of = self.value(&it.object);
                if !it.optional {
                    self.needed(&it.object);
                    self.asked(of, it.object.span());
                }
                let of = self.as_it_is(&it.object, of);
                self.member(of, it.property.name.as_str(), it.span)
            }
            Expression::ComputedMemberExpression(it) => {
                let of = self.value(&it.object);
                self.value(&it.expression);
                if !it.optional {
                    self.asked(of, it.object.span());
                }
                let of = self.as_it_is(&it.object, of);
                match (of, it.expression.get_inner_expression()) {
                    (Is::List(Some(list)), Expression::NumericLiteral(at)) => {
                        self.item(list, at.value)
                    }
                    (_, Expression::StringLiteral(name)) => {
                        self.member(of, name.value.as_str(), it.span)
                    }
                    _ => Is::Anything,
                }
            }
            Expression::PrivateFieldExpression(it) => {
                let of = self.value(&it.object);
                self.asked(of, it.object.span());
                // Only what its class made has it.
                if !matches!(it.object, Expression::ThisExpression(_)) {
                    self.may_fail(it.span);
                }
                Is::Anything
            }
            // bun leaves out what is said to do nothing.
            Expression::CallExpression(it) if it.pure => {
                self.perhaps(|own| _ = own.call(it));
                Is::Anything
            }
            Expression::NewExpression(it) if it.pure => {
                self.perhaps(|own| _ = own.make(it));
                Is::Anything
            }
            Expression::CallExpression(it) => self.call(it),
            Expression::NewExpression(it) => self.make(it),
            Expression::TaggedTemplateExpression(it) => {
                let tag = self.value(&it.tag);
                self.called(tag, it.tag.span());
                Is::Anything
            }
            Expression::AwaitExpression(it) => {
                if let Expression::ImportExpression(it) = it.argument.get_inner_expression()
                    && let Expression::StringLiteral(from) = &it.source
                {
                    self.later.unsure = true;
                    return Is::Part(from.value.as_str());
                }
                self.value(&it.argument);
                self.awaited(&it.argument);
                self.later.unsure = true;
                Is::Anything
            }
            Expression::ImportMeta(_) => Is::Global("import.meta"),
            _ => Is::Anything,
        }
    }

    /// A value that has a name, as far as nobody changes what is in it.
    pub(super) fn as_it_is(&self, from: &Expression<'_>, is: Is<'p, 'a>) -> Is<'p, 'a> {
        let Expression::Identifier(name) = from.get_inner_expression() else { return is };
        let kept = symbol(self.scoping, name).is_none_or(|id| self.kept.contains(&id));
        match is {
            Is::Object(_) if !kept => Is::Anything,
            Is::List(Some(_)) if !kept => Is::List(None),
            is => is,
        }
    }

    pub(super) fn item(&mut self, list: &'p ArrayExpression<'a>, at: f64) -> Is<'p, 'a> {
        if !self.may_look(list.elements.len())
            || list.elements.iter().any(ArrayExpressionElement::is_spread)
        {
            return Is::Anything;
        }
        let found = list.elements.iter().enumerate().find(|(index, _)| *index as f64 == at);
        match found {
            None => Is::Perhaps,
            Some((_, item)) => item.as_expression().map_or(Is::Perhaps, |it| self.held(it)),
        }
    }

    /// What a list or an object holds, as it is written. Its own methods, and who reads a part of it, may put something
    /// else there: so that it is nothing is never certain, nor what kind it is.
    fn held(&self, it: &'p Expression<'a>) -> Is<'p, 'a> {
        match it.get_inner_expression() {
            Expression::NullLiteral(_) => Is::Perhaps,
            Expression::ArrayExpression(it) => Is::List(Some(it)),
            Expression::ObjectExpression(it) => Is::Object(it),
            Expression::Identifier(it) => match self.named(it) {
                Is::Nothing | Is::Perhaps => Is::Perhaps,
                Is::Function(body) | Is::Held(body) => Is::Held(body),
                is @ (Is::Object(_) | Is::List(_)) => is,
                _ => Is::Anything,
            },
            it => Body::of_value(it).map_or(Is::Anything, |body| match body.does {
                Does::Makes(_) => Is::Anything,
                _ => Is::Held(body),
            }),
        }
    }

    /// Notes what is read of a whole module, and has to be there.
    pub(super) fn needed(&mut self, it: &Expression<'a>) {
        if let Expression::StaticMemberExpression(it) = it.get_inner_expression()
            && let Expression::Identifier(of) = it.object.get_inner_expression()
            && let Is::Part(from) = self.named(of)
        {
            self.read.insert((from, it.property.name.to_string()));
        }
    }

    fn named(&self, it: &IdentifierReference<'a>) -> Is<'p, 'a> {
        match symbol(self.scoping, it) {
            Some(id) => self.values.get(&id).copied().unwrap_or(Is::Anything),
            None if it.name == "undefined" => Is::Nothing,
            None => members::global(it.name.as_str()).map_or(Is::Anything, Is::Global),
        }
    }

    /// Whether so many more things may be looked through.
    fn may_look(&mut self, count: usize) -> bool {
        self.looks = self.looks.saturating_sub(count.saturating_add(1));
        self.looks > 0
    }

    /// What is behind a dot.
    pub(super) fn member(&mut self, of: Is<'p, 'a>, name: &str, at: Span) -> Is<'p, 'a> {
        match of {
            Is::Object(it) => self.of_object(it, name, at),
            Is::Global("process") if name == "versions" => Is::Global("process.versions"),
            Is::Class(class) => self.of_class(class, name, true, at),
            Is::Made(class) => self.of_class(class, name, false, at),
            Is::Global("globalThis") => match (members::global(name), who_has(name)) {
                (Some(known), _) => Is::Global(known),
                (None, Has::Both) => Is::Anything,
                (None, _) => Is::Perhaps,
            },
            of => match of.kind() {
                // Somebody may have added it.
                Some(kind) if members::lacks(kind, name) => Is::Perhaps,
                _ => Is::Anything,
            },
        }
    }

    pub(super) fn of_object(
        &mut self,
        it: &'p ObjectExpression<'a>,
        name: &str,
        at: Span,
    ) -> Is<'p, 'a> {
        if !self.may_look(it.properties.len()) || has_computed(it) {
            return Is::Anything;
        }
        let mut found = None;
        for one in &it.properties {
            if let ObjectPropertyKind::ObjectProperty(one) = one {
                let own = one.key.static_name();
                if own.as_deref() == Some("__proto__") {
                    return Is::Anything;
                }
                if own.as_deref() == Some(name) && one.kind != PropertyKind::Set {
                    found = Some(one);
                }
            }
        }
        match found {
            None if members::lacks("object", name) => Is::Perhaps,
            None => Is::Anything,
            Some(one) if one.kind == PropertyKind::Get => {
                if let Some(body) = Body::of_value(&one.value) {
                    self.perhaps(|own| own.enter(body, at));
                }
                Is::Anything
            }
            Some(one) => self.held(&one.value),
        }
    }

    fn of_class(
        &mut self,
        class: &'p Class<'a>,
        name: &str,
        of_class: bool,
        at: Span,
    ) -> Is<'p, 'a> {
        match members::of_class(class, name, of_class) {
            members::Member::Method(body) => Is::Held(body),
            members::Member::Getter(body) => {
                self.perhaps(|own| own.enter(body, at));
                Is::Anything
            }
            members::Member::Other => Is::Anything,
        }
    }

    pub(super) fn given(&mut self, all: &'p [Argument<'a>]) -> Vec<(Is<'p, 'a>, Span)> {
        let each = all.iter().map(|one| match one {
            Argument::SpreadElement(it) => {
                let is = self.value(&it.argument);
                self.iterated(is, it.argument.span());
                (Is::Anything, it.span)
            }
            one => (one.as_expression().map_or(Is::Anything, |it| self.value(it)), one.span()),
        });
        each.collect()
    }
}
