//! `context`: the files that an agent hands to its model; `hooks projects`: the folders that it is started in.

use std::path::PathBuf;

use clap::Subcommand;

use super::DryRun;

#[derive(Debug, Subcommand)]
pub enum Context {
    /// List them, with what each is for
    List,
    /// Print the text of one
    Get {
        /// The file's name
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Write the text of one, as it comes on standard input
    Set {
        /// The file's name
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        dry: DryRun,
    },
}

#[derive(Debug, Subcommand)]
pub enum Projects {
    /// List them, with what is in the way of their hooks
    List,
    /// List the hooks of a folder; nothing in it is touched
    Add {
        /// The folder that the agent is started in
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Take a folder out of the list; nothing in it is touched
    Remove {
        /// The folder, or its id as `hooks projects list --json` has it
        #[arg(value_name = "FOLDER")]
        folder: String,
        #[command(flatten)]
        dry: DryRun,
    },
}
