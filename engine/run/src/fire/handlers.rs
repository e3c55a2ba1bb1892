//! What a hook of the inventory becomes when it is to be called: its conditions, its environment and
//! the program, module, request or text behind it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::facts::Facts;
use super::plugin_files::PluginFiles;
use super::watch::Watch;
use crate::boxed::{self, Boxed, Effects, Inside};
use crate::run::builtin;
use crate::run::conditions::Conditions;
use crate::run::http::{self, Http};
use crate::run::module::Pool;
use crate::run::prompt;
use crate::run::shell::{Asked, Shell};
use crate::runtime::dispatch::{Called, LiveHandler};
use crate::runtime::event::Event;
use crate::runtime::outcome::{Answer, Ran};
use crate::runtime::payload::Payload;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::WorkspaceRule;
use tacklebox_agents::hook::{Hook, Source};
use tacklebox_agents::manifest::{Action, Manifest};
use tacklebox_inventory::discover::{Candidate, Kind};
use tacklebox_inventory::notes;
use tacklebox_machine::machine::Machine;

/// What hooks run on and what outlives one event: workers of modules, connections. It belongs to the
/// Tokio runtime in which it is used first.
pub struct Runner {
    client: Option<reqwest::Client>,
    pub(super) pool: Pool,
    pub(super) plugins: PluginFiles,
    pub(super) eager: bool,
}

impl Runner {
    /// Nothing is started before a hook needs it. `machine` says where the user's JavaScript runtime is.
    pub fn new(machine: &Machine) -> Self {
        let pool = Pool::new(machine.clone());
        Self { client: http::client().ok(), pool, plugins: PluginFiles::default(), eager: false }
    }

    /// Keeps a worker that no event comes to for so long, and not for a minute. To be said before anything
    /// is loaded.
    #[must_use]
    pub fn keeping(self, idle: Duration) -> Self {
        Self { pool: self.pool.idle(idle), ..self }
    }

    /// Loads the modules of hooks when they are registered, and not at their first event, which then waits
    /// for nothing. One that does not load is among the `failed` of
    /// [`LoadHooksResult`](crate::runtime::registry::LoadHooksResult) and stays registered: it is tried
    /// again at its next event. Plugins are always loaded at once.
    #[must_use]
    pub fn eager(self) -> Self {
        Self { eager: true, ..self }
    }

    /// Files changed: a module among them is loaded again at its next event.
    pub fn changed(&self, path: &Path) {
        self.pool.changed(path);
    }
}

/// What all handlers of one event share, or of all events for as long as they are registered.
pub(super) struct Maker<'a> {
    pub runner: &'a Runner,
    /// Where modules of hooks are loaded.
    pub modules: Pool,
    pub machine: &'a Machine,
    pub agent: &'a Agent,
    pub scratch: Option<&'a Path>,
    /// The box that everything runs in; none where it runs for real.
    pub boxed: Option<&'a Arc<Boxed>>,
    /// Who follows the calls; nobody where the handlers live on.
    pub watch: Option<&'a Watch>,
    pub cancel: &'a CancellationToken,
    pub facts: OnceLock<Arc<Facts>>,
}

pub(super) type Run = Box<dyn Fn(Arc<Event>) -> Called + Send + Sync>;

impl Maker<'_> {
    /// The handler of a hook. What cannot be run answers with the reason when it is called.
    pub fn make(&self, candidate: &Candidate, hook: &Hook) -> LiveHandler {
        self.try_make(candidate, hook).unwrap_or_else(|why| {
            let run = Box::new(move |_| {
                let ran = Ran::failed(why.clone());
                Box::pin(async move { ran }) as Called
            });
            followed(&hook.id, self.watch, self.cancel, run)
        })
    }

    /// The handler of a hook.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn try_make(
        &self,
        candidate: &Candidate,
        hook: &Hook,
    ) -> Result<LiveHandler, String> {
        let run = self.run_of(candidate, hook)?;
        let handler = followed(&hook.id, self.watch, self.cancel, run);
        let conditions = candidate.effective().ok().and_then(|m| m.conditions.as_ref());
        let Some(conditions) = conditions.map(Conditions::new) else {
            return Ok(handler);
        };
        let call = handler.call;
        let asked = move |event: &Arc<Event>| -> Called {
            let heeded = conditions.clone().heeded(event.policy(), event.key());
            match heeded.unmet(&event.data) {
                Some(why) => Box::pin(async move { Ran::of(Answer::Skipped(why)) }),
                None => call(event),
            }
        };
        Ok(LiveHandler::of(hook.id.clone(), asked).watches_its_time())
    }

    fn run_of(&self, candidate: &Candidate, hook: &Hook) -> Result<Run, String> {
        if candidate.kind == Kind::Builtin {
            return Ok(self.builtin(hook));
        }
        if let Some(spec) = self.module_spec(candidate, hook) {
            return Ok(self.module(hook, spec));
        }
        let manifest = candidate.effective().map_err(ToString::to_string)?;
        match &manifest.action {
            Some(Action::Shell { command, timeout_secs, workdir, .. }) => {
                let limit = self.limit(*timeout_secs);
                Ok(self.shell(hook, manifest, command, workdir.as_deref(), limit))
            }
            Some(Action::Http { url, method, headers, body, timeout_secs }) => {
                let http = Http {
                    rules: notes::requests_of(self.agent.dialect, manifest),
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
                let kind = self.boxed.map(|boxed| boxed.kind);
                Ok(Box::new(move |event| {
                    let ran = prompt::inject(&event, &content, prepend);
                    let ran = match kind {
                        Some(kind) => boxed::with(ran, kind, Effects::default()),
                        None => ran,
                    };
                    Box::pin(async move { ran })
                }))
            }
            None => Err("It has nothing that could be run.".to_owned()),
        }
    }

    pub fn limit(&self, own: Option<u32>) -> Duration {
        let secs = own.unwrap_or_else(|| self.agent.limit_secs());
        Duration::from_secs(secs.into())
    }

    fn builtin(&self, hook: &Hook) -> Run {
        let (machine, boxed) = (self.machine.clone(), self.boxed.cloned());
        let home = boxed.as_ref().map_or_else(|| self.agent.home.clone(), |boxed| boxed.state());
        let workspace = self.scratch.unwrap_or(&self.agent.workspace).to_owned();
        let name = hook.name.clone();
        Box::new(move |event| {
            let payload = serde_json::to_value(Payload::new(&event, &name)).unwrap_or_default();
            let before = boxed.as_ref().map(|boxed| boxed.files());
            let mut ran = builtin::run(
                &name,
                &builtin::Call {
                    machine: &machine,
                    home: &home,
                    workspace: &workspace,
                    event: event.key(),
                    payload: &payload,
                },
            );
            if let (Some(boxed), Some(before)) = (&boxed, before) {
                ran = boxed::with(ran, boxed.kind, boxed.of_ours(&before));
            }
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
        let mut command = command.to_owned();
        if hook.source == Source::Config {
            let texts = std::iter::once(&mut command).chain(env.values_mut());
            self.agent.fill_in(self.machine, texts);
        }
        let shell = Shell::new(self.machine, &hook.name, &command, &base, workdir, &env, limit);
        let as_written = workdir.filter(|_| self.agent.dialect.rules.workdir_as_written);
        let (shell, cancel) = (Arc::new(shell.within(as_written)), self.cancel.clone());
        let inside = self.boxed.map(|boxed| (Arc::clone(boxed), hook.dir.clone()));
        Box::new(move |event| {
            let (shell, cancel) = (Arc::clone(&shell), cancel.clone());
            let inside = inside.clone();
            Box::pin(async move {
                let mut payload = Payload::new(&event, &shell.name).handed();
                // A line, for hooks that read one.
                payload.push_str(if payload.is_empty() { "" } else { "\n" });
                let walls = inside
                    .as_ref()
                    .map(|(boxed, own)| Arc::new(boxed.walls(own.as_deref(), &[&shell.dir])));
                let inside = inside.map(|(boxed, _)| boxed).zip(walls.clone());
                let mut inside = inside.map(|(boxed, walls)| Inside::new(boxed, walls));
                let (text, asked) = (payload.as_bytes(), Asked::of(&event));
                let ran = shell.run_in(walls, text, asked, &cancel).await;
                match &mut inside {
                    Some(inside) => boxed::with(ran, inside.boxed.kind, inside.effects()),
                    None => ran,
                }
            })
        })
    }

    fn http(&self, hook: &Hook, http: Http) -> Result<Run, String> {
        let client = self.runner.client.clone();
        let client = client.ok_or("The certificates of this computer cannot be read.")?;
        let (http, name, cancel) = (Arc::new(http), hook.name.clone(), self.cancel.clone());
        let boxed = self.boxed.map(|boxed| (boxed.kind, boxed.network));
        Ok(Box::new(move |event| {
            let (http, client) = (Arc::clone(&http), client.clone());
            let (name, cancel) = (name.clone(), cancel.clone());
            Box::pin(async move {
                let payload = Payload::new(&event, &name).handed();
                let sending = boxed.and_then(|_| http.preview(&client, payload.as_bytes()).ok());
                let ran = match (boxed, &sending) {
                    (Some((_, false)), Some(_)) => Ran::default(),
                    _ => http.run(&client, payload.as_bytes(), &cancel).await,
                };
                let Some((kind, network)) = boxed else { return ran };
                let hosts = Some(sending.iter().filter_map(|it| http::host(&it.url)).collect());
                let requests = sending.into_iter().collect();
                // None of it runs here, so there are no walls to be strong or weak.
                let effects = Effects { hosts, requests, network, ..Effects::default() };
                let mut ran = boxed::with(ran, kind, Effects::default());
                if let Some(seen) = &mut ran.seen {
                    seen.effects = Some(effects);
                }
                ran
            })
        }))
    }

    /// What tells a hook that its workspace is the folder that is thrown away.
    pub(crate) fn scratch_env(&self) -> BTreeMap<String, String> {
        if let Some(boxed) = self.boxed {
            return boxed.env().iter().cloned().collect();
        }
        match (self.scratch, &self.agent.dialect.workspace) {
            (Some(dir), WorkspaceRule::Env(name, _) | WorkspaceRule::EnvOrHome(name, _)) => {
                BTreeMap::from([((*name).to_owned(), dir.to_string_lossy().into_owned())])
            }
            _ => BTreeMap::new(),
        }
    }
}

/// A handler whose calls can be followed, and that is called no more once that was cancelled.
pub(super) fn followed(
    id: &str,
    watch: Option<&Watch>,
    cancel: &CancellationToken,
    run: Run,
) -> LiveHandler {
    let (watch, cancel, name) = (watch.cloned(), cancel.clone(), id.to_owned());
    let call = move |event: &Arc<Event>| -> Called {
        if cancel.is_cancelled() {
            return Box::pin(async { Ran::of(Answer::Skipped("it was cancelled".into())) });
        }
        let Some(watch) = watch.clone() else { return run(Arc::clone(event)) };
        let event = Arc::clone(event);
        let place = watch.began(&name);
        let running = run(Arc::clone(&event));
        Box::pin(async move {
            let ran = running.await;
            watch.ended(place, &event, &ran);
            ran
        })
    };
    LiveHandler::of(id, call).watches_its_time()
}
