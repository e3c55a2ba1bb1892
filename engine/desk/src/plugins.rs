//! Plugins as the window shows and changes them. Looking at one does not run it; only `find_out`
//! loads one, once its person has read what that means.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

use super::{Code, Desk, Failure, Installed, Outcome};
use tacklebox_agents::config;
use tacklebox_agents::dialect::typed::{TYPED_HOOKS, TypedHook};
use tacklebox_agents::hook::AgentId;
use tacklebox_change::install::changed::{ChangedFile, FileChange};
use tacklebox_change::ops;
use tacklebox_change::plan::{Plan, Step};
use tacklebox_change::plugins::sentence::{self, PluginSentence, Told};
use tacklebox_change::plugins::settings;
use tacklebox_change::plugins::template::{self, PluginOffer};
use tacklebox_change::plugins::{self as changes, PluginSetting};
use tacklebox_change::program;
use tacklebox_change::receipt::{self, Receipt};
use tacklebox_change::sentence::Problem;
use tacklebox_inventory::plugins::{self, PluginView};
use tacklebox_machine::machine::Machine;
use tacklebox_run::boxed::{self, Boxed};
use tacklebox_run::fire;
use tacklebox_run::passes::{self, Pass};

/// One plugin in full.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PluginDetail {
    pub plugin: PluginView,
    /// Its folder, with `~`.
    pub folder: String,
    pub settings: Vec<PluginSetting>,
    pub files: Vec<PluginFile>,
    /// The file that its agent loads, where a person may edit it here.
    pub program: Option<String>,
    pub receipt: Option<Receipt>,
    /// Why it cannot be removed here; none where it can.
    pub not_removable: Option<String>,
    /// Why no copy can be made of it; none where one can.
    pub not_copied: Option<String>,
    /// The sentence that it is, and that in words; none where it was written as a program.
    pub sentence: Option<PluginSentence>,
    pub sentence_words: Option<String>,
    /// It was made from a sentence, and somebody changed its files since.
    pub by_hand: bool,
}

/// A file of a plugin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PluginFile {
    pub path: String,
    pub bytes: u32,
}

/// A plugin was loaded, or its person has something to read first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum FindOut {
    Done { plugin: Box<PluginView> },
    Confirm { title: String, sentences: Vec<String> },
}

/// A hook that a new plugin can listen to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct NewPluginChoice {
    pub key: String,
    /// When it is called: "before a tool runs".
    pub when: String,
    /// A sentence can stop what is about to happen there.
    pub stops: bool,
    /// It is about one tool.
    pub tools: bool,
    /// The event at which it is tried; none where this version never sends it.
    pub tried_at: Option<TriedAt>,
}

/// An event, and what it carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TriedAt {
    pub key: String,
    /// JSON to start from.
    pub sample: String,
}

/// A plugin that is to be made: a sentence, a template, or a program that listens to this hook.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct NewPluginWish {
    pub name: String,
    pub event: String,
    pub template: Option<String>,
    pub sentence: Option<PluginSentence>,
}

/// The sentence of a plugin as it is typed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PluginSentenceCheck {
    pub problems: Vec<Problem>,
    /// Examples that pass its conditions, and some that do not.
    pub passes: Vec<Pass>,
}

/// So many files are listed.
const MOST_FILES: usize = 500;

impl Desk {
    /// The plugins of an agent; none for one without plugins.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn plugins(&self, agent: AgentId) -> Result<Vec<PluginView>, Failure> {
        let (machine, agent) = {
            let state = self.state();
            (state.machine.clone(), state.inventory(agent)?.agent().clone())
        };
        if !agent.found {
            return Ok(Vec::new());
        }
        // Their files are read: nobody else has to wait for it.
        let all = plugins::list(&machine, &agent);
        Ok(plugins::views(&machine, &agent, &all))
    }

    /// One plugin in full.
    ///
    /// # Errors
    /// Where there is no plugin of this id any more.
    pub fn plugin(&self, id: &str) -> Result<PluginDetail, Failure> {
        let (machine, agent) = {
            let state = self.state();
            (state.machine.clone(), state.inventory_of(id)?.agent().clone())
        };
        let plugin = changes::find(&machine, &agent, id)?;
        let files = program::files_of_plugin(&plugin);
        let file = |(path, bytes): (String, u64)| PluginFile {
            path,
            bytes: u32::try_from(bytes).unwrap_or(u32::MAX),
        };
        let view = plugins::view(&machine, &agent, &plugin);
        let told = sentence::of(&plugin);
        let by_hand = told == Some(Told::ByHand);
        let sentence = match told {
            Some(Told::Sentence(sentence)) => Some(sentence),
            _ => None,
        };
        Ok(PluginDetail {
            sentence_words: sentence.as_ref().map(PluginSentence::words),
            sentence,
            by_hand,
            folder: machine.show(&plugin.dir),
            settings: settings::of(agent.dialect.rules.typed, &plugin, &view.listens.keys),
            files: files.into_iter().take(MOST_FILES).map(file).collect(),
            program: program::own_of_plugin(&machine, &agent, &plugin),
            receipt: receipt::read(&machine, &plugin.dir).filter(|_| plugin.single.is_none()),
            not_removable: changes::not_removable(&machine, &agent, &plugin),
            not_copied: changes::copy::not_copied(&agent, &plugin),
            plugin: view,
        })
    }

    /// Switches a plugin. Where that would switch others along, the plan is shown first.
    ///
    /// # Errors
    /// Where it could not load, or the config cannot be edited.
    pub fn set_plugin_enabled(
        &self,
        id: &str,
        on: bool,
        confirmed: bool,
    ) -> Result<Outcome, Failure> {
        self.change(id, confirmed, |machine, inventory, others| {
            ops::set_plugin_enabled(machine, inventory, id, on, others)
        })
    }

    /// Gives settings of a plugin values as they were typed, or clears them with none, in one step and after the
    /// plan was shown: it names the others that the edit would switch.
    ///
    /// # Errors
    /// Where it has no such setting, its schema does not take a value, or the config cannot be edited.
    pub fn set_plugin_settings(
        &self,
        id: &str,
        changes: &[(String, Option<String>)],
        confirmed: bool,
    ) -> Result<Outcome, Failure> {
        let typed: Vec<_> =
            changes.iter().map(|(path, value)| (path.as_str(), value.as_deref())).collect();
        self.shown_first(confirmed, |state| {
            Ok(settings::set(&state.machine, state.inventory_of(id)?, id, &typed)?)
        })
    }

    /// Takes a plugin's folder and its entry in the config away; undo brings both back.
    ///
    /// # Errors
    /// Where it is not among the agent's own, or the config cannot be edited.
    pub fn remove_plugin(&self, id: &str, confirmed: bool) -> Result<Outcome, Failure> {
        self.shown_first(confirmed, |state| {
            Ok(changes::remove(&state.machine, state.inventory_of(id)?, id)?)
        })
    }

    /// The hooks that a new plugin can listen to, as the version in force sends them, the usual one first.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn new_plugin_choices(&self, agent: AgentId) -> Result<Vec<NewPluginChoice>, Failure> {
        let state = self.state();
        let inventory = state.inventory(agent)?;
        let moment = |hook: &TypedHook| {
            let key = plugins::tried_as(inventory.agent(), hook.name)?;
            let sample = fire::sample(inventory, &key);
            Some((key, serde_json::to_string_pretty(&sample).unwrap_or_default()))
        };
        let choice = |hook: &TypedHook| NewPluginChoice {
            tried_at: moment(hook).map(|(key, sample)| TriedAt { key, sample }),
            key: hook.name.to_owned(),
            when: hook.when.to_owned(),
            stops: sentence::stops(hook).is_some(),
            tools: sentence::about_tools(hook),
        };
        let sent = |choice: &NewPluginChoice| choice.tried_at.is_some();
        let mut all: Vec<_> = TYPED_HOOKS.iter().map(choice).filter(sent).collect();
        all.sort_by_key(|choice| choice.key != changes::make::USUAL);
        Ok(all)
    }

    /// What a new plugin can start from.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn plugin_templates(&self, agent: AgentId) -> Result<Vec<PluginOffer>, Failure> {
        Ok(template::offers(self.state().inventory(agent)?.agent()))
    }

    /// Makes a plugin, which may be a sentence or begin with a template. It starts off.
    ///
    /// # Errors
    /// Where the name is none or is taken, there is no such hook, or the sentence cannot be, with what is wrong.
    pub fn create_plugin(
        &self,
        agent: AgentId,
        wish: &NewPluginWish,
    ) -> Result<Installed, Failure> {
        let plan = self.new_plugin(agent, wish)?;
        let id = plan.hook.clone().unwrap_or_default();
        Ok(Installed { id, change: self.apply(&plan)? })
    }

    fn new_plugin(&self, agent: AgentId, wish: &NewPluginWish) -> Result<Plan, Failure> {
        let state = self.state();
        let (machine, inventory) = (&state.machine, state.inventory(agent)?);
        let NewPluginWish { name, event, template, sentence: typed } = wish;
        Ok(match (typed, template) {
            (Some(typed), _) => sentence::new(machine, inventory, name, typed, false)?,
            (None, Some(id)) => {
                let found = template::find(inventory.agent(), id)?;
                template::plan(machine, inventory, name, found, false)?
            }
            (None, None) => changes::make::plan(machine, inventory, name, event, false)?,
        })
    }

    /// What is wrong with the sentence of a plugin as it is typed, and who would pass.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn check_plugin_sentence(
        &self,
        agent: AgentId,
        typed: &PluginSentence,
    ) -> Result<PluginSentenceCheck, Failure> {
        let problems = typed.problems(self.state().inventory(agent)?.agent().dialect.title);
        Ok(PluginSentenceCheck { problems, passes: passes::of_tools(&typed.tools, &typed.pattern) })
    }

    /// The files that a new plugin consists of, and the change of the config; nothing is written.
    ///
    /// # Errors
    /// As [`Self::create_plugin`].
    pub fn new_plugin_files(
        &self,
        agent: AgentId,
        wish: &NewPluginWish,
    ) -> Result<Vec<ChangedFile>, Failure> {
        let plan = self.new_plugin(agent, wish)?;
        Ok(written(&self.state().machine, &plan))
    }

    /// Makes a plugin say something else, after the change of its files was shown.
    ///
    /// # Errors
    /// Where it is not a sentence any more, the new one cannot be, or a file cannot be written.
    pub fn change_plugin_sentence(
        &self,
        id: &str,
        typed: &PluginSentence,
        confirmed: bool,
    ) -> Result<Outcome, Failure> {
        self.shown_first(confirmed, |state| {
            Ok(sentence::change(&state.machine, state.inventory_of(id)?, id, typed)?)
        })
    }

    /// Loads a plugin once and keeps what it registers, unless its person has to read something first.
    /// None of its handlers is called.
    ///
    /// # Errors
    /// Where it cannot be loaded, with what it said.
    pub fn find_out(self: &Arc<Self>, id: &str, confirmed: bool) -> Result<FindOut, Failure> {
        let (machine, inventory) = {
            let state = self.state();
            (state.machine.clone(), state.inventory_of(id)?.clone())
        };
        let plugin = changes::find(&machine, inventory.agent(), id)?;
        fire::can_be_loaded(&plugin)?;
        let place = boxed::where_it_runs(true, false);
        let (title, sentences) = changes::question(&machine, inventory.agent(), &plugin, place);
        let first = FindOut::Confirm { title, sentences };
        if let Some(question) = self.asked.first(confirmed, first) {
            return Ok(question);
        }
        let runner = self.tries.runner(&machine);
        let (asked, of, on) = (plugin.clone(), inventory.clone(), machine.clone());
        let boxed = Boxed::new(&machine, inventory.agent(), false)?;
        let found = self.tries.wait(async move {
            let cancel = CancellationToken::new();
            fire::find_out(&runner, &on, &of, &asked, Some(boxed), &cancel).await
        })?;
        let gone = || {
            Failure::new(Code::NotStarted, "It was cut off before it ended.")
                .hint("Nothing was changed. Try again.")
        };
        found.ok_or_else(gone)??;
        let view = plugins::view(&machine, inventory.agent(), &plugin);
        self.told_of_plugins(inventory.agent().id());
        Ok(FindOut::Done { plugin: Box::new(view) })
    }

    /// What is known of plugins changed, and no file of the agent did.
    pub(super) fn told_of_plugins(&self, agent: AgentId) {
        let delta = tacklebox_inventory::inventory::Delta::of_agent();
        self.alter(|state| state.changed(agent, delta));
    }
}

/// What a plan of a new plugin writes, file by file.
fn written(machine: &Machine, plan: &Plan) -> Vec<ChangedFile> {
    let shown =
        |change, path, diff| ChangedFile { path, change, diff: Some(diff), why_no_diff: None };
    let edited = plan.view(machine).files.into_iter();
    let edited = edited.map(|file| shown(FileChange::Edited, file.path, file.diff));
    let placed = plan.steps.iter().filter_map(|step| match step {
        Step::Place { dir, files } => Some((dir, files)),
        _ => None,
    });
    let placed = placed.flat_map(|(dir, files)| {
        files.iter().map(|file| {
            let text = String::from_utf8_lossy(&file.bytes);
            let path = machine.show(&dir.join(&file.path));
            shown(FileChange::Added, path, config::unified("", &text))
        })
    });
    placed.chain(edited).collect()
}
