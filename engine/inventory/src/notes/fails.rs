//! What an agent registers all the same, and what then fails each time.

use std::fs;

use super::{Subject, note};
use tacklebox_agents::hook::Note;
use tacklebox_agents::manifest::{Action, repair};

/// What the documents of the agent refuse, and the version in force runs.
pub(super) fn reads_more(subject: &Subject<'_>) -> Option<Note> {
    let (candidate, agent) = (subject.candidate, subject.agent);
    let broken = candidate.manifest.as_ref().err()?;
    // Where it finds no event for that reason, the hook is broken, and says so.
    let needs = agent.dialect.rules.needs_events;
    candidate.effective().ok().filter(|it| !(needs && it.events.is_empty()))?;
    let (title, version) = (agent.dialect.title, agent.runtime.runtime.version);
    let why = broken.to_string();
    let why = why.trim_end_matches('.');
    let said = note(
        agent.dialect,
        "reads-more",
        format!(
            "The documentation of {title} refuses this: {why}. {title} {version} reads it all the same."
        ),
    );
    // Few hooks have such a text, and for not all of them a way is known.
    let text = candidate.manifest_path.as_deref().and_then(|path| fs::read_to_string(path).ok());
    let repaired = text.and_then(|text| repair::repair(agent.dialect, &candidate.dir_name, &text));
    Some(Note { fixable: candidate.dir.is_some() && repaired.is_some(), ..said })
}

/// A folder that the command is to run in and that is not there.
pub(super) fn no_folder(subject: &Subject<'_>) -> Option<Note> {
    let Some(Action::Shell { workdir: Some(folder), .. }) = &subject.manifest.action else {
        return None;
    };
    let base = subject.candidate.dir.as_deref()?;
    let there = folder.trim().is_empty() || base.join(subject.machine.expand(folder)).is_dir();
    (!there).then(|| {
        let title = subject.agent.dialect.title;
        let says = format!(
            "Its command is to run in {folder}, and there is no such folder: {title} registers it all the same, and it fails each time."
        );
        note(subject.agent.dialect, "no-folder", says)
    })
}

/// A file that the command starts and cannot, where the version in force does not look.
pub(super) fn command_fails(subject: &Subject<'_>) -> Option<Note> {
    let (candidate, agent) = (subject.candidate, subject.agent);
    let not_checked = !agent.dialect.checks_command();
    let (file, why) = match (&candidate.absent, &candidate.not_executable) {
        (Some(file), _) => (file, "and there is no such file"),
        (None, Some(file)) if not_checked => (file, "which may not be executed"),
        _ => return None,
    };
    let title = agent.dialect.title;
    Some(note(
        agent.dialect,
        "command-fails",
        format!(
            "Its command starts {file}, {why}: today's {title} registers it all the same, and it fails each time."
        ),
    ))
}
