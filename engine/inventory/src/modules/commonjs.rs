//! The names that Node finds in a module for `require`: it reads the text for the ways in which they are mostly written, and
//! does not run it.

/// What may give names that are written elsewhere.
const ELSEWHERE: [&str; 3] = ["__export", "exportStar", "Object.keys("];

/// Whether Node may find a name in this text. It does not where the name is not written in any of the ways that it knows.
pub(super) fn may_name(text: &str, name: &str) -> bool {
    let mut after = after_each(text, "exports");
    ELSEWHERE.iter().any(|it| text.contains(it)) || after.any(|rest| gives(rest, name))
}

/// What follows each time a word is there alone.
fn after_each<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(word).filter_map(move |(at, _)| {
        let (before, rest) = (text.get(..at)?, text.get(at.saturating_add(word.len())..)?);
        let alone = !before.ends_with(is_part) && !rest.starts_with(is_part);
        alone.then_some(rest)
    })
}

const fn is_part(it: char) -> bool {
    it.is_ascii_alphanumeric() || matches!(it, '_' | '$')
}

/// Whether what follows `exports` gives the name: its own, one in an object, or all of another module.
fn gives(rest: &str, name: &str) -> bool {
    let quoted = |rest: &str| {
        let rest = rest.trim_start();
        let inner = rest.strip_prefix(['\'', '"', '`']).and_then(|it| it.strip_prefix(name));
        inner.is_some_and(|it| it.starts_with(['\'', '"', '`']))
    };
    let rest = rest.trim_start();
    let own = |rest: &str| {
        rest.trim_start().strip_prefix(name).is_some_and(|it| !it.starts_with(is_part))
    };
    let assigned = |rest: &str| {
        let value = rest.trim_start();
        let object = value.strip_prefix('{').map(within);
        let all = object.is_some_and(|it| it.contains("...") || it.contains("require"));
        let listed = object.is_some_and(|it| after_each(it, name).next().is_some());
        // It may be called with what it makes of another one.
        let line = value.split([';', '\n']).next().unwrap_or_default();
        all || listed || object.is_none() && line.contains("require")
    };
    match rest.chars().next() {
        Some('.') => own(rest.trim_start_matches('.')),
        Some('[') => quoted(rest.trim_start_matches('[')),
        // As it is for `defineProperty`.
        Some(',') => quoted(rest.trim_start_matches(',')),
        Some('=') => assigned(rest.trim_start_matches('=')),
        _ => false,
    }
}

/// The text up to the brace that ends it.
fn within(text: &str) -> &str {
    let mut depth = 1_usize;
    let end = text.find(|it| {
        depth = match it {
            '{' => depth.saturating_add(1),
            '}' => depth.saturating_sub(1),
            _ => depth,
        };
        depth == 0
    });
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::may_name;

    /// Each was asked of Node 26.10.
    #[test]
    fn a_name_is_found_where_it_is_written_in_a_way_that_node_knows() {
        for (text, found) in [
            ("exports.a = 1;", true),
            ("module.exports.a = 1;", true),
            ("exports['a'] = 1;", true),
            ("Object.defineProperty(exports, \"a\", { value: 1 });", true),
            ("module.exports = { a, b };", true),
            ("module.exports = { b, 'a': 1 };", true),
            ("0 && (module.exports = { a });", true),
            ("module.exports = require('./other');", true),
            ("module.exports = { ...require('./other') };", true),
            ("__exportStar(require('./other'), exports);", true),
            ("module.exports = { b };", false),
            ("exports.ab = 1;", false),
            ("function a() {}\nlib.a = a;\nfreeModule.exports = lib;", false),
            ("freeExports.a = 1;", false),
            ("Object.assign(exports, { a: 1 });", false),
            ("for (const name of ['a']) exports[name] = 1;", false),
            ("module.exports = make();\nconst x = require('x');", false),
        ] {
            assert_eq!(may_name(text, "a"), found, "{text}");
        }
    }
}
