//! What is read of the environment.

use std::collections::HashMap;

use oxc::ast::AstKind;
use oxc::ast::ast::{AssignmentTarget, BindingPattern};
use oxc::semantic::{NodeId, SymbolId};
use oxc::span::{GetSpan, Span};

use super::report::shown;
use super::rules::{ENV_READ, ENV_WHOLE};
use super::walk::Walk;
use crate::marks::UNKNOWN;
use crate::variables;

/// Turn all of what they get into text or a copy.
const TAKES_ALL: [&str; 9] = [
    "JSON.stringify",
    "Object.entries",
    "Object.values",
    "Object.keys",
    "structuredClone",
    "console.log",
    "console.error",
    "#util.inspect",
    "#querystring.stringify",
];

impl<'a> Walk<'_, 'a, '_, '_> {
    pub(super) fn environment(&mut self) {
        let reader = &self.reader;
        let mut names: HashMap<SymbolId, bool> = HashMap::new();
        let mut places = Vec::new();
        for node in reader.semantic.nodes().iter() {
            let is_env = match node.kind() {
                AstKind::StaticMemberExpression(it) if it.property.name == "env" => {
                    let object = reader.name(&it.object);
                    matches!(object.as_deref(), Some("process" | "import.meta" | "Bun"))
                }
                AstKind::IdentifierReference(it) => reader.symbol(it).is_some_and(|symbol| {
                    *names.entry(symbol).or_insert_with(|| {
                        reader.ask();
                        reader.origins(symbol).into_iter().any(|origin| {
                            use super::values::Origin::{Module, Part};
                            match origin {
                                Module(from, taken) => {
                                    super::names::module(from) == "process" && taken == Some("env")
                                }
                                Part(whole, path) => {
                                    let name = reader.name_at(whole, 0);
                                    match path.as_slice() {
                                        [] => name.as_deref() == Some("process.env"),
                                        [key] => key == "env" && name.as_deref() == Some("process"),
                                        _ => false,
                                    }
                                }
                                _ => false,
                            }
                        })
                    })
                }),
                _ => false,
            };
            if is_env {
                places.push(node.id());
            }
        }
        // `const { TOKEN } = env` hangs on a name that stands for the environment too.
        for place in places {
            self.env_use(place);
        }
        self.deno_env();
    }

    /// What is done with an expression that is the environment.
    fn env_use(&mut self, node: NodeId) {
        let mut at = node;
        let mut span = self.reader.kind(at).span();
        for _ in 0..8 {
            let (parent, kind) = self.reader.parent(at);
            match kind {
                AstKind::ParenthesizedExpression(_)
                | AstKind::TSAsExpression(_)
                | AstKind::TSSatisfiesExpression(_)
                | AstKind::TSNonNullExpression(_)
                | AstKind::TSTypeAssertion(_)
                | AstKind::ChainExpression(_)
                | AstKind::LogicalExpression(_)
                | AstKind::ConditionalExpression(_) => {
                    at = parent;
                    span = kind.span();
                }
                AstKind::StaticMemberExpression(it) if it.object.span() == span => {
                    return self.env_read(&[it.property.name.as_str().to_owned()], it.span);
                }
                AstKind::ComputedMemberExpression(it) if it.object.span() == span => {
                    let names = self.reader.texts(&it.expression);
                    return self.env_read(&names, it.span);
                }
                AstKind::VariableDeclarator(it) => return self.env_taken_apart(&it.id, span),
                AstKind::ForInStatement(it) if it.right.span() == span => {
                    return self.env_whole(span);
                }
                AstKind::SpreadElement(_) => {
                    let (object, _) = self.reader.parent(parent);
                    return self.env_copied(object, span);
                }
                AstKind::ObjectProperty(_) => return self.env_copied(parent, span),
                AstKind::CallExpression(it) => {
                    let name = self.reader.name(&it.callee).unwrap_or_default();
                    if TAKES_ALL.contains(&name.as_str()) {
                        self.env_whole(span);
                    } else if name == "Object.assign" {
                        self.env_copied(parent, span);
                    } else if name.starts_with('#') {
                        let why = "It hands your environment to another module.".to_owned();
                        self.report.say(&ENV_READ, span, "(all)", Some(why));
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    /// A copy is made of it. For a program to be started that is what would happen anyway.
    fn env_copied(&mut self, from: NodeId, span: Span) {
        let mut at = from;
        for _ in 0..6 {
            let kind = self.reader.kind(at);
            let names_env = |name: &str| name.to_ascii_lowercase().contains("env");
            match kind {
                AstKind::ObjectProperty(it) => {
                    if it.key.static_name().is_some_and(|key| names_env(&key)) {
                        return;
                    }
                    return self.env_whole(span);
                }
                AstKind::VariableDeclarator(it) => {
                    let name = it.id.get_identifier_name();
                    if name.is_none_or(|name| !names_env(name.as_str())) {
                        self.env_whole(span);
                    }
                    return;
                }
                AstKind::ObjectExpression(_)
                | AstKind::CallExpression(_)
                | AstKind::ConditionalExpression(_)
                | AstKind::LogicalExpression(_)
                | AstKind::ParenthesizedExpression(_)
                | AstKind::TSAsExpression(_) => at = self.reader.parent(at).0,
                // `process.env = { ...before, A: "1" }`: it stays where it is.
                AstKind::AssignmentExpression(it) if self.is_environment(&it.left) => return,
                AstKind::ReturnStatement(_) | AstKind::ArrowFunctionExpression(_) => return,
                _ => return self.env_whole(span),
            }
        }
    }

    fn is_environment(&self, target: &'a AssignmentTarget<'a>) -> bool {
        target.as_member_expression().is_some_and(|member| {
            self.reader.ask();
            self.reader.name_of_member(member, 0).as_deref() == Some("process.env")
        })
    }

    fn env_taken_apart(&mut self, pattern: &'a BindingPattern<'a>, span: Span) {
        let BindingPattern::ObjectPattern(it) = pattern else { return };
        if it.rest.is_some() {
            self.env_whole(span);
        }
        for property in &it.properties {
            let name = property.key.static_name().map_or_else(|| UNKNOWN.into(), Into::into);
            self.env_read(&[name], property.span);
        }
    }

    fn deno_env(&mut self) {
        for node in self.reader.semantic.nodes().iter() {
            if let AstKind::CallExpression(it) = node.kind()
                && self.reader.name(&it.callee).as_deref() == Some("Deno.env.get")
                && let Some(name) = it.arguments.first().and_then(|first| first.as_expression())
            {
                let names = self.reader.texts(name);
                self.env_read(&names, it.span);
            }
        }
    }

    fn env_read(&mut self, names: &[String], span: Span) {
        for name in names {
            if variables::is_plain(name) || self.declared.contains(name) {
                continue;
            }
            let known = name.chars().any(|c| c.is_ascii_alphanumeric());
            let shown = if known { shown(name) } else { String::new() };
            let why = known.then(|| format!("It reads {shown} from your environment."));
            self.report.say(&ENV_READ, span, &shown, why);
        }
    }

    fn env_whole(&mut self, span: Span) {
        self.report.say(&ENV_WHOLE, span, "", None);
    }
}
