//! Strings of a script: prefixes, escapes, f-strings.

use tree_sitter::Node;

use super::Script;
use super::value::{Value, joined};
use crate::deeds::Deed;
use crate::marks::UNKNOWN;
use crate::reach::ORDERS;
use crate::{orders, parse};

/// Shorter texts order nobody around.
const SHORTEST_ORDER: usize = 40;

impl<'t> Script<'t> {
    pub(super) fn string(&mut self, node: Node<'t>) -> Value {
        let mut texts = vec![String::new()];
        let mut raw = false;
        for child in parse::children(node) {
            match child.kind() {
                "string_start" => raw = self.source(child).to_lowercase().contains('r'),
                "string_content" => {
                    let text = self.source(child);
                    let text =
                        if raw || !text.contains('\\') { text.to_owned() } else { unescaped(text) };
                    texts = joined(&texts, &[text], "");
                }
                "interpolation" => {
                    let inside = child
                        .child_by_field_name("expression")
                        .or_else(|| parse::named(child).next());
                    let inside = inside.map_or_else(Value::unknown, |inside| self.value(inside));
                    texts = joined(&texts, &inside.known(), "");
                }
                _ => {}
            }
        }
        let value = Value::texts(texts);
        let long = value.texts.iter().find(|text| text.len() > SHORTEST_ORDER);
        if let Some(found) = long.map(|text| orders::find(text)).filter(|found| found.len() > 1) {
            let why = found.first().map(|(_, why)| (*why).to_owned());
            self.say(Deed { rule: &ORDERS, what: String::new(), why }, node);
        }
        value
    }

    /// `"a" "b"`.
    pub(super) fn strings(&mut self, node: Node<'t>) -> Value {
        let mut texts = vec![String::new()];
        for part in parse::named(node) {
            let value = self.value(part);
            texts = joined(&texts, &value.known(), "");
        }
        Value::texts(texts)
    }
}

fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('0') => out.push('\0'),
            Some('\n') | None => {}
            Some(kind @ ('x' | 'u' | 'U')) => {
                let length = match kind {
                    'x' => 2,
                    'u' => 4,
                    _ => 8,
                };
                let digits: String = chars.by_ref().take(length).collect();
                let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                out.push(code.unwrap_or(UNKNOWN));
            }
            Some(other) => out.push(other),
        }
    }
    out
}
