//! The version of an agent on this computer, found without running anything: from the package beside the
//! program that PATH finds, an app, or a package of the system. What only the program itself can say is
//! taken from what it said earlier ([`super::asked`]).

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::asked::{self, Answer};
use crate::dialect::finding::{Finding, Tells};
use crate::hook::AgentId;
use tacklebox_machine::files;
use tacklebox_machine::machine::{Machine, Platform};

/// What was found of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// As it calls itself; none where it does not say.
    pub version: Option<String>,
    /// The package, the app or the program.
    pub path: PathBuf,
    /// The known version that it is, where that does not follow from its number.
    pub(super) stands_for: Option<&'static str>,
    /// What its program is started by, where that is a script.
    pub(super) started_by: Option<Interpreter>,
}

/// What the first line of a script names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interpreter {
    pub name: String,
    /// Its file; none where PATH is to say which.
    pub program: Option<PathBuf>,
}

impl Interpreter {
    /// Of `#!/usr/bin/env node` and `#!/opt/node/bin/node`.
    fn of(script: &Path) -> Option<Self> {
        let mut head = Vec::new();
        fs::File::open(script).ok()?.take(FIRST_LINE).read_to_end(&mut head).ok()?;
        let line = String::from_utf8_lossy(head.strip_prefix(b"#!")?).into_owned();
        let mut words = line.lines().next()?.split_whitespace();
        let first = Path::new(words.next()?);
        let name = |path: &Path| Some(path.file_stem()?.to_str()?.to_owned());
        if name(first)? != "env" {
            return Some(Self { name: name(first)?, program: Some(first.to_owned()) });
        }
        let named = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
        Some(Self { name: named.to_owned(), program: None })
    }
}

/// How much of a script is looked at, in bytes.
const MOST_OF_SCRIPT: u64 = 64 * 1024;
/// The longest first line that systems read, in bytes.
const FIRST_LINE: u64 = 256;

impl Found {
    const fn of(version: Option<String>, path: PathBuf) -> Self {
        Self { version, path, stands_for: None, started_by: None }
    }
}

/// Looks for the agent; none where it is not here.
pub(super) fn found(machine: &Machine, agent: AgentId) -> Option<Found> {
    let finding = &agent.dialect().finding;
    by_program(machine, finding)
        .or_else(|| packaged(machine, finding))
        .or_else(|| app(machine, finding))
}

fn by_program(machine: &Machine, finding: &Finding) -> Option<Found> {
    let Some(asks) = &finding.asks else { return own_packages(machine, finding).next() };
    finding.programs.iter().find_map(|name| {
        let mut found = Found::of(None, machine.program(name)?);
        if let Some(Answer { version, has }) = asked::kept(machine, &found.path) {
            found.version = version;
            if let (Tells::Command { with, without, .. }, Some(has)) = (asks.tells, has) {
                found.stands_for = Some(if has { with } else { without });
            }
        }
        Some(found)
    })
}

/// Where the agent's own packages are: those that its programs on PATH belong to.
pub fn packages(machine: &Machine, finding: &Finding) -> impl Iterator<Item = PathBuf> {
    own_packages(machine, finding).map(|found| found.path)
}

fn own_packages(machine: &Machine, finding: &Finding) -> impl Iterator<Item = Found> {
    finding.programs.iter().filter_map(|name| {
        let program = machine.program(name)?;
        let script = fs::canonicalize(&program).ok()?;
        let of = |file: &Path| {
            let found = package_of(&program, file, finding.packages)?;
            Some(Found { started_by: Interpreter::of(file), ..found })
        };
        of(&script).or_else(|| {
            let files = starts(machine, &program, &script);
            files.iter().find_map(|file| of(file))
        })
    })
}

/// The files that a script of the shell, or a command file of Windows, starts in its place: other installers than npm write
/// one.
fn starts(machine: &Machine, program: &Path, script: &Path) -> Vec<PathBuf> {
    let is_shell = Interpreter::of(script)
        .is_some_and(|by| matches!(&*by.name, "sh" | "bash" | "dash" | "ksh" | "zsh"));
    let ending = script.extension().unwrap_or_default();
    let is_command = ["cmd", "bat"].iter().any(|it| ending.eq_ignore_ascii_case(it));
    if !is_shell && !is_command {
        return Vec::new();
    }
    let Ok((Some(bytes), _)) = files::read(script, MOST_OF_SCRIPT) else { return Vec::new() };
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().filter_map(|line| match is_command {
        true => Some(line),
        false => line.trim_start().strip_prefix("exec "),
    });
    // What is in quotes is one word.
    let words = lines.flat_map(|line| {
        line.split(['"', '\'']).enumerate().flat_map(|(at, part)| match at % 2 {
            1 => vec![part],
            _ => part.split_whitespace().collect(),
        })
    });
    let own = program.parent().map(Path::to_string_lossy).unwrap_or_default();
    let home = machine.home().to_string_lossy();
    let path = |word: &str| {
        let word = if is_command { word.replace('\\', "/") } else { word.to_owned() };
        let folder: &[&str] =
            if is_command { &["%~dp0", "%dp0%"] } else { &["${basedir}", "$basedir"] };
        let word = folder.iter().fold(word, |it, name| it.replace(name, &own));
        ["${HOME}", "$HOME"].iter().fold(word, |it, name| it.replace(name, &home))
    };
    let files = words.map(path).filter(|it| !it.contains(['$', '%'])).map(PathBuf::from);
    files.filter(|it| it.is_absolute()).filter_map(|it| fs::canonicalize(it).ok()).collect()
}

#[derive(Deserialize)]
struct Package {
    name: Option<String>,
    version: Option<String>,
}

/// The package of one of these names that a program belongs to: the one that its file is in, or the one beside it that
/// npm's command file on Windows starts.
fn package_of(program: &Path, script: &Path, names: &[&str]) -> Option<Found> {
    let above = script.ancestors().skip(1).take(4).map(Path::to_owned);
    let modules = program.parent().map(|dir| dir.join("node_modules"));
    let beside = modules.iter().flat_map(|dir| names.iter().map(|name| dir.join(name)));
    above.chain(beside).find_map(|dir| {
        let package = package(&dir)?;
        let name = package.name.as_deref();
        name.is_some_and(|name| names.contains(&name)).then(|| Found::of(package.version, dir))
    })
}

fn package(dir: &Path) -> Option<Package> {
    serde_json::from_slice(&fs::read(dir.join("package.json")).ok()?).ok()
}

fn packaged(machine: &Machine, finding: &Finding) -> Option<Found> {
    let dir = finding.package.filter(|_| machine.platform() == Platform::Linux)?;
    in_folder(Path::new(dir))
}

/// What a package of the system puts into a folder of its own.
fn in_folder(dir: &Path) -> Option<Found> {
    Some(Found::of(package(dir)?.version, dir.to_owned()))
}

fn app(machine: &Machine, finding: &Finding) -> Option<Found> {
    let name = finding.app.filter(|_| machine.platform() == Platform::Darwin)?;
    let folders = [PathBuf::from("/Applications"), machine.home().join("Applications")];
    folders.into_iter().map(|folder| folder.join(name)).find_map(|app| {
        let info = fs::read(app.join("Contents/Info.plist")).ok()?;
        // One that is not written as text is there all the same.
        let version = plist(&String::from_utf8_lossy(&info), "CFBundleShortVersionString");
        Some(Found::of(version, app))
    })
}

/// The text of a key in a property list that is written as XML.
fn plist(text: &str, key: &str) -> Option<String> {
    let behind = text.split_once(&format!("<key>{key}</key>"))?.1.trim_start();
    let value = behind.strip_prefix("<string>")?.split_once("</string>")?.0.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_a_package_of_the_system_says_its_version() {
        let dir = tempfile::tempdir().unwrap();
        assert!(in_folder(dir.path()).is_none());
        let text = br#"{"name": "whatever", "version": "2.0.3"}"#;
        let absent = tacklebox_machine::files::Stamp::Absent;
        let file = dir.path().join("package.json");
        tacklebox_machine::files::save(&file, text, &absent, 0o644).unwrap();
        let found = in_folder(dir.path()).unwrap();
        assert_eq!((found.version.as_deref(), &*found.path), (Some("2.0.3"), dir.path()));
    }

    #[test]
    fn an_app_says_its_version() {
        let text = "<dict>\n<key>CFBundleShortVersionString</key>\n\t<string>2.0.1</string></dict>";
        assert_eq!(plist(text, "CFBundleShortVersionString").as_deref(), Some("2.0.1"));
        assert_eq!(plist("<dict/>", "CFBundleShortVersionString"), None);
    }
}
