//! `hooks fix`: what is broken of hooks and plugins, with the change that repairs each; and one of these changes made.

use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::ops::OpError;
use tacklebox_engine::repair::{self, Repair, RepairView};

use super::change::{self, Diff};
use crate::Outcome;
use crate::args::DryRun;
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::{BOLD, DIM, clean, plan};
use crate::resolve;
use crate::session::Session;

pub fn run(
    session: &Session,
    output: &mut Output,
    name: Option<&str>,
    id: Option<&str>,
    dry: DryRun,
) -> Result<Outcome, Failure> {
    let machine = &session.machine;
    let mut inventories = Vec::new();
    let mut found = Vec::new();
    if let Some(name) = name {
        let (inventory, id) = resolve::hook_or_plugin(session, name)?;
        found.push(repair::of_hook(machine, &inventory, &id)?);
        inventories.push(inventory);
    } else {
        inventories = session.chosen();
        found.extend(inventories.iter().map(|inventory| repair::of_all(machine, inventory)));
    }
    let all: Vec<(&Inventory, Repair)> = inventories
        .iter()
        .zip(found)
        .flat_map(|(inventory, repairs)| repairs.into_iter().map(move |one| (inventory, one)))
        .collect();
    let Some(id) = id else { return list(session, output, name, &all) };
    let mut found = all.into_iter().filter(|(_, repair)| repair.id == id);
    let Some((inventory, repair)) = found.next() else {
        return Err(OpError::NoSuchRepair(id.to_owned()).into());
    };
    if found.next().is_some() {
        let message = format!("{id} would fix more than one hook: name the hook.");
        return Err(Failure::new(Code::BadName, message).hint("`tacklebox hooks fix NAME --id ID`"));
    }
    let file = inventory.agent().config.path.clone();
    let hook = repair.hook;
    change::edit(session, output, inventory, &file, Diff::Shown, dry.into(), |inventory| {
        repair::plan(machine, inventory, hook.as_deref(), id)
    })
}

fn list(
    session: &Session,
    output: &mut Output,
    name: Option<&str>,
    all: &[(&Inventory, Repair)],
) -> Result<Outcome, Failure> {
    let views: Vec<RepairView> =
        all.iter().map(|(_, repair)| repair.view(&session.machine)).collect();
    if output.json {
        output.document(&views)?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    for ((inventory, _), view) in all.iter().zip(&views) {
        let agent = inventory.agent().dialect.title;
        let who = match (&view.hook, view.hooks.first()) {
            (Some(_), Some(hook)) => format!("{hook} ({agent})"),
            _ => format!("The config of {agent}"),
        };
        text.push_str(&format!(
            "{}  {}\n{}\n",
            session.paint.on(BOLD, &clean(&who)),
            session.paint.on(DIM, &view.id),
            clean(&view.says)
        ));
        text.push_str(&plan::plan(session.paint, &view.plan));
        text.push('\n');
    }
    text.push_str(&match (views.is_empty(), name) {
        (true, Some(name)) => format!("Nothing to fix about {}.\n", clean(name)),
        (true, None) => "Nothing to fix.\n".to_owned(),
        (false, _) => "`tacklebox hooks fix NAME --id ID` makes one of these changes.\n".to_owned(),
    });
    output.text(text)?;
    Ok(Outcome::Done)
}
