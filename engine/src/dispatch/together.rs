//! At the same time: handlers only look at the event. Each is polled once, in order; those that have
//! not answered by then are waited for together.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use super::handler::Called;
use super::outcome::{Outcome, RunRecord, Verdict};
use super::run::{self, Started};
use crate::event::Event;
use crate::outcome::Ran;
use crate::registry::{Host, Listeners};

/// An event before all of its handlers. It owns what it needs, since nobody may be waiting for it.
pub(super) struct Together {
    listeners: Listeners,
    by_priority: bool,
    outcome: Outcome,
    /// What handlers have to say, with their place: they do not end in order.
    said: Vec<(usize, Vec<String>)>,
}

/// A handler that did not answer at once.
pub(super) struct Waiting {
    place: usize,
    called: Called,
    since: Instant,
    limit: Option<Duration>,
}

impl Together {
    pub(super) fn new(listeners: Listeners, event: Arc<Event>, by_priority: bool) -> Self {
        let outcome = Outcome::new(event, listeners.len());
        Self { listeners, by_priority, outcome, said: Vec::new() }
    }

    pub(super) const fn event(&self) -> &Arc<Event> {
        &self.outcome.event
    }

    /// Starts the handlers that were not started yet: all of them, or one priority after the other until
    /// one of those started has to be waited for.
    pub(super) fn start(&mut self, host: &Host, cx: &mut Context<'_>) -> Vec<Waiting> {
        let Self { listeners, by_priority, outcome, said } = self;
        let mut waiting: Vec<Waiting> = Vec::new();
        let mut priority = None;
        for of in listeners.from(outcome.runs.len()) {
            let place = outcome.runs.len();
            let next = Some(of.hook.priority);
            if *by_priority && !waiting.is_empty() && priority != next {
                break;
            }
            priority = next;
            match run::start(of, &outcome.event, host, cx) {
                Started::Done(ran, duration) => {
                    let mut run = RunRecord::new(of, Verdict::Continue, None);
                    answer(&mut run, said, place, ran, duration, host);
                    outcome.runs.push(run);
                }
                Started::Waiting(called, since) => {
                    outcome.runs.push(RunRecord::new(of, Verdict::Continue, None));
                    waiting.push(Waiting { place, called, since, limit: of.hook.limit });
                }
                Started::LeftOut(why) => {
                    outcome.runs.push(RunRecord::new(of, Verdict::Skipped, Some(why)));
                }
            }
        }
        waiting
    }

    /// Waits for those that were started, and starts and waits for the rest.
    pub(super) async fn finish(mut self, host: Arc<Host>, mut waiting: Vec<Waiting>) -> Outcome {
        while !waiting.is_empty() {
            let mut all: FuturesUnordered<_> = waiting
                .into_iter()
                .map(|Waiting { place, called, since, limit }| async move {
                    let ran = run::wait(called, limit).await;
                    (place, ran, since.elapsed())
                })
                .collect();
            while let Some((place, ran, duration)) = all.next().await {
                if let Some(run) = self.outcome.runs.get_mut(place) {
                    answer(run, &mut self.said, place, ran, duration, &host);
                }
            }
            waiting = poll_fn(|cx| Poll::Ready(self.start(&host, cx))).await;
        }
        self.outcome()
    }

    /// What came of it: the messages are in the order of the handlers, whichever ended first.
    pub(super) fn outcome(mut self) -> Outcome {
        if !self.said.is_empty() {
            self.said.sort_by_key(|(place, _)| *place);
            let messages = self.said.into_iter().flat_map(|(_, messages)| messages);
            Arc::make_mut(&mut self.outcome.event).messages.extend(messages);
        }
        self.outcome
    }
}

fn answer(
    run: &mut RunRecord,
    said: &mut Vec<(usize, Vec<String>)>,
    place: usize,
    ran: Ran,
    duration: Duration,
    host: &Host,
) {
    (run.outcome, run.reason) = run::observed(ran.answer);
    run.duration = duration;
    run.seen = ran.seen;
    if !ran.messages.is_empty() {
        said.push((place, ran.messages));
    }
    run::settle(run, host);
}
