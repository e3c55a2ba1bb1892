//! Code within code: `python -c "…"` in a shell, a shell's command in Python. Each language asks the
//! other, so somebody has to count how deep they are.

use std::cell::Cell;
use std::thread;

/// `sh -c "node -e \"exec('python -c …')\""` is followed so far.
const DEEPEST: u32 = 3;

/// The parser and what follows it call themselves once a level; only what is used of it takes memory.
const STACK_BYTES: usize = 256 * 1024 * 1024;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// How deep the reader on this thread is.
fn depth() -> u32 {
    DEPTH.get()
}

/// Goes on at this depth, on a thread of its own.
fn go_on_at(depth: u32) {
    DEPTH.set(depth);
}

/// Reads code in code, if that is not too deep already.
pub(crate) fn deeper<T>(read: impl FnOnce() -> T) -> Option<T> {
    let depth = DEPTH.get();
    if depth >= DEEPEST {
        return None;
    }
    DEPTH.set(depth.saturating_add(1));
    let found = read();
    DEPTH.set(depth);
    Some(found)
}

/// Runs on a stack that is large enough for what the depth check lets through.
pub(crate) fn with_room<T: Send>(read: impl FnOnce() -> T + Send) -> Option<T> {
    let depth = depth();
    let read = || {
        go_on_at(depth);
        read()
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, read);
        thread.ok()?.join().ok()
    })
}
