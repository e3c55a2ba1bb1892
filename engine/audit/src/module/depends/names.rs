//! Whose a name is: of what is imported, of the environment, of the runtime.

use oxc::ast::ast::{Expression, ImportDeclarationSpecifier, Program, Statement};

use super::super::once::{member_of, symbol};
use super::Depends;
use super::given::{Fails, how_it_fails, of_runtime};

impl<'p, 'a> Depends<'_, '_, 'p, 'a> {
    pub(super) fn imports(&mut self, program: &'p Program<'a>) {
        for statement in &program.body {
            let Statement::ImportDeclaration(it) = statement else { continue };
            let of_process = matches!(it.source.value.as_str(), "process" | "node:process");
            for one in it.specifiers.iter().flatten() {
                self.built_in.insert(one.local().symbol_id(), of_runtime(it.source.value.as_str()));
                let ImportDeclarationSpecifier::ImportSpecifier(one) = one else { continue };
                let (id, name) = (one.local.symbol_id(), one.imported.name().as_str());
                if of_process && name == "env" {
                    self.envs.insert(id);
                }
                self.renamed.insert(id, name);
            }
        }
    }

    /// How a function is called, without whose it is.
    pub(super) fn name_of<'e>(&self, callee: &'e Expression<'_>) -> Option<&'e str>
    where
        'p: 'e,
    {
        match callee.get_inner_expression() {
            Expression::Identifier(it) => {
                let own = symbol(self.scoping, it).and_then(|id| self.renamed.get(&id).copied());
                Some(own.unwrap_or(it.name.as_str()))
            }
            it => it.as_member_expression()?.static_property_name(),
        }
    }

    /// `process.env`, by any of its names.
    pub(super) fn is_env(&self, expression: &Expression<'_>) -> bool {
        let it = expression.get_inner_expression();
        ["process", "Bun"].into_iter().any(|of| member_of(it, of) == Some("env"))
            || self.symbol(it).is_some_and(|id| self.envs.contains(&id))
    }

    /// The module of the runtime that a function is of.
    pub(super) fn module_of(&self, callee: &Expression<'_>) -> Option<&'p str> {
        let callee = callee.get_inner_expression();
        let object = callee.as_member_expression().map_or(callee, |it| it.object());
        self.symbol(object).and_then(|id| self.built_in.get(&id).copied())
    }

    /// Whether a function of the runtime may fail here. What the module says anywhere of an error is taken to be for this
    /// one.
    pub(super) fn fails(&self, of: &str, name: &str) -> bool {
        let listens =
            || ["'error'", "\"error\"", "`error`"].iter().any(|it| self.text.contains(it));
        how_it_fails(of, name).is_some_and(|how| how == Fails::Throws || !listens())
    }
}
