//! What a module exports and imports by the words of modules.

use oxc::ast::ast::{
    ExportDefaultDeclarationKind, Expression, ImportDeclaration, ImportDeclarationSpecifier,
    Statement,
};
use oxc::semantic::SymbolId;

use super::{Given, Import, Kind, Reader, bare, function_kind, whole};

impl Reader<'_> {
    /// What a statement exports and imports.
    pub(super) fn linked(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::ImportDeclaration(import) if !import.import_kind.is_type() => {
                self.imported(import);
            }
            Statement::ExportDefaultDeclaration(export) => {
                let kind = match &export.declaration {
                    ExportDefaultDeclarationKind::FunctionDeclaration(it) => self
                        .one(it.id.as_ref(), function_kind(it))
                        .map_or(function_kind(it), |it| it.1),
                    ExportDefaultDeclarationKind::ClassDeclaration(it) => {
                        self.one(it.id.as_ref(), Kind::Class).map_or(Kind::Class, |it| it.1)
                    }
                    ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => return,
                    other => other.as_expression().map_or(Kind::Unknown, |it| self.kind(it)),
                };
                let declared = export.declaration.as_expression();
                self.facts.members = declared.and_then(|it| self.members(it));
                self.facts.id = declared.and_then(|it| whole::id(it, &self.ids));
                if let Some(Expression::Identifier(name)) = declared.map(bare) {
                    self.give("default", &name.name);
                }
                self.export("default", kind);
            }
            // What is made of it is `module.exports`, which `import` shows as the default; its parts are not looked into.
            Statement::TSExportAssignment(export) => {
                self.facts.complete = false;
                let kind = self.kind(&export.expression);
                self.export("default", kind);
            }
            Statement::ExportDeclaration(export) => {
                for (name, kind) in self.declared(&export.declaration) {
                    self.export(&name, kind);
                }
            }
            Statement::ExportNamedDeclaration(export) if !export.export_kind.is_type() => {
                for specifier in export.specifiers.iter().filter(|it| !it.export_kind.is_type()) {
                    let local = specifier.local.name();
                    let known = self.names.get(local.as_str()).copied();
                    let name = specifier.exported.name().to_string();
                    // What nobody declares is left out, or keeps the module from loading.
                    if known.is_none() && self.is_global(&local) {
                        continue;
                    }
                    self.give(&name, &local);
                    self.export(&name, known.unwrap_or(Kind::Unknown));
                }
            }
            Statement::ExportFromDeclaration(export) if !export.export_kind.is_type() => {
                let from = export.source.value.to_string();
                let mut names = Vec::new();
                for specifier in export.specifiers.iter().filter(|it| !it.export_kind.is_type()) {
                    let name = specifier.exported.name().to_string();
                    let of = specifier.local.name().to_string();
                    self.export(&name, Kind::Unknown);
                    names.push(of.clone());
                    self.facts.given.push(Given { name, from: from.clone(), of });
                }
                let values = names.clone();
                self.import(Import { from, names, used: true, values, ..Import::default() });
            }
            Statement::ExportAllDeclaration(export) if !export.export_kind.is_type() => {
                let from = export.source.value.to_string();
                self.import(Import { from: from.clone(), used: true, ..Import::default() });
                match &export.exported {
                    Some(name) => {
                        let name = name.name().to_string();
                        self.export(&name, Kind::Other);
                    }
                    None => {
                        self.facts.more_exports = true;
                        self.facts.all_of.push(from);
                    }
                }
            }
            _ => {}
        }
    }

    /// An export that is what another module exports.
    fn give(&mut self, name: &str, local: &str) {
        if let Some((from, of)) = self.brought.get(local) {
            let (name, from, of) = (name.to_owned(), from.clone(), of.clone());
            self.facts.given.push(Given { name, from, of });
        }
    }

    fn import(&mut self, import: Import) {
        self.facts.imports.push(import);
    }

    /// Whether a name is read outside of all functions.
    fn is_read_at_once(&self, symbol: SymbolId) -> bool {
        let mut uses = self.scoping.get_resolved_references(symbol).filter(|it| it.is_value());
        uses.any(|it| {
            let mut around = self.scoping.scope_ancestors(it.scope_id());
            !around.any(|scope| self.scoping.scope_flags(scope).is_function())
        })
    }

    fn imported(&mut self, import: &ImportDeclaration<'_>) {
        let mut own = Import {
            from: import.source.value.to_string(),
            used: import.specifiers.is_none(),
            ..Import::default()
        };
        for specifier in import.specifiers.iter().flatten() {
            if let ImportDeclarationSpecifier::ImportSpecifier(it) = specifier
                && it.import_kind.is_type()
            {
                continue;
            }
            let symbol = specifier.local().symbol_id();
            let value = self.scoping.get_resolved_references(symbol).any(|it| it.is_value());
            own.used |= value;
            own.soon |= value && (self.calls || self.is_read_at_once(symbol));
            let name = called(specifier);
            own.values.extend(name.clone().filter(|_| value));
            own.names.extend(name);
        }
        let says = import.with_clause.iter().flat_map(|clause| &clause.with_entries);
        own.kind = says
            .filter(|it| it.key.as_arena_str() == "type")
            .map(|it| it.value.value.to_string())
            .next();
        self.import(own);
    }
}

/// How what an import brings is called there; none for the whole of it.
pub(super) fn called(specifier: &ImportDeclarationSpecifier<'_>) -> Option<String> {
    match specifier {
        ImportDeclarationSpecifier::ImportSpecifier(it) => Some(it.imported.name().to_string()),
        ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => Some("default".to_owned()),
        ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => None,
    }
}
