//! The mark of a hook that was never turned on: in its own manifest, beside the agent's own switch, which is
//! what keeps it off.

use std::path::PathBuf;

use super::{OpError, path_of, text_of};
use crate::blank;
use crate::plan::Step;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{self, ConfigPath, Edit, Syntax};
use tacklebox_agents::dialect::{Format, Switch};
use tacklebox_agents::hook::{Handler, Hook, HookAction, Source};
use tacklebox_agents::manifest;
use tacklebox_agents::manifest::revise::{self, Place};
use tacklebox_inventory::discover::script;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::files::Stamp;

/// What of a hook is not filled in yet, and in which file, where that is not its manifest. What a template of ours
/// leaves empty the program of a stranger may well hold: of what is not a draft, only our own line counts.
pub(crate) fn blank_of(hook: &Hook) -> Option<(&'static str, Option<String>)> {
    let blank = match hook.action.as_ref().and_then(HookAction::blank) {
        Some(blank) => Some((blank, None)),
        None => blank_in_handler(hook).map(|(blank, file)| (blank, Some(file))),
    };
    blank.filter(|(blank, _)| hook.draft || *blank == blank::PROGRAM)
}

/// What its handler does not say yet, and which file that is.
pub fn blank_in_handler(hook: &Hook) -> Option<(&'static str, String)> {
    let dir = hook.dir.as_ref()?;
    let files: Vec<PathBuf> = match hook.handler.as_ref()? {
        Handler::Module { path, .. } => vec![path.clone()],
        Handler::Shell { command, .. } => {
            script::files(command, dir).into_iter().map(|name| dir.join(name)).collect()
        }
        _ => Vec::new(),
    };
    files.iter().find_map(|path| blank::in_file(path))
}

pub(crate) fn left(reason: String) -> OpError {
    OpError::Refused(format!("The manifest is left as it is: {reason}. Edit it as text."))
}

/// The part of a manifest that is TOML.
pub(crate) fn front<'t>(agent: &Agent, text: &'t str) -> &'t str {
    match manifest::front_range(agent.dialect.format, text) {
        Some((start, end)) => text.get(start..end).unwrap_or_default(),
        None => text,
    }
}

/// A manifest with these edits in the part that is TOML.
///
/// # Errors
/// Where it cannot be edited.
pub(crate) fn edited(agent: &Agent, text: &str, edits: &[Edit]) -> Result<String, OpError> {
    let inner = front(agent, text);
    let at = (inner.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let made = config::edit(Syntax::Toml, inner, edits)
        .map_err(|error| OpError::Refused(error.to_string()))?;
    let (head, tail) = (text.get(..at), text.get(at.saturating_add(inner.len())..));
    Ok(format!("{}{made}{}", head.unwrap_or_default(), tail.unwrap_or_default()))
}

/// A hook's manifest as text, with what a save has to find unchanged.
///
/// # Errors
/// Where it is not a text.
pub(crate) fn read(hook: &Hook) -> Result<(String, Stamp), OpError> {
    let path = hook.manifest.clone().unwrap_or_default();
    let (text, stamp) = text_of(&path, manifest::MAX_BYTES as u64)?;
    Ok((text.unwrap_or_default(), stamp))
}

/// Where the mark is in TOML.
fn mark(format: Format) -> ConfigPath {
    match format {
        Format::HookToml => path_of(&["hook", "draft"]),
        _ => path_of(&["draft"]),
    }
}

/// A new hook's manifest as a draft.
///
/// # Errors
/// Never in practice: it is a text of ours.
pub(crate) fn marked(agent: &Agent, before: &str) -> Result<String, OpError> {
    let set = |path: ConfigPath, value: bool| Edit::Set { path, value: value.into() };
    let format = agent.dialect.format;
    match format {
        Format::Yaml => {
            let place = (Place::Own(&["draft"]), Some(true.into()));
            revise::revise(agent.dialect.metadata_keys, before, &[place]).map_err(left)
        }
        Format::TomlFront => edited(agent, before, &[set(mark(format), true)]),
        Format::HookToml => {
            let off = set(path_of(&["hook", "enabled"]), false);
            edited(agent, before, &[off, set(mark(format), true)])
        }
    }
}

fn unmarked(agent: &Agent, before: &str, more: &[Edit]) -> Result<String, OpError> {
    let format = agent.dialect.format;
    if format == Format::Yaml {
        let place = (Place::Own(&["draft"]), None);
        return revise::revise(agent.dialect.metadata_keys, before, &[place]).map_err(left);
    }
    let mut edits = vec![Edit::Unset { path: mark(format) }];
    edits.extend(more.iter().cloned());
    edited(agent, before, &edits)
}

/// A manifest as it would be once its hook is turned on.
///
/// # Errors
/// Where it cannot be edited.
pub fn turned_on(agent: &Agent, before: &str) -> Result<String, OpError> {
    let on = match agent.dialect.switch {
        Switch::Manifest => {
            vec![Edit::Set { path: path_of(&["hook", "enabled"]), value: true.into() }]
        }
        _ => Vec::new(),
    };
    unmarked(agent, before, &on)
}

/// The step that takes the mark away; none where there is none.
///
/// # Errors
/// Where its manifest cannot be edited.
pub(crate) fn unmark(
    inventory: &Inventory,
    hook: &Hook,
    more: &[Edit],
) -> Result<Option<Step>, OpError> {
    let agent = inventory.agent();
    if hook.source == Source::Config {
        let path = super::config_hook_path(inventory, hook)?.join("draft");
        let edits = [Edit::Unset { path }];
        let step = super::edit_agents_config(agent, &edits)?;
        return Ok(Some(step).filter(Step::changes));
    }
    let (before, stamp) = read(hook)?;
    let after = unmarked(agent, &before, more)?;
    if before == after {
        return Ok(None);
    }
    let path = hook.manifest.clone().unwrap_or_default();
    let syntax = if agent.dialect.format == Format::Yaml { Syntax::Json5 } else { Syntax::Toml };
    Ok(Some(Step::Edit { path, syntax, stamp, before: Some(before), after }))
}
