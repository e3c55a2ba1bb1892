//! Across the two families, and for what a shell cannot be told to do: a manifest with everything that
//! can be carried, and a script to finish by hand. What ran before does not run, and is not copied.

use super::events;
use super::module::{self, none_in_common};
use super::origin::Origin;
use super::shell;
use super::write::{self, Command};
use super::{Draft, Folder};
use crate::create::{self, HandlerKind};
use crate::plan::NewFile;
use tacklebox_agents::dialect::{Dialect, EnvPlace, EventKeys, Format};
use tacklebox_agents::manifest::{Action, Requires};
use tacklebox_machine::cut::Cut;
use tacklebox_machine::words;

pub(super) fn draft(origin: &Origin<'_>, to: &'static Dialect) -> Result<Draft, String> {
    let from = origin.dialect();
    let events = &origin.manifest.events;
    let mut draft = Draft { skeleton: true, ..Draft::default() };
    draft.lost.push(by_hand(origin, to));
    let mut pairs = events::translate(from, to, events, &mut draft);
    if pairs.is_empty() {
        return Err(none_in_common(events, to));
    }
    if to.one_event && pairs.len() > 1 {
        let others = pairs.split_off(1).into_iter().map(|pair| pair.to);
        let others = words::all_of(others);
        let only = pairs.first().map(|pair| pair.to.as_str()).unwrap_or_default();
        draft.lost.push(format!(
            "A hook of {} has one event: this one gets {only}, and not {others}.",
            to.title
        ));
    }
    let events: Vec<String> = pairs.into_iter().map(|pair| pair.to).collect();
    carried(origin, to, &mut draft);
    let name = match to.plain_names {
        true => write::plain_name(&origin.manifest.name),
        false => origin.manifest.name.clone(),
    };
    if name != origin.manifest.name {
        draft.changed.push(shell::renamed(&name, to));
    }
    let (manifest, hook) = manifest(origin, to, &name, &events, &mut draft)?;
    let script = script(origin, to, &events, &draft.lost)?;
    let written = vec![to.manifest_file().to_owned(), script.path.clone()];
    draft.folders.push(Folder {
        name: if to.plain_names { name } else { origin.folder() },
        key: hook.clone(),
        hook,
        version: origin.manifest.version.clone().unwrap_or_default(),
        files: vec![
            NewFile {
                path: to.manifest_file().to_owned(),
                bytes: manifest.into_bytes(),
                executable: false,
            },
            script,
        ],
        written,
    });
    Ok(draft)
}

/// What has to be rewritten.
fn by_hand(origin: &Origin<'_>, to: &Dialect) -> String {
    let runs = if to.runs_modules() { "modules" } else { "commands" };
    let what = match (&origin.manifest.action, origin.module()) {
        (Some(Action::Shell { .. }), _) => "its command does".to_owned(),
        // An address or a header may hold a key: neither is repeated.
        (Some(Action::Http { .. }), _) => "its request does".to_owned(),
        (Some(Action::Prompt { .. }), _) => "its text for the prompt does".to_owned(),
        (None, Some(file)) => format!("{file} does"),
        (None, None) => "it does".to_owned(),
    };
    format!(
        "{} runs {runs}: what {what} has to be written by hand, and its files stay where they are.",
        to.title
    )
}

/// What goes along, and what does not.
fn carried(origin: &Origin<'_>, to: &Dialect, draft: &mut Draft) {
    let manifest = origin.manifest;
    let from = origin.dialect();
    if !to.checks_needs {
        shell::without_requirements(&manifest.requires, manifest.always, to, draft);
    }
    if to.env_place != EnvPlace::Manifest {
        shell::without_env(origin, to, draft);
    }
    if !manifest.requires.config.is_empty() && !manifest.always {
        draft.lost.push(format!(
            "It asks for {} in the config of {}: {} is not asked for that.",
            words::all_of(manifest.requires.config.iter().cloned()),
            from.title,
            to.title
        ));
    }
    if let Some(conditions) = &manifest.conditions {
        draft.lost.extend(shell::without_conditions(conditions, to));
    }
    let installed = write::installed(&manifest.install);
    if !installed.is_empty() {
        draft.lost.push(format!(
            "{} has no place for how {} can be installed.",
            to.title,
            words::all_of(installed)
        ));
    }
    if from.runs_modules() {
        draft.lost.push(format!(
            "A hook of {} says nothing in the conversation: what {} pushes to event.messages has no counterpart.",
            to.title,
            origin.module().unwrap_or_else(|| "it".to_owned())
        ));
    } else if to.runs_modules() {
        if manifest.priority.unwrap_or(0) != 0 {
            draft.lost.push(format!(
                "{} has no priorities: hooks run in the order in which they are found.",
                to.title
            ));
        }
        draft.lost.push(format!("{} has no time limit for a hook of its own.", to.title));
    }
}

/// The manifest, and the name that is in it.
fn manifest(
    origin: &Origin<'_>,
    to: &Dialect,
    name: &str,
    events: &[String],
    draft: &mut Draft,
) -> Result<(String, String), String> {
    let manifest = origin.manifest;
    let limit = match &manifest.action {
        Some(Action::Shell { timeout_secs, .. } | Action::Http { timeout_secs, .. }) => {
            timeout_secs.filter(|secs| *secs > 0)
        }
        _ => None,
    };
    let command = to.starts_script;
    let hook = Command {
        name,
        description: &manifest.description,
        version: manifest.version.as_deref(),
        command,
        timeout: limit.unwrap_or(to.default_timeout_secs),
        priority: manifest.priority.unwrap_or(0),
    };
    let body = body(origin, draft);
    let mut requires = Requires { os: to.platforms(&manifest.requires.os), ..Requires::default() };
    if !manifest.always {
        requires.bins = manifest.requires.bins.clone();
        requires.any_bins = manifest.requires.any_bins.clone();
        requires.env = manifest.requires.env.clone();
    }
    match to.format {
        Format::HookToml => Ok((
            write::hook_toml(&hook, events.first().map_or("", String::as_str), None),
            name.to_owned(),
        )),
        Format::TomlFront => {
            let (emoji, homepage) = (manifest.emoji.as_deref(), manifest.homepage.as_deref());
            let text = write::toml_md(&hook, events, &requires, emoji, homepage, &body);
            Ok((text, name.to_owned()))
        }
        Format::Yaml => {
            let mut settings = module::settings(manifest, events);
            write::requires(&requires, &mut settings);
            let text = write::family_md(to, name, &manifest.description, settings, &body)?;
            let read =
                tacklebox_agents::manifest::parse(to.format, to.metadata_keys, text.as_bytes());
            let read = read.map_err(|broken| broken.to_string())?;
            Ok((text, read.name))
        }
    }
}

fn body(origin: &Origin<'_>, draft: &Draft) -> String {
    let mut body = match origin.body().trim() {
        "" => format!(
            "# {}\n\n{}\n",
            write::harmless(&origin.hook.title),
            origin.manifest.description
        ),
        body => format!("{body}\n"),
    };
    body.push_str(&format!("\n## Copied from {}, to be finished by hand\n\n", origin.hook.id));
    for sentence in &draft.lost {
        body.push_str(&format!("- {sentence}\n"));
    }
    body
}

/// The script that a new hook would have, with what is to be done on top of it.
fn script(
    origin: &Origin<'_>,
    to: &'static Dialect,
    events: &[String],
    lost: &[String],
) -> Result<NewFile, String> {
    let event = events.first().map_or("", String::as_str);
    // An event may have any action: it is in the script as harmless words.
    let event = match to.keys {
        EventKeys::Open(_) => write::harmless_key(event),
        EventKeys::Closed => event.to_owned(),
    };
    let (kind, mark) = match to.runs_modules() {
        true => (HandlerKind::Module, "//"),
        false => (HandlerKind::Shell, "#"),
    };
    let title = write::harmless(&origin.hook.title);
    let files = create::files(to, &title, &write::slug(&title), &event, kind);
    let script = files.into_iter().find(|file| file.path != to.manifest_file());
    let mut script = script.ok_or("There is no script to begin with.")?;
    let from = origin.hook.dir.as_deref().map(|dir| origin.machine.show(dir));
    let mut note = format!("{mark} To be finished by hand. Copied from {}", origin.hook.id);
    if let Some(dir) = from {
        note.push_str(&format!(", which is in {dir}"));
    }
    note.push_str(".\n");
    for sentence in lost {
        note.push_str(&format!("{mark} {sentence}\n"));
    }
    // A line break in what a stranger wrote would end the comment.
    let note: String =
        note.lines().map(|line| format!("{}\n", write::in_comment(mark, line))).collect();
    let text = String::from_utf8(script.bytes).unwrap_or_default();
    let at = if text.starts_with("#!") {
        text.find('\n').map_or(0, |at| at.saturating_add(1))
    } else {
        0
    };
    script.bytes = format!("{}{note}\n{}", text.cut(..at), text.cut(at..)).into_bytes();
    Ok(script)
}
