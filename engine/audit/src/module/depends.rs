//! What a module meets as soon as it is loaded, and what then keeps it from loading or not: files, variables of the
//! environment, an answer that it waits for. Only running it tells.

mod given;
mod names;

use std::collections::{HashMap, HashSet};

use oxc::ast::ast::{
    Argument, ArrowFunctionExpression, AwaitExpression, BindingPattern, CallExpression, Class,
    ClassElement, ComputedMemberExpression, ConditionalExpression, Expression, Function,
    IfStatement, ImportExpression, LogicalExpression, NewExpression, Program, Statement,
    StaticMemberExpression, TSType, ThrowStatement, TryStatement, VariableDeclarator,
};
use oxc::ast_visit::{Visit, walk};
use oxc::semantic::{Scoping, SymbolId};
use oxc::span::{GetSpan, Span};
use oxc::syntax::scope::ScopeFlags;

use super::once::{is_exit, symbol};
use super::runs::{Body, Does, declared, may_return};
use super::{Once, early};
use given::{asks_for_module, is_beside, is_global, is_lenient, is_sound, of_runtime};

/// Those that end in `Sync` and answer without throwing.
const QUIET: [&str; 2] = ["existsSync", "spawnSync"];
/// Variables that are there wherever an agent runs.
const ALWAYS_SET: [&str; 2] = ["HOME", "PATH"];
/// What takes a path and throws where it gets nothing.
const OF_PATHS: [&str; 6] = ["basename", "dirname", "extname", "join", "normalize", "resolve"];
/// What is asked where a file can also be run as a program: an agent only imports it.
const AS_PROGRAM: [&str; 3] = ["import.meta.main", "require.main", "process.argv[1]"];

/// The first of them, with its line. What is asked for where it may not be run is added to what is done `once`.
pub(super) fn found(
    text: &str,
    program: &Program<'_>,
    scoping: &Scoping,
    once: &mut Once,
) -> Option<String> {
    let functions = program.body.iter().flat_map(declared);
    let functions =
        functions.filter(|(id, _)| !scoping.symbol_is_mutated(*id)).collect::<HashMap<_, _>>();
    let mut depends = Depends {
        text,
        scoping,
        functions,
        seen: HashSet::new(),
        variables: HashMap::new(),
        envs: HashSet::new(),
        renamed: HashMap::new(),
        built_in: HashMap::new(),
        sure: true,
        nested: false,
        once,
        found: None,
    };
    depends.imports(program);
    depends.statements(&program.body);
    let (at, words) = depends.found?;
    Some(format!("{words} (line {})", early::line(text, at)))
}

struct Depends<'t, 's, 'p, 'a> {
    text: &'t str,
    once: &'t mut Once,
    /// It looks at something within a statement of the module, and not at one of those.
    nested: bool,
    scoping: &'s Scoping,
    functions: HashMap<SymbolId, Body<'p, 'a>>,
    /// The functions that were looked into: once is enough.
    seen: HashSet<SymbolId>,
    /// The names that hold a variable of the environment, with its own.
    variables: HashMap<SymbolId, String>,
    /// The names of the environment itself.
    envs: HashSet<SymbolId>,
    /// What is imported under another name, with its own.
    renamed: HashMap<SymbolId, &'p str>,
    /// What is imported or required of a module that the runtime has itself, with the module.
    built_in: HashMap<SymbolId, &'p str>,
    /// What it looks at is behind no condition.
    sure: bool,
    found: Option<(u32, String)>,
}

impl<'p, 'a> Depends<'_, '_, 'p, 'a> {
    fn say(&mut self, at: Span, words: impl FnOnce() -> String) {
        if self.found.is_none() {
            self.found = Some((at.start, words()));
        }
    }

    fn statements(&mut self, statements: &[Statement<'a>]) {
        let outer = self.sure;
        for statement in statements {
            self.visit_statement(statement);
            self.sure &= !may_return(statement);
        }
        self.sure = outer;
    }

    fn perhaps(&mut self, look: impl FnOnce(&mut Self)) {
        let outer = (self.sure, self.nested);
        (self.sure, self.nested) = (false, true);
        look(self);
        (self.sure, self.nested) = outer;
    }

    fn symbol(&self, expression: &Expression<'_>) -> Option<SymbolId> {
        let Expression::Identifier(it) = expression.get_inner_expression() else { return None };
        symbol(self.scoping, it)
    }

    /// Looks into the module's own function that a call runs. Whether it is one.
    fn enter(&mut self, callee: &Expression<'a>, awaited: bool) -> bool {
        let id = self.symbol(callee);
        let named = id.and_then(|id| self.functions.get(&id).copied());
        let Some(body) = named.or_else(|| Body::of_value(callee.get_inner_expression())) else {
            return false;
        };
        // What it throws reaches only who awaits it.
        let reached = awaited || !body.is_async;
        if reached && id.is_none_or(|id| self.seen.insert(id)) {
            let outer = std::mem::replace(&mut self.nested, true);
            match body.does {
                Does::Statements(all) => self.statements(all),
                Does::Gives(value) => self.visit_expression(value),
                Does::Makes(_) => {}
            }
            self.nested = outer;
        }
        true
    }

    /// The name of the variable of the environment that this is, if it may not be set.
    fn variable(&self, expression: &Expression<'_>) -> Option<String> {
        match expression.get_inner_expression() {
            Expression::Identifier(_) => {
                let symbol = self.symbol(expression)?;
                let changed = self.scoping.symbol_is_mutated(symbol);
                self.variables.get(&symbol).filter(|_| !changed).cloned()
            }
            it => {
                let member = it.as_member_expression().filter(|it| self.is_env(it.object()))?;
                let name = member.static_property_name()?;
                (!ALWAYS_SET.contains(&name)).then(|| name.to_owned())
            }
        }
    }

    fn needs(&mut self, expression: &Expression<'_>, at: Span) {
        if self.sure
            && let Some(name) = self.variable(expression)
        {
            self.say(at, || format!("it needs {name}, which may not be set"));
        }
    }

    fn may_fail(&mut self, it: &CallExpression<'_>) {
        let Some(name) = self.name_of(&it.callee) else { return };
        let first = it.arguments.first().and_then(Argument::as_expression);
        let reads = name.ends_with("Sync") && !QUIET.contains(&name) && !is_lenient(&it.arguments);
        let parses =
            name == "parse" && is_global(&it.callee, "JSON") && !first.is_none_or(is_sound);
        let loads = name == "require" && !first.is_none_or(Expression::is_literal);
        if let Some(Expression::StringLiteral(from)) = first
            && name == "require"
            && self.nested
        {
            self.once.may_require.push(from.value.to_string());
        }
        let finds =
            name == "resolve" && asks_for_module(&it.callee) && !first.is_some_and(is_beside);
        if reads || parses || loads || finds {
            self.say(it.span, || format!("{name} may fail"));
        }
        let of = self.module_of(&it.callee);
        if of.is_some_and(|of| self.fails(of, name)) {
            self.say(it.span, || format!("{name} may fail"));
        }
        if OF_PATHS.contains(&name) || is_global(&it.callee, "Buffer") || of == Some("crypto") {
            for given in it.arguments.iter().filter_map(Argument::as_expression) {
                self.needs(given, given.span());
            }
        }
    }
}

impl<'a> Visit<'a> for Depends<'_, '_, '_, 'a> {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
    fn visit_ts_type(&mut self, _: &TSType<'a>) {}

    fn visit_class(&mut self, it: &Class<'a>) {
        if let Some(heritage) = it.heritage.as_ref().filter(|_| !it.declare) {
            self.visit_expression(&heritage.expression);
        }
        for element in &it.body.body {
            match element {
                ClassElement::PropertyDefinition(it) if it.r#static => {
                    if let Some(value) = &it.value {
                        self.visit_expression(value);
                    }
                }
                ClassElement::StaticBlock(it) => self.statements(&it.body),
                _ => {}
            }
        }
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        walk::walk_variable_declarator(self, it);
        let Some(init) = &it.init else { return };
        if let Expression::CallExpression(call) = init.get_inner_expression()
            && self.name_of(&call.callee) == Some("require")
            && let Some(Argument::StringLiteral(from)) = call.arguments.first()
        {
            let of = of_runtime(from.value.as_str());
            for id in it.id.get_binding_identifiers() {
                self.built_in.insert(id.symbol_id(), of);
            }
        }
        match &it.id {
            BindingPattern::BindingIdentifier(id) => {
                if let Some(name) = self.variable(init) {
                    self.variables.insert(id.symbol_id(), name);
                } else if self.is_env(init) && !self.scoping.symbol_is_mutated(id.symbol_id()) {
                    self.envs.insert(id.symbol_id());
                }
            }
            BindingPattern::ObjectPattern(pattern) if self.is_env(init) => {
                for one in &pattern.properties {
                    if let BindingPattern::BindingIdentifier(id) = &one.value
                        && let Some(name) = one.key.static_name()
                    {
                        self.variables.insert(id.symbol_id(), name.into_owned());
                    }
                }
            }
            _ => {}
        }
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        match &it.handler {
            // What is thrown in it is caught.
            Some(handler) => self.perhaps(|own| own.statements(&handler.body.body)),
            None => {
                let outer = std::mem::replace(&mut self.nested, true);
                self.statements(&it.block.body);
                self.nested = outer;
            }
        }
        if let Some(last) = &it.finalizer {
            self.statements(&last.body);
        }
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.visit_expression(&it.test);
        let test = it.test.span().source_text(self.text);
        let as_program = AS_PROGRAM.iter().any(|asked| test.contains(asked));
        self.perhaps(|own| {
            if !as_program {
                own.visit_statement(&it.consequent);
            }
            if let Some(other) = &it.alternate {
                own.visit_statement(other);
            }
        });
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.visit_expression(&it.test);
        self.perhaps(|own| {
            own.visit_expression(&it.consequent);
            own.visit_expression(&it.alternate);
        });
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        self.visit_expression(&it.left);
        self.perhaps(|own| own.visit_expression(&it.right));
    }

    fn visit_throw_statement(&mut self, it: &ThrowStatement<'a>) {
        walk::walk_throw_statement(self, it);
        self.say(it.span, || "it may throw an error".to_owned());
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        walk::walk_static_member_expression(self, it);
        if !it.optional {
            self.needs(&it.object, it.span);
        }
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        walk::walk_computed_member_expression(self, it);
        if !it.optional {
            self.needs(&it.object, it.span);
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        walk::walk_call_expression(self, it);
        if !self.enter(&it.callee, false) {
            self.may_fail(it);
        }
    }

    fn visit_expression(&mut self, it: &Expression<'a>) {
        if is_exit(it) {
            self.say(it.span(), || "it may end the program that loads it".to_owned());
        }
        walk::walk_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        walk::walk_new_expression(self, it);
        let first = it.arguments.first();
        let of = self.module_of(&it.callee);
        if let (Some(of), Some(name)) = (of, self.name_of(&it.callee))
            && self.fails(of, name)
        {
            self.say(it.span, || format!("{name} may fail"));
        }
        if matches!(&it.callee, Expression::Identifier(callee) if callee.name == "URL")
            && first.is_some_and(|it| !matches!(it, Argument::StringLiteral(_)))
        {
            self.say(it.span, || "URL may fail".to_owned());
        }
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        walk::walk_import_expression(self, it);
        match &it.source {
            Expression::StringLiteral(from) if self.nested => {
                self.once.may_await.push(from.value.to_string());
            }
            source if !source.is_literal() => {
                self.say(it.span, || "import may fail".to_owned());
            }
            _ => {}
        }
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        walk::walk_await_expression(self, it);
        let Expression::CallExpression(call) = it.argument.get_inner_expression() else { return };
        let name = self.name_of(&call.callee).unwrap_or_default();
        let caught = name == "catch" || is_global(&call.callee, "Promise");
        if !caught && !is_lenient(&call.arguments) && !self.enter(&call.callee, true) {
            let name = if name.is_empty() { "what it waits for" } else { name };
            self.say(it.span, || format!("{name} may fail"));
        }
    }
}
