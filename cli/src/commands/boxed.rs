//! The box of `hooks fire`, `hooks port --compare` and `plugins find-out`, and what was done in it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tacklebox_engine::boxed::{self, Boxed, Effects, Kind, told};
use tacklebox_engine::dispatch::FiredRun;
use tacklebox_engine::fire::Report;
use tacklebox_engine::inventory::Inventory;

use crate::args::InBox;
use crate::failure::{Code, Failure};
use crate::print::clean;
use crate::session::Session;

/// What this computer has no walls for, before anything runs.
pub fn say_weakness(wish: &InBox) {
    if !wish.no_box
        && !Kind::here().is_closed()
        && let Some(weak) = Kind::here().weakness()
    {
        crate::output::remark(weak);
    }
}

/// The box for a run; none where it is to run for real. Said before: what this computer has no walls for.
pub fn place(
    session: &Session,
    inventory: &Inventory,
    wish: &InBox,
) -> Result<Option<Arc<Boxed>>, Failure> {
    if wish.no_box {
        return Ok(None);
    }
    say_weakness(wish);
    Boxed::new(&session.machine, inventory.agent(), wish.allow_network).map(Some)
}

/// "in a box", as far as that is true here.
pub fn where_it_runs(wish: &InBox) -> &'static str {
    boxed::where_it_runs(!wish.no_box, wish.allow_network)
}

/// Copies what was written in the box out of it.
pub fn keep(boxed: &Boxed, report: &Report, dir: &Path) -> Result<Vec<PathBuf>, Failure> {
    let runs = report.fired.runs.iter().filter_map(|run| run.effects.as_ref());
    let mut wrote: Vec<_> =
        runs.flat_map(|effects| &effects.wrote).filter(|it| it.in_box).collect();
    wrote.sort_by(|one, other| one.path.cmp(&other.path));
    wrote.dedup_by(|one, other| one.path == other.path);
    let keep = |file| {
        boxed.keep(file, dir).map_err(|error| {
            let place = dir.display();
            Failure::new(
                Code::NotWritten,
                format!("{} could not be copied to {place}: {error}.", file.path),
            )
            .hint("The hook ran. Name a folder that you may write in, then fire it again.")
        })
    };
    wrote.into_iter().map(keep).collect()
}

pub fn kept(files: &[PathBuf]) -> String {
    files.iter().map(|file| format!("Kept {}\n", clean(&file.to_string_lossy()))).collect()
}

/// What one run did, a line each.
pub fn lines(session: &Session, effects: Option<&Effects>) -> Vec<String> {
    let lines = effects.map(|effects| told::lines(&session.machine, effects)).unwrap_or_default();
    lines.iter().map(|line| clean(line).into_owned()).collect()
}

/// What holds for all runs together.
pub fn whole(runs: &[FiredRun]) -> String {
    told::whole(runs).map(|place| format!("{place}\n{}\n", told::yours(runs))).unwrap_or_default()
}
