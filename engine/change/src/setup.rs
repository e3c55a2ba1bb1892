//! The checklist of what a hook needs, each item with what to do about it.

mod programs;

use std::path::Path;

use serde::Serialize;
use serde_json::Value;

pub use self::programs::{Lacking, choose, lacking, offer};

use crate::ops;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{ConfigPath, may_be_secret};
use tacklebox_agents::dialect::EnvPlace;
use tacklebox_agents::hook::{Hook, Missing, MissingKind, Source};
use tacklebox_agents::manifest::Manifest;
use tacklebox_bring::keys::{self, KeyHelp};
use tacklebox_bring::provision::InstallOption;
use tacklebox_inventory::discover::{self, Candidate, Kind};
use tacklebox_inventory::eligibility::{self, Need};
use tacklebox_inventory::variables::{self, EnvFrom};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// One requirement, met or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SetupItem {
    pub kind: MissingKind,
    pub names: Vec<String>,
    pub title: String,
    pub met: bool,
    /// "Found in /usr/bin", "Already set in your environment"
    pub sentence: String,
    /// Where it is saved, in small type.
    pub detail: Option<String>,
    /// It can be filled in here.
    pub editable: bool,
    /// With what, told by the value that is there.
    pub value_kind: ValueKind,
    /// What is filled in is not to be shown.
    pub secret: bool,
    /// It was saved for this hook and can be cleared.
    pub clearable: bool,
    /// It is fixed in the agent's config as text.
    pub in_config: bool,
    /// The ways to install the program, what can be done from here first.
    pub install: Vec<InstallOption>,
    pub note: Option<String>,
    /// What a key is for, where to get one, and who can say whose it is; none where nothing is known.
    pub help: Option<KeyHelp>,
    /// Who reads the file in which it is or will be, where that is not the owner alone.
    pub readers: Option<String>,
}

/// What kind of field fills a requirement in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum ValueKind {
    Text,
    Number,
    Switch,
    /// Nothing is set there yet; every value counts that is not false, empty or 0.
    Any,
}

impl ValueKind {
    const fn of(value: Option<&Value>) -> Self {
        match value {
            Some(Value::Bool(_)) => Self::Switch,
            Some(Value::Number(_)) => Self::Number,
            Some(Value::String(_)) => Self::Text,
            Some(Value::Null | Value::Array(_) | Value::Object(_)) | None => Self::Any,
        }
    }
}

/// Every requirement of a hook, in the order in which an agent checks.
pub(crate) fn checklist(
    machine: &Machine,
    agent: &Agent,
    candidate: &Candidate,
    hook: &Hook,
) -> Vec<SetupItem> {
    let Ok(manifest) = candidate.effective() else { return Vec::new() };
    let list = List { machine, agent, candidate, hook, manifest };
    let requires = &manifest.requires;
    let mut items = Vec::new();
    if !requires.os.is_empty() {
        items.push(list.os());
    }
    items.extend(eligibility::programs(machine, agent, manifest).iter().map(|n| list.program(n)));
    items.extend(requires.env.iter().map(|name| list.variable(name)));
    items.extend(requires.config.iter().map(|path| list.setting(path)));
    if let Some(file) = &candidate.not_executable {
        items.push(SetupItem {
            title: format!("Permission to run {file}"),
            sentence: "The file is there and is not marked as a program yet.".into(),
            ..list.item(MissingKind::NotExecutable, vec![file.clone()], false)
        });
    }
    items.extend(hook.missing.iter().filter_map(|missing| list.of_verdict(missing)));
    items
}

struct List<'a> {
    machine: &'a Machine,
    agent: &'a Agent,
    candidate: &'a Candidate,
    hook: &'a Hook,
    manifest: &'a Manifest,
}

impl List<'_> {
    fn item(&self, kind: MissingKind, names: Vec<String>, met: bool) -> SetupItem {
        let skipped = self.manifest.always && kind != MissingKind::Os && !met;
        SetupItem {
            kind,
            names,
            title: String::new(),
            met,
            sentence: String::new(),
            detail: None,
            editable: false,
            value_kind: ValueKind::Text,
            secret: false,
            clearable: false,
            in_config: false,
            install: Vec::new(),
            help: None,
            readers: None,
            note: skipped.then(|| "Not checked: this hook always runs.".to_owned()),
        }
    }

    /// What no hook states as a requirement: that its agent can do with its config, or with its own state, and that there
    /// is room for one more.
    fn of_verdict(&self, missing: &Missing) -> Option<SetupItem> {
        let (agent, config) = (self.agent, &self.agent.config);
        let title = agent.dialect.title;
        let item = || self.item(MissingKind::Config, missing.names.clone(), false);
        let is = |path: &Path| missing.names == [discover::file_name(path)];
        if missing.kind != MissingKind::Config {
            None
        } else if missing.names == ["hooks.max_hooks"] {
            Some(SetupItem {
                title: "Room among the hooks".into(),
                sentence: format!(
                    "{}. Raise max_hooks in {}.",
                    missing.sentence,
                    self.machine.show(&config.path)
                ),
                ..item()
            })
        } else if is(&config.path) {
            let unread = config.problems.first().filter(|_| config.unparsable);
            let file = self.machine.show(&config.path);
            let sentence = match unread {
                Some(problem) => format!(
                    "{file} cannot be read. {problem} Edit it as text, or bring an earlier version back."
                ),
                None => format!("{}.", missing.sentence.trim_end_matches('.')),
            };
            let can = if unread.is_some() { "can read" } else { "takes" };
            let title = format!("A config that {title} {can}");
            Some(SetupItem { title, sentence, in_config: true, ..item() })
        } else if agent.torn_state.as_deref().is_some_and(is) {
            let title = format!("A state that {title} can read");
            let sentence = format!("{}.", missing.sentence);
            Some(SetupItem { title, sentence, ..item() })
        } else {
            None
        }
    }

    fn os(&self) -> SetupItem {
        let os = &self.manifest.requires.os;
        let met = eligibility::admits(os, &self.agent.dialect.rules, self.machine.platform());
        let names = eligibility::systems(os);
        let here = self.machine.platform().title();
        SetupItem {
            title: names.clone(),
            sentence: if met {
                format!("This computer runs {here}")
            } else {
                eligibility::other_system(self.machine, self.agent, os)
                    .unwrap_or_else(|| format!("Made for {names}; this computer runs {here}"))
            },
            ..self.item(MissingKind::Os, os.clone(), met)
        }
    }

    fn program(&self, need: &Need<'_>) -> SetupItem {
        let kind = if need.any { MissingKind::AnyBins } else { MissingKind::Bin };
        let item = self.item(kind, need.names.to_vec(), need.found.is_some());
        let passes = need.passes && need.found.is_none();
        let unnoticed = || {
            let agent = self.agent.dialect.title;
            format!("{agent} loads the hook without it, so it may fail when it runs.")
        };
        SetupItem {
            title: match need.any {
                true => format!("One of: {}", need.names.join(", ")),
                false => need.names.join(", "),
            },
            sentence: match &need.found {
                Some((name, path)) if need.any => {
                    format!("Using {name}, found in {}", self.folder(path))
                }
                Some((_, path)) => format!("Found in {}", self.folder(path)),
                None => {
                    format!("Needs the program {}", words::any_of(need.names.iter().cloned()))
                }
            },
            install: if need.found.is_none() { self.options(need.names) } else { Vec::new() },
            note: item.note.clone().or_else(|| passes.then(unnoticed)),
            ..item
        }
    }

    fn folder(&self, program: &std::path::Path) -> String {
        program.parent().map(|dir| self.machine.show(dir)).unwrap_or_default()
    }

    /// The ways to install one of these programs.
    fn options(&self, programs: &[String]) -> Vec<InstallOption> {
        let offers = programs::offers(self.machine, self.agent, self.candidate, programs);
        let mut options: Vec<InstallOption> =
            offers.into_iter().map(|offer| offer.option).collect();
        options.sort_by_key(|option| !option.runnable);
        options
    }

    fn variable(&self, name: &str) -> SetupItem {
        let agent = self.agent.dialect.title;
        let from = variables::env_from(self.machine, self.agent, self.manifest, name);
        let place = self.place(name);
        SetupItem {
            title: words::variable(name),
            sentence: match from {
                Some(EnvFrom::Environment) => "Already set in your environment".to_owned(),
                // A note says what to do.
                Some(EnvFrom::Own)
                    if self.hook.notes.iter().any(|note| note.id == "env-not-exported") =>
                {
                    format!("Saved in {agent}'s settings. {agent} does not hand it to the hook")
                }
                Some(EnvFrom::Own) => format!("Saved in {agent}'s settings"),
                Some(EnvFrom::Config) => format!("Set for every hook in {agent}'s settings"),
                None if place.is_some() => {
                    format!("Will be saved in {agent}'s settings on this computer, as plain text.")
                }
                None if ops::check_variable(name, None).is_err() => {
                    "No environment can hold a variable of this name, so the hook can never have it. Tell its author.".to_owned()
                }
                None if self.agent.dialect.env_place != EnvPlace::Process
                    && !self.agent.dialect.rules.own_env_counts =>
                {
                    let named = self.agent.runtime.named();
                    format!(
                        "{named} looks for it only in its own environment: set {name} where {agent} is started."
                    )
                }
                None => format!(
                    "{agent} gives hooks only its own environment: set {name} where {agent} is started."
                ),
            },
            help: self.help(name),
            readers: place.as_ref().and_then(|_| self.readers()),
            detail: place.as_ref().map(|place| format!("{name} → {place}")),
            editable: place.is_some() && from != Some(EnvFrom::Environment),
            secret: may_be_secret(name),
            clearable: from == Some(EnvFrom::Own),
            ..self.item(MissingKind::Env, vec![name.to_owned()], from.is_some())
        }
    }

    /// What its author says of a variable, else what is known of the service.
    fn help(&self, name: &str) -> Option<KeyHelp> {
        let known = keys::help(name);
        let Some(note) = self.manifest.keys.get(name) else { return known };
        let said = |text: &str| {
            let text: String = text.chars().filter(|c| !c.is_control()).take(200).collect();
            Some(text.trim().to_owned()).filter(|text| !text.is_empty())
        };
        let known = known.unwrap_or_default();
        Some(KeyHelp {
            purpose: said(&note.purpose).or(known.purpose),
            url: said(&note.get).filter(|url| url.starts_with("https://")).or(known.url),
            rights: said(&note.rights).or(known.rights),
            by_author: true,
            ..known
        })
    }

    /// Who else reads the file in which the variable is saved.
    fn readers(&self) -> Option<String> {
        let config = matches!(self.agent.dialect.env_place, EnvPlace::ConfigEntry)
            || self.hook.source == Source::Config;
        let path = match config {
            true => self.agent.config.path.as_path(),
            false => self.hook.manifest.as_deref()?,
        };
        tacklebox_machine::files::others_may_read(path).then(|| {
            format!(
                "Other users of this computer may read {}, and with it the key.",
                discover::file_name(path)
            )
        })
    }

    /// "milady.json · hooks.internal.entries.github-digest.env"
    fn place(&self, name: &str) -> Option<String> {
        // Nobody could type it, and no environment could hold it.
        ops::check_variable(name, None).ok()?;
        let file = |path: &std::path::Path| tacklebox_inventory::discover::file_name(path);
        match self.agent.dialect.env_place {
            EnvPlace::Process => None,
            // What is set for the hook is not looked at.
            _ if !self.agent.dialect.rules.own_env_counts => None,
            _ if self.candidate.kind != Kind::Hook => None,
            EnvPlace::ConfigEntry => {
                let path = ops::entry_path(self.agent, &self.hook.hook_key).join("env");
                Some(format!("{} · {path}", file(&self.agent.config.path)))
            }
            EnvPlace::Manifest if self.hook.source == Source::Config => {
                Some(format!("{} · hooks.{}.env", file(&self.agent.config.path), self.hook.name))
            }
            EnvPlace::Manifest => Some(format!("{} · env", file(self.hook.manifest.as_deref()?))),
        }
    }

    fn setting(&self, path: &str) -> SetupItem {
        let agent = self.agent.dialect.title;
        if !self.agent.dialect.checks_config {
            return SetupItem {
                title: path.to_owned(),
                sentence: format!("A setting that the hook names; not checked by {agent}"),
                ..self.item(MissingKind::Config, vec![path.to_owned()], true)
            };
        }
        let met = eligibility::config_is_set(self.agent, path);
        let target =
            path.parse::<ConfigPath>().ok().map(|path| ops::setting_path(self.agent, &path));
        let never = !met && target.as_ref().is_some_and(|path| !ops::may_be_set(self.agent, path));
        let saved = target.as_ref().is_some_and(|path| path.get(&self.agent.config.root).is_some());
        let value = target.as_ref().and_then(|path| self.agent.config.get(path));
        let is_granted = met && value.is_none();
        let file = tacklebox_inventory::discover::file_name(&self.agent.config.path);
        SetupItem {
            title: path.to_owned(),
            sentence: if is_granted {
                format!("{agent} takes it as set")
            } else if met {
                format!("Set in {agent}'s settings")
            } else if never {
                format!(
                    "{agent} {} has no such setting, so this can never be met there.",
                    self.agent.dialect.writes.schema.unwrap_or_default()
                )
            } else {
                format!("Needs this setting in {agent}'s config")
            },
            editable: !never,
            value_kind: ValueKind::of(value),
            detail: target.filter(|_| !is_granted).map(|target| format!("{file} · {target}")),
            secret: may_be_secret(path),
            clearable: saved,
            ..self.item(MissingKind::Config, vec![path.to_owned()], met)
        }
    }
}
