//! Which runtime holds a rule of the language that a text breaks: asked of bun 1.4 and Node 26, kind by kind.

use oxc::ast::ast::{
    Class, Declaration, Function, ImportDeclaration, MethodDefinition, Program, PropertyDefinition,
    PropertyKey, TSEnumDeclaration, TSExternalModuleDeclaration, TSGlobalDeclaration,
    TSInterfaceDeclaration, TSNamespaceDeclaration, TSType, TSTypeAliasDeclaration,
    TSTypeParameterDeclaration, VariableDeclaration,
};
use oxc::ast_visit::{Visit, walk};
use oxc::diagnostics::OxcDiagnostic;
use oxc::span::{GetSpan, SourceType, Span};
use oxc::syntax::scope::ScopeFlags;

use super::{Early, dropped};

/// Who does not load a text that breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// Its grammar is wrong.
    Grammar,
    Both,
    Bun,
    Node,
    Nobody,
    Doubt,
    /// Node for certain; bun only where it does not leave the place out.
    NodeAtLeast,
}

impl Early {
    pub(super) fn add(&mut self, by: By, why: &str) {
        let own = |held: &mut Option<String>| {
            held.get_or_insert_with(|| why.to_owned());
        };
        match by {
            By::Both => {
                own(&mut self.bun);
                own(&mut self.node);
            }
            By::Bun => own(&mut self.bun),
            By::Node => own(&mut self.node),
            By::Doubt => self.doubt = true,
            By::NodeAtLeast => {
                own(&mut self.node);
                self.doubt = true;
            }
            By::Grammar | By::Nobody => {}
        }
    }
}

/// Line and words of what a reader found.
pub(super) fn said(text: &str, diagnostic: &OxcDiagnostic) -> String {
    let offset = offsets(diagnostic).next().unwrap_or(0);
    at(text, offset, &diagnostic.message)
}

pub(super) fn at(text: &str, offset: u32, message: &str) -> String {
    format!("line {}: {message}", line(text, offset))
}

/// Counted from 1.
pub(super) fn line(text: &str, offset: u32) -> usize {
    let before = usize::try_from(offset).ok().and_then(|offset| text.get(..offset));
    before.unwrap_or_default().matches('\n').count().saturating_add(1)
}

fn offsets(diagnostic: &OxcDiagnostic) -> impl Iterator<Item = u32> {
    diagnostic.labels.iter().map(|label| label.offset())
}

fn is_of(diagnostic: &OxcDiagnostic) -> Option<&str> {
    diagnostic.code.scope.as_deref().filter(|scope| *scope == "TS")?;
    diagnostic.code.number.as_deref()
}

/// Of what the parser read past. `linked`: it is a module.
pub(super) fn parsed(diagnostic: &OxcDiagnostic, program: &Program<'_>, linked: bool) -> By {
    let expression = || match offsets(diagnostic).next() {
        Some(at) if !dropped::has(program, at) => By::Both,
        _ => By::NodeAtLeast,
    };
    let in_modules = if linked { By::Both } else { By::Doubt };
    if let Some(number) = is_of(diagnostic) {
        return match number {
            "1049" | "1090" | "1113" | "1172" | "2528" => By::Both,
            "1502" => expression(),
            "1108" => in_modules,
            "1029" | "1030" | "1093" | "1094" | "1183" | "1245" => By::Node,
            "1363" => By::Bun,
            "1016" | "1039" | "1257" => By::Nobody,
            _ => By::Doubt,
        };
    }
    let begins = |with: &str| diagnostic.message.starts_with(with);
    match () {
        // Later versions of Unicode have more of them.
        () if begins("Invalid regular expression: Invalid unicode property") => By::Doubt,
        () if begins("Invalid regular expression") => expression(),
        () if begins("Identifier `") && diagnostic.message.ends_with("already been declared") => {
            By::Node
        }
        () if begins("Duplicated export") => By::Both,
        () if begins("'using' declaration cannot appear in the bare case")
            || begins("An export name cannot include a unicode lone surrogate")
            || begins("Unexpected import.meta") =>
        {
            By::Node
        }
        () if begins("Unexpected new.target") => in_modules,
        () => By::Grammar,
    }
}

/// Of what follows from the whole of the text.
pub(super) fn bound(
    diagnostic: &OxcDiagnostic,
    text: &str,
    places: &Places,
    kind: SourceType,
    linked: bool,
) -> By {
    if let Some(number) = is_of(diagnostic) {
        return match number {
            "2337" | "2804" => By::Both,
            "1244" | "2483" => By::Node,
            _ => By::Nobody,
        };
    }
    let (message, typescript) = (&*diagnostic.message, kind.is_typescript());
    let begins = |with: &str| message.starts_with(with);
    let among = |spans: &[Span]| {
        let inside = |at: u32| spans.iter().any(|span| span.start <= at && at < span.end);
        let count = offsets(diagnostic).filter(|at| inside(*at)).count();
        (count > 0, count == diagnostic.labels.len())
    };
    // A type may be called what it likes, and what is declared for types alone may come twice.
    if typescript && among(&places.types).0 {
        return By::Nobody;
    }
    if begins("Identifier `") {
        return match () {
            () if typescript && among(&places.imports).0 => By::Node,
            () if among(&places.functions).1 => By::Node,
            // In a function, a parameter or a `var` may have the name of a function.
            () if typescript && among(&places.functions).0 => By::Doubt,
            () => By::Both,
        };
    }
    if begins("'0'-prefixed") {
        let first = offsets(diagnostic).next().and_then(|at| usize::try_from(at).ok());
        let number = first.and_then(|at| text.as_bytes().get(at)).is_some_and(u8::is_ascii_digit);
        return if number { By::Node } else { By::Both };
    }
    match () {
        () if begins("Decimals with leading zeros")
            || begins("Invalid escape sequence")
            || begins("Invalid function declaration")
            || begins("Illegal 'use strict'")
            || begins("for-in loop variable") =>
        {
            By::Node
        }
        // bun leaves out what is below a `return`.
        () if begins("Label `") => By::NodeAtLeast,
        () if begins("Getters and setters must have") || begins("Enum member must have") => {
            By::Nobody
        }
        () if begins("The keyword") && typescript && among(&places.imports).0 => By::Node,
        // bun takes it where nothing makes the text a module.
        () if begins("'with' statements") && typescript && !linked => By::Node,
        () => By::Both,
    }
}

/// Where things are that a reader for all of TypeScript takes too strictly.
#[derive(Default)]
pub(super) struct Places {
    /// What is left out, and the names of members of classes.
    types: Vec<Span>,
    imports: Vec<Span>,
    /// The names of functions that are declared.
    functions: Vec<Span>,
}

impl Places {
    pub(super) fn of(program: &Program<'_>) -> Self {
        let mut places = Self::default();
        places.visit_program(program);
        places
    }

    fn key(&mut self, key: &PropertyKey<'_>) {
        if !matches!(key, PropertyKey::PrivateIdentifier(_)) {
            self.types.push(key.span());
        }
    }
}

impl<'a> Visit<'a> for Places {
    fn visit_declaration(&mut self, it: &Declaration<'a>) {
        if it.declare() {
            self.types.push(it.span());
            return;
        }
        walk::walk_declaration(self, it);
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        let kept = if it.import_kind.is_type() { &mut self.types } else { &mut self.imports };
        kept.push(it.span);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if it.declare || it.body.is_none() {
            self.types.push(it.span);
            return;
        }
        if it.is_declaration() {
            self.functions.extend(it.id.as_ref().map(|id| id.span));
        }
        walk::walk_function(self, it, flags);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        if it.declare {
            self.types.push(it.span);
            return;
        }
        walk::walk_class(self, it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.declare {
            self.types.push(it.span);
            return;
        }
        walk::walk_variable_declaration(self, it);
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        if !it.kind.is_constructor() {
            self.key(&it.key);
        }
        walk::walk_method_definition(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.key(&it.key);
        walk::walk_property_definition(self, it);
    }

    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        if it.declare {
            self.types.push(it.span);
            return;
        }
        walk::walk_ts_enum_declaration(self, it);
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        if it.declare {
            self.types.push(it.span);
            return;
        }
        walk::walk_ts_namespace_declaration(self, it);
    }

    fn visit_ts_external_module_declaration(&mut self, it: &TSExternalModuleDeclaration<'a>) {
        self.types.push(it.span);
    }

    fn visit_ts_global_declaration(&mut self, it: &TSGlobalDeclaration<'a>) {
        self.types.push(it.span);
    }

    fn visit_ts_interface_declaration(&mut self, it: &TSInterfaceDeclaration<'a>) {
        self.types.push(it.span);
    }

    fn visit_ts_type_alias_declaration(&mut self, it: &TSTypeAliasDeclaration<'a>) {
        self.types.push(it.span);
    }

    fn visit_ts_type_parameter_declaration(&mut self, it: &TSTypeParameterDeclaration<'a>) {
        self.types.push(it.span);
    }

    fn visit_ts_type(&mut self, it: &TSType<'a>) {
        self.types.push(it.span());
    }
}
