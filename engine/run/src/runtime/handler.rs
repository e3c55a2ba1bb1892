//! A handler that can be called: a closure of the host's, or what was made of a loaded hook.

use std::fmt::Display;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use crate::runtime::event::Event;
use crate::runtime::outcome::{Answer, Ran};

/// One call under way. It owns what it needs, so that it can outlive the caller who does not wait.
pub type Called = Pin<Box<dyn Future<Output = Ran> + Send>>;

pub type Call = Box<dyn Fn(&Arc<Event>) -> Called + Send + Sync>;

/// A handler with its name and its place among others.
///
/// It answers with anything that turns into a [`Ran`]: nothing at all, an [`Answer`], a whole `Ran`, or a
/// `Result` of those, whose error is the reason for its failure.
pub struct LiveHandler {
    pub name: String,
    pub priority: f64,
    pub limit: Limit,
    pub call: Call,
}

/// Who watches the time of a handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The limit of the agent.
    Agent,
    Own(Duration),
    /// The handler itself, as a process has to be ended gently.
    Handler,
}

impl LiveHandler {
    /// A handler that may wait for something.
    pub fn new<F, Fut>(name: impl Into<String>, call: F) -> Self
    where
        F: Fn(Arc<Event>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output: Into<Ran>> + Send + 'static,
    {
        Self::of(name, move |event| {
            let answer = call(Arc::clone(event));
            Box::pin(async move { answer.await.into() })
        })
    }

    /// A handler that answers at once. What is triggered waits for it, so it should not block.
    pub fn sync<F, R>(name: impl Into<String>, call: F) -> Self
    where
        F: Fn(&Event) -> R + Send + Sync + 'static,
        R: Into<Ran>,
    {
        Self::of(name, move |event| Box::pin(std::future::ready(call(event).into())))
    }

    /// A handler that makes its own future of an event.
    pub fn of(
        name: impl Into<String>,
        call: impl Fn(&Arc<Event>) -> Called + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), priority: 0.0, limit: Limit::Agent, call: Box::new(call) }
    }

    /// Its place among the handlers of an event. The default is 0; whether higher or lower comes first is
    /// the agent's rule, and in the family of `HOOK.md` with YAML it counts for nothing. Fractions count; what
    /// is not a number is 0.
    #[must_use]
    pub fn priority(mut self, priority: impl Into<f64>) -> Self {
        let priority = priority.into();
        // With 0 added, a negative zero is the same place as zero.
        self.priority = if priority.is_nan() { 0.0 } else { priority + 0.0 };
        self
    }

    /// How long it may take, instead of the agent's 30 s (Moltis: 5 s). What it is waiting for is dropped
    /// then, and the run is timed out.
    #[must_use]
    pub const fn limit(mut self, limit: Duration) -> Self {
        self.limit = Limit::Own(limit);
        self
    }

    /// It watches its time itself and answers [`Answer::TimedOut`]: it is never dropped half-way.
    #[must_use]
    pub(crate) const fn watches_its_time(mut self) -> Self {
        self.limit = Limit::Handler;
        self
    }
}

impl From<()> for Ran {
    fn from((): ()) -> Self {
        Self::default()
    }
}

impl From<Answer> for Ran {
    fn from(answer: Answer) -> Self {
        Self::of(answer)
    }
}

impl<T: Into<Self>, E: Display> From<Result<T, E>> for Ran {
    fn from(result: Result<T, E>) -> Self {
        result.map_or_else(|error| Self::failed(error.to_string()), Into::into)
    }
}

impl Ran {
    /// An answer that changes nothing and says something to the user.
    pub fn saying(message: impl Into<String>) -> Self {
        Self { messages: vec![message.into()], ..Self::default() }
    }
}
