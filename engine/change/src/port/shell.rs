//! Shell hooks between Moltis and ZeroClaw (rules R-5 and R-6). The command and its files stay
//! as they are; how they are called, and with what, is what differs.

use super::events::{self, Pair};
use super::hints::Texts;
use super::module::none_in_common;
use super::origin::Origin;
use super::write::{self, Command};
use super::{Draft, Folder};
use crate::plan::NewFile;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::policy::Shape;
use tacklebox_agents::dialect::{Dialect, EnvPlace, Format};
use tacklebox_agents::manifest::{Conditions, Requires};
use tacklebox_machine::words;

pub(super) fn draft(origin: &Origin<'_>, to: &'static Dialect) -> Result<Draft, String> {
    let Some((command, limit, workdir)) = origin.command() else {
        return Err("It has no command.".to_owned());
    };
    let from = origin.dialect();
    let mut draft = Draft { lost: origin.left.clone(), ..Draft::default() };
    let events = &origin.manifest.events;
    let pairs = events::translate(from, to, events, &mut draft);
    if pairs.is_empty() {
        return Err(none_in_common(events, to));
    }
    let timeout = timeout(origin.inventory.agent(), to, limit, &mut draft);
    let texts = Texts::new(Some(command), &origin.files);
    let hook = Command {
        name: &origin.manifest.name,
        description: &origin.manifest.description,
        version: origin.manifest.version.as_deref(),
        command,
        timeout,
        priority: origin.manifest.priority.unwrap_or(0),
    };
    match to.format {
        Format::HookToml => hook_toml(origin, to, &hook, &pairs, &mut draft),
        Format::TomlFront | Format::Yaml => front(origin, to, &hook, &pairs, workdir, &mut draft),
    }
    draft.lost.push(payload(to));
    draft.lost.extend(texts.of_the_event(from, to, &pairs));
    draft.lost.extend(texts.of_the_agent(from));
    Ok(draft)
}

/// The time limit, written down: each agent has another where a manifest names none.
pub(super) fn timeout(from: &Agent, to: &Dialect, limit: Option<u32>, draft: &mut Draft) -> u32 {
    match limit {
        Some(0) => {
            draft.changed.push(format!(
                "Its time limit of 0 seconds becomes 1: {} takes no less.",
                to.title
            ));
            1
        }
        Some(limit) => limit,
        None => {
            let limit = from.limit_secs();
            draft.changed.push(format!(
                "Its time limit is written into the copy: {}, the default of {}.",
                words::count(limit as usize, "second"),
                from.dialect.title
            ));
            limit
        }
    }
}

/// What the other agent's event does not have.
fn payload(to: &Dialect) -> String {
    match to.payload() {
        _ if !to.shell().told => format!("{} hands a command nothing of the event.", to.title),
        Shape::Apart => format!(
            "{} hands a command event, name, data and timestamp: no session, and the fields of data only inside data.",
            to.title
        ),
        Shape::Flat => format!(
            "{} hands a command the event with its fields beside it: nothing inside data, no timestamp, and not the hook's name.",
            to.title
        ),
        _ => format!(
            "{} hands a command the event under its own name of it, and not the hook's name; the data is where it was.",
            to.title
        ),
    }
}

/// A `HOOK.toml` for each event, where it has one alone.
fn hook_toml(
    origin: &Origin<'_>,
    to: &Dialect,
    hook: &Command<'_>,
    pairs: &[Pair],
    draft: &mut Draft,
) {
    if !to.checks_needs {
        without_requirements(&origin.manifest.requires, false, to, draft);
    }
    if to.env_place != EnvPlace::Manifest {
        without_env(origin, to, draft);
    }
    without_looks(origin, to, draft);
    let mut files = origin.files.clone();
    readme(origin, &mut files, draft);
    // What is in a config runs in the config's folder, and its files stay there.
    let workdir = origin.hook.dir.is_none().then(|| {
        let config = &origin.inventory.agent().config.path;
        let dir = config.parent().unwrap_or(config);
        draft.changed.push(format!(
            "Its files stay in {}: the copy runs its command there.",
            origin.machine.show(dir)
        ));
        dir.to_string_lossy().into_owned()
    });
    if pairs.len() > 1 {
        draft.changed.push(format!(
            "A hook of {} has one event: it becomes {}, each with its own files.",
            to.title,
            words::count(pairs.len(), "hook")
        ));
    }
    for pair in pairs {
        let name = match pairs.len() {
            1 => write::plain_name(hook.name),
            _ => write::plain_name_for(hook.name, &pair.to),
        };
        if pairs.len() == 1 && name != hook.name {
            draft.changed.push(renamed(&name, to));
        }
        let text =
            write::hook_toml(&Command { name: &name, ..*hook }, &pair.to, workdir.as_deref());
        let (manifest, files) = with_manifest(to, text, files.clone());
        draft.folders.push(Folder {
            name: name.clone(),
            key: name.clone(),
            hook: name,
            version: hook.version.unwrap_or_default().to_owned(),
            files,
            written: vec![manifest],
        });
    }
}

/// A `HOOK.md` with all that its front matter can say.
fn front(
    origin: &Origin<'_>,
    to: &Dialect,
    hook: &Command<'_>,
    pairs: &[Pair],
    workdir: Option<&str>,
    draft: &mut Draft,
) {
    if let Some(conditions) = &origin.manifest.conditions {
        draft.lost.extend(without_conditions(conditions, to));
    }
    let command = match workdir.map(str::trim).filter(|dir| !dir.is_empty()) {
        Some(dir) => {
            draft.changed.push(format!(
                "It changes to {dir} before it does anything, as its manifest says."
            ));
            // Without the folder it is not to run, and must not block: no exit status says that, a signal does.
            let dir = origin.machine.expand(dir);
            format!("cd {} || kill $$; {}", quoted(&dir.to_string_lossy()), hook.command)
        }
        None => hook.command.to_owned(),
    };
    let mut files = origin.files.clone();
    let start = command.split_whitespace().next().unwrap_or_default();
    let start = start.trim_matches(['"', '\'', ';']).trim_start_matches("./").to_owned();
    for file in files.iter_mut().filter(|file| file.path == start) {
        file.executable = true;
    }
    let events: Vec<String> = pairs.iter().map(|pair| pair.to.clone()).collect();
    let body = format!("# {}\n\n{}", one_line(&origin.hook.title), hook.description);
    let hook = Command { command: &command, ..*hook };
    let text = write::toml_md(&hook, &events, &Requires::default(), None, None, &body);
    let (manifest, files) = with_manifest(to, text, files);
    draft.folders.push(Folder {
        name: origin.folder(),
        key: hook.name.to_owned(),
        hook: hook.name.to_owned(),
        version: hook.version.unwrap_or_default().to_owned(),
        files,
        written: vec![manifest],
    });
}

/// The files with the manifest before them, and its name. What bore that name was not this agent's.
fn with_manifest(to: &Dialect, text: String, mut files: Vec<NewFile>) -> (String, Vec<NewFile>) {
    let name = to.manifest_file();
    files.retain(|file| file.path != name);
    files.insert(0, NewFile { path: name.to_owned(), bytes: text.into_bytes(), executable: false });
    (name.to_owned(), files)
}

/// What is below the settings of a `HOOK.md` has a file of its own, unless there is one.
fn readme(origin: &Origin<'_>, files: &mut Vec<NewFile>, draft: &mut Draft) {
    let body = origin.body().trim();
    let there = files.iter().any(|file| file.path.eq_ignore_ascii_case("README.md"));
    if body.is_empty() || there {
        return;
    }
    let bytes = format!("{body}\n").into_bytes();
    files.push(NewFile { path: "README.md".to_owned(), bytes, executable: false });
    draft.changed.push("What its HOOK.md says below the settings is in README.md.".to_owned());
}

pub(super) fn renamed(name: &str, to: &Dialect) -> String {
    format!("It is called {name}: {} takes letters, digits and hyphens only.", to.title)
}

/// Requirements that the other agent does not check.
pub(super) fn without_requirements(
    requires: &Requires,
    always: bool,
    to: &Dialect,
    draft: &mut Draft,
) {
    let any =
        (!requires.any_bins.is_empty()).then(|| words::any_of(requires.any_bins.iter().cloned()));
    let needs: Vec<String> = if always {
        Vec::new()
    } else {
        requires.bins.iter().cloned().chain(any).chain(requires.env.iter().cloned()).collect()
    };
    if !needs.is_empty() {
        let (has, it) = if needs.len() == 1 { ("has", "it") } else { ("have", "they") };
        draft.lost.push(format!(
            "{} checks nothing before it calls a hook: {} {has} to be there, or the copy fails where {it} would be used.",
            to.title,
            words::all_of(needs)
        ));
    }
    if !requires.os.is_empty() {
        let mut names: Vec<String> = requires.os.iter().map(|name| words::os(name)).collect();
        names.dedup();
        draft.lost.push(format!(
            "It is meant for {} only, and {} does not ask where it runs.",
            words::all_of(names),
            to.title
        ));
    }
}

/// Variables that its manifest sets. Their values are not copied: they may be keys.
pub(super) fn without_env(origin: &Origin<'_>, to: &Dialect, draft: &mut Draft) {
    let names: Vec<String> = origin.manifest.env.keys().cloned().collect();
    if !names.is_empty() {
        draft.lost.push(format!(
            "Its manifest sets {}, and one of {} cannot: set {} where {} is started.",
            words::all_of(names.iter().cloned()),
            to.title,
            if names.len() == 1 { "it" } else { "them" },
            to.title
        ));
    }
}

/// What is only shown.
fn without_looks(origin: &Origin<'_>, to: &Dialect, draft: &mut Draft) {
    let emoji = origin.manifest.emoji.as_ref().map(|_| "emoji".to_owned());
    let page = origin.manifest.homepage.as_ref().map(|_| "home page".to_owned());
    let parts: Vec<String> = emoji.into_iter().chain(page).collect();
    if !parts.is_empty() {
        draft.lost.push(format!("{} has no place for its {}.", to.title, words::all_of(parts)));
    }
}

/// What conditions kept it from being called for.
pub(super) fn without_conditions(conditions: &Conditions, to: &Dialect) -> Option<String> {
    let Conditions { channels, users, pattern, nobody } = conditions;
    let mut only = Vec::new();
    if !nobody.is_empty() {
        only.push("for nobody, as a list is empty".to_owned());
    }
    if !channels.is_empty() {
        only.push(format!("in {}", words::any_of(channels.iter().cloned())));
    }
    if !users.is_empty() {
        only.push(format!("for {}", words::any_of(users.iter().cloned())));
    }
    if let Some(pattern) = pattern {
        only.push(format!("where the text matches {pattern}"));
    }
    (!only.is_empty()).then(|| {
        format!(
            "It only runs {}. {} has no conditions: the copy runs every time.",
            words::all_of(only),
            to.title
        )
    })
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A word of a shell, whatever is in it.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}
