//! Installations with real processes: managers of the test's own on PATH, and the real npm and apt.

mod downloads;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use super::*;
use tacklebox_machine::machine::{Machine, Platform};

/// A home whose `bin` is first on PATH, before the system's folders.
struct Computer {
    tmp: tempfile::TempDir,
    env: BTreeMap<String, String>,
    root: bool,
}

impl Computer {
    fn new() -> Self {
        let tmp = tempfile::tempdir().unwrap();
        fs::create_dir(tmp.path().join("bin")).unwrap();
        Self { tmp, env: BTreeMap::new(), root: false }
    }

    fn program(self, name: &str, script: &str) -> Self {
        program(&self.path("bin"), name, script);
        self
    }

    fn path(&self, path: &str) -> PathBuf {
        self.tmp.path().join(path)
    }

    fn machine(&self) -> Machine {
        let machine = Machine::new(Platform::Linux, self.tmp.path(), self.env.clone());
        machine.with_root(self.root).with_path(vec![
            self.path("bin"),
            "/usr/local/bin".into(),
            "/usr/bin".into(),
            "/bin".into(),
        ])
    }

    /// Installs by the first way that can be run, telling each line to `hear`.
    fn install(
        &self,
        program: &str,
        limit: Duration,
        cancel: &CancellationToken,
        mut hear: impl FnMut(&str) + Send,
    ) -> (Vec<Step>, Report) {
        let machine = self.machine();
        let offers = offers(&machine, self.tmp.path(), &[], program);
        let offer = offers.iter().find(|offer| offer.option.runnable).unwrap();
        self.carry_out(offer, limit, cancel, &mut hear)
    }

    fn carry_out(
        &self,
        offer: &Offer,
        limit: Duration,
        cancel: &CancellationToken,
        hear: &mut (dyn FnMut(&str) + Send),
    ) -> (Vec<Step>, Report) {
        let order = Order {
            machine: &self.machine(),
            home: &self.path(".milady"),
            agent: "Milady",
            offer,
            limit,
        };
        let mut tell = |told: Told<'_>| {
            if let Told::Output(Line::Whole(line)) = told {
                hear(line);
            }
        };
        let work = run(&order, cancel, || self.machine(), &mut tell);
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
    }

    fn simple(&self, program: &str) -> (Vec<Step>, Report) {
        self.install(program, LIMIT, &CancellationToken::new(), |_| {})
    }
}

fn program(dir: &Path, name: &str, script: &str) {
    fs::create_dir_all(dir).unwrap();
    let path = dir.join(name);
    std::io::Write::write_all(
        &mut fs::File::create(&path).unwrap(),
        format!("#!/bin/sh\n{script}\n").as_bytes(),
    )
    .unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn states(steps: &[Step]) -> Vec<StepState> {
    steps.iter().map(|step| step.state).collect()
}

/// Makes an executable file beside itself.
const BRINGS: &str =
    "bring() { printf '#!/bin/sh\\n' > \"$HOME/bin/$1\"; chmod +x \"$HOME/bin/$1\"; }";

#[test]
fn an_installation_goes_through_its_steps_and_finds_the_program() {
    let computer = Computer::new()
        .program("brew", &format!("{BRINGS}\necho \"args: $*\"\necho 'tty: no' >&2\nbring jq"));
    let mut heard = Vec::new();
    let (steps, report) = computer
        .install("jq", LIMIT, &CancellationToken::new(), |line| heard.push(line.to_owned()));
    assert_eq!(report.outcome, Outcome::Installed);
    assert_eq!(report.sentence, "jq was installed in ~/bin.");
    assert_eq!(states(&steps), [StepState::Done; 3]);
    let titles: Vec<&str> = steps.iter().map(|step| step.title.as_str()).collect();
    assert_eq!(titles, ["Look for Homebrew", "Install jq", "Check again"]);
    assert_eq!(steps[1].command.as_deref(), Some("brew install jq"));
    assert_eq!(steps[2].text.as_deref(), Some("Found in ~/bin"));
    heard.sort();
    assert_eq!(heard, ["args: install jq", "tty: no"]);
}

#[test]
fn the_manager_gets_words_a_quiet_environment_and_nothing_to_read() {
    let computer = Computer::new().program(
        "apt-get",
        &format!("{BRINGS}\nfor word; do echo \"<$word>\"; done\necho \"$DEBIAN_FRONTEND $HOME\"\nread x || bring jq"),
    );
    let computer = Computer { root: true, ..computer };
    let mut heard = Vec::new();
    let (_, report) = computer
        .install("jq", LIMIT, &CancellationToken::new(), |line| heard.push(line.to_owned()));
    assert_eq!(report.outcome, Outcome::Installed);
    let home = computer.path("");
    let home = home.to_string_lossy();
    let quiet = format!("noninteractive {}", home.trim_end_matches('/'));
    assert_eq!(heard, ["<install>", "<-y>", "<-->", "<jq>", &quiet]);
}

#[test]
fn pkexec_is_asked_for_what_changes_the_system_and_a_no_is_understood() {
    let desktop = [("DISPLAY", ":0"), ("XDG_CURRENT_DESKTOP", "GNOME")];
    let mut computer = Computer::new()
        .program("apt-get", &format!("{BRINGS}\nbring jq"))
        .program("pkexec", "echo \"pkexec $*\"\nexec \"$@\"");
    computer.env = desktop.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
    let mut heard = Vec::new();
    let (_, report) = computer
        .install("jq", LIMIT, &CancellationToken::new(), |line| heard.push(line.to_owned()));
    assert_eq!(report.outcome, Outcome::Installed);
    assert_eq!(heard, ["pkexec apt-get install -y -- jq"]);

    let computer = computer.program("pkexec", "exit 126");
    let (_, report) = computer.simple("wl-copy");
    assert_eq!(report.sentence, "apt could not install wl-copy: the password was not given.");
}

#[test]
fn a_failure_says_why_and_keeps_what_was_printed() {
    let computer = Computer::new().program(
        "brew",
        "echo trying\necho 'curl: (6) Could not resolve host: ghcr.io' >&2\nexit 1",
    );
    let (steps, report) = computer.simple("gemini");
    assert_eq!(report.outcome, Outcome::Failed);
    assert_eq!(
        report.sentence,
        "Homebrew could not install gemini: there is no connection to where the package comes from."
    );
    assert_eq!(states(&steps), [StepState::Done, StepState::Failed, StepState::Failed]);
    let technical = report.technical.unwrap();
    assert!(technical.starts_with("exit status 1\n") && technical.contains("ghcr.io"));
}

#[test]
fn an_installer_that_complains_and_has_done_it_all_the_same_succeeded() {
    let computer = Computer::new().program("brew", &format!("{BRINGS}\nbring gemini\nexit 1"));
    assert_eq!(computer.simple("gemini").1.outcome, Outcome::Installed);
}

#[test]
fn a_program_that_landed_elsewhere_is_named_with_its_folder() {
    let computer = Computer::new().program(
        "npm",
        "mkdir -p \"$HOME/.npm-global/bin\"\ncp \"$0\" \"$HOME/.npm-global/bin/tsx\"",
    );
    let (steps, report) = computer.simple("tsx");
    assert_eq!(report.outcome, Outcome::Missing);
    assert_eq!(
        report.sentence,
        "tsx was installed in ~/.npm-global/bin, where Milady does not look."
    );
    assert_eq!(states(&steps), [StepState::Done, StepState::Done, StepState::Failed]);

    let (_, report) = Computer::new().program("npm", "true").simple("tsx");
    assert_eq!(
        report.sentence,
        "npm is done, and tsx is still not found in the folders that Milady looks in: ~/bin, /usr/local/bin, /usr/bin and /bin."
    );
}

/// Starts a child of its own, writes the ids of both, and waits.
const LINGERS: &str =
    "sleep 300 &\necho $! > \"$HOME/child\"\necho $$ > \"$HOME/self\"\necho waiting\nwait";

fn gone(computer: &Computer) {
    for name in ["child", "self"] {
        let id = fs::read_to_string(computer.path(name)).unwrap();
        let stat = fs::read_to_string(format!("/proc/{}/stat", id.trim())).unwrap_or_default();
        // A zombie belongs to whoever adopts orphans here; what counts is that it runs no more.
        assert!(stat.is_empty() || stat.contains(") Z "), "{name} still runs: {stat}");
    }
}

#[test]
fn a_cancel_ends_the_manager_and_all_that_it_started() {
    let computer = Computer::new().program("brew", LINGERS);
    let cancel = CancellationToken::new();
    let began = Instant::now();
    let stop = cancel.clone();
    let (steps, report) = computer.install("gemini", LIMIT, &cancel, move |_| stop.cancel());
    assert_eq!(report.outcome, Outcome::Cancelled);
    assert_eq!(states(&steps), [StepState::Done, StepState::Cancelled, StepState::Waiting]);
    assert!(began.elapsed() < Duration::from_secs(10), "it was not waited for");
    gone(&computer);
}

#[test]
fn a_time_limit_ends_it_too() {
    let computer = Computer::new().program("brew", LINGERS);
    let limit = Duration::from_millis(300);
    let (_, report) = computer.install("gemini", limit, &CancellationToken::new(), |_| {});
    assert_eq!(report.outcome, Outcome::Failed);
    assert!(report.sentence.contains("did not finish within"), "{}", report.sentence);
    gone(&computer);
}

#[test]
fn npm_installs_a_package_for_real() {
    let mut computer = Computer::new();
    let package = computer.path("tool");
    program(&package, "tool.sh", "echo it runs");
    let manifest = r#"{"name":"tacklebox-test-tool","version":"1.0.0","bin":{"tacklebox-test-tool":"tool.sh"}}"#;
    std::io::Write::write_all(
        &mut fs::File::create(package.join("package.json")).unwrap(),
        manifest.as_bytes(),
    )
    .unwrap();
    // `<prefix>/bin` is the folder of the test that is on PATH.
    for (name, dir) in [("npm_config_prefix", ""), ("npm_config_cache", "cache")] {
        computer.env.insert(name.into(), computer.path(dir).to_string_lossy().into_owned());
    }
    let real = Machine::real(None).unwrap();
    computer.program_from(&real, "npm");
    computer.program_from(&real, "node");
    // By its folder, which no name of a package may be: the registry is not for tests.
    let argv = ["npm", "install", "-g", &package.to_string_lossy()].map(str::to_owned).to_vec();
    let offer = Offer {
        option: InstallOption {
            id: "npm".into(),
            program: "tacklebox-test-tool".into(),
            label: String::new(),
            command: None,
            url: None,
            runnable: true,
            note: None,
        },
        method: Method::Command { argv, manager: "npm" },
    };
    let (_, report) = computer
        .carry_out(&offer, LIMIT, &CancellationToken::new(), &mut |line| println!("{line}"));
    assert_eq!(report.outcome, Outcome::Installed, "{report:?}");
    let out =
        std::process::Command::new(computer.path("bin/tacklebox-test-tool")).output().unwrap();
    assert_eq!(out.stdout, b"it runs\n");
}

/// Where tests run as root on a computer of their own, which CI is, and apt is there.
#[test]
fn apt_installs_a_package_for_real() {
    let real = Machine::real(None).unwrap();
    if real.env("CI").is_none() || !real.is_root() || real.program("apt-get").is_none() {
        return;
    }
    let quiet = |args: &[&str]| {
        let program = real.program(args[0]).unwrap();
        let mut command = std::process::Command::new(program);
        command.args(&args[1..]).env("DEBIAN_FRONTEND", "noninteractive").output().unwrap()
    };
    if real.program("hello").is_some() {
        quiet(&["apt-get", "remove", "-y", "hello"]);
    }
    let spec = tacklebox_agents::hook::InstallSpec {
        kind: "apt".into(),
        package: Some("hello".into()),
        ..Default::default()
    };
    let fresh = || Machine::real(None).unwrap();
    let go = || {
        let machine = fresh();
        let offers = offers(&machine, machine.home(), std::slice::from_ref(&spec), "hello");
        assert_eq!(offers[0].option.command.as_deref(), Some("apt-get install -y -- hello"));
        let order = Order {
            machine: &machine,
            home: machine.home(),
            agent: "Milady",
            offer: &offers[0],
            limit: LIMIT,
        };
        let cancel = CancellationToken::new();
        let mut tell = |_: Told<'_>| {};
        let work = run(&order, &cancel, fresh, &mut tell);
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work).1
    };
    let mut report = go();
    if report.outcome != Outcome::Installed {
        // A fresh system has no lists of packages, or old ones, as our own set-up allows for.
        let update = quiet(&["apt-get", "update", "--quiet"]);
        assert!(update.status.success(), "{}", String::from_utf8_lossy(&update.stderr));
        report = go();
    }
    assert_eq!(report.outcome, Outcome::Installed, "{report:?}");
    let removed = quiet(&["apt-get", "remove", "-y", "hello"]);
    assert!(removed.status.success(), "{}", String::from_utf8_lossy(&removed.stderr));
}
