//! What is wrong, for somebody who does not write manifests: no signs of a programmer, the line, and a text
//! for whoever wrote the hook.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Repair, name};
use crate::fix::manifest_text::text_of;
use tacklebox_agents::hook::{Handler, Hook, State};
use tacklebox_agents::manifest::Action;
use tacklebox_inventory::discover::{self, Candidate, Module};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::{plain, said};
use tacklebox_machine::machine::Machine;

/// What is wrong with a hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Trouble {
    /// In a sentence that a layman understands.
    pub says: String,
    /// In the words of the reader, where those say more.
    pub technical: Option<String>,
    /// The file that it is about, relative to the hook's folder, and the line; none where it is about something else.
    pub file: Option<String>,
    pub line: Option<u32>,
    /// A text for its author.
    pub letter: String,
}

pub(super) fn trouble(
    machine: &Machine,
    inventory: &Inventory,
    hook: &Hook,
    candidate: &Candidate,
    way: Option<&Repair>,
) -> Option<Trouble> {
    let fails = said::fails(hook);
    let says = match hook.state {
        State::Broken => hook.reason.clone()?,
        _ => fails?.sentence.clone(),
    };
    let title = inventory.agent().dialect.title;
    // A version may read past what its text stops at: then that is what is wrong only if it is what is said.
    let by_text = candidate.manifest.as_ref().err();
    let by_text = by_text.filter(|broken| plain::says(title, broken) == says);
    let broken = candidate.effective().err().or(by_text);
    let module = broken.is_none().then(|| module(candidate)).flatten();
    let own = hook.manifest.as_deref().filter(|_| candidate.dir.is_some());
    let own = module.as_ref().map(|module| module.path).or(own);
    let file = match &module {
        Some(module) => Some(module.name.clone()),
        None => own.map(name),
    };
    let line = match &module {
        Some(module) => module.line,
        None => broken.map_or_else(|| command(inventory, candidate), |broken| broken.line),
    };
    let technical = hook.error.clone().filter(|error| *error != says);
    let path = own.map(Path::to_owned);
    let does = if fails.is_some() { "does nothing" } else { LOADS_NOT };
    let about = About { name: &hook.name, does, says: &says, technical, path, file, line };
    Some(told(machine, inventory, about, way))
}

pub(super) const LOADS_NOT: &str = "does not load";

/// Something that does not load, or of which nothing comes: its name, which of both, why, and where that is.
#[derive(Default)]
pub(super) struct About<'a> {
    pub name: &'a str,
    pub does: &'a str,
    pub says: &'a str,
    pub technical: Option<String>,
    pub path: Option<PathBuf>,
    pub file: Option<String>,
    pub line: Option<u32>,
}

/// The same with a text for its author.
pub(super) fn told(
    machine: &Machine,
    inventory: &Inventory,
    about: About<'_>,
    way: Option<&Repair>,
) -> Trouble {
    let About { name, does, says, technical, path, file, line } = about;
    let agent = inventory.agent();
    let named = agent.runtime.named();
    let mut letter = format!("{name} {does} in {named}.\n\n{says}\n");
    if let Some(file) = &file {
        let line = line.map_or(String::new(), |line| format!(", line {line}"));
        letter.push_str(&format!("File: {file}{line}\n"));
    }
    let text = path.and_then(|path| text_of(&path).ok());
    let shown = line.and_then(|line| {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        Some(text.as_ref()?.text.lines().nth(index)?.to_owned())
    });
    if let Some(shown) = shown.filter(|line| !tacklebox_agents::config::looks_secret(line)) {
        letter.push_str(&format!("\n    {}\n", shown.trim_end()));
    }
    if let Some(technical) = &technical {
        letter.push_str(&format!("\nAs it was read: {technical}\n"));
    }
    if let Some(way) = way {
        letter.push_str(&format!("\nThis repairs it:\n\n{}", way.plan.diff(machine)));
    }
    Trouble { says: says.to_owned(), technical, file, line, letter }
}

/// Where the command is for which a hook is refused, or which cannot start.
fn command(inventory: &Inventory, candidate: &Candidate) -> Option<u32> {
    let Some(Action::Shell { line, .. }) = &candidate.effective().ok()?.action else { return None };
    let its_own = match &candidate.trouble {
        Some(discover::Trouble::Refused(_)) => inventory.agent().dialect.checks_command(),
        Some(_) => false,
        None => true,
    };
    its_own.then_some(*line)
}

/// A handler for which a hook is broken, or by which nothing comes of it.
struct Handling<'a> {
    path: &'a Path,
    /// From the hook's folder.
    name: String,
    /// Where it cannot be read.
    line: Option<u32>,
}

fn module(candidate: &Candidate) -> Option<Handling<'_>> {
    let (Module::Fails(_) | Module::InVain(_), Some(Handler::Module { path, .. })) =
        (&candidate.module, &candidate.handler)
    else {
        return None;
    };
    let inside = path.strip_prefix(candidate.dir.as_deref()?).ok()?;
    let text = text_of(path).ok()?.text;
    let slips = tacklebox_audit::slips(&name(path), &text);
    let line = slips.first().map(|slip| slip.line);
    Some(Handling { path, name: inside.to_string_lossy().into_owned(), line })
}
