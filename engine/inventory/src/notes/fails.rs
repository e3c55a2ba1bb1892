//! What an agent registers all the same, and what then fails each time.

use std::fs;
use std::path::Path;

use super::{Subject, note};
use crate::discover::{Candidate, Module, Vain};
use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::hook::Note;
use tacklebox_agents::manifest::{Action, repair, request};
use tacklebox_audit::module::StayHow;
use tacklebox_machine::machine::Platform;
use tacklebox_machine::words;

/// What the documents of the agent refuse, and the version in force runs.
pub(super) fn reads_more(subject: &Subject<'_>) -> Option<Note> {
    let (candidate, agent) = (subject.candidate, subject.agent);
    let broken = candidate.manifest.as_ref().err()?;
    // Where it finds no event for that reason, the hook is broken, and says so; or that nothing is started.
    let needs = agent.dialect.rules.needs_events;
    let read = candidate.effective().ok().filter(|it| !(needs && it.events.is_empty()));
    read.filter(|_| !candidate.starts_nothing(agent))?;
    let (title, named) = (agent.dialect.title, agent.runtime.named());
    let why = broken.to_string();
    let why = why.trim_end_matches('.');
    let said = note(
        agent.dialect,
        "reads-more",
        format!("The documentation of {title} refuses this: {why}. {named} reads it all the same."),
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
    if subject.agent.dialect.rules.workdir_as_written && !Path::new(folder).is_absolute() {
        let (title, named) = (subject.agent.dialect.title, subject.agent.runtime.named());
        let says = match folder.is_empty() {
            true => format!(
                "Its command is to run in a folder without a name: {named} registers it all the same, and it fails each time."
            ),
            false => format!(
                "Its command is to run in {folder}, which {named} looks for in the folder that {title} is started in, not beside the hook, and without a meaning for ~: unless it is there, it fails each time. Write the whole path."
            ),
        };
        return Some(note(subject.agent.dialect, "no-folder", says));
    }
    let there = folder.trim().is_empty() || base.join(subject.machine.expand(folder)).is_dir();
    (!there).then(|| {
        let title = subject.agent.dialect.title;
        let says = format!(
            "Its command is to run in {folder}, and there is no such folder: {title} registers it all the same, and it fails each time."
        );
        note(subject.agent.dialect, "no-folder", says)
    })
}

/// A handler that is registered like a function, and is not one that answers a call (rule ).
pub(super) fn called_in_vain(subject: &Subject<'_>) -> Option<Note> {
    let title = subject.agent.dialect.title;
    let says = match subject.candidate.module {
        Module::InVain(Vain::Class) => format!(
            "Its handler is a class: {title} registers it, and each call of it fails, since only new makes something of a class."
        ),
        Module::InVain(Vain::Generator) => format!(
            "Its handler is a generator (function*): {title} calls it, and nothing in it runs, since nobody asks for what it would give."
        ),
        _ => return None,
    };
    Some(note(subject.agent.dialect, "called-in-vain", says))
}

/// A handler that is called and does not come back (rule ).
pub(super) fn does_not_come_back(subject: &Subject<'_>) -> Option<Note> {
    let Module::Stays(stay) = &subject.candidate.module else { return None };
    let events = &subject.candidate.effective().ok()?.events;
    let at = events.iter().filter(|event| stay.is_for(event));
    let at: Vec<_> = at
        .map(|event| match &stay.action {
            Some(action) if !event.contains(':') => format!("{event}:{action}"),
            _ => event.clone(),
        })
        .collect();
    if at.is_empty() {
        return None;
    }
    let title = subject.agent.dialect.title;
    let when = words::any_of(at);
    let says = match stay.how {
        StayHow::Exits => format!("Its handler ends {title} when it is called for {when}."),
        StayHow::Waits => format!(
            "Called for {when}, its handler waits for what never comes: {title} calls no hook after it for that."
        ),
        StayHow::Freezes => format!(
            "Called for {when}, its handler goes on in a loop that never ends and waits for nothing: {title} does nothing more then, and does not answer."
        ),
        StayHow::Rounds => format!(
            "Called for {when}, its handler goes on in a loop that never ends: {title} calls no hook after it for that."
        ),
    };
    Some(note(subject.agent.dialect, "does-not-come-back", says))
}

/// That another hook keeps it from being called for some of its events.
pub(crate) fn held_up(dialect: &Dialect, why: &str) -> Note {
    note(dialect, "held-up", format!("{why}: it is not called for that."))
}

/// A file that the command starts and cannot, where the version in force does not look.
pub(super) fn command_fails(subject: &Subject<'_>) -> Option<Note> {
    let (candidate, agent) = (subject.candidate, subject.agent);
    let not_checked = !agent.dialect.checks_command();
    let Candidate { absent, not_executable, locked, .. } = candidate;
    let (file, why) = match (absent, not_executable, locked) {
        (Some(file), ..) => (file, "and there is no such file"),
        (None, Some(file), _) if not_checked => (file, "which may not be executed"),
        (None, None, Some(file)) => (file, "which you have no right to read"),
        _ => return torn_command(subject).or_else(|| absent_program(subject)),
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

/// A request that no client can send (rule ).
pub(super) fn request_fails(subject: &Subject<'_>) -> Option<Note> {
    let Ok(manifest) = subject.candidate.effective() else { return None };
    let Some(Action::Http { url, method, headers, .. }) = &manifest.action else { return None };
    let why = request::never_sent(url, method.as_deref(), headers)?;
    let title = subject.agent.dialect.title;
    let says = format!(
        "Its request cannot be sent: {why}. {title} registers the hook all the same, and it fails each time."
    );
    Some(note(subject.agent.dialect, "request-fails", says))
}

/// A command that no shell reads to its end.
fn torn_command(subject: &Subject<'_>) -> Option<Note> {
    let Some(Action::Shell { command, .. }) = &subject.manifest.action else { return None };
    // Elsewhere its command goes to another shell, with quotes of its own.
    let unix = subject.machine.platform() != Platform::Win32;
    let quote = open_quote(command).filter(|_| unix)?;
    let title = subject.agent.dialect.title;
    let says = format!(
        "Its command opens a quote ({quote}) and does not close it: {title} registers it all the same, and it fails each time."
    );
    Some(note(subject.agent.dialect, "command-fails", says))
}

/// The quote that a command opens and never closes.
fn open_quote(command: &str) -> Option<char> {
    // Inside of these quotes begin again, or mean something else.
    if ["<<", "$(", "${", "$'", "`"].iter().any(|it| command.contains(it)) {
        return None;
    }
    let (mut open, mut in_word) = (None, false);
    let mut chars = command.trim_start().chars();
    while let Some(c) = chars.next() {
        match (open, c) {
            (None | Some('"'), '\\') => {
                let next = chars.next();
                // A line that ends with it goes on in the next.
                if next == Some('\n') {
                    continue;
                }
            }
            // What is in the lines before is done before a shell reads on.
            (None, '\n') => return None,
            (None, '#') if !in_word => return None,
            (None, '\'' | '"') => open = Some(c),
            (Some(quote), c) if c == quote => open = None,
            _ => {}
        }
        in_word = !(c.is_whitespace() || ";|&()".contains(c));
    }
    open
}

/// A program that is not on PATH here. Nobody can be sure that it fails: the agent may have another PATH.
fn absent_program(subject: &Subject<'_>) -> Option<Note> {
    let (agent, machine) = (subject.agent, subject.machine);
    let Some(Action::Shell { command, .. }) = &subject.manifest.action else { return None };
    let name = program_of(command).filter(|_| agent.dialect.reads_commands)?;
    // Where not even a shell is found, PATH says nothing.
    let known = machine.program("sh").is_some() || machine.program("cmd").is_some();
    (known && machine.program(name).is_none()).then(|| {
        let title = agent.dialect.title;
        let says = format!(
            "Its command starts {name}, and no program of this name is on PATH here: {title} registers it all the same, and unless {title} finds one, it fails each time."
        );
        note(agent.dialect, "program-absent", says)
    })
}

/// What a shell does itself.
const OF_SHELLS: &str = ". : [ alias bg bind break builtin caller case cd command compgen complete continue coproc declare dirs disown do echo enable eval exec exit export false fc fg for function getopts hash help history if jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return select set shift shopt source suspend test time times trap true type typeset ulimit umask unalias unset until wait while";

/// The program that a command begins with, where it is a bare word that no shell makes something else of.
fn program_of(command: &str) -> Option<&str> {
    let word = command.split_whitespace().next()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
    let bare = word.chars().all(plain) && !OF_SHELLS.split(' ').any(|own| own == word);
    bare.then_some(word)
}

#[cfg(test)]
mod tests {
    use super::{open_quote, program_of};

    /// `sh -n` refuses each that has one here. Where it has none, that takes it, or dash and bash ran what is before it.
    #[test]
    fn a_quote_that_is_never_closed_is_known() {
        for (command, open) in [
            ("echo 'x", Some('\'')),
            ("echo \"it's", Some('"')),
            ("echo it's", Some('\'')),
            ("echo \"a\\\"", Some('"')),
            ("echo a#it's", Some('\'')),
            ("\n echo it's", Some('\'')),
            ("echo \\\n it's", Some('\'')),
            ("echo 'a\\'", None),
            ("echo it\\'s", None),
            ("echo \"it's\"", None),
            ("echo 'a' \"it's\"", None),
            ("true # it's", None),
            ("true;# it's\necho 'x'", None),
            ("true \\\n# it's", None),
            ("echo hi\nexit 0\nit's over", None),
            ("echo \"$(echo \"x\")\"", None),
            ("echo $(it's)", None),
            ("cat <<E\nit's\nE", None),
        ] {
            assert_eq!(open_quote(command), open, "{command}");
        }
    }

    #[test]
    fn only_a_bare_word_is_a_program() {
        for (command, program) in [
            ("no-such-program --x", Some("no-such-program")),
            ("jq . ", Some("jq")),
            ("echo hi", None),
            ("./x.sh", None),
            ("/bin/x", None),
            ("A=1 jq .", None),
            ("$TOOL x", None),
            ("jq|cat", None),
            ("# nothing", None),
            ("if true; then x; fi", None),
            ("", None),
        ] {
            assert_eq!(program_of(command), program, "{command}");
        }
    }
}
