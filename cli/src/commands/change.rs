//! `hooks enable`, `disable`, `set`, `unset`, `undo`: a plan of the engine, shown or carried out.

use std::collections::BTreeSet;
use std::io::{IsTerminal, Read};
use std::path::Path;

use serde::Serialize;
use tacklebox_engine::activity;
use tacklebox_engine::apply::{self, Change};
use tacklebox_engine::backups;
use tacklebox_engine::hook::Source;
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::ops::{self, OpError};
use tacklebox_engine::plan::{Also, FileDiff, Plan, PlanView};

use super::told;
pub use super::told::{done, next};
use crate::Outcome;
use crate::args::{DryRun, EditHow, SetWhat, Switch, UnsetWhat};
use crate::failure::{Code, Failure};
use crate::output::{Output, remark};
use crate::print::{DIM, clean, command, plan};
use crate::resolve;
use crate::session::Session;

/// Whether an edit's diff is part of its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diff {
    Shown,
    /// `set` and `unset` say what changed, not how.
    Hidden,
}

/// `{changed, file, diff, also}`, and for a dry run the plan.
#[derive(Serialize)]
struct Edited {
    changed: bool,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
    also: Vec<Also>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
    #[serde(flatten)]
    plan: Option<Planned>,
}

/// What a dry run adds to any answer.
#[derive(Serialize)]
pub struct Planned {
    dry_run: bool,
    title: String,
    steps: Vec<String>,
    files: Vec<FileDiff>,
    stays: Vec<String>,
}

impl From<PlanView> for Planned {
    fn from(view: PlanView) -> Self {
        let PlanView { title, steps, files, stays, also: _, already: _ } = view;
        Self { dry_run: true, title, steps, files, stays }
    }
}

pub fn switch(
    session: &Session,
    output: &mut Output,
    args: &Switch,
    on: bool,
) -> Result<Outcome, Failure> {
    let (inventory, hook) = resolve::hook(session, &args.name.name)?;
    let file = ops::switch_file(inventory.agent(), &hook);
    let never = on && hook.draft && !activity::was_tried(&session.machine, &hook);
    let event = hook.events.first().filter(|_| never);
    let warning = event.and_then(|event| {
        command::never_tried(session.machine.platform(), &[event, "--hook", &hook.id])
    });
    let how = How { on, ..How::from(args.how).warning(warning) };
    edit(session, output, &inventory, &file, Diff::Shown, how, |inventory| {
        ops::set_enabled(&session.machine, inventory, &hook.id, on, args.how.others())
    })
}

pub fn set(
    session: &Session,
    output: &mut Output,
    name: &str,
    what: SetWhat,
    how: EditHow,
) -> Result<Outcome, Failure> {
    let (inventory, hook) = resolve::hook(session, name)?;
    match (what.env, what.config.as_deref()) {
        (Some(key), _) => {
            // Asked before the value is: a hook without a place for it should not be asked one.
            ops::set_env(&session.machine, &inventory, &hook.id, &key, None, how.others())?;
            let value = secret(&key)?;
            let file = ops::env_file(inventory.agent(), &hook);
            edit(session, output, &inventory, &file, Diff::Hidden, how.into(), |inventory| {
                let (machine, id) = (&session.machine, &hook.id);
                ops::set_env(machine, inventory, id, &key, Some(&value), how.others())
            })
        }
        (None, Some([path, value])) => {
            let file = &inventory.agent().config.path;
            edit(session, output, &inventory, file, Diff::Hidden, how.into(), |inventory| {
                ops::set_setting(inventory, &hook.id, path, Some(value), how.others())
            })
        }
        // clap asks for one of the two.
        (None, _) => Err(Failure::new(Code::Usage, "Say what to set: --env or --config.")),
    }
}

pub fn unset(
    session: &Session,
    output: &mut Output,
    name: &str,
    what: UnsetWhat,
    how: EditHow,
    forget: bool,
) -> Result<Outcome, Failure> {
    let (inventory, hook) = resolve::hook(session, name)?;
    let edited = How { forget: Some(forget), ..how.into() };
    match (what.env, what.config) {
        (Some(key), _) => {
            let at = Some((hook.hook_key.clone(), vec!["env".to_owned(), key.clone()]));
            let edited = How { at, ..edited };
            let file = ops::env_file(inventory.agent(), &hook);
            edit(session, output, &inventory, &file, Diff::Hidden, edited, |inventory| {
                ops::set_env(&session.machine, inventory, &hook.id, &key, None, how.others())
            })
        }
        (None, path) => {
            let path = path.unwrap_or_default();
            let file = &inventory.agent().config.path;
            let at = path.split('.').map(str::to_owned).collect();
            let edited = How { at: Some((hook.hook_key.clone(), at)), ..edited };
            edit(session, output, &inventory, file, Diff::Hidden, edited, |inventory| {
                ops::set_setting(inventory, &hook.id, &path, None, how.others())
            })
        }
    }
}

/// The most that is read as a value, in bytes.
const LONGEST: u64 = 1024 * 1024;

/// What is sent on standard input, as text. `bad` says what it is in an error.
pub fn stdin_text(bad: impl Fn(&str) -> Failure) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(LONGEST.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| bad(&format!("could not be read: {error}")))?;
    if bytes.len() as u64 > LONGEST {
        return Err(bad("is longer than 1 MiB"));
    }
    String::from_utf8(bytes).map_err(|_| bad("is not UTF-8 text"))
}

/// The value of a variable: from standard input, or asked for on a terminal without showing it.
pub fn secret(key: &str) -> Result<String, Failure> {
    let bad = |why: &str| Failure::new(Code::BadValue, format!("The value of {key} {why}."));
    let value = if std::io::stdin().is_terminal() {
        rpassword::prompt_password(format!("Value of {key} (not shown): "))
            .map_err(|error| bad(&format!("could not be read: {error}")))?
    } else {
        let mut text = stdin_text(bad)?;
        // One line end, as `echo` adds it, and nothing else: a key may end in a space.
        if text.ends_with('\n') {
            text.pop();
            if text.ends_with('\r') {
                text.pop();
            }
        }
        text
    };
    if value.is_empty() {
        return Err(bad("is empty, which counts as not set")
            .hint("Send it on standard input. `tacklebox hooks unset` takes a variable away."));
    }
    Ok(value)
}

/// What was taken back, and which hooks came and went with it.
#[derive(Serialize)]
struct Undone {
    #[serde(flatten)]
    change: Change,
    installed: Vec<String>,
    removed: Vec<String>,
}

/// What would be taken back.
#[derive(Serialize)]
struct WouldUndo {
    #[serde(flatten)]
    change: Change,
    dry_run: bool,
}

pub fn undo(session: &Session, output: &mut Output, dry: DryRun) -> Result<Outcome, Failure> {
    // Changes are taken back in their order: one of another agent is not skipped.
    if let Some(agent) = session.agent
        && let Ok(last) = apply::would_undo(&session.machine)
        && last.agent != agent
    {
        let (last, wanted) = (last.agent.dialect().title, agent.dialect().title);
        let message =
            format!("The last change was for {last}, not for {wanted}: nothing was taken back.");
        return Err(Failure::new(Code::OtherAgent, message).hint(
            "Without --agent it is taken back. The window's Activity takes back any change.",
        ));
    }
    if dry.dry_run {
        let change = apply::would_undo(&session.machine)?;
        if output.json {
            output.document(&WouldUndo { change, dry_run: true })?;
        } else {
            let what = clean(&change.summary);
            output.text(format!("{what}\nNothing was changed: this was a dry run.\n"))?;
        }
        return Ok(Outcome::Done);
    }
    let ids = || -> BTreeSet<String> {
        let hooks = session.all();
        let hooks = hooks.iter().flat_map(Inventory::hooks);
        // What is built into an agent neither comes nor goes.
        hooks.filter(|hook| hook.source != Source::Builtin).map(|hook| hook.id).collect()
    };
    let before = if output.json { ids() } else { BTreeSet::new() };
    let change = apply::undo(&session.machine, None)?;
    if output.json {
        let after = ids();
        output.document(&Undone {
            change,
            installed: after.difference(&before).cloned().collect(),
            removed: before.difference(&after).cloned().collect(),
        })?;
    } else {
        let mut text = String::new();
        done(&mut text, session, &change);
        next(&mut text, session, &change);
        output.text(text)?;
    }
    Ok(Outcome::Done)
}

/// Whether an edit is only shown, and whether the person has a say in what becomes of other hooks.
#[derive(Clone, Default)]
pub struct How {
    dry_run: bool,
    keeps: bool,
    /// Whether it turns a hook on: what keeps it from doing anything is said then.
    on: bool,
    /// Where a key is cleared: whether earlier changes that hold it are forgotten.
    forget: Option<bool>,
    /// Where that key was: what it belongs to, and the last of the keys that lead to it.
    at: Option<(String, Vec<String>)>,
    warning: Option<String>,
}

impl How {
    /// Of a value that is cleared: whether earlier changes that hold it are forgotten too.
    pub fn forgetting(dry: DryRun, forget: bool, at: (String, Vec<String>)) -> Self {
        Self { forget: Some(forget), at: Some(at), ..dry.into() }
    }

    /// With what is to be known before it is done.
    pub fn warning(self, warning: Option<String>) -> Self {
        Self { warning, ..self }
    }
}

impl From<DryRun> for How {
    fn from(dry: DryRun) -> Self {
        Self { dry_run: dry.dry_run, ..Self::default() }
    }
}

impl From<EditHow> for How {
    fn from(how: EditHow) -> Self {
        Self { dry_run: how.dry.dry_run, keeps: true, ..Self::default() }
    }
}

/// The offer to keep the hooks that an edit would switch along.
fn offer(to: &mut String, session: &Session, also: &[Also], how: &How) {
    if how.keeps && also.iter().any(|other| other.keepable) {
        let line = if how.dry_run {
            "Add --keep-others to keep them as they are."
        } else {
            "To keep them as they are, take it back with `tacklebox hooks undo` and add --keep-others."
        };
        to.push_str(&format!("{}\n", session.paint.on(DIM, line)));
    }
}

/// Carries the edit out that `make` plans, or shows it.
pub fn edit(
    session: &Session,
    output: &mut Output,
    inventory: &Inventory,
    file: &Path,
    shown: Diff,
    how: How,
    make: impl Fn(&Inventory) -> Result<Plan, OpError>,
) -> Result<Outcome, Failure> {
    let mut plan = make(inventory)?;
    let view = plan.view(&session.machine);
    let warning = how.warning.clone().or_else(|| plan.odd.clone());
    if let Some(warning) = warning.as_ref().filter(|_| !output.json) {
        remark(&clean(warning));
    }
    if how.dry_run && !output.json {
        let mut text = plan::plan(session.paint, &view);
        offer(&mut text, session, &view.also, &how);
        output.text(text)?;
        return Ok(Outcome::Done);
    }
    let mut change = match how.dry_run {
        true => None,
        false => {
            let agent = plan.agent;
            Some(apply::apply_again(&session.machine, &mut plan, || {
                make(&session.scan(agent)).map_err(Failure::from)
            })?)
        }
    };
    let mut forgotten = None;
    if let Some(change) =
        change.as_mut().filter(|change| how.forget == Some(true) && change.kept_copies > 0)
        && let Some(id) = &change.undo
    {
        forgotten = Some(backups::purge(&session.machine, id)?.summary);
        change.kept_copies = 0;
    }
    // It may have been taken away before, and be kept still.
    if let (Some(true), Some((of, at)), Some(done)) = (how.forget, &how.at, &change)
        && !done.changed
    {
        let gone = backups::purge_gone(&session.machine, plan.agent, file, (of, at))?;
        forgotten = Some(gone.summary);
    }
    if output.json {
        output.document(&Edited {
            changed: change.as_ref().map_or(!plan.is_empty(), |change| change.changed),
            file: plan.file().unwrap_or(file).to_string_lossy().into_owned(),
            diff: (shown == Diff::Shown).then(|| plan.diff(&session.machine)),
            also: plan.also.clone(),
            warning: change.as_ref().and_then(|change| change.untold.clone()).or(warning),
            plan: change.is_none().then(|| view.into()),
        })?;
    } else if let Some(change) = change {
        let mut text = String::new();
        done(&mut text, session, &change);
        if let Some(forgotten) = &forgotten {
            text.push_str(&format!("{}\n", clean(forgotten)));
        } else if how.forget.is_some() && change.kept_copies > 0 {
            let line = "To have them forgotten too: the same once more with --forget.";
            text.push_str(&format!("{}\n", session.paint.on(DIM, line)));
        }
        if change.changed {
            offer(&mut text, session, &change.also, &how);
            for sentence in &view.stays {
                text.push_str(&format!("{}\n", session.paint.on(DIM, &clean(sentence))));
            }
        }
        if how.on && change.changed {
            let now = session.scan(plan.agent);
            let hook = plan.hook.as_deref().and_then(|id| now.find(id));
            hook.into_iter().for_each(|(hook, _)| told::row(&mut text, session, hook));
        }
        if plan.touches_the_agent() {
            next(&mut text, session, &change);
        }
        output.text(text)?;
    }
    Ok(Outcome::Done)
}

/// What would be done, as text or as JSON.
pub fn dry<T: Serialize>(
    session: &Session,
    output: &mut Output,
    made: &Plan,
    document: impl FnOnce(Planned) -> T,
) -> Result<Outcome, Failure> {
    let view = made.view(&session.machine);
    if output.json {
        output.document(&document(view.into()))?;
    } else {
        output.text(plan::plan(session.paint, &view))?;
    }
    Ok(Outcome::Done)
}
