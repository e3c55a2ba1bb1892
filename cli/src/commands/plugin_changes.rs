//! `plugins set`, `unset`, `new`, `copy`, `remove`.

use serde::Serialize;
use tacklebox_engine::apply;
use tacklebox_engine::create;
use tacklebox_engine::plan::Plan;
use tacklebox_engine::plugins::{self, make, sentence, settings, template};

use super::change::{self, Diff, How, Planned};
use super::plugin_sentence;
use crate::Outcome;
use crate::args::{DryRun, PluginCopy, PluginNew, PluginRemove, PluginSet, PluginUnset};
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::clean;
use crate::print::table::{Cell, Table};
use crate::resolve;
use crate::session::Session;

pub fn set(session: &Session, output: &mut Output, args: &PluginSet) -> Result<Outcome, Failure> {
    let inventory = resolve::with_plugins(session)?;
    let plugin = resolve::plugin(session, &inventory, &args.id.id)?;
    let (machine, id) = (&session.machine, &plugin.hook_id);
    let typed = match pairs(&args.setting, &args.value)? {
        Some(pairs) => pairs,
        None => {
            let path = args.setting.as_str();
            // Asked before the value is: nobody should be asked one for a setting that there is not.
            settings::known(inventory.agent().dialect.rules.typed, &plugin, path)?;
            vec![(path, change::secret(path)?)]
        }
    };
    let changes: Vec<_> = typed.iter().map(|(path, value)| (*path, Some(value.as_str()))).collect();
    let file = inventory.agent().config.path.clone();
    change::edit(session, output, &inventory, &file, Diff::Hidden, args.dry.into(), |inventory| {
        settings::set(machine, inventory, id, &changes)
    })
}

/// `mode x`, or `mode=x n=3`; None where the value is to be asked.
fn pairs<'a>(
    setting: &'a str,
    values: &'a [String],
) -> Result<Option<Vec<(&'a str, String)>>, Failure> {
    let split = |text: &'a str| text.split_once('=').map(|(path, it)| (path, it.to_owned()));
    let several: Option<Vec<_>> =
        std::iter::once(setting).chain(values.iter().map(String::as_str)).map(split).collect();
    match (split(setting).and(several), values) {
        (Some(several), _) => Ok(Some(several)),
        (None, []) if !setting.contains('=') => Ok(None),
        (None, [value]) if !setting.contains('=') => Ok(Some(vec![(setting, value.clone())])),
        (None, _) => {
            Err(Failure::new(Code::Usage, "Several settings are written as SETTING=VALUE.").hint(
                "Nothing was changed. A value with blanks is put in quotes: 'note=two words'.",
            ))
        }
    }
}

pub fn unset(
    session: &Session,
    output: &mut Output,
    args: &PluginUnset,
) -> Result<Outcome, Failure> {
    let inventory = resolve::with_plugins(session)?;
    let plugin = resolve::plugin(session, &inventory, &args.id.id)?;
    let (id, of) = (plugin.hook_id, plugin.id);
    let file = inventory.agent().config.path.clone();
    let at = args.setting.split('.').map(str::to_owned).collect();
    let how = How::forgetting(args.dry, args.forget, (of, at));
    change::edit(session, output, &inventory, &file, Diff::Hidden, how, |inventory| {
        settings::set(&session.machine, inventory, &id, &[(args.setting.as_str(), None)])
    })
}

#[derive(Serialize)]
struct Created {
    /// The files, as paths.
    created: Vec<String>,
    /// What the other commands take; none for a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(flatten)]
    plan: Option<Planned>,
}

pub fn new(session: &Session, output: &mut Output, args: &PluginNew) -> Result<Outcome, Failure> {
    let inventory = resolve::with_plugins(session)?;
    let name = &create::folder_name(&args.name);
    let event = args.event.as_deref().unwrap_or(make::USUAL);
    let (machine, on) = (&session.machine, args.on);
    let says = plugin_sentence::said(&args.says, event)?;
    let made = match (&args.template, says) {
        (Some(id), _) => {
            let template = template::find(inventory.agent(), id)?;
            template::plan(machine, &inventory, name, template, on)?
        }
        (None, Some(says)) => sentence::new(machine, &inventory, name, &says, on)?,
        (None, None) => make::plan(machine, &inventory, name, event, on)?,
    };
    write_down(session, output, &made, (name, args.on), args.dry)
}

/// What a new plugin can begin with.
pub fn templates(session: &Session, output: &mut Output) -> Result<Outcome, Failure> {
    let inventory = resolve::with_plugins(session)?;
    let all = template::offers(inventory.agent());
    if output.json {
        output.document(&all)?;
        return Ok(Outcome::Done);
    }
    let mut table = Table::new(&["TEMPLATE", "EVENT", "WHAT IT DOES"]);
    for offer in &all {
        table.row([&offer.id, &offer.event, &offer.title].map(|it| Cell::new(it)).into());
    }
    output.text(
        table.text(session.paint, "There is no template for the plugins of this version.\n"),
    )?;
    Ok(Outcome::Done)
}

/// `plugins copy`
pub fn copy(session: &Session, output: &mut Output, args: &PluginCopy) -> Result<Outcome, Failure> {
    let inventory = resolve::with_plugins(session)?;
    let machine = &session.machine;
    let id = resolve::plugin(session, &inventory, &args.id.id)?.hook_id;
    let to = match &args.to {
        Some(to) => create::folder_name(to),
        None => plugins::copy::free_id(machine, &inventory, &id)?,
    };
    let made = plugins::copy::plan(machine, &inventory, &id, &to)?;
    write_down(session, output, &made, (&to, false), args.dry)
}

/// Writes the files of a plugin that is new here, and says how to turn it on where it is off.
fn write_down(
    session: &Session,
    output: &mut Output,
    made: &Plan,
    (id, on): (&str, bool),
    how: DryRun,
) -> Result<Outcome, Failure> {
    if how.dry_run {
        return change::dry(session, output, made, |plan| Created {
            created: Vec::new(),
            id: None,
            plan: Some(plan),
        });
    }
    let done = apply::apply(&session.machine, made)?;
    let files = made.placed();
    if output.json {
        let created = files.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        output.document(&Created { created, id: Some(id.to_owned()), plan: None })?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    change::done(&mut text, session, &done);
    for path in files {
        text.push_str(&format!("  {}\n", clean(&session.machine.show(&path))));
    }
    if !on {
        text.push_str(&format!("Turn it on with `tacklebox plugins enable {id}`.\n"));
    }
    change::next(&mut text, session, &done);
    output.text(text)?;
    Ok(Outcome::Done)
}

#[derive(Serialize)]
struct Removed {
    removed: Vec<String>,
    #[serde(flatten)]
    plan: Option<Planned>,
}

pub fn remove(
    session: &Session,
    output: &mut Output,
    args: &PluginRemove,
) -> Result<Outcome, Failure> {
    let inventory = resolve::with_plugins(session)?;
    let plugin = resolve::plugin(session, &inventory, &args.id.id)?;
    let made = plugins::remove(&session.machine, &inventory, &plugin.hook_id)?;
    if args.dry.dry_run {
        return change::dry(session, output, &made, |plan| Removed {
            removed: Vec::new(),
            plan: Some(plan),
        });
    }
    let done = apply::apply(&session.machine, &made)?;
    if output.json {
        output.document(&Removed { removed: vec![plugin.id], plan: None })?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    change::done(&mut text, session, &done);
    change::next(&mut text, session, &done);
    text.push_str("`tacklebox hooks undo` brings it back.\n");
    output.text(text)?;
    Ok(Outcome::Done)
}
