//! The desk behind a window: it tells what changes, and takes no more from a page than it should.

#[path = "desk/about.rs"]
mod about;
#[cfg(unix)]
#[path = "desk/asks.rs"]
mod asks;
#[path = "desk/first_picture.rs"]
mod first_picture;
#[path = "desk/in_order.rs"]
mod in_order;
#[path = "desk/keys.rs"]
mod keys;
#[path = "desk/known_path.rs"]
mod known_path;
#[path = "desk/many.rs"]
mod many;
#[path = "desk/moments.rs"]
mod moments;
#[path = "desk/orders.rs"]
mod orders;
#[path = "desk/projects.rs"]
mod projects;
#[cfg(unix)]
#[path = "desk/real.rs"]
mod real;
#[path = "desk/refused.rs"]
mod refused;
#[path = "desk/setup_file.rs"]
mod setup_file;
#[cfg(unix)]
#[path = "desk/tries.rs"]
mod tries;
#[cfg(unix)]
#[path = "desk/untried.rs"]
mod untried;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use tacklebox_change::setup::ValueKind;
use tacklebox_engine::agent::Options;
use tacklebox_engine::desk::{Desk, Event, InventoryChanged, Outcome};
use tacklebox_engine::failure::Code;
use tacklebox_engine::hook::{AgentId, State};
use tacklebox_engine::machine::{Machine, Platform};
use tacklebox_engine::sentence::Sentence;
use tacklebox_engine::settings::FieldId;

type Error = Box<dyn std::error::Error>;

/// Generous: only a change that is never told is to fail.
const PATIENCE: Duration = Duration::from_secs(10);

/// Windows asks no login shell: what is told then comes from files alone.
fn machine(home: &tempfile::TempDir) -> Machine {
    let env = BTreeMap::from([("PATH".to_owned(), "/usr/bin:/bin".to_owned())]);
    Machine::new(Platform::Win32, home.path(), env)
}

struct Window {
    home: tempfile::TempDir,
    desk: Arc<Desk>,
    events: Receiver<Event>,
}

impl Window {
    fn open(files: &[(&str, &str)]) -> Result<Self, Error> {
        Self::with(files, Options::documented())
    }

    /// By other versions than the text.
    fn with(files: &[(&str, &str)], options: Options) -> Result<Self, Error> {
        let home = tempfile::tempdir()?;
        for (path, text) in files {
            write(&home.path().join(path), text)?;
        }
        let (send, events) = channel();
        let desk = Desk::start_with(machine(&home), options, move |event| drop(send.send(event)));
        Ok(Self { home, desk, events })
    }

    /// The first change that is as wished; changes that only repeat what is known may come before.
    fn told(&self, wished: impl Fn(&InventoryChanged) -> bool) -> Result<(), Error> {
        loop {
            if let Event::Inventory(changed) = self.events.recv_timeout(PATIENCE)?
                && wished(&changed)
            {
                return Ok(());
            }
        }
    }

    /// Another program over the same home, which begins where this one has got to.
    fn again(&self) -> Arc<Desk> {
        Desk::start_with(machine(&self.home), Options::documented(), |_| {})
    }

    fn data(&self) -> std::path::PathBuf {
        machine(&self.home).data_dir().to_owned()
    }

    /// The names in the folder of our own data.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.data()).into_iter().flatten().flatten();
        let mut names: Vec<_> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn state(&self, id: &str) -> Option<State> {
        self.desk.hook(id).ok().map(|detail| detail.hook.state)
    }
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::create_dir_all(path.parent().ok_or("no folder")?)?;
    Ok(fs::File::create(path)
        .and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes()))?)
}

const HOOK: &str = "---\nname: a\nmetadata: {\"milady\":{\"events\":[\"command:new\"],\"requires\":{\"env\":[\"A_TOKEN\"],\"config\":[\"a.b\"]}}}\n---\n";

fn with_hook() -> Result<Window, Error> {
    Window::open(&[(".milady/hooks/a/HOOK.md", HOOK), (".milady/hooks/a/handler.ts", "")])
}

const A: &str = "milady/managed/a";

#[test]
fn a_file_that_changes_is_told() -> Result<(), Error> {
    let window = with_hook()?;
    let other = HOOK.replace("name: a", "name: b");
    write(&window.home.path().join(".milady/hooks/b/HOOK.md"), &other)?;
    write(&window.home.path().join(".milady/hooks/b/handler.ts"), "")?;
    window.told(|changed| {
        changed.upserted.iter().any(|hook| hook.name == "b" && hook.error.is_none())
    })?;
    fs::remove_dir_all(window.home.path().join(".milady/hooks/b"))?;
    window.told(|changed| changed.removed == ["milady/managed/b"])
}

#[test]
fn a_handler_that_changes_is_told_though_the_verdict_stays() -> Result<(), Error> {
    let window = with_hook()?;
    // The watch is set once something was told.
    write(
        &window.home.path().join(".milady/hooks/b/HOOK.md"),
        &HOOK.replace("name: a", "name: b"),
    )?;
    window.told(|changed| changed.upserted.iter().any(|hook| hook.name == "b"))?;
    write(&window.home.path().join(".milady/hooks/a/handler.ts"), "// another\n")?;
    window.told(|changed| changed.upserted.iter().any(|hook| hook.id == A))
}

#[test]
fn an_agent_that_appears_is_told() -> Result<(), Error> {
    let window = Window::open(&[])?;
    assert!(window.desk.overview().agents.iter().all(|agent| !agent.found));
    write(
        &window.home.path().join(".moltis/hooks/a/HOOK.md"),
        "+++\nname = \"a\"\nevents = [\"Command\"]\ncommand = \"true\"\n+++\n",
    )?;
    // Its folder may be seen before the file in it.
    window.told(|changed| {
        let (agent, hooks) = (&changed.agent, &changed.upserted);
        agent.agent == AgentId::Moltis && agent.found && hooks.iter().any(|hook| hook.name == "a")
    })?;
    assert!(window.desk.hooks(Some(AgentId::Moltis)).iter().any(|hook| hook.name == "a"));
    Ok(())
}

#[test]
fn setting_a_hook_up_makes_it_ready_and_asks_for_a_restart() -> Result<(), Error> {
    let window = with_hook()?;
    assert_eq!(window.state(A), Some(State::NeedsSetup));
    window.desk.set_env(A, "A_TOKEN", Some("secret-value"), false)?;
    window.desk.set_setting(A, "a.b", Some("true"), false)?;
    assert_eq!(window.state(A), Some(State::Ready));
    let pending = |window: &Window| window.desk.overview().agents[0].pending.len();
    assert_eq!(pending(&window), 2);
    let shown = serde_json::to_string(&window.desk.hook(A)?)?;
    assert!(!shown.contains("secret-value"), "a key is not shown again");
    window.desk.dismiss_pending(AgentId::Milady);
    assert_eq!(pending(&window), 0);
    Ok(())
}

#[test]
fn a_page_writes_only_what_the_hook_asks_for() -> Result<(), Error> {
    let window = with_hook()?;
    let before = fs::read_dir(window.home.path().join(".milady"))?.count();
    assert_eq!(
        window.desk.set_setting(A, "agents.defaults.workspace", Some("/"), true).unwrap_err().code,
        Code::BadName
    );
    assert_eq!(window.desk.set_env(A, "A B", Some("x"), true).unwrap_err().code, Code::BadName);
    assert_eq!(
        window.desk.set_enabled("milady/managed/../../x", false, true).unwrap_err().code,
        Code::NotFound
    );
    assert_eq!(window.desk.folder("/etc").unwrap_err().code, Code::NotFound);
    for link in ["file:///etc/passwd", "javascript:alert(1)", "https://a b", "data:text/html,x", ""]
    {
        assert_eq!(window.desk.link(link).unwrap_err().code, Code::Refused, "{link}");
    }
    assert_eq!(
        fs::read_dir(window.home.path().join(".milady"))?.count(),
        before,
        "nothing was written"
    );
    Ok(())
}

#[test]
fn a_plan_that_would_switch_others_is_shown_first() -> Result<(), Error> {
    let hook = |name: &str| {
        HOOK.replace("name: a", &format!("name: {name}")).replace("milady", "openclaw")
    };
    let window = Window::open(&[
        (".openclaw/openclaw.json", "{ hooks: { internal: { enabled: true } } }"),
        (".openclaw/hooks/a/HOOK.md", &hook("a")),
        (".openclaw/hooks/a/handler.ts", ""),
        (".openclaw/hooks/b/HOOK.md", &hook("b")),
        (".openclaw/hooks/b/handler.ts", ""),
    ])?;
    let a = "openclaw/managed/a";
    let desk = &window.desk;
    for asked in [
        desk.set_enabled(a, false, false)?,
        desk.set_env(a, "A_TOKEN", Some("secret-value"), false)?,
    ] {
        let Outcome::Confirm { plan } = asked else { return Err("not asked".into()) };
        assert_eq!(plan.also[0].name, "b");
        assert!(!format!("{plan:?}").contains("secret-value"), "{plan:?}");
    }
    // A setting beside the entries switches nobody: it is not asked for.
    assert!(matches!(desk.set_setting(a, "a.b", Some("true"), false)?, Outcome::Done { .. }));
    // The file is another one by now: what was shown of it is not what would be done.
    assert!(matches!(desk.set_enabled(a, false, true)?, Outcome::Confirm { .. }));
    let Outcome::Done { change } = desk.set_enabled(a, false, true)? else {
        return Err("asked twice".into());
    };
    assert_eq!(change.also, [], "the entry of b keeps it as it is");
    Ok(())
}

#[test]
fn an_extra_folder_is_scanned_at_once_and_watched_from_then_on() -> Result<(), Error> {
    let hook = |name: &str| HOOK.replace("name: a", &format!("name: {name}"));
    let window = Window::open(&[
        (".milady/milady.json", "{}"),
        (".milady/more/one/HOOK.md", &hook("one")),
        (".milady/more/one/handler.ts", ""),
    ])?;
    let folder = format!("{}/more", window.home.path().join(".milady").display());
    let done = window.desk.add_folder(AgentId::Milady, &folder, false)?;
    assert!(matches!(done, Outcome::Done { change } if change.undo.is_some()));
    assert!(window.state("milady/extra/one").is_some());
    window.told(|changed| changed.upserted.iter().any(|hook| hook.name == "one"))?;
    write(&window.home.path().join(".milady/more/two/HOOK.md"), &hook("two"))?;
    window.told(|changed| changed.upserted.iter().any(|hook| hook.name == "two"))?;

    write(&window.home.path().join("work/hooks/three/HOOK.md"), &hook("three"))?;
    let work = window.home.path().join("work").display().to_string();
    window.desk.set_field(AgentId::Milady, FieldId::Workspace, Some(&work), false)?;
    assert!(window.state("milady/workspace/three").is_some());
    write(&window.home.path().join("work/hooks/four/HOOK.md"), &hook("four"))?;
    window.told(|changed| changed.upserted.iter().any(|hook| hook.name == "four"))?;
    let pending = &window.desk.overview().agents[0].pending;
    assert_eq!(pending.len(), 2, "{pending:?}");
    Ok(())
}

#[test]
fn a_context_file_that_changes_is_told() -> Result<(), Error> {
    let window = Window::open(&[(".moltis/hooks/x", "")])?;
    let path = window.home.path().join(".moltis/BOOT.md");
    write(&path, "be well")?;
    window.told(|changed| changed.agent.agent == AgentId::Moltis)?;
    let status = || -> Result<_, Error> {
        Ok(window.desk.settings(AgentId::Moltis)?.context_files.remove(0).status)
    };
    assert_eq!(status()?, "7 bytes");
    let text = window.desk.context_file(AgentId::Moltis, "BOOT.md")?;
    let change = window.desk.save_context_file(AgentId::Moltis, "BOOT.md", "", &text.stamp)?;
    assert_eq!(status()?, "Empty, so nothing is handed over");
    window.desk.undo(&change.undo.ok_or("no undo")?)?;
    assert_eq!(fs::read_to_string(&path)?, "be well");
    Ok(())
}

#[test]
fn a_setting_asks_for_the_kind_of_value_that_stands_there() -> Result<(), Error> {
    let kind = |config: &str| -> Result<_, Error> {
        let window = Window::open(&[
            (".milady/milady.json", config),
            (".milady/hooks/a/HOOK.md", HOOK),
            (".milady/hooks/a/handler.ts", ""),
        ])?;
        let items = window.desk.hook(A)?.setup;
        let item = items.into_iter().find(|item| item.names == ["a.b"]).ok_or("no setting")?;
        Ok((item.value_kind, item.met))
    };
    assert_eq!(kind("{}")?, (ValueKind::Any, false));
    assert_eq!(kind("{ a: { b: false } }")?, (ValueKind::Switch, false));
    assert_eq!(kind("{ a: { b: true } }")?, (ValueKind::Switch, true));
    assert_eq!(kind("{ a: { b: 0 } }")?, (ValueKind::Number, false));
    assert_eq!(kind("{ a: { b: 'x' } }")?, (ValueKind::Text, true));

    let window = Window::open(&[
        (".milady/milady.json", "{ a: { b: 'x' } }"),
        (".milady/hooks/a/HOOK.md", HOOK),
    ])?;
    window.desk.set_setting(A, "a.b", Some("5"), false)?;
    let text = fs::read_to_string(window.home.path().join(".milady/milady.json"))?;
    assert_eq!(text, "{ a: { b: '5' } }", "a text stays a text");
    Ok(())
}

#[test]
fn a_new_hook_is_in_the_list_and_in_the_activity() -> Result<(), Error> {
    let window = Window::open(&[])?;
    let desk = &window.desk;
    let form = desk.open_sentence(AgentId::Milady, None, Some("session:start"))?;
    assert_eq!(form.folder, "~/.milady/hooks");
    assert!(form.draft && form.says.several_events && !form.says.conditions);
    let typed = Sentence { name: "greeter".into(), ..form.sentence };
    let made = desk.save_sentence(&typed)?;
    assert_eq!(window.state(&made.id), Some(State::Off));
    assert_eq!(desk.activity()[0].undo, made.change.undo);
    let kept = window.home.path().join("kept.txt");
    desk.export_activity(&kept)?;
    let text = fs::read_to_string(&kept)?;
    assert!(text.contains(&format!("\tMilady\t{}\n", desk.activity()[0].summary)), "{text}");
    let nowhere = window.home.path().join("kept.txt/x.txt");
    assert_eq!(desk.export_activity(&nowhere).unwrap_err().code, Code::NotWritten);
    desk.undo(&made.change.undo.ok_or("cannot be taken back")?)?;
    assert_eq!(window.state(&made.id), None);
    assert!(desk.activity().iter().all(|entry| entry.undo.is_none()));
    Ok(())
}

#[test]
fn what_was_typed_outlives_the_program_until_it_is_saved_or_let_go() -> Result<(), Error> {
    let window = Window::open(&[])?;
    assert!(window.desk.typed_before().is_empty());
    window.desk.keep_typed("config milady", Some("{ mine"))?;
    window.desk.keep_typed("samples", Some("[]"))?;
    window.desk.keep_typed("samples", None)?;

    // Nothing closed the first one.
    let again = window.again();
    let left = BTreeMap::from([("config milady".to_owned(), "{ mine".to_owned())]);
    assert_eq!(again.typed_before(), left);
    let before = window.files();
    again.keep_typed("samples", Some(&"x".repeat(9 << 20))).expect_err("it is too long");
    assert_eq!(again.typed_before(), left, "what was kept stays");
    assert_eq!(window.files(), before);

    again.forget_typed()?;
    assert!(window.again().typed_before().is_empty());
    assert!(window.files().iter().all(|name| !name.contains("typed")), "{:?}", window.files());
    Ok(())
}

#[cfg(unix)]
#[test]
fn what_was_typed_is_for_the_eyes_of_its_owner() -> Result<(), Error> {
    use std::os::unix::fs::PermissionsExt as _;
    let window = Window::open(&[])?;
    window.desk.keep_typed("config milady", Some("{\"key\": \"mine\"}"))?;
    let file = window.data().join("typed.json");
    assert_eq!(fs::metadata(file)?.permissions().mode() & 0o777, 0o600);
    Ok(())
}
