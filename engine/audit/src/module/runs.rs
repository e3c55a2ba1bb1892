//! What the calls of a module's own functions run, and what is run where one of its classes is made.

use oxc::ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, Class, Declaration, ExportDefaultDeclarationKind,
    Expression, Function, Statement, VariableDeclaration,
};
use oxc::semantic::SymbolId;

/// What a call of a function runs.
#[derive(Clone, Copy)]
pub(super) struct Body<'p, 'a> {
    pub does: Does<'p, 'a>,
    /// What it throws reaches only who awaits it.
    pub is_async: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Does<'p, 'a> {
    Statements(&'p [Statement<'a>]),
    Gives(&'p Expression<'a>),
    /// One of this class is made.
    Makes(&'p Class<'a>),
}

impl<'p, 'a> Body<'p, 'a> {
    fn of(it: &'p Function<'a>) -> Option<Self> {
        let body = it.body.as_deref().filter(|_| !it.generator)?;
        Some(Self { does: Does::Statements(&body.statements), is_async: it.r#async })
    }

    fn of_arrow(it: &'p ArrowFunctionExpression<'a>) -> Option<Self> {
        let does = match &it.body {
            ArrowFunctionBody::FunctionBody(body) => Does::Statements(&body.statements),
            body => Does::Gives(body.as_expression()?),
        };
        Some(Self { does, is_async: it.r#async })
    }

    const fn of_class(it: &'p Class<'a>) -> Self {
        Self { does: Does::Makes(it), is_async: false }
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
