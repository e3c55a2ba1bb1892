//! What the window is shown of hooks from elsewhere.

use serde::Serialize;

use crate::Failure;
use tacklebox_agents::hook::AgentId;
use tacklebox_bring::provision::StepState;
use tacklebox_change::install::review::ReviewView;

/// Something that is fetched, reviewed and perhaps installed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct IncomingView {
    pub job: String,
    /// Where it comes from, without what may be a key in it.
    pub source: String,
    /// It has an address that can be looked at once more.
    pub again: bool,
    pub agent: AgentId,
    /// In fixed places from the beginning on.
    pub steps: Vec<IncomingStep>,
    /// Of the step that runs.
    pub progress: IncomingProgress,
    pub state: IncomingState,
}

/// One step on the way to the review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct IncomingStep {
    /// "Downloading greeter 1.2.0"
    pub title: String,
    pub state: StepState,
}

/// How much of a download is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct IncomingProgress {
    /// At most 256 MiB are fetched.
    pub bytes: u32,
    /// What the other side says.
    pub total: Option<u32>,
}

/// How far it is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum IncomingState {
    /// A link asks for it. Nothing was fetched yet.
    Proposed,
    Fetching,
    Review {
        review: Box<ReviewView>,
    },
    Failed {
        error: Failure,
    },
    Cancelled,
    Installed {
        /// The hooks, in the order of the review.
        ids: Vec<String>,
        /// What takes it back; none where it was there already.
        undo: Option<String>,
        summary: String,
    },
}
