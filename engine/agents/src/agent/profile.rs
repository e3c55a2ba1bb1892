//! The profile that a variable names, and where the workspace of one was.

use std::fs;
use std::path::{Path, PathBuf};

use crate::dialect::Dialect;
use tacklebox_machine::machine::Machine;

/// The profile that its variable names; none where that is the usual one.
pub(super) fn profile<'m>(machine: &'m Machine, dialect: &Dialect) -> Option<&'m str> {
    let profile = machine.env(dialect.rules.profile?.0)?.trim();
    (!profile.is_empty() && !profile.eq_ignore_ascii_case("default")).then_some(profile)
}

/// From where to where it moves the workspace of its profile when it is started (rule ).
pub(super) fn moved_workspace(
    machine: &Machine,
    user: &Path,
    dialect: &Dialect,
) -> Option<(PathBuf, PathBuf)> {
    let (from, (_, to)) = (dialect.rules.former_profile?, dialect.rules.profile?);
    let profile = profile(machine, dialect)?;
    let [from, to] = [from, to].map(|place| user.join(place.replace("{}", profile)));
    fs::symlink_metadata(&from).is_ok().then_some((from, to))
}
