//! What hooks did in a box, in words, for the window and the command line.

use std::path::Path;

use serde::Serialize;

use super::{Access, Effects, Kind, MOST_STARTS, Refused, Sending, Wrote};
use crate::runtime::dispatch::FiredRun;
use tacklebox_machine::machine::Machine;

/// Something that a hook did or wanted, as a fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TryDeed {
    pub kind: DeedKind,
    /// "Wanted to read a private key"
    pub title: String,
    /// The file, host or program.
    pub subject: String,
    /// "Refused", "In the box"
    pub tag: String,
    /// "Outside the box. Nothing was read."
    pub note: String,
    /// How long the file or request is.
    pub bytes: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "kebab-case")]
pub enum DeedKind {
    RefusedFile,
    RefusedSecret,
    RefusedProgram,
    Host,
    /// In a box that has the network.
    HostReached,
    Wrote,
    WroteOwn,
    Removed,
    Program,
    Request,
    /// In a box that has the network.
    RequestMade,
}

/// What is behind a deed.
#[derive(Clone, Debug)]
pub enum Thing {
    File(Wrote),
    Request(Sending),
    Nothing,
}

/// The deeds of a run, what was refused first: a person reads from the top.
pub fn told(machine: &Machine, effects: &Effects) -> Vec<TryDeed> {
    things(effects).into_iter().map(|(deed, _)| shown(machine, deed)).collect()
}

fn shown(machine: &Machine, mut deed: TryDeed) -> TryDeed {
    use DeedKind::{Host, HostReached, RefusedProgram, Request, RequestMade};
    if matches!(deed.kind, Host | HostReached | RefusedProgram | Request | RequestMade) {
        return deed;
    }
    deed.subject = machine.show(Path::new(&deed.subject));
    deed
}

/// The same as they were seen, each with what is behind it.
pub fn things(effects: &Effects) -> Vec<(TryDeed, Thing)> {
    let mut all: Vec<_> = effects.refused.iter().map(|it| (refused(it), Thing::Nothing)).collect();
    if effects.too_many {
        let (title, limit) = ("Wanted to start more programs", format!("more than {MOST_STARTS}"));
        let note = "A box lets a hook start that many. The rest did not start.";
        let deed = deed(DeedKind::RefusedProgram, title, &limit, "Refused", note);
        all.push((deed, Thing::Nothing));
    }
    let sent = |host: &String| effects.requests.iter().any(|it| it.url.contains(host.as_str()));
    let hosts = effects.hosts.iter().filter(|host| !sent(host));
    let (kind, tag, note) = match effects.network {
        true => (
            DeedKind::HostReached,
            "Within reach",
            "The box has the network. What it sent there is not known.",
        ),
        false => (DeedKind::Host, "Refused", "This box has no network. Nothing was sent."),
    };
    all.extend(
        hosts.map(|host| (deed(kind, "Asked for a web address", host, tag, note), Thing::Nothing)),
    );
    all.extend(effects.wrote.iter().map(|file| (wrote(file), Thing::File(file.clone()))));
    all.extend(effects.removed.iter().map(|path| {
        let note = "It was in the hook's own folder, and is gone.";
        (deed(DeedKind::Removed, "Removed a file", path, "For real", note), Thing::Nothing)
    }));
    all.extend(effects.requests.iter().map(|request| {
        let host = request.url.split('/').nth(2).unwrap_or(&request.url);
        let (kind, title, tag) = match effects.network {
            true => (DeedKind::RequestMade, "Made a request to", "Within reach"),
            false => (DeedKind::Request, "Would send a request to", "Not sent"),
        };
        let mut deed = deed(kind, title, host, tag, "");
        deed.bytes = Some(request.bytes);
        (deed, Thing::Request(request.clone()))
    }));
    all.extend(effects.programs.iter().map(|path| {
        let note = "In the same box.";
        (deed(DeedKind::Program, "Started a program", path, "In the box", note), Thing::Nothing)
    }));
    all
}

fn deed(kind: DeedKind, title: &str, subject: &str, tag: &str, note: &str) -> TryDeed {
    let [title, subject, tag, note] = [title, subject, tag, note].map(str::to_owned);
    TryDeed { kind, title, subject, tag, note, bytes: None }
}

fn refused(refused: &Refused) -> TryDeed {
    let path = &refused.path;
    let is_key = path.contains("/.ssh/") && !path.ends_with("/config");
    let (kind, title, note) = match refused.access {
        Access::Read if is_key => (
            DeedKind::RefusedSecret,
            "Wanted to read a private key",
            "Outside the box. Nothing was read.",
        ),
        Access::Read => (
            DeedKind::RefusedSecret,
            "Wanted to read a secret place",
            "Outside the box. Nothing was read.",
        ),
        Access::Write => (
            DeedKind::RefusedFile,
            "Wanted to change a file",
            "Outside the box. Nothing was changed.",
        ),
        Access::Connect => (
            DeedKind::RefusedFile,
            "Wanted to talk to a program",
            "Outside the box. Nothing was said.",
        ),
    };
    deed(kind, title, path, "Refused", note)
}

fn wrote(file: &Wrote) -> TryDeed {
    let (kind, tag, note) = match file.in_box {
        true => (DeedKind::Wrote, "In the box", ""),
        false => (DeedKind::WroteOwn, "For real", "It is in the hook's own folder."),
    };
    let mut deed = deed(kind, "Wrote a file", &file.path, tag, note);
    deed.bytes = Some(file.bytes);
    deed
}

/// The deeds of a run as lines of text: "Wrote a file: ~/notes.md (12 bytes, in the box)".
pub fn lines(machine: &Machine, effects: &Effects) -> Vec<String> {
    let line = |(deed, thing): (TryDeed, Thing)| {
        let deed = shown(machine, deed);
        let (subject, method) = match thing {
            Thing::Request(request) => (request.url, Some(request.method)),
            _ => (deed.subject, None),
        };
        let bytes = deed.bytes.map(|bytes| match bytes {
            1 => "1 byte".to_owned(),
            _ => format!("{bytes} bytes"),
        });
        let about = method.into_iter().chain(bytes).chain([deed.tag.to_lowercase()]);
        let about = about.collect::<Vec<_>>().join(", ");
        format!("{}: {subject} ({about})", deed.title)
    };
    things(effects).into_iter().map(line).collect()
}

/// Where all ran, in a sentence; none where nothing did.
pub fn whole(runs: &[FiredRun]) -> Option<String> {
    let kind = runs.iter().find_map(|run| run.boxed)?;
    let network = runs.iter().filter_map(|run| run.effects.as_ref()).any(|it| it.network);
    Some(place(kind, network))
}

/// The same of one kind of box.
pub fn place(kind: Kind, network: bool) -> String {
    let mut said = match (kind, network) {
        (Kind::None, _) => "Tried for real: your files and the network were within reach.",
        (Kind::Job, _) => "Tried for real: on Windows a box does not keep files and network away.",
        (_, true) => {
            "Tried in a box that has the network: secret places were out of reach, and messages could be sent."
        }
        (_, false) => "Tried in a box: secret places and the network were out of reach.",
    }
    .to_owned();
    if let Some(weak) = kind.weakness().filter(|_| kind.is_closed()) {
        said = format!("{said} {weak}");
    }
    said
}

/// What became of the person's own, in a sentence, as far as it is known.
pub fn yours(runs: &[FiredRun]) -> &'static str {
    let ran: Vec<_> = runs.iter().filter(|run| run.boxed.is_some()).collect();
    let effects: Option<Vec<&Effects>> = ran.iter().map(|run| run.effects.as_ref()).collect();
    match effects.filter(|all| !all.is_empty()) {
        None => "What the hooks wrote or sent elsewhere is not shown here.",
        Some(all) if !all.iter().all(|it| it.changed_nothing()) => {
            "Files in the hook's own folder were changed."
        }
        Some(all) if all.iter().any(|it| it.network) => {
            "Nothing of yours on this computer was changed."
        }
        Some(_) => "Nothing of yours was changed.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hook_that_wanted_to_start_too_many_programs_is_told_so_first() {
        let effects =
            Effects { too_many: true, programs: vec!["/bin/true".into()], ..Effects::default() };
        let told = things(&effects);
        let (deed, _) = &told[0];
        assert_eq!((deed.kind, &*deed.subject), (DeedKind::RefusedProgram, "more than 1000"));
        assert_eq!(told.len(), 2);
        assert!(things(&Effects::default()).is_empty());
    }
}
