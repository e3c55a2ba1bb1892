//! `setup`: what is on this computer as one file, and a file as what is to be on this computer.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::install::source::Source;
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::plan::PlanView;
use tacklebox_engine::setup_file::{
    self, Applied, Comparison, Difference, FileKind, Needed, NotCarried, SetupFile, TO_CARRY, What,
    WithoutFiles,
};
use tacklebox_engine::{overview, words};

use super::foreign;
use crate::Outcome;
use crate::args::{ApplySetup, Setup};
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::{clean, plan};
use crate::session::Session;

#[derive(Serialize)]
struct Exported {
    file: String,
    hooks: usize,
    plugins: usize,
    not_carried: Vec<NotCarried>,
    without_files: Vec<WithoutFiles>,
    setup: SetupFile,
}

/// What `setup apply` did, or would do.
#[derive(Serialize)]
struct Carried {
    #[serde(flatten)]
    applied: Applied,
    needed: Vec<Needed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dry_run: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differences: Option<Vec<Difference>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plans: Option<Vec<PlanView>>,
}

pub fn run(session: &Session, output: &mut Output, command: Setup) -> Result<Outcome, Failure> {
    match command {
        Setup::Export { file } => export(session, output, &file),
        Setup::Check { file } => check(session, output, &file),
        Setup::Apply(args) => apply(session, output, &args),
    }
}

fn export(session: &Session, output: &mut Output, path: &Path) -> Result<Outcome, Failure> {
    FileKind::of(path)?;
    let path = absolute(path);
    let all: Vec<Inventory> = session.chosen();
    let all: Vec<&Inventory> = all.iter().collect();
    let setup = setup_file::export(&session.machine, &all, folder(&path))?;
    setup.save(&path)?;
    let (hooks, plugins, not_carried) = (setup.hooks(), setup.plugins(), setup.not_carried());
    let without_files = setup.without_files();
    if output.json {
        let file = path.display().to_string();
        let told = Exported { file, hooks, plugins, not_carried, without_files, setup };
        output.document(&told)?;
        return Ok(Outcome::Done);
    }
    let shown = session.machine.show(&path);
    let mut what = words::count(hooks, "hook");
    if plugins > 0 {
        what.push_str(&format!(" and {}", words::count(plugins, "plugin")));
    }
    let mut text = format!("{what} in {}. Keys are named and not in it.\n", clean(&shown));
    for one in &without_files {
        let names = words::all_of(one.names.iter().map(|name| clean(name).to_string()));
        text.push_str(&format!("Named, without the files: {names}. {}\n", clean(&one.why)));
    }
    if !without_files.is_empty() {
        text.push_str(&format!("{TO_CARRY}\n"));
    }
    for (why, names) in by_reason(&not_carried) {
        text.push_str(&format!("Not in it: {}. {why}\n", words::all_of(names)));
    }
    output.text(text)?;
    Ok(Outcome::Done)
}

/// What is true of many is read once.
fn by_reason(all: &[NotCarried]) -> Vec<(String, Vec<String>)> {
    let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
    for one in all {
        let (name, why) = (clean(&one.name).to_string(), clean(&one.why).to_string());
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, names)) => names.push(name),
            None => reasons.push((why, vec![name])),
        }
    }
    reasons
}

fn check(session: &Session, output: &mut Output, path: &Path) -> Result<Outcome, Failure> {
    let file = SetupFile::open(path)?;
    let comparison = compare(session, &file)?;
    let outcome = if comparison.same { Outcome::Done } else { Outcome::Found };
    if output.json {
        output.document(&comparison)?;
        return Ok(outcome);
    }
    output.text(said(&comparison))?;
    Ok(outcome)
}

fn apply(session: &Session, output: &mut Output, args: &ApplySetup) -> Result<Outcome, Failure> {
    let path = absolute(&args.file);
    let file = SetupFile::open(&path)?;
    let mut before = compare(session, &file)?;
    only(&file, &args.only, &mut before)?;
    let others = before.also_here.iter().filter(|_| args.turn_off_others);
    let chosen = before.differences.iter().chain(others).map(|one| one.id.clone());
    let chosen: BTreeSet<String> = chosen.collect();
    if args.dry.dry_run {
        return dry_run(session, output, &file, before, &chosen);
    }
    let foreign: Vec<&Difference> = before.differences.iter().filter(|one| one.foreign).collect();
    if !foreign.is_empty() && !args.yes {
        let names = words::all_of(foreign.iter().map(|one| one.title.clone()));
        let message =
            format!("{names} would come from elsewhere, so the set-up is only applied with --yes.");
        return Err(Failure::new(Code::NeedsYes, message)
            .hint("Look at it with --dry-run, then apply it with --yes."));
    }
    let scan = |agent: AgentId| session.scan(agent);
    let told: &Output = output;
    let mut get =
        |source: &Source| foreign::fetch(session, told, source).map_err(|failure| failure.message);
    let applied = setup_file::apply(
        &session.machine,
        &scan,
        &file,
        folder(&path),
        &chosen,
        args.accept_findings,
        &mut get,
    );
    let mut after = compare(session, &file)?;
    only(&file, &args.only, &mut after)?;
    let outcome = if applied.not_done.is_empty() { Outcome::Done } else { Outcome::Found };
    if output.json {
        output.document(&Carried {
            applied,
            needed: after.needed,
            dry_run: None,
            differences: None,
            plans: None,
        })?;
        return Ok(outcome);
    }
    let mut text = String::new();
    if applied.done.is_empty() && applied.not_done.is_empty() {
        text.push_str("Everything is as in the set-up already.\n");
    }
    for line in &applied.done {
        text.push_str(&format!("{}\n", clean(line)));
    }
    for one in &applied.not_done {
        text.push_str(&format!("Not done: {}. {}\n", clean(&one.title), clean(&one.why)));
        if one.findings {
            text.push_str("`--accept-findings` installs it all the same.\n");
        }
    }
    text.push_str(&keys(&after.needed));
    for inventory in scanned(session, &file).iter().filter(|_| applied.undo.is_some()) {
        let view = overview::view(&session.machine, inventory);
        if !view.pending.is_empty() {
            text.push_str(&format!("{} to pick this up.\n", view.restart_hint));
        }
    }
    if applied.undo.is_some() {
        text.push_str("`tacklebox hooks undo` takes all of it back.\n");
    }
    output.text(text)?;
    Ok(outcome)
}

fn dry_run(
    session: &Session,
    output: &mut Output,
    file: &SetupFile,
    comparison: Comparison,
    chosen: &BTreeSet<String>,
) -> Result<Outcome, Failure> {
    let all = scanned(session, file);
    let all: Vec<&Inventory> = all.iter().collect();
    let plans = setup_file::plans(&session.machine, &all, file, chosen);
    let views: Vec<PlanView> = plans.iter().map(|plan| plan.view(&session.machine)).collect();
    if output.json {
        output.document(&Carried {
            applied: Applied::default(),
            needed: comparison.needed,
            dry_run: Some(true),
            differences: Some(comparison.differences),
            plans: Some(views),
        })?;
        return Ok(Outcome::Done);
    }
    output.text(said(&comparison))?;
    for view in &views {
        output.text("\n")?;
        output.text(plan::plan(session.paint, view))?;
    }
    Ok(Outcome::Done)
}

/// Leaves what is meant by `--only`.
fn only(file: &SetupFile, names: &[String], comparison: &mut Comparison) -> Result<(), Failure> {
    if names.is_empty() {
        return Ok(());
    }
    let agents = file.agents.values();
    let known: BTreeSet<&str> = agents
        .flat_map(|agent| {
            let plugins = agent.plugins.iter().map(|plugin| plugin.id.as_str());
            agent.hooks.iter().map(|hook| hook.name.as_str()).chain(plugins)
        })
        .collect();
    if let Some(name) = names.iter().find(|name| !known.contains(name.as_str())) {
        let all = words::all_of(known.into_iter().map(str::to_owned));
        let message = format!("The set-up has no hook and no plugin {name}. Nothing was changed.");
        return Err(Failure::new(Code::NotFound, message).hint(format!("It has {all}.")));
    }
    comparison.differences.retain(|one| {
        let name = one.hook.as_ref().or(one.plugin.as_ref());
        name.is_some_and(|name| names.contains(name))
    });
    comparison.also_here.clear();
    comparison.needed.retain(|one| names.contains(&one.hook));
    comparison.same = comparison.differences.is_empty();
    Ok(())
}

fn absolute(path: &Path) -> std::path::PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

/// The agents that the set-up names, as far as they are meant.
fn scanned(session: &Session, file: &SetupFile) -> Vec<Inventory> {
    let agents = file.agents.keys().copied();
    agents
        .filter(|agent| session.agent.is_none_or(|only| only == *agent))
        .map(|agent| session.scan(agent))
        .collect()
}

fn compare(session: &Session, file: &SetupFile) -> Result<Comparison, Failure> {
    if let Some(agent) = session.agent.filter(|agent| !file.agents.contains_key(agent)) {
        let message = format!("The set-up has nothing for {}.", agent.dialect().title);
        let all = words::all_of(file.agents.keys().map(|agent| agent.dialect().title.to_owned()));
        return Err(Failure::new(Code::NotFound, message).hint(format!("It has {all}.")));
    }
    let all = scanned(session, file);
    let all: Vec<&Inventory> = all.iter().collect();
    setup_file::readable(all.iter().copied())?;
    Ok(setup_file::compare(&session.machine, &all, file))
}

fn said(comparison: &Comparison) -> String {
    let mut text = String::new();
    if comparison.same {
        let mut what = words::count(comparison.hooks as usize, "hook");
        if comparison.plugins > 0 {
            what.push_str(", ");
            what.push_str(&words::count(comparison.plugins as usize, "plugin"));
        }
        text.push_str(&format!("This computer is as in the set-up: {what}.\n"));
    }
    for one in &comparison.differences {
        let agent = one.agent.dialect().title;
        text.push_str(&format!("{agent}: {}: {}\n", clean(&one.title), clean(&differs(one))));
        if !one.afterwards.is_empty() {
            let then = words::all_of(one.afterwards.iter().map(|it| clean(it).to_string()));
            text.push_str(&format!("  Then: {then}\n"));
        }
        if let Some(why) = &one.blocked {
            text.push_str(&format!("  {}\n", clean(why)));
        }
    }
    text.push_str(&keys(&comparison.needed));
    if !comparison.also_here.is_empty() {
        let all = comparison.also_here.iter();
        let all = all.map(|one| format!("{} ({})", clean(&one.title), one.agent.dialect().title));
        text.push_str(&format!(
            "Also here: {}. `tacklebox setup apply --turn-off-others` turns off what is not in the set-up.\n",
            words::all_of(all)
        ));
    }
    text
}

fn differs(one: &Difference) -> String {
    let here = one.here.as_deref().unwrap_or("not set");
    let there = one.there.as_deref().unwrap_or("not set");
    let detail = one.detail.as_deref().unwrap_or_default();
    match one.what {
        What::Missing => {
            let source = one.source.as_deref().unwrap_or_default();
            format!("not here; {}", setup_file::whence(one.agent, source))
        }
        What::Files => format!("other files: {detail}"),
        What::Switch => format!("{here} here, {there} in the set-up"),
        What::Order => match detail {
            "" => format!("runs {here} here, {there} in the set-up"),
            moment => format!("{moment}: runs {here} here, {there} in the set-up"),
        },
        What::Setting => format!("{detail} is {here} here, {there} in the set-up"),
        What::AgentSetting => format!("{here} here, {there} in the set-up"),
        What::Other => format!("{here} here, not in the set-up"),
    }
}

fn keys(needed: &[Needed]) -> String {
    needed
        .iter()
        .map(|one| format!("Still to be typed: {} for {}\n", clean(&one.env), clean(&one.title)))
        .collect()
}
