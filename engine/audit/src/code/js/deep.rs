//! All texts in a value: in its properties, in what it is made of. For what goes out of the program it
//! does not matter in which part of an object a key is.

use oxc::ast::ast::{ArrayExpressionElement, Expression, ObjectPropertyKind};

use super::values::Reader;
use crate::marks::SECRET;

const DEEPEST: u32 = 6;
const LONGEST: usize = 64 * 1024;

/// Methods that keep what is in a text.
const KEEPS: [&str; 8] =
    ["toString", "join", "map", "slice", "replace", "replaceAll", "trim", "substring"];

impl<'a> Reader<'_, 'a> {
    /// Adds the texts of a value and of all that is in it.
    pub(super) fn deep(&self, expr: &'a Expression<'a>, all: &mut String, depth: u32) {
        if depth > DEEPEST || all.len() > LONGEST || !self.step(depth) {
            return;
        }
        if self.name_at(expr, depth.saturating_add(1)).as_deref() == Some("process.env") {
            all.push(SECRET);
        }
        for text in self.texts_at(expr, depth.saturating_add(1)) {
            all.push_str(&text);
            all.push('\n');
        }
        for held in self.held(expr, depth.saturating_add(1)) {
            match held {
                Expression::ObjectExpression(it) => {
                    for property in &it.properties {
                        match property {
                            ObjectPropertyKind::ObjectProperty(it) => {
                                self.deep(&it.value, all, depth.saturating_add(1))
                            }
                            ObjectPropertyKind::SpreadProperty(it) => {
                                self.deep(&it.argument, all, depth.saturating_add(1))
                            }
                        }
                    }
                }
                Expression::ArrayExpression(it) => {
                    for element in &it.elements {
                        match element {
                            ArrayExpressionElement::SpreadElement(it) => {
                                self.deep(&it.argument, all, depth.saturating_add(1))
                            }
                            element => {
                                if let Some(value) = element.as_expression() {
                                    self.deep(value, all, depth.saturating_add(1));
                                }
                            }
                        }
                    }
                }
                Expression::CallExpression(it) => {
                    let name =
                        self.name_at(&it.callee, depth.saturating_add(1)).unwrap_or_default();
                    let passes = matches!(
                        name.as_str(),
                        "JSON.stringify"
                            | "encodeURIComponent"
                            | "Buffer.from"
                            | "btoa"
                            | "String"
                            | "Object.assign"
                            | "Buffer.concat"
                            | "Object.entries"
                            | "Object.fromEntries"
                            | "URLSearchParams"
                    ) || name.starts_with("#zlib.")
                        || name.starts_with("#querystring.");
                    for argument in it.arguments.iter().filter(|_| passes) {
                        if let Some(value) = argument.as_expression() {
                            self.deep(value, all, depth.saturating_add(1));
                        }
                    }
                    // What one of its own functions gives, and what a method makes of a text.
                    let next = depth.saturating_add(1);
                    let given = self.returned(it, next, |value| {
                        let mut text = String::new();
                        self.deep(value, &mut text, next);
                        text
                    });
                    all.extend(given);
                    if let Expression::StaticMemberExpression(method) =
                        it.callee.get_inner_expression()
                        && KEEPS.contains(&method.property.name.as_str())
                    {
                        self.deep(&method.object, all, next);
                    }
                }
                Expression::NewExpression(it) => {
                    for value in it.arguments.iter().filter_map(|argument| argument.as_expression())
                    {
                        self.deep(value, all, depth.saturating_add(1));
                    }
                }
                _ => {}
            }
        }
    }
}
