//! `hooks install` of what comes from elsewhere: fetched, reviewed, and placed only after a yes.

use std::io::{IsTerminal as _, Write as _};

use serde::Serialize;
use tacklebox_engine::agent::Agent;
use tacklebox_engine::apply;
use tacklebox_engine::fetch::Progress;
use tacklebox_engine::install::foreign::{self, Arrival};
use tacklebox_engine::install::receipt::{self, Receipt};
use tacklebox_engine::install::review::{self, Review, ReviewHook, ReviewView};
use tacklebox_engine::install::source::Source;
use tacklebox_engine::install::stage::{self, Staged};
use tacklebox_engine::install::target::{self, TargetError};
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::plan::Also;
use tacklebox_engine::plugins;
use tacklebox_engine::setup::SetupItem;
use tacklebox_engine::words;
use tokio_util::sync::CancellationToken;

use super::change::{self, Planned};
use crate::Outcome;
use crate::args::Install;
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::{self, clean, command, plan};
use crate::session::Session;
use crate::wait;

#[derive(Serialize)]
pub struct Installed<R = Review> {
    /// Ids of hooks.
    pub installed: Vec<String>,
    pub receipt: Option<Receipt>,
    pub also: Vec<Also>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<R>,
    #[serde(flatten)]
    pub plan: Option<Planned>,
}

/// The review, with what has no place in its older fields.
#[derive(Serialize)]
pub struct ForeignReview {
    #[serde(flatten)]
    pub review: review::Review,
    title: String,
    version: Option<String>,
    agents: Vec<review::ReviewAgent>,
    high: u32,
    steps: Vec<String>,
    dependencies: Vec<String>,
    up_to_date: bool,
}

impl From<ReviewView> for ForeignReview {
    fn from(view: ReviewView) -> Self {
        Self {
            title: view.title.clone(),
            version: view.version.clone(),
            agents: view.agents.clone(),
            high: view.high,
            steps: view.steps.clone(),
            dependencies: view.dependencies.clone(),
            up_to_date: view.up_to_date.is_some(),
            review: view.into(),
        }
    }
}

/// Fetches, reviews and installs.
///
/// # Errors
/// `needs-yes` and `needs-acceptance` where nobody agreed yet; whatever goes wrong on the way.
pub fn run(
    session: &Session,
    output: &mut Output,
    source: &Source,
    args: &Install,
) -> Result<Outcome, Failure> {
    if !args.yes && !args.dry.dry_run {
        let message = format!("{source} comes from elsewhere, so it is only installed with --yes.");
        return Err(Failure::new(Code::NeedsYes, message)
            .hint("Look at it with --dry-run, then install it with --yes. It starts off."));
    }
    let staged = fetch(session, output, source)?;
    let all = session.all();
    let agents: Vec<&Agent> = all.iter().map(Inventory::agent).collect();
    let inventory = target(session, &all, &agents, &staged)?;
    let view = review::view(&session.machine, inventory, &agents, &staged);
    let arrival = foreign::plan_install(&session.machine, inventory, &staged)?;
    if args.dry.dry_run {
        return dry_run(session, output, view, &arrival);
    }
    view.accepted(args.accept_findings)?;
    let done = apply::apply(&session.machine, &arrival.plan)?;
    // Read again, so that what is told is what is on the disk.
    let now = session.scan(inventory.agent().id());
    // What only comes from another place from now on stays as it is.
    let hooks = arrival.dirs.iter().filter(|dir| arrival.plan.places(dir));
    let hooks: Vec<_> = hooks.filter_map(|dir| now.of_folder(dir)).collect();
    if output.json {
        let plugins = arrival.plugins.iter().filter(|_| done.changed).cloned();
        let installed = hooks.iter().filter(|_| done.changed).map(|hook| hook.id.clone());
        let installed = installed.chain(plugins);
        output.document(&Installed::<ForeignReview> {
            installed: installed.collect(),
            receipt: arrival.dirs.first().and_then(|dir| receipt::read(&session.machine, dir)),
            also: done.also,
            review: None,
            plan: None,
        })?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    change::done(&mut text, session, &done);
    if done.changed {
        for (id, dir) in arrival.plugins.iter().zip(&arrival.dirs) {
            let id = plugins::id_in(inventory.agent(), id).unwrap_or(id);
            let dir = session.machine.show(dir);
            text.push_str(&format!("The plugin {} is in {}.\n", clean(id), clean(&dir)));
            if let Some(line) =
                command::code(session.machine.platform(), &["plugins", "enable", id])
            {
                text.push_str(&format!("{line} turns it on.\n"));
            }
        }
        for hook in hooks {
            let dir = hook.dir.as_deref().map(|dir| session.machine.show(dir)).unwrap_or_default();
            text.push_str(&format!("{} is in {}.\n", clean(&hook.title), clean(&dir)));
            let words = ["hooks", "enable", &hook.id];
            if let Some(line) = command::code(session.machine.platform(), &words) {
                text.push_str(&format!("{line} turns it on.\n"));
            }
        }
    }
    if arrival.dirs.iter().any(|dir| arrival.plan.places(dir)) {
        change::next(&mut text, session, &done);
    }
    output.text(text)?;
    Ok(Outcome::Done)
}

/// Fetches into a private folder, and says what is done where somebody reads it.
///
/// # Errors
/// Whatever goes wrong on the way.
pub fn fetch(session: &Session, output: &Output, source: &Source) -> Result<Staged, Failure> {
    let quiet = output.json || !std::io::stderr().is_terminal();
    let tell = |progress: Progress| {
        let mut to = std::io::stderr().lock();
        // Where nobody reads it, the work goes on all the same.
        let _ = match progress {
            _ if quiet => Ok(()),
            Progress::Step(title) => writeln!(to, "{}", clean(&title)),
            Progress::Received { bytes, total } => {
                let of = total.map(|total| format!(" of {}", kib(total))).unwrap_or_default();
                write!(to, "\r{}{of}\u{1b}[K\r", kib(bytes))
            }
            Progress::Output(line) => write!(to, "\r{}\u{1b}[K\r", clean(&line)),
        };
    };
    let cancel = CancellationToken::new();
    let work = stage::stage(&session.machine, source, &tell, &cancel);
    Ok(wait::until_done(&cancel, work)??)
}

fn kib(bytes: u64) -> String {
    format!("{} KiB", bytes.div_ceil(1024))
}

/// Whom it is installed for: the agent that was named, else the one that the engine takes it to be for.
fn target<'a>(
    session: &Session,
    all: &'a [Inventory],
    agents: &[&Agent],
    staged: &Staged,
) -> Result<&'a Inventory, Failure> {
    let id = match session.agent {
        Some(agent) => agent,
        None => target::of_staged(agents, staged)?,
    };
    let found = all.iter().find(|one| one.agent().id() == id);
    found.ok_or_else(|| TargetError::Nobody.into())
}

/// The programs, keys and settings that it wants, there or not.
fn needs(view: &ReviewView) -> Vec<String> {
    let several = view.hooks.len() > 1;
    let of_hook = |one: &ReviewHook| -> Vec<String> {
        let whose = if several { format!("{}: ", one.hook.title) } else { String::new() };
        let need = |item: &SetupItem| format!("{whose}Needs {}. {}", item.title, item.sentence);
        one.setup.iter().map(need).collect()
    };
    view.hooks.iter().flat_map(of_hook).collect()
}

fn dry_run(
    session: &Session,
    output: &mut Output,
    view: ReviewView,
    arrival: &Arrival,
) -> Result<Outcome, Failure> {
    let shown = arrival.plan.view(&session.machine);
    if output.json {
        output.document(&Installed {
            installed: Vec::new(),
            receipt: None,
            also: arrival.plan.also.clone(),
            review: Some(ForeignReview::from(view)),
            plan: Some(shown.into()),
        })?;
        return Ok(Outcome::Done);
    }
    if !arrival.plan.is_empty() && !arrival.dirs.iter().any(|dir| arrival.plan.places(dir)) {
        output.text(print::plan::plan(session.paint, &shown))?;
        return Ok(Outcome::Done);
    }
    let (needs, needs_acceptance) = (needs(&view), view.needs_acceptance);
    let review = ForeignReview::from(view);
    output.text(print::review::review(&session.machine, session.paint, &review.review, false))?;
    let mut more = needs;
    more.extend(review.review.provenance.iter().map(|it| it.sentence.clone()));
    more.extend(review.review.licence.iter().map(|licence| format!("Licence: {licence}")));
    if !review.dependencies.is_empty() {
        let names = words::all_of(review.dependencies.iter().cloned());
        more.push(format!("It needs {names} from npm, which is not installed with it."));
    }
    for agent in review.agents.iter().filter(|one| Some(one.agent) == Some(arrival.plan.agent)) {
        more.extend(agent.why.clone());
    }
    more.extend(arrival.means.iter().cloned());
    if needs_acceptance {
        more.push("It is not installed without --accept-findings.".to_owned());
    }
    let more: String = more.iter().map(|line| format!("{}\n", clean(line))).collect();
    output.text(more)?;
    output.text(plan::plan(session.paint, &shown))?;
    Ok(Outcome::Done)
}
