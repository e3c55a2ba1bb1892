//! Fixes: plans that change a hook or a config so that the runtime that ships today does what the
//! agent's documentation says (rules R-8). What a hook says stays the same in every case.

use std::path::Path;

use serde_json::Value;

use crate::amend::{self, Change, Key};
use crate::ops::{self, OpError};
use crate::plan::{Plan, Step};
use tacklebox_agents::config::Edit;
use tacklebox_agents::dialect::policy::Asks;
use tacklebox_agents::hook::{Hook, Source, State};
use tacklebox_agents::manifest::{
    self, repair,
    rewrite::{self, Wish},
};
use tacklebox_agents::note as ids;
use tacklebox_inventory::discover::Candidate;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::notes;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

mod config;
pub(crate) mod manifest_text;
#[cfg(test)]
mod tests;

/// The plan that fixes one note of a hook.
///
/// # Errors
/// [`OpError::NoSuchHook`]; [`OpError::Refused`] where the hook does not have that note, or there is
/// nothing that Tacklebox can change about it; otherwise as for any edit of that file.
pub fn plan(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    note: &str,
) -> Result<Plan, OpError> {
    let (hook, candidate) = inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
    if !hook.notes.iter().any(|known| known.id == note) {
        return Err(OpError::Refused(format!("{} has no note {note}.", hook.title)));
    }
    let fix = Fix { machine, inventory, hook, candidate };
    let mut plan = match note {
        ids::JSON_METADATA | ids::LONE_WORDS | ids::FRONT_MATTER => fix.front_matter()?,
        "foreign-metadata" => fix.foreign()?,
        ids::DARWIN => fix.macos()?,
        ids::WORKSPACE_DIR => fix.workspace_dir()?,
        ids::HOOKS_ROOT => fix.hooks_root()?,
        ids::CONFIG_TABLE => fix.config_table()?,
        ids::TIMEOUT => fix.time_limit(&format!("Give it as much time as {} does", fix.today()))?,
        "no-time" => fix.time_limit("Give it time to answer")?,
        "misspelt-key" => fix.misspelt()?,
        "reads-more" => fix.as_documented()?,
        "no-folder" => fix.set("Let it run in its own folder", Key::Workdir, None)?,
        "unknown-method" => fix.method()?,
        ids::EMPTY_LIST => fix.empty_lists()?,
        "unknown-event" | ids::TYPED_NAME => fix.events()?,
        _ => {
            return Err(OpError::Refused(format!(
                "There is no change that Tacklebox could make about {note}."
            )));
        }
    };
    plan.steps.retain(Step::changes);
    if plan.is_empty() {
        let mut why = vec![format!("There is nothing to change in {}.", hook.title)];
        why.append(&mut plan.stays);
        return Err(OpError::Refused(why.join(" ")));
    }
    ops::finish(inventory.agent(), &mut plan)?;
    match fix.stopped_by(&plan) {
        Some(why) => Err(OpError::Refused(why)),
        None => Ok(plan),
    }
}

/// A hook whose note is to be fixed.
struct Fix<'a> {
    machine: &'a Machine,
    inventory: &'a Inventory,
    hook: &'a Hook,
    candidate: &'a Candidate,
}

impl Fix<'_> {
    fn agent_title(&self) -> &'static str {
        self.inventory.agent().dialect.title
    }

    /// Why a hook that runs would not run any more, where what its agent reads today means more than what is documented.
    fn stopped_by(&self, plan: &Plan) -> Option<String> {
        let Self { machine, inventory, hook, .. } = self;
        if hook.state != State::Ready {
            return None;
        }
        let then = plan.steps.iter().find_map(|step| match step {
            Step::Edit { path, after, .. } if hook.manifest.as_ref() == Some(path) => {
                inventory.judged(machine, &hook.id, after)
            }
            _ => None,
        })?;
        let stops = matches!(then.state, State::Broken | State::NeedsSetup | State::CannotRunHere);
        stops.then(|| {
            let why = then.reason.unwrap_or_default();
            let title = &hook.title;
            format!(
                "{title} runs as it is. After this change it would not: {why}. Edit it as text."
            )
        })
    }

    fn new_plan(&self, title: String, done: String) -> Plan {
        let mut plan = Plan::new(self.hook.agent, title, done).about(&self.hook.id);
        if self.hook.source == Source::Bundled {
            let agent = self.agent_title();
            plan.stays.push(format!(
                "This hook came with {agent}: an update of {agent} may bring its old text back."
            ));
        }
        plan
    }

    fn front_matter(&self) -> Result<Plan, OpError> {
        let (title, agent) = (&self.hook.title, self.agent_title());
        let mut plan = self.new_plan(
            format!("Rewrite {title} so that today's {agent} can read it"),
            format!("{title} was rewritten so that today's {agent} can read it."),
        );
        self.rewrite(&mut plan, None)?;
        Ok(plan)
    }

    fn foreign(&self) -> Result<Plan, OpError> {
        let (title, agent) = (&self.hook.title, self.agent_title());
        let foreign = self.candidate.manifest.as_ref().ok().and_then(|m| m.foreign.as_deref());
        let mut plan = self.new_plan(
            format!("Make {title} work with {agent}"),
            format!("{title} now has settings for {agent}."),
        );
        self.rewrite(&mut plan, foreign)?;
        let Some(Step::Edit { after, .. }) = plan.steps.first() else { return Ok(plan) };
        let dialect = self.inventory.agent().dialect;
        let events = manifest::parse(dialect.format, dialect.metadata_keys, after.as_bytes())
            .map(|manifest| manifest.events)
            .unwrap_or_default();
        let (known, unknown): (Vec<_>, Vec<_>) =
            events.into_iter().partition(|event| notes::may_fire(dialect, event));
        if !unknown.is_empty() {
            let (are, they) = if unknown.len() == 1 {
                ("is not an event", "it never fires")
            } else {
                ("are not events", "they never fire")
            };
            plan.stays.push(format!("{} {are} of {agent}: there, {they}.", words::all_of(unknown)));
        }
        let here = self.inventory.agent();
        let sent = |event: &&String| self.inventory.heard().is_sent(here, event);
        let unsent: Vec<_> = known.iter().filter(|event| !sent(event)).cloned().collect();
        if unsent.len() == known.len() {
            plan.title = format!("Let {agent} read {title}");
            plan.done = format!("{agent} can read {title} now, and does not call it.");
        }
        if !unsent.is_empty() {
            let named = here.runtime.named();
            plan.stays.push(format!(
                "{named} never sends {}: the hook is not called for that.",
                words::all_of(unsent)
            ));
        }
        Ok(plan)
    }

    /// Rewrites the front matter of `HOOK.md`, with a copy of a sister agent's object or without.
    fn rewrite(&self, plan: &mut Plan, copy_of: Option<&str>) -> Result<(), OpError> {
        let path = self.hook.manifest.as_deref().unwrap_or(Path::new(""));
        let file = manifest_text::text_of(path)?;
        let wish = Wish {
            own_keys: self.inventory.agent().dialect.metadata_keys,
            copy_of,
            by_lines: self.inventory.agent().dialect.by_lines,
        };
        let rewritten = rewrite::rewrite(wish, &file.text).map_err(|reason| {
            OpError::Refused(format!(
                "{} is left as it is: {reason}. Edit it as text.",
                self.machine.show(path)
            ))
        })?;
        plan.stays.extend(rewritten.stays);
        let step = file.step(path, rewritten.text);
        ops::push_with_receipt(self.machine, plan, self.hook, step);
        Ok(())
    }

    /// A manifest that the documentation refuses, as it would take it.
    fn as_documented(&self) -> Result<Plan, OpError> {
        let path = self.hook.manifest.as_deref().unwrap_or(Path::new(""));
        let file = manifest_text::text_of(path)?;
        let dialect = self.inventory.agent().dialect;
        let title = &self.hook.title;
        let repaired = repair::repair(dialect, &self.candidate.dir_name, &file.text);
        let repaired = repaired.ok_or_else(|| {
            OpError::Refused(format!("Nobody can say what {title} means. Edit it as text."))
        })?;
        let ways: Vec<_> = repaired.patches.iter().map(|patch| patch.title.clone()).collect();
        let mut plan = self.new_plan(ways.join(". "), format!("{title} was repaired."));
        let then = self.inventory.judged(self.machine, &self.hook.id, &repaired.text);
        let then = then.map(|hook| hook.runtime.called).unwrap_or_default();
        if let Some(lost) = self.hook.runtime.called.iter().find(|key| !then.contains(key)) {
            return Err(OpError::Refused(format!(
                "{title} is called for {lost} as it is. After this change it would not be. Edit it as text."
            )));
        }
        let step = file.step(path, repaired.text);
        ops::push_with_receipt(self.machine, &mut plan, self.hook, step);
        Ok(plan)
    }

    /// One value of what the hook says.
    fn set(&self, title: &str, key: Key, value: Option<Value>) -> Result<Plan, OpError> {
        let done = format!("{} was repaired.", self.hook.title);
        let mut plan = self.new_plan(title.to_owned(), done);
        let change = [Change { key, value }];
        amend::fill(self.machine, self.inventory, &mut plan, &[(&self.hook.id, change.to_vec())])?;
        Ok(plan)
    }

    fn today(&self) -> String {
        format!("today's {}", self.inventory.agent().dialect.title)
    }

    fn method(&self) -> Result<Plan, OpError> {
        let dialect = self.inventory.agent().dialect;
        let meant = self.candidate.shown().and_then(|it| notes::meant_method(dialect, it));
        let (written, meant) = meant.unwrap_or_default();
        self.set(&format!("Send {meant} instead of {written}"), Key::Method, Some(meant.into()))
    }

    fn empty_lists(&self) -> Result<Plan, OpError> {
        let conditions = self.candidate.effective().ok().and_then(|it| it.conditions.as_ref());
        let key = |asks: &Asks| match asks {
            Asks::User => Key::Users,
            Asks::Channel | Asks::Text => Key::Channels,
        };
        let lists = conditions.iter().flat_map(|set| &set.nobody).map(key);
        let changes = lists.map(|key| Change { key, value: None }).collect();
        let done = format!("{} lost its empty list.", self.hook.title);
        let mut plan = self.new_plan("Take the empty list away".to_owned(), done);
        amend::fill(self.machine, self.inventory, &mut plan, &[(&self.hook.id, changes)])?;
        Ok(plan)
    }

    fn macos(&self) -> Result<Plan, OpError> {
        let title = &self.hook.title;
        let mut plan = self.new_plan(
            format!("Name the Mac for {title} as {} does", self.today()),
            format!("{title} now lists macos beside darwin."),
        );
        let add = |path| Edit::Append { path, value: "macos".into() };
        self.edit_key(&mut plan, &["requires", "os"], add)?;
        Ok(plan)
    }
}
