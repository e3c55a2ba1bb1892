//! `hooks new`.

use serde::Serialize;
use tacklebox_engine::amend::{self, Change, Form, Key};
use tacklebox_engine::apply;
use tacklebox_engine::create;
use tacklebox_engine::ops::OpError;

use super::change::{self, Planned};
use super::edit::known;
use crate::Outcome;
use crate::args::New;
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::{clean, command, plan};
use crate::resolve;
use crate::session::Session;

#[derive(Serialize)]
struct Created {
    /// The files, as paths.
    created: Vec<String>,
    #[serde(flatten)]
    plan: Option<Planned>,
}

pub fn run(session: &Session, output: &mut Output, new: New) -> Result<Outcome, Failure> {
    let inventory = resolve::agent(session)?;
    let handler = new.handler.map(Into::into);
    let usual = || create::usual_event(&session.machine, inventory.agent()).map(str::to_owned);
    let Some(event) = new.event.clone().or_else(usual) else {
        let title = inventory.agent().dialect.title;
        return Err(Failure::new(Code::Refused, format!("{title} in this version has no hooks."))
            .hint("`--event` names an event all the same."));
    };
    let form = Form::of_format(inventory.agent().dialect.format);
    let changes = changes(form, &new)?;
    let wish = create::New { name: new.name.clone(), event, kind: handler, changes, on: new.on };
    let made = create::plan(&inventory, &wish)?;
    if new.dry.dry_run {
        let view = made.view(&session.machine);
        if output.json {
            output.document(&Created { created: Vec::new(), plan: Some(view.into()) })?;
        } else {
            output.text(plan::plan(session.paint, &view))?;
        }
        return Ok(Outcome::Done);
    }
    let done = apply::apply(&session.machine, &made)?;
    let files = made.placed();
    if output.json {
        let created = files.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        output.document(&Created { created, plan: None })?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    change::done(&mut text, session, &done);
    for path in files {
        text.push_str(&format!("  {}\n", clean(&session.machine.show(&path))));
    }
    if !new.on {
        let words = ["hooks", "enable", &new.name];
        if let Some(command) = command::code(session.machine.platform(), &words) {
            text.push_str(&format!("{command} turns it on.\n"));
        }
    }
    change::next(&mut text, session, &done);
    output.text(text)?;
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
