//! What the included hooks need of an agent beside their events, and what they wait for with a version
//! that does not give it.

use std::path::Path;

use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::Answers;
use tacklebox_agents::manifest::Manifest;
use tacklebox_agents::moment;
use tacklebox_machine::words;

use crate::seen::Heard;

/// What an included hook needs of an agent beside its event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// Somebody who reads what it says.
    Reader,
    /// That it can stop or change what happens.
    Obeyed,
    /// That it is told what happened.
    Told,
    /// That its text is added.
    Added,
}

/// By the name of its folder. What has no row here needs its event alone.
const NEEDS: [(&str, Need); 8] = [
    ("ai-label", Need::Added),
    ("block-dangerous-commands", Need::Obeyed),
    ("boot-md", Need::Reader),
    ("redact-secrets", Need::Obeyed),
    ("sandbox-writes", Need::Obeyed),
    ("session-memory", Need::Told),
    ("tool-logger", Need::Told),
    ("welcome", Need::Reader),
];

/// The version that a hook is offered for.
#[allow(missing_debug_implementations, reason = "it lends a function")]
pub struct Version<'a> {
    /// As it is told: `OpenClaw 2026.9.6`.
    pub named: &'a str,
    pub answers: &'static Answers,
    /// Whether it has such hooks at all.
    pub has_hooks: bool,
    /// Whether it ever sends an event that a hook on this key is called for.
    pub sends: &'a dyn Fn(&str) -> bool,
}

/// What an included hook waits for with this version, as a part of a sentence; none where it does its
/// work.
pub fn waits(version: &Version<'_>, name: &str, manifest: &Manifest) -> Option<String> {
    let Version { named, answers, .. } = version;
    if !version.has_hooks {
        return Some(format!("{} has no hooks of this kind", subject(named)));
    }
    let called: Vec<&String> = manifest.events.iter().filter(|key| (version.sends)(key)).collect();
    if called.is_empty() {
        let keys = words::any_of(manifest.events.iter().map(|key| word(key)).take(3));
        return Some(format!("{} never sends {keys}", subject(named)));
    }
    let (_, need) = NEEDS.iter().find(|(of, _)| *of == name)?;
    let (met, what) = match need {
        Need::Reader => (
            called.iter().any(|key| answers.reads(key)),
            "reads nothing of what a hook says at that moment",
        ),
        Need::Obeyed => (answers.obeyed, "lets no hook stop or change anything"),
        Need::Told => (answers.told, "does not tell a hook what happened"),
        Need::Added => {
            (called.iter().any(|key| answers.adds_at.contains(&key.as_str())), "adds no text there")
        }
    };
    (!met).then(|| format!("{} {what}", subject(named)))
}

/// As the subject of a sentence: what is put in after the name ends with a comma, too.
fn subject(named: &str) -> String {
    if named.contains(", ") { format!("{named},") } else { named.to_owned() }
}

/// `/new` for `command:new`; other keys as they are.
fn word(key: &str) -> String {
    moment::command(key).map_or_else(|| key.to_owned(), |command| format!("/{command}"))
}

/// What an included hook waits for with the version in force. What was heard on this computer counts as
/// sent, whatever is known of the version.
pub fn in_force(agent: &Agent, heard: &Heard, name: &str, manifest: &Manifest) -> Option<String> {
    let version = Version {
        named: &agent.runtime.named(),
        answers: agent.answers(),
        has_hooks: agent.dialect.rules.has_hooks,
        sends: &|key| heard.is_sent(agent, key),
    };
    waits(&version, name, manifest)
}

/// Included hooks that read what is set for them from the config, where nobody hands it to them.
const READ_THEIR_ENTRY: [&str; 2] = ["github-digest", "slack-notify"];

/// An installed hook, as far as that is to be known here.
pub(crate) struct Mine<'a> {
    pub dir: Option<&'a Path>,
    /// Whether it ships with Tacklebox and is as it came.
    pub is_included: &'a dyn Fn() -> bool,
}

impl<'a> Mine<'a> {
    /// The name of an included hook, where it is one of these. By its name most hooks are told apart, and nothing is looked
    /// at.
    fn included(&self, is_one: impl Fn(&str) -> bool) -> Option<&'a str> {
        let name = self.dir?.file_name()?.to_str().filter(|name| is_one(name))?;
        (self.is_included)().then_some(name)
    }

    /// Whether it is an included hook that need not be told that its settings are not handed to it.
    pub(crate) fn reads_its_entry(&self) -> bool {
        self.included(|name| READ_THEIR_ENTRY.contains(&name)).is_some()
    }

    /// Why an included hook that is installed is called and does nothing all the same.
    pub(crate) fn does_nothing(&self, agent: &Agent, manifest: &Manifest) -> Option<String> {
        let has_needs = |name: &str| NEEDS.iter().any(|(of, _)| *of == name);
        let name = self.included(has_needs)?;
        // That none of it is ever sent is said by its state.
        let called = manifest.events.iter().any(|key| Heard::default().is_sent(agent, key));
        let why = || in_force(agent, &Heard::default(), name, manifest);
        if called { why() } else { None }
    }
}
