//! What a hook amounts to, and what its row says of that.

use serde::{Deserialize, Serialize};

/// What a hook amounts to on this computer; the first that applies, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Manifest or handler unusable, no events, or refused by the audit.
    Broken,
    /// Another hook of the same name takes its place.
    Replaced,
    /// Its `os` list leaves this computer out.
    CannotRunHere,
    /// Its own switch is off, or hooks as a whole are.
    Off,
    /// A program, variable or setting is missing.
    NeedsSetup,
    /// It loads, and the version in force sends none of its moments.
    NotCalled,
    /// By the agent's rules it would load, and at least one of its moments is sent. Whether a running agent
    /// has loaded it, only the agent knows.
    Ready,
}

/// What the row of a hook says: its state, or what matters more than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "kebab-case")]
pub enum Row {
    /// It was never on since it was made.
    Draft,
    /// Its rules call it ready, and today's agent would not run it as it is.
    NeedsFix,
    /// Its rules call it ready and it is called, and nothing comes of it with this version.
    NoEffect,
    Broken,
    Replaced,
    CannotRunHere,
    Off,
    NeedsSetup,
    NotCalled,
    Ready,
}

impl From<State> for Row {
    fn from(state: State) -> Self {
        match state {
            State::Broken => Self::Broken,
            State::Replaced => Self::Replaced,
            State::CannotRunHere => Self::CannotRunHere,
            State::Off => Self::Off,
            State::NeedsSetup => Self::NeedsSetup,
            State::NotCalled => Self::NotCalled,
            State::Ready => Self::Ready,
        }
    }
}
