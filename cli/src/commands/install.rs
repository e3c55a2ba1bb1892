//! `hooks install` and `hooks remove`.

use serde::Serialize;
use tacklebox_engine::agent::Agent;
use tacklebox_engine::apply;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::install::included::{self, Included, Over};
use tacklebox_engine::install::receipt;
use tacklebox_engine::install::review::{self, Review};
use tacklebox_engine::install::source::{Source, SourceError};
use tacklebox_engine::install::{remove, removed, target};
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::plan::Also;
use tacklebox_engine::plugins;
use tacklebox_engine::{moment, words};

use super::change::{self, Planned};
use super::foreign::{self, Installed};
use super::told;
use crate::Outcome;
use crate::args::{DryRun, Install};
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::{self, clean, command, plan};
use crate::resolve;
use crate::session::Session;

#[derive(Serialize)]
struct Removed {
    removed: Vec<String>,
    also: Vec<Also>,
    #[serde(flatten)]
    plan: Option<Planned>,
}

pub fn install(session: &Session, output: &mut Output, args: &Install) -> Result<Outcome, Failure> {
    match Source::read(&args.source) {
        Ok(Source::Included(name)) => included(session, output, &name, args),
        Ok(source) => foreign::run(session, output, &source, args),
        Err(SourceError::NoSuchName(name)) => {
            Err(not_included(&name, &included::list(&session.machine, &[])))
        }
        Err(error) => Err(error.into()),
    }
}

fn included(
    session: &Session,
    output: &mut Output,
    source: &str,
    args: &Install,
) -> Result<Outcome, Failure> {
    let inventory = session.scan(agent_for(session, source)?);
    // A dry run says what would be replaced, also where nobody asked for it yet.
    let over = if args.replace || args.dry.dry_run { Over::AgentsOwn } else { Over::Nothing };
    let plan = included::plan(&session.machine, &inventory, source, over)?;
    let agent = inventory.agent();
    let plugin = plan.hook.as_deref().filter(|id| plugins::id_in(agent, id).is_some());
    let plugin = plugin.map(str::to_owned);
    let dir = match &plugin {
        Some(_) => plugins::folder(agent, source)?,
        None => agent.managed.join(source),
    };
    if args.dry.dry_run {
        let view = plan.view(&session.machine);
        let review = review::review(&session.machine, &inventory, &plan);
        if output.json {
            output.document(&Installed {
                installed: Vec::new(),
                receipt: None,
                also: plan.also.clone(),
                review: Some(review),
                plan: Some(view.into()),
            })?;
        } else {
            // A plugin that is there stays as it is switched.
            let there = plugin.as_ref().map(|_| plugins::list(&session.machine, agent));
            let mut there = there.into_iter().flatten();
            let there = there.find(|it| Some(&it.hook_id) == plugin.as_ref());
            let on = there.is_none_or(|it| it.left_out.is_none());
            output.text(print::review::review(&session.machine, session.paint, &review, on))?;
            output.text(plan::plan(session.paint, &view))?;
        }
        return Ok(Outcome::Done);
    }
    let done = apply::apply(&session.machine, &plan)?;
    // Read again, so that what is told is what is on the disk.
    let now = session.scan(inventory.agent().id());
    let hook = now.of_folder(&dir);
    if output.json {
        output.document(&Installed::<Review> {
            installed: hook
                .map(|hook| hook.id.clone())
                .or(plugin)
                .filter(|_| done.changed)
                .into_iter()
                .collect(),
            receipt: receipt::read(&session.machine, &dir),
            also: done.also,
            review: None,
            plan: None,
        })?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    change::done(&mut text, session, &done);
    for line in &plan.along {
        text.push_str(&format!("{}\n", clean(line)));
    }
    if let Some(id) = plugin {
        let id = plugins::id_in(now.agent(), &id).unwrap_or(&id);
        text.push_str(&format!("It is a plugin, in {}.\n", clean(&session.machine.show(&dir))));
        text.push_str(&format!("`tacklebox plugins info {id}` shows it.\n"));
    }
    if let Some(hook) = hook {
        text.push_str(&format!("It is in {}.\n", clean(&session.machine.show(&dir))));
        told::row(&mut text, session, hook);
    }
    change::next(&mut text, session, &done);
    output.text(text)?;
    Ok(Outcome::Done)
}

/// The agent that an included hook is installed for.
fn agent_for(session: &Session, source: &str) -> Result<AgentId, Failure> {
    let Some(card) = included::named(&session.machine, source) else {
        return Err(not_included(source, &included::list(&session.machine, &[])));
    };
    if let Some(agent) = session.agent {
        return Ok(agent);
    }
    let here: Vec<AgentId> = session.located().iter().map(Agent::id).collect();
    Ok(target::of_included(&card, &here)?)
}

fn not_included(source: &str, all: &[Included]) -> Failure {
    let names = || all.iter().map(|card| card.name.as_str());
    let known = words::all_of(names().map(str::to_owned));
    let failure = Failure::new(Code::NotFound, format!("There is no included hook {source}."));
    match moment::nearest(source, names()) {
        Some(near) => failure.hint(format!("Did you mean {near}?")),
        None => failure.hint(format!("There are {known}.")),
    }
}

/// How a removed hook comes back, and until when that is true.
fn brings_back(session: &Session, name: &str) -> String {
    let kept = removed::list(&session.machine).into_iter().find(|one| one.name == name);
    let until = kept.as_ref().and_then(|one| one.kept_until.get(..10));
    // What looks like an option cannot be named so.
    let line = command::code(session.machine.platform(), &["hooks", "restore", name])
        .filter(|_| !name.starts_with('-'));
    match until.zip(line) {
        Some((until, line)) => {
            format!("{line} brings it back, whatever else is changed, until {until}.\n")
        }
        None => "`tacklebox hooks removed` lists it, and says how long it is kept.\n".to_owned(),
    }
}

pub fn remove(
    session: &Session,
    output: &mut Output,
    name: &str,
    with_settings: bool,
    dry: DryRun,
) -> Result<Outcome, Failure> {
    let (inventory, hook): (Inventory, _) = resolve::hook(session, name)?;
    let plan = remove::plan(&session.machine, &inventory, &hook.id, with_settings)?;
    // Offered only where that would leave less.
    let all = remove::plan(&session.machine, &inventory, &hook.id, true)?;
    let offers = all.stays.len() < plan.stays.len();
    let view = plan.view(&session.machine);
    if dry.dry_run {
        if output.json {
            output.document(&Removed {
                removed: Vec::new(),
                also: plan.also.clone(),
                plan: Some(view.into()),
            })?;
        } else {
            output.text(plan::plan(session.paint, &view))?;
        }
        return Ok(Outcome::Done);
    }
    let done = apply::apply(&session.machine, &plan)?;
    if output.json {
        let removed = if done.changed { vec![hook.id] } else { Vec::new() };
        output.document(&Removed { removed, also: done.also, plan: None })?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    change::done(&mut text, session, &done);
    for sentence in &view.stays {
        text.push_str(&format!("{}\n", clean(sentence)));
    }
    if offers {
        text.push_str("`--with-settings` takes its settings too.\n");
    }
    text.push_str(&brings_back(session, &hook.name));
    change::next(&mut text, session, &done);
    output.text(text)?;
    Ok(Outcome::Done)
}
