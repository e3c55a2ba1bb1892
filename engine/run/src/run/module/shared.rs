//! Calls of a plugin's hooks: several may be under way in its worker at once.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::Instant;

use super::answer::{too_long, without};
use super::later;
use super::line::Line;
use super::pool::{Pool, Slot, end};
use super::{ModuleSpec, PluginRan};

/// A call in a worker that others call too. The last one to leave a worker that is of no use ends it.
struct Inside<'a> {
    slot: &'a Slot,
    line: Arc<Line>,
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        if self.line.busy() > 0 {
            return;
        }
        // Whoever has the place looks at the worker himself.
        let Ok(mut place) = self.slot.worker.try_lock() else { return };
        let is_ours = place.as_ref().is_some_and(|kept| Arc::ptr_eq(&kept.line, &self.line));
        if !is_ours {
            return;
        }
        if !self.line.is_well() {
            // At once: nobody knows what it still does.
            drop(place.take());
        } else if self.slot.stale.swap(false, Ordering::SeqCst) {
            end(place.take());
        }
    }
}

impl Pool {
    /// Says a line to the worker of a module, beside what is said to it already. `limit` counts from when the
    /// worker is there.
    pub(super) async fn say_beside(
        &self,
        slot: &Slot,
        spec: &ModuleSpec,
        line: &str,
        limit: Duration,
    ) -> PluginRan {
        let failed = |ran| PluginRan { ran, hooks: None };
        if let Some(ran) = too_long(line) {
            return failed(ran);
        }
        let (inside, anew) = {
            let mut place = slot.worker.lock().await;
            let deadline = later(Instant::now(), limit.max(START));
            let (kept, anew) = match self.ready(slot, place.take(), spec, limit, deadline).await {
                Ok(ready) => ready,
                Err(ran) => return failed(*ran),
            };
            let inside = Inside { slot, line: Arc::clone(&kept.line) };
            self.keep(slot, &mut place, kept);
            (inside, anew)
        };
        let said = inside.line.ask(line, later(Instant::now(), limit)).await;
        let seen = inside.line.seen();
        let mut said = match said {
            Ok(said) => said,
            Err(fault) => return failed(without(&fault, limit, seen)),
        };
        let mut hooks = None;
        if let Some(told) = said.take_hooks() {
            let mut place = slot.worker.lock().await;
            let ours = place.as_mut().filter(|kept| Arc::ptr_eq(&kept.line, &inside.line));
            hooks = ours.and_then(|kept| kept.take_in(told, anew));
        }
        PluginRan { ran: said.ran(seen), hooks }
    }
}

/// A worker may take so long to start, however little time the call itself has.
const START: Duration = Duration::from_secs(10);
