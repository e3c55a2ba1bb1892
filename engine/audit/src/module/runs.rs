//! What the calls of a module's own functions run, and what is run where one of its classes is made.

use oxc::ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, Class, Declaration, ExportDefaultDeclarationKind,
    Expression, FormalParameters, Function, ReturnStatement, Statement, VariableDeclaration,
};
use oxc::ast_visit::Visit;
use oxc::semantic::SymbolId;
use oxc::span::GetSpan;
use oxc::syntax::operator::UnaryOperator;
use oxc::syntax::scope::ScopeFlags;

use super::once;

/// The methods that call what they are given before they return, if at all.
pub(super) const CALL_BACK: [&str; 13] = [
    "every",
    "filter",
    "find",
    "findIndex",
    "flatMap",
    "forEach",
    "from",
    "map",
    "reduce",
    "reduceRight",
    "replace",
    "some",
    "sort",
];

/// What a call of a function runs.
#[derive(Clone, Copy)]
pub(super) struct Body<'p, 'a> {
    pub takes: Option<&'p FormalParameters<'a>>,
    pub does: Does<'p, 'a>,
    /// What it throws reaches only who awaits it.
    pub is_async: bool,
    pub is_arrow: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Does<'p, 'a> {
    Statements(&'p [Statement<'a>]),
    Gives(&'p Expression<'a>),
    /// One of this class is made.
    Makes(&'p Class<'a>),
}

impl<'p, 'a> Body<'p, 'a> {
    pub fn of(it: &'p Function<'a>) -> Option<Self> {
        let body = it.body.as_deref().filter(|_| !it.generator)?;
        let does = Does::Statements(&body.statements);
        Some(Self { takes: Some(&it.params), does, is_async: it.r#async, is_arrow: false })
    }

    fn of_arrow(it: &'p ArrowFunctionExpression<'a>) -> Option<Self> {
        let does = match &it.body {
            ArrowFunctionBody::FunctionBody(body) => Does::Statements(&body.statements),
            body => Does::Gives(body.as_expression()?),
        };
        Some(Self { takes: Some(&it.params), does, is_async: it.r#async, is_arrow: true })
    }

    pub(super) const fn of_class(it: &'p Class<'a>) -> Self {
        Self { takes: None, does: Does::Makes(it), is_async: false, is_arrow: false }
    }

    /// Where it begins, by which it is told from all others.
    pub fn start(&self) -> u32 {
        match (self.takes, self.does) {
            (Some(takes), _) => takes.span.start,
            (None, Does::Makes(class)) => class.span.start,
            (None, Does::Gives(value)) => value.span().start,
            (None, Does::Statements(all)) => all.first().map_or(0, |it| it.span().start),
        }
    }

    pub fn of_value(value: &'p Expression<'a>) -> Option<Self> {
        match value.get_inner_expression() {
            Expression::ArrowFunctionExpression(it) => Self::of_arrow(it),
            Expression::FunctionExpression(it) => Self::of(it),
            Expression::ClassExpression(it) => Some(Self::of_class(it)),
            _ => None,
        }
    }
}

/// The functions that a statement declares.
pub(super) fn declared<'p, 'a>(statement: &'p Statement<'a>) -> Vec<(SymbolId, Body<'p, 'a>)> {
    let function = |it: &'p Function<'a>| {
        let id = it.id.as_ref().and_then(|id| id.symbol_id.get());
        id.zip(Body::of(it)).into_iter().collect()
    };
    let variables = |it: &'p VariableDeclaration<'a>| {
        let one = it.declarations.iter().filter_map(|one| {
            let id = one.id.get_binding_identifier()?.symbol_id.get()?;
            Some((id, Body::of_value(one.init.as_ref()?)?))
        });
        one.collect()
    };
    let class = |it: &'p Class<'a>| {
        let id = it.id.as_ref().and_then(|id| id.symbol_id.get());
        id.map(|id| (id, Body::of_class(it))).into_iter().collect()
    };
    match statement {
        Statement::FunctionDeclaration(it) => function(it),
        Statement::VariableDeclaration(it) => variables(it),
        Statement::ClassDeclaration(it) => class(it),
        Statement::ExportDeclaration(it) => match &it.declaration {
            Declaration::FunctionDeclaration(it) => function(it),
            Declaration::VariableDeclaration(it) => variables(it),
            Declaration::ClassDeclaration(it) => class(it),
            _ => Vec::new(),
        },
        Statement::ExportDefaultDeclaration(it) => match &it.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(it) => function(it),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Whether bun runs it as it is. An expression of which nothing comes, such as a name alone or a new set, it leaves out.
pub(super) fn is_kept(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::CallExpression(it) => !it.pure,
        Expression::AwaitExpression(_)
        | Expression::AssignmentExpression(_)
        | Expression::UpdateExpression(_) => true,
        _ => false,
    }
}

/// Whether it is true or false whatever is in it, so that bun may leave that out.
pub(super) fn is_known(test: &Expression<'_>) -> bool {
    match test.get_inner_expression() {
        Expression::UnaryExpression(it) => match it.operator {
            UnaryOperator::LogicalNot => is_known(&it.argument),
            operator => operator == UnaryOperator::Typeof,
        },
        Expression::LogicalExpression(it) => is_known(&it.right),
        test if test.is_literal() => true,
        Expression::ArrayExpression(_)
        | Expression::ObjectExpression(_)
        | Expression::ClassExpression(_)
        | Expression::NewExpression(_)
        | Expression::TemplateLiteral(_) => true,
        _ => false,
    }
}

/// Whether there is nothing in it.
pub(super) fn is_nothing(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::EmptyStatement(_) => true,
        Statement::BlockStatement(it) => it.body.iter().all(is_nothing),
        _ => false,
    }
}

/// Whether nothing below it may be run: it throws, returns or ends the program.
pub(super) fn is_end(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::ThrowStatement(_) | Statement::ReturnStatement(_) => true,
        Statement::ExpressionStatement(it) => once::is_exit(&it.expression),
        _ => false,
    }
}

/// Whether it may be the last one, as something in it returns.
pub(super) fn may_return(statement: &Statement<'_>) -> bool {
    let mut returns = Returns(false);
    returns.visit_statement(statement);
    returns.0
}

struct Returns(bool);

impl<'a> Visit<'a> for Returns {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
    fn visit_return_statement(&mut self, _: &ReturnStatement<'a>) {
        self.0 = true;
    }
}
