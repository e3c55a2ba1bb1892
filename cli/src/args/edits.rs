//! How edits are made, and what of a config.

use clap::{Args, Subcommand};
use tacklebox_engine::ops::Others;

#[derive(Clone, Copy, Debug, Args)]
pub struct DryRun {
    /// Only show what would be changed
    #[arg(long)]
    pub dry_run: bool,
}

/// How an installed hook is brought up to date.
#[derive(Clone, Copy, Debug, Args)]
pub struct UpdateHow {
    /// Update although the check has a serious finding in the new files
    #[arg(long)]
    pub accept_findings: bool,
    #[command(flatten)]
    pub dry: DryRun,
}

/// How an edit of one place is made.
#[derive(Clone, Copy, Debug, Args)]
pub struct EditHow {
    /// Keep other hooks as they are, where the agent would switch them along
    #[arg(long)]
    pub keep_others: bool,
    #[command(flatten)]
    pub dry: DryRun,
}

impl EditHow {
    pub const fn others(self) -> Others {
        Others::kept(self.keep_others)
    }
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct SetWhat {
    /// The variable; its value comes on standard input
    #[arg(long, value_name = "KEY")]
    pub env: Option<String>,
    /// A setting that the hook asks for, and its value: JSON5, else text
    #[arg(long, num_args = 2, value_names = ["PATH", "VALUE"], allow_negative_numbers = true)]
    pub config: Option<Vec<String>>,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct UnsetWhat {
    /// The variable
    #[arg(long, value_name = "KEY")]
    pub env: Option<String>,
    /// The setting that the hook asks for
    #[arg(long, value_name = "PATH")]
    pub config: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum Config {
    /// Print the value at a path, included files counted
    Get {
        /// Parts with dots between them
        path: String,
    },
    /// Set a path; the value is read as JSON5, else as text
    Set {
        /// Parts with dots between them
        path: String,
        /// JSON5, else text
        #[arg(allow_negative_numbers = true)]
        value: String,
        #[command(flatten)]
        how: EditHow,
    },
    /// Take a path away
    Unset {
        /// Parts with dots between them
        path: String,
        #[command(flatten)]
        how: EditHow,
    },
    /// Print where the config is
    File,
    /// List earlier versions of the config, the newest first
    Backups,
    /// Bring an earlier version back; `hooks undo` takes that back again
    Restore {
        /// As `config backups` prints it
        id: String,
        #[command(flatten)]
        how: EditHow,
    },
}
