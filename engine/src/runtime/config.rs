//! What the version in force makes of an agent's config as a whole.

use super::{ConfigState, ConfigVerdict};
use crate::config::Config;
use crate::dialect::Dialect;
use crate::dialect::shipped::ConfigCheck;

/// Whether this version takes the config. A version that does not check its config takes every one that
/// parses.
pub fn config_verdict(dialect: &Dialect, _version: &str, config: &Config) -> ConfigVerdict {
    let state = match dialect.rules.config {
        _ if config.unparsable => ConfigState::Refused,
        ConfigCheck::Loose => ConfigState::Accepted,
        ConfigCheck::Strict => ConfigState::Unknown,
    };
    ConfigVerdict { state, problems: Vec::new() }
}
