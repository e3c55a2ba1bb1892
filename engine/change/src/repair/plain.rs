//! What is wrong, for somebody who does not write manifests: no signs of a programmer, the line, and a text
//! for whoever wrote the hook.

use std::path::Path;

use serde::Serialize;

use super::{Repair, name};
use crate::fix::manifest_text::text_of;
use tacklebox_agents::hook::{Handler, Hook, State};
use tacklebox_agents::manifest::Broken;
use tacklebox_inventory::discover::{Candidate, Module};
use tacklebox_inventory::inventory::Inventory;
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
    if hook.state != State::Broken {
        return None;
    }
    let says = says(inventory, candidate, hook);
    let broken = reading(candidate);
    let module = broken.is_none().then(|| module(candidate)).flatten();
    let own = hook.manifest.as_deref().filter(|_| candidate.dir.is_some());
    let own = module.as_ref().map(|module| module.path).or(own);
    let file = match &module {
        Some(module) => Some(module.name.clone()),
        None => own.map(name),
    };
    let line = match &module {
        Some(module) => module.line,
        None => broken.and_then(|broken| broken.line),
    };
    let technical = hook.error.clone().filter(|error| *error != says);
    let mut letter = format!(
        "{} does not load in {} {}.\n\n{says}\n",
        hook.name,
        inventory.agent().dialect.title,
        inventory.agent().runtime.runtime.version
    );
    if let Some(file) = &file {
        let line = line.map_or(String::new(), |line| format!(", line {line}"));
        letter.push_str(&format!("File: {file}{line}\n"));
    }
    let text = own.and_then(|path| text_of(path).ok());
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
    Some(Trouble { says, technical, file, line, letter })
}

/// A handler for which a hook is broken.
struct Handling<'a> {
    path: &'a Path,
    /// From the hook's folder.
    name: String,
    /// Where it cannot be read.
    line: Option<u32>,
}

fn module(candidate: &Candidate) -> Option<Handling<'_>> {
    let (Module::Fails(_), Some(Handler::Module { path, .. })) =
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

fn reading(candidate: &Candidate) -> Option<&Broken> {
    let counts = candidate.effective().err();
    candidate.manifest.as_ref().err().or(counts)
}

/// What is wrong, in a sentence.
pub(super) fn says(inventory: &Inventory, candidate: &Candidate, hook: &Hook) -> String {
    let title = inventory.agent().dialect.title;
    match reading(candidate) {
        Some(broken) => {
            let place = broken.line.map_or(String::new(), |line| format!(" (line {line})"));
            format!("{}{place}.", of_message(title, &broken.message))
        }
        None => {
            if let Some(Handling { name, line: Some(line), .. }) = module(candidate) {
                return format!(
                    "Its program {name} cannot be understood (line {line}): a sign is missing there, or there is one too many."
                );
            }
            let error = hook.error.clone().unwrap_or_default();
            let error = error.replace('`', "");
            if error.ends_with('.') { error } else { format!("{error}.") }
        }
    }
}

/// The reader's words in those of a person, without the full stop.
fn of_message(title: &str, message: &str) -> String {
    let quoted = |nth: usize| {
        message.split('`').nth(nth.saturating_mul(2).saturating_add(1)).unwrap_or_default()
    };
    let known: [(&str, &str); 14] = [
        ("must be in quotes", "A text with a colon in it has to be in quotes"),
        (
            "does not begin with",
            "Its settings have to be at the very top, between two marked lines",
        ),
        ("never closed with", "Its settings at the top are not closed"),
        ("is never closed", "A bracket or a quote is opened here and never closed"),
        ("has no `name`", "It does not say its name"),
        ("tabs cannot indent", "This line begins with tabs, and has to begin with spaces"),
        ("not valid YAML", "This line cannot be understood"),
        (
            "not valid TOML",
            "This line cannot be understood: a sign is missing, or there is one too many",
        ),
        (
            "one key per agent",
            "Here it has to say for which agent it is, and it says something else",
        ),
        ("has no `command`", "It does not say what to start"),
        ("has no action", "It does not say what to do"),
        ("must be at least 1", "It has no time to answer: its limit is 0 seconds"),
        ("is not JSON", "Its metadata is a text that cannot be understood"),
        ("is not UTF-8", "This file is not plain text"),
    ];
    if message.starts_with("there is no event") {
        let meant = quoted(1);
        let hint = match meant.is_empty() {
            true => String::new(),
            false => format!(". {meant} was probably meant"),
        };
        return format!("It waits for {}, which {title} does not have{hint}", quoted(0));
    }
    if let Some((_, words)) = known.iter().find(|(part, _)| message.contains(part)) {
        return (*words).to_owned();
    }
    if message.ends_with("is given twice") {
        return format!("{} is there twice", quoted(0));
    }
    let mut words = message.replace('`', "");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words.trim_end_matches('.').to_owned()
}
