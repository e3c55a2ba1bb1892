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

/// The properties of what is given beside a function that is registered, all that are there.
const BESIDE: [&str; 4] = ["name", "names", "commands", "descriptors"];

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
                    for name in named(&reader, function, call) {
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
pub(super) fn called<'a>(call: &'a CallExpression<'a>) -> Option<&'a str> {
    let name = match call.callee.get_inner_expression() {
        Expression::Identifier(it) => it.name.as_str(),
        other => other.as_member_expression()?.static_property_name()?,
    };
    (name == "on" || name.starts_with("register") && name.len() > "register".len()).then_some(name)
}

/// The names in a call's first argument (a text, a list of texts, or an object that has one), and beside it.
fn named<'a>(reader: &Reader<'_, 'a>, function: &str, call: &'a CallExpression<'a>) -> Vec<String> {
    let mut arguments = call.arguments.iter().filter_map(|it| it.as_expression());
    let Some(first) = arguments.next() else { return Vec::new() };
    let mut names = found_in(reader, first, &|reader, held| match held {
        Expression::ObjectExpression(object) => match property(object, "plugin") {
            Some(inner) => found_in(reader, inner, &own),
            None => own(reader, held),
        },
        _ => own(reader, held),
    });
    // Beside a handler the name is that of the registration.
    let is_hook = matches!(function, "on" | "registerHook");
    if let Some(beside) = arguments.next().filter(|_| !is_hook) {
        names.extend(found_in(reader, beside, &|reader, held| {
            let Expression::ObjectExpression(object) = held else { return Vec::new() };
            let parts = BESIDE.iter().filter_map(|key| property(object, key));
            parts.flat_map(|value| listed(reader, value)).collect()
        }));
    }
    // What only a run could tell carries a mark.
    names.retain(|name| !name.is_empty() && !name.contains(is_mark));
    names.dedup();
    names
}

type Read<'r, 'a> = dyn Fn(&Reader<'_, 'a>, &'a Expression<'a>) -> Vec<String> + 'r;

/// The names in the first of what an expression may hold that has some.
fn found_in<'a>(
    reader: &Reader<'_, 'a>,
    value: &'a Expression<'a>,
    read: &Read<'_, 'a>,
) -> Vec<String> {
    reader.ask();
    let held = reader.held(value, 0).into_iter().chain([value]);
    let mut found = held.map(|held| read(reader, held.get_inner_expression()));
    found.find(|names| !names.is_empty()).unwrap_or_default()
}

/// A text, a list of texts, or an object that says its name.
fn own<'a>(reader: &Reader<'_, 'a>, held: &'a Expression<'a>) -> Vec<String> {
    let Expression::ObjectExpression(object) = held else { return listed(reader, held) };
    let name = NAMES.iter().find_map(|key| property(object, key));
    name.map(|value| listed(reader, value)).unwrap_or_default()
}

fn listed<'a>(reader: &Reader<'_, 'a>, value: &'a Expression<'a>) -> Vec<String> {
    match value.get_inner_expression() {
        Expression::ArrayExpression(list) => {
            let items = list.elements.iter().filter_map(|item| item.as_expression());
            let one = |item: &'a Expression<'a>| match item.get_inner_expression() {
                Expression::ObjectExpression(_) => own(reader, item.get_inner_expression()),
                _ => reader.texts(item),
            };
            items.flat_map(one).collect()
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
    fn of_a_function_the_name_is_given_beside_it() {
        assert_eq!(
            said(
                "api.registerTool((ctx) => make(ctx), { name: 'tf' }); api.registerTool(tool, { names: ['a', 'b'] });"
            ),
            "1 registerTool tf, 1 registerTool a, 1 registerTool b"
        );
        assert_eq!(
            said(
                "api.registerCli(({ program }) => {}, { commands: ['x'], descriptors: [{ name: 'y', description: 'd' }] });"
            ),
            "1 registerCli x, 1 registerCli y"
        );
        assert_eq!(
            said(
                "const talk = { id: 'talk' }; api.registerChannel({ plugin: talk }); api.registerGatewayMethod('x.y', h);"
            ),
            "1 registerChannel talk, 1 registerGatewayMethod x.y"
        );
        assert_eq!(
            said(
                "api.on('session_end', h, { name: 'z' }); api.registerHook('command:new', h, { name: 'my-hook' });"
            ),
            "1 on session_end, 1 registerHook command:new"
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
