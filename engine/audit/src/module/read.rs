//! One module's text → what it exports, imports and does at once.

mod linked;
mod required;

use std::collections::{HashMap, HashSet};

use oxc::allocator::Allocator;
use oxc::ast::ast::{
    BindingIdentifier, BindingPattern, Declaration, Expression, Function, ObjectExpression,
    ObjectPropertyKind, PropertyKind, Statement, VariableDeclaration, VariableDeclarationKind,
};
use oxc::ast_visit::Visit;
use oxc::parser::{ParseOptions, Parser};
use oxc::semantic::{Scoping, SemanticBuilder};
use oxc::span::SourceType;

use super::whole::{self, BeyondTypes, Waits, bare};
use linked::called;

use super::early::{self, By};
use super::{
    Bare, Early, Facts, Fate, Given, Import, Kind, depends, misplaced, once, rare, soon, stays,
    twice, typed, wrong,
};

/// How a text with this ending is read.
pub(super) fn kind(extension: &str) -> SourceType {
    match extension {
        // Without import and export it may be one for `require`, where other rules hold.
        "ts" => SourceType::ts().with_unambiguous(true),
        "tsx" => SourceType::tsx(),
        "mts" => SourceType::ts().with_module(true),
        "cts" => SourceType::ts().with_commonjs(true),
        "mjs" => SourceType::mjs(),
        "cjs" => SourceType::cjs(),
        "jsx" => SourceType::jsx(),
        _ => SourceType::unambiguous(),
    }
}

/// Where the grammar of a text is wrong first.
pub(super) fn torn_at(text: &str, kind: SourceType) -> Option<usize> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, kind).parse();
    let label = parsed.diagnostics.first()?.labels.first()?.offset();
    usize::try_from(label).ok()
}

/// The facts of a text that is read as this kind of source.
pub(super) fn of(extension: &str, text: &str, kind: SourceType) -> Facts {
    let allocator = Allocator::default();
    let options = ParseOptions { parse_regular_expression: true, ..ParseOptions::default() };
    let parsed = Parser::new(&allocator, text, kind).with_options(options).parse();
    let linked = parsed.module_record.has_module_syntax;
    let mut broken = Early::default();
    for diagnostic in &parsed.diagnostics {
        let by = match parsed.panicked {
            true => By::Grammar,
            false => early::parsed(diagnostic, &parsed.program, linked),
        };
        let said = early::said(text, diagnostic);
        if by == By::Grammar {
            return Facts { syntax: Some(said), ..Facts::default() };
        }
        broken.add(by, &said);
    }
    let semantic = SemanticBuilder::new().with_check_syntax_error(true).with_class_table(true);
    let semantic = semantic.build(&parsed.program);
    if !semantic.diagnostics.is_empty() {
        let places = early::Places::of(&parsed.program);
        for diagnostic in &semantic.diagnostics {
            let by = early::bound(diagnostic, text, &places, kind, linked);
            broken.add(by, &early::said(text, diagnostic));
        }
    }
    let scoping = semantic.semantic.into_scoping();
    for (by, span, words) in twice::found(&parsed.program, &scoping, linked) {
        broken.add(by, &early::at(text, span.start, &words));
    }
    for (by, span, words) in typed::found(&parsed.program) {
        broken.add(by, &early::at(text, span.start, words));
    }
    let misplaced = misplaced::found(&parsed.program);
    for (by, span, words) in soon::found(&parsed.program, &scoping).into_iter().chain(misplaced) {
        broken.add(by, &early::at(text, span.start, &words));
    }
    rare::add(&mut broken, text, kind, &parsed.program, &scoping, linked);
    for span in &parsed.irregular_whitespaces {
        if matches!(span.source_text(text), "\u{85}" | "\u{200b}") {
            broken.add(By::Both, &early::at(text, span.start, "a sign that is not seen"));
        }
    }
    let mut reader = Reader {
        scoping: &scoping,
        facts: Facts { complete: true, early: broken, ..Facts::default() },
        names: HashMap::new(),
        brought: HashMap::new(),
        plain: HashSet::new(),
        objects: HashMap::new(),
        ids: HashMap::new(),
        exits_otherwise: text.contains("exit") && once::sets_exit(&parsed.program),
        calls: once::calls(&parsed.program),
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
    reader.facts.linked = linked;
    reader.facts.commonjs = both;
    let mut waits = Waits(false);
    waits.visit_program(&parsed.program);
    reader.facts.waits = waits.0;
    if !matches!(extension, "mjs" | "mts") {
        reader.bare(&parsed.program.body, !parsed.module_record.import_metas.is_empty());
        let Bare { bun, node } = reader.facts.bare;
        if bun || node || !linked {
            reader.commonjs(&parsed.program.body);
        }
        if !linked {
            let found = required::refused(&scoping, reader.facts.waits && both);
            if let Some((at, words)) = found {
                reader.facts.early.add(By::Both, &early::at(text, at, &words));
            }
        }
    }
    let exits = !reader.exits_otherwise;
    let sleeps = reader.brought.iter().filter(|(_, (from, of))| {
        from.trim_start_matches("node:") == "timers/promises" && of == "setTimeout"
    });
    let sleeps = sleeps.map(|(name, _)| name.clone()).collect();
    let mut facts = reader.facts;
    facts.stays = stays::found(&parsed.program, &scoping, exits, sleeps);
    facts.once = once::once(&parsed.program, &scoping);
    let wrong = wrong::found(text, &parsed.program, &scoping);
    let depends = depends::found(text, &parsed.program, &scoping, &mut facts.once);
    if wrong.sure && matches!(facts.fate, None | Some(Fate::Waits)) {
        facts.fate = Some(Fate::Throws);
    }
    facts.fails = wrong.words.clone().filter(|_| wrong.sure);
    facts.depends = depends.or(wrong.words);
    facts.once.read = wrong.read;
    if (&facts.fate, &facts.depends) == (&None, &None) && wrong.later.is_some() {
        (facts.fate, facts.fails) = (Some(Fate::Later), wrong.later);
    }
    facts.depends = facts.depends.or(wrong.perhaps_later.filter(|_| facts.fate.is_none()));
    let mut found = BeyondTypes(None);
    found.visit_program(&parsed.program);
    facts.beyond_types = found.0.map(str::to_owned);
    facts
}

struct Reader<'s> {
    scoping: &'s Scoping,
    facts: Facts,
    /// What the names of the module hold.
    names: HashMap<String, Kind>,
    /// The names that are another module's: whose, and how they are called there.
    brought: HashMap<String, (String, String)>,
    /// Classes of which it is known that what they make are objects.
    plain: HashSet<String>,
    /// What those hold that are objects.
    objects: HashMap<String, Vec<(String, Kind)>>,
    /// The id of each of those that says one.
    ids: HashMap<String, String>,
    /// Something is put where `process.exit` is.
    exits_otherwise: bool,
    /// Something is called outside of all functions.
    calls: bool,
}

impl Reader<'_> {
    fn name(&mut self, statement: &Statement<'_>) {
        match statement {
            // Of what is declared for types nothing is there.
            Statement::FunctionDeclaration(function) if !function.declare => {
                let found = self.one(function.id.as_ref(), function_kind(function));
                self.names.extend(found);
            }
            Statement::ClassDeclaration(class) if !class.declare => {
                let found = self.one(class.id.as_ref(), Kind::Class);
                self.plain
                    .extend(found.iter().filter(|_| whole::is_plain(class)).map(|it| it.0.clone()));
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
            Statement::ImportDeclaration(import) => {
                for specifier in import.specifiers.iter().flatten() {
                    if let Some(name) = called(specifier) {
                        let from = import.source.value.to_string();
                        self.brought.insert(specifier.local().name.to_string(), (from, name));
                    }
                }
            }
            _ => {}
        }
    }

    /// A declared name; of one that is changed later nothing is known.
    fn one(&self, id: Option<&BindingIdentifier<'_>>, kind: Kind) -> Option<(String, Kind)> {
        let id = id?;
        let changed = self.scoping.symbol_is_mutated(id.symbol_id());
        Some((id.name.to_string(), if changed { Kind::Unknown } else { kind }))
    }

    fn declared(&self, declaration: &Declaration<'_>) -> Vec<(String, Kind)> {
        match declaration {
            it if it.declare() => Vec::new(),
            Declaration::FunctionDeclaration(it) => {
                self.one(it.id.as_ref(), function_kind(it)).into_iter().collect()
            }
            Declaration::ClassDeclaration(it) => {
                self.one(it.id.as_ref(), Kind::Class).into_iter().collect()
            }
            Declaration::VariableDeclaration(it) => self.variables(it),
            Declaration::TSEnumDeclaration(it) => {
                vec![(it.id.name.to_string(), Kind::Other)]
            }
            Declaration::TSNamespaceDeclaration(it) => {
                vec![(it.id.name.to_string(), Kind::Unknown)]
            }
            Declaration::TSImportEqualsDeclaration(it) => {
                vec![(it.id.name.to_string(), Kind::Unknown)]
            }
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
                let changed = || self.scoping.symbol_is_mutated(name.symbol_id());
                let kind = match kind {
                    kind if fixed => kind,
                    _ if changed() => Kind::Unknown,
                    kind if kind.is_function() => Kind::Function,
                    _ => Kind::Unknown,
                };
                names.push((name.name.to_string(), kind));
                continue;
            }
            let taken = declarator.id.get_binding_identifiers();
            names.extend(taken.iter().map(|it| (it.name.to_string(), Kind::Unknown)));
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
            Expression::NewExpression(it) if self.makes_object(&it.callee) => Kind::Object,
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

    /// Whether it is one of the classes whose instances are objects.
    fn makes_object(&self, callee: &Expression<'_>) -> bool {
        let Expression::Identifier(name) = callee else { return false };
        let kind = self.names.get(name.name.as_str());
        kind == Some(&Kind::Class) && self.plain.contains(name.name.as_str())
    }

    fn export(&mut self, name: &str, kind: Kind) {
        self.facts.exports.retain(|(known, _)| known != name);
        self.facts.exports.push((name.to_owned(), kind));
    }

    /// What a statement does as soon as the module is loaded.
    fn statement(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::ThrowStatement(_) => self.facts.fate = Some(Fate::Throws),
            // The one of the module's own, or one that was put there, need not end anything.
            Statement::ExpressionStatement(it)
                if once::is_exit(&it.expression) && self.has_process() && !self.exits_otherwise =>
            {
                self.facts.fate = Some(Fate::Exits);
            }
            Statement::ExpressionStatement(it)
                if whole::never_settled(&it.expression) && self.is_global("Promise") =>
            {
                self.facts.fate = Some(Fate::Waits);
            }
            _ => {}
        }
    }

    /// Whether `process` is the one that everybody has, declared by nobody, or imported.
    fn has_process(&self) -> bool {
        let brought = self.brought.get("process");
        let own = brought.is_some_and(|(from, _)| from.trim_start_matches("node:") == "process");
        own || self.is_global("process")
    }

    fn is_global(&self, name: &str) -> bool {
        self.scoping.root_unresolved_references().contains_key(name)
    }
}

const fn function_kind(function: &Function<'_>) -> Kind {
    match () {
        () if function.generator => Kind::Generator,
        () if function.r#async => Kind::Async,
        () => Kind::Function,
    }
}
