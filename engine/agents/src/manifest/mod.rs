//! Text → what a manifest says. No file is touched here, and no rule of an agent is decided: a
//! manifest that cannot be read is [`Broken`], with line and reason, never a panic.

mod block;
mod body;
mod event_name;
mod front;
#[cfg(test)]
mod fuzz;
mod hook_md;
mod hook_toml;
#[cfg(test)]
mod hostile;
mod known_events;
mod misspelt;
mod moltis;
mod names;
mod nested;
mod plain_toml;
mod quick;
mod raw;
pub mod repair;
pub mod request;
pub mod revise;
pub mod rewrite;
#[cfg(test)]
mod robustness;
mod shape;
pub mod shipped;
mod told;
mod toml_words;
mod tree;
mod unclosed;
mod yaml;

use std::collections::BTreeMap;

pub use self::hook_toml::loose_commands;
pub use self::misspelt::{Misspelt, in_entries};
pub use self::told::redact;
use crate::dialect::Format;
use crate::dialect::policy::Asks;
use crate::hook::InstallSpec;

/// The largest manifest that is read, in bytes.
pub const MAX_BYTES: usize = 1024 * 1024;

/// A manifest that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", line.map(|l| format!("Line {l}: ")).unwrap_or_default())]
pub struct Broken {
    /// Counted from 1, in the file (not in the front matter).
    pub line: Option<u32>,
    pub message: String,
    /// The name the manifest gives, where it could still be read.
    pub name: Option<String>,
}

impl Broken {
    fn new(line: impl Into<Option<u32>>, message: impl Into<String>) -> Self {
        Self { line: line.into(), message: message.into(), name: None }
    }

    /// The same, with the name under which the broken hook can be listed.
    fn named(mut self, name: Option<&str>) -> Self {
        self.name = name.map(str::to_owned);
        self
    }
}

/// What a manifest says, in any format. What it does not say is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifest {
    pub name: String,
    pub description: String,
    /// The first `# heading` of the text below the front matter.
    pub heading: Option<String>,
    pub homepage: Option<String>,
    pub emoji: Option<String>,
    pub hook_key: Option<String>,
    pub version: Option<String>,
    pub always: bool,
    pub events: Vec<String>,
    /// Events of an entry of a config that its agent does not have, and leaves out.
    pub unknown_events: Vec<String>,
    pub export: Option<String>,
    pub requires: Requires,
    pub install: Vec<InstallSpec>,
    pub priority: Option<i32>,
    /// ZeroClaw's own switch in the manifest.
    pub enabled: Option<bool>,
    pub skip_security_audit: bool,
    /// A hook of ours that was never turned on: it may lack what its format wants.
    pub draft: bool,
    pub action: Option<Action>,
    pub conditions: Option<Conditions>,
    /// The environment that the manifest sets for its command (Moltis).
    pub env: BTreeMap<String, String>,
    /// The `metadata` key of a sister agent that this hook was written for, where the agent's own is absent.
    pub foreign: Option<String>,
    pub shape: Shape,
    /// What its author says of the variables that it asks for.
    pub keys: BTreeMap<String, KeyNote>,
    /// Keys that nobody reads.
    pub misspelt: Vec<Misspelt>,
}

/// What an author says of a variable: what it is for, where to get it, which rights it needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(default)]
pub struct KeyNote {
    #[serde(rename = "for")]
    pub purpose: String,
    pub get: String,
    pub rights: String,
}

/// What must be there before the hook may run (rules R-3).
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Requires {
    pub os: Vec<String>,
    pub bins: Vec<String>,
    pub any_bins: Vec<String>,
    pub env: Vec<String>,
    pub config: Vec<String>,
}

impl Requires {
    /// Whether a setting is one that is required, or in one, or has one in it.
    pub fn names(&self, path: &str) -> bool {
        let is_in = |path: &str, of: &str| {
            path.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.config.iter().any(|it| is_in(it, path) || is_in(path, it))
    }
}

/// What a ZeroClaw or Moltis manifest itself asks to be run.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Shell {
        command: String,
        timeout_secs: Option<u32>,
        workdir: Option<String>,
        line: u32,
    },
    Http {
        url: String,
        method: Option<String>,
        headers: BTreeMap<String, String>,
        body: Option<String>,
        timeout_secs: Option<u32>,
    },
    Prompt {
        content: String,
        prepend: bool,
    },
}

impl Action {
    /// The method of a request: POST where it has a body and names none.
    pub fn method(&self) -> &str {
        match self {
            Self::Http { method: Some(method), .. } => method,
            Self::Http { body: Some(_), .. } => "POST",
            _ => "GET",
        }
    }

    /// How long it may take by its own word.
    pub const fn timeout_secs(&self) -> Option<u32> {
        match self {
            Self::Shell { timeout_secs, .. } | Self::Http { timeout_secs, .. } => *timeout_secs,
            Self::Prompt { .. } => None,
        }
    }

    /// What of it is not filled in, by its name in `hooks edit`: only a draft may lack it.
    pub fn blank(&self) -> Option<&'static str> {
        let (value, name) = match self {
            Self::Shell { command, .. } => (command, "command"),
            Self::Http { url, .. } => (url, "url"),
            Self::Prompt { content, .. } => (content, "content"),
        };
        value.trim().is_empty().then_some(name)
    }
}

/// `[hook.conditions]` of a `HOOK.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    pub channels: Vec<String>,
    pub users: Vec<String>,
    pub pattern: Option<String>,
    /// Lists without an entry that the version in force takes for nobody; elsewhere such a list asks for nothing.
    pub nobody: Vec<Asks>,
}

/// How `HOOK.md` is written, as far as shipped readers trip over it (notes `milady-*`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// The front matter has a `metadata` value at all.
    pub has_metadata: bool,
    /// A reader that goes line by line and knows only strict JSON finds its `metadata`.
    pub json_metadata: bool,
    /// The file begins with a byte order mark.
    pub bom: bool,
    /// A blank line is before the opening `---`.
    pub blank_before: bool,
    /// `name` is quoted, commented or folded.
    pub dressed_name: bool,
    /// It says the same without that.
    pub can_be_undressed: bool,
    /// `events`, `bins`, `os` … given as one string instead of a list.
    pub lone_strings: bool,
    /// No version that is known reads anything else from it than its text says.
    pub plain: bool,
}

/// Reads a manifest. `own_keys` are the agent's names in `metadata`, the current one first; they
/// count for [`Format::Yaml`] only.
///
/// # Errors
/// [`Broken`] for text that is too large, not UTF-8, nested too deep, without front matter, not
/// parsable, or without what the format requires.
pub fn parse(format: Format, own_keys: &[&str], bytes: &[u8]) -> Result<Manifest, Broken> {
    let text = front::text(bytes)?;
    let (mut manifest, settings) = match format {
        Format::Yaml => {
            let front = front::split(text, front::YAML)?;
            (hook_md::of_front(own_keys, &front)?, front.text)
        }
        Format::TomlFront => {
            let front = front::split(text, front::TOML)?;
            (moltis::of_front(&front)?, front.text)
        }
        Format::HookToml => (hook_toml::parse(text)?, text),
    };
    names::check(&manifest)?;
    manifest.misspelt = misspelt::find_in(format, own_keys, text, place_in(text, settings));
    Ok(manifest)
}

/// Whether a request can be sent there: `http` or `https`, and a host.
pub fn is_web_address(url: &str) -> bool {
    hook_toml::is_web_address(url)
}

/// Where the front matter is between its fences, in bytes; none where there is none.
pub fn front_range(format: Format, text: &str) -> Option<(usize, usize)> {
    let fence = match format {
        Format::Yaml => front::YAML,
        Format::TomlFront => front::TOML,
        Format::HookToml => return None,
    };
    Some(place_in(text, front::split(text, fence).ok()?.text))
}

/// Where a part of a text is in it, in bytes.
fn place_in(text: &str, part: &str) -> (usize, usize) {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    (start, start.saturating_add(part.len()))
}

/// Where the TOML between `+++` lines is, in bytes: whichever agent the file is of.
pub fn toml_front(text: &str) -> Option<(usize, usize)> {
    front_range(Format::TomlFront, text)
}

/// Where the text below the front matter begins, in bytes (0 where there is none; always 0 for TOML).
pub fn body_start(format: Format, text: &str) -> usize {
    let fence = match format {
        Format::Yaml => front::YAML,
        Format::TomlFront => front::TOML,
        Format::HookToml => return 0,
    };
    front::split(text, fence).map_or(0, |front| text.len().saturating_sub(front.body.len()))
}
