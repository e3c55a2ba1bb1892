//! How a missing program can be brought to this computer: the ways that the hook's author named, then
//! what the managers here have for it. Which managers are here is read off PATH; nothing is started.

use std::path::Path;

use serde::Serialize;

use super::manager::{Manager, Way};
use super::table;
use crate::fetch;
use tacklebox_agents::hook::InstallSpec;
use tacklebox_inventory::eligibility;
use tacklebox_machine::machine::Machine;

/// One way to install a program, as it is shown before anything is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct InstallOption {
    /// Names it among those of the same program: what `--with` takes.
    pub id: String,
    /// The program that it brings.
    pub program: String,
    pub label: String,
    /// The whole command, as it is run or as it can be pasted into a terminal.
    pub command: Option<String>,
    /// A page about it.
    pub url: Option<String>,
    /// It can be done from here; else the command can only be copied, and `note` says why.
    pub runnable: bool,
    /// Why it is so; or, where there is no command, what would be done step by step.
    pub note: Option<String>,
}

impl InstallOption {
    /// What would be done, in the words that were shown: the command, or the steps.
    pub fn shown(&self) -> Option<String> {
        self.command.clone().or_else(|| self.note.clone())
    }
}

/// What is done when a way is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// A command of a package manager, word by word; no shell reads it.
    Command {
        argv: Vec<String>,
        /// "Homebrew"
        manager: &'static str,
    },
    /// A download, a repository or a package that goes into the agent's own folder of tools.
    Fetch(Box<InstallSpec>),
    /// Nothing: the person copies the command, or opens the page.
    Shown,
}

/// A way to install a program, and what is done for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub option: InstallOption,
    pub method: Method,
}

/// The longest name of a way that is taken from a manifest, in characters.
const MAX_ID: usize = 64;

/// The ways to install one program, what can be run from here first. `home` is the agent's, below which
/// downloads go. `specs` are the hook's own; those for other systems and other programs are skipped.
pub fn offers(machine: &Machine, home: &Path, specs: &[InstallSpec], program: &str) -> Vec<Offer> {
    let mut offers: Vec<(u8, Offer)> = Vec::new();
    let own = specs
        .iter()
        .filter(|spec| eligibility::runs_on(&spec.os, machine.platform()))
        .filter(|spec| spec.bins.is_empty() || spec.bins.iter().any(|bin| bin == program))
        .map(|spec| of_spec(machine, home, spec, program));
    let packages = table::packages(program);
    let known = Manager::ALL.into_iter().filter(|manager| manager.is_here(machine)).flat_map(|m| {
        packages
            .iter()
            .filter(move |(manager, _)| *manager == m)
            .map(|(_, package)| *package)
            .filter_map(move |package| of_package(machine, m, package, program))
    });
    for (rank, mut offer) in own.chain(known) {
        let command = &offer.option.command;
        if command.is_some() && offers.iter().any(|(_, other)| other.option.command == *command) {
            continue;
        }
        offer.option.id = free_id(&offers, &offer.option.id);
        offers.push((rank, offer));
    }
    offers.sort_by_key(|(rank, _)| *rank);
    offers.into_iter().map(|(_, offer)| offer).collect()
}

fn free_id(offers: &[(u8, Offer)], wanted: &str) -> String {
    let taken = |id: &str| offers.iter().any(|(_, other)| other.option.id == id);
    if !taken(wanted) {
        return wanted.to_owned();
    }
    (2..).map(|n: u32| format!("{wanted}-{n}")).find(|id| !taken(id)).unwrap_or_default()
}

/// What the manager of this computer calls the program.
fn of_package(
    machine: &Machine,
    manager: Manager,
    package: &str,
    program: &str,
) -> Option<(u8, Offer)> {
    let option = InstallOption {
        id: manager.id().to_owned(),
        program: program.to_owned(),
        label: format!("Install {package} with {}", manager.title()),
        command: None,
        url: None,
        runnable: false,
        note: None,
    };
    manager.way(machine, package).map(|way| with_way(machine, manager, way, option))
}

/// What the hook's author wrote.
fn of_spec(machine: &Machine, home: &Path, spec: &InstallSpec, program: &str) -> (u8, Offer) {
    let mut option = InstallOption {
        id: spec_id(spec),
        program: program.to_owned(),
        label: String::new(),
        command: None,
        url: spec.url.clone().filter(|url| is_web(url)),
        runnable: false,
        note: None,
    };
    let packaged = |manager: Manager, names: [&Option<String>; 2]| {
        let names: Vec<&String> = names.into_iter().flatten().collect();
        let good = names.iter().find(|name| manager.takes(name));
        (manager, names.first().copied().cloned(), good.copied().cloned())
    };
    let (manager, named, good) = match spec.kind.as_str() {
        "brew" => packaged(Manager::Brew, [&spec.formula, &spec.package]),
        "node" => packaged(node_manager(machine), [&spec.package, &spec.module]),
        "go" => packaged(Manager::Go, [&spec.module, &spec.package]),
        "uv" => packaged(Manager::Uv, [&spec.package, &spec.module]),
        "cargo" => packaged(Manager::Cargo, [&spec.package, &spec.module]),
        "apt" => packaged(Manager::Apt, [&spec.package, &spec.module]),
        "download" | "git" | "npm" => return fetched(machine, home, spec, option),
        _ => return other_kind(spec, option),
    };
    option.label = spec.label.clone().unwrap_or_else(|| match &named {
        Some(name) => format!("Install {name} with {}", manager.title()),
        None => format!("Install with {}", manager.title()),
    });
    match good.and_then(|name| manager.way(machine, &name)) {
        Some(way) => with_way(machine, manager, way, option),
        None => {
            option.note = Some(match named {
                Some(_) => format!(
                    "{} would not take the name of this package, so there is no command.",
                    manager.title()
                ),
                None => "The hook does not say which package.".to_owned(),
            });
            (3, Offer { option, method: Method::Shown })
        }
    }
}

/// What is brought into the agent's own folder of tools.
fn fetched(
    machine: &Machine,
    home: &Path,
    spec: &InstallSpec,
    mut option: InstallOption,
) -> (u8, Offer) {
    option.label = spec.label.clone().unwrap_or_else(|| match spec.kind.as_str() {
        "download" => format!("Download {}", option.program),
        "git" => format!("Get {} with git", option.program),
        _ => format!("Get {} from npm", option.program),
    });
    match fetch::outline(machine, home, spec) {
        Ok(outline) => {
            // The address is in the steps.
            option.url = None;
            option.runnable = true;
            option.note = Some(outline.steps.join(" "));
            (0, Offer { option, method: Method::Fetch(Box::new(spec.clone())) })
        }
        Err(error) => {
            option.note = Some(error.to_string());
            (3, Offer { option, method: Method::Shown })
        }
    }
}

/// Kinds that nothing here carries out.
fn other_kind(spec: &InstallSpec, mut option: InstallOption) -> (u8, Offer) {
    let what = spec.package.as_ref().or(spec.module.as_ref()).or(spec.formula.as_ref());
    option.label = spec.label.clone().unwrap_or_else(|| match (spec.kind.as_str(), what) {
        ("bundled", _) => "Comes with the agent".to_owned(),
        (kind, Some(name)) => format!("Install {name} with {kind}"),
        (kind, None) => kind.to_owned(),
    });
    (3, Offer { option, method: Method::Shown })
}

fn with_way(
    machine: &Machine,
    manager: Manager,
    way: Way,
    mut option: InstallOption,
) -> (u8, Offer) {
    match way {
        Way::Run(argv) => {
            option.command = Some(shown(&argv));
            option.runnable = true;
            (0, Offer { option, method: Method::Command { argv, manager: manager.title() } })
        }
        Way::Copy(argv, why) => {
            option.command = Some(shown(&argv));
            option.note = Some(why);
            let rank = if manager.is_here(machine) { 1 } else { 2 };
            (rank, Offer { option, method: Method::Shown })
        }
    }
}

/// The manifests' `node` means a package that is installed for the whole computer, by whichever is here.
fn node_manager(machine: &Machine) -> Manager {
    let bun_alone = !Manager::Npm.is_here(machine) && Manager::Bun.is_here(machine);
    if bun_alone { Manager::Bun } else { Manager::Npm }
}

/// The author's own id where it is a plain word, else the kind.
fn spec_id(spec: &InstallSpec) -> String {
    let plain = |id: &&String| {
        (1..=MAX_ID).contains(&id.len())
            && id.starts_with(|c: char| c.is_ascii_alphanumeric())
            && id.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
    };
    let id = spec.id.as_ref().filter(plain).or(Some(&spec.kind).filter(plain));
    id.cloned().unwrap_or_else(|| "other".to_owned())
}

fn is_web(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}

/// A command as it would be typed: what a shell would take apart is quoted.
pub(super) fn shown(argv: &[String]) -> String {
    let plain = |word: &str| {
        !word.is_empty()
            && word.chars().all(|c| c.is_ascii_alphanumeric() || "@%+=:,./_-".contains(c))
    };
    let words: Vec<String> =
        argv.iter()
            .map(|word| {
                if plain(word) {
                    word.clone()
                } else {
                    format!("'{}'", word.replace('\'', r"'\''"))
                }
            })
            .collect();
    words.join(" ")
}
