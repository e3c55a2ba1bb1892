//! One after the other: each handler gets what the last one made of the event, and what all of them
//! have to say is collected in order.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use super::handler::Called;
use super::outcome::{Outcome, RunRecord, Verdict};
use super::run::{self, Started};
use crate::event::Event;
use crate::outcome::{Answer, Ran};
use crate::payload;
use crate::registry::{Host, Listeners, Registered};

/// An event on its way from handler to handler.
pub(super) struct Turn<'a> {
    host: &'a Host,
    listeners: &'a Listeners,
    block: bool,
    outcome: Outcome,
}

impl<'a> Turn<'a> {
    pub(super) fn new(
        host: &'a Host,
        listeners: &'a Listeners,
        event: Arc<Event>,
        block: bool,
    ) -> Self {
        let outcome = Outcome::new(event, listeners.len());
        Self { host, listeners, block, outcome }
    }

    pub(super) async fn run(mut self) -> Outcome {
        while let Some((of, called, since)) = poll_fn(|cx| Poll::Ready(self.advance(cx))).await {
            let ran = run::wait(called, of.hook.limit).await;
            self.take(of, ran, since.elapsed());
        }
        self.outcome
    }

    /// Calls handlers until one has to be waited for.
    fn advance(&mut self, cx: &mut Context<'_>) -> Option<(&'a Arc<Registered>, Called, Instant)> {
        let (host, listeners) = (self.host, self.listeners);
        for of in listeners.from(self.outcome.runs.len()) {
            if self.outcome.outcome == Verdict::Block {
                self.outcome.runs.push(self.behind_the_block(of));
                continue;
            }
            match run::start(of, &self.outcome.event, host, cx) {
                Started::Done(ran, duration) => self.take(of, ran, duration),
                Started::Waiting(called, since) => return Some((of, called, since)),
                Started::LeftOut(why) => {
                    self.outcome.runs.push(RunRecord::new(of, Verdict::Skipped, Some(why)));
                }
            }
        }
        None
    }

    fn behind_the_block(&self, of: &Arc<Registered>) -> RunRecord {
        let blocker = self.outcome.runs.iter().find(|run| run.outcome == Verdict::Block);
        let why = blocker.map(|run| format!("{} stopped the event before", run.hook()));
        RunRecord::new(of, Verdict::Skipped, why)
    }

    /// What one answer makes of the event.
    fn take(&mut self, of: &Arc<Registered>, ran: Ran, duration: Duration) {
        let outcome = &mut self.outcome;
        if !ran.messages.is_empty() {
            Arc::make_mut(&mut outcome.event).messages.extend(ran.messages);
        }
        let (verdict, reason) = match ran.answer {
            Answer::Modify(data) => {
                payload::apply(Arc::make_mut(&mut outcome.event), data);
                outcome.outcome = Verdict::Modify;
                (Verdict::Modify, None)
            }
            Answer::Block(reason) if self.block => {
                outcome.outcome = Verdict::Block;
                outcome.reason = Some(reason.clone());
                (Verdict::Block, Some(reason))
            }
            answer => run::observed(answer),
        };
        let mut run = RunRecord::new(of, verdict, reason);
        (run.duration, run.seen) = (duration, ran.seen);
        run::settle(&run, self.host);
        outcome.runs.push(run);
    }
}
