//! Hooks taken away, to where they can be brought back from; what stays is said, and taken too where the
//! person wants that.

use std::ffi::OsStr;
use std::path::Path;

use super::{receipt, records};
use crate::ops::{self, OpError, Others};
use crate::plan::{Plan, Step};
use tacklebox_agents::agent::{Agent, Root};
use tacklebox_agents::config::{ConfigPath, Edit};
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::hook::{Also, Hook, OnOff, Source};
use tacklebox_inventory::discover::{Kind, is_pack};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// The plan that takes a hook's folder away, with its receipt and the agent's record of it; its switch,
/// keys and settings too with `with_settings`.
///
/// # Errors
/// [`OpError`] where the hook is not one that was installed into a folder of the agent's, or the config
/// cannot be edited.
pub fn plan(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    with_settings: bool,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let (hook, candidate) = inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
    if let Some(why) = blocked(candidate.kind, hook.source) {
        return Err(OpError::Refused(why));
    }
    let Some(dir) = hook.dir.as_deref().filter(|dir| is_own_folder(agent, dir)) else {
        let is_below = |dir: &Path| agent.roots.iter().any(|root| dir.starts_with(&root.dir));
        let title = &hook.title;
        return Err(OpError::Refused(match hook.dir.as_deref().is_some_and(is_below) {
            true => format!(
                "{title} is one of several hooks of a pack, whose folder is not removed for one of them. Turn it off instead."
            ),
            false => format!("{title} has no folder that could be removed."),
        }));
    };
    let mut others = inventory.candidates().map(|(_, other)| other);
    let twin = others.find(|other| other.id != hook.id && other.hook_key == hook.hook_key);
    let beyond = ops::beyond(machine, inventory, hook);
    let twin = twin.or_else(|| beyond.first());
    let (what, done) = match with_settings && twin.is_none() {
        true => (" and its settings", "were"),
        false => ("", "was"),
    };
    let mut plan = Plan::new(
        agent.id(),
        format!("Remove {}{what}", hook.title),
        format!("{}{what} {done} removed.", hook.title),
    )
    .about(&hook.id);
    plan.moments.clone_from(&hook.events);
    plan.steps.push(Step::Remove { dir: dir.to_owned() });
    let is_ours = receipt::read(machine, dir).is_some();
    if is_ours {
        plan.steps.extend(receipt::removed(machine, dir));
    }
    let mut edits: Vec<Edit> =
        records::removal(agent, &hook.name).into_iter().filter(|_| is_ours).collect();
    settings(machine, agent, (hook, twin), with_settings, &mut plan, &mut edits)?;
    if !edits.is_empty() {
        // Where shipped OpenClaw would switch others along, they are kept as they are.
        ops::edit_config(inventory, &mut plan, &hook.hook_key, &edits, Others::Keep)?;
    }
    plan.stays.push("What it has written elsewhere stays.".to_owned());
    let name = dir.file_name().and_then(OsStr::to_str);
    if name.is_some_and(|name| agent.dialect.rules.seed(name).is_some()) {
        let named = agent.runtime.named();
        // Its name on the list of what is off outlives it.
        plan.stays.push(match agent.disabled.contains(&hook.name) && !with_settings {
            true => format!("{named} writes it again when it is started next, and it stays off."),
            false => format!(
                "{named} writes it again when it is started next, and then it is on. Turn it off instead to keep it from running."
            ),
        });
    }
    ops::finish(agent, &mut plan)?;
    plan.also.extend(uncovered(machine, inventory, hook));
    Ok(plan)
}

/// The hooks that this one is in the place of, and that are loaded once it is gone.
fn uncovered(machine: &Machine, inventory: &Inventory, hook: &Hook) -> Vec<Also> {
    let hidden = |other: &&Hook| other.replaced_by_id.as_deref() == Some(&hook.id);
    let hidden: Vec<_> = inventory.candidates().map(|(_, it)| it).filter(hidden).collect();
    // Most are in nobody's place.
    let then = (!hidden.is_empty()).then(|| inventory.without(machine, &hook.id)).flatten();
    let comes = |other: &&Hook| {
        let now = then.as_ref().and_then(|then| then.find(&other.id));
        now.is_some_and(|(now, _)| {
            now.replaced_by.is_none() && now.enabled && now.runtime.may_load()
        })
    };
    hidden.into_iter().filter(comes).map(|other| Also::fixed(&other.id, OnOff::On)).collect()
}

/// What is set for the hook outside of its folder: taken along, or told; `other` is one that has the same.
fn settings(
    machine: &Machine,
    agent: &Agent,
    (hook, other): (&Hook, Option<&Hook>),
    take: bool,
    plan: &mut Plan,
    edits: &mut Vec<Edit>,
) -> Result<(), OpError> {
    let config = machine.show(&agent.config.path);
    let stands = |path: &ConfigPath| path.get(&agent.config.value).is_some();
    let entries: Vec<ConfigPath> =
        places(agent, &hook.hook_key).into_iter().filter(|path| stands(path)).collect();
    let mut told = Vec::new();
    if !entries.is_empty() {
        let own = |path: &&ConfigPath| path.get(&agent.config.root).is_some();
        match other {
            Some(other) if take => told
                .push(format!("Its settings stay in {config}: {} has the same ones.", other.title)),
            _ if take => {
                edits.extend(
                    entries.iter().filter(own).map(|path| Edit::Unset { path: path.clone() }),
                );
                if !entries.iter().all(|path| own(&path)) {
                    told.push("What an included file says of it stays there.".to_owned());
                }
            }
            _ => {
                told.push(format!("Its settings stay in {config}, in case it is installed again."))
            }
        }
    }
    if let Switch::DisabledList(file) = agent.dialect.switch
        && agent.disabled.contains(&hook.name)
    {
        if take && other.is_none() {
            plan.steps.push(ops::switch_in_list(agent, file, &hook.name, true)?);
        } else {
            let list = machine.show(&agent.home.join(file));
            told.push(format!("It stays on the list of what is off, in {list}."));
        }
    }
    plan.stays.extend(told);
    Ok(())
}

/// Where an entry of a hook may be: the current place, and the older one.
fn places(agent: &Agent, hook_key: &str) -> Vec<ConfigPath> {
    let dialect = agent.dialect;
    if dialect.switch != Switch::ConfigEntry {
        return Vec::new();
    }
    let sections = [Some(dialect.section), dialect.older_section];
    let entry =
        |section: &[&str]| ConfigPath::of(section.iter().copied()).join("entries").join(hook_key);
    sections.into_iter().flatten().map(entry).collect()
}

/// Why a hook cannot be removed; none where it can.
pub fn blocked(kind: Kind, source: Source) -> Option<String> {
    match (kind, source) {
        (Kind::Builtin, _) | (_, Source::Builtin) => {
            Some("It is part of the agent and cannot be removed, only turned off.".into())
        }
        (Kind::Legacy | Kind::Gateway, _) | (_, Source::Config) => {
            Some("It is in the agent's config: remove its entry there.".into())
        }
        (_, Source::Bundled) => Some(
            "It came with the agent and would come back with its next update; turn it off instead."
                .into(),
        ),
        (_, Source::Plugin) => Some("It is part of a plugin.".into()),
        (_, Source::Extra | Source::Managed | Source::Workspace) => None,
    }
}

/// A folder right inside one of the agent's own roots, and nothing else, may ever be removed. An extra folder may be a
/// pack itself.
pub(super) fn is_own_folder(agent: &Agent, dir: &Path) -> bool {
    let holds = |root: &Root| dir.parent() == Some(&root.dir) && dir.file_name().is_some();
    let is_one_pack = |root: &Root| root.source == Source::Extra && is_pack(agent, &root.dir);
    agent.roots.iter().any(|root| holds(root) && !is_one_pack(root))
}
