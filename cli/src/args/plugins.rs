//! `plugins …`

use clap::{Args, Subcommand};

use super::EditHow;

#[derive(Debug, Subcommand)]
pub enum Plugins {
    /// List plugins: whether each is loaded, and why not
    List,
    /// Show one plugin: what it listens to, as far as that is known, and what its files would do
    Info(PluginId),
    /// Load a plugin once and keep what it registers; calls nothing of it
    FindOut(FindOut),
    /// Turn a plugin on
    Enable(PluginSwitch),
    /// Turn a plugin off
    Disable(PluginSwitch),
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
