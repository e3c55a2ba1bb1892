//! Two lists of the same hooks, side by side. Only what the agent's list really says is compared.

use std::path::Path;

use super::Difference;
use super::said::{HookSaid, Lacks, PluginSaid};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::Tells;
use tacklebox_agents::hook::{Missing, MissingKind, Source, State};
use tacklebox_inventory::discover::{Kind, file_name};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{Off, Plugin};
use tacklebox_machine::words;

/// A hook as it is judged here, as far as it is compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ours {
    pub name: String,
    pub events: Vec<String>,
    /// Why it would not load whatever the config says: such a hook may be left out of the agent's list.
    pub broken: Option<String>,
    /// It would load, or only its requirements keep it from that.
    pub on: bool,
    /// Its own entry says that it is off.
    pub off_by_name: bool,
    pub lacks: Lacks,
    /// It is known to load.
    pub loads: bool,
    /// Those of its events that the version is known never to send, whatever was heard.
    pub never: Vec<String>,
    /// An agent's own hooks, which may not be found here.
    pub bundled: bool,
}

impl Ours {
    /// The hooks in folders, the one of each name that counts.
    pub(super) fn all(inventory: &Inventory) -> Vec<Self> {
        let agent = inventory.agent();
        let hooks = inventory.candidates().filter(|(candidate, hook)| {
            matches!(candidate.kind, Kind::Hook)
                && hook.replaced_by.is_none()
                && !matches!(hook.source, Source::Builtin | Source::Config)
        });
        let file = file_name(&agent.config.path);
        let ours = hooks.map(|(_, hook)| {
            let mut lacks = Lacks::default();
            // That the config as a whole is refused is not something that the hook asks for.
            let own = |missing: &&Missing| missing.names != [file.as_str()];
            for missing in hook.missing.iter().filter(own) {
                let list = match missing.kind {
                    MissingKind::Bin => &mut lacks.bins,
                    MissingKind::AnyBins => &mut lacks.any_bins,
                    MissingKind::Env => &mut lacks.env,
                    MissingKind::Config => &mut lacks.config,
                    MissingKind::Os => &mut lacks.os,
                    MissingKind::NotExecutable => continue,
                };
                list.extend(missing.names.iter().cloned());
            }
            let entry = agent.entry(&hook.hook_key).or_else(|| agent.entry(&hook.name));
            Self {
                name: hook.name.clone(),
                events: hook.events.clone(),
                broken: hook.error.clone().filter(|_| hook.state == State::Broken),
                on: hook.enabled,
                off_by_name: entry.and_then(|entry| entry.get("enabled")) == Some(&false.into()),
                lacks: lacks.sorted(),
                loads: hook.runtime.loads == Some(true),
                never: never(agent, &hook.events),
                bundled: hook.source == Source::Bundled,
            }
        });
        ours.collect()
    }
}

fn never(agent: &Agent, events: &[String]) -> Vec<String> {
    let never = events.iter().filter(|key| !agent.dialect.ever_sends(key));
    never.cloned().collect()
}

/// Every hook of which the two say something else, in the order of their names.
pub(super) fn hooks(tells: Tells, ours: &[Ours], theirs: &[HookSaid]) -> Vec<Difference> {
    let mut names: Vec<&str> = ours
        .iter()
        .map(|it| it.name.as_str())
        .chain(theirs.iter().map(|it| it.name.as_str()))
        .collect();
    names.sort_unstable();
    names.dedup();
    let one = |name: &str| {
        let here = ours.iter().find(|it| it.name == name);
        let there = theirs.iter().find(|it| it.name == name);
        let (ours, theirs) = match (here, there) {
            (Some(here), Some(there)) => differ(tells, here, there)?,
            // A hook that cannot be read has no name there, or another one.
            (Some(here), None) if here.broken.is_none() => {
                ("found".to_owned(), "not in its list".to_owned())
            }
            // Its own hooks are beside its package, which may not be found from here.
            (None, Some(_)) if ours.iter().any(|it| it.bundled) => {
                ("not found".to_owned(), "in its list".to_owned())
            }
            _ => return None,
        };
        Some(Difference { hook: Some(name.to_owned()), ours, theirs })
    };
    names.into_iter().filter_map(one).collect()
}

/// The first thing of which they say something else, in words.
fn differ(tells: Tells, here: &Ours, there: &HookSaid) -> Option<(String, String)> {
    if here.broken.is_some() {
        // What becomes of such a hook its list does not say.
        return None;
    }
    // Its list knows the hook's own switch and its default, and not the switch of the whole.
    let off_here = if there.off { !here.on } else { here.off_by_name };
    if off_here != there.off {
        return Some((switch(off_here), switch(there.off)));
    }
    if let Some(lacks) = &there.lacks
        && *lacks != here.lacks
    {
        return Some((needs(&here.lacks), needs(lacks)));
    }
    if tells == Tells::Eligible && there.eligible != (here.lacks == Lacks::default()) {
        let there = if there.eligible { "has all that it needs" } else { "lacks something" };
        return Some((needs(&here.lacks), there.to_owned()));
    }
    let sorted = |events: &[String]| {
        let mut events = events.to_vec();
        events.sort();
        events.dedup();
        events
    };
    let (ours, theirs) = (sorted(&here.events), sorted(&there.events));
    if ours != theirs {
        return Some((listens(ours), listens(theirs)));
    }
    if here.loads && there.loadable == Some(false) {
        return Some(("loads".to_owned(), "does not load".to_owned()));
    }
    let (ours, theirs) = (sorted(&here.never), sorted(there.never.as_ref()?));
    (ours != theirs).then(|| (sends(ours), sends(theirs)))
}

/// Every plugin of which the two say something else. What is broken here its list may leave out, and may call loaded.
pub(super) fn plugins(ours: &[Plugin], theirs: &[PluginSaid]) -> Vec<Difference> {
    let counts = |plugin: &&Plugin| plugin.bundle.is_none() && plugin.left_out != Some(Off::Aside);
    let mut found = Vec::new();
    for plugin in ours.iter().filter(counts).filter(|plugin| plugin.broken().is_none()) {
        let there = theirs.iter().find(|it| it.id == plugin.id && same_place(it, plugin));
        // Its list does not say whether anything starts it.
        let on = matches!(plugin.left_out, None | Some(Off::Idle(_) | Off::Hooks));
        let (ours, theirs) = match there {
            Some(there) if there.enabled == on => continue,
            Some(there) => (switch(!on), switch(!there.enabled)),
            None => ("found".to_owned(), "not in its list".to_owned()),
        };
        found.push(Difference { hook: Some(plugin.hook_id.clone()), ours, theirs });
    }
    let known = |it: &PluginSaid| ours.iter().any(|plugin| same_place(it, plugin));
    for there in theirs.iter().filter(|it| it.origin != "bundled" && !known(it)) {
        let (ours, theirs) = ("not found".to_owned(), "in its list".to_owned());
        found.push(Difference { hook: Some(there.id.clone()), ours, theirs });
    }
    found
}

fn same_place(there: &PluginSaid, plugin: &Plugin) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    there.root_dir == plugin.dir || real(&there.root_dir) == real(&plugin.dir)
}

fn sends(never: Vec<String>) -> String {
    match never.is_empty() {
        true => "all of its events are sent".to_owned(),
        false => format!("{} is never sent", words::all_of(never)),
    }
}

fn switch(off: bool) -> String {
    if off { "off" } else { "on" }.to_owned()
}

fn listens(events: Vec<String>) -> String {
    match events.is_empty() {
        true => "listens to nothing".to_owned(),
        false => format!("listens to {}", words::all_of(events)),
    }
}

fn needs(lacks: &Lacks) -> String {
    let mut all: Vec<String> = Vec::new();
    all.extend(lacks.bins.iter().map(|name| format!("the program {name}")));
    if !lacks.any_bins.is_empty() {
        all.push(format!("one of the programs {}", words::any_of(lacks.any_bins.clone())));
    }
    all.extend(lacks.env.iter().map(|name| format!("the variable {name}")));
    all.extend(lacks.config.iter().map(|path| format!("the setting {path}")));
    if !lacks.os.is_empty() {
        all.push(format!("another system: {}", words::any_of(lacks.os.clone())));
    }
    match all.is_empty() {
        true => "has all that it needs".to_owned(),
        false => format!("needs {}", words::all_of(all)),
    }
}
