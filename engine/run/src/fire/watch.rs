//! What is seen of each call while an event is under way, in the order in which the calls began.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use crate::runtime::dispatch::answered;
use crate::runtime::event::Event;
use crate::runtime::outcome::{Answer, Ran};
use crate::runtime::payload;

/// One call of one hook.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The hook's id.
    pub hook: String,
    pub ended: bool,
    /// What it pushed to the event's messages; all that is left of them where it did more than that.
    pub messages: Vec<String>,
    /// The event's data before and after, where it changed them.
    pub change: Option<(Value, Value)>,
}

type Tell = Arc<dyn Fn(&[Call]) + Send + Sync>;

/// The calls of an event. Clones look at the same list.
#[derive(Clone, Default)]
pub struct Watch {
    calls: Arc<Mutex<Vec<Call>>>,
    tell: Option<Tell>,
}

impl Watch {
    /// A list that tells of itself whenever a call begins or ends.
    pub fn new(tell: impl Fn(&[Call]) + Send + Sync + 'static) -> Self {
        Self { calls: Arc::default(), tell: Some(Arc::new(tell)) }
    }

    /// The calls so far.
    pub fn calls(&self) -> Vec<Call> {
        self.list().clone()
    }

    fn list(&self) -> MutexGuard<'_, Vec<Call>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn began(&self, hook: &str) -> usize {
        let mut list = self.list();
        let hook = hook.to_owned();
        list.push(Call { hook, ended: false, messages: Vec::new(), change: None });
        self.tell(&list);
        list.len().saturating_sub(1)
    }

    pub(super) fn ended(&self, place: usize, event: &Event, ran: &Ran) {
        let mut list = self.list();
        let Some(call) = list.get_mut(place) else { return };
        call.ended = true;
        call.messages = ran.messages.clone();
        if let Some(messages) = ran.left.as_ref().and_then(|left| left.messages.as_ref()) {
            call.messages = messages.clone();
        }
        if let (Answer::Returned(returned), Some(hook)) = (&ran.answer, event.typed()) {
            let after = answered(hook, &event.data, returned);
            call.change = after.map(|after| (event.data.clone(), after));
        }
        if let Answer::Modify(data) = &ran.answer {
            let mut after = event.clone();
            let applied = payload::apply(&mut after, data.clone());
            let changed = applied.is_ok() && after.data != event.data;
            call.change = changed.then(|| (event.data.clone(), after.data));
        }
        self.tell(&list);
    }

    fn tell(&self, list: &[Call]) {
        if let Some(tell) = &self.tell {
            tell(list);
        }
    }
}
