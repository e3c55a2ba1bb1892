//! `hooks approve` and `hooks put-back`: what to do about files changed since a hook was installed.

use serde::Serialize;
use tacklebox_engine::apply;
use tacklebox_engine::install::changed::{self, ChangedFile};
use tacklebox_engine::install::put_back;
use tacklebox_engine::plan::PlanView;

use super::change::{self, Planned};
use crate::Outcome;
use crate::args::DryRun;
use crate::failure::Failure;
use crate::output::Output;
use crate::print::plan;
use crate::resolve;
use crate::session::Session;

#[derive(Serialize)]
struct Receipts {
    /// Whether anything was changed, or would be.
    changed: bool,
    /// What was changed since the hook was installed.
    changes: Vec<ChangedFile>,
    #[serde(flatten)]
    plan: Option<Planned>,
}

pub fn approve(
    session: &Session,
    output: &mut Output,
    name: &str,
    dry: DryRun,
) -> Result<Outcome, Failure> {
    let (inventory, hook) = resolve::hook(session, name)?;
    let plan = put_back::plan_approve(&session.machine, &inventory, &hook.id)?;
    let mut view = plan.view(&session.machine);
    let changes = changes(session, &hook.dir);
    if let Some(dir) = &hook.dir {
        view.files = put_back::diffs(&session.machine, dir, changes.clone());
    }
    carry_out(session, output, dry, &plan, view, changes)
}

pub fn put_back(
    session: &Session,
    output: &mut Output,
    name: &str,
    dry: DryRun,
) -> Result<Outcome, Failure> {
    let (inventory, hook) = resolve::hook(session, name)?;
    let plan = put_back::plan(&session.machine, &inventory, &hook.id)?;
    let view = put_back::view(&session.machine, &inventory, &plan);
    carry_out(session, output, dry, &plan, view, changes(session, &hook.dir))
}

fn changes(session: &Session, dir: &Option<std::path::PathBuf>) -> Vec<ChangedFile> {
    let of = |dir: &std::path::PathBuf| changed::since_installed(&session.machine, dir);
    dir.as_ref().map(of).unwrap_or_default()
}

fn carry_out(
    session: &Session,
    output: &mut Output,
    dry: DryRun,
    plan: &tacklebox_engine::plan::Plan,
    view: PlanView,
    changes: Vec<ChangedFile>,
) -> Result<Outcome, Failure> {
    if dry.dry_run {
        if output.json {
            let changed = !plan.is_empty();
            output.document(&Receipts { changed, changes, plan: Some(view.into()) })?;
        } else {
            output.text(plan::plan(session.paint, &view))?;
        }
        return Ok(Outcome::Done);
    }
    let done = apply::apply(&session.machine, plan)?;
    if output.json {
        output.document(&Receipts { changed: done.changed, changes, plan: None })?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    change::done(&mut text, session, &done);
    if done.changed {
        text.push_str("`tacklebox hooks undo` takes it back.\n");
    }
    if plan.touches_the_agent() {
        change::next(&mut text, session, &done);
    }
    output.text(text)?;
    Ok(Outcome::Done)
}
