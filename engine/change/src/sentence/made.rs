//! What a sentence would come to, before anything is written.

use super::{Sentence, find, plan};
use crate::blank;
use crate::ops::{OpError, changed, draft};
use crate::plan::{FileDiff, Plan, Step};
use tacklebox_agents::config;
use tacklebox_agents::hook::Hook;
use tacklebox_agents::manifest::{self, Manifest};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// What a sentence would come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The manifest's text, before and after.
    pub before: String,
    pub after: String,
    pub manifest: Manifest,
}

/// The manifest as the sentence would make it; nothing is written.
///
/// # Errors
/// As [`plan`].
pub fn made(
    machine: &Machine,
    inventory: &Inventory,
    sentence: &Sentence,
) -> Result<(Made, Plan), OpError> {
    let agent = inventory.agent();
    let plan = plan(machine, inventory, sentence)?;
    let file = agent.dialect.manifest_file();
    let parse = |text: &str| {
        manifest::parse(agent.dialect.format, agent.dialect.metadata_keys, text.as_bytes())
            .map_err(|broken| OpError::Refused(broken.to_string()))
    };
    for step in &plan.steps {
        match step {
            Step::Place { files, .. } => {
                let found = files.iter().find(|new| new.path == file);
                let after = found.map(|new| String::from_utf8_lossy(&new.bytes).into_owned());
                let after = after.unwrap_or_default();
                let manifest = parse(&after)?;
                return Ok((Made { before: String::new(), after, manifest }, plan));
            }
            Step::Edit { path, before, after, .. } if path.ends_with(file) => {
                let (before, after) = (before.clone().unwrap_or_default(), after.clone());
                let manifest = parse(&after)?;
                return Ok((Made { before, after, manifest }, plan));
            }
            _ => {}
        }
    }
    // Nothing changes, or it is an entry of the config.
    let then = changed(machine, inventory, &plan);
    let inventory = then.as_ref().unwrap_or(inventory);
    let candidate = find(inventory, sentence);
    let manifest = candidate.and_then(|(_, it)| it.manifest.as_ref().ok()).cloned();
    let manifest = manifest.unwrap_or_default();
    let text = match candidate {
        Some((hook, it)) if it.dir.is_some() => draft::read(hook)?.0,
        _ => String::new(),
    };
    Ok((Made { before: text.clone(), after: text, manifest }, plan))
}

/// What the handler does not say yet that this plan makes, or that the draft has.
pub fn blank_in_handler(plan: &Plan, draft: Option<&Hook>) -> Option<&'static str> {
    let placed = plan.steps.iter().find_map(|step| match step {
        Step::Place { files, .. } => Some(blank::in_new(files)),
        _ => None,
    });
    placed.unwrap_or_else(|| Some(draft::blank_in_handler(draft.filter(|hook| hook.draft)?)?.0))
}

/// The change of the manifest alone, secrets masked; none where it stays as it is.
pub fn file_change(machine: &Machine, plan: &Plan) -> Option<FileDiff> {
    let shown = plan.view(machine).files.into_iter().next();
    shown.or_else(|| {
        plan.steps.iter().find_map(|step| {
            let Step::Place { dir, files } = step else { return None };
            let file = files.iter().find(|file| file.path.starts_with("HOOK."))?;
            let text = String::from_utf8_lossy(&file.bytes).into_owned();
            let diff = match file.path.ends_with(".toml") {
                true => config::diff(config::Syntax::Toml, "", &text),
                false => config::diff_yaml("", &text),
            };
            Some(FileDiff { path: machine.show(&dir.join(&file.path)), diff })
        })
    })
}
