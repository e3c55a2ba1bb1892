//! `hooks ask`, `agents ask`: the agent's own program is asked, and its answer is put beside ours.

use tacklebox_engine::ask::{self, Answer, AskError};
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::words;
use tokio_util::sync::CancellationToken;

use crate::Outcome;
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::{BAD, DIM, clean};
use crate::resolve;
use crate::session::Session;
use crate::wait;

/// Asks the program of each agent that is here and can be asked, or of the one that was named. Exit status
/// 1 where an answer differs.
pub fn run(session: &Session, output: &mut Output, name: Option<&str>) -> Result<Outcome, Failure> {
    let mut asked = session.chosen();
    // Who has the hook is asked about it. One that is not known here may be known there.
    let has = |one: &Inventory, name: &str| {
        one.own_hooks().iter().any(|it| it.name == name || it.id == name)
    };
    let owned = name.filter(|name| asked.iter().any(|one| has(one, name)));
    if let Some(name) = owned {
        asked.retain(|one| has(one, name));
    }
    if session.agent.is_none() {
        let can = |one: &Inventory| ask::can_ask(&session.machine, one.agent().id());
        // Where none can be asked, the first says why.
        if asked.iter().any(can) {
            asked.retain(can);
        } else if owned.is_none() {
            if let Some(name) = name {
                resolve::hook(session, name)?;
            }
            asked.retain(|one| one.agent().id().own_program().is_some());
        }
    }
    let cancel = CancellationToken::new();
    let mut answers: Vec<Answer> = Vec::new();
    let mut unknown = None;
    for inventory in &asked {
        let work = ask::ask(&session.machine, inventory, name, &cancel);
        match wait::until_done(&cancel, work)? {
            Ok(answer) => answers.push(answer),
            Err(error @ AskError::NoSuchHook(_)) => unknown = Some(error),
            Err(error) => return Err(error.into()),
        }
    }
    if answers.is_empty() {
        let not_found = |error: AskError| {
            let nearest = name.and_then(|name| resolve::hook(session, name).err());
            nearest.unwrap_or_else(|| error.into())
        };
        return Err(unknown.map_or_else(nobody, not_found));
    }
    if output.json {
        output.document(&answers)?;
    } else {
        let text: Vec<String> = answers.iter().map(|answer| in_words(session, answer)).collect();
        output.text(text.join("\n"))?;
    }
    match answers.iter().all(|answer| answer.agrees) {
        true => Ok(Outcome::Done),
        false => Ok(Outcome::Found),
    }
}

fn nobody() -> Failure {
    Failure::new(Code::AgentNotHere, "No agent whose own program can be asked is on this computer.")
        .hint(ask::who_can_be_asked())
}

fn in_words(session: &Session, answer: &Answer) -> String {
    let version = answer.version.as_deref().unwrap_or_default();
    let title = format!("{} {version}", answer.agent.dialect().title);
    let title = clean(title.trim());
    let mut text = match answer.agrees {
        true => format!("{title} says the same of switches, events and needs.\n"),
        false => {
            let count = words::count(answer.differences.len(), "difference");
            format!("{}\n", session.paint.on(BAD, &format!("{title}: {count}")))
        }
    };
    for it in &answer.differences {
        let hook = it.hook.as_deref().map_or_else(String::new, |hook| format!("{hook}: "));
        let line = format!("  {hook}here “{}”, there “{}”", it.ours, it.theirs);
        text.push_str(&format!("{}\n", clean(&line)));
    }
    let issues = answer.config.iter().flat_map(|config| &config.issues);
    for issue in issues {
        let line = format!("  config {}: {}", issue.path, issue.message);
        text.push_str(&format!("{}\n", session.paint.on(DIM, &clean(&line))));
    }
    text
}
