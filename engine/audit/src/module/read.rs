//! One module's text → what it exports, imports and does at once.

use std::collections::HashMap;
use std::path::Path;

use oxc::allocator::Allocator;
use oxc::ast::ast::{
    AssignmentTarget, BindingIdentifier, BindingPattern, Declaration, ExportDefaultDeclarationKind,
    Expression, Function, ImportDeclaration, ImportDeclarationSpecifier, ObjectExpression,
    ObjectPropertyKind, PropertyKind, Statement, VariableDeclaration, VariableDeclarationKind,
};
use oxc::ast_visit::Visit;
use oxc::parser::Parser;
use oxc::semantic::{Scoping, SemanticBuilder};
use oxc::span::SourceType;

use super::whole::{self, BeyondTypes, Waits, bare};
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
    let mut reader = Reader {
        scoping: &scoping,
        facts: Facts { complete: true, ..Facts::default() },
        names: HashMap::new(),
        objects: HashMap::new(),
        ids: HashMap::new(),
    };
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
    let both = ["module", "exports"].iter().any(|name| reader.is_global(name));
    reader.facts.complete &= !reader.facts.more_exports && !both;
    reader.facts.linked = parsed.module_record.has_module_syntax;
    if !reader.facts.linked && !matches!(extension, "mjs" | "mts") {
        reader.commonjs(&parsed.program.body);
    }
    let mut facts = reader.facts;
    let mut waits = Waits(false);
    waits.visit_program(&parsed.program);
    facts.waits = waits.0;
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
    /// What those hold that are objects.
    objects: HashMap<String, Vec<(String, Kind)>>,
    /// The id of each of those that says one.
    ids: HashMap<String, String>,
}

impl Reader<'_> {
    fn name(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::FunctionDeclaration(function) => {
                let found = self.one(function.id.as_ref(), function_kind(function));
                self.names.extend(found);
            }
            Statement::ClassDeclaration(class) => {
                let found = self.one(class.id.as_ref(), Kind::Class);
                self.names.extend(found);
            }
            Statement::VariableDeclaration(variables) => {
                let found = self.variables(variables);
                self.names.extend(found);
                self.written_out(variables);
            }
            Statement::ExportDeclaration(export) => {
                let found = self.declared(&export.declaration);
                self.names.extend(found);
            }
            _ => {}
        }
    }

    /// A declared name; of one that is changed later only that it was a function is kept.
    fn one(&self, id: Option<&BindingIdentifier<'_>>, kind: Kind) -> Option<(String, Kind)> {
        let id = id?;
        let changed = self.scoping.symbol_is_mutated(id.symbol_id());
        Some((id.name.to_string(), if changed { Kind::Function } else { kind }))
    }

    fn declared(&self, declaration: &Declaration<'_>) -> Vec<(String, Kind)> {
        match declaration {
            Declaration::FunctionDeclaration(it) => {
                self.one(it.id.as_ref(), function_kind(it)).into_iter().collect()
            }
            Declaration::ClassDeclaration(it) => {
                self.one(it.id.as_ref(), Kind::Class).into_iter().collect()
            }
            Declaration::VariableDeclaration(it) => self.variables(it),
            _ => Vec::new(),
        }
    }

    /// The objects among variables that are used once, so that nobody else can change them.
    fn written_out(&mut self, variables: &VariableDeclaration<'_>) {
        if variables.kind != VariableDeclarationKind::Const {
            return;
        }
        for declarator in &variables.declarations {
            let BindingPattern::BindingIdentifier(name) = &declarator.id else { continue };
            let uses = self.scoping.get_resolved_references(name.symbol_id());
            if uses.filter(|reference| reference.is_value()).count() == 1
                && let Some(init) = declarator.init.as_ref()
            {
                if let Some(id) = whole::id(init, &self.ids) {
                    self.ids.insert(name.name.to_string(), id);
                }
                if let Some(members) = self.members(init) {
                    self.objects.insert(name.name.to_string(), members);
                }
            }
        }
    }

    /// What an object holds, where all of it is written out.
    fn members(&self, expression: &Expression<'_>) -> Option<Vec<(String, Kind)>> {
        match bare(expression) {
            Expression::ObjectExpression(object) => self.held(object),
            Expression::Identifier(name) => self.objects.get(name.name.as_str()).cloned(),
            _ => None,
        }
    }

    fn held(&self, object: &ObjectExpression<'_>) -> Option<Vec<(String, Kind)>> {
        let held = object.properties.iter().map(|property| {
            let ObjectPropertyKind::ObjectProperty(property) = property else { return None };
            let name = property.key.static_name().filter(|name| name != "__proto__")?;
            let kind = match property.kind {
                PropertyKind::Init => self.kind(&property.value),
                _ => Kind::Unknown,
            };
            Some((name.into_owned(), kind))
        });
        held.collect()
    }

    fn variables(&self, variables: &VariableDeclaration<'_>) -> Vec<(String, Kind)> {
        let fixed = variables.kind == VariableDeclarationKind::Const;
        let mut names = Vec::new();
        for declarator in &variables.declarations {
            if let BindingPattern::BindingIdentifier(name) = &declarator.id {
                let kind = declarator.init.as_ref().map_or(Kind::Unknown, |init| self.kind(init));
                let kind = match kind {
                    kind if fixed => kind,
                    kind if kind.is_function() => Kind::Function,
                    _ => Kind::Unknown,
                };
                names.push((name.name.to_string(), kind));
            }
        }
        names
    }

    fn kind(&self, expression: &Expression<'_>) -> Kind {
        match bare(expression) {
            Expression::ArrowFunctionExpression(it) if it.r#async => Kind::Async,
            Expression::ArrowFunctionExpression(_) => Kind::Function,
            Expression::FunctionExpression(it) => function_kind(it),
            Expression::ClassExpression(_) => Kind::Class,
            Expression::ObjectExpression(_) => Kind::Object,
            Expression::ArrayExpression(_)
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
                self.import(import.source.value.as_str(), imported(import), used);
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
                    let known = self.names.get(specifier.local.name().as_str()).copied();
                    let name = specifier.exported.name().to_string();
                    self.export(&name, known.unwrap_or(Kind::Unknown));
                }
            }
            Statement::ExportFromDeclaration(export) if !export.export_kind.is_type() => {
                let mut names = Vec::new();
                for specifier in export.specifiers.iter().filter(|it| !it.export_kind.is_type()) {
                    let name = specifier.exported.name().to_string();
                    self.export(&name, Kind::Unknown);
                    names.push(specifier.local.name().to_string());
                }
                self.import(export.source.value.as_str(), names, true);
            }
            Statement::ExportAllDeclaration(export) if !export.export_kind.is_type() => {
                self.import(export.source.value.as_str(), Vec::new(), true);
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

    fn import(&mut self, from: &str, names: Vec<String>, used: bool) {
        self.facts.imports.push(Import { from: from.to_owned(), names, used });
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

    fn is_global(&self, name: &str) -> bool {
        self.scoping.root_unresolved_references().contains_key(name)
    }

    /// What a module that is written for `require` exports.
    fn commonjs(&mut self, body: &[Statement<'_>]) {
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

/// What an import asks for by name, without types.
fn imported(import: &ImportDeclaration<'_>) -> Vec<String> {
    let names = import.specifiers.iter().flatten().filter_map(|specifier| match specifier {
        ImportDeclarationSpecifier::ImportSpecifier(it) => {
            (!it.import_kind.is_type()).then(|| it.imported.name().to_string())
        }
        ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => Some("default".to_owned()),
        ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => None,
    });
    names.collect()
}

/// A generator answers at once, also one that others wait for.
const fn function_kind(function: &Function<'_>) -> Kind {
    if function.r#async && !function.generator { Kind::Async } else { Kind::Function }
}

fn is_exit(expression: &Expression<'_>) -> bool {
    let Expression::CallExpression(call) = expression else { return false };
    let Expression::StaticMemberExpression(callee) = &call.callee else { return false };
    callee.property.name == "exit"
        && matches!(&callee.object, Expression::Identifier(it) if it.name == "process")
}
