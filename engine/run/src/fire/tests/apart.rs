//! A box that another program makes: nothing tells what is done in it, and what is left of that is found.

use std::os::unix::net::UnixListener;

use super::*;
use crate::boxed::{Boxed, Effects, Kind};

/// What one hook did there, and what it said.
fn tried(script: &str) -> Option<(Home, Effects, String)> {
    if !tacklebox_testing::kernel::has_bubblewrap() {
        return None;
    }
    let mut home = Home::new()
        .moltis("sly", "BeforeToolCall", "", script)
        .with(".moltis/hooks/sly/same.txt", "ours\n")
        .with(".moltis/hooks/sly/old.txt", "old\n");
    let door = home.tmp.path().join("agent.sock");
    let _listener = UnixListener::bind(&door).unwrap();
    let mut env = home.machine.environment();
    env.insert("SSH_AUTH_SOCK".to_owned(), door.to_string_lossy().into_owned());
    home.machine = Machine::new(Platform::Linux, home.tmp.path(), env);
    let inventory = home.inventory(AgentId::Moltis);
    let boxed = Boxed::with(&home.machine, inventory.agent(), false, Kind::Bubblewrap).unwrap();
    let request = Request { boxed: Some(boxed), ..request("BeforeToolCall") };
    let report = home.fire(AgentId::Moltis, &request).unwrap();
    let run = report.fired.runs[0].clone();
    assert_eq!((run.boxed, run.exit_code), (Some(Kind::Bubblewrap), Some(0)), "{run:?}");
    Some((home, run.effects.unwrap(), run.stdout))
}

#[test]
fn what_was_changed_is_found_and_the_rest_is_not_said_to_be_nothing() {
    let script =
        "sleep 0.02; echo mine > same.txt; rm old.txt; echo new > \"$MOLTIS_DATA_DIR/note.md\"";
    let Some((home, effects, _)) = tried(script) else { return };
    let at = |name: &str| home.tmp.path().join(".moltis").join(name).to_string_lossy().into_owned();
    let mut wrote: Vec<_> =
        effects.wrote.iter().map(|it| (it.path.clone(), it.bytes, it.in_box)).collect();
    wrote.sort();
    assert_eq!(wrote, [(at("hooks/sly/same.txt"), 5, false), (at("note.md"), 4, true)]);
    assert_eq!(effects.removed, [at("hooks/sly/old.txt")]);
    assert!(!effects.changed_nothing() && !effects.is_whole());
    let said = serde_json::to_value(&effects).unwrap();
    for unknown in ["refused", "hosts", "programs"] {
        assert_eq!(said[unknown], serde_json::Value::Null, "{unknown}");
    }
}

#[test]
fn nothing_was_changed_is_said_where_nothing_was() {
    let script = "cat same.txt; ls > /dev/null; echo log > \"$TMPDIR/log\"";
    let Some((_home, effects, said)) = tried(script) else { return };
    assert!(effects.changed_nothing() && !effects.is_whole(), "{effects:?}");
    assert_eq!(said, "ours\n");
}

#[test]
fn the_agent_that_keeps_the_persons_keys_is_out_of_reach() {
    let script = "python3 -c 'import os, socket
try: socket.socket(socket.AF_UNIX).connect(os.environ[\"SSH_AUTH_SOCK\"]); print(\"reached\")
except OSError: print(\"no\")'";
    let Some((_home, _, said)) = tried(script) else { return };
    assert_eq!(said, "no\n");
}

#[test]
fn a_hook_may_look_at_the_others() {
    let home = Home::new()
        .with(".milady/hooks/one/HOOK.md", "---\nname: one\n---\n")
        .with(".milady/milady.json", "{}")
        .with(".milady/workspace/note.md", "mine\n");
    let inventory = home.inventory(AgentId::Milady);
    let boxed = Boxed::with(&home.machine, inventory.agent(), false, Kind::Bubblewrap).unwrap();
    for (file, is_there) in
        [("hooks/one/HOOK.md", true), ("workspace/note.md", true), ("milady.json", false)]
    {
        assert_eq!(boxed.state().join(file).is_file(), is_there, "{file}");
    }
}
