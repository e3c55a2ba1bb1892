//! The rules of the five agents as data: one file an agent, one value a dialect. Code asks the
//! dialect for a rule and never which agent it is looking at (rules ).

pub mod answers;
mod blocked_env;
mod eliza;
pub(crate) mod ends;
pub mod env_sources;
mod events;
mod family;
pub mod finding;
pub mod gateway;
mod handlers;
#[cfg(feature = "invented")]
mod invented;
mod milady;
mod moltis;
mod openclaw;
mod own_program;
mod plugin_rules;
pub mod policy;
mod refusals;
pub mod sdk;
pub mod sent;
pub mod shipped;
mod trigger;
pub mod typed;
mod versions;
mod writes;
mod zeroclaw;

pub use self::family::{family_keys, of_key};
pub use self::handlers::{HandlerKind, PROMPT};
pub use self::own_program::{OwnProgram, Tells};
pub use self::plugin_rules::{
    Built, BundleHooks, BundleOf, BundleRules, Kinds, PluginRules, Records, StartRules, Wanted,
};
pub use self::shipped::LegacyRoots;
pub use self::writes::{Taken, WriteRules};
use crate::config::Syntax;
use crate::config::schema::{self, rules};
use crate::hook::AgentId;
use crate::moment::Keys;
pub use answers::Answers;

pub use crate::hook::DOCUMENTED;
pub use shipped::Rules;
pub use versions::Runtime;

/// The rules of one agent's hooks.
#[derive(Debug)]
pub struct Dialect {
    pub agent: AgentId,
    /// The agent's name, as people write it.
    pub title: &'static str,
    /// Where this version of it differs from its text.
    pub rules: Rules,
    /// How the version of it on this computer is found.
    pub finding: finding::Finding,

    /// The agent's folder under the user's home, and the variable that overrides it.
    pub home_dir: &'static str,
    /// The folder of the user's state that versions newer than those known may have as their home: it counts where
    /// there is a folder of hooks in it and none in the home.
    pub newer_home: Option<&'static str>,
    pub home_env: Option<&'static str>,
    pub config: ConfigPlace,
    pub workspace: WorkspaceRule,

    pub format: Format,
    /// Whether a manifest names one event, and not a list of them.
    pub one_event: bool,
    /// Whether a hook's name is made of letters, digits and hyphens alone, at most 64 of them.
    pub plain_names: bool,
    /// The part of an included hook's folder that is for it.
    pub part: &'static str,
    /// The agent's own names under `metadata`, the current one first.
    pub metadata_keys: &'static [&'static str],
    /// The kinds of handler that a manifest can name, the usual one first.
    pub kinds: &'static [HandlerKind],
    /// How the manifest of a new hook starts its script.
    pub starts_script: &'static str,
    /// Handler files, the first that exists counts; empty where the manifest itself says what runs.
    pub handler_files: &'static [&'static str],

    /// Packages that are this agent's alone, by the name under which modules import them and processes run.
    pub packages: &'static [&'static str],
    /// The variable that names the folder of the hooks that it brings itself.
    pub bundled_env: Option<&'static str>,
    /// Where installed hooks are.
    pub managed: Managed,
    /// Where a workspace keeps its hooks, relative to it.
    pub workspace_hooks: Option<&'static str>,
    /// How the folder that it is started in brings hooks; none where no folder does.
    pub projects: Option<Projects>,
    pub extra_dirs: ExtraDirs,
    /// Whether a hook replaces an earlier one of its name. ZeroClaw loads both.
    pub shadows: bool,
    pub legacy: Option<LegacyRoots>,
    /// What today's agent makes of a config with `handlers`, where that is worth a warning.
    pub legacy_retired: Option<&'static str>,
    /// Whether `hooks.handlers` registers modules for the plugin events (OpenClaw's gateway).
    pub gateway_handlers: bool,
    /// Where plugins are, which register hooks of their own (OpenClaw).
    pub plugins: Option<PluginRules>,
    pub builtins: &'static [Builtin],
    /// Files of its home that the agent hands to the model (rule ).
    pub context_files: &'static [ContextFile],

    /// The config section that holds the switches, and the older place that counts where it is silent.
    pub section: &'static [&'static str],
    pub older_section: Option<&'static [&'static str]>,
    pub switch: Switch,
    /// Whether the config switches hooks as a whole.
    pub whole_switch: bool,
    /// Whether the config may declare hooks of its own, with a command each.
    pub declares: bool,
    /// How many hooks are loaded at most where the config does not say; none without a limit (rule ).
    pub max_hooks: Option<u32>,
    /// Whether the file that a hook's command starts is looked at: is it there, how does it answer.
    pub reads_commands: bool,
    /// Whether the runtime that ships today reads a manifest by lines, and not as YAML.
    pub by_lines: bool,
    pub env_place: EnvPlace,
    /// Whether the shipped runtime takes the entries for an allow-list (note `openclaw-selection`).
    pub selects: bool,
    /// Config paths that count as set where the config does not mention them.
    pub default_true: &'static [&'static str],
    /// Whether it looks at what a hook needs before it calls it.
    pub checks_needs: bool,
    /// Whether the loader checks `requires.config` at all.
    pub checks_config: bool,
    /// How its manifests name a system that others name otherwise: each with all names to write.
    pub platform_names: &'static [(&'static str, &'static [&'static str])],
    pub keys: EventKeys,
    /// The family of event keys that its manifests name.
    pub family: Keys,
    /// How events reach their handlers, a value for each family of keys.
    pub dispatch: &'static [policy::Policy],
    /// How a running agent learns of a change.
    pub reload: Reload,
    /// The time limit of a handler that names none, in seconds.
    pub default_timeout_secs: u32,
    /// Whether a finding of the audit keeps a hook from loading.
    pub audited: bool,

    /// What may be written for it.
    pub writes: WriteRules,
    /// What its config may say about hooks; anything else is warned of in the editor.
    pub schema: &'static schema::Table,

    /// The version in which the notes were seen, how and when.
    pub seen: &'static str,
    /// Whether what the notes say of one hook depends on the others.
    pub hooks_meet: bool,
    /// What holds for every hook: id, sentence, where it was seen.
    pub agent_notes: &'static [(&'static str, &'static str, &'static str)],
}

/// As the family's manifests name systems.
const FAMILY_PLATFORMS: &[(&str, &[&str])] = &[("macos", &["darwin"]), ("windows", &["win32"])];

/// How a manifest is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `HOOK.md` with YAML front matter between `---` (Milady, Eliza, OpenClaw).
    Yaml,
    /// `HOOK.md` with TOML front matter between `+++` (Moltis).
    TomlFront,
    /// `HOOK.toml` (ZeroClaw).
    HookToml,
}

impl Format {
    pub const ALL: [Self; 3] = [Self::HookToml, Self::TomlFront, Self::Yaml];

    /// The manifest's file name.
    pub const fn file(self) -> &'static str {
        match self {
            Self::Yaml | Self::TomlFront => "HOOK.md",
            Self::HookToml => "HOOK.toml",
        }
    }
}

/// Where an agent keeps its config.
#[derive(Debug)]
pub struct ConfigPlace {
    pub file: &'static str,
    pub syntax: Syntax,
    /// The variable that names the file.
    pub file_env: Option<&'static str>,
    /// A folder under the user's home that is asked before the agent's home, and its variable.
    pub folder: Option<(&'static str, &'static str)>,
}

/// How the default workspace is found.
#[derive(Debug, PartialEq, Eq)]
pub enum WorkspaceRule {
    /// `agents.defaults.workspace` of the config, else this folder of the home.
    Config(&'static str),
    /// This variable, else this folder of the home.
    Env(&'static str, &'static str),
    /// The same, where a folder that the variable names may be the home, too, and a file of the usual home may name
    /// another home (rule ).
    EnvOrHome(&'static str, &'static str),
    /// The home itself.
    Home,
}

/// How an agent takes the folder that it is started in for its workspace (rule ).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Projects {
    /// Whether this version looks there at all.
    pub read: bool,
    /// Files and folders of which one has to be in it; empty where any folder will do.
    pub marks: &'static [&'static str],
    /// Variables that name another place, and then it is that.
    pub unless_set: &'static [&'static str],
    /// Whether a workspace that the config names comes first.
    pub config_first: bool,
}

/// Where hooks are installed to.
#[derive(Debug, PartialEq, Eq)]
pub enum Managed {
    /// `hooks` in the agent's home.
    Home,
    /// `hooks` in the usual home, even where a variable moved the rest of it (Milady).
    UserHome,
    /// `<workspace>/hooks`, unless this config path names another folder.
    Workspace(&'static str),
}

/// Whether the config may name further folders.
#[derive(Debug, PartialEq, Eq)]
pub enum ExtraDirs {
    None,
    UnderHome,
    Anywhere,
}

/// Where a hook's own switch is.
#[derive(Debug, PartialEq, Eq)]
pub enum Switch {
    /// `entries.<hookKey>.enabled` in the config.
    ConfigEntry,
    /// `enabled` in the manifest.
    Manifest,
    /// The hook's name in this file of the home, a JSON array of what is off.
    DisabledList(&'static str),
}

/// Where a variable for one hook can be set.
#[derive(Debug, PartialEq, Eq)]
pub enum EnvPlace {
    /// `entries.<hookKey>.env` in the config.
    ConfigEntry,
    /// The `env` table of the manifest, or of the config's own entry.
    Manifest,
    /// Only the environment of the agent.
    Process,
}

/// Which event keys a manifest may name.
#[derive(Debug, PartialEq, Eq)]
pub enum EventKeys {
    /// `type` or `type:action`, any action.
    Open(&'static [&'static str]),
    /// Those of the moments table only.
    Closed,
}

/// How a running agent learns of a change.
#[derive(Debug, PartialEq, Eq)]
pub enum Reload {
    Restart,
    RestartGateway,
    /// Unix seconds written into this file of the workspace.
    Stamp(&'static str),
}

/// A hook that is part of the agent itself.
#[derive(Debug)]
pub struct Builtin {
    pub name: &'static str,
    pub title: &'static str,
    pub emoji: &'static str,
    pub description: &'static str,
    pub events: &'static [&'static str],
    /// The setting at which `off` or `false` leaves it out, whatever else is said of it.
    pub off_at: Option<&'static [&'static str]>,
    pub priority: Option<i32>,
}

/// A Markdown file of the agent's home that is handed to the model; a missing or empty one is not.
#[derive(Debug)]
pub struct ContextFile {
    pub name: &'static str,
    /// What it is for, as a sentence.
    pub purpose: &'static str,
    /// A text to start from.
    pub starter: &'static str,
}

impl AgentId {
    /// The rules of this agent's hooks.
    pub const fn dialect(self) -> &'static Dialect {
        match self {
            Self::Milady => &milady::DIALECT,
            Self::Eliza => &eliza::DIALECT,
            Self::Openclaw => &openclaw::DIALECT,
            Self::Zeroclaw => &zeroclaw::DIALECT,
            Self::Moltis => &moltis::DIALECT,
            #[cfg(feature = "invented")]
            Self::Invented => &invented::DIALECT,
        }
    }
}

impl Dialect {
    /// Whether a hook is not loaded whose command starts a file that cannot be started.
    pub const fn checks_command(&self) -> bool {
        self.reads_commands && self.rules.checks_command
    }

    /// Whether this version ever sends an event that a hook in a folder is registered for by this key.
    pub fn ever_sends(&self, key: &str) -> bool {
        self.rules.has_hooks && self.rules.sends(key)
    }

    /// Whether a hook is a module; else its manifest says what runs.
    pub const fn runs_modules(&self) -> bool {
        !self.handler_files.is_empty()
    }

    /// How its manifests name these systems.
    pub fn platforms(&self, os: &[String]) -> Vec<String> {
        let mut list: Vec<String> = Vec::new();
        for name in os {
            let row = self.platform_names.iter().find(|(other, _)| other == name);
            let names = row.map_or_else(|| vec![name.as_str()], |(_, names)| names.to_vec());
            for name in names {
                if !list.iter().any(|listed| listed == name) {
                    list.push(name.to_owned());
                }
            }
        }
        list
    }

    /// How an event is written for a command.
    pub fn payload(&self) -> policy::Shape {
        self.policy(self.family).map_or(policy::Shape::Family, |policy| policy.payload)
    }

    /// The manifest's file name.
    pub const fn manifest_file(&self) -> &'static str {
        self.format.file()
    }

    /// What a person has to do so that a running agent sees a change, where it cannot be told or has to be
    /// started again for it.
    pub fn restart_hint(&self) -> String {
        match self.reload {
            Reload::Restart | Reload::Stamp(_) => format!("Restart {}", self.title),
            Reload::RestartGateway => format!("Restart the {} gateway", self.title),
        }
    }

    /// The file of the workspace that tells a running agent to read the folders of its hooks again. It does
    /// not read its config again.
    pub const fn stamp(&self) -> Option<&'static str> {
        match self.reload {
            Reload::Stamp(file) if self.rules.has_hooks => Some(file),
            _ => None,
        }
    }
}
