//! What is in the home of OpenClaw that its gateway does not start with: files of earlier versions that have to be taken over
//! first, and a database that a newer one has changed (rule ).

use std::fs::{self, DirEntry, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use serde_json::Value;
use tacklebox_machine::files;
use tacklebox_machine::machine::{Machine, expand};
use tacklebox_machine::sqlite;

use crate::agent::Agent;
use crate::agent::profile::moved_workspace;
use crate::config::{self, MAX_BYTES, Syntax};
use crate::dialect::gateway::Gateway;

/// How a database of SQLite begins, and where in it is the number that its owner gives to its form.
const SQLITE: &[u8] = b"SQLite format 3\0";
const FORM_AT: usize = 60;

/// Under which of these its database says which version took over last what was in its home, and in which column.
const STARTED: [&str; 2] = ["startup-migrations", "state-migrations"];
const STARTED_AT: usize = 4;

impl Agent {
    /// Why its gateway does not start with what is in its home, as a sentence. Versions between those that are known differ
    /// in this: it is told of a version that is known alone.
    pub(super) fn ends_with_state(
        &self,
        machine: &Machine,
        rules: &Gateway,
        has_auth: bool,
    ) -> Option<String> {
        let version = self.runtime.runtime.version;
        if self.version_here() != Some(version) {
            return None;
        }
        let title = self.dialect.title;
        let database = self.database();
        if form(&database).is_some_and(|form| form > rules.database) {
            return Some(format!(
                "The gateway of {title} {version} does not start: a newer {title} has changed {}. Install the newer one again.",
                machine.show(&database)
            ));
        }
        let all =
            |paths: &[&str]| paths.iter().flat_map(|path| at(&self.home, path)).collect::<Vec<_>>();
        let there = |paths| all(paths).into_iter().find(|path| path.exists());
        let left = there(rules.unmoved)
            .or_else(|| self.own_store(rules))
            .or_else(|| there(rules.unmoved_without_auth).filter(|_| !has_auth));
        if let Some(path) = left {
            return Some(format!(
                "The gateway of {title} {version} does not start while {} of an earlier version is there. Run `{} doctor --fix`, which takes over what is in it.",
                machine.show(&path),
                self.dialect.agent.as_str()
            ));
        }
        // What it took over once it looks at again when something changed, or never.
        let does_not = match self.has_started(&database) {
            true if !rules.looks_again => return None,
            true => "does not start again once its config or its plugins have changed",
            false => "does not start",
        };
        let says =
            |why: String| Some(format!("The gateway of {title} {version} {does_not} while {why}"));
        if let Some(old) = self.older_home(machine, rules) {
            return says(format!(
                "{} is there, the home of an earlier version. Take out of it what you need, and move it to another place.",
                machine.show(&old)
            ));
        }
        if let Some((from, to)) = self.workspaces_in_the_way(machine) {
            return says(format!(
                "both {} and {} are there: it moves the first, where an earlier version had the workspace of this profile, to the second. Put what you need of both into one of them, and move the other to another place.",
                machine.show(&from),
                machine.show(&to)
            ));
        }
        let path = all(rules.taken_over).into_iter().find(|path| is_torn(path))?;
        says(format!(
            "{} of an earlier version is not JSON. Fix it, or move it to another place.",
            machine.show(&path)
        ))
    }

    /// The database of its state.
    pub(in crate::agent) fn database(&self) -> PathBuf {
        self.home.join("state/openclaw.sqlite")
    }

    /// What is at the place of what was its home once, where that keeps it from starting.
    fn older_home(&self, machine: &Machine, rules: &Gateway) -> Option<PathBuf> {
        let old = self.user_home.join(self.dialect.rules.former_home?);
        let is = fs::symlink_metadata(&old).ok()?.file_type();
        let own = self.user_home.join(self.dialect.home_dir);
        let leads_home = |path: &Path| {
            let own = fs::canonicalize(&own);
            own.is_ok_and(|own| fs::canonicalize(path).is_ok_and(|it| it.starts_with(own)))
        };
        let all = || fs::read_dir(&old).into_iter().flatten().flatten().map(|it| it.path());
        let is_in_the_way = match self.home == old {
            // It takes a folder over, and no link to one.
            true => is.is_symlink(),
            false if self.home != own || self.has_named_home(machine) => false,
            false if is.is_symlink() => !leads_home(&old),
            false if !is.is_dir() => true,
            false if all().next().is_none() => !rules.takes_empty_home,
            false => !all().all(|it| it.is_symlink() && leads_home(&it)),
        };
        is_in_the_way.then_some(old)
    }

    fn has_named_home(&self, machine: &Machine) -> bool {
        let variable = self.dialect.home_env.and_then(|name| machine.env(name));
        variable.is_some_and(|it| !it.trim().is_empty())
    }

    /// Whether this version has started with this home, and has taken over what was there.
    fn has_started(&self, database: &Path) -> bool {
        let version = self.runtime.runtime.version;
        STARTED.iter().any(|key| {
            let told = sqlite::cell(database, "schema_meta", key, STARTED_AT).ok().flatten();
            told.is_some_and(|told| told.lines().next() == Some(version))
        })
    }

    /// Two workspaces of its profile, of which it moves one to the place of the other.
    fn workspaces_in_the_way(&self, machine: &Machine) -> Option<(PathBuf, PathBuf)> {
        let (from, to) = moved_workspace(machine, &self.user_home, self.dialect)?;
        let config = &self.config.value;
        let of = |at: &str| config.pointer(at).into_iter();
        let entries = of("/agents/entries").filter_map(Value::as_object).flat_map(|it| it.values());
        let list = of("/agents/list").filter_map(Value::as_array).flatten();
        let mut all = of("/agents/defaults").chain(entries).chain(list);
        let is_named = all.any(|it| {
            let named = it.get("workspace").and_then(Value::as_str).map(str::trim);
            named.is_some_and(|it| [&from, &to].contains(&&expand(&self.user_home, it)))
        });
        (!is_named && fs::symlink_metadata(&to).is_ok()).then_some((from, to))
    }

    /// The file that the config names for sessions, where it is there.
    fn own_store(&self, rules: &Gateway) -> Option<PathBuf> {
        let store = self.config.value.pointer("/session/store").and_then(Value::as_str);
        let store = store.filter(|it| rules.moves_sessions && !it.contains('{'))?;
        Some(expand(&self.user_home, store)).filter(|path| path.is_absolute() && path.exists())
    }
}

/// All paths that one with a `*` may be: any folder, or any part of the name of a file.
fn at(home: &Path, path: &str) -> Vec<PathBuf> {
    let in_folder = |above: &str| fs::read_dir(home.join(above)).into_iter().flatten().flatten();
    if let Some((above, below)) = path.split_once("/*/") {
        return in_folder(above).map(|folder| folder.path().join(below)).collect();
    }
    let Some((before, end)) = path.split_once('*') else { return vec![home.join(path)] };
    let (above, start) = before.rsplit_once('/').unwrap_or(("", before));
    let has_name = |file: &DirEntry| {
        let name = file.file_name();
        name.to_str().is_some_and(|name| name.starts_with(start) && name.ends_with(end))
    };
    in_folder(above).filter(has_name).map(|file| file.path()).collect()
}

/// Whether a file is there and is not JSON. Of its jobs alone JSON5 is taken.
fn is_torn(path: &Path) -> bool {
    let Ok((bytes, _)) = files::read(path, MAX_BYTES) else { return false };
    let Some(text) = bytes.as_deref().map(String::from_utf8_lossy) else { return false };
    match path.ends_with("cron/jobs.json") {
        true => text.trim().is_empty() || config::parse(Syntax::Json5, &text).is_err(),
        false => serde_json::from_str::<IgnoredAny>(&text).is_err(),
    }
}

fn form(database: &Path) -> Option<u32> {
    let mut head = [0; FORM_AT + 4];
    File::open(database).ok()?.read_exact(&mut head).ok()?;
    let (before, form) = head.split_last_chunk()?;
    before.starts_with(SQLITE).then(|| u32::from_be_bytes(*form))
}

#[cfg(test)]
mod tests;
