//! The names that a runtime has everywhere.

use oxc::ast::ast::{BindingPattern, Expression, Program, Statement};

use super::whole::bare;

/// What bun 1.4 and Node 26 have everywhere, a name a line; with who has it where the other has not.
const GLOBAL: &str = include_str!("global_names.txt");

/// Who has a name everywhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Has {
    Both,
    Bun,
    Node,
    Nobody,
}

pub(super) fn who_has(name: &str) -> Has {
    let mut known = GLOBAL.lines().map(|line| line.split_once(' ').unwrap_or((line, "")));
    match known.find(|(known, _)| *known == name) {
        Some((_, "bun")) => Has::Bun,
        Some((_, "node")) => Has::Node,
        Some(_) => Has::Both,
        None => Has::Nobody,
    }
}

/// Whether something of bun's own is taken as soon as the module is loaded, wherever else it leads.
pub(super) fn takes_bun(program: &Program<'_>, is_global: impl Fn(&str) -> bool) -> bool {
    let takes = |it: &Expression<'_>| root(it).is_some_and(|name| name == "Bun");
    is_global("Bun")
        && !is_global("globalThis")
        && program.body.iter().any(|statement| match statement {
            Statement::ExpressionStatement(it) => takes(&it.expression),
            Statement::VariableDeclaration(it) if !it.declare => it.declarations.iter().any(|it| {
                matches!(it.id, BindingPattern::BindingIdentifier(_))
                    && it.init.as_ref().is_some_and(takes)
            }),
            _ => false,
        })
}

/// The name that something is taken of first.
fn root<'e>(expression: &'e Expression<'_>) -> Option<&'e str> {
    match bare(expression) {
        Expression::CallExpression(it) => root(&it.callee),
        Expression::StaticMemberExpression(it) => match bare(&it.object) {
            Expression::Identifier(name) => Some(name.name.as_str()),
            object => root(object),
        },
        Expression::AwaitExpression(it) => root(&it.argument),
        _ => None,
    }
}
