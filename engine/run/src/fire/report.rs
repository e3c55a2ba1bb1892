//! What came of an event, in the names by which people know hooks and places.

use serde::Serialize;
use serde_json::{Map, Value};

use super::watch::Call;
use super::{Of, Request, family, sample};
use crate::boxed::Boxed;
use crate::runtime::dispatch::{Fired, FiredRun, Outcome, Verdict};
use crate::runtime::outcome::CANCELLED;
use tacklebox_agents::dialect::sent::FILLED;
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::check::LoadedBy;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// What came of an event, with the hooks behind the runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    #[serde(flatten)]
    pub fired: Fired,
    /// That nobody reads what the hooks say to the user, where they say something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unread: Option<String>,
    /// What modules of hooks were loaded by, where that is not the agent's own runtime.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loaded_by: Option<LoadedBy>,
    /// The id of each run's hook.
    #[serde(skip)]
    pub ids: Vec<String>,
    /// What is said of each run, and behind them of each plugin that was asked and has no hook for the event.
    #[serde(skip)]
    pub said: Vec<Said>,
    /// What all of it came to, in a sentence.
    #[serde(skip)]
    pub end: String,
    /// Whether a hook may change or stop what happens.
    #[serde(skip)]
    pub(super) modifying: bool,
}

/// What is said of one hook.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// The hook's id.
    pub id: String,
    pub title: String,
    /// What it came to, in two or three words.
    pub tag: &'static str,
    pub sentence: String,
    /// A person ended it: it did not fail.
    pub cancelled: bool,
    /// What was seen of it; none where it was not called.
    pub call: Option<Call>,
}

impl Report {
    /// `outcome` names hooks by their ids; people know them by their names.
    pub(super) fn new(inventory: &Inventory, outcome: Outcome) -> Self {
        let mut fired = outcome.into_fired();
        let plugin = |id: &str| {
            tacklebox_inventory::plugins::id_in(inventory.agent(), id).map(str::to_owned)
        };
        let name = |id: &str| match inventory.find(id) {
            Some((hook, _)) => Some(hook.name.clone()),
            None => plugin(id),
        };
        let agent = inventory.agent();
        let own = family(inventory, Of::Hook);
        let dispatch = agent.dialect.dispatch_of(&fired.event);
        let internal = dispatch.is_some_and(|(it, _)| it.keys == own);
        let never = internal && !inventory.heard().is_sent(agent, &fired.event);
        let mut ids = Vec::new();
        for run in &mut fired.runs {
            run.sent = never.then_some(false);
            let name = name(&run.hook).unwrap_or_else(|| run.hook.clone());
            ids.push(std::mem::replace(&mut run.hook, name));
        }
        for run in &mut fired.runs {
            for (id, name) in ids.iter().filter_map(|id| Some((id, name(id)?))) {
                run.reason = run.reason.take().map(|reason| reason.replace(id, &name));
            }
        }
        let unread = internal && !fired.messages.is_empty() && !agent.answers().reads(&fired.event);
        let unread = unread.then(|| {
            let named = agent.runtime.named();
            format!("{named} reads nothing of what a hook says at that moment: nobody sees it.")
        });
        let modifying = dispatch.is_some_and(|(_, modifying)| modifying);
        Self {
            fired,
            unread,
            loaded_by: None,
            ids,
            said: Vec::new(),
            end: String::new(),
            modifying,
        }
    }

    /// That modules were loaded by another runtime than the agent would use, and why.
    pub fn ran_elsewhere(&self, machine: &Machine, agent: AgentId) -> Option<String> {
        let by = self.loaded_by.as_ref()?;
        let version = by.version.as_deref().map(|it| format!(" {it}")).unwrap_or_default();
        let (title, program) = (agent.dialect().title, machine.show(&by.program));
        let why = by.why.as_deref().unwrap_or_default();
        Some(format!(
            "Tried with {}{version} ({program}), not with {title}'s own runtime: {why}.",
            by.name
        ))
    }

    /// Whether a hook, or any where none is named, was really called and answered, and none failed or was ended.
    pub fn answered(&self, id: Option<&str>) -> bool {
        let runs = self.fired.runs.iter().zip(&self.ids);
        let runs = runs.filter(|(_, of)| id.is_none_or(|id| id == *of)).map(|(run, _)| run);
        let mut called = runs.filter(|run| run.outcome != Verdict::Skipped).peekable();
        called.peek().is_some() && called.all(has_answered)
    }

    /// Without the config that was filled in for hooks to read, wherever none of them changed it.
    pub(super) fn without_config(&mut self, calls: &mut [Call], config: &Value) {
        let take = |data: &mut Value| {
            if let Some(place) = data.get_mut(FILLED.0).filter(|place| *place == config) {
                *place = Value::Object(Map::new());
            }
        };
        for (before, after) in calls.iter_mut().filter_map(|call| call.change.as_mut()) {
            if before.get(FILLED.0) == after.get(FILLED.0) {
                take(before);
                take(after);
            }
        }
        take(&mut self.fired.data);
    }

    /// Without the names of the box: each stands for another. What the event was given beside its data, for
    /// hooks to find the copy of the workspace, does not belong to it.
    pub(super) fn told_plainly(
        &mut self,
        calls: &mut [Call],
        boxed: &Boxed,
        request: &Request,
        inventory: &Inventory,
    ) {
        let fired = &mut self.fired;
        let given = request.data.clone().unwrap_or_else(|| sample(inventory, &request.key));
        let ours = given.get("workspaceDir").is_none();
        let changes = calls.iter_mut().filter_map(|call| call.change.as_mut());
        let changes = changes.flat_map(|(before, after)| [before, after]);
        for data in changes.chain([&mut fired.data]) {
            let text = boxed.plain(&serde_json::to_string(&*data).unwrap_or_default());
            if let Ok(plain) = serde_json::from_str(&text) {
                *data = plain;
            }
            if let Some(data) = data.as_object_mut().filter(|_| ours) {
                data.remove("workspaceDir");
            }
        }
        let runs = fired.runs.iter_mut();
        let texts = runs.flat_map(|run| {
            [&mut run.stdout, &mut run.stderr].into_iter().chain(run.reason.as_mut())
        });
        let said = calls.iter_mut().flat_map(|call| &mut call.messages);
        for text in texts.chain(said).chain(&mut fired.messages).chain(fired.reason.as_mut()) {
            *text = boxed.plain(text);
        }
    }
}

/// Whether a person ended it: then it did not fail.
pub(super) fn was_cancelled(run: &FiredRun) -> bool {
    // What that means for the event may be said behind it.
    let reason = run.reason.as_deref().unwrap_or_default();
    run.outcome == Verdict::Failed && reason.starts_with(CANCELLED)
}

/// Whether the hook answered.
fn has_answered(run: &FiredRun) -> bool {
    let answer = matches!(run.outcome, Verdict::Continue | Verdict::Modify | Verdict::Block);
    answer && !was_cancelled(run)
}
