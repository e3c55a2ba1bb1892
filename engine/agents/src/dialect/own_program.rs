//! What an agent's own program can be asked about its hooks, and in which words.

use crate::hook::AgentId;

/// The program of an agent that tells about its hooks.
#[derive(Debug)]
pub struct OwnProgram {
    /// Its name on PATH.
    pub name: &'static str,
    pub version: &'static [&'static str],
    /// The arguments with which it lists its hooks, as JSON.
    pub hooks: &'static [&'static str],
    /// The arguments with which it checks its config, as JSON.
    pub config: Option<&'static [&'static str]>,
    /// The arguments with which it lists its plugins, as JSON.
    pub plugins: Option<&'static [&'static str]>,
    pub tells: Tells,
}

/// What its list says of a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tells {
    /// `{hooks: [{name, disabled, events, missing: {bins, anyBins, env, config, os}, …}]}`. Its `eligible`
    /// leaves the switch of the whole and the list of entries out, so it is not compared.
    Requirements,
    /// `[{name, events, eligible, …}]`.
    Eligible,
}

static OPENCLAW: OwnProgram = OwnProgram {
    name: "openclaw",
    version: &["--version"],
    hooks: &["hooks", "list", "--json"],
    config: Some(&["config", "validate", "--json"]),
    plugins: Some(&["plugins", "list", "--json"]),
    tells: Tells::Requirements,
};

static MOLTIS: OwnProgram = OwnProgram {
    name: "moltis",
    version: &["--version"],
    hooks: &["hooks", "list", "--json"],
    config: None,
    plugins: None,
    tells: Tells::Eligible,
};

impl AgentId {
    /// The agent's own program, where it tells about its hooks: Milady's and Eliza's have no command for
    /// it, ZeroClaw's prints a table for people.
    pub const fn own_program(self) -> Option<&'static OwnProgram> {
        match self {
            Self::Openclaw => Some(&OPENCLAW),
            Self::Moltis => Some(&MOLTIS),
            _ => None,
        }
    }
}
