//! A small fuzzer for tests. It changes inputs at random, keeps those that lead to something new, and hands
//! a test whatever it finds: any panic, and any input that takes too long, is saved and fails the test.
//!
//! As part of `cargo test` each target gets a few hundred inputs, the same each time. With `FUZZ_SECONDS`
//! it runs for so long from a seed that it prints; `FUZZ_SEED` runs that one again. `npm run fuzz` does it.
#![expect(
    clippy::disallowed_methods,
    reason = "a tool for tests: told by its environment, saves what failed"
)]

mod change;
mod watchdog;

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use std::{env, fs};

use change::{Changer, Random};
use watchdog::Watchdog;

/// How many inputs a target gets in a usual test run.
const ROUNDS: u64 = 400;
/// Longer inputs are cut: what is wrong shows in short ones.
const LONGEST: usize = 16 * 1024;
/// So many inputs are kept to be changed further.
const MOST_KEPT: usize = 4_000;

/// Runs `target` on the corpus and on what comes of changing it. `words` are texts that mean something in
/// the format. The target gives a [`signature`] of what came of an input: inputs with a new one are kept.
///
/// # Panics
/// With the target, on the first input on which it panics.
pub fn fuzz(name: &str, corpus: Vec<Vec<u8>>, words: &[&str], target: impl Fn(&[u8]) -> u64) {
    let seconds = number("FUZZ_SECONDS").map(Duration::from_secs);
    let new_seed =
        || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |t| t.as_secs());
    let seed =
        number("FUZZ_SEED").unwrap_or_else(|| if seconds.is_some() { new_seed() } else { 1 });
    let mut run =
        Run { name, watchdog: Watchdog::start(name), seen: HashSet::new(), kept: Vec::new() };
    let began = Instant::now();
    let mut inputs: u64 = 0;
    let given = corpus.len();
    for mut input in corpus {
        input.truncate(LONGEST);
        run.try_one(input, &target);
        inputs += 1;
    }
    if run.kept.is_empty() {
        run.kept.push(Vec::new());
    }
    let mut changer = Changer { random: Random::new(seed), words, longest: LONGEST };
    while seconds.map_or(inputs < given as u64 + ROUNDS, |most| began.elapsed() < most) {
        let input = changer.change(&run.kept);
        run.try_one(input, &target);
        inputs += 1;
    }
    let (took, kinds) = (began.elapsed().as_secs_f64(), run.seen.len());
    println!(
        "fuzz {name}: {inputs} inputs in {took:.0} s, {kinds} kinds of outcome, {given} given, seed {seed}"
    );
}

struct Run<'a> {
    name: &'a str,
    watchdog: Watchdog,
    seen: HashSet<u64>,
    kept: Vec<Vec<u8>>,
}

impl Run<'_> {
    fn try_one(&mut self, input: Vec<u8>, target: &impl Fn(&[u8]) -> u64) {
        self.watchdog.begin(&input);
        let came = catch_unwind(AssertUnwindSafe(|| target(&input)));
        self.watchdog.end();
        match came {
            Ok(signature) => {
                if self.seen.insert(signature) && self.kept.len() < MOST_KEPT {
                    self.kept.push(input);
                }
            }
            Err(panic) => {
                let path = save(self.name, "panic", &input);
                eprintln!("fuzz {}: it panicked. The input is in {}", self.name, path.display());
                resume_unwind(panic);
            }
        }
    }
}

/// Saves an input that failed, and gives its path.
fn save(name: &str, what: &str, input: &[u8]) -> PathBuf {
    let folder = root().join("target").join("fuzz").join(name);
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    let path = folder.join(format!("{what}-{:016x}", hasher.finish()));
    let _ = fs::create_dir_all(&folder);
    let _ = fs::write(&path, input);
    path
}

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok()?.parse().ok()
}

/// The folder of the whole project.
#[must_use]
pub fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own)
}

/// The files below these folders of the project whose names are wanted, in a fixed order.
#[must_use]
pub fn corpus(folders: &[&str], wanted: impl Fn(&str) -> bool) -> Vec<Vec<u8>> {
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(path),
                Ok(kind) if kind.is_file() && wanted(&name.to_string_lossy()) => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files.iter().filter_map(|file| fs::read(file).ok()).collect()
}

/// What tells two outcomes apart: their form, without the numbers and long texts in them.
#[must_use]
pub fn signature(outcome: &impl Debug) -> u64 {
    let mut hasher = DefaultHasher::new();
    let text = format!("{outcome:?}");
    let mut quoted: usize = 0;
    let mut inside = false;
    let mut before = ' ';
    for c in text.chars() {
        if c == '"' && before != '\\' {
            inside = !inside;
            // Whether a text is empty, short or long is part of the form.
            quoted.min(12).hash(&mut hasher);
            quoted = 0;
        } else if inside {
            quoted += 1;
        } else if !c.is_ascii_digit() {
            c.hash(&mut hasher);
        }
        before = c;
    }
    hasher.finish()
}

/// As [`signature`], where each word counts: names of rules, sentences of errors.
#[must_use]
pub fn exact(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_behind_steps_is_found() {
        let steps = |input: &[u8]| {
            let right = input.iter().zip(b"key: 1").take_while(|(a, b)| a == b).count();
            right as u64
        };
        let most = std::cell::Cell::new(0);
        fuzz("steps", vec![b"k".to_vec()], &["ey", ": ", "1"], |input| {
            most.set(most.get().max(steps(input)));
            steps(input)
        });
        assert!(most.get() >= 5, "{}", most.get());
    }

    #[test]
    fn an_input_that_panics_is_saved_and_fails_the_test() {
        let failed = catch_unwind(|| {
            fuzz("fails", vec![b"fine".to_vec()], &[], |input| {
                assert!(input.len() < 6, "too long");
                0
            });
        });
        assert!(failed.is_err());
        let folder = root().join("target/fuzz/fails");
        assert!(fs::read_dir(&folder).unwrap().count() > 0);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_signature_sees_the_form_and_not_the_words() {
        assert_eq!(signature(&("abc", 12)), signature(&("xyz", 7)));
        assert_ne!(signature(&("abc", 12)), signature(&("", 12)));
        assert_ne!(signature(&Some(1)), signature(&None::<u8>));
    }
}
