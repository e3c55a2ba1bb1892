//! `hooks removed` and `hooks restore`: what was taken away, and how it comes back.

use serde::Serialize;
use tacklebox_engine::apply;
use tacklebox_engine::install::removed::{self, RemovedHook};
use tacklebox_engine::plan::Also;
use tacklebox_engine::said;

use super::change::{self, Planned};
use crate::Outcome;
use crate::args::DryRun;
use crate::failure::Failure;
use crate::output::Output;
use crate::print::table::{Cell, Table};
use crate::print::{DIM, plan};
use crate::session::Session;

/// What came back.
#[derive(Serialize)]
struct Restored {
    restored: Vec<RemovedHook>,
    also: Vec<Also>,
    #[serde(flatten)]
    plan: Option<Planned>,
}

pub fn list(session: &Session, output: &mut Output) -> Result<Outcome, Failure> {
    let list = all(session);
    if output.json {
        output.document(&list)?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    if list.is_empty() {
        text.push_str("No removed hook is kept.\n");
    } else {
        let mut table = Table::new(&["NAME", "AGENT", "REMOVED", "KEPT UNTIL", "FROM"]);
        for hook in &list {
            let day = |time: &str| time.get(..10).unwrap_or(time).to_owned();
            table.row(vec![
                Cell::new(&hook.name),
                Cell::new(hook.agent.dialect().title),
                Cell::new(&day(&hook.removed_at)),
                Cell::new(&day(&hook.kept_until)),
                Cell::styled(&session.machine.show(&hook.from), DIM),
            ]);
            if hook.replaced {
                table.below(said::REPLACED);
            }
        }
        table.write(&mut text, session.paint, "");
        text.push_str("\n`tacklebox hooks restore NAME` brings one back.\n");
    }
    output.text(text)?;
    Ok(Outcome::Done)
}

fn all(session: &Session) -> Vec<RemovedHook> {
    let mut list = removed::list(&session.machine);
    list.retain(|hook| session.agent.is_none_or(|agent| agent == hook.agent));
    list
}

pub fn restore(
    session: &Session,
    output: &mut Output,
    name: &str,
    dry: DryRun,
) -> Result<Outcome, Failure> {
    let hook = removed::meant(all(session), name, |hook| hook.id == name || hook.name == name)?;
    let inventory = session.scan(hook.agent);
    let plan = removed::plan_restore(&session.machine, &inventory, &hook)?;
    if dry.dry_run {
        let view = plan.view(&session.machine);
        if output.json {
            let also = view.also.clone();
            let restored = Vec::new();
            output.document(&Restored { restored, also, plan: Some(view.into()) })?;
        } else {
            output.text(plan::plan(session.paint, &view))?;
        }
        return Ok(Outcome::Done);
    }
    let done = apply::apply(&session.machine, &plan)?;
    if output.json {
        output.document(&Restored { restored: vec![hook], also: done.also, plan: None })?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    change::done(&mut text, session, &done);
    for sentence in &plan.stays {
        text.push_str(&format!("{}\n", session.paint.on(DIM, sentence)));
    }
    change::next(&mut text, session, &done);
    output.text(text)?;
    Ok(Outcome::Done)
}
