//! A handler that does nothing, and waiting for it, for every bench of dispatch.

use std::hint::black_box;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use tacklebox_engine::outcome::Ran;
use tacklebox_run::runtime::dispatch::Called;
use tacklebox_run::runtime::event::Event;

/// Everything is ready at its first poll here.
pub fn ready<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("a no-op handler waits for nothing"),
    }
}

pub fn no_op(event: &Arc<Event>) -> Called {
    black_box(event);
    Box::pin(std::future::ready(Ran::default()))
}
