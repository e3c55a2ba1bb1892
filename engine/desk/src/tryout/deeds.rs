//! What hooks did in a box, in words; and their files, for as long as the box is there.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Tries;
use super::confirm::Place;
use crate::views::{DeedKind, TryBox, TryDeed, TryRow};
use crate::{Code, Desk, Failure};
use tacklebox_machine::machine::Machine;
use tacklebox_run::boxed::{Access, Boxed, Effects, Kind, MOST_STARTS, Refused, Sending, Wrote};
use tacklebox_run::fire::Report;
use tacklebox_run::runtime::dispatch::FiredRun;

/// As much of a file is shown, in bytes.
const SHOWN: usize = 64 * 1024;

/// A box after its run.
pub(super) struct KeptBox {
    run: u32,
    boxed: Arc<Boxed>,
    /// By row, as the window has them.
    rows: Vec<Vec<Thing>>,
}

/// What is behind a deed.
#[derive(Clone)]
enum Thing {
    File(Wrote),
    Request(Sending),
    Nothing,
}

/// The deeds of a run, what was refused first: a person reads from the top.
pub(crate) fn told(machine: &Machine, effects: &Effects) -> Vec<TryDeed> {
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

fn things(effects: &Effects) -> Vec<(TryDeed, Thing)> {
    let refusals = effects.refused.iter().flatten();
    let mut all: Vec<_> = refusals.map(|it| (refused(it), Thing::Nothing)).collect();
    if effects.too_many {
        let (title, limit) = ("Wanted to start more programs", format!("more than {MOST_STARTS}"));
        let note = "A box lets a hook start that many. The rest did not start.";
        let deed = deed(DeedKind::RefusedProgram, title, &limit, "Refused", note);
        all.push((deed, Thing::Nothing));
    }
    let sent = |host: &String| effects.requests.iter().any(|it| it.url.contains(host.as_str()));
    let hosts = effects.hosts.iter().flatten().filter(|host| !sent(host));
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
    all.extend(effects.programs.iter().flatten().map(|path| {
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

/// What running there means, to follow "It runs".
pub(super) const fn where_it_runs(place: Place) -> &'static str {
    match place {
        Place::Box => {
            "in a box: files that are not secret can be read, only a hook's own folder can be changed, and nothing can be sent."
        }
        Place::Network => {
            "in a box that has the network: files that are not secret can be read and sent, and only a hook's own folder can be changed."
        }
        Place::Real => "for real, with your rights: files can be changed and messages sent.",
    }
}

/// Where all ran, in a sentence; none where nothing did.
pub(super) fn whole(runs: &[FiredRun]) -> Option<String> {
    let kind = runs.iter().find_map(|run| run.boxed)?;
    let network = runs.iter().filter_map(|run| run.effects.as_ref()).any(|it| it.network);
    Some(place(kind, network))
}

/// The same of one kind of box.
pub(crate) fn place(kind: Kind, network: bool) -> String {
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

/// Whether all that ran left everything of the person's as it was.
pub(super) fn changed_nothing(runs: &[FiredRun]) -> Option<bool> {
    let mut ran = runs.iter().filter(|run| run.boxed.is_some()).peekable();
    ran.peek()?;
    ran.try_fold(true, |all, run| Some(all && run.effects.as_ref()?.changed_nothing()))
}

impl Tries {
    /// Keeps the box of a run that is done, in the place of the last one.
    pub(super) fn keep(
        &self,
        run: u32,
        boxed: Option<Arc<Boxed>>,
        rows: &[TryRow],
        report: &Report,
    ) {
        let kept = boxed.map(|boxed| {
            let mut left: Vec<_> = report.fired.runs.iter().zip(&report.ids).collect();
            let mut of_row = |row: &TryRow| {
                let at = left.iter().position(|(_, id)| **id == row.hook)?;
                let (run, _) = left.remove(at);
                let all = things(run.effects.as_ref()?);
                Some(all.into_iter().map(|(_, thing)| thing).collect())
            };
            let rows = rows.iter().map(|row| of_row(row).unwrap_or_default()).collect();
            KeptBox { run, boxed, rows }
        });
        let before = std::mem::replace(&mut self.state().kept, kept);
        // Its folder goes without anybody waiting for it.
        drop(before);
    }

    fn thing(&self, run: u32, row: u32, deed: u32) -> Result<(Arc<Boxed>, Thing), Failure> {
        let state = self.state();
        let kept = state.kept.as_ref().filter(|kept| kept.run == run);
        let found = kept.and_then(|kept| {
            let thing = kept.rows.get(row as usize)?.get(deed as usize)?.clone();
            Some((Arc::clone(&kept.boxed), thing))
        });
        found.ok_or_else(|| {
            Failure::new(Code::NotFound, "The box of this try is gone.")
                .hint("Try it again to see what it writes.")
        })
    }
}

impl Desk {
    /// What a box is on this computer.
    pub fn try_box(&self) -> TryBox {
        let kind = Kind::here();
        TryBox { kind, closed: kind.is_closed(), weakness: kind.weakness().map(str::to_owned) }
    }

    /// The text of a file that was written, or of a request that was not sent; by run, row and deed.
    ///
    /// # Errors
    /// Where the box is gone, or there is nothing to be shown.
    pub fn try_show(&self, run: u32, row: u32, deed: u32) -> Result<String, Failure> {
        let (boxed, thing) = self.tries.thing(run, row, deed)?;
        match thing {
            Thing::File(file) => {
                let bytes = std::fs::read(boxed.file(&file)).map_err(unreadable)?;
                let cut = bytes.get(..SHOWN).unwrap_or(&bytes);
                Ok(String::from_utf8_lossy(cut).into_owned())
            }
            Thing::Request(request) => {
                let headers =
                    request.headers.iter().map(|(name, value)| format!("{name}: {value}\n"));
                let headers: String = headers.collect();
                Ok(format!("{} {}\n{headers}\n{}", request.method, request.url, request.body))
            }
            Thing::Nothing => Err(unreadable(std::io::ErrorKind::NotFound.into())),
        }
    }

    /// Copies a file that was written in the box into a folder that the person picked.
    ///
    /// # Errors
    /// Where the box is gone, or the file cannot be written there.
    pub fn try_keep(&self, run: u32, row: u32, deed: u32, to: &Path) -> Result<PathBuf, Failure> {
        match self.tries.thing(run, row, deed)? {
            (boxed, Thing::File(file)) => boxed.keep(&file, to).map_err(|error| {
                Failure::new(Code::NotWritten, format!("The file could not be copied: {error}."))
                    .hint("It is still in the box. Pick another folder.")
            }),
            _ => Err(unreadable(std::io::ErrorKind::NotFound.into())),
        }
    }

    /// Empties the box of the last try.
    pub fn try_clear(&self) {
        let kept = self.tries.state().kept.take();
        drop(kept);
    }
}

fn unreadable(error: std::io::Error) -> Failure {
    Failure::new(Code::NotFound, format!("The file could not be read: {error}."))
        .hint("Try it again to see what it writes.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hook_that_wanted_to_start_too_many_programs_is_told_so_first() {
        let effects = Effects {
            too_many: true,
            programs: Some(vec!["/bin/true".into()]),
            ..Effects::default()
        };
        let told = things(&effects);
        let (deed, _) = &told[0];
        assert_eq!((deed.kind, &*deed.subject), (DeedKind::RefusedProgram, "more than 1000"));
        assert_eq!(told.len(), 2);
        assert!(things(&Effects::default()).is_empty());
    }
}
