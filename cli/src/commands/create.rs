//! `hooks new`, `hooks copy` and what a new hook can begin with.

use serde::Serialize;
use tacklebox_engine::amend::{self, Change, Form, Key};
use tacklebox_engine::apply;
use tacklebox_engine::create::{self, template};
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::ops::OpError;
use tacklebox_engine::plan::Plan;
use tacklebox_engine::port::own;

use super::change::{self, Planned};
use super::edit::known;
use crate::Outcome;
use crate::args::{CopyHook, DryRun, New};
use crate::failure::{Code, Failure};
use crate::output::{Output, remark};
use crate::print::table::{Cell, Table};
use crate::print::{clean, command, plan};
use crate::resolve;
use crate::session::Session;

#[derive(Serialize)]
struct Created {
    /// The files, as paths.
    created: Vec<String>,
    /// It is on and was not tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
    #[serde(flatten)]
    plan: Option<Planned>,
}

pub fn run(session: &Session, output: &mut Output, new: New) -> Result<Outcome, Failure> {
    let inventory = resolve::agent(session)?;
    let handler = new.handler.map(Into::into);
    let found = new.template.as_deref();
    let found =
        found.map(|id| template::find(&session.machine, inventory.agent(), id)).transpose()?;
    let usual = || match &found {
        Some((_, offer)) => Some(offer.event.clone()),
        None => create::usual_event(&session.machine, inventory.agent()).map(str::to_owned),
    };
    let Some(event) = new.event.clone().or_else(usual) else {
        let title = inventory.agent().dialect.title;
        return Err(Failure::new(Code::Refused, format!("{title} in this version has no hooks."))
            .hint("`--event` names an event all the same."));
    };
    let form = Form::of_format(inventory.agent().dialect.format);
    let changes = changes(form, &new)?;
    let name = create::folder_name(&new.name);
    let wish = create::New {
        name: name.clone(),
        event,
        kind: handler,
        changes,
        template: found.map(|(template, _)| template),
        on: new.on,
    };
    let made = create::plan(&session.machine, &inventory, &wish)?;
    let untried = made.hook.as_deref().filter(|_| new.on).and_then(|id| {
        command::never_tried(session.machine.platform(), &[&wish.event, "--hook", id])
    });
    let next = match new.on {
        true => Next::Try(untried),
        false => Next::Enable(&name),
    };
    carry_out(session, output, &made, next, new.dry)
}

/// `hooks copy`
pub fn copy(session: &Session, output: &mut Output, args: CopyHook) -> Result<Outcome, Failure> {
    let (inventory, hook) = resolve::hook(session, &args.name.name)?;
    let machine = &session.machine;
    let to = match args.to {
        Some(to) => create::folder_name(&to),
        None => own::free_name(machine, &inventory, &hook.id)?,
    };
    let made = own::plan(machine, &inventory, &hook.id, &to)?;
    carry_out(session, output, &made, Next::Enable(&to), args.dry)
}

/// What a person does with a new hook.
enum Next<'a> {
    /// It is off.
    Enable(&'a str),
    /// It is on: said with the command that tries it.
    Try(Option<String>),
}

/// Writes the files of a new hook, and says what comes next.
fn carry_out(
    session: &Session,
    output: &mut Output,
    made: &Plan,
    next: Next<'_>,
    dry: DryRun,
) -> Result<Outcome, Failure> {
    if dry.dry_run {
        let view = made.view(&session.machine);
        if output.json {
            let (created, plan) = (Vec::new(), Some(view.into()));
            output.document(&Created { created, warning: None, plan })?;
        } else {
            output.text(plan::plan(session.paint, &view))?;
        }
        return Ok(Outcome::Done);
    }
    let done = apply::apply(&session.machine, made)?;
    let files = made.placed();
    if output.json {
        let created = files.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        let warning = match next {
            Next::Try(warning) => warning,
            Next::Enable(_) => None,
        };
        output.document(&Created { created, warning, plan: None })?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    change::done(&mut text, session, &done);
    for path in files {
        text.push_str(&format!("  {}\n", clean(&session.machine.show(&path))));
    }
    match next {
        Next::Try(warning) => warning.iter().for_each(|warning| remark(&clean(warning))),
        Next::Enable(name) => {
            let command = command::code(session.machine.platform(), &["hooks", "enable", name]);
            text.extend(command.map(|command| format!("{command} turns it on.\n")));
        }
    }
    change::next(&mut text, session, &done);
    output.text(text)?;
    Ok(Outcome::Done)
}

/// A starting point, and whom it is for.
#[derive(Serialize)]
struct Offered {
    agent: AgentId,
    #[serde(flatten)]
    offer: template::TemplateOffer,
}

pub fn templates(session: &Session, output: &mut Output) -> Result<Outcome, Failure> {
    let mut all = Vec::new();
    let mut table = Table::new(&["TEMPLATE", "AGENT", "EVENT", "WHAT IT DOES"]);
    for agent in session.located() {
        for offer in template::offers(&session.machine, &agent) {
            table.row(vec![
                Cell::new(&offer.id),
                Cell::new(agent.dialect.title),
                Cell::new(&offer.event),
                Cell::new(&offer.title),
            ]);
            all.push(Offered { agent: agent.id(), offer });
        }
    }
    if output.json {
        output.document(&all)?;
        return Ok(Outcome::Done);
    }
    let none = "There is no template for the agents on this computer.\n";
    output.text(table.text(session.paint, none))?;
    Ok(Outcome::Done)
}

/// What was said of it beside its event, in the words of `hooks edit`.
fn changes(form: Form, new: &New) -> Result<Vec<Change>, OpError> {
    let mut changes: Vec<Change> = Vec::new();
    let mut set = |key: Key, typed: &str| {
        let value = amend::parsed(&key, typed)?;
        // More than one channel or user is a longer list.
        let there = changes.iter_mut().find(|change| change.key == key);
        if let (Some(serde_json::Value::Array(list)), serde_json::Value::Array(more)) =
            (there.and_then(|change| change.value.as_mut()), &value)
        {
            list.extend(more.iter().cloned());
            return Ok(());
        }
        changes.push(Change { key, value: Some(value) });
        Ok::<(), OpError>(())
    };
    let given = [
        (Key::Command, &new.command),
        (Key::Url, &new.url),
        (Key::Method, &new.method),
        (Key::Body, &new.body),
        (Key::Content, &new.text),
        (Key::Position, &new.position),
        (Key::Timeout, &new.timeout),
        (Key::Priority, &new.priority),
    ];
    for (key, typed) in given {
        if let Some(typed) = typed {
            set(key, typed)?;
        }
    }
    for (name, value) in &new.header {
        set(Key::Header(name.clone()), value)?;
    }
    for (name, value) in &new.when {
        match name.as_str() {
            "channel" | "user" | "pattern" => set(known(form, name)?, value)?,
            _ => {
                let known = "channel, user and pattern".to_owned();
                return Err(OpError::UnknownKey { key: format!("condition {name}"), known });
            }
        }
    }
    Ok(changes)
}
