//! What is in the home of OpenClaw that its gateway does not start with: files of earlier versions that have to be taken over
//! first, and a database that a newer one has changed (rule ).

use std::fs::{self, DirEntry, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use serde_json::Value;
use tacklebox_machine::files;
use tacklebox_machine::machine::{Machine, expand};

use crate::agent::Agent;
use crate::agent::profile::moved_workspace;
use crate::config::{self, MAX_BYTES, Syntax};
use crate::dialect::gateway::Gateway;
use crate::hook::Basis;

/// How a database of SQLite begins, and where in it is the number that its owner gives to its form.
const SQLITE: &[u8] = b"SQLite format 3\0";
const FORM_AT: usize = 60;

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
        let found = self.runtime.found.as_ref().and_then(|it| it.version.as_deref());
        let is_known = match self.runtime.basis {
            Basis::Installed => found == Some(version),
            Basis::Chosen => true,
            Basis::Assumed => false,
        };
        if !is_known {
            return None;
        }
        let title = self.dialect.title;
        let database = self.home.join("state/openclaw.sqlite");
        if form(&database).is_some_and(|form| form > rules.database) {
            return Some(format!(
                "The gateway of {title} {version} does not start: a newer {title} has changed {}. Install the newer one again.",
                machine.show(&database)
            ));
        }
        if let Some(old) = self.older_home(rules) {
            return Some(format!(
                "The gateway of {title} {version} does not start while {} is there, the home of an earlier version. Take out of it what you need, and move it to another place.",
                machine.show(&old)
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
        if let Some((from, to)) = self.workspaces_in_the_way(machine) {
            return Some(format!(
                "The gateway of {title} {version} does not start while both {} and {} are there: it moves the first, where an earlier version had the workspace of this profile, to the second. Put what you need of both into one of them, and move the other to another place.",
                machine.show(&from),
                machine.show(&to)
            ));
        }
        let path = all(rules.taken_over).into_iter().find(|path| is_torn(path))?;
        Some(format!(
            "The gateway of {title} {version} does not start while {} of an earlier version is not JSON. Fix it, or move it to another place.",
            machine.show(&path)
        ))
    }

    /// The folder that was its home once, where nothing says that another one is.
    fn older_home(&self, rules: &Gateway) -> Option<PathBuf> {
        let old = self.user_home.join(self.dialect.rules.former_home?);
        let is_folder = fs::symlink_metadata(&old).is_ok_and(|it| it.is_dir());
        let holds = || fs::read_dir(&old).is_ok_and(|mut all| all.next().is_some());
        let is_in_the_way = self.home == self.user_home.join(".openclaw")
            && is_folder
            && (!rules.takes_empty_home || holds());
        is_in_the_way.then_some(old)
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
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::agent::Options;
    use crate::hook::AgentId;
    use tacklebox_machine::machine::Platform;

    /// What is said of a home with this file, by version.
    fn says(path: &str, holds: &[u8], config: &str) -> [String; 3] {
        ["2026.7.35", "2026.8.1", "2026.9.6"].map(|version| {
            let home = tempfile::tempdir().unwrap();
            let file = home.path().join(path);
            fs::create_dir_all(home.path().join(".openclaw")).unwrap();
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            File::create(file).unwrap().write_all(holds).unwrap();
            let machine = Machine::new(Platform::Linux, home.path(), Default::default());
            let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
            let config = Some(config.to_owned());
            let options = Options { runtimes, config, ..Options::default() };
            let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
            agent.does_not_start(&machine).unwrap_or_default()
        })
    }

    const LOCAL: &str = "{gateway: {mode: 'local'}}";

    /// Each was put into a home alone, and the gateways of all three were started there.
    #[test]
    fn what_an_earlier_version_left_keeps_a_later_one_from_starting_until_it_is_taken_over() {
        let ends = |path: &str, config: &str| {
            says(&format!(".openclaw/{path}"), b"{}", config).map(|it| it.contains("doctor --fix"))
        };
        for (path, eight, nine) in [
            ("agents/main/agent/auth-profiles.json", false, true),
            ("agents/main/agent/auth.json", false, true),
            ("agents/other/agent/auth-profiles.json", false, false),
            ("agents/main/agent/auth-profiles.json.bak", false, false),
            ("agents/main/agent/auth-state.json", false, false),
            ("agent/auth-profiles.json", false, true),
            ("credentials/oauth.json", false, true),
            ("agents/main/sessions/sessions.json", true, false),
            ("agents/other/sessions/sessions.json", true, false),
            ("agents/main/sessions/sessions.json.bak", false, false),
            ("agents/main/sessions/1.jsonl", false, false),
            ("sessions/sessions.json", true, false),
            ("sessions/1.jsonl", false, false),
            ("identity/device-auth.json", true, false),
            ("identity/device.json", false, false),
            ("cron/jobs.json", false, false),
            ("exec-approvals.json", false, false),
            ("devices/paired.json", false, false),
        ] {
            assert_eq!(ends(path, LOCAL), [false, eight, nine], "{path}");
        }
        let own = "{gateway: {mode: 'local'}, session: {store: '~/.openclaw/own/s.json'}}";
        assert_eq!(ends("own/s.json", own), [false, true, false]);
        assert_eq!(ends("own/t.json", own), [false; 3]);
    }

    /// 2026.8.1 was started with each of these.
    #[test]
    fn the_tokens_of_a_device_are_in_the_way_where_nothing_says_who_may_talk_to_it() {
        let ends = |auth: &str| {
            let config = format!("{{gateway: {{mode: 'local', auth: {auth}}}}}");
            says(".openclaw/identity/device-auth.json", b"{}", &config)[1].contains("doctor --fix")
        };
        for auth in ["{}", "{mode: 'token'}"] {
            assert!(ends(auth), "{auth}");
        }
        for auth in [
            "{mode: 'token', token: 'a-token'}",
            "{mode: 'none'}",
            "{password: 'secret'}",
            "{token: 'a-token'}",
        ] {
            assert!(!ends(auth), "{auth}");
        }
    }

    /// Each was put into a home with an opening brace alone in it, and the gateways of all three were started there.
    #[test]
    fn a_file_to_take_over_that_is_not_json_keeps_the_gateway_from_starting() {
        let said = |path: &str, holds: &str| {
            says(&format!(".openclaw/{path}"), holds.as_bytes(), LOCAL)
                .map(|it| it.contains("is not JSON"))
        };
        for (path, ends) in [
            ("sessions/sessions.json", [true, false, true]),
            ("agents/main/sessions/sessions.json", [false, false, true]),
            ("cron/jobs.json", [true, true, false]),
            ("update-check.json", [true; 3]),
            ("plugins/installs.json", [true; 3]),
            ("delivery-queue/a.json", [true; 3]),
            ("delivery-queue/a.txt", [false; 3]),
            ("logs/config-health.json", [true; 3]),
            ("identity/device.json", [false, true, true]),
            ("identity/device-auth.json", [false, false, true]),
            ("credentials/telegram-pairing.json", [false, true, true]),
            ("credentials/telegram-allowFrom.json", [false, true, true]),
            ("devices/paired.json", [false, false, true]),
            ("nodes/paired.json", [false, false, true]),
            ("node.json", [false, false, true]),
            ("exec-approvals.json", [false, false, true]),
            ("push/apns-registrations.json", [false, false, true]),
            ("devices/pending.json", [false; 3]),
            ("subagents/runs.json", [false; 3]),
            ("restart-sentinel.json", [false; 3]),
            ("settings/tts.json", [false; 3]),
        ] {
            assert_eq!(said(path, "{"), ends, "{path}");
            assert_eq!(said(path, "{}"), [false; 3], "{path}");
        }
        assert_eq!(said("exec-approvals.json", ""), [false, false, true]);
        assert_eq!(said("exec-approvals.json", "{} // mine"), [false, false, true]);
        assert_eq!(said("cron/jobs.json", "{jobs: [],} // mine"), [false; 3]);
        assert_eq!(said("cron/jobs.json", " "), [true, true, false]);
    }

    #[test]
    fn the_home_of_an_earlier_version_is_in_the_way_unless_it_is_a_link() {
        let ends =
            |path: &str| says(path, b"{}", LOCAL).map(|it| it.contains("~/.clawdbot is there"));
        assert_eq!(ends(".clawdbot/x"), [true; 3]);
        assert_eq!(ends(".moltbot/moltbot.json"), [false; 3]);
        assert_eq!(ends(".openclaw/.clawdbot/x"), [false; 3]);
        assert_eq!(ends(".clawdbot"), [false; 3], "it is not a folder");
    }

    #[test]
    fn the_home_of_an_earlier_version_alone_is_the_home() {
        let home_with = |folders: &[&str], version: &str| {
            let home = tempfile::tempdir().unwrap();
            for folder in folders {
                fs::create_dir_all(home.path().join(folder)).unwrap();
            }
            let machine = Machine::new(Platform::Linux, home.path(), Default::default());
            let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
            let options = Options { runtimes, ..Options::default() };
            let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
            let is_found = agent.found;
            (machine.show(&agent.home), machine.show(&agent.config.path), is_found)
        };
        let at = |home: &str, found| (home.to_owned(), format!("{home}/openclaw.json"), found);
        for version in ["2026.7.35", "2026.8.1", "2026.9.6"] {
            assert_eq!(home_with(&[], version), at("~/.openclaw", false));
            assert_eq!(home_with(&[".clawdbot"], version), at("~/.clawdbot", true));
            assert_eq!(home_with(&[".clawdbot", ".openclaw"], version), at("~/.openclaw", true));
            assert_eq!(home_with(&[".moltbot"], version), at("~/.openclaw", false));
        }
        assert_eq!(home_with(&[".clawdbot"], "documented"), at("~/.openclaw", false));
    }

    #[test]
    fn the_workspace_of_a_profile_is_moved_unless_both_are_there() {
        let located = |version: &str, folders: &[&str], profile: &str, config: &str| {
            let home = tempfile::tempdir().unwrap();
            for folder in [&[".openclaw"], folders].concat() {
                fs::create_dir_all(home.path().join(folder)).unwrap();
            }
            let env = [("OPENCLAW_PROFILE".to_owned(), profile.to_owned())].into();
            let machine = Machine::new(Platform::Linux, home.path(), env);
            let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
            let config = Some(config.to_owned());
            let options = Options { runtimes, config, ..Options::default() };
            let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
            let ends = agent.does_not_start(&machine).is_some_and(|it| it.contains("both"));
            (machine.show(&agent.workspace), ends)
        };
        let (old, new) = (".openclaw/workspace-dev", ".openclaw-dev/workspace");
        let at = |place: &str, ends| (format!("~/{place}"), ends);
        for (version, folders, place, ends) in [
            ("2026.9.6", [old].as_slice(), old, false),
            ("2026.9.6", &[new], new, false),
            ("2026.9.6", &[], new, false),
            ("2026.9.6", &[old, new], new, true),
            ("2026.8.1", &[old], new, false),
            ("2026.8.1", &[old, new], new, false),
            ("2026.7.35", &[old, new], old, false),
        ] {
            assert_eq!(located(version, folders, "dev", LOCAL), at(place, ends), "{version}");
        }
        let both = |profile, config: &str| located("2026.9.6", &[old, new], profile, config).1;
        let named = |place: &str| {
            format!(
                "{{gateway: {{mode: 'local'}}, agents: {{defaults: {{workspace: '~/{place}'}}}}}}"
            )
        };
        assert!(!both("default", LOCAL));
        assert!(!both("dev", &named(old)));
        assert!(!both("dev", &named(new)));
        assert!(both("dev", &named("elsewhere")));
    }

    #[test]
    fn a_database_that_a_newer_version_changed_keeps_an_older_one_from_starting() {
        let ends = |form: u32| {
            let mut head = [0; 100];
            head[..SQLITE.len()].copy_from_slice(SQLITE);
            head[FORM_AT..FORM_AT + 4].copy_from_slice(&form.to_be_bytes());
            says(".openclaw/state/openclaw.sqlite", &head, LOCAL).map(|it| it.contains("newer"))
        };
        assert_eq!(ends(1), [false; 3]);
        assert_eq!(ends(15), [true, false, false]);
        assert_eq!(ends(18), [true, true, false]);
        let other = says(".openclaw/state/openclaw.sqlite", b"no database", LOCAL);
        assert_eq!(other, ["", "", ""]);
    }
}
