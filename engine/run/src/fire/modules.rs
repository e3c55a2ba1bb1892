//! Handlers that are modules: those of hooks, and what the config registers for plugin events.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::facts::Facts;
use super::handlers::{Maker, Run};
use crate::run::module::{HookForm, ModuleKind, ModuleSpec, PluginHook, PluginRan, Seat};
use crate::runtime::dispatch::Called;
use crate::runtime::event::Event;
use crate::runtime::outcome::{Answer, CANCELLED, Ran};
use crate::runtime::payload::Payload;
use tacklebox_agents::dialect::DOCUMENTED;
use tacklebox_agents::hook::{Handler, Hook};
use tacklebox_inventory::discover::{Candidate, Kind};
use tacklebox_inventory::variables::{EnvFrom, env_from, env_value};

impl Maker<'_> {
    /// The module of a hook; none where something else runs.
    pub(crate) fn module_spec(&self, candidate: &Candidate, hook: &Hook) -> Option<ModuleSpec> {
        let Some(Handler::Module { path, export }) = &hook.handler else { return None };
        let beside = path.parent().unwrap_or(&self.agent.home);
        let mut env = self.scratch_env();
        env.extend(self.entry_env(candidate, hook));
        let export = export.clone();
        let kind = match (candidate.kind, hook.events.first()) {
            (Kind::Gateway, Some(event)) => ModuleKind::Gateway { event: event.clone(), export },
            _ => ModuleKind::Handler { export },
        };
        Some(ModuleSpec {
            hook: hook.id.clone(),
            dir: hook.dir.as_deref().unwrap_or(beside).to_owned(),
            file: path.clone(),
            kind,
            env: env.into_iter().collect(),
            cwd: self.scratch.unwrap_or(&self.agent.workspace).to_owned(),
            boxed: self.boxed.cloned(),
            goes_on: self.agent.dialect.rules.typed.is_shipped(),
            own: hook.dir.is_some(),
        })
    }

    pub fn module(&self, hook: &Hook, spec: ModuleSpec) -> Run {
        if let ModuleKind::Gateway { event, .. } = &spec.kind {
            let only = PluginHook::of_gateway(event);
            let caller = self.caller(hook.name.clone(), self.runner.pool.seat(spec));
            let caller = Arc::new(caller);
            return Box::new(move |event| {
                let (caller, only) = (Arc::clone(&caller), only.clone());
                Box::pin(async move { caller.call(&only, &event).await.ran }) as Called
            });
        }
        let (spec, pool) = (Arc::new(spec), self.modules.clone());
        let (name, cancel, limit) = (hook.name.clone(), self.cancel.clone(), self.limit(None));
        Box::new(move |event| {
            let (spec, pool, cancel) = (Arc::clone(&spec), pool.clone(), cancel.clone());
            let name = name.clone();
            Box::pin(async move {
                let payload = serde_json::to_value(Payload::new(&event, &name)).unwrap_or_default();
                tokio::select! {
                    biased;
                    // A call that is given up ends its worker.
                    () = cancel.cancelled() => Ran::failed(CANCELLED),
                    ran = pool.call(&spec, &payload, limit) => ran,
                }
            })
        })
    }

    /// Who calls the hooks of a plugin, or the handler of a gateway.
    pub fn caller(&self, name: String, seat: Seat) -> Caller {
        Caller {
            name,
            seat,
            facts: Arc::clone(self.facts()),
            limit: self.limit(None),
            cancel: self.cancel.clone(),
        }
    }

    pub fn facts(&self) -> &Arc<Facts> {
        let facts: &OnceLock<_> = &self.facts;
        facts.get_or_init(|| Arc::new(Facts::of(self.agent, self.scratch)))
    }

    /// The variables that the config's entry of a hook sets for it. No version that people run hands them to it:
    /// those have in their environment what the config sets for the agent as a whole, of which a hook gets what it
    /// asks for.
    fn entry_env(&self, candidate: &Candidate, hook: &Hook) -> BTreeMap<String, String> {
        if self.agent.runtime.runtime.version != DOCUMENTED {
            let Ok(manifest) = candidate.effective() else { return BTreeMap::new() };
            let set = |name: &String| {
                let from = env_from(self.machine, self.agent, manifest, name)?;
                let value = env_value(self.machine, self.agent, manifest, name)?;
                (from == EnvFrom::Config).then(|| (name.clone(), value))
            };
            return manifest.requires.env.iter().filter_map(set).collect();
        }
        let entry = self.agent.entry(&hook.hook_key).and_then(|entry| entry.get("env"));
        let all = entry.and_then(Value::as_object).into_iter().flatten();
        all.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
    }
}

/// Calls what a module registered for plugin events, with the context of each event.
pub(super) struct Caller {
    pub name: String,
    pub seat: Seat,
    facts: Arc<Facts>,
    pub limit: Duration,
    pub cancel: CancellationToken,
}

impl Caller {
    /// A call takes as long as its hook may: what the config grants it, else what it asks for, else what the
    /// agent gives all handlers of this event.
    pub async fn call(&self, hook: &PluginHook, event: &Event) -> PluginRan {
        let typed = event.typed();
        let limit = hook.limit.or_else(|| typed?.limit).unwrap_or(self.limit);
        if let Some(tools) = &hook.tools
            && let Some(tool) = tool_of(event)
            && !tools.contains(&tool.to_lowercase())
        {
            let why = format!("it is for the tools {} only", tools.join(", "));
            return PluginRan { ran: Ran::of(Answer::Skipped(why)), hooks: None };
        }
        let mut payload = serde_json::to_value(Payload::new(event, &self.name)).unwrap_or_default();
        if hook.form != HookForm::Internal {
            self.facts.fill(&mut payload, event);
        }
        tokio::select! {
            biased;
            () = self.cancel.cancelled() => PluginRan { ran: Ran::failed(CANCELLED), hooks: None },
            ran = self.seat.call(hook, &payload, typed.is_some(), limit) => ran,
        }
    }

    /// Loads the module, without calling any hook of it: what loading alone registers.
    ///
    /// # Errors
    /// The run that failed.
    pub async fn load(&self) -> Result<Vec<PluginHook>, Box<Ran>> {
        tokio::select! {
            biased;
            () = self.cancel.cancelled() => Err(Box::new(Ran::failed(CANCELLED))),
            hooks = self.seat.load(self.limit) => hooks,
        }
    }
}

/// The tool that an event is about.
fn tool_of(event: &Event) -> Option<&str> {
    ["toolName", "tool_name", "tool"].iter().find_map(|name| event.data.get(*name)?.as_str())
}
