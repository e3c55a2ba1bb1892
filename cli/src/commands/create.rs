//! `hooks new`.

use serde::Serialize;
use tacklebox_engine::apply;
use tacklebox_engine::create;

use super::change::{self, Planned};
use crate::Outcome;
use crate::args::New;
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::{clean, plan};
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
    let Some(event) = new.event.or_else(usual) else {
        let title = inventory.agent().dialect.title;
        return Err(Failure::new(Code::Refused, format!("{title} in this version has no hooks."))
            .hint("`--event` names an event all the same."));
    };
    let made = create::plan(&inventory, &new.name, &event, handler)?;
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
    change::next(&mut text, session, &done);
    output.text(text)?;
    Ok(Outcome::Done)
}
