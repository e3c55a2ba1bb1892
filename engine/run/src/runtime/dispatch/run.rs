//! One call of one handler: started, waited for, and what its answer comes to.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_util::FutureExt;

use super::outcome::Told;
use crate::runtime::breaker::Breaker;
use crate::runtime::event::Event;
use crate::runtime::handler::Called;
use crate::runtime::outcome::{Answer, Ran, Run, Verdict};
use crate::runtime::registry::{Host, Registered};

/// A call that was started.
pub(super) enum Started {
    /// It went well, and there is nothing else to tell of it.
    Well,
    Done(Ran, Duration),
    Waiting(Called, Instant),
    /// Its breaker is open, for this reason.
    LeftOut(String),
}

/// Calls a handler and polls it once. A panic is the answer of a handler that failed; whatever the
/// handler leaves half done is its own, so nothing of ours can be seen in a broken state.
#[inline]
pub(super) fn start(
    of: &Registered,
    event: &Arc<Event>,
    host: &Host,
    cx: &mut Context<'_>,
) -> Started {
    let hook = &*of.hook;
    if let Some(breaker) = &hook.breaker
        && let Err(left) = breaker.admits(|| host.machine.now())
    {
        return Started::LeftOut(left_out(breaker, left));
    }
    let began = hook.timed.then(Instant::now);
    let called = catch_unwind(AssertUnwindSafe(|| {
        let mut called = (hook.call)(event);
        match called.as_mut().poll(cx) {
            // The future is dropped in here, since that may panic too.
            Poll::Ready(ran) if is_nothing(&ran) => Started::Well,
            Poll::Ready(ran) => Started::Done(ran, Duration::ZERO),
            Poll::Pending => Started::Waiting(called, began.unwrap_or_else(Instant::now)),
        }
    }));
    match (called, began) {
        (Ok(Started::Well), None) => {
            if let Some(breaker) = &hook.breaker {
                breaker.answered();
            }
            Started::Well
        }
        (Ok(Started::Well), Some(began)) => Started::Done(Ran::default(), began.elapsed()),
        (Ok(Started::Done(ran, _)), Some(began)) => Started::Done(ran, began.elapsed()),
        (Ok(started), _) => started,
        (Err(panic), _) => Started::Done(Ran::failed(panicked(&*panic)), Duration::ZERO),
    }
}

fn is_nothing(ran: &Ran) -> bool {
    matches!(ran.answer, Answer::Continue)
        && ran.messages.is_empty()
        && ran.seen.is_none()
        && ran.left.is_none()
}

/// Waits for a handler that did not answer at once, but not for longer than its limit.
pub(super) async fn wait(called: Called, limit: Option<Duration>) -> Ran {
    let watched = async move {
        match limit {
            None => called.await,
            Some(limit) => match tokio::time::timeout(limit, called).await {
                Ok(ran) => ran,
                Err(_) => Ran::of(Answer::TimedOut(limit)),
            },
        }
    };
    match AssertUnwindSafe(watched).catch_unwind().await {
        Ok(ran) => ran,
        Err(panic) => Ran::failed(panicked(&*panic)),
    }
}

/// What an answer comes to where handlers may not stop or change the event.
pub(super) fn observed(answer: Answer) -> (Verdict, Option<String>) {
    match answer {
        // Where nobody looks at answers.
        Answer::Continue | Answer::Returned(_) => (Verdict::Continue, None),
        Answer::Modify(_) => (
            Verdict::Continue,
            Some("it changed the data, which this event does not allow".to_owned()),
        ),
        Answer::Block(reason) => (Verdict::Continue, Some(not_stopped(&reason))),
        Answer::Failed(reason) | Answer::Unregistered(reason) => (Verdict::Failed, Some(reason)),
        Answer::Skipped(reason) => (Verdict::Skipped, Some(reason)),
        Answer::TimedOut(limit) => {
            (Verdict::TimedOut, Some(format!("it did not answer within {}", span(limit))))
        }
    }
}

pub(super) fn not_stopped(reason: &str) -> String {
    format!("it asked to stop this event, which cannot be stopped: {reason}")
}

/// Tells breaker and log of a run.
pub(super) fn settle(of: &Registered, told: &Told, host: &Host) {
    let failed = matches!(told.outcome, Verdict::Failed | Verdict::TimedOut);
    match &of.hook.breaker {
        Some(breaker) if failed => breaker.failed(|| host.machine.now()),
        // A hook that was not for this event neither failed nor showed that it works.
        Some(breaker) if told.outcome != Verdict::Skipped => breaker.answered(),
        _ => {}
    }
    if failed {
        host.tell(Run::of(of, told));
    }
}

pub(super) fn left_out(breaker: &Breaker, left: Duration) -> String {
    // Rounded up: it is not tried a moment too early.
    let left =
        Duration::from_secs(left.as_secs().saturating_add(u64::from(left.subsec_nanos() > 0)));
    format!(
        "left out after {} failures in a row; it is tried again in {}",
        breaker.threshold(),
        span(left)
    )
}

fn span(time: Duration) -> String {
    match time.subsec_nanos() {
        0 => format!("{} s", time.as_secs()),
        _ => format!("{} ms", time.as_millis()),
    }
}

fn panicked(panic: &(dyn Any + Send)) -> String {
    let message = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    match message {
        Some(message) => format!("it panicked: {message}"),
        None => "it panicked".to_owned(),
    }
}
