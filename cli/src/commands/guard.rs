//! `hooks guard`: hooks whose files changed behind a person's back, turned off where the change does
//! something serious; and whether that is done.

use serde::Serialize;
use tacklebox_engine::guard::{self, Dealt, Harmless, TurnedOff};
use tacklebox_engine::plan::PlanView;

use crate::Outcome;
use crate::args::{DryRun, OnOff};
use crate::failure::Failure;
use crate::output::Output;
use crate::print::{DIM, clean, plan};
use crate::session::Session;

#[derive(Serialize)]
struct Guarded {
    on: bool,
    turned_off: Vec<TurnedOff>,
    /// What would be done, for a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    plans: Option<Vec<PlanView>>,
}

pub fn run(
    session: &Session,
    output: &mut Output,
    set: Option<OnOff>,
    dry: DryRun,
) -> Result<Outcome, Failure> {
    let machine = &session.machine;
    if let Some(set) = set.filter(|_| !dry.dry_run) {
        guard::set(machine, set == OnOff::On)?;
    }
    let on = set.map_or_else(|| guard::is_on(machine), |set| set == OnOff::On);
    let chosen = session.chosen();
    if dry.dry_run {
        let due = chosen.iter().filter(|_| on);
        let due = due.flat_map(|one| guard::due(machine, one, &mut Harmless::new()));
        let views: Vec<PlanView> = due.map(|due| due.plan.view(machine)).collect();
        if output.json {
            output.document(&Guarded { on, turned_off: Vec::new(), plans: Some(views) })?;
        } else {
            let shown: String = views.iter().map(|view| plan::plan(session.paint, view)).collect();
            output.text(if shown.is_empty() { nothing(on) } else { shown })?;
        }
        return Ok(Outcome::Done);
    }
    let dealt = chosen.iter().flat_map(|one| guard::deal(machine, one, &mut Harmless::new()));
    let turned_off = dealt.filter_map(|(_, dealt)| match dealt {
        Ok(Dealt::TurnedOff(one)) => Some(Ok(one)),
        Ok(Dealt::LeftOn(_)) => None,
        Err(failure) => Some(Err(failure)),
    });
    let turned_off = turned_off.collect::<Result<Vec<_>, _>>()?;
    if output.json {
        output.document(&Guarded { on, turned_off, plans: None })?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    for one in &turned_off {
        text.push_str(&format!("{}\n", clean(&one.change.summary)));
        text.push_str(&format!("{}\n", session.paint.on(DIM, &clean(&one.why))));
    }
    if text.is_empty() {
        text = nothing(on);
    } else {
        text.push_str(match turned_off.len() {
            1 => "`tacklebox hooks undo` takes it back.\n",
            _ => "`tacklebox hooks undo` takes the last one back.\n",
        });
    }
    output.text(text)?;
    Ok(Outcome::Done)
}

fn nothing(on: bool) -> String {
    match on {
        true => "No changed hook has to be turned off.\n".to_owned(),
        false => "Changed hooks are left on. `tacklebox hooks guard --set on` turns those off that do something serious.\n".to_owned(),
    }
}
