//! What each agent that ships does differently. Here are those that share the `HOOK.md` of a family: Milady
//! (2026-03-01), Eliza, which has the same parser, and OpenClaw (2026.7.35 to 2026.9.6).

use super::{Subject, env_not_exported, note, stops_here};
use crate::discover::{Kind, stray_handler};
use crate::eligibility;
use crate::variables::env_from;
use serde_json::Value;
use tacklebox_agents::hook::{AgentId, Note, Source};
use tacklebox_machine::machine::Platform;

mod moltis;
mod zeroclaw;

pub use moltis::modify_shape_seen;

type Of = fn(&Subject<'_>, &mut Vec<Note>);

const OF_AGENTS: [(AgentId, Of); 5] = [
    (AgentId::Milady, milady_notes),
    (AgentId::Eliza, eliza_notes),
    (AgentId::Openclaw, openclaw_notes),
    (AgentId::Zeroclaw, zeroclaw::zeroclaw_notes),
    (AgentId::Moltis, moltis::moltis_notes),
];

/// What the runtime of its agent that ships today does differently.
pub(super) fn of_runtime(subject: &Subject<'_>, notes: &mut Vec<Note>) {
    let of = OF_AGENTS.iter().find(|(agent, _)| *agent == subject.agent.id());
    if let Some((_, of)) = of {
        of(subject, notes);
    }
}

fn milady_notes(subject: &Subject<'_>, notes: &mut Vec<Note>) {
    let dialect = subject.agent.dialect;
    if subject.candidate.handler.is_none()
        && let Some(dir) = &subject.candidate.dir
        && let Some(stray) =
            stray_handler(dir).filter(|name| name.ends_with(".js") || name.ends_with(".mjs"))
    {
        notes.push(note(
            dialect,
            "milady-handler-name",
            format!("Milady does not find {stray}: it looks for handler.ts, handler, index.ts and index only."),
        ));
    }
    let config = &subject.manifest.requires.config;
    if config.iter().any(|path| path == "workspace.dir")
        && !eligibility::config_is_set(subject.agent, "workspace.dir")
    {
        notes.push(note(
            dialect,
            note::WORKSPACE_DIR,
            "It needs the setting workspace.dir, which OpenClaw takes for granted and Milady does not.",
        ));
    }
    eliza_notes(subject, notes);
}

fn eliza_notes(subject: &Subject<'_>, notes: &mut Vec<Note>) {
    let dialect = subject.agent.dialect;
    let title = dialect.title;
    let shape = subject.manifest.shape;
    // A hook that was written for a sister agent has no events to lose.
    if subject.manifest.foreign.is_none() {
        if shape.has_metadata && !shape.json_metadata {
            notes.push(note(
                dialect,
                note::JSON_METADATA,
                format!("Today's {title} reads a hook's settings only when they are written as JSON on the metadata line. Here it sees no events and never runs the hook."),
            ));
        }
        let ends = subject.candidate.ends_loader(subject.machine);
        if shape.lone_strings {
            let ended = ends.map(|why| stops_here(&subject.agent.runtime, why));
            notes.push(note(
                dialect,
                note::LONE_WORDS,
                ended.unwrap_or_else(|| format!("Today's {title} wants lists: a single word for events, bins or os is dropped or read letter by letter.")),
            ));
        }
    }
    if shape.bom || shape.blank_before || shape.dressed_name {
        let fence = shape.bom || shape.blank_before;
        let says = if fence {
            format!(
                "Today's {title} does not accept this HOOK.md: its first characters must be the three dashes."
            )
        } else {
            format!(
                "Today's {title} takes a comment behind name for a part of it, and reads no name that is written in another way than on its own line."
            )
        };
        let said = note(dialect, note::FRONT_MATTER, says);
        // Without its quotes a text with a colon in it could not be read at all.
        notes.push(Note { fixable: fence || shape.can_be_undressed, ..said });
    }
    if in_older_place(subject) {
        notes.push(note(
            dialect,
            note::HOOKS_ROOT,
            format!("Its settings are under hooks; today's {title} reads them under hooks.internal only."),
        ));
    }
    env_not_exported(subject, notes);
}

/// A setting of this hook is under `hooks.entries` or `hooks.load` (rule ).
fn in_older_place(subject: &Subject<'_>) -> bool {
    let hooks = subject.agent.config.value.get("hooks");
    let is_set = |path: &[&str]| {
        let value = path.iter().try_fold(hooks?, |value, key| value.get(key));
        value.filter(|value| !value.is_null())
    };
    let key = subject.manifest.hook_key.as_deref().unwrap_or(&subject.manifest.name);
    // What the hook requires by its whole path is read there.
    let requires = &subject.manifest.requires;
    let is_asked = |field: &str| requires.names(&format!("hooks.entries.{key}{field}"));
    let is_elsewhere = |entry: &Value| match entry {
        Value::Object(fields) => fields.keys().any(|field| !is_asked(&format!(".{field}"))),
        _ => !is_asked(""),
    };
    let from_load = subject.candidate.source == Source::Extra
        && is_set(&["load", "extraDirs"]).is_some()
        && is_set(&["internal", "load", "extraDirs"]).is_none();
    is_set(&["entries", key]).is_some_and(is_elsewhere) || from_load
}

fn openclaw_notes(subject: &Subject<'_>, notes: &mut Vec<Note>) {
    let dialect = subject.agent.dialect;
    let mut say = |id: &str, sentence: &str| notes.push(note(dialect, id, sentence));
    match subject.candidate.kind {
        Kind::Legacy => {
            if let Some(retired) = dialect.legacy_retired {
                say("openclaw-handlers-retired", retired);
            }
        }
        Kind::Gateway => {
            say(
                "openclaw-gateway-refused",
                "No OpenClaw that is known takes hooks.handlers: it refuses its whole config and does not start.",
            );
            say(
                "openclaw-priority",
                "Today's OpenClaw runs the higher priority first; its documentation says the lower.",
            );
        }
        Kind::Hook | Kind::Builtin => {}
    }
    if subject.candidate.kind != Kind::Gateway
        && subject.meetings.on_levels(&subject.manifest.events)
    {
        say(
            "openclaw-family-first",
            "Today's OpenClaw calls a hook for the whole category before the one for the single event.",
        );
    }
    if subject.candidate.source == Source::Workspace {
        say(
            note::BY_NAME,
            "Today's OpenClaw loads a workspace hook only when it is switched on by name, and never lets it replace another.",
        );
    }
    if subject.candidate.linked {
        say(
            note::LINKS,
            "Today's OpenClaw skips a hook whose folder or handler is a link, without saying so.",
        );
    }
    env_not_exported(subject, notes);
    notes.extend(shell_not_asked(subject));
    notes.extend(set_at_start(subject));
}

/// The variables that it needs and that are nowhere here.
fn missing<'a>(subject: &'a Subject<'_>) -> impl Iterator<Item = &'a String> {
    let Subject { machine, agent, manifest, .. } = subject;
    manifest.requires.env.iter().filter(|name| env_from(machine, agent, manifest, name).is_none())
}

/// Of a variable that is missing here, where a file of the folder sets it in which the agent may be started.
fn set_at_start(subject: &Subject<'_>) -> Option<Note> {
    let (machine, agent) = (subject.machine, subject.agent);
    let name = missing(subject).find(|name| agent.is_set_at_start(machine, name))?;
    let (title, file) = (agent.dialect.title, machine.show(&machine.home().join(".env")));
    Some(note(
        agent.dialect,
        "openclaw-start-env",
        format!(
            "{title} also reads the file .env of the folder in which it is started, and {file} sets {name}. Started there, {title} may have it: it takes most names from such a file, but no keys of known services and no settings of the network. Started elsewhere, it does not have it."
        ),
    ))
}

/// Of a variable that is missing here, where its start asks the login shell for some, too. Which those are depends on its
/// plugins, and a scan starts no shell.
fn shell_not_asked(subject: &Subject<'_>) -> Option<Note> {
    let (machine, agent) = (subject.machine, subject.agent);
    let by_config = agent.config.value.pointer("/env/shellEnv/enabled") == Some(&Value::Bool(true));
    let said = machine.env("OPENCLAW_LOAD_SHELL_ENV").map(|it| it.trim().to_lowercase());
    let switched = by_config || said.is_some_and(|it| ["1", "true", "yes", "on"].contains(&&*it));
    if !switched || machine.platform() == Platform::Win32 {
        return None;
    }
    let missing = missing(subject).next()?;
    let title = agent.dialect.title;
    Some(note(
        agent.dialect,
        "openclaw-shell-env",
        format!(
            "When {title} starts, it asks the login shell for keys of model providers and channels, as env.shellEnv or OPENCLAW_LOAD_SHELL_ENV says. Tacklebox does not ask it: if {missing} is one of those and is set there, {title} has it."
        ),
    ))
}
