//! Notices an input that never ends: it is saved, and the whole test program with it ends.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Nothing here takes a tenth of it, also on a busy computer.
const LONGEST: Duration = Duration::from_secs(60);

type Current = Option<(Instant, Vec<u8>)>;

pub struct Watchdog(Arc<Mutex<Current>>);

impl Watchdog {
    /// Watches until it is dropped.
    pub fn start(name: &str) -> Self {
        let current = Arc::new(Mutex::new(None));
        let (seen, name) = (Arc::downgrade(&current), name.to_owned());
        thread::spawn(move || {
            while let Some(current) = seen.upgrade() {
                if let Some((since, input)) = &*lock(&current)
                    && since.elapsed() > LONGEST
                {
                    let path = super::save(&name, "hang", input);
                    eprintln!("fuzz {name}: it does not end. The input is in {}", path.display());
                    std::process::abort();
                }
                drop(current);
                thread::sleep(Duration::from_millis(500));
            }
        });
        Self(current)
    }

    pub fn begin(&self, input: &[u8]) {
        *lock(&self.0) = Some((Instant::now(), input.to_vec()));
    }

    pub fn end(&self) {
        *lock(&self.0) = None;
    }
}

fn lock(current: &Mutex<Current>) -> std::sync::MutexGuard<'_, Current> {
    current.lock().unwrap_or_else(PoisonError::into_inner)
}
