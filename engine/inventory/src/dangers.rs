//! What a hook would do that is serious, where its agent does not look at that itself: in its manifest, its module, the
//! files that it starts, and those that these name in turn. Each hook is read once for what it holds: the answer is kept in
//! our own data, by what its manifest says, by the marks of these files, and by those of its folders, where another may come.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tacklebox_agents::hook::{AgentId, Source};
use tacklebox_agents::manifest::Action;
use tacklebox_audit::Severity;
use tacklebox_machine::data;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

use crate::discover::{Candidate, Danger, Mark, file_name, mark, mark_of_folder};
use crate::examine;

const FILE: &str = "dangers.txt";
const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// What is kept counts for one way of reading only. A test fails where that changes and this does not.
const EDITION: &str = concat!("1 ", env!("CARGO_PKG_VERSION"));
/// Of a folder with more files nothing is kept.
const MOST_FILES: usize = 2_000;
const DEEPEST: usize = 8;
/// The code of others, and what git keeps: nobody starts a hook from there.
const LEFT_OUT: [&str; 2] = ["node_modules", ".git"];
/// More of a file is not looked through for the names of others.
const LENGTH: u64 = 512 * 1024;

#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    manifest: u64,
    /// Which of its files is the module.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    module: Option<String>,
    /// The files that were read, and its folders: that of the hook has no name.
    files: Vec<(String, Mark)>,
    folders: Vec<(String, Mark)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl Entry {
    fn holds(&self, candidate: &Candidate, dir: &Path) -> bool {
        let module = candidate.module_path();
        let told = |name: &String, known: &Mark| {
            let file = dir.join(name);
            let kept = candidate.mark.filter(|_| module == Some(&file));
            kept.or_else(|| mark(&fs::metadata(&file).ok()?)) == Some(*known)
        };
        let same = |name: &String, known: &Mark| {
            fs::metadata(dir.join(name)).ok().and_then(|it| mark_of_folder(&it)) == Some(*known)
        };
        self.manifest == candidate.told_by
            && self.module == module_in(candidate, dir)
            && self.files.iter().all(|(name, known)| told(name, known))
            && self.folders.iter().all(|(name, known)| same(name, known))
    }
}

/// The name of the module in its folder.
fn module_in(candidate: &Candidate, dir: &Path) -> Option<String> {
    Some(candidate.module_path()?.strip_prefix(dir).ok()?.to_str()?.to_owned())
}

/// Fills in what is not known yet.
pub(crate) fn read<'a>(
    machine: &Machine,
    agent: AgentId,
    all: impl Iterator<Item = &'a mut Candidate>,
) {
    let runs = |it: &Candidate| {
        it.source != Source::Bundled && it.trouble.is_none() && it.effective().is_ok()
    };
    let all: Vec<_> = all.filter(|it| it.danger == Danger::NotRead && runs(it)).collect();
    if all.is_empty() {
        return;
    }
    let place = machine.data_dir().join(FILE);
    let text = fs::read_to_string(&place).unwrap_or_default();
    let kept = entries(&text);
    let mut new = BTreeMap::new();
    for candidate in all {
        let manifest = candidate.manifest_path.as_ref().and_then(|it| it.to_str());
        let whole = |it: &&str| candidate.dir.is_some() && !it.contains(['\n', '\t']);
        // Agents that share a folder may each take another module of it.
        let key = manifest.filter(whole).map(|it| format!("{} {it}", agent.as_str()));
        let dir = candidate.dir.clone().unwrap_or_default();
        let known = key.as_ref().and_then(|key| kept.get(key.as_str()));
        let known = known.and_then(|line| serde_json::from_str(line).ok());
        if let Some(entry) = known.filter(|entry: &Entry| entry.holds(candidate, &dir)) {
            candidate.danger = entry.why.map_or(Danger::None, Danger::Is);
            continue;
        }
        // Listed first: what comes while it is read is read the next time.
        let beside = Beside::of(candidate, &dir);
        candidate.danger = look(candidate, &beside.counted);
        if let Some(key) = key.filter(|_| beside.whole) {
            let why = candidate.danger.why().map(str::to_owned);
            let module = module_in(candidate, &dir);
            let Beside { files, folders, .. } = beside;
            new.insert(key, Entry { manifest: candidate.told_by, module, files, folders, why });
        }
    }
    if !new.is_empty() {
        save(machine, &place, &kept, &new);
    }
}

/// What was kept, a line for each manifest: its path, and the rest as it is written, which is read where somebody asks.
fn entries(text: &str) -> HashMap<&str, &str> {
    let (edition, lines) = text.split_once('\n').unwrap_or_default();
    let counts = edition == EDITION;
    lines.lines().filter(|_| counts).filter_map(|line| line.split_once('\t')).collect()
}

/// What cannot be written down is read again the next time.
fn save(
    machine: &Machine,
    place: &Path,
    kept: &HashMap<&str, &str>,
    new: &BTreeMap<String, Entry>,
) {
    if data::make(machine).is_err() {
        return;
    }
    let Ok((_, stamp)) = files::read(place, MAX_BYTES) else { return };
    let is_there =
        |key: &str| key.split_once(' ').is_some_and(|(_, path)| Path::new(path).exists());
    let mut text = format!("{EDITION}\n");
    for (key, line) in kept {
        if !new.contains_key(*key) && is_there(key) {
            text.push_str(&format!("{key}\t{line}\n"));
        }
    }
    for (key, entry) in new {
        if let Ok(line) = serde_json::to_string(entry) {
            text.push_str(&format!("{key}\t{line}\n"));
        }
    }
    let _ = files::save(place, text.as_bytes(), &stamp, 0o600);
}

/// The gravest of what the manifest and these files do. A script that nobody names is not run.
fn look(candidate: &Candidate, counted: &BTreeSet<String>) -> Danger {
    let manifest = candidate.manifest_path.as_deref().map(file_name).unwrap_or_default();
    let apart = candidate.dir.is_none();
    // A module behind a link goes by the name of what it leads to.
    let linked = candidate.module_path().and_then(|it| fs::canonicalize(it).ok());
    let linked = linked.as_deref().map(file_name);
    let counts = |file: &String| {
        apart || *file == manifest || counted.contains(file) || linked.as_ref() == Some(file)
    };
    let findings = examine::hook(candidate).findings.into_iter();
    let grave = findings.filter(|it| it.severity == Severity::High).find(|it| counts(&it.file));
    grave.map_or(Danger::None, |finding| Danger::Is(finding.why))
}

/// What is in the folder of a hook.
#[derive(Default)]
struct Beside {
    /// The names of the files that are run, or are named by one that is.
    counted: BTreeSet<String>,
    files: Vec<(String, Mark)>,
    folders: Vec<(String, Mark)>,
    /// Nothing was left out for being too much, or for a name that is not text.
    whole: bool,
}

impl Beside {
    fn of(candidate: &Candidate, dir: &Path) -> Self {
        let mut found = Self { whole: true, ..Self::default() };
        if candidate.dir.is_none() {
            return found;
        }
        let mut names = Vec::new();
        found.folder(dir, "", 0, &mut names);
        let manifest = candidate.manifest_path.as_deref().map(file_name).unwrap_or_default();
        names.retain(|name| *name != manifest);
        let mut texts = Vec::new();
        if let Ok(Some(Action::Shell { command, .. })) =
            candidate.effective().map(|manifest| &manifest.action)
        {
            texts.push(command.clone());
        }
        let mut next: Vec<String> = module_in(candidate, dir).into_iter().collect();
        loop {
            for name in std::mem::take(&mut next) {
                if found.counted.insert(name.clone()) {
                    let path = dir.join(&name);
                    match fs::metadata(&path).ok().and_then(|it| mark(&it)) {
                        Some(mark) => found.files.push((name, mark)),
                        None => found.whole = false,
                    }
                    texts.extend(text_of(&path));
                }
            }
            for text in std::mem::take(&mut texts) {
                let named = names.iter().filter(|it| !found.counted.contains(*it));
                next.extend(named.filter(|name| names_it(&text, name)).cloned());
            }
            if next.is_empty() {
                return found;
            }
        }
    }

    fn folder(&mut self, dir: &Path, inside: &str, depth: usize, names: &mut Vec<String>) {
        match fs::metadata(dir).ok().and_then(|it| mark_of_folder(&it)) {
            Some(mark) => self.folders.push((inside.to_owned(), mark)),
            None => self.whole = false,
        }
        for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let (Some(name), Ok(kind)) = (name.to_str(), entry.file_type()) else {
                self.whole = false;
                continue;
            };
            let below =
                if inside.is_empty() { name.to_owned() } else { format!("{inside}/{name}") };
            if !kind.is_dir() {
                names.push(below);
            } else if !LEFT_OUT.contains(&name) {
                self.whole &= depth < DEEPEST && names.len() < MOST_FILES;
                if depth < DEEPEST && names.len() < MOST_FILES {
                    self.folder(&entry.path(), &below, depth.saturating_add(1), names);
                }
            }
        }
    }
}

/// Not a pipe: it would never end.
fn text_of(path: &Path) -> Option<String> {
    let meta = fs::metadata(path).ok().filter(|it| it.is_file() && it.len() <= LENGTH)?;
    let bytes = fs::read(path).ok().filter(|_| meta.len() > 0)?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether a text names a file: by its name, or as modules are imported, without its ending.
fn names_it(text: &str, file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let folder = file.rsplit('/').nth(1);
    text.contains(name)
        || !stem.is_empty() && text.contains(&format!("/{stem}"))
        || stem == "index" && folder.is_some_and(|it| text.contains(&format!("/{it}")))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use tacklebox_audit as audit;
    use tacklebox_machine::files::Stamp;

    use super::*;

    fn below(dir: &Path, all: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(&path, all);
            } else {
                all.push(path);
            }
        }
    }

    /// What an older Tacklebox kept is not what this one finds: a hook that it now knows to be dangerous would stay as it is.
    #[test]
    fn what_was_kept_is_read_again_where_something_else_counts_as_dangerous() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hostile/audit");
        let mut all = Vec::new();
        below(&corpus, &mut all);
        all.sort();
        let said = all.iter().map(|path| {
            let name = path.strip_prefix(&corpus).unwrap().to_string_lossy().replace('\\', "/");
            let found = audit::module_file(path, &[]).findings;
            let grave = found.into_iter().find(|it| it.severity == Severity::High);
            format!("{name} {}", grave.map_or(String::new(), |it| it.why))
        });
        let said: Vec<_> = said.collect();
        assert!(said.len() > 300);
        let hash = Stamp::of(said.join("\n").as_bytes()).to_string();
        let known = ("1", "56166fa75a90");
        let edition = EDITION.split(' ').next().unwrap();
        assert_eq!((edition, &hash[..12]), known, "raise EDITION, and write the hash here");
    }
}
