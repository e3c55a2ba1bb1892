//! The table of moments: one name of ours for the same point in an agent's life in every dialect,
//! with the event keys, the words for it and a sample payload (rules R-7).

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

use crate::hook::AgentId;

mod sample;
mod table;
pub use sample::command_tool;
pub use table::MOMENTS;

/// The families of event keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// `type:action` of Milady, Eliza and OpenClaw.
    Internal,
    /// OpenClaw's plugin hooks.
    Plugin,
    Zeroclaw,
    Moltis,
    /// Of tests alone.
    #[cfg(feature = "invented")]
    Invented,
}

impl Keys {
    /// The family in which an agent's manifests write their events.
    pub const fn of(agent: AgentId) -> Self {
        agent.dialect().family
    }
}

/// One point in an agent's life.
#[derive(Debug)]
pub struct Moment {
    /// `area.point`, part of the JSON contract.
    pub name: &'static str,
    /// "Session starts"
    pub label: &'static str,
    /// "when a session starts", to go behind a description
    pub when: &'static str,
    /// "Every time a new conversation begins"
    pub sentence: &'static str,
    /// What the event carries, as JSON: `context` in the family, `data` elsewhere. [`Moment::sample_of`] has the names
    /// of each family.
    sample: &'static str,
    pub keys: &'static [Key],
}

/// How one family spells a moment.
#[derive(Debug)]
pub struct Key {
    pub family: Keys,
    pub key: &'static str,
    /// Whether a hook may change or stop what happens.
    pub modifying: bool,
    /// The agents of the family that alone know this key; empty where all do.
    pub only: &'static [AgentId],
}

/// One line of `events --json`.
#[derive(Clone, Debug, Serialize)]
pub struct EventRow {
    /// None where no other agent has the like.
    pub moment: Option<&'static str>,
    pub agent: AgentId,
    pub key: &'static str,
    pub modifying: bool,
    pub sentence: String,
    pub sample: Value,
}

/// An event key in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Trigger {
    pub key: String,
    pub label: String,
    pub sentence: String,
    /// None for a key that no table knows.
    pub moment: Option<String>,
    /// Whether a hook may change or stop what happens.
    pub modifying: bool,
    /// Whether a hook may stop it.
    pub can_stop: bool,
    /// Whether the version in force ever sends it; true where no version is in question.
    pub sent: bool,
    /// When it was last heard on this computer, in UTC; none where nothing listened, or it never came.
    pub heard: Option<String>,
    /// Since when somebody listens here and it never came, in UTC; none where it was heard, or nobody listens.
    pub unheard_since: Option<String>,
}

/// The keys of all events that an agent has, in the order of the table.
pub fn keys_of(agent: AgentId) -> impl Iterator<Item = &'static str> {
    let keys = MOMENTS.iter().flat_map(|moment| moment.keys);
    keys.filter(move |key| key.is_for(agent)).map(|key| key.key)
}

/// Whether an agent has an event of this key.
pub fn is_key_of(agent: AgentId, key: &str) -> bool {
    let mut keys = MOMENTS.iter().flat_map(|moment| moment.keys);
    keys.any(|known| known.key == key && known.is_for(agent))
}

/// All events that an agent has, in the order of the table.
pub fn events(agent: AgentId) -> impl Iterator<Item = EventRow> {
    MOMENTS.iter().flat_map(move |moment| {
        moment.keys.iter().filter(move |key| key.is_for(agent)).map(move |key| EventRow {
            moment: Some(moment.name),
            agent,
            key: key.key,
            modifying: key.modifying,
            sentence: words(Keys::of(agent), key.key)
                .map_or(moment.sentence, |w| w.sentence())
                .to_owned(),
            sample: moment.sample_of(key.family),
        })
    })
}

impl Key {
    pub fn is_for(&self, agent: AgentId) -> bool {
        agent.dialect().policy(self.family).is_some()
            && (self.only.is_empty() || self.only.contains(&agent))
    }
}

/// The moment and the key of this spelling in a family.
pub fn find(family: Keys, key: &str) -> Option<(&'static Moment, &'static Key)> {
    MOMENTS.iter().find_map(|moment| {
        let found = moment.keys.iter().find(|k| k.family == family && k.key == key)?;
        Some((moment, found))
    })
}

/// All keys of a family, in the order of the table.
pub fn keys(family: Keys) -> impl Iterator<Item = &'static str> {
    MOMENTS.iter().flat_map(|m| m.keys).filter(move |k| k.family == family).map(|k| k.key)
}

/// An event key of a manifest, in words. An unknown action is legal and said as it is.
pub fn trigger(agent: AgentId, key: &str) -> Trigger {
    let family = Keys::of(agent);
    let found = find(family, key).filter(|(_, k)| k.is_for(agent));
    let moment = found.map(|(moment, _)| moment.name).or_else(|| {
        // Every command is the same moment, whatever it is called.
        (family == Keys::Internal && key.starts_with("command:")).then_some("command")
    });
    let words =
        words(family, key).or_else(|| found.map(|(m, _)| Words::new(m.label, m.when, m.sentence)));
    let (label, sentence) = match words {
        Some(words) => (words.label(), words.sentence().to_owned()),
        None => (key.to_owned(), format!("When the agent reports “{key}”")),
    };
    Trigger {
        key: key.to_owned(),
        label,
        sentence,
        moment: moment.map(str::to_owned),
        modifying: found.is_some_and(|(_, k)| k.modifying),
        can_stop: false,
        sent: true,
        heard: None,
        unheard_since: None,
    }
}

/// As [`trigger`], for a key of any family that the agent has: OpenClaw's plugin events too.
pub fn trigger_of(agent: AgentId, key: &str) -> Trigger {
    let own = Keys::of(agent);
    let other = MOMENTS.iter().find_map(|moment| {
        let mut keys = moment.keys.iter();
        Some((moment, keys.find(|k| k.key == key && k.family != own && k.is_for(agent))?))
    });
    match other {
        Some((moment, found)) if find(own, key).is_none() => Trigger {
            key: key.to_owned(),
            label: moment.label.to_owned(),
            sentence: moment.sentence.to_owned(),
            moment: Some(moment.name.to_owned()),
            modifying: found.modifying,
            can_stop: false,
            sent: true,
            heard: None,
            unheard_since: None,
        },
        _ => trigger(agent, key),
    }
}

/// When a hook with these events runs, in a few words: "on /new and when a session starts".
pub fn when(agent: AgentId, events: &[String]) -> String {
    when_in(Keys::of(agent), events)
}

/// As [`when`], for keys of a family that is not the manifests'.
pub fn when_in(family: Keys, events: &[String]) -> String {
    let mut parts: Vec<Cow<'_, str>> = Vec::new();
    for key in events {
        let part = words(family, key)
            .map(|w| w.when())
            .or_else(|| find(family, key).map(|(m, _)| Cow::Borrowed(m.when)))
            .unwrap_or_else(|| Cow::Owned(format!("on {key}")));
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    match parts.as_slice() {
        [_, _] => parts.join(" and "),
        [first, _, more @ ..] => format!("{first} and {} more", more.len().saturating_add(1)),
        _ => parts.concat(),
    }
}

/// The known key nearest to a misspelt one, if any is near.
pub fn nearest<'a>(key: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    within(key, known, |candidate| (candidate.len() / 4).saturating_add(1))
}

/// As [`nearest`], for a key that may be meant as it is: only what looks like a slip of the fingers.
pub fn slip<'a>(key: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    within(key, known, |_| 2)
}

fn within<'a>(
    key: &str,
    known: impl IntoIterator<Item = &'a str>,
    most: impl Fn(&str) -> usize,
) -> Option<&'a str> {
    let fold = |text: &str| text.to_lowercase().replace([':', '-', '_', '.', ' '], "");
    let wanted = fold(key);
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&wanted, &fold(candidate)), candidate))
        .filter(|(distance, candidate)| *distance <= most(candidate))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// What is said of a key: each sentence is put together only where it is asked for.
enum Words<'a> {
    Said {
        label: &'a str,
        when: &'a str,
        sentence: &'a str,
    },
    /// A command by its name.
    Command(&'a str),
}

impl<'a> Words<'a> {
    const fn new(label: &'a str, when: &'a str, sentence: &'a str) -> Self {
        Self::Said { label, when, sentence }
    }

    fn label(&self) -> String {
        match self {
            Self::Said { label, .. } => (*label).to_owned(),
            Self::Command(name) => format!("You type /{name}"),
        }
    }

    fn when(&self) -> Cow<'a, str> {
        match self {
            Self::Said { when, .. } => Cow::Borrowed(when),
            Self::Command(name) => Cow::Owned(format!("on /{name}")),
        }
    }

    const fn sentence(&self) -> &'a str {
        match self {
            Self::Said { sentence, .. } => sentence,
            Self::Command(_) => "Only for this command",
        }
    }
}

/// The command that a key is for, as a person types it behind a slash: no other name can be typed.
pub fn command(key: &str) -> Option<&str> {
    let is_plain = |it: char| it.is_alphanumeric() || matches!(it, '-' | '_');
    key.strip_prefix("command:").filter(|it| !it.is_empty() && it.chars().all(is_plain))
}

/// What a key of its own says better than its moment: a named command, or a whole category.
fn words(family: Keys, key: &str) -> Option<Words<'_>> {
    if family != Keys::Internal {
        return None;
    }
    if let Some(command) = command(key) {
        return Some(Words::Command(command));
    }
    Some(match key {
        "command" => Words::new(
            "You type a command",
            "on every command",
            "Every command you type, whichever it is",
        ),
        "session" => Words::new(
            "Anything about a session",
            "when a session starts or ends",
            "Each time a conversation starts, ends or starts over",
        ),
        "agent" => Words::new(
            "Anything about the agent",
            "when the agent starts or stops",
            "Each time the agent starts, prepares or stops",
        ),
        "gateway" => Words::new(
            "Anything about the gateway",
            "when the gateway starts or stops",
            "Each time the gateway starts, stops or a connection changes",
        ),
        "message" => {
            Words::new("Any message", "on every message", "Each message that arrives or goes out")
        }
        // What versions of OpenClaw send beside what its text has.
        "gateway:pre-restart" => Words::new(
            "Gateway restarts",
            "before the gateway restarts",
            "Each time the agent's gateway is about to stop and start again",
        ),
        "message:preprocessed" => Words::new(
            "Message is prepared",
            "when a message is prepared",
            "Each message, once it was prepared for the agent",
        ),
        "message:transcribed" => Words::new(
            "Voice message is written out",
            "when a voice message is written out",
            "Each voice message, once it was turned into text",
        ),
        "session:auto-reset" => Words::new(
            "Session starts over on its own",
            "when a session starts over on its own",
            "Each time a conversation starts over after a pause or at its hour",
        ),
        "session:compact:before" => Words::new(
            "Session is about to be shortened",
            "before a session is shortened",
            "Before a long conversation is shortened to a summary",
        ),
        "session:compact:after" => Words::new(
            "Session was shortened",
            "after a session was shortened",
            "After a long conversation was shortened to a summary",
        ),
        "session:patch" => Words::new(
            "Session's settings change",
            "when a session's settings change",
            "Each time a setting of a conversation changes, such as its model",
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
