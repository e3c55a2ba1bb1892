//! What a hook would do that is serious, where its agent does not look at that itself. Each hook is read once for what it
//! holds: the answer is kept in our own data, by what its manifest says and by size and time of change of all other files.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tacklebox_agents::hook::Source;
use tacklebox_audit::Severity;
use tacklebox_machine::data;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

use crate::discover::{Candidate, Danger, Mark, mark};
use crate::examine;

const FILE: &str = "dangers.txt";
const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// What is kept counts for one way of reading only. A test fails where that changes and this does not.
const EDITION: u32 = 1;
/// A folder with more files is read each time.
const MOST_FILES: usize = 100;
const DEEPEST: usize = 8;

#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    manifest: u64,
    /// All other files of its folder.
    files: Vec<(String, Mark)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl Entry {
    fn holds(&self, candidate: &Candidate, dir: &Path) -> bool {
        let module = candidate.module_path().filter(|_| candidate.mark.is_some());
        self.manifest == candidate.told_by
            && self.files.iter().all(|(name, known)| {
                let file = dir.join(name);
                let now = match candidate.mark.filter(|_| module == Some(file.as_path())) {
                    Some(mark) => Some(mark),
                    None => fs::metadata(&file).ok().and_then(|it| mark(&it)),
                };
                now == Some(*known)
            })
    }
}

/// Fills in what is not known yet.
pub(crate) fn read<'a>(machine: &Machine, all: impl Iterator<Item = &'a mut Candidate>) {
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
        let key = manifest.filter(whole).map(str::to_owned);
        let dir = candidate.dir.clone().unwrap_or_default();
        let known = key.as_ref().and_then(|key| kept.get(key.as_str()));
        let known = known.and_then(|line| serde_json::from_str(line).ok());
        if let Some(entry) = known.filter(|entry: &Entry| entry.holds(candidate, &dir)) {
            candidate.danger = entry.why.map_or(Danger::None, Danger::Is);
            continue;
        }
        // Listed first: what comes while it is read is read the next time.
        let files = key.as_ref().and_then(|_| beside(candidate, &dir));
        candidate.danger = look(candidate);
        if let (Some(key), Some(files)) = (key, files) {
            let why = candidate.danger.why().map(str::to_owned);
            new.insert(key, Entry { manifest: candidate.told_by, files, why });
        }
    }
    if !new.is_empty() {
        save(machine, &place, &kept, &new);
    }
}

/// What was kept, a line for each manifest: its path, and the rest as it is written, which is read where somebody asks.
fn entries(text: &str) -> HashMap<&str, &str> {
    let (edition, lines) = text.split_once('\n').unwrap_or_default();
    let counts = edition.parse() == Ok(EDITION);
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
    let mut text = format!("{EDITION}\n");
    for (manifest, line) in kept {
        if !new.contains_key(*manifest) && Path::new(manifest).exists() {
            text.push_str(&format!("{manifest}\t{line}\n"));
        }
    }
    for (manifest, entry) in new {
        if let Ok(line) = serde_json::to_string(entry) {
            text.push_str(&format!("{manifest}\t{line}\n"));
        }
    }
    let _ = files::save(place, text.as_bytes(), &stamp, 0o600);
}

fn look(candidate: &Candidate) -> Danger {
    let reading = examine::hook(candidate);
    let grave = reading.findings.into_iter().find(|it| it.severity == Severity::High);
    grave.map_or(Danger::None, |finding| Danger::Is(finding.why))
}

/// The files of a folder, but for the manifest; none where they are too many, or one cannot be told from another.
fn beside(candidate: &Candidate, dir: &Path) -> Option<Vec<(String, Mark)>> {
    let mut files = Vec::new();
    let mut folders = vec![(dir.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(&folder).ok()? {
            let path = entry.ok()?.path();
            if candidate.manifest_path.as_ref() == Some(&path) {
                continue;
            }
            let meta = fs::metadata(&path).ok()?;
            if meta.is_dir() {
                // The code of others is not read.
                if path.file_name().is_some_and(|name| name == "node_modules" || name == ".git") {
                    continue;
                }
                (depth < DEEPEST).then(|| folders.push((path, depth.saturating_add(1))))?;
                continue;
            }
            let name = path.strip_prefix(dir).ok()?.to_str()?.to_owned();
            files.push((name, mark(&meta)?));
            if files.len() > MOST_FILES {
                return None;
            }
        }
    }
    files.sort();
    Some(files)
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
        let known = (1, "56166fa75a90");
        assert_eq!((EDITION, &hash[..12]), known, "raise EDITION, and write the hash here");
    }
}
