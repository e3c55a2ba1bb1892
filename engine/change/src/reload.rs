//! Telling a running agent to read its hooks again, where it can be told (rule ).

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::ops::OpError;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::pending;
use tacklebox_machine::files::{self, FileError};
use tacklebox_machine::machine::Machine;

/// Whether an agent was told, and what is to be done where it was not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    pub agent: AgentId,
    pub told: bool,
    /// The file that tells it.
    #[serde(serialize_with = "tacklebox_agents::hook::lossy_option")]
    pub file: Option<PathBuf>,
    /// "Restart Milady"; none where it was told.
    pub hint: Option<String>,
}

impl Told {
    /// What a person is told of it.
    pub fn sentence(&self) -> String {
        match &self.hint {
            Some(hint) => format!("{hint}."),
            None => format!(
                "{} was told: if it runs, it reads its hooks again with the next message.",
                self.agent.dialect().title
            ),
        }
    }
}

/// How an agent would be told; nothing is written. `told` is false so far, and `file` is there if it can be.
pub fn look(machine: &Machine, agent: &Agent) -> Told {
    let told = |file, hint| Told { agent: agent.id(), told: false, file, hint };
    let Some(file) = agent.dialect.stamp() else {
        let hint = match agent.dialect.rules.has_hooks {
            true => agent.dialect.restart_hint(),
            false => {
                let named = agent.runtime.named();
                format!("{named} has no hooks of this kind, so there is nothing to tell it")
            }
        };
        return told(None, Some(hint));
    };
    // No agent looks into a workspace that is not there, and none is made for a message.
    if !agent.workspace.is_dir() {
        let hint =
            format!("{} is not there, so there is nobody to tell", machine.show(&agent.workspace));
        return told(None, Some(hint));
    }
    told(Some(agent.workspace.join(file)), None)
}

/// Tells an agent, if there is a way to.
///
/// # Errors
/// Where the file that tells it cannot be written.
pub fn tell(machine: &Machine, agent: &Agent) -> Result<Told, FileError> {
    let mut told = look(machine, agent);
    if let Some(path) = &told.file {
        stamp(machine, agent.id(), path)?;
        told.told = true;
    }
    Ok(told)
}

/// Tells an agent, and remembers when.
pub(crate) fn stamp(machine: &Machine, agent: AgentId, path: &Path) -> Result<(), FileError> {
    write(machine, path)?;
    pending::told(machine, agent);
    Ok(())
}

/// Writes the time into the file that a running agent looks at.
pub(crate) fn write(machine: &Machine, path: &Path) -> Result<(), FileError> {
    // Where its home is gone with what was taken back, there is nobody to tell.
    let home = path.parent().and_then(Path::parent);
    if !home.is_some_and(Path::is_dir) {
        return Ok(());
    }
    let now = machine.now().unix_timestamp().to_string();
    let (_, stamp) = files::read(path, 4096)?;
    files::save(path, now.as_bytes(), &stamp, 0o644)
}

/// Whether an agent can be told of changes, and whether it runs and has not seen them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Telling {
    pub can: bool,
    /// It was started before the last change of its hooks, and was not told since.
    pub untold: bool,
}

/// Looks at the files of its hooks, at the file that tells it, and at what runs.
pub fn telling(machine: &Machine, inventory: &Inventory) -> Telling {
    let Some(file) = look(machine, inventory.agent()).file else {
        return Telling { can: false, untold: false };
    };
    let manifests = inventory.candidates().filter_map(|(_, hook)| hook.manifest.as_deref());
    let changed = manifests.filter_map(modified).max().unwrap_or_default();
    // It takes the file away once it read its hooks.
    let agent = inventory.agent().id();
    let told = modified(&file).unwrap_or_else(|| pending::told_at(machine, agent));
    let untold = told < changed && pending::runs_since_before(machine, agent, changed);
    Telling { can: true, untold }
}

fn modified(path: &Path) -> Option<i64> {
    let time = std::fs::metadata(path).ok()?.modified().ok()?;
    let since = time.duration_since(std::time::UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
}

/// Tells an agent, and says so in a sentence.
///
/// # Errors
/// [`OpError::Refused`] where there is no way to tell it; [`OpError::File`] where it cannot be written.
pub fn told(machine: &Machine, agent: &Agent) -> Result<String, OpError> {
    let told = tell(machine, agent)?;
    if told.told { Ok(told.sentence()) } else { Err(OpError::Refused(told.sentence())) }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::collections::BTreeMap;
    use std::fs::File;
    use std::time::{Duration, SystemTime};

    use super::*;
    use tacklebox_agents::agent::Options;
    use tacklebox_machine::files::Stamp;
    use tacklebox_machine::machine::Platform;

    /// A real process, as old as the test.
    #[test]
    fn an_agent_that_runs_is_untold_once_a_manifest_changed_and_until_it_was_told() {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        let manifest = tmp.path().join(".zeroclaw/workspace/hooks/a/HOOK.toml");
        let text = "[hook]\nname = \"a\"\nevent = \"on_session_start\"\n[hook.action.shell]\ncommand = \"true\"\n";
        std::fs::create_dir_all(manifest.parent().unwrap()).unwrap();
        files::save(&manifest, text.as_bytes(), &Stamp::Absent, 0o644).unwrap();
        let at = |path: &Path, time: SystemTime| {
            File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
        };
        let now = SystemTime::now();
        let day = Duration::from_secs(24 * 3600);
        at(&manifest, now - day);
        let scan = || Inventory::scan(&machine, AgentId::Zeroclaw, &Options::documented());
        let look = || telling(&machine, &scan());
        let program = tmp.path().join("zeroclaw");
        files::save(&program, b"#!/bin/sh\nsleep 30 & wait\n", &Stamp::Absent, 0o755).unwrap();
        let mut child = std::process::Command::new(&program).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(200));
        let before = look();
        at(&manifest, now + Duration::from_secs(5));
        let changed = look();
        let told = tell(&machine, scan().agent()).unwrap();
        at(told.file.as_deref().unwrap(), now + Duration::from_secs(6));
        let after = look();
        at(&manifest, now + Duration::from_secs(7));
        let again = look();
        // It read its hooks again, and took the file away.
        at(&manifest, now - day);
        std::fs::remove_file(told.file.as_deref().unwrap()).unwrap();
        at(&manifest, now - Duration::from_secs(1));
        let read = look();
        at(&manifest, now + Duration::from_secs(9));
        let once_more = look();
        let _ = child.kill();
        let _ = child.wait();
        assert_eq!(before, Telling { can: true, untold: false }, "it was started since");
        assert_eq!(changed, Telling { can: true, untold: true });
        assert!(told.told);
        assert_eq!(after, Telling { can: true, untold: false });
        assert_eq!(again, Telling { can: true, untold: true });
        assert_eq!(read, Telling { can: true, untold: false });
        assert_eq!(once_more, Telling { can: true, untold: true });
    }

    #[test]
    fn a_version_without_hooks_is_told_nothing() {
        let tmp = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(tmp.path().join(".zeroclaw/workspace")).unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        let runtimes = BTreeMap::from([(AgentId::Zeroclaw, "0.8.7".to_owned())]);
        let options = Options { runtimes, ..Options::documented() };
        let inventory = Inventory::scan(&machine, AgentId::Zeroclaw, &options);
        let told = tell(&machine, inventory.agent()).unwrap();
        assert!(!told.told && told.file.is_none());
        assert_eq!(
            told.sentence(),
            "ZeroClaw 0.8.7 has no hooks of this kind, so there is nothing to tell it."
        );
        assert!(!telling(&machine, &inventory).can);
        assert!(!tmp.path().join(".zeroclaw/workspace/.hooks-reload-stamp").exists());
    }
}
