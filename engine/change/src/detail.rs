//! One hook in full: its setup as a checklist, when it runs, its files and its receipt. What
//! `hooks info` prints and the hook's own screen shows.

use std::fs;

use serde::Serialize;

use crate::install::remove;
use crate::ops;
use crate::order;
use crate::program;
use crate::receipt::{self, Receipt};
use crate::sentence;
use crate::setup::{self, SetupItem};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::{Handler, Hook, Source};
use tacklebox_agents::manifest;
use tacklebox_agents::moment::{self, Trigger};
use tacklebox_audit::{Finding, Unread};
use tacklebox_inventory::discover::{Candidate, Kind, file_name, script};
use tacklebox_inventory::inventory::{Inventory, fixed};
use tacklebox_machine::cut::Cut;
use tacklebox_machine::machine::Machine;

/// The most of a manifest's text that is shown, in bytes.
const MAX_BODY: usize = 256 * 1024;

/// One hook in full.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct HookDetail {
    pub hook: Hook,
    /// The manifest's text below the front matter, as Markdown.
    pub body: String,
    /// Of its folder; of an entry of a config, the scripts beside that which it starts.
    pub files: Vec<FileEntry>,
    /// Those of its files that its command starts.
    pub starts: Vec<String>,
    /// The files that its module, or its command and the scripts that it starts, name and read.
    pub reads: Vec<String>,
    /// The one of its files that is its program, where a person may edit it here.
    pub program: Option<String>,
    pub receipt: Option<Receipt>,
    /// What its command and files would do; [`detail`] leaves it to `examine::hook`, which takes its time.
    pub findings: Vec<Finding>,
    /// What was not read for that.
    pub unread: Vec<Unread>,
    pub setup: Vec<SetupItem>,
    pub triggers: Vec<Trigger>,
    /// Why it has no switch; none where it has one.
    pub switch_blocked: Option<String>,
    /// Why it cannot be removed; none where it can.
    pub remove_blocked: Option<String>,
    /// Whether it has a text of its own that says what it does, and that can be changed as a sentence.
    pub editable: bool,
    /// That its order number has no say in the version in force; none where it has.
    pub unordered: Option<String>,
}

/// A file of a hook's folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FileEntry {
    pub path: String,
    /// At most 4 GiB is told; a hook's files are far below.
    pub bytes: u32,
}

/// Everything about one hook; none where there is no hook of this id.
pub fn detail(machine: &Machine, inventory: &Inventory, id: &str) -> Option<HookDetail> {
    let (hook, candidate) = inventory.find(id)?;
    let agent = inventory.agent();
    let files = program::files_of(hook);
    let there = |name: &String| files.iter().any(|(file, _)| file == name);
    let own = || program::read_only(machine, agent, hook).is_none();
    let program = programs(hook).into_iter().find(there).filter(|_| own());
    // By now more may have been heard than when the list was made.
    let heard = inventory.listen(machine);
    Some(HookDetail {
        body: body(agent, candidate),
        files: files
            .into_iter()
            .map(|(path, bytes)| FileEntry {
                path,
                bytes: u32::try_from(bytes).unwrap_or(u32::MAX),
            })
            .collect(),
        starts: starts(hook),
        reads: reads(hook),
        program,
        receipt: hook.dir.as_deref().and_then(|dir| receipt::read(machine, dir)),
        findings: Vec::new(),
        unread: Vec::new(),
        setup: setup::checklist(machine, agent, candidate, hook),
        triggers: hook
            .events
            .iter()
            .map(|key| {
                // Named in a manifest, an event of plugins is none.
                let trigger = match candidate.kind {
                    Kind::Gateway => moment::trigger_of(agent.id(), key).by(agent.dialect),
                    _ => moment::trigger(agent.id(), key).in_folder(agent.dialect),
                };
                heard.told(trigger).done_by(hook.action.as_ref(), agent.answers())
            })
            .collect(),
        switch_blocked: switch_blocked(agent, hook, candidate),
        remove_blocked: remove::blocked(candidate.kind, hook.source),
        // The text of a plugin's hook is the plugin's.
        editable: hook.source != Source::Plugin && sentence::of(agent, hook, candidate).is_ok(),
        unordered: order::unread(agent),
        hook: Hook { called_for_real: inventory.called(&heard, candidate, hook), ..hook.clone() },
    })
}

/// The file of its folder that a hook runs as its module, or those that its command starts.
pub fn programs(hook: &Hook) -> Vec<String> {
    match (&hook.handler, &hook.dir) {
        (Some(Handler::Module { path, .. }), Some(dir)) => {
            let name = path.strip_prefix(dir).unwrap_or(path);
            vec![name.display().to_string()]
        }
        _ => starts(hook),
    }
}

/// The files of a hook's own folder, or beside its config, that its command starts.
pub fn starts(hook: &Hook) -> Vec<String> {
    let command = hook.action.as_ref().and_then(|action| action.command.as_deref());
    match (command, program::folder(hook)) {
        (Some(command), Some(dir)) => script::files(command, &dir),
        _ => Vec::new(),
    }
}

/// The files that a hook's module, or its command and the scripts of its own that it starts, name and read.
fn reads(hook: &Hook) -> Vec<String> {
    if let Some(Handler::Module { path, .. }) = &hook.handler {
        let text = ops::text_of(path, manifest::MAX_BYTES as u64).ok().and_then(|it| it.0);
        return tacklebox_audit::module_reads(&text.unwrap_or_default(), &file_name(path));
    }
    let Some(command) = hook.action.as_ref().and_then(|action| action.command.as_deref()) else {
        return Vec::new();
    };
    let mut all = tacklebox_audit::reads(command);
    let dir = program::folder(hook).unwrap_or_default();
    let scripts = starts(hook).into_iter().map(|name| dir.join(name));
    for text in scripts.filter_map(|path| ops::text_of(&path, manifest::MAX_BYTES as u64).ok()?.0) {
        if text.lines().next().is_some_and(|line| line.starts_with("#!") && line.contains("sh")) {
            for file in tacklebox_audit::reads(&text) {
                if !all.contains(&file) {
                    all.push(file);
                }
            }
        }
    }
    all
}

fn switch_blocked(agent: &Agent, hook: &Hook, candidate: &Candidate) -> Option<String> {
    if let Some(fixed) = fixed(agent, candidate) {
        return Some(fixed.sentence(agent.dialect.title));
    }
    match candidate.kind {
        Kind::Hook if candidate.source == Source::Plugin => {
            let way = ops::error::unnamed(agent, hook);
            let way = way.unwrap_or_else(|| ", and goes on and off with it.".to_owned());
            Some(format!("It comes with a plugin{way}"))
        }
        Kind::Legacy | Kind::Gateway => {
            Some("It has no switch: it runs as long as it is in the config.".to_owned())
        }
        Kind::Hook if candidate.effective().is_err() => {
            Some("It cannot be switched while its manifest cannot be read.".to_owned())
        }
        Kind::Hook | Kind::Builtin => None,
    }
}

fn body(agent: &Agent, candidate: &Candidate) -> String {
    let Some(path) = &candidate.manifest_path else { return String::new() };
    if candidate.dir.is_none() {
        return String::new();
    }
    let read = |path: &std::path::Path| {
        let meta = fs::metadata(path).ok()?;
        // Larger than a manifest may be: none of it is worth reading into memory.
        if !meta.is_file() || meta.len() > manifest::MAX_BYTES as u64 {
            return None;
        }
        fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    };
    let format = agent.dialect.format;
    let text = match format {
        tacklebox_agents::dialect::Format::HookToml => candidate
            .dir
            .as_deref()
            .and_then(|dir| read(&dir.join("README.md")))
            .unwrap_or_default(),
        _ => {
            let text = read(path).unwrap_or_default();
            let start = manifest::body_start(format, &text);
            text.get(start..).unwrap_or_default().to_owned()
        }
    };
    let mut end = text.len().min(MAX_BODY);
    while !text.is_char_boundary(end) {
        end = end.saturating_sub(1);
    }
    text.cut(..end).trim().to_owned()
}
