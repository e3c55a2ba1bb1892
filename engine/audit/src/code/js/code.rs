//! Text that is run as code, and modules that are loaded by name.

use oxc::ast::ast::{CallExpression, Expression};
use oxc::span::Span;

use super::rules::{DECODED_CODE, DOWNLOADED_CODE, DYNAMIC_IMPORT, EVAL, NATIVE_CODE, OBFUSCATED};
use super::texts::HERE;
use super::walk::{Use, Walk};
use crate::marks::{DECODED, DOWNLOADED, UNKNOWN};

/// Run what they are called with.
const EVALUATES: [&str; 3] = ["eval", "Function", "#vm.runInThisContext"];
/// The input of a program that was started.
const STDIN: [&str; 2] = ["#child_process.spawn().stdin", "#child_process.exec().stdin"];

impl<'a> Walk<'_, 'a, '_, '_> {
    pub(super) fn evaluates(&mut self, one: &Use<'a>) {
        let name = one.name.as_str();
        let code = match name {
            "Function" => one.argument(one.arguments.len().saturating_sub(1)),
            "eval"
            | "#vm.Script"
            | "#vm.SourceTextModule"
            | "#vm.runInThisContext"
            | "#vm.runInNewContext"
            | "#vm.runInContext"
            | "#vm.compileFunction" => one.argument(0),
            "setTimeout" | "setInterval" | "setImmediate" => {
                let first = one.argument(0).filter(|first| is_text(first));
                if first.is_none() {
                    return;
                }
                first
            }
            "#worker_threads.Worker" | "Worker" if self.is_true(one.argument(1), "eval") => {
                one.argument(0)
            }
            "process.dlopen" | "process.binding" | "Deno.dlopen" | "#bun:ffi.dlopen" => {
                self.report.say(&NATIVE_CODE, one.span, name, None);
                return;
            }
            // `cp[Object.keys(cp).find(…)]`
            "#child_process.?" | "#vm.?" | "#module.?" => {
                self.report.say(&OBFUSCATED, one.span, name, None);
                return;
            }
            name if name.ends_with("._compile") => one.argument(0),
            _ => return,
        };
        let Some(code) = code else {
            if !one.arguments.is_empty() {
                self.report.say(&EVAL, one.span, &one.span.start.to_string(), None);
            }
            return;
        };
        let texts = self.reader.texts(code);
        // The usual way to the global object.
        if texts.iter().all(|text| text.trim_end_matches(';') == "return this") {
            return;
        }
        let rule = self.code_rule(&texts).unwrap_or(&EVAL);
        self.report.say(rule, one.span, &one.span.start.to_string(), None);
    }

    /// `text.then(eval)`, `response.pipe(shell.stdin)`: what comes is run as code.
    pub(super) fn evaluates_what_comes(&mut self, it: &'a CallExpression<'a>) {
        let Expression::StaticMemberExpression(method) = it.callee.get_inner_expression() else {
            return;
        };
        let Some(first) = it.arguments.first().and_then(|first| first.as_expression()) else {
            return;
        };
        let is = |wanted: &[&str], name: Option<String>| {
            name.is_some_and(|name| wanted.iter().any(|it| name == *it))
        };
        let shell = |walk: &Self, place: &'a Expression<'a>| {
            walk.bare_shell.is_some() && is(&STDIN, walk.reader.name(place))
        };
        let rule = match method.property.name.as_str() {
            "then" | "map" | "forEach" if is(&EVALUATES, self.reader.name(first)) => {
                Some(self.code_rule(&self.reader.texts(&method.object)).unwrap_or(&EVAL))
            }
            "pipe" if shell(self, first) && !self.raw_socket && self.report.talks() => {
                Some(&DOWNLOADED_CODE)
            }
            "write" | "end" if shell(self, &method.object) => {
                self.code_rule(&self.reader.texts(first))
            }
            _ => None,
        };
        if let Some(rule) = rule {
            self.report.say(rule, it.span, &it.span.start.to_string(), None);
        }
    }

    fn code_rule(&self, texts: &[String]) -> Option<&'static crate::rules::Rule> {
        let any = |mark: char| texts.iter().any(|text| text.contains(mark));
        match () {
            () if any(DOWNLOADED) => Some(&DOWNLOADED_CODE),
            () if any(DECODED) => Some(&DECODED_CODE),
            () => None,
        }
    }

    /// `import(…)`, `require(…)`.
    pub(super) fn loads(&mut self, spec: &'a Expression<'a>, at: Span) {
        for text in self.reader.texts(spec) {
            if text.starts_with("data:") {
                self.report.say(&DECODED_CODE, at, &at.start.to_string(), None);
            } else if let Some(written) = self.written.get(&text) {
                let rule = self.code_rule(std::slice::from_ref(written)).unwrap_or(&DYNAMIC_IMPORT);
                self.report.say(rule, at, &at.start.to_string(), None);
            } else if let Some(rule) = self.code_rule(std::slice::from_ref(&text)) {
                self.report.say(rule, at, &at.start.to_string(), None);
            } else if !text.contains(UNKNOWN) {
                self.import(&text, at);
            } else if text.starts_with("https://") || text.starts_with("http://") {
                self.report.say(&DOWNLOADED_CODE, at, &at.start.to_string(), None);
            // `require("…/package.json")` is data, whatever is in it.
            } else if !text.starts_with("./") && !text.starts_with(HERE) && !text.ends_with(".json")
            {
                self.report.say(&DYNAMIC_IMPORT, at, &at.start.to_string(), None);
            }
        }
    }

    pub(super) fn is_true(&self, options: Option<&'a Expression<'a>>, key: &str) -> bool {
        let Some(options) = options else { return false };
        self.reader.ask();
        let mut parts = self.reader.part(options, &[key.to_owned()], 0).into_iter();
        parts.any(|value| matches!(value, Expression::BooleanLiteral(it) if it.value))
    }
}

fn is_text(value: &Expression<'_>) -> bool {
    matches!(
        value.get_inner_expression(),
        Expression::StringLiteral(_)
            | Expression::TemplateLiteral(_)
            | Expression::BinaryExpression(_)
    )
}
