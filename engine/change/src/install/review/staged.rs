//! The review of what was fetched, for one agent: what it listens to, what it runs and needs, what the
//! audit finds, and what would be written where. Nothing is changed.

use std::path::Path;

use super::{Review, ReviewAgent, ReviewFile, ReviewHook, ReviewView, in_place};
use crate::install::changed::UpToDate;
use crate::install::foreign::{self, Arrival};
use crate::install::licence;
use crate::install::pack::StagedHook;
use crate::install::plugin::StagedPlugin;
use crate::install::stage::Staged;
use crate::install::update::{self, Update};
use crate::plan::Step;
use crate::plugins as placing;
use crate::setup;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::{Handler, Hook, State};
use tacklebox_agents::moment;
use tacklebox_audit::{Finding, Unread};
use tacklebox_bring::unpack::shown;
use tacklebox_inventory::discover::Candidate;
use tacklebox_inventory::examine;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::notes;
use tacklebox_inventory::plugins;
use tacklebox_inventory::said;
use tacklebox_machine::files::{self, Stamp};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// Reviews staged hooks for the agent of `inventory`. `agents` are all whom they might be for.
pub fn view(
    machine: &Machine,
    inventory: &Inventory,
    agents: &[&Agent],
    staged: &Staged,
) -> ReviewView {
    let agent = inventory.agent();
    let plugin = staged.plugin(agent).and_then(Result::ok);
    let hooks = match &plugin {
        Some(_) => Vec::new(),
        None => staged.hooks(agent).unwrap_or_default(),
    };
    let several = hooks.len() > 1;
    let mut view = ReviewView {
        title: match &plugin {
            Some(plugin) => shown(&plugin.plugin.name),
            None => title(staged, &hooks),
        },
        version: staged
            .version
            .clone()
            .or_else(|| plugin.as_ref()?.plugin.version.clone())
            .or_else(|| hooks.first()?.manifest.version.clone()),
        agent: agent.id(),
        agents: agents.iter().map(|agent| fits(agent, staged)).collect(),
        hooks: Vec::new(),
        plugins: Vec::new(),
        files: Vec::new(),
        total_bytes: 0,
        findings: Vec::new(),
        unread: Vec::new(),
        high: 0,
        needs_acceptance: false,
        licence: None,
        provenance: staged.provenance.clone(),
        replaces: Vec::new(),
        steps: Vec::new(),
        dependencies: Vec::new(),
        changes: Vec::new(),
        up_to_date: None,
        blocked: None,
    };
    match foreign::plan_install(machine, inventory, staged) {
        Ok(arrival) => planned(&mut view, machine, arrival),
        Err(error) => view.blocked = Some(error.to_string()),
    }
    let root = staged.pack.root();
    for hook in &hooks {
        add(&mut view, machine, inventory, hook, several);
        let manifest = agent.dialect.manifest_file();
        view.licence = view.licence.take().or_else(|| licence::of(&hook.dir, manifest, root));
    }
    if let Some(plugin) = &plugin {
        add_plugin(&mut view, machine, agent, plugin);
        view.licence = licence::of(root, "package.json", root);
    }
    view.dependencies = staged.dependencies(&hooks);
    view.weighed()
}

/// What a file holds that was fetched: whoever runs with the same rights could change it until it is installed.
fn held(file: &Path) -> Stamp {
    files::read(file, u64::MAX).map_or(Stamp::Absent, |(_, stamp)| stamp)
}

fn add_plugin(view: &mut ReviewView, machine: &Machine, agent: &Agent, plugin: &StagedPlugin) {
    let Ok(to) = placing::folder(agent, &plugin.folder) else { return };
    for file in &plugin.files {
        let bytes = u32::try_from(file.bytes).unwrap_or(u32::MAX);
        view.total_bytes = view.total_bytes.saturating_add(bytes);
        let (path, goes_to) = (file.path.clone(), to.join(&file.path));
        let stamp = held(&plugin.plugin.dir.join(&file.path));
        view.files.push(ReviewFile { path, bytes, stamp, goes_to });
    }
    let own = plugins::view(machine, agent, &plugin.plugin);
    view.findings.extend(own.findings.iter().cloned());
    view.plugins.push(in_place(own, &plugin.plugin.dir, &to));
}

fn title(staged: &Staged, hooks: &[StagedHook]) -> String {
    match hooks {
        [only] => only.title(),
        [] => shown(&staged.source.recorded()),
        hooks => words::count(hooks.len(), "hook"),
    }
}

fn fits(agent: &Agent, staged: &Staged) -> ReviewAgent {
    let why = match staged.fits(agent).and_then(|()| match staged.plugin(agent) {
        Some(_) => Ok(Vec::new()),
        None => staged.hooks(agent),
    }) {
        Err(error) => Some(error.to_string()),
        Ok(hooks) => {
            let foreign = hooks.iter().find_map(|hook| hook.manifest.foreign.as_deref());
            foreign.map(|key| notes::foreign(agent.dialect, key))
        }
    };
    ReviewAgent { agent: agent.id(), fits: why.is_none(), why }
}

fn planned(view: &mut ReviewView, machine: &Machine, arrival: Arrival) {
    let version = view.version.as_deref().unwrap_or_default();
    view.up_to_date = arrival.plan.is_empty().then(|| UpToDate::of(&view.title, version));
    for step in &arrival.plan.steps {
        if let Step::Remove { dir } = step {
            view.replaces.push(dir.to_string_lossy().into_owned());
        }
    }
    view.steps = arrival.plan.view(machine).steps;
    view.steps.extend(foreign::kept_in_words(&arrival.kept));
    view.steps.extend(arrival.means);
    view.steps.extend(arrival.plan.stays);
}

fn add(
    view: &mut ReviewView,
    machine: &Machine,
    inventory: &Inventory,
    hook: &StagedHook,
    several: bool,
) {
    let agent = inventory.agent();
    let to = agent.managed.join(&hook.folder);
    for file in &hook.files {
        let bytes = u32::try_from(file.bytes).unwrap_or(u32::MAX);
        view.total_bytes = view.total_bytes.saturating_add(bytes);
        view.files.push(ReviewFile {
            path: file.path.clone(),
            bytes,
            stamp: held(&hook.dir.join(&file.path)),
            goes_to: to.join(&file.path),
        });
    }
    let named = |finding: Finding| match several {
        true => Finding { file: format!("{}/{}", hook.folder, finding.file), ..finding },
        false => finding,
    };
    let found = examine::hook(&hook.candidate);
    let count = u32::try_from(found.findings.len()).unwrap_or(u32::MAX);
    view.findings.extend(found.findings.into_iter().map(named));
    view.unread.extend(found.unread.into_iter().map(|unread| match several {
        true => Unread { file: format!("{}/{}", hook.folder, unread.file), ..unread },
        false => unread,
    }));
    let mut candidate = hook.placed(&to);
    candidate.module = inventory.module_of(machine, &hook.candidate, &to);
    let Some(mut shown) = inventory.preview(machine, &to, candidate.clone(), None) else { return };
    // It starts off, whatever its author or an older entry says.
    shown.enabled = false;
    shown.findings = count;
    if matches!(shown.state, State::Ready | State::NeedsSetup) {
        (shown.state, shown.reason) = (State::Off, None);
    }
    said::settle(&mut shown);
    view.hooks.push(one(machine, agent, &candidate, shown));
}

/// A hook with what it listens to, runs and needs.
pub(super) fn one(
    machine: &Machine,
    agent: &Agent,
    candidate: &Candidate,
    hook: Hook,
) -> ReviewHook {
    ReviewHook {
        triggers: hook
            .events
            .iter()
            .map(|key| moment::trigger(agent.id(), key).in_folder(agent.dialect))
            .map(|words| words.done_by(hook.action.as_ref(), agent.answers()))
            .collect(),
        setup: setup::checklist(machine, agent, candidate, &hook),
        runs: runs(agent, candidate, hook.handler.as_ref()),
        hook,
    }
}

/// The review of an update of the installed hook `id`. What it was switched and set stays.
pub fn of_update(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    update: &Update,
) -> ReviewView {
    let agent = inventory.agent().id();
    let (mut review, mut hooks) = (Review::default(), Vec::new());
    super::look(&mut review, &mut hooks, machine, inventory, &update.plan);
    let title = inventory.find(id).map_or(id, |(hook, _)| &hook.title);
    let view = update::view(machine, inventory, update);
    let review = ReviewView {
        title: title.to_owned(),
        version: Some(update.version.clone()).filter(|version| !version.is_empty()),
        agent,
        agents: vec![ReviewAgent { agent, fits: true, why: None }],
        hooks,
        plugins: review.plugins,
        total_bytes: review.files.iter().fold(0, |sum, file| file.bytes.saturating_add(sum)),
        high: 0,
        needs_acceptance: false,
        files: review.files,
        findings: review.findings,
        unread: review.unread,
        licence: None,
        provenance: update.provenance.clone(),
        // Its own folder, which is not news.
        replaces: Vec::new(),
        steps: view.steps.into_iter().chain(view.stays).chain(update.pinned.clone()).collect(),
        dependencies: Vec::new(),
        changes: update.changes.clone(),
        up_to_date: update.up_to_date.clone(),
        blocked: None,
    };
    review.weighed()
}

/// What runs when the hook is called.
fn runs(agent: &Agent, candidate: &Candidate, handler: Option<&Handler>) -> Vec<String> {
    let whose = "with your rights";
    let sentence = match handler {
        Some(Handler::Module { path, .. }) => {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            format!(
                "Runs the module {file} in the JavaScript runtime of {}, {whose}.",
                agent.dialect.title
            )
        }
        Some(Handler::Shell { command, timeout_secs }) => {
            let seconds = words::count(*timeout_secs as usize, "second");
            format!(
                "Runs the command {} in a shell, {whose}, for at most {seconds}.",
                one_line(command)
            )
        }
        Some(Handler::Http { method, url }) => {
            format!("Sends a {} request to {}.", one_line(method), one_line(url))
        }
        Some(Handler::Prompt { position }) if position == "append" => {
            "Adds a text after the prompt.".to_owned()
        }
        Some(Handler::Prompt { .. }) => "Adds a text before the prompt.".to_owned(),
        None => return Vec::new(),
    };
    let mut runs = vec![sentence];
    let Ok(manifest) = &candidate.manifest else { return runs };
    let requires = &manifest.requires;
    let programs = requires.bins.iter().chain(&requires.any_bins).map(|name| one_line(name));
    let programs: Vec<String> = programs.collect();
    if !programs.is_empty() {
        let one = requires.bins.is_empty();
        let named = if one { words::any_of(programs) } else { words::all_of(programs) };
        runs.push(format!("Says that it starts {named}."));
    }
    runs
}

/// A stranger's text within a sentence: longer than a name, and with nothing in it that could deceive.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 400;
    let cut = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    tacklebox_bring::unpack::printable(text.trim().chars().take(LONGEST)) + cut
}
