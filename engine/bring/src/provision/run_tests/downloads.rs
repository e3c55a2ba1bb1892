//! Programs that are downloaded instead of installed by a manager.

use super::*;

impl Computer {
    /// A program of the real computer, for the computer of the test.
    pub(super) fn program_from(&self, real: &Machine, name: &str) {
        let path = real.program(name).unwrap();
        std::os::unix::fs::symlink(path, self.path("bin").join(name)).unwrap();
    }
}

/// From a real https server on this computer.
#[test]
fn a_download_goes_into_the_agents_tools_and_says_where() {
    use tacklebox_testing::server::{Server, ok};

    let tmp = tempfile::tempdir().unwrap();
    let home = tmp.path().join(".milady");
    fs::create_dir(&home).unwrap();
    let work = async {
        let server = Server::start(|_| ok(b"#!/bin/sh\n")).await;
        let machine = server.machine(tmp.path());
        let spec = tacklebox_agents::hook::InstallSpec {
            kind: "download".into(),
            url: Some(server.url("/tool")),
            bins: vec!["tool".into()],
            ..Default::default()
        };
        let offers = offers(&machine, &home, &[spec], "tool");
        let order = Order {
            machine: &machine,
            home: &home,
            agent: "Milady",
            offer: &offers[0],
            limit: LIMIT,
        };
        let cancel = CancellationToken::new();
        let mut tell = |_: Told<'_>| {};
        // First nobody looks there, then somebody does.
        let missing = run(&order, &cancel, || machine.clone(), &mut tell).await;
        let tools: Vec<PathBuf> = fs::read_dir(home.join("tools"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|dir| dir.join("tool").is_file())
            .collect();
        let again = || machine.clone().with_path(tools.clone());
        (missing, run(&order, &cancel, again, &mut tell).await)
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let ((steps, missing), (_, found)) = runtime.block_on(work);
    assert_eq!(states(&steps), [StepState::Done, StepState::Failed]);
    assert_eq!(missing.outcome, Outcome::Missing);
    assert!(missing.sentence.contains("~/.milady/tools/"), "{}", missing.sentence);
    assert_eq!(found.outcome, Outcome::Installed, "{}", found.sentence);
}

/// Nothing listens there, on any computer.
#[test]
fn a_download_that_fails_says_why_in_its_two_steps() {
    let computer = Computer::new();
    let machine = computer.machine();
    let spec = tacklebox_agents::hook::InstallSpec {
        kind: "download".into(),
        url: Some("https://127.0.0.1:9/tool".into()),
        bins: vec!["tool".into()],
        ..Default::default()
    };
    let offers = offers(&machine, &computer.path(".milady"), &[spec], "tool");
    let mut heard = Vec::new();
    let (steps, report) =
        computer.carry_out(&offers[0], LIMIT, &CancellationToken::new(), &mut |line| {
            heard.push(line.to_owned());
        });
    assert_eq!(states(&steps), [StepState::Failed, StepState::Waiting]);
    assert_eq!(report.outcome, Outcome::Failed);
    assert!(report.sentence.starts_with("tool was not installed. "), "{}", report.sentence);
    assert!(heard[0].starts_with("Downloading tool"), "{heard:?}");
    assert!(!computer.path(".milady/tools/tool").exists());
}
