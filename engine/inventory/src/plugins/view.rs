//! A plugin as screens and JSON show it: what its files say, whether it loads, and what it listens to, in
//! three grades. Nothing is run for it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

use super::{Plugin, PluginState, Seen};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::typed::typed_hook;
use tacklebox_agents::hook::Note;
use tacklebox_audit::{self as audit, Finding, Reading, Registration, Severity, registrations};
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// So many files of one plugin are read for what they name, and so much of each.
const MOST_FILES: usize = 200;
const LONGEST: u64 = 512 * 1024;
const DEEPEST: usize = 6;

/// How much is known of what a plugin listens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Grade {
    /// Nothing in its files says so.
    Unknown,
    /// Its code names it, which is not to say that it does it.
    Named,
    /// It registered it when it was loaded here, and its files are the same since.
    Seen,
}

/// One thing that a plugin listens to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ListenKey {
    pub key: String,
    /// Known only once it was loaded.
    pub priority: Option<f64>,
    /// When that is, for a person.
    pub when: Option<String>,
}

/// What a plugin listens to, as far as it is known.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Listens {
    pub grade: Grade,
    pub keys: Vec<ListenKey>,
    /// When it was seen, RFC 3339.
    pub at: Option<String>,
}

/// What else it registers, by name: shown, never run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Registers {
    pub tools: Vec<String>,
    pub commands: Vec<String>,
    pub routes: Vec<String>,
    pub services: Vec<String>,
}

/// A plugin as it is listed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PluginView {
    pub id: String,
    pub name: String,
    pub version: Option<String>,
    pub description: Option<String>,
    pub dir: PathBuf,
    pub manifest: Option<PathBuf>,
    pub enabled: bool,
    /// Why it is not loaded, in the agent's words; `says` is the same for a person.
    pub reason: Option<String>,
    pub says: Option<String>,
    pub state: PluginState,
    /// Not for the page: a form is made of it.
    #[cfg_attr(feature = "specta", specta(skip))]
    pub config_schema: Option<Value>,
    pub listens: Listens,
    pub registers: Registers,
    pub findings: Vec<Finding>,
    pub notes: Vec<Note>,
}

/// What the code of a plugin names, over all of its files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    pub hooks: Vec<String>,
    pub registers: Registers,
}

/// Reads the files of a plugin for what they name.
pub fn names(agent: &Agent, plugin: &Plugin) -> Names {
    let mut found: Vec<Registration> = Vec::new();
    for file in files_of(plugin) {
        let Ok((Some(bytes), _)) = files::read(&file, LONGEST) else { continue };
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        found.extend(registrations(&String::from_utf8_lossy(&bytes), &name).unwrap_or_default());
    }
    let of = |calls: &[&str]| -> Vec<String> {
        let named = found.iter().filter(|it| calls.contains(&it.call.as_str()));
        named.map(|it| it.name.clone()).collect::<BTreeSet<_>>().into_iter().collect()
    };
    let known =
        |key: &String| typed_hook(key).is_some() || agent.dialect.dispatch_of(key).is_some();
    Names {
        hooks: of(&["on", "registerHook"]).into_iter().filter(known).collect(),
        registers: Registers {
            tools: of(&["registerTool"]),
            commands: of(&["registerCommand", "registerCli"]),
            routes: of(&["registerHttpRoute", "registerHttpHandler", "registerGatewayMethod"]),
            services: of(&["registerService", "registerChannel", "registerProvider"]),
        },
    }
}

/// The view of one plugin: its files are read for what they name, and for what the audit finds in them.
pub fn view(machine: &Machine, agent: &Agent, plugin: &Plugin) -> PluginView {
    let names = names(agent, plugin);
    let key = |key: String, priority: Option<f64>| ListenKey {
        when: typed_hook(&key).map(|hook| hook.when.to_owned()),
        key,
        priority,
    };
    let mut notes = Vec::new();
    let (grade, keys, at, registers) = match super::seen(machine, plugin) {
        Some(seen) => {
            notes.extend(unnamed(&names, &seen));
            let registers = seen.registers();
            let keys = seen.hooks.into_iter().map(|(name, priority)| key(name, Some(priority)));
            (Grade::Seen, keys.collect(), Some(seen.at), registers)
        }
        None => {
            let keys: Vec<_> = names.hooks.into_iter().map(|name| key(name, None)).collect();
            let grade = if keys.is_empty() { Grade::Unknown } else { Grade::Named };
            (grade, keys, None, names.registers)
        }
    };
    let state = plugin.state();
    let read = findings(plugin);
    notes.extend(read.unread.iter().map(|unread| Note {
        id: "not-read".into(),
        sentence: format!("{} was not read: {}", unread.file, unread.why),
        fixable: false,
        seen: "read here".into(),
    }));
    let says = plugin.entry.as_ref().err().cloned();
    PluginView {
        id: plugin.id.clone(),
        name: plugin.name.clone(),
        version: plugin.version.clone(),
        description: plugin.description.clone(),
        dir: plugin.dir.clone(),
        manifest: plugin.manifest.clone(),
        enabled: plugin.left_out.is_none(),
        reason: plugin.reason(),
        says: says.or_else(|| plugin.left_out.as_ref().map(|off| off.sentence())),
        state,
        config_schema: plugin.config_schema.clone(),
        listens: Listens { grade, keys, at },
        registers,
        findings: read.findings,
        notes,
    }
}

/// What it registered when it was loaded, and its code does not name: somebody may want it unseen.
fn unnamed(names: &Names, seen: &Seen) -> Option<Note> {
    let hidden = |(name, _): &&(String, f64)| !names.hooks.contains(name);
    let hidden: Vec<String> =
        seen.hooks.iter().filter(hidden).map(|(name, _)| name.clone()).collect();
    (!hidden.is_empty()).then(|| Note {
        id: "plugin-unnamed".into(),
        sentence: format!(
            "It registered {} when it was loaded, and its code does not name that.",
            words::all_of(hidden)
        ),
        fixable: false,
        seen: "loaded here".into(),
    })
}

/// What the audit finds above low in the files of a plugin, and what it did not read.
fn findings(plugin: &Plugin) -> Reading {
    let mut found = match &plugin.entry {
        Ok(file) if plugin.single => audit::module_file(file, &[]),
        _ => audit::advice(&plugin.dir, None, &[], &[]),
    };
    found.findings.retain(|finding| finding.severity != Severity::Low);
    found
}

/// The JavaScript and TypeScript files of a plugin, without what it depends on.
pub(super) fn files_of(plugin: &Plugin) -> Vec<PathBuf> {
    if plugin.single {
        return plugin.entry.clone().into_iter().collect();
    }
    let mut files = Vec::new();
    walk(&plugin.dir, 0, &mut files);
    files
}

fn walk(dir: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_unstable_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if files.len() >= MOST_FILES {
            return;
        }
        let name = entry.file_name().to_string_lossy().to_lowercase();
        // Links may lead anywhere: what they lead to is not the plugin's own.
        match entry.file_type() {
            Ok(kind)
                if kind.is_dir()
                    && name != "node_modules"
                    && !name.starts_with('.')
                    && depth < DEEPEST =>
            {
                walk(&entry.path(), depth + 1, files);
            }
            Ok(kind) if kind.is_file() && super::places::is_module(&name) => {
                files.push(entry.path());
            }
            _ => {}
        }
    }
}
