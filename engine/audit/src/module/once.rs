//! What a module does for certain as soon as it is loaded: behind no condition, in no function, and where nobody
//! catches what is thrown.

use std::collections::HashSet;

use oxc::ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, AssignmentPattern, AssignmentTarget,
    AssignmentTargetWithDefault, AwaitExpression, BinaryExpression, BindingPattern, CallExpression,
    ChainExpression, Class, ConditionalExpression, Expression, Function, IdentifierReference,
    LogicalExpression, NewExpression, Program, Statement, StaticMemberExpression,
    TSModuleReference, TSType, TaggedTemplateExpression, UnaryExpression, VariableDeclarator,
};
use oxc::ast_visit::{Visit, walk};
use oxc::semantic::{Scoping, SymbolId};
use oxc::syntax::operator::UnaryOperator;
use oxc::syntax::scope::ScopeFlags;
use oxc::syntax::symbol::SymbolFlags;

use super::Once;

/// What Node gives only to modules for `require`.
const WORDS: [&str; 5] = ["require", "module", "exports", "__dirname", "__filename"];

pub(super) fn once(program: &Program<'_>, scoping: &Scoping) -> Once {
    let global = scoping.root_unresolved_references();
    let used = |name: &str| global.contains_key(name);
    // What is set there has a meaning of its own.
    let shims = used("globalThis") || used("global");
    let mut done = Done { scoping, once: Once::default(), shims, made: HashSet::new() };
    for statement in &program.body {
        match statement {
            Statement::ExpressionStatement(it) => {
                done.once.left.extend(left_alone(&it.expression));
                done.visit_expression(&it.expression);
            }
            Statement::VariableDeclaration(it) if !it.declare => {
                done.visit_variable_declaration(it);
            }
            Statement::ExportDefaultDeclaration(it) => {
                if let Some(expression) = it.declaration.as_expression() {
                    done.visit_expression(expression);
                }
            }
            Statement::ExportDeclaration(it) if !it.declaration.declare() => {
                done.visit_declaration(&it.declaration);
            }
            Statement::TSImportEqualsDeclaration(it) if !it.import_kind.is_type() => {
                if let TSModuleReference::ExternalModuleReference(it) = &it.module_reference {
                    done.once.requires.push(it.expression.value.to_string());
                }
            }
            Statement::IfStatement(it) => done.visit_expression(&it.test),
            // What is loaded for what it does may set anything.
            Statement::ImportDeclaration(it) if it.specifiers.is_none() => done.shims = true,
            _ => {}
        }
    }
    if done.shims {
        done.once.words.clear();
    }
    done.once
}

struct Done<'s> {
    scoping: &'s Scoping,
    once: Once,
    shims: bool,
    /// The names of what `createRequire` made for this very module.
    made: HashSet<SymbolId>,
}

impl Done<'_> {
    fn requires(&self, callee: &IdentifierReference<'_>) -> bool {
        let made = symbol(self.scoping, callee).is_some_and(|id| self.made.contains(&id));
        made || callee.name == "require" && self.is_global(callee)
    }

    fn is_global(&self, it: &IdentifierReference<'_>) -> bool {
        let reference = it.reference_id.get();
        reference.is_some_and(|id| {
            let reference = self.scoping.get_reference(id);
            reference.symbol_id().is_none() && reference.is_value()
        })
    }
}

impl<'a> Visit<'a> for Done<'_> {
    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let (BindingPattern::BindingIdentifier(id), Some(init)) = (&it.id, &it.init)
            && makes_require(init)
            && !self.scoping.symbol_is_mutated(id.symbol_id())
        {
            self.made.insert(id.symbol_id());
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
    fn visit_class(&mut self, _: &Class<'a>) {}
    fn visit_chain_expression(&mut self, _: &ChainExpression<'a>) {}
    fn visit_ts_type(&mut self, _: &TSType<'a>) {}

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.visit_expression(&it.test);
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        self.visit_expression(&it.left);
    }

    /// `a ??= b`: whether that is looked at, only running it tells.
    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if it.operator.is_logical() {
            self.visit_assignment_target(&it.left);
        } else {
            walk::walk_assignment_expression(self, it);
        }
    }

    fn visit_assignment_pattern(&mut self, it: &AssignmentPattern<'a>) {
        self.visit_binding_pattern(&it.left);
    }

    fn visit_assignment_target_with_default(&mut self, it: &AssignmentTargetWithDefault<'a>) {
        self.visit_assignment_target(&it.binding);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        let asks = it.operator == UnaryOperator::Typeof
            && matches!(it.argument, Expression::Identifier(_));
        if !asks {
            walk::walk_unary_expression(self, it);
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Expression::Identifier(callee) = &it.callee
            && self.requires(callee)
            && let Some(Expression::StringLiteral(from)) =
                it.arguments.first().and_then(|it| it.as_expression())
        {
            self.once.requires.push(from.value.to_string());
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        // bun knows `require.main === module` as a whole.
        if it.operator.is_equality() && is_main(&it.left) {
            self.visit_expression(&it.left);
            return;
        }
        walk::walk_binary_expression(self, it);
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        if let Expression::ImportExpression(import) = &it.argument
            && let Expression::StringLiteral(from) = &import.source
        {
            self.once.awaits.push(from.value.to_string());
        }
        walk::walk_await_expression(self, it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if WORDS.contains(&it.name.as_str()) && self.is_global(it) {
            self.once.words.push(it.name.to_string());
        }
    }
}

/// An expression without the `void` before it.
pub(super) fn behind_void<'e, 'a>(it: &'e Expression<'a>) -> &'e Expression<'a> {
    match it.get_inner_expression() {
        Expression::UnaryExpression(it) if it.operator == UnaryOperator::Void => {
            behind_void(&it.argument)
        }
        it => it,
    }
}

/// What a statement imports that is nothing but `import(…)`.
fn left_alone(it: &Expression<'_>) -> Option<String> {
    match behind_void(it) {
        Expression::ImportExpression(it) => match &it.source {
            Expression::StringLiteral(from) => Some(from.value.to_string()),
            _ => None,
        },
        _ => None,
    }
}

/// `createRequire(import.meta.url)`, and by the name of the file.
fn makes_require(init: &Expression<'_>) -> bool {
    let Expression::CallExpression(call) = init.get_inner_expression() else { return false };
    let named = match &call.callee {
        Expression::Identifier(it) => it.name == "createRequire",
        Expression::StaticMemberExpression(it) => it.property.name == "createRequire",
        _ => false,
    };
    let of = call.arguments.first().and_then(|it| it.as_expression());
    let own = of.is_some_and(|it| match it.get_inner_expression() {
        Expression::Identifier(it) => it.name == "__filename",
        Expression::StaticMemberExpression(it) => {
            matches!(&it.object, Expression::ImportMeta(_))
                && matches!(it.property.name.as_str(), "url" | "filename")
        }
        _ => false,
    });
    named && own
}

fn is_main(expression: &Expression<'_>) -> bool {
    member_of(expression, "require") == Some("main")
}

/// The name behind the dot, where what has it is of this name.
pub(super) fn member_of<'e>(expression: &'e Expression<'_>, owner: &str) -> Option<&'e str> {
    let Expression::StaticMemberExpression(it) = expression else { return None };
    let own = matches!(&it.object, Expression::Identifier(of) if of.name == owner);
    own.then(|| it.property.name.as_str())
}

/// Whether it ends the program.
pub(super) fn is_exit(expression: &Expression<'_>) -> bool {
    exit_by(expression).is_some()
}

/// By which name it ends the program: `process`, whatever that is here.
pub(super) fn exit_by<'e, 'a>(
    expression: &'e Expression<'a>,
) -> Option<&'e IdentifierReference<'a>> {
    let Expression::CallExpression(call) = expression else { return None };
    let Expression::StaticMemberExpression(it) = &call.callee else { return None };
    let Expression::Identifier(of) = &it.object else { return None };
    (of.name == "process" && it.property.name == "exit").then_some(of)
}

/// Whether a module sets what is called `exit` of anything.
pub(super) fn sets_exit(program: &Program<'_>) -> bool {
    struct Sets(bool);
    impl<'a> Visit<'a> for Sets {
        fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
            let exit = |it: &StaticMemberExpression<'_>| it.property.name == "exit";
            self.0 |= matches!(&it.left, AssignmentTarget::StaticMemberExpression(it) if exit(it));
            walk::walk_assignment_expression(self, it);
        }
    }
    let mut sets = Sets(false);
    sets.visit_program(program);
    sets.0
}

/// Whether a module that imports names from a file beside it calls something outside of all functions.
pub(super) fn calls(program: &Program<'_>) -> bool {
    struct Calls(bool);
    impl<'a> Visit<'a> for Calls {
        fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
        fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
        fn visit_ts_type(&mut self, _: &TSType<'a>) {}
        fn visit_call_expression(&mut self, _: &CallExpression<'a>) {
            self.0 = true;
        }
        fn visit_new_expression(&mut self, _: &NewExpression<'a>) {
            self.0 = true;
        }
        fn visit_tagged_template_expression(&mut self, _: &TaggedTemplateExpression<'a>) {
            self.0 = true;
        }
    }
    let names = |it: &Statement<'_>| matches!(it, Statement::ImportDeclaration(it) if it.specifiers.is_some() && it.source.value.starts_with('.'));
    let mut calls = Calls(false);
    if program.body.iter().any(names) {
        calls.visit_program(program);
    }
    calls.0
}

/// What a name means; none where nobody in the module declares it.
pub(super) fn symbol(scoping: &Scoping, it: &IdentifierReference<'_>) -> Option<SymbolId> {
    scoping.get_reference(it.reference_id.get()?).symbol_id()
}

/// Whether a name of the module gets its value behind this place, and has none before.
pub(super) fn is_declared_behind(scoping: &Scoping, id: SymbolId, from: u32) -> bool {
    let flags = scoping.symbol_flags(id);
    let of_block = SymbolFlags::BlockScopedVariable | SymbolFlags::Class;
    let top = scoping.symbol_scope_id(id) == scoping.root_scope_id();
    // What is only said to be there comes from elsewhere.
    let real = !flags.contains(SymbolFlags::Ambient);
    top && real && flags.intersects(of_block) && scoping.symbol_span(id).start >= from
}
