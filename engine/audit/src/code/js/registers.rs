//! What a module's code names when it registers something with the program that loads it: `api.on("…")`,
//! `registerHook({ event: "…" })`. Read, never run: code may name more than it registers, and less.

use oxc::ast::AstKind;
use oxc::ast::ast::{CallExpression, Expression};

use super::values::{Reader, property};
use super::{with_program, with_room};
use crate::Registration;
use crate::marks::is_mark;

/// So many calls of one file are kept.
const MOST: usize = 500;

/// The properties of an object that may have the name of what is registered, the first that is there.
const NAMES: [&str; 7] = ["event", "events", "name", "id", "path", "method", "command"];

/// What the code of one file names, in order of appearance. None where it could not be read. Calls of a
/// function that is not `on` and does not begin with `register` are none of them.
#[must_use]
pub fn registrations(text: &str, name: &str) -> Option<Vec<Registration>> {
    if text.len() > crate::MOST_BYTES {
        return None;
    }
    let read = || {
        with_program(text, name, |semantic| {
            let reader = Reader::new(semantic);
            let mut found = Vec::new();
            for node in semantic.nodes() {
                if let AstKind::CallExpression(call) = node.kind()
                    && let Some(function) = called(call)
                    && found.len() < MOST
                {
                    let offset = usize::try_from(call.span.start).unwrap_or_default();
                    let before = text.get(..offset).unwrap_or_default();
                    let line = u32::try_from(before.matches('\n').count().saturating_add(1))
                        .unwrap_or(u32::MAX);
                    for name in named(&reader, call) {
                        found.push(Registration { call: function.to_owned(), name, line });
                    }
                }
            }
            found
        })
    };
    with_room(read).flatten().filter(|(whole, _)| *whole).map(|(_, found)| found)
}

/// The name of the function, where it is one by which things are registered.
fn called<'a>(call: &'a CallExpression<'a>) -> Option<&'a str> {
    let name = match call.callee.get_inner_expression() {
        Expression::Identifier(it) => it.name.as_str(),
        other => other.as_member_expression()?.static_property_name()?,
    };
    (name == "on" || name.starts_with("register") && name.len() > "register".len()).then_some(name)
}

/// The names in a call's first argument: a text, a list of texts, or an object that has one.
fn named<'a>(reader: &Reader<'_, 'a>, call: &'a CallExpression<'a>) -> Vec<String> {
    let Some(first) = call.arguments.first().and_then(|it| it.as_expression()) else {
        return Vec::new();
    };
    let mut names = Vec::new();
    reader.ask();
    for held in reader.held(first, 0).into_iter().chain([first]) {
        match held.get_inner_expression() {
            Expression::ObjectExpression(object) => {
                let parts = NAMES.iter().map(|key| property(object, key));
                if let Some(value) = parts.flatten().next() {
                    names.extend(listed(reader, value));
                }
            }
            other => names.extend(listed(reader, other)),
        }
        if !names.is_empty() {
            break;
        }
    }
    // What only a run could tell carries a mark.
    names.retain(|name| !name.is_empty() && !name.contains(is_mark));
    names.dedup();
    names
}

fn listed<'a>(reader: &Reader<'_, 'a>, value: &'a Expression<'a>) -> Vec<String> {
    match value.get_inner_expression() {
        Expression::ArrayExpression(list) => {
            let items = list.elements.iter().filter_map(|item| item.as_expression());
            items.flat_map(|item| reader.texts(item)).collect()
        }
        other => reader.texts(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        let found = registrations(text, "index.ts").unwrap_or_default();
        let pairs: Vec<String> =
            found.into_iter().map(|it| format!("{} {} {}", it.line, it.call, it.name)).collect();
        pairs.join(", ")
    }

    #[test]
    fn names_in_plain_text_are_read() {
        assert_eq!(
            said(
                "export default (api) => {\n  api.on(\"before_tool_call\", h, { priority: 5 });\n  api.registerTool({ name: 'grep' });\n}"
            ),
            "2 on before_tool_call, 3 registerTool grep"
        );
        assert_eq!(
            said(
                "export const register = ({ registerHook }) => registerHook(['command:new', 'command:reset'], h);"
            ),
            "1 registerHook command:new, 1 registerHook command:reset"
        );
    }

    #[test]
    fn constants_are_followed_and_what_is_computed_is_not_guessed() {
        assert_eq!(
            said(
                "const NAME = 'message_' + 'sent';\nexport const register = (api: any) => { api.on(NAME, h); api.on(pick(), h); }"
            ),
            "2 on message_sent"
        );
        assert_eq!(
            said("api.registerHook({ event: 'message-sent', handler: h })"),
            "1 registerHook message-sent"
        );
        assert_eq!(said("api.config(\"before_tool_call\"); register(\"x\")"), "");
    }

    #[test]
    fn what_cannot_be_parsed_says_nothing() {
        assert_eq!(registrations("export default (api => {", "index.ts"), None);
    }
}
