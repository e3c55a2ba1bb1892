//! Installing a program as a window does it: asked for by names, followed by events, stopped by a click.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use tacklebox_bring::provision::StepState;
use tacklebox_engine::desk::{Desk, Event, ProvisionChanged};
use tacklebox_engine::hook::State;
use tacklebox_engine::machine::{Machine, Platform};
use tacklebox_engine::provision::Outcome;
use tacklebox_inventory::activity::Kind;

type Error = Box<dyn std::error::Error>;

/// Generous: only what never happens is to fail.
const PATIENCE: Duration = Duration::from_secs(20);

const HOOK: &str = "milady/managed/voice";
const MANIFEST: &str = "---\nname: voice\nmetadata: {\"milady\":{\"events\":[\"command:new\"],\"requires\":{\"bins\":[\"gemini\"]},\"install\":[{\"id\":\"cask\",\"kind\":\"brew\",\"formula\":\"gemini-cli\",\"bins\":[\"gemini\"]},{\"kind\":\"brew\",\"formula\":\"-x\"}]}}\n---\n";

struct Window {
    home: tempfile::TempDir,
    desk: Arc<Desk>,
    events: Receiver<Event>,
}

fn write(path: &Path, text: &str, mode: u32) -> Result<(), Error> {
    fs::create_dir_all(path.parent().ok_or("no folder")?)?;
    std::io::Write::write_all(&mut fs::File::create(path)?, text.as_bytes())?;
    Ok(fs::set_permissions(path, fs::Permissions::from_mode(mode))?)
}

impl Window {
    /// A window over a home with one hook that needs `gemini`, and this `brew`.
    fn open(brew: &str) -> Result<Self, Error> {
        let home = tempfile::tempdir()?;
        let path = |path: &str| home.path().join(path);
        write(&path(".milady/hooks/voice/HOOK.md"), MANIFEST, 0o644)?;
        write(&path(".milady/hooks/voice/handler.ts"), "", 0o644)?;
        write(&path("bin/brew"), &format!("#!/bin/sh\n{brew}\n"), 0o755)?;
        // A login shell that adds a folder.
        let shell = "#!/bin/sh\nPATH=$PATH:$HOME/more\nshift 3\neval \"$1\"\n";
        write(&path("shell"), shell, 0o755)?;
        let bin = path("bin");
        let env = [
            ("PATH", format!("{}:/usr/bin:/bin", bin.display())),
            ("SHELL", path("shell").display().to_string()),
            ("HOME", home.path().display().to_string()),
        ];
        let env: BTreeMap<_, _> = env.map(|(key, value)| (key.to_owned(), value)).into();
        let machine = Machine::new(Platform::Linux, home.path(), env);
        let (send, events) = channel();
        let desk = Desk::start_with(
            machine,
            tacklebox_engine::agent::Options::documented(),
            move |event| drop(send.send(event)),
        );
        Ok(Self { home, desk, events })
    }

    fn install(&self) -> Result<String, Error> {
        Ok(self.desk.install_program(HOOK, "gemini", "cask")?)
    }

    /// What is told of installations, up to the first that is as wished.
    fn told(
        &self,
        wished: impl Fn(&ProvisionChanged) -> bool,
    ) -> Result<Vec<ProvisionChanged>, Error> {
        let mut all = Vec::new();
        loop {
            if let Event::Provision(changed) = self.events.recv_timeout(PATIENCE)? {
                all.push(*changed);
                if all.last().is_some_and(&wished) {
                    return Ok(all);
                }
            }
        }
    }

    fn state(&self) -> Result<State, Error> {
        Ok(self.desk.hook(HOOK)?.hook.state)
    }
}

#[test]
fn a_program_is_installed_and_its_hook_becomes_ready() -> Result<(), Error> {
    // It lands where only the login shell looks.
    let window = Window::open(
        "echo \"Downloading 1 of 2\"\nmkdir -p \"$HOME/more\"\ncp \"$0\" \"$HOME/more/gemini\"\necho done",
    )?;
    assert_eq!(window.state()?, State::NeedsSetup);
    let options = window.desk.hook(HOOK)?.setup[0].install.clone();
    assert_eq!(options[0].command.as_deref(), Some("brew install gemini-cli"));

    let job = window.install()?;
    let told = window.told(|changed| changed.view.ended.is_some())?;
    let last = told.last().ok_or("nothing was told")?;
    assert_eq!(last.view.job, job);
    let report = last.view.ended.clone().ok_or("it has not ended")?;
    assert_eq!(report.outcome, Outcome::Installed, "{report:?}");
    assert_eq!(report.sentence, "gemini was installed in ~/more.");
    assert!(last.view.steps.iter().all(|step| step.state == StepState::Done));
    // All steps are told from the beginning on, so that each has its place.
    assert!(told.iter().all(|changed| changed.view.steps.len() == 3));
    assert_eq!(window.state()?, State::Ready);

    let output = window.desk.job_output(&job);
    assert_eq!(output.text, "Downloading 1 of 2\ndone\n");
    let heard: String = told.iter().map(|changed| changed.output.text.as_str()).collect();
    assert_eq!(heard, output.text, "the events tell the whole output");

    let done = window.desk.activity();
    assert_eq!((done[0].kind, done[0].failed), (Kind::Program, false));
    assert_eq!(done[0].details, ["brew install gemini-cli"]);
    assert_eq!(
        window.install().map_err(|error| error.to_string()),
        Err("gemini is on this computer already.".into())
    );
    Ok(())
}

#[test]
fn only_what_is_offered_for_what_the_hook_lacks_is_run() -> Result<(), Error> {
    let window = Window::open("touch \"$HOME/ran\"")?;
    for (hook, program, method) in [
        (HOOK, "gemini", "apt"),
        (HOOK, "gemini", "brew"),
        (HOOK, "gemini", ""),
        (HOOK, "jq", "brew"),
        (HOOK, "../gemini", "cask"),
        ("milady/managed/none", "gemini", "cask"),
        ("nobody/managed/voice", "gemini", "cask"),
    ] {
        let answer = window.desk.install_program(hook, program, method);
        assert!(answer.is_err(), "{hook} {program} {method}");
    }
    assert!(window.desk.work_in_progress().is_empty());
    assert!(!window.home.path().join("ran").exists());
    Ok(())
}

#[test]
fn a_second_call_joins_and_a_screen_that_opens_again_finds_the_job() -> Result<(), Error> {
    let window = Window::open("echo started\nsleep 300 &\nwait")?;
    let job = window.install()?;
    assert_eq!(window.install()?, job, "it is being installed already");
    window.told(|changed| changed.output.text.contains("started"))?;
    let jobs = window.desk.program_jobs(HOOK);
    assert_eq!((jobs.len(), jobs[0].ended.is_none()), (1, true));
    assert_eq!(jobs[0].progress.text, "started");
    assert_eq!(window.desk.work_in_progress(), ["Installing gemini"]);
    window.desk.dismiss_job(&job);
    assert_eq!(window.desk.program_jobs(HOOK).len(), 1, "what runs is not forgotten");

    window.desk.cancel_job(&job);
    let told = window.told(|changed| changed.view.ended.is_some())?;
    let report = told.last().and_then(|changed| changed.view.ended.clone());
    assert_eq!(report.map(|report| report.outcome), Some(Outcome::Cancelled));
    assert!(window.desk.work_in_progress().is_empty());
    assert_ne!(window.install()?, job, "it can be tried again");
    window.desk.stop_jobs();
    assert!(
        window.desk.work_in_progress().is_empty(),
        "a window that closes leaves nothing running"
    );
    window.desk.dismiss_job(&window.desk.program_jobs(HOOK)[0].job);
    assert!(window.desk.program_jobs(HOOK).is_empty());
    Ok(())
}

#[test]
fn a_flood_of_output_is_told_in_small_pieces_and_seldom() -> Result<(), Error> {
    let window = Window::open(
        "i=0; while [ $i -lt 200000 ]; do echo \"line number $i\"; i=$((i+1)); done; exit 3",
    )?;
    let job = window.install()?;
    let told = window.told(|changed| changed.view.ended.is_some())?;
    assert!(told.iter().all(|changed| changed.output.text.len() <= 16 * 1024));
    let output = window.desk.job_output(&job);
    assert!(output.text.len() <= 1024 * 1024 && output.text.ends_with("line number 199999\n"));
    assert_eq!(output.to - output.from, u32::try_from(output.text.len())?);
    let report = told.last().and_then(|changed| changed.view.ended.clone()).ok_or("no end")?;
    assert!(report.technical.is_some_and(|text| text.starts_with("exit status 3")));
    Ok(())
}
