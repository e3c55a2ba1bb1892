//! Every place of a program at which it reaches outside itself.

use std::collections::HashMap;

use oxc::ast::AstKind;
use oxc::ast::ast::{Argument, CallExpression, Expression};
use oxc::semantic::Semantic;
use oxc::span::Span;

use super::modules::{NETWORK_MODULES, starts_programs};
use super::names::module;
use super::report::Report;
use super::rules::{DOWNLOADED_CODE, NATIVE_CODE, NETWORK, OBFUSCATED, PROGRAM, TOO_MUCH};
use super::values::{Reader, brings_values};
use crate::rules::REVERSE_SHELL;

/// So many scrambled names are not an accident.
const SCRAMBLED: usize = 8;

pub(super) struct Walk<'s, 'a, 'r, 't> {
    pub reader: Reader<'s, 'a>,
    pub report: &'r mut Report<'t>,
    /// Variables that the hook says it needs: reading those is not news.
    pub declared: &'r [String],
    /// What the program writes to which file, so that it is known when it starts that file.
    pub written: HashMap<String, String>,
    /// Whether it lists a folder in which people keep their own work.
    pub lists_yours: bool,
    /// A shell without a command, and a raw connection: together they are a door.
    pub bare_shell: Option<Span>,
    pub raw_socket: bool,
    /// Where loops are that never end.
    pub loops: Vec<Span>,
    /// Modules of which nothing was seen in use yet.
    imported: Vec<(String, Span)>,
}

/// A call or `new` with the name of what is called.
pub(super) struct Use<'a> {
    pub name: String,
    pub arguments: &'a [Argument<'a>],
    pub span: Span,
}

impl<'a> Use<'a> {
    pub(super) fn argument(&self, at: usize) -> Option<&'a Expression<'a>> {
        self.arguments.get(at)?.as_expression()
    }
}

impl<'s, 'a, 'r, 't> Walk<'s, 'a, 'r, 't> {
    pub(super) fn new(
        semantic: &'s Semantic<'a>,
        report: &'r mut Report<'t>,
        declared: &'r [String],
    ) -> Self {
        Self {
            reader: Reader::new(semantic),
            report,
            declared,
            written: HashMap::new(),
            lists_yours: false,
            bare_shell: None,
            raw_socket: false,
            loops: Vec::new(),
            imported: Vec::new(),
        }
    }

    pub(super) fn walk(mut self) {
        let nodes = self.reader.semantic.nodes();
        let (mut uses, mut loads, mut calls) = (Vec::new(), Vec::new(), Vec::new());
        for node in nodes.iter() {
            match node.kind() {
                AstKind::CallExpression(it) => {
                    uses.extend(self.call(it, &mut loads));
                    calls.push(it);
                }
                AstKind::NewExpression(it) => {
                    let name = self.reader.name(&it.callee);
                    uses.extend(name.map(|name| Use {
                        name,
                        arguments: &it.arguments,
                        span: it.span,
                    }));
                }
                AstKind::ImportDeclaration(it) => {
                    let types = it.import_kind.is_type();
                    if !types && brings_values(it.specifiers.as_ref().map(|all| all.as_slice())) {
                        self.import(&it.source.value, it.span);
                    }
                }
                AstKind::ImportExpression(it) => loads.push((&it.source, it.span)),
                AstKind::TaggedTemplateExpression(it) => self.tagged(it),
                _ => {}
            }
        }
        for one in &uses {
            self.remember_written(one);
        }
        self.loops_without_end();
        for (spec, at) in loads {
            self.loads(spec, at);
        }
        for one in &uses {
            self.runs(one);
            self.evaluates(one);
            self.talks(one);
            self.touches(one);
            self.endless(one);
        }
        calls.into_iter().for_each(|it| self.evaluates_what_comes(it));
        self.tricks();
        self.environment();
        self.afterwards();
    }

    fn call(
        &self,
        it: &'a CallExpression<'a>,
        loads: &mut Vec<(&'a Expression<'a>, Span)>,
    ) -> Option<Use<'a>> {
        let name = self.reader.name(&it.callee).filter(|name| !name.starts_with('?'))?;
        let mut arguments = it.arguments.as_slice();
        let mut called = name.as_str();
        // `exec.call(null, "…")`
        if let Some(plain) = name.strip_suffix(".call") {
            called = plain;
            arguments = arguments.get(1..).unwrap_or_default();
        } else if let Some(plain) = name.strip_suffix(".apply") {
            called = plain;
            arguments = &[];
        }
        if matches!(
            called,
            "require" | "module.require" | "#module._load" | "process.getBuiltinModule"
        ) && let Some(spec) = arguments.first().and_then(|first| first.as_expression())
        {
            loads.push((spec, it.span));
        }
        Some(Use { name: called.to_owned(), arguments, span: it.span })
    }

    /// A module that is loaded under a name that is written here.
    pub(super) fn import(&mut self, spec: &str, at: Span) {
        if spec.starts_with("https://") || spec.starts_with("http://") {
            self.report.say(&DOWNLOADED_CODE, at, spec, None);
        }
        if spec.ends_with(".node") || matches!(spec, "bun:ffi" | "ffi-napi" | "koffi") {
            self.report.say(&NATIVE_CODE, at, spec, None);
        }
        self.imported.push((module(spec), at));
    }

    fn afterwards(mut self) {
        if let Some(at) = self.bare_shell.filter(|_| self.raw_socket) {
            self.report.say(&REVERSE_SHELL, at, "", None);
        }
        for (name, at) in std::mem::take(&mut self.imported) {
            if starts_programs(&name) && !self.report.has(&PROGRAM) {
                self.report.say(&PROGRAM, at, "", Some("It can start programs.".to_owned()));
            }
            if NETWORK_MODULES.contains(&name.as_str()) && !self.report.has(&NETWORK) {
                self.report.say(&NETWORK, at, "", None);
            }
        }
        let scoping = self.reader.semantic.scoping();
        let mut scrambled =
            scoping.symbol_ids().filter(|id| is_scrambled(scoping.symbol_name(*id)));
        let first = scrambled.next();
        if let Some(first) = first.filter(|_| scrambled.count().saturating_add(1) >= SCRAMBLED) {
            self.report.say(&OBFUSCATED, scoping.symbol_span(first), "", None);
        }
        if self.reader.exhausted() {
            self.report.whole_file(&TOO_MUCH);
        }
    }
}

/// The names that programs for hiding programs give.
fn is_scrambled(name: &str) -> bool {
    let hex = |rest: &str| rest.len() > 2 && rest.chars().all(|c| c.is_ascii_hexdigit());
    name.strip_prefix("_0x").is_some_and(hex)
}
