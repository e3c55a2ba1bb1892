//! Hooks that an agent writes itself when it is started, over what is in their folder.

use std::path::Path;

use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::shipped::Seed;

use super::Trouble;
use tacklebox_machine::files;

/// What it writes is far shorter.
const MOST: u64 = 1024 * 1024;

/// What the agent writes into this folder.
fn of(agent: &Agent, dir: &Path) -> Option<&'static Seed> {
    let managed = dir.parent().filter(|parent| *parent == agent.managed);
    agent.dialect.rules.seed(managed.and(dir.file_name())?.to_str()?)
}

/// Why a hook in a folder is not what is there: another text takes its place when the agent is started.
pub(super) fn overwritten(agent: &Agent, dir: &Path) -> Option<Trouble> {
    let seed = of(agent, dir)?;
    let manifest = agent.dialect.manifest_file();
    let (file, _) = seed.files.iter().find(|it| !is_left(dir, **it, manifest))?;
    Some(Trouble::Refused(format!(
        "{} writes its own {file} into the folder {} when it is started, over this one: give the folder another name.",
        agent.runtime.named(),
        seed.folder
    )))
}

/// Whether the agent puts a file into a folder when it is started.
pub(super) fn puts(agent: &Agent, dir: &Path, file: &str) -> bool {
    let file = file.trim_start_matches("./");
    of(agent, dir).is_some_and(|seed| seed.files.iter().any(|(name, _)| *name == file))
}

/// Why an entry of the config is never reached: a folder of its name is written when the agent is started.
pub(crate) fn takes_name(agent: &Agent, name: &str) -> Option<Trouble> {
    let writes = |seed: &&Seed| {
        let dir = agent.managed.join(seed.folder);
        !dir.join(agent.dialect.manifest_file()).exists() || overwritten(agent, &dir).is_some()
    };
    let seed = agent.dialect.rules.seed(name).filter(writes)?;
    Some(Trouble::Refused(format!(
        "{} writes a hook of this name into the folder {} when it is started, and that one counts: give this one another name.",
        agent.runtime.named(),
        seed.folder
    )))
}

/// Whether the agent finds in a file what it looks for, and leaves it as it is; or puts it beside a manifest that it
/// leaves, as there is none.
fn is_left(dir: &Path, (file, mark): (&str, &str), manifest: &str) -> bool {
    match files::read(&dir.join(file), MOST) {
        Ok((Some(text), _)) => std::str::from_utf8(&text).is_ok_and(|text| text.contains(mark)),
        Ok((None, _)) => file != manifest,
        Err(_) => false,
    }
}
