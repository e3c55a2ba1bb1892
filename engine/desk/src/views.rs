//! What the window is told, in its own types.

mod incoming;
mod provision;
mod tryout;

use serde::Serialize;

pub use self::incoming::{IncomingProgress, IncomingState, IncomingStep, IncomingView};
pub use self::provision::{OutputPart, ProvisionChanged, ProvisionView};
pub use self::tryout::{
    DiffLine, Sign, TryBeside, TryBox, TryHook, TryMoment, TryRequest, TryResult, TryRow, TryStart,
    TryState, TypedFile, TypedPlugin,
};
use tacklebox_agents::hook::{AgentId, Hook};
use tacklebox_change::apply::Change;
use tacklebox_change::plan::PlanView;
use tacklebox_inventory::overview::AgentView;
use tacklebox_machine::machine::Platform;
pub use tacklebox_run::boxed::told::{DeedKind, TryDeed};

/// All that the sidebar shows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Overview {
    pub agents: Vec<AgentView>,
    /// The agent of a computer on which none was found: hooks can be installed for it all the same.
    pub default_agent: AgentId,
    pub machine: MachineView,
}

/// What the first picture of a window shows. It is handed over with the page, so that nothing has to be asked for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FirstPage {
    /// How many changes were told before.
    pub told: u32,
    pub overview: Overview,
    pub hooks: Vec<Hook>,
}

/// Where programs are looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct MachineView {
    pub platform: Platform,
    /// The user's home, so that paths can be shown with `~`.
    pub home: String,
    pub path_dirs: Vec<String>,
    pub path_source: PathSource,
    /// The login shell's PATH is still being read: what is missing may yet be found.
    pub checking: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "kebab-case")]
pub enum PathSource {
    LoginShell,
    Process,
}

/// Hooks of an agent changed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct InventoryChanged {
    pub agent: AgentView,
    /// Everything known of the agent is void.
    pub full: bool,
    pub upserted: Vec<Hook>,
    pub removed: Vec<String>,
}

/// What the window is told without asking.
#[derive(Clone, Debug)]
pub enum Event {
    Inventory(Box<InventoryChanged>),
    Machine(MachineView),
    Provision(Box<ProvisionChanged>),
    Try(Box<TryState>),
    Incoming(Box<IncomingView>),
}

/// A change was made, or waits for a yes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Outcome {
    Done { change: Change },
    Confirm { plan: PlanView },
}

/// An included hook was installed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Installed {
    pub id: String,
    pub change: Change,
}
