//! `hooks update`: one installed hook, or all of them.

use serde::Serialize;
use tacklebox_engine::apply;
use tacklebox_engine::hook::{Finding, Hook, Unread};
use tacklebox_engine::install::changed::ChangedFile;
use tacklebox_engine::install::update::{self, NewVersion, Newest, Update};
use tacklebox_engine::install::{receipt, review};
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::plan::Also;

use super::change::{self, Planned};
use super::foreign;
use crate::Outcome;
use crate::args::UpdateHow;
use crate::failure::Failure;
use crate::output::Output;
use crate::print::{self, BOLD, clean, command, plan};
use crate::resolve;
use crate::session::Session;

/// What became of every hook that was looked at.
#[derive(Default, Serialize)]
struct Updated {
    /// Ids of hooks; with a dry run none.
    updated: Vec<String>,
    hooks: Vec<One>,
    also: Vec<Also>,
}

#[derive(Serialize)]
struct One {
    id: String,
    up_to_date: bool,
    pinned: Option<String>,
    changes: Vec<ChangedFile>,
    /// What the audit finds in the new files.
    findings: Vec<Finding>,
    unread: Vec<Unread>,
    /// Why it was left as it is.
    error: Option<Failure>,
    #[serde(flatten)]
    plan: Option<Planned>,
}

pub fn run(
    session: &Session,
    output: &mut Output,
    name: Option<&str>,
    how: UpdateHow,
) -> Result<Outcome, Failure> {
    let mut updated = Updated::default();
    let mut text = String::new();
    if let Some(name) = name {
        let (inventory, hook) = resolve::hook(session, name)?;
        let one = one(session, output, &inventory, &hook, how, &mut updated, &mut text)?;
        updated.hooks.push(one);
    } else {
        for inventory in session.chosen() {
            let mut hooks = inventory.hooks();
            let ours = |hook: &Hook| receipt::read(&session.machine, hook.dir.as_deref()?);
            hooks.retain(|hook| ours(hook).is_some());
            for hook in hooks {
                // One after the other: what cannot be updated keeps no other from it.
                let done = one(session, output, &inventory, &hook, how, &mut updated, &mut text);
                updated.hooks.push(done.unwrap_or_else(|failure| {
                    text.push_str(&format!("{}\n", clean(&failure.message)));
                    One::left(&hook, failure)
                }));
            }
        }
        if updated.hooks.is_empty() {
            text.push_str("No hook here was installed by Tacklebox: there is nothing to update.\n");
        }
    }
    let failed = updated.hooks.iter().any(|one| one.error.is_some());
    if output.json {
        output.document(&updated)?;
    } else {
        output.text(text)?;
    }
    Ok(if failed { Outcome::Found } else { Outcome::Done })
}

fn one(
    session: &Session,
    output: &Output,
    inventory: &Inventory,
    hook: &Hook,
    how: UpdateHow,
    updated: &mut Updated,
    text: &mut String,
) -> Result<One, Failure> {
    update::may_update(&session.machine, inventory, &hook.id).map_err(|error| {
        let failure = Failure::from(error);
        match hook.dir.as_deref().and_then(|dir| receipt::read(&session.machine, dir)) {
            None => failure,
            Some(_) => {
                let of =
                    |verb| command::code(session.machine.platform(), &["hooks", verb, &hook.id]);
                match of("approve").zip(of("put-back")) {
                    Some((approve, put_back)) => {
                        failure.hint(format!("{approve} keeps them, {put_back} takes them back."))
                    }
                    None => failure,
                }
            }
        }
    })?;
    let new = newest(session, output, inventory, hook)?;
    let update = update::plan(&session.machine, inventory, &hook.id, new)?;
    let view = update::view(&session.machine, inventory, &update);
    let review = review::of_update(&session.machine, inventory, &hook.id, &update);
    if !how.dry.dry_run {
        review.accepted(how.accept_findings)?;
    }
    let Update { plan: planned, changes, up_to_date, pinned, .. } = update;
    if let Some(up_to_date) = &up_to_date {
        text.push_str(&format!("{}.", clean(&up_to_date.title)));
        text.extend(pinned.iter().map(|pinned| format!(" {}", clean(pinned))));
        text.push('\n');
    }
    let up_to_date = up_to_date.is_some();
    let mut one = One {
        id: hook.id.clone(),
        up_to_date,
        pinned,
        changes,
        findings: review.findings,
        unread: review.unread,
        error: None,
        plan: None,
    };
    if how.dry.dry_run {
        if !up_to_date {
            text.push_str(&plan::plan(session.paint, &view));
            text.push_str(&print::review::findings(session.paint, &one.findings));
            text.push_str(&print::review::unread(session.paint, &one.unread));
        }
        one.plan = Some(view.into());
        return Ok(one);
    }
    let done = apply::apply(&session.machine, &planned)?;
    if up_to_date {
        return Ok(one);
    }
    updated.updated.push(hook.id.clone());
    updated.also.extend(done.also.iter().cloned());
    change::done(text, session, &done);
    for file in &one.changes {
        text.push_str(&format!("\n{}\n", session.paint.on(BOLD, &clean(&file.path))));
        match (&file.diff, &file.why_no_diff) {
            (Some(diff), _) => plan::diff(text, session.paint, diff),
            (None, why) => text.extend(why.iter().map(|why| format!("{}\n", clean(why)))),
        }
    }
    text.push_str("`tacklebox hooks undo` brings the old version back.\n");
    change::next(text, session, &done);
    Ok(one)
}

/// What the hook's source has now.
fn newest(
    session: &Session,
    output: &Output,
    inventory: &Inventory,
    hook: &Hook,
) -> Result<NewVersion, Failure> {
    match update::newest(&session.machine, inventory, &hook.id)? {
        Newest::Here(new) => Ok(new),
        Newest::At(source) => {
            let staged = foreign::fetch(session, output, &source)?;
            Ok(update::staged(inventory, &hook.id, &staged)?)
        }
    }
}

impl One {
    fn left(hook: &Hook, failure: Failure) -> Self {
        Self {
            id: hook.id.clone(),
            up_to_date: false,
            pinned: None,
            changes: Vec::new(),
            findings: Vec::new(),
            unread: Vec::new(),
            error: Some(failure),
            plan: None,
        }
    }
}
