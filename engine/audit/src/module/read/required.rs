//! What a module exports that is written for `require`.

use oxc::ast::ast::{AssignmentTarget, Expression, Statement};

use oxc::semantic::Scoping;
use oxc::syntax::symbol::SymbolFlags;

use super::{Bare, Kind, Reader, whole};

/// What such a module is given, which it may not declare at its top.
const GIVEN: [&str; 5] = ["require", "module", "exports", "__dirname", "__filename"];

/// Why a module for `require` cannot be made of a text, and where. `waits`: it waits while it is loaded, and exports
/// by the words of such a module.
pub(super) fn refused(scoping: &Scoping, waits: bool) -> Option<(u32, String)> {
    let lexical = |name: &&str| {
        let symbol = scoping.get_root_binding((*name).into())?;
        let flags = scoping.symbol_flags(symbol);
        let own = SymbolFlags::BlockScopedVariable | SymbolFlags::Class;
        let declared = flags.intersects(own) && !flags.contains(SymbolFlags::Ambient);
        declared.then(|| scoping.symbol_span(symbol).start)
    };
    let found =
        GIVEN.iter().find_map(|name| Some((lexical(name)?, format!("{name} is declared twice"))));
    let waiting = || (0, "it waits while it is loaded, and sets module or exports".to_owned());
    found.or_else(|| waits.then(waiting))
}

impl Reader<'_> {
    /// For whom no import and no export is left. `asks`: it asks for `import.meta`.
    pub(super) fn bare(&mut self, body: &[Statement<'_>], asks: bool) {
        let (mut bun, mut node) = (!self.facts.waits, !asks && !self.facts.waits);
        for statement in body {
            match statement {
                Statement::ImportDeclaration(it) => {
                    let types = it.import_kind.is_type();
                    node &= types;
                    bun &= types
                        || it.specifiers.as_ref().is_some_and(|all| {
                            let value = |symbol| {
                                self.scoping.get_resolved_references(symbol).any(|it| it.is_value())
                            };
                            !all.iter().any(|one| value(one.local().symbol_id()))
                        });
                }
                Statement::ExportNamedDeclaration(it) => {
                    (bun, node) = (false, node && it.export_kind.is_type())
                }
                Statement::ExportFromDeclaration(it) => {
                    (bun, node) = (false, node && it.export_kind.is_type())
                }
                Statement::ExportAllDeclaration(it) => {
                    (bun, node) = (false, node && it.export_kind.is_type())
                }
                Statement::ExportDeclaration(it) => {
                    let types = !whole::has_value(&it.declaration);
                    (bun, node) = (false, node && types);
                }
                other if other.is_module_declaration() => (bun, node) = (false, false),
                _ => {}
            }
        }
        self.facts.bare = Bare { bun, node };
    }

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
        self.facts.adds = touches > 0 && count("module") == 0;
    }
}
