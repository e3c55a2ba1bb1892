//! What is called or made, and with what.

use oxc::ast::ast::{Argument, CallExpression, Expression, NewExpression};
use oxc::span::{GetSpan, Span};

use super::super::once::{is_exit, member_of, symbol};
use super::super::runs::{Body, CALL_BACK, Does};
use super::is::Is;
use super::{DEEPEST, Wrong, built_in};

/// What calls what it is given later.
pub(super) const LATER: [&str; 4] = ["queueMicrotask", "setImmediate", "setInterval", "setTimeout"];
/// What looks for something that may not be there.
const LOOKS_FOR: [&str; 8] = ["at", "codePointAt", "exec", "find", "get", "match", "pop", "shift"];
/// Methods of a text that give a text.
const GIVES_TEXT: [&str; 14] = [
    "charAt",
    "concat",
    "normalize",
    "padEnd",
    "padStart",
    "repeat",
    "replace",
    "replaceAll",
    "slice",
    "substring",
    "toLowerCase",
    "toUpperCase",
    "trim",
    "trimEnd",
];

impl<'p, 'a> Wrong<'_, '_, 'p, 'a> {
    pub(super) fn call(&mut self, it: &'p CallExpression<'a>) -> Is<'p, 'a> {
        let callee = it.callee.get_inner_expression();
        if let Expression::StaticMemberExpression(member) = callee {
            if member.property.name == "catch" && is_call(&member.object) {
                // What is thrown in it is caught, if it is awaited for.
                return Is::Anything;
            }
            let of = self.value(&member.object);
            let given = self.given(&it.arguments);
            if it.optional || member.optional {
                return Is::Anything;
            }
            self.needed(callee);
            self.needed(&member.object);
            self.asked(of, member.object.span());
            let of = self.as_it_is(&member.object, of);
            return self.method(of, member.property.name.as_str(), &member.object, it, &given);
        }
        if let (Expression::Identifier(name), Some(Argument::StringLiteral(from))) =
            (callee, it.arguments.first())
            && name.name == "require"
            && symbol(self.scoping, name).is_none()
        {
            return Is::Part(from.value.as_str());
        }
        let is = self.value(&it.callee);
        let given = self.given(&it.arguments);
        if it.optional {
            return Is::Anything;
        }
        if !self.called(is, callee.span()) {
            if let Expression::Identifier(name) = callee
                && symbol(self.scoping, name).is_none()
                && built_in::call_fails(name.name.as_str(), &it.arguments, &given)
            {
                self.may_fail(callee.span());
            }
            // What is thrown in it later reaches nobody, which ends Node.
            if matches!(callee, Expression::Identifier(name) if LATER.contains(&name.name.as_str()))
            {
                self.call_back(&given);
            }
            // The module's own, somehow.
            if matches!(
                callee,
                Expression::CallExpression(_) | Expression::ComputedMemberExpression(_)
            ) {
                self.out_of_sight = Some(it.span);
            }
        }
        match is {
            Is::Global("Symbol") => Is::Symbol,
            Is::Global("String") => Is::Text,
            Is::Global("Number") => Is::Number,
            Is::Global("BigInt") => Is::Big,
            Is::Global("Boolean") => Is::Truth,
            _ => Is::Anything,
        }
    }

    /// Looks into what is called. Whether it is known what that is.
    pub(super) fn called(&mut self, is: Is<'p, 'a>, at: Span) -> bool {
        match is {
            Is::Anything | Is::Part(_) => return false,
            // What it throws reaches only who awaits it.
            Is::Function(body) | Is::Held(body) if body.is_async => {}
            Is::Held(body) => self.perhaps(|own| own.enter(body, at)),
            Is::Function(body) => self.enter(body, at),
            Is::Generator => self.out_of_sight = Some(at),
            Is::Global(name) => {
                if built_in::is_never_called(name) {
                    self.may_fail(at);
                }
                return false;
            }
            Is::Nothing | Is::Perhaps => self.asked(is, at),
            // What has parts may be held by something that was changed.
            Is::Class(_) | Is::Made(_) | Is::Object(_) | Is::List(_) => {
                let words = self.words(at);
                self.say(at, || format!("{words} may not be a function"));
            }
            _ => self.fails(at, "not a function"),
        }
        true
    }

    /// Looks into what a call runs.
    pub(super) fn enter(&mut self, body: Body<'p, 'a>, call: Span) {
        let at = body.start();
        let sure = self.deep == 0;
        // Between it and itself nothing is asked: it ends when there is no more room.
        let from = self.within.iter().position(|(start, _)| *start == at);
        if let Some(from) = from {
            if sure && self.within.iter().skip(from).all(|(_, sure)| *sure) {
                self.say(call, || "it may never end".to_owned());
            }
            return;
        }
        if !self.entered.insert(at) || self.calls == 0 || self.within.len() >= DEEPEST {
            return;
        }
        self.calls = self.calls.saturating_sub(1);
        self.within.push((at, sure));
        let deep = std::mem::take(&mut self.deep);
        for value in body.takes.iter().flat_map(|all| &all.items) {
            if let Some(value) = &value.initializer {
                self.perhaps(|own| {
                    own.value(value);
                });
            }
        }
        match body.does {
            Does::Statements(all) => self.statements(all),
            Does::Gives(value) => {
                self.said_later(value);
                self.value(value);
            }
            Does::Makes(class) => self.made(class),
        }
        self.deep = deep;
        self.within.pop();
    }

    fn method(
        &mut self,
        of: Is<'p, 'a>,
        name: &str,
        object: &'p Expression<'a>,
        call: &'p CallExpression<'a>,
        given: &[(Is<'p, 'a>, Span)],
    ) -> Is<'p, 'a> {
        let at = call.callee.span();
        let nonempty = matches!(of, Is::List(Some(list)) if !list.elements.is_empty());
        match of {
            Is::Object(_) | Is::Class(_) | Is::Made(_) => {
                let is = self.member(of, name, at);
                self.called(is, at);
                return Is::Anything;
            }
            // They may be its own.
            Is::Function(body) | Is::Held(body) if name == "bind" => return Is::Held(body),
            Is::Function(body) | Is::Held(body) if matches!(name, "apply" | "call") => {
                self.called(Is::Held(body), at);
            }
            Is::Global("globalThis") => {
                let is = self.member(of, name, at);
                self.called(is, at);
            }
            of => {
                let lacks = matches!(self.member(of, name, at), Is::Perhaps);
                let empty = matches!(of, Is::List(_)) && !nonempty;
                let folds = empty && name.starts_with("reduce") && given.len() == 1;
                let kind = of.kind().unwrap_or_default();
                let frozen =
                    matches!(of, Is::List(_) | Is::Anything) && self.is_fixed(object, name);
                if lacks
                    || folds
                    || frozen
                    || built_in::method_fails(kind, name, &call.arguments, given)
                    || built_in::is_no_date(object, name)
                {
                    self.may_fail(at);
                }
            }
        }
        if matches!(of, Is::Global("Reflect"))
            && name == "apply"
            && let Some((is, at)) = given.first()
        {
            self.called(*is, *at);
        }
        // Nobody listens to it yet, as far as is known.
        let error =
            |it: &Argument<'_>| matches!(it, Argument::StringLiteral(it) if it.value == "error");
        if name == "emit" && call.arguments.first().is_some_and(error) {
            self.may_fail(at);
        }
        if name == "stringify" && matches!(of, Is::Global("JSON")) {
            self.told_as_json(call, given);
        }
        if CALL_BACK.contains(&name) || matches!(name, "nextTick" | "then") {
            self.call_back(given);
        }
        match name {
            name if LOOKS_FOR.contains(&name) => Is::Perhaps,
            "split" => Is::List(None),
            "toString" | "join" if of.kind().is_some() => Is::Text,
            name if matches!(of, Is::Text) && GIVES_TEXT.contains(&name) => Is::Text,
            _ => Is::Anything,
        }
    }

    /// What is made JSON may have a say in that, and may hold itself where something was put into it.
    fn told_as_json(&mut self, call: &'p CallExpression<'a>, given: &[(Is<'p, 'a>, Span)]) {
        let Some((is @ (Is::Object(_) | Is::List(_)), at)) = given.first().copied() else { return };
        if let Some(Argument::Identifier(name)) = call.arguments.first()
            && symbol(self.scoping, name).is_some_and(|id| self.kept.is_changed(&id))
        {
            self.may_fail(call.callee.span());
        }
        let own = self.member(is, "toJSON", at);
        if !matches!(own, Is::Nothing | Is::Perhaps) {
            self.called(own, at);
        }
    }

    /// What is handed over is called, if only perhaps.
    fn call_back(&mut self, given: &[(Is<'p, 'a>, Span)]) {
        for (is, at) in given.iter().filter(|(is, _)| matches!(is, Is::Function(_) | Is::Held(_))) {
            self.perhaps(|own| {
                own.called(*is, *at);
            });
        }
    }

    /// Whether a method changes a list that was frozen.
    fn is_fixed(&self, object: &Expression<'_>, name: &str) -> bool {
        let changes = matches!(name, "push" | "pop" | "shift" | "unshift" | "splice" | "sort");
        changes && built_in::freezes(object)
    }

    pub(super) fn make(&mut self, it: &'p NewExpression<'a>) -> Is<'p, 'a> {
        let callee = it.callee.get_inner_expression();
        let is = self.value(&it.callee);
        let given = self.given(&it.arguments);
        let at = it.callee.span();
        self.needed(callee);
        match is {
            Is::Class(class) => {
                let null = class.heritage.as_ref().is_some_and(|it| {
                    matches!(it.expression.get_inner_expression(), Expression::NullLiteral(_))
                });
                if null {
                    self.may_fail(at);
                }
                self.enter(Body::of_class(class), it.span);
                return Is::Made(class);
            }
            Is::Function(body) | Is::Held(body) if body.is_arrow || body.is_async => {
                self.may_fail(at);
            }
            Is::Function(body) => self.enter(body, it.span),
            Is::Held(body) => self.perhaps(|own| own.enter(body, it.span)),
            Is::Anything | Is::Global(_) | Is::Part(_) => {
                let name = match callee {
                    Expression::Identifier(name) if symbol(self.scoping, name).is_none() => {
                        name.name.as_str()
                    }
                    callee if member_of(callee, "Intl").is_some() => "Intl",
                    _ => return Is::Anything,
                };
                if built_in::make_fails(name, &it.arguments, &given) {
                    self.may_fail(at);
                }
                if name == "Proxy" {
                    self.out_of_sight = Some(it.span);
                }
            }
            Is::Nothing | Is::Perhaps => self.asked(is, at),
            _ => {
                let words = self.words(at);
                self.say(at, || format!("{words} may not be a class"));
            }
        }
        Is::Anything
    }

    /// What is waited for, where that fails for certain, or may be made to.
    pub(super) fn awaited(&mut self, it: &'p Expression<'a>) {
        match it.get_inner_expression() {
            Expression::CallExpression(call) => match member_of(&call.callee, "Promise") {
                Some("reject") => self.may_fail(call.span),
                Some("all" | "any" | "race") => {
                    if let Some(Argument::ArrayExpression(all)) = call.arguments.first() {
                        for one in all.elements.iter().filter_map(|one| one.as_expression()) {
                            self.awaited(one);
                        }
                    }
                }
                _ => {
                    if let Some(body) = self.body(&call.callee).filter(|body| body.is_async) {
                        self.enter(body, call.span);
                    }
                }
            },
            Expression::NewExpression(made) => {
                let takes = made.arguments.first().and_then(Argument::as_expression);
                let takes = takes.and_then(Body::of_value).and_then(|body| body.takes);
                if takes.is_some_and(|takes| takes.items.len() > 1) {
                    self.may_fail(made.span);
                }
            }
            it if is_exit(it) => self.may_fail(it.span()),
            _ => {}
        }
    }
}

fn is_call(it: &Expression<'_>) -> bool {
    matches!(it.get_inner_expression(), Expression::CallExpression(_))
}
