//! The files of a hook as text, for an editor: opened with a mark of what was there, checked as they are typed
//! by the grammar of their language, saved as a plan and never over somebody else's change. Only what is the
//! person's own: what was installed is read, and copied to be changed. So are the files of a plugin, and the
//! scripts beside a config that one of its entries starts.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::ops::{self, OpError};
use crate::plan::{Plan, Step};
use crate::plugins;
use crate::receipt;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::text::{ProblemKind, TextProblem, as_edited, written_like};
use tacklebox_agents::config::{self, Syntax};
use tacklebox_agents::hook::{Hook, Source};
use tacklebox_agents::manifest::{self, Broken};
use tacklebox_inventory::discover::{file_name, script};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{Origin, Plugin};
use tacklebox_machine::data;
use tacklebox_machine::files::{self, FileError};
use tacklebox_machine::machine::Machine;

/// The largest file that is edited, in bytes.
const MAX_BYTES: u64 = 512 * 1024;

/// So many slips are told before a text with slips is saved.
const MOST_TOLD: usize = 3;

/// A file of a hook as it was opened.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FileText {
    /// Relative to the folder of the hook or plugin, or to that of the config.
    pub file: String,
    /// Where it is, with `~`.
    pub path: String,
    pub language: Language,
    /// No byte-order mark, `\n` at the end of every line. A save writes both as they were.
    pub raw: String,
    /// What a save must find unchanged.
    pub stamp: String,
    pub problems: Vec<TextProblem>,
    /// Why it is only read.
    pub read_only: Option<String>,
}

/// The language of a file, for an editor's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum Language {
    Json5,
    Toml,
    Yaml,
    Markdown,
    Javascript,
    Typescript,
    Shell,
    Python,
    Text,
}

impl Language {
    fn of(file: &str, text: &str) -> Self {
        let ending = file.rsplit('/').next().unwrap_or(file).rsplit_once('.').map_or("", |it| it.1);
        match ending.to_ascii_lowercase().as_str() {
            "json" | "json5" => Self::Json5,
            "toml" => Self::Toml,
            "yaml" | "yml" => Self::Yaml,
            "md" => Self::Markdown,
            "js" | "mjs" | "cjs" | "jsx" => Self::Javascript,
            "ts" | "mts" | "cts" | "tsx" => Self::Typescript,
            "sh" | "bash" | "zsh" => Self::Shell,
            "py" => Self::Python,
            _ => match text.lines().next().filter(|line| line.starts_with("#!")) {
                Some(line) if line.contains("python") => Self::Python,
                Some(line) if line.contains("node") || line.contains("bun") => Self::Javascript,
                Some(_) => Self::Shell,
                None => Self::Text,
            },
        }
    }
}

/// One file of a hook or a plugin.
struct Open<'a> {
    agent: &'a Agent,
    owner: Owner,
    path: PathBuf,
}

/// What a file belongs to.
struct Owner {
    id: String,
    title: String,
    /// Nothing outside of it is opened.
    root: PathBuf,
    /// The names that may be opened, below it.
    files: Vec<String>,
    /// Its manifest is a file among them.
    manifest: bool,
    /// Why its files are not changed here.
    read_only: Option<String>,
}

/// What has this id: a hook with a folder, an entry of a config with its scripts, or a plugin.
fn owner(machine: &Machine, inventory: &Inventory, id: &str) -> Result<Owner, OpError> {
    let agent = inventory.agent();
    let names = |files: Vec<(String, u64)>| files.into_iter().map(|(name, _)| name).collect();
    if let Some((hook, _)) = inventory.find(id) {
        let root = folder(hook).unwrap_or_default();
        return Ok(Owner {
            id: hook.id.clone(),
            title: hook.title.clone(),
            files: names(files_of(hook)),
            manifest: hook.dir.is_some(),
            read_only: read_only(machine, agent, hook),
            root,
        });
    }
    let plugin = plugins::find(machine, agent, id)?;
    Ok(Owner {
        files: names(files_of_plugin(&plugin)),
        manifest: false,
        read_only: plugin_read_only(machine, agent, &plugin),
        id: plugin.hook_id,
        title: plugin.name,
        root: plugin.dir,
    })
}

/// The folder that a hook's files are in: its own, or that of the config in which it is.
pub(crate) fn folder(hook: &Hook) -> Option<PathBuf> {
    let beside = || hook.manifest.as_deref().filter(|_| hook.source == Source::Config)?.parent();
    hook.dir.clone().or_else(|| beside().map(Path::to_owned))
}

/// The files of a hook, with their sizes: all of its folder, or the scripts beside a config that an entry
/// of it starts.
pub(crate) fn files_of(hook: &Hook) -> Vec<(String, u64)> {
    if let Some(dir) = &hook.dir {
        return receipt::files(dir);
    }
    let command = hook.action.as_ref().and_then(|action| action.command.as_deref());
    let (Some(root), Some(command)) = (folder(hook), command) else { return Vec::new() };
    let script = |name: String| {
        let path = root.join(&name);
        let meta = path.symlink_metadata().ok().filter(std::fs::Metadata::is_file)?;
        (is_within(&path, &root) && is_script(&name, &path)).then_some((name, meta.len()))
    };
    script::files(command, &root).into_iter().filter_map(script).collect()
}

/// The files of a plugin, with their sizes: all of its folder, or the one that it is.
pub fn files_of_plugin(plugin: &Plugin) -> Vec<(String, u64)> {
    if plugin.single.is_none() {
        return receipt::files(&plugin.dir);
    }
    let module = plugin.entry.as_ref().ok().filter(|file| file.parent() == Some(&plugin.dir));
    let sized = |file: &PathBuf| Some((file_name(file), file.symlink_metadata().ok()?.len()));
    module.and_then(sized).into_iter().collect()
}

/// The file of a plugin that its agent loads, where a person may edit it here.
pub fn own_of_plugin(machine: &Machine, agent: &Agent, plugin: &Plugin) -> Option<String> {
    let entry = plugin.entry.as_ref().ok()?.strip_prefix(&plugin.dir).ok()?;
    let name = entry.to_str()?.to_owned();
    plugin_read_only(machine, agent, plugin).is_none().then_some(name)
}

/// No link on the way leads out of the folder.
fn is_within(path: &Path, root: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    real(path).zip(real(root)).is_some_and(|(path, root)| path.starts_with(root))
}

/// A program, and no file of data that a command happens to name.
fn is_script(name: &str, path: &Path) -> bool {
    let begins = || {
        let (text, _) = text_of(path).ok()?;
        Some(text.starts_with("#!"))
    };
    matches!(
        Language::of(name, ""),
        Language::Javascript | Language::Typescript | Language::Shell | Language::Python
    ) || begins().unwrap_or_default()
}

/// The file of this name, if it may be looked into.
fn find<'a>(
    machine: &Machine,
    inventory: &'a Inventory,
    id: &str,
    file: &str,
) -> Result<Open<'a>, OpError> {
    let owner = owner(machine, inventory, id)?;
    let path = owner.root.join(file);
    // Names that the folder itself gives, never a path of the page's.
    let known = owner.files.iter().any(|name| name == file);
    let plain = path.symlink_metadata().is_ok_and(|meta| meta.is_file());
    if !known || !plain || !is_within(&path, &owner.root) {
        return Err(OpError::Refused(format!("{} has no file {file}.", owner.title)));
    }
    let mut open = Open { agent: inventory.agent(), owner, path };
    // What an entry of a config starts may belong to a hook with a folder.
    if !open.owner.manifest && open.owner.read_only.is_none() {
        let whose = |hook: &Hook| hook.dir.as_ref().is_some_and(|dir| open.path.starts_with(dir));
        let other = inventory.candidates().map(|(_, hook)| hook).find(|hook| whose(hook));
        open.owner.read_only = other.and_then(|hook| read_only(machine, open.agent, hook));
    }
    Ok(open)
}

/// Why a hook's files are not changed here.
pub(crate) fn read_only(machine: &Machine, agent: &Agent, hook: &Hook) -> Option<String> {
    if let Err(error) = data::check(machine) {
        return Some(error.to_string());
    }
    if matches!(hook.source, Source::Bundled | Source::Plugin) {
        return Some(format!(
            "It comes with {}, and an update would overwrite it.",
            agent.dialect.title
        ));
    }
    receipt::read(machine, hook.dir.as_deref()?).map(|_| {
        "It was installed: an update would overwrite it. Make a copy of your own to change it."
            .into()
    })
}

/// The same for a plugin.
pub(crate) fn plugin_read_only(
    machine: &Machine,
    agent: &Agent,
    plugin: &Plugin,
) -> Option<String> {
    const COPY: &str = "Make a copy of your own to change it.";
    if let Err(error) = data::check(machine) {
        return Some(error.to_string());
    }
    let title = agent.dialect.title;
    let package = plugin.origin == Origin::Installed
        || plugin.dir.components().any(|part| part.as_os_str() == "node_modules");
    if package {
        return Some(format!(
            "{title} or a package manager installed it: an update would overwrite it. {COPY}"
        ));
    }
    let receipt = receipt::read(machine, &plugin.dir).filter(|_| plugin.single.is_none());
    receipt.map(|_| format!("It was installed: an update would overwrite it. {COPY}"))
}

fn text_of(path: &Path) -> Result<(String, files::Stamp), OpError> {
    let (text, stamp) = ops::text_of(path, MAX_BYTES)?;
    Ok((text.unwrap_or_default(), stamp))
}

/// A file of a hook as it is on the disk now.
///
/// # Errors
/// [`OpError`] where the hook has no such file, or it is not text of at most 512 KiB.
pub fn open(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    file: &str,
) -> Result<FileText, OpError> {
    let open = find(machine, inventory, id, file)?;
    let (text, stamp) = text_of(&open.path)?;
    let raw = as_edited(&text);
    Ok(FileText {
        file: file.to_owned(),
        path: machine.show(&open.path),
        language: Language::of(file, &raw),
        problems: open.check(file, &raw),
        stamp: stamp.to_string(),
        read_only: open.owner.read_only,
        raw,
    })
}

/// What is wrong with a text as this file of the hook; the file is not touched.
///
/// # Errors
/// [`OpError`] where the hook has no such file.
pub fn check(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    file: &str,
    text: &str,
) -> Result<Vec<TextProblem>, OpError> {
    Ok(find(machine, inventory, id, file)?.check(file, text))
}

impl Open<'_> {
    fn check(&self, file: &str, text: &str) -> Vec<TextProblem> {
        let dialect = self.agent.dialect;
        let problem = |kind, line, column, message| TextProblem { kind, line, column, message };
        if self.owner.manifest && file == dialect.manifest_file() {
            let read = manifest::parse(dialect.format, dialect.metadata_keys, text.as_bytes());
            return match read {
                Err(Broken { line, message, .. }) => {
                    vec![problem(ProblemKind::Error, line.unwrap_or(1), 1, format!("{message}."))]
                }
                Ok(manifest) => manifest
                    .misspelt
                    .iter()
                    .map(|it| problem(ProblemKind::Warning, it.line, 1, it.says(dialect.title)))
                    .collect(),
            };
        }
        if file.ends_with(".json")
            && let Err(error) = config::value(text)
        {
            return vec![TextProblem::of(ProblemKind::Error, error)];
        }
        let slips = tacklebox_audit::slips(file, text);
        let error = |slip: tacklebox_audit::Slip| {
            problem(ProblemKind::Error, slip.line, slip.column, slip.message)
        };
        slips.into_iter().map(error).collect()
    }
}

/// The plan that saves an edited text.
///
/// # Errors
/// [`OpError::File`] where another program wrote to it in the meantime; [`OpError::Refused`] for what is only read,
/// and for a text that is too long.
pub fn save(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    file: &str,
    text: &str,
    stamp: &str,
) -> Result<Plan, OpError> {
    let open = find(machine, inventory, id, file)?;
    if let Some(why) = &open.owner.read_only {
        return Err(OpError::Refused(format!("{why} Nothing was changed.")));
    }
    if text.len() as u64 > MAX_BYTES {
        return Err(OpError::Refused(format!(
            "{file} can hold 512 KiB here, and this text is longer. Nothing was changed."
        )));
    }
    let (before, now) = text_of(&open.path)?;
    if now.to_string() != stamp {
        return Err(FileError::Changed { path: open.path }.into());
    }
    let mut plan = Plan::new(
        open.agent.id(),
        format!("Save {file} of {}", open.owner.title),
        format!("{file} of {} was saved.", open.owner.title),
    )
    .about(&open.owner.id);
    let slips = open.check(file, text).into_iter().filter(|it| it.kind == ProblemKind::Error);
    let told = slips
        .take(MOST_TOLD)
        .map(|it| format!("It has a mistake in line {}: {}", it.line, it.message));
    plan.stays.extend(told);
    let toml = file.ends_with(".toml");
    plan.steps.push(Step::Edit {
        syntax: if toml { Syntax::Toml } else { Syntax::Json5 },
        stamp: now,
        after: written_like(&before, text),
        before: Some(before),
        path: open.path,
    });
    plan.steps.retain(Step::changes);
    ops::finish(open.agent, &mut plan)?;
    Ok(plan)
}

#[cfg(test)]
mod tests;
