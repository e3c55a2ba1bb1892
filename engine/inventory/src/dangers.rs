//! What a hook would do that is serious, where its agent does not look at that itself: in its manifest, its module, the
//! files that it starts, and those that these name in turn. Each hook is read once for what it holds: the answer is kept in
//! our own data, by what its manifest says, by the marks of these files, and by those of its folders, where another may come.
//! So is that nothing stands out in how its scripts answer, which the same files tell.

mod named;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::Source;
use tacklebox_agents::manifest::Action;
use tacklebox_audit::Severity;
use tacklebox_machine::data;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

use crate::discover::script::Script;
use crate::discover::{Candidate, Danger, file_name, mark, mark_of_folder};
use crate::examine;
use crate::lines::Lines;
use crate::spread::spread;
use named::Text;

const FILE: &str = "dangers.txt";
const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// What is kept counts for one way of reading only. A test fails where that changes and this does not.
const EDITION: &str = concat!("7 ", env!("CARGO_PKG_VERSION"));
/// Of a folder with more files nothing is kept.
const MOST_FILES: usize = 2_000;
const DEEPEST: usize = 8;
/// The code of others, and what git keeps: nobody starts a hook from there.
const LEFT_OUT: [&str; 2] = ["node_modules", ".git"];
/// So many hooks that changed are read again before all that was written down is.
const FEW: usize = 8;
/// More of a file is not looked through for the names of others.
const LENGTH: u64 = 512 * 1024;

/// What was found of a hook, as it is kept: one line, in which nothing has to be looked for where only its module was read.
struct Entry {
    /// What its manifest, its module, the files that were read and its folders were told by.
    stamp: u64,
    /// The files that were read, but for the module, and the folders below that of the hook, each with its sign.
    more: Vec<String>,
    why: Option<String>,
    /// The version by which nothing stands out in how its scripts answer; empty where that has to be read.
    plain: &'static str,
}

/// What is known of a hook.
struct Known {
    danger: Danger,
    /// As in [`Entry`].
    plain: bool,
}

/// What separates the parts of a line, and the names in one of them.
const PART: char = '\t';
const NAME: char = '\u{1f}';
/// What a name of a folder begins with, which no name of a file of ours does.
const FOLDER: char = '/';

impl Entry {
    fn line(&self) -> String {
        let why = self.why.as_deref().unwrap_or_default();
        let more = self.more.join(&NAME.to_string());
        format!("{:x}{PART}{why}{PART}{}{PART}{more}", self.stamp, self.plain)
    }

    /// What a line says of a hook, where all that it goes by is as it was.
    fn known(line: &str, candidate: &Candidate, dir: &Path, version: &str) -> Option<Known> {
        let (stamp, rest) = line.split_once(PART)?;
        let (why, rest) = rest.split_once(PART)?;
        let (plain, more) = rest.split_once(PART)?;
        let more = more.split(NAME).filter(|it| !it.is_empty());
        let known = u64::from_str_radix(stamp, 16).ok()?;
        (told_by(candidate, dir, more)? == known).then(|| Known {
            danger: match why {
                "" => Danger::None,
                why => Danger::Is(why.to_owned()),
            },
            plain: plain == version,
        })
    }
}

impl Known {
    fn tell(self, candidate: &mut Candidate) {
        candidate.danger = self.danger;
        if self.plain {
            candidate.answers(Script::default());
        }
    }
}

fn folder(candidate: &Candidate) -> &Path {
    candidate.dir.as_deref().unwrap_or_else(|| Path::new(""))
}

/// The manifest that a hook in a folder is found by in what is kept.
fn manifest(candidate: &Candidate) -> Option<&str> {
    let manifest = candidate.manifest_path.as_ref().and_then(|it| it.to_str());
    manifest.filter(|it| candidate.dir.is_some() && !it.contains(['\n', PART]))
}

/// What a hook is told by now; none where something of it is gone.
fn told_by<'n>(
    candidate: &Candidate,
    dir: &Path,
    more: impl Iterator<Item = &'n str>,
) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    candidate.told_by.hash(&mut hasher);
    if let Some(module) = candidate.module_path() {
        let own = candidate.mark.or_else(|| mark(&fs::metadata(module).ok()?))?;
        (module.as_os_str(), own).hash(&mut hasher);
    }
    mark_of_folder(&fs::metadata(dir).ok()?)?.hash(&mut hasher);
    let looked_at = |name: &str| {
        candidate.started.as_ref().filter(|(own, _)| own == name).map(|(_, told)| *told)
    };
    for name in more {
        let told = match name.strip_prefix(FOLDER) {
            Some(folder) => mark_of_folder(&fs::metadata(dir.join(folder)).ok()?)?,
            None => looked_at(name).or_else(|| mark(&fs::metadata(dir.join(name)).ok()?))?,
        };
        (name, told).hash(&mut hasher);
    }
    Some(hasher.finish())
}

/// The name of the module in its folder.
fn module_in(candidate: &Candidate, dir: &Path) -> Option<String> {
    Some(candidate.module_path()?.strip_prefix(dir).ok()?.to_str()?.to_owned())
}

/// Fills in what is not known yet, and writes it down where `keep` says so.
pub(crate) fn read<'a>(
    machine: &Machine,
    agent: &Agent,
    all: impl Iterator<Item = &'a mut Candidate>,
    keep: bool,
) {
    let runs = |it: &Candidate| {
        it.source != Source::Bundled && it.trouble.is_none() && it.effective().is_ok()
    };
    let all: Vec<_> = all.filter(|it| it.danger == Danger::NotRead && runs(it)).collect();
    if all.is_empty() {
        return;
    }
    let (id, version) = (agent.id(), agent.runtime.runtime.version);
    let place = machine.data_dir().join(FILE);
    let text = match keep || all.len() > FEW {
        true => fs::read_to_string(&place).unwrap_or_default(),
        false => String::new(),
    };
    let mut kept = kept(&text);
    let mut unknown = Vec::new();
    for candidate in all {
        // Agents that share a folder may each take another module of it.
        let line = manifest(candidate).and_then(|it| find(&mut kept, id.as_str(), it));
        match line.and_then(|line| Entry::known(line, candidate, folder(candidate), version)) {
            Some(known) => known.tell(candidate),
            None => unknown.push(candidate),
        }
    }
    let read = spread(&unknown, |candidate| fresh(agent, candidate, folder(candidate)));
    let mut new = BTreeMap::new();
    for (candidate, read) in unknown.into_iter().zip(read) {
        let Some((known, entry)) = read else { continue };
        if let (Some(manifest), Some(entry)) = (manifest(candidate), entry) {
            new.insert(format!("{} {manifest}", id.as_str()), entry.line());
        }
        known.tell(candidate);
    }
    if keep && !new.is_empty() {
        save(machine, &place, kept, new);
    }
}

/// What is found of a hook that is read now, and what is kept of that; nothing where its folder is too much to be kept.
fn fresh(agent: &Agent, candidate: &Candidate, dir: &Path) -> (Known, Option<Entry>) {
    // Listed first: what comes while it is read is read the next time.
    let beside = Beside::of(candidate, dir);
    let more = beside.more(candidate, dir);
    let stamp = told_by(candidate, dir, more.iter().map(String::as_str));
    let danger = look(candidate, &beside.counted);
    let why = danger.why().map(str::to_owned);
    let plain = agent.dialect.reads_commands
        && candidate.effective().is_ok_and(|manifest| {
            let (script, files) = Script::with_files(agent.dialect, manifest, dir);
            // One that comes later is told by its folder, unless that is behind a link.
            let is_told = |(name, is_read): &(String, bool)| match name.rsplit_once('/') {
                _ if *is_read => beside.counted.contains(name),
                Some((folder, _)) => beside.folders.iter().any(|it| it == folder),
                None => true,
            };
            script == Script::default() && files.iter().all(is_told)
        });
    let of = if plain { agent.runtime.runtime.version } else { "" };
    let entry = stamp.filter(|_| beside.whole).map(|stamp| Entry { stamp, more, why, plain: of });
    (Known { danger, plain }, entry)
}

/// What was kept: a line for each agent and manifest, in their order.
fn kept(text: &str) -> Lines<'_> {
    let (edition, lines) = text.split_once('\n').unwrap_or_default();
    if edition == EDITION { Lines::of(lines) } else { Lines::default() }
}

/// What was kept of a hook, behind what it is found by.
fn find<'t>(kept: &mut Lines<'t>, agent: &str, manifest: &str) -> Option<&'t str> {
    let line = kept.find(|line| {
        let key = line.split_once(PART)?.0.split_once(' ')?;
        Some(key.cmp(&(agent, manifest)))
    })?;
    line.split_once(PART).map(|(_, rest)| rest)
}

/// What cannot be written down is read again the next time.
fn save(machine: &Machine, place: &Path, kept: Lines<'_>, new: BTreeMap<String, String>) {
    if data::make(machine).is_err() {
        return;
    }
    let Ok((_, stamp)) = files::read(place, MAX_BYTES) else { return };
    let parts = |line: &str| {
        let (key, rest) = line.split_once(PART)?;
        let there = key.split_once(' ').is_some_and(|(_, path)| Path::new(path).exists());
        there.then(|| (key.to_owned(), rest.to_owned()))
    };
    let mut all: BTreeMap<_, _> = kept.all().filter_map(parts).collect();
    all.extend(new);
    let mut text = format!("{EDITION}\n");
    for (key, line) in all {
        text.push_str(&format!("{key}{PART}{line}\n"));
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
    /// The folders below that of the hook.
    folders: Vec<String>,
    /// Nothing was left out for being too much, or for a name that is not text.
    whole: bool,
}

impl Beside {
    fn of(candidate: &Candidate, dir: &Path) -> Self {
        let mut found = Self { whole: candidate.dir.is_some(), ..Self::default() };
        if !found.whole {
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
                    texts.extend(text_of(&dir.join(&name)));
                }
            }
            for text in std::mem::take(&mut texts) {
                let text = Text::of(&text);
                let others = names.iter().filter(|it| !found.counted.contains(*it));
                next.extend(others.filter(|name| text.names(name)).cloned());
            }
            if next.is_empty() {
                return found;
            }
        }
    }

    fn folder(&mut self, dir: &Path, inside: &str, depth: usize, names: &mut Vec<String>) {
        for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let (Some(name), Ok(kind)) = (name.to_str(), entry.file_type()) else {
                self.whole = false;
                continue;
            };
            let below =
                if inside.is_empty() { name.to_owned() } else { format!("{inside}/{name}") };
            self.whole &= !name.contains(['\n', PART, NAME]);
            if !kind.is_dir() {
                names.push(below);
            } else if !LEFT_OUT.contains(&name) {
                self.folders.push(below.clone());
                self.whole &= depth < DEEPEST && names.len() < MOST_FILES;
                if depth < DEEPEST && names.len() < MOST_FILES {
                    self.folder(&entry.path(), &below, depth.saturating_add(1), names);
                }
            }
        }
    }

    /// What a hook is told by beside its manifest, its module and its own folder.
    fn more(&self, candidate: &Candidate, dir: &Path) -> Vec<String> {
        let module = module_in(candidate, dir);
        let files = self.counted.iter().filter(|it| module.as_ref() != Some(it)).cloned();
        files.chain(self.folders.iter().map(|it| format!("{FOLDER}{it}"))).collect()
    }
}

/// Not a pipe: it would never end.
fn text_of(path: &Path) -> Option<String> {
    let meta = fs::metadata(path).ok().filter(|it| it.is_file() && it.len() <= LENGTH)?;
    let bytes = fs::read(path).ok().filter(|_| meta.len() > 0)?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
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
        let known = ("7", "f13712d869e1");
        let edition = EDITION.split(' ').next().unwrap();
        assert_eq!((edition, &hash[..12]), known, "raise EDITION, and write the hash here");
    }
}
