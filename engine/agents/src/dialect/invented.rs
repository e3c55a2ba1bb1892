//! An agent that nobody has: what a sixth one takes is this value, its column in the table of moments, and
//! its cases (`cli/tests/sixth.rs`). It is in no program that people get.

use std::sync::LazyLock;

use super::policy::{self, Order, Policy};
use super::*;

pub(super) const DIALECT: Dialect = Dialect {
    agent: AgentId::Invented,
    title: "Orbiter",
    finding: finding::Finding::NONE,
    home_dir: ".orbiter",
    newer_home: None,
    home_env: None,
    config: ConfigPlace {
        file: "orbiter.json",
        syntax: Syntax::Json5,
        file_env: None,
        folder: None,
    },
    metadata_keys: &["orbiter"],
    kinds: &[HandlerKind::Module],
    starts_script: "./handler.sh",
    handler_files: &["handler.mjs"],
    packages: &[],
    keys: EventKeys::Open(&["orbit", "order"]),
    family: Keys::Invented,
    dispatch: &[Policy { keys: Keys::Invented, order: Order::Registration, ..policy::FAMILY }],
    seen: "Orbiter, made up",
    agent_notes: &[],
    ..eliza::DIALECT
};

/// Its text, and a version that sends less.
pub(super) static RUNTIMES: LazyLock<[Runtime; 2]> = LazyLock::new(|| {
    let rules = Rules { sends: Some(&["orbit:enter"]), ..Rules::DOCUMENTED };
    [
        Runtime { version: DOCUMENTED, dialect: DIALECT },
        Runtime { version: "6.0", dialect: Dialect { rules, ..DIALECT } },
    ]
});
