//! Names that get parts of a value.

use super::Wrong;
use super::is::Is;
use oxc::ast::ast::BindingPattern;

impl<'p, 'a> Wrong<'_, '_, 'p, 'a> {
    /// Gives the names of a pattern what is in a value.
    pub(super) fn pattern(&mut self, pattern: &'p BindingPattern<'a>, is: Is<'p, 'a>) {
        match pattern {
            BindingPattern::BindingIdentifier(it) => {
                let Some(id) = it.symbol_id.get() else { return };
                let once = self.scoping.symbol_redeclarations(id).is_empty();
                if once && !self.scoping.symbol_is_mutated(id) {
                    self.values.insert(id, is);
                }
            }
            BindingPattern::ObjectPattern(it) => {
                self.asked(is, it.span);
                for one in &it.properties {
                    let part = match one.key.static_name() {
                        Some(name) => self.member(is, &name, one.span),
                        None => Is::Anything,
                    };
                    self.pattern(&one.value, part);
                }
            }
            BindingPattern::ArrayPattern(it) => {
                self.asked(is, it.span);
                self.iterated(is, it.span);
                for (at, one) in it.elements.iter().enumerate() {
                    let Some(one) = one else { continue };
                    let part = match is {
                        Is::List(Some(list)) => self.item(list, at as f64),
                        _ => Is::Anything,
                    };
                    self.pattern(one, part);
                }
            }
            BindingPattern::AssignmentPattern(it) => {
                let part = match is {
                    Is::Nothing => self.value(&it.right),
                    _ => {
                        self.perhaps(|own| {
                            own.value(&it.right);
                        });
                        Is::Anything
                    }
                };
                self.pattern(&it.left, part);
            }
        }
    }
}
