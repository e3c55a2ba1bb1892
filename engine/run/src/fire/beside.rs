//! The same event by the rules of two versions of an agent, and where they come to something else.

use serde::Serialize;

use super::report::Report;
use crate::runtime::dispatch::{FiredRun, Verdict};
use tacklebox_agents::dialect::DOCUMENTED;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::words;

/// Something that came out in another way by other rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Differs {
    /// The hook's id.
    #[serde(skip)]
    pub id: Option<String>,
    /// The hook's name; none where it is about the event as a whole.
    pub hook: Option<String>,
    pub what: DiffersIn,
    /// By the rules in force, in words.
    pub here: String,
    /// By the other rules.
    pub there: String,
}

/// What came out in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "kebab-case")]
pub enum DiffersIn {
    /// Whether the event is ever sent.
    Sent,
    /// What a hook came to, or whether it was called at all.
    Hook,
    /// In which order the hooks were called.
    Order,
    /// What the event came to.
    Outcome,
    /// What it goes on with.
    Data,
    /// What the hooks say to the user.
    Messages,
}

/// The version to hold beside the one in force: the one that is wished, else the usual one. `closed` is whether
/// each of the two is in a closed box, for only there it is harmless to do everything twice.
///
/// # Errors
/// Where it would not be harmless, or there is no such version.
pub fn beside(
    inventory: &Inventory,
    wished: Option<&str>,
    closed: bool,
) -> Result<&'static str, Failure> {
    let (id, title) = (inventory.agent().id(), inventory.agent().dialect.title);
    let version = match wished {
        None => usual(inventory),
        Some(wished) => id.runtime(wished).map(|runtime| runtime.version).ok_or_else(|| {
            let known: Vec<_> = id.runtimes().iter().map(|it| it.version).collect();
            let message = format!("{title} is not known in version {wished}.");
            Failure::new(Code::Usage, message)
                .hint(format!("Nothing ran. Known are: {}.", known.join(", ")))
        })?,
    };
    if !closed {
        return Err(Failure::new(
            Code::CannotRun,
            "Outside of a closed box, a second try would do everything twice.",
        )
        .hint("Nothing ran. Try it in a box, or by one version alone."));
    }
    Ok(version)
}

/// The version whose rules are the usual ones to hold beside those in force: the documentation, and beside that the
/// newest one that is known.
fn usual(inventory: &Inventory) -> &'static str {
    let agent = inventory.agent();
    let newest = || agent.id().runtimes().last().map_or(DOCUMENTED, |runtime| runtime.version);
    if agent.runtime.runtime.version == DOCUMENTED { newest() } else { DOCUMENTED }
}

/// Where two outcomes of one event are not the same. How long something took does not count.
pub fn differences(here: &Report, there: &Report) -> Vec<Differs> {
    let mut all = Vec::new();
    let mut differ = |hook: Option<(&str, &str)>, what, here: String, there: String| {
        if here != there {
            let (id, hook) = hook.map(|(id, name)| (id.to_owned(), name.to_owned())).unzip();
            all.push(Differs { id, hook, what, here, there });
        }
    };
    // Where nobody is called there is nothing to say of it.
    if !here.ids.is_empty() && !there.ids.is_empty() {
        differ(None, DiffersIn::Sent, sent(here), sent(there));
    }
    let mut ids: Vec<&String> = Vec::new();
    for id in here.ids.iter().chain(&there.ids) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    for id in &ids {
        let run = runs(here, id).chain(runs(there, id)).next();
        let hook = run.map(|run| (&***id, &*run.hook));
        if came_to(here, id).ne(came_to(there, id)) {
            differ(hook, DiffersIn::Hook, words_of(here, id), words_of(there, id));
        }
    }
    let both = |report: &Report, other: &Report| {
        let called = report.ids.iter().zip(&report.fired.runs);
        let shared = called.filter(|(id, _)| other.ids.contains(id));
        words::all_of(shared.map(|(_, run)| run.hook.clone()))
    };
    differ(None, DiffersIn::Order, both(here, there), both(there, here));
    let (one, other) = (&here.fired, &there.fired);
    if (one.outcome, &one.reason) != (other.outcome, &other.reason) {
        let outcome = |report: &Report| {
            said(report.tag(report.fired.outcome), report.fired.reason.as_deref())
        };
        differ(None, DiffersIn::Outcome, outcome(here), outcome(there));
    }
    differ(None, DiffersIn::Data, one.data.to_string(), other.data.to_string());
    differ(None, DiffersIn::Messages, one.messages.join("\n"), other.messages.join("\n"));
    all
}

fn runs<'a>(report: &'a Report, id: &str) -> impl Iterator<Item = &'a FiredRun> {
    let all = report.ids.iter().zip(&report.fired.runs);
    all.filter(move |(own, _)| *own == id).map(|(_, run)| run)
}

fn sent(report: &Report) -> String {
    let never = report.fired.runs.iter().any(|run| run.sent == Some(false));
    if never { "Never sent" } else { "Sent" }.to_owned()
}

/// Where one version alone lets a hook stop the event, they call what ran differently: that is not a difference.
fn came_to<'a>(report: &'a Report, id: &str) -> impl Iterator<Item = (Verdict, Option<&'a str>)> {
    runs(report, id).map(|run| (run.outcome, run.reason.as_deref()))
}

fn words_of(report: &Report, id: &str) -> String {
    let all: Vec<_> =
        runs(report, id).map(|run| said(report.tag_of(run), run.reason.as_deref())).collect();
    if all.is_empty() { "Not called".to_owned() } else { all.join(" · ") }
}

fn said(tag: &str, reason: Option<&str>) -> String {
    match reason {
        Some(reason) => format!("{tag}: {}", reason.trim_end_matches('.')),
        None => tag.to_owned(),
    }
}
