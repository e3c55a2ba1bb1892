//! Ways that need no package manager: a download, a repository or a package of npm goes into the agent's
//! own folder of tools.

use std::sync::{Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

use super::output::Line;
use super::run::{Outcome, Report, Run, StepState, Told, failed};
use crate::fetch::{self, FetchError, Progress};
use tacklebox_agents::hook::InstallSpec;
use tacklebox_machine::machine::Machine;

impl Run<'_, '_> {
    pub(super) async fn fetch(
        &mut self,
        spec: &InstallSpec,
        cancel: &CancellationToken,
        look_again: impl FnOnce() -> Machine,
    ) -> Report {
        self.begin(0);
        let order = self.order;
        let fetched = {
            let tell = Mutex::new(&mut *self.tell);
            let progress = |progress: Progress| {
                let line = match progress {
                    Progress::Step(text) | Progress::Output(text) => Line::Whole(text),
                    Progress::Received { bytes, total } => Line::Passing(received(bytes, total)),
                };
                (tell.lock().unwrap_or_else(PoisonError::into_inner))(Told::Output(&line));
            };
            let work = fetch::install_spec(order.machine, order.home, spec, &progress, cancel);
            tokio::time::timeout(order.limit, work).await
        };
        let program = &order.offer.option.program;
        let fetched = match fetched {
            Ok(Ok(fetched)) => fetched,
            Ok(Err(FetchError::Cancelled)) => {
                self.end(0, StepState::Cancelled, None);
                return self.cancelled();
            }
            Ok(Err(error)) => {
                self.end(0, StepState::Failed, None);
                return failed(format!("{program} was not installed. {error}"), None);
            }
            Err(_) => {
                self.end(0, StepState::Failed, None);
                let sentence = format!(
                    "It did not finish within {} minutes, so it was stopped.",
                    self.minutes()
                );
                return failed(sentence, Some("Nothing was changed. Try again later."));
            }
        };
        self.end(0, StepState::Done, None);

        self.begin(1);
        let machine = look_again();
        self.found(1, &machine).unwrap_or_else(|| {
            let mut said = fetched.sentences.into_iter();
            Report {
                outcome: Outcome::Missing,
                sentence: said.next().unwrap_or_else(|| format!("{program} is still not found.")),
                hint: Some(said.collect::<Vec<_>>().join(" ")).filter(|hint| !hint.is_empty()),
                technical: None,
            }
        })
    }
}

/// "12.3 of 45.0 MB, 27%"
fn received(bytes: u64, total: Option<u64>) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a figure to look at")]
    let mega = |bytes: u64| bytes as f64 / 1e6;
    let percent = |total| Some((total, bytes.saturating_mul(100).checked_div(total)?));
    match total.and_then(percent) {
        Some((total, percent)) => {
            format!("{:.1} of {:.1} MB, {percent}%", mega(bytes), mega(total))
        }
        None => format!("{:.1} MB", mega(bytes)),
    }
}
