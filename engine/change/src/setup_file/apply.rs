//! A set-up carried out: what was chosen of its differences, one change after the other, all of which are taken back
//! as one. What is fetched is held against the hashes of the set-up before anything of it is placed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Serialize;

use super::carried::placed;
use super::compare::{compare, find};
use super::difference::{Difference, What};
use super::file::{HookSetup, PluginSetup, SetupFile};
use super::{hashes, plugins};
use crate::amend::{self, Key};
use crate::apply::{ApplyError, Change, apply_with};
use crate::install::foreign::{self, InstallError};
use crate::install::source::{Source, SourceError};
use crate::install::stage::Staged;
use crate::install::{included, pack, review};
use crate::ops::{self, OpError, Others};
use crate::plan::{NewFile, Plan};
use crate::receipt;
use crate::settings::{self, FieldId};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::{AgentId, Hook, OnOff};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// Gets what a source names: the caller knows how to wait and how to tell.
pub type Get<'a> = &'a mut dyn FnMut(&Source) -> Result<Staged, String>;

/// What of a set-up was carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Applied {
    /// "2 hooks were installed and 1 switch was changed."
    pub done: Vec<String>,
    pub not_done: Vec<NotDone>,
    /// Takes all of it back; none where nothing was changed.
    pub undo: Option<String>,
}

/// Something of a set-up that was not carried out, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct NotDone {
    /// The difference.
    pub id: String,
    pub title: String,
    pub why: String,
    /// The check found something serious in it, and nobody accepted that.
    pub findings: bool,
}

/// What changed while somebody looked at it.
const GONE: &str = "It is not there any more.";

/// Reads an agent again, as the caller does.
type Scan<'a> = &'a dyn Fn(AgentId) -> Inventory;

/// The plans of what can be planned before anything is changed: what is fetched, and what follows from an
/// installation, comes later.
pub fn plans(
    machine: &Machine,
    inventories: &[&Inventory],
    file: &SetupFile,
    chosen: &BTreeSet<String>,
) -> Vec<Plan> {
    let all = compare(machine, inventories, file);
    let differences = all.differences.into_iter().chain(all.also_here);
    differences
        .filter(|one| chosen.contains(&one.id) && one.blocked.is_none() && !one.foreign)
        .filter_map(|one| {
            let inventory =
                inventories.iter().find(|inventory| inventory.agent().id() == one.agent)?;
            plan(machine, inventory, file, &one, None).ok()
        })
        .collect()
}

/// Carries out what was chosen, by the ids of differences. What cannot be done is told, and the rest is done.
/// `accept` takes hooks in which the check found something serious.
pub fn apply(
    machine: &Machine,
    scan: Scan<'_>,
    file: &SetupFile,
    beside: &Path,
    chosen: &BTreeSet<String>,
    accept: bool,
    get: Get<'_>,
) -> Applied {
    let mut work = Work { machine, scan, file, beside, accept, applied: Applied::default() };
    let mut installed: BTreeSet<String> = BTreeSet::new();
    for one in work.differences().into_iter().filter(|one| chosen.contains(&one.id)) {
        if one.what.is_placing() {
            work.install(&one, get);
            installed.extend(one.hook.map(|hook| format!("{}/{hook}/", one.agent)));
            installed.extend(one.plugin.map(|id| plugins::prefix(one.agent.as_str(), &id)));
        }
    }
    // Read again: what was installed may be on where the set-up has it off.
    for one in work.differences() {
        let follows = installed.iter().any(|hook| one.id.starts_with(hook));
        if !one.what.is_placing() && (follows || chosen.contains(&one.id)) {
            let inventory = (work.scan)(one.agent);
            let made = work.made(&one, &inventory, None);
            work.note(&one, made);
        }
    }
    work.applied
}

struct Work<'a> {
    machine: &'a Machine,
    scan: Scan<'a>,
    file: &'a SetupFile,
    beside: &'a Path,
    accept: bool,
    applied: Applied,
}

/// Why something was not done, and whether it is for what the check found.
type Refused = (String, bool);

impl Work<'_> {
    fn differences(&self) -> Vec<Difference> {
        let inventories: Vec<Inventory> =
            self.file.agents.keys().map(|agent| (self.scan)(*agent)).collect();
        let inventories: Vec<&Inventory> = inventories.iter().collect();
        let all = compare(self.machine, &inventories, self.file);
        all.differences.into_iter().chain(all.also_here).collect()
    }

    fn install(&mut self, one: &Difference, get: Get<'_>) {
        let inventory = (self.scan)(one.agent);
        let made = match &one.blocked {
            Some(why) => Err((why.clone(), false)),
            None if one.foreign => self
                .fetched(one, &inventory, get)
                .and_then(|staged| self.made(one, &inventory, Some(&staged))),
            None => self.made(one, &inventory, None),
        };
        let placed = made.is_ok();
        self.note(one, made);
        if placed && let Some(why) = self.others(one) {
            self.note(one, Err((why, false)));
        }
    }

    /// An included hook has the files that come with this Tacklebox, whatever the set-up was written with.
    fn others(&self, one: &Difference) -> Option<String> {
        let hook = wanted(self.file, one).filter(|_| !one.foreign)?;
        let inventory = (self.scan)(one.agent);
        let dir = find(&inventory, hook)?.1.dir.clone()?;
        let receipt = receipt::read(self.machine, &dir);
        let now = hashes::of_folder(inventory.agent().dialect, &dir, receipt.as_ref());
        let names = hashes::other(&hook.files, &now).filter(|_| !hook.files.is_empty())?;
        Some(format!(
            "It was installed as it comes with this Tacklebox. The set-up was written with another {names}: changed there, or of another version. A set-up carries no such change."
        ))
    }

    /// What the set-up names, and nothing else: the files are those that it was written for.
    fn fetched(
        &self,
        one: &Difference,
        inventory: &Inventory,
        get: Get<'_>,
    ) -> Result<Staged, Refused> {
        let plain = |why: String| (why, false);
        let gone = || plain(GONE.to_owned());
        let wanted = named(self.file, one).ok_or_else(gone)?;
        let source = self.source(wanted.source).map_err(|error| plain(error.to_string()))?;
        let staged = get(&source).map_err(plain)?;
        let files = brought(&staged, inventory.agent(), &wanted)
            .map_err(|error| plain(error.to_string()))?
            .ok_or_else(|| plain(format!("There is no {} in {source}.", wanted.called)))?;
        let dialect = inventory.agent().dialect;
        let same = files.len() == wanted.files.len()
            && files.iter().all(|file| {
                wanted.files.get(&file.path)
                    == Some(&hashes::of_file(dialect, &file.path, &file.bytes))
            });
        if !wanted.files.is_empty() && !same {
            return Err(plain(format!(
                "What is at {source} now is not what the set-up was written with, so none of it was placed. Look at it under Get hooks."
            )));
        }
        let agents: [&Agent; 1] = [inventory.agent()];
        let review = review::view(self.machine, inventory, &agents, &staged);
        match review.unaccepted(self.accept) {
            None => Ok(staged),
            Some(found) => Err((format!("{found} Read the files first."), true)),
        }
    }

    /// A folder beside the set-up, or what `hooks install` takes.
    fn source(&self, text: &str) -> Result<Source, SourceError> {
        match text.strip_prefix("./") {
            Some(inside) if !inside.split('/').any(|part| part == "..") => {
                Source::at(&self.beside.join(inside))
            }
            _ => Source::address(text),
        }
    }

    fn made(
        &self,
        one: &Difference,
        inventory: &Inventory,
        staged: Option<&Staged>,
    ) -> Result<Option<Change>, Refused> {
        if let Some(why) = &one.blocked {
            return Err((why.clone(), false));
        }
        let plan =
            plan(self.machine, inventory, self.file, one, staged).map_err(|why| (why, false))?;
        let change = apply_with(self.machine, &plan, self.applied.undo.as_deref());
        let change = change.map_err(|error: ApplyError| (error.to_string(), false))?;
        Ok(change.changed.then_some(change))
    }

    fn note(&mut self, one: &Difference, made: Result<Option<Change>, Refused>) {
        match made {
            Ok(Some(change)) => {
                self.applied.done.push(change.summary);
                if self.applied.undo.is_none() {
                    self.applied.undo = change.undo;
                }
            }
            Ok(None) => {}
            Err((why, findings)) => self.applied.not_done.push(NotDone {
                id: one.id.clone(),
                title: one.title.clone(),
                why,
                findings,
            }),
        }
    }
}

fn wanted<'a>(file: &'a SetupFile, one: &Difference) -> Option<&'a HookSetup> {
    let name = one.hook.as_deref()?;
    file.agents.get(&one.agent)?.hooks.iter().find(|hook| hook.name == name)
}

fn wanted_plugin<'a>(file: &'a SetupFile, one: &Difference) -> Option<&'a PluginSetup> {
    let id = one.plugin.as_deref()?;
    file.agents.get(&one.agent)?.plugins.iter().find(|plugin| plugin.id == id)
}

/// What a set-up says of something that is fetched, be it a hook or a plugin.
struct Named<'a> {
    name: &'a str,
    is_plugin: bool,
    /// "hook greeter"
    called: String,
    source: &'a str,
    files: &'a BTreeMap<String, String>,
}

fn named<'a>(file: &'a SetupFile, one: &Difference) -> Option<Named<'a>> {
    let of = |what: &str, name: &'a str, source: &'a str, files: &'a BTreeMap<String, String>| {
        let called = format!("{what} {name}");
        Named { name, is_plugin: one.plugin.is_some(), called, source, files }
    };
    if let Some(plugin) = wanted_plugin(file, one) {
        return Some(of("plugin", &plugin.id, &plugin.source, &plugin.files));
    }
    let hook = wanted(file, one)?;
    Some(of("hook", &hook.name, &hook.source, &hook.files))
}

/// The files of it in what was fetched; none where it is not there.
fn brought(
    staged: &Staged,
    agent: &Agent,
    wanted: &Named<'_>,
) -> Result<Option<Vec<NewFile>>, InstallError> {
    if wanted.is_plugin {
        let plugin = staged.plugin(agent).transpose()?;
        let plugin = plugin.filter(|plugin| plugin.plugin.id == wanted.name);
        return Ok(plugin.map(|plugin| staged.files_of(&plugin)).transpose()?);
    }
    let hooks = staged.hooks(agent)?;
    let hook = hooks.iter().find(|hook| hook.manifest.name == wanted.name);
    Ok(hook.map(pack::read_files).transpose()?)
}

/// The plan that ends one difference.
fn plan(
    machine: &Machine,
    inventory: &Inventory,
    file: &SetupFile,
    one: &Difference,
    staged: Option<&Staged>,
) -> Result<Plan, String> {
    let told = |error: OpError| match error {
        // Whether it is to be so is asked where one hook is installed.
        OpError::AgentsOwn { .. } => {
            format!("{error} Install it on its own to have it all the same.")
        }
        error => error.to_string(),
    };
    let gone = || GONE.to_owned();
    if one.what == What::Other {
        let plan = turned_off(machine, inventory, one).map_err(told)?.ok_or_else(gone)?;
        let named = file.agents.get(&one.agent).map(|setup| setup.hooks.as_slice());
        let stays =
            |name: &str| named.unwrap_or_default().iter().any(|it| it.name == name && it.on);
        return match plan.also.iter().find(|also| also.change == OnOff::Off && stays(&also.name)) {
            Some(also) => Err(format!(
                "{} One switch is for both, and the set-up has {} on.",
                also.would, also.name
            )),
            None => Ok(plan),
        };
    }
    if one.plugin.is_some() {
        let wanted = wanted_plugin(file, one).ok_or_else(gone)?;
        return plugins::plan(machine, inventory, wanted, one.what, staged);
    }
    if one.what == What::AgentSetting {
        let name = one.detail.clone().unwrap_or_default();
        let there = file.agents.get(&one.agent).and_then(|setup| setup.settings.get(&name));
        let id: FieldId = serde_json::from_value(name.into()).map_err(|_| gone())?;
        let value = there.ok_or_else(gone)?.to_string();
        return settings::set(machine, inventory, id, &value, Others::Keep).map_err(told);
    }
    let wanted = wanted(file, one).ok_or_else(gone)?;
    let id = || find(inventory, wanted).map(|(_, hook)| hook.id.clone()).ok_or_else(gone);
    match one.what {
        What::Missing | What::Files => match staged {
            Some(staged) => foreign::plan_install(machine, inventory, staged)
                .map(|arrival| arrival.plan)
                .map_err(|error| error.to_string()),
            None => included::plan_install(machine, inventory, &wanted.name).map_err(told),
        },
        What::Switch => {
            ops::set_enabled(machine, inventory, &id()?, wanted.on, Others::Keep).map_err(told)
        }
        What::Setting => {
            let path = one.detail.clone().unwrap_or_default();
            let value = wanted.settings.get(&path).ok_or_else(gone)?.to_string();
            id()?;
            ops::put_setting(inventory, &path, &value).map_err(told)
        }
        What::Order => {
            let order = amend::Change { key: Key::Priority, value: wanted.order.map(Into::into) };
            amend::plan(machine, inventory, &id()?, &[order]).map_err(told)
        }
        What::AgentSetting | What::Other => Err(gone()),
    }
}

/// What is not in the set-up turned off; none where it is not there any more.
fn turned_off(
    machine: &Machine,
    inventory: &Inventory,
    one: &Difference,
) -> Result<Option<Plan>, OpError> {
    if let Some(id) = &one.plugin {
        return ops::set_plugin_enabled(machine, inventory, id, false, Others::Keep).map(Some);
    }
    let is_it = |hook: &&Hook| Some(&hook.name) == one.hook.as_ref();
    if let Some(hook) = placed(inventory).find(is_it) {
        return ops::set_enabled(machine, inventory, &hook.id, false, Others::Keep).map(Some);
    }
    // What was done before may have turned it off already.
    let off = inventory.candidates().map(|(_, hook)| hook).filter(is_it).any(|it| !it.enabled);
    Ok(off.then(|| Plan::new(one.agent, "", "")))
}
