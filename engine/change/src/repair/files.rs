//! A handler that is not there: another file that was probably meant, else a start to write in.

use std::fs;
use std::path::Path;

use super::{Repair, Sick, name};
use crate::amend::{self, Change, Key};
use crate::blank;
use crate::create::{self, HandlerKind};
use crate::ops;
use crate::plan::Step;
use tacklebox_agents::config::Syntax;
use tacklebox_agents::hook::{Handler, Source};
use tacklebox_agents::manifest::{Action, MAX_BYTES};
use tacklebox_agents::moment;
use tacklebox_inventory::discover::{Module, Trouble};
use tacklebox_machine::files::Stamp;

/// Where a program is looked for, beside the folder itself.
const FOLDERS: [&str; 4] = ["", "src", "dist", "lib"];

/// A script to begin with.
const PYTHON: &str = r#"#!/usr/bin/env python3
import json
import sys

# What happens. End with status 1 to stop it, where that can be stopped.
event = json.loads(sys.stdin.read() or "{}")
"#;

/// The same where it is told nothing, and nothing that it answers counts.
const PYTHON_ALONE: &str = r"#!/usr/bin/env python3
# What happens. It is told nothing of the event, and nothing that it prints or ends with stops or changes anything.
";

impl Sick<'_> {
    pub(super) fn handler(&self) -> Option<Repair> {
        let dialect = self.inventory.agent().dialect;
        match &self.candidate.trouble {
            Some(Trouble::NoHandler(why)) if !dialect.handler_files.is_empty() => self.module(why),
            Some(Trouble::Refused(why)) if dialect.reads_commands => self.script(why),
            // The version in force does not look, and it fails each time.
            None => {
                let note = self.hook.notes.iter().find(|note| note.id == "command-fails")?;
                self.script(&note.sentence)
            }
            _ => None,
        }
    }

    /// What of its module is called, by a name that the module does not have: one that is nearly the same, else the only
    /// function that it gives.
    pub(super) fn export(&self) -> Option<Repair> {
        let Module::Fails(_) = &self.candidate.module else { return None };
        let Some(Handler::Module { path, export }) = &self.candidate.handler else { return None };
        let text = ops::text_of(path, MAX_BYTES as u64).ok()?.0?;
        let exports = tacklebox_audit::module::facts(path, &text)?.exports;
        if exports.iter().any(|(name, _)| name == export) {
            return None;
        }
        let given = exports.iter().filter(|(_, kind)| kind.is_function());
        let given: Vec<&str> = given.map(|(name, _)| name.as_str()).collect();
        let meant = match (moment::slip(export, given.iter().copied()), &given[..]) {
            (Some(near), _) => near,
            (None, [near]) => *near,
            _ => return None,
        };
        let mut plan = self.plan(format!("Call {meant} of {}", name(path)));
        let value = (meant != "default").then(|| meant.into());
        let change = vec![Change { key: Key::Export, value }];
        amend::fill(self.machine, self.inventory, &mut plan, &[(&self.hook.id, change)]).ok()?;
        let says =
            format!("It calls {export} of {}, and there is no such function in it.", name(path));
        Some(self.repair("wrong-export", says, plan))
    }

    /// A module under another name is led to; with none, there is a start.
    fn module(&self, why: &str) -> Option<Repair> {
        let dir = self.hook.dir.as_deref().filter(|_| !self.candidate.linked)?;
        let dialect = self.inventory.agent().dialect;
        let file = dialect.handler_files.first()?;
        let path = dir.join(file);
        let manifest = self.candidate.manifest.as_ref().ok()?;
        let (title, text) = match other_module(dir) {
            Some(other) => {
                let export = manifest.export.as_deref().unwrap_or("default");
                let text = format!("export {{ {export} }} from \"./{other}\";\n");
                (format!("Let {file} lead to {other}"), text)
            }
            None => {
                let event = manifest.events.first()?;
                let title = &self.hook.title;
                // Its words go into a comment and a text: nothing of a stranger's may end them.
                let plain =
                    |text: &str| text.chars().all(|c| c.is_alphanumeric() || " -_:.".contains(c));
                if !plain(event) || !plain(title) {
                    return None;
                }
                let made =
                    create::files(dialect, title, &self.hook.name, event, HandlerKind::Module);
                let made = made.into_iter().find(|made| made.path == *file)?;
                let text = blank::quiet(std::str::from_utf8(&made.bytes).ok()?);
                (format!("Write a {file} to begin with"), text)
            }
        };
        let mut plan = self.plan(title);
        plan.steps.push(new_file(&path, text));
        ops::finish(self.inventory.agent(), &mut plan).ok()?;
        Some(self.repair("no-handler", why.to_owned(), plan))
    }

    /// A command that starts a file which is not there.
    fn script(&self, why: &str) -> Option<Repair> {
        let agent = self.inventory.agent();
        // A command of the config starts in the folder of the config.
        let entry = self.hook.source == Source::Config && self.candidate.tag.is_empty();
        let beside = agent.config.path.parent().filter(|_| entry);
        let dir = self.hook.dir.as_deref().or(beside)?;
        let manifest = self.candidate.manifest.as_ref().ok()?;
        let Some(Action::Shell { command, .. }) = &manifest.action else { return None };
        let absent = self.candidate.absent.as_deref();
        let is_it = |word: &&str| match absent {
            Some(absent) => word.trim_matches(['"', '\'', ';']).trim_start_matches("./") == absent,
            None => true,
        };
        let word = command.split_whitespace().find(is_it)?;
        let (lead, rest) = command.split_once(word)?;
        let word = word.trim_matches(['"', '\'', ';']);
        if !why.contains("no such file") || word.starts_with(['/', '~', '$']) || word.contains("..")
        {
            return None;
        }
        let ending = word.rsplit_once('.').map(|(_, ending)| ending);
        let other = match (lead.is_empty(), ending) {
            (false, Some(ending)) => only(dir, |file| file.ends_with(&format!(".{ending}"))),
            _ => only_script(dir),
        };
        // Beside a config there may be scripts of other hooks.
        let mut plan = match other.filter(|_| !entry) {
            Some(other) => {
                let mut plan = self.plan(format!("Start {other} instead of {word}"));
                let command = format!("{lead}./{other}{rest}");
                let change = Change { key: Key::Command, value: Some(command.trim_end().into()) };
                let changes = [(self.hook.id.as_str(), vec![change])];
                amend::fill(self.machine, self.inventory, &mut plan, &changes).ok()?;
                let meta = fs::metadata(dir.join(&other)).ok()?;
                if lead.is_empty() && !tacklebox_machine::machine::executable(&meta) {
                    plan.steps.push(Step::MakeExecutable { path: dir.join(other) });
                }
                plan
            }
            None => {
                let file = word.trim_start_matches("./");
                let event = manifest.events.first()?;
                let title = &self.hook.name;
                let dialect = self.inventory.agent().dialect;
                let shell = dialect.shell();
                let start = match ending {
                    Some("py") if shell.told || shell.obeyed => PYTHON.to_owned(),
                    Some("py") => PYTHON_ALONE.to_owned(),
                    Some("sh" | "bash") | None => {
                        let made = create::files(dialect, title, title, event, HandlerKind::Shell);
                        let made = made.into_iter().find(|made| made.path.ends_with(".sh"))?;
                        blank::quiet(std::str::from_utf8(&made.bytes).ok()?)
                    }
                    _ => return None,
                };
                let path = dir.join(file);
                let plain = |c: char| c.is_alphanumeric() || " -_.".contains(c);
                if !path.parent()?.is_dir() || !title.chars().all(plain) {
                    return None;
                }
                let mut plan = self.plan(format!("Write a {file} to begin with"));
                plan.steps.push(new_file(&path, start));
                plan.steps.push(Step::MakeExecutable { path });
                plan
            }
        };
        ops::finish(self.inventory.agent(), &mut plan).ok()?;
        Some(self.repair("no-handler", why.to_owned(), plan))
    }
}

fn new_file(path: &Path, after: String) -> Step {
    let (before, stamp) = (None, Stamp::Absent);
    Step::Edit { path: path.to_owned(), syntax: Syntax::Json5, stamp, before, after }
}

/// The files of a folder, with its name in front.
fn files(dir: &Path, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(dir.join(folder)).into_iter().flatten().flatten();
    let plain = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let mut names: Vec<String> = plain.map(|entry| name(&entry.path())).collect();
    names.sort();
    let lead = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    names.into_iter().map(|name| format!("{lead}{name}")).collect()
}

/// The module that was probably meant: one of a usual name, else the only one there is.
pub(super) fn other_module(dir: &Path) -> Option<String> {
    const ENDINGS: [&str; 6] = [".ts", ".js", ".mjs", ".mts", ".cjs", ".cts"];
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    let module = |file: &String| {
        ENDINGS.iter().any(|ending| file.ends_with(ending))
            && !file.contains(".d.")
            && !file.contains(".test.")
            && !file.contains(".config.")
            && file.chars().all(plain)
    };
    for folder in FOLDERS {
        let found: Vec<String> = files(dir, folder).into_iter().filter(module).collect();
        let usual = ["handler.", "index.", "hook.", "main."].iter().find_map(|start| {
            found
                .iter()
                .find(|file| file.rsplit('/').next().is_some_and(|name| name.starts_with(start)))
        });
        match (usual, found.as_slice()) {
            (Some(file), _) | (None, [file]) => return Some(file.clone()),
            _ => {}
        }
    }
    None
}

fn only_script(dir: &Path) -> Option<String> {
    only(dir, |file| fs::read(dir.join(file)).is_ok_and(|bytes| bytes.starts_with(b"#!")))
}

/// The only file of a folder that is like this.
fn only(dir: &Path, like: impl Fn(&str) -> bool) -> Option<String> {
    let plain = |file: &str| file.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let mut found = files(dir, "").into_iter().filter(|file| plain(file) && like(file));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}
