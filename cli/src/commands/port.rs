//! `hooks port`: a hook copied to another agent, with what is lost on the way.

use serde::Serialize;
use tacklebox_engine::apply;
use tacklebox_engine::fire::Runner;
use tacklebox_engine::hook::{AgentId, Note};
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::plugins;
use tacklebox_engine::port::compare::{self, CompareView, Inside, Side};
use tacklebox_engine::port::{self, PortFile, PortView};
use tokio_util::sync::CancellationToken;

use super::boxed;
use super::change::{self, Planned};
use crate::Outcome;
use crate::args::{InBox, Port};
use crate::failure::Failure;
use crate::output::Output;
use crate::print::{BAD, CARE, DIM, GOOD, Paint, clean, clean_lines, command, plan};
use crate::resolve;
use crate::session::Session;
use crate::wait;

#[derive(Serialize)]
struct Ported<'a> {
    /// The files, as paths.
    created: Vec<String>,
    lost: &'a [String],
    changed: &'a [String],
    /// Ids of the copies.
    hooks: Vec<String>,
    skeleton: bool,
    notes: &'a [Note],
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<Vec<CompareView>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<Review<'a>>,
    #[serde(flatten)]
    plan: Option<Planned>,
}

/// What a dry run shows of the files.
#[derive(Serialize)]
struct Review<'a> {
    goes_to: &'a str,
    files: &'a [PortFile],
}

pub fn run(session: &Session, output: &mut Output, args: Port) -> Result<Outcome, Failure> {
    let (from, hook) = resolve::hook(session, &args.name.name)?;
    let to = session.scan(args.to);
    let made = port::plan(&session.machine, &from, &hook.id, &to)?;
    let view = &made.view;
    let wanted = made.plan()?;
    if args.dry.dry_run {
        let shown = wanted.view(&session.machine);
        if output.json {
            let review = Some(Review { goes_to: &view.goes_to, files: &view.files });
            output.document(&Ported { review, plan: Some(shown.into()), ..ported(view) })?;
        } else {
            let mut text = said(session.paint, view);
            text.push_str(&plan::plan(session.paint, &shown));
            for file in &view.files {
                if let Some(lines) = &file.text {
                    text.push_str(&format!("\n{}\n", session.paint.on(DIM, &clean(&file.path))));
                    text.push_str(&clean_lines(lines));
                    text.push('\n');
                }
            }
            output.text(text)?;
        }
        return Ok(Outcome::Done);
    }
    let done = apply::apply(&session.machine, wanted)?;
    let compared = args
        .compare
        .then(|| compared(session, &from, &hook.id, (to.agent().id(), &made.ids), &args.boxed));
    // The copy is there, and what it lost is told, also where the two cannot be run.
    let (compared, failed) = match compared.transpose() {
        Ok(compared) => (compared, None),
        Err(error) => {
            let message =
                format!("It was copied, and the two could not be compared. {}", error.message);
            (None, Some(Failure { message, ..error }))
        }
    };
    let files = wanted.placed();
    let same = compared.iter().flatten().all(|view| view.same);
    let outcome = if same { Outcome::Done } else { Outcome::Found };
    if output.json {
        let created = files.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        output.document(&Ported { created, hooks: made.ids.clone(), compared, ..ported(view) })?;
        return failed.map_or(Ok(outcome), Err);
    }
    let mut text = String::new();
    change::done(&mut text, session, &done);
    for path in &files {
        text.push_str(&format!("  {}\n", clean(&session.machine.show(path))));
    }
    text.push_str(&said(session.paint, view));
    for compared in compared.iter().flatten() {
        let style = if compared.same { GOOD } else { BAD };
        text.push_str(&format!("{}\n", session.paint.on(style, &clean(&compared.sentence))));
        for (whose, run) in [("The original", &compared.before), ("The copy", &compared.after)] {
            let lines = boxed::lines(session, run.effects.as_ref());
            lines.iter().for_each(|line| text.push_str(&format!("  {whose}: {line}\n")));
        }
    }
    for id in &made.ids {
        let verb = if view.skeleton { "Once it is finished, turn" } else { "Turn" };
        let words = match plugins::id_in(to.agent(), id) {
            Some(plugin) => ["plugins", "enable", plugin],
            None => ["hooks", "enable", id],
        };
        if let Some(line) = command::code(session.machine.platform(), &words) {
            text.push_str(&format!("{verb} it on with {line}.\n"));
        }
    }
    text.push_str("`tacklebox hooks undo` takes it back.\n");
    output.text(text)?;
    failed.map_or(Ok(outcome), Err)
}

fn ported(view: &PortView) -> Ported<'_> {
    Ported {
        created: Vec::new(),
        lost: &view.lost,
        changed: &view.changed,
        hooks: Vec::new(),
        skeleton: view.skeleton,
        notes: &view.notes,
        compared: None,
        review: None,
        plan: None,
    }
}

/// What is lost, what is different, and what today's agent will do with it.
fn said(paint: Paint, view: &PortView) -> String {
    let mut text = String::new();
    let mut list = |title: &str, sentences: &mut dyn Iterator<Item = &str>, style| {
        let mut sentences = sentences.peekable();
        if sentences.peek().is_some() {
            text.push_str(&format!("{title}\n"));
        }
        for sentence in sentences {
            text.push_str(&format!("  {}\n", paint.on(style, &clean(sentence))));
        }
    };
    list("What is lost:", &mut view.lost.iter().map(String::as_str), CARE);
    list("What is different:", &mut view.changed.iter().map(String::as_str), DIM);
    let notes = view.notes.iter().map(|note| note.sentence.as_str());
    list("What today's agent does with it:", &mut { notes }, CARE);
    if view.skeleton {
        text.insert_str(0, "This is a start, to be finished by hand.\n");
    }
    text
}

/// Runs the original and each copy, each in a box unless it is to be for real.
fn compared(
    session: &Session,
    from: &Inventory,
    id: &str,
    (to, copies): (AgentId, &[String]),
    wish: &InBox,
) -> Result<Vec<CompareView>, Failure> {
    let inside = match wish.no_box {
        true => Inside::Nothing,
        false => Inside::Box { network: wish.allow_network },
    };
    boxed::say_weakness(wish);
    // Read again: the copies were not there before.
    let to = session.scan(to);
    let (machine, runner) = (&session.machine, Runner::new(&session.machine));
    let cancel = CancellationToken::new();
    wait::until_done(&cancel, async {
        let mut views = Vec::new();
        for copy in copies {
            let original = Side { inventory: from, id };
            let copy = Side { inventory: &to, id: copy };
            views.push(compare::compare(&runner, machine, original, copy, inside, &cancel).await?);
        }
        Ok(views)
    })?
}
