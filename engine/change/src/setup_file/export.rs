//! A set-up written down.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::compare::{Difference, What};
use super::file::{AgentSetup, HookSetup, NotCarried, OF_THE_AGENT, ONLY_HERE, SetupFile};
use super::{hashes, plugins};
use crate::install::included;
use crate::install::source::Source as From;
use crate::ops;
use crate::receipt::{self, Receipt};
use crate::settings::{self, Control, Field, Origin};
use tacklebox_agents::config::{ConfigPath, looks_secret, may_be_secret};
use tacklebox_agents::hook::{Hook, Source, State};
use tacklebox_inventory::discover::{Candidate, Kind};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::made_here;
use tacklebox_machine::machine::Machine;

/// Why a value is left out.
pub(super) const MAY_BE_A_KEY: &str = "Its value may be a key, or is more than one value.";
pub(super) const A_PLACE: &str = "It names a place on this computer.";

/// What is on this computer, of the agents that are found. `beside` is the folder that the file will be in:
/// hooks from folders under it are named by where they are from there.
pub fn export(machine: &Machine, inventories: &[&Inventory], beside: &Path) -> SetupFile {
    let found = inventories.iter().filter(|inventory| inventory.agent().found);
    let agents = found
        .map(|inventory| (inventory.agent().id(), agent(machine, inventory, beside)))
        .filter(|(_, setup)| !setup.is_empty());
    SetupFile { agents: agents.collect(), ..SetupFile::default() }
}

fn agent(machine: &Machine, inventory: &Inventory, beside: &Path) -> AgentSetup {
    let mut hooks: Vec<(HookSetup, Option<NotCarried>)> = inventory
        .candidates()
        .filter(|(candidate, hook)| is_carried(candidate, hook))
        .map(|(candidate, hook)| one(machine, inventory, candidate, hook, beside))
        .collect();
    // Of two with one name the one that somebody placed counts.
    hooks.sort_by(|(a, _), (b, _)| {
        (&a.name, a.source == OF_THE_AGENT).cmp(&(&b.name, b.source == OF_THE_AGENT))
    });
    hooks.dedup_by(|(a, _), (b, _)| a.name == b.name);
    let (hooks, files): (Vec<HookSetup>, Vec<Option<NotCarried>>) = hooks.into_iter().unzip();
    let fields = settings::view(machine, inventory).fields;
    let mut setup = AgentSetup { settings: said(&fields), hooks, ..AgentSetup::default() };
    let folders = fields.iter().filter(|field| {
        matches!(field.control, Control::Folder { .. }) && field.origin == Origin::Config
    });
    setup.not_carried.extend(folders.map(|field| NotCarried {
        name: field.title.clone(),
        why: "A folder of this computer.".to_owned(),
    }));
    for (candidate, hook) in inventory.candidates() {
        let why = left_out(candidate, hook);
        let why = why.map(|why| NotCarried { name: hook.title.clone(), why: why.to_owned() });
        setup.not_carried.extend(why);
    }
    setup.not_carried.extend(withheld(machine, inventory));
    setup.not_carried.extend(files.into_iter().flatten());
    plugins::export(machine, inventory.agent(), beside, &mut setup);
    setup
}

/// Hooks of the agent's own folder, and those that it brings. A workspace brings its own with it, and what is in a
/// config is in that.
pub(super) fn is_carried(candidate: &Candidate, hook: &Hook) -> bool {
    let counts = match hook.source {
        Source::Managed | Source::Bundled => candidate.kind == Kind::Hook && hook.dir.is_some(),
        source => source == Source::Builtin,
    };
    counts && hook.state != State::Replaced
}

/// The hooks and plugins of one agent that somebody placed, that are on, and that its part of a set-up does not name.
/// What the agent brings, and what a workspace or a config has, is none of a set-up's.
pub(super) fn others(
    machine: &Machine,
    inventory: &Inventory,
    setup: &AgentSetup,
) -> Vec<Difference> {
    let agent = inventory.agent().id();
    let named = |name: &str| setup.hooks.iter().any(|hook| hook.name == name);
    let hooks = placed(inventory).filter(|hook| !named(&hook.name)).map(|hook| Difference {
        hook: Some(hook.name.clone()),
        title: hook.title.clone(),
        emoji: hook.emoji.clone(),
        here: Some("on".to_owned()),
        ..Difference::of(
            agent,
            format!("{agent}/{}/{}", hook.name, What::Other.word()),
            &hook.name,
            ONLY_HERE,
            What::Other,
        )
    });
    hooks.chain(plugins::others(machine, inventory.agent(), &setup.plugins)).collect()
}

/// The hooks of the agent's own folder that are on.
pub(super) fn placed(inventory: &Inventory) -> impl Iterator<Item = &Hook> {
    let all = inventory.candidates().filter(|(candidate, hook)| {
        hook.source == Source::Managed && hook.enabled && is_carried(candidate, hook)
    });
    all.map(|(_, hook)| hook)
}

/// Why what is in a workspace is not carried.
pub(super) const OF_THE_WORKSPACE: &str = "Part of the workspace, which brings it along.";

/// Why a hook is not carried; none where it is.
fn left_out(candidate: &Candidate, hook: &Hook) -> Option<&'static str> {
    if is_carried(candidate, hook) {
        return None;
    }
    Some(match hook.source {
        _ if hook.state == State::Replaced => "Another hook of the same name counts instead.",
        Source::Workspace => OF_THE_WORKSPACE,
        Source::Extra => "In a folder of this computer that the config names.",
        Source::Plugin => "It comes with its plugin.",
        Source::Config | Source::Builtin | Source::Bundled | Source::Managed => {
            "In the agent's config, with commands and files of this computer."
        }
    })
}

/// What hooks have set and a set-up does not say.
fn withheld(machine: &Machine, inventory: &Inventory) -> Vec<NotCarried> {
    let carried = inventory.candidates().filter(|(candidate, hook)| is_carried(candidate, hook));
    carried
        .flat_map(|(candidate, hook)| {
            let paths = candidate.manifest.as_ref().map(|it| it.requires.config.clone());
            let withheld = paths.unwrap_or_default().into_iter().filter_map(|path| {
                let why = why_withheld(machine, &path, set(inventory, &path)?)?;
                Some((path, why))
            });
            withheld.map(|(path, why)| NotCarried {
                name: format!("{}: {path}", hook.title),
                why: why.to_owned(),
            })
        })
        .collect()
}

fn one(
    machine: &Machine,
    inventory: &Inventory,
    candidate: &Candidate,
    hook: &Hook,
    beside: &Path,
) -> (HookSetup, Option<NotCarried>) {
    let dialect = inventory.agent().dialect;
    let dir = hook.dir.as_deref().unwrap_or(Path::new(""));
    let receipt = receipt::read(machine, dir);
    let own = hook.source == Source::Managed;
    let requires = candidate.manifest.as_ref().map(|manifest| manifest.requires.clone());
    let requires = requires.unwrap_or_default();
    let source = if own { source(receipt.as_ref(), beside) } else { OF_THE_AGENT.to_owned() };
    let files =
        (source == ONLY_HERE).then(|| only_here(machine, &hook.name, dir, receipt.as_ref()));
    let setup = HookSetup {
        name: hook.name.clone(),
        source,
        version: receipt.as_ref().map(|one| one.version.clone()).filter(|one| !one.is_empty()),
        on: hook.enabled,
        order: (hook.priority != 0).then_some(hook.priority),
        keys: requires.env.clone(),
        settings: requires
            .config
            .iter()
            .filter_map(|path| setting(machine, inventory, path))
            .collect(),
        files: match own {
            true => hashes::of_folder(dialect, dir, receipt.as_ref()),
            false => BTreeMap::new(),
        },
    };
    (setup, files)
}

/// Of what is on this computer only: why another one does not get its files, and what can be done about it.
pub(super) fn only_here(
    machine: &Machine,
    name: &str,
    dir: &Path,
    receipt: Option<&Receipt>,
) -> NotCarried {
    let why = match receipt.map(|receipt| From::read(&receipt.source)) {
        None if made_here(machine, dir).is_file() => "made on this computer",
        None => "made on this computer or put there by hand",
        _ if receipt.is_some_and(|receipt| receipt.source.starts_with("copied from ")) => {
            "copied from another hook of this computer"
        }
        Some(Ok(From::Folder(_))) => "installed from a folder of this computer",
        Some(Ok(From::Archive { .. })) => "installed from an archive of this computer",
        // That is not there any more.
        Some(_) => "installed from a place on this computer",
    };
    // Without its name: what is true of many is read once.
    NotCarried {
        name: name.to_owned(),
        why: format!(
            "Without its files: {why}. To carry them, put a copy of the folder beside the set-up, and write ./ and its name there as the source."
        ),
    }
}

/// Where another computer gets it from.
pub(super) fn source(receipt: Option<&Receipt>, beside: &Path) -> String {
    let Some(receipt) = receipt else { return ONLY_HERE.to_owned() };
    if receipt.source == included::SOURCE {
        return receipt.source.clone();
    }
    match From::read(&receipt.source) {
        Ok(from) if from.is_remote() => from.recorded(),
        Ok(From::Folder(path) | From::Archive { path, .. }) => match path.strip_prefix(beside) {
            Ok(inside) => format!("./{}", inside.to_string_lossy().replace('\\', "/")),
            // A folder of this computer is nowhere on another one, and its path is nobody's business.
            Err(_) => ONLY_HERE.to_owned(),
        },
        _ => ONLY_HERE.to_owned(),
    }
}

/// What a hook's setting is here.
pub(super) fn set<'a>(inventory: &'a Inventory, path: &str) -> Option<&'a Value> {
    let agent = inventory.agent();
    let at: ConfigPath = path.parse().ok()?;
    ops::setting_path(agent, &at).get(&agent.config.value)
}

/// The same, as far as it may be told.
pub(super) fn setting(
    machine: &Machine,
    inventory: &Inventory,
    path: &str,
) -> Option<(String, Value)> {
    let value = set(inventory, path)?;
    why_withheld(machine, path, value).is_none().then(|| (path.to_owned(), value.clone()))
}

/// Why a value is not told; none where it is.
fn why_withheld(machine: &Machine, path: &str, value: &Value) -> Option<&'static str> {
    if is_of_here(machine, value) {
        return Some(A_PLACE);
    }
    let secret = path.split('.').any(may_be_secret) || value.as_str().is_some_and(looks_secret);
    let plain = value.is_boolean() || value.is_number() || value.is_string();
    (secret || !plain).then_some(MAY_BE_A_KEY)
}

/// Whether a value names a place on this computer.
pub(super) fn is_of_here(machine: &Machine, value: &Value) -> bool {
    let home = machine.home().to_string_lossy();
    let of_here = |text: &str| text.contains(&*home) || Path::new(text.trim()).is_absolute();
    match value {
        Value::String(text) => text.lines().any(of_here),
        Value::Array(list) => list.iter().any(|value| is_of_here(machine, value)),
        Value::Object(table) => table.values().any(|value| is_of_here(machine, value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The agent's own settings, as far as its config says them. Folders are of one computer.
pub(super) fn said(fields: &[Field]) -> BTreeMap<String, Value> {
    values(fields.iter().filter(|field| field.origin == Origin::Config && field.editable))
}

/// What holds, whether the config says it or nothing does.
pub(super) fn in_force(fields: &[Field]) -> BTreeMap<String, Value> {
    values(fields.iter())
}

fn values<'a>(fields: impl Iterator<Item = &'a Field>) -> BTreeMap<String, Value> {
    fields
        .filter_map(|field| {
            let value = match field.control {
                Control::Switch { on } => Value::Bool(on),
                Control::Number { value, .. } => value.into(),
                Control::Folder { .. } => return None,
            };
            Some((serde_json::to_value(field.id).ok()?.as_str()?.to_owned(), value))
        })
        .collect()
}
