//! Fixes in the text of a manifest.

use std::path::Path;

use serde_json::Value;

use super::Fix;
use crate::ops::{self, OpError};
use crate::plan::{Plan, Step};
use tacklebox_agents::config::{ConfigPath, Edit, Syntax};
use tacklebox_agents::hook::Source;
use tacklebox_agents::manifest::{self, repair};
use tacklebox_inventory::notes;

/// As long as today's Moltis waits for a hook that names no limit, in seconds.
const ENOUGH: u32 = 10;

impl Fix<'_> {
    /// Every key that nobody reads, as it was meant.
    pub(super) fn misspelt(&self) -> Result<Plan, OpError> {
        let dialect = self.inventory.agent().dialect;
        if self.hook.source != Source::Config {
            return self.in_text(|text| repair::keys(dialect, text));
        }
        // Only where no other entry has its name.
        ops::config_hook_path(self.inventory, self.hook)?;
        let agent = self.inventory.agent();
        let hooks = ops::config_hooks_path(agent).get(&agent.config.root).and_then(Value::as_array);
        let is = |entry: &Value| entry["name"] == self.hook.name.as_str();
        let index = hooks.and_then(|hooks| hooks.iter().position(is)).unwrap_or(usize::MAX);
        self.in_text(|text| repair::entry_keys(text, index))
    }

    /// Every event that is never sent, as it was meant.
    pub(super) fn events(&self) -> Result<Plan, OpError> {
        if self.hook.source == Source::Config {
            return self.entry_events();
        }
        let dialect = self.inventory.agent().dialect;
        self.in_text(|text| {
            let mut repaired = repair::Repaired { text: text.to_owned(), patches: Vec::new() };
            for event in &self.hook.events {
                if let Some(meant) = notes::meant_event(dialect, event) {
                    let next = repair::event(dialect, &repaired.text, event, meant)?;
                    repaired.text = next.text;
                    repaired.patches.extend(next.patches);
                }
            }
            (!repaired.patches.is_empty()).then_some(repaired)
        })
    }

    /// The same in the entry of the config that it is.
    fn entry_events(&self) -> Result<Plan, OpError> {
        let agent = self.inventory.agent();
        let place = ops::config_hook_path(self.inventory, self.hook)?.join("events");
        let written = place.get(&agent.config.root).cloned().unwrap_or_default();
        let meant = |value: &Value| {
            let event = value.as_str()?;
            let unknown = &self.candidate.manifest.as_ref().ok()?.unknown_events;
            let meant = notes::meant_event(agent.dialect, event)?;
            unknown.iter().any(|it| it == event).then(|| (event.to_owned(), meant))
        };
        let found: Vec<(ConfigPath, (String, &str))> = match &written {
            Value::Array(list) => {
                let each = list.iter().enumerate();
                each.filter_map(|(at, it)| Some((place.join(at.to_string()), meant(it)?))).collect()
            }
            one => meant(one).map(|it| (place.clone(), it)).into_iter().collect(),
        };
        let title: Vec<String> = found
            .iter()
            .map(|(_, (event, meant))| format!("Listen to {meant} instead of {event}"))
            .collect();
        let edits: Vec<Edit> = found
            .into_iter()
            .map(|(path, (_, meant))| Edit::Set { path, value: meant.into() })
            .collect();
        let mut plan =
            self.new_plan(title.join("; "), format!("{} was repaired.", self.hook.title));
        plan.steps.push(ops::edit_agents_config(agent, &edits)?);
        Ok(plan)
    }

    fn in_text(
        &self,
        make: impl FnOnce(&str) -> Option<repair::Repaired>,
    ) -> Result<Plan, OpError> {
        let path = self.hook.manifest.as_deref().unwrap_or(Path::new(""));
        let file = text_of(path)?;
        let repaired = make(&file.text).ok_or_else(|| {
            OpError::Refused(format!(
                "{} is written in a way that this change would harm. Edit it as text.",
                self.machine.show(path)
            ))
        })?;
        let title: Vec<_> = repaired.patches.into_iter().map(|patch| patch.title).collect();
        let done = format!("{} was repaired.", self.hook.title);
        let mut plan = self.new_plan(title.join("; "), done);
        ops::push_with_receipt(self.machine, &mut plan, self.hook, file.step(path, repaired.text));
        Ok(plan)
    }

    /// A time limit that a handler can keep.
    pub(super) fn time_limit(&self, title: &str) -> Result<Plan, OpError> {
        let mut plan = self
            .new_plan(title.to_owned(), format!("{} has {ENOUGH} seconds now.", self.hook.title));
        self.edit_key(&mut plan, &["timeout"], |path| Edit::Set { path, value: ENOUGH.into() })?;
        Ok(plan)
    }

    /// Edits one key of the hook's own manifest, or of the entry of the config that it is.
    pub(super) fn edit_key(
        &self,
        plan: &mut Plan,
        keys: &[&str],
        edit: impl FnOnce(ConfigPath) -> Edit,
    ) -> Result<(), OpError> {
        if self.hook.source != Source::Config {
            let path = self.hook.manifest.as_deref().unwrap_or(Path::new(""));
            let step = ops::edit_front_matter(path, &[edit(ops::path_of(keys))])?;
            ops::push_with_receipt(self.machine, plan, self.hook, step);
            return Ok(());
        }
        let agent = self.inventory.agent();
        let entry = ops::config_hook_path(self.inventory, self.hook)?;
        let edits = [edit(keys.iter().fold(entry, |path, key| path.join(*key)))];
        plan.steps.push(ops::edit_agents_config(agent, &edits)?);
        Ok(())
    }
}

/// A manifest as it is on the disk now.
pub(crate) struct Text {
    pub(crate) text: String,
    stamp: tacklebox_machine::files::Stamp,
}

impl Text {
    /// The step that makes another text of it.
    pub(crate) fn step(self, path: &Path, after: String) -> Step {
        let front = manifest::toml_front(&self.text).is_some();
        let toml = front || path.extension().is_some_and(|ending| ending == "toml");
        Step::Edit {
            path: path.to_owned(),
            syntax: if toml { Syntax::Toml } else { Syntax::Json5 },
            stamp: self.stamp,
            before: Some(self.text),
            after,
        }
    }
}

pub(crate) fn text_of(path: &Path) -> Result<Text, OpError> {
    let (text, stamp) = ops::text_of(path, manifest::MAX_BYTES as u64)?;
    let gone = || OpError::Unreadable {
        path: path.to_owned(),
        message: "it is not there any more.".to_owned(),
    };
    Ok(Text { text: text.ok_or_else(gone)?, stamp })
}
