//! The words of `hooks fire`, and those of the box.

use std::path::PathBuf;

use clap::Args;
use tacklebox_engine::in_force::{self, Versions};

/// A version, or nothing for the usual one.
fn beside(typed: &str) -> Result<Versions, String> {
    if typed.is_empty() { Ok(Versions::new()) } else { in_force::parse(typed) }
}

#[derive(Debug, Args)]
pub struct Fire {
    /// The event, as the agent spells it (`tacklebox events`)
    #[arg(value_name = "EVENT")]
    pub event: String,
    /// Only this hook, whatever its state [default: all that are ready]
    #[arg(long, value_name = "NAME")]
    pub hook: Option<String>,
    /// Yes, also where that is a plugin which the agent itself does not load
    #[arg(long, requires = "hook")]
    pub yes: bool,
    /// What the event carries: JSON, @FILE, or - for standard input [default: a sample]
    #[arg(long, value_name = "JSON")]
    pub data: Option<String>,
    /// The session that it happens in
    #[arg(long, value_name = "KEY")]
    pub session: Option<String>,
    /// Only say who would be called, in order
    #[arg(long)]
    pub dry_run: bool,
    /// And once more by the rules of another version of the agent, in a box of its own, with what came out in
    /// another way [default: its documentation; where that is in force, the newest version]
    #[arg(
        long,
        value_name = "VERSION",
        require_equals = true,
        num_args = 0..=1,
        default_missing_value = "",
        value_parser = beside,
        conflicts_with_all = ["no_box", "allow_network"],
    )]
    pub beside: Option<Versions>,
    #[command(flatten)]
    pub boxed: InBox,
    /// Copy the files that were written in the box into this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["no_box", "dry_run"])]
    pub keep: Option<PathBuf>,
}

/// How closed the box is in which hooks and plugins are tried.
#[derive(Debug, Args)]
pub struct InBox {
    /// Run it for real: your files and the network are within its reach
    #[arg(long)]
    pub no_box: bool,
    /// In its box, let it use the network
    #[arg(long, conflicts_with = "no_box")]
    pub allow_network: bool,
}
