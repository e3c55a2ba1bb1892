//! What an installation would bring, before anything is written (`docs/CLI.md`, `install --dry-run`).

mod staged;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::install::changed::{ChangedFile, UpToDate};
use crate::install::pack::move_to;
use crate::install::shipped;
use crate::ops;
use crate::plan::{NewFile, Plan, Step};
use crate::setup::SetupItem;
use tacklebox_agents::agent::Root;
use tacklebox_agents::hook::{AgentId, Hook, Source};
use tacklebox_agents::moment::Trigger;
use tacklebox_audit::{Finding, Unread};
use tacklebox_bring::fetch::Provenance;
use tacklebox_inventory::discover;
use tacklebox_inventory::examine;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{self, PluginView};
use tacklebox_machine::files::{self, Stamp, Temporary};
use tacklebox_machine::machine::Machine;

pub use self::staged::{of_update, view};

/// What fetched hooks would bring, as the window shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ReviewView {
    pub title: String,
    pub version: Option<String>,
    /// Whom it is reviewed for.
    pub agent: AgentId,
    /// All five, whether they are on this computer or not.
    pub agents: Vec<ReviewAgent>,
    pub hooks: Vec<ReviewHook>,
    /// What is a plugin, and no hook: what its code names, and what it reaches.
    pub plugins: Vec<PluginView>,
    pub files: Vec<ReviewFile>,
    pub total_bytes: u32,
    /// The worst first.
    pub findings: Vec<Finding>,
    /// What the audit has not read, so that nobody takes it for clean.
    pub unread: Vec<Unread>,
    /// How many of the findings are high.
    pub high: u32,
    /// Whether those have to be accepted by a step of their own before it is installed.
    pub needs_acceptance: bool,
    /// None where nothing says it.
    pub licence: Option<String>,
    /// What proves where it comes from; none where the source is of a kind that proves nothing.
    pub provenance: Option<Provenance>,
    /// Folders that would be moved out of the way.
    pub replaces: Vec<String>,
    /// What is written where, in sentences.
    pub steps: Vec<String>,
    /// Packages of npm that it names and does not bring; they are not installed.
    pub dependencies: Vec<String>,
    /// What an update would change in the hook's folder; empty where it is none.
    pub changes: Vec<ChangedFile>,
    /// Where it is installed already, just as it is.
    pub up_to_date: Option<UpToDate>,
    /// Why it cannot be installed for this agent.
    pub blocked: Option<String>,
}

/// Whether fetched hooks are written for an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ReviewAgent {
    pub agent: AgentId,
    pub fits: bool,
    /// Why it does not, in a sentence.
    pub why: Option<String>,
}

/// One fetched hook as it would be.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ReviewHook {
    /// With the verdict that it would get here and now; it starts off.
    pub hook: Hook,
    pub triggers: Vec<Trigger>,
    /// What runs, in sentences.
    pub runs: Vec<String>,
    pub setup: Vec<SetupItem>,
}

/// What an installation would bring.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Review {
    /// With the verdict that each would get here and now.
    pub hooks: Vec<Hook>,
    /// What is a plugin, and no hook.
    pub plugins: Vec<PluginView>,
    pub files: Vec<ReviewFile>,
    /// Folders that would be moved out of the way.
    pub replaces: Vec<String>,
    pub findings: Vec<Finding>,
    /// What the audit has not read.
    pub unread: Vec<Unread>,
    /// None where the hook names none.
    pub licence: Option<String>,
    /// What proves where it comes from: a package of npm, a repository.
    pub provenance: Option<Provenance>,
}

impl From<ReviewView> for Review {
    fn from(view: ReviewView) -> Self {
        Self {
            hooks: view.hooks.into_iter().map(|one| one.hook).collect(),
            plugins: view.plugins,
            files: view.files,
            replaces: view.replaces,
            findings: view.findings,
            unread: view.unread,
            licence: view.licence,
            provenance: view.provenance,
        }
    }
}

/// A file that would be placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ReviewFile {
    /// Relative to its hook's folder.
    pub path: String,
    pub bytes: u32,
    /// What it held when it was shown.
    #[serde(skip)]
    pub stamp: Stamp,
    #[serde(serialize_with = "tacklebox_agents::hook::lossy")]
    #[cfg_attr(feature = "specta", specta(type = String))]
    pub goes_to: PathBuf,
}

/// Reviews the folders that a plan would place.
pub fn review(machine: &Machine, inventory: &Inventory, plan: &Plan) -> Review {
    let (mut review, mut hooks) = (Review::default(), Vec::new());
    look(&mut review, &mut hooks, machine, inventory, plan);
    review.hooks = hooks.into_iter().map(|one| one.hook).collect();
    review
}

/// The review of one folder that would be placed, and what the window shows of its hooks.
pub(crate) fn folder(
    machine: &Machine,
    inventory: &Inventory,
    dir: &Path,
    files: &[NewFile],
) -> (Review, Vec<ReviewHook>) {
    let mut review = Review::default();
    let hooks = place(&mut review, machine, inventory, None, (dir, files)).into_iter().collect();
    (review, hooks)
}

/// All of a review but its hooks, and those with what the window shows of each.
fn look(
    review: &mut Review,
    hooks: &mut Vec<ReviewHook>,
    machine: &Machine,
    inventory: &Inventory,
    plan: &Plan,
) {
    // It may be switched on with the same plan.
    let then = ops::changed(machine, inventory, plan);
    let inventory = then.as_ref().unwrap_or(inventory);
    let off = ops::off_then(inventory.agent(), plan);
    for step in &plan.steps {
        match step {
            Step::Place { dir, files } => {
                hooks.extend(place(review, machine, inventory, off.clone(), (dir, files)));
            }
            Step::Remove { dir } => review.replaces.push(dir.to_string_lossy().into_owned()),
            _ => {}
        }
    }
}

fn place(
    review: &mut Review,
    machine: &Machine,
    inventory: &Inventory,
    off: Option<BTreeSet<String>>,
    (dir, files): (&Path, &[NewFile]),
) -> Option<ReviewHook> {
    review.files.extend(files.iter().map(|file| ReviewFile {
        path: file.path.clone(),
        bytes: u32::try_from(file.bytes.len()).unwrap_or(u32::MAX),
        stamp: Stamp::of(&file.bytes),
        goes_to: dir.join(&file.path),
    }));
    // Read where nothing can be harmed, by the code that will read it in its place.
    let tmp = Temporary::in_system(machine).ok()?;
    let staged = tmp.path().join(dir.file_name().unwrap_or_default());
    stage(&staged, files).ok()?;
    if plugins::is_one(inventory.agent(), &staged) {
        let found = plugins::in_folder(inventory.agent(), &staged);
        let views = plugins::views(machine, inventory.agent(), &found).into_iter();
        review.plugins.extend(views.map(|view| in_place(view, &staged, dir)));
        review.findings.extend(review.plugins.iter().flat_map(|view| view.findings.clone()));
        return None;
    }
    let root = Root { source: Source::Managed, dir: tmp.path().to_owned(), tag: String::new() };
    let mut candidate = discover::read(inventory.agent(), &root, &staged, false)?;
    let found = examine::hook(&candidate);
    candidate.module = inventory.module_of(machine, &candidate, dir);
    move_to(&mut candidate, &staged, dir);
    let name = dir.file_name().unwrap_or_default().to_string_lossy();
    candidate.included = shipped::is_one(&name, inventory.agent().id(), files);
    let mut hook = inventory.preview(machine, dir, candidate.clone(), off)?;
    hook.findings = u32::try_from(found.findings.len()).unwrap_or(u32::MAX);
    review.findings.extend(found.findings);
    review.unread.extend(found.unread);
    Some(staged::one(machine, inventory.agent(), &candidate, hook))
}

/// A plugin's view as it will be where it goes to.
fn in_place(mut view: PluginView, from: &Path, to: &Path) -> PluginView {
    let moved = |path: &PathBuf| path.strip_prefix(from).map_or(path.clone(), |rest| to.join(rest));
    view.manifest = view.manifest.as_ref().map(moved);
    view.dir = to.to_owned();
    view
}

fn stage(staged: &Path, new: &[NewFile]) -> io::Result<()> {
    for file in new {
        let path = staged.join(&file.path);
        fs::create_dir_all(path.parent().unwrap_or(staged))?;
        let mode = if file.executable { 0o755 } else { 0o644 };
        files::save(&path, &file.bytes, &Stamp::Absent, mode).map_err(io::Error::other)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::install::included;
    use tacklebox_agents::agent::Options;
    use tacklebox_agents::hook::State;
    use tacklebox_audit::Severity;
    use tacklebox_machine::machine::Platform;

    /// The plan turns it on.
    #[test]
    #[expect(clippy::disallowed_methods, reason = "plays the person who had turned it off")]
    fn what_was_off_under_its_name_is_shown_as_it_will_be() {
        for (agent, name, file, text) in [
            (AgentId::Moltis, "tool-logger", ".moltis/disabled_hooks.json", "[\"tool-logger\"]"),
            (
                AgentId::Milady,
                "welcome",
                ".milady/milady.json",
                "{hooks: {internal: {enabled: true, entries: {welcome: {enabled: false}}}}}",
            ),
        ] {
            let home = tempfile::tempdir().unwrap();
            let machine = Machine::new(Platform::Linux, home.path(), BTreeMap::new());
            fs::create_dir_all(home.path().join(file).parent().unwrap()).unwrap();
            fs::write(home.path().join(file), text).unwrap();
            let inventory = Inventory::scan(&machine, agent, &Options::documented());
            let plan = included::plan_install(&machine, &inventory, name).unwrap();
            let hook = review(&machine, &inventory, &plan).hooks.remove(0);
            crate::apply::apply(&machine, &plan).unwrap();
            let now = Inventory::scan(&machine, agent, &Options::documented());
            let (then, _) = now.find(&hook.id).unwrap();
            assert_eq!((hook.state, hook.enabled), (then.state, true), "{agent:?}");
        }
    }

    #[test]
    fn shows_the_hook_as_it_will_be_and_writes_nothing() {
        let home = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, home.path(), BTreeMap::new());
        let inventory = Inventory::scan(&machine, AgentId::Milady, &Options::documented());
        let plan = included::plan_install(&machine, &inventory, "github-digest").unwrap();
        let review = review(&machine, &inventory, &plan);
        let dir = home.path().join(".milady/hooks/github-digest");
        assert_eq!(review.hooks[0].id, "milady/managed/github-digest");
        assert_eq!(review.hooks[0].state, State::NeedsSetup);
        assert_eq!(review.hooks[0].manifest, Some(dir.join("HOOK.md")));
        assert!(review.files.iter().any(|file| file.goes_to == dir.join("handler.ts")));
        assert!(review.findings.iter().all(|finding| finding.severity == Severity::Low));
        assert!(review.replaces.is_empty());
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    }
}
