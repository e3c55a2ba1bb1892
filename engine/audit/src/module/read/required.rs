//! What a module exports that is written for `require`.

use oxc::ast::ast::{AssignmentTarget, Expression, Statement};

use super::{Kind, Reader, whole};

impl Reader<'_> {
    /// What a module that is written for `require` exports.
    pub(super) fn commonjs(&mut self, body: &[Statement<'_>]) {
        let global = self.scoping.root_unresolved_references();
        let count = |name: &str| global.get(name).map_or(0, |uses| uses.len());
        let touches = count("module").saturating_add(count("exports"));
        let mut whole = None;
        for statement in body {
            let Statement::ExpressionStatement(statement) = statement else { continue };
            let Expression::AssignmentExpression(assignment) = &statement.expression else {
                continue;
            };
            if let AssignmentTarget::StaticMemberExpression(to) = &assignment.left
                && to.property.name == "exports"
                && matches!(&to.object, Expression::Identifier(it) if it.name == "module")
            {
                whole = Some(self.kind(&assignment.right));
                self.facts.members = self.members(&assignment.right);
                self.facts.id = whole::id(&assignment.right, &self.ids);
            }
        }
        let none = if touches > 0 { Kind::Unknown } else { Kind::Other };
        // Assigned once and never looked at again, it is what was assigned.
        self.facts.complete |= touches == 1 && whole.is_some();
        if whole.is_some() || !self.facts.exports.iter().any(|(name, _)| name == "default") {
            self.export("default", whole.unwrap_or(none));
        }
        self.facts.more_exports |= touches > 0;
    }
}
