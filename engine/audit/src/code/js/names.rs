//! What an expression is called, whatever the program calls it: `cp.exec`, `run` and
//! `(await import("node:child_process")).exec` are all `#child_process.exec`. `#` is before
//! modules, a name without it is one that every program finds (`fetch`, `process.env`).

use oxc::ast::AstKind;
use oxc::ast::ast::{CallExpression, Expression, IdentifierReference, MemberExpression};

use oxc::semantic::SymbolId;

use super::values::{Origin, Reader, chained};
use crate::marks;

const LONGEST: usize = 200;
/// An answer found deeper may have been cut off by the limit of depth.
const HALF_WAY: u32 = 8;

impl<'a> Reader<'_, 'a> {
    /// The name of what an expression stands for, if it has one.
    pub(super) fn name(&self, expr: &'a Expression<'a>) -> Option<String> {
        self.ask();
        self.name_at(expr, 0)
    }

    pub(super) fn name_at(&self, expr: &'a Expression<'a>, depth: u32) -> Option<String> {
        if !self.step(depth) {
            return None;
        }
        let next = |expr: &'a Expression<'a>| self.name_at(expr, depth.saturating_add(1));
        match expr.get_inner_expression() {
            Expression::Identifier(it) => self.name_of(it, depth),
            Expression::CallExpression(it) => self.name_of_call(it, depth),
            Expression::NewExpression(it) => next(&it.callee).map(|name| name + "()"),
            Expression::ImportExpression(it) => self.module_of(&it.source, depth),
            Expression::AwaitExpression(it) => next(&it.argument),
            Expression::SequenceExpression(it) => next(it.expressions.last()?),
            Expression::AssignmentExpression(it) => next(&it.right),
            Expression::LogicalExpression(it) => {
                next(&it.left).filter(|name| !name.starts_with('?')).or_else(|| next(&it.right))
            }
            Expression::ConditionalExpression(it) => {
                next(&it.consequent).or_else(|| next(&it.alternate))
            }
            Expression::ChainExpression(it) => chained(
                &it.expression,
                |call| self.name_of_call(call, depth),
                |member| self.name_of_member(member, depth),
                next,
            ),
            Expression::ImportMeta(_) => Some("import.meta".to_owned()),
            Expression::FunctionExpression(_)
            | Expression::ArrowFunctionExpression(_)
            | Expression::ClassExpression(_) => Some("?function".to_owned()),
            Expression::StringLiteral(_)
            | Expression::ArrayExpression(_)
            | Expression::ObjectExpression(_)
            | Expression::NumericLiteral(_)
            | Expression::RegExpLiteral(_) => Some("?literal".to_owned()),
            other => self.name_of_member(other.as_member_expression()?, depth),
        }
    }

    fn name_of(&self, name: &IdentifierReference<'a>, depth: u32) -> Option<String> {
        let Some(symbol) = self.symbol(name) else { return Some(name.name.as_str().to_owned()) };
        if let Some(known) = self.known.borrow().get(&symbol) {
            return known.clone();
        }
        let found = self.name_of_symbol(symbol, depth);
        // Cut off, it may be no more than a part of the answer.
        if depth < HALF_WAY && self.is_answered() && self.calls.borrow().is_empty() {
            self.known.borrow_mut().insert(symbol, found.clone());
        }
        found
    }

    fn is_object(&self, expr: &Expression<'a>) -> bool {
        matches!(expr.get_inner_expression(), Expression::ObjectExpression(_))
            || !matches!(
                expr.get_inner_expression(),
                Expression::ArrayExpression(_)
                    | Expression::StringLiteral(_)
                    | Expression::NumericLiteral(_)
                    | Expression::RegExpLiteral(_)
            )
    }

    fn name_of_symbol(&self, symbol: SymbolId, depth: u32) -> Option<String> {
        let declared = self.semantic.scoping().symbol_declaration(symbol);
        if matches!(self.kind(declared), AstKind::Function(_)) {
            return Some("?function".to_owned());
        }
        self.origins(symbol).into_iter().find_map(|origin| match origin {
            Origin::Module(from, taken) => {
                let module = module(from);
                Some(taken.map_or_else(|| module.clone(), |taken| member(&module, taken)))
            }
            Origin::Part(whole, path) => {
                let named = self
                    .name_at(whole, depth.saturating_add(1))
                    .filter(|name| !name.starts_with('?'));
                if let Some(name) = named {
                    return Some(path.iter().fold(name, |name, key| member(&name, key)));
                }
                let mut parts = self.part(whole, &path, depth).into_iter();
                parts.find_map(|part| match part {
                    Expression::Identifier(_) => None,
                    part => self.name_at(part, depth.saturating_add(1)),
                })
            }
            Origin::Item(..) | Origin::Added(_) => None,
        })
    }

    pub(super) fn name_of_member(
        &self,
        it: &'a MemberExpression<'a>,
        depth: u32,
    ) -> Option<String> {
        if !self.step(depth) {
            return None;
        }
        let keys = match it {
            MemberExpression::ComputedMemberExpression(it) => {
                self.texts_at(&it.expression, depth.saturating_add(1))
            }
            _ => vec![it.static_property_name()?.to_owned()],
        };
        let key = keys.into_iter().find(|key| !key.contains(marks::UNKNOWN));
        let object = self.name_at(it.object(), depth.saturating_add(1));
        match (object.filter(|name| name != "?literal"), key) {
            (Some(object), Some(key)) => Some(member(&object, &key)),
            (Some(object), None) => Some(member(&object, "?")),
            // `{ cp: require("child_process") }.cp`, or `"".constructor`.
            (None, Some(key)) => {
                let mut parts =
                    self.part(it.object(), std::slice::from_ref(&key), depth).into_iter();
                let inside = parts.find_map(|part| self.name_at(part, depth.saturating_add(1)));
                let literal = self.name_at(it.object(), depth.saturating_add(1)).as_deref()
                    == Some("?literal");
                let method = (literal && !self.is_object(it.object())) || key == "constructor";
                inside.or_else(|| method.then(|| "?function".to_owned()))
            }
            (None, None) => None,
        }
    }

    pub(super) fn name_of_call(&self, it: &'a CallExpression<'a>, depth: u32) -> Option<String> {
        if !self.step(depth) {
            return None;
        }
        let first = || it.arguments.first().and_then(|first| first.as_expression());
        if wraps_module(&it.callee) {
            return self.name_at(first()?, depth.saturating_add(1));
        }
        let Some(callee) =
            self.name_at(&it.callee, depth.saturating_add(1)).filter(|name| name != "?function")
        else {
            let next = depth.saturating_add(1);
            let mut named = self.returned(it, next, |value| self.name_at(value, next)).into_iter();
            return named.find_map(|name| name);
        };
        match callee.as_str() {
            "require" | "process.getBuiltinModule" | "#module._load" | "import.meta.require" => {
                self.module_of(first()?, depth)
            }
            "#module.createRequire" => Some("require".to_owned()),
            "#util.promisify" | "Object.getPrototypeOf" | "Object.freeze" => {
                self.name_at(first()?, depth.saturating_add(1))
            }
            "Deno.env.toObject" => Some("process.env".to_owned()),
            name => match name.strip_suffix(".bind") {
                Some(bound) => Some(bound.to_owned()),
                None => Some(format!("{name}()")).filter(|name| name.len() < LONGEST),
            },
        }
    }

    fn module_of(&self, spec: &'a Expression<'a>, depth: u32) -> Option<String> {
        let texts = self.texts_at(spec, depth.saturating_add(1));
        texts.iter().find(|text| !text.contains(marks::is_mark)).map(|text| module(text))
    }
}

/// Whether a function is one that compilers write around `require`, which gives the module on.
fn wraps_module(callee: &Expression<'_>) -> bool {
    let name = match callee.get_inner_expression() {
        Expression::Identifier(it) => it.name.as_str(),
        Expression::StaticMemberExpression(it) => it.property.name.as_str(),
        Expression::SequenceExpression(it) => {
            return it.expressions.last().is_some_and(wraps_module);
        }
        _ => return false,
    };
    matches!(
        name,
        "__toESM"
            | "__toModule"
            | "__importDefault"
            | "__importStar"
            | "_interopRequireDefault"
            | "_interopRequireWildcard"
            | "_interopDefault"
            | "_interop_require_default"
            | "_interop_require_wildcard"
    )
}

/// The name of a module, with those that are the same under several names made one.
pub(super) fn module(spec: &str) -> String {
    let spec = spec.strip_prefix("node:").unwrap_or(spec);
    match spec {
        "process" => "process".to_owned(),
        "bun" => "Bun".to_owned(),
        "fs/promises" => "#fs.promises".to_owned(),
        "fs-extra" | "graceful-fs" => "#fs".to_owned(),
        "path/posix" | "path/win32" | "pathe" => "#path".to_owned(),
        "node-fetch" | "cross-fetch" | "isomorphic-fetch" => "fetch".to_owned(),
        _ => format!("#{}", spec.chars().take(LONGEST).collect::<String>()),
    }
}

fn member(object: &str, key: &str) -> String {
    match (object, key) {
        ("globalThis" | "global" | "window" | "self", key) => key.to_owned(),
        ("?function", "constructor") => "Function".to_owned(),
        ("import.meta" | "Bun", "env") => "process.env".to_owned(),
        ("process", "mainModule") => "module".to_owned(),
        ("module", "require") => "require".to_owned(),
        ("fetch", _) => "fetch".to_owned(),
        ("#path", "posix" | "win32") => object.to_owned(),
        (object, "default") if object.starts_with('#') => object.to_owned(),
        _ if object.len().saturating_add(key.len()) > LONGEST => object.to_owned(),
        _ => format!("{object}.{key}"),
    }
}
