//! What was typed. What it means is worked out in [`crate::session`] and in the commands.

mod context;
mod edits;
mod fire;
mod make;
mod plugins;
mod setup;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use tacklebox_engine::hook::{AgentId, State};
use tacklebox_engine::in_force::{self, Versions};

pub use self::context::{Context, Projects};
pub use self::edits::*;
pub use self::fire::{Fire, InBox};
pub use self::make::{CopyHook, EditWhat, New};
pub use self::plugins::*;
pub use self::setup::{ApplySetup, Setup};

/// See, check, install and set up the hooks of AI agents: Milady, Eliza, OpenClaw, ZeroClaw, Moltis.
#[derive(Debug, Parser)]
#[command(name = "tacklebox", version, propagate_version = false, disable_help_subcommand = true)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
pub struct Global {
    /// Stands for your home folder [default: $HOME]
    #[arg(long, global = true, value_name = "DIR")]
    pub home: Option<PathBuf>,
    /// Look at this workspace instead of the agent's own
    #[arg(long, global = true, value_name = "DIR")]
    pub workspace: Option<PathBuf>,
    /// Judge by this version of an agent: VERSION, or AGENT=VERSION, also more than once [default: what
    /// is installed, else the newest that is known]
    #[arg(long, global = true, value_name = "VERSION", value_parser = version)]
    pub runtime: Vec<Versions>,
    /// Only this agent [default: all that are found]
    #[arg(long, global = true, value_name = "AGENT", value_parser = agent())]
    pub agent: Option<AgentId>,
    /// Print one JSON document and nothing else
    #[arg(long, global = true)]
    pub json: bool,
    /// Use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// Say more: ids, folders and notes
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

fn version(typed: &str) -> Result<Versions, String> {
    in_force::parse(typed)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

/// An agent, by its id.
fn agent() -> impl TypedValueParser<Value = AgentId> {
    let ids = AgentId::all().iter().map(|agent| agent.as_str());
    PossibleValuesParser::new(ids).try_map(|id| AgentId::named(&id).ok_or("is not known"))
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum StateArg {
    Ready,
    NotCalled,
    NeedsSetup,
    Off,
    CannotRunHere,
    Broken,
    Replaced,
}

impl From<StateArg> for State {
    fn from(state: StateArg) -> Self {
        match state {
            StateArg::Ready => Self::Ready,
            StateArg::NotCalled => Self::NotCalled,
            StateArg::NeedsSetup => Self::NeedsSetup,
            StateArg::Off => Self::Off,
            StateArg::CannotRunHere => Self::CannotRunHere,
            StateArg::Broken => Self::Broken,
            StateArg::Replaced => Self::Replaced,
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the five agents, found on this computer or not
    Agents {
        #[command(subcommand)]
        command: Option<Agents>,
    },
    /// List the events that hooks can listen to
    Events,
    /// See and change hooks
    #[command(subcommand)]
    Hooks(Box<Hooks>),
    /// See and switch the plugins of OpenClaw, without running them
    #[command(subcommand)]
    Plugins(Plugins),
    /// Read and write the files that Moltis hands to its model: BOOT.md, TOOLS.md, AGENTS.md
    #[command(subcommand)]
    Context(Context),
    /// Install the programs that a hook lacks; the command is printed before it runs
    Provision {
        #[command(flatten)]
        name: Name,
        /// The way to install it [default: the first that can be run from here]
        #[arg(long, value_name = "INSTALL_ID")]
        with: Option<String>,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Read and change one agent's config, in place
    #[command(subcommand)]
    Config(Config),
    /// Carry a set-up from one computer to another, in one file; of keys it holds only the names
    #[command(subcommand)]
    Setup(Setup),
    /// Ask the one address that you set whether there is a newer Tacklebox; nothing is installed
    Updates {
        /// Set the https address that is asked from now on, and ask nobody now; empty: nobody is ever asked
        #[arg(long, value_name = "URL")]
        set: Option<String>,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page
    #[command(hide = true)]
    Man,
}

#[derive(Debug, Subcommand)]
pub enum Agents {
    /// Ask an agent's own program about its hooks and its config; exit status 1 if it says something else
    Ask {
        /// The agent
        #[arg(value_name = "AGENT", value_parser = agent())]
        agent: AgentId,
    },
}

#[derive(Debug, Subcommand)]
pub enum Hooks {
    /// List hooks, with the reason where one will not run
    List {
        /// Only hooks whose requirements are met
        #[arg(long)]
        eligible: bool,
        /// Only hooks in this state
        #[arg(long, value_name = "STATE")]
        state: Option<StateArg>,
    },
    /// List the folders that an agent is started in and that bring hooks of their own, or change that list
    #[command(subcommand)]
    Projects(Projects),
    /// Show everything about one hook
    Info(Name),
    /// Count as the agent's own loader would; exit status 1 if anything is wrong
    Check {
        /// Import the module of each hook and plugin too, without calling its handler
        #[arg(long)]
        load: bool,
    },
    /// Ask the agents' own programs what they make of a hook; exit status 1 if they say something else
    Ask {
        /// The hook's name [default: all]
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
    /// Turn a hook on
    Enable(Switch),
    /// Turn a hook off
    Disable(Switch),
    /// Give a hook a variable (its value is read from standard input), or set a config path for it
    Set {
        #[command(flatten)]
        name: Name,
        #[command(flatten)]
        what: SetWhat,
        #[command(flatten)]
        how: EditHow,
    },
    /// Take a variable or a setting away
    Unset {
        #[command(flatten)]
        name: Name,
        #[command(flatten)]
        what: UnsetWhat,
        #[command(flatten)]
        how: EditHow,
        /// Forget every earlier change that still holds the key; none of them can be taken back then
        #[arg(long)]
        forget: bool,
    },
    /// Install a hook that comes with Tacklebox, or hooks from elsewhere, which start off
    Install(Install),
    /// Remove an installed hook; `hooks restore` brings it back
    Remove {
        #[command(flatten)]
        name: Name,
        /// Take its switch, its keys and its settings too
        #[arg(long)]
        with_settings: bool,
        #[command(flatten)]
        dry: DryRun,
    },
    /// List the hooks that were removed, and until when each is kept
    Removed,
    /// Bring a removed hook back, after any number of other changes
    Restore {
        /// The hook's name, or its id as `hooks removed --json` has it
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Bring an installed hook up to date; its switch and its settings stay as they are
    Update {
        /// The hook's name, or its id [default: all that Tacklebox installed]
        #[arg(value_name = "NAME")]
        name: Option<String>,
        #[command(flatten)]
        how: UpdateHow,
    },
    /// Take the files of an installed hook as they are now: what was changed counts as installed
    Approve {
        #[command(flatten)]
        name: Name,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Put the files of an installed hook back as they came
    PutBack {
        #[command(flatten)]
        name: Name,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Fire an event at hooks, in a box unless told otherwise; exit status 1 if one failed
    Fire(Fire),
    /// Change what a hook says, in place: its moment, what it runs, for whom, in which order
    Edit {
        #[command(flatten)]
        name: Name,
        #[command(flatten)]
        what: EditWhat,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Create a hook as a draft, which is off until `hooks enable`
    New(New),
    /// List what a new hook can begin with: `hooks new NAME --template ID`
    Templates,
    /// Make a copy of a hook for its own agent, as a draft under another name: there it can be changed
    Copy(CopyHook),
    /// Copy a hook to another agent, switched off; what is lost on the way is listed
    Port(Port),
    /// List what is broken with the change that repairs each, or make one of these changes
    Fix {
        /// The name or id of a hook, or the id of a plugin [default: all, and the agents' configs]
        #[arg(value_name = "NAME")]
        name: Option<String>,
        /// The change to make, by its id in the list
        #[arg(long, value_name = "ID")]
        id: Option<String>,
        #[command(flatten)]
        dry: DryRun,
    },
    /// Take back the last change, also days later
    Undo {
        #[command(flatten)]
        dry: DryRun,
    },
    /// Tell a running agent to read its hooks again, where it can be told
    Reload {
        #[command(flatten)]
        dry: DryRun,
    },
    /// Turn off hooks whose files changed since they were installed, where the check finds something serious in
    /// the change; the window does so automatically
    Guard {
        /// Whether that is done at all
        #[arg(long, value_name = "on|off")]
        set: Option<OnOff>,
        #[command(flatten)]
        dry: DryRun,
    },
    /// List the moments that agents really sent, as the included hook roll-call heard them
    Seen,
    /// Look for dangerous commands in a hook, or in a folder; exit status 1 if any
    Audit {
        /// A hook's name or id, or a folder
        #[arg(value_name = "NAME|DIR")]
        target: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnOff {
    On,
    Off,
}

#[derive(Debug, Args)]
pub struct Install {
    /// An included hook's name, a folder, an archive, npm:SPEC, git+URL[#REF], https://…archive
    #[arg(value_name = "SOURCE")]
    pub source: String,
    /// Agree to install what comes from elsewhere
    #[arg(long)]
    pub yes: bool,
    /// Install it although the check found something serious
    #[arg(long)]
    pub accept_findings: bool,
    /// Install an included hook in place of one that the agent brings itself
    #[arg(long)]
    pub replace: bool,
    #[command(flatten)]
    pub dry: DryRun,
}

#[derive(Debug, Args)]
pub struct Name {
    /// The hook's name, or its id where a name is not enough
    #[arg(value_name = "NAME")]
    pub name: String,
}

#[derive(Debug, Args)]
pub struct Switch {
    #[command(flatten)]
    pub name: Name,
    #[command(flatten)]
    pub how: EditHow,
}

#[derive(Debug, Args)]
pub struct Port {
    #[command(flatten)]
    pub name: Name,
    /// The agent that gets the copy
    #[arg(long, value_name = "AGENT", value_parser = agent())]
    pub to: AgentId,
    /// Run the original and the copy on a sample, each in a box; exit status 1 if they differ
    #[arg(long, conflicts_with = "dry_run")]
    pub compare: bool,
    #[command(flatten)]
    pub boxed: InBox,
    #[command(flatten)]
    pub dry: DryRun,
}
