//! One module's text → what it exports, imports and does at once.

use std::collections::HashMap;
use std::path::Path;

use oxc::allocator::Allocator;
use oxc::ast::ast::{
    AssignmentTarget, BindingPattern, Declaration, ExportDefaultDeclarationKind, Expression,
    FormalParameter, ImportDeclaration, ImportDeclarationSpecifier, Statement, TSEnumDeclaration,
    TSExportAssignment, TSImportEqualsDeclaration, TSNamespaceDeclaration, VariableDeclaration,
    VariableDeclarationKind,
};
use oxc::ast_visit::{Visit, walk};
use oxc::parser::Parser;
use oxc::semantic::{Scoping, SemanticBuilder};
use oxc::span::SourceType;

use super::{Facts, Fate, Import, Kind};

pub(super) fn facts(file: &Path, text: &str) -> Facts {
    let extension = file.extension().and_then(|it| it.to_str()).unwrap_or_default();
    let kind = match extension {
        "ts" => SourceType::ts(),
        "mts" => SourceType::ts().with_module(true),
        "mjs" => SourceType::mjs(),
        "cjs" => SourceType::cjs(),
        _ => SourceType::unambiguous(),
    };
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, kind).parse();
    if let Some(diagnostic) = parsed.diagnostics.first() {
        let offset =
            diagnostic.labels.first().and_then(|label| usize::try_from(label.offset()).ok());
        let line = text
            .get(..offset.unwrap_or(0))
            .unwrap_or_default()
            .matches('\n')
            .count()
            .saturating_add(1);
        let syntax = Some(format!("line {line}: {}", diagnostic.message));
        return Facts { syntax, ..Facts::default() };
    }
    let semantic = SemanticBuilder::new().build(&parsed.program);
    let scoping = semantic.semantic.into_scoping();
    let mut reader = Reader { scoping: &scoping, facts: Facts::default(), names: HashMap::new() };
    for statement in &parsed.program.body {
        reader.name(statement);
    }
    for statement in &parsed.program.body {
        reader.statement(statement);
        if reader.facts.fate.is_some() {
            break;
        }
    }
    // What is below a throw is exported and imported all the same, but nobody gets to see it.
    for statement in &parsed.program.body {
        reader.linked(statement);
    }
    if !parsed.module_record.has_module_syntax && !matches!(extension, "mjs" | "mts") {
        reader.commonjs(&parsed.program.body);
    }
    let mut facts = reader.facts;
    if kind.is_typescript() {
        let mut found = BeyondTypes(None);
        found.visit_program(&parsed.program);
        facts.beyond_types = found.0.map(str::to_owned);
    }
    facts
}

struct Reader<'s> {
    scoping: &'s Scoping,
    facts: Facts,
    /// What the names of the module hold.
    names: HashMap<String, Kind>,
}

impl Reader<'_> {
    fn name(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::FunctionDeclaration(function) => {
                self.know(function.id.as_ref().map(|id| id.name.as_str()), Kind::Function);
            }
            Statement::ClassDeclaration(class) => {
                self.know(class.id.as_ref().map(|id| id.name.as_str()), Kind::Function);
            }
            Statement::VariableDeclaration(variables) => {
                for (name, kind) in self.variables(variables) {
                    self.names.insert(name, kind);
                }
            }
            Statement::ExportDeclaration(export) => {
                for (name, kind) in self.declared(&export.declaration) {
                    self.names.insert(name, kind);
                }
            }
            _ => {}
        }
    }

    fn know(&mut self, name: Option<&str>, kind: Kind) {
        if let Some(name) = name {
            self.names.insert(name.to_owned(), kind);
        }
    }

    fn declared(&self, declaration: &Declaration<'_>) -> Vec<(String, Kind)> {
        let one = |name: Option<&str>| {
            name.map(|name| (name.to_owned(), Kind::Function)).into_iter().collect()
        };
        match declaration {
            Declaration::FunctionDeclaration(it) => one(it.id.as_ref().map(|id| id.name.as_str())),
            Declaration::ClassDeclaration(it) => one(it.id.as_ref().map(|id| id.name.as_str())),
            Declaration::VariableDeclaration(it) => self.variables(it),
            _ => Vec::new(),
        }
    }

    fn variables(&self, variables: &VariableDeclaration<'_>) -> Vec<(String, Kind)> {
        let fixed = variables.kind == VariableDeclarationKind::Const;
        let mut names = Vec::new();
        for declarator in &variables.declarations {
            if let BindingPattern::BindingIdentifier(name) = &declarator.id {
                let kind = declarator.init.as_ref().map_or(Kind::Unknown, |init| self.kind(init));
                let kind = if fixed || kind == Kind::Function { kind } else { Kind::Unknown };
                names.push((name.name.to_string(), kind));
            }
        }
        names
    }

    fn kind(&self, expression: &Expression<'_>) -> Kind {
        match expression {
            Expression::ArrowFunctionExpression(_)
            | Expression::FunctionExpression(_)
            | Expression::ClassExpression(_) => Kind::Function,
            Expression::ObjectExpression(_)
            | Expression::ArrayExpression(_)
            | Expression::StringLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::BigIntLiteral(_)
            | Expression::RegExpLiteral(_)
            | Expression::TemplateLiteral(_) => Kind::Other,
            Expression::Identifier(name) => {
                self.names.get(name.name.as_str()).copied().unwrap_or(Kind::Unknown)
            }
            Expression::ParenthesizedExpression(inner) => self.kind(&inner.expression),
            Expression::TSAsExpression(inner) => self.kind(&inner.expression),
            Expression::TSSatisfiesExpression(inner) => self.kind(&inner.expression),
            Expression::TSNonNullExpression(inner) => self.kind(&inner.expression),
            Expression::TSTypeAssertion(inner) => self.kind(&inner.expression),
            _ => Kind::Unknown,
        }
    }

    fn export(&mut self, name: &str, kind: Kind) {
        self.facts.exports.retain(|(known, _)| known != name);
        self.facts.exports.push((name.to_owned(), kind));
    }

    /// What a statement does as soon as the module is loaded.
    fn statement(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::ThrowStatement(_) => self.facts.fate = Some(Fate::Throws),
            Statement::ExpressionStatement(it) if is_exit(&it.expression) => {
                self.facts.fate = Some(Fate::Exits);
            }
            _ => {}
        }
    }

    /// What a statement exports and imports.
    fn linked(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::ImportDeclaration(import) if !import.import_kind.is_type() => {
                let used = self.uses(import);
                self.import(import.source.value.as_str(), used);
            }
            Statement::ExportDefaultDeclaration(export) => {
                let kind = match &export.declaration {
                    ExportDefaultDeclarationKind::FunctionDeclaration(_)
                    | ExportDefaultDeclarationKind::ClassDeclaration(_) => Kind::Function,
                    ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => return,
                    other => other.as_expression().map_or(Kind::Unknown, |it| self.kind(it)),
                };
                self.export("default", kind);
            }
            Statement::ExportDeclaration(export) => {
                for (name, kind) in self.declared(&export.declaration) {
                    self.export(&name, kind);
                }
            }
            Statement::ExportNamedDeclaration(export) if !export.export_kind.is_type() => {
                for specifier in export.specifiers.iter().filter(|it| !it.export_kind.is_type()) {
                    let known = self.names.get(specifier.local.name().as_str()).copied();
                    let name = specifier.exported.name().to_string();
                    self.export(&name, known.unwrap_or(Kind::Unknown));
                }
            }
            Statement::ExportFromDeclaration(export) if !export.export_kind.is_type() => {
                self.import(export.source.value.as_str(), true);
                for specifier in export.specifiers.iter().filter(|it| !it.export_kind.is_type()) {
                    let name = specifier.exported.name().to_string();
                    self.export(&name, Kind::Unknown);
                }
            }
            Statement::ExportAllDeclaration(export) if !export.export_kind.is_type() => {
                self.import(export.source.value.as_str(), true);
                match &export.exported {
                    Some(name) => {
                        let name = name.name().to_string();
                        self.export(&name, Kind::Other);
                    }
                    None => self.facts.more_exports = true,
                }
            }
            _ => {}
        }
    }

    fn import(&mut self, from: &str, used: bool) {
        self.facts.imports.push(Import { from: from.to_owned(), used });
    }

    /// Whether more than types is used of an import.
    fn uses(&self, import: &ImportDeclaration<'_>) -> bool {
        let Some(specifiers) = &import.specifiers else { return true };
        specifiers.iter().any(|specifier| {
            if let ImportDeclarationSpecifier::ImportSpecifier(it) = specifier
                && it.import_kind.is_type()
            {
                return false;
            }
            let symbol = specifier.local().symbol_id();
            self.scoping.get_resolved_references(symbol).any(|reference| reference.is_value())
        })
    }

    /// What a module that is written for `require` exports.
    fn commonjs(&mut self, body: &[Statement<'_>]) {
        let global = self.scoping.root_unresolved_references();
        let touches = global.contains_key("module") || global.contains_key("exports");
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
            }
        }
        let none = if touches { Kind::Unknown } else { Kind::Other };
        self.export("default", whole.unwrap_or(none));
        self.facts.more_exports |= touches;
    }
}

fn is_exit(expression: &Expression<'_>) -> bool {
    let Expression::CallExpression(call) = expression else { return false };
    let Expression::StaticMemberExpression(callee) = &call.callee else { return false };
    callee.property.name == "exit"
        && matches!(&callee.object, Expression::Identifier(it) if it.name == "process")
}

/// TypeScript that is more than types.
struct BeyondTypes(Option<&'static str>);

impl<'a> Visit<'a> for BeyondTypes {
    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        if !it.declare {
            self.0.get_or_insert("an enum");
        }
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        if !it.declare {
            self.0.get_or_insert("a namespace");
        }
    }

    fn visit_ts_import_equals_declaration(&mut self, _: &TSImportEqualsDeclaration<'a>) {
        self.0.get_or_insert("import =");
    }

    fn visit_ts_export_assignment(&mut self, _: &TSExportAssignment<'a>) {
        self.0.get_or_insert("export =");
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if it.accessibility.is_some() || it.readonly {
            self.0.get_or_insert("a parameter property");
        }
        walk::walk_formal_parameter(self, it);
    }
}
