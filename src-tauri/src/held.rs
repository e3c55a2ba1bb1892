//! What is known of the window besides the window.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the page holds text that was typed and not saved.
#[derive(Default)]
pub struct Unsaved(AtomicBool);

/// Whether the window was shown since it was made: from then on only the person hides it, and brings it back.
#[derive(Default)]
pub struct Shown(AtomicBool);

/// Whether all hooks were read: from then on there is a desk to ask.
#[derive(Default)]
pub struct Begun(OnceLock<()>);

impl Begun {
    pub fn set(&self) {
        self.0.get_or_init(|| ());
    }

    pub fn wait(&self) {
        self.0.wait();
    }
}

impl Unsaved {
    pub fn set(&self, on: bool) {
        self.0.store(on, Ordering::Relaxed);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Shown {
    pub fn set(&self, on: bool) {
        self.0.store(on, Ordering::Relaxed);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
