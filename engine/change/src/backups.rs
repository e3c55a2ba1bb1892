//! Earlier versions of an agent's config. Every change keeps what it replaces so that it can be taken
//! back ([`crate::apply`]); of each config the last 20 such texts stay, whoever wrote them.
//!
//! Manifests and lists have none: what was done to them is taken back by undo alone.

use std::path::PathBuf;

use serde::Serialize;

use crate::apply::copies::{self, Copy};
use crate::ops::{self, OpError, Others, tell};
use crate::plan::{Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{self, Config, MAX_BYTES, Syntax};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

pub use crate::apply::purge::{kept, purge, purge_gone, view as purge_view};

/// An earlier version of a config.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Backup {
    pub id: String,
    /// When it was replaced, RFC 3339, UTC.
    pub at: String,
    /// The config that it is a version of.
    pub file: PathBuf,
    /// What replaced it: "Session memory was turned on."
    pub summary: String,
    #[cfg_attr(feature = "specta", specta(type = u32))]
    pub bytes: u64,
    pub sha256: String,
    /// The config reads so now.
    pub current: bool,
}

/// The earlier versions of the agent's config, the newest first, at most 20.
pub fn list(machine: &Machine, agent: &Agent) -> Vec<Backup> {
    let now = agent.config.stamp.to_string();
    let copies = copies::of(machine, &agent.config.path);
    copies.into_iter().filter_map(|copy| backup(machine, copy, &now)).collect()
}

fn id_of(copy: &Copy) -> String {
    format!("{}.{}", copy.journal, copy.name)
}

fn backup(machine: &Machine, copy: Copy, now: &str) -> Option<Backup> {
    let (bytes, stamp) = files::read(&copy.place(machine), MAX_BYTES).ok()?;
    let sha256 = stamp.to_string();
    Some(Backup {
        id: id_of(&copy),
        bytes: bytes?.len() as u64,
        current: sha256 == now,
        sha256,
        at: copy.at,
        file: copy.path,
        summary: copy.summary,
    })
}

/// The plan that brings an earlier version back, also over a config that does not parse. It can be
/// taken back like any other change. What keeps `others` is added to that version.
///
/// # Errors
/// [`OpError`] where there is no such backup, or one of the two cannot be read as text.
pub fn plan_restore(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    others: Others,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let copies = copies::of(machine, &agent.config.path);
    let copy = copies.into_iter().find(|copy| id_of(copy) == id);
    let copy = copy
        .ok_or_else(|| OpError::NoSuchBackup { id: id.to_owned(), agent: agent.dialect.title })?;
    let file = machine.show(&agent.config.path);
    let mut plan = Plan::new(
        agent.id(),
        format!("Bring back {file} as it was before: {}", copy.summary),
        format!("An earlier version of {file} was brought back."),
    );
    let place = copy.place(machine);
    let (Some(after), _) = ops::text_of(&place, MAX_BYTES)? else {
        return Err(OpError::NoSuchBackup { id: id.to_owned(), agent: agent.dialect.title });
    };
    let (before, stamp) = ops::text_of(&agent.config.path, MAX_BYTES)?;
    if before.as_deref() != Some(after.as_str()) {
        let Config { path, syntax, .. } = &agent.config;
        let after = match others {
            Others::Keep => ops::keep_others(inventory, &[], after)?,
            Others::Switch => after,
        };
        plan.steps.push(Step::Edit { path: path.clone(), syntax: *syntax, stamp, before, after });
        plan.also = ops::also_switched(inventory, &[], &plan.steps);
        warn_of_no_parse(&mut plan, *syntax);
    }
    ops::may_write(agent, &plan)?;
    plan.stays.extend(ops::warning(machine, inventory, &plan));
    tell(agent, &mut plan);
    Ok(plan)
}

/// A version that does not parse may be what the person wants; it is said.
fn warn_of_no_parse(plan: &mut Plan, syntax: Syntax) {
    let Some(Step::Edit { after, .. }) = plan.steps.first() else { return };
    if let Err(error) = config::parse(syntax, after) {
        plan.stays.push(format!(
            "That version cannot be read either (line {}): {}",
            error.line, error.message
        ));
    }
}
