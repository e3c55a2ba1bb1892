//! What has to be read before something runs: whose it is, and that it is off.

use std::path::Path;

use crate::views::TryStart;
use tacklebox_agents::hook::{Handler, Hook, Source, State};
use tacklebox_change::install::included;
use tacklebox_change::plugins::{Standing, forbidden};
use tacklebox_change::receipt;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{self, Plugin};
use tacklebox_machine::files::Stamp;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// Where something is tried. A yes to one is a yes to those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Box,
    /// In a box, with the network.
    Network,
    Real,
}

impl Place {
    /// What running there means, to follow "It runs".
    const fn how(self) -> &'static str {
        match self {
            Self::Box => {
                "in a box: files that are not secret can be read, only a hook's own folder can be changed, and nothing can be sent."
            }
            Self::Network => {
                "in a box that has the network: files that are not secret can be read and sent, and only a hook's own folder can be changed."
            }
            Self::Real => "for real, with your rights: files can be changed and messages sent.",
        }
    }
}

/// A hook or a plugin that would be called.
pub(super) struct Asked {
    pub id: String,
    /// Of everything that would run: who agreed to it has not agreed to what it is changed to.
    pub hash: String,
    title: String,
    off: bool,
    /// It is a plugin, and the agent itself does not load it: why.
    forbidden: Option<String>,
    /// It is part of the agent, or came with Tacklebox and is as it came.
    ours: bool,
    /// It came with Tacklebox and is not as it came any more.
    changed: bool,
}

/// Those who bear these ids.
pub(super) fn asked(machine: &Machine, inventory: &Inventory, ids: &[String]) -> Vec<Asked> {
    let plugins = plugins::list(machine, inventory.agent());
    let one = |id: &String| match inventory.find(id) {
        Some((hook, _)) => Some(of_hook(machine, hook)),
        None => plugins
            .iter()
            .find(|plugin| plugin.hook_id == *id)
            .map(|it| of_plugin(machine, inventory, it)),
    };
    ids.iter().filter_map(one).collect()
}

fn of_hook(machine: &Machine, hook: &Hook) -> Asked {
    let receipt = hook.dir.as_deref().and_then(|dir| receipt::read(machine, dir));
    let included = receipt.filter(|receipt| receipt.source == included::SOURCE);
    let changed = included.as_ref().is_some_and(|receipt| !receipt.changed.is_empty());
    Asked {
        id: hook.id.clone(),
        hash: hash(hook.dir.as_deref(), module_of(hook), &format!("{:?}", hook.action)),
        title: hook.title.clone(),
        off: hook.state == State::Off,
        forbidden: None,
        ours: hook.source == Source::Builtin || (included.is_some() && !changed),
        changed,
    }
}

fn of_plugin(machine: &Machine, inventory: &Inventory, plugin: &Plugin) -> Asked {
    let (id, title) = (plugin.hook_id.clone(), plugin.id.clone());
    let dir = Some(&*plugin.dir).filter(|_| plugin.single.is_none());
    let hash = hash(dir, plugin.entry.as_deref().ok(), "");
    let Standing { ours, changed } = Standing::of(machine, plugin);
    let forbidden = forbidden(inventory.agent(), plugin, "Trying");
    Asked { id, hash, title, off: false, forbidden, ours, changed }
}

/// The module that a hook is, where it may be outside of its folder.
fn module_of(hook: &Hook) -> Option<&Path> {
    match &hook.handler {
        Some(Handler::Module { path, .. }) => Some(path),
        _ => None,
    }
}

/// The hash of what may run: all that acts in a folder, a module, and what the agent itself is told to do.
fn hash(dir: Option<&Path>, module: Option<&Path>, action: &str) -> String {
    let dir = dir.map(receipt::acting).unwrap_or_default();
    let module = module.map(receipt::hash_of).and_then(Result::ok).unwrap_or_default();
    Stamp::of(format!("{dir} {module} {action}").as_bytes()).to_string()
}

/// The question before these run; none where all that was to be read was read (`new` says of which it
/// was not).
pub(super) fn question(
    all: &[Asked],
    place: Place,
    new: impl Fn(&Asked) -> bool,
) -> Option<TryStart> {
    let how = place.how();
    let new = |wanted: fn(&Asked) -> bool| -> Vec<&Asked> {
        all.iter().filter(|asked| new(asked) && wanted(asked)).collect()
    };
    let titles = |list: &[&Asked]| words::all_of(list.iter().map(|asked| asked.title.clone()));
    let foreign = new(|asked| !asked.ours && !asked.changed);
    let changed = new(|asked| asked.changed);
    let off = new(|asked| asked.off);
    let mut sentences = Vec::new();
    if !foreign.is_empty() {
        let (did, run) = if foreign.len() == 1 { ("was", "It runs") } else { ("were", "They run") };
        sentences.push(format!(
            "{} {did} not installed from the hooks that come with Tacklebox. {run} {how}",
            titles(&foreign)
        ));
    }
    if !changed.is_empty() {
        let one = changed.len() == 1;
        let (did, its, run) =
            if one { ("was", "its", "It runs") } else { ("were", "their", "They run") };
        sentences.push(format!(
            "{} {did} changed after {its} installation. {run} as changed, {how}",
            titles(&changed)
        ));
    }
    if !off.is_empty() {
        let verb = if off.len() == 1 { "is" } else { "are" };
        sentences
            .push(format!("{} {verb} off: trying runs it once and leaves it off.", titles(&off)));
    }
    sentences.extend(
        new(|asked| asked.forbidden.is_some()).iter().filter_map(|it| it.forbidden.clone()),
    );
    (!sentences.is_empty()).then(|| TryStart::Confirm {
        title: match all {
            [one] => format!("Run {}?", one.title),
            _ => format!("Run {} hooks?", all.len()),
        },
        sentences,
    })
}
