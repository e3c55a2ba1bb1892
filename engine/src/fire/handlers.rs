//! What a hook of the inventory becomes when it is to be called: its conditions, its environment and
//! the program, module, request or text behind it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::watch::Watch;
use crate::agent::Agent;
use crate::dialect::WorkspaceRule;
use crate::discover::{Candidate, Kind};
use crate::dispatch::{Called, LiveHandler};
use crate::event::Event;
use crate::hook::{Handler, Hook};
use crate::machine::Machine;
use crate::manifest::{Action, Manifest};
use crate::outcome::{Answer, Ran};
use crate::payload::Payload;
use crate::run::builtin;
use crate::run::conditions::Conditions;
use crate::run::http::{self, Http};
use crate::run::module::{ModuleKind, ModuleSpec, Pool};
use crate::run::prompt;
use crate::run::shell::Shell;

/// What hooks run on and what outlives one event: workers of modules, connections. It belongs to the
/// Tokio runtime in which it is used first.
pub struct Runner {
    client: Option<reqwest::Client>,
    pool: Pool,
}

impl Runner {
    /// Nothing is started before a hook needs it. `machine` says where the user's JavaScript runtime is.
    pub fn new(machine: &Machine) -> Self {
        Self { client: http::client().ok(), pool: Pool::new(machine.clone()) }
    }

    /// Files changed: a module among them is loaded anew at its next event.
    pub fn changed(&self, path: &Path) {
        self.pool.changed(path);
    }
}

/// What all handlers of one event share.
pub(super) struct Maker<'a> {
    pub runner: &'a Runner,
    pub machine: &'a Machine,
    pub agent: &'a Agent,
    pub scratch: Option<&'a Path>,
    pub watch: &'a Watch,
    pub cancel: &'a CancellationToken,
}

type Run = Box<dyn Fn(Arc<Event>) -> Called + Send + Sync>;

impl Maker<'_> {
    /// The handler of a hook. What cannot be run answers with the reason when it is called.
    pub fn make(&self, candidate: &Candidate, hook: &Hook) -> LiveHandler {
        let run = match self.run_of(candidate, hook) {
            Ok(run) => run,
            Err(why) => Box::new(move |_| {
                let ran = Ran::failed(why.clone());
                Box::pin(async move { ran }) as Called
            }),
        };
        let conditions = candidate.manifest.as_ref().ok().and_then(|m| m.conditions.as_ref());
        let conditions = conditions.and_then(|raw| Conditions::new(raw).ok()).unwrap_or_default();
        let (watch, cancel, id) = (self.watch.clone(), self.cancel.clone(), hook.id.clone());
        let call = move |event: &Arc<Event>| -> Called {
            if let Some(why) = conditions.unmet(&event.data) {
                return Box::pin(async move { Ran::of(Answer::Skipped(why)) });
            }
            if cancel.is_cancelled() {
                return Box::pin(async { Ran::of(Answer::Skipped("it was cancelled".into())) });
            }
            let (event, watch) = (Arc::clone(event), watch.clone());
            let place = watch.began(&id);
            let running = run(Arc::clone(&event));
            Box::pin(async move {
                let ran = running.await;
                watch.ended(place, &event, &ran);
                ran
            })
        };
        LiveHandler::of(hook.id.clone(), call).watches_its_time()
    }

    fn run_of(&self, candidate: &Candidate, hook: &Hook) -> Result<Run, String> {
        if candidate.kind == Kind::Builtin {
            return Ok(self.builtin(hook));
        }
        if let Some(Handler::Module { path, export }) = &hook.handler {
            return Ok(self.module(hook, path, export));
        }
        let manifest = candidate.manifest.as_ref().map_err(ToString::to_string)?;
        match &manifest.action {
            Some(Action::Shell { command, timeout_secs, workdir, .. }) => {
                let limit = self.limit(*timeout_secs);
                Ok(self.shell(hook, manifest, command, workdir.as_deref(), limit))
            }
            Some(Action::Http { url, method, headers, body, timeout_secs }) => {
                let http = Http {
                    url: url.clone(),
                    method: method.clone(),
                    headers: headers.clone(),
                    body: body.clone(),
                    limit: self.limit(*timeout_secs),
                };
                self.http(hook, http)
            }
            Some(Action::Prompt { content, prepend }) => {
                let (content, prepend) = (content.clone(), *prepend);
                Ok(Box::new(move |event| {
                    let ran = prompt::inject(event.key(), &event.data, &content, prepend);
                    Box::pin(async move { ran })
                }))
            }
            None => Err("It has nothing that could be run.".to_owned()),
        }
    }

    fn limit(&self, own: Option<u32>) -> Duration {
        let secs = own.unwrap_or(self.agent.dialect.default_timeout_secs);
        Duration::from_secs(secs.into())
    }

    fn builtin(&self, hook: &Hook) -> Run {
        let (machine, home) = (self.machine.clone(), self.agent.home.clone());
        let workspace = self.scratch.unwrap_or(&self.agent.workspace).to_owned();
        let name = hook.name.clone();
        Box::new(move |event| {
            let payload = serde_json::to_value(Payload::new(&event, &name)).unwrap_or_default();
            let ran = builtin::run(
                &name,
                &builtin::Call {
                    machine: &machine,
                    home: &home,
                    workspace: &workspace,
                    event: event.key(),
                    payload: &payload,
                },
            );
            Box::pin(async move { ran })
        })
    }

    fn shell(
        &self,
        hook: &Hook,
        manifest: &Manifest,
        command: &str,
        workdir: Option<&str>,
        limit: Duration,
    ) -> Run {
        let config_dir = self.agent.config.path.parent().unwrap_or(&self.agent.home);
        let base: PathBuf = hook.dir.clone().unwrap_or_else(|| config_dir.to_owned());
        let mut env = self.scratch_env();
        env.extend(manifest.env.clone());
        let shell = Shell::new(self.machine, &hook.name, command, &base, workdir, &env, limit);
        let (shell, cancel) = (Arc::new(shell), self.cancel.clone());
        Box::new(move |event| {
            let (shell, cancel) = (Arc::clone(&shell), cancel.clone());
            Box::pin(async move {
                let payload = Payload::new(&event, &shell.name).to_json();
                shell.run(payload.as_bytes(), event.modifying(), &cancel).await
            })
        })
    }

    fn http(&self, hook: &Hook, http: Http) -> Result<Run, String> {
        let client = self.runner.client.clone();
        let client = client.ok_or("The certificates of this computer cannot be read.")?;
        let (http, name, cancel) = (Arc::new(http), hook.name.clone(), self.cancel.clone());
        Ok(Box::new(move |event| {
            let (http, client) = (Arc::clone(&http), client.clone());
            let (name, cancel) = (name.clone(), cancel.clone());
            Box::pin(async move {
                let payload = Payload::new(&event, &name).to_json();
                http.run(&client, payload.as_bytes(), &cancel).await
            })
        }))
    }

    fn module(&self, hook: &Hook, file: &Path, export: &str) -> Run {
        let beside = file.parent().unwrap_or(&self.agent.home);
        let mut env = self.scratch_env();
        env.extend(self.entry_env(hook));
        let spec = ModuleSpec {
            hook: hook.id.clone(),
            dir: hook.dir.as_deref().unwrap_or(beside).to_owned(),
            file: file.to_owned(),
            kind: ModuleKind::Handler { export: export.to_owned() },
            env: env.into_iter().collect(),
            cwd: self.scratch.unwrap_or(&self.agent.workspace).to_owned(),
        };
        let (spec, pool) = (Arc::new(spec), self.runner.pool.clone());
        let (name, cancel, limit) = (hook.name.clone(), self.cancel.clone(), self.limit(None));
        Box::new(move |event| {
            let (spec, pool, cancel) = (Arc::clone(&spec), pool.clone(), cancel.clone());
            let name = name.clone();
            Box::pin(async move {
                let payload = serde_json::to_value(Payload::new(&event, &name)).unwrap_or_default();
                tokio::select! {
                    biased;
                    // A call that is given up ends its worker.
                    () = cancel.cancelled() => Ran::failed("it was cancelled and ended"),
                    ran = pool.call(&spec, &payload, limit) => ran,
                }
            })
        })
    }

    /// What tells a hook that its workspace is the folder that is thrown away.
    fn scratch_env(&self) -> BTreeMap<String, String> {
        match (self.scratch, &self.agent.dialect.workspace) {
            (Some(dir), WorkspaceRule::Env(name, _)) => {
                BTreeMap::from([((*name).to_owned(), dir.to_string_lossy().into_owned())])
            }
            _ => BTreeMap::new(),
        }
    }

    /// The variables that the config's entry of a hook sets for it.
    fn entry_env(&self, hook: &Hook) -> BTreeMap<String, String> {
        let entry = self.agent.entry(&hook.hook_key).and_then(|entry| entry.get("env"));
        let all = entry.and_then(Value::as_object).into_iter().flatten();
        all.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
    }
}
