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

/// One with a name for which its program ends, whatever it is asked (rule ).
pub(super) fn refused<'m>(
    machine: &'m Machine,
    dialect: &Dialect,
) -> Option<(&'static str, &'m str)> {
    let variable = dialect.rules.profile.filter(|_| dialect.rules.former_profile.is_some())?.0;
    let name = profile(machine, dialect)?;
    let inner = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let is_name = name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.chars().all(inner)
        && name.len() <= 64;
    (!is_name).then_some((variable, name))
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
