//! Names that a module declares or exports more than once, or not at all, and what is only allowed at its top: what
//! the reader of TypeScript leaves to its types.

use std::collections::HashSet;

use oxc::ast::ast::{
    BindingPattern, Declaration, ExportAllDeclaration, ExportDeclaration, ExportDefaultDeclaration,
    ExportDefaultDeclarationKind, ExportFromDeclaration, ExportNamedDeclaration, ImportDeclaration,
    ImportDeclarationSpecifier, ModuleExportName, Program, Statement, TSExternalModuleDeclaration,
    TSGlobalDeclaration, TSNamespaceDeclaration, VariableDeclarationKind,
};
use oxc::ast_visit::{Visit, walk};
use oxc::semantic::Scoping;
use oxc::span::{GetSpan, Span};
use oxc::syntax::symbol::SymbolFlags;

use super::early::By;

/// What breaks a rule: who holds it, where, and in which words.
pub(super) type Found = Vec<(By, Span, String)>;

/// `linked`: it is a module, where a function may not be declared twice.
pub(super) fn found(program: &Program<'_>, scoping: &Scoping, linked: bool) -> Found {
    let mut names = Names { scoping, found: Vec::new(), exported: HashSet::new() };
    for statement in &program.body {
        names.exports(statement);
    }
    if linked && program.source_type.is_typescript() {
        names.declared(program);
    }
    let mut found = names.found;
    // bun looks for it wherever it is; Node throws once it is done.
    for symbol in scoping.symbol_ids() {
        let flags = scoping.symbol_flags(symbol);
        if flags.contains(SymbolFlags::ConstVariable)
            && !flags.contains(SymbolFlags::Ambient)
            && scoping.get_resolved_references(symbol).any(|reference| reference.is_write())
        {
            let words = format!("{} is a constant and gets a value", scoping.symbol_name(symbol));
            found.push((By::Bun, scoping.symbol_span(symbol), words));
        }
    }
    let mut inside = Inside { top: true, found: None };
    for statement in &program.body {
        inside.top = true;
        inside.visit_statement(statement);
    }
    found.extend(inside.found.map(|span| {
        (By::Both, span, "import and export are only allowed at the top of a module".to_owned())
    }));
    found
}

struct Names<'s> {
    scoping: &'s Scoping,
    found: Found,
    exported: HashSet<String>,
}

impl Names<'_> {
    fn export(&mut self, name: &str, span: Span) {
        if !self.exported.insert(name.to_owned()) {
            self.found.push((By::Both, span, format!("{name} is exported twice")));
        }
    }

    fn exports(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::ExportDefaultDeclaration(it) => match &it.declaration {
                ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => {}
                // One of the ways to call a function, without the function.
                ExportDefaultDeclarationKind::FunctionDeclaration(own) if own.body.is_none() => {}
                _ => self.export("default", it.span),
            },
            Statement::ExportDeclaration(it) if !it.declaration.declare() => {
                self.export_declared(&it.declaration);
            }
            Statement::ExportNamedDeclaration(it) if !it.export_kind.is_type() => {
                for one in it.specifiers.iter().filter(|one| !one.export_kind.is_type()) {
                    match self.value(&one.local) {
                        true => self.export(&one.exported.name(), one.span),
                        // bun leaves out what may be a type.
                        false => self.found.push((
                            By::Node,
                            one.span,
                            format!("{} is exported, and not a value here", one.local.name()),
                        )),
                    }
                }
            }
            Statement::ExportFromDeclaration(it) if !it.export_kind.is_type() => {
                for one in it.specifiers.iter().filter(|one| !one.export_kind.is_type()) {
                    self.export(&one.exported.name(), one.span);
                }
            }
            _ => {}
        }
    }

    /// Whether a name of the module is a value.
    fn value(&self, name: &ModuleExportName<'_>) -> bool {
        let ModuleExportName::IdentifierReference(it) = name else { return true };
        let reference = it.reference_id.get().map(|it| self.scoping.get_reference(it));
        let Some(symbol) = reference.and_then(|it| it.symbol_id()) else { return false };
        let flags = self.scoping.symbol_flags(symbol);
        let value = SymbolFlags::Value | SymbolFlags::Import;
        flags.intersects(value) && !flags.contains(SymbolFlags::Ambient)
    }

    fn export_declared(&mut self, declaration: &Declaration<'_>) {
        match declaration {
            Declaration::VariableDeclaration(it) => {
                for one in &it.declarations {
                    if let BindingPattern::BindingIdentifier(id) = &one.id {
                        self.export(&id.name, id.span);
                    }
                }
            }
            Declaration::FunctionDeclaration(it) if it.body.is_some() => {
                if let Some(id) = &it.id {
                    self.export(&id.name, id.span);
                }
            }
            Declaration::ClassDeclaration(it) => {
                if let Some(id) = &it.id {
                    self.export(&id.name, id.span);
                }
            }
            _ => {}
        }
    }

    /// What is declared at the top of a text with types, where one name is for a function or an import and for more.
    fn declared(&mut self, program: &Program<'_>) {
        let (mut functions, mut imports) = (HashSet::new(), HashSet::new());
        let mut classes = Vec::new();
        let mut others = Vec::new();
        for statement in &program.body {
            if let Statement::ImportDeclaration(it) = statement
                && !it.import_kind.is_type()
            {
                let types = |one: &ImportDeclarationSpecifier<'_>| matches!(one, ImportDeclarationSpecifier::ImportSpecifier(it) if it.import_kind.is_type());
                for one in it.specifiers.iter().flatten().filter(|one| !types(one)) {
                    imports.insert(one.local().name.to_string());
                }
            }
            let declaration = match statement {
                Statement::ExportDeclaration(it) => Some(&it.declaration),
                other => other.as_declaration(),
            };
            match declaration.filter(|it| !it.declare()) {
                Some(Declaration::FunctionDeclaration(it)) if it.body.is_some() => {
                    let Some(id) = &it.id else { continue };
                    if !functions.insert(id.name.to_string()) {
                        let words = format!("{} is declared twice", id.name);
                        self.found.push((By::Node, id.span, words));
                    }
                    others.push((id.name.to_string(), id.span, false));
                }
                Some(Declaration::ClassDeclaration(it)) => {
                    classes.extend(it.id.as_ref().map(|id| (id.name.to_string(), id.span)));
                }
                Some(Declaration::VariableDeclaration(it)) => {
                    for one in &it.declarations {
                        if let BindingPattern::BindingIdentifier(id) = &one.id {
                            let var = it.kind == VariableDeclarationKind::Var;
                            others.push((id.name.to_string(), id.span, var));
                        }
                    }
                }
                _ => {}
            }
        }
        classes.retain(|(name, _)| functions.contains(name));
        let twice = |(name, span)| (By::Both, span, format!("{name} is declared twice"));
        self.found.extend(classes.into_iter().map(twice));
        for (name, span, var) in others {
            let by = match () {
                () if var && functions.contains(&name) => By::Both,
                () if imports.contains(&name) => By::Node,
                () => continue,
            };
            self.found.push((by, span, format!("{name} is declared twice")));
        }
    }
}

/// The first import or export that is inside of something else.
struct Inside {
    top: bool,
    found: Option<Span>,
}

impl Inside {
    fn here(&mut self, span: Span) {
        if !self.top {
            self.found.get_or_insert(span);
        }
    }
}

impl<'a> Visit<'a> for Inside {
    fn visit_statement(&mut self, it: &Statement<'a>) {
        let linked = it.is_module_declaration();
        if linked && !self.top {
            self.here(it.span());
        }
        self.top = false;
        walk::walk_statement(self, it);
    }

    fn visit_import_declaration(&mut self, _: &ImportDeclaration<'a>) {}
    fn visit_export_named_declaration(&mut self, _: &ExportNamedDeclaration<'a>) {}
    fn visit_export_from_declaration(&mut self, _: &ExportFromDeclaration<'a>) {}
    fn visit_export_all_declaration(&mut self, _: &ExportAllDeclaration<'a>) {}

    fn visit_export_declaration(&mut self, it: &ExportDeclaration<'a>) {
        walk::walk_export_declaration(self, it);
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        walk::walk_export_default_declaration(self, it);
    }

    // What is in there is for types, or is made something else.
    fn visit_ts_namespace_declaration(&mut self, _: &TSNamespaceDeclaration<'a>) {}
    fn visit_ts_external_module_declaration(&mut self, _: &TSExternalModuleDeclaration<'a>) {}
    fn visit_ts_global_declaration(&mut self, _: &TSGlobalDeclaration<'a>) {}
}
