//! From the draft of a copy to the plan that places it, switched off, and to what is shown of it.

use super::plugin::AsPlugin;
use super::{Draft, Folder, Port, PortFile, PortView, blocked};
use crate::install::{receipt, review};
use crate::ops::{self, OpError, Others};
use crate::plan::{NewFile, Plan, Step};
use crate::plugins::{self as placing, NewPlugin};
use tacklebox_agents::config::{self, Edit, Syntax};
use tacklebox_agents::dialect::Format;
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::hook::{self, Hook, Note, State};
use tacklebox_agents::manifest;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

pub(super) fn port(
    machine: &Machine,
    original: &Hook,
    to: &Inventory,
    title: String,
    mut draft: Draft,
) -> Result<Port, OpError> {
    let agent = to.agent();
    if let Some(why) = draft.folders.iter().find_map(|folder| taken(machine, to, folder)) {
        return Ok(blocked(title, why, draft));
    }
    let ids: Vec<String> =
        draft.folders.iter().map(|folder| hook::managed_id(agent.id(), &folder.name)).collect();
    let off = if ids.len() == 1 { "It is off" } else { "They are off" };
    let done = format!("{} was copied to {}. {off}.", original.title, agent.dialect.title);
    let mut plan = Plan::new(agent.id(), &title, done);
    if let Some(first) = ids.first() {
        plan = plan.about(first);
    }
    for folder in &draft.folders {
        let dir = agent.managed.join(&folder.name);
        let source = format!("copied from {}", original.id);
        let receipt = receipt::written(machine, &dir, &source, &folder.version, &folder.files);
        plan.steps.push(Step::Place { dir, files: folder.files.clone() });
        plan.steps.extend(receipt);
    }
    let review = review::review(machine, to, &plan);
    let broken = review.hooks.iter().find(|hook| hook.state == State::Broken);
    if let Some(broken) = broken {
        let why = broken.error.clone().unwrap_or_default();
        return Ok(blocked(
            title,
            format!("{} would not load the copy. {why}", agent.dialect.title),
            draft,
        ));
    }
    if review.hooks.len() < draft.folders.len() {
        let why = format!("{} would not see the copy.", agent.dialect.title);
        return Ok(blocked(title, why, draft));
    }
    draft.lost.extend(uncalled(to, &review.hooks));
    let mut notes: Vec<Note> = Vec::new();
    for note in review.hooks.into_iter().flat_map(|hook| hook.notes) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    switch_off(to, &mut plan, &draft.folders)?;
    ops::finish(agent, &mut plan)?;
    let view = PortView {
        title,
        files: files(agent.dialect.format, &draft.folders),
        goes_to: match &draft.folders[..] {
            [only] => machine.show(&agent.managed.join(&only.name)),
            _ => machine.show(&agent.managed),
        },
        lost: once(draft.lost),
        changed: once(draft.changed),
        skeleton: draft.skeleton,
        blocked: None,
        notes,
        steps: plan.view(machine).steps,
    };
    Ok(Port { view, plan: Some(plan), ids })
}

/// The moments of copies that the version in force never sends.
fn uncalled(to: &Inventory, copies: &[Hook]) -> Option<String> {
    let agent = to.agent();
    let named = agent.runtime.named();
    if !agent.dialect.rules.has_hooks {
        return Some(format!("{named} has no hooks of this kind: nothing calls the copy."));
    }
    let mut keys: Vec<String> = Vec::new();
    for key in copies.iter().flat_map(|hook| &hook.events) {
        if !to.heard().is_sent(agent, key) && !keys.contains(key) {
            keys.push(key.clone());
        }
    }
    let keys = (!keys.is_empty()).then(|| words::any_of(keys))?;
    Some(format!("{named} never sends {keys}: the copy is not called for that."))
}

/// The same for a copy that is a plugin.
pub(super) fn plugin(
    machine: &Machine,
    original: &Hook,
    to: &Inventory,
    title: String,
    made: AsPlugin,
) -> Result<Port, OpError> {
    let agent = to.agent();
    let AsPlugin { id, title: name, version, files, draft } = made;
    let source = format!("copied from {}", original.id);
    let done = format!("{} was copied to {}. It is off.", original.title, agent.dialect.title);
    let shown: Vec<PortFile> = files
        .iter()
        .map(|file| PortFile {
            path: file.path.clone(),
            // Those below are as they were.
            text: (!file.path.contains('/')).then(|| String::from_utf8_lossy(&file.bytes).into()),
        })
        .collect();
    let new = NewPlugin {
        id: &id,
        folder: &id,
        title: &name,
        files,
        from: Some((&source, &version)),
        on: false,
    };
    let plan = match placing::place(machine, to, new, title.clone(), done) {
        Ok(plan) => plan,
        Err(OpError::Refused(why)) => return Ok(blocked(title, why, draft)),
        Err(error) => return Err(error),
    };
    let view = PortView {
        title,
        lost: once(draft.lost),
        changed: once(draft.changed),
        files: shown,
        goes_to: machine.show(&placing::folder(agent, &id)?),
        skeleton: false,
        blocked: None,
        notes: Vec::new(),
        steps: plan.view(machine).steps,
    };
    Ok(Port { view, plan: Some(plan), ids: vec![plugins::hook_id(agent, &id)] })
}

/// Each sentence once: two events may have the same to say.
fn once(sentences: Vec<String>) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    for sentence in sentences {
        if !list.contains(&sentence) {
            list.push(sentence);
        }
    }
    list
}

/// What has the place of a copy already.
pub(super) fn taken(machine: &Machine, to: &Inventory, folder: &Folder) -> Option<String> {
    let (agent, dir) = (to.agent(), to.agent().managed.join(&folder.name));
    if dir.symlink_metadata().is_ok() {
        return Some(format!(
            "{} is there already, and stays as it is. Rename or remove it first.",
            machine.show(&dir)
        ));
    }
    let mut hooks = to.candidates().map(|(_, hook)| hook);
    let other = hooks
        .find(|hook| hook.name.eq_ignore_ascii_case(&folder.hook) || hook.hook_key == folder.key)?;
    Some(format!(
        "{} has a hook named {} already, and it stays as it is. Rename or remove it first.",
        agent.dialect.title, other.name
    ))
}

/// Writes down that the copies are off, where the agent looks for that. A manifest that has the switch
/// in it says so.
pub(super) fn switch_off(
    to: &Inventory,
    plan: &mut Plan,
    folders: &[Folder],
) -> Result<(), OpError> {
    let agent = to.agent();
    match agent.dialect.switch {
        Switch::ConfigEntry => {
            for folder in folders {
                let path = ops::entry_path(agent, &folder.key).join("enabled");
                let edit = Edit::Set { path, value: false.into() };
                ops::edit_config(to, plan, &folder.key, &[edit], Others::Keep)?;
            }
        }
        Switch::DisabledList(file) => {
            for folder in folders {
                if !agent.disabled.contains(&folder.hook) {
                    plan.steps.push(ops::switch_in_list(agent, file, &folder.hook, false)?);
                }
            }
        }
        Switch::Manifest => {}
    }
    plan.steps.retain(Step::changes);
    Ok(())
}

fn files(format: Format, folders: &[Folder]) -> Vec<PortFile> {
    let several = folders.len() > 1;
    let one = |folder: &Folder, file: &NewFile| PortFile {
        path: if several { format!("{}/{}", folder.name, file.path) } else { file.path.clone() },
        text: folder
            .written
            .contains(&file.path)
            .then(|| shown(format, &file.path, &String::from_utf8_lossy(&file.bytes))),
    };
    let all =
        folders.iter().flat_map(|folder| folder.files.iter().map(move |file| one(folder, file)));
    all.collect()
}

/// A text of ours without the secrets that it may have taken over.
fn shown(format: Format, path: &str, text: &str) -> String {
    if path != format.file() {
        return text.to_owned();
    }
    match format {
        Format::HookToml => config::redact(Syntax::Toml, text),
        Format::Yaml | Format::TomlFront => manifest::redact(text),
    }
}
