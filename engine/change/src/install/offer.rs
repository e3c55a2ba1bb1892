//! Which included hooks are offered for an agent: those that the version in force calls, and that do their
//! work there.

use tacklebox_agents::dialect::{Answers, Format};
use tacklebox_agents::hook::Source;
use tacklebox_agents::manifest::Manifest;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::seen::Heard;
use tacklebox_machine::words;

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

/// What has no row here needs its event alone.
const NEEDS: [(&str, Format, Need); 8] = [
    ("ai-label", Format::HookToml, Need::Added),
    ("block-dangerous-commands", Format::HookToml, Need::Obeyed),
    ("boot-md", Format::Yaml, Need::Reader),
    ("redact-secrets", Format::HookToml, Need::Obeyed),
    ("sandbox-writes", Format::HookToml, Need::Obeyed),
    ("session-memory", Format::HookToml, Need::Told),
    ("tool-logger", Format::HookToml, Need::Told),
    ("welcome", Format::Yaml, Need::Reader),
];

/// The version that a hook is offered for.
pub(super) struct Version<'a> {
    pub(super) title: &'a str,
    pub(super) version: &'a str,
    pub(super) format: Format,
    pub(super) answers: &'static Answers,
    /// Whether it has such hooks at all.
    pub(super) has_hooks: bool,
    /// Whether it ever sends an event that a hook on this key is called for.
    pub(super) sends: &'a dyn Fn(&str) -> bool,
}

/// What an included hook waits for with this version, as a part of a sentence; none where it does its
/// work.
pub(super) fn waits(version: &Version<'_>, name: &str, manifest: &Manifest) -> Option<String> {
    let Version { title, version: number, answers, .. } = version;
    if !version.has_hooks {
        return Some(format!("{title} {number} has no hooks of this kind"));
    }
    let called: Vec<&String> = manifest.events.iter().filter(|key| (version.sends)(key)).collect();
    if called.is_empty() {
        let keys = words::any_of(manifest.events.iter().map(|key| word(key)).take(3));
        return Some(format!("{title} {number} never sends {keys}"));
    }
    let of_it = |row: &&(&str, Format, Need)| row.0 == name && row.1 == version.format;
    let need = NEEDS.iter().find(of_it)?.2;
    let (met, what) = match need {
        Need::Reader => {
            (called.iter().any(|key| answers.reads(key)), "reads nothing of what a hook says then")
        }
        Need::Obeyed => (answers.obeyed, "lets no hook stop or change anything"),
        Need::Told => (answers.told, "does not tell a hook what happened"),
        Need::Added => {
            (called.iter().any(|key| answers.adds_at.contains(&key.as_str())), "adds no text there")
        }
    };
    (!met).then(|| format!("{title} {number} {what}"))
}

/// `/new` for `command:new`; other keys as they are.
fn word(key: &str) -> String {
    match key.strip_prefix("command:") {
        Some(command) if !command.is_empty() => format!("/{command}"),
        _ => key.to_owned(),
    }
}

/// What an included hook waits for with the version in force. What was heard on this computer counts as
/// sent, whatever is known of the version.
pub(super) fn in_force(
    inventory: &Inventory,
    heard: &Heard,
    name: &str,
    manifest: &Manifest,
) -> Option<String> {
    let agent = inventory.agent();
    let version = Version {
        title: agent.dialect.title,
        version: "documented",
        format: agent.dialect.format,
        answers: Answers::of(agent.id(), "documented"),
        has_hooks: true,
        sends: &|key| heard.is_sent(agent, key),
    };
    let title = agent.dialect.title;
    let own = || format!("{title} brings a hook of this name itself, which this one would replace");
    brings(inventory, name).then(own).or_else(|| waits(&version, name, manifest))
}

/// Whether the agent brings a hook of this name itself, which ours would replace.
pub(super) fn brings(inventory: &Inventory, name: &str) -> bool {
    inventory.candidates().any(|(_, hook)| {
        hook.name == name && matches!(hook.source, Source::Bundled | Source::Builtin)
    })
}

#[cfg(test)]
mod tests;
