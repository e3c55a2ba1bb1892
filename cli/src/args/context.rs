//! `context`: the files that an agent hands to its model.

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
