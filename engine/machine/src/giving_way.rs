//! Work that gives way to what somebody waits for.

use std::panic::resume_unwind;
use std::thread;

/// Calls this on a thread of its own to which the system gives less time while others want it, and waits for it. Only
/// on Linux a thread can be less urgent than its program; elsewhere it is called as it is.
pub fn giving_way<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if !cfg!(target_os = "linux") {
        return work();
    }
    thread::scope(|scope| {
        let calmly = || {
            // Where it is refused, it is only as urgent as before.
            #[cfg(target_os = "linux")]
            let _ = rustix::process::setpriority_process(None, LESS);
            work()
        };
        scope.spawn(calmly).join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Beside one thread of the usual urgency it gets a quarter of a core. With much less, the window would wait for ever where
/// the computer is busy with something else.
#[cfg(target_os = "linux")]
const LESS: i32 = 5;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_comes_to_is_given_back_and_what_it_panics_with_goes_on() {
        let text = "borrowed".to_owned();
        assert_eq!(giving_way(|| text.len()), 8);
        let ended = std::panic::catch_unwind(|| giving_way(|| panic!("as it was")));
        assert_eq!(*ended.unwrap_err().downcast::<&str>().unwrap(), "as it was");
    }

    /// A hook that is tried later starts as urgent as any program.
    #[cfg(target_os = "linux")]
    #[test]
    fn it_alone_is_less_urgent() {
        let mine = || rustix::process::getpriority_process(None).unwrap();
        let before = mine();
        assert_eq!(giving_way(mine), before + LESS);
        assert_eq!(mine(), before);
    }
}
