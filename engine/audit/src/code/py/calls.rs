//! Calls: whom, with what, and who says what they do.

use tree_sitter::Node;

use super::Script;
use super::value::Value;
use crate::marks::UNKNOWN;
use crate::parse;

/// A call with what is known of it.
pub(super) struct Call<'t> {
    /// `requests.Session().get`
    pub name: String,
    /// The object in front of the last dot.
    pub object: Value,
    /// How that object is written.
    pub written: &'t str,
    pub positional: Vec<Value>,
    pub named: Vec<(String, Value)>,
    pub node: Node<'t>,
}

impl Call<'_> {
    /// What follows the last dot.
    pub(super) fn last(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or_default()
    }

    pub(super) fn argument(&self, at: usize) -> Option<&Value> {
        self.positional.get(at)
    }

    /// An argument by its place or its name.
    pub(super) fn given(&self, at: usize, name: &str) -> Option<&Value> {
        self.named.iter().find(|(key, _)| key == name).map(|(_, v)| v).or_else(|| self.argument(at))
    }

    pub(super) fn first_texts(&self) -> Vec<String> {
        self.argument(0).map_or_else(|| vec![UNKNOWN.into()], Value::known)
    }

    /// All that is handed over, with the object itself.
    pub(super) fn all(&self) -> String {
        let mut all = self.object.all();
        for value in self.positional.iter().chain(self.named.iter().map(|(_, value)| value)) {
            all.push_str(&value.all());
        }
        all
    }

    pub(super) fn is_yes(&self, name: &str) -> bool {
        self.named.iter().any(|(key, value)| key == name && value.first() != "False")
    }
}

/// One name for what is the same under several.
pub(super) fn same(name: &str) -> String {
    let name = name.strip_prefix("builtins.").unwrap_or(name);
    let name = name.strip_prefix("__builtins__.").unwrap_or(name);
    match name {
        "Path" | "pathlib.PosixPath" | "pathlib.PurePath" | "pathlib.PurePosixPath" => {
            "pathlib.Path".to_owned()
        }
        "posix" => "os".to_owned(),
        "PIL.ImageGrab" => "ImageGrab".to_owned(),
        "io.open" | "codecs.open" => "open".to_owned(),
        _ => name.to_owned(),
    }
}

impl<'t> Script<'t> {
    pub(super) fn call(&mut self, node: Node<'t>) -> Value {
        let Some(function) = node.child_by_field_name("function") else { return Value::unknown() };
        let (called, object, written) = if function.kind() == "attribute" {
            let object = function.child_by_field_name("object");
            let written = object.map_or("", |object| self.source(object));
            let object = object.map(|object| self.value(object)).unwrap_or_default();
            let key = function.child_by_field_name("attribute").map_or("", |key| self.source(key));
            let known = self.vars.get(self.source(function)).cloned();
            let called = match known {
                Some(known) => known,
                None => Value {
                    name: match object.name.as_str() {
                        "" => format!("?.{key}"),
                        name => same(&format!("{name}.{key}")),
                    },
                    ..Value::default()
                },
            };
            (called, object, written)
        } else {
            (self.value(function), Value::default(), "")
        };
        let (mut positional, mut named) = (Vec::new(), Vec::new());
        if let Some(arguments) = node.child_by_field_name("arguments") {
            if arguments.kind() == "generator_expression" {
                positional.push(self.value(arguments));
            } else {
                for argument in parse::named(arguments) {
                    match argument.kind() {
                        "keyword_argument" => {
                            let name = argument.child_by_field_name("name");
                            let value = argument.child_by_field_name("value");
                            let value = value.map(|value| self.value(value)).unwrap_or_default();
                            named.push((
                                name.map_or("", |name| self.source(name)).to_owned(),
                                value,
                            ));
                        }
                        _ => {
                            let value = self.value(argument);
                            positional.push(value);
                        }
                    }
                }
            }
        }
        let name = same(&called.name);
        if let Some(at) = name.strip_prefix("?def:").and_then(|at| at.parse::<usize>().ok()) {
            return self.call_function(at, &positional, &named);
        }
        if name.starts_with("?class:") {
            return self.made(&name, &positional, &named);
        }
        let call = Call { name, object, written, positional, named, node };
        // A function of the script's that is handed on is called by somebody.
        self.callbacks(&call);
        if let Some(value) = self.method_of_own(&call) {
            return value;
        }
        self.builtin(&call)
    }

    /// An object of one of the script's own classes.
    fn made(&mut self, class: &str, positional: &[Value], named: &[(String, Value)]) -> Value {
        if let Some(at) = self.own_function("__init__") {
            self.call_function(at, positional, named);
        }
        Value::named(format!("{class}()"))
    }

    fn own_function(&self, name: &str) -> Option<usize> {
        let value = self.vars.get(name)?;
        value.name.strip_prefix("?def:")?.parse().ok()
    }

    /// `self.send(x)` of the script's own.
    fn method_of_own(&mut self, call: &Call<'t>) -> Option<Value> {
        if !(call.written == "self"
            || call.written == "cls"
            || call.object.name.starts_with("?class:"))
        {
            return None;
        }
        let at = self.own_function(call.last())?;
        Some(self.call_function(at, &call.positional, &call.named))
    }

    fn callbacks(&mut self, call: &Call<'t>) {
        let handed = call.positional.iter().chain(call.named.iter().map(|(_, value)| value));
        let own: Vec<usize> =
            handed.filter_map(|value| value.name.strip_prefix("?def:")?.parse().ok()).collect();
        for at in own {
            // `map(f, list)`
            let items = call.argument(1).map(|list| list.item());
            self.call_function(at, items.as_slice(), &[]);
        }
    }

    /// What a function that is not the script's own does and gives.
    fn builtin(&mut self, call: &Call<'t>) -> Value {
        let value = self
            .on_code(call)
            .or_else(|| self.on_programs(call))
            .or_else(|| self.on_files(call))
            .or_else(|| self.on_network(call))
            .or_else(|| self.on_data(call));
        if let Some(value) = value {
            return value;
        }
        // What is put into an object stays with it.
        let mut handed = String::new();
        for value in call.positional.iter().chain(call.named.iter().map(|(_, value)| value)) {
            handed.push_str(&value.all());
        }
        if !call.written.is_empty() {
            self.taints(call.written, &handed);
        }
        let texts = vec![crate::marks::taint(&call.all())];
        let fills = self.filled_by(call);
        Value { fills, ..Value::named(format!("{}()", call.name)).with_texts(texts) }
    }

    /// `ZipFile(buffer)`: what is put into the one is in the other.
    pub(super) fn filled_by(&self, call: &Call<'t>) -> String {
        let makes =
            call.last().starts_with(|c: char| c.is_ascii_uppercase()) || call.last() == "open";
        let arguments = call.node.child_by_field_name("arguments").filter(|_| makes);
        let first = arguments.and_then(|arguments| parse::named(arguments).next());
        first
            .filter(|first| first.kind() == "identifier")
            .map_or_else(String::new, |first| self.source(first).to_owned())
    }
}
