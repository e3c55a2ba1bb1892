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
        Expression::StringLiteral(it) => is_json(&it.value),
        Expression::TemplateLiteral(it) => match it.quasis.as_slice() {
            [only] => only.value.cooked.as_ref().is_some_and(|text| is_json(text)),
            _ => false,
        },
        Expression::CallExpression(it) => is_global(&it.callee, "JSON"),
        _ => false,
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// The name of a module without the mark of the runtime.
pub(super) fn of_runtime(from: &str) -> &str {
    from.strip_prefix("node:").unwrap_or(from)
}

/// How a function of the runtime fails by what it finds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fails {
    Throws,
    /// It has an error later, which ends Node where nobody listens to it.
    Tells,
}

pub(super) fn how_it_fails(of: &str, name: &str) -> Option<Fails> {
    match (of, name) {
        ("assert" | "assert/strict", _) | ("fs", "watch") => Some(Fails::Throws),
        ("fs", "createReadStream" | "createWriteStream")
        | ("child_process", "fork" | "spawn")
        | ("net" | "tls", "connect" | "createConnection")
        | ("http" | "https", "get" | "request")
        | ("worker_threads", "Worker") => Some(Fails::Tells),
        _ => None,
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
