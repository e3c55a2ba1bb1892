//! What classes run: once, and for each that is made.

use oxc::ast::ast::{Class, ClassElement, Expression};
use oxc::span::GetSpan;

use super::Wrong;
use super::is::Is;
use super::parts::calls_parent;

impl<'p, 'a> Wrong<'_, '_, 'p, 'a> {
    /// What the making of a class runs.
    pub(super) fn class(&mut self, it: &'p Class<'a>) {
        if it.declare {
            return;
        }
        if let Some(parent) = &it.heritage {
            let is = self.value(&parent.expression);
            let null =
                matches!(parent.expression.get_inner_expression(), Expression::NullLiteral(_));
            if !null && !matches!(is, Is::Anything | Is::Class(_) | Is::Global(_) | Is::Part(_)) {
                self.may_fail(parent.expression.span());
            }
        }
        let outer = self.this.take();
        for one in &it.decorators {
            let is = self.value(&one.expression);
            self.called(is, one.span);
        }
        // With what they are called is up to whatever makes JavaScript of them.
        let mut of_members = it.body.body.iter().filter_map(|element| match element {
            ClassElement::MethodDefinition(it) => it.decorators.first(),
            ClassElement::PropertyDefinition(it) => it.decorators.first(),
            ClassElement::AccessorProperty(it) => it.decorators.first(),
            _ => None,
        });
        if let Some(first) = of_members.next() {
            self.may_fail(first.span);
        }
        for element in &it.body.body {
            match element {
                ClassElement::PropertyDefinition(it) if it.r#static => {
                    if let Some(value) = &it.value {
                        self.value(value);
                    }
                }
                ClassElement::StaticBlock(it) => self.statements(&it.body),
                _ => {}
            }
        }
        self.this = outer;
    }

    /// What is run where one of a class is made.
    pub(super) fn made(&mut self, class: &'p Class<'a>) {
        let outer = self.this.replace(class);
        // Whether its constructor comes to that of what it is made from, and so to its fields, only running it tells.
        if class.heritage.is_some() {
            self.deep = self.deep.saturating_add(1);
        }
        for element in &class.body.body {
            match element {
                ClassElement::PropertyDefinition(it) if !it.r#static => {
                    if let Some(value) = &it.value {
                        self.value(value);
                    }
                }
                ClassElement::MethodDefinition(it) if it.kind.is_constructor() => {
                    if class.heritage.is_some() && !calls_parent(&it.value) {
                        self.may_fail(it.key.span());
                    }
                    let body = it.value.body.as_deref();
                    self.statements(body.map_or(&[], |body| &body.statements));
                }
                _ => {}
            }
        }
        self.this = outer;
    }
}
