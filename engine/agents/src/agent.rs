//! The five agents as they are on this computer: home, config, workspace, and the folders in which
//! hooks are looked for (rules R-1).

mod env_file;
mod extra;
mod folders;
mod installs;
mod moved;
mod other_config;
mod places;
mod profile;
mod programs;
mod puts_back;
mod refused;
mod relocated;
mod roots;
mod starts;
mod unread;
mod variables;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

use crate::config::{self, Config, ConfigPath, Problem, ProblemWith, Syntax};
use crate::dialect::ends;
use crate::dialect::{Answers, DOCUMENTED, Dialect, Managed, Switch};
use crate::hook::{AgentId, Basis, Source};
use crate::in_force::{ConfigVerdict, INSTALLS, InForce, Selected, Versions};
use crate::projects::Project;
use crate::switches;
use tacklebox_machine::machine::{Machine, expand};

pub use extra::NotRead;
use extra::lost_workspace;
use places::{beside_config, config_path, home_of, is_its_own, workspace};
pub use places::{config_file, lies_under, workspace_path};
pub use puts_back::PutsBack;

/// A folder of hook folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    pub source: Source,
    pub dir: PathBuf,
    /// What tells this folder from others of its source, in ids; empty for the first.
    pub tag: String,
}

/// One agent on this computer.
#[derive(Clone, Debug)]
pub struct Agent {
    /// The rules of the version in force.
    pub dialect: &'static Dialect,
    /// Which version that is, and why.
    pub runtime: InForce,
    pub home: PathBuf,
    /// The folder with its hooks, its plugins and its variables, which mostly is its home.
    pub beside: PathBuf,
    /// What `~` stands for in its config: the user's home, unless a variable of the version in force names another.
    pub user_home: PathBuf,
    /// Its home or its config exists.
    pub found: bool,
    pub config: Config,
    /// What the version in force makes of the config as a whole.
    pub config_verdict: ConfigVerdict,
    /// The hooks section as it counts: the older place merged under the current one.
    pub section: Value,
    /// The hooks that this section asks for.
    pub selected: Selected,
    /// The folder it works in. Where its path is not whole, as if it were started in the user's home: see
    /// [`Agent::known_workspace`].
    pub workspace: PathBuf,
    /// The same as the config names it, where nobody knows which folder that is.
    lost_workspace: Option<String>,
    /// The project folder that it is looked at in; none: wherever it is started.
    pub project: Option<Project>,
    /// Where installed hooks go.
    pub managed: PathBuf,
    /// In the order of precedence, the weakest first.
    pub roots: Vec<Root>,
    /// Names that a list of its own switches off (Moltis).
    pub disabled: BTreeSet<String>,
    /// The variables in a file of its home, where this version reads one.
    pub env_file: BTreeMap<String, String>,
    /// The files that it read where it was looked for before, and that name its place.
    passed: Vec<PathBuf>,
    /// Which packs of hooks it installed itself cannot be known: its state is there, and cannot be read.
    pub installs_unread: bool,
    /// What is in the place of its state and is not one: the agent fails with it, whatever it is asked.
    pub torn_state: Option<PathBuf>,
    /// What of the agent's own files cannot be used.
    pub problems: Vec<Problem>,
}

/// What holds for every scan.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Options {
    /// The workspace to look at instead of the agent's default.
    pub workspace: Option<PathBuf>,
    /// The project folder that the agent is started in: its hooks, in place of those of the workspace.
    pub project: Option<PathBuf>,
    /// The versions to judge by; an agent that is not among them is judged by what was chosen for good,
    /// or is found.
    pub runtimes: Versions,
    /// Whether modules are only taken by their names: what is said of loading is then said without them.
    pub modules_unread: bool,
    /// The folder of the hooks that the agent brings, instead of that of the installed agent.
    pub bundled: Option<PathBuf>,
    /// Folders of hooks beside those that the config names, for any agent; each as absolute path. They are
    /// read after the config's, and nothing is said of them in the config.
    pub extra: Vec<PathBuf>,
    /// The agent's config as text, instead of its file: hooks are judged as if that held it. What it
    /// includes is looked for beside the file. A plan still changes the file.
    pub config: Option<String>,
}

impl Options {
    /// By the agents' texts, whatever is installed.
    pub fn documented() -> Self {
        let runtimes = AgentId::all().iter().map(|agent| (*agent, DOCUMENTED.to_owned())).collect();
        Self { runtimes, ..Self::default() }
    }

    pub const fn read_modules(&self) -> bool {
        !self.modules_unread
    }
}

impl Agent {
    /// The files of variables that it reads beside its config, and what it read before it came to this place.
    pub fn env_files(&self) -> Vec<PathBuf> {
        let places = env_file::places(self.dialect, &self.beside, &self.home, &self.user_home);
        places.into_iter().map(|(path, _)| path).chain(self.passed.clone()).collect()
    }

    /// Looks at one agent. Never fails: what cannot be read is among [`Agent::problems`].
    pub fn locate(machine: &Machine, id: AgentId, options: &Options) -> Self {
        let (mut agent, moved) = Self::settled(machine, id, options);
        agent.roots = agent.find_roots(moved.as_ref().unwrap_or(machine), options);
        agent
    }

    /// The same without its folders of hooks, which are then not looked up on the disk: its config and its
    /// rules are enough to compare a verdict with.
    pub fn without_roots(machine: &Machine, id: AgentId, options: &Options) -> Self {
        Self::settled(machine, id, options).0
    }

    /// The agent as its environment alone says where it is.
    fn placed(machine: &Machine, id: AgentId, options: &Options) -> Self {
        let chosen = options.runtimes.get(&id).map(String::as_str);
        let mut version = InForce::of(machine, id, chosen);
        let dialect = version.dialect();
        let user_home = places::user_home(machine, dialect);
        let (home, is_newer) = home_of(machine, &user_home, dialect, version.is_exact());
        if is_newer && version.basis == Basis::Installed {
            version.basis = Basis::Assumed;
        }
        let usual = config_path(machine, &user_home, dialect, &home);
        let other = other_config::read_instead(dialect, &usual);
        let file = other.filter(|_| options.config.is_none()).unwrap_or_else(|| usual.clone());
        let syntax = Syntax::of(&file, dialect.config.syntax);
        let bound = match &dialect.rules {
            rules if rules.includes_anywhere => home.ancestors().last().unwrap_or(&home),
            rules if rules.beside_config => file.parent().unwrap_or(&home),
            _ => &home,
        };
        let config = match &options.config {
            Some(text) => config::of_text(&file, syntax, bound, text),
            None => config::read(&file, syntax, bound),
        };
        let beside = beside_config(machine, dialect, &home, &file);
        let env_file = env_file::read(&env_file::places(dialect, &beside, &home, &user_home));
        let more = moved::include_roots(machine, &user_home, dialect, &env_file);
        let config = config.including_from(more).without(dialect.rules.lost_keys);
        let config = variables::in_config(dialect, config, machine, &env_file);
        let mut section = section_of(dialect, &config.value);
        let torn_state = installs::torn(dialect, &home);
        let installs = installs::read(dialect, &home);
        let installs_unread = installs.is_err();
        let mut problems = config.problems.clone();
        problems.extend(config.passed_over.clone());
        problems.extend(other_config::problems(machine, dialect, (&home, &user_home), &usual));
        match installs {
            Ok(installs) => installs::put(dialect, &mut section, installs),
            Err(problem) => problems.push(match &torn_state {
                Some(path) => installs::problem_of_torn(dialect, path),
                None => problem,
            }),
        }
        let project = options.project.as_deref();
        let project = project.map(|dir| Project::of(machine, dialect, &config.value, dir));
        let elsewhere = options.project.as_ref().or(options.workspace.as_ref());
        let lost_workspace = match elsewhere {
            Some(_) => None,
            None => lost_workspace(machine, dialect, &user_home, &config, &env_file),
        };
        let workspace = match elsewhere {
            Some(dir) => dir.clone(),
            None => workspace(machine, &user_home, dialect, &home, &config, &env_file),
        };
        let managed = match dialect.managed {
            Managed::Home => beside.join("hooks"),
            Managed::UserHome if is_newer => home.join("hooks"),
            Managed::UserHome => user_home.join(dialect.home_dir).join("hooks"),
            Managed::Workspace(key) => match section.get(key).and_then(Value::as_str) {
                Some(dir) if !dialect.rules.managed_tilde => PathBuf::from(dir),
                Some(dir) if !dir.is_empty() => workspace.join(expand(&user_home, dir)),
                _ => workspace.join("hooks"),
            },
        };
        let number = version.runtime.version;
        let mut agent = Self {
            dialect,
            found: is_its_own(&home, dialect)
                || config.text.is_some()
                || starts::in_the_way(dialect, &home).is_some(),
            roots: Vec::new(),
            disabled: disabled(dialect, &home, &mut problems),
            env_file,
            passed: Vec::new(),
            beside,
            home,
            user_home,
            config_verdict: ConfigVerdict::default(),
            runtime: version,
            config,
            selected: Selected::of(dialect.rules.selection, &section),
            section,
            workspace,
            lost_workspace,
            project,
            managed,
            installs_unread,
            torn_state,
            problems,
        };
        agent.config_verdict = agent.verdict_by(dialect, number);
        agent.problems.extend(agent.unread_settings());
        agent
    }

    /// A path of its config as the agent expands it.
    pub fn expand(&self, path: &str) -> PathBuf {
        expand(&self.user_home, self.dialect.rules.place(&self.config.fill(path)))
    }

    /// Its workspace; none where nobody knows which folder that is.
    pub fn known_workspace(&self) -> Option<&Path> {
        self.lost_workspace.is_none().then_some(self.workspace.as_path())
    }

    /// Its workspace, to be shown: only its name where nobody knows which folder that is.
    pub fn named_workspace(&self) -> PathBuf {
        self.lost_workspace.as_ref().map_or_else(|| self.workspace.clone(), PathBuf::from)
    }

    /// Why the loader ends before the first hook, where what is of the wrong kind ends it: its extra folders.
    pub fn bad_extra_dir(&self) -> Option<String> {
        ends::bad_extra_dir(self.dialect, &self.section)
    }

    /// Why it ends behind the last hook of a folder, where that ends it: what is there in place of the list of
    /// handlers that the config registers directly.
    pub fn bad_handlers(&self) -> Option<String> {
        ends::bad_handlers(self.dialect, &self.section)
    }

    /// The section as it would count with this config.
    pub fn section_of(&self, config: &Value) -> Value {
        let mut section = section_of(self.dialect, config);
        installs::put(self.dialect, &mut section, self.section.get(INSTALLS).cloned());
        section
    }

    /// Where a setting of the hooks section is, or would be written: in the older place only if it is
    /// there and nowhere else.
    pub fn section_path(&self, keys: &[&str]) -> ConfigPath {
        let at = |base: &[&str]| ConfigPath::of(base.iter().chain(keys).copied());
        let current = at(self.dialect.section);
        let Some(older) = self.dialect.older_section.map(at) else { return current };
        let stands = |path: &ConfigPath| path.get(&self.config.value).is_some();
        if stands(&older) && !stands(&current) { older } else { current }
    }

    /// Hooks as a whole are on.
    pub fn hooks_on(&self) -> bool {
        !self.dialect.whole_switch || self.section.get("enabled") != Some(&Value::Bool(false))
    }

    /// The config's entry of a hook.
    pub fn entry(&self, hook_key: &str) -> Option<&Value> {
        match self.section.get("entries")? {
            // A list has its places for names.
            Value::Array(list) => {
                let at: usize = hook_key.parse().ok()?;
                list.get(at).filter(|_| at.to_string() == hook_key)
            }
            entries => entries.get(hook_key),
        }
    }

    /// Whether a file's real place is one that handler modules may be loaded from.
    pub fn may_load(&self, real: &Path) -> bool {
        self.roots
            .iter()
            .any(|root| fs::canonicalize(&root.dir).is_ok_and(|dir| real.starts_with(dir)))
    }

    /// The folders of hooks but extra ones.
    pub fn own_roots(&self) -> impl Iterator<Item = &Path> {
        let own = self.roots.iter().filter(|root| root.source != Source::Extra);
        own.map(|root| root.dir.as_path())
    }

    /// How long a hook may take that does not say so itself, in seconds.
    pub fn limit_secs(&self) -> u32 {
        let usual = self.dialect.default_timeout_secs;
        let key = self.dialect.rules.limit_key;
        let own = key.and_then(|key| self.section.get(key)).and_then(Value::as_u64);
        // No time at all is taken for the usual one.
        own.filter(|secs| *secs > 0).map_or(usual, |secs| u32::try_from(secs).unwrap_or(u32::MAX))
    }

    /// What the version in force makes of a hook's answers.
    pub fn answers(&self) -> &'static Answers {
        Answers::of(self.id(), self.runtime.runtime.version)
    }

    /// Its id.
    pub const fn id(&self) -> AgentId {
        self.dialect.agent
    }
}

/// The section as it counts: what the current place leaves open is taken from the older one.
fn section_of(dialect: &Dialect, config: &Value) -> Value {
    let at = |path: &[&str]| path.iter().try_fold(config, |value, key| value.get(key));
    let mut section = at(dialect.section).cloned().unwrap_or_default();
    if !section.is_object() {
        section = Value::Object(Default::default());
    }
    let older = dialect.older_section.and_then(at).and_then(Value::as_object);
    for key in ["enabled", "entries", "load", "handlers"] {
        if let Some(value) = older.and_then(|older| older.get(key))
            && let Some(section) = section.as_object_mut()
        {
            fill(section.entry(key).or_insert(Value::Null), value);
        }
    }
    section
}

pub fn fill(to: &mut Value, from: &Value) {
    match (to, from) {
        (to @ Value::Null, from) => *to = from.clone(),
        (Value::Object(to), Value::Object(from)) => {
            for (key, value) in from {
                fill(to.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        _ => {}
    }
}

fn disabled(dialect: &Dialect, home: &Path, problems: &mut Vec<Problem>) -> BTreeSet<String> {
    let Switch::DisabledList(file) = dialect.switch else { return BTreeSet::new() };
    let path = home.join(file);
    match switches::read(&path) {
        Ok(list) => list.names.into_iter().collect(),
        Err(message) => {
            problems.push(Problem::new(ProblemWith::File, path, message));
            BTreeSet::new()
        }
    }
}
