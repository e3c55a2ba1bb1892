//! One file a group of commands. Each asks the engine and prints what it says.

mod agents;
mod ask;
mod audit;
mod boxed;
mod change;
mod check;
mod config;
mod context;
mod create;
mod edit;
mod events;
mod fire;
mod fix;
mod foreign;
mod generate;
mod guard;
mod info;
mod install;
mod list;
mod plugin_changes;
mod plugin_sentence;
mod plugins;
mod port;
mod projects;
mod provision;
mod receipts;
mod reload;
mod removed;
mod seen;
mod setup;
mod told;
mod update;
mod updates;

use crate::Outcome;
use crate::args::{Agents, Command, Global, Hooks};
use crate::failure::Failure;
use crate::output::Output;
use crate::session::Session;

/// Carries one command out.
pub fn run(global: &Global, output: &mut Output, command: Command) -> Result<Outcome, Failure> {
    let session = || Session::start(global);
    match command {
        Command::Agents { command: None } => agents::run(&session()?, output),
        Command::Agents { command: Some(Agents::Ask { agent }) } => {
            ask::run(&Session { agent: Some(agent), ..session()? }, output, None)
        }
        Command::Events => events::run(&session()?, output),
        Command::Hooks(hooks) => run_hooks(&session()?, output, *hooks),
        Command::Plugins(plugins) => plugins::run(&session()?, output, plugins),
        Command::Context(context) => context::run(&session()?, output, context),
        Command::Provision { name, with, dry } => {
            provision::run(&session()?, output, &name.name, with.as_deref(), dry.dry_run)
        }
        Command::Config(config) => config::run(&session()?, output, config),
        Command::Setup(command) => setup::run(&session()?, output, command),
        Command::Updates { set } => updates::run(&session()?, output, set.as_deref()),
        // A package is built where there may be no home.
        Command::Completions { shell } => generate::completions(output, shell),
        Command::Man => generate::man(output),
    }
}

fn run_hooks(session: &Session, output: &mut Output, hooks: Hooks) -> Result<Outcome, Failure> {
    match hooks {
        Hooks::List { eligible, state } => {
            list::run(session, output, eligible, state.map(Into::into))
        }
        Hooks::Projects(projects) => projects::run(session, output, projects),
        Hooks::Info(name) => info::run(session, output, &name.name),
        Hooks::Check { load } => check::run(session, output, load),
        Hooks::Ask { name } => ask::run(session, output, name.as_deref()),
        Hooks::Enable(switch) => change::switch(session, output, &switch, true),
        Hooks::Disable(switch) => change::switch(session, output, &switch, false),
        Hooks::Set { name, what, how } => change::set(session, output, &name.name, what, how),
        Hooks::Unset { name, what, how, forget } => {
            change::unset(session, output, &name.name, what, how, forget)
        }
        Hooks::Install(args) => install::install(session, output, &args),
        Hooks::Remove { name, with_settings, dry } => {
            install::remove(session, output, &name.name, with_settings, dry)
        }
        Hooks::Removed => removed::list(session, output),
        Hooks::Restore { name, dry } => removed::restore(session, output, &name, dry),
        Hooks::Update { name, how } => update::run(session, output, name.as_deref(), how),
        Hooks::Approve { name, dry } => receipts::approve(session, output, &name.name, dry),
        Hooks::PutBack { name, dry } => receipts::put_back(session, output, &name.name, dry),
        Hooks::Fire(args) => fire::run(session, output, args),
        Hooks::Copy(args) => create::copy(session, output, args),
        Hooks::Port(args) => port::run(session, output, args),
        Hooks::Edit { name, what, dry } => edit::run(session, output, &name.name, &what, dry),
        Hooks::Templates => create::templates(session, output),
        Hooks::New(new) => create::run(session, output, new),
        Hooks::Undo { dry } => change::undo(session, output, dry),
        Hooks::Fix { name, id, dry } => {
            fix::run(session, output, name.as_deref(), id.as_deref(), dry)
        }
        Hooks::Guard { set, dry } => guard::run(session, output, set, dry),
        Hooks::Seen => seen::run(session, output),
        Hooks::Reload { dry } => reload::run(session, output, dry),
        Hooks::Audit { target } => audit::run(session, output, &target),
    }
}
