//! `plugins list`, `info`, `find-out`, `enable`, `disable`: plugins are read and switched, never run. Only `find-out`
//! loads one, once its person said so.

use serde::Serialize;
use tacklebox_engine::fire::{self, Runner};
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::ops;
use tacklebox_engine::plugins::sentence::{self, PluginSentence};
use tacklebox_engine::plugins::{
    self, Grade, ListenKey, Plugin, PluginSetting, PluginState, PluginView, Reach, Registers,
};
use tacklebox_engine::words;
use tokio_util::sync::CancellationToken;

use super::boxed;
use super::change::{self, Diff, How};
use super::{plugin_changes, plugin_sentence};
use crate::Outcome;
use crate::args::{FindOut, PluginSwitch, Plugins};
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::table::{Cell, Table};
use crate::print::{BOLD, DIM, clean, command};
use crate::resolve;
use crate::session::Session;
use crate::wait;

pub fn run(session: &Session, output: &mut Output, plugins: Plugins) -> Result<Outcome, Failure> {
    match plugins {
        Plugins::List => list(session, output),
        Plugins::Info(id) => info(session, output, &id.id),
        Plugins::FindOut(args) => find_out(session, output, &args),
        Plugins::Enable(args) => switch(session, output, &args, true),
        Plugins::Disable(args) => switch(session, output, &args, false),
        Plugins::Set(args) => plugin_changes::set(session, output, &args),
        Plugins::Unset(args) => plugin_changes::unset(session, output, &args),
        Plugins::Templates => plugin_changes::templates(session, output),
        Plugins::New(args) => plugin_changes::new(session, output, &args),
        Plugins::Edit(args) => plugin_sentence::edit(session, output, &args),
        Plugins::Copy(args) => plugin_changes::copy(session, output, &args),
        Plugins::Remove(args) => plugin_changes::remove(session, output, &args),
    }
}

fn all(session: &Session, inventory: &Inventory) -> Vec<Plugin> {
    plugins::list(&session.machine, inventory.agent())
}

fn list(session: &Session, output: &mut Output) -> Result<Outcome, Failure> {
    let inventory = resolve::with_plugins(session)?;
    let agent = inventory.agent();
    let views = plugins::views(&session.machine, agent, &all(session, &inventory));
    if output.json {
        output.document(&views)?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    if views.is_empty() {
        text.push_str(&format!("{} has no plugins of yours.\n", agent.dialect.title));
    } else {
        text.push_str(&format!("{}\n", session.paint.on(BOLD, agent.dialect.title)));
        let mut table = Table::new(&["PLUGIN", "STATE", "LISTENS TO"]);
        for view in &views {
            table.row(vec![
                Cell::new(&clean(&view.id)),
                Cell::new(word(view)),
                Cell::new(&clean(&listens(view))),
            ]);
            if let Some(says) = view.danger.as_ref().or(view.says.as_ref()) {
                table.below(&clean(says));
            }
        }
        table.write(&mut text, session.paint, "  ");
        let line =
            "Looking at plugins does not run them. What the code names is not always what it does.";
        text.push_str(&format!("\n{}\n", session.paint.on(DIM, line)));
    }
    match plugins::bundled(&session.machine, agent) {
        0 => {}
        own => {
            let (title, own) = (agent.dialect.title, words::count(own, "plugin"));
            let line = format!("{title} brings {own} of its own, not listed here.");
            text.push_str(&format!("\n{}\n", session.paint.on(DIM, &line)));
        }
    }
    output.text(text)?;
    Ok(Outcome::Done)
}

/// What is dangerous takes the place of the state, as in the window.
const fn word(view: &PluginView) -> &'static str {
    if view.danger.is_some() { "Dangerous" } else { state(view.state) }
}

const fn state(state: PluginState) -> &'static str {
    match state {
        PluginState::On => "On",
        PluginState::Off => "Off",
        PluginState::Idle => "Not started",
        PluginState::Broken => "Broken",
    }
}

/// What it listens to, no surer than it is known.
fn listens(view: &PluginView) -> String {
    if view.bundle.is_some() {
        return "nothing".into();
    }
    let keys = words::all_of(view.listens.keys.iter().map(|it| it.key.clone()));
    match view.listens.grade {
        Grade::Unknown => "not known".into(),
        Grade::Named => format!("its code names {keys}"),
        Grade::Seen => {
            let one = |it: &ListenKey| match it.priority {
                Some(priority) if priority != 0.0 => format!("{} (priority {priority})", it.key),
                _ => it.key.clone(),
            };
            let keys = words::all_of(view.listens.keys.iter().map(one));
            let keys = if keys.is_empty() { "nothing".to_owned() } else { keys };
            let day = view.listens.at.as_deref().and_then(|at| at.get(..10)).unwrap_or_default();
            format!("{keys}, seen when loaded here on {day}")
        }
    }
}

fn info(session: &Session, output: &mut Output, id: &str) -> Result<Outcome, Failure> {
    let inventory = resolve::with_plugins(session)?;
    let plugin = resolve::plugin(session, &inventory, id)?;
    show(session, output, &inventory, &plugin)
}

/// Loads a plugin and shows what it registered.
fn find_out(session: &Session, output: &mut Output, args: &FindOut) -> Result<Outcome, Failure> {
    let inventory = resolve::with_plugins(session)?;
    let plugin = resolve::plugin(session, &inventory, &args.id.id)?;
    fire::can_be_loaded(&plugin)?;
    let machine = &session.machine;
    if !args.yes {
        let place = boxed::where_it_runs(&args.boxed);
        let (title, sentences) = plugins::question(machine, inventory.agent(), &plugin, place);
        let message = format!("{title} {} Nothing was run.", sentences.join(" "));
        return Err(Failure::new(Code::NeedsAcceptance, message)
            .hint("Look at it with `tacklebox plugins info`, then add --yes."));
    }
    let runner = Runner::new(machine);
    let cancel = CancellationToken::new();
    let place = boxed::place(session, &inventory, &args.boxed)?;
    wait::until_done(&cancel, async {
        fire::find_out(&runner, machine, &inventory, &plugin, place, &cancel).await
    })??;
    show(session, output, &inventory, &plugin)
}

/// One plugin, with its settings; values of secrets are not among them.
#[derive(Serialize)]
struct Info {
    #[serde(flatten)]
    view: PluginView,
    settings: Vec<PluginSetting>,
    /// The sentence that it is; none where it was written, or changed, as a program.
    sentence: Option<PluginSentence>,
}

fn show(
    session: &Session,
    output: &mut Output,
    inventory: &Inventory,
    plugin: &Plugin,
) -> Result<Outcome, Failure> {
    let typed = inventory.agent().dialect.rules.typed;
    let view = plugins::view(&session.machine, inventory.agent(), plugin);
    let settings = plugins::settings::of(typed, plugin, &view.listens.keys);
    if output.json {
        let sentence = sentence::current(plugin).ok();
        output.document(&Info { view, settings, sentence })?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    let version = view.version.as_deref().map(|it| format!(" {it}")).unwrap_or_default();
    let head = session.paint.on(BOLD, &clean(&view.name));
    text.push_str(&format!("{head}{}\n", clean(&version)));
    if let Some(description) = &view.description {
        text.push_str(&format!("{}\n", clean(description)));
    }
    let mut row = |name: &str, value: &str| {
        if !value.is_empty() {
            text.push_str(&format!("  {name:<11} {}\n", clean(value)));
        }
    };
    row("Id", &view.id);
    let says = view.says.as_ref().map(|says| format!(". {says}")).unwrap_or_default();
    row("State", &format!("{}{says}", state(view.state)));
    row("Folder", &session.machine.show(&view.dir).to_string());
    row("Listens to", &listens(&view));
    let registers = &view.registers;
    for (name, named) in [
        ("Tools", &registers.tools),
        ("Commands", &registers.commands),
        ("Routes", &registers.routes),
        ("Services", &registers.services),
    ] {
        row(name, &words::all_of(named.clone()));
    }
    if view.listens.grade == Grade::Seen {
        let Registers { tools, commands, routes, services } = &view.names.registers;
        let all = [&view.names.hooks, tools, commands, routes, services].into_iter().flatten();
        row("Code names", &words::all_of(all.cloned()));
    }
    for touch in &view.touches {
        row(reach(touch.kind), &format!("{} ({}, line {})", touch.what, touch.file, touch.line));
    }
    for setting in &settings {
        row("Setting", &setting_line(setting));
    }
    for note in &view.notes {
        row("Careful", &note.sentence);
    }
    for finding in &view.findings {
        row("Careful", &format!("{} ({}, line {})", finding.why, finding.file, finding.line));
    }
    output.text(text)?;
    Ok(Outcome::Done)
}

const fn reach(kind: Reach) -> &'static str {
    match kind {
        Reach::Network => "Network",
        Reach::Programs => "Programs",
        Reach::Files => "Files",
        Reach::Env => "Environment",
    }
}

/// `region = eu (Region)`
fn setting_line(setting: &PluginSetting) -> String {
    let value = match (&setting.value, setting.set, &setting.default) {
        (Some(value), ..) => format!(" = {}", value.replace('\n', ", ")),
        (None, true, _) => " is set (not shown)".to_owned(),
        (None, false, Some(default)) => format!(" is not set ({default} counts)"),
        (None, false, None) if setting.required => " is missing".to_owned(),
        (None, false, None) => " is not set".to_owned(),
    };
    format!("{}{value}: {}", setting.path, setting.label)
}

fn switch(
    session: &Session,
    output: &mut Output,
    args: &PluginSwitch,
    on: bool,
) -> Result<Outcome, Failure> {
    let inventory = resolve::with_plugins(session)?;
    let plugin = resolve::plugin(session, &inventory, &args.id.id)?;
    let file = inventory.agent().config.path.clone();
    let view = plugins::view(&session.machine, inventory.agent(), &plugin);
    let event = view.listens.keys.iter().find(|key| key.moment.is_some()).map(|key| &key.key);
    let warning = event.filter(|_| on && view.untried).and_then(|event| {
        command::never_tried(session.machine.platform(), &[event, "--hook", &plugin.id, "--yes"])
    });
    let how = How::from(args.how).warning(warning);
    change::edit(session, output, &inventory, &file, Diff::Shown, how, |inventory| {
        ops::set_plugin_enabled(&session.machine, inventory, &plugin.hook_id, on, args.how.others())
    })
}
