//! How a JavaScript or TypeScript script answers the agent that runs it.

use oxc::ast::AstKind;
use oxc::ast::ast::{AssignmentTarget, Expression};

use super::values::{Reader, property};
use crate::answer::{Answers, changes_tool};

impl<'a> Reader<'_, 'a> {
    pub(super) fn answers(&self) -> Answers {
        let mut answers = Answers::default();
        for node in self.semantic.nodes().iter() {
            match node.kind() {
                AstKind::CallExpression(it) => {
                    let first = it.arguments.first().and_then(|first| first.as_expression());
                    let (Some(name), Some(first)) = (self.name(&it.callee), first) else {
                        continue;
                    };
                    match name.as_str() {
                        "process.exit" | "Deno.exit" | "process.reallyExit" => {
                            answers.exits.extend(self.numbers(first));
                        }
                        "console.log"
                        | "console.info"
                        | "process.stdout.write"
                        | "#fs.writeSync" => {
                            answers.changes_tool |= it
                                .arguments
                                .iter()
                                .filter_map(|one| one.as_expression())
                                .any(|printed| self.prints_change(printed));
                        }
                        _ => {}
                    }
                }
                AstKind::AssignmentExpression(it) => {
                    if let AssignmentTarget::StaticMemberExpression(target) = &it.left
                        && target.property.name == "exitCode"
                        && self.name(&target.object).as_deref() == Some("process")
                    {
                        answers.exits.extend(self.numbers(&it.right));
                    }
                }
                _ => {}
            }
        }
        answers
    }

    fn numbers(&self, value: &'a Expression<'a>) -> Vec<u32> {
        self.texts(value).iter().filter_map(|text| text.parse().ok()).collect()
    }

    fn prints_change(&self, printed: &'a Expression<'a>) -> bool {
        if self.texts(printed).iter().any(|text| changes_tool(text)) {
            return true;
        }
        self.ask();
        self.held(printed, 0).into_iter().any(|value| match value {
            Expression::CallExpression(it) => {
                let object = it.arguments.first().and_then(|first| first.as_expression());
                self.name(&it.callee).as_deref() == Some("JSON.stringify")
                    && object.is_some_and(|object| self.is_change(object))
            }
            // `JSON.stringify(answer) + "\n"`
            Expression::BinaryExpression(it) => self.prints_change(&it.left),
            _ => false,
        })
    }

    fn is_change(&self, object: &'a Expression<'a>) -> bool {
        self.ask();
        self.held(object, 0).into_iter().any(|value| {
            let Expression::ObjectExpression(it) = value else { return false };
            let modifies = property(it, "action")
                .is_some_and(|action| self.texts(action).iter().any(|text| text == "modify"));
            self.ask();
            let data = property(it, "data").map(|data| self.held(data, 0)).unwrap_or_default();
            modifies
                && data.into_iter().any(|data| match data {
                    Expression::ObjectExpression(it) => {
                        property(it, "tool").is_some() && property(it, "arguments").is_some()
                    }
                    _ => false,
                })
        })
    }
}
