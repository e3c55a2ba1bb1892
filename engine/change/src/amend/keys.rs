//! What of a hook can be changed, by name, and which format has a place for it.

use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::Syntax;
use tacklebox_agents::dialect::Format;
pub(crate) use tacklebox_agents::dialect::PROMPT;
use tacklebox_agents::hook::Source;
use tacklebox_inventory::discover::{Candidate, Kind};

/// One thing that a hook says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    Description,
    Events,
    Command,
    Workdir,
    Url,
    Method,
    Header(String),
    Body,
    Content,
    Position,
    Channels,
    Users,
    Pattern,
    Timeout,
    Priority,
    /// A variable that it sets for its command.
    Env(String),
    Emoji,
    Homepage,
    Bins,
    /// Programs of which one is enough.
    AnyBins,
    /// The variables that it asks for, by name.
    NeedsEnv,
    /// The settings of the agent that it asks for, by path.
    Config,
    Os,
    /// Whether it runs without what it asks for.
    Always,
    /// The name of its entry in the agent's config.
    HookKey,
    /// What of its module is called.
    Export,
    Version,
    /// What its author says of a variable that it asks for.
    Note(String, About),
}

/// One thing that is said of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    For,
    Get,
    Rights,
}

impl About {
    const ALL: [Self; 3] = [Self::For, Self::Get, Self::Rights];

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::For => "for",
            Self::Get => "get",
            Self::Rights => "rights",
        }
    }
}

impl Key {
    /// The key of this name: `url`, `header.Accept`, `channel` or `channels`.
    pub fn named(name: &str) -> Option<Self> {
        if let Some((family, rest)) = name.split_once('.').filter(|(_, rest)| !rest.is_empty()) {
            return match family {
                "header" => Some(Self::Header(rest.to_owned())),
                "env" => Some(Self::Env(rest.to_owned())),
                "keys" => {
                    let (name, about) = rest.rsplit_once('.')?;
                    let about = About::ALL.into_iter().find(|it| it.as_str() == about)?;
                    Some(Self::Note(name.to_owned(), about))
                }
                _ => None,
            };
        }
        Some(match name {
            "description" => Self::Description,
            "event" | "events" => Self::Events,
            "command" => Self::Command,
            "workdir" => Self::Workdir,
            "url" => Self::Url,
            "method" => Self::Method,
            "body" => Self::Body,
            "content" => Self::Content,
            "position" => Self::Position,
            "channel" | "channels" => Self::Channels,
            "user" | "users" => Self::Users,
            "pattern" => Self::Pattern,
            "timeout" => Self::Timeout,
            "priority" => Self::Priority,
            "emoji" => Self::Emoji,
            "homepage" => Self::Homepage,
            "bins" => Self::Bins,
            "any_bins" | "anyBins" => Self::AnyBins,
            "env" => Self::NeedsEnv,
            "config" => Self::Config,
            "os" => Self::Os,
            "always" => Self::Always,
            "hook_key" | "hookKey" => Self::HookKey,
            "export" => Self::Export,
            "version" => Self::Version,
            _ => return None,
        })
    }

    /// The name that it is shown by.
    pub fn name(&self) -> String {
        match self {
            Self::Header(name) => format!("header.{name}"),
            Self::Env(name) => format!("env.{name}"),
            Self::Note(name, about) => format!("keys.{name}.{}", about.as_str()),
            other => other.family().to_owned(),
        }
    }

    /// The name without what is behind its dot.
    pub(super) const fn family(&self) -> &'static str {
        match self {
            Self::Description => "description",
            Self::Events => "events",
            Self::Command => "command",
            Self::Workdir => "workdir",
            Self::Url => "url",
            Self::Method => "method",
            Self::Header(_) => "header.NAME",
            Self::Body => "body",
            Self::Content => "content",
            Self::Position => "position",
            Self::Channels => "channel",
            Self::Users => "user",
            Self::Pattern => "pattern",
            Self::Timeout => "timeout",
            Self::Priority => "priority",
            Self::Env(_) => "env.NAME",
            Self::Emoji => "emoji",
            Self::Homepage => "homepage",
            Self::Bins => "bins",
            Self::AnyBins => "any_bins",
            Self::NeedsEnv => "env",
            Self::Config => "config",
            Self::Os => "os",
            Self::Always => "always",
            Self::HookKey => "hook_key",
            Self::Export => "export",
            Self::Version => "version",
            Self::Note(..) => "keys.NAME.for|get|rights",
        }
    }

    /// Whether it says the same, if of another name.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.family() == other.family()
    }

    /// The table of `[hook.action]` that it belongs to alone.
    pub(crate) const fn action(&self) -> Option<&'static str> {
        match self {
            Self::Command | Self::Workdir => Some("shell"),
            Self::Url | Self::Method | Self::Header(_) | Self::Body => Some("http"),
            Self::Content | Self::Position => Some(PROMPT),
            _ => None,
        }
    }

    /// Whether a hook with this action says it: what is another action's alone it does not, and a text for the
    /// prompt has no time limit.
    pub(crate) fn fits(&self, action: Option<&str>) -> bool {
        match self {
            Self::Timeout => action != Some(PROMPT),
            _ => self.action().is_none_or(|own| action == Some(own)),
        }
    }

    /// Whether it is a list of texts.
    pub(super) const fn is_list(&self) -> bool {
        matches!(
            self,
            Self::Events
                | Self::Channels
                | Self::Users
                | Self::Bins
                | Self::AnyBins
                | Self::NeedsEnv
                | Self::Config
                | Self::Os
        )
    }
}

/// How what a hook says is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `HOOK.md` with YAML front matter.
    Yaml,
    /// `HOOK.md` with TOML front matter.
    TomlFront,
    HookToml,
    /// An entry of the agent's config.
    Entry,
}

impl Form {
    pub(super) fn of(agent: &Agent, candidate: &Candidate) -> Option<Self> {
        match (candidate.kind, candidate.source) {
            (Kind::Hook, Source::Config) => Some(Self::Entry),
            (Kind::Hook, _) => Some(Self::of_format(agent.dialect.format)),
            _ => None,
        }
    }

    /// The form of a hook's own folder.
    pub const fn of_format(format: Format) -> Self {
        match format {
            Format::Yaml => Self::Yaml,
            Format::TomlFront => Self::TomlFront,
            Format::HookToml => Self::HookToml,
        }
    }

    /// What shows a change of it without its secrets.
    pub(super) const fn syntax(self) -> Syntax {
        match self {
            Self::Yaml => Syntax::Json5,
            Self::TomlFront | Self::HookToml | Self::Entry => Syntax::Toml,
        }
    }

    /// The names of what it can say.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Yaml => &[
                "description",
                "events",
                "emoji",
                "homepage",
                "bins",
                "any_bins",
                "env",
                "config",
                "os",
                "always",
                "hook_key",
                "export",
                "version",
                "keys.NAME.for|get|rights",
            ],
            Self::TomlFront => &[
                "description",
                "events",
                "command",
                "timeout",
                "priority",
                "env.NAME",
                "emoji",
                "homepage",
                "bins",
                "any_bins",
                "env",
                "config",
                "os",
                "version",
                "keys.NAME.for|get|rights",
            ],
            Self::Entry => &[
                "description",
                "events",
                "command",
                "timeout",
                "priority",
                "env.NAME",
                "bins",
                "any_bins",
                "env",
                "config",
                "os",
            ],
            Self::HookToml => &[
                "description",
                "event",
                "command",
                "workdir",
                "url",
                "method",
                "header.NAME",
                "body",
                "content",
                "position",
                "channel",
                "user",
                "pattern",
                "timeout",
                "priority",
                "version",
            ],
        }
    }

    /// Whether it can say this.
    pub(crate) fn has(self, key: &Key) -> bool {
        let family = key.family();
        self.keys().contains(&family) || family == "events"
    }
}
