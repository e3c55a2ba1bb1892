//! The single settings of an agent: switches, numbers, folders. A dialect has those that its rules
//! speak of and no others.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::place_of;
use tacklebox_agents::agent::{Agent, NotRead, workspace_path};
use tacklebox_agents::config::ConfigPath;
use tacklebox_agents::dialect::{Managed, WorkspaceRule};
use tacklebox_machine::machine::Machine;

/// A setting by its name; the page knows no other way to name one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "kebab-case")]
pub enum FieldId {
    /// Hooks as a whole.
    Hooks,
    Home,
    Workspace,
    HooksDir,
    MaxHooks,
    SkipAudit,
    /// The folder of the hooks that come with the agent.
    Bundled,
}

/// Where the value that counts comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    Config,
    /// A file that the config includes. What is set here is written to the config itself and wins.
    Included,
    Environment,
    Default,
}

/// How a setting is shown and changed, with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Control {
    Switch { on: bool },
    Number { value: u32, default: u32 },
    Folder { value: String, default: String },
}

/// One setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Field {
    pub id: FieldId,
    pub title: String,
    /// What it really does.
    pub sentence: String,
    /// "config.toml · hooks.max_hooks"; for what only a variable decides, its name.
    pub place: Option<String>,
    pub control: Control,
    pub origin: Origin,
    /// "Set in config.toml", "Set by MILADY_STATE_DIR in the environment", "Not set"
    pub from: String,
    pub editable: bool,
    /// It is in the config and can be cleared.
    pub clearable: bool,
    /// What a person should know about the value as it is: a danger, a folder that is not there.
    pub warning: Option<String>,
}

/// What a dialect says of a setting; where it is decides whether it can be changed.
pub(super) struct Spec {
    pub id: FieldId,
    pub title: &'static str,
    pub sentence: String,
    pub shape: Shape,
    pub place: Place,
}

pub(super) enum Shape {
    Switch { default: bool },
    Number { default: u32 },
    Folder { default: String },
}

pub(super) enum Place {
    Config(ConfigPath),
    /// Nothing but this variable decides, if there is one.
    Variable(Option<&'static str>),
}

/// The settings that this agent has, in the order in which they are shown.
pub(super) fn specs(machine: &Machine, agent: &Agent) -> Vec<Spec> {
    let dialect = agent.dialect;
    let title = dialect.title;
    let section = |key: &str| Place::Config(agent.section_path(&[key]));
    let mut specs = Vec::new();
    if dialect.whole_switch {
        specs.push(Spec {
            id: FieldId::Hooks,
            title: "Load hooks",
            sentence: format!("Whether {title} loads hooks at all. Each keeps its own switch."),
            shape: Shape::Switch { default: true },
            place: section("enabled"),
        });
    }
    if let Some(default) = dialect.max_hooks {
        specs.push(Spec {
            id: FieldId::MaxHooks,
            title: "Limit",
            sentence: "At most so many hooks are loaded; beyond that, those with the lowest priority are left out."
                .into(),
            shape: Shape::Number { default },
            place: section("max_hooks"),
        });
    }
    if dialect.audited {
        specs.push(Spec {
            id: FieldId::SkipAudit,
            title: "Skip the safety check",
            sentence: match dialect.rules.audits_names_only {
                true => format!(
                    "{title} refuses hooks for the names and the size of their files, and does not look at what they do. With this on it loads them too."
                ),
                false => format!(
                    "{title} refuses hooks in which it finds something dangerous. With this on it loads them too."
                ),
            },
            shape: Shape::Switch { default: false },
            place: section("skip_security_audit"),
        });
    }
    specs.extend(folder_specs(machine, agent));
    specs
}

fn folder_specs(machine: &Machine, agent: &Agent) -> Vec<Spec> {
    let dialect = agent.dialect;
    let title = dialect.title;
    let mut specs = Vec::new();
    let in_home = |folder: &str| machine.show(&agent.home.join(folder));
    let usual = machine.show(&machine.home().join(dialect.home_dir));
    specs.push(Spec {
        id: FieldId::Home,
        title: "Home",
        sentence: match dialect.home_env {
            Some(variable) => format!(
                "Where {title} keeps what is its own. To move it, set {variable} where {title} is started."
            ),
            None => format!("Where {title} keeps what is its own. It is always this folder."),
        },
        shape: Shape::Folder { default: usual.clone() },
        place: Place::Variable(dialect.home_env),
    });
    match dialect.workspace {
        WorkspaceRule::Config(default) => specs.push(Spec {
            id: FieldId::Workspace,
            title: "Workspace",
            sentence: match dialect.rules.workspace_opt_in {
                true => format!(
                    "The folder that {title} works in. A hook in its hooks folder loads where it is turned on by name, and replaces no other of its name."
                ),
                false => format!(
                    "The folder that {title} works in. Its hooks folder is read last, so its hooks replace others of their name."
                ),
            },
            shape: Shape::Folder { default: in_home(default) },
            place: Place::Config(workspace_path(dialect, &agent.config.value)),
        }),
        WorkspaceRule::Env(variable, default)
        | WorkspaceRule::EnvOrHome(variable, default) => specs.push(Spec {
            id: FieldId::Workspace,
            title: "Workspace",
            sentence: format!(
                "The folder that {title} works in. To move it, set {variable} where {title} is started."
            ),
            shape: Shape::Folder { default: in_home(default) },
            place: Place::Variable(Some(variable)),
        }),
        // The home, shown above.
        WorkspaceRule::Home => {}
    }
    if let Managed::Workspace(key) = dialect.managed {
        specs.push(Spec {
            id: FieldId::HooksDir,
            title: "Hooks folder",
            sentence: match dialect.rules.managed_tilde {
                true => format!(
                    "Where {title} looks for hooks and Tacklebox installs them; without a / or ~ in front, inside the workspace."
                ),
                false => format!(
                    "Where {title} looks for hooks and Tacklebox installs them: the whole path."
                ),
            },
            shape: Shape::Folder { default: machine.show(&agent.workspace.join("hooks")) },
            place: Place::Config(agent.section_path(&[key])),
        });
    }
    if let Some(variable) = dialect.bundled_env.filter(|name| machine.env(name).is_some()) {
        specs.push(Spec {
            id: FieldId::Bundled,
            title: "Included with the agent",
            sentence: format!("Where the hooks are that come with {title}."),
            shape: Shape::Folder { default: String::new() },
            place: Place::Variable(Some(variable)),
        });
    }
    specs
}

pub(super) fn all(machine: &Machine, agent: &Agent) -> Vec<Field> {
    specs(machine, agent).into_iter().map(|spec| field(machine, agent, spec)).collect()
}

fn field(machine: &Machine, agent: &Agent, spec: Spec) -> Field {
    let config = &agent.config;
    let file = tacklebox_inventory::discover::file_name(&config.path);
    let (place, value, origin, from) = match &spec.place {
        Place::Variable(variable) => {
            let set = variable.and_then(|name| Some((name, machine.env(name)?)));
            let (origin, from) = match set {
                Some((name, _)) => {
                    (Origin::Environment, format!("Set by {name} in your environment"))
                }
                None => (Origin::Default, "The usual place".to_owned()),
            };
            let value = set.map(|(_, value)| Value::from(machine.show(&machine.expand(value))));
            (variable.map(str::to_owned), value, origin, from)
        }
        Place::Config(path) => {
            let (origin, from) = if path.get(&config.root).is_some() {
                (Origin::Config, format!("Set in {file}"))
            } else if path.get(&config.value).is_some() {
                (
                    Origin::Included,
                    format!("Set in a file that {file} includes. What is set here wins."),
                )
            } else {
                (Origin::Default, "Not set".to_owned())
            };
            (Some(place_of(config, path)), path.get(&config.value).cloned(), origin, from)
        }
    };
    let shown = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        _ => None,
    };
    let (control, understood) = match spec.shape {
        Shape::Switch { default } => {
            let on = value.as_ref().and_then(Value::as_bool);
            (Control::Switch { on: on.unwrap_or(default) }, on.is_some())
        }
        Shape::Number { default } => {
            let number = value.as_ref().and_then(Value::as_u64);
            let number = number.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
            (Control::Number { value: number.unwrap_or(default), default }, number.is_some())
        }
        Shape::Folder { default } => {
            let text = value.as_ref().and_then(shown).filter(|text| !text.trim().is_empty());
            let understood = text.is_some();
            (
                Control::Folder { value: text.unwrap_or_else(|| default.clone()), default },
                understood,
            )
        }
    };
    let editable = matches!(spec.place, Place::Config(_)) && config.is_editable();
    let warning = match (&value, understood) {
        (Some(value), false) => Some(format!(
            "{file} says {value} here, which means nothing to {}: it counts as not set.",
            agent.dialect.title
        )),
        _ => warning(machine, agent, spec.id, &control),
    };
    Field {
        id: spec.id,
        title: spec.title.to_owned(),
        sentence: spec.sentence,
        place,
        control,
        origin,
        from,
        editable,
        clearable: editable && origin == Origin::Config,
        warning,
    }
}

fn warning(machine: &Machine, agent: &Agent, id: FieldId, control: &Control) -> Option<String> {
    let title = agent.dialect.title;
    match (id, control) {
        (FieldId::SkipAudit, Control::Switch { on: true }) => Some(format!(
            "The safety check is off: {title} loads every hook, even one that deletes your files."
        )),
        // Installed hooks do not move with the home everywhere.
        (FieldId::Home, _)
            if agent.dialect.managed == Managed::UserHome
                && !agent.managed.starts_with(&agent.home) =>
        {
            Some(format!("Installed hooks still stay in {}.", machine.show(&agent.managed)))
        }
        (FieldId::Workspace, _) if agent.known_workspace().is_none() => {
            Some(format!("Not read: {title} {}.", NotRead::NotWhole.says(machine, agent)))
        }
        (FieldId::Workspace, _) if agent.workspace.is_file() => {
            Some("This is a file, not a folder.".to_owned())
        }
        (FieldId::Workspace, _) if !agent.workspace.is_dir() => {
            Some("This folder is not there yet.".to_owned())
        }
        (FieldId::HooksDir, _) if agent.managed.is_file() => {
            Some("This is a file, not a folder.".to_owned())
        }
        _ => None,
    }
}
