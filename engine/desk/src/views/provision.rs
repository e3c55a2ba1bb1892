//! What the window is told of the installation of a program.

use serde::Serialize;

use tacklebox_bring::provision::{Progress, Report, Step};

/// An installation as the page sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ProvisionView {
    pub job: String,
    pub hook: String,
    pub program: String,
    /// The id of the way.
    pub method: String,
    /// In fixed places from the beginning on.
    pub steps: Vec<Step>,
    /// Of the step that runs.
    pub progress: Progress,
    /// How long it has been going on, or went on, in milliseconds.
    pub elapsed: u32,
    /// None while it runs.
    pub ended: Option<Report>,
}

/// Something new about an installation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ProvisionChanged {
    pub view: ProvisionView,
    /// What was printed since the last time.
    pub output: OutputPart,
}

/// A part of what an installer printed. The numbers count all bytes since its beginning: a part that does
/// not begin where the last one ended leaves something out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct OutputPart {
    pub from: u32,
    pub to: u32,
    pub text: String,
}
