//! A recorded answer, and the small home that it is about.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::machine::{Machine, Platform};

#[derive(Deserialize)]
struct File {
    case: Vec<Case>,
}

/// One home and what became of it. `{HOME}` in texts is the home.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the agent's own words are for people")]
pub struct Case {
    pub id: String,
    path: Option<String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    #[serde(default)]
    links: BTreeMap<String, String>,
    #[serde(default)]
    hardlinks: BTreeMap<String, String>,
    files: BTreeMap<String, Content>,
    pub fires: Option<BTreeMap<String, Vec<String>>>,
    pub registered: Option<Vec<String>>,
    pub loaded: Option<Vec<String>>,
    pub config_refused: Option<String>,
    loader_died: Option<String>,
    #[serde(default)]
    died: bool,
    hooks_enabled: Option<bool>,
    error: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Whole { text: Option<String>, bytes: Option<String>, mode: Option<String> },
}

pub struct Computer {
    pub machine: Machine,
    pub home: PathBuf,
    _root: tempfile::TempDir,
}

pub fn cases(agent: AgentId) -> Vec<Case> {
    let file = format!("../tests/runtimes/{agent}.toml");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let file: File = toml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    file.case
}

impl Case {
    /// The events that were sent: five, that of the start, and those that a home of its own asked for.
    pub fn sent(&self) -> BTreeSet<String> {
        let all = [
            "command:new",
            "command:reset",
            "session:new",
            "command",
            "Command:New",
            "gateway:startup",
        ];
        let own = self.fires.iter().flat_map(BTreeMap::keys).cloned();
        all.into_iter().map(str::to_owned).chain(own).collect()
    }

    pub fn computer(&self) -> Computer {
        let root = tempfile::tempdir().unwrap();
        let home = root.path().canonicalize().unwrap().join("home");
        fs::create_dir_all(&home).unwrap();
        let text = |text: &str| text.replace("{HOME}", &home.to_string_lossy());
        for (path, content) in &self.files {
            let to = home.join(path);
            if path.ends_with('/') {
                fs::create_dir_all(&to).unwrap();
                continue;
            }
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            let (bytes, mode) = match content {
                Content::Text(handler) if handler == "@handler" => (handler_of(path), None),
                Content::Text(it) => (text(it).into_bytes(), None),
                Content::Whole { text: Some(it), mode, .. } => {
                    (text(it).into_bytes(), mode.as_deref())
                }
                Content::Whole { bytes: Some(it), mode, .. } => (raw(it), mode.as_deref()),
                Content::Whole { .. } => panic!("{}: {path} has no content", self.id),
            };
            fs::OpenOptions::new().create(true).write(true).truncate(true).open(&to).unwrap();
            std::io::Write::write_all(
                &mut fs::OpenOptions::new().write(true).open(&to).unwrap(),
                &bytes,
            )
            .unwrap();
            if let Some(mode) = mode {
                let mode = u32::from_str_radix(mode, 8).unwrap();
                fs::set_permissions(&to, fs::Permissions::from_mode(mode)).unwrap();
            }
        }
        let place = |path: &str| {
            let path = home.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            path
        };
        for (link, to) in &self.links {
            symlink(to, place(link)).unwrap();
        }
        for (link, to) in &self.hardlinks {
            fs::hard_link(home.join(to), place(link)).unwrap();
        }
        let env = self.env.iter().map(|(name, value)| (name.clone(), text(value))).collect();
        let path = text(self.path.as_deref().unwrap_or("/usr/bin:/bin"));
        let path = path.split(':').map(PathBuf::from).collect();
        let machine = Machine::new(Platform::Linux, &home, env).with_path(path);
        Computer { machine, home, _root: root }
    }
}

/// A module that pushes its own folder.
fn handler_of(path: &str) -> Vec<u8> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    format!("export default async function h(e: any): Promise<void> {{ e.messages.push(\"{folder}\"); }}\n")
        .into_bytes()
}

/// `\xHH` is that byte.
fn raw(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend(&part.as_bytes()[2..]);
    }
    bytes
}
