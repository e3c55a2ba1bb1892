//! What has to be accepted before something is installed: decided here, once, for every shell.

use super::review::ReviewView;
use tacklebox_audit::Severity;
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::words;

impl ReviewView {
    /// With its findings in order, the worst first, and with what they ask of a person: what is serious among them has
    /// to be accepted by a step of its own, for an update as for an installation; where nothing would be written, there
    /// is nothing to accept.
    pub(super) fn weighed(mut self) -> Self {
        self.findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        let high = self.findings.iter().filter(|finding| finding.severity == Severity::High);
        self.high = u32::try_from(high.count()).unwrap_or(u32::MAX);
        self.needs_acceptance =
            self.high > 0 && self.up_to_date.is_none() && self.blocked.is_none();
        self
    }

    /// Whether it may be installed.
    ///
    /// # Errors
    /// `needs-acceptance`, with every serious finding.
    pub fn accepted(&self, findings_too: bool) -> Result<(), Failure> {
        let Some(found) = self.unaccepted(findings_too) else { return Ok(()) };
        Err(Failure::new(Code::NeedsAcceptance, format!("{found} Nothing was changed."))
            .command("Read the files first. If you still trust it, add --accept-findings."))
    }

    /// Every serious finding, in a sentence, where they have to be accepted first.
    pub(crate) fn unaccepted(&self, findings_too: bool) -> Option<String> {
        if !self.needs_acceptance || findings_too {
            return None;
        }
        let high = self.findings.iter().filter(|finding| finding.severity == Severity::High);
        let said: Vec<String> = high
            .map(|one| format!("{} ({}:{})", one.why.trim_end_matches('.'), one.file, one.line))
            .collect();
        let count = words::count(said.len(), "serious finding");
        Some(format!("The check has {count}: {}.", said.join("; ")))
    }

    /// Whether a yes to this one counts for another: the same is written, and the check finds the same in it.
    pub fn is_same(&self, other: &Self) -> bool {
        let done = |one: &Self| (one.agent, one.up_to_date.is_some(), one.high);
        done(self) == done(other)
            && self.files == other.files
            && self.findings == other.findings
            && self.changes == other.changes
            && self.replaces == other.replaces
            && self.steps == other.steps
    }
}
