//! Work for many files, on all cores.

use std::thread;

/// For fewer, a thread costs more than it saves.
const MANY: usize = 16;

/// What each of these gives, in their order; none where its thread ended before.
pub(crate) fn spread<T: Sync, R: Send>(all: &[T], one: impl Fn(&T) -> R + Sync) -> Vec<Option<R>> {
    let alone = || all.iter().map(|it| Some(one(it))).collect();
    if all.len() < MANY {
        return alone();
    }
    // Asked only now: the system reads files of its own to answer that.
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if cores == 1 {
        return alone();
    }
    let one = &one;
    thread::scope(|scope| {
        let share = all.len().div_ceil(cores);
        let parts: Vec<_> = all
            .chunks(share)
            .map(|part| {
                (part, scope.spawn(move || part.iter().map(|it| Some(one(it))).collect::<Vec<_>>()))
            })
            .collect();
        let join = |(part, thread): (&[T], thread::ScopedJoinHandle<'_, Vec<Option<R>>>)| {
            thread.join().unwrap_or_else(|_| part.iter().map(|_| None).collect())
        };
        parts.into_iter().flat_map(join).collect()
    })
}
