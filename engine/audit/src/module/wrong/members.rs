//! What everything has: the members of built-in objects and of each kind of value, of classes, and which names stay what
//! they are written as.

use std::collections::{HashMap, HashSet};

use oxc::ast::ast::{BindingPattern, ComputedMemberExpression};
use oxc::ast::ast::{
    CallExpression, Class, ClassElement, Expression, MethodDefinitionKind, Program,
    SimpleAssignmentTarget, StaticMemberExpression, UnaryExpression, VariableDeclarator,
};
use oxc::ast_visit::{Visit, walk};
use oxc::semantic::{Scoping, SymbolId};
use oxc::syntax::operator::UnaryOperator;

use super::super::once::symbol;
use super::super::runs::Body;
use super::built_in;

/// What bun 1.4 and Node 26 both have: an object or a kind of value and its members, a line each.
const MEMBERS: &str = include_str!("members.txt");

fn members(of: &str) -> Option<&'static str> {
    MEMBERS
        .lines()
        .find_map(|line| line.split_once(' ').filter(|(name, _)| *name == of))
        .map(|it| it.1)
}

/// A built-in object that is known by this name everywhere.
pub(super) fn global(name: &str) -> Option<&'static str> {
    const KINDS: [&str; 9] =
        ["text", "number", "list", "object", "function", "pattern", "big", "truth", "symbol"];
    let known = MEMBERS.lines().filter_map(|line| line.split_once(' ')).map(|it| it.0);
    let mut known = known.filter(|known| !KINDS.contains(known)).chain(["globalThis"]);
    known.find(|known| *known == name)
}

/// Whether what is called so has no member of this name.
pub(super) fn lacks(of: &str, name: &str) -> bool {
    let Some(own) = members(of) else { return false };
    let inherited = members("object").unwrap_or_default();
    !own.split(' ').chain(inherited.split(' ')).any(|member| member == name)
}

pub(super) enum Member<'p, 'a> {
    Method(Body<'p, 'a>),
    Getter(Body<'p, 'a>),
    Other,
}

pub(super) fn of_class<'p, 'a>(class: &'p Class<'a>, name: &str, of_class: bool) -> Member<'p, 'a> {
    let found = class.body.body.iter().find_map(|element| match element {
        ClassElement::MethodDefinition(it) if it.r#static == of_class => {
            let own = it.key.static_name();
            (own.as_deref() == Some(name) && it.kind != MethodDefinitionKind::Set).then_some(it)
        }
        _ => None,
    });
    match found.and_then(|it| Some((it.kind, Body::of(&it.value)?))) {
        Some((MethodDefinitionKind::Get, body)) => Member::Getter(body),
        Some((MethodDefinitionKind::Method, body)) => Member::Method(body),
        _ => Member::Other,
    }
}

/// The names whose objects and lists nobody changes or gets hold of, and those of what was frozen.
pub(super) struct Kept {
    read: HashMap<SymbolId, usize>,
    kept: HashSet<SymbolId>,
    frozen: HashSet<SymbolId>,
    changed: HashSet<SymbolId>,
}

impl Kept {
    pub(super) fn contains(&self, id: &SymbolId) -> bool {
        self.kept.contains(id)
    }

    /// Whether something is put into it by a name, or taken out.
    pub(super) fn is_changed(&self, id: &SymbolId) -> bool {
        self.changed.contains(id)
    }

    pub(super) fn is_frozen(&self, id: &SymbolId) -> bool {
        self.frozen.contains(id)
    }
}

/// What changes a list.
const CHANGES: [&str; 9] =
    ["copyWithin", "fill", "pop", "push", "reverse", "shift", "sort", "splice", "unshift"];

pub(super) fn kept(program: &Program<'_>, scoping: &Scoping) -> Kept {
    let mut reads = Reads {
        scoping,
        to: false,
        kept: Kept {
            read: HashMap::new(),
            kept: HashSet::new(),
            frozen: HashSet::new(),
            changed: HashSet::new(),
        },
    };
    reads.visit_program(program);
    let mut kept = reads.kept;
    let read = std::mem::take(&mut kept.read);
    // Each use of it reads a member.
    let only = |id: &SymbolId, count: usize| scoping.get_resolved_references(*id).count() == count;
    kept.kept = read.into_iter().filter(|(id, count)| only(id, *count)).map(|it| it.0).collect();
    kept
}

struct Reads<'s> {
    scoping: &'s Scoping,
    /// What is looked at gets a value, or is taken away.
    to: bool,
    kept: Kept,
}

impl Reads<'_> {
    fn reads(&mut self, of: &Expression<'_>) {
        if let Expression::Identifier(it) = of.get_inner_expression()
            && let Some(id) = symbol(self.scoping, it)
        {
            if self.to {
                self.kept.changed.insert(id);
            } else {
                let count = self.kept.read.entry(id).or_default();
                *count = count.saturating_add(1);
            }
        }
        self.to = false;
    }
}

impl<'a> Visit<'a> for Reads<'_> {
    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        self.reads(&it.object);
        walk::walk_static_member_expression(self, it);
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        self.reads(&it.object);
        walk::walk_computed_member_expression(self, it);
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        self.to = true;
        walk::walk_simple_assignment_target(self, it);
        self.to = false;
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        self.to = it.operator == UnaryOperator::Delete;
        walk::walk_unary_expression(self, it);
        self.to = false;
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() {
            self.to = CHANGES.contains(&callee.property.name.as_str());
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let (BindingPattern::BindingIdentifier(id), Some(init)) = (&it.id, &it.init)
            && built_in::freezes(init)
        {
            self.kept.frozen.extend(id.symbol_id.get());
        }
        walk::walk_variable_declarator(self, it);
    }
}
