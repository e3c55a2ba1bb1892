//! What keeps one of the runtimes from loading a module, and is too rare to tell which and when: only running it does.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use oxc::allocator::Allocator;
use oxc::ast::ast::{
    Argument, ArrowFunctionExpression, AssignmentTarget, BindingIdentifier, BlockStatement,
    CallExpression, Class, ExportDefaultDeclaration, Expression, Function, FunctionType,
    IdentifierReference, ImportDeclaration, ImportNamespaceSpecifier, ObjectExpression,
    ObjectPropertyKind, Program, Statement, TSGlobalDeclaration, TSNamespaceDeclaration,
    TSNamespaceExportDeclaration, ThisExpression, UnaryExpression, VariableDeclarator,
};
use oxc::ast_visit::{Visit, walk};
use oxc::parser::Parser;
use oxc::semantic::{Scoping, SemanticBuilder, SymbolId};
use oxc::span::{GetSpan, SourceType, Span};
use oxc::syntax::operator::UnaryOperator;
use oxc::syntax::scope::ScopeFlags;
use oxc::syntax::symbol::SymbolFlags;

use super::globals::{Has, takes_bun, who_has};
use super::{Early, Lacks, once};

/// Names that mean something else where a module is strict.
const RESERVED: [&str; 3] = ["arguments", "await", "eval"];
/// Adds what is of that kind. `linked`: it is a module of import and export.
pub(super) fn add(
    early: &mut Early,
    text: &str,
    kind: SourceType,
    program: &Program<'_>,
    scoping: &Scoping,
    linked: bool,
) {
    let mut rare = Rare {
        scoping,
        linked,
        is: false,
        of_default: None,
        classes: 0,
        function: 0,
        functions: 0,
        uses: Vec::new(),
        places: HashMap::new(),
        whole: HashSet::new(),
        own: HashSet::new(),
        called: Vec::new(),
        takes: HashMap::new(),
        callees: HashSet::new(),
        nowhere: HashSet::new(),
        asked: HashSet::new(),
        lacking: Vec::new(),
    };
    rare.visit_program(program);
    early.doubt |=
        rare.is || rare.is_nowhere() || rare.too_soon() || (!linked && is_loose(text, kind));
    let lacking = |who: Has| {
        let mut all =
            rare.lacking.iter().filter(|(has, name)| *has == who && !rare.asked.contains(name));
        all.next().map(|(_, name)| name.clone())
    };
    let is_global = |name: &str| scoping.root_unresolved_references().contains_key(name);
    let takes_bun = takes_bun(program, is_global);
    early.lacks = Lacks { bun: lacking(Has::Node), node: lacking(Has::Bun), takes_bun };
}

/// Whether it is only right where the rules are not strict, which bun may take for a module all the same.
fn is_loose(text: &str, kind: SourceType) -> bool {
    let text =
        if text.starts_with("#!") { text.split_once('\n').map_or("", |it| it.1) } else { text };
    let strict = format!("\"use strict\";{text}");
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, &strict, kind.with_commonjs(true)).parse();
    let bound = || SemanticBuilder::new().with_check_syntax_error(true).build(&parsed.program);
    text.contains("<!--") || !parsed.diagnostics.is_empty() || !bound().diagnostics.is_empty()
}

/// Where a name is used.
struct Use {
    symbol: SymbolId,
    at: u32,
    function: usize,
    writes: bool,
}

/// What declares a name.
struct Place {
    whole: Range<u32>,
    function: usize,
    is_variable: bool,
}

struct Rare<'s> {
    scoping: &'s Scoping,
    linked: bool,
    is: bool,
    /// Where the value of the default export is: it has to be there, if it is a type or not.
    of_default: Option<Span>,
    /// How many classes it is in: `this` means something in them.
    classes: usize,
    /// The function it is in; 0 is what is run when the module is loaded.
    function: usize,
    functions: usize,
    uses: Vec<Use>,
    places: HashMap<SymbolId, Place>,
    /// Names of a whole other module.
    whole: HashSet<SymbolId>,
    /// Functions that are known by their name in themselves alone.
    own: HashSet<SymbolId>,
    /// Where something of the module's own is called at once whose code is not followed, and where that is. What is
    /// handed to one of its functions is run if that calls what it is handed.
    called: Vec<(u32, Range<u32>, Option<SymbolId>)>,
    /// What its functions take.
    takes: HashMap<SymbolId, Vec<SymbolId>>,
    /// What is called anywhere.
    callees: HashSet<SymbolId>,
    /// Names that nobody declares, used as soon as the module is loaded.
    nowhere: HashSet<String>,
    /// Those of which it is asked whether they are there.
    asked: HashSet<String>,
    /// Names that not both have, used as soon as the module is loaded. Nobody has a type.
    lacking: Vec<(Has, String)>,
}

impl Rare<'_> {
    fn symbol(&self, it: &IdentifierReference<'_>) -> Option<SymbolId> {
        once::symbol(self.scoping, it)
    }

    fn within(&mut self, walk: impl FnOnce(&mut Self)) {
        self.functions = self.functions.saturating_add(1);
        let outer = std::mem::replace(&mut self.function, self.functions);
        walk(self);
        self.function = outer;
    }

    fn declare(&mut self, id: Option<&BindingIdentifier<'_>>, whole: Span, is_variable: bool) {
        if let Some(symbol) = id.and_then(|id| id.symbol_id.get()) {
            let whole = whole.start..whole.end;
            let place = Place { whole, function: self.function, is_variable };
            // Where it comes first, it has a value from then on.
            self.places.entry(symbol).or_insert(place);
        }
    }

    fn no_function<'a>(&mut self, body: &Statement<'a>) {
        self.is |= matches!(body, Statement::FunctionDeclaration(_));
    }

    /// Whether a name is used that neither runtime has, and nobody asked whether it is there.
    fn is_nowhere(&self) -> bool {
        self.nowhere.difference(&self.asked).next().is_some()
    }

    /// Whether a name is used where it has no value yet, or gets one that it does not take.
    fn too_soon(&self) -> bool {
        let block = SymbolFlags::BlockScopedVariable | SymbolFlags::Class;
        let root = self.scoping.root_scope_id();
        let soon = |it: &Use| {
            let flags = self.scoping.symbol_flags(it.symbol);
            let is_class = flags.contains(SymbolFlags::Class);
            let Some(place) = self.places.get(&it.symbol) else { return false };
            let before = if is_class { place.whole.start } else { place.whole.end };
            let early = flags.intersects(block)
                && self.scoping.symbol_scope_id(it.symbol) != root
                && it.function == place.function
                && it.at < before;
            let inside = it.writes && is_class && place.whole.contains(&it.at);
            // A `var` is there before it has its value.
            let empty = flags.contains(SymbolFlags::FunctionScopedVariable)
                && place.is_variable
                && !it.writes
                && it.function == 0
                && place.function == 0
                && it.at < place.whole.start;
            early || inside || empty
        };
        let late = |region: &Range<u32>, from: u32| {
            self.uses.iter().filter(|it| region.contains(&it.at)).any(|it| {
                let place = self.places.get(&it.symbol);
                place.is_some_and(|place| place.function == 0 && place.whole.start >= from)
                    && self.scoping.symbol_flags(it.symbol).intersects(block)
            })
        };
        self.uses.iter().any(|it| soon(it) || it.writes && self.own.contains(&it.symbol))
            || self.called.iter().any(|(from, region, by)| {
                let calls = |id: SymbolId| {
                    let takes = self.takes.get(&id);
                    takes.is_none_or(|all| all.iter().any(|one| self.callees.contains(one)))
                };
                by.is_none_or(calls) && late(region, *from)
            })
    }
}

impl<'a> Visit<'a> for Rare<'_> {
    fn visit_program(&mut self, it: &Program<'a>) {
        let does = |statement: &Statement<'_>| {
            matches!(statement, Statement::ExpressionStatement(_) | Statement::ClassDeclaration(_))
        };
        let mut done = false;
        for statement in &it.body {
            let real = matches!(statement, Statement::TSNamespaceDeclaration(it) if !it.declare);
            self.is |= done && real;
            done |= does(statement);
        }
        walk::walk_program(self, it);
    }

    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        let mut names = HashSet::new();
        for statement in &it.body {
            if let Statement::FunctionDeclaration(it) = statement
                && it.body.is_some()
                && let Some(id) = &it.id
            {
                self.is |= !names.insert(id.name.as_str());
            }
        }
        walk::walk_block_statement(self, it);
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        match it {
            Statement::WhileStatement(it) => self.no_function(&it.body),
            Statement::DoWhileStatement(it) => self.no_function(&it.body),
            Statement::ForStatement(it) => self.no_function(&it.body),
            Statement::ForInStatement(it) => self.no_function(&it.body),
            Statement::ForOfStatement(it) => self.no_function(&it.body),
            _ => {}
        }
        walk::walk_statement(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if it.r#type == FunctionType::FunctionExpression {
            self.own.extend(it.id.as_ref().and_then(|id| id.symbol_id.get()));
        } else {
            self.declare(it.id.as_ref(), it.span, false);
            if let Some(id) = it.id.as_ref().and_then(|id| id.symbol_id.get()) {
                let takes = it.params.items.iter();
                let takes = takes.flat_map(|one| one.pattern.get_binding_identifiers());
                let takes = takes.filter_map(|one| one.symbol_id.get()).collect();
                self.takes.insert(id, takes);
            }
        }
        self.within(|own| walk::walk_function(own, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.within(|own| walk::walk_arrow_function_expression(own, it));
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.declare(it.id.as_ref(), it.span, false);
        self.classes = self.classes.saturating_add(1);
        walk::walk_class(self, it);
        self.classes = self.classes.saturating_sub(1);
    }

    fn visit_this_expression(&mut self, _: &ThisExpression) {
        self.is |= self.linked && self.function == 0 && self.classes == 0;
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        for id in it.id.get_binding_identifiers() {
            self.declare(Some(id), it.span, true);
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.is |= RESERVED.contains(&it.name.as_str());
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let Some(id) = it.reference_id.get() else { return };
        let reference = self.scoping.get_reference(id);
        let (value, writes) = (reference.is_value(), reference.is_write());
        let name = it.name.as_str();
        let Some(symbol) = reference.symbol_id() else {
            self.is |= writes && RESERVED.contains(&name);
            if (value || writes && self.linked) && self.function == 0 {
                match who_has(name) {
                    Has::Nobody if !writes || self.linked => {
                        self.nowhere.insert(name.to_owned());
                    }
                    Has::Both | Has::Nobody => {}
                    one => self.lacking.push((one, name.to_owned())),
                }
            }
            return;
        };
        let flags = self.scoping.symbol_flags(symbol);
        let ambient = flags.contains(SymbolFlags::Ambient);
        self.is |= value && ambient && self.function == 0 && who_has(name) == Has::Nobody;
        let none = !flags.intersects(SymbolFlags::Value | SymbolFlags::Import);
        if none && (value || self.of_default == Some(it.span)) && self.function == 0 {
            self.lacking.extend([Has::Bun, Has::Node].map(|only| (only, name.to_owned())));
        }
        if value || writes {
            let at = it.span.start;
            self.uses.push(Use { symbol, at, function: self.function, writes });
        }
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        self.of_default = it.declaration.as_expression().map(GetSpan::span);
        walk::walk_export_default_declaration(self, it);
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        // One of the agents that bun runs loads what nothing is taken of, and another one does not.
        self.is |= it.specifiers.as_ref().is_some_and(|all| all.is_empty());
        walk::walk_import_declaration(self, it);
    }

    fn visit_import_namespace_specifier(&mut self, it: &ImportNamespaceSpecifier<'a>) {
        self.whole.extend(it.local.symbol_id.get());
    }

    fn visit_assignment_target(&mut self, it: &AssignmentTarget<'a>) {
        if let AssignmentTarget::StaticMemberExpression(member) = it
            && let Expression::Identifier(of) = &member.object
            && self.function == 0
        {
            self.is |= self.symbol(of).is_some_and(|symbol| self.whole.contains(&symbol));
        }
        walk::walk_assignment_target(self, it);
    }

    fn visit_object_expression(&mut self, it: &ObjectExpression<'a>) {
        let named = it.properties.iter().filter(|one| match one {
            ObjectPropertyKind::ObjectProperty(one) => {
                one.key.static_name().is_some_and(|name| name == "__proto__")
            }
            ObjectPropertyKind::SpreadProperty(_) => false,
        });
        self.is |= named.count() > 1;
        walk::walk_object_expression(self, it);
    }

    fn visit_ts_global_declaration(&mut self, it: &TSGlobalDeclaration<'a>) {
        self.is |= !it.declare;
    }

    fn visit_ts_namespace_export_declaration(&mut self, _: &TSNamespaceExportDeclaration<'a>) {
        self.is = true;
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        self.within(|own| walk::walk_ts_namespace_declaration(own, it));
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        match &it.argument {
            Expression::Identifier(name) if it.operator == UnaryOperator::Typeof => {
                self.asked.insert(name.name.to_string());
            }
            _ => walk::walk_unary_expression(self, it),
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        walk::walk_call_expression(self, it);
        if let Expression::Identifier(callee) = &it.callee {
            self.callees.extend(self.symbol(callee));
        }
        if self.function != 0 {
            return;
        }
        match &it.callee {
            Expression::StaticMemberExpression(callee) => {
                if let Expression::Identifier(of) = &callee.object
                    && let Some(place) = self.symbol(of).and_then(|id| self.places.get(&id))
                {
                    self.called.push((it.span.end, place.whole.clone(), None));
                }
            }
            Expression::Identifier(callee) => {
                let own = self
                    .symbol(callee)
                    .filter(|id| !self.scoping.symbol_flags(*id).contains(SymbolFlags::Import));
                let given = it.arguments.iter().filter_map(Argument::as_expression);
                for one in given.filter(|one| own.is_some() && one.is_function()) {
                    let span = one.span();
                    self.called.push((it.span.end, span.start..span.end, own));
                }
            }
            _ => {}
        }
    }
}
