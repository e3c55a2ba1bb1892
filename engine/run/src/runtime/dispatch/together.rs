//! At the same time: handlers only look at the event. Each is polled once, in order; those that have
//! not answered by then are waited for together.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use serde_json::{Value, json};

use super::outcome::{Outcome, Told};
use super::run::{self, Started};
use crate::runtime::handler::Called;
use crate::runtime::outcome::{Answer, Ran, Verdict};
use crate::runtime::registry::Host;
use tacklebox_agents::dialect::typed::Merge;

/// An event before all of its handlers. It owns what it needs, since nobody may be waiting for it.
pub(super) struct Together {
    by_priority: bool,
    /// The place of the first handler that was not started yet.
    next: usize,
    pub(super) outcome: Outcome,
    /// What handlers have to say, with their place: they do not end in order.
    said: Vec<(usize, Vec<String>)>,
    /// Answers that are kept, with their place.
    kept: Vec<(usize, Value)>,
}

/// A handler that did not answer at once.
pub(super) struct Waiting {
    place: usize,
    called: Called,
    since: Instant,
    limit: Option<Duration>,
}

impl Together {
    pub(super) const fn new(outcome: Outcome, by_priority: bool) -> Self {
        Self { by_priority, next: 0, outcome, said: Vec::new(), kept: Vec::new() }
    }

    /// Starts the handlers that were not started yet: all of them, or one priority after the other until
    /// one of those started has to be waited for.
    pub(super) fn start(&mut self, host: &Host, cx: &mut Context<'_>) -> Vec<Waiting> {
        let mut waiting: Vec<Waiting> = Vec::new();
        let mut priority = None;
        while let Some(of) = self.outcome.listeners().get(self.next) {
            let its = Some(of.hook.priority);
            if self.by_priority
                && !waiting.is_empty()
                && priority.map(f64::to_bits) != its.map(f64::to_bits)
            {
                break;
            }
            priority = its;
            let place = self.next;
            self.next = self.next.saturating_add(1);
            match run::start(of, &self.outcome.event, host, cx) {
                Started::Well => {}
                Started::Done(ran, duration) => self.take(place, ran, duration, host),
                Started::Waiting(called, since) => {
                    waiting.push(Waiting { place, called, since, limit: of.hook.limit });
                }
                Started::LeftOut(why) => {
                    self.outcome.tell(Told::instead(place, Verdict::Skipped, Some(why)));
                }
            }
        }
        waiting
    }

    fn take(&mut self, place: usize, ran: Ran, duration: Duration, host: &Host) {
        let duration = ran.took.unwrap_or(duration);
        self.collect(place, &ran);
        let (outcome, reason) = run::observed(ran.answer);
        let reason = reason.or(ran.aside);
        let told = Told { place, outcome, reason, duration, seen: ran.seen };
        if let Some(of) = self.outcome.listeners().get(place) {
            run::settle(of, &told, host);
        }
        self.outcome.tell(told);
        if !ran.messages.is_empty() {
            self.said.push((place, ran.messages));
        }
    }

    /// Keeps the answer of a handler whose answers are all kept.
    fn collect(&mut self, place: usize, ran: &Ran) {
        if !self.outcome.event.typed().is_some_and(|hook| hook.merge == Merge::Collect) {
            return;
        }
        let status = |status: &str| json!({ "status": status });
        let mut answer = match &ran.answer {
            Answer::Returned(it) => match it.value.as_ref().filter(|value| !value.is_null()) {
                Some(value) => json!({ "status": "completed", "result": value }),
                None => status("skipped"),
            },
            Answer::Failed(why) => json!({ "status": "error", "error": why }),
            Answer::TimedOut(_) => status("error"),
            _ => status("skipped"),
        };
        if let (Some(of), Some(answer)) =
            (self.outcome.listeners().get(place), answer.as_object_mut())
        {
            answer.insert("plugin".to_owned(), of.hook.name.clone().into());
        }
        self.kept.push((place, answer));
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
                self.take(place, ran, duration, &host);
            }
            waiting = poll_fn(|cx| Poll::Ready(self.start(&host, cx))).await;
        }
        self.put_in_order();
        self.outcome
    }

    /// Tells of the handlers in their order, whichever ended first.
    pub(super) fn put_in_order(&mut self) {
        self.outcome.sort();
        if !self.said.is_empty() {
            self.said.sort_by_key(|(place, _)| *place);
            let messages = self.said.drain(..).flat_map(|(_, messages)| messages);
            Arc::make_mut(&mut self.outcome.event).messages.extend(messages);
        }
        if !self.kept.is_empty() {
            self.kept.sort_by_key(|(place, _)| *place);
            let all = self.kept.drain(..).map(|(_, answer)| answer).collect();
            if let Some(data) = Arc::make_mut(&mut self.outcome.event).data.as_object_mut() {
                data.insert("evaluations".to_owned(), Value::Array(all));
            }
        }
    }
}
