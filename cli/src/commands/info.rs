//! `hooks info`

use serde::Serialize;
use tacklebox_engine::detail::{self, FileEntry};
use tacklebox_engine::eligibility;
use tacklebox_engine::examine;
use tacklebox_engine::fire::{self, Neighbour};
use tacklebox_engine::hook::{Hook, InstallSpec, Requires};
use tacklebox_engine::install::receipt::Receipt;
use tacklebox_engine::moment::Trigger;
use tacklebox_engine::plugins;
use tacklebox_engine::setup::SetupItem;

use crate::Outcome;
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::card;
use crate::resolve;
use crate::session::Session;

/// `Hook`, and what belongs to one hook alone.
#[derive(Serialize)]
struct Info {
    #[serde(flatten)]
    hook: Hook,
    body: String,
    files: Vec<FileEntry>,
    starts: Vec<String>,
    reads: Vec<String>,
    install: Vec<InstallSpec>,
    receipt: Option<Receipt>,
    setup: Vec<SetupItem>,
    /// All that it asks for, whether it is there or not.
    requires: Requires,
    always: bool,
    triggers: Vec<Trigger>,
    /// Those before it that may stop what happens, so that it is not called.
    stopped_by: Vec<Neighbour>,
    /// Those that run at the same time.
    unordered: Vec<Neighbour>,
}

pub fn run(session: &Session, output: &mut Output, name: &str) -> Result<Outcome, Failure> {
    let (inventory, hook) = resolve::hook(session, name)?;
    let gone = || Failure::new(Code::NotFound, format!("There is no hook {name}."));
    let mut detail = detail::detail(&session.machine, &inventory, &hook.id).ok_or_else(gone)?;
    let (_, candidate) = inventory.find(&hook.id).ok_or_else(gone)?;
    let read = examine::hook(candidate);
    (detail.findings, detail.unread) = (read.findings, read.unread);
    let agent = inventory.agent();
    let plugins = plugins::list(&session.machine, agent);
    let plugins = plugins::views(&session.machine, agent, &plugins);
    let neighbours = fire::neighbours(&inventory, &plugins, &hook.id);
    if !output.json {
        output.text(card::card(session, &detail, &neighbours, inventory.not_started()))?;
        return Ok(Outcome::Done);
    }
    // A list counts what the agent's own check would; one hook is looked at as `hooks audit` does.
    let findings = u32::try_from(detail.findings.len()).unwrap_or(u32::MAX);
    let hook = Hook { findings, ..hook };
    let manifest = candidate.shown();
    output.document(&Info {
        install: eligibility::install_specs(&session.machine, candidate),
        hook,
        body: detail.body,
        files: detail.files,
        starts: detail.starts,
        reads: detail.reads,
        receipt: detail.receipt,
        setup: detail.setup,
        requires: manifest.map(|manifest| manifest.requires.clone()).unwrap_or_default(),
        always: manifest.is_some_and(|manifest| manifest.always),
        triggers: detail.triggers,
        stopped_by: neighbours.stopped_by,
        unordered: neighbours.unordered,
    })?;
    Ok(Outcome::Done)
}
