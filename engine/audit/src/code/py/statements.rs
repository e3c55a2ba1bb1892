//! Statements of a script, in the order in which they would run.

use std::collections::HashMap;

use tree_sitter::Node;

use super::value::Value;
use super::{Function, MOST_CALLS, Script};
use crate::deeds::Deed;
use crate::parse;
use crate::reach::{DOWNLOADED_CODE, ENV_WHOLE, PATCHES};

/// Modules whose parts nobody should exchange.
const SHARED: [&str; 9] =
    ["builtins", "os", "sys", "subprocess", "socket", "ssl", "json", "requests", "__builtins__"];

impl<'t> Script<'t> {
    pub(super) fn module(&mut self, root: Node<'t>) {
        self.block(root);
        // What nobody called is read too: another file may call it.
        let mut at = 0;
        while let Some(function) = self.functions.get(at) {
            if !function.called {
                self.call_function(at, &[], &[]);
            }
            at = at.saturating_add(1);
        }
    }

    pub(super) fn block(&mut self, node: Node<'t>) {
        for child in parse::named(node) {
            self.statement(child);
        }
    }

    fn statement(&mut self, node: Node<'t>) {
        if !self.enter(node) {
            return;
        }
        self.statement_of_kind(node);
        self.leave();
    }

    fn statement_of_kind(&mut self, node: Node<'t>) {
        match node.kind() {
            "import_statement" => self.import(node),
            "import_from_statement" => self.import_from(node),
            "function_definition" => self.define(node),
            "decorated_definition" => {
                for child in parse::named(node) {
                    match child.kind() {
                        "decorator" => self.block_of_values(child),
                        _ => self.statement(child),
                    }
                }
            }
            "class_definition" => {
                if let Some(name) = node.child_by_field_name("name") {
                    let name = self.source(name).to_owned();
                    self.vars.insert(name.clone(), Value::named(format!("?class:{name}")));
                }
                if let Some(body) = node.child_by_field_name("body") {
                    self.block(body);
                }
            }
            "return_statement" => {
                let value = parse::named(node).next().map(|value| self.value(value));
                if let (Some(value), Some(returned)) = (value, self.returned.last_mut()) {
                    *returned = std::mem::take(returned).or(value);
                }
            }
            "for_statement" => {
                self.loop_over(node);
                self.fields(node, &["body", "alternative"]);
            }
            "while_statement" => {
                let condition = node.child_by_field_name("condition");
                let always = condition
                    .is_some_and(|condition| matches!(self.source(condition), "True" | "1"));
                if let Some(condition) = condition {
                    self.value(condition);
                }
                self.endless = self.endless.saturating_add(u32::from(always));
                self.fields(node, &["body", "alternative"]);
                self.endless = self.endless.saturating_sub(u32::from(always));
            }
            "with_item" => self.with_item(node),
            "block"
            | "if_statement"
            | "elif_clause"
            | "else_clause"
            | "try_statement"
            | "except_clause"
            | "except_group_clause"
            | "finally_clause"
            | "with_statement"
            | "with_clause"
            | "match_statement"
            | "case_clause"
            | "ERROR" => self.block(node),
            "delete_statement" | "comment" | "pass_statement" => {}
            "global_statement" | "nonlocal_statement" => {
                for name in parse::named(node) {
                    let name = self.source(name).to_owned();
                    if let Some(outer) = self.outer.last_mut() {
                        outer.insert(name, None);
                    }
                }
            }
            "exec_statement"
            | "print_statement"
            | "expression_statement"
            | "assert_statement"
            | "raise_statement" => self.block_of_values(node),
            _ => {
                self.value(node);
            }
        }
    }

    fn fields(&mut self, node: Node<'t>, names: &[&str]) {
        for name in names {
            if let Some(part) = node.child_by_field_name(name) {
                self.statement(part);
            }
        }
    }

    fn block_of_values(&mut self, node: Node<'t>) {
        for child in parse::named(node) {
            self.value(child);
        }
    }

    fn loop_over(&mut self, node: Node<'t>) {
        let (Some(left), Some(right)) =
            (node.child_by_field_name("left"), node.child_by_field_name("right"))
        else {
            return;
        };
        let whole = self.value(right);
        self.goes_through(&whole, right);
        let item = self.item_of(&whole);
        self.bind(left, item);
    }

    /// Going through the environment is taking all of it.
    pub(super) fn goes_through(&mut self, whole: &Value, node: Node<'t>) {
        if whole.name == "os.environ" || whole.name == "os.environ.items()" {
            self.say(Deed { what: "env".to_owned(), ..Deed::plain(&ENV_WHOLE) }, node);
        }
    }

    pub(super) fn item_of(&self, whole: &Value) -> Value {
        let mut item = whole.item();
        if item.name.is_empty() && whole.name.ends_with("()") {
            item.name = format!("{}[]", whole.name);
        }
        item
    }

    /// `with open(p) as f`.
    fn with_item(&mut self, node: Node<'t>) {
        let Some(value) = node.child_by_field_name("value") else { return };
        if value.kind() != "as_pattern" {
            self.value(value);
            return;
        }
        let mut parts = parse::named(value);
        let (expression, target) = (parts.next(), parts.next());
        if let Some(expression) = expression {
            let value = self.value(expression);
            if let Some(target) =
                target.and_then(|target| parse::named(target).next().or(Some(target)))
            {
                self.bind(target, value);
            }
        }
    }

    /// Gives a value to a name, or its parts to several.
    pub(super) fn bind(&mut self, target: Node<'t>, value: Value) {
        match target.kind() {
            "identifier" => {
                let name = self.source(target).to_owned();
                let before = self.vars.insert(name.clone(), value);
                if let (Some(outer), Some(before)) = (self.outer.last_mut(), before) {
                    outer.entry(name).or_insert(Some(before));
                }
            }
            "pattern_list" | "tuple_pattern" | "list_pattern" | "tuple" | "list"
            | "expression_list" | "as_pattern_target" => {
                for (at, part) in parse::named(target).enumerate() {
                    let one = value.at(&at.to_string()).unwrap_or_else(|| {
                        let all = value.texts.clone();
                        if all.is_empty() { Value::text(value.taint()) } else { Value::texts(all) }
                    });
                    self.bind(part, one);
                }
            }
            "attribute" => {
                let object = target.child_by_field_name("object");
                let object = object.map(|object| self.value(object)).unwrap_or_default();
                // A program's own output is its own: `sys.stdout = TextIOWrapper(…)`.
                let own = matches!(self.source(target), "sys.stdout" | "sys.stderr" | "sys.stdin");
                if SHARED.contains(&object.name.as_str()) && !own {
                    self.say(Deed::at(&PATCHES, self.source(target)), target);
                }
                self.vars.insert(self.source(target).to_owned(), value);
            }
            "subscript" => {
                // What is put into a list or dictionary stays with it.
                if let Some(whole) = target.child_by_field_name("value") {
                    self.taints(self.source(whole), &value.all());
                }
            }
            _ => {}
        }
    }

    /// A mark that a variable takes on from what is put into it.
    pub(super) fn taints(&mut self, name: &str, text: &str) {
        if !crate::marks::is_tainted(text) {
            return;
        }
        let mark = crate::marks::taint(text);
        if let Some(value) = self.vars.get_mut(name) {
            value.texts.push(mark.clone());
            let fills = value.fills.clone();
            if fills != name
                && let Some(filled) = self.vars.get_mut(&fills)
            {
                filled.texts.push(mark);
            }
        }
    }

    fn import(&mut self, node: Node<'t>) {
        for child in parse::named(node) {
            match child.kind() {
                "aliased_import" => {
                    let part = |name| child.child_by_field_name(name).map(|node| self.source(node));
                    if let (Some(module), Some(alias)) = (part("name"), part("alias")) {
                        self.vars.insert(alias.to_owned(), Value::named(module));
                        self.imported(module, child);
                    }
                }
                _ => {
                    let module = self.source(child);
                    let first = module.split('.').next().unwrap_or_default();
                    self.vars.insert(first.to_owned(), Value::named(first));
                    self.imported(module, child);
                }
            }
        }
    }

    fn import_from(&mut self, node: Node<'t>) {
        let Some(from) = node.child_by_field_name("module_name") else { return };
        let module = self.source(from);
        self.imported(module, from);
        let mut cursor = node.walk();
        for child in node.children_by_field_name("name", &mut cursor) {
            let part = |name| child.child_by_field_name(name).map(|node| self.source(node));
            let (name, alias) = match child.kind() {
                "aliased_import" => (part("name"), part("alias")),
                _ => (Some(self.source(child)), Some(self.source(child))),
            };
            if let (Some(name), Some(alias)) = (name, alias) {
                let whole = format!("{module}.{name}");
                self.vars.insert(alias.to_owned(), Value::named(super::calls::same(&whole)));
            }
        }
    }

    /// A module that the script has written itself.
    pub(super) fn imported(&mut self, module: &str, node: Node<'t>) {
        let file = format!("{}.py", module.replace('.', "/"));
        let written = self.written.iter().find(|(path, _)| {
            path.strip_suffix(&file)
                .is_some_and(|before| before.is_empty() || before.ends_with('/'))
        });
        let text = written.map(|(_, text)| text.clone());
        if let Some(text) = text {
            let rule = self.code_rule(&text).unwrap_or(&DOWNLOADED_CODE);
            if crate::marks::is_tainted(&text) {
                self.say(Deed::plain(rule), node);
            }
        }
    }

    fn define(&mut self, node: Node<'t>) {
        let Some(name) = node.child_by_field_name("name") else { return };
        self.functions.push(Function { node, busy: false, called: false });
        let at = self.functions.len().saturating_sub(1);
        self.vars.insert(self.source(name).to_owned(), Value::named(format!("?def:{at}")));
    }

    /// `lambda x: …`
    pub(super) fn lambda(&mut self, node: Node<'t>) -> Value {
        // In a loop that is read twice it is the same one.
        let known = self.functions.iter().position(|function| function.node == node);
        let at = known.unwrap_or_else(|| {
            self.functions.push(Function { node, busy: false, called: false });
            self.functions.len().saturating_sub(1)
        });
        Value::named(format!("?def:{at}"))
    }

    /// What a function of the script returns for these arguments.
    pub(super) fn call_function(
        &mut self,
        at: usize,
        positional: &[Value],
        named: &[(String, Value)],
    ) -> Value {
        let Some(function) = self.functions.get_mut(at) else { return Value::unknown() };
        if function.busy || self.calls_left == 0 {
            return Value::unknown();
        }
        let first_time = !function.called;
        (function.busy, function.called) = (true, true);
        let node = function.node;
        self.calls_left =
            self.calls_left.saturating_sub(u32::from(!first_time || self.calls_left == MOST_CALLS));
        let mut names = Vec::new();
        if let Some(parameters) = node.child_by_field_name("parameters") {
            let of_class = usize::from(self.is_method(parameters));
            for (place, parameter) in parse::named(parameters).enumerate() {
                let name = self.parameter(parameter);
                let default = parameter.child_by_field_name("value");
                let handed = place
                    .checked_sub(of_class)
                    .and_then(|place| positional.get(place).cloned())
                    .or_else(|| named.iter().find(|(key, _)| *key == name).map(|(_, v)| v.clone()));
                let value = match (handed, default) {
                    (Some(value), _) => value,
                    (None, Some(default)) => self.value(default),
                    (None, None) => Value::unknown(),
                };
                names.push((name.clone(), self.vars.insert(name, value)));
            }
        }
        self.returned.push(Value::default());
        self.outer.push(HashMap::new());
        if let Some(body) = node.child_by_field_name("body") {
            if node.kind() == "lambda" {
                let value = self.value(body);
                if let Some(returned) = self.returned.last_mut() {
                    *returned = value;
                }
            } else {
                self.block(body);
            }
        }
        let returned = self.returned.pop().unwrap_or_default();
        // What others call by the same name is theirs again.
        for (name, before) in self.outer.pop().unwrap_or_default() {
            if let Some(before) = before {
                self.vars.insert(name, before);
            }
        }
        for (name, before) in names {
            match before {
                Some(value) => self.vars.insert(name, value),
                None => self.vars.remove(&name),
            };
        }
        if let Some(function) = self.functions.get_mut(at) {
            function.busy = false;
        }
        returned
    }

    fn is_method(&self, parameters: Node<'t>) -> bool {
        let first = parse::named(parameters).next();
        first.is_some_and(|first| matches!(self.source(first), "self" | "cls"))
    }

    fn parameter(&self, node: Node<'t>) -> String {
        let name = match node.kind() {
            "identifier" => Some(node),
            _ => node.child_by_field_name("name").or_else(|| parse::named(node).next()),
        };
        name.map(|name| self.source(name).trim_start_matches('*').to_owned()).unwrap_or_default()
    }
}
