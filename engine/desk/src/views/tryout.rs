//! What the window is told of a try.

use serde::{Deserialize, Serialize};

use crate::Failure;
use tacklebox_agents::hook::{AgentId, State};
use tacklebox_change::plugins::sentence::PluginSentence;
use tacklebox_change::sentence::Sentence;
use tacklebox_run::boxed::Kind;
use tacklebox_run::boxed::told::TryDeed;
use tacklebox_run::fire::Differs;
use tacklebox_run::runtime::dispatch::Verdict;

/// An event that can be tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TryMoment {
    pub key: String,
    /// `area.point` of the table of moments; none for a key that no table knows.
    pub moment: Option<String>,
    /// "Before a tool is used"
    pub label: String,
    pub sentence: String,
    /// Whether a hook may change or stop what happens.
    pub modifying: bool,
    /// Whether the version in force ever sends it.
    pub sent: bool,
    /// What the event carries, as JSON to start from.
    pub sample: String,
    /// Who listens, in the order in which they would be called.
    pub hooks: Vec<TryHook>,
}

/// A hook that listens to an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TryHook {
    pub id: String,
    pub title: String,
    pub emoji: Option<String>,
    pub state: State,
    /// Why it is left out when all that listen are tried; none where it is called.
    pub left_out: Option<String>,
    /// Why it cannot be tried even alone; none where it can.
    pub blocked: Option<String>,
}

/// What is to be tried.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TryRequest {
    pub agent: AgentId,
    /// The event, in the agent's own spelling.
    pub key: String,
    /// One hook by its id, or all that are ready.
    pub hook: Option<String>,
    /// JSON text: the event's data, or its context.
    pub data: String,
    /// The person has read what [`TryStart::Confirm`] says.
    pub confirmed: bool,
    /// A hook as it is being typed, tried instead of the saved one.
    pub sentence: Option<Sentence>,
    /// A file of the hook as it is being typed, tried instead of the saved one.
    pub file: Option<TypedFile>,
    /// A plugin that is a sentence, as it is being typed, tried instead of the saved one.
    pub plugin: Option<TypedPlugin>,
    /// Outside of a box: files meant for the workspace go to a folder that is thrown away.
    pub scratch: bool,
    /// In a box, as far as this computer has one.
    pub boxed: bool,
    /// In the box, with the network.
    pub network: bool,
    /// Tried once more, in a box of its own, by the rules of this version of the agent.
    pub beside: Option<String>,
}

/// The text of a file of a hook before it is saved.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TypedFile {
    /// Relative to the hook's folder.
    pub file: String,
    pub text: String,
}

/// A plugin that is a sentence before it is saved.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TypedPlugin {
    /// Its id; of a new one the name that was typed.
    pub id: String,
    pub sentence: PluginSentence,
}

/// What a box is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TryBox {
    pub kind: Kind,
    /// Secret places are out of reach in it, and the network unless it is given.
    pub closed: bool,
    /// What it does not do; none where it does all.
    pub weakness: Option<String>,
}

/// What became of a wish to try.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum TryStart {
    /// To be read first: foreign hooks, hooks that are off.
    Confirm { title: String, sentences: Vec<String> },
    /// It runs; [`TryState`]s with this number follow.
    Started { run: u32 },
}

/// How far a try is. Sent whenever something happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TryState {
    pub run: u32,
    pub agent: AgentId,
    pub key: String,
    /// In the order of the calls.
    pub rows: Vec<TryRow>,
    /// Where it is done.
    pub result: Option<TryResult>,
    /// A hook was really called and answered, and none failed or was ended: what was tried may be turned on.
    pub answered: bool,
    /// Where it could not be done at all.
    pub error: Option<Failure>,
    /// What came of it by the rules of another version, where that was wished.
    pub beside: Option<TryBeside>,
}

/// A try by the rules of another version than the one in force.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TryBeside {
    pub version: String,
    pub rows: Vec<TryRow>,
    pub result: Option<TryResult>,
    /// Where the two came to something else.
    pub differences: Vec<Differs>,
    /// Why it could not be tried by that version.
    pub error: Option<Failure>,
}

/// One hook's run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TryRow {
    /// The hook's id.
    pub hook: String,
    pub title: String,
    pub emoji: Option<String>,
    /// The key it was called for: a hook on `session` and `session:new` runs twice.
    pub key: String,
    /// None while it runs, or waits for its turn.
    pub outcome: Option<Verdict>,
    /// The person ended it: it did not fail.
    pub cancelled: bool,
    /// "Changed it", "Let it pass", "Stopped it", "Failed", "Took too long", "Not called", "Cancelled"
    pub tag: String,
    /// What it did, in one sentence: "Ended with status 7. The action continues without it."
    pub sentence: String,
    pub duration_ms: Option<u32>,
    pub exit_code: Option<i32>,
    pub messages: Vec<String>,
    /// What it changed, as the lines of a diff; empty where nothing.
    pub diff: Vec<DiffLine>,
    pub stdout: String,
    pub stderr: String,
    /// What it did, where it ran in a box that tells.
    pub deeds: Vec<TryDeed>,
    /// What it ran in; none where that is not known yet, or it did not run.
    pub boxed: Option<Kind>,
}

/// What all runs together came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TryResult {
    pub outcome: Verdict,
    /// "Guard stopped it: not in this folder."
    pub sentence: String,
    pub messages: Vec<String>,
    /// That nobody reads them, where there are some.
    pub unread: Option<String>,
    /// The event's data before and after, as the lines of a diff of formatted JSON.
    pub diff: Vec<DiffLine>,
    /// "Tried in a box: secret places and the network were out of reach."
    pub boxed: Option<String>,
    /// "Nothing of yours was changed."
    pub yours: String,
}

/// A line of a diff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct DiffLine {
    pub sign: Sign,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum Sign {
    Same,
    Removed,
    Added,
}
