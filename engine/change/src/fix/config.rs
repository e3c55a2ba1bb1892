//! Fixes in an agent's config.

use serde_json::Value;

use super::Fix;
use crate::ops::{self, OpError};
use crate::plan::{Plan, Step};
use tacklebox_agents::config::{self, ConfigPath, Edit, Syntax};
use tacklebox_agents::hook::Source;
use tacklebox_machine::cut::Cut;

impl Fix<'_> {
    /// What OpenClaw takes for granted is said in the config.
    pub(super) fn workspace_dir(&self) -> Result<Plan, OpError> {
        let agent = self.inventory.agent();
        let title = agent.dialect.title;
        let dir = agent.workspace.to_str().ok_or_else(|| {
            OpError::Refused(
                "The path of the workspace is not text, so a config cannot hold it.".into(),
            )
        })?;
        let plan = ops::put_setting(
            self.inventory,
            "workspace.dir",
            &serde_json::Value::from(dir).to_string(),
        )?;
        Ok(Plan {
            title: format!("Tell {title} where its workspace is"),
            done: format!("{title}'s config now names its workspace."),
            ..plan
        })
    }

    /// Settings that are under `hooks` go to `hooks.internal`, where shipped runtimes look for them.
    pub(super) fn hooks_root(&self) -> Result<Plan, OpError> {
        let agent = self.inventory.agent();
        let (config, title) = (&agent.config, &self.hook.title);
        let mut plan = self.new_plan(
            format!("Move the settings of {title} to hooks.internal"),
            format!("The settings of {title} were moved to hooks.internal."),
        );
        let mut wanted = self.entries_to_move();
        // A list at the new place counts alone; then the other says nothing, and is not ours to drop.
        let list = ConfigPath::of(["hooks", "internal", "load", "extraDirs"]);
        let listed = list.get(&config.value).is_some();
        if self.hook.source == Source::Extra && !listed {
            wanted.push(vec!["load".to_owned(), "extraDirs".to_owned()]);
        }
        let mut edits = Vec::new();
        for keys in wanted {
            let place = |root: &[&str]| {
                ConfigPath::of(root.iter().copied().chain(keys.iter().map(String::as_str)))
            };
            let (from, to) = (place(&["hooks"]), place(&["hooks", "internal"]));
            if from.get(&config.value).is_none() {
                continue;
            }
            let included = |path: &ConfigPath| path.get(&config.root) != path.get(&config.value);
            if let Some(path) = [&from, &to].into_iter().find(|path| included(path)) {
                return Err(OpError::Refused(format!(
                    "{path} is in a file that the config includes. Move it by hand."
                )));
            }
            // What is at the new place counts already: it is kept, and filled up.
            let mut value = to.get(&config.root).cloned().unwrap_or_default();
            tacklebox_agents::agent::fill(
                &mut value,
                from.get(&config.root).unwrap_or(&Value::Null),
            );
            edits.push(Edit::Set { path: to, value });
            edits.push(Edit::Unset { path: from });
        }
        plan.steps.push(ops::edit_agents_config(agent, &edits)?);
        Ok(plan)
    }

    /// What is set for the hook in the older place, by its path there. What a hook requires by its whole path is read there, and
    /// stays.
    fn entries_to_move(&self) -> Vec<Vec<String>> {
        let key = &self.hook.hook_key;
        let manifests = self.inventory.candidates().filter_map(|(it, _)| it.manifest.as_ref().ok());
        let required: Vec<_> = manifests.map(|it| &it.requires).collect();
        let stays = |path: &str| required.iter().any(|it| it.names(path));
        let whole = vec!["entries".to_owned(), key.clone()];
        let entry = ConfigPath::of(["hooks", "entries", key]);
        let fields = entry.get(&self.inventory.agent().config.value).and_then(Value::as_object);
        let is_asked = |field: &String| stays(&format!("hooks.entries.{key}.{field}"));
        match fields {
            Some(fields) if fields.keys().any(is_asked) => {
                let moved = fields.keys().filter(|field| !is_asked(field));
                moved
                    .map(|field| [whole.as_slice(), std::slice::from_ref(field)].concat())
                    .collect()
            }
            _ => vec![whole],
        }
    }

    /// `[[hooks]]` becomes `[[hooks.hooks]]`, by its headings: nothing between them is touched.
    pub(super) fn config_table(&self) -> Result<Plan, OpError> {
        let agent = self.inventory.agent();
        let mut plan = self.new_plan(
            format!("Name the hooks in the config as {} does", self.today()),
            "The hooks in the config are under [[hooks.hooks]] now.".to_owned(),
        );
        // Without an edit, for the stamp and the checks that every edit makes.
        let mut step = ops::edit_agents_config(agent, &[])?;
        if let Step::Edit { before: Some(before), after, .. } = &mut step {
            *after = renamed(before).ok_or_else(|| {
                OpError::Refused(format!(
                    "{} is written in a way that this change would harm. Edit it as text.",
                    self.machine.show(&agent.config.path)
                ))
            })?;
        }
        plan.steps.push(step);
        Ok(plan)
    }
}

/// The config with its list of hooks one level down; none where that would change anything else.
fn renamed(text: &str) -> Option<String> {
    let now: String = text.split_inclusive('\n').map(heading).collect();
    let mut wish = config::parse(Syntax::Toml, text).ok()?;
    let hooks = wish.get_mut("hooks")?;
    *hooks = Value::Object([("hooks".to_owned(), hooks.take())].into_iter().collect());
    (config::parse(Syntax::Toml, &now).ok()? == wish).then_some(now)
}

fn heading(line: &str) -> String {
    let name = line.trim_start_matches([' ', '\t', '[']);
    let lead = line.cut(..line.len().saturating_sub(name.len()));
    match name.strip_prefix("hooks") {
        Some(rest) if lead.contains('[') && rest.trim_start().starts_with([']', '.']) => {
            format!("{lead}hooks.hooks{rest}")
        }
        _ => line.to_owned(),
    }
}
