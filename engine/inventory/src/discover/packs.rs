//! Folders that hold several hooks: a `package.json` that lists them, as OpenClaw lays out what it
//! installs; and an extra folder that is itself a hook.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde_json::Value;

use super::{Candidate, Folders, Reading, read};
use tacklebox_agents::agent::{Agent, Root, lies_under};
use tacklebox_agents::hook::Source;
use tacklebox_agents::manifest::Broken;
use tacklebox_agents::note;
use tacklebox_machine::files::{inside, plain};

const MAX_BYTES: u64 = 1024 * 1024;

/// What is in a root: its folders, or the root itself where it is a hook.
pub fn in_root(agent: &Agent, root: &Root) -> Folders {
    let itself = agent.dialect.rules.extra_is_hook
        && root.source == Source::Extra
        && (root.dir.join(agent.dialect.manifest_file()).is_file()
            || !listed(agent, &root.dir).hooks.is_empty());
    match itself {
        true => Folders { dirs: vec![root.dir.clone()], ..Folders::default() },
        false => super::folders(root),
    }
}

/// The hooks of a folder: those that its package lists, else its own.
pub(crate) fn read_all(agent: &Agent, root: &Root, dir: &Path, linked: bool) -> Vec<Candidate> {
    let Listed { hooks, absent } = match linked {
        true => Listed::default(),
        false => listed(agent, dir),
    };
    if hooks.is_empty() {
        let Some(mut alone) = read(agent, root, dir, linked) else { return Vec::new() };
        alone.lone = absent;
        return vec![alone];
    }
    let pack = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut found: Vec<Candidate> = Vec::new();
    for path in hooks.iter().map(|hook| plain(&dir.join(hook))) {
        if !lies_under(&path, dir) {
            continue;
        }
        if let Some(candidate) = read(agent, root, &path, false) {
            let tag = match path == *dir {
                true => candidate.tag.clone(),
                false => format!("{}{pack}", candidate.tag),
            };
            found.push(Candidate { tag, ..candidate });
        }
    }
    // The hook beside the package is not looked at, and who put it there thinks it is.
    let own = || read(agent, root, dir, false);
    if !found.iter().any(|hook| hook.dir.as_deref() == Some(dir))
        && let Some(own) = own()
    {
        let message = format!(
            "{} does not look at this HOOK.md: the package.json beside it lists other hooks.",
            agent.runtime.named()
        );
        let name = Some(own.name().to_owned());
        let manifest = Err(Broken { line: None, message, name });
        let because = note::PACK;
        let reading = Some(Box::new(Reading { manifest, because, ends_loader: None }));
        found.push(Candidate { reading, ..own });
    }
    found
}

/// What the package of a folder says.
#[derive(Default)]
struct Listed {
    hooks: Vec<String>,
    /// It was looked for, and there is none.
    absent: bool,
}

/// Whether the package of a folder lists its hooks: none of them is a hook without the others.
pub fn is_pack(agent: &Agent, dir: &Path) -> bool {
    !listed(agent, dir).hooks.is_empty()
}

/// The hooks that a package lists.
fn listed(agent: &Agent, dir: &Path) -> Listed {
    let (true, Some(rules)) = (agent.dialect.rules.packs, &agent.dialect.plugins) else {
        return Listed::default();
    };
    let file = inside(dir, "package.json");
    let meta = match fs::metadata(&file) {
        Ok(meta) => meta,
        // A link that leads nowhere is none for Node, too.
        Err(error) => {
            let absent = error.kind() == ErrorKind::NotFound;
            return Listed { absent, ..Listed::default() };
        }
    };
    let text = (meta.len() <= MAX_BYTES).then(|| fs::read(&file).ok()).flatten();
    let package: Value = match text.as_deref().map(serde_json::from_slice) {
        Some(Ok(package)) => package,
        _ => return Listed::default(),
    };
    let list = package.get(rules.package_key).and_then(|own| own.get("hooks"));
    let list = list.and_then(Value::as_array).map_or(&[] as &[Value], Vec::as_slice);
    let texts = list.iter().filter_map(Value::as_str).map(|text| text.trim().to_owned());
    Listed { hooks: texts.filter(|text| !text.is_empty()).collect(), absent: false }
}
