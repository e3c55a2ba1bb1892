//! A hook that keeps failing is left out for a while, so that it does not hold up every event
//! (rule ).

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use time::OffsetDateTime;

use tacklebox_agents::dialect::policy::Breaks;

/// The breaker of one hook, for all events that it is called on.
///
/// A block is an answer and no failure. While all is well it costs one read of a counter; the clock is
/// asked only once the hook is off.
#[derive(Debug)]
pub(crate) struct Breaker {
    rule: Breaks,
    /// Failures in a row.
    failures: AtomicU32,
    /// When it went off, or was last tried again.
    since: Mutex<Option<OffsetDateTime>>,
}

impl Breaker {
    pub const fn new(rule: Breaks) -> Self {
        Self { rule, failures: AtomicU32::new(0), since: Mutex::new(None) }
    }

    /// Whether the hook may be called now. After the cool-down exactly one caller may, and the others
    /// once it has answered, or after another cool-down if it never does.
    ///
    /// # Errors
    /// How long the hook stays off.
    pub(crate) fn admits(&self, now: impl FnOnce() -> OffsetDateTime) -> Result<(), Duration> {
        if self.failures.load(Relaxed) < self.rule.failures {
            return Ok(());
        }
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        let now = now();
        // A clock that was set back would keep the hook off for as long: it starts over.
        let passed = since.map(|since| between(since, now));
        match passed {
            Some(passed) if passed < self.rule.cooldown => {
                if passed.is_zero() {
                    *since = Some(now);
                }
                Err(self.rule.cooldown.saturating_sub(passed))
            }
            _ => {
                *since = Some(now);
                Ok(())
            }
        }
    }

    /// How long the hook stays off, without trying it.
    pub(crate) fn is_off(&self, now: OffsetDateTime) -> Option<Duration> {
        if self.failures.load(Relaxed) < self.rule.failures {
            return None;
        }
        let since = (*self.since.lock().unwrap_or_else(PoisonError::into_inner))?;
        self.rule.cooldown.checked_sub(between(since, now)).filter(|left| !left.is_zero())
    }

    /// The hook answered, whatever its answer was.
    pub fn answered(&self) {
        if self.failures.load(Relaxed) != 0 {
            self.failures.store(0, Relaxed);
        }
    }

    /// The hook failed, or did not answer in time.
    pub fn failed(&self, now: impl FnOnce() -> OffsetDateTime) {
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        let failures = self.failures.load(Relaxed).saturating_add(1);
        if failures >= self.rule.failures {
            *since = Some(now());
        }
        self.failures.store(failures, Relaxed);
    }

    /// How many failures in a row switch the hook off.
    pub(crate) const fn threshold(&self) -> u32 {
        self.rule.failures
    }
}

/// None where the clock was set back.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "two times of the calendar are not too far apart to count"
)]
fn between(since: OffsetDateTime, now: OffsetDateTime) -> Duration {
    Duration::try_from(now - since).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const START: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

    fn at(secs: i64) -> OffsetDateTime {
        START + time::Duration::seconds(secs)
    }

    fn breaker() -> Breaker {
        Breaker::new(Breaks { failures: 5, cooldown: Duration::from_secs(60) })
    }

    fn off(breaker: &Breaker) {
        for second in 0..5 {
            assert!(breaker.admits(|| at(second)).is_ok(), "failure {second} is still called");
            breaker.failed(|| at(second));
        }
    }

    #[test]
    fn five_failures_in_a_row_switch_a_hook_off_for_a_minute() {
        let breaker = breaker();
        assert_eq!(breaker.threshold(), 5);
        off(&breaker);
        assert_eq!(breaker.admits(|| at(4)), Err(Duration::from_secs(60)));
        assert_eq!(breaker.admits(|| at(34)), Err(Duration::from_secs(30)));
        assert_eq!(breaker.is_off(at(34)), Some(Duration::from_secs(30)));
        assert_eq!(breaker.is_off(at(64)), None);
        assert!(breaker.admits(|| at(64)).is_ok());
        breaker.answered();
        assert_eq!(breaker.is_off(at(65)), None, "it is on, though it was called a moment ago");
    }

    #[test]
    fn an_answer_between_them_starts_the_count_over() {
        let breaker = breaker();
        for _ in 0..4 {
            breaker.failed(|| START);
        }
        breaker.answered();
        for _ in 0..4 {
            breaker.failed(|| START);
        }
        assert!(breaker.admits(|| START).is_ok());
    }

    #[test]
    fn after_the_minute_one_caller_tries_and_the_others_wait_for_its_answer() {
        let breaker = breaker();
        off(&breaker);
        assert!(breaker.admits(|| at(65)).is_ok());
        assert!(breaker.admits(|| at(65)).is_err());
        breaker.answered();
        assert!(breaker.admits(|| at(65)).is_ok());
        assert!(breaker.admits(|| at(65)).is_ok());
    }

    #[test]
    fn a_failed_try_switches_it_off_for_another_minute() {
        let breaker = breaker();
        off(&breaker);
        assert!(breaker.admits(|| at(65)).is_ok());
        breaker.failed(|| at(70));
        assert!(breaker.admits(|| at(129)).is_err());
        assert!(breaker.admits(|| at(130)).is_ok());
    }

    #[test]
    fn a_try_that_never_answers_leaves_room_for_another() {
        let breaker = breaker();
        off(&breaker);
        assert!(breaker.admits(|| at(65)).is_ok());
        assert!(breaker.admits(|| at(126)).is_ok());
    }

    #[test]
    fn a_clock_that_was_set_back_does_not_keep_it_off_for_longer() {
        let breaker = breaker();
        off(&breaker);
        assert!(breaker.admits(|| at(-10_000)).is_err());
        assert!(breaker.admits(|| at(-9_940)).is_ok());
    }
}
