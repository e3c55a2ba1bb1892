//! Functions that a module exports and that do not come back where they are called: they wait for what never comes, go
//! round without an end, or end the program. Whoever calls one after the other does not get to the next. Those in an object
//! that is the default export have its name before their own.

use std::collections::{HashMap, HashSet};

use oxc::ast::ast::{
    Argument, ArrowFunctionBody, BindingPattern, Declaration, ExportDefaultDeclarationKind,
    Expression, FormalParameters, Function, IdentifierReference, ObjectPropertyKind, Program,
    PropertyKind, Statement, VariableDeclaration, VariableDeclarationKind,
};
use oxc::semantic::Scoping;

use super::whole::{self, bare};
use super::{Stay, StayHow, once};
use path::{Only, Path, Way};

mod path;
mod seen;

/// What a function does in place of coming back, by the name of its export. `exits`: nobody puts anything where
/// `process.exit` is. `sleeps`: the names that are the `setTimeout` of `timers/promises`.
pub(super) fn found(
    program: &Program<'_>,
    scoping: &Scoping,
    exits: bool,
    sleeps: HashSet<String>,
) -> Vec<(String, Stay)> {
    let mut read = Read { scoping, exits, sleeps, bodies: HashMap::new() };
    let variables = program.body.iter().filter_map(|statement| match statement {
        Statement::VariableDeclaration(it) => Some(it),
        Statement::ExportDeclaration(export) => match &export.declaration {
            Declaration::VariableDeclaration(it) => Some(it),
            _ => None,
        },
        _ => None,
    });
    let constants = variables.filter(|it| it.kind == VariableDeclarationKind::Const);
    // What waits for a timer may be declared behind what uses it.
    constants.clone().for_each(|it| read.sleepers(it));
    for statement in &program.body {
        match statement {
            Statement::FunctionDeclaration(it) => read.function(it),
            Statement::ExportDeclaration(export) => {
                if let Declaration::FunctionDeclaration(it) = &export.declaration {
                    read.function(it);
                }
            }
            _ => {}
        }
    }
    constants.for_each(|it| read.constants(it));
    // Nearly all come back.
    let mut all = Vec::new();
    for statement in &program.body {
        match statement {
            Statement::ExportDefaultDeclaration(export) => {
                let stay = match &export.declaration {
                    ExportDefaultDeclarationKind::FunctionDeclaration(it) => read.of(it),
                    other => other.as_expression().and_then(|it| read.of_value(it)),
                };
                all.extend(stay.map(|stay| ("default".to_owned(), stay)));
                let held = export.declaration.as_expression().map(|it| read.held_by(it));
                all.extend(
                    held.into_iter()
                        .flatten()
                        .map(|(name, stay)| (format!("default.{name}"), stay)),
                );
            }
            Statement::ExportDeclaration(export) => {
                let mut add = |name: &str| {
                    let stay = read.bodies.get(name).cloned();
                    all.extend(stay.map(|stay| (name.to_owned(), stay)));
                };
                match &export.declaration {
                    Declaration::FunctionDeclaration(it) => {
                        it.id.iter().for_each(|id| add(&id.name));
                    }
                    Declaration::VariableDeclaration(it) => {
                        let names =
                            it.declarations.iter().flat_map(|it| it.id.get_binding_identifiers());
                        names.for_each(|it| add(&it.name));
                    }
                    _ => {}
                }
            }
            Statement::ExportNamedDeclaration(export) => {
                for specifier in &export.specifiers {
                    let stay = read.bodies.get(specifier.local.name().as_str()).cloned();
                    all.extend(stay.map(|stay| (specifier.exported.name().to_string(), stay)));
                }
            }
            _ => {}
        }
    }
    all
}

struct Read<'s> {
    scoping: &'s Scoping,
    exits: bool,
    /// Functions that wait for some time, and do not fail.
    sleeps: HashSet<String>,
    /// The functions of the module that do not come back, by name.
    bodies: HashMap<String, Stay>,
}

impl Read<'_> {
    fn function(&mut self, function: &Function<'_>) {
        if let Some(id) = &function.id
            && !self.scoping.symbol_is_mutated(id.symbol_id())
            && let Some(stay) = self.of(function)
        {
            self.bodies.insert(id.name.to_string(), stay);
        }
    }

    /// What answers with a promise of a timer: `(ms) => new Promise((done) => setTimeout(done, ms))`.
    fn sleepers(&mut self, variables: &VariableDeclaration<'_>) {
        for declarator in &variables.declarations {
            if let BindingPattern::BindingIdentifier(id) = &declarator.id
                && let Some(Expression::ArrowFunctionExpression(it)) =
                    declarator.init.as_ref().map(bare)
                && it.body.as_expression().is_some_and(|it| self.is_timer(it))
            {
                self.sleeps.insert(id.name.to_string());
            }
        }
    }

    fn constants(&mut self, variables: &VariableDeclaration<'_>) {
        for declarator in &variables.declarations {
            if let BindingPattern::BindingIdentifier(id) = &declarator.id
                && let Some(stay) = declarator.init.as_ref().and_then(|it| self.of_value(it))
            {
                self.bodies.insert(id.name.to_string(), stay);
            }
        }
    }

    fn of(&self, function: &Function<'_>) -> Option<Stay> {
        let body = function.body.as_ref().filter(|_| !function.generator)?;
        self.body(&function.params, &body.statements)
    }

    fn of_value(&self, expression: &Expression<'_>) -> Option<Stay> {
        match bare(expression) {
            Expression::FunctionExpression(it) => self.of(it),
            Expression::ArrowFunctionExpression(it) => match &it.body {
                ArrowFunctionBody::FunctionBody(body) => self.body(&it.params, &body.statements),
                other => {
                    let how = other.as_expression().and_then(|it| self.answers(it))?;
                    Some(Stay { how, at_once: true, kind: None, action: None })
                }
            },
            Expression::Identifier(name) => self.bodies.get(name.name.as_str()).cloned(),
            _ => None,
        }
    }

    /// The functions that an object holds which is written out here.
    fn held_by(&self, expression: &Expression<'_>) -> Vec<(String, Stay)> {
        let Expression::ObjectExpression(object) = bare(expression) else { return Vec::new() };
        let held = |it: &ObjectPropertyKind<'_>| match it {
            ObjectPropertyKind::ObjectProperty(it) if it.kind == PropertyKind::Init => {
                Some((it.key.static_name()?.to_string(), self.of_value(&it.value)?))
            }
            _ => None,
        };
        // A later one of the same name, or of another object, may be there in its place.
        let mut names = HashSet::new();
        let once = |it: &ObjectPropertyKind<'_>| match it {
            ObjectPropertyKind::ObjectProperty(it) => {
                it.key.static_name().is_some_and(|name| names.insert(name.to_string()))
            }
            ObjectPropertyKind::SpreadProperty(_) => false,
        };
        if !object.properties.iter().all(once) {
            return Vec::new();
        }
        object.properties.iter().filter_map(held).collect()
    }

    fn body(&self, params: &FormalParameters<'_>, statements: &[Statement<'_>]) -> Option<Stay> {
        let event = match params.items.first().map(|it| &it.pattern) {
            Some(BindingPattern::BindingIdentifier(id)) => Some(id.symbol_id()),
            _ => None,
        };
        let event = event.filter(|event| !self.scoping.symbol_is_mutated(*event));
        let mut path = Path { read: self, event, only: Only::default() };
        match path.block(statements) {
            Way::Stays(stay) => Some(stay),
            Way::On | Way::Away => None,
        }
    }

    /// What a statement does that is an expression.
    fn does(&self, expression: &Expression<'_>) -> Option<StayHow> {
        let expression = bare(expression);
        if let Expression::AwaitExpression(it) = expression {
            return self.never(&it.argument).then_some(StayHow::Waits);
        }
        let exits = once::exit_by(expression).is_some_and(|it| self.exits && self.is_free(it));
        exits.then_some(StayHow::Exits)
    }

    /// What it does in place of answering with this.
    fn answers(&self, expression: &Expression<'_>) -> Option<StayHow> {
        if self.never(expression) { Some(StayHow::Waits) } else { self.does(expression) }
    }

    fn never(&self, expression: &Expression<'_>) -> bool {
        whole::unsettled(expression).is_some_and(|it| self.is_free(it))
    }

    /// Whether nobody here declares this name.
    fn is_free(&self, name: &IdentifierReference<'_>) -> bool {
        once::symbol(self.scoping, name).is_none()
    }

    /// Whether it is a promise that a timer settles.
    fn is_timer(&self, expression: &Expression<'_>) -> bool {
        match bare(expression) {
            Expression::NewExpression(made) => {
                let promise = matches!(bare(&made.callee), Expression::Identifier(it) if it.name == "Promise" && self.is_free(it));
                let by = made.arguments.first().and_then(Argument::as_expression).map(bare);
                let Some(Expression::ArrowFunctionExpression(it)) = by else { return false };
                let does = match &it.body {
                    ArrowFunctionBody::FunctionBody(body) => match &body.statements[..] {
                        [Statement::ExpressionStatement(it)] => Some(&it.expression),
                        _ => None,
                    },
                    other => other.as_expression(),
                };
                promise && does.is_some_and(|it| self.sets_timer(it))
            }
            Expression::CallExpression(call) => {
                let own =
                    matches!(bare(&call.callee), Expression::Identifier(it) if self.sleeps(it));
                // One that can be called off fails then.
                own && call.arguments.len() == 1
            }
            _ => false,
        }
    }

    /// Whether it is the module's own name of such a function.
    fn sleeps(&self, name: &IdentifierReference<'_>) -> bool {
        let symbol = once::symbol(self.scoping, name);
        self.sleeps.contains(name.name.as_str())
            && symbol.is_some()
            && symbol == self.scoping.get_root_binding(name.name)
    }

    fn sets_timer(&self, expression: &Expression<'_>) -> bool {
        let Expression::CallExpression(call) = bare(expression) else { return false };
        let Expression::Identifier(it) = bare(&call.callee) else { return false };
        it.name == "setTimeout" && self.is_free(it)
    }
}

#[cfg(test)]
mod tests;
