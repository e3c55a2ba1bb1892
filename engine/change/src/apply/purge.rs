//! Keys that were cleared, in what is kept of earlier changes. The key itself is written down nowhere:
//! what a change cleared is worked out from its own copy when it is asked for.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::journal::{self, Journal};
use super::kept::Kept;
use super::{ApplyError, Change, order, store};
use crate::plan::PlanView;
use crate::plan::cleared::{between, secrets};
use crate::receipt::originals::{Original, Originals};
use crate::unsaved;
use tacklebox_agents::config::{self, Secret, Syntax};
use tacklebox_agents::hook::AgentId;
use tacklebox_agents::manifest;
use tacklebox_machine::cut::Cut;
use tacklebox_machine::data::lock;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// A shorter value is looked for at its own place only: "1" is in every file.
const TELLING: usize = 6;

/// How many changes have kept one of these.
pub(super) fn count(machine: &Machine, cleared: &[Secret]) -> u32 {
    if cleared.is_empty() {
        return 0;
    }
    let root = order::root(machine);
    let all = journal::all(machine);
    let holding = all.iter().filter(|(id, _)| holds(&root.join(id), cleared));
    u32::try_from(holding.count()).unwrap_or(u32::MAX)
}

/// Whether any file in a folder holds one of these.
fn holds(dir: &Path, cleared: &[Secret]) -> bool {
    let mut open = vec![dir.to_owned()];
    while let Some(dir) = open.pop() {
        let Ok(entries) = fs::read_dir(dir) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(path),
                Ok(kind) if kind.is_file() && file_holds(&path, cleared) => return true,
                _ => {}
            }
        }
    }
    false
}

fn file_holds(path: &Path, cleared: &[Secret]) -> bool {
    let Ok((Some(bytes), _)) = files::read(path, config::MAX_BYTES) else { return false };
    // Texts that are kept with a receipt are escaped once more.
    if let Some(originals) = Originals::parse(&bytes) {
        let of = |(name, original): (&String, &Original)| secrets(Path::new(name), &original.text);
        if originals.files.iter().flat_map(of).any(|found| is_among(cleared, &found)) {
            return true;
        }
    }
    text_holds(&String::from_utf8_lossy(&bytes), cleared)
}

fn text_holds(text: &str, cleared: &[Secret]) -> bool {
    let stands =
        |secret: &Secret| secret.value.len() >= TELLING && text.contains(secret.value.as_str());
    if cleared.iter().any(stands) {
        return true;
    }
    // Escaped, or too short to be told alone. A copy has no extension that says its syntax.
    let front = manifest::toml_front(text).map(|(start, end)| (Syntax::Toml, text.cut(start..end)));
    [(Syntax::Json5, text), (Syntax::Toml, text)]
        .into_iter()
        .chain(front)
        .any(|(syntax, text)| config::secrets(syntax, text).iter().any(|it| is_among(cleared, it)))
}

fn is_among(cleared: &[Secret], found: &Secret) -> bool {
    cleared.iter().any(|secret| {
        let same = secret.value == found.value;
        same && (secret.path == found.path || secret.value.len() >= TELLING)
    })
}

/// That so many changes still hold a key that was cleared.
pub fn kept(changes: u32) -> String {
    let (hold, they) = if changes == 1 { ("holds", "it") } else { ("hold", "they") };
    let changes = words::count(changes as usize, "earlier change");
    format!("{changes} still {hold} the key, so that {they} can be taken back.")
}

/// What [`purge`] would do.
///
/// # Errors
/// [`ApplyError::NothingToUndo`] where there is no such change any more.
pub fn view(machine: &Machine, id: &str) -> Result<PlanView, ApplyError> {
    let (_, cleared) = cleared_of(machine, id)?;
    Ok(PlanView {
        title: "Forget the key in what is kept?".to_owned(),
        steps: vec![
            kept(count(machine, &cleared)),
            "All of that is forgotten, and can no longer be taken back.".to_owned(),
        ],
        stays: vec!["The files of your agents stay as they are.".to_owned()],
        ..PlanView::default()
    })
}

fn change_of(machine: &Machine, id: &str) -> Result<Journal, ApplyError> {
    let unknown = || ApplyError::NothingToUndo("no such change is known.".to_owned());
    let known = journal::all(machine).into_iter().find(|(name, _)| name == id);
    known.map(|(_, change)| change).ok_or_else(unknown)
}

/// A change, and the keys that it cleared.
fn cleared_of(machine: &Machine, id: &str) -> Result<(Journal, Vec<Secret>), ApplyError> {
    let change = change_of(machine, id)?;
    let mut cleared = cleared_by(&change, &order::root(machine).join(id))?;
    // What it was before it was set again is a key as well.
    let is_one = |file: &Path, keys: &[String]| {
        cleared.iter().any(|own| own.file == file && own.keys == keys)
    };
    let earlier = earlier(machine, is_one);
    cleared.extend(earlier);
    Ok((change, cleared.into_iter().map(|own| own.secret).collect()))
}

/// A key that was in a file.
struct Cleared {
    file: PathBuf,
    /// What leads to it there, an entry of a list by its name: its place may be another one's later.
    keys: Vec<String>,
    secret: Secret,
}

impl Cleared {
    fn of(file: &Path, text: &str, secret: Secret) -> Self {
        let keys = match secret.path.iter().any(|key| is_index(key)) {
            true => by_names(text, &secret.path),
            false => secret.path.clone(),
        };
        Self { file: file.to_owned(), keys, secret }
    }
}

fn is_index(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit())
}

fn by_names(text: &str, path: &[String]) -> Vec<String> {
    let mut value: Option<Value> = toml::from_str(text).ok();
    let mut keys = Vec::new();
    for key in path {
        value = match value {
            Some(Value::Array(mut list)) => {
                let at = key.parse().ok().filter(|at| *at < list.len());
                at.map(|at: usize| list.swap_remove(at))
            }
            Some(Value::Object(mut map)) => map.remove(key),
            _ => None,
        };
        let name = value.as_ref().and_then(|it| it.get("name")).and_then(Value::as_str);
        keys.push(name.filter(|_| is_index(key)).unwrap_or(key).to_owned());
    }
    keys
}

/// The keys that were in files of earlier changes and are not there now.
fn earlier(machine: &Machine, is_one: impl Fn(&Path, &[String]) -> bool) -> Vec<Cleared> {
    let root = order::root(machine);
    let mut found = Vec::new();
    for (id, change) in journal::all(machine) {
        for kept in &change.steps {
            let Kept::File { path, before: Some(before), .. } = kept else { continue };
            let (Ok((old, _)), Ok((now, _))) =
                (files::read(&root.join(&id).join(before), u64::MAX), files::read(path, u64::MAX))
            else {
                continue;
            };
            let (old, now) = (text(old), secrets(path, &text(now)));
            let gone = secrets(path, &old).into_iter();
            let gone = gone.filter(|old| !now.iter().any(|new| new.value == old.value));
            let gone = gone.map(|secret| Cleared::of(path, &old, secret));
            found.extend(gone.filter(|own| is_one(path, &own.keys)));
        }
    }
    found
}

fn text(bytes: Option<Vec<u8>>) -> String {
    String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
}

/// Forgets every change that has kept a key which the change `id` cleared, or what that key was before; none of them can
/// be taken back afterwards. Where the key was set again since, nothing is forgotten.
///
/// # Errors
/// [`ApplyError::NothingToUndo`] where there is no such change any more.
pub fn purge(machine: &Machine, id: &str) -> Result<Change, ApplyError> {
    change_of(machine, id)?;
    let _alone = lock::wait(machine)?;
    let (change, cleared) = cleared_of(machine, id)?;
    forget(machine, change.agent, &cleared)
}

/// The same of a key that is in this file no more: `at` are the last of the keys that lead to it, and `of` is one above
/// them, where there are more.
///
/// # Errors
/// Where what is kept cannot be removed.
pub fn purge_gone(
    machine: &Machine,
    agent: AgentId,
    file: &Path,
    (of, at): (&str, &[String]),
) -> Result<Change, ApplyError> {
    let _alone = lock::wait(machine)?;
    let is_one = |path: &Path, keys: &[String]| {
        let above = keys.strip_suffix(at);
        path == file && above.is_some_and(|it| it.is_empty() || it.iter().any(|key| key == of))
    };
    let gone: Vec<Secret> = earlier(machine, is_one).into_iter().map(|own| own.secret).collect();
    forget(machine, agent, &gone)
}

fn forget(machine: &Machine, agent: AgentId, cleared: &[Secret]) -> Result<Change, ApplyError> {
    let root = order::root(machine);
    let mut forgotten = BTreeSet::new();
    for (name, _) in journal::all(machine) {
        if !cleared.is_empty() && holds(&root.join(&name), cleared) {
            journal::forget(machine, &name);
            forgotten.insert(name);
        }
    }
    store::collect(machine);
    let typed = forget_typed(machine, cleared)?;
    let left = forgotten.iter().find(|name| root.join(name).exists());
    if let Some(name) = left {
        return Err(ApplyError::Io {
            path: root.join(name),
            what: "removed",
            source: std::io::ErrorKind::PermissionDenied.into(),
        });
    }
    let count = forgotten.len();
    let mut summary = match count {
        0 if typed => String::new(),
        0 => "Nothing that is kept holds the key.".to_owned(),
        count => format!(
            "The key is gone from what is kept: {} can no longer be taken back.",
            words::count(count, "change")
        ),
    };
    if typed {
        summary = format!("{summary} It is gone from what was typed and not saved, too.");
    }
    Ok(Change {
        changed: count > 0 || typed,
        summary: summary.trim().to_owned(),
        ..Change::nothing(agent)
    })
}

/// Takes the keys out of what was typed and not saved; whether one was there. The rest of a text stays, where the key
/// can be told from it.
fn forget_typed(machine: &Machine, cleared: &[Secret]) -> Result<bool, ApplyError> {
    let (mut texts, stamp) = unsaved::read(machine)?;
    let holding = |text: &String| text_holds(text, cleared);
    if cleared.is_empty() || !texts.values().any(holding) {
        return Ok(false);
    }
    for text in texts.values_mut() {
        for secret in cleared.iter().filter(|secret| secret.value.len() >= TELLING) {
            *text = text.replace(&secret.value, "");
        }
    }
    texts.retain(|_, text| !holding(text));
    unsaved::write(machine, &texts, &stamp)?;
    Ok(true)
}

fn cleared_by(change: &Journal, dir: &Path) -> Result<Vec<Cleared>, ApplyError> {
    let mut cleared = Vec::new();
    for kept in &change.steps {
        let Kept::File { path, before: Some(before), .. } = kept else { continue };
        let (old, _) = files::read(&dir.join(before), u64::MAX)?;
        let (now, _) = files::read(path, u64::MAX)?;
        let old = text(old);
        let gone = between(path, &old, &text(now)).into_iter();
        cleared.extend(gone.map(|secret| Cleared::of(path, &old, secret)));
    }
    Ok(cleared)
}
