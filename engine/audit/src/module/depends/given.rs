//! What a call is given, and whose it is, as far as that is written out.

use oxc::ast::ast::{Argument, Expression, ObjectPropertyKind};

use super::super::once::member_of;

/// Whether it is `resolve` of `require` or of `import.meta`.
pub(super) fn asks_for_module(callee: &Expression<'_>) -> bool {
    let Expression::StaticMemberExpression(it) = callee.get_inner_expression() else {
        return false;
    };
    matches!(&it.object, Expression::ImportMeta(_)) || is_global(callee, "require")
}

/// Whether it names a file beside the module: that it is there is not asked.
pub(super) fn is_beside(from: &Expression<'_>) -> bool {
    matches!(from, Expression::StringLiteral(it) if it.value.starts_with('.'))
}

/// Whether it is something of what has this name everywhere.
pub(super) fn is_global(callee: &Expression<'_>, name: &str) -> bool {
    member_of(callee.get_inner_expression(), name).is_some()
}

/// Whether it is JSON for certain.
pub(super) fn is_sound(text: &Expression<'_>) -> bool {
    match text.get_inner_expression() {
        Expression::StringLiteral(_) => true,
        Expression::TemplateLiteral(it) => it.expressions.is_empty(),
        Expression::CallExpression(it) => is_global(&it.callee, "JSON"),
        _ => false,
    }
}

/// Whether it was asked to make or remove what may be there or not: little can keep it from that.
pub(super) fn is_lenient(given: &[Argument<'_>]) -> bool {
    let Some(Argument::ObjectExpression(options)) = given.last() else { return false };
    options.properties.iter().any(|one| {
        let ObjectPropertyKind::ObjectProperty(one) = one else { return false };
        let named = one.key.static_name().is_some_and(|it| it == "recursive" || it == "force");
        named && matches!(&one.value, Expression::BooleanLiteral(it) if it.value)
    })
}
