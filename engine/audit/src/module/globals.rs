//! The names that a runtime has everywhere.

/// What bun 1.4 and Node 26 have everywhere, a name a line; with who has it where the other has not.
const GLOBAL: &str = include_str!("global_names.txt");

/// Who has a name everywhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Has {
    Both,
    Bun,
    Node,
    Nobody,
}

pub(super) fn who_has(name: &str) -> Has {
    let mut known = GLOBAL.lines().map(|line| line.split_once(' ').unwrap_or((line, "")));
    match known.find(|(known, _)| *known == name) {
        Some((_, "bun")) => Has::Bun,
        Some((_, "node")) => Has::Node,
        Some(_) => Has::Both,
        None => Has::Nobody,
    }
}
