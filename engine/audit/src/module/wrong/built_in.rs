//! What is built in, and throws by what it is given.

use oxc::ast::ast::{Argument, Expression, ObjectPropertyKind};
use oxc::span::Span;
use oxc::syntax::operator::UnaryOperator;

use super::super::once::member_of;
use super::is::Is;

type Given<'i, 'p, 'a> = &'i [(Is<'p, 'a>, Span)];

/// Whether it makes an object that nobody changes any more.
pub(super) fn freezes(it: &Expression<'_>) -> bool {
    let Expression::CallExpression(call) = it.get_inner_expression() else { return false };
    matches!(
        member_of(call.callee.get_inner_expression(), "Object"),
        Some("freeze" | "seal" | "preventExtensions")
    )
}

/// Objects that nobody can call, and classes that are only made.
pub(super) fn is_never_called(name: &str) -> bool {
    const NEVER: [&str; 12] = [
        "AbortSignal",
        "Intl",
        "JSON",
        "Map",
        "Math",
        "Promise",
        "Reflect",
        "Response",
        "Set",
        "URL",
        "console",
        "process",
    ];
    NEVER.contains(&name) || matches!(name, "crypto" | "import.meta" | "performance")
}

fn first<'e, 'a>(given: &'e [Argument<'a>]) -> Option<&'e Expression<'a>> {
    given.first().and_then(Argument::as_expression).map(Expression::get_inner_expression)
}

fn text<'e>(it: Option<&'e Expression<'_>>) -> Option<&'e str> {
    match it? {
        Expression::StringLiteral(it) => Some(it.value.as_str()),
        _ => None,
    }
}

/// A number as it is written.
fn number(it: Option<&Expression<'_>>) -> Option<f64> {
    match it? {
        Expression::NumericLiteral(it) => Some(it.value),
        Expression::UnaryExpression(it) if it.operator == UnaryOperator::UnaryNegation => {
            number(Some(it.argument.get_inner_expression())).map(|number| -number)
        }
        _ => None,
    }
}

const fn is_plain(is: Is<'_, '_>) -> bool {
    matches!(
        is,
        Is::Nothing | Is::Perhaps | Is::Text | Is::Number | Is::Truth | Is::Big | Is::Symbol
    )
}

/// Whether a text is the name of a language as they are usually written.
fn is_language(text: &str) -> bool {
    let mut parts = text.split('-');
    let language = parts
        .next()
        .is_some_and(|it| matches!(it.len(), 2 | 3) && it.bytes().all(|b| b.is_ascii_lowercase()));
    let region =
        parts.next().is_none_or(|it| it.len() == 2 && it.bytes().all(|b| b.is_ascii_uppercase()));
    language && region && parts.next().is_none()
}

/// Whether the call of a function that is there everywhere may fail.
pub(super) fn call_fails(name: &str, all: &[Argument<'_>], given: Given<'_, '_, '_>) -> bool {
    let (one, is) = (first(all), given.first().map_or(Is::Nothing, |it| it.0));
    match name {
        "decodeURIComponent" | "decodeURI" => text(one).is_none_or(|text| text.contains('%')),
        "BigInt" => match (number(one), text(one)) {
            (Some(number), _) => number.fract() != 0.0,
            (_, Some(text)) => text.parse::<i128>().is_err(),
            _ => !matches!(is, Is::Anything | Is::Big),
        },
        "atob" => text(one).is_none_or(|text| {
            !text.len().is_multiple_of(4)
                || !text.bytes().all(|it| it.is_ascii_alphanumeric() || b"+/=".contains(&it))
        }),
        "btoa" => text(one).is_some_and(|text| !text.is_ascii()),
        "eval" | "Function" | "structuredClone" => true,
        "queueMicrotask" | "setImmediate" | "setInterval" | "setTimeout" => !matches!(
            is,
            Is::Anything
                | Is::Function(_)
                | Is::Held(_)
                | Is::Generator
                | Is::Global(_)
                | Is::Part(_)
        ),
        "Array" => number(one).is_some_and(|it| it < 0.0 || it.fract() != 0.0),
        "RegExp" => !is_pattern(all),
        "Number" => matches!(is, Is::Symbol),
        _ => false,
    }
}

/// Whether making one of a class that is there everywhere may fail.
pub(super) fn make_fails(name: &str, all: &[Argument<'_>], given: Given<'_, '_, '_>) -> bool {
    let (one, is) = (first(all), given.first().map(|it| it.0));
    let rest = || given.get(1).map(|it| it.0);
    match name {
        "Symbol" | "BigInt" | "Math" | "JSON" | "Reflect" | "console" | "process" | "Function" => {
            true
        }
        "Map" | "WeakMap" | "Set" | "WeakSet" => match (is, one) {
            (None | Some(Is::Nothing | Is::Anything), _) => false,
            (Some(Is::Text), _) => name != "Set",
            (Some(Is::List(_)), Some(Expression::ArrayExpression(list))) => {
                let plain = |it: &Expression<'_>| it.get_inner_expression().is_literal();
                let items = list.elements.iter().filter_map(|it| it.as_expression());
                let mut items = items.map(Expression::get_inner_expression);
                match name {
                    "Set" => false,
                    "WeakSet" => items.any(plain),
                    weak => items.any(|it| match it {
                        Expression::ArrayExpression(pair) => {
                            let key = pair.elements.first().and_then(|it| it.as_expression());
                            weak == "WeakMap" && key.is_none_or(plain)
                        }
                        it => plain(it),
                    }),
                }
            }
            (Some(Is::List(_)), _) => false,
            _ => true,
        },
        "Array" => number(one).is_some_and(|it| it < 0.0 || it.fract() != 0.0),
        "RegExp" => !is_pattern(all),
        "Promise" => !matches!(is, Some(Is::Function(_) | Is::Held(_) | Is::Anything)),
        "Proxy" => is.is_none_or(is_plain) || rest().is_none_or(is_plain),
        "URL" => !is_address(all),
        "TextDecoder" => text(one)
            .is_some_and(|it| !matches!(it, "utf-8" | "utf8" | "utf-16le" | "latin1" | "ascii")),
        "Intl" => {
            text(one).is_some_and(|it| !is_language(it))
                || matches!(all.get(1), Some(Argument::ObjectExpression(options)) if options.properties.iter().any(|one| {
                    let ObjectPropertyKind::ObjectProperty(one) = one else { return false };
                    one.key.static_name().is_some_and(|it| it == "timeZone")
                        && text(Some(&one.value)) != Some("UTC")
                }))
        }
        "Blob" | "File" | "Headers" | "Response" | "Request" | "WebSocket" | "Worker" => {
            is.is_some_and(|is| !matches!(is, Is::Nothing)) || all.len() > 1
        }
        "Event" | "CustomEvent" => !matches!(is, Some(Is::Text)),
        _ => false,
    }
}

/// Whether a method of something built in may fail.
pub(super) fn method_fails(
    of: &str,
    name: &str,
    all: &[Argument<'_>],
    given: Given<'_, '_, '_>,
) -> bool {
    let (one, is) = (first(all), given.first().map_or(Is::Nothing, |it| it.0));
    let negative = number(one).is_some_and(|it| it < 0.0);
    match (of, name) {
        ("text", "repeat") => negative,
        ("text", "normalize") => {
            text(one).is_some_and(|it| !matches!(it, "NFC" | "NFD" | "NFKC" | "NFKD"))
        }
        ("text", "localeCompare") => {
            text(all.get(1).and_then(Argument::as_expression)).is_some_and(|it| !is_language(it))
        }
        ("number", "toFixed" | "toPrecision" | "toExponential") => {
            number(one).is_some_and(|it| !(0.0..=100.0).contains(&it))
        }
        ("number", "toString") => number(one).is_some_and(|it| !(2.0..=36.0).contains(&it)),
        ("Object", "defineProperty" | "defineProperties" | "create") => {
            is_plain(is) && !matches!(one, Some(Expression::NullLiteral(_)) if name == "create")
        }
        (
            "Object",
            "assign"
            | "entries"
            | "keys"
            | "values"
            | "getOwnPropertyNames"
            | "setPrototypeOf"
            | "getPrototypeOf",
        ) => matches!(is, Is::Nothing | Is::Perhaps),
        ("Object", "fromEntries") => is_plain(is) || matches!(is, Is::Object(_)),
        ("Array", "from") => matches!(is, Is::Nothing | Is::Perhaps),
        ("Reflect", "apply" | "construct") => false,
        ("Reflect", _) => is_plain(is),
        ("JSON", "stringify") => matches!(is, Is::Big),
        ("Buffer", "from") => matches!(is, Is::Nothing | Is::Perhaps | Is::Number | Is::Truth),
        ("Buffer", "alloc" | "allocUnsafe") => negative || matches!(is, Is::Text | Is::Nothing),
        ("String", "fromCodePoint") => {
            number(one).is_none_or(|it| !(0.0..=1_114_111.0).contains(&it))
                && !matches!(is, Is::Anything)
        }
        ("Error", "captureStackTrace") => is_plain(is),
        ("process", "hrtime") => !all.is_empty() && is_plain(is),
        ("process", name) => matches!(
            name,
            "abort"
                | "binding"
                | "chdir"
                | "dlopen"
                | "emit"
                | "execve"
                | "initgroups"
                | "kill"
                | "setegid"
                | "seteuid"
                | "setgid"
                | "setgroups"
                | "setuid"
        ),
        ("crypto", "getRandomValues") => is_plain(is),
        ("performance", "measure") => all.len() > 1,
        ("URL", "createObjectURL") => is_plain(is),
        ("Intl", _) => text(one).is_some_and(|it| !is_language(it)),
        (_, "throwIfAborted") => true,
        (_, "dispatchEvent") => matches!(is, Is::Object(_)) || is_plain(is),
        (_, name) if name.starts_with("toLocale") => text(one).is_some_and(|it| !is_language(it)),
        _ => false,
    }
}

/// Whether a moment that does not exist is asked for its text.
pub(super) fn is_no_date(of: &Expression<'_>, name: &str) -> bool {
    let Expression::NewExpression(made) = of.get_inner_expression() else { return false };
    let date = matches!(&made.callee, Expression::Identifier(it) if it.name == "Date");
    let one = first(&made.arguments);
    let none = match one {
        Some(Expression::Identifier(it)) => it.name == "NaN" || it.name == "undefined",
        one => text(one).is_some_and(|it| !it.starts_with(|c: char| c.is_ascii_digit())),
    };
    date && none && name == "toISOString"
}

/// Whether the text of a pattern is one; what is not written out is taken for one.
fn is_pattern(all: &[Argument<'_>]) -> bool {
    let flags = all.get(1).and_then(Argument::as_expression);
    let right = text(flags).is_none_or(|flags| {
        let twice = flags
            .char_indices()
            .any(|(at, flag)| flags.chars().skip(at.saturating_add(1)).any(|it| it == flag));
        !twice && flags.chars().all(|flag| "dgimsuvy".contains(flag))
    });
    let words = text(first(all)).is_none_or(|text| {
        let marked = text.match_indices("(?").any(|(at, _)| {
            !text.get(at.saturating_add(2)..).is_some_and(|rest| rest.starts_with([':', '<']))
        });
        !marked && regex_syntax::parse(text).is_ok()
    });
    right && words
}

/// Whether an address that is written out is one.
fn is_address(all: &[Argument<'_>]) -> bool {
    let whole = |text: &str| {
        let Some((scheme, rest)) = text.split_once(':') else { return false };
        let named = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|it| it.is_ascii_alphanumeric() || b"+-.".contains(&it));
        let host = rest.trim_start_matches('/').split(['/', '?', '#']).next().unwrap_or_default();
        let port = host.rsplit_once(':').is_none_or(|(_, port)| port.parse::<u16>().is_ok());
        let plain = host.bytes().all(|it| it.is_ascii_alphanumeric() || b".-_:@".contains(&it));
        named
            && match scheme {
                "http" | "https" | "ws" | "wss" | "ftp" => !host.is_empty() && plain && port,
                _ => true,
            }
    };
    match (text(first(all)), all.get(1).and_then(Argument::as_expression)) {
        (Some(text), None) => whole(text),
        (_, Some(base)) => text(Some(base.get_inner_expression())).is_none_or(whole),
        // Told elsewhere.
        (None, None) => true,
    }
}
