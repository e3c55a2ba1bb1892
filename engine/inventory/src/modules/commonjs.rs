//! The names that Node finds in a module for `require`: it reads the text for the ways in which they are mostly written, and
//! does not run it.

/// What may give names that are written elsewhere.
const ELSEWHERE: [&str; 3] = ["__export", "exportStar", "Object.keys("];

/// Whether a name may be given by this text. Node finds it only where it is written in one of the ways that it knows; bun
/// runs the text, and then it is there or not.
pub(super) fn may_name(text: &str, name: &str, on_node: bool) -> bool {
    let mut all = each(text, "exports");
    ELSEWHERE.iter().any(|it| text.contains(it))
        || all.any(|(before, rest)| gives(before, rest, name, on_node))
}

/// What is before and behind a word, each time it is there alone.
fn each<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
    text.match_indices(word).filter_map(move |(at, _)| {
        let (before, rest) = (text.get(..at)?, text.get(at.saturating_add(word.len())..)?);
        let alone = !before.ends_with(is_part) && !rest.starts_with(is_part);
        alone.then_some((before, rest))
    })
}

const fn is_part(it: char) -> bool {
    it.is_ascii_alphanumeric() || matches!(it, '_' | '$')
}

/// Whether what follows `exports` gives the name: its own, one in an object, or all of another module.
fn gives(before: &str, rest: &str, name: &str, on_node: bool) -> bool {
    let quoted = |rest: &str| {
        let rest = begin(rest);
        let inner = rest.strip_prefix(['\'', '"', '`']).and_then(|it| it.strip_prefix(name));
        inner.is_some_and(|it| it.starts_with(['\'', '"', '`']))
    };
    let rest = begin(rest);
    let own =
        |rest: &str| begin(rest).strip_prefix(name).is_some_and(|it| !it.starts_with(is_part));
    let assigned = |rest: &str| {
        let value = begin(rest);
        let object = value.strip_prefix('{');
        // It may be called with what it makes of another one.
        let line = value.split([';', '\n']).next().unwrap_or_default();
        match object {
            Some(object) if on_node => lists(object, name),
            Some(object) => {
                let all = within(object);
                all.contains("...") || each(all, name).next().is_some()
            }
            None => line.contains("require") || !on_node && line.contains(name),
        }
    };
    match rest.chars().next() {
        Some('.') => own(rest.trim_start_matches('.')),
        Some('[') => quoted(rest.trim_start_matches('[')),
        // As it is for `defineProperty`.
        Some(',') => quoted(rest.trim_start_matches(',')),
        Some('=') if !on_node || is_of_module(before) => assigned(rest.trim_start_matches('=')),
        _ => false,
    }
}

/// Whether `module.` is before it, with blanks where there may be some; of a comment nobody knows.
fn is_of_module(before: &str) -> bool {
    let before = before.trim_end();
    let before = before.strip_suffix('.').map(str::trim_end);
    before.is_some_and(|it| it.ends_with("module") || it.ends_with("*/"))
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

/// Whether Node finds the name in an object that is written out. It reads on for as long as what is behind each colon begins
/// with a name, and is nothing but that.
fn lists(object: &str, name: &str) -> bool {
    let mut rest = object;
    loop {
        rest = begin(rest);
        if let Some(spread) = rest.strip_prefix("...") {
            let (word, after) = named(spread);
            match word {
                // It gives what that one gives.
                "require" => return true,
                "" => return false,
                _ => rest = after,
            }
        } else {
            let (key, after) = match rest.strip_prefix(['\'', '"']) {
                Some(text) => text.split_once(['\'', '"']).unwrap_or_default(),
                None => named(rest),
            };
            let quoted = rest.starts_with(['\'', '"']);
            let after = begin(after);
            match after.strip_prefix(':').map(|value| named(begin(value))) {
                Some(("", _)) => return false,
                _ if key.is_empty() => return false,
                None if quoted => return false,
                _ if key == name => return true,
                Some((_, after)) => rest = after,
                None => rest = after,
            }
        }
        let Some(after) = begin(rest).strip_prefix(',') else { return false };
        rest = after;
    }
}

/// The name that a text begins with, and what follows.
fn named(text: &str) -> (&str, &str) {
    let is_in = |it: char| is_part(it) || !it.is_ascii();
    let first = |it: char| is_in(it) && !it.is_ascii_digit();
    if !text.starts_with(first) {
        return ("", text);
    }
    text.split_at(text.find(|it| !is_in(it)).unwrap_or(text.len()))
}

/// A text without the blanks and comments that it begins with.
fn begin(text: &str) -> &str {
    let text = text.trim_start();
    let after = match (text.strip_prefix("//"), text.strip_prefix("/*")) {
        (Some(line), _) => line.split_once('\n'),
        (_, Some(block)) => block.split_once("*/"),
        _ => return text,
    };
    after.map_or("", |(_, rest)| begin(rest))
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
            ("module.exports = { b, 'a': 1 };", false),
            ("module.exports = { a: 1 };", false),
            ("module.exports = { a: () => {} };", false),
            ("module.exports = { a: x };", true),
            ("module.exports = { a: x.y };", true),
            ("module.exports = { a: function () {} };", true),
            ("module.exports = { a: async () => {} };", true),
            ("module.exports = { a() {} };", true),
            ("module.exports = { async a() {} };", false),
            ("module.exports = { get a() { return 1 } };", false),
            ("module.exports = { b: 1, a };", false),
            ("module.exports = { b: y, a };", true),
            ("module.exports = { b: y.z, a };", false),
            ("module.exports = { b() {}, a };", false),
            ("module.exports = { b: require('fs'), a: x };", false),
            ("module.exports = { ...x, a };", true),
            ("module.exports = { ...x, b: 1, a };", false),
            ("module.exports = { 'a': x };", true),
            ("module.exports = { 'a'() {} };", false),
            ("module.exports = { ['a']: x };", false),
            ("module.exports = { // c, d\n a: x };", true),
            ("module.exports = { /* c */ a };", true),
            ("module.exports = { $a: x, a: x };", true),
            ("module.exports = { b: é, a: x };", true),
            ("exports = module.exports = { a: x };", true),
            ("module.exports = /* c */ { a: x };", true),
            ("module . exports = { a: x };", true),
            ("exports/* c */.a = 1;", true),
            ("module.exports = exports = { a: x };", false),
            ("const o = { a }; module.exports = o;", false),
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
            assert_eq!(may_name(text, "a", true), found, "{text}");
        }
    }
}
