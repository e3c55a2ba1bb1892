//! The list of hooks, by agent.

use tacklebox_engine::agent::Agent;
use tacklebox_engine::hook::{Hook, Row};
use tacklebox_engine::words;

use super::table::{Cell, Table};
use super::{BAD, BOLD, Paint, called_for_real, clean, note, row_word};
use crate::session::Session;

/// One agent's part of the list.
pub fn group(to: &mut String, session: &Session, agent: &Agent, hooks: &[&Hook], plugins: usize) {
    let paint = session.paint;
    if let Some(project) = &agent.project {
        let folder = session.machine.show(&project.folder);
        to.push_str(&paint.on(BOLD, &clean(&format!("{} in {folder}", agent.dialect.title))));
        to.push_str(&paint.on(super::DIM, " · a project folder\n"));
        return rows(to, session, hooks, 0);
    }
    let off = if agent.hooks_on() { "" } else { " · all hooks are off" };
    to.push_str(&paint.on(BOLD, agent.dialect.title));
    to.push_str(&paint.on(super::DIM, off));
    to.push('\n');
    to.push_str(
        &paint.on(super::DIM, &format!("  {}\n", agent.runtime.sentence(&session.machine))),
    );
    let machine = &session.machine;
    for why in agent.replaces_config(machine).into_iter().chain(agent.does_not_start(machine)) {
        to.push_str(&paint.on(super::DIM, &format!("  {}\n", clean(&why))));
    }
    for problem in &agent.config_verdict.problems {
        let named = agent.runtime.named();
        let line = format!("{named} refuses its config: {}: {}", problem.path, problem.message);
        to.push_str(&format!("  {}\n", paint.on(BAD, &clean(&line))));
    }
    // What is said below is said without what such a file holds.
    for problem in &agent.problems {
        let line = format!("{}: {}", session.machine.show(&problem.path), problem.message);
        to.push_str(&format!("  {}\n", paint.on(BAD, &clean(&line))));
    }
    rows(to, session, hooks, plugins);
}

fn rows(to: &mut String, session: &Session, hooks: &[&Hook], plugins: usize) {
    let paint = session.paint;
    // Which hooks those have is not known before they are loaded.
    let apart = match plugins {
        0 => String::new(),
        some => {
            let some = words::count(some, "plugin");
            format!("  {some}, counted apart: `tacklebox plugins list` shows them.\n")
        }
    };
    let apart = paint.on(super::DIM, &apart);
    if hooks.is_empty() {
        let none = if plugins == 0 { "No hooks." } else { "No hooks in folders." };
        to.push_str(&format!("  {none}\n{apart}\n"));
        return;
    }
    let mut table = Table::new(&["NAME", "STATE", "SOURCE", "WHEN"]);
    for hook in hooks {
        let (word, style) = row_word(hook);
        table.row(vec![
            Cell::name(if hook.name.trim().is_empty() { &hook.title } else { &hook.name }),
            Cell::styled(word, style),
            Cell::new(hook.source.as_str()),
            Cell::new(&hook.when),
        ]);
        if let Some(reason) = &hook.reason {
            table.below(reason);
        }
        for said in [&hook.danger, &hook.warning].into_iter().flatten() {
            table.below(said);
        }
        if let Some(partly) = hook.runtime.partly() {
            table.below(&partly);
        }
        if let Some(called) = called_for_real(hook) {
            table.below(&called);
        }
        if session.verbose {
            more(&mut table, session, hook);
        }
    }
    table.write(to, paint, "  ");
    to.push_str(&format!("{apart}\n"));
}

fn more(table: &mut Table, session: &Session, hook: &Hook) {
    table.below(&format!("id {}", hook.id));
    if let Some(place) = hook.dir.as_deref().or(hook.manifest.as_deref()) {
        table.below(&format!("in {}", session.machine.show(place)));
    }
    if let Some(project) = &hook.project {
        table.below(&project.sentence);
    }
    for missing in hook.missing.iter().skip(1) {
        table.below(&missing.sentence);
    }
    for it in &hook.notes {
        table.below(&format!("note {}: {}", it.id, note(it)));
    }
}

/// "7 hooks: 4 ready, 2 need setup, 1 off": each by what its row says.
pub fn summary(paint: Paint, hooks: &[&Hook]) -> String {
    let parts = [
        (Row::Ready, "ready", "ready"),
        (Row::NeedsFix, "needs a fix", "need a fix"),
        (Row::NoEffect, "without effect", "without effect"),
        (Row::NotCalled, "not called", "not called"),
        (Row::NeedsSetup, "needs setup", "need setup"),
        (Row::Draft, "draft", "drafts"),
        (Row::Off, "off", "off"),
        (Row::CannotRunHere, "can't run here", "can't run here"),
        (Row::Broken, "broken", "broken"),
        (Row::Replaced, "replaced", "replaced"),
    ];
    let (dangerous, others): (Vec<&Hook>, Vec<&Hook>) =
        hooks.iter().partition(|hook| hook.danger.is_some());
    let mut said = Vec::new();
    if !dangerous.is_empty() {
        said.push(paint.on(BAD, &format!("{} dangerous", dangerous.len())));
    }
    said.extend(parts.into_iter().filter_map(|(row, one, more)| {
        let mut its = others.iter().filter(|hook| hook.row == row);
        let first = its.next()?;
        let count = its.count().saturating_add(1);
        let word = if count == 1 { one } else { more };
        Some(paint.on(row_word(first).1, &format!("{count} {word}")))
    }));
    format!("{}: {}\n", words::count(hooks.len(), "hook"), said.join(", "))
}
