//! Names that a module uses for certain, as soon as it is loaded, before they have a value, or gives a value that they
//! do not take: in the module itself, and in functions that it calls.

mod expressions;

use std::collections::HashMap;

use oxc::ast::ast::{
    Argument, Class, ClassElement, Declaration, ExportDefaultDeclarationKind, Expression,
    ForStatementInit, ForStatementLeft, IdentifierReference, Program, Statement,
    VariableDeclaration,
};
use oxc::ast_visit::Visit;
use oxc::semantic::{Scoping, SymbolId};
use oxc::span::Span;
use oxc::syntax::symbol::SymbolFlags;

use super::early::By;
use super::once::{is_declared_behind, symbol};
use super::runs::{Body, Does, declared, is_end, is_kept, is_known, is_nothing, may_return};

/// Where the runtimes stop for that, and why. Asked of bun and Node: bun puts classes first, and leaves out an expression
/// of which nothing comes, so there Node alone is certain.
pub(super) fn found(program: &Program<'_>, scoping: &Scoping) -> Vec<(By, Span, String)> {
    let mut functions = HashMap::new();
    for (id, body) in program.body.iter().flat_map(declared) {
        let others = scoping.symbol_redeclarations(id);
        // What only says how it may be called has no body.
        let only = others.iter().all(|other| other.flags.is_function());
        let sure = only && !scoping.symbol_is_mutated(id) && !functions.contains_key(&id);
        functions.insert(id, (body, sure));
    }
    let mut soon = Soon {
        scoping,
        functions,
        called: Vec::new(),
        calls: MOST_CALLS,
        from: None,
        pending: None,
        by: By::Both,
        found: Vec::new(),
    };
    soon.statements(&program.body);
    soon.found
}

/// So many calls of a module are followed, and so deep: each of two calls in each of many functions would take for ever.
const MOST_CALLS: usize = 500;
const DEEPEST: usize = 16;

/// By what it comes into a function.
#[derive(Clone, Copy)]
enum Enters {
    Call,
    Await,
    New,
}

struct Soon<'s, 'p, 'a> {
    scoping: &'s Scoping,
    /// Its own, and whether it is sure that a name means this one.
    functions: HashMap<SymbolId, (Body<'p, 'a>, bool)>,
    /// The functions it is in; none for one without a name.
    called: Vec<Option<SymbolId>>,
    /// How many more calls are followed.
    calls: usize,
    /// Where the call ends by which it came into a function: what is declared below has no value.
    from: Option<u32>,
    /// Where the declaration begins whose value is being made: what it names has none yet.
    pending: Option<u32>,
    /// Who stops for certain at what it looks at: bun may leave it out, or only what happens tells whether it is run.
    by: By,
    found: Vec<(By, Span, String)>,
}

impl<'a> Soon<'_, '_, 'a> {
    /// Whether nothing below them may be run.
    fn statements(&mut self, statements: &[Statement<'a>]) -> bool {
        let outer = self.by;
        let ended = statements.iter().any(|statement| {
            let ended = self.statement(statement) || is_end(statement);
            if self.by != By::Doubt && may_return(statement) {
                self.by = By::Doubt;
            }
            ended
        });
        self.by = outer;
        ended
    }

    fn statement(&mut self, statement: &Statement<'a>) -> bool {
        match statement {
            Statement::BlockStatement(it) => return self.statements(&it.body),
            Statement::VariableDeclaration(it) => self.variables(it),
            Statement::ClassDeclaration(it) => self.class(it),
            Statement::ExportDeclaration(it) => match &it.declaration {
                Declaration::VariableDeclaration(it) => self.variables(it),
                Declaration::ClassDeclaration(it) => self.class(it),
                _ => {}
            },
            Statement::ExportDefaultDeclaration(it) => match &it.declaration {
                ExportDefaultDeclarationKind::ClassDeclaration(it) => self.class(it),
                other => {
                    if let Some(expression) = other.as_expression() {
                        self.visit_expression(expression);
                    }
                }
            },
            Statement::ExpressionStatement(it) => {
                let by = if is_kept(&it.expression) { By::Both } else { By::NodeAtLeast };
                self.only(by, |own| own.visit_expression(&it.expression));
            }
            Statement::IfStatement(it) => {
                let does = |it: &Statement<'_>| !is_nothing(it);
                let kept = does(&it.consequent) || it.alternate.as_ref().is_some_and(does);
                let by = if kept { By::Both } else { By::NodeAtLeast };
                self.only(by, |own| own.test(&it.test));
                self.perhaps(&it.consequent);
                if let Some(other) = &it.alternate {
                    self.perhaps(other);
                }
            }
            Statement::ReturnStatement(it) => {
                if let Some(value) = &it.argument {
                    self.visit_expression(value);
                }
            }
            Statement::ThrowStatement(it) => self.visit_expression(&it.argument),
            Statement::ForStatement(it) => {
                match &it.init {
                    Some(ForStatementInit::VariableDeclaration(it)) => self.variables(it),
                    Some(init) => {
                        if let Some(expression) = init.as_expression() {
                            self.visit_expression(expression);
                        }
                    }
                    None => {}
                }
                if let Some(test) = &it.test {
                    self.test(test);
                }
                if let Some(update) = &it.update {
                    self.only(By::Doubt, |own| own.visit_expression(update));
                }
                self.perhaps(&it.body);
            }
            Statement::ForInStatement(it) => {
                self.visit_expression(&it.right);
                self.each(&it.left);
                self.perhaps(&it.body);
            }
            Statement::ForOfStatement(it) => {
                self.visit_expression(&it.right);
                self.each(&it.left);
                self.perhaps(&it.body);
            }
            Statement::WhileStatement(it) => {
                self.test(&it.test);
                self.perhaps(&it.body);
            }
            Statement::DoWhileStatement(it) => {
                self.perhaps(&it.body);
                self.only(By::Doubt, |own| own.visit_expression(&it.test));
            }
            Statement::LabeledStatement(it) => self.perhaps(&it.body),
            Statement::SwitchStatement(it) => {
                self.visit_expression(&it.discriminant);
                for statement in it.cases.iter().flat_map(|case| &case.consequent) {
                    self.perhaps(statement);
                }
            }
            // What is thrown in it is caught.
            // What is returned behind it takes the place of an error.
            Statement::TryStatement(it)
                if it.handler.is_none()
                    && !it
                        .finalizer
                        .as_ref()
                        .is_some_and(|last| last.body.iter().any(may_return)) =>
            {
                return self.statements(&it.block.body);
            }
            _ => {}
        }
        false
    }

    /// What gets each value of a loop, if there is one.
    fn each(&mut self, left: &ForStatementLeft<'a>) {
        if let Some(target) = left.as_assignment_target() {
            self.only(By::Doubt, |own| own.visit_assignment_target(target));
        }
    }

    /// What is asked before something else is run.
    fn test(&mut self, test: &Expression<'a>) {
        let by = if is_known(test) { By::NodeAtLeast } else { By::Both };
        self.only(by, |own| own.visit_expression(test));
    }

    /// What may be run, or not.
    fn perhaps(&mut self, statement: &Statement<'a>) {
        self.only(By::Doubt, |own| {
            own.statement(statement);
        });
    }

    /// Looks at what stops for certain only those.
    fn only(&mut self, by: By, look: impl FnOnce(&mut Self)) {
        let outer = self.by;
        if outer != By::Doubt && by != By::Both {
            self.by = by;
        }
        look(self);
        self.by = outer;
    }

    /// What a call runs, where that is known for certain.
    fn enter(&mut self, callee: &Expression<'a>, call: Span, by: Enters) {
        let callee = callee.get_inner_expression();
        let id = match callee {
            Expression::Identifier(it) => self.symbol(it),
            _ => None,
        };
        let named = id.and_then(|id| self.functions.get(&id).copied());
        let found = named.or_else(|| Some((Body::of_value(callee)?, true)));
        let Some((body, sure)) = found else { return };
        let is_class = matches!(body.does, Does::Makes(_));
        let enters = match by {
            Enters::Call => !body.is_async && !is_class,
            Enters::Await => !is_class,
            Enters::New => !body.is_async,
        };
        if !enters || (id.is_some() && self.called.contains(&id)) {
            return;
        }
        if self.calls == 0 || self.called.len() >= DEEPEST {
            self.found.push((By::Doubt, call, "too much is called at once".to_owned()));
            return;
        }
        self.calls = self.calls.saturating_sub(1);
        let from = self.from.or(self.pending).unwrap_or(call.end);
        let outer = (self.from.replace(from), self.pending.take());
        self.called.push(id);
        if let Some(takes) = body.takes {
            self.only(By::Doubt, |own| own.visit_formal_parameters(takes));
        }
        // bun puts what a small function gives back in the place of its call.
        let kept = matches!(body.does, Does::Statements(all) if all.len() > 1);
        let by = match sure {
            true if kept => By::Both,
            true => By::NodeAtLeast,
            false => By::Doubt,
        };
        self.only(by, |own| match body.does {
            Does::Statements(all) => {
                own.statements(all);
            }
            Does::Gives(value) => own.visit_expression(value),
            Does::Makes(class) => own.made(class),
        });
        self.called.pop();
        (self.from, self.pending) = outer;
    }

    /// The same of what is handed to a call.
    fn enter_all(&mut self, given: &[Argument<'a>], call: Span) {
        for one in given.iter().filter_map(|one| one.as_expression()) {
            self.enter(one, call, Enters::Call);
        }
    }

    fn variables(&mut self, it: &VariableDeclaration<'a>) {
        if it.declare {
            return;
        }
        for one in &it.declarations {
            if let Some(init) = &one.init {
                self.pending = Some(one.span.start);
                self.visit_expression(init);
                // The names of a pattern get their values one after the other.
                self.pending = None;
                self.visit_binding_pattern(&one.id);
            }
        }
    }

    fn class(&mut self, it: &Class<'a>) {
        if it.declare {
            return;
        }
        let own = it.id.as_ref().and_then(|id| id.symbol_id.get());
        match it.heritage.as_ref().map(|heritage| &heritage.expression) {
            Some(Expression::Identifier(parent)) if own.is_some() && self.symbol(parent) == own => {
                self.say(By::Both, parent, "is used before it has a value");
            }
            Some(parent) => self.only(By::NodeAtLeast, |own| own.visit_expression(parent)),
            None => {}
        }
        self.fields(it, true);
    }

    fn made(&mut self, it: &Class<'a>) {
        self.fields(it, false);
        let methods = it.body.body.iter().filter_map(|element| match element {
            ClassElement::MethodDefinition(it) if it.kind.is_constructor() => Some(it),
            _ => None,
        });
        for body in methods.filter_map(|it| it.value.body.as_deref()) {
            self.statements(&body.statements);
        }
    }

    /// What a class does once, or each time that one of it is made.
    fn fields(&mut self, it: &Class<'a>, once: bool) {
        for element in &it.body.body {
            if once
                && element.computed()
                && let Some(key) = element.property_key().and_then(|key| key.as_expression())
            {
                self.only(By::Doubt, |own| own.visit_expression(key));
            }
            match element {
                ClassElement::PropertyDefinition(it) if it.r#static == once => {
                    if let Some(value) = &it.value {
                        self.visit_expression(value);
                    }
                }
                ClassElement::StaticBlock(it) if once => {
                    self.statements(&it.body);
                }
                _ => {}
            }
        }
    }

    fn symbol(&self, it: &IdentifierReference<'_>) -> Option<SymbolId> {
        symbol(self.scoping, it)
    }

    /// Whether it has no value yet.
    fn too_soon(&mut self, it: &IdentifierReference<'_>) -> bool {
        let Some(id) = self.symbol(it) else { return false };
        let from = self.from.or(self.pending).unwrap_or(it.span.end);
        let soon = is_declared_behind(self.scoping, id, from);
        if soon {
            let by = match self.by {
                // bun puts classes first whose making runs nothing.
                By::Both | By::NodeAtLeast
                    if self.scoping.symbol_flags(id).intersects(SymbolFlags::Class) =>
                {
                    if self.is_plain(id) { By::Node } else { By::NodeAtLeast }
                }
                by => by,
            };
            self.say(by, it, "is used before it has a value");
        }
        soon
    }

    /// Where it gets a value: whether it takes one.
    fn set(&mut self, it: &IdentifierReference<'_>) {
        let Some(id) = it.reference_id.get() else { return };
        let reference = self.scoping.get_reference(id);
        let Some(id) = reference.symbol_id().filter(|_| reference.is_write()) else { return };
        let flags = self.scoping.symbol_flags(id);
        if flags.contains(SymbolFlags::Import) {
            self.say(self.by, it, "is imported and gets a value");
        } else if flags.contains(SymbolFlags::ConstVariable)
            && !flags.contains(SymbolFlags::Ambient)
        {
            // bun looks for it wherever it is.
            let by = if self.by == By::Doubt { By::Doubt } else { By::Node };
            self.say(by, it, "is a constant and gets a value");
        }
    }

    /// Whether making a class runs none of its own code.
    fn is_plain(&self, id: SymbolId) -> bool {
        let Some((Body { does: Does::Makes(it), .. }, _)) = self.functions.get(&id) else {
            return true;
        };
        let made = |element: &ClassElement<'_>| {
            let block = matches!(element, ClassElement::StaticBlock(_));
            block || element.r#static() || element.computed()
        };
        it.heritage.is_none() && !it.body.body.iter().any(made)
    }

    fn say(&mut self, by: By, it: &IdentifierReference<'_>, words: &str) {
        self.found.push((by, it.span, format!("{} {words}", it.name)));
    }
}
