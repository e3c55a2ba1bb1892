//! Events reach their handlers by the rules of the agent's family of events (rules R-4).
//!
//! An event is handed on by reference. Handlers that answer at once are called in a plain loop; only for
//! one that waits a timer is armed, and only those that wait at the same time are watched together.

mod merge;
mod outcome;
mod run;
#[cfg(test)]
mod tests;
mod together;
mod turn;

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use crate::runtime::event::Event;
pub use crate::runtime::handler::{Called, LiveHandler};
pub use crate::runtime::outcome::{Run, Verdict};
use crate::runtime::registry::{Listeners, Registry};
use tacklebox_agents::dialect::policy::Pace;

pub(crate) use merge::answered;
use outcome::Told;
pub use outcome::{Fired, FiredRun, Outcome};
use together::Together;
use turn::Turn;

/// An event that was handed on.
#[must_use = "nobody learns what the handlers answered"]
pub enum Dispatched {
    /// Every handler has answered.
    Done(Outcome),
    /// Handlers are still at work, and by the agent's rules nobody waits for them.
    Running(Running),
}

/// Handlers at work. They go on when this is dropped.
pub struct Running {
    event: Arc<Event>,
    rest: JoinHandle<Outcome>,
}

impl Dispatched {
    /// What came of it, once every handler has answered: also those that the agent does not wait for.
    pub async fn all(self) -> Outcome {
        match self {
            Self::Done(outcome) => outcome,
            // It fails only where the runtime ends before the handlers do.
            Self::Running(Running { event, rest }) => {
                rest.await.unwrap_or_else(|_| Outcome::new(event, Listeners::default()))
            }
        }
    }

    /// What came of it, unless handlers are still at work.
    pub const fn outcome(&self) -> Option<&Outcome> {
        match self {
            Self::Done(outcome) => Some(outcome),
            Self::Running(_) => None,
        }
    }
}

impl Registry {
    /// Hands an event to its handlers, and waits for them where the agent does.
    ///
    /// A handler that fails, panics or takes too long is an error of its run and of nothing else. Handlers
    /// that have to wait need a Tokio runtime with its timer on; without one such a run is failed.
    pub fn trigger(&self, event: impl Into<Arc<Event>>) -> impl Future<Output = Dispatched> + Send {
        self.hand_on(event.into())
    }

    async fn hand_on(&self, event: Arc<Event>) -> Dispatched {
        match event.policy().pace(event.modifying()) {
            Pace::InTurn { block } => {
                let mut turn = Turn::new(self.host(), self.begin(event), block);
                while let Some(waiting) = poll_fn(|cx| Poll::Ready(turn.advance(cx))).await {
                    // Boxed for the sake of those events for which nothing has to be waited for.
                    Box::pin(turn.wait(waiting)).await;
                }
                Dispatched::Done(turn.outcome)
            }
            Pace::Together { by_priority, waited } => {
                let mut all = Together::new(self.begin(event), by_priority);
                let waiting = poll_fn(|cx| Poll::Ready(all.start(self.host(), cx))).await;
                if waiting.is_empty() {
                    all.put_in_order();
                    return Dispatched::Done(all.outcome);
                }
                let event = Arc::clone(&all.outcome.event);
                let rest = Box::pin(all.finish(Arc::clone(self.host()), waiting));
                match Handle::try_current() {
                    Ok(runtime) if !waited => {
                        Dispatched::Running(Running { event, rest: runtime.spawn(rest) })
                    }
                    _ => Dispatched::Done(rest.await),
                }
            }
        }
    }

    /// Who would be called for an event, in order, without calling anybody.
    pub fn would_run(&self, event: impl Into<Arc<Event>>) -> Outcome {
        let mut outcome = self.begin(event.into());
        outcome.outcome = Verdict::WouldRun;
        for place in 0..outcome.listeners().len() {
            let breaker = outcome.listeners().get(place).and_then(|of| of.hook.breaker.as_ref());
            let off = breaker.and_then(|breaker| {
                Some(run::left_out(breaker, breaker.is_off(self.host().machine.now())?))
            });
            let verdict = if off.is_some() { Verdict::Skipped } else { Verdict::WouldRun };
            outcome.tell(Told::instead(place, verdict, off));
        }
        outcome
    }

    /// The event before anybody was called.
    fn begin(&self, event: Arc<Event>) -> Outcome {
        let listeners = self.listeners(&event);
        Outcome::new(event, listeners)
    }
}
