//! Where an agent's home, config, workspace and bundled hooks are on this computer.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::moved::{self, absolute};
use super::profile::{moved_workspace, profile};
use super::variables::of_place;
use super::{Agent, Options};
use crate::config::{Config, ConfigPath};
use crate::dialect::shipped::Rules;
use crate::dialect::{Dialect, WorkspaceRule};
use crate::hook::AgentId;
use crate::in_force::{self, InForce};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words::js_trim;

/// What `~` stands for, and where the agent's own home is looked for.
pub(super) fn user_home(machine: &Machine, dialect: &Dialect) -> PathBuf {
    let named = dialect.rules.user_home_env.and_then(|name| machine.env(name)).map(str::trim);
    let named = named.filter(|dir| !matches!(*dir, "" | "undefined" | "null"));
    named.map_or_else(
        || machine.home().to_owned(),
        |dir| dialect.rules.path(absolute(machine.home(), dir)),
    )
}

/// Its home, and whether that is the place of a version that is newer than those known: a version that is known for
/// sure (`exact`) is never looked for there.
pub(super) fn home_of(
    machine: &Machine,
    user: &Path,
    dialect: &Dialect,
    exact: bool,
) -> (PathBuf, bool) {
    let has_hooks = |home: &Path| home.join("hooks").is_dir();
    if let Some(dir) = of_variable(machine, user, dialect, dialect.home_env) {
        // A newer version has its hooks there, too.
        let is_newer = dialect.newer_home.is_some() && !exact && has_hooks(&dir);
        return (dir, is_newer && !has_hooks(&user.join(dialect.home_dir)));
    }
    if let Some(home) = moved::home(machine, user, dialect) {
        return (home, false);
    }
    let home = match namespace(machine, dialect) {
        Some((name, _)) => user.join(format!(".{name}")),
        None => user.join(dialect.home_dir),
    };
    let former = dialect.rules.former_home.map(|name| user.join(name));
    if let Some(former) =
        former.filter(|former| fs::symlink_metadata(&home).is_err() && former.exists())
    {
        return (former, false);
    }
    let newer = dialect.newer_home.filter(|_| !exact).map(|name| {
        let state = machine.env("XDG_STATE_HOME").filter(|dir| Path::new(dir).is_absolute());
        state.map_or_else(|| user.join(".local/state"), PathBuf::from).join(name)
    });
    match newer.filter(|newer| has_hooks(newer) && !has_hooks(&home)) {
        Some(newer) => (newer, true),
        None => (home, false),
    }
}

/// The place that a variable names, where it names one. A part of a path is one in the folder in which the agent is
/// started, mostly that of its person.
fn of_variable(
    machine: &Machine,
    user: &Path,
    dialect: &Dialect,
    variable: Option<&str>,
) -> Option<PathBuf> {
    let dir = match dialect.rules.places_expanded {
        true => said(machine, variable).map(|dir| absolute(user, dir))?,
        false => {
            let dir = dialect.rules.trimmed(machine.env(variable?)?);
            (!dir.is_empty()).then(|| user.join(dir))?
        }
    };
    Some(dialect.rules.path(dir))
}

/// What a variable says, where it says something.
fn said<'m>(machine: &'m Machine, variable: Option<&str>) -> Option<&'m str> {
    variable.and_then(|name| machine.env(name)).map(js_trim).filter(|text| !text.is_empty())
}

/// The word that its home and its config are named by, and whether a config of the usual name counts too
/// (rule ).
fn namespace<'m>(machine: &'m Machine, dialect: &Dialect) -> Option<(&'m str, bool)> {
    let (variable, falls_back) = dialect.rules.namespace?;
    let name = machine.env(variable)?.trim();
    (!name.is_empty()).then_some((name, falls_back))
}

/// Where the agent's config is, or would be, by the version in force.
pub fn config_file(machine: &Machine, id: AgentId) -> PathBuf {
    let version = InForce::of(machine, id, None);
    let dialect = version.dialect();
    // Only what it reads there may name another place.
    if dialect.rules.reads_own_variables() {
        return Agent::without_roots(machine, id, &Options::default()).config.path;
    }
    let user = user_home(machine, dialect);
    let home = home_of(machine, &user, dialect, version.is_exact()).0;
    config_path(machine, &user, dialect, &home)
}

pub(super) fn config_path(
    machine: &Machine,
    user: &Path,
    dialect: &Dialect,
    home: &Path,
) -> PathBuf {
    let place = &dialect.config;
    if let Some(file) = said(machine, place.file_env) {
        return dialect.rules.path(absolute(user, file));
    }
    if let Some((folder, env)) = place.folder {
        if let Some(dir) = of_variable(machine, user, dialect, Some(env)) {
            return dir.join(place.file);
        }
        let first = user.join(folder).join(place.file);
        let second = home.join(place.file);
        let counts = dialect.rules.config_at_home && second.exists() && !first.exists();
        return if counts { second } else { first };
    }
    let usual = home.join(place.file);
    let own = match namespace(machine, dialect) {
        Some((name, falls_back)) => {
            let own = home.join(format!("{name}.json"));
            if falls_back && !own.exists() && usual.exists() { usual } else { own }
        }
        None => usual,
    };
    if own.exists() {
        return own;
    }
    let former = dialect.rules.former_configs.iter();
    // In a home that a variable names, only the name of the file may be a former one.
    let mut former = former.filter_map(|file| match said(machine, dialect.home_env) {
        Some(_) => Some(home.join(Path::new(file).file_name()?)),
        None => Some(user.join(file)),
    });
    former.find(|file| file.exists()).unwrap_or(own)
}

/// The folder with its hooks, plugins and variables: its home, unless it is a version that takes the folder of its config
/// for that, and a variable names one elsewhere.
pub(super) fn beside_config(
    machine: &Machine,
    dialect: &Dialect,
    home: &Path,
    config: &Path,
) -> PathBuf {
    let named = dialect.rules.beside_config
        && said(machine, dialect.config.file_env).is_some()
        && said(machine, dialect.home_env).is_none();
    config.parent().filter(|_| named).unwrap_or(home).to_owned()
}

/// Where the config names the workspace: at the agent that counts, where it has several and that one names its own.
pub fn workspace_path(dialect: &Dialect, config: &Value) -> ConfigPath {
    let usual = || ConfigPath::of(["agents", "defaults", "workspace"]);
    of_roster(&dialect.rules, config).unwrap_or_else(usual)
}

fn of_roster(rules: &Rules, config: &Value) -> Option<ConfigPath> {
    let agents = config.get("agents")?;
    let roster = rules.rosters.iter().find(|key| agents.get(**key).is_some())?;
    let all: Vec<(String, &Value)> = match agents.get(*roster)? {
        Value::Array(list) => {
            list.iter().enumerate().map(|(at, it)| (at.to_string(), it)).collect()
        }
        Value::Object(map) => map.iter().map(|(id, it)| (id.clone(), it)).collect(),
        _ => return None,
    };
    let mut marked = all.iter().filter(|(_, it)| it.get("default") == Some(&Value::Bool(true)));
    let (at, own) = match all.as_slice() {
        [sole] => sole,
        _ if !rules.one_marked => marked.next().or_else(|| all.first())?,
        _ if agents.get("ownership") == Some(&Value::from("explicit")) => return None,
        _ => marked.next().filter(|_| marked.next().is_none())?,
    };
    let named = own.get("workspace").and_then(Value::as_str);
    named.filter(|dir| !dir.trim().is_empty())?;
    Some(ConfigPath::of(["agents", roster, at, "workspace"]))
}

pub(super) fn workspace(
    machine: &Machine,
    user: &Path,
    dialect: &Dialect,
    home: &Path,
    config: &Config,
    file: &BTreeMap<String, String>,
) -> PathBuf {
    match dialect.workspace {
        WorkspaceRule::Config(default) => workspace_path(dialect, &config.value)
            .get(&config.value)
            .and_then(Value::as_str)
            .map(|dir| config.fill(dir))
            .filter(|dir| dialect.rules.names_folder(dir))
            .map_or_else(
                || {
                    let named = dialect.rules.workspace_env.and_then(|(name, tilde)| {
                        Some((of_place(dialect, config, machine, file, name)?, tilde))
                    });
                    usual(machine, user, dialect, home, (default, named))
                },
                |dir| dialect.rules.path(absolute(user, dialect.rules.place(&dir))),
            ),
        WorkspaceRule::Env(name, default) => {
            machine.env(name).map_or_else(|| home.join(default), |dir| absolute(user, dir))
        }
        WorkspaceRule::EnvOrHome(name, default) => {
            moved::workspace(machine, user, dialect, name).unwrap_or_else(|| home.join(default))
        }
        WorkspaceRule::Home => home.to_owned(),
    }
}

/// The workspace of a config that names none.
/// `default`: its name, unless a variable names another place, and whether `~` counts there.
fn usual(
    machine: &Machine,
    user: &Path,
    dialect: &Dialect,
    home: &Path,
    (default, named): (&str, Option<(String, bool)>),
) -> PathBuf {
    let rules = &dialect.rules;
    match named.as_ref().map(|(dir, tilde)| (dir.trim(), *tilde)) {
        None | Some(("", _)) => {}
        Some((dir, true)) => return absolute(user, dir),
        Some((dir, false)) => return user.join(dir),
    }
    let moved = said(machine, dialect.home_env).is_some();
    let home = match rules.workspace_stays {
        true => user.join(dialect.home_dir),
        false => home.to_owned(),
    };
    let own = |place: &str| {
        let place = place.replace("{}", profile(machine, dialect)?);
        Some(place.strip_prefix("./").map_or_else(|| user.join(&place), |it| home.join(it)))
    };
    let follows = |place: &&str| !moved || rules.workspace_stays || place.starts_with("./");
    let own = rules.profile.map(|(_, place)| place).filter(follows).and_then(own);
    let usual = own.unwrap_or_else(|| home.join(default));
    match moved_workspace(machine, user, dialect) {
        Some((from, to)) if to == usual && !to.exists() && from.is_dir() => from,
        _ => usual,
    }
}

/// The hooks that come with the agent's own package, if it is installed where PATH finds it and loads them.
pub(super) fn bundled(machine: &Machine, agent: &Agent) -> Option<PathBuf> {
    let dialect = agent.dialect;
    if !dialect.rules.loads_bundled {
        return None;
    }
    let named = dialect.bundled_env.and_then(|name| agent.variable(machine, name));
    if let Some(dir) = named {
        return Some(absolute(&agent.user_home, &dir));
    }
    in_force::packages(machine, &dialect.finding)
        .flat_map(|package| BUNDLED.map(|dir| package.join(dir)))
        .find(|dir| dir.is_dir())
}

/// Where a package has its hooks; OpenClaw's in the first.
const BUNDLED: [&str; 5] =
    ["dist/bundled", "dist/hooks/bundled", "hooks/bundled", "dist/bundled-hooks", "bundled-hooks"];

/// Whether the folder is there, with something that no other program made.
pub(super) fn is_its_own(home: &Path, dialect: &Dialect) -> bool {
    let others = dialect.finding.others_make;
    if others.is_empty() || !home.is_dir() {
        return home.is_dir();
    }
    let mut names = fs::read_dir(home).into_iter().flatten().flatten().map(|it| it.file_name());
    names.any(|name| !others.iter().any(|other| name == *other))
}

/// Whether a path is under a folder, symlinks resolved as far as it exists.
pub fn lies_under(path: &Path, folder: &Path) -> bool {
    real(path).starts_with(real(folder))
}

/// Part by part, as the system would walk it: behind a link, `..` leads to the parent of its target.
pub(super) fn real(path: &Path) -> PathBuf {
    let mut real = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                real.pop();
            }
            Component::CurDir => {}
            part => {
                real.push(part);
                if let Ok(found) = fs::canonicalize(&real) {
                    real = found;
                }
            }
        }
    }
    real
}

#[cfg(test)]
mod tests;
