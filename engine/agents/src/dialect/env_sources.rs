//! From where a version takes variables when it starts, beside its environment: one list a runtime, in which the first
//! that sets one counts. What takes a name at two times has two rows, as each has rules of its own.

use super::{blocked_env, eliza, milady};

/// One such place.
#[derive(Clone, Copy, Debug)]
pub struct EnvSource {
    pub at: EnvAt,
    pub takes: EnvTakes,
    pub over: EnvOver,
    /// Names that are not taken from there, in lists; a star is for any letters.
    pub blocked: &'static [&'static [&'static str]],
}

/// Where the place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnvAt {
    /// `env` of the config.
    Env,
    /// `env.vars` of the config.
    Vars,
    /// A file of its home.
    File(EnvFile),
    /// `connectors` of the config, else its `channels`: connector, field, variable.
    Connectors(&'static [(&'static str, &'static str, &'static str)]),
}

/// A file of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnvFile {
    pub name: &'static str,
    /// One more below the user's home, where the agent's home is the usual one: the first that sets a variable counts.
    pub also: Option<&'static str>,
    pub read: EnvRead,
}

/// How a file of variables is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnvRead {
    /// As the package dotenv does.
    Dotenv,
    /// A line is a name and its value.
    Lines,
}

/// Which values count there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnvTakes {
    /// A number, a switch, a text that is not empty.
    Value,
    /// A text that is not blank.
    Text,
    /// As [`Self::Text`], where each variable is set that it names as `${NAME}`.
    Resolved,
    /// A text that is not empty, be it blank.
    Filled,
    /// Whatever is true as JavaScript has it.
    True,
    /// A number, a switch, a list, a text that is not blank.
    Scalar,
}

/// Over which value of the environment it is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnvOver {
    /// None: only where the variable is not set at all.
    Unset,
    /// An empty one.
    Empty,
    All,
}

impl EnvSource {
    /// Whether it does not take a variable of this name, in small letters or large ones.
    pub fn blocks(&self, name: &str) -> bool {
        let name = name.to_ascii_uppercase();
        let is = |blocked: &str| match blocked.split_once('*') {
            None => blocked == name,
            Some((start, end)) => {
                let rest = name.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
                rest.is_some_and(|rest| !rest.is_empty())
            }
        };
        // There are hundreds of them, in order, and each hook may ask for some names: those of its letter are few.
        let first = |name: &str| name.as_bytes().first().copied();
        let letter = first(&name);
        self.blocked.iter().any(|list| {
            let from = list.partition_point(|blocked| first(blocked) < letter);
            let same = list.iter().skip(from).take_while(|blocked| first(blocked) == letter);
            same.copied().any(is)
        })
    }
}

const fn at(at: EnvAt, takes: EnvTakes, over: EnvOver) -> EnvSource {
    EnvSource { at, takes, over, blocked: &[] }
}

/// As the texts have it.
pub(super) const DOCUMENTED: &[EnvSource] = &[
    at(EnvAt::Vars, EnvTakes::Value, EnvOver::Empty),
    at(EnvAt::Env, EnvTakes::Value, EnvOver::Empty),
];

const MILADY_BLOCKS: &[&[&str]] = &[blocked_env::FAMILY, blocked_env::MILADY];

/// First what reads its config, then what its start adds.
pub(super) const MILADY: &[EnvSource] = &[
    EnvSource { blocked: MILADY_BLOCKS, ..at(EnvAt::Env, EnvTakes::Text, EnvOver::Unset) },
    EnvSource { blocked: MILADY_BLOCKS, ..at(EnvAt::Vars, EnvTakes::True, EnvOver::Unset) },
    at(EnvAt::Connectors(milady::CONNECTORS), EnvTakes::Text, EnvOver::Empty),
    at(EnvAt::Env, EnvTakes::Filled, EnvOver::Empty),
];

const ELIZA_BLOCKS: &[&[&str]] = &[blocked_env::FAMILY, blocked_env::ELIZA];
const ELIZA_START: &[&[&str]] = &[blocked_env::ELIZA_CLOUD];

/// A reference to its vault is a text like any other in the end: it stays where the vault does not have it.
pub(super) const ELIZA: &[EnvSource] = &[
    at(EnvAt::Connectors(eliza::CONNECTORS), EnvTakes::Scalar, EnvOver::All),
    at(
        EnvAt::File(EnvFile { name: "config.env", also: None, read: EnvRead::Lines }),
        EnvTakes::Text,
        EnvOver::All,
    ),
    EnvSource { blocked: ELIZA_BLOCKS, ..at(EnvAt::Env, EnvTakes::Text, EnvOver::All) },
    EnvSource { blocked: ELIZA_BLOCKS, ..at(EnvAt::Vars, EnvTakes::True, EnvOver::All) },
    EnvSource { blocked: ELIZA_START, ..at(EnvAt::Env, EnvTakes::Filled, EnvOver::Empty) },
    EnvSource { blocked: ELIZA_START, ..at(EnvAt::Vars, EnvTakes::Filled, EnvOver::Empty) },
];

const DOTENV: EnvFile =
    EnvFile { name: ".env", also: Some(".config/openclaw/gateway.env"), read: EnvRead::Dotenv };

/// What its file sets counts first, as it is read before the config.
const fn openclaw(
    blocked: &'static [&'static [&'static str]],
    of_file: EnvTakes,
) -> [EnvSource; 3] {
    [
        at(EnvAt::File(DOTENV), of_file, EnvOver::Unset),
        EnvSource { blocked, ..at(EnvAt::Env, EnvTakes::Resolved, EnvOver::Empty) },
        EnvSource { blocked, ..at(EnvAt::Vars, EnvTakes::Resolved, EnvOver::Empty) },
    ]
}

pub(super) const OPENCLAW_7: &[EnvSource] = &openclaw(&[blocked_env::OPENCLAW], EnvTakes::Filled);
pub(super) const OPENCLAW_8: &[EnvSource] =
    &openclaw(&[blocked_env::OPENCLAW, blocked_env::OPENCLAW_8], EnvTakes::Text);
pub(super) const OPENCLAW_9: &[EnvSource] = &openclaw(
    &[blocked_env::OPENCLAW, blocked_env::OPENCLAW_8, blocked_env::OPENCLAW_9],
    EnvTakes::Text,
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_a_letter_are_together_and_none_begins_with_a_star() {
        let all = [DOCUMENTED, MILADY, ELIZA, OPENCLAW_7, OPENCLAW_8, OPENCLAW_9];
        for list in all.iter().copied().flatten().flat_map(|source| source.blocked) {
            assert!(list.is_sorted(), "{list:?}");
            assert!(!list.iter().any(|blocked| blocked.starts_with('*')), "{list:?}");
        }
    }

    #[test]
    fn a_name_is_blocked_as_it_is_and_by_its_beginning_and_end() {
        let blocked: &[&[&str]] = &[&["HOME", "LD_*"], &["CARGO_*_RUNNER"]];
        let source = EnvSource { blocked, ..at(EnvAt::Env, EnvTakes::Text, EnvOver::Unset) };
        for name in ["HOME", "home", "LD_PRELOAD", "CARGO_X_RUNNER"] {
            assert!(source.blocks(name), "{name}");
        }
        for name in ["HOMES", "LD_", "OLD_X", "CARGO_X", "CARGO__RUNNER_", "CARGO_RUNNER"] {
            assert!(!source.blocks(name), "{name}");
        }
        assert!(DOCUMENTED.iter().all(|source| !source.blocks("HOME")));
    }
}
