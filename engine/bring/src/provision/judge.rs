//! What the end of an installer means, as sentences.

use super::failure;
use super::methods::Method;
use super::run::{Outcome, Report, Run, failed};
use tacklebox_machine::process::{Ended, How, NotRun};

impl Run<'_, '_> {
    pub(super) fn cancelled(&self) -> Report {
        let hint = "What was downloaded so far may stay. You can start again at any time.";
        Report {
            outcome: Outcome::Cancelled,
            sentence: format!(
                "{} was not installed: you stopped it.",
                self.order.offer.option.program
            ),
            hint: Some(hint.to_owned()),
            technical: None,
        }
    }

    /// What the end of the command means; none where it was content.
    pub(super) fn judge(&self, ended: Result<Ended, NotRun>, tail: &str) -> Option<Report> {
        let option = &self.order.offer.option;
        let (how, manager) = (ended.as_ref().map(|ended| ended.how), self.manager());
        let (sentence, hint, status) = match how {
            Ok(How::Exited(0)) => return None,
            Ok(How::Cancelled) => return Some(self.cancelled()),
            Ok(How::TimedOut) => (
                format!(
                    "{manager} did not finish within {} minutes, so it was stopped.",
                    self.minutes()
                ),
                "It may have waited for an answer. Copy the command into a terminal to see what it asks.",
                "stopped at its time limit".to_owned(),
            ),
            Ok(How::Exited(status)) => {
                let reason = self.reason(status, tail);
                (
                    match &reason {
                        Some(reason) => format!(
                            "{manager} could not install {}: {}.",
                            option.program, reason.why
                        ),
                        None => format!("{manager} could not install {}.", option.program),
                    },
                    reason.map_or(
                        "The details say what it printed. Choose another way, or copy the command into a terminal.",
                        |reason| reason.hint,
                    ),
                    format!("exit status {status}"),
                )
            }
            Ok(How::Signal(signal)) => (
                format!("{manager} ended before it was done."),
                "Try again. If it happens once more, copy the command into a terminal.",
                format!("ended by signal {signal}"),
            ),
            Err(error) => (
                format!("{manager} could not be started."),
                "Nothing was changed. Choose another way to install it.",
                error.to_string(),
            ),
        };
        let mut report = failed(sentence, Some(hint));
        report.technical = Some(format!("{status}\n{tail}").trim_end().to_owned());
        Some(report)
    }

    pub(super) const fn minutes(&self) -> u64 {
        self.order.limit.as_secs() / 60
    }

    fn reason(&self, status: i32, tail: &str) -> Option<failure::Reason> {
        // What pkexec itself answers, in whatever language it speaks.
        let asked = matches!(&self.order.offer.method, Method::Command { argv, .. }
            if argv.first().is_some_and(|word| word == "pkexec"));
        if asked && matches!(status, 126 | 127) {
            return failure::reason("not authorized");
        }
        failure::reason(tail)
    }

    pub(super) fn manager(&self) -> &'static str {
        match &self.order.offer.method {
            Method::Command { manager, .. } => manager,
            Method::Fetch(_) | Method::Shown => "The installation",
        }
    }
}
