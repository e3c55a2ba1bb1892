//! `setup export`, `setup check` and `setup apply`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::DryRun;

/// Carry a set-up from one computer to another, in one file; of keys it holds only the names
#[derive(Debug, Subcommand)]
pub enum Setup {
    /// Write the hooks, plugins, switches and settings of this computer into a file, TOML or JSON by its ending
    Export {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Compare this computer with a set-up; exit status 1 if anything differs
    Check {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Make this computer like a set-up; hooks that are not in it are left alone unless you ask
    Apply(ApplySetup),
}

#[derive(Debug, Args)]
pub struct ApplySetup {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only these hooks and plugins of it, by their names there, and none of the agents' own settings
    #[arg(long, value_name = "NAME", num_args = 1..)]
    pub only: Vec<String>,
    /// Also turn off the hooks and plugins that are on here and not in the set-up, of the agents that it names
    #[arg(long, conflicts_with = "only")]
    pub turn_off_others: bool,
    /// Yes to hooks that come from elsewhere
    #[arg(long)]
    pub yes: bool,
    /// Install hooks in which the check found something serious
    #[arg(long)]
    pub accept_findings: bool,
    #[command(flatten)]
    pub dry: DryRun,
}
