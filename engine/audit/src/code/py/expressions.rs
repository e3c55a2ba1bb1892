//! Expressions of a script.

use tree_sitter::Node;

use super::Script;
use super::value::{self, Value, joined};
use crate::marks::{CONFIG, DECODED, HERE, HOME, SECRET, UNKNOWN};
use crate::parse;

impl<'t> Script<'t> {
    pub(super) fn value(&mut self, node: Node<'t>) -> Value {
        if !self.enter(node) {
            return Value::unknown();
        }
        let value = self.value_of_kind(node);
        self.leave();
        value
    }

    fn value_of_kind(&mut self, node: Node<'t>) -> Value {
        match node.kind() {
            "identifier" => self.name(self.source(node)),
            "string" => self.string(node),
            "concatenated_string" => self.strings(node),
            "integer" | "float" | "true" | "false" | "none" => Value::text(self.source(node)),
            "attribute" => self.attribute(node),
            "call" => self.call(node),
            "subscript" => self.subscript(node),
            "binary_operator" => self.binary(node),
            "boolean_operator" => {
                let mut parts =
                    parse::named(node).map(|part| self.value(part)).collect::<Vec<_>>().into_iter();
                let first = parts.next().unwrap_or_default();
                parts.fold(first, Value::or)
            }
            "conditional_expression" => {
                let parts: Vec<Value> = parse::named(node).map(|part| self.value(part)).collect();
                let mut kept = parts.into_iter().enumerate().filter(|(at, _)| *at != 1);
                let first = kept.next().map(|(_, value)| value).unwrap_or_default();
                kept.fold(first, |all, (_, value)| all.or(value))
            }
            "list" | "tuple" | "set" | "expression_list" => {
                Value::list(parse::named(node).map(|part| self.value(part)).collect())
            }
            "dictionary" => self.dictionary(node),
            "list_comprehension"
            | "set_comprehension"
            | "dictionary_comprehension"
            | "generator_expression" => self.comprehension(node),
            "lambda" => self.lambda(node),
            "assignment" => self.assignment(node),
            "augmented_assignment" => self.added(node),
            "named_expression" => {
                let value = node.child_by_field_name("value").map(|value| self.value(value));
                let value = value.unwrap_or_default();
                if let Some(name) = node.child_by_field_name("name") {
                    self.bind(name, value.clone());
                }
                value
            }
            "parenthesized_expression" | "await" | "list_splat" | "dictionary_splat" => {
                let mut last = Value::unknown();
                for part in parse::named(node) {
                    last = self.value(part);
                }
                last
            }
            "pair" => {
                node.child_by_field_name("value").map(|value| self.value(value)).unwrap_or_default()
            }
            _ => {
                for part in parse::named(node) {
                    self.value(part);
                }
                Value::unknown()
            }
        }
    }

    fn name(&self, name: &str) -> Value {
        if let Some(value) = self.vars.get(name) {
            return value.clone();
        }
        match name {
            "__file__" => Value::named("__file__").with_texts(vec![format!("{HERE}/script.py")]),
            _ => Value::named(name).with_texts(vec![UNKNOWN.into()]),
        }
    }

    fn attribute(&mut self, node: Node<'t>) -> Value {
        let (Some(object), Some(key)) =
            (node.child_by_field_name("object"), node.child_by_field_name("attribute"))
        else {
            return Value::unknown();
        };
        if let Some(value) = self.vars.get(self.source(node)) {
            return value.clone();
        }
        let key = self.source(key);
        let object = self.value(object);
        Self::part(&object, key)
    }

    /// `object.key`.
    pub(super) fn part(object: &Value, key: &str) -> Value {
        if let Some(value) = object.at(key).filter(|_| !object.keys.is_empty()) {
            return value;
        }
        if object.name.is_empty() && object.texts.iter().all(|text| text.as_str() == "\u{E001}") {
            return Value::unknown();
        }
        let name = match object.name.as_str() {
            "" => format!("?.{key}"),
            whole => super::calls::same(&format!("{whole}.{key}")),
        };
        let texts = match (name.as_str(), key) {
            ("os.environ", _) => vec![SECRET.into()],
            ("sys.executable", _) => vec!["python3".to_owned()],
            ("os.sep", _) => vec!["/".to_owned()],
            ("os.name" | "sys.platform", _) => vec![UNKNOWN.into()],
            (_, "parent") => object.known().iter().map(|path| folder_of(path)).collect(),
            ("tempfile.TemporaryDirectory().name" | "tempfile.NamedTemporaryFile().name", _) => {
                object.known()
            }
            (_, "name" | "stem" | "suffix") => vec![UNKNOWN.into()],
            _ => {
                let mut text = object.taint();
                text.retain(|c| c != CONFIG);
                vec![if text.is_empty() { UNKNOWN.into() } else { text }]
            }
        };
        Value { fills: object.fills.clone(), ..Value::named(name).with_texts(texts) }
    }

    fn subscript(&mut self, node: Node<'t>) -> Value {
        let Some(whole) = node.child_by_field_name("value") else { return Value::unknown() };
        let value = self.value(whole);
        let mut cursor = node.walk();
        let key = node.children_by_field_name("subscript", &mut cursor).next();
        let Some(key) = key else { return value };
        if key.kind() == "slice" {
            let reversed = self.source(key).replace(' ', "") == "::-1";
            let texts = value.known();
            return Value::texts(match reversed {
                true => texts.iter().map(|text| text.chars().rev().collect()).collect(),
                false => vec![value.taint()],
            });
        }
        let keys = self.value(key);
        if value.name == "os.environ" {
            return self.variable(&keys, node);
        }
        let names = value.name.trim_end_matches("()");
        if matches!(
            names,
            "globals"
                | "locals"
                | "vars"
                | "__builtins__"
                | "__builtins__.__dict__"
                | "sys.modules"
        ) {
            return Value::named(super::calls::same(&keys.first()))
                .with_texts(vec![UNKNOWN.into()]);
        }
        if let Some(found) = keys.texts.first().and_then(|key| value.at(key)) {
            return found;
        }
        let mut item =
            if value.items.is_empty() { Value::text(value.taint()) } else { value.item() };
        for text in &mut item.texts {
            text.retain(|c| c != CONFIG);
        }
        if item.name.is_empty() && !value.name.is_empty() {
            item.name = format!("{}[]", value.name);
        }
        item
    }

    fn binary(&mut self, node: Node<'t>) -> Value {
        // A long chain leans to the left, deeper than the stack would bear.
        let (mut rights, mut left) = (Vec::new(), node);
        while left.kind() == "binary_operator" {
            let operator =
                left.child_by_field_name("operator").map_or("", |sign| self.source(sign));
            let (Some(first), Some(right)) =
                (left.child_by_field_name("left"), left.child_by_field_name("right"))
            else {
                break;
            };
            rights.push((operator, right));
            left = first;
        }
        let mut value = self.value(left);
        for (operator, right) in rights.into_iter().rev() {
            let right = self.value(right);
            value = match operator {
                "+" if value.texts.is_empty() && right.texts.is_empty() => value.or(right),
                "+" => Value::texts(joined(&value.known(), &right.known(), "")),
                "/" => Value::named("pathlib.Path()")
                    .with_texts(value::path(&value.known(), &right.known())),
                "%" => Value::texts(filled(&value.known(), &right)),
                "^" => Value::text(DECODED),
                _ => Value::text(value.clone().or(right).taint()),
            };
        }
        value
    }

    fn dictionary(&mut self, node: Node<'t>) -> Value {
        let (mut keys, mut items) = (Vec::new(), Vec::new());
        for part in parse::named(node) {
            if part.kind() == "pair" {
                let key = part.child_by_field_name("key").map(|key| self.value(key).first());
                keys.push(key.unwrap_or_default());
            } else {
                keys.push(String::new());
            }
            items.push(self.value(part));
        }
        Value { keys, ..Value::list(items) }
    }

    fn comprehension(&mut self, node: Node<'t>) -> Value {
        for clause in parse::named(node).filter(|part| part.kind() == "for_in_clause") {
            if let (Some(left), Some(right)) =
                (clause.child_by_field_name("left"), clause.child_by_field_name("right"))
            {
                let whole = self.value(right);
                self.goes_through(&whole, right);
                let item = self.item_of(&whole);
                self.bind(left, item);
            }
        }
        for clause in parse::named(node).filter(|part| part.kind() == "if_clause") {
            self.value(clause);
        }
        let body = node.child_by_field_name("body");
        let body = body.map(|body| self.value(body)).unwrap_or_default();
        Value::list(vec![body])
    }

    fn assignment(&mut self, node: Node<'t>) -> Value {
        let Some(right) = node.child_by_field_name("right") else { return Value::unknown() };
        let value = self.value(right);
        if let Some(left) = node.child_by_field_name("left") {
            self.bind(left, value.clone());
        }
        value
    }

    fn added(&mut self, node: Node<'t>) -> Value {
        let (Some(left), Some(right)) =
            (node.child_by_field_name("left"), node.child_by_field_name("right"))
        else {
            return Value::unknown();
        };
        let before = self.value(left);
        let more = self.value(right);
        let both = if before.texts.is_empty() {
            before.or(more)
        } else {
            Value::texts(joined(&before.known(), &more.known(), ""))
        };
        self.bind(left, both.clone());
        both
    }
}

/// The folder that a path is in.
pub(super) fn folder_of(path: &str) -> String {
    match path.trim_end_matches('/').rsplit_once('/') {
        Some(("", _)) => "/".to_owned(),
        Some((folder, _)) => folder.to_owned(),
        None if path.starts_with(HERE) => format!("{HERE}/.."),
        None if path.starts_with(HOME) => "/home".to_owned(),
        None => UNKNOWN.into(),
    }
}

/// `"%s/%s" % (a, b)`.
fn filled(formats: &[String], with: &Value) -> Vec<String> {
    let parts: Vec<String> = match with.items.is_empty() {
        true => vec![with.first()],
        false => with.items.iter().map(Value::first).collect(),
    };
    let fill = |format: &String| {
        let mut parts = parts.iter();
        let mut out = String::new();
        let mut pieces = format.split("%s");
        out.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            out.push_str(parts.next().map_or("\u{E001}", String::as_str));
            out.push_str(piece);
        }
        out
    };
    formats.iter().map(fill).collect()
}
