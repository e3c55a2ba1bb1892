//! What Roll call heard: the moments that the agents on this computer really sent. The included hook of
//! that name adds a line for each to our own data; here they are read, never written.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::typed::typed_hook;
use tacklebox_agents::hook::{AgentId, CalledForReal};
use tacklebox_agents::moment::Trigger;
use tacklebox_machine::machine::Machine;

/// The folder of our own data that Roll call writes to.
const FOLDER: &str = "seen";

/// Roll call folds a file long before it is so large.
const MOST_BYTES: u64 = 1024 * 1024;

/// One moment that was heard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Seen {
    pub agent: AgentId,
    /// As the agent spells it.
    pub key: String,
    /// When it was sent last, in UTC.
    pub last: String,
    pub count: u32,
    /// The names of what came with it; never a value.
    pub fields: Vec<String>,
}

/// A line as the hook writes it; one that was folded has a count.
#[derive(Deserialize)]
struct Line {
    agent: String,
    key: String,
    at: String,
    #[serde(default)]
    fields: Vec<String>,
    #[serde(default = "once")]
    count: u32,
}

const fn once() -> u32 {
    1
}

/// All that was heard, by agent, then by key.
pub fn list(machine: &Machine) -> Vec<Seen> {
    AgentId::all().iter().flat_map(|agent| of(machine, *agent)).collect()
}

/// What was heard of one agent, by key. Costs one look where Roll call was never there.
pub fn of(machine: &Machine, agent: AgentId) -> Vec<Seen> {
    let folder = machine.data_dir().join(FOLDER);
    let name = format!("{}.jsonl", agent.as_str());
    let mut heard = BTreeMap::new();
    // Beside the file one that is just being folded, so that nothing seems forgotten.
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    for entry in entries.flatten() {
        let file = entry.file_name();
        let rest = file.to_str().and_then(|file| file.strip_prefix(&name));
        let is_ours = |rest: &str| {
            rest.is_empty()
                || rest.strip_prefix('.').is_some_and(|id| id.bytes().all(|b| b.is_ascii_digit()))
        };
        if rest.is_some_and(is_ours) {
            read(&entry.path(), agent, &mut heard);
        }
    }
    heard.into_values().collect()
}

/// Which of the keys an agent was heard to send.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// When each was sent last.
    keys: BTreeMap<String, String>,
    /// Who has listened since the agent was last started, and to what.
    pub(crate) listens: Option<Listens>,
}

/// Roll call, loaded as it is since the agent was last started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listens {
    pub(crate) since: String,
    pub(crate) to: Vec<String>,
}

impl Heard {
    /// What Roll call heard of this agent.
    pub fn read(machine: &Machine, agent: AgentId) -> Self {
        let keys = of(machine, agent).into_iter().map(|seen| (seen.key, seen.last)).collect();
        Self { keys, listens: None }
    }

    /// Whether the agent ever sends a moment for which a hook on this key is called. What was heard counts,
    /// whatever is known of the version.
    pub fn is_sent(&self, agent: &Agent, key: &str) -> bool {
        agent.dialect.ever_sends(key) || self.last(key).is_some()
    }

    /// A moment in words, sent where it was heard.
    #[must_use]
    pub fn told(&self, trigger: Trigger) -> Trigger {
        let heard = self.last(&trigger.key).map(str::to_owned);
        let listens = self.listens.as_ref().filter(|it| heard.is_none() && it.hears(&trigger.key));
        let unheard_since = listens.map(|it| it.since.clone());
        Trigger { sent: trigger.sent || heard.is_some(), heard, unheard_since, ..trigger }
    }

    /// Whether a hook with these keys was really called, if it is loaded as it is since the agent was last started.
    pub(crate) fn called(&self, keys: &[String]) -> Option<CalledForReal> {
        let Listens { since, to: _ } = self.listens.as_ref()?;
        let last = keys.iter().filter_map(|key| self.last(key)).max();
        let last = last.filter(|last| *last >= &**since).map(str::to_owned);
        let hears = |key: &String| self.listens.as_ref().is_some_and(|it| it.hears(key));
        let known = last.is_some() || keys.iter().all(hears);
        known.then(|| CalledForReal { last, since: since.clone() })
    }

    /// The keys that were heard.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.keys.keys().map(String::as_str)
    }

    /// When a moment was last sent for which a hook on this key is called: the key itself, or for a whole
    /// family one of it. A moment of plugins is also known as the text spells it.
    pub fn last(&self, key: &str) -> Option<&str> {
        let in_family = |sent: &str| sent.split_once(':').is_some_and(|(family, _)| family == key);
        let spelled = |sent: &str| {
            key.contains('-') && typed_hook(sent).is_some() && sent.replace('_', "-") == key
        };
        let is = |sent: &str| sent == key || in_family(sent) || spelled(sent);
        let sent = self.keys.iter().filter(|(sent, _)| is(sent));
        sent.map(|(_, last)| last.as_str()).max()
    }
}

impl Listens {
    /// Whether it is called for every moment for which a hook on this key is.
    fn hears(&self, key: &str) -> bool {
        let family = key.split_once(':').map(|(family, _)| family);
        self.to.iter().any(|to| to == key || Some(&**to) == family)
    }
}

/// A line that was torn or changed by hand is skipped.
fn read(path: &Path, agent: AgentId, heard: &mut BTreeMap<String, Seen>) {
    // A pipe or a device of that name is not waited for.
    if !path.symlink_metadata().is_ok_and(|meta| meta.is_file()) {
        return;
    }
    let mut bytes = Vec::new();
    let Ok(file) = File::open(path) else { return };
    if file.take(MOST_BYTES).read_to_end(&mut bytes).is_err() {
        return;
    }
    let lines = bytes.split(|byte| *byte == b'\n').filter_map(|line| {
        serde_json::from_slice::<Line>(line)
            .ok()
            .filter(|line| line.agent == agent.as_str() && is_key(&line.key) && is_time(&line.at))
    });
    for line in lines {
        let seen = heard.entry(line.key.clone()).or_insert_with(|| Seen {
            agent,
            key: line.key,
            last: String::new(),
            count: 0,
            fields: Vec::new(),
        });
        seen.count = seen.count.saturating_add(line.count);
        if line.at > seen.last {
            seen.last = line.at;
        }
        for field in line.fields {
            if is_key(&field) && seen.fields.len() < 40 && !seen.fields.contains(&field) {
                seen.fields.push(field);
            }
        }
    }
}

fn is_key(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_:.-".contains(c);
    (1..=101).contains(&text.len()) && text.chars().all(plain)
}

/// `2026-11-22T03:00:00Z`, with or without a part of a second: then texts are in the order of time.
fn is_time(text: &str) -> bool {
    let shape = |(at, byte): (usize, u8)| match at {
        4 | 7 => byte == b'-',
        10 => byte == b'T',
        13 | 16 => byte == b':',
        19 => byte == b'Z' || byte == b'.',
        _ => byte.is_ascii_digit() || (at > 19 && byte == b'Z'),
    };
    (20..=30).contains(&text.len()) && text.ends_with('Z') && text.bytes().enumerate().all(shape)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;
    use tacklebox_agents::moment;
    use tacklebox_machine::machine::Platform;

    fn machine(home: &Path) -> Machine {
        Machine::new(Platform::Linux, home, BTreeMap::new())
    }

    fn note(machine: &Machine, file: &str, text: &str) {
        let folder = machine.data_dir().join(FOLDER);
        fs::create_dir_all(&folder).unwrap();
        fs::File::create(folder.join(file)).unwrap().write_all(text.as_bytes()).unwrap();
    }

    #[test]
    fn lines_become_one_for_each_moment() {
        let home = tempfile::tempdir().unwrap();
        let machine = machine(home.path());
        assert!(list(&machine).is_empty());
        note(
            &machine,
            "milady.jsonl",
            concat!(
                r#"{"agent":"milady","key":"gateway:startup","at":"2026-11-21T10:00:00.123Z","fields":["cfg"],"count":7}"#,
                "\n",
                r#"{"agent":"milady","key":"command:new","at":"2026-11-20T10:00:00Z","fields":[]}"#,
                "\n",
                r#"{"agent":"milady","key":"gateway:startup","at":"2026-11-22T10:00:00Z","fields":["cfg","port"]}"#,
                "\ntorn {\nnull\n\n",
                r#"{"agent":"eliza","key":"x","at":"2026-11-22T10:00:00Z"}"#,
                "\n",
                r#"{"agent":"milady","key":"<b>","at":"2026-11-22T10:00:00Z"}"#,
                "\n",
                r#"{"agent":"milady","key":"late","at":"tomorrow"}"#,
            ),
        );
        note(
            &machine,
            "milady.jsonl.4711",
            r#"{"agent":"milady","key":"command:new","at":"2026-11-01T10:00:00Z","fields":["a b","ok"]}"#,
        );
        note(
            &machine,
            "milady.jsonl.bak",
            r#"{"agent":"milady","key":"mine","at":"2026-11-01T10:00:00Z"}"#,
        );
        let short =
            |seen: &Seen| format!("{} {} {} {:?}", seen.key, seen.last, seen.count, seen.fields);
        assert_eq!(
            list(&machine).iter().map(short).collect::<Vec<_>>(),
            [
                r#"command:new 2026-11-20T10:00:00Z 2 ["ok"]"#,
                r#"gateway:startup 2026-11-22T10:00:00Z 8 ["cfg", "port"]"#,
            ]
        );
        let heard = Heard::read(&machine, AgentId::Milady);
        assert_eq!(heard.last("gateway"), Some("2026-11-22T10:00:00Z"));
        assert_eq!(heard.last("command:new"), Some("2026-11-20T10:00:00Z"));
        assert_eq!(heard.last("command:reset"), None);
        // A hook on the whole family was called then, too.
        let told = |key: &str| heard.told(moment::trigger(AgentId::Milady, key)).heard;
        assert_eq!(told("gateway").as_deref(), Some("2026-11-22T10:00:00Z"));
        assert_eq!(told("command:reset"), None);
        assert_eq!(Heard::read(&machine, AgentId::Eliza), Heard::default());
    }

    /// As Roll call of plugins writes it.
    #[test]
    fn a_moment_of_plugins_is_heard_in_both_spellings() {
        let home = tempfile::tempdir().unwrap();
        let machine = machine(home.path());
        note(
            &machine,
            "openclaw.jsonl",
            r#"{"agent":"openclaw","key":"before_tool_call","at":"2026-11-22T10:00:00Z","fields":[]}"#,
        );
        let heard = Heard::read(&machine, AgentId::Openclaw);
        for key in ["before_tool_call", "before-tool-call"] {
            assert_eq!(heard.last(key), Some("2026-11-22T10:00:00Z"), "{key}");
        }
        assert_eq!(heard.last("after-tool-call"), None);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_plain_file_is_not_read() {
        let home = tempfile::tempdir().unwrap();
        let machine = machine(home.path());
        note(
            &machine,
            "other",
            r#"{"agent":"moltis","key":"Command","at":"2026-11-22T10:00:00Z"}"#,
        );
        let folder = machine.data_dir().join(FOLDER);
        std::os::unix::fs::symlink(folder.join("other"), folder.join("moltis.jsonl")).unwrap();
        let pipe = folder.join("eliza.jsonl");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(list(&machine).is_empty());
    }
}
