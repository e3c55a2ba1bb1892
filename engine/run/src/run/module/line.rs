//! The line to one worker, for several calls at once: each has a number, and answers come in any order.

use std::collections::HashMap;
use std::future::poll_fn;
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

use tokio::time::{Instant, timeout_at};

use super::answer::{Said, Thrown};
use super::later;
use super::worker::{Fault, Worker};
use crate::runtime::outcome::Seen;

/// A worker and the calls that are under way in it. When it is dropped, the worker is ended at once.
pub(super) struct Line {
    state: Mutex<State>,
    waiting: Arc<Waiting>,
}

struct State {
    worker: Worker,
    next: u64,
    /// The calls under way, with the answers of those that nobody has fetched yet.
    calls: HashMap<u64, Option<Said>>,
    outbox: Vec<u8>,
    /// A call was given up, and nobody knows what is still going on in there.
    spoiled: bool,
    over: Option<Over>,
    used: Instant,
}

/// Why nobody answers any more.
enum Over {
    Fault(Option<Fault>),
    /// Something went wrong outside of any call.
    Crashed(Box<Thrown>),
    Unread(String),
}

/// Whoever waits for an answer: what comes may be for any of them.
#[derive(Default)]
struct Waiting(Mutex<HashMap<u64, Waker>>);

impl Waiting {
    fn list(&self) -> MutexGuard<'_, HashMap<u64, Waker>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Wake for Waiting {
    fn wake(self: Arc<Self>) {
        let all: Vec<Waker> = self.list().values().cloned().collect();
        all.into_iter().for_each(Waker::wake);
    }
}

/// One call; given up when it is dropped before its answer came.
struct Call<'a> {
    line: &'a Line,
    id: u64,
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        self.line.waiting.list().remove(&self.id);
        let mut state = self.line.state();
        state.spoiled |= matches!(state.calls.remove(&self.id), Some(None));
        state.used = Instant::now();
    }
}

impl Line {
    pub fn new(worker: Worker) -> Self {
        let state = State {
            worker,
            next: 0,
            calls: HashMap::new(),
            outbox: Vec::new(),
            spoiled: false,
            over: None,
            used: Instant::now(),
        };
        Self { state: Mutex::new(state), waiting: Arc::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what a JSON object says, and waits for the answer to it. What the hook writes meanwhile is read, so
    /// that it never waits for us.
    pub async fn ask(&self, object: &str, deadline: Instant) -> Result<Said, Fault> {
        let call = self.begin(object);
        let answered = poll_fn(|cx| self.poll(call.id, cx));
        match timeout_at(deadline, answered).await.unwrap_or(Err(Fault::TimedOut)) {
            Err(Fault::Ended(None)) => Err(Fault::Ended(self.status().await)),
            answer => answer,
        }
    }

    fn begin(&self, object: &str) -> Call<'_> {
        let mut state = self.state();
        let id = state.next;
        state.next = state.next.saturating_add(1);
        state.calls.insert(id, None);
        let rest = object.trim_end().strip_prefix('{').unwrap_or("}");
        state.outbox.extend_from_slice(format!("{{\"id\":{id},{rest}\n").as_bytes());
        Call { line: self, id }
    }

    fn poll(&self, id: u64, cx: &mut Context<'_>) -> Poll<Result<Said, Fault>> {
        self.waiting.list().insert(id, cx.waker().clone());
        let mut state = self.state();
        let others = state.drive(&self.waiting, id);
        let answer = state.answer(id);
        drop(state);
        if others {
            Arc::clone(&self.waiting).wake();
        }
        answer.map_or(Poll::Pending, Poll::Ready)
    }

    /// The worker lives, has words left to answer with, and nothing is going on in it that nobody waits for.
    pub(crate) fn is_well(&self) -> bool {
        let mut state = self.state();
        let others = state.drive(&self.waiting, u64::MAX);
        let is_well = !state.spoiled && state.over.is_none() && !state.worker.is_spent();
        drop(state);
        // What was looked at may have been an answer.
        if others {
            Arc::clone(&self.waiting).wake();
        }
        is_well
    }

    /// So many calls are under way.
    pub fn busy(&self) -> usize {
        self.state().calls.len()
    }

    /// When the last call ended.
    pub fn used(&self) -> Instant {
        self.state().used
    }

    /// What was written since this was asked last.
    pub fn seen(&self) -> Seen {
        self.state().worker.seen()
    }

    /// The end of a worker that has closed its line.
    async fn status(&self) -> Option<ExitStatus> {
        let grace = later(Instant::now(), super::worker::GRACE);
        let ended = poll_fn(|cx| self.state().worker.poll_ended(cx));
        let ended = timeout_at(grace, ended).await.is_ok();
        self.state().worker.kill(ended)
    }

    /// Lets the worker end on its own.
    pub async fn end(self) {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.worker.end().await;
    }
}

impl State {
    /// Hands over what is to be said, and takes in what came. Whether something came for anybody but `id`.
    fn drive(&mut self, waiting: &Arc<Waiting>, id: u64) -> bool {
        let waker = Waker::from(Arc::clone(waiting));
        let mut cx = Context::from_waker(&waker);
        let mut others = false;
        while self.over.is_none() {
            let over = match self.worker.poll_exchange(&mut cx, &mut self.outbox) {
                Poll::Pending => break,
                Poll::Ready(Err(fault)) => Over::Fault(Some(fault)),
                Poll::Ready(Ok(line)) => match Said::read(&line) {
                    Ok(said) => match said.id().and_then(|id| Some((id, self.calls.get_mut(&id)?)))
                    {
                        Some((its, place)) => {
                            *place = Some(said);
                            others |= its != id;
                            continue;
                        }
                        None => match said {
                            Said::Error(thrown) if thrown.is_fatal() => {
                                Over::Crashed(Box::new(thrown))
                            }
                            // The late answer of a call that was given up.
                            _ if self.spoiled => continue,
                            _ => Over::Unread("The worker answered out of turn.".to_owned()),
                        },
                    },
                    Err(why) => Over::Unread(why),
                },
            };
            self.over = Some(over);
            others = true;
        }
        others
    }

    fn answer(&mut self, id: u64) -> Option<Result<Said, Fault>> {
        if let Some(said) = self.calls.get_mut(&id).and_then(Option::take) {
            self.calls.remove(&id);
            return Some(Ok(said));
        }
        let answer = match self.over.as_mut()? {
            Over::Fault(fault) => Err(fault.take().unwrap_or(Fault::Ended(None))),
            Over::Crashed(thrown) => Ok(Said::Error((**thrown).clone())),
            Over::Unread(why) => Err(Fault::Unread(why.clone())),
        };
        self.calls.remove(&id);
        Some(answer)
    }
}
