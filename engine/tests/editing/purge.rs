use tacklebox_engine::agent::Options;
use tacklebox_engine::apply::{self, Change};
use tacklebox_engine::backups;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::ops::{self, Others};

use super::{CONFIG, Home, files};

const KEY: &str = "ghp_0123456789abcdef";

/// Whether any file of ours holds the text.
fn is_kept(home: &Home, text: &str) -> bool {
    files(home.machine.data_dir()).iter().any(|file| {
        let bytes = std::fs::read(file).unwrap();
        String::from_utf8_lossy(&bytes).contains(text)
    })
}

fn with_key_cleared() -> (Home, Change) {
    let home = Home::with(CONFIG, "{ n: 0 }\n");
    home.set("other", Some("1"));
    home.set("githubToken", Some(KEY));
    home.set("n", Some("1"));
    home.set("n", Some("2"));
    let change = home.set("githubToken", None);
    (home, change)
}

#[test]
fn clearing_a_key_tells_how_many_changes_still_hold_it() {
    let (home, change) = with_key_cleared();
    assert_eq!(change.kept_copies, 3, "the two after it was set, and the clearing itself");
    let view = tacklebox_change::backups::purge_view(&home.machine, &change.undo.clone().unwrap())
        .unwrap();
    assert_eq!(view.steps[0], backups::kept(3));
    assert_eq!(
        [backups::kept(1), backups::kept(3)],
        [
            "1 earlier change still holds the key, so that it can be taken back.",
            "3 earlier changes still hold the key, so that they can be taken back."
        ]
    );
    assert!(is_kept(&home, KEY));
    assert_eq!(home.set("n", None).kept_copies, 0, "what is not a secret is not counted");
}

#[test]
fn a_purge_leaves_the_key_nowhere_and_the_rest_as_it_was() {
    let (home, change) = with_key_cleared();
    let config = home.read(CONFIG);
    let done = backups::purge(&home.machine, change.undo.as_deref().unwrap()).unwrap();
    assert_eq!(
        done.summary,
        "The key is gone from what is kept: 3 changes can no longer be taken back."
    );
    assert!(!is_kept(&home, KEY));
    assert_eq!(home.read(CONFIG), config);
    let left = backups::list(&home.machine, &home.agent(AgentId::Milady));
    assert_eq!(left.len(), 2, "the versions from before the key are still there");
    assert!(backups::purge(&home.machine, change.undo.as_deref().unwrap()).is_err());
}

#[test]
fn a_key_that_was_set_again_is_not_purged() {
    let (home, change) = with_key_cleared();
    home.set("githubToken", Some(KEY));
    let done = backups::purge(&home.machine, change.undo.as_deref().unwrap()).unwrap();
    assert!(!done.changed);
    assert!(apply::undo(&home.machine, None).is_ok());
}

#[test]
fn what_a_key_was_before_it_was_set_again_goes_with_it() {
    let (home, _) = with_key_cleared();
    let second = "ghp_fedcba9876543210";
    home.set("githubToken", Some(second));
    let change = home.set("githubToken", None);
    backups::purge(&home.machine, change.undo.as_deref().unwrap()).unwrap();
    assert!(!is_kept(&home, KEY) && !is_kept(&home, second));

    // Long after it was taken away, and by whoever.
    let (home, _) = with_key_cleared();
    let agent = home.agent(AgentId::Milady);
    let gone = |at: &str| {
        let file = &agent.config.path;
        backups::purge_gone(&home.machine, agent.id(), file, ("h", &[at.to_owned()])).unwrap()
    };
    assert!(!gone("n").changed && is_kept(&home, KEY));
    assert!(gone("githubToken").changed && !is_kept(&home, KEY));
    assert!(!gone("githubToken").changed);
}

#[test]
fn a_key_that_only_moved_was_not_cleared() {
    let home = Home::with(CONFIG, &format!("{{ hooks: {{ a: {{ token: '{KEY}' }} }} }}\n"));
    let moved = format!("{{ token: '{KEY}' }}");
    let change = home.set("hooks", Some(&format!("{{ b: {moved} }}")));
    assert_eq!(change.kept_copies, 0);
}

#[test]
fn an_escaped_key_and_a_short_one_are_found_too() {
    let home = Home::with(CONFIG, "{ token: 'a\\u0062cdefgh', env: { PIN: '12' } }\n");
    home.set("n", Some("1"));
    assert_eq!(home.set("token", None).kept_copies, 2);
    assert_eq!(home.set("env.PIN", None).kept_copies, 3);
}

#[test]
fn a_key_in_a_folder_that_was_removed_is_found_too() {
    let home = Home::with(
        ".moltis/hooks/guard/HOOK.md",
        &format!(
            "+++\nname = \"guard\"\nevents = [\"Command\"]\ncommand = \"true\"\n[env]\nTOKEN = \"{KEY}\"\n+++\n"
        ),
    );
    let id = "moltis/managed/guard";
    let scan = || home.scan(AgentId::Moltis);
    let clear =
        tacklebox_engine::ops::set_env(&home.machine, &scan(), id, "TOKEN", None, Others::Switch)
            .unwrap();
    let change = apply::apply(&home.machine, &clear).unwrap();
    assert_eq!(change.kept_copies, 1);
    backups::purge(&home.machine, change.undo.as_deref().unwrap()).unwrap();
    assert!(!is_kept(&home, KEY));
}

/// "12" is in many files: only at its own place is it the key that was cleared.
#[test]
fn a_short_key_is_not_taken_for_the_same_text_elsewhere() {
    let home = Home::with(CONFIG, "{ port: 12, env: { PIN: '12', OTHER_KEY: '12' } }\n");
    home.set("env.PIN", None);
    home.set("n", Some("1"));
    // The copy from before holds PIN; the later ones hold 12 only elsewhere.
    let change = home.set("env.OTHER_KEY", None);
    assert_eq!(change.kept_copies, 3);

    let home = Home::with(CONFIG, "{ env: { PIN: '12' } }\n");
    let change = home.set("env.PIN", None);
    home.set("port", Some("12"));
    home.set("n", Some("12"));
    let done = backups::purge(&home.machine, change.undo.as_deref().unwrap()).unwrap();
    assert_eq!(
        done.summary,
        "The key is gone from what is kept: 1 change can no longer be taken back."
    );
}

/// What was typed and not saved is kept for a crash: with the key in it, it was a leak.
#[test]
fn a_key_in_what_was_typed_and_not_saved_goes_too_and_the_rest_of_that_text_stays() {
    let (home, change) = with_key_cleared();
    let typed = home.machine.data_dir().join("typed.json");
    let texts = serde_json::json!({
        "config milady": format!("{{ githubToken: '{KEY}', mine: 1 }}"),
        "hook": "a sentence",
    });
    std::fs::write(&typed, texts.to_string()).unwrap();
    let done = backups::purge(&home.machine, change.undo.as_deref().unwrap()).unwrap();
    assert_eq!(
        done.summary,
        "The key is gone from what is kept: 3 changes can no longer be taken back. It is gone from what was typed and not saved, too."
    );
    assert!(!is_kept(&home, KEY));
    let left: serde_json::Value = serde_json::from_slice(&std::fs::read(&typed).unwrap()).unwrap();
    let rest = serde_json::json!({
        "config milady": "{ githubToken: '', mine: 1 }",
        "hook": "a sentence",
    });
    assert_eq!(left, rest);
}

/// Escaped, it cannot be told from the rest: then the text goes as a whole.
#[test]
fn a_typed_text_with_an_escaped_key_goes_as_a_whole() {
    let home = Home::with(CONFIG, "{ token: 'abcdefgh', n: 0 }\n");
    let typed = home.machine.data_dir().join("typed.json");
    let change = home.set("token", None);
    let texts = serde_json::json!({ "a": "{ token: 'a\\u0062cdefgh' }", "b": "{ n: 1 }" });
    std::fs::write(&typed, texts.to_string()).unwrap();
    backups::purge(&home.machine, change.undo.as_deref().unwrap()).unwrap();
    assert_eq!(std::fs::read_to_string(&typed).unwrap(), r#"{"b":"{ n: 1 }"}"#);
}

/// An entry of a list is told by its name: at its place may be another one by now.
#[test]
fn a_key_of_an_entry_is_found_by_the_name_of_that_entry() {
    let home = Home::with(
        ".config/moltis/moltis.toml",
        "[[hooks.hooks]]\nname = \"a\"\nevents = [\"Command\"]\ncommand = \"true\"\nenv = { TOKEN = \"of-a-0123456789\" }\n[[hooks.hooks]]\nname = \"b\"\nevents = [\"Command\"]\ncommand = \"true\"\nenv = { TOKEN = \"of-b-0123456789\" }\n",
    );
    let scan = || {
        let options = Options::default();
        Inventory::scan(&home.machine, AgentId::Moltis, &options)
    };
    let unset = |name: &str| {
        let id = format!("moltis/config/{name}");
        let plan = ops::set_env(&home.machine, &scan(), &id, "TOKEN", None, Others::Keep).unwrap();
        apply::apply(&home.machine, &plan).unwrap()
    };
    unset("b");
    unset("a");
    let gone = |name: &str| {
        let file = home.path(".config/moltis/moltis.toml");
        let at = ["env".to_owned(), "TOKEN".to_owned()];
        backups::purge_gone(&home.machine, AgentId::Moltis, &file, (name, &at)).unwrap().changed
    };
    assert!(!gone("c") && is_kept(&home, "of-b-0"));
    assert!(gone("b"));
    assert!(!is_kept(&home, "of-b-0") && is_kept(&home, "of-a-0"));
    assert!(gone("a") && !is_kept(&home, "of-a-0"));
}

/// In a record of what was installed it names a version.
#[test]
fn a_commit_is_not_taken_for_a_key() {
    let commit = "3f1c9a7be2d4c5f60718293a4b5c6d7e8f901234";
    let config = format!(
        "{{hooks:{{internal:{{installs:{{g:{{source:'git',version:'{commit}'}}}}}}}},n:0}}\n"
    );
    let home = Home::with(CONFIG, &config);
    let change = home.set("hooks.internal.installs.g.version", Some("v1"));
    assert!(change.changed);
    assert_eq!(change.kept_copies, 0);
}
