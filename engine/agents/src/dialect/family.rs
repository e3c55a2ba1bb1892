//! The names of the family of `HOOK.md` with YAML, which several agents read.

use super::{Dialect, Format};
use crate::hook::AgentId;

/// Names under `metadata` by which a hook of the family is recognised, with whose each is or was.
const FAMILY_KEYS: [(&str, AgentId); 7] = [
    ("openclaw", AgentId::Openclaw),
    ("clawdbot", AgentId::Openclaw),
    ("moltbot", AgentId::Openclaw),
    ("milady", AgentId::Milady),
    ("milaidy", AgentId::Milady),
    ("eliza", AgentId::Eliza),
    ("elizaos", AgentId::Eliza),
];

/// The names under `metadata` that any agent with such a manifest has or had.
pub fn family_keys() -> Vec<&'static str> {
    let mut keys: Vec<_> = FAMILY_KEYS.iter().map(|(key, _)| *key).collect();
    let family = AgentId::all().iter().map(|agent| agent.dialect());
    for key in family.filter(|one| one.format == Format::Yaml).flat_map(|one| one.metadata_keys) {
        if !keys.contains(key) {
            keys.push(key);
        }
    }
    keys
}

/// Whose name under `metadata` this is or was.
pub fn of_key(key: &str) -> Option<&'static Dialect> {
    let known = FAMILY_KEYS.iter().find(|(known, _)| *known == key);
    let all = || AgentId::all().iter().map(|agent| agent.dialect());
    known
        .map(|(_, agent)| agent.dialect())
        .or_else(|| all().find(|dialect| dialect.metadata_keys.contains(&key)))
}
