//! One after the other: each handler gets what the last one made of the event, and what all of them
//! have to say is collected in order.

use std::sync::Arc;
use std::task::Context;
use std::time::{Duration, Instant};

use super::merge::Merger;
use super::outcome::{Outcome, Told};
use super::run::{self, Started};
use crate::runtime::event::Event;
use crate::runtime::handler::Called;
use crate::runtime::outcome::{Answer, Left, Ran, Verdict};
use crate::runtime::payload;
use crate::runtime::registry::Host;

/// An event on its way from handler to handler.
pub(super) struct Turn<'a> {
    host: &'a Host,
    /// Whether a handler can stop the event.
    block: bool,
    /// The place of the handler whose turn it is.
    next: usize,
    blocker: Option<usize>,
    /// What every handler gets, where none sees what another made of it.
    original: Option<Arc<Event>>,
    /// How answers become one, where the hook has a rule of its own.
    merger: Option<Merger>,
    pub(super) outcome: Outcome,
}

/// A handler that did not answer at once.
pub(super) struct Waiting {
    called: Called,
    since: Instant,
    limit: Option<Duration>,
}

impl<'a> Turn<'a> {
    pub(super) fn new(host: &'a Host, outcome: Outcome, block: bool) -> Self {
        let alone = !outcome.event.policy().chained;
        let merger = outcome.event.typed().map(|hook| Merger::new(hook, &outcome.event.data));
        let original = (alone || merger.is_some()).then(|| Arc::clone(&outcome.event));
        Self { host, block, next: 0, blocker: None, original, merger, outcome }
    }

    /// Calls handlers until one has to be waited for.
    pub(super) fn advance(&mut self, cx: &mut Context<'_>) -> Option<Waiting> {
        while let Some(of) = self.outcome.listeners().get(self.next) {
            if let Some(blocker) = self.blocker {
                self.left_out(self.behind(blocker));
                continue;
            }
            let event = self.original.as_ref().unwrap_or(&self.outcome.event);
            match run::start(of, event, self.host, cx) {
                Started::Well => self.next = self.next.saturating_add(1),
                Started::Done(ran, duration) => self.take(ran, duration),
                Started::Waiting(called, since) => {
                    return Some(Waiting { called, since, limit: of.hook.limit });
                }
                Started::LeftOut(why) => self.left_out(why),
            }
        }
        None
    }

    /// Waits for the handler whose turn it is.
    pub(super) async fn wait(&mut self, Waiting { called, since, limit }: Waiting) {
        let ran = run::wait(called, limit).await;
        self.take(ran, since.elapsed());
    }

    fn behind(&self, blocker: usize) -> String {
        let hook = self.outcome.listeners().get(blocker).map_or("", |of| &of.hook.name);
        format!("{hook} stopped the event before")
    }

    fn left_out(&mut self, why: String) {
        self.outcome.tell(Told::instead(self.next, Verdict::Skipped, Some(why)));
        self.next = self.next.saturating_add(1);
    }

    /// What the answer of the handler whose turn it is makes of the event.
    fn take(&mut self, ran: Ran, duration: Duration) {
        let place = self.next;
        self.next = self.next.saturating_add(1);
        let failed = matches!(ran.answer, Answer::Failed(_) | Answer::TimedOut(_));
        self.share(ran.messages, ran.left, failed);
        let (verdict, reason) = self.answered(ran.answer, place);
        let reason = reason.or(ran.aside);
        let outcome = &mut self.outcome;
        let duration = ran.took.unwrap_or(duration);
        let told = Told { place, outcome: verdict, reason, duration, seen: ran.seen };
        if let Some(of) = outcome.listeners().get(place) {
            run::settle(of, &told, self.host);
        }
        outcome.tell(told);
    }

    /// What handlers share whatever they answer: the messages, and the data of one that failed half-way.
    fn share(&mut self, pushed: Vec<String>, left: Option<Box<Left>>, failed: bool) {
        let Left { messages, data } = left.map(|left| *left).unwrap_or_default();
        if pushed.is_empty() && messages.is_none() && data.is_none() {
            return;
        }
        let event = Arc::make_mut(&mut self.outcome.event);
        match messages {
            Some(messages) => event.messages = messages,
            None => event.messages.extend(pushed),
        }
        if let Some(data) = data.filter(|_| failed && self.original.is_none()) {
            event.data = data;
            self.outcome.outcome = Verdict::Modify;
        }
    }

    fn answered(&mut self, answer: Answer, place: usize) -> (Verdict, Option<String>) {
        let outcome = &mut self.outcome;
        match answer {
            Answer::Returned(returned) => {
                let (Some(merger), Some(given)) = (&mut self.merger, &mut self.original) else {
                    return (Verdict::Continue, None);
                };
                let step = merger.take(*returned, given);
                Arc::make_mut(&mut outcome.event).data = merger.data();
                if step.stops {
                    self.blocker = Some(place);
                }
                if step.verdict != Verdict::Continue {
                    outcome.outcome = step.verdict;
                }
                (step.verdict, step.reason)
            }
            Answer::Modify(data) => {
                let event = Arc::make_mut(&mut outcome.event);
                if let Some(original) = &self.original {
                    event.data = original.data.clone();
                }
                if let Err(why) = payload::apply(event, data) {
                    // The last answer is the one that counts, also where nothing comes of it.
                    if self.original.is_some() && outcome.outcome == Verdict::Modify {
                        outcome.outcome = Verdict::Continue;
                    }
                    return (Verdict::Continue, Some(why));
                }
                outcome.outcome = Verdict::Modify;
                (Verdict::Modify, None)
            }
            Answer::Block(reason) if self.block => {
                outcome.outcome = Verdict::Block;
                self.blocker = Some(place);
                (Verdict::Block, Some(reason))
            }
            answer => {
                let failed = matches!(answer, Answer::Failed(_) | Answer::TimedOut(_));
                let (verdict, reason) = run::observed(answer);
                let closed = self.merger.as_ref().is_some_and(|it| it.hook().fails_closed);
                if !(failed && closed) {
                    return (verdict, reason);
                }
                outcome.outcome = Verdict::Block;
                self.blocker = Some(place);
                let why = reason.unwrap_or_default();
                (verdict, Some(format!("{why}{FAILS_CLOSED}")))
            }
        }
    }
}

/// Behind why a handler failed, where that stops what was about to happen.
const FAILS_CLOSED: &str = " (here a hook that fails stops what was about to happen)";
