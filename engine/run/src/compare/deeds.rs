//! What two runs did in their boxes, held side by side: each place by what it is for its own hook.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::boxed::{Access, Boxed, Effects, MOST_STARTS, temporary};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// What a copy for another agent may be started by, where the original is not. What they run is told too.
const STARTERS: [&str; 6] = ["sh", "bash", "dash", "node", "bun", "deno"];
/// As many are named in a sentence.
const NAMED: usize = 3;
/// As much of a file is compared, in bytes.
const COMPARED: u64 = 256 * 1024;

/// A kind of deed: of one, and of both.
type Verb = (&'static str, &'static str);
const WRITES: Verb = ("writes", "wrote");
const REMOVES: Verb = ("removes", "removed");
const READS: Verb = ("wants to read", "wanted to read");
const CHANGES: Verb = ("wants to change", "wanted to change");
const TALKS: Verb = ("wants to talk to", "wanted to talk to");
const ASKS: Verb = ("asks for", "asked for");
const STARTS: Verb = ("starts", "started");
const REQUESTS: Verb = ("makes the request", "made the request");
const ALL: [Verb; 8] = [WRITES, REMOVES, READS, CHANGES, TALKS, ASKS, STARTS, REQUESTS];

/// What one run did.
#[derive(Default)]
pub(super) struct Deeds {
    done: BTreeMap<Verb, BTreeSet<String>>,
    /// What was written into each file of the box, numbers aside: times and the like are never the same.
    texts: BTreeMap<String, String>,
}

/// Folders that are another one for each hook, the inner ones first, and what they are.
pub(super) struct Places {
    pub own: Vec<PathBuf>,
    pub workspace: PathBuf,
    pub home: PathBuf,
}

impl Places {
    fn name(&self, machine: &Machine, path: &Path) -> String {
        let own = self.own.iter().map(|dir| (dir, "in its own folder"));
        let others = [(&self.workspace, "in the workspace"), (&self.home, "in its agent's folder")];
        for (dir, words) in own.chain(others) {
            match path.strip_prefix(dir) {
                Ok(rest) if rest.as_os_str().is_empty() => break,
                Ok(rest) => return format!("{} {words}", rest.to_string_lossy()),
                Err(_) => {}
            }
        }
        // Names there are made up for each run.
        match path.starts_with(temporary(machine)) && !path.starts_with(machine.home()) {
            true => "a temporary file".to_owned(),
            false => machine.show(path),
        }
    }
}

impl Deeds {
    pub fn of(machine: &Machine, places: &Places, boxed: &Boxed, effects: &Effects) -> Self {
        let name = |path: &str| places.name(machine, Path::new(path));
        let mut deeds = Self::default();
        for file in &effects.wrote {
            let subject = name(&file.path);
            if file.in_box
                && let Some(text) = written(boxed, places, file)
            {
                deeds.texts.insert(subject.clone(), text);
            }
            deeds.add(WRITES, subject);
        }
        for path in &effects.removed {
            deeds.add(REMOVES, name(path));
        }
        for refused in effects.refused.iter().flatten() {
            let verb = match refused.access {
                Access::Read => READS,
                Access::Write => CHANGES,
                Access::Connect => TALKS,
            };
            deeds.add(verb, name(&refused.path));
        }
        for host in effects.hosts.iter().flatten() {
            deeds.add(ASKS, host.clone());
        }
        for path in effects.programs.iter().flatten() {
            let program = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
            if !STARTERS.contains(&&*program) {
                deeds.add(STARTS, program.into_owned());
            }
        }
        if effects.too_many {
            deeds.add(STARTS, format!("more than {MOST_STARTS} programs"));
        }
        for request in &effects.requests {
            deeds.add(REQUESTS, format!("{} {}", request.method, request.url));
        }
        deeds
    }

    fn add(&mut self, verb: Verb, subject: String) {
        self.done.entry(verb).or_default().insert(subject);
    }

    /// What only one of them did, in parts of a sentence.
    pub fn differences(&self, copy: &Self) -> Vec<String> {
        let none = BTreeSet::new();
        let mut list = Vec::new();
        for verb in ALL {
            let sets = [self, copy].map(|it| it.done.get(&verb).unwrap_or(&none));
            let [before, after] = sets;
            for (who, mine, other) in [("original", before, after), ("copy", after, before)] {
                let only: Vec<_> = mine.difference(other).collect();
                if !only.is_empty() {
                    list.push(format!("only the {who} {} {}", verb.0, named(&only)));
                }
            }
        }
        let differs = |(file, text): &(&String, &String)| {
            copy.texts.get(*file).is_some_and(|other| other != *text)
        };
        let differing: Vec<_> = self.texts.iter().filter(differs).map(|(file, _)| file).collect();
        if !differing.is_empty() {
            list.push(format!("they write different things into {}", named(&differing)));
        }
        list
    }

    /// "wrote note.md in the workspace and started git", of both; nothing where they did nothing.
    pub fn said(&self) -> Option<String> {
        let parts = ALL.iter().filter_map(|verb| {
            let subjects: Vec<_> = self.done.get(verb)?.iter().collect();
            Some(format!("{} {}", verb.1, named(&subjects)))
        });
        let parts: Vec<String> = parts.collect();
        (!parts.is_empty()).then(|| words::all_of(parts))
    }
}

fn named(subjects: &[&String]) -> String {
    let more = subjects.len().saturating_sub(NAMED);
    let first = subjects.iter().take(NAMED).map(|it| (*it).clone());
    let rest = (more > 0).then(|| format!("{more} more"));
    words::all_of(first.chain(rest))
}

/// What a run added to a file that was there, or the whole of a new one.
fn written(boxed: &Boxed, places: &Places, file: &crate::boxed::Wrote) -> Option<String> {
    let read = |path: &Path| {
        let meta = std::fs::metadata(path).ok().filter(|meta| meta.len() <= COMPARED)?;
        meta.is_file().then(|| std::fs::read(path).ok()).flatten()
    };
    let now = read(&boxed.file(file))?;
    let before = read(Path::new(&file.path)).unwrap_or_default();
    let added = now.strip_prefix(&*before).unwrap_or(&now);
    let text = boxed.plain(&String::from_utf8_lossy(added));
    let text = text.replace(&*places.workspace.to_string_lossy(), super::WORKSPACE);
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter.is_ascii_digit() {
            true if plain.ends_with('0') => {}
            true => plain.push('0'),
            false => plain.push(letter),
        }
    }
    Some(plain)
}
