//! Hooks that stay as their files say: a registry that is loaded again whenever they change.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::watch::{self as latest, Receiver, Sender};
use tokio::task::JoinHandle;

use super::handlers::Runner;
use super::live::tell;
use super::load::load_with;
use super::plugin_files::{Seen, code};
use crate::runtime::registry::{Fresh, Registry};
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::{Handler, Hook};
use tacklebox_agents::manifest::Manifest;
use tacklebox_inventory::discover::Kind;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{self, Plugin};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::watch::{Changes, Target, Watch, WatchError};

/// Keeps a registry loaded until it is dropped. What is registered then stays.
#[must_use = "nothing is loaded again once this is dropped"]
pub struct Kept {
    loading: JoinHandle<()>,
    _keeper: Arc<Keeper>,
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.loading.abort();
    }
}

/// Loads hooks as [`load`](super::load) does, and again whenever that would now come to something else: a
/// hook or a plugin came, went or changed, or the config did. The first loading is done when this returns.
///
/// Every loading clears what is registered, closures too. What the program itself wants to be called it
/// registers in `own`, which is asked at each loading, behind the loaded hooks and before any event sees
/// them: no event finds the one without the other. There it also learns what came of loading.
///
/// Calls that are under way go on with the code that they began with, and are told in their own outcome. While
/// the config cannot be read, because somebody is writing it, all stays as it was and
/// [`Registry::on_failure`] is told why: a hook that is off must not run over a missing comma. Plugins start
/// again at each loading. That a hook or a plugin writes its own data changes nothing.
///
/// Has to be called in a Tokio runtime with I/O and time.
///
/// # Errors
/// Where files cannot be watched; then nothing was loaded.
pub async fn keep_loaded(
    runner: &Arc<Runner>,
    machine: &Machine,
    options: &Options,
    registry: &Arc<Registry>,
    own: impl Fn(&mut Fresh<'_>) + Send + Sync + 'static,
) -> Result<Kept, WatchError> {
    let inventory = Inventory::scan(machine, registry.agent(), options);
    let targets = targets(machine, &inventory);
    let (send, mut disk) = latest::channel(Disk::of(machine, &inventory));
    let keeper = Arc::new(Keeper {
        runner: Arc::clone(runner),
        machine: machine.clone(),
        registry: Arc::clone(registry),
        runtime: Handle::current(),
        inventory: Mutex::new(inventory),
        watch: OnceLock::new(),
        send,
    });
    let changed = Arc::downgrade(&keeper);
    let watch = Watch::start(targets, move |changes| {
        if let Some(keeper) = changed.upgrade() {
            keeper.changed(&changes);
        }
    })?;
    let _ = keeper.watch.set(watch);
    // What changed between the scan and the first watch was told to nobody.
    keeper.changed(&Changes::Everything);

    let first = disk.borrow_and_update().clone();
    load_with(runner, machine, &first.inventory, registry, &own).await;
    let loading = Loading {
        runner: Arc::clone(runner),
        machine: machine.clone(),
        registry: Arc::clone(registry),
        loaded: first,
    };
    Ok(Kept { loading: tokio::spawn(loading.follow(disk, own)), _keeper: keeper })
}

/// What loading would read, at one moment.
#[derive(Clone)]
struct Disk {
    inventory: Arc<Inventory>,
    /// What has to differ for hooks to be loaded again.
    marks: Arc<Marks>,
}

#[derive(PartialEq)]
struct Marks {
    hooks: Vec<(Hook, Option<Manifest>)>,
    config: Value,
    plugins: Vec<(Plugin, Seen)>,
}

impl Disk {
    fn of(machine: &Machine, inventory: &Inventory) -> Self {
        let hooks = inventory.in_load_order();
        let hooks = hooks
            .map(|(candidate, hook)| (hook.clone(), candidate.manifest.as_ref().ok().cloned()));
        let plugins = plugins::list(machine, inventory.agent()).into_iter();
        let marks = Marks {
            hooks: hooks.collect(),
            config: inventory.agent().config.value.clone(),
            plugins: plugins.map(with_code).collect(),
        };
        Self { inventory: Arc::new(inventory.clone()), marks: Arc::new(marks) }
    }
}

fn with_code(plugin: Plugin) -> (Plugin, Seen) {
    let code = code(&plugin);
    (plugin, code)
}

/// Reads what changed, on the thread that watches.
struct Keeper {
    runner: Arc<Runner>,
    machine: Machine,
    registry: Arc<Registry>,
    /// Workers that have to go end in it.
    runtime: Handle,
    inventory: Mutex<Inventory>,
    watch: OnceLock<Watch>,
    send: Sender<Disk>,
}

impl Keeper {
    fn changed(&self, changes: &Changes) {
        let _runtime = self.runtime.enter();
        let mut inventory = self.inventory.lock().unwrap_or_else(PoisonError::into_inner);
        let found = inventory.agent().found;
        match changes {
            Changes::Paths(paths) if found => inventory.refresh(&self.machine, paths),
            _ => inventory.rescan(&self.machine),
        };
        // Modules of hooks do not matter for loading: a worker that has an old one is ended.
        match changes {
            Changes::Paths(paths) => paths.iter().for_each(|path| self.runner.changed(path)),
            Changes::Everything => {
                modules(&inventory).for_each(|(_, path)| self.runner.changed(path));
            }
        }
        if let Some(watch) = self.watch.get() {
            watch.set_targets(targets(&self.machine, &inventory));
        }
        let config = &inventory.agent().config;
        if config.unparsable {
            let problem = config.problems.first().map(ToString::to_string).unwrap_or_default();
            let name = config.path.file_name().unwrap_or_default().to_string_lossy();
            let why = format!("{problem} What was loaded before stays until it can be read.");
            tell(&self.registry, &name, "", &why);
        } else {
            self.send.send_replace(Disk::of(&self.machine, &inventory));
        }
    }
}

/// Loads what is there, one state of the disk after the other.
struct Loading {
    runner: Arc<Runner>,
    machine: Machine,
    registry: Arc<Registry>,
    loaded: Disk,
}

impl Loading {
    /// States that come while hooks are loaded are skipped, except for the last.
    async fn follow(
        mut self,
        mut disk: Receiver<Disk>,
        own: impl Fn(&mut Fresh<'_>) + Send + Sync,
    ) {
        while disk.changed().await.is_ok() {
            let now = disk.borrow_and_update().clone();
            if now.marks != self.loaded.marks {
                load_with(&self.runner, &self.machine, &now.inventory, &self.registry, &own).await;
                self.loaded = now;
            }
        }
    }
}

/// The modules of hooks, and how each was found.
fn modules(inventory: &Inventory) -> impl Iterator<Item = (Kind, &std::path::Path)> {
    inventory.candidates().filter_map(|(candidate, hook)| match &hook.handler {
        Some(Handler::Module { path, .. }) => Some((candidate.kind, path.as_path())),
        _ => None,
    })
}

/// Everything that loading reads, or handlers are made of.
fn targets(machine: &Machine, inventory: &Inventory) -> Vec<Target> {
    let mut targets = Vec::new();
    for (folders, files) in [inventory.watched(), plugins::watched(machine, inventory.agent())] {
        targets.extend(folders.into_iter().map(Target::Hooks));
        targets.extend(files.into_iter().map(Target::File));
    }
    // Legacy handlers may be outside of all folders of hooks.
    let declared =
        modules(inventory).filter(|(kind, _)| matches!(kind, Kind::Legacy | Kind::Gateway));
    targets.extend(declared.map(|(_, path)| Target::File(path.to_owned())));
    targets
}
