//! `hooks guard`: hooks whose files changed behind a person's back, turned off where the change does
//! something serious; and whether that is done.

use serde::Serialize;
use tacklebox_engine::guard::{self, Dealt, Due, Harmless, Stuck, TurnedOff};
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
    /// Those that are on still, and why.
    stuck: Vec<Stuck>,
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
        let due: Vec<Due> = due.collect();
        let plans = due.iter().filter_map(|due| due.plan.as_ref().ok());
        let views: Vec<PlanView> = plans.map(|plan| plan.view(machine)).collect();
        let stuck = due.iter().filter_map(|due| Some(due.stuck(&due.plan.as_ref().err()?.message)));
        let stuck: Vec<Stuck> = stuck.collect();
        let outcome = if stuck.is_empty() { Outcome::Done } else { Outcome::Found };
        if output.json {
            output.document(&Guarded { on, turned_off: Vec::new(), stuck, plans: Some(views) })?;
        } else {
            let mut shown: String =
                views.iter().map(|view| plan::plan(session.paint, view)).collect();
            shown.push_str(&left_on(&stuck));
            output.text(if shown.is_empty() { nothing(on) } else { shown })?;
        }
        return Ok(outcome);
    }
    let dealt = chosen.iter().flat_map(|one| guard::deal(machine, one, &mut Harmless::new()));
    let (mut turned_off, mut stuck) = (Vec::new(), Vec::new());
    for (due, dealt) in dealt {
        match dealt {
            Ok(Dealt::TurnedOff(one)) => turned_off.push(one),
            Ok(Dealt::LeftOn(_)) => {}
            Err(failure) => stuck.push(due.stuck(&failure.message)),
        }
    }
    let outcome = if stuck.is_empty() { Outcome::Done } else { Outcome::Found };
    if output.json {
        output.document(&Guarded { on, turned_off, stuck, plans: None })?;
        return Ok(outcome);
    }
    let mut text = String::new();
    for one in &turned_off {
        text.push_str(&format!("{}\n", clean(&one.change.summary)));
        text.push_str(&format!("{}\n", session.paint.on(DIM, &clean(&one.why))));
    }
    if text.is_empty() && stuck.is_empty() {
        text = nothing(on);
    } else if !text.is_empty() {
        text.push_str(match turned_off.len() {
            1 => "`tacklebox hooks undo` takes it back.\n",
            _ => "`tacklebox hooks undo` takes the last one back.\n",
        });
    }
    text.push_str(&left_on(&stuck));
    output.text(text)?;
    Ok(outcome)
}

fn left_on(stuck: &[Stuck]) -> String {
    let line = |one: &Stuck| {
        format!("{} has to be turned off and is still on: {}\n", clean(&one.hook), clean(&one.why))
    };
    stuck.iter().map(line).collect()
}

fn nothing(on: bool) -> String {
    match on {
        true => "No changed hook has to be turned off.\n".to_owned(),
        false => "Changed hooks are left on. `tacklebox hooks guard --set on` turns those off that do something serious.\n".to_owned(),
    }
}
