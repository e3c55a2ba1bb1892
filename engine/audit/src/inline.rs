//! Code within code: `python -c "…"` in a shell, a shell's command in Python. Each language asks the
//! other, so somebody has to count how deep they are.

use std::cell::Cell;

/// `sh -c "node -e \"exec('python -c …')\""` is followed so far.
const DEEPEST: u32 = 3;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// How deep the reader on this thread is.
pub(crate) fn depth() -> u32 {
    DEPTH.get()
}

/// Goes on at this depth, on a thread of its own.
pub(crate) fn go_on_at(depth: u32) {
    DEPTH.set(depth);
}

/// Reads code in code, if that is not too deep already.
pub(crate) fn deeper<T>(read: impl FnOnce() -> T) -> Option<T> {
    let depth = DEPTH.get();
    if depth >= DEEPEST {
        return None;
    }
    DEPTH.set(depth + 1);
    let found = read();
    DEPTH.set(depth);
    Some(found)
}
