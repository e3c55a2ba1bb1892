//! `case.toml` and the folder beside it → a computer under a temporary folder.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tacklebox_engine::dialect::DOCUMENTED;
use tacklebox_engine::machine::{Machine, Platform};

/// `case.toml`. In `env`, `workspace`, link targets and the text of files, `$ROOT` is the folder
/// in which the case is laid out; paths are relative to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The rule that the case shows, in one sentence.
    pub about: String,
    /// One or several of `darwin`, `linux`, `win32`; `linux` if it does not matter.
    #[serde(default)]
    platform: Vec<Platform>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    /// Programs on PATH.
    #[serde(default)]
    path: Vec<String>,
    workspace: Option<String>,
    /// The version to judge by; the agent's text if it does not matter.
    runtime: Option<String>,
    /// Needs a user who may not read everything.
    #[serde(default)]
    pub root_skips: bool,
    // What git cannot keep:
    #[serde(default)]
    folders: Vec<String>,
    #[serde(default)]
    symlinks: BTreeMap<String, String>,
    #[serde(default)]
    hardlinks: BTreeMap<String, String>,
    #[serde(default)]
    generate: Vec<Generate>,
    #[serde(default)]
    modes: BTreeMap<String, String>,
}

/// A file that is too large, too odd or no file at all. `\xHH` in a path or text is that byte.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Generate {
    path: String,
    #[serde(default)]
    before: String,
    #[serde(default)]
    repeat: String,
    #[serde(default)]
    times: usize,
    #[serde(default)]
    after: String,
    #[serde(default)]
    fifo: bool,
}

pub struct Computer {
    pub machine: Machine,
    pub workspace: Option<PathBuf>,
    pub runtime: String,
    pub root: tempfile::TempDir,
}

impl Case {
    pub fn read(dir: &Path) -> Self {
        let text = fs::read_to_string(dir.join("case.toml"))
            .unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
        toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", dir.display()))
    }

    pub fn platforms(&self) -> Vec<Platform> {
        if self.platform.is_empty() { vec![Platform::Linux] } else { self.platform.clone() }
    }

    pub fn computer(&self, dir: &Path, platform: Platform) -> Computer {
        let root = tempfile::tempdir().unwrap();
        let base = root.path();
        fs::create_dir_all(base.join("home")).unwrap();
        copy(dir, base, base, true);
        for folder in &self.folders {
            fs::create_dir_all(base.join(folder)).unwrap();
        }
        for (link, target) in &self.symlinks {
            let link = made(base, link);
            symlink(target.replace("$ROOT", &base.to_string_lossy()), link).unwrap();
        }
        for (link, target) in &self.hardlinks {
            fs::hard_link(base.join(target), made(base, link)).unwrap();
        }
        for generate in &self.generate {
            generate.make(base);
        }
        for (path, mode) in &self.modes {
            let mode = u32::from_str_radix(mode, 8).unwrap();
            fs::set_permissions(base.join(path), fs::Permissions::from_mode(mode)).unwrap();
        }
        let bin = base.join("bin");
        for program in &self.path {
            let program = made(base, &format!("bin/{program}"));
            fs::File::create(&program).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let expand = |text: &str| text.replace("$ROOT", &base.to_string_lossy());
        let env = self.env.iter().map(|(name, value)| (name.clone(), expand(value))).collect();
        Computer {
            machine: Machine::new(platform, base.join("home"), env).with_path(vec![bin]),
            workspace: self.workspace.as_deref().map(|dir| PathBuf::from(expand(dir))),
            runtime: self.runtime.clone().unwrap_or_else(|| DOCUMENTED.to_owned()),
            root,
        }
    }
}

impl Generate {
    fn make(&self, base: &Path) {
        let path = made(base, &self.path);
        if self.fifo {
            assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
            return;
        }
        let mut text = bytes(&self.before);
        text.extend(bytes(&self.repeat).repeat(self.times));
        text.extend(bytes(&self.after));
        fs::File::create(path).unwrap().write_all(&text).unwrap();
    }
}

/// The place of a path whose folder is there.
fn made(base: &Path, path: &str) -> PathBuf {
    let path = base.join(std::ffi::OsString::from_vec(bytes(path)));
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    path
}

fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut parts = text.split("\\x");
    bytes.extend(parts.next().unwrap_or_default().as_bytes());
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend(&part.as_bytes()[2..]);
    }
    bytes
}

fn copy(from: &Path, to: &Path, base: &Path, top: bool) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            fs::create_dir_all(to.join(&name)).unwrap();
            copy(&path, &to.join(&name), base, false);
        } else if !top {
            let mode = fs::metadata(&path).unwrap().permissions();
            let placed = |text: String| text.replace("$ROOT", &base.to_string_lossy()).into_bytes();
            let bytes = String::from_utf8(fs::read(&path).unwrap());
            let bytes = bytes.map_or_else(std::string::FromUtf8Error::into_bytes, placed);
            let copied = to.join(&name);
            fs::File::create(&copied).unwrap().write_all(&bytes).unwrap();
            fs::set_permissions(&copied, mode).unwrap();
        }
    }
}

pub fn is_root() -> bool {
    std::process::Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout == b"0\n")
}
