//! What plugins of OpenClaw can import of it: the names that `openclaw/plugin-sdk` and its parts export, by version.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Whose names a version has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sdk {
    /// As the text has it: nothing is said of them.
    #[default]
    Unknown,
    /// Those of 2026.7.35. A name that is not there is undefined, and no reason not to load.
    Seven,
    /// Those of 2026.8.1.
    Eight,
    /// Those of 2026.9.6.
    Nine,
}

/// Names with the versions that have them.
type Names = Vec<(&'static str, &'static str)>;

static PARTS: LazyLock<BTreeMap<&str, (&str, Names)>> = LazyLock::new(|| {
    let mut parts: BTreeMap<&str, (&str, Names)> = BTreeMap::new();
    let mut last = None;
    for line in include_str!("sdk_names.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let (Some(first), more) = (words.next(), line.starts_with(' ')) else { continue };
        match last.and_then(|part| parts.get_mut(part)).filter(|_| more) {
            Some((_, names)) => names.extend(words.map(|name| (name, first))),
            None => {
                parts.insert(first, (words.next().unwrap_or_default(), Vec::new()));
                last = Some(first);
            }
        }
    }
    parts
});

/// The part that an import names: `core` of `openclaw/plugin-sdk/core`, `.` of the whole; none where it is not
/// about the agent's own package.
pub fn part(from: &str) -> Option<&str> {
    let own = from.strip_prefix('@').unwrap_or(from).strip_prefix("openclaw/plugin-sdk")?;
    if own.is_empty() { Some(".") } else { own.strip_prefix('/') }
}

impl Sdk {
    const fn mark(self) -> Option<char> {
        match self {
            Self::Unknown => None,
            Self::Seven => Some('7'),
            Self::Eight => Some('8'),
            Self::Nine => Some('9'),
        }
    }

    /// The names of each part, under what imports it: `openclaw/plugin-sdk/core`. None where nothing is known.
    pub fn all(self) -> Option<BTreeMap<String, Vec<&'static str>>> {
        let mark = self.mark()?;
        let parts = PARTS.iter().filter(|(_, (versions, _))| versions.contains(mark));
        let all = parts.map(|(part, (_, names))| {
            let from = if *part == "." { String::new() } else { format!("/{part}") };
            let names = names.iter().filter(|(_, versions)| versions.contains(mark));
            (format!("openclaw/plugin-sdk{from}"), names.map(|(name, _)| *name).collect())
        });
        Some(all.collect())
    }

    /// Whether this version may have a part: only where its parts are known can it be said to have none.
    pub fn may_have(self, part: &str) -> bool {
        let Some(mark) = self.mark() else { return true };
        PARTS.get(part).is_some_and(|(versions, _)| versions.contains(mark))
    }

    /// Whether a module that asks by `import` for this name of a part may load.
    pub fn may_link(self, part: &str, name: &str) -> bool {
        let Some(mark) = self.mark().filter(|_| self.links()) else { return true };
        let known = |names: &Names| {
            names.iter().any(|(known, versions)| *known == name && versions.contains(mark))
        };
        PARTS.get(part).is_none_or(|(_, names)| known(names))
    }

    /// Whether a name that is not there ends the loading of JavaScript; else it is undefined.
    pub const fn links(self) -> bool {
        matches!(self, Self::Eight | Self::Nine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_names_are_those_of_each_version() {
        let count = |sdk: Sdk| {
            let all = sdk.all().unwrap();
            (all.len(), all.values().map(Vec::len).sum::<usize>())
        };
        assert_eq!(count(Sdk::Seven), (324, 5940));
        assert_eq!(count(Sdk::Eight), (321, 4457));
        assert_eq!(count(Sdk::Nine), (349, 4864));
        assert!(Sdk::Unknown.all().is_none());
        // The whole went with 2026.8.
        assert!(Sdk::Seven.may_have(".") && !Sdk::Eight.may_have(".") && !Sdk::Nine.may_have("."));
        assert!(Sdk::Nine.may_link("plugin-entry", "definePluginEntry"));
        assert!(!Sdk::Nine.may_link("plugin-entry", "nobody"));
        assert!(Sdk::Seven.may_link("plugin-entry", "nobody"), "it is undefined there");
    }

    #[test]
    fn only_imports_of_the_agent_itself_name_a_part() {
        assert_eq!(part("openclaw/plugin-sdk"), Some("."));
        assert_eq!(part("openclaw/plugin-sdk/core"), Some("core"));
        assert_eq!(part("@openclaw/plugin-sdk/core"), Some("core"));
        for other in ["openclaw", "openclaw/plugin-sdks", "./plugin-sdk", "zod"] {
            assert_eq!(part(other), None, "{other}");
        }
    }
}
