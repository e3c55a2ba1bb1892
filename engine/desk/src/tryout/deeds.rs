//! What hooks wrote in a box, for as long as the box is there.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Tries;
use crate::views::{TryBox, TryRow};
use crate::{Code, Desk, Failure};
use tacklebox_run::boxed::told::{Thing, things};
use tacklebox_run::boxed::{Boxed, Kind};
use tacklebox_run::fire::Report;

/// As much of a file is shown, in bytes.
const SHOWN: usize = 64 * 1024;

/// A box after its run.
pub(super) struct KeptBox {
    run: u32,
    boxed: Arc<Boxed>,
    /// By row, as the window has them.
    rows: Vec<Vec<Thing>>,
}

impl Tries {
    /// Keeps the box of a run that is done, in the place of the last one.
    pub(super) fn keep(
        &self,
        run: u32,
        boxed: Option<Arc<Boxed>>,
        rows: &[TryRow],
        report: &Report,
    ) {
        let kept = boxed.map(|boxed| {
            let mut left: Vec<_> = report.fired.runs.iter().zip(&report.ids).collect();
            let mut of_row = |row: &TryRow| {
                let at = left.iter().position(|(_, id)| **id == row.hook)?;
                let (run, _) = left.remove(at);
                let all = things(run.effects.as_ref()?);
                Some(all.into_iter().map(|(_, thing)| thing).collect())
            };
            let rows = rows.iter().map(|row| of_row(row).unwrap_or_default()).collect();
            KeptBox { run, boxed, rows }
        });
        let before = std::mem::replace(&mut self.state().kept, kept);
        // Its folder goes without anybody waiting for it.
        drop(before);
    }

    fn thing(&self, run: u32, row: u32, deed: u32) -> Result<(Arc<Boxed>, Thing), Failure> {
        let state = self.state();
        let kept = state.kept.as_ref().filter(|kept| kept.run == run);
        let found = kept.and_then(|kept| {
            let thing = kept.rows.get(row as usize)?.get(deed as usize)?.clone();
            Some((Arc::clone(&kept.boxed), thing))
        });
        found.ok_or_else(|| {
            Failure::new(Code::NotFound, "The box of this try is gone.")
                .hint("Try it again to see what it writes.")
        })
    }
}

impl Desk {
    /// What a box is on this computer.
    pub fn try_box(&self) -> TryBox {
        let kind = Kind::here();
        TryBox { kind, closed: kind.is_closed(), weakness: kind.weakness().map(str::to_owned) }
    }

    /// The text of a file that was written, or of a request that was not sent; by run, row and deed.
    ///
    /// # Errors
    /// Where the box is gone, or there is nothing to be shown.
    pub fn try_show(&self, run: u32, row: u32, deed: u32) -> Result<String, Failure> {
        let (boxed, thing) = self.tries.thing(run, row, deed)?;
        match thing {
            Thing::File(file) => {
                let bytes = std::fs::read(boxed.file(&file)).map_err(unreadable)?;
                let cut = bytes.get(..SHOWN).unwrap_or(&bytes);
                Ok(String::from_utf8_lossy(cut).into_owned())
            }
            Thing::Request(request) => {
                let headers =
                    request.headers.iter().map(|(name, value)| format!("{name}: {value}\n"));
                let headers: String = headers.collect();
                Ok(format!("{} {}\n{headers}\n{}", request.method, request.url, request.body))
            }
            Thing::Nothing => Err(unreadable(std::io::ErrorKind::NotFound.into())),
        }
    }

    /// Copies a file that was written in the box into a folder that the person picked.
    ///
    /// # Errors
    /// Where the box is gone, or the file cannot be written there.
    pub fn try_keep(&self, run: u32, row: u32, deed: u32, to: &Path) -> Result<PathBuf, Failure> {
        match self.tries.thing(run, row, deed)? {
            (boxed, Thing::File(file)) => boxed.keep(&file, to).map_err(|error| {
                Failure::new(Code::NotWritten, format!("The file could not be copied: {error}."))
                    .hint("It is still in the box. Pick another folder.")
            }),
            _ => Err(unreadable(std::io::ErrorKind::NotFound.into())),
        }
    }

    /// Empties the box of the last try.
    pub fn try_clear(&self) {
        let kept = self.tries.state().kept.take();
        drop(kept);
    }
}

fn unreadable(error: std::io::Error) -> Failure {
    Failure::new(Code::NotFound, format!("The file could not be read: {error}."))
        .hint("Try it again to see what it writes.")
}
