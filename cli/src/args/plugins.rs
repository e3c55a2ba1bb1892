//! `plugins …`.

use clap::{Args, Subcommand};

use super::{DryRun, EditHow};

#[derive(Debug, Subcommand)]
pub enum Plugins {
    /// List plugins: whether each is loaded, and why not
    List,
    /// Show one plugin: what it listens to, as far as that is known, and what its files would do
    Info(PluginId),
    /// Load a plugin once and keep what it registers; none of its hooks is called
    FindOut(FindOut),
    /// Turn a plugin on
    Enable(PluginSwitch),
    /// Turn a plugin off
    Disable(PluginSwitch),
    /// Give settings of a plugin values; a value that is left out comes on standard input
    Set(PluginSet),
    /// Take a setting of a plugin away
    Unset(PluginUnset),
    /// Make a plugin that the agent loads today; it starts off
    New(PluginNew),
    /// List what a new plugin can begin with: `plugins new NAME --template ID`
    Templates,
    /// Make a plugin that was made from a sentence say something else
    Edit(PluginEdit),
    /// Make a copy of a plugin under an id of its own, off: there it can be changed
    Copy(PluginCopy),
    /// Remove a plugin and its settings; `hooks undo` brings both back
    Remove(PluginRemove),
}

#[derive(Debug, Args)]
pub struct PluginSet {
    #[command(flatten)]
    pub id: PluginId,
    /// The setting, as `plugins info` names it; or several in one step, each as SETTING=VALUE
    pub setting: String,
    /// The value; secrets are better typed, or given on standard input
    #[arg(allow_negative_numbers = true)]
    pub value: Vec<String>,
    #[command(flatten)]
    pub dry: DryRun,
}

#[derive(Debug, Args)]
pub struct PluginUnset {
    #[command(flatten)]
    pub id: PluginId,
    /// The setting, as `plugins info` names it
    pub setting: String,
    /// Forget it in undo and backups too
    #[arg(long)]
    pub forget: bool,
    #[command(flatten)]
    pub dry: DryRun,
}

#[derive(Debug, Args)]
pub struct PluginNew {
    /// Letters, digits and hyphens; "Tidy up" becomes `tidy-up`
    pub name: String,
    /// The hook that it listens to; else before_tool_call
    #[arg(long, value_name = "KEY")]
    pub event: Option<String>,
    /// Begin with what this template does (`tacklebox plugins templates`)
    #[arg(long, value_name = "ID", conflicts_with_all = ["event", "act"])]
    pub template: Option<String>,
    #[command(flatten)]
    pub says: Says,
    /// Turn it on at once
    #[arg(long)]
    pub on: bool,
    #[command(flatten)]
    pub dry: DryRun,
}

/// What a plugin does, as a sentence; without one, a program to write on.
#[derive(Debug, Args)]
pub struct Says {
    /// Stop what is about to happen, with this reason
    #[arg(long, value_name = "REASON", group = "act")]
    pub block: Option<String>,
    /// Run this command
    #[arg(long, value_name = "COMMAND", group = "act")]
    pub run: Option<String>,
    /// Post what happens to this address
    #[arg(long, value_name = "URL", group = "act")]
    pub post: Option<String>,
    /// Only where the text matches this regular expression; empty: any text
    #[arg(long = "if", value_name = "PATTERN")]
    pub pattern: Option<String>,
    /// Only for this tool; repeat it for several; empty: for all
    #[arg(long = "tool", value_name = "NAME")]
    pub tools: Vec<String>,
    /// Seconds that the command or the address may take
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<i32>,
    /// Higher numbers run earlier
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    pub priority: Option<i32>,
}

#[derive(Debug, Args)]
pub struct PluginEdit {
    #[command(flatten)]
    pub id: PluginId,
    /// The hook that it listens to
    #[arg(long, value_name = "KEY")]
    pub event: Option<String>,
    #[command(flatten)]
    pub says: Says,
    #[command(flatten)]
    pub dry: DryRun,
}

#[derive(Debug, Args)]
pub struct PluginCopy {
    #[command(flatten)]
    pub id: PluginId,
    /// The id of the copy [default: the plugin's id with -mine]
    #[arg(long = "as", value_name = "ID")]
    pub to: Option<String>,
    #[command(flatten)]
    pub dry: DryRun,
}

#[derive(Debug, Args)]
pub struct PluginRemove {
    #[command(flatten)]
    pub id: PluginId,
    #[command(flatten)]
    pub dry: DryRun,
}

#[derive(Debug, Args)]
pub struct PluginId {
    /// The plugin's id
    pub id: String,
}

#[derive(Debug, Args)]
pub struct PluginSwitch {
    #[command(flatten)]
    pub id: PluginId,
    #[command(flatten)]
    pub how: EditHow,
}

#[derive(Debug, Args)]
pub struct FindOut {
    #[command(flatten)]
    pub id: PluginId,
    /// Yes, run the plugin's code for that
    #[arg(long)]
    pub yes: bool,
    #[command(flatten)]
    pub boxed: super::InBox,
}
