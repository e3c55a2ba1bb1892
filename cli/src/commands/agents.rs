//! `agents`

use tacklebox_engine::hook::AgentId;
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::overview::{self, AgentView};
use tacklebox_engine::words;

use crate::Outcome;
use crate::failure::Failure;
use crate::output::Output;
use crate::print::table::{Cell, Table};
use crate::print::{BAD, CARE, DIM, GOOD, note};
use crate::session::Session;

/// Always all five, whether they are found or not.
pub fn run(session: &Session, output: &mut Output) -> Result<Outcome, Failure> {
    let inventories = session.all();
    let views: Vec<AgentView> =
        inventories.iter().map(|inventory| overview::view(&session.machine, inventory)).collect();
    if output.json {
        output.document(&views)?;
    } else {
        output.text(table(session, &inventories, &views))?;
    }
    Ok(Outcome::Done)
}

fn table(session: &Session, inventories: &[Inventory], views: &[AgentView]) -> String {
    let mut table = Table::new(&["AGENT", "HOOKS", "STATE", "CONFIG", "WORKSPACE"]);
    for (inventory, view) in inventories.iter().zip(views) {
        let not_started = inventory.not_started().filter(|_| view.found);
        let (state, style) = state(view, not_started.is_some());
        let show = |path| if view.found { session.machine.show(path) } else { String::new() };
        table.row(vec![
            Cell::new(&view.name),
            Cell::new(&if view.found { hooks(view) } else { String::new() }),
            Cell::styled(&state, style),
            Cell::new(&show(&view.config)),
            Cell::new(&show(&view.workspace)),
        ]);
        if view.found {
            table.below(&inventory.agent().runtime.sentence(&session.machine));
        }
        for problem in &view.runtime.config_problems {
            table.below(&format!(
                "{} refuses the config: {}: {}",
                inventory.agent().runtime.named(),
                problem.path,
                problem.message
            ));
        }
        if let Some(why) = not_started.filter(|_| !session.verbose) {
            table.below(why);
        }
        for problem in &view.problems {
            table.below(&format!("{}: {}", problem.path, problem.message));
        }
        if session.verbose {
            table.below(&format!("home {}", session.machine.show(&view.home)));
            for it in &view.notes {
                table.below(&format!("note {}: {}", it.id, note(it)));
            }
        }
    }
    let mut text = String::new();
    table.write(&mut text, session.paint, "");
    if !views.iter().any(|view| view.found) {
        text.push_str(&format!(
            "\nNone of them is on this computer. `tacklebox hooks install workspace-backup --agent {}` sets hooks up for one anyway.\n",
            AgentId::DEFAULT
        ));
    }
    text
}

/// Plugins are counted apart: which hooks they have is known once they were loaded.
fn hooks(view: &AgentView) -> String {
    match view.plugins {
        Some(plugins) if plugins > 0 => {
            format!("{} + {}", view.hooks, words::count(plugins as usize, "plugin"))
        }
        _ => view.hooks.to_string(),
    }
}

fn state(view: &AgentView, not_started: bool) -> (String, anstyle::Style) {
    if !view.found {
        ("not on this computer".to_owned(), DIM)
    } else if !view.problems.is_empty() || !view.runtime.config_problems.is_empty() {
        ("has a problem".to_owned(), BAD)
    } else if not_started {
        ("does not start".to_owned(), BAD)
    } else if !view.hooks_on {
        ("all hooks are off".to_owned(), CARE)
    } else if view.needs_you > 0 {
        let needs = if view.needs_you == 1 { "needs" } else { "need" };
        (format!("{} {needs} attention", words::count(view.needs_you as usize, "hook")), CARE)
    } else {
        ("fine".to_owned(), GOOD)
    }
}
