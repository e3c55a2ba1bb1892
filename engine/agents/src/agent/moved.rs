//! Where agents look because a variable says so. That of the fork of ZeroClaw with hooks names its home or its workspace
//! (rule R-1.37), and a file of its usual home may name another one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::dialect::{Dialect, WorkspaceRule};
use tacklebox_machine::files;
use tacklebox_machine::machine::{Machine, expand};

const INCLUDE_ROOTS: &str = "OPENCLAW_INCLUDE_ROOTS";

const CONFIG: &str = "config.toml";

/// Names the home in use.
const MARKER: &str = "active_workspace.toml";

const MAX_BYTES: u64 = 64 * 1024;

#[derive(Deserialize)]
struct Marker {
    config_dir: String,
}

/// A path that a variable or a config names: what is not whole begins in the home of the user.
pub(super) fn absolute(user: &Path, path: &str) -> PathBuf {
    let path = expand(user, path);
    if path.is_absolute() { path } else { user.join(path) }
}

/// Its home, where that is not the usual one.
pub(super) fn home(machine: &Machine, user: &Path, dialect: &Dialect) -> Option<PathBuf> {
    let WorkspaceRule::EnvOrHome(variable, _) = dialect.workspace else { return None };
    let named = named(machine, user, dialect, variable).map(|dir| both(&dir).0);
    named.or_else(|| marked(&user.join(dialect.home_dir)))
}

/// Its workspace, where the variable names one.
pub(super) fn workspace(
    machine: &Machine,
    user: &Path,
    dialect: &Dialect,
    variable: &str,
) -> Option<PathBuf> {
    named(machine, user, dialect, variable).map(|dir| both(&dir).1)
}

fn named(machine: &Machine, user: &Path, dialect: &Dialect, variable: &str) -> Option<PathBuf> {
    let dir = machine.env(variable).filter(|dir| !dir.is_empty())?;
    Some(if dialect.rules.places_expanded { absolute(user, dir) } else { user.join(dir) })
}

/// The home and the workspace that a folder stands for.
fn both(dir: &Path) -> (PathBuf, PathBuf) {
    let as_home = || (dir.to_owned(), dir.join("workspace"));
    if dir.join(CONFIG).exists() {
        return as_home();
    }
    let Some(beside) = dir.parent().map(|parent| parent.join(".zeroclaw")) else {
        return as_home();
    };
    let is_workspace = dir.file_name().is_some_and(|name| name == "workspace");
    match is_workspace || beside.join(CONFIG).exists() {
        true => (beside, dir.to_owned()),
        false => as_home(),
    }
}

/// The home that the file in the usual one names.
fn marked(usual: &Path) -> Option<PathBuf> {
    let (bytes, _) = files::read(&usual.join(MARKER), MAX_BYTES).ok()?;
    let marker: Marker = toml::from_str(str::from_utf8(&bytes?).ok()?).ok()?;
    let dir = marker.config_dir.trim();
    // From the usual home, unless it is a whole path.
    (!dir.is_empty()).then(|| usual.join(dir))
}

/// More folders that a file may be in that a config of OpenClaw includes: a variable names them (rule R-1.38).
pub(super) fn include_roots(
    machine: &Machine,
    user: &Path,
    dialect: &Dialect,
    file: &BTreeMap<String, String>,
) -> Vec<PathBuf> {
    let set = machine.env(INCLUDE_ROOTS).or_else(|| file.get(INCLUDE_ROOTS).map(String::as_str));
    let set = set.filter(|_| dialect.rules.beside_config).unwrap_or_default();
    let all = set.split(machine.platform().path_separator()).map(str::trim);
    let all = all.filter(|dir| !dir.is_empty()).map(|dir| expand(user, dir));
    all.filter(|dir| dir.is_absolute()).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use std::collections::BTreeMap;
    use std::fs::{self, File};

    use crate::agent::{Agent, Options};
    use crate::hook::AgentId;
    use tacklebox_machine::files::{self, Stamp};
    use tacklebox_machine::machine::{Machine, Platform};

    /// As `resolve_runtime_config_dirs` of the fork, run, has it.
    #[test]
    fn the_fork_of_zeroclaw_finds_its_home_by_variables_and_by_a_file() {
        let tmp = tempfile::tempdir().unwrap();
        let at = |path: &str| tmp.path().join(path);
        for dir in [".zeroclaw", "own", "deep/x", "beside/.zeroclaw"] {
            fs::create_dir_all(at(dir)).unwrap();
        }
        for config in ["own/config.toml", "beside/.zeroclaw/config.toml"] {
            File::create(at(config)).unwrap();
        }
        let check = |env: &[(&str, &str)], home: &str, workspace: &str| {
            let env =
                env.iter().map(|(name, dir)| ((*name).to_owned(), at(dir).display().to_string()));
            let machine = Machine::new(Platform::Linux, tmp.path(), env.collect());
            let runtimes = [(AgentId::Zeroclaw, "0.1.6-hooks".to_owned())].into();
            let options = Options { runtimes, ..Options::default() };
            let agent = Agent::locate(&machine, AgentId::Zeroclaw, &options);
            assert_eq!((agent.home, agent.workspace), (at(home), at(workspace)));
        };
        let (config, workspace) = ("ZEROCLAW_CONFIG_DIR", "ZEROCLAW_WORKSPACE");
        check(&[], ".zeroclaw", ".zeroclaw/workspace");
        check(&[(config, "own")], "own", "own/workspace");
        check(&[(config, "own \t")], "own", "own/workspace");
        check(&[(workspace, "own")], "own", "own/workspace");
        check(&[(workspace, "deep/x")], "deep/x", "deep/x/workspace");
        check(&[(workspace, "beside/work")], "beside/.zeroclaw", "beside/work");
        check(&[(workspace, "deep/workspace")], "deep/.zeroclaw", "deep/workspace");
        check(&[(config, "own"), (workspace, "deep/x")], "own", "deep/x/workspace");
        let marker = format!("config_dir = {:?}\n", at("own").display().to_string());
        let file = at(".zeroclaw/active_workspace.toml");
        files::save(&file, marker.as_bytes(), &Stamp::Absent, 0o644).unwrap();
        check(&[], "own", "own/workspace");
        check(&[(workspace, "deep/x")], "deep/x", "deep/x/workspace");
        // The releases, read: the file counts for none of them.
        let env = BTreeMap::from([(config.to_owned(), at("own").display().to_string())]);
        for (env, home) in [(env, "own"), (BTreeMap::new(), ".zeroclaw")] {
            let machine = Machine::new(Platform::Linux, tmp.path(), env);
            let runtimes = [(AgentId::Zeroclaw, "0.8.7".to_owned())].into();
            let options = Options { runtimes, ..Options::default() };
            assert_eq!(Agent::locate(&machine, AgentId::Zeroclaw, &options).home, at(home));
        }
    }

    /// Asked of OpenClaw 2026.9.6 and 2026.7.35, of Milady and of Eliza.
    #[test]
    fn what_a_linked_config_includes_begins_beside_the_link_and_may_be_in_named_folders() {
        let tmp = tempfile::tempdir().unwrap();
        let save = |path: &str, text: &str| {
            fs::create_dir_all(tmp.path().join(path).parent().unwrap()).unwrap();
            let path = tmp.path().join(path);
            let (_, stamp) = files::read(&path, 1 << 20).unwrap();
            files::save(&path, text.as_bytes(), &stamp, 0o644).unwrap();
        };
        let hooks = |agent: AgentId, version: &str, env: &[(&str, String)]| {
            let env = env.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
            let machine = Machine::new(Platform::Linux, tmp.path(), env.collect());
            let options =
                Options { runtimes: [(agent, version.to_owned())].into(), ..Options::default() };
            let agent = Agent::locate(&machine, agent, &options);
            agent.config.value.pointer("/hooks/internal/enabled").cloned()
        };
        for (agent, version) in [(AgentId::Openclaw, "2026.9.6"), (AgentId::Milady, "2026-03-01")] {
            let name = agent.as_str();
            save(&format!("dot/{name}.json"), r#"{"hooks": {"$include": "./h.json5"}}"#);
            save(&format!(".{name}/h.json5"), "{internal: {enabled: true}}");
            let link = tmp.path().join(format!(".{name}/{name}.json"));
            std::os::unix::fs::symlink(tmp.path().join(format!("dot/{name}.json")), &link).unwrap();
            assert_eq!(hooks(agent, version, &[]), Some(true.into()), "{name}");
            fs::remove_file(link).unwrap();
        }
        save(".openclaw/openclaw.json", r#"{"hooks": {"$include": "../dot/h.json5"}}"#);
        save("dot/h.json5", "{internal: {enabled: true}}");
        let (agent, version) = (AgentId::Openclaw, "2026.9.6");
        assert_eq!(hooks(agent, version, &[]), None, "it is outside");
        let roots =
            [("OPENCLAW_INCLUDE_ROOTS", format!("/nowhere:{}", at_home(tmp.path(), "dot")))];
        assert_eq!(hooks(agent, version, &roots), Some(true.into()));
        save(".openclaw/.env", "OPENCLAW_INCLUDE_ROOTS=~/dot\n");
        assert_eq!(hooks(agent, version, &[]), Some(true.into()), "in its file of variables, too");
        // Beside a config that a variable names.
        save("c/my.json", r#"{"hooks": {"$include": "./mine.json5"}}"#);
        save("c/mine.json5", "{internal: {enabled: true}}");
        let own = [("OPENCLAW_CONFIG_PATH", at_home(tmp.path(), "c/my.json"))];
        assert_eq!(hooks(agent, version, &own), Some(true.into()));
    }

    fn at_home(home: &std::path::Path, path: &str) -> String {
        home.join(path).display().to_string()
    }
}
