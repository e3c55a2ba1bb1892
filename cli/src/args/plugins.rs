//! `plugins …`

use clap::{Args, Subcommand};

use super::EditHow;

#[derive(Debug, Subcommand)]
pub enum Plugins {
    /// List plugins: whether each is loaded, and why not
    List,
    /// Show one plugin: what it listens to, as far as that is known, and what its files would do
    Info(PluginId),
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
