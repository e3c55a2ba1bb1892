//! Module hooks between Milady, Eliza and OpenClaw: only the metadata is another (rules ).
//! The module stays as it is, under a name that the other agent finds.

use serde_json::{Map, Value};

use super::events;
use super::hints::Texts;
use super::origin::Origin;
use super::{Draft, Folder};
use crate::plan::NewFile;
use tacklebox_agents::dialect::{self, Dialect};
use tacklebox_agents::manifest::rewrite::{self, Wish};
use tacklebox_agents::manifest::{self, Manifest};
use tacklebox_machine::words;

/// The name that an agent looks for first.
fn first(dialect: &Dialect) -> &'static str {
    dialect.handler_files.first().copied().unwrap_or("handler.ts")
}

pub(super) fn draft(origin: &Origin<'_>, to: &'static Dialect) -> Result<Draft, String> {
    let from = origin.dialect();
    let mut draft = Draft { lost: origin.left.clone(), ..Draft::default() };
    let settings = settings_key(origin, to)?;
    let (text, manifest) = manifest(origin, to, &settings, &mut draft)?;
    let mut files = origin.files.clone();
    let mut written = vec![to.manifest_file().to_owned()];
    let export = manifest.export.as_deref().unwrap_or("default");
    handler(origin, to, export, &mut files, &mut written, &mut draft)?;
    let texts = Texts::new(None, &origin.files);
    draft.lost.extend(texts.of_the_packages(from, to));
    draft.lost.extend(texts.of_the_agent(from));
    files.insert(
        0,
        NewFile {
            path: to.manifest_file().to_owned(),
            bytes: text.into_bytes(),
            executable: false,
        },
    );
    let settings = origin.inventory.agent().entry(&origin.hook.hook_key);
    let more = settings
        .and_then(Value::as_object)
        .is_some_and(|entry| entry.keys().any(|key| key != "enabled"));
    if more {
        draft.changed.push(format!(
            "Its settings in {} stay there: the copy needs its own, for {}.",
            origin.machine.show(&origin.inventory.agent().config.path),
            to.title
        ));
    }
    draft.folders.push(Folder {
        name: origin.folder(),
        key: manifest.hook_key.clone().unwrap_or_else(|| manifest.name.clone()),
        hook: manifest.name,
        version: manifest.version.unwrap_or_default(),
        files,
        written,
    });
    Ok(draft)
}

/// The key of `metadata` whose object the other agent gets: its own where the author wrote one, else
/// that of the original's agent, else of the agent that it was written for.
fn settings_key(origin: &Origin<'_>, to: &Dialect) -> Result<String, String> {
    let metadata = rewrite::metadata(&origin.text)?;
    let metadata = metadata.ok_or("Its manifest names no event, so it would never run.")?;
    let own = origin.dialect().metadata_keys;
    let foreign = origin.manifest.foreign.as_deref();
    let keys = to.metadata_keys.iter().chain(own).copied().chain(foreign);
    let key = keys.into_iter().find(|key| metadata.get(*key).is_some_and(Value::is_object));
    key.map(str::to_owned)
        .ok_or_else(|| "Its manifest names no event, so it would never run.".into())
}

/// `HOOK.md` with the settings under the other agent's key, as today's readers take it, and what it says.
fn manifest(
    origin: &Origin<'_>,
    to: &'static Dialect,
    key: &str,
    draft: &mut Draft,
) -> Result<(String, Manifest), String> {
    let own = to.metadata_keys.contains(&key);
    let wish =
        Wish { own_keys: to.metadata_keys, copy_of: (!own).then_some(key), by_lines: to.by_lines };
    let left = |why: String| {
        format!("Its manifest is written in a way that cannot be rewritten safely: {why}.")
    };
    let rewritten = rewrite::rewrite(wish, &origin.text).map_err(left)?;
    draft.changed.extend(rewritten.stays);
    let read = |text: &str| {
        manifest::parse(to.format, to.metadata_keys, text.as_bytes())
            .map_err(|broken| broken.to_string())
    };
    let whole = read(&rewritten.text).map_err(left)?;

    let pairs = events::translate(origin.dialect(), to, &whole.events, draft);
    if pairs.is_empty() {
        return Err(none_in_common(&whole.events, to));
    }
    let events: Vec<String> = pairs.into_iter().map(|pair| pair.to).collect();
    let granted = granted(origin.dialect(), to, &whole);
    for path in &granted {
        draft.changed.push(format!(
            "It no longer asks for the setting {path}: {} takes it for granted, and {} would wait for it.",
            origin.dialect().title,
            to.title
        ));
    }
    let text = rewrite::with_metadata(&rewritten.text, |metadata| {
        // The copy is one agent's hook: what others read of the original is in the original.
        let given = if own { Some(key) } else { to.metadata_keys.first().copied() };
        let settings = given.and_then(|key| metadata.shift_remove(key)).unwrap_or_default();
        let family = dialect::family_keys();
        metadata.retain(|key, _| !family.contains(&key.as_str()));
        if let Some(current) = to.metadata_keys.first() {
            metadata.insert((*current).to_owned(), settings);
        }
        let Some(Value::Object(settings)) =
            to.metadata_keys.first().and_then(|key| metadata.get_mut(*key))
        else {
            return;
        };
        settings.insert("events".to_owned(), events.iter().cloned().map(Value::from).collect());
        if let Some(Value::Object(requires)) = settings.get_mut("requires")
            && let Some(Value::Array(config)) = requires.get_mut("config")
        {
            config.retain(|path| !granted.iter().any(|granted| path.as_str() == Some(granted)));
        }
    })
    .map_err(left)?;
    let manifest = read(&text).map_err(left)?;
    let mut expected = Manifest { events, ..whole };
    expected.requires.config.retain(|path| !granted.contains(path));
    if (Manifest { shape: expected.shape, ..manifest.clone() }) != expected {
        return Err(left("it would say something else".to_owned()));
    }
    if !manifest.requires.config.is_empty() {
        let paths = words::all_of(manifest.requires.config.iter().cloned());
        draft
            .changed
            .push(format!("It asks for {paths} in the config of {} from now on.", to.title));
    }
    Ok((text, manifest))
}

/// Why a hook of these events is of no use to an agent.
pub(super) fn none_in_common(events: &[String], to: &Dialect) -> String {
    if events.is_empty() {
        return "It names no event, so it would never run.".to_owned();
    }
    format!("{} has none of its events: {}.", to.title, words::all_of(events.iter().cloned()))
}

/// Settings that the original's agent takes for granted, and the other does not: asking for them meant
/// nothing.
fn granted(from: &Dialect, to: &Dialect, manifest: &Manifest) -> Vec<String> {
    let asked = manifest.requires.config.iter();
    asked
        .filter(|path| {
            from.default_true.contains(&path.as_str()) && !to.default_true.contains(&path.as_str())
        })
        .cloned()
        .collect()
}

/// Lets the other agent find the module that the original's agent runs, and no other.
fn handler(
    origin: &Origin<'_>,
    to: &Dialect,
    export: &str,
    files: &mut Vec<NewFile>,
    written: &mut Vec<String>,
    draft: &mut Draft,
) -> Result<(), String> {
    let there = |name: &&&str| files.iter().any(|file| file.path == **name);
    let found = to.handler_files.iter().find(there).map(|name| (*name).to_owned());
    // A hook that is with the wrong agent may have one that only the right one finds.
    let Some(module) = origin.module().or_else(|| found.clone()) else {
        return Err(format!(
            "It has no handler: {} looks for {}.",
            to.title,
            words::any_of(to.handler_files.iter().map(|name| (*name).to_owned()))
        ));
    };
    if found.as_deref() == Some(module.as_str()) {
        return Ok(());
    }
    if !files.iter().any(|file| file.path == module) {
        return Err(format!(
            "Its handler {module} is a link to somewhere else, and cannot be copied."
        ));
    }
    let first = first(to);
    // Without an ending no module could name it: it is moved. Else it stays, for others may name it.
    if !module.contains('.') {
        for file in files.iter_mut().filter(|file| file.path == module) {
            file.path = first.to_owned();
        }
        draft.changed.push(format!(
            "{module} is called {first} in the copy, so that {} finds it.",
            to.title
        ));
        return Ok(());
    }
    let text = match export {
        "default" => format!("export {{ default }} from \"./{module}\";\n"),
        _ => format!("export * from \"./{module}\";\n"),
    };
    files
        .insert(0, NewFile { path: first.to_owned(), bytes: text.into_bytes(), executable: false });
    written.push(first.to_owned());
    draft.changed.push(format!(
        "{} looks for {}: {first} hands {module} on to it.",
        to.title,
        words::any_of(to.handler_files.iter().map(|name| (*name).to_owned()))
    ));
    Ok(())
}

/// Settings as the family writes them, for a manifest that is new.
pub(super) fn settings(manifest: &Manifest, events: &[String]) -> Map<String, Value> {
    let mut settings = Map::new();
    if let Some(emoji) = &manifest.emoji {
        settings.insert("emoji".into(), emoji.as_str().into());
    }
    if let Some(homepage) = &manifest.homepage {
        settings.insert("homepage".into(), homepage.as_str().into());
    }
    settings.insert("events".into(), events.iter().cloned().map(Value::from).collect());
    settings
}
