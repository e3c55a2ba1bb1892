//! Hooks from elsewhere as a window brings them in: real folders, a real server, real files.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::*;
use tacklebox_agents::hook::State;
use tacklebox_bring::provision::StepState;
use tacklebox_change::install::review::ReviewView;
use tacklebox_machine::failure::Code;
use tacklebox_machine::machine::{Machine, Platform};
use tacklebox_testing::archives::{file, gz, tar};
use tacklebox_testing::hooks::family;
use tacklebox_testing::server::{Piece, Server, ok, text};

struct Window {
    tmp: tempfile::TempDir,
    desk: Arc<Desk>,
    told: Arc<Mutex<Vec<IncomingView>>>,
}

impl Window {
    fn open() -> Self {
        Self::with(None)
    }

    fn with(server: Option<&Server>) -> Self {
        let tmp = tempfile::tempdir().unwrap();
        for dir in ["home", "temporary"] {
            fs::create_dir(tmp.path().join(dir)).unwrap();
        }
        let temporary = tmp.path().join("temporary");
        let env = [("TMPDIR", temporary.to_str().unwrap())];
        let home = tmp.path().join("home");
        let machine = match server {
            Some(server) => server.machine_with(&home, &env),
            None => {
                let env: BTreeMap<String, String> =
                    env.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
                Machine::new(Platform::current(), home, env)
            }
        };
        let told = Arc::new(Mutex::new(Vec::new()));
        let hear = Arc::clone(&told);
        let desk = Desk::start_with(
            machine,
            tacklebox_agents::agent::Options::documented(),
            move |event| {
                if let Event::Incoming(view) = event {
                    hear.lock().unwrap().push(*view);
                }
            },
        );
        Self { tmp, desk, told }
    }

    fn hook(&self, dir: &str, handler: &str) -> PathBuf {
        let dir = self.tmp.path().join(dir);
        fs::create_dir_all(&dir).unwrap();
        let write = |name: &str, text: &str| {
            File::create(dir.join(name)).unwrap().write_all(text.as_bytes()).unwrap();
        };
        write("HOOK.md", &family(&["milady", "openclaw"], "greeter"));
        write("handler.ts", handler);
        dir
    }

    fn staged(&self) -> usize {
        fs::read_dir(self.tmp.path().join("temporary")).unwrap().count()
    }

    /// The job when it does not fetch any more.
    fn ended(&self, job: &str) -> IncomingView {
        self.until(|| {
            let view = self.desk.incoming(job).unwrap();
            (!matches!(view.state, IncomingState::Fetching)).then_some(view)
        })
    }

    fn until<T>(&self, look: impl Fn() -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            if let Some(found) = look() {
                return found;
            }
            assert!(began.elapsed() < Duration::from_secs(30), "it takes too long");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn review(view: &IncomingView) -> &ReviewView {
    match &view.state {
        IncomingState::Review { review } => review,
        other => panic!("{other:?}"),
    }
}

#[test]
fn from_a_folder_to_the_hook_and_back() {
    let window = Window::open();
    let dir = window.hook("from", "export default async () => {};\n");
    let job = window.desk.look_at_path(&dir, AgentId::Milady).unwrap();
    let view = window.ended(&job);
    assert_eq!(review(&view).hooks[0].hook.id, "milady/managed/greeter");
    assert!(view.steps.iter().all(|step| step.state == StepState::Done), "{:?}", view.steps);
    assert_eq!(window.staged(), 1);
    // The same files for another agent.
    let view = window.desk.review_for(&job, AgentId::Openclaw).unwrap();
    assert_eq!((view.agent, review(&view).agent), (AgentId::Openclaw, AgentId::Openclaw));
    let view = window.desk.install_incoming(&job, false).unwrap();
    let IncomingState::Installed { ids, undo, summary } = view.state else { panic!() };
    assert_eq!(ids, ["openclaw/managed/greeter"]);
    assert_eq!(summary, "greeter was installed, and is off.");
    assert_eq!(window.staged(), 0);
    assert_eq!(window.desk.hook(&ids[0]).unwrap().hook.state, State::Off);
    window.desk.undo(&undo.unwrap()).unwrap();
    assert!(window.desk.hook(&ids[0]).is_err());
    assert!(window.desk.install_incoming(&job, false).is_err(), "it was installed already");
    let told = window.told.lock().unwrap();
    assert!(matches!(told.first().unwrap().state, IncomingState::Fetching));
}

#[test]
fn what_is_serious_needs_one_more_step() {
    let window = Window::open();
    let dir = window.hook("from", "import { rmSync } from 'fs'; rmSync('/', { recursive: true })");
    let job = window.desk.look_at_path(&dir, AgentId::Milady).unwrap();
    assert_eq!(review(&window.ended(&job)).high, 1);
    let error = window.desk.install_incoming(&job, false).unwrap_err();
    assert_eq!(error.code, Code::NeedsAcceptance);
    assert!(error.message.starts_with("The check has 1 serious finding: "), "{}", error.message);
    assert!(error.message.contains("(handler.ts:1)"), "what was found is named: {}", error.message);
    assert!(matches!(window.desk.incoming(&job).unwrap().state, IncomingState::Review { .. }));
    let view = window.desk.install_incoming(&job, true).unwrap();
    assert!(matches!(view.state, IncomingState::Installed { .. }));
    // It is there already: nothing would be written, so there is nothing to accept.
    let job = window.desk.look_at_path(&dir, AgentId::Milady).unwrap();
    let view = window.ended(&job);
    assert_eq!((review(&view).high, review(&view).up_to_date.is_some()), (1, true));
    let view = window.desk.install_incoming(&job, false).unwrap();
    let IncomingState::Installed { undo, summary, .. } = view.state else { panic!() };
    assert_eq!((undo, summary.as_str()), (None, "Nothing to change: it is already like that."));
}

/// Whoever runs with the same rights could write to what was fetched, behind the review.
#[test]
fn a_yes_counts_for_the_files_that_were_shown() {
    let window = Window::open();
    let dir = window.hook("from", "export default async () => { console.log('a'); };\n");
    let job = window.desk.look_at_path(&dir, AgentId::Milady).unwrap();
    window.ended(&job);
    let staged = fs::read_dir(window.tmp.path().join("temporary")).unwrap().next().unwrap();
    let walk = walk(&staged.unwrap().path());
    let handler = walk.iter().find(|file| file.ends_with("handler.ts")).unwrap();
    // As long as before, and with nothing that the check would find.
    let other = b"export default async () => { console.log('b'); };\n";
    File::create(handler).unwrap().write_all(other).unwrap();
    let error = window.desk.install_incoming(&job, false).unwrap_err();
    assert_eq!(error.code, Code::ChangedMeanwhile);
    assert!(!window.tmp.path().join("home/.milady/hooks/greeter").exists());
    let view = window.desk.install_incoming(&job, false).unwrap();
    assert!(matches!(view.state, IncomingState::Installed { .. }), "it was shown again");
}

fn walk(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[test]
fn what_is_dropped_is_for_the_agent_that_it_is_written_for() {
    let window = Window::open();
    for agent in [".milady", ".openclaw"] {
        fs::create_dir(window.tmp.path().join("home").join(agent)).unwrap();
    }
    window.desk.refresh();
    let dropped = |keys: &[&str]| {
        let dir = window.hook("from", "export default async () => {};\n");
        File::create(dir.join("HOOK.md"))
            .unwrap()
            .write_all(family(keys, "greeter").as_bytes())
            .unwrap();
        let job = window.desk.look_at_dropped(&dir).unwrap();
        let view = window.ended(&job);
        (job, view.agent, review(&view).agent)
    };
    let (job, agent, reviewed) = dropped(&["openclaw"]);
    assert_eq!((agent, reviewed), (AgentId::Openclaw, AgentId::Openclaw));
    // What a person says counts more.
    let view = window.desk.review_for(&job, AgentId::Milady).unwrap();
    assert_eq!(view.agent, AgentId::Milady);
    // Written for both: the command line asks which, the window offers the first.
    let (_, agent, _) = dropped(&["milady", "openclaw"]);
    assert_eq!(agent, AgentId::Milady);
}

#[test]
fn an_update_shows_its_changes_first_and_keeps_the_switch() {
    let window = Window::open();
    let dir = window.hook("from", "export default async () => {};\n");
    let job = window.desk.look_at_path(&dir, AgentId::Milady).unwrap();
    window.ended(&job);
    window.desk.install_incoming(&job, false).unwrap();
    let id = "milady/managed/greeter";
    window.desk.set_enabled(id, true, false).unwrap();

    let job = window.desk.look_for_update(id).unwrap();
    let view = window.ended(&job);
    assert!(review(&view).up_to_date.is_some() && review(&view).changes.is_empty());
    window.desk.cancel_incoming(&job);

    window.hook("from", "export default async () => { /* new */ };\n");
    let job = window.desk.look_for_update(id).unwrap();
    let view = window.ended(&job);
    let review = review(&view);
    assert!(review.up_to_date.is_none() && review.hooks[0].hook.enabled, "{review:?}");
    assert_eq!(review.changes[0].path, "handler.ts");
    assert!(review.changes[0].diff.as_deref().unwrap().contains("+export"));
    let view = window.desk.install_incoming(&job, false).unwrap();
    let IncomingState::Installed { ids, undo, .. } = view.state else { panic!() };
    assert_eq!((ids.as_slice(), undo.is_some()), ([id.to_owned()].as_slice(), true));
    assert_eq!(window.desk.hook(id).unwrap().hook.state, State::Ready);
    assert_eq!(window.staged(), 0);

    // What ships with Tacklebox needs no network.
    let included = window.desk.install_included("welcome", AgentId::Milady).unwrap().id;
    let job = window.desk.look_for_update(&included).unwrap();
    let view = window.ended(&job);
    assert!(super::tests::review(&view).up_to_date.is_some());
}

#[test]
fn a_page_hands_over_no_paths() {
    let window = Window::open();
    let dir = window.hook("from", "");
    for text in
        [dir.to_str().unwrap(), "../from", "welcome", "file:///etc", "http://x.example/a.zip"]
    {
        assert!(window.desk.look_at(text, AgentId::Milady).is_err(), "{text}");
        assert!(
            window.desk.propose(&format!("tacklebox://install?source={text}")).is_err(),
            "{text}"
        );
    }
    assert_eq!(window.desk.incoming("incoming-0").unwrap_err().code, Code::Refused);
}

#[test]
fn dont_leaves_nothing() {
    let window = Window::open();
    let dir = window.hook("from", "export default async () => {};\n");
    let job = window.desk.look_at_path(&dir, AgentId::Milady).unwrap();
    window.ended(&job);
    window.desk.cancel_incoming(&job);
    assert!(matches!(window.desk.incoming(&job).unwrap().state, IncomingState::Cancelled));
    assert_eq!(window.staged(), 0);
    assert!(window.desk.install_incoming(&job, true).is_err());
    // Nor does a window that is closed before the answer.
    let job = window.desk.look_at_path(&dir, AgentId::Milady).unwrap();
    window.ended(&job);
    window.desk.stop_jobs();
    assert_eq!(window.staged(), 0);
}

#[test]
fn a_failure_is_told_and_written_down() {
    let window = Window::open();
    let dir = window.tmp.path().join("empty");
    fs::create_dir(&dir).unwrap();
    let job = window.desk.look_at_path(&dir, AgentId::Milady).unwrap();
    let IncomingState::Failed { error } = window.ended(&job).state else { panic!() };
    assert_eq!(error.code, Code::Refused);
    assert_eq!(window.staged(), 0);
    window.until(|| window.desk.activity().first().map(|entry| assert!(entry.failed)));
}

#[tokio::test]
async fn a_link_only_proposes_and_a_download_can_be_stopped() {
    let packed = gz(&tar(&[
        file("HOOK.md", &family(&["milady"], "greeter")),
        file("handler.ts", "export default () => {};"),
    ]));
    let server = Server::start(move |request| match request.path.as_str() {
        "/greeter.tgz" => ok(&packed),
        _ => vec![
            text("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"),
            Piece::Bytes(vec![0; 1000]),
            Piece::Wait(Duration::from_secs(60)),
        ],
    })
    .await;
    // The window waits on threads of its own, while the server answers on this one.
    tokio::task::spawn_blocking(move || proposed_and_stopped(&server)).await.unwrap();
}

fn proposed_and_stopped(server: &Server) {
    let window = Window::with(Some(server));
    let job = window
        .desk
        .propose(&format!("tacklebox://install?source={}", server.url("/greeter.tgz")))
        .unwrap();
    std::thread::sleep(Duration::from_millis(50));
    assert!(matches!(window.desk.incoming(&job).unwrap().state, IncomingState::Proposed));
    assert!(server.asked().is_empty(), "nothing is fetched before a yes");
    window.desk.look_at_proposed(&job).unwrap();
    assert_eq!(review(&window.ended(&job)).title, "greeter");
    assert!(window.desk.look_at_proposed(&job).is_err());
    window.desk.cancel_incoming(&job);

    let job = window.desk.look_at(&server.url("/slow.tgz"), AgentId::Milady).unwrap();
    let view = window.until(|| {
        let view = window.desk.incoming(&job).unwrap();
        (view.progress.bytes > 0).then_some(view)
    });
    assert_eq!((view.progress.bytes, view.progress.total), (1000, Some(100_000)));
    assert_eq!(view.steps[0].state, StepState::Running);
    assert_eq!(window.desk.work_in_progress().len(), 1);
    window.desk.cancel_incoming(&job);
    let view = window.ended(&job);
    assert!(matches!(view.state, IncomingState::Cancelled), "{:?}", view.state);
    assert_eq!(view.steps[0].state, StepState::Cancelled);
    assert_eq!(window.staged(), 0);
}
