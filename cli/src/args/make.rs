//! How a hook is made and changed.

use clap::{Args, ValueEnum};
use tacklebox_engine::create::HandlerKind;

use super::{DryRun, Name};

#[derive(Debug, Args)]
pub struct New {
    /// Its name: letters, digits and hyphens; "Tidy up" becomes `tidy-up`
    #[arg(value_name = "NAME")]
    pub name: String,
    /// What it listens to, as the agent spells it (`tacklebox events`) [default: the first that it sends]
    #[arg(long, value_name = "EVENT")]
    pub event: Option<String>,
    /// Begin with what this template does (`tacklebox hooks templates`)
    #[arg(long, value_name = "ID", conflicts_with_all = ["handler", "command", "text"])]
    pub template: Option<String>,
    /// What it runs [default: what is usual for the agent]
    #[arg(long, value_name = "KIND")]
    pub handler: Option<HandlerArg>,
    /// Run this command
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["url", "text"])]
    pub command: Option<String>,
    /// Send a request to this address
    #[arg(long, value_name = "URL", conflicts_with = "text")]
    pub url: Option<String>,
    /// With this method
    #[arg(long, value_name = "METHOD", requires = "url")]
    pub method: Option<String>,
    /// With this header, also more than once
    #[arg(long, value_name = "NAME=VALUE", requires = "url", value_parser = pair)]
    pub header: Vec<(String, String)>,
    /// With this text instead of the event
    #[arg(long, value_name = "TEXT", requires = "url")]
    pub body: Option<String>,
    /// Add this text to the prompt
    #[arg(long, value_name = "TEXT")]
    pub text: Option<String>,
    /// prepend or append
    #[arg(long, value_name = "POSITION", requires = "text")]
    pub position: Option<String>,
    /// Only for this channel, user or pattern, also more than once
    #[arg(long, value_name = "channel|user|pattern=VALUE", value_parser = pair)]
    pub when: Vec<(String, String)>,
    /// At most so many seconds
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<String>,
    /// Its place in the order
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    pub priority: Option<String>,
    /// Turn it on at once, where nothing is left to fill in
    #[arg(long)]
    pub on: bool,
    #[command(flatten)]
    pub dry: DryRun,
}

/// A copy for the hook's own agent.
#[derive(Debug, Args)]
pub struct CopyHook {
    #[command(flatten)]
    pub name: Name,
    /// The name of the copy [default: the hook's name with -mine]
    #[arg(long = "as", value_name = "NAME")]
    pub to: Option<String>,
    #[command(flatten)]
    pub dry: DryRun,
}

/// What is changed in a hook.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub struct EditWhat {
    /// A value, also more than once; lists have commas
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    pub set: Vec<(String, String)>,
    /// A value to take away, also more than once
    #[arg(long, value_name = "KEY")]
    pub unset: Vec<String>,
}

fn pair(typed: &str) -> Result<(String, String), String> {
    match typed.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.to_owned()))
        }
        _ => Err("write it as KEY=VALUE".to_owned()),
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum HandlerArg {
    /// A JavaScript or TypeScript module (Milady, Eliza, OpenClaw)
    Module,
    /// A shell command (Moltis, ZeroClaw)
    Shell,
    /// An HTTP request (ZeroClaw)
    Http,
    /// A text for the prompt (ZeroClaw)
    Prompt,
}

impl From<HandlerArg> for HandlerKind {
    fn from(kind: HandlerArg) -> Self {
        match kind {
            HandlerArg::Module => Self::Module,
            HandlerArg::Shell => Self::Shell,
            HandlerArg::Http => Self::Http,
            HandlerArg::Prompt => Self::Prompt,
        }
    }
}
