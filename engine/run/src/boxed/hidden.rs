//! Places that nothing in a box may read: where keys are, by the table of the audit, the agents' own
//! configs, and what Tacklebox keeps.

use std::fs;
use std::path::{Path, PathBuf};

use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::hook::AgentId;
use tacklebox_machine::machine::Machine;

/// Of the system, where we may read them at all.
const OF_SYSTEM: [&str; 5] =
    ["/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/sudoers.d", "/run/secrets"];

/// In an agent's home.
const OF_AGENTS: [&str; 6] =
    [".env", "credentials", "credentials.json", "auth-profiles.json", "identity", "state"];

/// Those that are there.
pub(super) fn places(machine: &Machine, agent: &Agent) -> Vec<PathBuf> {
    let home = machine.home();
    let mut all: Vec<PathBuf> =
        tacklebox_audit::secret_places().flat_map(|part| below(home, part)).collect();
    for dialect in AgentId::all().iter().map(|id| id.dialect()) {
        of_agent(&home.join(dialect.home_dir), dialect, &mut all);
        all.extend(dialect.config.folder.map(|(dir, _)| home.join(dir).join(dialect.config.file)));
    }
    of_agent(&agent.home, agent.dialect, &mut all);
    all.push(agent.config.path.clone());
    all.push(machine.data_dir().to_owned());
    let readable = |path: &&&str| fs::metadata(path).is_ok() && fs::File::open(path).is_ok();
    all.extend(OF_SYSTEM.iter().filter(readable).map(|path| PathBuf::from(*path)));
    all.retain(|path| path.exists());
    all
}

/// Sockets of the person's own services. Landlock's box lets nobody connect; where another one holds the walls
/// they have to be out of sight.
pub(super) fn doors(machine: &Machine) -> Vec<PathBuf> {
    let buses = machine.env("DBUS_SESSION_BUS_ADDRESS").unwrap_or_default();
    let bus = buses.split([';', ',']).find_map(|part| part.strip_prefix("unix:path="));
    let all = machine.env("SSH_AUTH_SOCK").into_iter().chain(bus).map(PathBuf::from);
    all.filter(|path| path.is_absolute() && path.exists()).collect()
}

fn of_agent(home: &Path, dialect: &Dialect, all: &mut Vec<PathBuf>) {
    all.push(home.join(dialect.config.file));
    all.extend(OF_AGENTS.map(|name| home.join(name)));
    let inside = |dir: &Path| fs::read_dir(dir).into_iter().flatten().flatten();
    // Sign-ins, a folder for each of several agents in one home; their sessions are beside it.
    all.extend(inside(&home.join("agents")).map(|entry| entry.path().join("agent")));
    // The agent's own copies of its config: `openclaw.json.bak`, `.bak.1`.
    let copy = format!("{}.bak", dialect.config.file);
    let is_copy = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(&copy);
    all.extend(inside(home).filter(is_copy).map(|entry| entry.path()));
}

/// What is there by this name, which is written in small letters.
fn below(home: &Path, part: &str) -> Option<PathBuf> {
    let exact = home.join(part);
    if exact.exists() {
        return Some(exact);
    }
    let mut place = home.to_owned();
    for name in part.split('/') {
        let next = place.join(name);
        place = match next.exists() {
            true => next,
            // Few have such a folder: only then it is looked for.
            false => fs::read_dir(&place).ok()?.filter_map(Result::ok).find_map(|entry| {
                let found = entry.file_name().to_string_lossy().to_lowercase() == name;
                found.then(|| entry.path())
            })?,
        };
    }
    Some(place)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use tacklebox_agents::agent::Options;
    use tacklebox_machine::machine::Platform;

    #[test]
    fn sign_ins_and_copies_of_configs_are_out_of_sight_and_sessions_are_not() {
        let tmp = tempfile::tempdir().unwrap();
        let home = tmp.path().join(".openclaw");
        let hidden = [
            "agents/main/agent/openclaw-agent.sqlite",
            "agents/main/agent/auth-profiles.json",
            "identity/device-auth.json",
            "state/openclaw.sqlite",
            "openclaw.json",
            "openclaw.json.bak",
            "openclaw.json.bak.1",
        ];
        let seen = ["agents/main/sessions/s.jsonl", "hooks/own/HOOK.md", "workspace/notes.md"];
        for file in hidden.iter().chain(&seen) {
            let path = home.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::File::create(path).unwrap();
        }
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        let agent = Agent::locate(&machine, AgentId::Moltis, &Options::documented());
        let places = places(&machine, &agent);
        let is_hidden = |file: &str| places.iter().any(|place| home.join(file).starts_with(place));
        for file in hidden {
            assert!(is_hidden(file), "{file} can be read");
        }
        for file in seen {
            assert!(!is_hidden(file), "{file} cannot be read");
        }
    }
}
