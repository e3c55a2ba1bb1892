//! What bun and Node bring themselves: by name, and what each of it exports.

use std::collections::HashMap;
use std::sync::OnceLock;

/// Each module of bun 1.4.5 and Node 26.10 with its exports, a line a module: what only Node has ends with `+`, what only bun has
/// with `-`.
const NAMES: &str = include_str!("built_in_names.txt");
/// Parts of them that one of both may have, with a switch or in a later version.
const MAY_BE: [&str; 3] = ["diagnostics_channel/promises", "stream/iter", "zlib/iter"];
/// What only has a name with `node:` in front; without it, it is a package.
const ONLY_WITH_SCHEME: [&str; 5] = ["ffi", "sea", "sqlite", "test", "test/reporters"];
/// Packages that bun has a part of its own for, and that need not be installed.
const PACKAGES_OF_BUN: [&str; 9] = [
    "@vercel/fetch",
    "abort-controller",
    "isomorphic-fetch",
    "next/dist/compiled/node-fetch",
    "next/dist/compiled/ws",
    "node-fetch",
    "undici",
    "utf-8-validate",
    "ws",
];

fn known() -> &'static HashMap<&'static str, &'static str> {
    static KNOWN: OnceLock<HashMap<&str, &str>> = OnceLock::new();
    KNOWN.get_or_init(|| NAMES.lines().filter_map(|line| line.split_once(' ')).collect())
}

/// Whether a name without `node:` is a part of the runtime itself. What begins with `_` is, or was once.
pub(super) fn is_built_in(from: &str) -> bool {
    from.starts_with('_')
        || MAY_BE.contains(&from)
        || known().contains_key(from)
            && !from.starts_with("bun:")
            && !ONLY_WITH_SCHEME.contains(&from)
}

/// Whether bun takes this package from itself.
pub(super) fn is_package_of_bun(from: &str) -> bool {
    PACKAGES_OF_BUN.contains(&from)
}

/// What the runtimes that are known lack of what is read of a part of theirs, which is undefined then.
pub(super) fn has_not(from: &str, name: &str, on_node: bool) -> Option<String> {
    let module = from.strip_prefix("node:").unwrap_or(from);
    let is_part = from != module || is_built_in(module);
    let absent = is_part && lacks(from, &[name.to_owned()], on_node).is_some();
    (absent && name != "default").then(|| {
        let runtime = if on_node { "Node 26" } else { "bun 1.4" };
        format!("it uses {name} of {from}, which {runtime} does not have")
    })
}

/// What the runtimes that are known lack of what is imported: the module itself, or one of the names. A later one may
/// have it (rule ).
pub(super) fn lacks(from: &str, names: &[String], on_node: bool) -> Option<String> {
    let module = from.strip_prefix("node:").unwrap_or(from);
    if module.starts_with('_') {
        return None;
    }
    let here = |name: &&str| !name.ends_with(if on_node { '-' } else { '+' });
    let exports = known().get(module).map(|all| all.split(' ').filter(here));
    let runtime = if on_node { "Node 26" } else { "bun 1.4" };
    let Some(exports) = exports.filter(|all| all.clone().next().is_some()) else {
        return Some(format!("it imports {from}, which {runtime} does not have"));
    };
    let has = |name: &&String| exports.clone().any(|own| own.trim_end_matches(['+', '-']) == *name);
    let absent = names.iter().find(|name| !has(name))?;
    Some(format!("it imports {absent} from {from}, which has no such export in {runtime}"))
}
