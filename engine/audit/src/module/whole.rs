//! What is looked for in the whole of a module, wherever it is.

use std::collections::HashMap;

use oxc::ast::ast::{
    AccessorProperty, Argument, ArrowFunctionBody, ArrowFunctionExpression, AwaitExpression, Class,
    ClassElement, Declaration, Decorator, Expression, ForOfStatement, FormalParameter, Function,
    IdentifierReference, ImportDeclaration, MethodDefinitionKind, ObjectPropertyKind, Statement,
    TSEnumDeclaration, TSExportAssignment, TSImportEqualsDeclaration, TSNamespaceDeclaration,
    TSNamespaceDeclarationBody, TSNamespaceDeclarationKind, TSTypeAssertion, WithClause,
    WithClauseKeyword,
};
use oxc::ast_visit::{Visit, walk};
use oxc::syntax::scope::ScopeFlags;

/// Whether a module waits while it is loaded: not what its functions do when they are called.
pub(super) struct Waits(pub bool);

impl<'a> Visit<'a> for Waits {
    fn visit_await_expression(&mut self, _: &AwaitExpression<'a>) {
        self.0 = true;
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.0 |= it.r#await;
        walk::walk_for_of_statement(self, it);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

/// Whether it waits for a promise that nobody can settle: what makes it is given the means, and does nothing.
pub(super) fn never_settled(expression: &Expression<'_>) -> bool {
    matches!(bare(expression), Expression::AwaitExpression(it) if unsettled(&it.argument).is_some())
}

/// What makes such a promise: the name `Promise`, whatever that is here.
pub(super) fn unsettled<'e, 'a>(
    expression: &'e Expression<'a>,
) -> Option<&'e IdentifierReference<'a>> {
    let Expression::NewExpression(made) = bare(expression) else { return None };
    let Expression::Identifier(promise) = bare(&made.callee) else { return None };
    let by = made.arguments.first().and_then(Argument::as_expression).map(bare);
    let (params, body) = match by? {
        Expression::ArrowFunctionExpression(it) => match &it.body {
            ArrowFunctionBody::FunctionBody(body) => (&it.params, body),
            _ => return None,
        },
        Expression::FunctionExpression(it) => (&it.params, it.body.as_ref()?),
        _ => return None,
    };
    let plain = params.items.iter().all(|it| it.initializer.is_none());
    (promise.name == "Promise" && plain && body.statements.is_empty()).then_some(promise)
}

/// Whether more than a type is declared.
pub(super) fn has_value(declaration: &Declaration<'_>) -> bool {
    match declaration {
        Declaration::TSTypeAliasDeclaration(_) | Declaration::TSInterfaceDeclaration(_) => false,
        Declaration::TSNamespaceDeclaration(inner) => !inner.declare && has_values(&inner.body),
        other => !other.declare(),
    }
}

/// Whether more than types is in a namespace. One of types alone is left out like them.
fn has_values(body: &TSNamespaceDeclarationBody<'_>) -> bool {
    match body {
        TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => has_values(&inner.body),
        TSNamespaceDeclarationBody::TSModuleBlock(block) => {
            block.body.iter().any(|statement| match statement {
                Statement::ExportDeclaration(export) => has_value(&export.declaration),
                other => other.as_declaration().is_none_or(has_value),
            })
        }
    }
}

/// TypeScript that is more than types, and JavaScript that only bun knows.
pub(super) struct BeyondTypes(pub Option<&'static str>);

impl<'a> Visit<'a> for BeyondTypes {
    fn visit_decorator(&mut self, _: &Decorator<'a>) {
        self.0.get_or_insert("a decorator");
    }

    fn visit_ts_type_assertion(&mut self, it: &TSTypeAssertion<'a>) {
        self.0.get_or_insert("a type in angle brackets");
        walk::walk_ts_type_assertion(self, it);
    }

    fn visit_accessor_property(&mut self, it: &AccessorProperty<'a>) {
        if !it.r#type.is_abstract() {
            self.0.get_or_insert("accessor");
        }
        walk::walk_accessor_property(self, it);
    }

    fn visit_with_clause(&mut self, it: &WithClause<'a>) {
        if it.keyword == WithClauseKeyword::Assert {
            self.0.get_or_insert("import … assert");
        }
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        // Of types nothing is left.
        if it.import_kind.is_type() {
            return;
        }
        if it.phase.is_some() {
            self.0.get_or_insert("import defer");
        }
        walk::walk_import_declaration(self, it);
    }

    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        if !it.declare {
            self.0.get_or_insert("an enum");
        }
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        if it.kind == TSNamespaceDeclarationKind::Module {
            self.0.get_or_insert("the word module for a namespace");
        } else if !it.declare && has_values(&it.body) {
            self.0.get_or_insert("a namespace");
        }
        walk::walk_ts_namespace_declaration(self, it);
    }

    fn visit_ts_import_equals_declaration(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        if !it.import_kind.is_type() {
            self.0.get_or_insert("import =");
        }
    }

    fn visit_ts_export_assignment(&mut self, _: &TSExportAssignment<'a>) {
        self.0.get_or_insert("export =");
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if it.accessibility.is_some() || it.readonly || it.r#override {
            self.0.get_or_insert("a parameter property");
        }
        walk::walk_formal_parameter(self, it);
    }
}

/// The `id` that an object has as a text, where all of it is written out, or that it is given to what makes a plugin
/// of it. `known` are those of variables.
pub(super) fn id(expression: &Expression<'_>, known: &HashMap<String, String>) -> Option<String> {
    match bare(expression) {
        Expression::ObjectExpression(object) => {
            let mut found = None;
            for property in &object.properties {
                let ObjectPropertyKind::ObjectProperty(property) = property else { return None };
                if property.key.static_name()? == "id" {
                    found = Some(bare(&property.value));
                }
            }
            match found? {
                Expression::StringLiteral(text) => Some(text.value.to_string()),
                _ => None,
            }
        }
        Expression::Identifier(name) => known.get(name.name.as_str()).cloned(),
        Expression::CallExpression(call) => match &call.callee {
            Expression::Identifier(it) if it.name == "definePluginEntry" => {
                id(call.arguments.first()?.as_expression()?, known)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Without parentheses and types.
pub(super) fn bare<'e, 'a>(expression: &'e Expression<'a>) -> &'e Expression<'a> {
    match expression {
        Expression::ParenthesizedExpression(inner) => bare(&inner.expression),
        Expression::TSAsExpression(inner) => bare(&inner.expression),
        Expression::TSSatisfiesExpression(inner) => bare(&inner.expression),
        Expression::TSNonNullExpression(inner) => bare(&inner.expression),
        Expression::TSTypeAssertion(inner) => bare(&inner.expression),
        other => other,
    }
}

/// Whether a class takes nothing over from another one and has no constructor, which could give something else.
pub(super) fn is_plain(class: &Class<'_>) -> bool {
    let constructs = |it: &ClassElement<'_>| matches!(it, ClassElement::MethodDefinition(it) if it.kind == MethodDefinitionKind::Constructor);
    class.heritage.is_none()
        && class.decorators.is_empty()
        && !class.body.body.iter().any(constructs)
}
