//! Folders → hooks. Each hook folder is read once; none of it is decided here that depends on
//! another hook or on the config, so that one changed file means one folder read again.

mod bytes;
mod command;
mod danger;
mod ends;
mod folders;
mod links;
mod module;
mod names;
mod packs;
pub mod script;
pub(crate) mod seeded;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::Value;

use self::bytes::{Read, read_manifest};
pub(crate) use self::command::{CommandFile, command_file, relative_file};
pub use self::danger::Danger;
pub(crate) use self::folders::as_listed;
pub use self::folders::{Folders, folders};
pub(crate) use self::links::{Mark, is_dangling, is_link, mark, mark_of_folder, stray_handler};
pub use self::module::{Module, Vain};
pub(crate) use self::packs::read_all;
pub use self::packs::{in_root, is_pack};
use self::script::Script;
use tacklebox_agents::agent::{Agent, Root};
use tacklebox_agents::dialect::Format;
use tacklebox_agents::hook::{Handler, Source};
use tacklebox_agents::manifest::shipped::Reading;
use tacklebox_agents::manifest::{self, Action, Broken, Manifest};
use tacklebox_audit::{self as audit, Finding};
use tacklebox_machine::files::inside;

/// One hook as its folder (or the config) tells it.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub source: Source,
    /// What tells its root from others of the same source, in ids.
    pub tag: String,
    pub dir: Option<PathBuf>,
    /// The folder's name, or the hook's where there is none.
    pub dir_name: String,
    pub manifest_path: Option<PathBuf>,
    pub manifest: Result<Manifest, Broken>,
    /// What the version in force reads, where that is something else.
    pub reading: Option<Box<Reading>>,
    pub handler: Option<Handler>,
    pub trouble: Option<Trouble>,
    /// A file that the command starts and that nobody may execute.
    pub not_executable: Option<String>,
    /// A file that the command starts and that is not there, where the agent does not look.
    pub absent: Option<String>,
    /// A script that the command starts and that may not be read.
    pub locked: Option<String>,
    /// A file that its command starts and that the agent looks for where it was started itself.
    pub elsewhere: Option<String>,
    /// Its folder or its handler is a symbolic or hard link.
    pub linked: bool,
    /// The id of what a link of it leads to, where the version in force differs there from the text.
    pub by_link: Option<&'static str>,
    /// Whether its module can be loaded, as far as it was read.
    pub module: Module,
    /// By what its module is told from what it was; none where that was not looked up.
    pub(crate) mark: Option<Mark>,
    /// The name of the file that its command starts, and by what it is told from what it was; none where nobody looked.
    pub(crate) started: Option<(String, Mark)>,
    /// No package is in its folder; false where nobody looked.
    pub(crate) lone: bool,
    /// It ships with Tacklebox, and is about to be installed.
    pub included: bool,
    pub findings: Vec<Finding>,
    /// What of it is serious, where its agent does not look.
    pub(crate) danger: Danger,
    /// What the bytes of its manifest are told by.
    pub(crate) told_by: u64,
    /// How its command and the scripts that it starts answer, once somebody asked.
    pub(crate) script: OnceLock<Script>,
    pub kind: Kind,
}

/// What a candidate is beside a hook folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A folder with a manifest, or an entry that is treated like one (Moltis).
    Hook,
    /// A handler that the config registers directly.
    Legacy,
    /// A handler of OpenClaw's gateway, by its plugin event names.
    Gateway,
    Builtin,
}

/// Why a manifest that reads well is of no use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The loader does not count it as a hook.
    NoHandler(String),
    /// The loader tries and refuses.
    Refused(String),
}

impl Trouble {
    pub fn message(&self) -> &str {
        match self {
            Self::NoHandler(message) | Self::Refused(message) => message,
        }
    }
}

impl Candidate {
    /// Somebody accepted what the audit finds in this hook: its manifest, or the config.
    pub(crate) fn skips_audit(&self, agent: &Agent) -> bool {
        skips_audit(agent, self.manifest.as_ref().ok())
    }

    /// One of which nothing but its manifest is known yet.
    pub fn new(source: Source, dir_name: String, manifest: Result<Manifest, Broken>) -> Self {
        Self {
            source,
            tag: String::new(),
            dir: None,
            dir_name,
            manifest_path: None,
            manifest,
            reading: None,
            handler: None,
            trouble: None,
            not_executable: None,
            absent: None,
            locked: None,
            elsewhere: None,
            linked: false,
            by_link: None,
            module: Module::NotRead,
            mark: None,
            started: None,
            lone: false,
            included: false,
            findings: Vec::new(),
            danger: Danger::NotRead,
            told_by: 0,
            script: OnceLock::new(),
            kind: Kind::Hook,
        }
    }

    /// The manifest as the version in force reads it.
    pub fn effective(&self) -> Result<&Manifest, &Broken> {
        self.reading.as_ref().map_or(self.manifest.as_ref(), |reading| reading.manifest.as_ref())
    }

    /// The gravest of what it does, as far as it was read.
    pub fn grave(&self) -> Option<&str> {
        let own = self.findings.iter().find(|finding| finding.severity == audit::Severity::High);
        own.map(|finding| finding.why.as_str()).or_else(|| self.danger.why())
    }

    /// The file that it runs, where that is a module.
    pub(crate) fn module_path(&self) -> Option<&Path> {
        match &self.handler {
            Some(Handler::Module { path, .. }) => Some(path),
            _ => None,
        }
    }

    /// What it says to a person: as its author meant it, else as it is read.
    pub fn shown(&self) -> Option<&Manifest> {
        self.manifest.as_ref().ok().or_else(|| self.effective().ok())
    }

    /// The manifest's name, else the folder's.
    pub fn name(&self) -> &str {
        match self.effective() {
            Ok(manifest) => &manifest.name,
            Err(broken) => broken.name.as_deref().unwrap_or(&self.dir_name),
        }
    }

    /// The agent's discovery would count it: it reads well and has a handler.
    pub fn is_discovered(&self) -> bool {
        self.effective().is_ok() && !matches!(self.trouble, Some(Trouble::NoHandler(_)))
    }
}

/// As [`read_all`], for a folder that may have gone.
pub(crate) fn read_if_there(agent: &Agent, root: &Root, dir: &Path) -> Vec<Candidate> {
    match dir.is_dir() || is_dangling(dir) {
        true => read_all(agent, root, dir, is_link(dir)),
        false => Vec::new(),
    }
}

/// Reads one hook folder; none where it holds no manifest. The caller lists folders and knows which of them are links.
pub fn read(agent: &Agent, root: &Root, dir: &Path, dir_linked: bool) -> Option<Candidate> {
    let dialect = agent.dialect;
    let mut file = Read::default();
    let cut = dialect.rules.reads_long && dialect.format != Format::HookToml;
    let manifest = match read_manifest(&inside(dir, dialect.manifest_file()), cut) {
        Ok(None) if dir_linked && is_dangling(dir) => Err(Broken {
            line: None,
            message: "This folder is a link to a place that is not there.".into(),
            name: None,
        }),
        Ok(None) => return None,
        Ok(Some(read)) => {
            file = read;
            manifest::parse(dialect.format, dialect.metadata_keys, &file.bytes)
        }
        Err(message) => Err(Broken { line: None, message, name: None }),
    };
    Some(of_text(agent, root, dir, dir_linked, manifest, &file))
}

/// One hook folder as if its manifest held these bytes.
pub(crate) fn read_as(agent: &Agent, root: &Root, dir: &Path, bytes: &[u8]) -> Candidate {
    let manifest = manifest::parse(agent.dialect.format, agent.dialect.metadata_keys, bytes);
    let file = Read { bytes: bytes.to_owned(), plain: false };
    of_text(agent, root, dir, is_link(dir), manifest, &file)
}

fn of_text(
    agent: &Agent,
    root: &Root,
    dir: &Path,
    dir_linked: bool,
    manifest: Result<Manifest, Broken>,
    file: &Read,
) -> Candidate {
    let (dialect, bytes) = (agent.dialect, &*file.bytes);
    let manifest_path = inside(dir, dialect.manifest_file());
    // Two names that are not text can look alike: they still are two hooks.
    let tag = match dir.file_name().is_some_and(|name| name.to_str().is_none()) {
        true => root.tag.clone() + &tacklebox_agents::projects::short_hash(dir),
        false => root.tag.clone(),
    };
    let dir_name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // What could not even be opened, no version reads.
    let reading = match bytes.is_empty() {
        true => None,
        false => manifest::shipped::reading(dialect, &dir_name, bytes, &manifest).map(Box::new),
    };
    let effective = reading.as_ref().map_or(manifest.as_ref(), |it| it.manifest.as_ref());
    let parts = effective.map(|it| parts(agent, dir, dir_linked, it, file)).unwrap_or_default();
    Candidate {
        tag,
        dir: Some(dir.to_owned()),
        manifest_path: Some(manifest_path),
        reading,
        handler: parts.handler,
        trouble: parts.trouble,
        not_executable: parts.not_executable,
        absent: parts.absent,
        locked: parts.locked,
        linked: parts.linked,
        by_link: parts.by_link,
        mark: parts.mark,
        started: parts.started,
        lone: false,
        findings: parts.findings,
        told_by: danger::hash(bytes),
        ..Candidate::new(root.source, dir_name, manifest)
    }
}

/// What a folder holds beside its manifest.
#[derive(Default)]
struct Parts {
    handler: Option<Handler>,
    trouble: Option<Trouble>,
    not_executable: Option<String>,
    absent: Option<String>,
    locked: Option<String>,
    linked: bool,
    by_link: Option<&'static str>,
    mark: Option<Mark>,
    started: Option<(String, Mark)>,
    findings: Vec<Finding>,
}

impl Parts {
    /// What is wrong with a file that the command starts, where the agent does not look.
    fn take(&mut self, file: CommandFile) {
        match file {
            CommandFile::Fine => {}
            CommandFile::NotExecutable(file) => self.not_executable = Some(file),
            CommandFile::Absent(file) => self.absent = Some(file),
            CommandFile::Locked(file) => self.locked = Some(file),
        }
    }
}

fn parts(agent: &Agent, dir: &Path, dir_linked: bool, manifest: &Manifest, file: &Read) -> Parts {
    let dialect = agent.dialect;
    let mut parts = Parts::default();
    if !dialect.handler_files.is_empty() {
        let export = manifest.export.clone().unwrap_or_else(|| "default".to_owned());
        let found = links::module(agent, dir, dir_linked, file.plain);
        parts.linked = found.linked;
        parts.by_link = found.effect;
        parts.mark = found.mark;
        match found.path {
            Ok(path) => parts.handler = Some(Handler::Module { path, export }),
            Err(trouble) => parts.trouble = Some(trouble),
        }
        return parts;
    }
    let limit = agent.limit_secs();
    parts.handler = manifest.action.as_ref().map(|action| handler(action, limit));
    if dialect.reads_commands
        && let Some(Action::Shell { command, .. }) = &manifest.action
    {
        let started = command_file(command, dir);
        parts.linked = started.linked;
        parts.started = started.told;
        match started.file {
            CommandFile::Absent(file) if dialect.rules.checks_command => {
                parts.trouble = Some(Trouble::Refused(format!(
                    "The command starts {file}, and there is no such file{}.",
                    if file.starts_with('/') { "" } else { " in the hook's folder" }
                )));
            }
            file => parts.take(file),
        }
    }
    if let Some(Action::Shell { command, workdir: None, .. }) = &manifest.action {
        parts.take(command::script_file(command, dir));
        if !dialect.reads_commands {
            parts.take(command_file(command, dir).file);
        }
    }
    if dialect.audited {
        parts.findings = findings(manifest, dir, (dialect.manifest_file(), &file.bytes));
    }
    if dialect.rules.audits_names_only && !skips_audit(agent, Some(manifest)) {
        parts.trouble = names::refused(agent, dir, &file.bytes).or(parts.trouble);
    }
    parts.trouble = seeded::overwritten(agent, dir).or(parts.trouble);
    parts.absent = parts.absent.filter(|file| !seeded::puts(agent, dir, file));
    parts
}

/// Somebody accepted what the audit finds: in its manifest, or in the config.
fn skips_audit(agent: &Agent, manifest: Option<&Manifest>) -> bool {
    manifest.is_some_and(|manifest| manifest.skip_security_audit)
        || agent.section.get("skip_security_audit") == Some(&Value::Bool(true))
}

/// What a manifest's own action runs, as it is shown.
pub fn handler(action: &Action, default_timeout_secs: u32) -> Handler {
    match action {
        Action::Shell { command, timeout_secs, .. } => Handler::Shell {
            command: command.clone(),
            timeout_secs: timeout_secs.unwrap_or(default_timeout_secs),
        },
        Action::Http { url, .. } => {
            Handler::Http { method: action.method().to_owned(), url: url.clone() }
        }
        Action::Prompt { prepend, .. } => {
            Handler::Prompt { position: if *prepend { "prepend" } else { "append" }.to_owned() }
        }
    }
}

fn findings(manifest: &Manifest, dir: &Path, read: (&str, &[u8])) -> Vec<Finding> {
    let mut findings = match &manifest.action {
        Some(Action::Shell { command, line, .. }) => audit::command(command, read.0, *line),
        _ => Vec::new(),
    };
    findings.extend(audit::folder(dir, &[read]));
    findings
}

/// The name of a file for a person.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_else(|| OsStr::new("")).to_string_lossy().into_owned()
}
