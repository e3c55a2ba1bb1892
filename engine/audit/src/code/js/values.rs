//! Where a name of a program gets its value from.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use oxc::ast::AstKind;
use oxc::ast::ast::{
    AssignmentOperator, BindingPattern, CallExpression, ChainElement, ClassElement, Expression,
    IdentifierReference, ImportDeclarationSpecifier, ObjectExpression, ObjectPropertyKind,
    TSModuleReference,
};
use oxc::semantic::{NodeId, Semantic, SymbolId};

use crate::marks;

/// How far one question may go from name to name.
const DEEPEST: u32 = 24;
/// How many steps the questions about one file may take together.
const MOST_STEPS: u32 = 3_000_000;
/// How many steps one question may take.
const MOST_STEPS_OF_ONE: u32 = 4_000;
/// Stands for a key that is not known, which leads to every part.
pub(super) const ANY: &str = "\u{E001}";
/// Values that are tried of one name.
pub(super) const MOST_VALUES: usize = 16;

/// One thing that a name stands for.
pub(super) enum Origin<'a> {
    /// A part of a value: the keys that lead to it, none for the value itself.
    Part(&'a Expression<'a>, Vec<String>),
    /// A part of each item of a list.
    Item(&'a Expression<'a>, Vec<String>),
    /// What is added to the values before it.
    Added(&'a Expression<'a>),
    /// Something imported: the module and what is taken of it.
    Module(&'a str, Option<&'a str>),
}

/// Answers questions about one program.
pub(super) struct Reader<'s, 'a> {
    pub semantic: &'s Semantic<'a>,
    left: Cell<u32>,
    left_of_one: Cell<u32>,
    /// Where each name is assigned to, beside its declaration.
    writes: HashMap<SymbolId, Vec<NodeId>>,
    /// What names were found to stand for.
    pub(super) known: RefCell<HashMap<SymbolId, Option<String>>>,
    /// Functions whose answer for one call is being worked out, with that call.
    pub(super) calls: RefCell<Vec<(NodeId, &'a CallExpression<'a>)>>,
}

impl<'s, 'a> Reader<'s, 'a> {
    pub(super) fn new(semantic: &'s Semantic<'a>) -> Self {
        let scoping = semantic.scoping();
        let mut writes: HashMap<SymbolId, Vec<NodeId>> = HashMap::new();
        for symbol in scoping.symbol_ids() {
            let of_it = scoping.get_resolved_references(symbol).filter(|one| one.is_write());
            let of_it: Vec<_> = of_it.take(MOST_VALUES).map(|one| one.node_id()).collect();
            if !of_it.is_empty() {
                writes.insert(symbol, of_it);
            }
        }
        Self {
            semantic,
            left: Cell::new(MOST_STEPS),
            left_of_one: Cell::new(0),
            writes,
            known: RefCell::default(),
            calls: RefCell::default(),
        }
    }

    /// Whether the question was answered without being cut off.
    pub(super) const fn is_answered(&self) -> bool {
        self.left_of_one.get() > 0
    }

    /// Begins a question.
    pub(super) fn ask(&self) {
        self.left_of_one.set(MOST_STEPS_OF_ONE.min(self.left.get()));
    }

    /// Whether all steps were taken, so that the rest was not looked at.
    pub(super) const fn exhausted(&self) -> bool {
        self.left.get() == 0
    }

    pub(super) fn step(&self, depth: u32) -> bool {
        let left = self.left_of_one.get();
        if depth > DEEPEST || left == 0 {
            return false;
        }
        self.left_of_one.set(left.saturating_sub(1));
        self.left.set(self.left.get().saturating_sub(1));
        true
    }

    pub(super) fn kind(&self, id: NodeId) -> AstKind<'a> {
        self.semantic.nodes().kind(id)
    }

    pub(super) fn parent(&self, id: NodeId) -> (NodeId, AstKind<'a>) {
        let parent = self.semantic.nodes().parent_id(id);
        (parent, self.kind(parent))
    }

    /// None for a name that the program does not declare.
    pub(super) fn symbol(&self, name: &IdentifierReference<'a>) -> Option<SymbolId> {
        let reference = name.reference_id.get()?;
        self.semantic.scoping().get_reference(reference).symbol_id()
    }

    pub(super) fn origins(&self, symbol: SymbolId) -> Vec<Origin<'a>> {
        let declared = self.semantic.scoping().symbol_declaration(symbol);
        let mut origins = Vec::new();
        match self.kind(declared) {
            AstKind::VariableDeclarator(it) => {
                let mut path = Vec::new();
                path_in(&it.id, symbol, &mut path);
                match (&it.init, self.parent(self.parent(declared).0).1) {
                    (Some(init), _) => origins.push(Origin::Part(init, path)),
                    (None, AstKind::ForOfStatement(of)) => {
                        origins.push(Origin::Item(&of.right, path))
                    }
                    _ => {}
                }
            }
            AstKind::ImportSpecifier(it) if !it.import_kind.is_type() => {
                if let AstKind::ImportDeclaration(from) = self.parent(declared).1 {
                    origins.push(Origin::Module(
                        &from.source.value,
                        Some(it.imported.name().as_str()),
                    ));
                }
            }
            AstKind::ImportDefaultSpecifier(_) | AstKind::ImportNamespaceSpecifier(_) => {
                if let AstKind::ImportDeclaration(from) = self.parent(declared).1 {
                    origins.push(Origin::Module(&from.source.value, None));
                }
            }
            AstKind::TSImportEqualsDeclaration(it) => {
                if let TSModuleReference::ExternalModuleReference(from) = &it.module_reference {
                    origins.push(Origin::Module(&from.expression.value, None));
                }
            }
            AstKind::FormalParameter(it) => {
                let mut path = Vec::new();
                path_in(&it.pattern, symbol, &mut path);
                origins.extend(self.arguments(declared, it, &path));
            }
            _ => {}
        }
        self.assignments(symbol, &mut origins);
        origins
    }

    /// What is assigned to a name after it was declared.
    fn assignments(&self, symbol: SymbolId, origins: &mut Vec<Origin<'a>>) {
        for write in self.writes.get(&symbol).into_iter().flatten() {
            let (at, parent) = self.parent(*write);
            match parent {
                AstKind::AssignmentExpression(it)
                    if it.operator == AssignmentOperator::Addition =>
                {
                    origins.push(Origin::Added(&it.right));
                }
                AstKind::AssignmentExpression(it) => {
                    origins.push(Origin::Part(&it.right, Vec::new()));
                }
                AstKind::AssignmentTargetPropertyIdentifier(it) => {
                    if let AstKind::AssignmentExpression(whole) = self.parent(self.parent(at).0).1 {
                        let key = it.binding.name.as_str().to_owned();
                        origins.push(Origin::Part(&whole.right, vec![key]));
                    }
                }
                _ => {}
            }
        }
    }

    /// The expressions that hold the value, as far as names and parts of literals lead to them.
    pub(super) fn held(&self, expr: &'a Expression<'a>, depth: u32) -> Vec<&'a Expression<'a>> {
        if !self.step(depth) {
            return Vec::new();
        }
        match expr.get_inner_expression() {
            Expression::Identifier(name) => {
                let Some(symbol) = self.symbol(name) else { return Vec::new() };
                let mut held = Vec::new();
                for origin in self.origins(symbol) {
                    match origin {
                        Origin::Part(whole, path) => held.extend(self.part(whole, &path, depth)),
                        Origin::Item(list, path) => {
                            for item in self.items(list, &path, depth) {
                                held.extend(self.held(item, depth.saturating_add(1)));
                            }
                        }
                        Origin::Added(_) | Origin::Module(..) => {}
                    }
                }
                held.truncate(MOST_VALUES);
                held
            }
            Expression::StaticMemberExpression(it) => {
                let key = it.property.name.as_str();
                match it.object.get_inner_expression() {
                    Expression::ThisExpression(_) => self.field(it.node_id.get(), key, depth),
                    object => self.part(object, &[key.to_owned()], depth),
                }
            }
            Expression::ComputedMemberExpression(it) => {
                let keys = self.texts_at(&it.expression, depth.saturating_add(1));
                let any = keys.iter().any(|key| key.contains(marks::UNKNOWN));
                let keys: Vec<_> = if any { vec![ANY.to_owned()] } else { keys };
                let parts = keys.into_iter().flat_map(|key| self.part(&it.object, &[key], depth));
                parts.collect()
            }
            Expression::AwaitExpression(it) => self.held(&it.argument, depth.saturating_add(1)),
            Expression::ConditionalExpression(it) => {
                let mut held = self.held(&it.consequent, depth.saturating_add(1));
                held.extend(self.held(&it.alternate, depth.saturating_add(1)));
                held
            }
            Expression::LogicalExpression(it) => {
                let mut held = self.held(&it.left, depth.saturating_add(1));
                held.extend(self.held(&it.right, depth.saturating_add(1)));
                held
            }
            Expression::CallExpression(it) if self.is(&it.callee, "Object.freeze", depth) => it
                .arguments
                .first()
                .and_then(|first| first.as_expression())
                .map_or_else(Vec::new, |first| self.held(first, depth.saturating_add(1))),
            Expression::CallExpression(it) => {
                let items = self.picked(it, depth).into_iter();
                let held: Vec<_> =
                    items.flat_map(|item| self.held(item, depth.saturating_add(1))).collect();
                if held.is_empty() { vec![expr.get_inner_expression()] } else { held }
            }
            other => vec![other],
        }
    }

    /// The value that a class gives to one of its fields, seen from inside.
    fn field(&self, at: NodeId, key: &str, depth: u32) -> Vec<&'a Expression<'a>> {
        let class = self.semantic.nodes().ancestor_kinds(at).find_map(|kind| match kind {
            AstKind::Class(class) => Some(class),
            _ => None,
        });
        let elements = class.into_iter().flat_map(|class| &class.body.body);
        let values = elements.filter_map(|element| match element {
            ClassElement::PropertyDefinition(it)
                if it.key.static_name().as_deref() == Some(key) =>
            {
                it.value.as_ref()
            }
            _ => None,
        });
        values.flat_map(|value| self.held(value, depth.saturating_add(1))).collect()
    }

    fn is(&self, callee: &'a Expression<'a>, name: &str, depth: u32) -> bool {
        self.name_at(callee, depth.saturating_add(1)).is_some_and(|found| found == name)
    }

    /// What is under a path of keys in the literals that a value may be.
    pub(super) fn part(
        &self,
        whole: &'a Expression<'a>,
        path: &[String],
        depth: u32,
    ) -> Vec<&'a Expression<'a>> {
        let mut parts = self.held(whole, depth.saturating_add(1));
        for key in path {
            let mut inside = Vec::new();
            for part in parts {
                match part {
                    Expression::ObjectExpression(object) if key == ANY => {
                        inside.extend(object.properties.iter().filter_map(|property| {
                            property.as_property().map(|property| &property.value)
                        }));
                    }
                    Expression::ObjectExpression(object) => inside.extend(property(object, key)),
                    Expression::ArrayExpression(list) => {
                        let one = |at: &usize| key == ANY || *key == at.to_string();
                        let elements = list.elements.iter().enumerate().filter(|(at, _)| one(at));
                        inside.extend(elements.filter_map(|(_, element)| element.as_expression()));
                    }
                    _ => {}
                }
            }
            inside.truncate(MOST_VALUES);
            parts = inside
                .into_iter()
                .flat_map(|part| self.held(part, depth.saturating_add(1)))
                .collect();
            parts.truncate(MOST_VALUES);
        }
        parts
    }
}

/// The value of a property that is written under its name.
pub(super) fn property<'a>(
    object: &'a ObjectExpression<'a>,
    key: &str,
) -> Option<&'a Expression<'a>> {
    object.properties.iter().rev().find_map(|property| match property {
        ObjectPropertyKind::ObjectProperty(it) if it.key.static_name().as_deref() == Some(key) => {
            Some(&it.value)
        }
        _ => None,
    })
}

/// The keys that lead from the value of a pattern to the name in it; whether the name is there.
fn path_in(pattern: &BindingPattern<'_>, symbol: SymbolId, path: &mut Vec<String>) -> bool {
    match pattern {
        BindingPattern::BindingIdentifier(name) => name.symbol_id.get() == Some(symbol),
        BindingPattern::AssignmentPattern(it) => path_in(&it.left, symbol, path),
        BindingPattern::ObjectPattern(it) => {
            for property in &it.properties {
                let key = property.key.static_name().map_or_else(String::new, Into::into);
                path.push(key);
                if path_in(&property.value, symbol, path) {
                    return true;
                }
                path.pop();
            }
            // The rest of a value is taken for all of it.
            it.rest.as_ref().is_some_and(|rest| path_in(&rest.argument, symbol, path))
        }
        BindingPattern::ArrayPattern(it) => {
            for (index, element) in it.elements.iter().enumerate() {
                let Some(element) = element else { continue };
                path.push(index.to_string());
                if path_in(element, symbol, path) {
                    return true;
                }
                path.pop();
            }
            it.rest.as_ref().is_some_and(|rest| path_in(&rest.argument, symbol, path))
        }
    }
}

/// The expression in a link of an optional chain, where it is not a further name.
pub(super) fn chained<'a, T>(
    chain: &'a ChainElement<'a>,
    call: impl FnOnce(&'a oxc::ast::ast::CallExpression<'a>) -> T,
    member: impl FnOnce(&'a oxc::ast::ast::MemberExpression<'a>) -> T,
    other: impl FnOnce(&'a Expression<'a>) -> T,
) -> T {
    match chain {
        ChainElement::CallExpression(it) => call(it),
        ChainElement::TSNonNullExpression(it) => other(&it.expression),
        _ => member(chain.to_member_expression()),
    }
}

/// Whether an import brings values and not types alone.
pub(super) fn brings_values(specifiers: Option<&[ImportDeclarationSpecifier<'_>]>) -> bool {
    specifiers.is_none_or(|specifiers| {
        specifiers.iter().any(|one| match one {
            ImportDeclarationSpecifier::ImportSpecifier(it) => !it.import_kind.is_type(),
            _ => true,
        })
    })
}
