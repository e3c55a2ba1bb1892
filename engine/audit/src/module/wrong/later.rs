//! Errors that come as soon as a module is loaded, and that nobody catches: of an async function that nobody waits for,
//! or of what is called in a moment. The module loads, and Node ends for it.

use oxc::ast::ast::{
    Argument, CallExpression, Expression, IdentifierReference, NewExpression, ThrowStatement,
};
use oxc::semantic::SymbolId;
use oxc::span::{GetSpan, Span};

use super::super::early;
use super::super::once::{behind_void, is_declared_behind, is_exit, member_of, symbol};
use super::super::runs::Body;
use super::Wrong;
use super::calls::LATER;
use super::is::Is;

/// What is called within so many milliseconds comes before anything else of the agent does.
const SOON: f64 = 100.0;
/// The errors of everybody of which nobody makes an exception.
const ERRORS: [&str; 5] = ["Error", "RangeError", "ReferenceError", "SyntaxError", "TypeError"];
/// Who says such a word may mean what an agent survives: a network that is away, or a call that was ended.
const SURVIVED: [&str; 16] = [
    "abort",
    "close",
    "connect",
    "dns",
    "econn",
    "ehost",
    "enet",
    "enot",
    "epipe",
    "fetch",
    "network",
    "socket",
    "sqlite",
    "terminated",
    "timed",
    "timeout",
];

/// What is looked at that runs later.
#[derive(Default)]
pub(super) struct Later {
    /// It is in such a part.
    pub(super) within: bool,
    /// Something was met behind which nothing is certain.
    pub(super) unsure: bool,
    /// Where the statement of the module is that is looked at.
    pub(super) top: u32,
    /// Where the one is that runs it at once: what is declared behind that has no value yet.
    from: Option<u32>,
    /// The names by which a promise that is looked at is resolved and rejected.
    settles: [Option<SymbolId>; 2],
    /// The first that is certain, with its line.
    pub(super) found: Option<String>,
    /// The first that is not.
    pub(super) perhaps: Option<String>,
}

impl<'p, 'a> Wrong<'_, '_, 'p, 'a> {
    /// An expression that is a statement of its own.
    pub(super) fn alone(&mut self, it: &'p Expression<'a>) {
        if !self.left_alone(it) {
            self.said_later(it);
            self.value(it);
        }
    }

    /// Whether what it calls or makes, and does not look at, ends Node for certain.
    fn left_alone(&mut self, it: &'p Expression<'a>) -> bool {
        // Nothing before it may keep the module from coming so far.
        let reached = self.found.is_none() && self.out_of_sight.is_none() && !self.later.unsure;
        if self.later.within || self.later.found.is_some() || !self.is_certain() || !reached {
            return false;
        }
        match behind_void(it) {
            Expression::CallExpression(it) if !it.optional => self.call_left_alone(it),
            Expression::NewExpression(it) => self.promise_left_alone(it),
            _ => {}
        }
        self.later.found.is_some()
    }

    fn call_left_alone(&mut self, it: &'p CallExpression<'a>) {
        let callee = it.callee.get_inner_expression();
        let first = it.arguments.first().and_then(Argument::as_expression);
        if member_of(callee, "Promise") == Some("reject") {
            if first.is_some_and(|value| self.is_fatal(value)) {
                self.rejects(it.span);
            }
            return;
        }
        // What is thrown goes on, unless somebody is told of errors, too.
        if let Expression::StaticMemberExpression(member) = callee
            && (member.property.name == "finally"
                || member.property.name == "then" && it.arguments.len() < 2)
            && let Expression::CallExpression(call) = member.object.get_inner_expression()
        {
            self.call_left_alone(call);
            return;
        }
        let in_a_moment = match callee {
            Expression::Identifier(name) => {
                LATER.contains(&name.name.as_str()) && symbol(self.scoping, name).is_none()
            }
            callee => member_of(callee, "process") == Some("nextTick"),
        };
        if in_a_moment {
            let soon = match it.arguments.get(1).and_then(Argument::as_expression) {
                None => true,
                Some(Expression::NumericLiteral(after)) => after.value <= SOON,
                Some(_) => false,
            };
            if let Some(body) = first.and_then(|it| self.body(it)).filter(|_| soon) {
                self.later(body, it.span);
            }
        } else if let Some(body) = self.body(callee).filter(|body| body.is_async) {
            self.later.from = Some(self.later.top);
            self.later(body, it.span);
            self.later.from = None;
        }
    }

    /// `new Promise((resolve, reject) => …)`
    fn promise_left_alone(&mut self, it: &'p NewExpression<'a>) {
        let is_promise = matches!(&it.callee, Expression::Identifier(name)
            if name.name == "Promise" && symbol(self.scoping, name).is_none());
        let takes = it.arguments.first().and_then(Argument::as_expression);
        if let Some(body) =
            takes.and_then(|it| self.body(it)).filter(|it| is_promise && !it.is_async)
        {
            let name = |at: usize| {
                let taken = body.takes.and_then(|takes| takes.items.get(at))?;
                taken.pattern.get_binding_identifier()?.symbol_id.get()
            };
            self.later.settles = [name(0), name(1)];
            self.later(body, it.span);
            self.later.settles = [None, None];
        }
    }

    /// The function that is written there, or that a name of the module stands for.
    pub(super) fn body(&self, it: &'p Expression<'a>) -> Option<Body<'p, 'a>> {
        match it.get_inner_expression() {
            Expression::Identifier(name) => match self.values.get(&symbol(self.scoping, name)?)? {
                Is::Function(body) => Some(*body),
                _ => None,
            },
            it => Body::of_value(it),
        }
    }

    fn later(&mut self, body: Body<'p, 'a>, call: Span) {
        let (entered, out_of_sight) = (self.entered.clone(), self.out_of_sight);
        self.later.within = true;
        self.enter(body, call);
        (self.later.within, self.later.unsure) = (false, false);
        // It is looked at once more, for what is not certain.
        (self.entered, self.out_of_sight) = (entered, out_of_sight);
    }

    /// Says what ends Node, for certain where nothing before it speaks against that; else that it `may`.
    pub(super) fn ends(&mut self, at: Span, words: &str, may: &str) {
        let line = early::line(self.text, at.start);
        match self.is_certain() && !self.later.unsure {
            true => _ = self.later.found.get_or_insert_with(|| format!("{words} (line {line})")),
            false => self.may_end(at, may),
        }
    }

    fn rejects(&mut self, at: Span) {
        let (is, may) = ("it rejects with", "it may reject with");
        let words = |it| format!("{it} an error that nobody catches");
        self.ends(at, &words(is), &words(may));
    }

    fn may_end(&mut self, at: Span, words: &str) {
        let line = early::line(self.text, at.start);
        self.later.perhaps.get_or_insert_with(|| format!("{words} (line {line})"));
    }

    /// A name that something uses which is run at once, and where nobody waits for it.
    pub(super) fn used_later(&mut self, it: &IdentifierReference<'_>) {
        let Some(id) = symbol(self.scoping, it) else { return };
        // What comes once a promise is settled reaches nobody.
        self.later.unsure |= self.later.settles.contains(&Some(id));
        if self.later.from.is_some_and(|from| is_declared_behind(self.scoping, id, from)) {
            let said = |verb| {
                format!("{} {verb} used before it has a value, and nobody catches that", it.name)
            };
            self.ends(it.span, &said("is"), &said("may be"));
        }
    }

    pub(super) fn thrown_later(&mut self, it: &ThrowStatement<'_>) {
        let may = "it may throw an error that nobody catches";
        match self.is_fatal(&it.argument) {
            true => self.ends(it.span, "it throws an error that nobody catches", may),
            false => self.may_end(it.span, may),
        }
        self.later.unsure = true;
    }

    /// What ends the program, or rejects a promise, in what runs later.
    pub(super) fn said_later(&mut self, it: &Expression<'_>) {
        if !self.later.within {
            return;
        }
        if is_exit(it) {
            self.ends(it.span(), "it ends the program", "it may end the program");
        }
        if let Expression::CallExpression(call) = it
            && let Expression::Identifier(name) = &call.callee
            && let [_, rejects @ Some(_)] = self.later.settles
            && symbol(self.scoping, name) == rejects
            && call
                .arguments
                .first()
                .and_then(Argument::as_expression)
                .is_some_and(|it| self.is_fatal(it))
        {
            self.rejects(it.span());
        }
    }

    /// Whether such an error ends Node and every agent on it, if nobody catches it.
    fn is_fatal(&self, it: &Expression<'_>) -> bool {
        let said = match it.get_inner_expression() {
            Expression::StringLiteral(_) | Expression::NumericLiteral(_) => return true,
            Expression::NewExpression(it) => match &it.callee {
                Expression::Identifier(name)
                    if ERRORS.contains(&name.name.as_str())
                        && symbol(self.scoping, name).is_none() =>
                {
                    &it.arguments
                }
                _ => return false,
            },
            _ => return false,
        };
        match said.as_slice() {
            [] => true,
            [Argument::StringLiteral(said)] => {
                let said = said.value.to_lowercase();
                !SURVIVED.iter().any(|word| said.contains(word))
            }
            _ => false,
        }
    }
}
